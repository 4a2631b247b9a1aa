//! A question to the solver, and its answer.

use super::dfpn::{Child, DfpnSearch, MAX_MATE_PLIES, SearchMonitor};
use super::graph::Graph;
use super::proof::{self, Proof};
use super::proof_table::{ProofTable, ProofTableAllocationError};

/// Positions that may be set up, after the end of a search, to tell a line or a proof of
/// which the table has lost a part.
const EXTRACTION_NODES: u64 = 300_000;

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolverAnswer {
    /// The side to move mates.
    Mate(MateLine),
    /// It does not, within this many plies: those of the question, or fewer where a counter
    /// may end the game.
    NoMate(u16),
    /// The search was ended before it knew.
    Unknown,
}

/// A mate, with the best play of both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MateLine {
    /// The moves, as [`bits`](crate::core::position::MoveLike::bits) packs them.
    pub moves: Vec<u16>,
    /// There is no shorter mate, and no longer defence.
    pub is_shortest: bool,
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MateQuery {
    /// Positions that may be set up.
    pub nodes: u64,
    /// Mates that are longer, in plies, do not count.
    pub plies: u16,
    /// The mate is to be shortened until it is the shortest.
    pub shortens: bool,
    /// A mate comes with its whole proof.
    pub with_proof: bool,
    /// It is to be found out whether the attacker has another mate of that length along the
    /// line.
    pub checks_uniqueness: bool,
}

impl Default for MateQuery {
    fn default() -> Self {
        Self {
            nodes: u64::MAX,
            plies: MAX_MATE_PLIES,
            shortens: true,
            with_proof: false,
            checks_uniqueness: false,
        }
    }
}

/// An answer and what it has cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The answer.
    pub answer: SolverAnswer,
    /// Positions set up.
    pub nodes: u64,
    /// The whole proof of a mate, if it was asked for and is there.
    pub proof: Option<Proof>,
    /// Whether no other move of the attacker along the line mates in as few plies, if that
    /// was asked for and is known; never of a mate that could be shorter.
    pub is_unique: Option<bool>,
}

/// What is told on the way: a mate that may yet be shortened, and the positions set up
/// so far.
pub type LineReport<'a> = &'a mut dyn FnMut(&MateLine, u64);

/// A solver and its memory.
pub struct Solver {
    table: ProofTable,
    /// Room for the moves of one line.
    children: Vec<Child>,
    mebibytes: usize,
}

impl Solver {
    /// The least memory, in MiB.
    pub const MIN_MEBIBYTES: usize = 1;

    /// A solver that takes so many MiB, at least [`Solver::MIN_MEBIBYTES`].
    ///
    /// # Errors
    /// [`ProofTableAllocationError`] when the system does not give them.
    pub fn new(mebibytes: usize) -> Result<Self, ProofTableAllocationError> {
        let bytes = mebibytes.max(Self::MIN_MEBIBYTES).checked_mul(1 << 20);
        let bytes = bytes.ok_or(ProofTableAllocationError(mebibytes))?;
        let line = (bytes / 32).max(1 << 18);
        let mut children = Vec::new();
        let room = children.try_reserve_exact(line / size_of::<Child>());
        room.map_err(|_| ProofTableAllocationError(mebibytes))?;
        Ok(Self { table: ProofTable::new(bytes - line)?, children, mebibytes })
    }

    /// The memory that it was given, in MiB.
    pub fn mebibytes(&self) -> usize {
        self.mebibytes
    }

    /// The full part of its table after the latest search, in thousandths.
    pub fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }

    /// Answers a question about the latest position of a graph, in which the side to move
    /// attacks.
    pub fn solve(
        &mut self,
        graph: &mut dyn Graph,
        query: &MateQuery,
        control: &mut dyn SearchMonitor,
        report: LineReport<'_>,
    ) -> Solution {
        self.table.clear();
        let mut search = DfpnSearch::new(graph, &mut self.table, control, &mut self.children);
        search.node_limit = query.nodes;
        let mut answer = first_result(&mut search, query.plies);
        if let SolverAnswer::Mate(line) = &mut answer {
            report(line, search.nodes);
            if query.shortens {
                shorten_mate(&mut search, line, report);
            }
        }
        let (mut proof, mut is_unique) = (None, None);
        if let SolverAnswer::Mate(line) = &answer {
            if query.checks_uniqueness && line.is_shortest {
                is_unique = is_unique_mate(&mut search, &line.moves);
            }
            if query.with_proof {
                let plies = line.moves.len() as u16;
                allow_extraction(&mut search);
                search.node_limit = u64::MAX;
                proof = proof::extract(&mut search, plies);
            }
        }
        Solution { answer, nodes: search.nodes, proof, is_unique }
    }
}

fn allow_extraction(search: &mut DfpnSearch<'_>) {
    search.ignores_stop = true;
    search.is_stopped = false;
    search.node_limit = search.nodes.saturating_add(EXTRACTION_NODES);
}

fn first_result(search: &mut DfpnSearch<'_>, plies: u16) -> SolverAnswer {
    let plies = plies.min(search.graph.clock());
    let bounds = search.prove(true, plies).bounds;
    if bounds.numbers.proof == 0 {
        let was_stopped = search.is_stopped;
        let most = search.node_limit;
        allow_extraction(search);
        let moves = principal_variation(search, bounds.mate_plies, false);
        (search.ignores_stop, search.node_limit, search.is_stopped) = (false, most, was_stopped);
        let to_line = |moves| MateLine { moves, is_shortest: bounds.mate_plies == 1 };
        moves.map_or(SolverAnswer::Unknown, |moves| SolverAnswer::Mate(to_line(moves)))
    } else if bounds.numbers.disproof == 0 {
        SolverAnswer::NoMate(plies)
    } else {
        SolverAnswer::Unknown
    }
}

/// Shortens a mate until it is the shortest, or the search is ended.
fn shorten_mate(search: &mut DfpnSearch<'_>, best: &mut MateLine, report: LineReport<'_>) {
    while !best.is_shortest && !search.is_stopped {
        let plies = best.moves.len() as u16;
        let bounds = search.prove(true, plies - 2).bounds;
        if bounds.numbers.proof == 0 {
            let Some(moves) = principal_variation(search, bounds.mate_plies, false) else { return };
            *best = MateLine { is_shortest: moves.len() == 1, moves };
            report(best, search.nodes);
        } else if bounds.numbers.disproof == 0 {
            // The defence that lasts longest is yet to be found.
            let Some(moves) = principal_variation(search, plies, true) else { return };
            let is_shorter = moves.len() < best.moves.len();
            *best = MateLine { is_shortest: !is_shorter, moves };
            report(best, search.nodes);
        } else {
            return;
        }
    }
}

/// True when no other move of the attacker along a line, which is a shortest mate, mates
/// in as few plies; `None` where the search was ended before that was known.
fn is_unique_mate(search: &mut DfpnSearch<'_>, line: &[u16]) -> Option<bool> {
    let mut is_unique = Some(true);
    for (number, &played) in line.iter().enumerate() {
        if number.is_multiple_of(2) && is_unique == Some(true) {
            is_unique = is_only_mating_move(search, played, (line.len() - number) as u16);
        }
        search.graph.descend(played);
    }
    line.iter().for_each(|_| search.graph.ascend());
    is_unique
}

fn is_only_mating_move(search: &mut DfpnSearch<'_>, played: u16, plies: u16) -> Option<bool> {
    let others = search.list_children(true, plies);
    for other in others.iter().filter(|child| child.mv != played && !child.is_refuted()) {
        if other.is_proved() {
            return Some(false);
        }
        search.graph.descend(other.mv);
        let numbers = search.prove(false, plies - 1).bounds.numbers;
        search.graph.ascend();
        if numbers.proof == 0 {
            return Some(false);
        }
        if numbers.disproof != 0 {
            return None;
        }
    }
    Some(true)
}

/// A line of the mate in at most so many plies at the latest position of the graph: the
/// shortest mate that is known, against the longest defence that is known. With `exact`,
/// against the longest there is. `None` where the search was ended before.
pub(super) fn principal_variation(
    search: &mut DfpnSearch<'_>,
    plies: u16,
    exact: bool,
) -> Option<Vec<u16>> {
    let mut moves = Vec::new();
    let found = follow_pv(search, plies, exact, &mut moves);
    for _ in &moves {
        search.graph.ascend();
    }
    found.then_some(moves)
}

fn follow_pv(search: &mut DfpnSearch<'_>, plies: u16, exact: bool, moves: &mut Vec<u16>) -> bool {
    let mut limit = plies;
    while limit > 0 {
        let attacking = moves.len().is_multiple_of(2);
        let next = if attacking {
            best_attack(search, limit)
        } else {
            longest_defence(search, limit, exact)
        };
        let Some((mv, left)) = next else { return false };
        search.graph.descend(mv);
        moves.push(mv);
        limit = left;
    }
    true
}

/// The attacker's move with the shortest mate that is known, and its plies.
pub(super) fn best_attack(search: &mut DfpnSearch<'_>, limit: u16) -> Option<(u16, u16)> {
    let known = |search: &mut DfpnSearch<'_>| {
        let children = search.list_children(true, limit);
        let proved_children = children.iter().filter(|child| child.is_proved());
        proved_children
            .min_by_key(|child| child.mate_plies)
            .map(|child| (child.mv, child.mate_plies))
    };
    if let Some(best) = known(search) {
        return Some(best);
    }
    // The table has lost it.
    search.prove(true, limit);
    known(search)
}

/// The answers of the defender, each with the plies of its mate.
pub(super) fn list_defences(search: &mut DfpnSearch<'_>, limit: u16) -> Option<Vec<(u16, u16)>> {
    let mut answers = Vec::new();
    for child in search.list_children(false, limit) {
        let mate_plies = if child.is_proved() {
            child.mate_plies
        } else {
            prove_after(search, child.mv, limit - 1).filter(|&plies| plies < limit)?
        };
        answers.push((child.mv, mate_plies));
    }
    Some(answers)
}

/// The plies of a mate behind an answer, if there is one in so many.
fn prove_after(search: &mut DfpnSearch<'_>, mv: u16, limit: u16) -> Option<u16> {
    search.graph.descend(mv);
    let bounds = search.prove(true, limit).bounds;
    search.graph.ascend();
    (bounds.numbers.proof == 0).then_some(bounds.mate_plies)
}

fn longest_defence(search: &mut DfpnSearch<'_>, limit: u16, exact: bool) -> Option<(u16, u16)> {
    let mut answers = list_defences(search, limit)?;
    if answers.is_empty() {
        // Whatever it is, the attacker wins with its next move.
        return search.graph.any_move().map(|mv| (mv, limit - 1));
    }
    loop {
        let longest = answers.iter_mut().rev().max_by_key(|(_, plies)| *plies)?;
        let &mut (mv, plies) = longest;
        if !exact || plies <= 1 {
            return Some((mv, plies));
        }
        match prove_after(search, mv, plies - 2) {
            Some(fewer) => longest.1 = fewer,
            None if search.is_stopped => return None,
            None => return Some((mv, plies)),
        }
    }
}

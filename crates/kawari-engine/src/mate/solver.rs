//! A question to the solver, and its answer.

use super::graph::Graph;
use super::proof::{self, Proof};
use super::search::{Child, Control, LONGEST, Search};
use super::table::{OutOfMemory, ProofTable};

/// Positions that may be set up, after the end of a search, to tell a line or a proof of
/// which the table has lost a part.
const GRACE: u64 = 300_000;

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
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
pub struct Question {
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
    pub asks_for_others: bool,
}

impl Default for Question {
    fn default() -> Self {
        Self {
            nodes: u64::MAX,
            plies: LONGEST,
            shortens: true,
            with_proof: false,
            asks_for_others: false,
        }
    }
}

/// An answer and what it has cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The answer.
    pub answer: Answer,
    /// Positions set up.
    pub nodes: u64,
    /// The whole proof of a mate, if it was asked for and is there.
    pub proof: Option<Proof>,
    /// Whether no other move of the attacker along the line mates in as few plies, if that
    /// was asked for and is known; never of a mate that could be shorter.
    pub is_only: Option<bool>,
}

/// What is told on the way: a mate that may yet be shortened, and the positions set up
/// so far.
pub type Report<'a> = &'a mut dyn FnMut(&MateLine, u64);

/// A solver and its memory.
pub struct Solver {
    table: ProofTable,
    /// Room for the moves of one line.
    children: Vec<Child>,
    mebibytes: usize,
}

impl Solver {
    /// The least memory, in MiB.
    pub const LEAST: usize = 1;

    /// A solver that takes so many MiB, at least [`Solver::LEAST`].
    ///
    /// # Errors
    /// [`OutOfMemory`] when the system does not give them.
    pub fn new(mebibytes: usize) -> Result<Self, OutOfMemory> {
        let bytes = mebibytes.max(Self::LEAST).checked_mul(1 << 20);
        let bytes = bytes.ok_or(OutOfMemory(mebibytes))?;
        let line = (bytes / 32).max(1 << 18);
        let mut children = Vec::new();
        let room = children.try_reserve_exact(line / size_of::<Child>());
        room.map_err(|_| OutOfMemory(mebibytes))?;
        Ok(Self { table: ProofTable::new(bytes - line)?, children, mebibytes })
    }

    /// The memory that it was given, in MiB.
    pub fn mebibytes(&self) -> usize {
        self.mebibytes
    }

    /// The full part of its table after the latest search, in thousandths.
    pub fn fullness(&self) -> u32 {
        self.table.fullness()
    }

    /// Answers a question about the latest position of a graph, in which the side to move
    /// attacks.
    pub fn solve(
        &mut self,
        graph: &mut dyn Graph,
        question: &Question,
        control: &mut dyn Control,
        report: Report<'_>,
    ) -> Solution {
        self.table.forget();
        let mut search = Search::new(graph, &mut self.table, control, &mut self.children);
        search.most_nodes = question.nodes;
        let mut answer = first_answer(&mut search, question.plies);
        if let Answer::Mate(line) = &mut answer {
            report(line, search.nodes);
            if question.shortens {
                shorten(&mut search, line, report);
            }
        }
        let (mut proof, mut is_only) = (None, None);
        if let Answer::Mate(line) = &answer {
            if question.asks_for_others && line.is_shortest {
                is_only = is_only_mate(&mut search, &line.moves);
            }
            if question.with_proof {
                let plies = line.moves.len() as u16;
                give_grace(&mut search);
                search.most_nodes = u64::MAX;
                proof = proof::extract(&mut search, plies);
            }
        }
        Solution { answer, nodes: search.nodes, proof, is_only }
    }
}

fn give_grace(search: &mut Search<'_>) {
    search.is_unstoppable = true;
    search.is_stopped = false;
    search.most_nodes = search.nodes.saturating_add(GRACE);
}

fn first_answer(search: &mut Search<'_>, plies: u16) -> Answer {
    let plies = plies.min(search.graph.clock());
    let finding = search.prove(true, plies).finding;
    if finding.numbers.proof == 0 {
        let was_stopped = search.is_stopped;
        let most = search.most_nodes;
        give_grace(search);
        let moves = line(search, finding.proved, false);
        (search.is_unstoppable, search.most_nodes, search.is_stopped) = (false, most, was_stopped);
        let to_line = |moves| MateLine { moves, is_shortest: finding.proved == 1 };
        moves.map_or(Answer::Unknown, |moves| Answer::Mate(to_line(moves)))
    } else if finding.numbers.disproof == 0 {
        Answer::NoMate(plies)
    } else {
        Answer::Unknown
    }
}

/// Shortens a mate until it is the shortest, or the search is ended.
fn shorten(search: &mut Search<'_>, best: &mut MateLine, report: Report<'_>) {
    while !best.is_shortest && !search.is_stopped {
        let plies = best.moves.len() as u16;
        let finding = search.prove(true, plies - 2).finding;
        if finding.numbers.proof == 0 {
            let Some(moves) = line(search, finding.proved, false) else { return };
            *best = MateLine { is_shortest: moves.len() == 1, moves };
            report(best, search.nodes);
        } else if finding.numbers.disproof == 0 {
            // The defence that lasts longest is yet to be found.
            let Some(moves) = line(search, plies, true) else { return };
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
fn is_only_mate(search: &mut Search<'_>, line: &[u16]) -> Option<bool> {
    let mut is_only = Some(true);
    for (number, &played) in line.iter().enumerate() {
        if number.is_multiple_of(2) && is_only == Some(true) {
            is_only = has_no_other_mate(search, played, (line.len() - number) as u16);
        }
        search.graph.descend(played);
    }
    line.iter().for_each(|_| search.graph.ascend());
    is_only
}

fn has_no_other_mate(search: &mut Search<'_>, played: u16, plies: u16) -> Option<bool> {
    let others = search.look(true, plies);
    for other in others.iter().filter(|child| child.mv != played && !child.is_refuted()) {
        if other.is_proved() {
            return Some(false);
        }
        search.graph.descend(other.mv);
        let numbers = search.prove(false, plies - 1).finding.numbers;
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
pub(super) fn line(search: &mut Search<'_>, plies: u16, exact: bool) -> Option<Vec<u16>> {
    let mut moves = Vec::new();
    let found = go_along(search, plies, exact, &mut moves);
    for _ in &moves {
        search.graph.ascend();
    }
    found.then_some(moves)
}

fn go_along(search: &mut Search<'_>, plies: u16, exact: bool, moves: &mut Vec<u16>) -> bool {
    let mut limit = plies;
    while limit > 0 {
        let attacking = moves.len().is_multiple_of(2);
        let next = if attacking {
            best_threat(search, limit)
        } else {
            longest_answer(search, limit, exact)
        };
        let Some((mv, left)) = next else { return false };
        search.graph.descend(mv);
        moves.push(mv);
        limit = left;
    }
    true
}

/// The attacker's move with the shortest mate that is known, and its plies.
pub(super) fn best_threat(search: &mut Search<'_>, limit: u16) -> Option<(u16, u16)> {
    let known = |search: &mut Search<'_>| {
        let children = search.look(true, limit);
        let proved = children.iter().filter(|child| child.is_proved());
        proved.min_by_key(|child| child.proved).map(|child| (child.mv, child.proved))
    };
    if let Some(best) = known(search) {
        return Some(best);
    }
    // The table has lost it.
    search.prove(true, limit);
    known(search)
}

/// The answers of the defender, each with the plies of its mate.
pub(super) fn answers(search: &mut Search<'_>, limit: u16) -> Option<Vec<(u16, u16)>> {
    let mut answers = Vec::new();
    for child in search.look(false, limit) {
        let proved = if child.is_proved() {
            child.proved
        } else {
            prove_behind(search, child.mv, limit - 1).filter(|&plies| plies < limit)?
        };
        answers.push((child.mv, proved));
    }
    Some(answers)
}

/// The plies of a mate behind an answer, if there is one in so many.
fn prove_behind(search: &mut Search<'_>, mv: u16, limit: u16) -> Option<u16> {
    search.graph.descend(mv);
    let finding = search.prove(true, limit).finding;
    search.graph.ascend();
    (finding.numbers.proof == 0).then_some(finding.proved)
}

fn longest_answer(search: &mut Search<'_>, limit: u16, exact: bool) -> Option<(u16, u16)> {
    let mut answers = answers(search, limit)?;
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
        match prove_behind(search, mv, plies - 2) {
            Some(fewer) => longest.1 = fewer,
            None if search.is_stopped => return None,
            None => return Some((mv, plies)),
        }
    }
}

//! The mate solver: proves or refutes a mate, then shortens it.

use super::control::{EXTRACTION_NODES, SearchControl, SearchMonitor};
use super::dfpn::{DfpnSearch, MAX_MATE_PLIES, SearchMemory};
use super::graph::Graph;
use super::proof::{self, Proof};
use super::proof_table::ProofTableAllocationError;
use super::pv::principal_variation;
use super::quiet;

/// The result of a mate search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolverAnswer {
    /// The side to move mates.
    Mate(MateLine),
    /// The side to move has no mate within this many plies: the limit of the query, or fewer
    /// if a move counter can end the game before.
    NoMate(u16),
    /// The side to move has no mate by threats and by quiet moves that threaten one.
    NoQuietMate {
        /// Maximum length of the mates, as in [`SolverAnswer::NoMate`].
        plies: u16,
        /// Node limit of the search for each threat of a quiet move; `None` if no search has
        /// reached it, so that every threat was found.
        threat_nodes: Option<u64>,
    },
    /// The search was stopped without a result.
    Unknown,
}

/// A mating line with the best play of both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MateLine {
    /// Moves, as [`bits`](crate::core::position::MoveLike::bits).
    pub moves: Vec<u16>,
    /// The line is proved to be the shortest mate against the longest defence.
    pub is_shortest: bool,
    /// The attacker's moves in the proof.
    pub kind: MateKind,
}

/// The moves of the attacker in a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MateKind {
    /// Every move is a threat, as of [`ThreatKind`](crate::core::forcing::ThreatKind).
    Threats,
    /// Threats, and quiet moves that threaten a mate by threats alone.
    Quiet,
    /// Any moves.
    Any,
}

/// The parameters of a mate search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MateQuery {
    /// Node limit.
    pub nodes: u64,
    /// Maximum length of the mate, in plies.
    pub plies: u16,
    /// Searches on until the mate is proved to be the shortest.
    pub shortens: bool,
    /// Returns the complete proof of a mate.
    pub with_proof: bool,
    /// Checks if another attacker's move along the line mates in as few plies.
    pub checks_uniqueness: bool,
    /// If there is no mate by threats alone, searches for a mate that has quiet moves as well.
    pub allows_quiet: bool,
}

impl Default for MateQuery {
    fn default() -> Self {
        Self {
            nodes: u64::MAX,
            plies: MAX_MATE_PLIES,
            shortens: true,
            with_proof: false,
            checks_uniqueness: false,
            allows_quiet: false,
        }
    }
}

/// The answer to a [`MateQuery`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Result of the search.
    pub answer: SolverAnswer,
    /// Nodes searched.
    pub nodes: u64,
    /// Complete proof of a mate, if it was requested and could be extracted.
    pub proof: Option<Proof>,
    /// True if no other attacker's move along the line mates in as few plies. `None` if it
    /// was not requested, is not known, or the mate is not proved to be the shortest.
    pub is_unique: Option<bool>,
}

/// An event of a mate search.
#[derive(Clone, Copy, Debug)]
pub enum SolverEvent<'a> {
    /// A mate. Shorter ones can follow.
    Mate(&'a MateLine),
    /// There is no mate by threats alone within this many plies; the search for mates with quiet
    /// moves starts.
    NoThreatMate(u16),
}

/// The callback for an event of the search, with the nodes so far.
pub type LineReport<'a> = &'a mut dyn FnMut(SolverEvent<'_>, u64);

/// A mate solver with its memory.
pub struct Solver {
    /// Memory of the search for mates by threats alone.
    memory: SearchMemory,
    /// Memory of the search for mates with quiet moves.
    quiet_memory: Box<SearchMemory>,
    mebibytes: usize,
}

impl Solver {
    /// Minimum memory, in MiB.
    pub const MIN_MEBIBYTES: usize = 1;

    /// Creates a solver with `mebibytes` of memory, at least [`Solver::MIN_MEBIBYTES`]. Mates with
    /// quiet moves take an eighth more, without the memory of the graph's
    /// [`WinSearch`](super::graph::WinSearch).
    ///
    /// # Errors
    /// Returns [`ProofTableAllocationError`] if the memory cannot be allocated.
    pub fn new(mebibytes: usize) -> Result<Self, ProofTableAllocationError> {
        let bytes = mebibytes.max(Self::MIN_MEBIBYTES).checked_mul(1 << 20);
        let bytes = bytes.ok_or(ProofTableAllocationError(mebibytes))?;
        let children = (bytes / 32).max(1 << 18);
        let memory =
            |table| SearchMemory::new(table, children).ok_or(ProofTableAllocationError(mebibytes));
        Ok(Self {
            memory: memory(bytes - children)?,
            quiet_memory: Box::new(memory(bytes / 8 - bytes / 32)?),
            mebibytes,
        })
    }

    /// Returns the memory passed to [`Solver::new`], in MiB.
    pub fn mebibytes(&self) -> usize {
        self.mebibytes
    }

    /// Returns how full the proof table is after the latest search, in permille.
    pub fn hashfull(&self) -> u32 {
        self.memory.table.hashfull()
    }

    /// Searches for a mate by the side to move at the latest position of the graph.
    pub fn solve(
        &mut self,
        graph: &mut dyn Graph,
        query: &MateQuery,
        monitor: &dyn SearchMonitor,
        report: LineReport<'_>,
    ) -> Solution {
        let control = SearchControl::new(monitor, query.nodes);
        let mut search = DfpnSearch::new(graph, &mut self.memory, &control);
        let mut answer = first_result(&mut search, query.plies);
        if let &SolverAnswer::NoMate(plies) = &answer
            && query.allows_quiet
        {
            report(SolverEvent::NoThreatMate(plies), control.nodes());
            return quiet::solve(search, &mut self.quiet_memory, plies, query, report);
        }
        if let SolverAnswer::Mate(line) = &mut answer {
            report(SolverEvent::Mate(line), control.nodes());
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
                search.is_stopped = false;
                proof = control.extract(u64::MAX, || proof::extract(&mut search, plies));
            }
        }
        Solution { answer, nodes: control.nodes(), proof, is_unique }
    }
}

/// Runs the first search: any mate within `plies`, with its line.
fn first_result(search: &mut DfpnSearch<'_>, plies: u16) -> SolverAnswer {
    let plies = plies.min(search.graph.clock());
    let bounds = search.prove(true, plies).bounds;
    if bounds.numbers.proof == 0 {
        let was_stopped = std::mem::take(&mut search.is_stopped);
        let control = search.control;
        let moves = control
            .extract(EXTRACTION_NODES, || principal_variation(search, bounds.mate_plies, false));
        search.is_stopped = was_stopped;
        let to_line = |moves| MateLine {
            moves,
            is_shortest: bounds.mate_plies == 1,
            kind: MateKind::Threats,
        };
        moves.map_or(SolverAnswer::Unknown, |moves| SolverAnswer::Mate(to_line(moves)))
    } else if bounds.numbers.disproof == 0 {
        SolverAnswer::NoMate(plies)
    } else {
        SolverAnswer::Unknown
    }
}

/// Searches for shorter mates until the mate is proved to be the shortest or the search is
/// stopped.
fn shorten_mate(search: &mut DfpnSearch<'_>, best: &mut MateLine, report: LineReport<'_>) {
    while !best.is_shortest && !search.is_stopped {
        let plies = best.moves.len() as u16;
        let bounds = search.prove(true, plies - 2).bounds;
        if bounds.numbers.proof == 0 {
            let Some(moves) = principal_variation(search, bounds.mate_plies, false) else { return };
            *best = MateLine { is_shortest: moves.len() == 1, moves, ..*best };
            report(SolverEvent::Mate(best), search.control.nodes());
        } else if bounds.numbers.disproof == 0 {
            // The length is proved; the line must still follow the longest defence.
            let Some(moves) = principal_variation(search, plies, true) else { return };
            let is_shorter = moves.len() < best.moves.len();
            *best = MateLine { is_shortest: !is_shorter, moves, ..*best };
            report(SolverEvent::Mate(best), search.control.nodes());
        } else {
            return;
        }
    }
}

/// Returns true if no other attacker's move along a shortest mate mates in as few plies;
/// `None` if the search was stopped before.
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

/// Returns true if no move except `played` mates within `plies`; `None` if the search was
/// stopped before.
fn is_only_mating_move(search: &mut DfpnSearch<'_>, played: u16, plies: u16) -> Option<bool> {
    let others = search.list_children(true, plies)?;
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

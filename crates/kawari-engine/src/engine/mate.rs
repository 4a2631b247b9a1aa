//! Mate searches of a session: the mate solver on its own thread, with USI moves.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::time::Duration;

use super::search_events::{self, SearchStats};
use super::win_search::{AlphaBetaWinSearch, MateStop};
use crate::core::forcing::ThreatKind;
use crate::core::history::History;
use crate::core::platform::{self, BackgroundTask, HostSignal, Instant};
use crate::core::position::MoveLike;
use crate::games::variants::Playable;
use crate::mate::control::SearchMonitor;
use crate::mate::dfpn::MAX_MATE_PLIES;
use crate::mate::graph::{Graph, PositionGraph};
use crate::mate::proof::Proof;
use crate::mate::solver::{
    MateKind, MateLine, MateQuery, Solution, Solver, SolverAnswer, SolverEvent,
};
use crate::notation::Notation;
use crate::notation::usi::UsiMove;

/// Stack size of the solver's thread in bytes, many times the need of the longest line.
const STACK: usize = 16 << 20;
/// Time between two progress reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(500);

/// The request of a mate search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MateRequest {
    /// Time limit.
    pub time: Option<Duration>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// Maximum length of a mate, in plies.
    pub plies: Option<u16>,
    /// Searches on for the shortest mate.
    pub shortens: bool,
    /// Returns the proof tree of a mate.
    pub with_proof: bool,
    /// Checks whether the attacker has another mate of the same length along the line.
    pub checks_uniqueness: bool,
    /// If there is no mate by threats alone, searches for a mate that has quiet moves as well.
    /// Such a mate is never proved to be the shortest or unique.
    pub allows_quiet: bool,
}

impl Default for MateRequest {
    fn default() -> Self {
        Self {
            time: None,
            nodes: None,
            plies: None,
            shortens: true,
            with_proof: false,
            checks_uniqueness: false,
            allows_quiet: false,
        }
    }
}

impl MateRequest {
    /// Returns true if the search has neither a time nor a node limit.
    pub fn is_infinite(&self) -> bool {
        self.time.is_none() && self.nodes.is_none()
    }
}

/// The answer of a mate search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MateAnswer {
    /// The side to move mates against every defence.
    Mate(Mate),
    /// It is proved that there is no mate by the searched moves.
    NoMate(SearchedAttacks),
    /// The search ended without a result.
    Unknown,
    /// The game has neither Kings nor rows of five, so the solver does not apply.
    NotImplemented,
}

/// The attacks that a search without a mate has excluded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchedAttacks {
    /// The threats that were searched.
    pub threats: ThreatKind,
    /// Maximum length of the mates that were searched, in plies; `None` for all lengths.
    pub plies: Option<u16>,
    /// Quiet moves that were searched as well.
    pub quiet: SearchedQuiet,
}

/// The quiet moves that a search without a mate has excluded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchedQuiet {
    /// None: every move of the attacker is a threat.
    None,
    /// Moves that threaten a mate by threats alone. The search for each mate was limited to this
    /// number of nodes; `None` if no search has reached its limit.
    Threatening(Option<u64>),
}

/// A mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mate {
    /// The mating line.
    pub moves: Vec<UsiMove>,
    /// The line is the shortest mate against the longest defence.
    pub is_shortest: bool,
    /// The threats of the game.
    pub threats: ThreatKind,
    /// The attacker's moves in the proof.
    pub kind: MateKind,
    /// True if no other move of the attacker along the line mates in as few plies; `None` if that
    /// was not requested or is unknown.
    pub is_unique: Option<bool>,
    /// The proof tree, if it was requested and could be extracted.
    pub proof: Option<MateProof>,
}

/// A function that unpacks a move of a game.
pub type MoveUnpacker = Arc<dyn Fn(u16) -> Option<UsiMove> + Send + Sync>;

/// A proof tree of packed moves.
#[derive(Clone)]
pub struct MateProof {
    /// The proof tree.
    pub proof: Proof,
    /// Unpacks a move.
    pub usi_move: MoveUnpacker,
}

impl fmt::Debug for MateProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MateProof").field("proof", &self.proof).finish_non_exhaustive()
    }
}

impl PartialEq for MateProof {
    fn eq(&self, other: &Self) -> bool {
        self.proof == other.proof
    }
}

impl Eq for MateProof {}

/// An event of a mate search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MateEvent {
    /// Progress: the cost so far, and the length of the current line.
    Progress(SearchStats, u32),
    /// A mate that may still be shortened, and the cost so far.
    Found(Mate, SearchStats),
    /// There is no mate by threats alone. The search for mates with quiet moves starts.
    NoThreatMate(SearchedAttacks),
    /// A panic, with its message. The search still answers.
    Fault(String),
    /// The answer and the total cost: the last event of every search.
    Done(MateAnswer, SearchStats),
}

/// A function that receives the events of a mate search. It is called on the solver's thread.
pub type MateCallback = Box<dyn FnMut(MateEvent) + Send>;

/// Everything that a mate search needs, owned by it.
pub(super) struct MateJob {
    graph: Box<dyn Graph + Send>,
    usi_move: MoveUnpacker,
    threats: ThreatKind,
    request: MateRequest,
    /// End of the search; `None` without a time limit.
    end: Option<Instant>,
    solver: Solver,
    stop: Arc<MateStop>,
    report: MateCallback,
}

/// Returns the function that unpacks the moves of a position's game.
fn move_unpacker<N: Notation>(position: &N) -> MoveUnpacker {
    let position = position.clone();
    Arc::new(move |bits| Some(position.usi(N::Move::from_bits(bits)?)))
}

impl MateJob {
    /// Creates a search for a mate by the side to move. `history` ends with `position`.
    pub fn new<G: Playable>(
        position: &G::Position,
        history: &History,
        evaluation: Arc<G::Evaluation>,
        threats: ThreatKind,
        request: MateRequest,
        solver: Solver,
        report: MateCallback,
    ) -> Self {
        let stop = Arc::<MateStop>::default();
        let end = request.time.and_then(|time| Instant::now().checked_add(time));
        let mebibytes = (solver.mebibytes() / 4).max(1);
        let win_search = AlphaBetaWinSearch::<G>::new(
            history.clone(),
            evaluation,
            Arc::clone(&stop),
            end,
            mebibytes,
        );
        let graph = PositionGraph::new(position, history).with_win_search(Box::new(win_search));
        let usi_move = move_unpacker(position);
        Self { graph: Box::new(graph), usi_move, threats, request, end, solver, stop, report }
    }

    /// Searches on the calling thread until the end or a stop. Returns the solver unless it
    /// panicked.
    fn run(mut self) -> Option<Solver> {
        let solved = panic::catch_unwind(AssertUnwindSafe(|| self.solve()));
        match solved {
            Ok((answer, stats)) => {
                (self.report)(MateEvent::Done(answer, stats));
                Some(self.solver)
            }
            Err(payload) => {
                (self.report)(MateEvent::Fault(search_events::panic_message(&*payload)));
                (self.report)(MateEvent::Done(MateAnswer::Unknown, SearchStats::default()));
                None
            }
        }
    }

    fn solve(&mut self) -> (MateAnswer, SearchStats) {
        let start = Instant::now();
        let MateRequest {
            nodes, plies, shortens, with_proof, checks_uniqueness, allows_quiet, ..
        } = self.request;
        let query = MateQuery {
            nodes: nodes.unwrap_or(u64::MAX),
            plies: plies.unwrap_or(MAX_MATE_PLIES),
            shortens,
            with_proof,
            checks_uniqueness,
            allows_quiet,
        };
        let (usi_move, threats) = (Arc::clone(&self.usi_move), self.threats);
        let report = RefCell::new(&mut self.report);
        let watch = SearchWatch {
            stop: &self.stop,
            start,
            end: self.end,
            next: Cell::new(start + REPORT_INTERVAL),
            report: &report,
        };
        let to_mate = |line: &MateLine, is_unique, proof| Mate {
            moves: line.moves.iter().filter_map(|&mv| usi_move(mv)).collect(),
            is_shortest: line.is_shortest,
            threats,
            kind: line.kind,
            is_unique,
            proof,
        };
        let searched = |plies: u16, quiet| SearchedAttacks {
            threats,
            plies: (plies < MAX_MATE_PLIES).then_some(plies),
            quiet,
        };
        let mut found = |event: SolverEvent<'_>, nodes: u64| {
            let stats = SearchStats { nodes, hashfull: 0, time: start.elapsed() };
            (report.borrow_mut())(match event {
                SolverEvent::Mate(line) => MateEvent::Found(to_mate(line, None, None), stats),
                SolverEvent::NoThreatMate(plies) => {
                    MateEvent::NoThreatMate(searched(plies, SearchedQuiet::None))
                }
            });
        };
        let Solution { answer, nodes, proof, is_unique } =
            self.solver.solve(&mut *self.graph, &query, &watch, &mut found);
        let answer = match answer {
            SolverAnswer::Mate(line) => {
                let proof = proof.map(|proof| MateProof { proof, usi_move: Arc::clone(&usi_move) });
                MateAnswer::Mate(to_mate(&line, is_unique, proof))
            }
            SolverAnswer::NoMate(plies) => MateAnswer::NoMate(searched(plies, SearchedQuiet::None)),
            SolverAnswer::NoQuietMate { plies, threat_nodes } => {
                MateAnswer::NoMate(searched(plies, SearchedQuiet::Threatening(threat_nodes)))
            }
            SolverAnswer::Unknown => MateAnswer::Unknown,
        };
        let stats = SearchStats { nodes, hashfull: self.solver.hashfull(), time: start.elapsed() };
        (answer, stats)
    }
}

/// Stops a mate search at its time limit, and reports its progress.
struct SearchWatch<'a, 'b> {
    stop: &'a MateStop,
    start: Instant,
    end: Option<Instant>,
    /// Time of the next progress report.
    next: Cell<Instant>,
    report: &'a RefCell<&'b mut MateCallback>,
}

impl SearchMonitor for SearchWatch<'_, '_> {
    fn should_continue(&self, nodes: u64, depth: usize, hashfull: u32) -> bool {
        if self.stop.is_stopped() || platform::host_signal() == Some(HostSignal::Stop) {
            return false;
        }
        let now = Instant::now();
        if now >= self.next.get() {
            self.next.set(now + REPORT_INTERVAL);
            let stats = SearchStats { nodes, hashfull, time: now - self.start };
            (self.report.borrow_mut())(MateEvent::Progress(stats, depth as u32));
        }
        self.end.is_none_or(|end| now < end)
    }
}

/// A mate search running on its own thread. In a WebAssembly module it has ended: it runs on the
/// calling thread.
pub(super) struct RunningMateSearch {
    stop: Arc<MateStop>,
    task: BackgroundTask<Option<Solver>>,
}

impl RunningMateSearch {
    /// Starts a mate search.
    ///
    /// # Errors
    /// Returns the solver and the I/O error if the thread cannot be spawned.
    pub fn start(job: MateJob) -> Result<Self, (Solver, io::Error)> {
        let stop = Arc::clone(&job.stop);
        match BackgroundTask::spawn(STACK, job, MateJob::run) {
            Ok(task) => Ok(Self { stop, task }),
            Err((job, error)) => Err((job.solver, error)),
        }
    }

    /// Requests the search to stop.
    pub fn stop(&self) {
        self.stop.stop();
    }

    /// Waits for the end of the search. Returns the solver unless it panicked.
    pub fn join(self) -> Option<Solver> {
        self.task.join().flatten()
    }
}

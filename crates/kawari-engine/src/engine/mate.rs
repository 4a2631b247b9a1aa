//! The mate solver as a session has it: on a thread of its own, in words.

use std::cell::RefCell;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::search_events::{self, SearchStats};
use crate::core::forcing::ThreatKind;
use crate::core::history::History;
use crate::core::position::MoveLike;
use crate::games::Game;
use crate::mate::dfpn::{MAX_MATE_PLIES, SearchMonitor};
use crate::mate::graph::{Graph, PositionGraph};
use crate::mate::proof::Proof;
use crate::mate::solver::{MateLine, MateQuery, Solution, Solver, SolverAnswer};
use crate::notation::Notation;

/// Stack of a solver's thread, in bytes: a line of the longest length, many times over.
const STACK: usize = 16 << 20;
/// Time between two lines of progress.
const REPORT_INTERVAL: Duration = Duration::from_millis(500);

/// What a search for a mate is bounded by, and what it is to tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MateRequest {
    /// Time for all of it.
    pub time: Option<Duration>,
    /// Positions set up.
    pub nodes: Option<u64>,
    /// Longer mates, in plies, do not count.
    pub plies: Option<u16>,
    /// The line is shortened until it is the shortest.
    pub shortens: bool,
    /// A mate comes with its whole proof.
    pub with_proof: bool,
    /// It is found out whether the attacker has another mate of that length along the line.
    pub checks_uniqueness: bool,
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
        }
    }
}

impl MateRequest {
    /// True where nothing but a stop ends the search if it finds nothing.
    pub fn is_infinite(&self) -> bool {
        self.time.is_none() && self.nodes.is_none()
    }
}

/// What was found of a mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MateAnswer {
    /// The side to move mates, against every defence.
    Mate(Mate),
    /// It cannot by these threats alone, and that is proved.
    NoMate {
        /// The threats that were searched.
        threats: ThreatKind,
        /// Longer mates, in plies, were not searched; `None` if all lengths were.
        plies: Option<u16>,
    },
    /// The search was ended before it knew.
    Unknown,
    /// The game has neither Kings nor rows.
    NotImplemented,
}

/// A mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mate {
    /// The line, in USI notation.
    pub moves: Vec<String>,
    /// No mate is shorter, and no defence longer.
    pub is_shortest: bool,
    /// Whether no other move of the attacker along the line mates in as few plies, where
    /// that was asked for and is known.
    pub is_unique: Option<bool>,
    /// The whole proof, where it was asked for and could be told.
    pub proof: Option<MateProof>,
}

/// A proof, and how its moves are written.
#[derive(Clone, Debug)]
pub struct MateProof {
    /// The proof.
    pub proof: Proof,
    /// A move in USI notation.
    pub word: fn(u16) -> String,
}

impl PartialEq for MateProof {
    fn eq(&self, other: &Self) -> bool {
        self.proof == other.proof
    }
}

impl Eq for MateProof {}

/// What a search for a mate has to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MateEvent {
    /// It goes on: what it has cost, and the length of the line that it looks at.
    Progress(SearchStats, u32),
    /// A mate, which may yet be shortened, and what it has cost.
    Found(Mate, SearchStats),
    /// A fault of the program, in the words of its panic. An answer comes all the same.
    Fault(String),
    /// The end, and what it has cost; the last event of every search.
    Done(MateAnswer, SearchStats),
}

/// Where the events go; called on the solver's own thread.
pub type MateCallback = Box<dyn FnMut(MateEvent) + Send>;

/// All that a search for a mate needs, its own from now on.
pub struct MateJob {
    graph: Box<dyn Graph>,
    word: fn(u16) -> String,
    threats: ThreatKind,
    order: MateRequest,
    solver: Solver,
    report: MateCallback,
}

fn word<N: Notation>(bits: u16) -> String {
    N::Move::from_bits(bits).map_or_else(String::new, N::usi)
}

impl MateJob {
    /// A search for a mate by the side to move, at the end of a history.
    pub fn new<G: Game>(
        position: &G::Position,
        history: &History,
        threats: ThreatKind,
        order: MateRequest,
        solver: Solver,
        report: MateCallback,
    ) -> Self {
        let graph = Box::new(PositionGraph::new(position, history));
        Self { graph, word: word::<G::Position>, threats, order, solver, report }
    }

    /// Searches on the calling thread until the end, or until `stop` is set; gives the
    /// solver back, unless a fault has ended it.
    fn run(mut self, stop: &AtomicBool) -> Option<Solver> {
        let solved = panic::catch_unwind(AssertUnwindSafe(|| self.solve(stop)));
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

    fn solve(&mut self, stop: &AtomicBool) -> (MateAnswer, SearchStats) {
        let start = Instant::now();
        let MateRequest { time, nodes, plies, shortens, with_proof, checks_uniqueness } =
            self.order;
        let query = MateQuery {
            nodes: nodes.unwrap_or(u64::MAX),
            plies: plies.unwrap_or(MAX_MATE_PLIES),
            shortens,
            with_proof,
            checks_uniqueness,
        };
        let (word, threats) = (self.word, self.threats);
        let report = RefCell::new(&mut self.report);
        let mut watch = SearchWatch {
            stop,
            start,
            end: time.and_then(|time| start.checked_add(time)),
            next: start + REPORT_INTERVAL,
            report: &report,
        };
        let in_words = |line: &MateLine, is_unique, proof| Mate {
            moves: line.moves.iter().map(|&mv| word(mv)).collect(),
            is_shortest: line.is_shortest,
            is_unique,
            proof,
        };
        let mut found = |line: &MateLine, nodes: u64| {
            let stats = SearchStats { nodes, hashfull: 0, time: start.elapsed() };
            (report.borrow_mut())(MateEvent::Found(in_words(line, None, None), stats));
        };
        let Solution { answer, nodes, proof, is_unique } =
            self.solver.solve(&mut *self.graph, &query, &mut watch, &mut found);
        let answer = match answer {
            SolverAnswer::Mate(line) => {
                let proof = proof.map(|proof| MateProof { proof, word });
                MateAnswer::Mate(in_words(&line, is_unique, proof))
            }
            SolverAnswer::NoMate(plies) => {
                MateAnswer::NoMate { threats, plies: (plies < MAX_MATE_PLIES).then_some(plies) }
            }
            SolverAnswer::Unknown => MateAnswer::Unknown,
        };
        let stats = SearchStats { nodes, hashfull: self.solver.hashfull(), time: start.elapsed() };
        (answer, stats)
    }
}

/// Ends a search in time, and tells of it while it lasts.
struct SearchWatch<'a, 'b> {
    stop: &'a AtomicBool,
    start: Instant,
    end: Option<Instant>,
    /// When the next line is due.
    next: Instant,
    report: &'a RefCell<&'b mut MateCallback>,
}

impl SearchMonitor for SearchWatch<'_, '_> {
    fn should_continue(&mut self, nodes: u64, depth: usize, hashfull: u32) -> bool {
        if self.stop.load(Ordering::Relaxed) {
            return false;
        }
        let now = Instant::now();
        if now >= self.next {
            self.next = now + REPORT_INTERVAL;
            let stats = SearchStats { nodes, hashfull: hashfull, time: now - self.start };
            (self.report.borrow_mut())(MateEvent::Progress(stats, depth as u32));
        }
        self.end.is_none_or(|end| now < end)
    }
}

/// A search for a mate on a thread of its own.
pub struct RunningMateSearch {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Option<Solver>>,
}

impl RunningMateSearch {
    /// Begins.
    ///
    /// # Errors
    /// What the system says when it has no thread left, and the solver.
    pub fn start(job: MateJob) -> Result<Self, (Solver, io::Error)> {
        let stop = Arc::new(AtomicBool::new(false));
        let shared = Arc::clone(&stop);
        // The thread gets its job once it is there: one that is refused would take the
        // solver along.
        let (job_sender, job_receiver) = mpsc::sync_channel::<MateJob>(1);
        let thread = thread::Builder::new()
            .stack_size(STACK)
            .spawn(move || job_receiver.recv().ok().and_then(|job| job.run(&shared)));
        match thread {
            Ok(thread) => {
                // It waits for nothing else.
                let _ = job_sender.send(job);
                Ok(Self { stop, thread })
            }
            Err(error) => Err((job.solver, error)),
        }
    }

    /// Ends the search soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits for the end and gives the solver back, unless a fault has ended the search.
    pub fn join(self) -> Option<Solver> {
        self.thread.join().ok().flatten()
    }
}

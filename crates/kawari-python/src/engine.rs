//! The engine: searches, mate searches and evaluations in this process.
//!
//! Searches run on their own threads, which never hold the GIL. Every wait for one releases it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

use kawari_engine::engine::eval_source::EvalSource;
use kawari_engine::engine::game_state::StartPosition;
use kawari_engine::engine::mate::{MateAnswer, MateEvent, MateRequest};
use kawari_engine::engine::search_events::{SearchEvent, SearchStats};
use kawari_engine::engine::session::{self, GoError, SearchRequest, Session, Settings};
use kawari_engine::engine::strength::{Level, Strength};
use kawari_engine::games::variants::Variant;
use kawari_engine::search::limits::{Clock, Limits};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::analysis::{Analysis, SearchEvents};
use crate::board::Board;
use crate::errors::raise;
use crate::games::{Game, GameArgument};
use crate::pieces::Move;
use crate::results::{MateResult, Score, SearchResult};

/// Time between two checks for a signal such as Ctrl-C.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// A session that several Python objects share.
pub struct SharedSession {
    variant: Variant,
    session: Mutex<Box<dyn Session>>,
    /// Locked during a blocking search, so that others wait for its end.
    blocking_search: Mutex<()>,
    /// Number of the searches that were started.
    searches: AtomicU64,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Start position and moves of a board.
struct BoardPosition {
    start: String,
    moves: Vec<String>,
}

impl BoardPosition {
    fn set(&self, session: &mut dyn Session) -> PyResult<()> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        let start = StartPosition::Sfen(&self.start);
        session.game_state_mut().set(start, &moves).map_err(raise)
    }
}

impl SharedSession {
    /// Stops the search with this number if it is running.
    pub fn stop(&self, number: u64) {
        let session = lock(&self.session);
        if self.searches.load(Ordering::Relaxed) == number {
            session.stop();
        }
    }

    /// Starts a search with `go` after setting the position. Stops an earlier search. Returns
    /// the number of the new one.
    fn start(
        &self,
        position: &BoardPosition,
        multi_pv: Option<usize>,
        go: impl FnOnce(&mut dyn Session) -> Result<(), GoError>,
    ) -> PyResult<u64> {
        let mut session = lock(&self.session);
        session.stop();
        session.wait();
        position.set(&mut **session)?;
        if let Some(multi_pv) = multi_pv {
            let settings = Settings { multi_pv, ..*session.settings() };
            session.set_settings(settings).map_err(raise)?;
        }
        go(&mut **session).map_err(raise)?;
        Ok(self.searches.fetch_add(1, Ordering::Relaxed) + 1)
    }
}

/// Waits for the next event of a search. Stops the search at a signal such as Ctrl-C. Returns
/// `None` after the last event. Must be called without the GIL.
pub fn next_event<E>(
    events: &Receiver<E>,
    shared: &SharedSession,
    number: u64,
) -> PyResult<Option<E>> {
    loop {
        match events.recv_timeout(SIGNAL_INTERVAL) {
            Ok(event) => return Ok(Some(event)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(signal) = Python::attach(|py| py.check_signals()) {
                    shared.stop(number);
                    return Err(signal);
                }
            }
        }
    }
}

fn seconds(number: f64, name: &str) -> PyResult<Duration> {
    Duration::try_from_secs_f64(number)
        .map_err(|_| PyValueError::new_err(format!("{name} must be a number of seconds from 0")))
}

/// The limits of a search, as keyword arguments.
#[derive(Default)]
struct SearchLimits {
    nodes: Option<u64>,
    depth: Option<u32>,
    time: Option<f64>,
    clock: Option<[f64; 2]>,
    increment: Option<[f64; 2]>,
    byoyomi: Option<f64>,
}

impl SearchLimits {
    fn limits(&self) -> PyResult<Limits> {
        let pair = |times: Option<[f64; 2]>, name| -> PyResult<[Duration; 2]> {
            let [black, white] = times.unwrap_or_default();
            Ok([seconds(black, name)?, seconds(white, name)?])
        };
        let has_clock = self.clock.is_some() || self.increment.is_some() || self.byoyomi.is_some();
        let clock = Clock {
            remaining: pair(self.clock, "clock")?,
            increment: pair(self.increment, "increment")?,
            byoyomi: seconds(self.byoyomi.unwrap_or(0.0), "byoyomi")?,
            moves_to_go: None,
        };
        Ok(Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.time.map(|time| seconds(time, "time")).transpose()?,
            clock: has_clock.then_some(clock),
        })
    }
}

/// An engine for one game, with its own hash table and threads.
///
/// An engine runs one search at a time. A new search stops a running analysis, and waits for a
/// running search() or mate() of another thread. Several engines run independently.
#[pyclass(module = "kawari", frozen, weakref)]
pub struct Engine {
    shared: Arc<SharedSession>,
}

impl Engine {
    /// Returns the position of a board of this engine's game. The board is free for changes
    /// afterwards.
    fn position(&self, board: PyRef<'_, Board>) -> PyResult<BoardPosition> {
        if board.variant() != self.shared.variant {
            let names = [self.shared.variant, board.variant()].map(|variant| variant.info().name);
            let message = format!("the engine plays {}, but the board is {}", names[0], names[1]);
            return Err(PyValueError::new_err(message));
        }
        let (start, moves) = (board.state.start_sfen(), board.state.moves_in_usi());
        Ok(BoardPosition { start, moves })
    }

    /// Waits for a blocking search of another thread. Must be called without the GIL.
    fn lock_blocking_search(&self) -> MutexGuard<'_, ()> {
        lock(&self.shared.blocking_search)
    }
}

fn search_moves(moves: Option<Vec<Move>>) -> Vec<String> {
    moves.into_iter().flatten().map(|mv| mv.0.to_string()).collect()
}

fn check_multi_pv(multi_pv: usize) -> PyResult<usize> {
    match multi_pv {
        0 => Err(PyValueError::new_err("multipv must be at least 1")),
        _ => Ok(multi_pv),
    }
}

/// Parses the argument `network` of an engine.
fn eval_source(network: &Bound<'_, PyAny>) -> PyResult<EvalSource> {
    if let Ok(bytes) = network.cast::<PyBytes>() {
        return Ok(EvalSource::Bytes(bytes.as_bytes().into()));
    }
    if network.extract::<String>().is_ok_and(|name| name == "none") {
        return Ok(EvalSource::HandCrafted);
    }
    let path = network.extract::<PathBuf>();
    path.map(EvalSource::File).map_err(|_| PyTypeError::new_err("network must be a path or bytes"))
}

#[pymethods]
impl Engine {
    /// Creates an engine.
    ///
    /// hash: size of the hash table in MiB. threads: number of search threads. level: playing
    /// strength from 1 to 8; 8 is full strength. seed: seed of the random choices of a level
    /// below 8. network: a file with a network or weights, or its contents as bytes; "none" for
    /// the hand-crafted evaluation; None for the built-in network.
    #[new]
    #[pyo3(signature = (
        game=None, *, hash=16, threads=1, level=8, seed=0, network=None, mate_hash=64,
    ))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments in Python")]
    fn new(
        py: Python<'_>,
        game: Option<GameArgument>,
        hash: usize,
        threads: usize,
        level: u8,
        seed: u64,
        network: Option<&Bound<'_, PyAny>>,
        mate_hash: usize,
    ) -> PyResult<Self> {
        let variant = game.map_or(Variant::Shogi, |game| game.0);
        let level = Level::new(level)
            .ok_or_else(|| PyValueError::new_err("level must be a number from 1 to 8"))?;
        let strength = Strength::Level(level);
        let source = network.map(eval_source).transpose()?;
        let settings = Settings { hash, mate_hash, threads, strength, seed, ..Settings::default() };
        py.detach(|| {
            let mut session = session::open(variant, settings).map_err(raise)?;
            if let Some(source) = source {
                session.set_evaluation(&source).map_err(raise)?;
            }
            let session = Mutex::new(session);
            let (blocking_search, searches) = (Mutex::new(()), AtomicU64::new(0));
            let shared = SharedSession { variant, session, blocking_search, searches };
            Ok(Self { shared: Arc::new(shared) })
        })
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(self.shared.variant)
    }

    /// A short description of the evaluation.
    #[getter]
    fn evaluation(&self, py: Python<'_>) -> String {
        py.detach(|| lock(&self.shared.session).evaluation_description())
    }

    /// Searches the position of a board and returns the best move.
    ///
    /// At least one limit is necessary at full strength: nodes, depth (plies), time (seconds), or
    /// a clock with the seconds of Black and White, increment and byoyomi. moves: the moves to
    /// search; default: all. multipv: number of best moves to report. play_on: answers with a
    /// move where the engine would resign or claim a win.
    #[pyo3(signature = (
        board, *, nodes=None, depth=None, time=None, clock=None, increment=None, byoyomi=None,
        moves=None, multipv=1, play_on=false,
    ))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments in Python")]
    fn search(
        &self,
        py: Python<'_>,
        board: PyRef<'_, Board>,
        nodes: Option<u64>,
        depth: Option<u32>,
        time: Option<f64>,
        clock: Option<[f64; 2]>,
        increment: Option<[f64; 2]>,
        byoyomi: Option<f64>,
        moves: Option<Vec<Move>>,
        multipv: usize,
        play_on: bool,
    ) -> PyResult<SearchResult> {
        let limits = SearchLimits { nodes, depth, time, clock, increment, byoyomi }.limits()?;
        let position = self.position(board)?;
        let multipv = check_multi_pv(multipv)?;
        let request = SearchRequest {
            limits,
            search_moves: search_moves(moves),
            plays_on: play_on,
            ..SearchRequest::default()
        };
        py.detach(|| {
            let _search = self.lock_blocking_search();
            let is_full_strength =
                lock(&self.shared.session).settings().strength == Strength::default();
            if limits == Limits::default() && is_full_strength {
                let message = "a search needs a limit: nodes, depth, time, clock or byoyomi";
                return Err(PyValueError::new_err(message));
            }
            let (number, receiver) = self.start_search(&position, multipv, &request)?;
            let mut events = SearchEvents::new(receiver);
            while events.next(&self.shared, number)?.is_some() {}
            events.result()
        })
    }

    /// Starts an analysis: an iterator of progress reports, also an asynchronous one.
    ///
    /// Without limits it runs until it is stopped. It stops when its object is deleted, at the
    /// end of a with block, and when the engine starts another search. An analysis without limits
    /// always has full strength.
    #[pyo3(signature = (board, *, nodes=None, depth=None, time=None, moves=None, multipv=1))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments in Python")]
    fn analysis(
        &self,
        py: Python<'_>,
        board: PyRef<'_, Board>,
        nodes: Option<u64>,
        depth: Option<u32>,
        time: Option<f64>,
        moves: Option<Vec<Move>>,
        multipv: usize,
    ) -> PyResult<Analysis> {
        let limits = SearchLimits { nodes, depth, time, ..SearchLimits::default() }.limits()?;
        let position = self.position(board)?;
        let multipv = check_multi_pv(multipv)?;
        let request = SearchRequest {
            limits,
            search_moves: search_moves(moves),
            infinite: limits == Limits::default(),
            ..SearchRequest::default()
        };
        py.detach(|| {
            let _search = self.lock_blocking_search();
            let (number, receiver) = self.start_search(&position, multipv, &request)?;
            Ok(Analysis::new(Arc::clone(&self.shared), number, receiver))
        })
    }

    /// Searches for a forced win of the side to move.
    ///
    /// Limits: nodes, time (seconds), plies (length of the mate). Without a limit it runs until
    /// the answer is proved. shortest: searches on for the shortest mate. unique: checks whether
    /// the attacker has another mate of the same length. quiet: if there is no mate by threats
    /// alone, searches for one with quiet moves.
    #[pyo3(signature = (
        board, *, nodes=None, time=None, plies=None, shortest=true, unique=false, quiet=true,
    ))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments in Python")]
    fn mate(
        &self,
        py: Python<'_>,
        board: PyRef<'_, Board>,
        nodes: Option<u64>,
        time: Option<f64>,
        plies: Option<u16>,
        shortest: bool,
        unique: bool,
        quiet: bool,
    ) -> PyResult<MateResult> {
        let position = self.position(board)?;
        let request = MateRequest {
            nodes,
            time: time.map(|time| seconds(time, "time")).transpose()?,
            plies,
            shortens: shortest,
            with_proof: false,
            checks_uniqueness: unique,
            allows_quiet: quiet,
        };
        py.detach(|| {
            let _search = self.lock_blocking_search();
            let (sender, receiver) = mpsc::channel();
            let number = self.shared.start(&position, None, |session| {
                session.go_mate(&request, Box::new(move |event| drop(sender.send(event))))
            })?;
            let mut answer = (MateAnswer::Unknown, SearchStats::default());
            while let Some(event) = next_event(&receiver, &self.shared, number)? {
                match event {
                    MateEvent::Done(mate, stats) => answer = (mate, stats),
                    MateEvent::Fault(message) => return Err(PyRuntimeError::new_err(message)),
                    MateEvent::Progress(..) | MateEvent::Found(..) | MateEvent::NoThreatMate(_) => {
                    }
                }
            }
            Ok(MateResult::new(answer.0, answer.1))
        })
    }

    /// Returns the static evaluation of a position, for the side to move.
    fn evaluate(&self, py: Python<'_>, board: PyRef<'_, Board>) -> PyResult<Score> {
        let position = self.position(board)?;
        py.detach(|| {
            let mut session = lock(&self.shared.session);
            position.set(&mut **session)?;
            Ok(Score(session.evaluation()))
        })
    }

    /// Stops the running search or analysis. It answers with the best move so far.
    fn stop(&self, py: Python<'_>) {
        py.detach(|| lock(&self.shared.session).stop());
    }

    /// Clears the hash table and the histories, after the running search.
    fn new_game(&self, py: Python<'_>) {
        py.detach(|| {
            let _search = self.lock_blocking_search();
            let mut session = lock(&self.shared.session);
            session.stop();
            session.new_game();
        });
    }

    fn __repr__(&self) -> String {
        format!("<Engine {}>", self.shared.variant.info().name)
    }
}

impl Engine {
    fn start_search(
        &self,
        position: &BoardPosition,
        multi_pv: usize,
        request: &SearchRequest,
    ) -> PyResult<(u64, Receiver<SearchEvent>)> {
        let (sender, receiver) = mpsc::channel();
        let number = self.shared.start(position, Some(multi_pv), |session| {
            session.go(request, Box::new(move |event| drop(sender.send(event))))
        })?;
        Ok((number, receiver))
    }
}

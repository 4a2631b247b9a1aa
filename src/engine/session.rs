//! A session with the engine: a game in progress, a search that answers `go`.

use std::time::Duration;

use super::line::Line;
use crate::core::score::Score;
use crate::games::variants::Variant;
use crate::notation::error::MoveError;
use crate::search::limits::Limits;

/// What a user can set; takes effect with the next search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Size of the transposition table, in MiB.
    pub hash: usize,
    /// Number of search threads.
    pub threads: usize,
    /// Number of principal variations to report.
    pub multi_pv: usize,
    /// Time lost between the engine and the clock, each move.
    pub move_overhead: Duration,
    /// Resign when the score is this far below zero; 0 is never.
    pub resign_score: Score,
    /// The game is a draw when this many moves have been played; 0 is never.
    pub max_moves_to_draw: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash: 16,
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            resign_score: 0,
            max_moves_to_draw: 0,
        }
    }
}

/// What a `go` asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Order {
    /// What bounds the search.
    pub limits: Limits,
    /// The only root moves to search (USI); all when empty.
    pub search_moves: Vec<String>,
    /// No answer before [`Session::stop`] or [`Session::ponder_hit`].
    pub ponder: bool,
    /// No answer before [`Session::stop`].
    pub infinite: bool,
}

/// Whether a reported score is exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The score is what the search found.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// One line of progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Iteration, in plies.
    pub depth: u32,
    /// Deepest line, in plies.
    pub seldepth: u32,
    /// Which principal variation this is, from 1.
    pub multipv: usize,
    /// From the side to move's view; see [`crate::core::score::mate_distance`].
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Positions searched, over all threads.
    pub nodes: u64,
    /// Full part of the transposition table, in thousandths.
    pub hashfull: u32,
    /// Since the search began.
    pub time: Duration,
    /// The principal variation in USI notation.
    pub pv: Vec<String>,
}

/// The answer to a `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A move, and the reply expected to it, in USI notation.
    Move {
        /// The best move.
        best: String,
        /// The expected reply.
        ponder: Option<String>,
    },
    /// The game is lost on the board, or so far gone that the user wants it
    /// given up.
    Resign,
    /// A rule has already won the game.
    Win,
}

/// What a search has to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Progress.
    Info(Info),
    /// The end; the last event of every search.
    Done(Answer),
}

/// Where the events of a search go; called on the search's own thread.
pub type Report = Box<dyn FnMut(Event) + Send>;

/// All that the protocol may ask of the engine.
pub trait Session: Send {
    /// The game in progress. It may change while a search runs: the search has
    /// its own copy.
    fn line(&self) -> &dyn Line;

    /// The game in progress, to be changed.
    fn line_mut(&mut self) -> &mut dyn Line;

    /// What the user has set.
    fn settings(&self) -> &Settings;

    /// Changes the settings. Waits for a running search.
    fn set_settings(&mut self, settings: Settings);

    /// Forgets what earlier games have taught: transposition table and
    /// histories. Waits for a running search.
    fn new_game(&mut self);

    /// Begins a search of the latest position and returns at once. Waits for an
    /// earlier search first. `report` gets every event, [`Event::Done`] last.
    ///
    /// # Errors
    /// A [`MoveError`] for the first of the order's search moves that is not
    /// legal; nothing has begun then.
    fn go(&mut self, order: &Order, report: Report) -> Result<(), MoveError>;

    /// True from [`Session::go`] until the search has reported its end.
    fn is_searching(&self) -> bool;

    /// Ends the running search soon; no more than a request.
    fn stop(&self);

    /// The move pondered on was played: the search goes on with its limits, its
    /// time counted from now.
    fn ponder_hit(&self);

    /// Waits until the running search has reported its end.
    fn wait(&mut self);

    /// The static evaluation of the latest position, from the side to move's view.
    fn evaluation(&self) -> Score;
}

/// Opens a session with a game at its start position.
pub fn open(_variant: Variant, _settings: Settings) -> Box<dyn Session> {
    unimplemented!("the search is on its way")
}

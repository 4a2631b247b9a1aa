//! Requests for the analysis of games: a search of each position, from the last to the first.
//! Results of later positions in the transposition table help in earlier ones.

use serde::{Deserialize, Serialize};

use super::failure::Failure;
use super::limits::LimitsRequest;
use super::move_sequence::MoveSequence;
use super::position::{MoveJson, OutcomeJson};
use super::request_limits;
use super::search::{FaultJson, RecordWriter};
use kawari_engine::core::color::Color;
use kawari_engine::core::score::{self, Score};
use kawari_engine::engine::game_state::GameState;
use kawari_engine::engine::search_events::{SearchAnswer, SearchInfo};
use kawari_engine::engine::session::SearchRequest;
use kawari_engine::notation::usi::UsiMove;
use kawari_records::score::LoggedScore;

/// A request for the analysis of a game.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AnalyseRequest {
    /// Name of the game.
    game: String,
    /// SFEN of the start position. Default: the game's own start position.
    start: Option<String>,
    /// Moves from the start in USI notation, at most 2000. Default: none.
    moves: Option<Vec<String>>,
    /// Limits of each search: `depth`, `nodes` or `movetime`.
    limits: LimitsRequest,
    /// Transposition table, in MiB. Default: 16.
    hash: Option<usize>,
    /// Number of threads. Default: 1.
    threads: Option<usize>,
}

/// A line of the response to an analysis.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum AnalyseLineJson {
    /// First line.
    Started(AnalyseStartedJson),
    /// Result of a position.
    Position(Box<AnalysedPositionJson>),
    /// An internal error.
    Fault(FaultJson),
    /// Last line.
    Done(AnalyseDoneJson),
}

/// Granted resources and the number of positions.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalyseStartedJson {
    /// Transposition table, in MiB.
    pub hash: usize,
    /// Number of threads.
    pub threads: usize,
    /// Number of positions: one more than moves.
    pub positions: usize,
}

/// Result of the search of one position.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalysedPositionJson {
    /// Number of moves before the position; 0 is the start.
    ply: usize,
    /// Number of finished positions, this one included.
    done: usize,
    /// Score from Black's view; `null` where the game is over.
    score: Option<LoggedScore>,
    /// Best move.
    best: Option<MoveJson>,
    /// Principal variation in USI notation.
    pv: Vec<String>,
    /// Principal variation in written notation.
    record: Vec<String>,
    /// Depth in plies.
    depth: u32,
    /// Nodes searched.
    nodes: u64,
    /// Time of the search, in milliseconds.
    time: u128,
    /// Result of the game, if it has ended in this position.
    outcome: Option<OutcomeJson>,
}

/// End of an analysis.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalyseDoneJson {
    /// Number of positions.
    pub positions: usize,
    /// Time of the analysis, in milliseconds.
    pub time: u128,
}

impl From<FaultJson> for AnalyseLineJson {
    fn from(fault: FaultJson) -> Self {
        Self::Fault(fault)
    }
}

/// A checked request for an analysis.
#[derive(Debug)]
pub struct PreparedAnalysis {
    /// The game.
    pub played: MoveSequence,
    /// Requested size of the transposition table, in MiB.
    pub hash: usize,
    /// Requested number of threads.
    pub threads: usize,
    limits: LimitsRequest,
}

impl AnalyseRequest {
    /// Checks the limits, the name of the game and its moves.
    ///
    /// # Errors
    /// Returns a [`Failure`] if one of them is invalid.
    pub fn check(self) -> Result<PreparedAnalysis, Failure> {
        let limits = self.limits;
        if !limits.has_limit() || limits.is_game_search() {
            let message = "`limits` must have a `depth`, `nodes` or `movetime`, and neither a `clock` nor `infinite`";
            return Err(Failure::bad_request(message));
        }
        Ok(PreparedAnalysis {
            played: MoveSequence::new(&self.game, self.start, self.moves)?,
            hash: self.hash.unwrap_or(request_limits::DEFAULT_HASH),
            threads: self.threads.unwrap_or(1),
            limits,
        })
    }
}

impl PreparedAnalysis {
    /// Returns the number of positions.
    pub fn positions(&self) -> usize {
        self.played.len() + 1
    }

    /// Returns the positions in the order of their searches, as numbers of moves, each with the
    /// number of positions that are finished after its search.
    pub fn order(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        (0..self.positions()).rev().zip(1..)
    }
}

/// The search of a position of an analysis.
pub struct PositionAnalysis {
    analysed: AnalysedPositionJson,
    color: Color,
    writer: RecordWriter,
    last: Option<SearchInfo>,
}

impl PositionAnalysis {
    /// Prepares the search of the current position of a game. `ply` and `done` are from
    /// [`PreparedAnalysis::order`].
    pub fn new(game_state: &dyn GameState, (ply, done): (usize, usize)) -> Self {
        Self {
            color: game_state.side_to_move(),
            writer: RecordWriter::new(game_state),
            last: None,
            analysed: AnalysedPositionJson {
                ply,
                done,
                score: None,
                best: None,
                pv: Vec::new(),
                record: Vec::new(),
                depth: 0,
                nodes: 0,
                time: 0,
                outcome: game_state.status().map(Into::into),
            },
        }
    }

    /// Returns the search to run; `None` if the game is over.
    pub fn request(&self, analysis: &PreparedAnalysis) -> Option<SearchRequest> {
        let limits = analysis.limits.for_search(self.color, 0);
        let request = SearchRequest { limits, ..SearchRequest::default() };
        self.analysed.outcome.is_none().then_some(request)
    }

    /// Stores the progress of the search.
    pub fn on_info(&mut self, info: SearchInfo) {
        self.last = Some(info);
    }

    /// Returns the result. `answer` is that of the search, if there was one.
    pub fn finish(
        self,
        game_state: &dyn GameState,
        answer: Option<SearchAnswer>,
    ) -> AnalysedPositionJson {
        let Self { mut analysed, color, mut writer, last } = self;
        match answer {
            Some(SearchAnswer::Move { best, .. }) => {
                analysed.best = game_state.describe_move(&best.to_string()).ok().map(Into::into);
            }
            // The side to move can declare a win.
            Some(SearchAnswer::Win) => {
                analysed.score = Some(for_black(score::mate_in(1), color).into());
            }
            Some(SearchAnswer::Resign) | None => {}
        }
        if let Some(info) = last {
            analysed.score = Some(for_black(info.score, color).into());
            analysed.record = writer.record(&info.pv);
            analysed.pv = info.pv.iter().map(UsiMove::to_string).collect();
            (analysed.depth, analysed.nodes) = (info.depth, info.nodes);
            analysed.time = info.time.as_millis();
        }
        analysed
    }
}

/// Converts a score from the side to move's view to Black's view.
fn for_black(score: Score, to_move: Color) -> Score {
    match to_move {
        Color::Black => score,
        Color::White => -score,
    }
}

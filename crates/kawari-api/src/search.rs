//! Progress and answers of searches.

use serde::Serialize;

use super::limits::RemainingClockJson;
use super::position::{MoveJson, OutcomeJson, PositionJson};
use kawari_engine::engine::game_state::{GameState, StartPosition};
use kawari_engine::engine::search_events::{SearchAnswer, SearchInfo};
use kawari_engine::notation::usi::UsiMove;
use kawari_engine::search::transposition_table::Bound;
use kawari_records::score::LoggedScore;

/// An internal error in a search. The stream continues with the search's answer.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FaultJson {
    /// English message.
    pub message: String,
}

/// Converts principal variations of a position to written notation.
pub struct RecordWriter {
    game_state: Box<dyn GameState>,
    sfen: String,
}

impl RecordWriter {
    /// Creates a writer for the current position of a game.
    pub fn new(game_state: &dyn GameState) -> Self {
        Self { game_state: game_state.boxed_clone(), sfen: game_state.sfen() }
    }

    /// Returns moves in written notation; none if one of them is illegal.
    pub fn record(&mut self, moves: &[UsiMove]) -> Vec<String> {
        let set = self.game_state.set(StartPosition::Sfen(&self.sfen), &[]);
        let mut moves = moves.iter();
        match set.and_then(|()| moves.try_for_each(|&mv| self.game_state.push_move(mv))) {
            Ok(()) => self.game_state.record(),
            Err(error) => {
                log::error!("invalid principal variation: {error}");
                Vec::new()
            }
        }
    }
}

/// Progress of a search.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InfoJson {
    /// Rank of the principal variation, from 1.
    multipv: usize,
    /// Depth in plies.
    depth: u32,
    /// Depth of the deepest line, in plies.
    seldepth: u32,
    /// Score from the side to move's view.
    score: LoggedScore,
    /// Whether the score is exact or a bound.
    bound: BoundJson,
    /// Nodes searched so far.
    nodes: u64,
    /// Nodes per second.
    nps: u64,
    /// Time since the start of the search, in milliseconds.
    time: u128,
    /// Used part of the transposition table, in thousandths.
    hashfull: u32,
    /// Principal variation in USI notation.
    pv: Vec<String>,
    /// Principal variation in written notation.
    record: Vec<String>,
}

/// Kind of a score.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum BoundJson {
    /// The score is exact.
    Exact,
    /// The score is a lower bound.
    Lower,
    /// The score is an upper bound.
    Upper,
}

impl InfoJson {
    /// Creates a progress line from an event of the search.
    pub fn new(info: SearchInfo, writer: &mut RecordWriter) -> Self {
        Self {
            multipv: info.multipv,
            depth: info.depth,
            seldepth: info.seldepth,
            score: info.score.into(),
            bound: match info.bound {
                Bound::Exact => BoundJson::Exact,
                Bound::Lower => BoundJson::Lower,
                Bound::Upper => BoundJson::Upper,
            },
            nodes: info.nodes,
            nps: info.nodes_per_second(),
            time: info.time.as_millis(),
            hashfull: info.hashfull,
            record: writer.record(&info.pv),
            pv: info.pv.iter().map(UsiMove::to_string).collect(),
        }
    }
}

/// Answer of a search.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BestMoveJson {
    /// Kind of the answer.
    answer: AnswerKindJson,
    /// Best move, with answer `move`.
    #[serde(rename = "move")]
    best: Option<MoveJson>,
    /// Expected reply.
    ponder: Option<MoveJson>,
    /// With `win`, the win, for example by declaration. With `resign`, the result if the game
    /// has already ended.
    outcome: Option<OutcomeJson>,
    /// Position after the move, with answer `move`.
    position: Option<PositionJson>,
    /// Time from the arrival of the request to this line, in milliseconds.
    pub elapsed: u64,
    /// Clock of the engine after the move, for a request with a clock.
    pub clock: Option<RemainingClockJson>,
}

/// Kind of a search's answer.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum AnswerKindJson {
    /// A move.
    Move,
    /// The engine resigns, or has lost.
    Resign,
    /// The engine has won, or declares a win.
    Win,
}

impl BestMoveJson {
    /// Describes the answer of a search of the current position, and plays its move. The time and
    /// the clock are not set.
    pub fn new(game_state: &mut dyn GameState, answer: &SearchAnswer) -> Self {
        let mut last = Self {
            answer: AnswerKindJson::Move,
            best: None,
            ponder: None,
            outcome: None,
            position: None,
            elapsed: 0,
            clock: None,
        };
        match answer {
            SearchAnswer::Move { best, ponder } => {
                let best_move: Option<MoveJson> =
                    game_state.describe_move(&best.to_string()).ok().map(Into::into);
                if game_state.push_move(*best).is_ok() {
                    let reply =
                        ponder.and_then(|reply| game_state.describe_move(&reply.to_string()).ok());
                    last.ponder = reply.map(Into::into);
                    last.position = Some(PositionJson::of(game_state, best_move.clone()));
                }
                last.best = best_move;
            }
            SearchAnswer::Resign => {
                last.answer = AnswerKindJson::Resign;
                last.outcome = game_state.status().map(Into::into);
            }
            SearchAnswer::Win => {
                last.answer = AnswerKindJson::Win;
                last.outcome = game_state.ending().map(Into::into);
            }
        }
        last
    }
}

//! Games, positions and moves as the page has them.

use serde::{Deserialize, Serialize};

use super::failure::{Failure, color_name, reason_name};
use super::limits;
use kawari_engine::core::color::Color;
use kawari_engine::core::counts::{ClockCount, DeclarationCount, RepetitionCount, RuleCounts};
use kawari_engine::core::outcome::Outcome;
use kawari_engine::engine::game_state::{self, GameState, StartPosition};
use kawari_engine::games::variants::Variant;
use kawari_engine::notation::move_details::{CapturedPiece, LegalMove, SideChange};

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Black.
    Black,
    /// White.
    White,
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

/// A game as a request tells it: where it started and what was played.
#[derive(Clone, Debug)]
pub struct MoveSequence {
    /// The game.
    pub variant: Variant,
    start: Option<String>,
    moves: Vec<String>,
}

impl MoveSequence {
    /// Reads the fields of a request.
    ///
    /// # Errors
    /// When there is no such game, or the moves are too many.
    pub fn new(
        game: &str,
        start: Option<String>,
        moves: Option<Vec<String>>,
    ) -> Result<Self, Failure> {
        let moves = moves.unwrap_or_default();
        if moves.len() > limits::MOVES {
            return Err(Failure::bad_request(format!("more than {} moves", limits::MOVES)));
        }
        Ok(Self { variant: game.parse()?, start, moves })
    }

    /// How many moves were played.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// The moves, in USI notation.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Sets a line to the position after so many moves.
    ///
    /// # Errors
    /// When the start or a move is refused.
    pub fn set_to(&self, game_state: &mut dyn GameState, ply: usize) -> Result<(), Failure> {
        let start = self.start.as_deref().map_or(StartPosition::Initial, StartPosition::Sfen);
        let words: Vec<&str> = self.moves[..ply].iter().map(String::as_str).collect();
        Ok(game_state.set(start, &words)?)
    }

    /// The game as a line of play.
    ///
    /// # Errors
    /// When the start or a move is refused.
    pub fn game_state(&self) -> Result<Box<dyn GameState>, Failure> {
        let mut line = game_state::open(self.variant);
        self.set_to(&mut *line, self.moves.len())?;
        Ok(line)
    }
}

/// The end of a game.
#[derive(Clone, Debug, Serialize)]
pub struct OutcomeJson {
    winner: Option<&'static str>,
    reason: String,
    text: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    row: Vec<String>,
}

impl OutcomeJson {
    /// The end of a game in its latest position, if it has ended there.
    fn of(game_state: &dyn GameState) -> Option<Self> {
        game_state.status().map(|outcome| Self { row: game_state.winning_row(), ..outcome.into() })
    }
}

impl From<Outcome> for OutcomeJson {
    fn from(outcome: Outcome) -> Self {
        Self {
            winner: outcome.winner().map(color_name),
            reason: reason_name(outcome.reason()),
            text: outcome.to_string(),
            row: Vec::new(),
        }
    }
}

/// A legal move.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveJson {
    usi: String,
    record: String,
    from: Option<String>,
    drop: Option<String>,
    to: String,
    piece: String,
    becomes: String,
    turn: Option<&'static str>,
    counter_flip: bool,
    captures: Vec<CapturedJson>,
}

#[derive(Clone, Debug, Serialize)]
struct CapturedJson {
    square: String,
    piece: String,
    hand: Option<String>,
}

/// How a piece turns to its other side, as JSON names it.
pub fn turn_name(turn: SideChange) -> &'static str {
    match turn {
        SideChange::Promote => "promote",
        SideChange::Flip => "flip",
    }
}

impl From<LegalMove> for MoveJson {
    fn from(LegalMove { usi, record, parts }: LegalMove) -> Self {
        let captured = |CapturedPiece { square, piece, hand }| CapturedJson { square, piece, hand };
        Self {
            usi,
            record,
            drop: parts.from.is_none().then(|| parts.piece.clone()),
            from: parts.from,
            to: parts.to,
            piece: parts.piece,
            becomes: parts.becomes,
            turn: parts.turn.map(turn_name),
            counter_flip: parts.counter_flip,
            captures: parts.captures.into_iter().map(captured).collect(),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
struct CountsJson {
    repetition: RepetitionJson,
    clock: Option<ClockJson>,
    declaration: Option<DeclarationsJson>,
}

#[derive(Clone, Debug, Serialize)]
struct RepetitionJson {
    occurrences: u32,
    limit: u32,
    verdict: Option<OutcomeJson>,
}

#[derive(Clone, Debug, Serialize)]
struct ClockJson {
    reason: String,
    played: u32,
    limit: u32,
    verdict: OutcomeJson,
    points: Option<PointsJson>,
}

#[derive(Clone, Debug, Serialize)]
struct PointsJson {
    black: u32,
    white: u32,
    needed: u32,
}

#[derive(Clone, Debug, Serialize)]
struct DeclarationsJson {
    black: DeclarationJson,
    white: DeclarationJson,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct DeclarationJson {
    king: bool,
    pieces: u32,
    pieces_needed: u32,
    points: u32,
    points_needed: u32,
}

impl From<RuleCounts> for CountsJson {
    fn from(RuleCounts { repetition, clock, declarations }: RuleCounts) -> Self {
        let RepetitionCount { occurrences, limit, verdict } = repetition;
        Self {
            repetition: RepetitionJson { occurrences, limit, verdict: verdict.map(Into::into) },
            clock: clock.map(Into::into),
            declaration: declarations.map(|[black, white]| DeclarationsJson {
                black: black.into(),
                white: white.into(),
            }),
        }
    }
}

impl From<ClockCount> for ClockJson {
    fn from(clock: ClockCount) -> Self {
        Self {
            reason: reason_name(clock.reason),
            played: clock.played,
            limit: clock.limit,
            verdict: clock.verdict.into(),
            points: clock.points.map(|points| {
                let ([black, white], needed) = (points.have, points.needed);
                PointsJson { black, white, needed }
            }),
        }
    }
}

impl From<DeclarationCount> for DeclarationJson {
    fn from(count: DeclarationCount) -> Self {
        let DeclarationCount { king, pieces, pieces_needed, points, points_needed } = count;
        Self { king, pieces, pieces_needed, points, points_needed }
    }
}

/// A position with all that may be done in it.
#[derive(Clone, Debug, Serialize)]
pub struct PositionJson {
    game: &'static str,
    sfen: String,
    start: String,
    ply: usize,
    turn: Side,
    check: bool,
    moves: Vec<MoveJson>,
    last: Option<MoveJson>,
    outcome: Option<OutcomeJson>,
    declaration: Option<OutcomeJson>,
    counts: CountsJson,
}

impl PositionJson {
    /// The latest position of a line, and the move that led to it.
    pub fn of(game_state: &dyn GameState, last: Option<MoveJson>) -> Self {
        Self {
            game: game_state.info().name,
            sfen: game_state.sfen(),
            start: game_state.start_sfen(),
            ply: game_state.moves().len(),
            turn: game_state.side_to_move().into(),
            check: game_state.in_check(),
            moves: game_state.detailed_moves().into_iter().map(Into::into).collect(),
            last,
            outcome: OutcomeJson::of(game_state),
            declaration: game_state.declaration().map(Into::into),
            counts: game_state.rule_counts().into(),
        }
    }

    /// The position after all moves of a game.
    ///
    /// # Errors
    /// When the start or a move is refused.
    pub fn after(played: &MoveSequence) -> Result<Self, Failure> {
        let mut game_state = game_state::open(played.variant);
        let Some((latest, earlier)) = played.moves().split_last() else {
            played.set_to(&mut *game_state, 0)?;
            return Ok(Self::of(&*game_state, None));
        };
        played.set_to(&mut *game_state, earlier.len())?;
        let last = game_state.describe_move(latest).ok().map(Into::into);
        game_state.push(latest)?;
        Ok(Self::of(&*game_state, last))
    }
}

/// One position of a whole game.
#[derive(Clone, Debug, Serialize)]
pub struct StepJson {
    sfen: String,
    turn: Side,
    check: bool,
    #[serde(rename = "move")]
    last: Option<MoveJson>,
    outcome: Option<OutcomeJson>,
}

impl StepJson {
    fn of(game_state: &dyn GameState, last: Option<MoveJson>) -> Self {
        Self {
            sfen: game_state.sfen(),
            turn: game_state.side_to_move().into(),
            check: game_state.in_check(),
            last,
            outcome: OutcomeJson::of(game_state),
        }
    }
}

/// A whole game, and its last position.
#[derive(Clone, Debug, Serialize)]
pub struct WalkJson {
    steps: Vec<StepJson>,
    position: PositionJson,
}

impl WalkJson {
    /// Goes through a game.
    ///
    /// # Errors
    /// When the start or a move is refused.
    pub fn through(played: &MoveSequence) -> Result<Self, Failure> {
        let mut game_state = game_state::open(played.variant);
        played.set_to(&mut *game_state, 0)?;
        let mut steps = vec![StepJson::of(&*game_state, None)];
        for word in played.moves() {
            let last = game_state.describe_move(word).ok().map(Into::into);
            game_state.push(word)?;
            steps.push(StepJson::of(&*game_state, last));
        }
        let last = steps.last().and_then(|step| step.last.clone());
        Ok(Self { position: PositionJson::of(&*game_state, last), steps })
    }
}

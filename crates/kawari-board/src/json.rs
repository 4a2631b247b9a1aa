//! Games, positions and moves as the page has them.

use serde::{Deserialize, Serialize};

use super::failure::{Failure, color_name, reason_name};
use super::limits;
use kawari_engine::core::color::Color;
use kawari_engine::core::counts::{ClockCount, Counts, DeclarationCount, RepetitionCount};
use kawari_engine::core::outcome::Outcome;
use kawari_engine::engine::line::{self, Line, Start};
use kawari_engine::games::variants::Variant;
use kawari_engine::notation::parts::{Captured, LegalMove, Turn};

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
pub struct Played {
    /// The game.
    pub variant: Variant,
    start: Option<String>,
    moves: Vec<String>,
}

impl Played {
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
    pub fn set_to(&self, line: &mut dyn Line, ply: usize) -> Result<(), Failure> {
        let start = self.start.as_deref().map_or(Start::Initial, Start::Sfen);
        let words: Vec<&str> = self.moves[..ply].iter().map(String::as_str).collect();
        Ok(line.set(start, &words)?)
    }

    /// The game as a line of play.
    ///
    /// # Errors
    /// When the start or a move is refused.
    pub fn line(&self) -> Result<Box<dyn Line>, Failure> {
        let mut line = line::open(self.variant);
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
    fn of(line: &dyn Line) -> Option<Self> {
        line.status().map(|outcome| Self { row: line.winning_row(), ..outcome.into() })
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
pub fn turn_name(turn: Turn) -> &'static str {
    match turn {
        Turn::Promote => "promote",
        Turn::Flip => "flip",
    }
}

impl From<LegalMove> for MoveJson {
    fn from(LegalMove { usi, record, parts }: LegalMove) -> Self {
        let captured = |Captured { square, piece, hand }| CapturedJson { square, piece, hand };
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

impl From<Counts> for CountsJson {
    fn from(Counts { repetition, clock, declarations }: Counts) -> Self {
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
    pub fn of(line: &dyn Line, last: Option<MoveJson>) -> Self {
        Self {
            game: line.info().name,
            sfen: line.sfen(),
            start: line.start_sfen(),
            ply: line.moves().len(),
            turn: line.side_to_move().into(),
            check: line.in_check(),
            moves: line.choices().into_iter().map(Into::into).collect(),
            last,
            outcome: OutcomeJson::of(line),
            declaration: line.declaration().map(Into::into),
            counts: line.counts().into(),
        }
    }

    /// The position after all moves of a game.
    ///
    /// # Errors
    /// When the start or a move is refused.
    pub fn after(played: &Played) -> Result<Self, Failure> {
        let mut line = line::open(played.variant);
        let Some((latest, earlier)) = played.moves().split_last() else {
            played.set_to(&mut *line, 0)?;
            return Ok(Self::of(&*line, None));
        };
        played.set_to(&mut *line, earlier.len())?;
        let last = line.describe(latest).ok().map(Into::into);
        line.push(latest)?;
        Ok(Self::of(&*line, last))
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
    fn of(line: &dyn Line, last: Option<MoveJson>) -> Self {
        Self {
            sfen: line.sfen(),
            turn: line.side_to_move().into(),
            check: line.in_check(),
            last,
            outcome: OutcomeJson::of(line),
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
    pub fn through(played: &Played) -> Result<Self, Failure> {
        let mut line = line::open(played.variant);
        played.set_to(&mut *line, 0)?;
        let mut steps = vec![StepJson::of(&*line, None)];
        for word in played.moves() {
            let last = line.describe(word).ok().map(Into::into);
            line.push(word)?;
            steps.push(StepJson::of(&*line, last));
        }
        let last = steps.last().and_then(|step| step.last.clone());
        Ok(Self { position: PositionJson::of(&*line, last), steps })
    }
}

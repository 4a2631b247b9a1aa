//! Positions, moves and results.

use serde::{Deserialize, Serialize};

use kawari_engine::core::color::Color;
use kawari_engine::core::counts::{ClockCount, DeclarationCount, RepetitionCount, RuleCounts};
use kawari_engine::core::outcome::{Outcome, Reason};
use kawari_engine::engine::game_state::{GameState, PositionError};
use kawari_engine::notation::move_details::{CapturedPiece, LegalMove, SideChange};

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Color"))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Black, who moves first from the start position.
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

/// Reason for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ReasonJson {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    NoLegalMove,
    /// A side has too few men left.
    MenCaptured,
    /// A side has five men in an unbroken row.
    FiveInARow,
    /// A side is far enough ahead in men at the start of its turn.
    Lead,
    /// A position was repeated too often, and one side gave check all the time.
    PerpetualCheck,
    /// A position was repeated too often.
    Repetition,
    /// Both royal pieces stayed in their far zones for too long.
    Impasse,
    /// A side declared a win: its King has entered the far zone with enough pieces.
    Declaration,
    /// Nothing was captured for too long.
    NoCapture,
    /// A King reached a square that wins.
    Try,
    /// A side gave check, in a game that a check wins.
    Check,
    /// A King was captured.
    RoyalPieceCaptured,
    /// The pieces whose loss loses the game were captured.
    PiecesCaptured,
    /// A side has a winning row of more or fewer than five men.
    Row,
    /// A man reached one of the farthest ranks.
    RankReached,
}

impl From<Reason> for ReasonJson {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::Checkmate => Self::Checkmate,
            Reason::NoLegalMove => Self::NoLegalMove,
            Reason::MenCaptured => Self::MenCaptured,
            Reason::FiveInARow => Self::FiveInARow,
            Reason::Lead => Self::Lead,
            Reason::PerpetualCheck => Self::PerpetualCheck,
            Reason::Repetition => Self::Repetition,
            Reason::Impasse => Self::Impasse,
            Reason::Declaration => Self::Declaration,
            Reason::NoCapture => Self::NoCapture,
            Reason::Try => Self::Try,
            Reason::Check => Self::Check,
            Reason::RoyalPieceCaptured => Self::RoyalPieceCaptured,
            Reason::PiecesCaptured => Self::PiecesCaptured,
            Reason::Row => Self::Row,
            Reason::RankReached => Self::RankReached,
        }
    }
}

/// Result of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OutcomeJson {
    /// The winner; `null` for a draw.
    winner: Option<Side>,
    /// Reason for the end.
    reason: ReasonJson,
    /// Result in English, such as `black wins: checkmate`.
    text: String,
    /// Squares of the winning row, with reason `five-in-a-row` or `row` in a position or step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    row: Vec<String>,
}

impl OutcomeJson {
    /// Returns the result of a game that has ended in its current position.
    pub fn of(game_state: &dyn GameState) -> Option<Self> {
        game_state.status().map(|outcome| Self { row: game_state.winning_row(), ..outcome.into() })
    }
}

impl From<Outcome> for OutcomeJson {
    fn from(outcome: Outcome) -> Self {
        Self {
            winner: outcome.winner().map(Into::into),
            reason: outcome.reason().into(),
            text: outcome.to_string(),
            row: Vec::new(),
        }
    }
}

/// A legal move.
///
/// Moves with the same `from` or `drop` and the same `to` differ in promotion, flip or
/// counter-flip. Hajiku has up to four of them. A choice with one move is forced.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MoveJson {
    /// USI notation: `7g7f`, `8h2b+`, `5a4b!`, `P*5e`, `+G*3c`.
    usi: String,
    /// Written notation: `P-7f`, `6ix6e(7e,8e)`, `YNx2c=`.
    record: String,
    /// Square that the piece leaves, such as `7g`; `null` for a drop.
    from: Option<String>,
    /// Dropped kind of piece, with the side that faces up; `null` for a move on the board.
    drop: Option<String>,
    /// Square that the piece enters.
    to: String,
    /// Kind of the moving piece before the move, in SFEN and upper case: `P`, `+P`.
    piece: String,
    /// Kind of the moving piece after the move. Differs from `piece` in a promotion or flip.
    becomes: String,
    /// How the piece turns to its other side; `null` if it does not.
    turn: Option<SideChangeJson>,
    /// Whether captured pieces go to the hand promoted (Hajiku).
    counter_flip: bool,
    /// Captured pieces, nearest to the target square first.
    captures: Vec<CapturedJson>,
}

/// A captured piece.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct CapturedJson {
    /// Square of the piece.
    square: String,
    /// Kind of the piece.
    piece: String,
    /// Kind of the piece in the hand of its captor; `null` in games without hands.
    hand: Option<String>,
}

/// How a piece turns to its other side.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum SideChangeJson {
    /// Until it is captured (Yari, shogi).
    Promote,
    /// In both directions (Hajiku).
    Flip,
}

impl From<SideChange> for SideChangeJson {
    fn from(change: SideChange) -> Self {
        match change {
            SideChange::Promote => Self::Promote,
            SideChange::Flip => Self::Flip,
        }
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
            turn: parts.turn.map(Into::into),
            counter_flip: parts.counter_flip,
            captures: parts.captures.into_iter().map(captured).collect(),
        }
    }
}

/// Counts of the rules that can end a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct CountsJson {
    /// Occurrences of the position.
    repetition: RepetitionJson,
    /// Half-moves without a capture (Hasami) or in an impasse (Yari and Hajiku); `null` if
    /// nothing is counted.
    clock: Option<HalfmoveClockJson>,
    /// Progress of both sides towards a declaration (shogi); `null` until a King has entered its
    /// far zone.
    declaration: Option<DeclarationsJson>,
}

/// Occurrences of a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct RepetitionJson {
    /// Occurrences so far; 1 for a new position.
    occurrences: u32,
    /// Occurrence that ends the game.
    limit: u32,
    /// Result of the game if the repetition continues; `null` for a new position.
    verdict: Option<OutcomeJson>,
}

/// A count of half-moves that ends the game at its limit.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct HalfmoveClockJson {
    /// The rule that counts: `no-capture` or `impasse`.
    reason: ReasonJson,
    /// Half-moves so far.
    played: u32,
    /// Half-moves that end the game.
    limit: u32,
    /// Result of the game if the limit were reached in this position.
    verdict: OutcomeJson,
    /// Points that decide an impasse (Yari).
    points: Option<PointsJson>,
}

/// Points in an impasse.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PointsJson {
    /// Points of Black.
    black: u32,
    /// Points of White.
    white: u32,
    /// Points that a side needs.
    needed: u32,
}

/// Progress of both sides towards a declaration.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct DeclarationsJson {
    /// Progress of Black.
    black: DeclarationCountJson,
    /// Progress of White.
    white: DeclarationCountJson,
}

/// Progress of a side towards a declaration.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct DeclarationCountJson {
    /// Whether its King is in the far zone.
    king: bool,
    /// Its other pieces in the far zone.
    pieces: u32,
    /// Pieces that it needs there.
    pieces_needed: u32,
    /// Points of those pieces and of its hand.
    points: u32,
    /// Points that it needs.
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

impl From<ClockCount> for HalfmoveClockJson {
    fn from(clock: ClockCount) -> Self {
        Self {
            reason: clock.reason.into(),
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

impl From<DeclarationCount> for DeclarationCountJson {
    fn from(count: DeclarationCount) -> Self {
        let DeclarationCount { king, pieces, pieces_needed, points, points_needed } = count;
        Self { king, pieces, pieces_needed, points, points_needed }
    }
}

/// A position with its legal moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionJson {
    /// Name of the game.
    game: &'static str,
    /// SFEN of the position.
    sfen: String,
    /// SFEN of the start position.
    start: String,
    /// Moves played since the start.
    ply: usize,
    /// Side to move.
    turn: Side,
    /// Whether the side to move is in check.
    check: bool,
    /// Legal moves, sorted by `usi`. Empty if the board has decided the game.
    moves: Vec<MoveJson>,
    /// The latest move.
    last: Option<MoveJson>,
    /// Result of the game; `null` while it goes on. After a repetition, or at the limit of a
    /// rule's count, there may still be legal moves.
    outcome: Option<OutcomeJson>,
    /// Win that the side to move may declare (shogi). It is not obliged to.
    declaration: Option<OutcomeJson>,
    /// Counts of the rules that can end the game.
    counts: CountsJson,
}

impl PositionJson {
    /// Describes the current position of a game. `last` is the move that led to it.
    pub fn of(game_state: &dyn GameState, last: Option<MoveJson>) -> Self {
        Self {
            game: game_state.info().name,
            sfen: game_state.sfen(),
            start: game_state.start_sfen(),
            ply: game_state.ply(),
            turn: game_state.side_to_move().into(),
            check: game_state.in_check(),
            moves: game_state.detailed_moves().into_iter().map(Into::into).collect(),
            last,
            outcome: OutcomeJson::of(game_state),
            declaration: game_state.declaration().map(Into::into),
            counts: game_state.rule_counts().into(),
        }
    }
}

/// One position of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepJson {
    /// SFEN of the position.
    sfen: String,
    /// Side to move.
    turn: Side,
    /// Whether the side to move is in check.
    check: bool,
    /// The move that led to the position; `null` at the start.
    #[serde(rename = "move")]
    last: Option<MoveJson>,
    /// Result of the game, if it has ended in this position.
    outcome: Option<OutcomeJson>,
}

impl StepJson {
    /// Describes the current position of a game. `last` is the move that led to it.
    pub fn of(game_state: &dyn GameState, last: Option<MoveJson>) -> Self {
        Self {
            sfen: game_state.sfen(),
            turn: game_state.side_to_move().into(),
            check: game_state.in_check(),
            last,
            outcome: OutcomeJson::of(game_state),
        }
    }
}

/// All positions of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepsJson {
    /// The start position, then the position after each move.
    steps: Vec<StepJson>,
    /// The last position.
    position: PositionJson,
}

impl StepsJson {
    /// Plays moves from the current position of a game and describes each position.
    ///
    /// # Errors
    /// Returns a [`PositionError`] if a move is invalid.
    pub fn through(
        game_state: &mut dyn GameState,
        moves: &[String],
    ) -> Result<Self, PositionError> {
        let mut steps = vec![StepJson::of(game_state, None)];
        for usi in moves {
            let last = game_state.describe_move(usi).ok().map(Into::into);
            game_state.push(usi)?;
            steps.push(StepJson::of(game_state, last));
        }
        let last = steps.last().and_then(|step| step.last.clone());
        Ok(Self { position: PositionJson::of(game_state, last), steps })
    }
}

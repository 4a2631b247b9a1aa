//! Reasons why a move is not legal.

use std::fmt;

use super::usi::UsiSquare;

/// A kind of piece with its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedPiece {
    /// SFEN of the piece, in upper case: `P`, `+P`.
    pub symbol: &'static str,
    /// English name.
    pub name: &'static str,
}

/// A reason why a move is not legal in a position. Of several, the simplest is chosen: the piece
/// and its movement come before the rules of promotion and check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IllegalReason {
    /// The game has ended on the board.
    GameOver,
    /// The move passes, or starts and ends on the same square.
    Pass,
    /// The board lacks the square.
    OffBoard(UsiSquare),
    /// The start square is empty.
    NoPiece(UsiSquare),
    /// The piece on the start square is the opponent's.
    OpponentPiece(UsiSquare),
    /// The piece does not move this way, even on an empty board.
    Movement(NamedPiece),
    /// The moving side has a piece on the target square.
    OwnPiece(UsiSquare),
    /// The target square is not empty.
    Occupied(UsiSquare),
    /// A man moves only along files and ranks.
    NotOrthogonal,
    /// A man moves only along files, ranks and diagonals.
    NotStraight,
    /// A man does not move more squares in this direction.
    TooFar(usize),
    /// The piece on this square is in the way. `None` if no single piece blocks the move.
    Blocked(Option<UsiSquare>),
    /// A man does not jump over more men.
    LongJump(usize),
    /// A man does not jump over the man on this square.
    JumpedMan(UsiSquare),
    /// A man does not enter the opponent's house.
    OpponentHouse,
    /// A man outside its own house does not enter it.
    OwnHouse,
    /// A man does not move between two enemy men here.
    BetweenEnemies,
    /// The piece has no other side, or does not change to it.
    NeverTurns(NamedPiece),
    /// The piece promotes or flips only with a move that starts or ends in the zone.
    OutsideZone(NamedPiece),
    /// The piece does not promote or flip with this move.
    CannotTurn(NamedPiece),
    /// The piece must promote or flip with this move.
    MustTurn(NamedPiece),
    /// The piece on the target square cannot be counter-flipped.
    CounterFlip(UsiSquare),
    /// The game has no drops.
    NoDrops,
    /// The hand does not hold the piece.
    NotInHand(NamedPiece),
    /// The dropped piece could never move again.
    DeadDrop(NamedPiece),
    /// The piece cannot be dropped on this square.
    DropSquare(NamedPiece, UsiSquare),
    /// The side has as many pieces of the kind on the file as drops allow.
    FullFile {
        /// The kind of piece.
        piece: NamedPiece,
        /// Number of the file.
        file: usize,
        /// Largest number of pieces of the kind on a file.
        most: usize,
    },
    /// The square is outside the zone of drops.
    DropZone(UsiSquare),
    /// A drop must not give check.
    DropChecks,
    /// The General or King is in check from a square, and the move does not end the check.
    StaysInCheck {
        /// The General or King.
        king: NamedPiece,
        /// Square of the attacker.
        from: UsiSquare,
    },
    /// The move leaves the General or King in check from a square.
    ExposesKing {
        /// The General or King.
        king: NamedPiece,
        /// Square of the attacker.
        from: UsiSquare,
    },
    /// A drop of the piece must not give mate.
    DropMates(NamedPiece),
}

/// Returns the verb for a change of side of a piece.
fn turn_verb(piece: NamedPiece) -> &'static str {
    if is_promoted(piece) { "turn over" } else { "promote" }
}

fn is_promoted(piece: NamedPiece) -> bool {
    piece.symbol.starts_with('+')
}

impl fmt::Display for IllegalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::GameOver => write!(f, "the game is over"),
            Self::Pass => write!(f, "a side cannot pass in this game"),
            Self::OffBoard(square) => write!(f, "the board has no square {square}"),
            Self::NoPiece(square) => write!(f, "there is no piece on {square}"),
            Self::OpponentPiece(square) => write!(f, "the piece on {square} is the opponent's"),
            Self::Movement(piece) => write!(f, "the {} does not move that way", piece.name),
            Self::OwnPiece(square) => write!(f, "a piece of yours stands on {square}"),
            Self::Occupied(square) => write!(f, "{square} is not empty"),
            Self::NotOrthogonal => write!(f, "a man moves only along a file or a rank"),
            Self::NotStraight => write!(f, "a man moves only along a file, a rank or a diagonal"),
            Self::TooFar(1) => write!(f, "a man moves only one square that way"),
            Self::TooFar(most) => write!(f, "a man moves at most {most} squares that way"),
            Self::Blocked(Some(square)) => write!(f, "the piece on {square} is in the way"),
            Self::Blocked(None) => write!(f, "other pieces are in the way"),
            Self::LongJump(1) => write!(f, "a man jumps over only one man"),
            Self::LongJump(most) => write!(f, "a man jumps over at most {most} men"),
            Self::JumpedMan(square) => write!(f, "a man cannot jump over the man on {square}"),
            Self::OpponentHouse => write!(f, "a man cannot enter the opponent's house"),
            Self::OwnHouse => write!(f, "a man outside its own house cannot return to it"),
            Self::BetweenEnemies => write!(f, "a man cannot move between two enemy men here"),
            Self::NeverTurns(piece) if is_promoted(piece) => {
                write!(f, "the {} stays promoted", piece.name)
            }
            Self::NeverTurns(piece) => write!(f, "the {} does not promote", piece.name),
            Self::OutsideZone(piece) => {
                let (piece, verb) = (piece.name, turn_verb(piece));
                write!(
                    f,
                    "the {piece} can {verb} only if the move starts or ends in the promotion zone"
                )
            }
            Self::CannotTurn(piece) => {
                write!(f, "the {} cannot {} with this move", piece.name, turn_verb(piece))
            }
            Self::MustTurn(piece) => {
                write!(f, "the {} must {} with this move", piece.name, turn_verb(piece))
            }
            Self::CounterFlip(square) => {
                write!(f, "there is no right to a counter-flip on {square}")
            }
            Self::NoDrops => write!(f, "there are no drops in this game"),
            Self::NotInHand(piece) => write!(f, "there is no {} in hand", piece.name),
            Self::DeadDrop(piece) => {
                write!(f, "the dropped {} could never move again", piece.name)
            }
            Self::DropSquare(piece, square) => {
                write!(f, "the {} cannot be dropped on {square}", piece.name)
            }
            Self::FullFile { piece, file, most: 1 } => {
                write!(f, "another {} of yours stands on file {file}", piece.name)
            }
            Self::FullFile { piece, file, most } => write!(
                f,
                "file {file} has {most} of your pieces \"{}\" and cannot have more",
                piece.name
            ),
            Self::DropZone(square) => write!(f, "{square} is outside the zone of drops"),
            Self::DropChecks => write!(f, "a drop must not give check"),
            Self::StaysInCheck { king, from } => {
                write!(f, "the {} is still in check from {from}", king.name)
            }
            Self::ExposesKing { king, from } => {
                write!(f, "the {} would be in check from {from}", king.name)
            }
            Self::DropMates(piece) => {
                write!(f, "the drop of a {} must not give mate", piece.name)
            }
        }
    }
}

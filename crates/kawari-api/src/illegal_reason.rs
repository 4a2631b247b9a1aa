//! Reasons why a move is not legal, as arguments of an error response.

use serde::Serialize;

use super::failure::Failure;
use kawari_engine::notation::illegal_reason::IllegalReason;

/// Reason why a move is not legal. In the descriptions, names in braces are further arguments of
/// the error. {piece} is the piece in SFEN, in upper case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum IllegalReasonJson {
    /// The game has ended on the board.
    GameOver,
    /// The move passes, or starts and ends on the same square.
    Pass,
    /// The board lacks the square {square}.
    OffBoard,
    /// The start square {square} is empty.
    NoPiece,
    /// The piece on the start square {square} is the opponent's.
    OpponentPiece,
    /// The piece {piece} does not move this way, even on an empty board.
    Movement,
    /// The moving side has a piece on the target square {square}.
    OwnPiece,
    /// The target square {square} is not empty.
    Occupied,
    /// A man moves only along files and ranks.
    NotOrthogonal,
    /// A man moves only along files, ranks and diagonals.
    NotStraight,
    /// A man moves at most {most} squares in this direction.
    TooFar,
    /// The piece on {square} is in the way. Without {square}, several pieces are.
    Blocked,
    /// A man jumps over at most {most} men.
    LongJump,
    /// A man does not jump over the man on {square}.
    JumpedMan,
    /// A man does not enter the opponent's house.
    OpponentHouse,
    /// A man outside its own house does not enter it.
    OwnHouse,
    /// A man does not move between two enemy men here.
    BetweenEnemies,
    /// The piece {piece} has no other side, or does not change to it.
    NeverTurns,
    /// The piece {piece} promotes or flips only with a move that starts or ends in the zone.
    OutsideZone,
    /// The piece {piece} does not promote or flip with this move.
    CannotTurn,
    /// The piece {piece} must promote or flip with this move.
    MustTurn,
    /// The piece on {square} cannot be counter-flipped.
    CounterFlip,
    /// The game has no drops.
    NoDrops,
    /// The hand does not hold the piece {piece}.
    NotInHand,
    /// The piece {piece} could never move again from the square of the drop.
    DeadDrop,
    /// The piece {piece} cannot be dropped on {square}.
    DropSquare,
    /// The side has {most} pieces {piece} on file {file}, as many as drops allow.
    FullFile,
    /// The square {square} is outside the zone of drops.
    DropZone,
    /// A drop must not give check.
    DropChecks,
    /// The King {piece} is in check from {square}, and the move does not end the check.
    StaysInCheck,
    /// The move leaves the King {piece} in check from {square}.
    ExposesKing,
    /// A drop of the piece {piece} must not give mate.
    DropMates,
}

impl Failure {
    /// Adds the arguments of a reason.
    #[must_use]
    pub(super) fn with_illegal_reason(self, reason: IllegalReason) -> Self {
        use IllegalReason as Reason;
        use IllegalReasonJson as Code;
        let code = |code: Code| self.with("reason", code);
        match reason {
            Reason::GameOver => code(Code::GameOver),
            Reason::Pass => code(Code::Pass),
            Reason::OffBoard(at) => code(Code::OffBoard).with("square", at.to_string()),
            Reason::NoPiece(at) => code(Code::NoPiece).with("square", at.to_string()),
            Reason::OpponentPiece(at) => code(Code::OpponentPiece).with("square", at.to_string()),
            Reason::Movement(piece) => code(Code::Movement).with("piece", piece.symbol),
            Reason::OwnPiece(at) => code(Code::OwnPiece).with("square", at.to_string()),
            Reason::Occupied(at) => code(Code::Occupied).with("square", at.to_string()),
            Reason::NotOrthogonal => code(Code::NotOrthogonal),
            Reason::NotStraight => code(Code::NotStraight),
            Reason::TooFar(most) => code(Code::TooFar).with("most", most),
            Reason::Blocked(None) => code(Code::Blocked),
            Reason::Blocked(Some(at)) => code(Code::Blocked).with("square", at.to_string()),
            Reason::LongJump(most) => code(Code::LongJump).with("most", most),
            Reason::JumpedMan(at) => code(Code::JumpedMan).with("square", at.to_string()),
            Reason::OpponentHouse => code(Code::OpponentHouse),
            Reason::OwnHouse => code(Code::OwnHouse),
            Reason::BetweenEnemies => code(Code::BetweenEnemies),
            Reason::NeverTurns(piece) => code(Code::NeverTurns).with("piece", piece.symbol),
            Reason::OutsideZone(piece) => code(Code::OutsideZone).with("piece", piece.symbol),
            Reason::CannotTurn(piece) => code(Code::CannotTurn).with("piece", piece.symbol),
            Reason::MustTurn(piece) => code(Code::MustTurn).with("piece", piece.symbol),
            Reason::CounterFlip(at) => code(Code::CounterFlip).with("square", at.to_string()),
            Reason::NoDrops => code(Code::NoDrops),
            Reason::NotInHand(piece) => code(Code::NotInHand).with("piece", piece.symbol),
            Reason::DeadDrop(piece) => code(Code::DeadDrop).with("piece", piece.symbol),
            Reason::DropSquare(piece, at) => {
                code(Code::DropSquare).with("piece", piece.symbol).with("square", at.to_string())
            }
            Reason::FullFile { piece, file, most } => code(Code::FullFile)
                .with("piece", piece.symbol)
                .with("file", file)
                .with("most", most),
            Reason::DropZone(at) => code(Code::DropZone).with("square", at.to_string()),
            Reason::DropChecks => code(Code::DropChecks),
            Reason::StaysInCheck { king, from } => {
                code(Code::StaysInCheck).with("piece", king.symbol).with("square", from.to_string())
            }
            Reason::ExposesKing { king, from } => {
                code(Code::ExposesKing).with("piece", king.symbol).with("square", from.to_string())
            }
            Reason::DropMates(piece) => code(Code::DropMates).with("piece", piece.symbol),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kawari_engine::engine::game_state::{self, StartPosition};
    use kawari_engine::games::variants::Variant;

    /// Returns the error of an illegal move in JSON.
    fn body(sfen: &str, word: &str) -> String {
        let mut game = game_state::open(Variant::Shogi);
        let error = game.set(StartPosition::Sfen(sfen), &[word]).expect_err("an illegal move");
        Failure::from(error).body()
    }

    #[test]
    fn the_reason_and_its_arguments_are_in_the_error() {
        assert_eq!(
            body("4k4/9/9/9/9/9/9/P8/4K4 b P 1", "P*9e"),
            r#"{"error":{"code":"move/illegal","message":"move 1: `P*9e` is not legal here: another Pawn of yours stands on file 9","args":{"file":9,"most":1,"piece":"P","ply":1,"reason":"full-file","word":"P*9e"}}}"#
        );
        let start = Variant::Shogi.info().startpos;
        assert_eq!(
            body(start, "2h2b"),
            r#"{"error":{"code":"move/illegal","message":"move 1: `2h2b` is not legal here: the piece on 2g is in the way","args":{"ply":1,"reason":"blocked","square":"2g","word":"2h2b"}}}"#
        );
    }
}

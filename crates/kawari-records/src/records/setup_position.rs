//! Positions that are given piece by piece, in board diagrams and lists of pieces.

use kawari_engine::notation::usi::UsiPiece;

/// A position, not yet checked.
#[derive(Default)]
pub struct SetupPosition {
    /// Squares of each rank, from the highest file. The first rank is `a`.
    pub ranks: Vec<Vec<Option<UsiPiece>>>,
    /// Pieces in hand.
    pub hands: Vec<UsiPiece>,
    /// True if White is to move.
    pub is_white_to_move: bool,
}

impl SetupPosition {
    /// Returns the position as SFEN, with move number 1.
    pub fn sfen(&self) -> String {
        let board: Vec<String> = self.ranks.iter().map(|squares| sfen_rank(squares)).collect();
        let side = if self.is_white_to_move { 'w' } else { 'b' };
        let mut hands: Vec<String> = self.hands.iter().map(UsiPiece::to_string).collect();
        hands.sort();
        let counted = |group: &[String]| match group.len() {
            1 => group[0].clone(),
            count => format!("{count}{}", group[0]),
        };
        let hands: String = hands.chunk_by(|one, other| one == other).map(counted).collect();
        let hands = if hands.is_empty() { "-" } else { &hands };
        format!("{} {side} {hands} 1", board.join("/"))
    }
}

fn sfen_rank(squares: &[Option<UsiPiece>]) -> String {
    let groups = squares.chunk_by(|one, other| one.is_none() && other.is_none());
    let text = |group: &[Option<UsiPiece>]| match group {
        [Some(piece)] => piece.to_string(),
        empty => empty.len().to_string(),
    };
    groups.map(text).collect()
}

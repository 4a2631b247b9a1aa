//! A position as a grid of squares, and the squares that a move changes.

use kawari_engine::core::color::Color;

/// A piece on the board, or a kind of piece in hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawnPiece {
    /// Owner.
    pub color: Color,
    /// Capital letter, preceded by `+` if the piece is promoted.
    pub name: String,
    /// Whether the piece has just captured and flipped down, so that it can be
    /// counter-flipped.
    pub is_marked: bool,
}

/// A board with hands. The squares are in the order of an SFEN: ranks from the top, files
/// from the left.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DrawnBoard {
    ranks: Vec<Vec<Option<DrawnPiece>>>,
    /// Pieces in hand of both sides, with their counts.
    hands: Vec<(DrawnPiece, u32)>,
}

/// A square as a column and a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardSquare {
    /// Column, from 0 at the left.
    pub column: usize,
    /// Row, from 0 at the top.
    pub row: usize,
}

/// The squares that a move changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoardChange {
    /// Start square; `None` for a drop.
    pub from: Option<BoardSquare>,
    /// Target square.
    pub to: Option<BoardSquare>,
    /// Squares of captured pieces.
    pub captured: Vec<BoardSquare>,
}

impl DrawnBoard {
    /// Parses an SFEN that the engine has written.
    pub fn read(sfen: &str) -> Self {
        let mut fields = sfen.split(' ');
        let board = fields.next().unwrap_or_default();
        let hands = fields.nth(1).unwrap_or_default();
        Self { ranks: board.split('/').map(read_rank).collect(), hands: read_hands(hands) }
    }

    /// Returns the number of ranks.
    pub fn height(&self) -> usize {
        self.ranks.len()
    }

    /// Returns the number of files.
    pub fn width(&self) -> usize {
        self.ranks.first().map_or(0, Vec::len)
    }

    /// Returns the piece on a square.
    pub fn piece(&self, square: BoardSquare) -> Option<&DrawnPiece> {
        self.ranks.get(square.row)?.get(square.column)?.as_ref()
    }

    /// Returns the pieces that a side has in hand, with their counts.
    pub fn hand(&self, color: Color) -> impl Iterator<Item = &(DrawnPiece, u32)> {
        self.hands.iter().filter(move |(piece, _)| piece.color == color)
    }

    /// Parses the name of a square, such as `9i`.
    pub fn square_named(&self, name: &str) -> Option<BoardSquare> {
        let (file, rank) = name.split_at_checked(1)?;
        let file: usize = file.parse().ok()?;
        let mut rank = rank.chars();
        let row = (rank.next()? as usize).checked_sub('a' as usize)?;
        let column = self.width().checked_sub(file)?;
        let exists = file > 0 && row < self.height() && rank.next().is_none();
        exists.then_some(BoardSquare { column, row })
    }

    /// Returns the name of a square.
    pub fn name(&self, square: BoardSquare) -> String {
        format!("{}{}", self.width() - square.column, rank_name(square.row))
    }

    /// Returns the squares that a move (in USI notation) changes between this board and the
    /// next.
    pub fn change(&self, usi: &str, next: &Self) -> BoardChange {
        let (front, back) = usi.split_at_checked(2).unwrap_or((usi, ""));
        let from = self.square_named(front);
        // The target square of a drop follows the `*`.
        let back = if from.is_some() { back } else { usi.rsplit('*').next().unwrap_or(back) };
        let to = back.get(..2).and_then(|name| self.square_named(name));
        let is_captured = |square: &BoardSquare| {
            let was_there = self.piece(*square).is_some() && Some(*square) != from;
            was_there && (next.piece(*square).is_none() || Some(*square) == to)
        };
        let captured = self.squares().filter(is_captured).collect();
        BoardChange { from, to, captured }
    }

    /// Returns all squares, row by row from the top left corner.
    pub fn squares(&self) -> impl Iterator<Item = BoardSquare> + use<> {
        let (width, height) = (self.width(), self.height());
        (0..height).flat_map(move |row| (0..width).map(move |column| BoardSquare { column, row }))
    }
}

/// Returns the letter of a rank; the top row is `a`.
pub fn rank_name(row: usize) -> char {
    u8::try_from(row).map_or('?', |row| char::from(b'a' + row))
}

fn read_rank(text: &str) -> Vec<Option<DrawnPiece>> {
    let mut squares: Vec<Option<DrawnPiece>> = Vec::new();
    let mut is_promoted = false;
    for c in text.chars() {
        match c {
            '1'..='9' => squares.extend(vec![None; c as usize - '0' as usize]),
            '+' => is_promoted = true,
            '!' => {
                if let Some(Some(piece)) = squares.last_mut() {
                    piece.is_marked = true;
                }
            }
            letter => {
                squares.push(Some(piece(letter, is_promoted)));
                is_promoted = false;
            }
        }
    }
    squares
}

fn read_hands(text: &str) -> Vec<(DrawnPiece, u32)> {
    let mut hands = Vec::new();
    let (mut count, mut is_promoted) = (0, false);
    for c in text.chars() {
        match c {
            '-' => {}
            '0'..='9' => count = count * 10 + (c as u32 - '0' as u32),
            '+' => is_promoted = true,
            letter => {
                hands.push((piece(letter, is_promoted), count.max(1)));
                (count, is_promoted) = (0, false);
            }
        }
    }
    hands
}

fn piece(letter: char, is_promoted: bool) -> DrawnPiece {
    let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
    let sign = if is_promoted { "+" } else { "" };
    DrawnPiece { color, name: format!("{sign}{}", letter.to_ascii_uppercase()), is_marked: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(board: &DrawnBoard, squares: &[BoardSquare]) -> Vec<String> {
        squares.iter().map(|&square| board.name(square)).collect()
    }

    #[test]
    fn squares_and_hands_are_parsed_from_an_sfen() {
        let board = DrawnBoard::read("6k/7/6+B/7/5R1/7/7/7/K2f!3 b 2P+gr 1");
        assert_eq!((board.width(), board.height()), (7, 9));
        let shown = |name: &str| {
            let piece = board.piece(board.square_named(name).expect("a square"));
            piece.map(|piece| (piece.color, piece.name.as_str(), piece.is_marked))
        };
        assert_eq!(shown("1a"), Some((Color::White, "K", false)));
        assert_eq!(shown("1c"), Some((Color::Black, "+B", false)));
        assert_eq!(shown("4i"), Some((Color::White, "F", true)));
        assert_eq!(shown("5e"), None);
        let hand = |color| {
            let hand = board.hand(color).map(|(piece, count)| (piece.name.as_str(), *count));
            hand.collect::<Vec<_>>()
        };
        assert_eq!(hand(Color::Black), [("P", 2)]);
        assert_eq!(hand(Color::White), [("+G", 1), ("R", 1)]);
        for name in ["8a", "0a", "1j", "a1", "", "1", "1aa", "é"] {
            assert_eq!(board.square_named(name), None, "{name}");
        }
    }

    #[test]
    fn a_change_has_the_captured_squares() {
        let before = DrawnBoard::read("ppp1pppp1/9/9/9/P2pP3p/9/8P/9/1PPP1PPP1 b - 7");
        let after = DrawnBoard::read("ppp1pppp1/9/9/9/P1P1P3p/9/8P/9/1P1P1PPP1 w - 8");
        let change = before.change("7i7e", &after);
        assert_eq!(change.from, before.square_named("7i"));
        assert_eq!(change.to, before.square_named("7e"));
        assert_eq!(names(&before, &change.captured), ["6e"]);

        let before = DrawnBoard::read("k6/7/7/3p3/3R3/7/7/7/6K b P 1");
        let after = DrawnBoard::read("k6/7/7/3R3/7/7/7/7/6K w 2P 2");
        assert_eq!(names(&before, &before.change("4e4d", &after).captured), ["4d"]);
        let dropped = before.change("P*1c", &before);
        assert_eq!((dropped.from, dropped.to), (None, before.square_named("1c")));
        assert!(dropped.captured.is_empty());
        assert_eq!(before.change("+G*1c", &before).to, before.square_named("1c"));
    }
}

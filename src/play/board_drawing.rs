//! Text drawings of the board, in letters or kanji, with the last move marked and optional
//! colours.
//!
//! ```text
//!     9  8  7  6  5  4  3  2  1
//!  a  p  p  p  .  p  p  p  p  .
//!  …
//!  e  P  . [P] x  P  .  .  .  p
//!  …
//!  i  .  P (.) P  .  P  P  P  .
//! ```
//!
//! `(.)` and `[P]` mark the start and the target square of the last move; `x` marks a square
//! where a piece was captured.

use std::fmt::Write;

use super::board::{BoardChange, BoardSquare, DrawnBoard, rank_name};
use super::piece_style::{PieceNames, width};
use kawari_engine::core::color::Color;

/// Options of a drawing.
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    /// Names of the pieces.
    pub piece_names: PieceNames,
    /// Whether to use colours.
    pub colours: bool,
    /// Side at the bottom.
    pub view: Color,
}

/// The role of a square in the last move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SquareStyle {
    Plain,
    Target,
    Start,
    Captured,
}

impl Drawing {
    /// Draws the board, with the hands if `has_hands`. Every line ends with a line feed.
    pub fn draw(&self, board: &DrawnBoard, change: &BoardChange, has_hands: bool) -> String {
        let mut text = String::new();
        let mut hand = |color| {
            if has_hands {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{color:?} in hand: {}", self.hand(board, color));
            }
        };
        hand(!self.view);
        let cell = self.cell_width(board);
        let mut rows: Vec<usize> = (0..board.height()).collect();
        let mut columns: Vec<usize> = (0..board.width()).collect();
        if self.view == Color::White {
            rows.reverse();
            columns.reverse();
        }
        let mut head = String::from("   ");
        for &column in &columns {
            let file = (board.width() - column).to_string();
            head.push_str(&centred(&file, cell));
        }
        let mut squares = String::new();
        for &row in &rows {
            let _ = write!(squares, " {} ", rank_name(row));
            for &column in &columns {
                squares.push_str(&self.square(board, change, BoardSquare { column, row }, cell));
            }
            squares.truncate(squares.trim_end().len());
            squares.push('\n');
        }
        let _ = writeln!(text, "{}\n{}", head.trim_end(), squares.trim_end_matches('\n'));
        if has_hands {
            let _ = writeln!(text, "{:?} in hand: {}", self.view, self.hand(board, self.view));
        }
        text
    }

    /// Returns the width of a square in terminal columns: the widest piece and one mark at
    /// each side.
    fn cell_width(&self, board: &DrawnBoard) -> usize {
        let pieces = board.squares().filter_map(|square| board.piece(square));
        let widest = pieces.map(|piece| width(&self.piece_names.on_board(piece))).max();
        widest.unwrap_or(1).max(1) + 2
    }

    fn square(
        &self,
        board: &DrawnBoard,
        change: &BoardChange,
        square: BoardSquare,
        cell: usize,
    ) -> String {
        let piece = board.piece(square);
        let square_style = match square {
            _ if change.to == Some(square) => SquareStyle::Target,
            _ if change.from == Some(square) => SquareStyle::Start,
            _ if change.captured.contains(&square) => SquareStyle::Captured,
            _ => SquareStyle::Plain,
        };
        let name = match (piece, square_style) {
            (Some(piece), _) => self.piece_names.on_board(piece),
            (None, SquareStyle::Captured) => "x".to_owned(),
            (None, _) => ".".to_owned(),
        };
        let marks = match square_style {
            SquareStyle::Target => Some(("[", "]")),
            SquareStyle::Start => Some(("(", ")")),
            SquareStyle::Captured | SquareStyle::Plain => None,
        };
        let (front, back) = marks.unwrap_or((" ", " "));
        let room = cell.saturating_sub(width(&name) + 2);
        let (before, after) = (" ".repeat(room / 2), " ".repeat(room - room / 2));
        let marked = self
            .paint(&format!("{front}{name}{back}"), style(piece.map(|it| it.color), square_style));
        format!("{before}{marked}{after}")
    }

    /// Formats the pieces that a side has in hand.
    fn hand(&self, board: &DrawnBoard, color: Color) -> String {
        let held: Vec<String> = board
            .hand(color)
            .map(|(piece, count)| {
                let name = self.piece_names.in_hand(piece);
                if *count > 1 { format!("{count}{name}") } else { name }
            })
            .collect();
        if held.is_empty() { "-".to_owned() } else { held.join(" ") }
    }

    fn paint(&self, text: &str, style: &str) -> String {
        if !self.colours || style.is_empty() {
            return text.to_owned();
        }
        format!("\u{1b}[{style}m{text}\u{1b}[0m")
    }
}

/// Returns the parameters of the SGR escape sequence for a square. Only the eight basic
/// colours are used, which are legible on dark and light backgrounds.
fn style(color: Option<Color>, square_style: SquareStyle) -> &'static str {
    match (square_style, color) {
        (SquareStyle::Captured, _) => "1;31",
        (SquareStyle::Target, Some(Color::White)) => "7;36",
        (SquareStyle::Target, _) => "7;1",
        (SquareStyle::Start, _) => "33",
        (SquareStyle::Plain, Some(Color::Black)) => "1",
        (SquareStyle::Plain, Some(Color::White)) => "36",
        (SquareStyle::Plain, None) => "2",
    }
}

fn centred(text: &str, cell: usize) -> String {
    let room = cell.saturating_sub(width(text));
    format!("{}{text}{}", " ".repeat(room / 2), " ".repeat(room - room / 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::piece_style::PieceStyle;
    use kawari_engine::games::variants::Variant;

    fn drawing(variant: Variant, set: PieceStyle) -> Drawing {
        let piece_names = PieceNames::new(variant.info(), set);
        Drawing { piece_names, colours: false, view: Color::Black }
    }

    #[test]
    fn the_last_move_and_its_captures_are_marked() {
        let before = DrawnBoard::read("ppp1pppp1/9/9/9/P2pP3p/9/8P/9/1PPP1PPP1 b - 7");
        let after = DrawnBoard::read("ppp1pppp1/9/9/9/P1P1P3p/9/8P/9/1P1P1PPP1 w - 8");
        let change = before.change("7i7e", &after);
        let letters = drawing(Variant::Hasami, PieceStyle::Letters);
        let drawn = letters.draw(&after, &change, false);
        let expected = "    9  8  7  6  5  4  3  2  1
 a  p  p  p  .  p  p  p  p  .
 b  .  .  .  .  .  .  .  .  .
 c  .  .  .  .  .  .  .  .  .
 d  .  .  .  .  .  .  .  .  .
 e  P  . [P] x  P  .  .  .  p
 f  .  .  .  .  .  .  .  .  .
 g  .  .  .  .  .  .  .  .  P
 h  .  .  .  .  .  .  .  .  .
 i  .  P (.) P  .  P  P  P  .
";
        assert_eq!(drawn, expected);
        let white = Drawing { view: Color::White, ..letters }.draw(&after, &change, false);
        assert!(white.starts_with("    1  2  3"), "{white}");
        assert!(white.contains(" e  p  .  .  .  P  x [P] .  P\n"), "{white}");
        let coloured = Drawing { colours: true, ..letters }.draw(&after, &change, false);
        assert!(coloured.contains("\u{1b}[1;31m x \u{1b}[0m"), "{coloured}");
    }

    #[test]
    fn columns_of_kanji_are_aligned() {
        let board = DrawnBoard::read("rnnkbbr/7/ppppppp/7/3R3/7/PPPPPPP/7/RBBKNN1 w 2P+r 2");
        let drawn =
            drawing(Variant::Yari, PieceStyle::Kanji).draw(&board, &BoardChange::default(), true);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines.len(), 12, "{drawn}");
        assert_eq!(lines[0], "White in hand: 飛");
        assert_eq!(lines[11], "Black in hand: 2歩");
        let column = |line: &str, piece: &str| line.find(piece).map(|at| width(&line[..at]));
        assert_eq!(column(lines[6], "香飛"), Some(3 + 3 * 7 + 1), "{drawn}");
        assert_eq!(
            column(lines[2], "v玉").map(|at| at / 7),
            column(lines[1], "4").map(|at| at / 7)
        );
    }
}

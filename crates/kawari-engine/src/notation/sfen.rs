//! SFEN parsing and board drawing that all games share.

use super::error::SfenError;
use super::usi::UsiPiece;
use crate::core::board_shape::BoardShape;
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::square::Square;

/// The four fields of an SFEN. Board and hands are not parsed yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fields<'a> {
    /// Board field: ranks from `a` on, separated by `/`.
    pub board: &'a str,
    /// Side to move.
    pub side: Color,
    /// Hands field; `-` if both hands are empty.
    pub hands: &'a str,
    /// Number of the next move, from 1.
    pub move_number: u32,
}

impl<'a> Fields<'a> {
    /// Splits an SFEN at whitespace, and parses the side to move and the move number.
    ///
    /// # Errors
    /// Returns [`SfenError::FieldCount`], [`SfenError::Side`] or [`SfenError::MoveNumber`].
    pub fn parse(text: &'a str) -> Result<Self, SfenError> {
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let &[board, side, hands, number] = fields.as_slice() else {
            return Err(SfenError::FieldCount(fields.len()));
        };
        let side = match side {
            "b" => Color::Black,
            "w" => Color::White,
            _ => return Err(SfenError::Side(side.to_owned())),
        };
        let move_number = Some(number)
            .filter(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
            .and_then(|number| number.parse().ok())
            .filter(|&number| number >= 1)
            .ok_or_else(|| SfenError::MoveNumber(number.to_owned()))?;
        Ok(Self { board, side, hands, move_number })
    }
}

/// A piece in the board field of an SFEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenPiece<'a> {
    /// Full text, including `+` and `!`.
    pub text: &'a str,
    /// Letter in upper case.
    pub letter: char,
    /// Side: upper case is Black.
    pub color: Color,
    /// True if a `+` precedes the letter.
    pub promoted: bool,
    /// True if a `!` follows the letter.
    pub marked: bool,
}

/// Parses the board field, and calls `place` with each square and piece. `place` returns
/// false if the game has no such piece.
///
/// # Errors
/// Returns [`SfenError::RankCount`], [`SfenError::RankLength`] or [`SfenError::Piece`].
pub fn read_board<G: Geometry>(
    shape: BoardShape<G>,
    board: &str,
    mut place: impl FnMut(Square<G>, WrittenPiece<'_>) -> bool,
) -> Result<(), SfenError> {
    let found = board.split('/').count();
    if found != shape.ranks() {
        return Err(SfenError::RankCount { expected: shape.ranks(), found });
    }
    for (rank, text) in board.split('/').enumerate() {
        read_rank(shape.files(), rank, text, &mut place)?;
    }
    Ok(())
}

fn read_rank<G: Geometry>(
    files: usize,
    rank: usize,
    text: &str,
    place: &mut impl FnMut(Square<G>, WrittenPiece<'_>) -> bool,
) -> Result<(), SfenError> {
    let letter = char::from(b'a' + rank as u8);
    let wrong_length = || SfenError::RankLength { rank: letter, text: text.to_owned(), files };
    let unknown = |piece: &str| SfenError::Piece {
        piece: piece.to_owned(),
        rank: letter,
        text: text.to_owned(),
    };
    // Squares left in the rank. The next one is on file `left - 1`.
    let mut left = files;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if ('1'..='9').contains(&first) {
            let (run, length) = split_run(rest, files);
            left = left.checked_sub(run).ok_or_else(wrong_length)?;
            rest = &rest[length..];
            continue;
        }
        let piece = split_piece(rest).map_err(unknown)?;
        left = left.checked_sub(1).ok_or_else(wrong_length)?;
        if !place(Square::new(left, rank), piece) {
            return Err(unknown(piece.text));
        }
        rest = &rest[piece.text.len()..];
    }
    if left == 0 { Ok(()) } else { Err(wrong_length()) }
}

/// Parses the number of empty squares at the start of `text`, which starts with a digit from
/// 1 to 9. Returns the number and its length. On boards of ten or more files it may have two
/// digits; on smaller boards, `55` is twice five squares.
fn split_run(text: &str, files: usize) -> (usize, usize) {
    let two_digits = text.get(..2).filter(|_| files >= 10).and_then(|run| run.parse().ok());
    match two_digits {
        Some(run) => (run, 2),
        None => (usize::from(text.as_bytes()[0] - b'0'), 1),
    }
}

/// Parses the piece at the start of `text`. Returns the invalid text as the error.
pub(super) fn split_piece(text: &str) -> Result<WrittenPiece<'_>, &str> {
    let promoted = text.starts_with('+');
    let at = usize::from(promoted);
    let Some(letter) = text[at..].chars().next().filter(char::is_ascii_alphabetic) else {
        let end = text[at..].chars().next().map_or(at, |wrong| at + wrong.len_utf8());
        return Err(&text[..end]);
    };
    let marked = text[at + 1..].starts_with('!');
    Ok(WrittenPiece {
        text: &text[..at + 1 + usize::from(marked)],
        letter: letter.to_ascii_uppercase(),
        color: if letter.is_ascii_uppercase() { Color::Black } else { Color::White },
        promoted,
        marked,
    })
}

/// Returns the board field. `piece_on` returns the piece on a square, or `None` for an empty
/// one.
pub fn write_board<G: Geometry>(
    shape: BoardShape<G>,
    piece_on: impl Fn(Square<G>) -> Option<UsiPiece>,
) -> String {
    let rank = |rank| {
        let mut text = String::new();
        let mut run = 0;
        for file in (0..shape.files()).rev() {
            match piece_on(Square::new(file, rank)) {
                None => run += 1,
                Some(piece) => {
                    push_run(&mut text, &mut run);
                    text += &piece.to_string();
                }
            }
        }
        push_run(&mut text, &mut run);
        text
    };
    (0..shape.ranks()).map(rank).collect::<Vec<_>>().join("/")
}

fn push_run(text: &mut String, run: &mut u32) {
    if *run > 0 {
        *text += &run.to_string();
        *run = 0;
    }
}

/// Returns the line below a board diagram: `Black to move` or `White to move`.
pub fn draw_turn(side: Color) -> String {
    let name = match side {
        Color::Black => "Black",
        Color::White => "White",
    };
    format!("{name} to move\n")
}

/// Draws a board diagram as Black sees it: files above, ranks at the right, and a cell of
/// three characters for each square.
pub fn draw_board<G: Geometry>(
    shape: BoardShape<G>,
    piece_on: impl Fn(Square<G>) -> Option<UsiPiece>,
) -> String {
    let rule = format!("+{}\n", "---+".repeat(shape.files()));
    let mut drawing: String = (1..=shape.files()).rev().map(|file| format!("{file:>3} ")).collect();
    drawing.push('\n');
    for rank in 0..shape.ranks() {
        drawing += &rule;
        for file in (0..shape.files()).rev() {
            drawing += &match piece_on(Square::new(file, rank)) {
                Some(piece) => format!("|{piece:>2} "),
                None => "|   ".to_owned(),
            };
        }
        drawing += &format!("| {}\n", char::from(b'a' + rank as u8));
    }
    drawing + &rule
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::geometry::{Board7x9, Box11x11};

    fn pieces(board: &str) -> Result<Vec<String>, SfenError> {
        let mut pieces = Vec::new();
        read_board::<Board7x9>(BoardShape::WHOLE, board, |square, piece| {
            pieces.push(format!("{square}{}", piece.text));
            piece.letter != 'X'
        })?;
        Ok(pieces)
    }

    #[test]
    fn a_board_is_parsed_from_its_upper_left_corner() {
        let read = pieces("k6/7/7/7/2+G!4/7/7/7/6K").expect("a valid board");
        assert_eq!(read, ["7ak", "5e+G!", "1iK"]);
    }

    #[test]
    fn runs_of_ten_or_more_squares_have_two_digits() {
        let shape = BoardShape::<Box11x11>::new(11, 2).expect("a board that fits");
        let read = |board| {
            let mut pieces = Vec::new();
            let read = read_board(shape, board, |square, piece| {
                pieces.push((square, piece.letter));
                true
            });
            read.map(|()| pieces)
        };
        let board = "11/k9K";
        let pieces = read(board).expect("a valid board");
        let names: Vec<_> = pieces.iter().map(|(at, letter)| format!("{at}{letter}")).collect();
        assert_eq!(names, ["11bK", "1bK"]);
        let piece_on = |square| {
            let is_left = square == pieces[0].0;
            let text = if is_left { "k" } else { "K" };
            pieces.iter().any(|&(at, _)| at == square).then(|| text.parse().expect("a piece"))
        };
        assert_eq!(write_board(shape, piece_on), board);
        assert!(draw_board(shape, piece_on).starts_with(" 11  10   9   8 "));
        for board in ["12/11", "10/11", "92/110", "9k/11"] {
            assert!(read(board).is_err(), "{board}");
        }
    }

    #[test]
    fn errors_contain_the_invalid_text() {
        let error = |board| pieces(board).expect_err("an invalid board").to_string();
        assert_eq!(error("7/7"), "the board has 9 ranks, not 2");
        assert_eq!(error("8/7/7/7/7/7/7/7/7"), "rank `8` (the a rank) does not fill 7 files");
        assert_eq!(error("7/6/7/7/7/7/7/7/7"), "rank `6` (the b rank) does not fill 7 files");
        assert!(error("7/6X/7/7/7/7/7/7/7").starts_with("`X` in rank `6X`"));
        assert!(error("7/6é/7/7/7/7/7/7/7").starts_with("`é` in rank"));
        assert!(error("7/6+/7/7/7/7/7/7/7").starts_with("`+` in rank"));
        assert!(error("7/60/7/7/7/7/7/7/7").starts_with("`0` in rank"));
    }

    #[test]
    fn an_sfen_has_four_fields() {
        let board = "7/7/7/7/7/7/7/7/7";
        assert!(Fields::parse(&format!("{board} b - 1")).is_ok());
        assert_eq!(Fields::parse(board), Err(SfenError::FieldCount(1)));
        let parse = |text: &str| Fields::parse(&format!("{board} {text}")).map(|_| ());
        assert_eq!(parse("x - 1"), Err(SfenError::Side("x".into())));
        for number in ["0", "-1", "+1", "1x", "99999999999"] {
            assert_eq!(parse(&format!("b - {number}")), Err(SfenError::MoveNumber(number.into())));
        }
    }
}

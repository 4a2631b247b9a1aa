//! The parts of an SFEN that all games share: its fields, its ranks, its numbers.

use super::error::SfenError;
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::square::Square;

/// The four fields of an SFEN, read as far as all games agree on them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fields<'a> {
    /// The board, rank `a` first, ranks joined by `/`.
    pub board: &'a str,
    /// The side to move.
    pub side: Color,
    /// The hands; `-` for none.
    pub hands: &'a str,
    /// The number of the next move, from 1.
    pub move_number: u32,
}

impl<'a> Fields<'a> {
    /// Splits an SFEN at its blanks and reads side and move number.
    ///
    /// # Errors
    /// [`SfenError::FieldCount`], [`SfenError::Side`], [`SfenError::MoveNumber`].
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

/// One piece as an SFEN board writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenPiece<'a> {
    /// All of it, `+` and `!` included.
    pub text: &'a str,
    /// The letter, in upper case.
    pub letter: char,
    /// Upper case is Black's.
    pub color: Color,
    /// A `+` stands before the letter.
    pub promoted: bool,
    /// A `!` stands behind it.
    pub marked: bool,
}

/// Reads the board field and hands each piece with its square to `place`, which
/// answers false for a piece that the game does not have.
///
/// # Errors
/// [`SfenError::RankCount`], [`SfenError::RankLength`], [`SfenError::Piece`].
pub fn read_board<G: Geometry>(
    board: &str,
    mut place: impl FnMut(Square<G>, WrittenPiece<'_>) -> bool,
) -> Result<(), SfenError> {
    let found = board.split('/').count();
    if found != G::RANKS {
        return Err(SfenError::RankCount { expected: G::RANKS, found });
    }
    for (rank, text) in board.split('/').enumerate() {
        read_rank(rank, text, &mut place)?;
    }
    Ok(())
}

fn read_rank<G: Geometry>(
    rank: usize,
    text: &str,
    place: &mut impl FnMut(Square<G>, WrittenPiece<'_>) -> bool,
) -> Result<(), SfenError> {
    let letter = char::from(b'a' + rank as u8);
    let wrong_length =
        || SfenError::RankLength { rank: letter, text: text.to_owned(), files: G::FILES };
    let unknown = |piece: &str| SfenError::Piece {
        piece: piece.to_owned(),
        rank: letter,
        text: text.to_owned(),
    };
    // Squares still to be filled: the next one is on file `left - 1`.
    let mut left = G::FILES;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some(run) = first.to_digit(10).filter(|&run| run > 0) {
            left = left.checked_sub(run as usize).ok_or_else(wrong_length)?;
            rest = &rest[1..];
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

/// The piece at the front of `text`, or the text that is none.
fn split_piece(text: &str) -> Result<WrittenPiece<'_>, &str> {
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

/// The board field, from what each square shows; `None` is an empty square.
pub fn write_board<G: Geometry>(shown: impl Fn(Square<G>) -> Option<String>) -> String {
    let rank = |rank| {
        let mut text = String::new();
        let mut run = 0;
        for file in (0..G::FILES).rev() {
            match shown(Square::new(file, rank)) {
                None => run += 1,
                Some(piece) => {
                    push_run(&mut text, &mut run);
                    text += &piece;
                }
            }
        }
        push_run(&mut text, &mut run);
        text
    };
    (0..G::RANKS).map(rank).collect::<Vec<_>>().join("/")
}

fn push_run(text: &mut String, run: &mut u32) {
    if *run > 0 {
        *text += &run.to_string();
        *run = 0;
    }
}

/// Whose turn it is, for people: the line below a board.
pub fn draw_turn(side: Color) -> String {
    let name = match side {
        Color::Black => "Black",
        Color::White => "White",
    };
    format!("{name} to move\n")
}

/// A board for people: files above, ranks at the right, one cell of three
/// characters for each square, as Black sees it.
pub fn draw_board<G: Geometry>(shown: impl Fn(Square<G>) -> Option<String>) -> String {
    let rule = format!("+{}\n", "---+".repeat(G::FILES));
    let mut drawing: String = (1..=G::FILES).rev().map(|file| format!("  {file} ")).collect();
    drawing.push('\n');
    for rank in 0..G::RANKS {
        drawing += &rule;
        for file in (0..G::FILES).rev() {
            let piece = shown(Square::new(file, rank)).unwrap_or_default();
            drawing += &format!("|{piece:>2} ");
        }
        drawing += &format!("| {}\n", char::from(b'a' + rank as u8));
    }
    drawing + &rule
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::geometry::Board7x9;

    fn pieces(board: &str) -> Result<Vec<String>, SfenError> {
        let mut pieces = Vec::new();
        read_board::<Board7x9>(board, |square, piece| {
            pieces.push(format!("{square}{}", piece.text));
            piece.letter != 'X'
        })?;
        Ok(pieces)
    }

    #[test]
    fn a_board_is_read_from_its_left_corner() {
        let read = pieces("k6/7/7/7/2+G!4/7/7/7/6K").expect("a good board");
        assert_eq!(read, ["7ak", "5e+G!", "1iK"]);
    }

    #[test]
    fn a_bad_board_is_refused_by_name() {
        let refused = |board| pieces(board).expect_err("a bad board").to_string();
        assert_eq!(refused("7/7"), "the board has 9 ranks, not 2");
        assert_eq!(refused("8/7/7/7/7/7/7/7/7"), "rank `8` (the a rank) does not fill 7 files");
        assert_eq!(refused("7/6/7/7/7/7/7/7/7"), "rank `6` (the b rank) does not fill 7 files");
        assert!(refused("7/6X/7/7/7/7/7/7/7").starts_with("`X` in rank `6X`"));
        assert!(refused("7/6é/7/7/7/7/7/7/7").starts_with("`é` in rank"));
        assert!(refused("7/6+/7/7/7/7/7/7/7").starts_with("`+` in rank"));
        assert!(refused("7/60/7/7/7/7/7/7/7").starts_with("`0` in rank"));
    }

    #[test]
    fn fields_are_four() {
        let board = "7/7/7/7/7/7/7/7/7";
        assert!(Fields::parse(&format!("{board} b - 1")).is_ok());
        assert_eq!(Fields::parse(board), Err(SfenError::FieldCount(1)));
        let wrong = |text: &str| Fields::parse(&format!("{board} {text}")).map(|_| ());
        assert_eq!(wrong("x - 1"), Err(SfenError::Side("x".into())));
        for number in ["0", "-1", "+1", "1x", "99999999999"] {
            assert_eq!(wrong(&format!("b - {number}")), Err(SfenError::MoveNumber(number.into())));
        }
    }
}

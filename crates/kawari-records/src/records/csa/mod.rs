//! CSA files: game records of shogi and minishogi in the format of the
//! [Computer Shogi Association](http://www2.computer-shogi.org/protocol/record_v22.html).
//!
//! ```text
//! V2.2
//! N+name of Black
//! PI
//! +
//! +7776FU
//! '*a comment
//! -3334FU
//! %TORYO
//! ```
//!
//! The format has no variations; [`write()`] leaves them out.

mod read;
mod setup;
mod write;

use kawari_engine::core::color::Color;
use kawari_engine::notation::usi::{UsiPieceKind, UsiSquare};

pub use read::read;
pub use write::write;

/// Pieces as in SFEN and in CSA files.
const PIECES: [(&str, &str); 14] = [
    ("P", "FU"),
    ("L", "KY"),
    ("N", "KE"),
    ("S", "GI"),
    ("G", "KI"),
    ("B", "KA"),
    ("R", "HI"),
    ("K", "OU"),
    ("+P", "TO"),
    ("+L", "NY"),
    ("+N", "NK"),
    ("+S", "NG"),
    ("+B", "UM"),
    ("+R", "RY"),
];
/// Begins a comment of a person.
const COMMENT: &str = "'*";
/// Origin of a drop.
const HAND: &str = "00";
/// Returns the CSA code of a kind of piece.
fn code(kind: UsiPieceKind) -> Option<&'static str> {
    let symbol = kind.to_string();
    PIECES.iter().find(|(letters, _)| *letters == symbol).map(|(_, code)| *code)
}

/// Returns the kind of piece with a CSA code.
fn kind(code: &str) -> Option<UsiPieceKind> {
    PIECES.iter().find(|(_, other)| *other == code)?.0.parse().ok()
}

/// Returns the sign of a side.
fn sign(color: Color) -> char {
    if color == Color::Black { '+' } else { '-' }
}

/// Returns true if a line is a header of a CSA file. Moves such as `P-7f`, `P7g-7f` and `N-7g` are
/// none.
pub fn is_header(line: &str) -> bool {
    let is_digit = |at: usize| line.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    match line.as_bytes() {
        [b'P', b'I', ..] | [b'V', b'2' | b'3', ..] | [b'N', b'+', ..] | [b'\'' | b'$', ..] => true,
        // A row such as `P1-KY-KE`, or pieces such as `P-51OU`.
        [b'P', b'1'..=b'9', next, ..] => b" +-".contains(next),
        [b'P', b'+' | b'-', ..] => is_digit(2) && is_digit(3),
        [b'N', b'-', b'1'..=b'9', b'a'..=b'z', ..] => false,
        [b'N', b'-', ..] => true,
        _ => matches!(line.trim_end(), "+" | "-"),
    }
}

/// Returns true if a line is a move or the word for the end of the game.
pub fn is_move_line(line: &str) -> bool {
    line.starts_with('%')
        || line.starts_with(['+', '-']) && line[1..].starts_with(|c: char| c.is_ascii_digit())
}

/// Reads a square such as `76`.
fn square(text: &str) -> Option<UsiSquare> {
    let digit = |at: usize| text.get(at..=at)?.parse::<usize>().ok()?.checked_sub(1);
    UsiSquare::new(digit(0)?, digit(1)?)
}

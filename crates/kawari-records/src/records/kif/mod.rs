//! KIF files: game records in Japanese, as Kifu for Windows, ShogiHome and lishogi write them.
//!
//! ```text
//! #KIF version=2.0 encoding=UTF-8
//! 手合割：平手
//! 手数----指手---------消費時間--
//!    1 ７六歩(77)
//! *a comment
//!    2 ３四歩(33)
//!    3 投了
//! まで2手で後手の勝ち
//!
//! 変化：2手
//!    2 ８四歩(83)
//! ```
//!
//! The header 手合割 names a handicap of shogi or, as on lishogi, another game by its Japanese
//! title.

mod position;
mod read;
mod write;

pub use read::read;
pub use write::write;

/// Names of Black, in even and handicap games.
const BLACK_NAMES: [&str; 2] = ["先手", "下手"];
/// Names of White, in even and handicap games.
const WHITE_NAMES: [&str; 2] = ["後手", "上手"];
/// Begins a comment.
const COMMENT: &str = "*";
/// Begins the line before a variation.
const VARIATION: &str = "変化";
/// Header with a start position that a diagram cannot show.
const SFEN_KEY: &str = "SFEN";

/// Returns true if a line is a header of a KIF file.
pub fn is_header(line: &str) -> bool {
    let line = line.trim();
    let is_key = |key: &str| !key.is_empty() && key.chars().all(|letter| !letter.is_ascii());
    line.starts_with("手数----")
        || read::split_header(line)
            .is_some_and(|(key, _)| is_key(key) && key != VARIATION || key == SFEN_KEY)
}

/// Returns true if a line belongs to the moves: a move, a comment or the start of a variation.
pub fn is_move_line(line: &str) -> bool {
    read::is_move(line) || line.trim().starts_with(VARIATION)
}

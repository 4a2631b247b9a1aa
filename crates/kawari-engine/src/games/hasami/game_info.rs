//! Levels, pictures and the man, which the Hasami games share.

use crate::games::{LevelTable, PictureSets, PieceName};

/// Levels of `hasami`. A side with more men that avoids grave mistakes does not lose, so
/// that mistakes have to be small and frequent.
pub const ATTRITION: LevelTable = LevelTable {
    nodes: [300, 300, 300, 300, 300, 450, 900],
    noise: [1463, 786, 505, 167, 59, 26, 5],
    position_spread: 10,
    seed_spread: 0,
};

/// Template for the levels of games in which careful play by both sides nearly always
/// draws. The higher levels differ in the number of nodes.
pub const DRAWISH: LevelTable =
    LevelTable { nodes: [300, 300, 300, 400, 700, 1_500, 4_000], ..ATTRITION };

/// The pictures.
pub const PICTURES: PictureSets =
    PictureSets { game: "hasami", styles: &["wedge", "disc"], english: "disc", japanese: "wedge" };

/// The man. On the terminal's board, Black's men are Pawns, White's are promoted Pawns.
pub const MAN: &[PieceName] = &[PieceName::new("P", "Man", "駒", "").on_board(["歩", "と"])];

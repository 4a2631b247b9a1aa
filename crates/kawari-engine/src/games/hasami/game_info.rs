//! Levels, pictures and the man, which the Hasami games share.

use crate::games::{BlunderGuard, LevelTable, PictureSets, PieceName, REDUCED_LEVELS};

/// Levels of `hasami`. A side with more men that avoids grave mistakes does not lose, so
/// that mistakes have to be small and frequent.
pub const ATTRITION: LevelTable = LevelTable {
    nodes: [300, 300, 300, 300, 300, 300, 400],
    noise: [1245, 675, 400, 215, 137, 67, 36],
    position_spread: 10,
    seed_spread: 0,
    lead_noise: true,
    ..LevelTable::DEFAULT
};

/// Template for the levels of games in which careful play by both sides nearly always
/// draws. The higher levels also search more nodes.
pub const DRAWISH: LevelTable =
    LevelTable { nodes: [300, 300, 300, 300, 400, 600, 800], ..ATTRITION };

/// Template for the levels of games that are won by five in a row. All of them block a four,
/// and all but the lowest see that an open four cannot be blocked.
pub const ROWS: LevelTable = LevelTable {
    blunder_guard: {
        let mut blunder_guard = [BlunderGuard::SeesThreats; REDUCED_LEVELS];
        blunder_guard[0] = BlunderGuard::Careful;
        blunder_guard
    },
    ..LevelTable::DEFAULT
};

/// The pictures.
pub const PICTURES: PictureSets = PictureSets {
    game: "hasami",
    styles: &["wedge", "disc", "stone", "pawn"],
    english: "disc",
    japanese: "wedge",
};

/// The man. On the terminal's board, Black's men are Pawns, White's are promoted Pawns.
pub const MAN: &[PieceName] = &[PieceName::new("P", "Man", "駒", "").on_board(["歩", "と"])];

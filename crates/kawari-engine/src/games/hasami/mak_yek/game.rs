//! Mak-yek: sixteen men per side; a man that moves between two enemy men captures
//! both.

use super::game_info::{ATTRITION, PICTURES};
use super::position::HasamiPosition;
use crate::games::{BuiltInGame, GameFiles, GameInfo, LevelTable, definitions, include_if};

/// Mak-yek.
#[derive(Clone, Copy, Debug, Default)]
pub struct MakYek;

impl BuiltInGame for MakYek {
    type Position = HasamiPosition<Self>;
    const INFO: GameInfo = GameInfo {
        order: 180,
        levels: LevelTable {
            nodes: [1_200, 1_200, 1_200, 1_200, 1_200, 1_600, 2_000],
            noise: [5090, 2418, 1376, 740, 390, 220, 125],
            ..ATTRITION
        },
        bench: &["ppp3pp/p5p1/p2pp2p/P1p5/4p3/1PPPP1PP/3P4/2PP1PP1 w - 28"],
        pictures: PICTURES,
        ..definitions::MAK_YEK
    };
    const FILES: GameFiles = GameFiles {
        weights: Some(include_bytes!("weights.txt")),
        network: None,
        endgames: None,
        book: include_if!("books", "default.book"),
    };
}

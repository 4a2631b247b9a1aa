//! Hasami Shogi in its most common form: custodian and corner capture. A side
//! wins by leaving its opponent at most one man.

use super::game_info::{ATTRITION, PICTURES};
use super::position::HasamiPosition;
use crate::games::{BuiltInGame, GameFiles, GameInfo, definitions, include_if};

/// Hasami Shogi.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hasami;

impl BuiltInGame for Hasami {
    type Position = HasamiPosition<Self>;
    const INFO: GameInfo = GameInfo {
        order: 100,
        levels: ATTRITION,
        bench: &[
            "1pppp1p2/p8/5p2P/3P5/7P1/9/p8/1P3p3/P3PP1PP w - 28",
            "9/p2P5/9/3P5/9/pp6p/8p/P1P6/3P1Pp2 w - 116",
        ],
        pictures: PICTURES,
        ..definitions::HASAMI
    };
    const FILES: GameFiles = GameFiles {
        weights: Some(include_bytes!("weights.txt")),
        network: include_if!("networks", "default.network"),
        endgames: include_if!("endgames", "endgames.exceptions"),
        book: include_if!("books", "default.book"),
    };
}

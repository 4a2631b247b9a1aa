//! Hasami Shogi under the rules of the Japan Shogi Association (JSA): a side wins
//! by capturing five men or by a lead of three men. Groups at the edge can be
//! captured by enclosure.

use super::game_info::{ATTRITION, PICTURES};
use super::position::HasamiPosition;
use crate::games::{
    BuiltInGame, GameFiles, GameInfo, LevelTable, REDUCED_LEVELS, definitions, include_if,
};

/// Hasami Shogi, JSA rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct HasamiJsa;

impl BuiltInGame for HasamiJsa {
    type Position = HasamiPosition<Self>;
    const INFO: GameInfo = GameInfo {
        order: 130,
        levels: LevelTable {
            nodes: [350; REDUCED_LEVELS],
            noise: [2799, 1023, 681, 451, 299, 183, 107],
            ..ATTRITION
        },
        bench: &["1p7/2ppp4/5p1P1/p8/5p3/3P1P3/9/6PPp/P1PP4P w - 28"],
        pictures: PICTURES,
        ..definitions::HASAMI_JSA
    };
    const FILES: GameFiles = GameFiles {
        weights: Some(include_bytes!("weights.txt")),
        network: include_if!("networks", "default.network"),
        endgames: None,
        book: include_if!("books", "default.book"),
    };
}

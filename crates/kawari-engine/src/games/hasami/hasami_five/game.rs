//! Hasami Shogi won by five in a row along ranks and files only.

use super::game_info::{PICTURES, ROWS};
use super::position::HasamiPosition;
use crate::games::{BuiltInGame, GameFiles, GameInfo, definitions, include_if};

/// Hasami Shogi, five in a row.
#[derive(Clone, Copy, Debug, Default)]
pub struct HasamiFive;

impl BuiltInGame for HasamiFive {
    type Position = HasamiPosition<Self>;
    const INFO: GameInfo = GameInfo {
        order: 150,
        levels: ROWS.with_noise([307_113, 47_458, 10_948, 2_190, 295, 49, 3]),
        bench: &["1ppppppp1/p1p3p1p/8P/Pp3p3/8P/2P2P1p1/1p2pP1P1/2P1P1P2/PPPPPP1P1 b - 35"],
        pictures: PICTURES,
        ..definitions::HASAMI_FIVE
    };
    const FILES: GameFiles = GameFiles {
        weights: Some(include_bytes!("weights.txt")),
        network: include_if!("networks", "default.network"),
        endgames: None,
        book: include_if!("books", "default.book"),
    };
}

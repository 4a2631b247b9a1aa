//! Dai Hasami Shogi: men can jump. A side wins by five in a row in any direction
//! or by leaving its opponent at most one man.

use super::game_info::{PICTURES, ROWS};
use super::position::HasamiPosition;
use crate::games::{BuiltInGame, GameFiles, GameInfo, definitions, include_if};

/// Dai Hasami Shogi.
#[derive(Clone, Copy, Debug, Default)]
pub struct DaiHasami;

impl BuiltInGame for DaiHasami {
    type Position = HasamiPosition<Self>;
    const INFO: GameInfo = GameInfo {
        order: 140,
        levels: ROWS.with_noise([196_433, 54_165, 10_547, 1_994, 378, 62, 7]),
        bench: &["4ppppp/p4pppp/2p4p1/p6p1/2P3P2/Pp2p3P/5P2P/P3P1P2/2P1PPPPP b - 73"],
        pictures: PICTURES,
        ..definitions::DAI_HASAMI
    };
    const FILES: GameFiles = GameFiles {
        weights: Some(include_bytes!("weights.txt")),
        network: include_if!("networks", "default.network"),
        endgames: None,
        book: include_if!("books", "default.book"),
    };
}

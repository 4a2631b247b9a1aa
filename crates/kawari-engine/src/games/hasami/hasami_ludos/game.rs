//! Hasami Shogi with houses: a man that has left its house cannot return, and five
//! in a row count only in the battlefield between the houses.

use super::game_info::{PICTURES, ROWS};
use super::position::HasamiPosition;
use crate::games::{BuiltInGame, GameFiles, GameInfo, definitions, include_if};

/// Hasami Shogi with houses, Ludos rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct HasamiLudos;

impl BuiltInGame for HasamiLudos {
    type Position = HasamiPosition<Self>;
    const INFO: GameInfo = GameInfo {
        order: 170,
        levels: ROWS.with_noise([127_425, 33_080, 7_290, 1_203, 138, 14, 4]),
        bench: &["3pp1p2/1p1pppp2/1pp1p4/1P1p1PpP1/6PP1/P2P4P/1P1P4P/5P1P1/3PP2P1 b - 89"],
        pictures: PICTURES,
        ..definitions::HASAMI_LUDOS
    };
    const FILES: GameFiles = GameFiles {
        weights: Some(include_bytes!("weights.txt")),
        network: include_if!("networks", "default.network"),
        endgames: None,
        book: include_if!("books", "default.book"),
    };
}

//! Hasami Shogi on a chessboard, the form described in Western books on games.

use super::game_info::{DRAWISH, PICTURES};
use super::position::HasamiPosition;
use crate::games::{BuiltInGame, GameFiles, GameInfo, definitions, include_if};

/// Hasami Shogi on a chessboard.
#[derive(Clone, Copy, Debug, Default)]
pub struct HasamiChess;

impl BuiltInGame for HasamiChess {
    type Position = HasamiPosition<Self>;
    const INFO: GameInfo = GameInfo {
        order: 120,
        levels: DRAWISH.with_noise([2200, 400, 200, 115, 84, 58, 40]),
        bench: &["pp1p2p1/7p/1p6/1P1p3P/8/2p5/P2P2P1/1P1P1P2 b - 35"],
        pictures: PICTURES,
        ..definitions::HASAMI_CHESS
    };
    const FILES: GameFiles = GameFiles {
        weights: Some(include_bytes!("weights.txt")),
        network: None,
        endgames: include_if!("endgames", "endgames.exceptions"),
        book: include_if!("books", "default.book"),
    };
}

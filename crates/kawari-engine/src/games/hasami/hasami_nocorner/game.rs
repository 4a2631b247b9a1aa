//! Hasami Shogi without capture in the corners.

use super::game_info::{DRAWISH, PICTURES};
use super::position::HasamiPosition;
use crate::games::{BuiltInGame, GameFiles, GameInfo, definitions, include_if};

/// Hasami Shogi without corner capture.
#[derive(Clone, Copy, Debug, Default)]
pub struct HasamiNocorner;

impl BuiltInGame for HasamiNocorner {
    type Position = HasamiPosition<Self>;
    const INFO: GameInfo = GameInfo {
        order: 110,
        levels: DRAWISH.with_noise([1220, 516, 211, 116, 64, 38, 26]),
        bench: &["1p2pp1pp/9/1p7/3p5/P5p2/5P1P1/8p/9/1PPPP1P1P b - 15"],
        pictures: PICTURES,
        ..definitions::HASAMI_NOCORNER
    };
    const FILES: GameFiles = GameFiles {
        weights: Some(include_bytes!("weights.txt")),
        network: None,
        endgames: include_if!("endgames", "endgames.exceptions"),
        book: include_if!("books", "default.book"),
    };
}

//! Hasami Shogi under the rules of the BrainKing server: five in a row along files
//! and diagonals, no corner capture.

use super::game_info::{PICTURES, ROWS};
use super::position::HasamiPosition;
use crate::games::{BuiltInGame, GameFiles, GameInfo, definitions, include_if};

/// Hasami Shogi, BrainKing rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct HasamiBrainking;

impl BuiltInGame for HasamiBrainking {
    type Position = HasamiPosition<Self>;
    const INFO: GameInfo = GameInfo {
        order: 160,
        levels: ROWS.with_noise([70_000, 3_500, 815, 256, 88, 16, 4]),
        bench: &["ppp1ppp1p/3pp1ppp/3p1p1p1/9/2p6/4PP3/p1P2P3/1PPP1PPPP/PP1PP1PPP b - 17"],
        pictures: PICTURES,
        ..definitions::HASAMI_BRAINKING
    };
    const FILES: GameFiles = GameFiles {
        weights: Some(include_bytes!("weights.txt")),
        network: include_if!("networks", "default.network"),
        endgames: None,
        book: include_if!("books", "default.book"),
    };
}

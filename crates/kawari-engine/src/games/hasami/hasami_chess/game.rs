//! Hasami Shogi on a chessboard, the form described in Western books on games.

use super::game_info::{CUSTODY, DRAWISH, DRAWS, EIGHT_MEN, LEAVE_ONE, NO_CORNER};
use super::position::HasamiPosition;
use super::rules::HasamiRules;
use crate::core::geometry::Board8x8;
use crate::games::{BuiltInGame, GameFiles, GameInfo};

/// Hasami Shogi on a chessboard.
#[derive(Clone, Copy, Debug, Default)]
pub struct HasamiChess;

impl HasamiRules for HasamiChess {
    type Geometry = Board8x8;
    const SETUP: &'static [usize] = &[0];
    const LOSING_MEN: Option<u32> = Some(1);
}

impl BuiltInGame for HasamiChess {
    type Position = HasamiPosition<Self>;
    const INFO: GameInfo = GameInfo {
        order: 120,
        name: "hasami-chess",
        title: "Hasami Shogi on a chessboard",
        japanese: "はさみ将棋（8×8盤）",
        rules: &[
            "\
The board has 8 files by 8 ranks. Each side has eight men on its first rank.
A man moves any number of empty squares along a rank or a file, like a Rook.",
            CUSTODY,
            NO_CORNER,
            LEAVE_ONE,
            DRAWS,
        ],
        levels: DRAWISH.with_noise([1896, 726, 292, 111, 46, 21, 9]),
        bench: &["pp1p2p1/7p/1p6/1P1p3P/8/2p5/P2P2P1/1P1P1P2 b - 35"],
        ..EIGHT_MEN
    };
    const FILES: GameFiles = GameFiles {
        weights: Some(include_bytes!("weights.txt")),
        network: None,
        endgames: Some(include_bytes!("endgames.exceptions")),
    };
}

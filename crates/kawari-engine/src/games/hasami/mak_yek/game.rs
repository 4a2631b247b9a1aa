//! Mak-yek: sixteen men per side; a man that moves between two enemy men captures
//! both.

use super::game_info::{ATTRITION, DRAWS, EIGHT_MEN, LEAVE_ONE};
use super::position::HasamiPosition;
use super::rules::HasamiRules;
use crate::core::geometry::Board8x8;
use crate::games::{BuiltInGame, GameFiles, GameInfo, LevelTable};

/// Mak-yek.
#[derive(Clone, Copy, Debug, Default)]
pub struct MakYek;

impl HasamiRules for MakYek {
    type Geometry = Board8x8;
    const SETUP: &'static [usize] = &[0, 2];
    const INTERVENTION: bool = true;
    const LOSING_MEN: Option<u32> = Some(1);
}

impl BuiltInGame for MakYek {
    type Position = HasamiPosition<Self>;
    const INFO: GameInfo = GameInfo {
        order: 180,
        name: "mak-yek",
        aliases: &["makyek"],
        title: "Mak-yek",
        japanese: "マークイェーク",
        rules: &[
            "\
The board has 8 files by 8 ranks. Each side has sixteen men on its first and
third ranks. A man moves any number of empty squares along a rank or a file,
like a Rook.",
            "\
After your move, an unbroken run of enemy men between the moved man and
another of your men, along a rank or a file, is captured. A man that moves
between two enemy men that are next to it on opposite sides, along a rank or a
file, captures both. All captures of a move happen at the same time.",
            LEAVE_ONE,
            DRAWS,
        ],
        startpos: "pppppppp/8/pppppppp/8/8/PPPPPPPP/8/PPPPPPPP b - 1",
        levels: LevelTable {
            nodes: [1_200, 1_200, 1_200, 1_600, 2_500, 5_000, 10_000],
            noise: [5090, 2418, 1376, 174, 82, 39, 19],
            ..ATTRITION
        },
        bench: &["ppp3pp/p5p1/p2pp2p/P1p5/4p3/1PPPP1PP/3P4/2PP1PP1 w - 28"],
        ..EIGHT_MEN
    };
    const FILES: GameFiles =
        GameFiles { weights: Some(include_bytes!("weights.txt")), network: None, endgames: None };
}

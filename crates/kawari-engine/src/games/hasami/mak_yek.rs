//! Mak-yek, a Thai game with custodian capture and capture by intervention.

use super::game_info::{DRAWS, EIGHT_MEN, LEAVE_ONE};
use super::position::HasamiPosition;
use super::rules::HasamiRules;
use crate::core::geometry::Board8x8;
use crate::games::{Game, GameInfo};

/// Mak-yek: sixteen men per side; a man that moves between two enemy men captures
/// both.
#[derive(Clone, Copy, Debug)]
pub struct MakYek;

impl HasamiRules for MakYek {
    type Geometry = Board8x8;
    const SETUP: &'static [usize] = &[0, 2];
    const INTERVENTION: bool = true;
    const LOSING_MEN: Option<u32> = Some(1);
}

impl Game for MakYek {
    type Position = HasamiPosition<Self>;
    const INFO: GameInfo = GameInfo {
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
        ..EIGHT_MEN
    };
}

//! Mak-yek, the game of Thailand that shares the family's way of capture.

use super::game_info::{DRAWS, EIGHT_MEN, LEAVE_ONE};
use super::position::HasamiPosition;
use super::rules::HasamiRules;
use crate::core::geometry::Board8x8;
use crate::games::{Game, GameInfo};

/// Mak-yek: sixteen men a side, and a man that moves between two enemies captures
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
A board of eight by eight; each side has sixteen men on its first and third
ranks. A man moves any number of empty squares along a rank or a file, like a
Rook.",
            "\
A move that leaves an unbroken run of enemy men, along a rank or a file,
between the man that moved and another of your men captures the run. A man
that moves right in between two enemy men, next to it on opposite sides along
a rank or a file, captures both. All captures of a move happen at once.",
            LEAVE_ONE,
            DRAWS,
        ],
        startpos: "pppppppp/8/pppppppp/8/8/PPPPPPPP/8/PPPPPPPP b - 1",
        ..EIGHT_MEN
    };
}

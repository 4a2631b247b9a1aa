//! Hasami Shogi with houses: a man that has left its house cannot return, and five
//! in a row count only in the battlefield between the houses.

use super::game_info::{CUSTODY, DRAWS, EIGHTEEN_MEN};
use super::position::HasamiPosition;
use super::rules::{Corners, HasamiRules, line};
use crate::core::bitboard::Direction;
use crate::core::geometry::Board9x9;
use crate::games::{BuiltInGame, GameFiles, GameInfo, LevelTable, include_network};

/// Hasami Shogi with houses, Ludos rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct HasamiLudos;

impl HasamiRules for HasamiLudos {
    type Geometry = Board9x9;
    const SETUP: &'static [usize] = &[0, 1];
    const JUMP: bool = true;
    const HOME_RANKS: usize = 2;
    const HOUSES: bool = true;
    const CORNERS: Corners = Corners::Battlefield;
    const ROWS: &'static [Direction] =
        &[line::VERTICAL, line::HORIZONTAL, line::RISING, line::FALLING];
    const LOSING_MEN: Option<u32> = Some(4);
}

impl BuiltInGame for HasamiLudos {
    type Position = HasamiPosition<Self>;
    const INFO: GameInfo = GameInfo {
        order: 170,
        name: "hasami-ludos",
        title: "Hasami Shogi with houses, Ludos rules",
        japanese: "はさみ将棋（陣地つき、Ludosルール）",
        rules: &[
            "\
Each side has eighteen men on its first two ranks, its house. The five ranks
between the houses are the battlefield. A man moves any number of empty
squares along a rank or a file, like a Rook, or jumps over one adjacent man of
either side to the empty square right behind it. A jump does not capture the
man that was jumped over. A man may move inside its own house and out of it.
Once outside, it cannot enter either house.",
            CUSTODY,
            "\
Each corner of the battlefield (9c, 1c, 9g, 1g) has two neighbours in the
battlefield. An enemy man in such a corner is captured when you move a man to
one of these two squares while another of your men stands on the other.",
            "\
You win if five of your men form an unbroken row in the battlefield along a
rank, a file or a diagonal after your move. You also win if your opponent has
at most four men left or no legal move.",
            DRAWS,
        ],
        levels: LevelTable::DEFAULT.with_noise([127_425, 33_080, 7_290, 1_203, 138, 14, 4]),
        bench: &["3pp1p2/1p1pppp2/1pp1p4/1P1p1PpP1/6PP1/P2P4P/1P1P4P/5P1P1/3PP2P1 b - 89"],
        ..EIGHTEEN_MEN
    };
    const FILES: GameFiles = GameFiles {
        weights: Some(include_bytes!("weights.txt")),
        network: include_network!("default.network"),
        endgames: None,
    };
}

//! The Hasami rule sets with eighteen men per side and the goal of five in a row.

use super::game_info::{CORNER, CUSTODY, DRAWS, EIGHTEEN_MEN, EIGHTEEN_MEN_JUMP, NO_CORNER};
use super::position::HasamiPosition;
use super::rules::{Corners, HasamiRules, line};
use crate::core::bitboard::Direction;
use crate::core::geometry::Board9x9;
use crate::games::{Game, GameInfo};

/// Dai Hasami Shogi: men can jump. A side wins by five in a row in any direction
/// or by leaving its opponent at most one man.
#[derive(Clone, Copy, Debug)]
pub struct DaiHasami;

impl HasamiRules for DaiHasami {
    type Geometry = Board9x9;
    const SETUP: &'static [usize] = &[0, 1];
    const JUMP: bool = true;
    const HOME_RANKS: usize = 2;
    const CORNERS: Corners = Corners::Board;
    const ROWS: &'static [Direction] =
        &[line::VERTICAL, line::HORIZONTAL, line::RISING, line::FALLING];
    const LOSING_MEN: Option<u32> = Some(1);
}

impl Game for DaiHasami {
    type Position = HasamiPosition<Self>;
    const INFO: GameInfo = GameInfo {
        name: "dai-hasami",
        aliases: &["daihasami", "daihasamishogi"],
        title: "Dai Hasami Shogi",
        japanese: "大はさみ将棋",
        rules: &[
            EIGHTEEN_MEN_JUMP,
            CUSTODY,
            CORNER,
            "\
You win if five of your men form an unbroken row along a rank, a file or a
diagonal after your move, none of them on your own first two ranks. You also
win if your opponent has at most one man left or no legal move.",
            DRAWS,
        ],
        ..EIGHTEEN_MEN
    };
}

/// Hasami Shogi won by five in a row along ranks and files only.
#[derive(Clone, Copy, Debug)]
pub struct HasamiFive;

impl HasamiRules for HasamiFive {
    type Geometry = Board9x9;
    const SETUP: &'static [usize] = &[0, 1];
    const JUMP: bool = true;
    const HOME_RANKS: usize = 2;
    const CORNERS: Corners = Corners::Board;
    const ROWS: &'static [Direction] = &[line::VERTICAL, line::HORIZONTAL];
    const LOSING_MEN: Option<u32> = None;
}

impl Game for HasamiFive {
    type Position = HasamiPosition<Self>;
    const INFO: GameInfo = GameInfo {
        name: "hasami-five",
        title: "Hasami Shogi, five in a row",
        japanese: "はさみ将棋（五つ並べ）",
        rules: &[
            EIGHTEEN_MEN_JUMP,
            CUSTODY,
            CORNER,
            "\
You win if five of your men form an unbroken row along a rank or a file after
your move, none of them on your own first two ranks. Diagonal rows don't
count. You also win if your opponent has no legal move. Capturing men does not
win the game.",
            DRAWS,
        ],
        ..EIGHTEEN_MEN
    };
}

/// Hasami Shogi under the rules of the BrainKing server: five in a row along files
/// and diagonals, no corner capture.
#[derive(Clone, Copy, Debug)]
pub struct HasamiBrainking;

impl HasamiRules for HasamiBrainking {
    type Geometry = Board9x9;
    const SETUP: &'static [usize] = &[0, 1];
    const JUMP: bool = true;
    const HOME_RANKS: usize = 2;
    const ROWS: &'static [Direction] = &[line::VERTICAL, line::RISING, line::FALLING];
    const LOSING_MEN: Option<u32> = Some(1);
}

impl Game for HasamiBrainking {
    type Position = HasamiPosition<Self>;
    const INFO: GameInfo = GameInfo {
        name: "hasami-brainking",
        title: "Hasami Shogi, BrainKing rules",
        japanese: "はさみ将棋（BrainKingルール）",
        rules: &[
            EIGHTEEN_MEN_JUMP,
            CUSTODY,
            NO_CORNER,
            "\
You win if five of your men form an unbroken row along a file or a diagonal
after your move, none of them on your own first two ranks. Horizontal rows
don't count. You also win if your opponent has at most one man left or no
legal move.",
            DRAWS,
        ],
        ..EIGHTEEN_MEN
    };
}

/// Hasami Shogi with houses: a man that has left its house cannot return, and five
/// in a row count only in the battlefield between the houses.
#[derive(Clone, Copy, Debug)]
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

impl Game for HasamiLudos {
    type Position = HasamiPosition<Self>;
    const INFO: GameInfo = GameInfo {
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
        ..EIGHTEEN_MEN
    };
}

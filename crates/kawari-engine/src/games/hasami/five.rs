//! The games of eighteen men a side, won by five in a row.

use super::game_info::{CORNER, CUSTODY, DRAWS, EIGHTEEN_MEN, EIGHTEEN_MEN_JUMP, NO_CORNER};
use super::position::HasamiPosition;
use super::rules::{Corners, HasamiRules, line};
use crate::core::bitboard::Direction;
use crate::core::geometry::Board9x9;
use crate::games::{Game, GameInfo};

/// Dai Hasami Shogi: jumps, five in a row in any direction, and the goal of
/// capture as well.
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
You win by having five of your men in an unbroken row after your move,
along a rank, a file or a diagonal, none of them on your own first two ranks;
or by leaving your opponent at most one man, or no legal move.",
            DRAWS,
        ],
        ..EIGHTEEN_MEN
    };
}

/// Hasami Shogi won by five in a row along ranks and files alone.
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
You win by having five of your men in an unbroken row after your move,
along a rank or a file, none of them on your own first two ranks; or by
leaving no legal move. Diagonals don't count, nor does capture by itself.",
            DRAWS,
        ],
        ..EIGHTEEN_MEN
    };
}

/// Hasami Shogi as the BrainKing server plays it: five in a row along files and
/// diagonals, no capture in the corners.
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
You win by having five of your men in an unbroken row after your move,
along a file or a diagonal, none of them on your own first two ranks; or by
leaving your opponent at most one man, or no legal move. Ranks don't count.",
            DRAWS,
        ],
        ..EIGHTEEN_MEN
    };
}

/// Hasami Shogi with houses: a man that has left its house never comes back, and
/// five in a row count between the houses.
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
Each side has eighteen men on its first two ranks, its house; the five ranks
between the houses are the battlefield. A man moves any number of empty
squares along a rank or a file, like a Rook, or jumps over one adjacent man of
either side to the empty square right behind it. Jumping captures nothing by
itself. A man may move inside its own house and out of it; once outside it
never enters a house again, neither its own nor the other.",
            CUSTODY,
            "\
A man in a corner of the battlefield (9c, 1c, 9g, 1g) is captured by moving
a man to one of the two squares of the battlefield next to it while another
of your men holds the other.",
            "\
You win by having five of your men in an unbroken row in the battlefield
after your move, along a rank, a file or a diagonal; or by leaving your
opponent at most four men, or no legal move.",
            DRAWS,
        ],
        ..EIGHTEEN_MEN
    };
}

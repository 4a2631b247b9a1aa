//! The Hasami rule sets with eight or nine men per side and a capture goal.

use super::game_info::{
    CORNER, CUSTODY, DRAWS, EIGHT_MEN, LEAVE_ONE, NINE_MEN, NINE_MEN_SLIDE, NO_CORNER,
};
use super::position::HasamiPosition;
use super::rules::{Corners, HasamiRules};
use crate::core::geometry::{Board8x8, Board9x9};
use crate::games::{Game, GameInfo};

/// Hasami Shogi in its most common form: custodian and corner capture. A side
/// wins by leaving its opponent at most one man.
#[derive(Clone, Copy, Debug)]
pub struct Hasami;

impl HasamiRules for Hasami {
    type Geometry = Board9x9;
    const SETUP: &'static [usize] = &[0];
    const CORNERS: Corners = Corners::Board;
    const LOSING_MEN: Option<u32> = Some(1);
}

impl Game for Hasami {
    type Position = HasamiPosition<Self>;
    const INFO: GameInfo = GameInfo {
        name: "hasami",
        aliases: &["hasamishogi"],
        title: "Hasami Shogi",
        japanese: "はさみ将棋",
        rules: &[NINE_MEN_SLIDE, CUSTODY, CORNER, LEAVE_ONE, DRAWS],
        ..NINE_MEN
    };
}

/// Hasami Shogi without capture in the corners.
#[derive(Clone, Copy, Debug)]
pub struct HasamiNocorner;

impl HasamiRules for HasamiNocorner {
    type Geometry = Board9x9;
    const SETUP: &'static [usize] = &[0];
    const LOSING_MEN: Option<u32> = Some(1);
}

impl Game for HasamiNocorner {
    type Position = HasamiPosition<Self>;
    const INFO: GameInfo = GameInfo {
        name: "hasami-nocorner",
        title: "Hasami Shogi without corner capture",
        japanese: "はさみ将棋（隅取りなし）",
        rules: &[NINE_MEN_SLIDE, CUSTODY, NO_CORNER, LEAVE_ONE, DRAWS],
        ..NINE_MEN
    };
}

/// Hasami Shogi on a chessboard, the form described in Western books on games.
#[derive(Clone, Copy, Debug)]
pub struct HasamiChess;

impl HasamiRules for HasamiChess {
    type Geometry = Board8x8;
    const SETUP: &'static [usize] = &[0];
    const LOSING_MEN: Option<u32> = Some(1);
}

impl Game for HasamiChess {
    type Position = HasamiPosition<Self>;
    const INFO: GameInfo = GameInfo {
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
        ..EIGHT_MEN
    };
}

/// Hasami Shogi under the rules of the Japan Shogi Association (JSA): a side wins
/// by capturing five men or by a lead of three men. Groups at the edge can be
/// captured by enclosure.
#[derive(Clone, Copy, Debug)]
pub struct HasamiJsa;

impl HasamiRules for HasamiJsa {
    type Geometry = Board9x9;
    const SETUP: &'static [usize] = &[0];
    const EDGE_ENCLOSURE: bool = true;
    const LOSING_MEN: Option<u32> = Some(4);
    const WINNING_LEAD: Option<u32> = Some(3);
}

impl Game for HasamiJsa {
    type Position = HasamiPosition<Self>;
    const INFO: GameInfo = GameInfo {
        name: "hasami-jsa",
        title: "Hasami Shogi, JSA rules",
        japanese: "はさみ将棋（日本将棋連盟ルール）",
        rules: &[
            NINE_MEN_SLIDE,
            CUSTODY,
            "\
A connected group of men that touches the edge of the board is captured when
an enemy man moves next to it and the group then has no empty square next to
it.",
            "\
You win if your opponent has at most four men left (five captured), if you
have at least three men more than your opponent at the start of your own
turn, or if your opponent has no legal move.",
            DRAWS,
        ],
        ..NINE_MEN
    };
}

//! The games of nine or eight men a side, won by capture.

use super::game_info::{
    CORNER, CUSTODY, DRAWS, EIGHT_MEN, LEAVE_ONE, NINE_MEN, NINE_MEN_SLIDE, NO_CORNER,
};
use super::position::HasamiPosition;
use super::rules::{Corners, HasamiRules};
use crate::core::geometry::{Board8x8, Board9x9};
use crate::games::{Game, GameInfo};

/// Hasami Shogi as most often played: capture by custody and in the corners,
/// down to the opponent's last man.
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

/// Hasami Shogi on a chessboard, as Western books on games give it.
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
A board of eight by eight; each side has eight men on its first rank. A man
moves any number of empty squares along a rank or a file, like a Rook.",
            CUSTODY,
            NO_CORNER,
            LEAVE_ONE,
            DRAWS,
        ],
        ..EIGHT_MEN
    };
}

/// Hasami Shogi with the short goal: five men, or three more than the opponent.
/// Groups at the edge can be enclosed.
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
A group of men that touches the edge of the board is captured when a man
moves next to it and no empty square next to the group is left.",
            "\
You win by capturing five men, that is, by leaving your opponent at most
four; by having at least three men more than your opponent at the start of
your own turn; or by leaving no legal move.",
            DRAWS,
        ],
        ..NINE_MEN
    };
}

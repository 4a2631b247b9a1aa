//! Yari Shogi: pieces that go like spears. Christian Freeling's game of 1981,
//! for seven by nine squares.

use super::position::DropPosition;
use super::rules::{DropRules, ImpasseLaw, ImpasseVerdict, Piece, Sides, attack_tables, pocket};
use crate::core::geometry::Board7x9;
use crate::core::history::RepetitionLaw;
use crate::games::{Game, GameInfo};

/// Yari Shogi.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Yari;

const GOLD: &str = "WfFbR";
const SILVER: &str = "fWfFbR";

const PIECES: &[Piece] = &[
    Piece::new('P', Sides::Promoting("fW", SILVER))
        .worth(100, 120)
        .promoted_worth(320, 0)
        .must_promote(1)
        .cannot_drop(1),
    Piece::new('N', Sides::Promoting("fRffN", GOLD))
        .written("YN")
        .worth(290, 330)
        .promoted_worth(420, 0)
        .must_promote(2)
        .cannot_drop(1),
    Piece::new('B', Sides::Promoting("fRfF", GOLD))
        .written("YB")
        .worth(310, 350)
        .promoted_worth(420, 0)
        .must_promote(1)
        .cannot_drop(1)
        .points(5),
    Piece::new('R', Sides::Promoting("fsR", "R"))
        .written("YR")
        .worth(500, 560)
        .promoted_worth(720, 0)
        .points(5),
    Piece::new('K', Sides::One("K")).alias('G').written("G"),
];

impl DropRules for Yari {
    type Geometry = Board7x9;

    const PIECES: &'static [Piece] = PIECES;
    const PAWN_DROP_MATES: bool = true;
    const WRITES_DECLINED: bool = true;
    const REPETITION: RepetitionLaw =
        RepetitionLaw { occurrences: 3, perpetual_check_loses: true, loser: None };
    const IMPASSE: Option<ImpasseLaw> = Some(ImpasseLaw {
        half_moves: 50,
        capture_resets: true,
        verdict: ImpasseVerdict::Points(26),
    });

    attack_tables!(Yari on Board7x9);
}

impl Game for Yari {
    type Position = DropPosition<Self>;
    const INFO: GameInfo = GameInfo {
        name: "yari",
        aliases: &["yarishogi"],
        title: "Yari Shogi",
        japanese: "槍将棋",
        rules: &[
            "Yari Shogi is played on 7 files by 9 ranks. Mate the enemy General.",
            " K General      one step in all directions
 R Yari Rook    slides forward and sideways
 B Yari Bishop  slides forward; steps diagonally forward
 N Yari Knight  slides forward; jumps two forward and one sideways
 P Pawn         steps forward
+R Rook         slides forward, backward and sideways
+B, +N Yari Gold   steps forward, diagonally forward and sideways;
                   slides backward
+P Yari Silver     steps forward and diagonally forward; slides backward",
            "\
The three farthest ranks are the promotion zone: a move that starts or ends
there may promote. Pawns and Yari Bishops must promote on the last rank, Yari
Knights on the last two.",
            "\
A captured piece goes to its captor's hand, unpromoted, and can be dropped on
an empty square instead of a move: not a Pawn, Yari Knight or Yari Bishop on
the last rank, and no second Pawn on a file. A Pawn drop may mate.",
            "\
A side without a legal move has lost. The third occurrence of a position is a
draw, or lost for a side that gave check all the while.",
            "\
When both Generals have stood in their promotion zones for 50 half-moves
without a capture, points are counted, on the board and in hand: 5 for each
Rook and Bishop, 1 for each other piece but the General. A side with fewer
than 26 loses to one with 26 or more; otherwise it is a draw.",
        ],
        files: 7,
        ranks: 9,
        pocket: pocket(PIECES),
        startpos: "rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR b - 1",
        handicaps: &[
            ("bishop", "rnnkb1r/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR w - 1"),
            ("rook", "rnnkbb1/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR w - 1"),
            ("two-pieces", "rnnkb2/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR w - 1"),
            ("four-pieces", "1nnk3/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR w - 1"),
            ("six-pieces", "3k3/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR w - 1"),
        ],
    };
}

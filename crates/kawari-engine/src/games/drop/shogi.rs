//! Shogi under the rules of the Computer Shogi Association.

use super::position::DropPosition;
use super::rules::{
    DeclarationRule, DropRules, PieceRule, PieceSides, attack_tables, hand_kind_count,
};
use crate::core::geometry::Board9x9;
use crate::core::history::RepetitionRule;
use crate::games::{Game, GameInfo};

/// Shogi.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shogi;

const GOLD: &str = "WfF";

/// The pieces with Apery's piece values, scaled so that a Pawn is worth 100.
const PIECES: &[PieceRule] = &[
    PieceRule::new('P', PieceSides::Promoting("fW", GOLD))
        .with_values(100, 100)
        .with_promoted_values(600, 0)
        .must_promote(1)
        .cannot_drop(1),
    PieceRule::new('L', PieceSides::Promoting("fR", GOLD))
        .with_values(350, 350)
        .with_promoted_values(600, 0)
        .must_promote(1)
        .cannot_drop(1),
    PieceRule::new('N', PieceSides::Promoting("ffN", GOLD))
        .with_values(450, 450)
        .with_promoted_values(600, 0)
        .must_promote(2)
        .cannot_drop(2),
    PieceRule::new('S', PieceSides::Promoting("FfW", GOLD))
        .with_values(550, 550)
        .with_promoted_values(600, 0),
    PieceRule::new('G', PieceSides::One(GOLD)).with_values(600, 600),
    PieceRule::new('B', PieceSides::Promoting("B", "BW"))
        .with_values(950, 950)
        .with_promoted_values(1050, 0)
        .points(5),
    PieceRule::new('R', PieceSides::Promoting("R", "RF"))
        .with_values(1100, 1100)
        .with_promoted_values(1550, 0)
        .points(5),
    PieceRule::new('K', PieceSides::One("K")),
];

impl DropRules for Shogi {
    type Geometry = Board9x9;

    const PIECES: &'static [PieceRule] = PIECES;
    const PAWN_DROP_MATES: bool = false;
    const WRITES_DECLINED: bool = true;
    const REPETITION: RepetitionRule =
        RepetitionRule { occurrences: 4, perpetual_check_loses: true, loser: None };
    const DECLARATION: Option<DeclarationRule> =
        Some(DeclarationRule { pieces: 10, points: [28, 27] });

    attack_tables!(Shogi on Board9x9);
}

impl Game for Shogi {
    type Position = DropPosition<Self>;
    const INFO: GameInfo = GameInfo {
        name: "shogi",
        aliases: &[],
        title: "Shogi",
        japanese: "将棋",
        rules: &[
            "Shogi is played on 9 files by 9 ranks. Mate the enemy King.",
            " K King    one step in all directions
 R Rook    slides orthogonally
 B Bishop  slides diagonally
 G Gold    one step orthogonally or diagonally forward
 S Silver  one step forward or diagonally
 N Knight  jumps two forward and one sideways
 L Lance   slides forward
 P Pawn    one step forward
+R Dragon  slides orthogonally; steps diagonally
+B Horse   slides diagonally; steps orthogonally
+S, +N, +L, +P   move as a Gold",
            "\
The three farthest ranks are the promotion zone: a move that starts or ends
there may promote. Pawns and Lances must promote on the last rank, Knights on
the last two ranks.",
            "\
A captured piece loses its promotion and goes to the capturing side's hand.
Instead of moving a piece on the board, a side may drop one from its hand on
an empty square. Pawns and Lances cannot be dropped on the last rank, Knights
on the last two ranks. A Pawn cannot be dropped on a file with an unpromoted
Pawn of its own side, or to give mate.",
            "\
A side without a legal move loses. The fourth occurrence of a position is a
draw. If one side gave check with every move since the first occurrence, that
side loses instead.",
            "\
A side to move may declare a win if its King stands in the promotion zone and
is not in check, and at least ten other pieces of its own stand there too.
These pieces and those in hand must count at least 28 points for Black or 27
for White: 5 for each Rook and Bishop, 1 for every other piece.",
        ],
        files: 9,
        ranks: 9,
        pocket: hand_kind_count(PIECES),
        startpos: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        handicaps: &[
            ("lance", "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
            ("right-lance", "1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
            ("bishop", "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
            ("rook", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
            ("rook-lance", "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
            ("two-pieces", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
            ("four-pieces", "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
            ("six-pieces", "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
            ("eight-pieces", "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
            ("ten-pieces", "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
        ],
    };
}

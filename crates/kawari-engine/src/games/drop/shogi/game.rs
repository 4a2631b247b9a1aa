//! Shogi under the rules of the Computer Shogi Association.

use super::position::DropPosition;
use super::rules::{
    DeclarationRule, DropRules, PieceRule, PieceSides, RuleSet, built_in_rules, hand_kind_count,
};
use crate::core::geometry::Board9x9;
use crate::core::history::RepetitionRule;
use crate::games::{
    BuiltInGame, GameFiles, GameInfo, LevelTable, PictureSets, PieceName, XboardInfo,
    include_network,
};

/// Shogi.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
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

const RULES: RuleSet = RuleSet {
    pawn_drop_mates: false,
    writes_declined: true,
    repetition: RepetitionRule { occurrences: 4, perpetual_check_loses: true, loser: None },
    declaration: Some(DeclarationRule { pieces: 10, points: [28, 27] }),
    ..RuleSet::new(PIECES)
};

impl DropRules for Shogi {
    built_in_rules!(Board9x9, RULES);
}

impl BuiltInGame for Shogi {
    type Position = DropPosition<Self>;
    const INFO: GameInfo = GameInfo {
        order: 220,
        name: "shogi",
        aliases: &[],
        uci_name: None,
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
        pieces: &[
            PieceName::new("P", "Pawn", "歩", "歩"),
            PieceName::new("L", "Lance", "香車", "香"),
            PieceName::new("N", "Knight", "桂馬", "桂"),
            PieceName::new("S", "Silver", "銀将", "銀"),
            PieceName::new("G", "Gold", "金将", "金"),
            PieceName::new("B", "Bishop", "角行", "角"),
            PieceName::new("R", "Rook", "飛車", "飛"),
            PieceName::new("K", "King", "玉将", "玉"),
            PieceName::new("+P", "Tokin", "と金", "と"),
            PieceName::new("+L", "Promoted Lance", "成香", "成香").on_board(["杏"; 2]),
            PieceName::new("+N", "Promoted Knight", "成桂", "成桂").on_board(["圭"; 2]),
            PieceName::new("+S", "Promoted Silver", "成銀", "成銀").on_board(["全"; 2]),
            PieceName::new("+B", "Horse", "竜馬", "馬"),
            PieceName::new("+R", "Dragon", "竜王", "竜").on_board(["龍"; 2]),
        ],
        pictures: PictureSets { english: "kanji", ..PictureSets::kanji_and_western("shogi") },
        levels: LevelTable::DEFAULT.with_noise([612_463, 17_871, 3_137, 632, 60, 14, 2]),
        bench: &[
            "lns3s1l/r1g3gb1/3p1k1pn/ppp1p1p1p/4Pp3/1P4P1P/P1PP1P1PL/1BSGGS2R/LN2K2N1 b - 1",
            "6+Ppp/l1sr2Sb1/n3PL1+P1/ppppgpp2/4kPN2/P1g1p2Rl/N+p3KP1N/S1B5+p/L3G1GS1 w p 1",
        ],
        xboard: Some(XboardInfo {
            name: "shogi",
            letters: "PNBRLS...G.++++++Kpnbrls...g.++++++k",
            board: "9x9+7_shogi",
            moves: &[],
            piece_letters: &[],
        }),
    };
    const FILES: GameFiles = GameFiles {
        weights: Some(include_bytes!("weights.txt")),
        network: include_network!("default.network"),
        endgames: None,
    };
}

//! Yari Shogi ("spear shogi"), invented by Christian Freeling in 1981 and played
//! on 7 files by 9 ranks.

use super::position::DropPosition;
use super::rules::{
    DropRules, ImpasseRule, ImpasseVerdict, PieceRule, PieceSides, RuleSet, built_in_rules,
    hand_kind_count,
};
use crate::core::geometry::Board7x9;
use crate::core::history::RepetitionRule;
use crate::games::{
    BuiltInGame, GameFiles, GameInfo, LevelTable, PictureSets, PieceName, XboardInfo,
    include_network,
};

/// Yari Shogi.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Yari;

const GOLD: &str = "WfFbR";
const SILVER: &str = "fWfFbR";

const PIECES: &[PieceRule] = &[
    PieceRule::new('P', PieceSides::Promoting("fW", SILVER))
        .with_values(100, 120)
        .with_promoted_values(320, 0)
        .must_promote(1)
        .cannot_drop(1),
    PieceRule::new('N', PieceSides::Promoting("fRffN", GOLD))
        .record_name("YN")
        .with_values(290, 330)
        .with_promoted_values(420, 0)
        .must_promote(2)
        .cannot_drop(1),
    PieceRule::new('B', PieceSides::Promoting("fRfF", GOLD))
        .record_name("YB")
        .with_values(310, 350)
        .with_promoted_values(420, 0)
        .must_promote(1)
        .cannot_drop(1)
        .points(5),
    PieceRule::new('R', PieceSides::Promoting("fsR", "R"))
        .record_name("YR")
        .with_values(500, 560)
        .with_promoted_values(720, 0)
        .points(5),
    PieceRule::new('K', PieceSides::One("K")).alias('G').record_name("G"),
];

const RULES: RuleSet = RuleSet {
    pawn_drop_mates: true,
    writes_declined: true,
    repetition: RepetitionRule { occurrences: 3, perpetual_check_loses: true, loser: None },
    impasse: Some(ImpasseRule {
        half_moves: 50,
        capture_resets: true,
        verdict: ImpasseVerdict::Points(26),
    }),
    ..RuleSet::new(PIECES)
};

impl DropRules for Yari {
    built_in_rules!(Board7x9, RULES);
}

impl BuiltInGame for Yari {
    type Position = DropPosition<Self>;
    const INFO: GameInfo = GameInfo {
        order: 200,
        name: "yari",
        aliases: &["yarishogi"],
        uci_name: Some("yarishogi"),
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
Knights on the last two ranks.",
            "\
A captured piece loses its promotion and goes to the capturing side's hand.
Instead of moving a piece on the board, a side may drop one from its hand on
an empty square. Pawns, Yari Knights and Yari Bishops cannot be dropped on
the last rank, and a Pawn cannot be dropped on a file with an unpromoted Pawn
of its own side. A Pawn drop may give mate.",
            "\
A side without a legal move loses. The third occurrence of a position is a
draw. If one side gave check with every move since the first occurrence, that
side loses instead.",
            "\
When both Generals have stood in their promotion zones for 50 half-moves
without a capture, each side counts its points on the board and in hand: 5
for each Rook and Bishop, 1 for every other piece except the General. A side
with fewer than 26 points loses to a side with 26 or more. In all other cases
the game is a draw.",
        ],
        files: 7,
        ranks: 9,
        pocket: hand_kind_count(PIECES),
        startpos: "rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR b - 1",
        handicaps: &[
            ("bishop", "rnnkb1r/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR w - 1"),
            ("rook", "rnnkbb1/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR w - 1"),
            ("two-pieces", "rnnkb2/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR w - 1"),
            ("four-pieces", "1nnk3/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR w - 1"),
            ("six-pieces", "3k3/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR w - 1"),
        ],
        pieces: &[
            PieceName::new("P", "Pawn", "歩", "歩"),
            PieceName::new("N", "Yari Knight", "香桂", "香桂"),
            PieceName::new("B", "Yari Bishop", "香角", "香角"),
            PieceName::new("R", "Yari Rook", "香飛", "香飛"),
            PieceName::new("K", "General", "玉将", "玉"),
            PieceName::new("+P", "Yari Silver", "香銀", "香銀"),
            PieceName::new("+N", "Yari Gold (Knight)", "香金（香桂）", "香金"),
            PieceName::new("+B", "Yari Gold (Bishop)", "香金（香角）", "香金"),
            PieceName::new("+R", "Rook", "飛車", "飛"),
        ],
        pictures: PictureSets::kanji_and_western("yari"),
        levels: LevelTable::DEFAULT.with_noise([242_861, 40_696, 10_774, 838, 100, 12, 2]),
        bench: &[
            "r4b1/3bknr/Rp1+N1p1/p1p1p1p/3p1P1/1PP1P1P/3PN2/2B1K1B/6R w Np 60",
            "1+P2kn1/+n5r/1n3pp/1P1PbP1/4P2/1KpB1R1/2P1p1P/+p3+n2/7 b RBPrbp 123",
        ],
        xboard: Some(XboardInfo {
            name: "yarishogi",
            letters: "PNBR.......++++Kpnbr.......++++k",
            board: "7x9+8_shogi",
            moves: &[
                ("P&", "fWf@9"),
                ("+P&", "fKbR"),
                ("N&", "fRffN@9"),
                ("+N&", "WfFbR"),
                ("B&", "fFfR@9"),
                ("+B&", "WfFbR"),
                ("R&", "frlR@9"),
                ("+R&", "R"),
                ("K&", "K"),
            ],
            piece_letters: &[],
        }),
    };
    const FILES: GameFiles = GameFiles {
        weights: Some(include_bytes!("weights.txt")),
        network: include_network!("default.network"),
        endgames: None,
    };
}

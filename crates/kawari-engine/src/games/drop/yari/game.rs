//! Yari Shogi ("spear shogi"), invented by Christian Freeling in 1981 and played
//! on 7 files by 9 ranks.

use super::position::DropPosition;
use super::rules::{
    DropRules, ImpasseRule, ImpasseVerdict, PieceRule, PieceSides, RuleSet, built_in_rules,
};
use crate::core::geometry::Board7x9;
use crate::core::history::RepetitionRule;
use crate::games::{
    BuiltInGame, GameFiles, GameInfo, LevelTable, PictureSets, XboardInfo, definitions,
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
        ..definitions::YARI
    };
    const FILES: GameFiles = GameFiles {
        weights: Some(include_bytes!("weights.txt")),
        network: include_network!("default.network"),
        endgames: None,
    };
}

//! Shogi under the rules of the Computer Shogi Association.

use super::position::DropPosition;
use super::rules::{DeclarationRule, DropRules, PieceRule, PieceSides, RuleSet, built_in_rules};
use crate::core::geometry::Board9x9;
use crate::core::history::RepetitionRule;
use crate::games::{
    BuiltInGame, GameFiles, GameInfo, LevelTable, PictureSets, XboardInfo, definitions,
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
        ..definitions::SHOGI
    };
    const FILES: GameFiles = GameFiles {
        weights: Some(include_bytes!("weights.txt")),
        network: include_network!("default.network"),
        endgames: None,
    };
}

//! Minishogi: shogi on 5 files by 5 ranks, introduced by Shigenobu Kusumoto in
//! the 1970s. The rules are those of computer minishogi tournaments.

use super::position::DropPosition;
use super::rules::{DropRules, PieceRule, PieceSides, RuleSet, built_in_rules};
use crate::core::color::Color;
use crate::core::geometry::Board5x5;
use crate::core::history::{RepetitionLoser, RepetitionRule};
use crate::games::{
    BuiltInGame, GameFiles, GameInfo, LevelTable, PictureSets, XboardInfo, definitions,
    include_network,
};

/// Minishogi.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Minishogi;

const GOLD: &str = "WfF";

/// The pieces with Apery's piece values for shogi, scaled so that a Pawn is
/// worth 100.
const PIECES: &[PieceRule] = &[
    PieceRule::new('P', PieceSides::Promoting("fW", GOLD))
        .with_values(100, 100)
        .with_promoted_values(600, 0)
        .must_promote(1)
        .cannot_drop(1),
    PieceRule::new('S', PieceSides::Promoting("FfW", GOLD))
        .with_values(550, 550)
        .with_promoted_values(600, 0),
    PieceRule::new('G', PieceSides::One(GOLD)).with_values(600, 600),
    PieceRule::new('B', PieceSides::Promoting("B", "BW"))
        .with_values(950, 950)
        .with_promoted_values(1050, 0),
    PieceRule::new('R', PieceSides::Promoting("R", "RF"))
        .with_values(1100, 1100)
        .with_promoted_values(1550, 0),
    PieceRule::new('K', PieceSides::One("K")),
];

const RULES: RuleSet = RuleSet {
    zone: 1,
    pawn_drop_mates: false,
    writes_declined: true,
    repetition: RepetitionRule {
        occurrences: 4,
        perpetual_check_loses: true,
        loser: Some(RepetitionLoser::Side(Color::Black)),
    },
    ..RuleSet::new(PIECES)
};

impl DropRules for Minishogi {
    built_in_rules!(Board5x5, RULES);
}

impl BuiltInGame for Minishogi {
    type Position = DropPosition<Self>;
    const INFO: GameInfo = GameInfo {
        order: 230,
        pictures: PictureSets { english: "kanji", ..PictureSets::kanji_and_western("shogi") },
        levels: LevelTable::DEFAULT.with_noise([138_236, 73_252, 73_252, 11_043, 877, 88, 4]),
        bench: &["rbs1k/3g1/4p/PG3/K1SBR w - 1", "1r3/P1g1k/2P2/2g1K/+b1RS1 b Bs 1"],
        xboard: Some(XboardInfo {
            name: "minishogi",
            letters: "P.BR.S...G.+.++.+Kp.br.s...g.+.++.+k",
            board: "5x5+5_shogi",
            moves: &[],
            piece_letters: &[],
        }),
        ..definitions::MINISHOGI
    };
    const FILES: GameFiles = GameFiles {
        weights: Some(include_bytes!("weights.txt")),
        network: include_network!("default.network"),
        endgames: None,
    };
}

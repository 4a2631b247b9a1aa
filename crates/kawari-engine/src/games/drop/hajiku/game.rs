//! Hajiku Shogi: most pieces can promote and demote any number of times.

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

/// Hajiku Shogi.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hajiku;

const PIECES: &[PieceRule] = &[
    PieceRule::new('P', PieceSides::Promoting("fW", "WfF"))
        .with_values(100, 115)
        .with_promoted_values(380, 0)
        .must_promote(1)
        .cannot_drop(1),
    PieceRule::new('F', PieceSides::Flipping("FvW", "B"))
        .with_values(400, 430)
        .with_promoted_values(560, 600),
    PieceRule::new('C', PieceSides::Flipping("vWfF", "sRvW"))
        .with_values(300, 330)
        .with_promoted_values(400, 430),
    PieceRule::new('S', PieceSides::Flipping("FfW", "vRsW"))
        .with_values(370, 410)
        .with_promoted_values(420, 450),
    PieceRule::new('G', PieceSides::Flipping("WfF", "R"))
        .with_values(420, 460)
        .with_promoted_values(700, 760),
    PieceRule::new('K', PieceSides::One("K")),
];

const RULES: RuleSet = RuleSet {
    counter_flip: true,
    pawn_drop_mates: false,
    writes_declined: false,
    repetition: RepetitionRule { occurrences: 4, perpetual_check_loses: true, loser: None },
    impasse: Some(ImpasseRule {
        half_moves: 50,
        capture_resets: false,
        verdict: ImpasseVerdict::Draw,
    }),
    ..RuleSet::new(PIECES)
};

impl DropRules for Hajiku {
    built_in_rules!(Board7x9, RULES);
}

impl BuiltInGame for Hajiku {
    type Position = DropPosition<Self>;
    const INFO: GameInfo = GameInfo {
        order: 210,
        pictures: PictureSets::kanji_and_western("hajiku"),
        levels: LevelTable::DEFAULT.with_noise([351_396, 16_570, 2_593, 256, 45, 9, 2]),
        bench: &[
            "+s1fk1s+c/c+g2g2/pp1p2p/2p1pp1/7/3P3/f!PP1PPP/S+FK1+G1C/+C2GF1+S b p 15",
            "p2+F1p1/1P1f2k/+P2gp2/PcF1+g2/3+SSP1/C4+g1/+C2P2s/K1G1+F+pp/2PcP1+S b 2P 175",
        ],
        xboard: Some(XboardInfo {
            name: "hajiku",
            letters: "PGRSVCHFB..+Kpgrsvchfb..+k",
            board: "7x9+9_fairy",
            moves: &[
                ("P&", "fWf@9"),
                ("+P&", "WfF"),
                ("G&", "WfF@9"),
                ("R&", "R@9"),
                ("S&", "FfW@9"),
                ("V&", "vRlrW@9"),
                ("C&", "vWfF@9"),
                ("H&", "lrRvW@9"),
                ("F&", "FvW@9"),
                ("B&", "B@9"),
                ("K&", "K"),
            ],
            piece_letters: &[('G', 'R'), ('S', 'V'), ('C', 'H'), ('F', 'B')],
        }),
        ..definitions::HAJIKU
    };
    const FILES: GameFiles = GameFiles {
        weights: Some(include_bytes!("weights.txt")),
        network: include_network!("default.network"),
        endgames: None,
    };
}

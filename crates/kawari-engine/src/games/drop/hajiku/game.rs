//! Hajiku Shogi: most pieces can promote and demote any number of times.

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
        name: "hajiku",
        aliases: &["hajikushogi"],
        uci_name: None,
        title: "Hajiku Shogi",
        japanese: "はじく将棋",
        rules: &[
            "Hajiku Shogi is played on 7 files by 9 ranks. Mate the enemy King.",
            " K King     one step in all directions
 G Gold     one step orthogonally or diagonally forward
 S Silver   one step forward or diagonally
 C Copper   one step vertically or diagonally forward
 F Leopard  one step vertically or diagonally
 P Pawn     one step forward
+G Rook             slides orthogonally
+S Vertical Mover   slides vertically; steps sideways
+C Side Mover       slides sideways; steps vertically
+F Bishop           slides diagonally
+P Tokin            moves as a Gold",
            "\
The three farthest ranks are the flip zone: a piece that makes a move that
starts or ends there may flip to its other side. It may promote and demote any
number of times. A Pawn must promote on the last rank, and a Tokin never flips
back.",
            "\
A captured piece keeps the side that was up and goes to the capturing side's
hand; a Tokin becomes a Pawn. Instead of moving a piece on the board, a side
may drop one from its hand on an empty square, with the same side up. A Pawn
cannot be dropped on the last rank, on a file with an unpromoted Pawn of its
own side, or to give mate.",
            "\
Counter-flip: if a piece captures and demotes in the same move, and the next
move captures that piece, it may be taken into hand promoted.",
            "\
A side without a legal move loses. The fourth occurrence of a position is a
draw. If one side gave check with every move since the first occurrence, that
side loses instead. When both Kings have stood in their flip zones for 50
half-moves, the game is a draw.",
        ],
        files: 7,
        ranks: 9,
        pocket: hand_kind_count(PIECES),
        startpos: "+scfkgs+c/1+g3+f1/ppppppp/7/7/7/PPPPPPP/1+F3+G1/+CSGKFC+S b - 1",
        handicaps: &[],
        pieces: &[
            PieceName::new("P", "Pawn", "歩", "歩"),
            PieceName::new("F", "Leopard", "猛豹", "豹"),
            PieceName::new("C", "Copper", "銅将", "銅"),
            PieceName::new("S", "Silver", "銀将", "銀"),
            PieceName::new("G", "Gold", "金将", "金"),
            PieceName::new("K", "King", "玉将", "玉"),
            PieceName::new("+P", "Tokin", "と金", "と"),
            PieceName::new("+F", "Bishop", "角行", "角"),
            PieceName::new("+C", "Side Mover", "横行", "横"),
            PieceName::new("+S", "Vertical Mover", "竪行", "竪"),
            PieceName::new("+G", "Rook", "飛車", "飛"),
        ],
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
    };
    const FILES: GameFiles = GameFiles {
        weights: Some(include_bytes!("weights.txt")),
        network: include_network!("default.network"),
        endgames: None,
    };
}

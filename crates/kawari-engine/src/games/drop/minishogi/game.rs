//! Minishogi: shogi on 5 files by 5 ranks, introduced by Shigenobu Kusumoto in
//! the 1970s. The rules are those of computer minishogi tournaments.

use super::position::DropPosition;
use super::rules::{DropRules, PieceRule, PieceSides, RuleSet, built_in_rules, hand_kind_count};
use crate::core::color::Color;
use crate::core::geometry::Board5x5;
use crate::core::history::RepetitionRule;
use crate::games::{
    BuiltInGame, GameFiles, GameInfo, LevelTable, PictureSets, PieceName, XboardInfo,
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
        loser: Some(Color::Black),
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
        name: "minishogi",
        aliases: &[],
        uci_name: None,
        title: "Minishogi",
        japanese: "5五将棋",
        rules: &[
            "Minishogi is shogi on 5 files by 5 ranks. Mate the enemy King.",
            " K King    one step in all directions
 R Rook    slides orthogonally
 B Bishop  slides diagonally
 G Gold    one step orthogonally or diagonally forward
 S Silver  one step forward or diagonally
 P Pawn    one step forward
+R Dragon  slides orthogonally; steps diagonally
+B Horse   slides diagonally; steps orthogonally
+S, +P     move as a Gold",
            "\
The farthest rank is the promotion zone: a move that starts or ends there may
promote. A Pawn must promote there.",
            "\
A captured piece loses its promotion and goes to the capturing side's hand.
Instead of moving a piece on the board, a side may drop one from its hand on
an empty square. A Pawn cannot be dropped on the last rank, on a file with an
unpromoted Pawn of its own side, or to give mate.",
            "\
A side without a legal move loses. At the fourth occurrence of a position,
Black loses. If only White gave check with every move since the first
occurrence, White loses instead.",
        ],
        files: 5,
        ranks: 5,
        pocket: hand_kind_count(PIECES),
        startpos: "rbsgk/4p/5/P4/KGSBR b - 1",
        handicaps: &[],
        pieces: &[
            PieceName::new("P", "Pawn", "歩", "歩"),
            PieceName::new("S", "Silver", "銀将", "銀"),
            PieceName::new("G", "Gold", "金将", "金"),
            PieceName::new("B", "Bishop", "角行", "角"),
            PieceName::new("R", "Rook", "飛車", "飛"),
            PieceName::new("K", "King", "玉将", "玉"),
            PieceName::new("+P", "Tokin", "と金", "と"),
            PieceName::new("+S", "Promoted Silver", "成銀", "成銀").on_board(["全"; 2]),
            PieceName::new("+B", "Horse", "竜馬", "馬"),
            PieceName::new("+R", "Dragon", "竜王", "竜").on_board(["龍"; 2]),
        ],
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
    };
    const FILES: GameFiles = GameFiles {
        weights: Some(include_bytes!("weights.txt")),
        network: include_network!("default.network"),
        endgames: None,
    };
}

//! Minishogi: shogi on 5 files by 5 ranks, introduced by Shigenobu Kusumoto in
//! the 1970s. The rules are those of computer minishogi tournaments.

use super::position::DropPosition;
use crate::games::{
    BuiltInGame, GameFiles, GameInfo, LevelTable, PictureSets, XboardInfo, definitions, include_if,
};

/// Minishogi.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Minishogi;

impl BuiltInGame for Minishogi {
    type Position = DropPosition<Self>;
    const INFO: GameInfo = GameInfo {
        order: 230,
        pictures: PictureSets { english: "kanji", ..PictureSets::of_drop_game("shogi") },
        // Found by SPSA. In `yari`, `shogi` and `dai-hasami` smaller margins lose.
        futility_percent: 15,
        levels: LevelTable::DEFAULT.with_noise([138_236, 73_252, 73_252, 11_043, 877, 88, 4]),
        bench: &["rbs1k/3g1/4p/PG3/K1SBR w - 1", "1r3/P1g1k/2P2/2g1K/+b1RS1 b Bs 1"],
        xboard: Some(XboardInfo {
            letters: "P.BR.S...G.+.++.+Kp.br.s...g.+.++.+k",
            board: "5x5+5_shogi",
            moves: &[],
            piece_letters: &[],
        }),
        ..definitions::MINISHOGI
    };
    const FILES: GameFiles = GameFiles {
        weights: Some(include_bytes!("weights.txt")),
        network: include_if!("networks", "default.network"),
        endgames: None,
        book: include_if!("books", "default.book"),
    };
}

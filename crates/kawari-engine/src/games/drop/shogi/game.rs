//! Shogi under the rules of the Computer Shogi Association.

use super::position::DropPosition;
use crate::games::{
    BuiltInGame, GameFiles, GameInfo, LevelTable, PictureSets, XboardInfo, definitions, include_if,
};

/// Shogi.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shogi;

impl BuiltInGame for Shogi {
    type Position = DropPosition<Self>;
    const INFO: GameInfo = GameInfo {
        order: 220,
        pictures: PictureSets { english: "kanji", ..PictureSets::of_drop_game("shogi") },
        // A logit of the network is 1,796 centipawns, in the other games with drops 756 to 864.
        margin_percent: 250,
        levels: LevelTable::DEFAULT.with_noise([612_463, 17_871, 3_137, 632, 60, 14, 2]),
        bench: &[
            "lns3s1l/r1g3gb1/3p1k1pn/ppp1p1p1p/4Pp3/1P4P1P/P1PP1P1PL/1BSGGS2R/LN2K2N1 b - 1",
            "6+Ppp/l1sr2Sb1/n3PL1+P1/ppppgpp2/4kPN2/P1g1p2Rl/N+p3KP1N/S1B5+p/L3G1GS1 w p 1",
        ],
        xboard: Some(XboardInfo {
            letters: "PNBRLS...G.++++++Kpnbrls...g.++++++k",
            board: "9x9+7_shogi",
            moves: &[],
            piece_letters: &[],
        }),
        ..definitions::SHOGI
    };
    const FILES: GameFiles = GameFiles {
        weights: Some(include_bytes!("weights.txt")),
        network: include_if!("networks", "default.network"),
        endgames: None,
        book: include_if!("books", "default.book"),
    };
}

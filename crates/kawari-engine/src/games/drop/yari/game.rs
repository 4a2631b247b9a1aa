//! Yari Shogi ("spear shogi"), invented by Christian Freeling in 1981 and played
//! on 7 files by 9 ranks.

use super::position::DropPosition;
use crate::games::{
    BuiltInGame, GameFiles, GameInfo, LevelTable, PictureSets, XboardInfo, definitions, include_if,
};

/// Yari Shogi.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Yari;

impl BuiltInGame for Yari {
    type Position = DropPosition<Self>;
    const INFO: GameInfo = GameInfo {
        order: 200,
        pictures: PictureSets::of_drop_game("yari"),
        levels: LevelTable::DEFAULT.with_noise([242_861, 40_696, 10_774, 838, 100, 12, 2]),
        bench: &[
            "r4b1/3bknr/Rp1+N1p1/p1p1p1p/3p1P1/1PP1P1P/3PN2/2B1K1B/6R w Np 60",
            "1+P2kn1/+n5r/1n3pp/1P1PbP1/4P2/1KpB1R1/2P1p1P/+p3+n2/7 b RBPrbp 123",
        ],
        xboard: Some(XboardInfo {
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
        network: include_if!("networks", "default.network"),
        endgames: None,
        book: include_if!("books", "default.book"),
    };
}

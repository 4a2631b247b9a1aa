//! Hajiku Shogi: most pieces can promote and demote any number of times.

use super::position::DropPosition;
use crate::games::{
    BuiltInGame, GameFiles, GameInfo, LevelTable, PictureSets, XboardInfo, definitions, include_if,
};

/// Hajiku Shogi.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hajiku;

impl BuiltInGame for Hajiku {
    type Position = DropPosition<Self>;
    const INFO: GameInfo = GameInfo {
        order: 210,
        pictures: PictureSets::of_drop_game("hajiku"),
        levels: LevelTable::DEFAULT.with_noise([351_396, 16_570, 2_593, 256, 45, 9, 2]),
        bench: &[
            "+s1fk1s+c/c+g2g2/pp1p2p/2p1pp1/7/3P3/f!PP1PPP/S+FK1+G1C/+C2GF1+S b p 15",
            "p2+F1p1/1P1f2k/+P2gp2/PcF1+g2/3+SSP1/C4+g1/+C2P2s/K1G1+F+pp/2PcP1+S b 2P 175",
        ],
        xboard: Some(XboardInfo {
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
        network: include_if!("networks", "default.network"),
        endgames: None,
        book: include_if!("books", "default.book"),
    };
}

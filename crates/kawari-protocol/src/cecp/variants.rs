//! The games that xboard can show, in its terms: how its pieces are lettered, the size
//! of the board and of the hands, whose rules of promotion it lends, and how each piece
//! moves. <https://www.gnu.org/software/xboard/engine-intf.html>

use kawari_engine::games::GameInfo;

/// A game as xboard has to be told of it.
#[derive(Debug)]
pub struct XboardVariant {
    /// Its name here.
    pub game: &'static str,
    /// Its name in `variant`.
    pub name: &'static str,
    /// A letter for each of xboard's pictures in their order, the King's last, White's
    /// before Black's. `+` in the second eleven is the promoted side of the piece eleven
    /// places before.
    pub letters: &'static str,
    /// Files, ranks, kinds in hand, and the game whose rules are lent.
    pub board: &'static str,
    /// Pieces and their moves in Betza's notation as xboard reads it; `@` where they may
    /// be dropped.
    pub moves: &'static [(&'static str, &'static str)],
    /// Letters for pieces that are flipped: those of each side of the piece.
    pub piece_letters: &'static [(char, char)],
}

/// Every game that is offered.
pub const XBOARD_VARIANTS: [XboardVariant; 4] = [
    XboardVariant {
        game: "yari",
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
    },
    XboardVariant {
        game: "hajiku",
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
    },
    XboardVariant {
        game: "shogi",
        name: "shogi",
        letters: "PNBRLS...G.++++++Kpnbrls...g.++++++k",
        board: "9x9+7_shogi",
        moves: &[],
        piece_letters: &[],
    },
    XboardVariant {
        game: "minishogi",
        name: "minishogi",
        letters: "P.BR.S...G.+.++.+Kp.br.s...g.+.++.+k",
        board: "5x5+5_shogi",
        moves: &[],
        piece_letters: &[],
    },
];

impl XboardVariant {
    /// What xboard is told of a game; `None` where it cannot show it.
    pub fn of(game: &GameInfo) -> Option<&'static Self> {
        XBOARD_VARIANTS.iter().find(|xboard_variant| xboard_variant.game == game.name)
    }

    /// The letter for the other side of a piece, if that has one of its own.
    pub fn flipped(&self, letter: char) -> Option<char> {
        let find = |&&(one, _): &&(char, char)| one == letter.to_ascii_uppercase();
        let (_, other) = self.piece_letters.iter().find(find)?;
        Some(if letter.is_ascii_lowercase() { other.to_ascii_lowercase() } else { *other })
    }

    /// The piece whose flipped side a letter names.
    pub fn unflipped(&self, letter: char) -> Option<char> {
        let find = |&&(_, other): &&(char, char)| other == letter.to_ascii_uppercase();
        let (one, _) = self.piece_letters.iter().find(find)?;
        Some(if letter.is_ascii_lowercase() { one.to_ascii_lowercase() } else { *one })
    }

    /// A board or hands with a letter for each face. The mark of a counter-flip, which
    /// xboard knows nothing of, is left out.
    pub fn write(&self, text: &str) -> String {
        let mut written = String::new();
        let mut letters = text.chars().filter(|&letter| letter != '!').peekable();
        while let Some(letter) = letters.next() {
            let flipped = letters.peek().and_then(|&next| self.flipped(next));
            match flipped.filter(|_| letter == '+') {
                Some(flipped) => {
                    letters.next();
                    written.push(flipped);
                }
                None => written.push(letter),
            }
        }
        written
    }

    /// The same, back.
    pub fn read(&self, text: &str) -> String {
        let piece_letter = |letter| match self.unflipped(letter) {
            Some(piece) => format!("+{piece}"),
            None => letter.to_string(),
        };
        text.chars().map(piece_letter).collect()
    }
}

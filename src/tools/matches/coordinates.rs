//! Moves and positions in chess coordinates, as Fairy-Stockfish writes them when
//! it speaks UCI: files are letters from the left, ranks are numbers from the
//! bottom, and the side that moves first is White.
//!
//! On a board of 7x9 `7g7f` is `a3a4`, `4c2c+` is `d7f7+` and `N*4d` is `N@d6`.

use crate::games::variants::Variant;

/// A board, for the names of its squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardSize {
    /// Number of its files.
    pub files: u8,
    /// Number of its ranks.
    pub ranks: u8,
}

impl BoardSize {
    /// The board of a game.
    pub fn of(variant: Variant) -> Self {
        let info = variant.info();
        // Squares have names of two characters: both numbers are below 10.
        Self { files: info.files as u8, ranks: info.ranks as u8 }
    }

    /// A move in USI notation in chess coordinates; `None` if it is no move of
    /// this board.
    pub fn to_chess(self, usi: &str) -> Option<String> {
        rewrite(usi, ['*', '@'], |file, rank| {
            let file = self.files.checked_sub(file.checked_sub(b'0')?)?;
            let rank = self.ranks.checked_sub(rank.checked_sub(b'a')?)?;
            let is_here = file < self.files && rank > 0;
            is_here.then_some([b'a' + file, b'0' + rank])
        })
    }

    /// A move in chess coordinates in USI notation; `None` if it is no move of
    /// this board.
    pub fn to_usi(self, chess: &str) -> Option<String> {
        rewrite(chess, ['@', '*'], |file, rank| {
            let file = self.files.checked_sub(file.checked_sub(b'a')?)?;
            let rank = self.ranks.checked_sub(rank.checked_sub(b'0')?)?;
            let is_here = file > 0 && rank < self.ranks;
            is_here.then_some([b'0' + file, b'a' + rank])
        })
    }
}

/// A move with other names of squares and another sign of drops.
fn rewrite(
    word: &str,
    [sign, other_sign]: [char; 2],
    square: impl Fn(u8, u8) -> Option<[u8; 2]>,
) -> Option<String> {
    let mut text = String::new();
    let mut rest = word;
    let mut squares = 2;
    if let Some((piece, target)) = word.split_once(sign) {
        text.push_str(piece);
        text.push(other_sign);
        (rest, squares) = (target, 1);
    }
    for _ in 0..squares {
        let (name, behind) = rest.split_at_checked(2)?;
        let &[file, rank] = name.as_bytes() else { return None };
        text.extend(square(file, rank)?.map(char::from));
        rest = behind;
    }
    Some(text + rest)
}

/// An SFEN as FEN: hands in brackets behind the board, moves counted in pairs.
pub fn fen(sfen: &str) -> String {
    let mut words = sfen.split(' ');
    let mut word = || words.next().unwrap_or_default();
    let (board, side, hands, ply) = (word(), word(), word(), word());
    let side = if side == "b" { "w" } else { "b" };
    let ply = ply.parse().unwrap_or(1u64).max(1);
    format!("{board}[{}] {side} - - 0 {}", in_full(hands), ply.div_ceil(2))
}

/// A hand without counts: `2Pr` is `PPr`.
fn in_full(hands: &str) -> String {
    let mut text = String::new();
    let mut count = 0;
    for letter in hands.chars().filter(|&letter| letter != '-') {
        match letter.to_digit(10) {
            Some(digit) => count = 10 * count + digit as usize,
            None => {
                text.extend(std::iter::repeat_n(letter, count.max(1)));
                count = 0;
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::line::{GameLine, Line};
    use crate::games::drop::Yari;
    use crate::games::hasami::Hasami;

    const YARI: BoardSize = BoardSize { files: 7, ranks: 9 };

    /// The examples are Fairy-Stockfish's own.
    #[test]
    fn moves_have_their_names() {
        for (usi, chess) in
            [("7g7f", "a3a4"), ("4c2c+", "d7f7+"), ("N*4d", "N@d6"), ("7i1a", "a1g9")]
        {
            assert_eq!(YARI.to_chess(usi).as_deref(), Some(chess));
            assert_eq!(YARI.to_usi(chess).as_deref(), Some(usi));
        }
    }

    #[test]
    fn what_is_no_move_has_no_name() {
        for word in ["", "a", "a3", "a3a", "h3a4", "a0a4", "a3ä4", "P@", "P@h1", "7g7f", "resign"]
        {
            assert_eq!(YARI.to_usi(word), None, "{word}");
        }
        for word in ["", "7g", "8g7f", "7j7f", "0a0b", "a3a4", "P*", "\u{80}7g7f"] {
            assert_eq!(YARI.to_chess(word), None, "{word}");
        }
    }

    #[test]
    fn names_lead_back_to_their_moves() {
        let mut random = fastrand::Rng::with_seed(1);
        let lines: [(Variant, Box<dyn Line>); 2] = [
            (Variant::Yari, Box::new(GameLine::<Yari>::new())),
            (Variant::Hasami, Box::new(GameLine::<Hasami>::new())),
        ];
        for (variant, mut line) in lines {
            let board = BoardSize::of(variant);
            for _ in 0..60 {
                let moves = line.legal_moves();
                let Some(chosen) = random.choice(&moves) else { break };
                for mv in &moves {
                    let chess = board.to_chess(mv).expect("a move of this board");
                    assert_eq!(board.to_usi(&chess).as_ref(), Some(mv));
                }
                line.push(chosen).expect("a legal move");
            }
        }
    }

    #[test]
    fn positions_are_written_as_in_chess() {
        let start = "rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR[] w - - 0 1";
        assert_eq!(fen(Variant::Yari.info().startpos), start);
        let pawns = "p".repeat(12);
        assert_eq!(fen("3k3/7/3+R3 w 2Br12p 4"), format!("3k3/7/3+R3[BBr{pawns}] b - - 0 2"));
    }
}

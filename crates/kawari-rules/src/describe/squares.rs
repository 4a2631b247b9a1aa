//! Sets of squares in words.

use super::Language;
use super::words::{capital, join, kanji_number, number};
use crate::squares::Squares;

/// A set of squares on a board.
pub(super) struct Area {
    /// Squares of Black: file from 1, rank from 0.
    squares: Vec<(u8, u8)>,
    size: (u8, u8),
}

impl Area {
    /// Returns a set on a board with numbers of files and ranks.
    pub(super) fn new(set: &Squares, (files, ranks): (u8, u8)) -> Self {
        let all = (0..ranks).flat_map(|rank| (1..=files).rev().map(move |file| (file, rank)));
        let squares = all.filter(|&(file, rank)| set.contains(file, rank)).collect();
        Self { squares, size: (files, ranks) }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }

    pub(super) fn is_board(&self) -> bool {
        self.squares.len() == usize::from(self.size.0) * usize::from(self.size.1)
    }

    /// Returns the set as a noun: "the last two ranks", "5a or 4a (for White 5i or 6i)".
    pub(super) fn noun(&self, language: Language) -> String {
        self.noun_with("or", language)
    }

    /// Returns the set as a noun in which `conjunction` joins English names of squares.
    pub(super) fn noun_with(&self, conjunction: &str, language: Language) -> String {
        let far = self.far_ranks();
        match (language, far) {
            (Language::English, _) if self.is_empty() => "no square".to_owned(),
            (Language::Japanese, _) if self.is_empty() => "なし".to_owned(),
            (Language::English, _) if self.is_board() => "the whole board".to_owned(),
            (Language::Japanese, _) if self.is_board() => "盤全体".to_owned(),
            (Language::English, Some(1)) => "the last rank".to_owned(),
            (Language::Japanese, Some(1)) => "一番奥の段".to_owned(),
            (Language::English, Some(n)) => format!("the last {} ranks", number(n)),
            (Language::Japanese, Some(n)) => format!("奥の{}段", kanji_number(n)),
            (_, None) => self.list(conjunction, language),
        }
    }

    /// Returns a sentence that gives the set a name: "The three ranks farthest from a side are
    /// its promotion zone".
    pub(super) fn named(&self, name: &str, language: Language) -> String {
        let far = self.far_ranks().filter(|_| !self.is_board());
        match (language, far) {
            (Language::English, Some(1)) => {
                format!("The rank farthest from a side is its {name}")
            }
            (Language::English, Some(n)) => {
                format!("The {} ranks farthest from a side are its {name}", number(n))
            }
            (Language::English, None) => {
                let is = if self.squares.len() == 1 || self.is_board() { "is" } else { "are" };
                format!("{} {is} the {name}", capital(&self.noun_with("and", language)))
            }
            (Language::Japanese, Some(n)) if n > 1 => {
                format!("相手側の{}段が{name}です", kanji_number(n))
            }
            (Language::Japanese, _) => format!("{}が{name}です", self.noun(language)),
        }
    }

    /// Returns the number of farthest ranks that the set is, or `None`.
    fn far_ranks(&self) -> Option<u8> {
        let ranks = self.squares.len() / usize::from(self.size.0);
        let is_far = self.squares.len() == ranks * usize::from(self.size.0)
            && self.squares.iter().all(|&(_, rank)| usize::from(rank) < ranks);
        is_far.then_some(ranks as u8)
    }

    fn list(&self, conjunction: &str, language: Language) -> String {
        let (files, ranks) = self.size;
        let mut white: Vec<_> =
            self.squares.iter().map(|&(file, rank)| (files + 1 - file, ranks - 1 - rank)).collect();
        white.sort_by_key(|&(file, rank)| (rank, std::cmp::Reverse(file)));
        let names = |squares: &[(u8, u8)]| {
            let names: Vec<String> =
                squares.iter().map(|&square| square_name(square, language)).collect();
            match language {
                Language::English => join(&names, conjunction),
                Language::Japanese => names.join("・"),
            }
        };
        let black = names(&self.squares);
        match language {
            _ if white == self.squares => black,
            Language::English => format!("{black} (for White {})", names(&white)),
            Language::Japanese => format!("{black}（後手は{}）", names(&white)),
        }
    }
}

/// Returns the name of a square: its file from 1, its rank from 0.
pub(super) fn square_name((file, rank): (u8, u8), language: Language) -> String {
    match language {
        Language::English => format!("{file}{}", char::from(b'a' + rank)),
        Language::Japanese => format!("{file}{}", kanji_number(rank + 1)),
    }
}

//! Random definitions of games, for tests and fuzzing.

mod drop;
mod hasami;

use indexmap::IndexMap;

use crate::check;
use crate::model::{Family, GameDefinition, General, Repetition, RepetitionResult};
use crate::squares::Squares;

/// Attempts to build a definition without a defect.
const ATTEMPTS: usize = 100;

/// Returns a random definition that [`read`](crate::read) accepts. `below` returns a number
/// below its argument, which is at least 1.
///
/// Any source of numbers gives a definition: a random generator, or the bytes of a fuzzer.
pub fn definition(below: &mut dyn FnMut(usize) -> usize) -> GameDefinition {
    let mut random = Random(below);
    for _ in 0..ATTEMPTS {
        let mut definition = if random.chance(3, 5) {
            drop::definition(&mut random)
        } else {
            hasami::definition(&mut random)
        };
        if !check::defects(&definition).is_empty()
            && let Family::Drop(rules) = &mut definition.family
        {
            drop::allow_stuck_pieces(rules);
        }
        if check::defects(&definition).is_empty() {
            return definition;
        }
    }
    hasami::simple(&mut random)
}

/// A source of random values.
struct Random<'a>(&'a mut dyn FnMut(usize) -> usize);

impl Random<'_> {
    /// Returns a number below `end`, whatever the source returns.
    fn below(&mut self, end: usize) -> usize {
        (self.0)(end) % end
    }

    /// Returns a number from a range.
    fn number(&mut self, low: u8, high: u8) -> u8 {
        low + self.below(usize::from(high.saturating_sub(low)) + 1) as u8
    }

    /// Returns true in `part` of `whole` cases.
    fn chance(&mut self, part: usize, whole: usize) -> bool {
        self.below(whole) < part
    }

    /// Returns one of some values.
    fn pick<T: Clone>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())].clone()
    }

    /// Returns a number in some cases, and 0 otherwise.
    fn sometimes(&mut self, low: u8, high: u8) -> u8 {
        if self.chance(1, 3) { self.number(low, high) } else { 0 }
    }

    /// Returns the numbers of files and ranks of a board.
    fn board(&mut self) -> (u8, u8) {
        let (files, ranks) = (self.number(3, 11), self.number(3, 11));
        if (files, ranks) == (3, 3) { (3, 4) } else { (files, ranks) }
    }

    /// Returns a set of squares near the farthest rank.
    fn squares(&mut self, (files, ranks): (u8, u8)) -> Squares {
        if self.chance(3, 4) {
            return Squares::Ranks(self.number(0, ranks.min(4)));
        }
        let mut names = Vec::new();
        for _ in 0..self.number(0, 6) {
            let rank = char::from(b'a' + self.number(0, ranks / 2));
            let name = format!("{}{rank}", self.number(1, files));
            if !names.contains(&name) {
                names.push(name);
            }
        }
        Squares::List(names)
    }

    fn repetition(&mut self) -> Repetition {
        use RepetitionResult::{BlackLoses, Draw, MoverLoses, WhiteLoses};
        Repetition {
            occurrences: self.pick(&[0, 2, 3, 4, 9]),
            result: self.pick(&[Draw, BlackLoses, WhiteLoses, MoverLoses]),
            perpetual_check_loses: self.chance(1, 2),
        }
    }
}

/// Returns the general section of a random game, with texts that a writer must escape.
fn general(random: &mut Random<'_>, (files, ranks): (u8, u8), start: String) -> General {
    let titles = ["Random game", "\"Random\" \\ #1 'game'", "ランダム"];
    let rules = ["One line.", "Two\nlines with \"\"\" and '''.", "\nA tab\tand an end\n"];
    let handicaps = if random.chance(1, 4) {
        IndexMap::from([("none".to_owned(), start.clone()), ("again".to_owned(), start.clone())])
    } else {
        IndexMap::new()
    };
    General {
        name: "random".to_owned(),
        aliases: if random.chance(1, 4) { vec!["random-game".to_owned()] } else { Vec::new() },
        uci_name: random.chance(1, 4).then(|| "random-uci".to_owned()),
        title: random.pick(&titles).to_owned(),
        title_ja: random.chance(1, 4).then(|| "乱数".to_owned()),
        rules: rules[..random.below(4)].iter().map(|&text| text.to_owned()).collect(),
        handicaps,
        files,
        ranks,
        start,
        ..General::default()
    }
}

/// Returns the board field of an SFEN. The ranks are those of White's half from its first
/// rank on, as lists of Black's pieces from the right; empty squares are empty strings. Black
/// has the same ranks, rotated by 180 degrees.
fn board_field(size: (u8, u8), half: &[Vec<String>]) -> String {
    let (files, ranks) = (usize::from(size.0), usize::from(size.1));
    let rank = |squares: Vec<String>| {
        let mut text = String::new();
        let mut empty = 0;
        for square in squares {
            if square.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push_str(&std::mem::take(&mut empty).to_string());
            }
            text.push_str(&square);
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text
    };
    let blank = || vec![String::new(); files];
    let mut board: Vec<String> = half
        .iter()
        .map(|squares| rank(squares.iter().map(|square| square.to_ascii_lowercase()).collect()))
        .collect();
    board.resize_with(ranks - half.len(), || rank(blank()));
    board.extend(half.iter().rev().map(|squares| rank(squares.iter().rev().cloned().collect())));
    board.join("/")
}

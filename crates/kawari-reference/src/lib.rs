//! A slow reference implementation of the rules, written from the definition alone.
//!
//! It shares no code with the engine, so that tests can compare the two. Moves are
//! found by walking from square to square, legality by making the move, and every question
//! by looking at the whole board.
//!
//! ```
//! use kawari_reference::{Game, History};
//!
//! # let text = include_str!("../../kawari-rules/games/gorogoro.toml");
//! let definition = kawari_rules::read(text, &|_| None).unwrap();
//! let game = Game::new(&definition);
//! let mut history = History::new(game.start());
//! history.play("3d3c")?;
//! assert_eq!(history.position().sfen(), "sgkgs/5/1pPp1/1P1P1/5/SGKGS w P 2");
//! assert_eq!(history.end(), None);
//! # Ok::<(), kawari_reference::IllegalMove>(())
//! ```

mod betza;
mod board;
mod drop;
mod end;
mod hasami;
mod history;

use kawari_rules::{Family, GameDefinition, Repetition};
use thiserror::Error;

pub use end::{EndReason, GameEnd};
pub use history::History;

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// The side at the bottom of the board.
    Black,
    /// The side at the top of the board.
    White,
}

impl Color {
    /// Returns the opponent.
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// An error in an SFEN.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct SfenError(pub(crate) String);

/// A move that is not legal.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("illegal move \"{mv}\" in {sfen}")]
pub struct IllegalMove {
    /// The move.
    pub mv: String,
    /// The position.
    pub sfen: String,
}

/// The rules of a game.
#[derive(Clone, Debug)]
pub struct Game {
    start: String,
    rules: Rules,
}

#[derive(Clone, Debug)]
enum Rules {
    Drop(drop::Rules),
    Hasami(hasami::Rules),
}

impl Game {
    /// Creates the rules of a definition.
    ///
    /// # Panics
    /// If a move string is not valid, which [`read()`](kawari_rules::read()) checks.
    pub fn new(definition: &GameDefinition) -> Self {
        let general = &definition.general;
        let rules = match &definition.family {
            Family::Drop(rules) => Rules::Drop(drop::Rules::new(general, rules)),
            Family::Hasami(rules) => Rules::Hasami(hasami::Rules::new(general, rules)),
        };
        Self { start: general.start.clone(), rules }
    }

    /// Returns the start position.
    ///
    /// # Panics
    /// If the definition has an invalid start position.
    pub fn start(&self) -> Position<'_> {
        self.position(&self.start).unwrap_or_else(|error| panic!("start position: {error}"))
    }

    /// Reads the SFEN of a position.
    ///
    /// # Errors
    /// Returns [`SfenError`] if the SFEN is malformed or the position is impossible.
    pub fn position(&self, sfen: &str) -> Result<Position<'_>, SfenError> {
        Ok(Position(match &self.rules {
            Rules::Drop(rules) => Kind::Drop(drop::Position::from_sfen(rules, sfen)?),
            Rules::Hasami(rules) => Kind::Hasami(hasami::Position::from_sfen(rules, sfen)?),
        }))
    }
}

/// A position of a game, without its history.
#[derive(Clone, Debug)]
pub struct Position<'a>(Kind<'a>);

/// A position by family.
#[derive(Clone, Debug)]
enum Kind<'a> {
    Drop(drop::Position<'a>),
    Hasami(hasami::Position<'a>),
}

/// A move by family.
#[derive(Clone, Copy)]
enum Move {
    Drop(drop::Move),
    Hasami(hasami::Move),
}

impl<'a> Position<'a> {
    /// Returns the SFEN.
    pub fn sfen(&self) -> String {
        match &self.0 {
            Kind::Drop(position) => position.sfen(),
            Kind::Hasami(position) => position.sfen(),
        }
    }

    /// Returns the side to move.
    pub const fn side(&self) -> Color {
        match &self.0 {
            Kind::Drop(position) => position.side,
            Kind::Hasami(position) => position.side,
        }
    }

    /// Returns the legal moves, sorted by their text. A game that has ended on the board has
    /// none.
    pub fn legal_moves(&self) -> Vec<String> {
        let mut moves: Vec<String> = self.moves().into_iter().map(|(text, _)| text).collect();
        moves.sort();
        moves
    }

    fn moves(&self) -> Vec<(String, Move)> {
        match &self.0 {
            Kind::Drop(position) => {
                let text = |mv| position.move_text(mv);
                position.moves().into_iter().map(|mv| (text(mv), Move::Drop(mv))).collect()
            }
            Kind::Hasami(position) => {
                position.moves().into_iter().map(|mv| (mv.text(), Move::Hasami(mv))).collect()
            }
        }
    }

    fn find(&self, text: &str) -> Result<Move, IllegalMove> {
        let found = self.moves().into_iter().find(|(legal, _)| legal == text);
        let illegal = || IllegalMove { mv: text.to_owned(), sfen: self.sfen() };
        found.map(|(_, mv)| mv).ok_or_else(illegal)
    }

    /// Returns the position after a move.
    ///
    /// # Errors
    /// Returns [`IllegalMove`] if the move is not one of [`Self::legal_moves`].
    pub fn play(&self, mv: &str) -> Result<Self, IllegalMove> {
        Ok(self.after(self.find(mv)?))
    }

    fn after(&self, mv: Move) -> Self {
        match (&self.0, mv) {
            (Kind::Drop(position), Move::Drop(mv)) => Self(Kind::Drop(position.after(mv))),
            (Kind::Hasami(position), Move::Hasami(mv)) => Self(Kind::Hasami(position.after(mv))),
            _ => unreachable!("a move of another family"),
        }
    }

    fn is_capture(&self, mv: Move) -> bool {
        match (&self.0, mv) {
            (Kind::Drop(position), Move::Drop(mv)) => position.is_capture(mv),
            (Kind::Hasami(position), Move::Hasami(mv)) => position.is_capture(mv),
            _ => unreachable!("a move of another family"),
        }
    }

    /// Returns the end of the game on the board, if it has ended.
    pub fn end(&self) -> Option<GameEnd> {
        match &self.0 {
            Kind::Drop(position) => position.end(),
            Kind::Hasami(position) => position.end(),
        }
    }

    /// Returns true if the side to move is in check.
    pub fn is_in_check(&self) -> bool {
        match &self.0 {
            Kind::Drop(position) => position.is_in_check(),
            Kind::Hasami(_) => false,
        }
    }

    /// Returns true if the side to move may declare a win.
    pub fn can_declare(&self) -> bool {
        match &self.0 {
            Kind::Drop(position) => position.can_declare(),
            Kind::Hasami(_) => false,
        }
    }

    /// Returns the number of move sequences of a length. Counters and repetition are ignored.
    pub fn perft(&self, depth: u32) -> u64 {
        let moves = if depth == 0 { return 1 } else { self.moves() };
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.into_iter().map(|(_, mv)| self.after(mv).perft(depth - 1)).sum()
    }

    /// Returns the fields of the SFEN that repetition compares.
    fn key(&self) -> String {
        match &self.0 {
            Kind::Drop(position) => position.key(),
            Kind::Hasami(position) => position.key(),
        }
    }

    const fn repetition(&self) -> &'a Repetition {
        match &self.0 {
            Kind::Drop(position) => &position.rules().definition.repetition,
            Kind::Hasami(position) => &position.rules().definition.repetition,
        }
    }
}

//! The games: two rule families and the registry of variants.

pub mod drop;
pub mod hasami;
pub mod tuning;
pub mod variants;
pub mod weights;

use self::tuning::Tuning;
use crate::core::position::Evaluator;
use crate::notation::Notation;

/// What there is to know about a game without playing it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameInfo {
    /// The name in `USI_Variant`: one word.
    pub name: &'static str,
    /// Other words that are accepted for it.
    pub aliases: &'static [&'static str],
    /// The name as a player would write it.
    pub title: &'static str,
    /// The rules in words, for players; plain text, lines of at most 78 characters.
    pub rules: &'static str,
    /// Number of files.
    pub files: usize,
    /// Number of ranks.
    pub ranks: usize,
    /// Number of kinds of piece that a hand can hold.
    pub pocket: usize,
    /// SFEN of the start position.
    pub startpos: &'static str,
    /// Handicap starts: name and SFEN.
    pub handicaps: &'static [(&'static str, &'static str)],
}

/// A game: a position type, an evaluation and what there is to know about it.
pub trait Game: Send + Sync + 'static {
    /// The rules.
    type Position: Notation;
    /// The evaluation.
    type Eval: Evaluator<Self::Position>;
    /// Name, board, start.
    const INFO: GameInfo;
    /// How the evaluation can be fitted to games.
    const TUNING: Tuning<Self::Position>;
}

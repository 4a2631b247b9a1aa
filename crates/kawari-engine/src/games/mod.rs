//! The games: two rule families, what judges their positions, and the registry that
//! joins the two.
//!
//! A family's rules know no evaluation. Evaluations stand above them, in the folder
//! `evaluation` of each family and in [`evaluation`], which is shared; the registry,
//! [`variants`], says which one a game has.

pub mod drop;
pub mod evaluation;
pub mod hasami;
pub mod variants;

use crate::core::forcing::Forcing;
use crate::core::tactics::Tactics;
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
    /// The same in Japanese.
    pub japanese: &'static str,
    /// The rules in words, for players: paragraphs of plain text, in lines of at most 78
    /// characters.
    pub rules: &'static [&'static str],
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

/// A game: its rules and what there is to know about it.
pub trait Game: Send + Sync + 'static {
    /// The rules, what the search may guess besides, and what a proof asks of them.
    type Position: Notation + Tactics + Forcing;
    /// Name, board, start.
    const INFO: GameInfo;
}

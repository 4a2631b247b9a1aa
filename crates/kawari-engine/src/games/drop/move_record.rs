//! Move notation of game records: Hodges notation as published for Yari Shogi and
//! Hajiku Shogi.

use super::kind::{KINDS, Kind};
use super::moves::{DropMove, Origin};
use super::position::DropPosition;
use super::rules::{DropRules, RuleTable, SquareOf};
use crate::core::geometry::Geometry;
use crate::core::movelist::MoveList;
use crate::core::position::{All, Position};
use crate::core::square::Square;
use crate::notation::error::MoveError;

/// Formats a legal move for a game record.
pub(super) fn write<R: DropRules>(position: &DropPosition<R>, mv: DropMove<R::Geometry>) -> String {
    let (kind, from) = match mv.origin() {
        Origin::Hand(kind) => return format!("{}*{}", name(position.table(), kind), mv.to()),
        Origin::Board(from) => (position.kind_on(from), from),
    };
    let start =
        if is_ambiguous(position, kind, from, mv.to()) { from.to_string() } else { String::new() };
    let action = if position.occupied().contains(mv.to()) { "x" } else { "-" };
    let counter_flip = if mv.is_counter_flip() { "!" } else { "" };
    let flip = if mv.is_flip() {
        "+"
    } else if position.table().rules.writes_declined && position.is_legal(mv.flipping()) {
        "="
    } else {
        ""
    };
    format!("{}{start}{action}{counter_flip}{}{flip}", name(position.table(), kind), mv.to())
}

/// Returns the name of a kind in game records.
pub(super) fn name<G: Geometry>(table: &RuleTable<G>, kind: Kind) -> String {
    let sign = if kind.is_promoted() { "+" } else { "" };
    format!("{sign}{}", table.piece(kind).name())
}

/// Returns true if another piece of the kind has a legal move to the square.
fn is_ambiguous<R: DropRules>(
    position: &DropPosition<R>,
    kind: Kind,
    from: SquareOf<R>,
    to: SquareOf<R>,
) -> bool {
    let mut moves = MoveList::new();
    position.generate::<All>(&mut moves);
    moves.iter().filter(|mv| mv.to() == to).any(|mv| match mv.origin() {
        Origin::Board(other) => other != from && position.kind_on(other) == kind,
        Origin::Hand(_) => false,
    })
}

/// Parses a record move and returns the legal move that it stands for. The start square
/// may be given where it is not needed, and `=` may be missing.
///
/// # Errors
/// Returns [`MoveError`] if the text is not a record move, or fits no legal move or more
/// than one.
pub(super) fn read<R: DropRules>(
    position: &DropPosition<R>,
    word: &str,
) -> Result<DropMove<R::Geometry>, MoveError> {
    let pattern =
        Pattern::parse(position.table(), word).ok_or_else(|| MoveError::Syntax(word.to_owned()))?;
    let mut moves = MoveList::new();
    position.generate::<All>(&mut moves);
    let mut fitting = moves.iter().filter(|&&mv| pattern.fits(position, mv));
    match (fitting.next(), fitting.next()) {
        (Some(&mv), None) => Ok(mv),
        (None, _) => Err(MoveError::illegal(word)),
        (Some(_), Some(_)) => Err(MoveError::Ambiguous(word.to_owned())),
    }
}

/// A parsed record move.
struct Pattern<G: Geometry> {
    kind: Kind,
    from: Option<Square<G>>,
    action: Action,
    to: Square<G>,
    side_change: WrittenSideChange,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Action {
    Move,
    Capture { counter_flip: bool },
    Drop,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum WrittenSideChange {
    None,
    Taken,
    Declined,
}

impl<G: Geometry> Pattern<G> {
    fn parse(table: &RuleTable<G>, word: &str) -> Option<Self> {
        let action_at = word.find(['-', 'x', '*'])?;
        let (piece, rest) = word.split_at(action_at);
        let (kind, start) = read_name(table, piece)?;
        let from = if start.is_empty() { None } else { Some(Square::parse(start)?) };
        let (action, rest) = match (rest.split_at(1), from) {
            (("-", rest), _) => (Action::Move, rest),
            (("*", rest), None) => (Action::Drop, rest),
            (("x", rest), _) => {
                let after_mark = rest.strip_prefix('!');
                let counter_flip = after_mark.is_some();
                (Action::Capture { counter_flip }, after_mark.unwrap_or(rest))
            }
            _ => return None,
        };
        let to = Square::parse(rest.get(..2)?)?;
        let side_change = match &rest[2..] {
            "" => WrittenSideChange::None,
            "+" => WrittenSideChange::Taken,
            "=" => WrittenSideChange::Declined,
            _ => return None,
        };
        Some(Self { kind, from, action, to, side_change })
    }

    fn fits<R: DropRules<Geometry = G>>(
        &self,
        position: &DropPosition<R>,
        mv: DropMove<G>,
    ) -> bool {
        if mv.to() != self.to || mv.is_flip() != (self.side_change == WrittenSideChange::Taken) {
            return false;
        }
        let from = match mv.origin() {
            Origin::Hand(kind) => {
                let plain = self.side_change == WrittenSideChange::None;
                return plain && self.action == Action::Drop && kind == self.kind;
            }
            Origin::Board(from) => from,
        };
        let action = if position.occupied().contains(mv.to()) {
            Action::Capture { counter_flip: mv.is_counter_flip() }
        } else {
            Action::Move
        };
        let could_change = || position.is_legal(mv.flipping());
        position.kind_on(from) == self.kind
            && self.from.is_none_or(|start| start == from)
            && self.action == action
            && (self.side_change != WrittenSideChange::Declined || could_change())
    }
}

/// Parses the kind at the start of a text and returns it with the rest of the text.
fn read_name<'a, G: Geometry>(table: &RuleTable<G>, text: &'a str) -> Option<(Kind, &'a str)> {
    let promoted = text.starts_with('+');
    let letters = text.strip_prefix('+').unwrap_or(text);
    let end = letters.find(|letter: char| letter.is_ascii_digit()).unwrap_or(letters.len());
    let (letters, start) = letters.split_at(end);
    let kind = (0..KINDS)
        .map(Kind::new)
        .filter(|&kind| kind.is_promoted() == promoted && table.exists(kind))
        .find(|&kind| table.piece(kind).name() == letters)?;
    Some((kind, start))
}

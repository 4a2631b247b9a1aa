//! The written notation of game records: Hodges' notation, as Yari and Hajiku
//! use it.

use super::kind::{KINDS, Kind};
use super::moves::{DropMove, Origin};
use super::position::DropPosition;
use super::rules::{DerivedRules, DropRules, SquareOf};
use crate::core::movelist::MoveList;
use crate::core::position::{All, Position};
use crate::core::square::Square;
use crate::notation::error::MoveError;

/// A legal move as a game record writes it.
pub(super) fn write<R: DropRules>(position: &DropPosition<R>, mv: DropMove<R::Geometry>) -> String {
    let (kind, from) = match mv.origin() {
        Origin::Hand(kind) => return format!("{}*{}", name::<R>(kind), mv.to()),
        Origin::Board(from) => (position.kind_on(from), from),
    };
    let start =
        if is_ambiguous(position, kind, from, mv.to()) { from.to_string() } else { String::new() };
    let action = if position.occupied().contains(mv.to()) { "x" } else { "-" };
    let counter_flip = if mv.is_counter_flip() { "!" } else { "" };
    let flip = if mv.is_flip() {
        "+"
    } else if R::WRITES_DECLINED && position.is_legal(mv.flipping()) {
        "="
    } else {
        ""
    };
    format!("{}{start}{action}{counter_flip}{}{flip}", name::<R>(kind), mv.to())
}

/// The piece as records name it.
pub(super) fn name<R: DropRules>(kind: Kind) -> String {
    let sign = if kind.is_promoted() { "+" } else { "" };
    format!("{sign}{}", R::PIECES[kind.piece()].name())
}

/// True when another piece of the kind can go to the square as well.
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

/// The legal move that a record's word means. A start square may be written
/// where none is needed, and `=` may be missing.
pub(super) fn read<R: DropRules>(
    position: &DropPosition<R>,
    word: &str,
) -> Result<DropMove<R::Geometry>, MoveError> {
    let pattern = Pattern::<R>::parse(word).ok_or_else(|| MoveError::Syntax(word.to_owned()))?;
    let mut moves = MoveList::new();
    position.generate::<All>(&mut moves);
    let mut fitting = moves.iter().filter(|&&mv| pattern.fits(position, mv));
    match (fitting.next(), fitting.next()) {
        (Some(&mv), None) => Ok(mv),
        (None, _) => Err(MoveError::Illegal(word.to_owned())),
        (Some(_), Some(_)) => Err(MoveError::Ambiguous(word.to_owned())),
    }
}

/// What a record's word says of a move.
struct Pattern<R: DropRules> {
    kind: Kind,
    from: Option<SquareOf<R>>,
    action: Action,
    to: SquareOf<R>,
    turn: WrittenSideChange,
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

impl<R: DropRules> Pattern<R> {
    fn parse(word: &str) -> Option<Self> {
        let action_at = word.find(['-', 'x', '*'])?;
        let (piece, rest) = word.split_at(action_at);
        let (kind, start) = read_name::<R>(piece)?;
        let from = if start.is_empty() { None } else { Some(Square::parse(start)?) };
        let (action, rest) = match (rest.split_at(1), from) {
            (("-", rest), _) => (Action::Move, rest),
            (("*", rest), None) => (Action::Drop, rest),
            (("x", rest), _) => {
                let behind = rest.strip_prefix('!');
                let counter_flip = behind.is_some();
                (Action::Capture { counter_flip }, behind.unwrap_or(rest))
            }
            _ => return None,
        };
        let to = Square::parse(rest.get(..2)?)?;
        let turn = match &rest[2..] {
            "" => WrittenSideChange::None,
            "+" => WrittenSideChange::Taken,
            "=" => WrittenSideChange::Declined,
            _ => return None,
        };
        Some(Self { kind, from, action, to, turn })
    }

    fn fits(&self, position: &DropPosition<R>, mv: DropMove<R::Geometry>) -> bool {
        if mv.to() != self.to || mv.is_flip() != (self.turn == WrittenSideChange::Taken) {
            return false;
        }
        let from = match mv.origin() {
            Origin::Hand(kind) => {
                let plain = self.turn == WrittenSideChange::None;
                return plain && self.action == Action::Drop && kind == self.kind;
            }
            Origin::Board(from) => from,
        };
        let action = if position.occupied().contains(mv.to()) {
            Action::Capture { counter_flip: mv.is_counter_flip() }
        } else {
            Action::Move
        };
        let could_turn = || position.is_legal(mv.flipping());
        position.kind_on(from) == self.kind
            && self.from.is_none_or(|start| start == from)
            && self.action == action
            && (self.turn != WrittenSideChange::Declined || could_turn())
    }
}

/// The kind at the front of a word, and what is behind its name.
fn read_name<R: DropRules>(text: &str) -> Option<(Kind, &str)> {
    let promoted = text.starts_with('+');
    let letters = text.strip_prefix('+').unwrap_or(text);
    let end = letters.find(|letter: char| letter.is_ascii_digit()).unwrap_or(letters.len());
    let (letters, start) = letters.split_at(end);
    let kind = (0..KINDS)
        .map(Kind::new)
        .filter(|&kind| kind.is_promoted() == promoted && R::kind_rule(kind).exists)
        .find(|kind| R::PIECES[kind.piece()].name() == letters)?;
    Some((kind, start))
}

//! The pieces of a game, and what becomes of captured ones.

use std::collections::BTreeMap;

use kawari_rules::{CapturedSide, Change, DropDefinition, General, Piece};

use super::super::betza::{Path, paths};
use super::super::{Color, SfenError};
use super::{Move, Placed};

/// The rules of a game, with the moves of its pieces.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(super) size: (u8, u8),
    pub(crate) definition: DropDefinition,
    /// Kinds of pieces, in the order of the definition.
    pub(super) kinds: Vec<Kind>,
}

/// A kind of piece.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    pub(super) letter: String,
    pub(super) piece: Piece,
    /// Moves of the unpromoted and of the promoted side.
    pub(super) paths: [Vec<Path>; 2],
}

/// The pieces in a hand by kind and side up, with their numbers.
pub(super) type Hand = BTreeMap<(usize, bool), u32>;

impl Rules {
    pub(crate) fn new(general: &General, definition: &DropDefinition) -> Self {
        let kinds = definition.pieces.iter().map(|(letter, piece)| {
            let promoted = piece.promoted.as_ref().map_or("", |side| &side.moves);
            Kind {
                letter: letter.clone(),
                piece: piece.clone(),
                paths: [paths(&piece.moves), paths(promoted)],
            }
        });
        Self {
            size: (general.files, general.ranks),
            kinds: kinds.collect(),
            definition: definition.clone(),
        }
    }

    /// Returns the kind with a letter or an alias, in upper or lower case.
    pub(super) fn kind(&self, letter: char) -> Result<usize, SfenError> {
        let letter_text = letter.to_ascii_uppercase().to_string();
        let is_kind = |kind: &Kind| {
            kind.letter == letter_text || kind.piece.alias.as_ref() == Some(&letter_text)
        };
        let unknown = || SfenError(format!("unknown letter \"{letter}\""));
        self.kinds.iter().position(is_kind).ok_or_else(unknown)
    }

    pub(super) fn has_royal(&self) -> bool {
        self.kinds.iter().any(|kind| kind.piece.royal)
    }

    pub(super) fn is_royal(&self, placed: Placed) -> bool {
        self.kinds[placed.kind].piece.royal
    }

    /// Returns when a kind changes sides.
    pub(super) fn change(&self, kind: usize) -> Change {
        self.definition.change(&self.kinds[kind].piece)
    }

    /// Returns the side of a kind in hand.
    pub(super) fn captured_side(&self, kind: usize) -> CapturedSide {
        self.definition.captured_side(&self.kinds[kind].piece)
    }

    /// Returns true if a kind is one of `ending.capture-wins`.
    pub(super) fn is_goal(&self, kind: usize) -> bool {
        self.definition.ending.capture_wins.contains(&self.kinds[kind].letter)
    }

    /// Returns the text of a piece without its colour.
    pub(super) fn name(&self, kind: usize, is_promoted: bool) -> String {
        format!("{}{}", if is_promoted { "+" } else { "" }, self.kinds[kind].letter)
    }

    pub(super) fn move_text(&self, mv: Move) -> String {
        match mv {
            Move::Board { from, to, flips, counter_flips } => {
                let flip = if flips { "+" } else { "" };
                let counter = if counter_flips { "!" } else { "" };
                format!("{from}{to}{flip}{counter}")
            }
            Move::Drop { kind, is_promoted, to } => {
                format!("{}*{to}", self.name(kind, is_promoted))
            }
        }
    }

    /// Returns the kind and the side in hand of a captured piece; `None` if it leaves the
    /// game. A royal piece leaves the game, which ends.
    pub(super) fn held(&self, captured: Placed, counter_flips: bool) -> Option<(usize, bool)> {
        let side = self.captured_side(captured.kind);
        if self.is_royal(captured) || side == CapturedSide::Removed {
            return None;
        }
        let kind = self.kind_in_hand(captured.kind);
        let keeps = side == CapturedSide::SameSide && captured.is_promoted;
        Some((kind, (keeps || counter_flips) && self.has_sides_in_hand(kind)))
    }

    /// Returns the kind that a captured piece becomes.
    fn kind_in_hand(&self, captured: usize) -> usize {
        let becomes = self.kinds[captured].piece.captured.as_ref();
        let index = |letter: &String| self.kinds.iter().position(|kind| kind.letter == *letter);
        becomes.and_then(index).unwrap_or(captured)
    }

    /// Returns true if a kind in hand has a side up. A piece that can be dropped on either
    /// side has none; it is written unpromoted.
    fn has_sides_in_hand(&self, kind: usize) -> bool {
        let has_promoted = self.kinds[kind].piece.promoted.is_some();
        has_promoted && self.captured_side(kind) != CapturedSide::EitherSide
    }

    /// Returns true if a hand can hold a promoted piece of a kind: captured with that side up,
    /// or by a counter-flip.
    fn can_be_promoted_in_hand(&self, kind: usize) -> bool {
        let counter_flip = |from| {
            self.definition.promotion.counter_flip
                && !matches!(self.change(from), Change::Never | Change::Once)
        };
        let keeps_side = |from| self.captured_side(from) == CapturedSide::SameSide;
        let gives =
            |from| self.kind_in_hand(from) == kind && (keeps_side(from) || counter_flip(from));
        self.has_sides_in_hand(kind) && (0..self.kinds.len()).any(gives)
    }

    pub(super) fn parse_hands(&self, text: &str) -> Result<[Hand; 2], SfenError> {
        let mut hands = [Hand::new(), Hand::new()];
        if text == "-" {
            return Ok(hands);
        }
        let error = || SfenError(format!("hands \"{text}\", expected \"-\" or pieces such as 2Pr"));
        let mut rest = text;
        while !rest.is_empty() || text.is_empty() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let count: u32 = if digits == 0 { 1 } else { rest[..digits].parse().unwrap_or(0) };
            let piece = &rest[digits..];
            let is_promoted = piece.starts_with('+');
            let piece = piece.strip_prefix('+').unwrap_or(piece);
            let letter = piece.chars().next().ok_or_else(error)?;
            let kind = self.kind(letter)?;
            if !(1..=999).contains(&count)
                || self.kinds[kind].piece.royal
                || is_promoted && !self.can_be_promoted_in_hand(kind)
            {
                return Err(error());
            }
            let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
            *hands[color as usize].entry((kind, is_promoted)).or_insert(0) += count;
            rest = &piece[letter.len_utf8()..];
        }
        Ok(hands)
    }
}

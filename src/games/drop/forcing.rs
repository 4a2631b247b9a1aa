//! Mates by checks: what a proof asks of the drop games.

use super::kind::Kind;
use super::moves::{DropMove, Origin};
use super::position::DropPosition;
use super::rules::{DerivedRules, DropRules};
use super::tables::KEYS;
use crate::core::color::Color;
use crate::core::forcing::{Forcing, HandCode, Place, Standing};
use crate::core::key::Key;
use crate::core::movelist::MoveList;
use crate::core::position::{All, MoveLike, Position};
use crate::core::tactics::Tactics;

impl<R: DropRules> DropPosition<R> {
    /// True for a legal move that opens a line of check.
    #[inline(always)]
    fn checks_by_discovery(&self, mv: DropMove<R::Geometry>) -> bool {
        let king = self.king(!self.side_to_move());
        let Origin::Board(from) = mv.origin() else { return false };
        R::tables().lines[king.index()].contains(from) && {
            let mut next = self.clone();
            next.make(mv, &mut ());
            next.in_check()
        }
    }

    /// A hand as a code, and its part of the key.
    #[inline(always)]
    fn hand_code(&self, color: Color) -> (Option<HandCode>, Key) {
        let mut key: Key = 0;
        let kinds = Kind::all().filter(|&kind| R::can_hold(kind));
        let code = HandCode::new(kinds.map(|kind| {
            let count = self.hand(color).count(kind);
            let number = KEYS.in_hand(color, kind.index());
            key = key.wrapping_add(number.wrapping_mul(Key::from(count)));
            count
        }));
        (code, key)
    }
}

impl<R: DropRules> Forcing for DropPosition<R> {
    const FORCES: bool = true;

    /// Checks.
    fn generate_forcing(&self, moves: &mut MoveList<Self::Move>) {
        self.generate::<All>(moves);
        let checks = self.threats();
        moves.retain(|&mv| checks(mv) || self.checks_by_discovery(mv));
    }

    fn generate_answers(&self, moves: &mut MoveList<Self::Move>) {
        self.generate::<All>(moves);
    }

    fn standing_of_defender(&self) -> Standing {
        match self.count_moves() {
            0 => Standing::Won(0),
            answers => Standing::Open(u16::try_from(answers).unwrap_or(u16::MAX)),
        }
    }

    fn standing_of_attacker(&self) -> Standing {
        if !self.in_check() && self.mates_at_once() { Standing::Won(1) } else { Standing::Open(1) }
    }

    /// Drops on the same square are alike, and so are moves that differ by a flip.
    fn kinship(&self, mv: Self::Move) -> u16 {
        match mv.origin() {
            Origin::Hand(_) => mv.to().index() as u16 | 1 << 15,
            Origin::Board(from) => DropMove::board(from, mv.to()).bits(),
        }
    }

    fn place(&self) -> Place {
        let [(black, black_key), (white, white_key)] =
            Color::ALL.map(|color| self.hand_code(color));
        match (black, white) {
            (Some(black), Some(white)) => Place {
                board: self.key().wrapping_sub(black_key).wrapping_sub(white_key),
                hands: [black, white],
            },
            _ => Place { board: self.key(), hands: [HandCode::EMPTY; 2] },
        }
    }
}

//! The rules of Hasami endgames for the tablebase generator and probe.

use std::marker::PhantomData;

use arrayvec::ArrayVec;

use super::moves::HasamiMove;
use super::position::HasamiPosition;
use super::rules::{BitboardOf, HasamiRules};
use crate::core::bitboard::Bitboard;
use crate::core::color::Color;
use crate::core::endgame::{
    CaptureMove, EndgameMoves, EndgamePosition, EndgameRules, MAX_MEN, MAX_MOVES, MIN_MEN,
    MoveTargets,
};
use crate::core::geometry::{Geometry, Word};
use crate::core::position::Position;
use crate::core::square::Square;
use crate::notation::Notation;

/// The endgame rules of a rule set.
#[derive(Clone, Copy, Debug)]
pub(super) struct HasamiEndgame<R>(PhantomData<R>);

/// Colour that stands for the side to move. Endgame positions don't store a colour.
const MOVER: Color = Color::Black;

impl<R: HasamiRules + Default> HasamiEndgame<R> {
    /// Maximum number of men of a side that cannot form five in a row.
    const MAX_MEN_WITHOUT_ROW: usize = 4;

    fn position(mover: u128, other: u128) -> HasamiPosition<R> {
        let men = [Bitboard::from_bits(mover), Bitboard::from_bits(other)];
        HasamiPosition::without_key(R::default(), men, MOVER)
    }
}

/// Returns the endgame rules of a built-in game, or `None` if tablebases don't support it.
/// They require that a side with one man loses, that there is no other goal except rows, and
/// that the rules are the same under all eight board symmetries.
pub const fn built_in_endgame_rules<R: HasamiRules + Default>() -> Option<&'static dyn EndgameRules>
{
    let Some(table) = R::BUILT_IN else { return None };
    let rules = &table.rules;
    match rules.losing_men {
        Some(losing)
            if losing as usize + 1 == MIN_MEN
                && rules.winning_lead.is_none()
                && !rules.houses
                && R::Geometry::FILES == R::Geometry::RANKS =>
        {
            Some(&HasamiEndgame::<R>(PhantomData))
        }
        _ => None,
    }
}

/// Converts a position.
pub(super) fn endgame_position<R: HasamiRules>(position: &HasamiPosition<R>) -> EndgamePosition {
    let side = position.side_to_move();
    let [own, enemy] = [side, !side].map(|color| wide::<R>(position.men(color)));
    EndgamePosition { own, enemy }
}

/// Returns a set of squares as 128 bits.
fn wide<R: HasamiRules>(squares: BitboardOf<R>) -> u128 {
    let [low, high] = squares.word().halves();
    u128::from(low) | u128::from(high) << 64
}

impl<R: HasamiRules + Default> EndgameRules for HasamiEndgame<R> {
    fn side(&self) -> usize {
        R::Geometry::FILES
    }

    fn max_men(&self) -> usize {
        if R::default().table().rules.rows.is_empty() { MAX_MEN } else { Self::MAX_MEN_WITHOUT_ROW }
    }

    fn moves(&self, men: EndgamePosition, moves: &mut EndgameMoves) {
        moves.quiet.clear();
        moves.captures.clear();
        let position = Self::position(men.own, men.enemy);
        let capture_squares = position.capture_squares(MOVER);
        for from in position.men(MOVER) {
            let targets = position.destinations(from);
            let mut quiet = targets & !capture_squares;
            for to in targets & capture_squares {
                let captured = position.captured_by(HasamiMove { from, to });
                if captured.is_empty() {
                    quiet |= to.into();
                    continue;
                }
                let (from, to) = (from.index() as u8, to.index() as u8);
                moves.captures.push(CaptureMove { from, to, captured: wide::<R>(captured) });
            }
            moves.quiet.push(MoveTargets { from: from.index() as u8, to: wide::<R>(quiet) });
        }
    }

    fn captures(&self, men: EndgamePosition) -> Option<ArrayVec<CaptureMove, MAX_MOVES>> {
        let position = Self::position(men.own, men.enemy);
        let capture_squares = position.capture_squares(MOVER);
        if capture_squares.is_empty() {
            return None;
        }
        let mut captures = ArrayVec::new();
        for mv in position.arrivals(MOVER, capture_squares) {
            let captured = position.captured_by(mv);
            if captured.is_occupied() {
                let (from, to) = (mv.from.index() as u8, mv.to.index() as u8);
                captures.push(CaptureMove { from, to, captured: wide::<R>(captured) });
            }
        }
        Some(captures).filter(|captures| !captures.is_empty())
    }

    fn has_quiet_move(&self, men: EndgamePosition) -> bool {
        let position = Self::position(men.own, men.enemy);
        let capture_squares = position.capture_squares(MOVER);
        // Fast path: a single step to a square on which nothing can be captured.
        let steps = position.men(MOVER).neighbours() & position.empty();
        if (steps & !capture_squares).is_occupied() {
            return true;
        }
        let mut moves = EndgameMoves::default();
        self.moves(men, &mut moves);
        moves.quiet.iter().any(|targets| targets.to != 0)
    }

    fn unmoves(&self, men: EndgamePosition) -> ArrayVec<MoveTargets, MAX_MEN> {
        // Slides and jumps are reversible. Whether a move captured depends only on its
        // target and the men on the board after it.
        let position = Self::position(men.enemy, men.own);
        let is_quiet = |&to: &_| !position.would_capture_at(MOVER, to);
        let men = position.men(MOVER).into_iter().filter(is_quiet);
        men.map(|to| MoveTargets {
            from: to.index() as u8,
            to: wide::<R>(position.destinations(to)),
        })
        .collect()
    }

    fn wins_by_capture(&self, men: EndgamePosition) -> bool {
        let needed = men.enemy.count_ones() + 1 - MIN_MEN as u32;
        Self::position(men.own, men.enemy).can_capture(MOVER, needed)
    }

    fn sfen(&self, men: EndgamePosition) -> String {
        Self::position(men.own, men.enemy).sfen(1)
    }

    fn usi(&self, from: u8, to: u8) -> String {
        let [from, to] = [from, to].map(|square| Square::<R::Geometry>::from_index(square.into()));
        format!("{from}{to}")
    }
}

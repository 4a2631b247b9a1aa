//! Endgames of few men: what their tables ask of the rules.

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

/// The endgames of a rule set.
#[derive(Clone, Copy, Debug)]
pub(super) struct HasamiEndgame<R>(PhantomData<R>);

/// The side to move, whoever it is.
const MOVER: Color = Color::Black;

impl<R: HasamiRules> HasamiEndgame<R> {
    /// Men of a side that are too few for a row.
    const MAX_MEN_WITHOUT_ROW: usize = 4;

    /// The endgames of the rule set, if tables can tell of them: capture down to the
    /// last man is the goal, and the board looks the same from everywhere.
    pub const ENDGAME_RULES: Option<&'static dyn EndgameRules> = match R::LOSING_MEN {
        Some(losing)
            if losing as usize + 1 == MIN_MEN
                && R::WINNING_LEAD.is_none()
                && !R::HOUSES
                && R::Geometry::FILES == R::Geometry::RANKS =>
        {
            Some(&Self(PhantomData))
        }
        _ => None,
    };

    /// The men of a position.
    pub fn men(position: &HasamiPosition<R>) -> EndgamePosition {
        let side = position.side_to_move();
        let [own, enemy] = [side, !side].map(|color| wide::<R>(position.men(color)));
        EndgamePosition { own, enemy }
    }

    fn position(mover: u128, other: u128) -> HasamiPosition<R> {
        HasamiPosition::without_key([Bitboard::from_bits(mover), Bitboard::from_bits(other)], MOVER)
    }
}

/// A set of squares in the widest word.
fn wide<R: HasamiRules>(squares: BitboardOf<R>) -> u128 {
    let [low, high] = squares.word().halves();
    u128::from(low) | u128::from(high) << 64
}

impl<R: HasamiRules> EndgameRules for HasamiEndgame<R> {
    fn side(&self) -> usize {
        R::Geometry::FILES
    }

    fn max_men(&self) -> usize {
        if R::ROWS.is_empty() { MAX_MEN } else { Self::MAX_MEN_WITHOUT_ROW }
    }

    fn moves(&self, men: EndgamePosition, moves: &mut EndgameMoves) {
        moves.quiet.clear();
        moves.captures.clear();
        let position = Self::position(men.own, men.enemy);
        let risky = position.capture_squares(MOVER);
        for from in position.men(MOVER) {
            let targets = position.destinations(from);
            let mut quiet = targets & !risky;
            for to in targets & risky {
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
        let risky = position.capture_squares(MOVER);
        if risky.is_empty() {
            return None;
        }
        let mut captures = ArrayVec::new();
        for mv in position.arrivals(MOVER, risky) {
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
        let risky = position.capture_squares(MOVER);
        // A step that cannot capture is seen at once.
        if (position.men(MOVER).neighbours() & position.empty() & !risky).is_occupied() {
            return true;
        }
        let mut moves = EndgameMoves::default();
        self.moves(men, &mut moves);
        moves.quiet.iter().any(|targets| targets.to != 0)
    }

    fn unmoves(&self, men: EndgamePosition) -> ArrayVec<MoveTargets, MAX_MEN> {
        // Slides and jumps lead back the way they came, and what a move captures depends
        // on where it ends alone.
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
        let [from, to] = [from, to].map(|square| Square::from_index(square.into()));
        HasamiPosition::<R>::usi(HasamiMove { from, to })
    }
}

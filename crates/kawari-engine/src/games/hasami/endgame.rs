//! The rules of Hasami endgames for the tablebase generator and probe.

use std::marker::PhantomData;

use arrayvec::ArrayVec;
use kawari_rules::{Enclosure, QuietResult};

use super::moves::HasamiMove;
use super::position::HasamiPosition;
use super::rules::{BitboardOf, HasamiRules, MayHave, RuleTable, SquareOf};
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

/// The endgame rules of a game, which a [`RulesSource`] supplies.
#[derive(Clone, Copy, Debug)]
pub(super) struct HasamiEndgame<S>(pub(super) S);

/// Supplies the rules of a game.
pub(super) trait RulesSource: Sync {
    /// The rules.
    type Rules: HasamiRules;

    /// Returns the rules.
    fn rules(&self) -> Self::Rules;
}

/// The rules of a built-in game, which can be created in a constant.
#[derive(Clone, Copy, Debug)]
pub(super) struct BuiltInRules<R>(PhantomData<R>);

impl<R: HasamiRules + Default> RulesSource for BuiltInRules<R> {
    type Rules = R;

    #[inline(always)]
    fn rules(&self) -> R {
        R::default()
    }
}

/// Colour that stands for the side to move. Endgame positions don't store a colour.
const MOVER: Color = Color::Black;

impl<S: RulesSource> HasamiEndgame<S> {
    fn position(&self, mover: u128, other: u128) -> HasamiPosition<S::Rules> {
        let rules = self.0.rules();
        let men = [mover, other].map(|men| narrow(rules, men));
        HasamiPosition::without_key(rules, men, MOVER)
    }

    fn number(&self, square: SquareOf<S::Rules>) -> u8 {
        number(self.0.rules(), square)
    }

    fn wide(&self, squares: BitboardOf<S::Rules>) -> u128 {
        wide(self.0.rules(), squares)
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
            Some(&HasamiEndgame(BuiltInRules::<R>(PhantomData)))
        }
        _ => None,
    }
}

/// Returns true if tablebases support a game from a file: it has no rules that the built-in games
/// with tablebases do not have, and a square board.
pub(super) fn has_endgames<R: HasamiRules>(table: &RuleTable<R::Geometry>) -> bool {
    let rules = &table.rules;
    table.is_plain
        && table.losing.iter().all(|&losing| losing.is_some_and(|men| men as usize + 1 == MIN_MEN))
        && rules.winning_lead.is_none()
        && !rules.houses
        && rules.enclosure == Enclosure::None
        && rules.quiet_limit.is_some()
        && rules.quiet_result == QuietResult::Draw
        && rules.repetition.loser.is_none()
        && table.shape.files() == table.shape.ranks()
}

/// Converts a position.
pub(super) fn endgame_position<R: HasamiRules>(position: &HasamiPosition<R>) -> EndgamePosition {
    let side = position.side_to_move();
    let [own, enemy] = [side, !side].map(|color| wide(position.game(), position.men(color)));
    EndgamePosition { own, enemy }
}

/// Returns the number of a square on the board of a game. A game from a file has the squares of a
/// larger board.
#[inline(always)]
fn number<R: HasamiRules>(rules: R, square: SquareOf<R>) -> u8 {
    match R::IS_LOADED {
        true => (square.file() * rules.table().shape.ranks() + square.rank()) as u8,
        false => square.index() as u8,
    }
}

/// Returns the square with a number. Inverse of [`number`].
#[inline(always)]
fn square<R: HasamiRules>(rules: R, number: u8) -> SquareOf<R> {
    let (number, ranks) = (usize::from(number), rules.table().shape.ranks());
    match R::IS_LOADED {
        true => Square::new(number / ranks, number % ranks),
        false => Square::from_index(number),
    }
}

/// Returns a set of squares as 128 bits.
#[inline(always)]
fn wide<R: HasamiRules>(rules: R, squares: BitboardOf<R>) -> u128 {
    if R::IS_LOADED {
        return squares.into_iter().map(|square| 1 << number(rules, square)).sum();
    }
    let [low, high] = squares.word().halves();
    u128::from(low) | u128::from(high) << 64
}

/// Returns the set of squares of 128 bits. Inverse of [`wide`].
#[inline(always)]
fn narrow<R: HasamiRules>(rules: R, mut bits: u128) -> BitboardOf<R> {
    if !R::IS_LOADED {
        return Bitboard::from_bits(bits);
    }
    let mut squares = Bitboard::EMPTY;
    while bits != 0 {
        squares = squares.with(square(rules, bits.trailing_zeros() as u8));
        bits &= bits - 1;
    }
    squares
}

impl<S: RulesSource> EndgameRules for HasamiEndgame<S> {
    fn side(&self) -> usize {
        self.0.rules().table().shape.files()
    }

    fn max_men(&self) -> usize {
        let rules = &self.0.rules().table().rules;
        // Fewer men than in a row.
        if rules.rows.is_empty() { MAX_MEN } else { MAX_MEN.min(rules.row_length - 1) }
    }

    fn moves(&self, men: EndgamePosition, moves: &mut EndgameMoves) {
        moves.quiet.clear();
        moves.captures.clear();
        let position = self.position(men.own, men.enemy);
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
                let (from, to) = (self.number(from), self.number(to));
                moves.captures.push(CaptureMove { from, to, captured: self.wide(captured) });
            }
            moves.quiet.push(MoveTargets { from: self.number(from), to: self.wide(quiet) });
        }
    }

    fn captures(&self, men: EndgamePosition) -> Option<ArrayVec<CaptureMove, MAX_MOVES>> {
        let position = self.position(men.own, men.enemy);
        let capture_squares = position.capture_squares(MOVER);
        if capture_squares.is_empty() {
            return None;
        }
        let mut captures = ArrayVec::new();
        for mv in position.arrivals(MOVER, capture_squares) {
            let captured = position.captured_by(mv);
            if captured.is_occupied() {
                let (from, to) = (self.number(mv.from), self.number(mv.to));
                captures.push(CaptureMove { from, to, captured: self.wide(captured) });
            }
        }
        Some(captures).filter(|captures| !captures.is_empty())
    }

    fn has_quiet_move(&self, men: EndgamePosition) -> bool {
        let position = self.position(men.own, men.enemy);
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
        let position = self.position(men.enemy, men.own);
        let is_quiet = |&to: &_| !position.would_capture_at(MOVER, to);
        let men = position.men(MOVER).into_iter().filter(is_quiet);
        men.map(|to| MoveTargets {
            from: self.number(to),
            to: self.wide(position.destinations(to)),
        })
        .collect()
    }

    fn wins_by_capture(&self, men: EndgamePosition) -> bool {
        let needed = men.enemy.count_ones() + 1 - MIN_MEN as u32;
        self.position(men.own, men.enemy).can_capture(MOVER, needed)
    }

    fn sfen(&self, men: EndgamePosition) -> String {
        self.position(men.own, men.enemy).sfen(1)
    }

    fn usi(&self, from: u8, to: u8) -> String {
        let [from, to] = [from, to].map(|number| square(self.0.rules(), number));
        format!("{from}{to}")
    }
}

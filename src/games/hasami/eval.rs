//! What positions of the family are worth.
//!
//! Everything is counted afresh from the two sets of men: a handful of shifts
//! each, less than an incremental account of mobility and threats would cost.

use std::marker::PhantomData;

use super::movegen::Reach;
use super::position::{HasamiPosition, NO_CAPTURE_LIMIT};
use super::rows;
use super::rules::{Areas, HasamiRules, line};
use crate::core::bitboard::{Bitboard, Direction};
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::position::{Evaluator, Observer, Position};
use crate::core::rays;
use crate::core::score::{MAX_EVALUATION, Score};
use crate::core::square::Square;

/// A man more than the opponent, on a full board.
const MAN: Score = 100;
/// What a lead of one man gains until the board is empty: the fewer men are
/// left, the more of them it is.
const MAN_OF_FEW: Score = 100;
/// What the last men that a side can lose are worth on top: first the one whose
/// loss ends the game.
const LAST_MEN: [Score; 4] = [120, 60, 30, 12];
/// A lead that wins with one man more, or at the start of the next turn.
const LEAD_IN_REACH: Score = 80;
/// A legal move more than the opponent has.
const MOVE: Score = 1;
/// A man that the side to move can take now.
const PREY_NOW: Score = 30;
/// A man that the opponent could take, were it to move.
const PREY_NEXT: Score = 14;
/// Two men diagonally next to each other: nothing fits between them.
const CHAIN: Score = 3;
/// A man off the outermost squares, where runs are easily shut in.
const INNER_MAN: Score = 2;
/// Windows of five squares without an enemy, where five in a row win, by the
/// number of men: two, three, four.
const WINDOW: [Score; 3] = [2, 9, 40];
/// Having the move.
const TEMPO: Score = 6;
/// Half-moves without a capture from which on a draw comes into sight.
const DRAW_IN_SIGHT: u16 = 30;

/// The evaluation of one rule set; keeps nothing between moves.
#[derive(Clone, Debug)]
pub struct HasamiEval<R>(PhantomData<R>);

/// What one side has on the board.
struct Account {
    /// All that counts the same whoever is to move.
    score: Score,
    /// Men that it could take, were it its turn.
    prey: Score,
}

impl<R: HasamiRules> HasamiEval<R> {
    /// The lead in men. It grows as men go, so that the side ahead likes to
    /// trade, and with the nearness of the goal.
    fn material(own: u32, enemy: u32) -> Score {
        let all = 2 * (R::SETUP.len() * <R::Board as Geometry>::FILES) as Score;
        let gone = (all - own as Score - enemy as Score).max(0);
        let lead = own as Score - enemy as Score;
        let of_few = lead * (MAN * all + MAN_OF_FEW * gone) / all;
        let near = Self::near_lead(lead) - Self::near_lead(-lead);
        of_few + near + Self::last_men(enemy) - Self::last_men(own)
    }

    fn near_lead(lead: Score) -> Score {
        let near = R::WINNING_LEAD.is_some_and(|winning| lead + 1 >= winning as Score);
        if near { LEAD_IN_REACH } else { 0 }
    }

    /// What it costs a side that only few men are left before it loses.
    fn last_men(men: u32) -> Score {
        R::LOSING_MEN.map_or(0, |losing| {
            let spare = men.saturating_sub(losing + 1) as usize;
            LAST_MEN.iter().skip(spare).sum()
        })
    }

    fn account(position: &HasamiPosition<R>, color: Color) -> Account {
        let men = position.men(color);
        let reach = position.reach(color);
        let chain = |diagonal| (men & men.shifted(diagonal)).count();
        let chains = chain(line::RISING) + chain(line::FALLING);
        let score = MOVE * reach.count() as Score
            + CHAIN * chains as Score
            + INNER_MAN * (men & !Areas::<R>::EDGE).count() as Score
            + Self::windows(position, color);
        Account { score, prey: Self::prey(position, color, &reach) }
    }

    /// The windows on the way to five in a row.
    fn windows(position: &HasamiPosition<R>, color: Color) -> Score {
        let men = position.counting_men(color);
        let open = Areas::<R>::COUNTING[color.index()] & !position.men(!color);
        let value = |&line: &Direction| {
            let windows = rows::windows(men, open, line);
            WINDOW[0] * windows.two.count() as Score
                + WINDOW[1] * windows.three.count() as Score
                + WINDOW[2] * windows.four.count() as Score
        };
        R::ROWS.iter().map(value).sum()
    }

    /// How many men a side could take with one move or another.
    fn prey(position: &HasamiPosition<R>, color: Color, reach: &Reach<R::Board>) -> Score {
        let arrivals = union(reach.slides) | union(reach.jumps);
        let mut count = Self::prey_in_custody(position, color, reach)
            + (position.cornering_squares(color) & arrivals).count();
        if R::INTERVENTION {
            count += 2 * (position.parting_squares(color) & arrivals).count();
        }
        if R::EDGE_ENCLOSURE {
            count += (position.enclosing_squares(color) & arrivals).count();
        }
        count as Score
    }

    fn prey_in_custody(position: &HasamiPosition<R>, color: Color, reach: &Reach<R::Board>) -> u32 {
        let slides = union(reach.slides);
        let mut prey = Bitboard::EMPTY;
        for (number, ahead) in Direction::ORTHOGONAL.into_iter().enumerate() {
            let run = position.custody_run(color, ahead);
            // Mostly nothing hangs.
            if run.is_empty() {
                continue;
            }
            // A jump ahead over the run leaves no man behind it.
            let mut arrivals = slides;
            for (other, &jumps) in reach.jumps.iter().enumerate() {
                if other != number {
                    arrivals |= jumps;
                }
            }
            let ends = run.shifted(ahead) & arrivals;
            prey |= rays::slides(ends, run, ahead.opposite());
        }
        prey.count()
    }
}

#[inline(always)]
fn union<G: Geometry>([a, b, c, d]: [Bitboard<G>; 4]) -> Bitboard<G> {
    a | b | c | d
}

impl<R: HasamiRules> Evaluator<HasamiPosition<R>> for HasamiEval<R> {
    fn new(_: &HasamiPosition<R>) -> Self {
        Self(PhantomData)
    }

    fn evaluate(&self, position: &HasamiPosition<R>) -> Score {
        let side = position.side_to_move();
        let (own, enemy) = (Self::account(position, side), Self::account(position, !side));
        let score = Self::material(position.men(side).count(), position.men(!side).count())
            + own.score
            - enemy.score
            + PREY_NOW * own.prey
            - PREY_NEXT * enemy.prey
            + TEMPO;
        let left = Score::from(NO_CAPTURE_LIMIT.saturating_sub(position.clock()));
        let span = Score::from(NO_CAPTURE_LIMIT - DRAW_IN_SIGHT);
        (score * left.min(span) / span).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}

impl<R: HasamiRules> Observer<HasamiPosition<R>> for HasamiEval<R> {
    #[inline(always)]
    fn put(&mut self, _: Color, (): (), _: Square<R::Board>) {}
    #[inline(always)]
    fn remove(&mut self, _: Color, (): (), _: Square<R::Board>) {}
    #[inline(always)]
    fn gain_in_hand(&mut self, _: Color, (): ()) {}
    #[inline(always)]
    fn lose_from_hand(&mut self, _: Color, (): ()) {}
}

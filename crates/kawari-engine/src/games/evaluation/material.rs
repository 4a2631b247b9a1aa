//! Evaluation by material. It needs only the game's [`Tactics`], so that a new game can be
//! played as soon as its rules are implemented.

use super::GameEvaluation;
use super::linear::Tuning;
use super::weights::file::{self, EvalFileError};
use crate::core::color::Color;
use crate::core::evaluation::{Evaluation, StateStack};
use crate::core::position::Observer;
use crate::core::score::{MAX_EVALUATION, Score};
use crate::core::tactics::Tactics;
use crate::games::GameInfo;

/// Evaluation by the values of the pieces on the board and in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Material;

/// Black's material minus White's, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MaterialBalance(Score);

impl MaterialBalance {
    fn add(&mut self, color: Color, value: Score) {
        self.0 += if color == Color::Black { value } else { -value };
    }
}

impl<P: Tactics> Observer<P> for &mut MaterialBalance {
    #[inline(always)]
    fn put(&mut self, color: Color, piece: P::Piece, _: P::Square) {
        self.add(color, P::board_value(piece));
    }

    #[inline(always)]
    fn remove(&mut self, color: Color, piece: P::Piece, _: P::Square) {
        self.add(!color, P::board_value(piece));
    }

    #[inline(always)]
    fn add_hand_piece(&mut self, color: Color, piece: P::Piece, _: u16) {
        self.add(color, P::hand_value(piece));
    }

    #[inline(always)]
    fn remove_hand_piece(&mut self, color: Color, piece: P::Piece, _: u16) {
        self.add(!color, P::hand_value(piece));
    }
}

impl<P: Tactics> Evaluation<P> for Material {
    type State = StateStack<MaterialBalance>;
    type Updater<'a> = &'a mut MaterialBalance;

    fn new_state(&self, position: &P) -> Self::State {
        let mut balance = MaterialBalance::default();
        position.visit_pieces(&mut &mut balance);
        StateStack::new(balance)
    }

    #[inline]
    fn push<'a>(&'a self, state: &'a mut Self::State) -> &'a mut MaterialBalance {
        state.push()
    }

    #[inline]
    fn pop(&self, state: &mut Self::State) {
        state.pop();
    }

    #[inline]
    fn evaluate(&self, state: &mut Self::State, position: &P) -> Score {
        let MaterialBalance(black) = state.top;
        let score = if position.side_to_move() == Color::Black { black } else { -black };
        score.clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}

impl<P: Tactics> GameEvaluation<P> for Material {
    fn hand_crafted() -> Self {
        Self
    }

    fn read(_: &[u8], _: &'static GameInfo) -> Result<Self, EvalFileError> {
        Err(EvalFileError::MaterialAlone)
    }

    fn description(&self) -> String {
        "material alone".to_owned()
    }

    /// Returns the checksum of an empty weight list.
    fn checksum(&self) -> u64 {
        file::checksum(&[])
    }

    fn tuning(self) -> Option<Tuning<P>> {
        None
    }
}

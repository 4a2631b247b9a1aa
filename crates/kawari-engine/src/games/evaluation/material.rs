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
use crate::games::Game;

/// Evaluation by the values of the pieces on the board and in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Material<G> {
    game: G,
}

impl<G> Material<G> {
    /// Creates the evaluation of a game.
    pub const fn new(game: G) -> Self {
        Self { game }
    }
}

/// Black's material minus White's, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MaterialBalance(Score);

impl MaterialBalance {
    fn add(&mut self, color: Color, value: Score) {
        self.0 += if color == Color::Black { value } else { -value };
    }
}

/// An observer that updates the balance while a move is made.
pub struct MaterialUpdater<'a, G> {
    game: G,
    balance: &'a mut MaterialBalance,
}

impl<P: Tactics> Observer<P> for MaterialUpdater<'_, P::Game> {
    #[inline(always)]
    fn put(&mut self, color: Color, piece: P::Piece, _: P::Square) {
        self.balance.add(color, P::board_value(self.game, piece));
    }

    #[inline(always)]
    fn remove(&mut self, color: Color, piece: P::Piece, _: P::Square) {
        self.balance.add(!color, P::board_value(self.game, piece));
    }

    #[inline(always)]
    fn add_hand_piece(&mut self, color: Color, piece: P::Piece, _: u16) {
        self.balance.add(color, P::hand_value(self.game, piece));
    }

    #[inline(always)]
    fn remove_hand_piece(&mut self, color: Color, piece: P::Piece, _: u16) {
        self.balance.add(!color, P::hand_value(self.game, piece));
    }
}

impl<P: Tactics> Evaluation<P> for Material<P::Game> {
    type State = StateStack<MaterialBalance>;
    type Updater<'a> = MaterialUpdater<'a, P::Game>;

    fn new_state(&self, position: &P) -> Self::State {
        let mut balance = MaterialBalance::default();
        position.visit_pieces(&mut MaterialUpdater { game: self.game, balance: &mut balance });
        StateStack::new(balance)
    }

    #[inline]
    fn push<'a>(&'a self, state: &'a mut Self::State) -> Self::Updater<'a> {
        MaterialUpdater { game: self.game, balance: state.push() }
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

impl<G: Game> GameEvaluation<G> for Material<G> {
    fn hand_crafted(game: G) -> Self {
        Self::new(game)
    }

    fn read(_: G, _: &[u8]) -> Result<Self, EvalFileError> {
        Err(EvalFileError::MaterialAlone)
    }

    fn description(&self) -> String {
        "material alone".to_owned()
    }

    /// Returns the checksum of an empty weight list.
    fn checksum(&self) -> u64 {
        file::checksum(&[])
    }

    fn tuning(self) -> Option<Tuning<G::Position>> {
        None
    }
}

//! What the rules say of a position, and what an observer hears of moves.

use std::fmt::Debug;
use std::hash::Hash;

use super::color::Color;
use super::counts::{ClockCount, DeclarationCount};
use super::endgame::{EndgamePosition, EndgameRules};
use super::history::{History, Repetition, RepetitionRule};
use super::key::Key;
use super::movelist::MoveList;
use super::outcome::{Outcome, Reason};

/// A move of one game, without the position it belongs to.
pub trait MoveLike: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// Number of slots that [`MoveLike::slot`] can name.
    const SLOTS: usize;

    /// The move in 16 bits, never 0: what the transposition table keeps.
    fn bits(self) -> u16;

    /// The move that [`MoveLike::bits`] packed, or some other move when the bits
    /// came from nowhere; `None` for 0. Whether it is legal in a position is a
    /// question for [`Position::is_legal`].
    fn from_bits(bits: u16) -> Option<Self>;

    /// Where this move counts in a history table: below [`MoveLike::SLOTS`].
    fn slot(self) -> usize;
}

/// A part of the legal moves, as a type, so that each generator is compiled for
/// the part it is asked for.
pub trait Phase {
    /// Includes the moves that [`Position::is_noisy`] tells of.
    const NOISY: bool;
    /// Includes all others.
    const QUIET: bool;
}

/// Every legal move.
#[derive(Clone, Copy, Debug)]
pub struct All;

/// The moves that change the balance at once: captures, and what a family
/// counts with them.
#[derive(Clone, Copy, Debug)]
pub struct Noisy;

/// Every legal move that is not noisy.
#[derive(Clone, Copy, Debug)]
pub struct Quiet;

impl Phase for All {
    const NOISY: bool = true;
    const QUIET: bool = true;
}

impl Phase for Noisy {
    const NOISY: bool = true;
    const QUIET: bool = false;
}

impl Phase for Quiet {
    const NOISY: bool = false;
    const QUIET: bool = true;
}

/// A position of one game under one rule set: all that the rules say. What the
/// search may guess besides is [`Tactics`](super::tactics::Tactics).
///
/// A position knows its board, hands, side to move and the clock that its rules
/// run (half-moves without a capture, or towards an impasse). Which positions
/// came before it is the [`History`]'s to know.
pub trait Position: Clone + Debug + Send + Sync + 'static {
    /// The moves of the game.
    type Move: MoveLike;
    /// What a square of the board is called, for observers.
    type Square: Copy;
    /// What a piece is called, for observers.
    type Piece: Copy;

    /// When a repetition ends the game.
    const REPETITION: RepetitionRule;

    /// The position from which the game starts.
    fn startpos() -> Self;

    /// The side whose turn it is.
    fn side_to_move(&self) -> Color;

    /// A hash of board, hands, side to move and every right that the rules know;
    /// clocks are history and not part of it.
    fn key(&self) -> Key;

    /// Adds the legal moves of a phase to the list. A position whose
    /// [`Position::goal_outcome`] is reached has none.
    fn generate<P: Phase>(&self, moves: &mut MoveList<Self::Move>);

    /// Returns the legal moves in a new list. Code that reuses its lists calls
    /// [`Position::generate`].
    fn legal_moves(&self) -> MoveList<Self::Move> {
        let mut moves = MoveList::new();
        self.generate::<All>(&mut moves);
        moves
    }

    /// The number of legal moves, faster than making a list of them.
    fn count_moves(&self) -> u64;

    /// True when there is a legal move.
    fn has_move(&self) -> bool {
        self.count_moves() > 0
    }

    /// True when the move is one of the legal moves here, wherever it came from.
    fn is_legal(&self, mv: Self::Move) -> bool;

    /// True for a legal move that [`Noisy`] generates, false for one of [`Quiet`].
    fn is_noisy(&self, mv: Self::Move) -> bool;

    /// Plays a legal move and tells the observer what it changed.
    fn play<O: Observer<Self>>(&mut self, mv: Self::Move, observer: &mut O);

    /// Tells the observer of everything on the board and in the hands, as if it had
    /// just come there.
    fn visit_pieces<O: Observer<Self>>(&self, observer: &mut O);

    /// The end of the game as the board shows it, without a look at the moves:
    /// five in a row, men captured, a lead.
    fn goal_outcome(&self) -> Option<Outcome>;

    /// The end of the game for a position without a legal move.
    fn no_move_outcome(&self) -> Outcome {
        let reason = if self.in_check() { Reason::Checkmate } else { Reason::NoLegalMove };
        Outcome::Win(!self.side_to_move(), reason)
    }

    /// The end of the game on the board alone: its goal, or no legal move.
    fn outcome(&self) -> Option<Outcome> {
        self.goal_outcome().or_else(|| (!self.has_move()).then(|| self.no_move_outcome()))
    }

    /// The end of the game by the position's own clock: no capture, impasse.
    fn clock_outcome(&self) -> Option<Outcome>;

    /// Half-moves until the position's own clock may end the game, if it runs.
    /// A score found without regard to the clock is worth little beyond it.
    fn half_moves_left(&self) -> Option<u32>;

    /// The position's own clock for those who show it, while it runs.
    fn clock_count(&self) -> Option<ClockCount>;

    /// What each side has of what a declaration asks for, Black's first, from when a
    /// General or King has gone far.
    fn declaration_counts(&self) -> Option<[DeclarationCount; 2]> {
        None
    }

    /// True when the side to move may declare that it has won. It is a right, not an
    /// end: the game goes on until it is claimed.
    #[inline]
    fn can_declare(&self) -> bool {
        false
    }

    /// The end of the game by its history: repetition and perpetual check, then
    /// the clock. `history` ends with this position.
    fn adjudicate(&self, history: &History) -> Option<Outcome> {
        history
            .repetition()
            .filter(|repetition| repetition.occurrences >= Self::REPETITION.occurrences)
            .map(|repetition| self.repetition_outcome(repetition, history))
            .or_else(|| self.clock_outcome())
    }

    /// What a repetition means here, were it to end the game.
    #[cold]
    fn repetition_outcome(&self, repetition: Repetition, history: &History) -> Outcome {
        let checker = history
            .perpetual_checking_side(repetition.first, self.side_to_move())
            .filter(|_| Self::REPETITION.perpetual_check_loses);
        match (checker, Self::REPETITION.loser) {
            (Some(checker), _) => Outcome::Win(!checker, Reason::PerpetualCheck),
            (None, Some(loser)) => Outcome::Win(!loser, Reason::Repetition),
            (None, None) => Outcome::Draw(Reason::Repetition),
        }
    }

    /// True when the side to move is in check; never in games without a King.
    fn in_check(&self) -> bool;

    /// The endgames of the game, where they can be tabulated.
    fn endgame_rules() -> Option<&'static dyn EndgameRules> {
        None
    }

    /// The men on the board, if there are at most `most` of them and the game has
    /// [`Position::endgame_rules`].
    #[inline]
    fn endgame_men(&self, _most: u32) -> Option<EndgamePosition> {
        None
    }
}

/// Hears what a move changes on the board and in the hands, in any order.
///
/// An incremental evaluation is one; `()` listens to nothing.
pub trait Observer<P: Position> {
    /// A piece has appeared on a square.
    fn put(&mut self, color: Color, piece: P::Piece, square: P::Square);

    /// A piece has gone from a square.
    fn remove(&mut self, color: Color, piece: P::Piece, square: P::Square);

    /// A piece has come into a hand, which now has so many of them.
    fn add_hand_piece(&mut self, color: Color, piece: P::Piece, count: u16);

    /// A piece has left a hand, which now has so many of them.
    fn remove_hand_piece(&mut self, color: Color, piece: P::Piece, count: u16);

    /// The General or King of a side has moved: told after all else that the move
    /// changed on the board, where a game has one.
    #[inline(always)]
    fn move_king(&mut self, _position: &P, _color: Color) {}
}

impl<P: Position> Observer<P> for () {
    #[inline(always)]
    fn put(&mut self, _: Color, _: P::Piece, _: P::Square) {}
    #[inline(always)]
    fn remove(&mut self, _: Color, _: P::Piece, _: P::Square) {}
    #[inline(always)]
    fn add_hand_piece(&mut self, _: Color, _: P::Piece, _: u16) {}
    #[inline(always)]
    fn remove_hand_piece(&mut self, _: Color, _: P::Piece, _: u16) {}
}

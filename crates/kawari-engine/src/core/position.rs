//! The rules of a game: positions, moves, and observers of the pieces that a move changes.

use std::fmt::Debug;
use std::hash::Hash;

use super::color::Color;
use super::counts::{ClockCount, DeclarationCount};
use super::endgame::{EndgamePosition, EndgameRules};
use super::history::{History, Repetition, RepetitionLoser, RepetitionRule};
use super::key::Key;
use super::movelist::MoveList;
use super::outcome::{Outcome, Reason};

/// A move of one game, independent of a position.
pub trait MoveLike: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// Number of values of [`MoveLike::slot`].
    const SLOTS: usize;

    /// Packs the move into 16 bits for the transposition table. Never 0.
    fn bits(self) -> u16;

    /// Unpacks a move from [`MoveLike::bits`]. Returns `None` for 0 and for some other bits
    /// that are not a move.
    ///
    /// Arbitrary bits may give any move; [`Position::is_legal`] checks it.
    fn from_bits(bits: u16) -> Option<Self>;

    /// Returns the move's index in history tables, below [`MoveLike::SLOTS`].
    fn slot(self) -> usize;
}

/// A subset of the legal moves, as a type: move generators are compiled for each subset.
pub trait Phase {
    /// True if noisy moves are included: see [`Position::is_noisy`].
    const NOISY: bool;
    /// True if quiet moves are included.
    const QUIET: bool;
}

/// All legal moves.
#[derive(Clone, Copy, Debug)]
pub struct All;

/// The moves that change the material balance: captures, and promotions of Pawns.
#[derive(Clone, Copy, Debug)]
pub struct Noisy;

/// All legal moves that are not noisy.
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

/// A position of one game, with its rules.
///
/// A position contains the board, the hands, the side to move and the game's half-move clock
/// (half-moves without a capture, or towards an impasse). Earlier positions are in the
/// [`History`]. Estimates for the search are in [`Tactics`](super::tactics::Tactics).
pub trait Position: Clone + Debug + Send + Sync + 'static {
    /// Move of the game.
    type Move: MoveLike;
    /// Square of the board, for observers.
    type Square: Copy;
    /// Piece without its color, for observers.
    type Piece: Copy;
    /// Value that selects the game. Zero-sized for built-in games.
    type Game: Copy + Debug + Send + Sync + 'static;

    /// Returns the game.
    fn game(&self) -> Self::Game;

    /// Returns the repetition rule of the game.
    fn repetition_rule(&self) -> RepetitionRule;

    /// Returns the side to move.
    fn side_to_move(&self) -> Color;

    /// Returns the Zobrist key of board, hands, side to move and special rights. The half-move
    /// clock is not included.
    fn key(&self) -> Key;

    /// Appends the legal moves of a phase to the list. A position with a
    /// [`Position::goal_outcome`] has none.
    fn generate<P: Phase>(&self, moves: &mut MoveList<Self::Move>);

    /// Returns the legal moves in a new list. Code that reuses its lists calls
    /// [`Position::generate`].
    fn legal_moves(&self) -> MoveList<Self::Move> {
        let mut moves = MoveList::new();
        self.generate::<All>(&mut moves);
        moves
    }

    /// Returns the number of legal moves. Faster than generating them.
    fn count_moves(&self) -> u64;

    /// Returns true if there is a legal move.
    fn has_move(&self) -> bool {
        self.count_moves() > 0
    }

    /// Returns true if the move is legal. The move may come from any position.
    fn is_legal(&self, mv: Self::Move) -> bool;

    /// Returns true if a legal move is [`Noisy`], false if it is [`Quiet`].
    fn is_noisy(&self, mv: Self::Move) -> bool;

    /// Plays a legal move, and calls the observer for each piece that changes.
    fn play<O: Observer<Self>>(&mut self, mv: Self::Move, observer: &mut O);

    /// Calls the observer for each piece on the board and in the hands, as if it had just
    /// been added.
    fn visit_pieces<O: Observer<Self>>(&self, observer: &mut O);

    /// Returns the outcome if a goal is reached on the board: five in a row, men captured,
    /// or a lead. Legal moves are not examined.
    fn goal_outcome(&self) -> Option<Outcome>;

    /// Returns the outcome of a position without a legal move.
    fn no_move_outcome(&self) -> Outcome {
        let reason = if self.in_check() { Reason::Checkmate } else { Reason::NoLegalMove };
        Outcome::Win(!self.side_to_move(), reason)
    }

    /// Returns the outcome on the board: a goal reached, or no legal move.
    fn outcome(&self) -> Option<Outcome> {
        self.goal_outcome().or_else(|| (!self.has_move()).then(|| self.no_move_outcome()))
    }

    /// Returns the outcome by the half-move clock: no capture, or impasse.
    fn clock_outcome(&self) -> Option<Outcome>;

    /// Returns the half-moves until the half-move clock can end the game, or `None` if it is
    /// not running. Scores that ignore the clock are unreliable beyond that depth.
    fn half_moves_left(&self) -> Option<u32>;

    /// Returns the half-move clock with its limit, or `None` if it is not running.
    fn clock_count(&self) -> Option<ClockCount>;

    /// Returns the declaration requirements of Black and White. Returns `None` in games
    /// without declarations, and while no General or King is in its far zone.
    fn declaration_counts(&self) -> Option<[DeclarationCount; 2]> {
        None
    }

    /// Returns true if the side to move may declare a win. The game continues until a side
    /// declares.
    #[inline]
    fn can_declare(&self) -> bool {
        false
    }

    /// Returns the outcome by history: repetition and perpetual check, then the half-move
    /// clock. The last position of `history` is this one.
    fn adjudicate(&self, history: &History) -> Option<Outcome> {
        history
            .repetition()
            .filter(|repetition| repetition.occurrences >= self.repetition_rule().occurrences)
            .map(|repetition| self.repetition_outcome(repetition, history))
            .or_else(|| self.clock_outcome())
    }

    /// Returns the outcome of a repetition if it ends the game here.
    #[cold]
    fn repetition_outcome(&self, repetition: Repetition, history: &History) -> Outcome {
        let rule = self.repetition_rule();
        let checker = history
            .perpetual_checking_side(repetition.first, self.side_to_move())
            .filter(|_| rule.perpetual_check_loses);
        match (checker, rule.loser) {
            (Some(checker), _) => Outcome::Win(!checker, Reason::PerpetualCheck),
            (None, Some(RepetitionLoser::Side(loser))) => Outcome::Win(!loser, Reason::Repetition),
            (None, Some(RepetitionLoser::Mover)) => {
                Outcome::Win(self.side_to_move(), Reason::Repetition)
            }
            (None, None) => Outcome::Draw(Reason::Repetition),
        }
    }

    /// Returns true if the side to move is in check. Always false in games without a King.
    fn in_check(&self) -> bool;

    /// Returns the rules for tablebases, or `None` if the game has no tablebases.
    fn endgame_rules(&self) -> Option<&'static dyn EndgameRules> {
        None
    }

    /// Returns the men on the board for a tablebase probe. Returns `None` if there are more
    /// than `most`, or if the game has no [`Position::endgame_rules`].
    #[inline]
    fn endgame_men(&self, _most: u32) -> Option<EndgamePosition> {
        None
    }
}

/// An observer of the pieces that a move changes, such as an incremental evaluation.
///
/// The calls for a move come in any order. `()` ignores them.
pub trait Observer<P: Position> {
    /// Called when a piece is put on a square.
    fn put(&mut self, color: Color, piece: P::Piece, square: P::Square);

    /// Called when a piece is removed from a square.
    fn remove(&mut self, color: Color, piece: P::Piece, square: P::Square);

    /// Called when a piece is added to a hand, which then has `count` of them.
    fn add_hand_piece(&mut self, color: Color, piece: P::Piece, count: u16);

    /// Called when a piece is removed from a hand, which then has `count` of them.
    fn remove_hand_piece(&mut self, color: Color, piece: P::Piece, count: u16);

    /// Called when a General or King has moved, after the other calls for the board.
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

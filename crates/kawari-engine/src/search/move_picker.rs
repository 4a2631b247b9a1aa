//! Staged move generation and move ordering.
//!
//! <https://www.chessprogramming.org/Move_Ordering>

use super::heuristics::{Heuristics, PreviousMoves};
use super::params as p;
use crate::core::movelist::MoveList;
use crate::core::position::{MoveLike, Noisy, Quiet};
use crate::core::tactics::Tactics;

/// A move with its ordering score, packed in one word. The score is in the upper half, so
/// the maximum of the words is the best move.
#[derive(Clone, Copy, Debug)]
struct ScoredMove(u32);

impl ScoredMove {
    const SCORE: u32 = 16;

    #[inline]
    fn new<M: MoveLike>(mv: M, score: i32) -> Self {
        // The offset makes the score unsigned and keeps the order.
        let score = score.clamp(i16::MIN.into(), i16::MAX.into()) - i32::from(i16::MIN);
        Self((score as u32) << Self::SCORE | u32::from(mv.bits()))
    }

    #[inline]
    fn mv<M: MoveLike>(self) -> Option<M> {
        M::from_bits(self.0 as u16)
    }
}

/// A stack with the moves of all nodes of the current line. The moves of a node follow those
/// of its parent and are removed when the node is finished.
pub struct MoveStack<M> {
    moves: Vec<ScoredMove>,
    generated: MoveList<M>,
}

impl<M> MoveStack<M> {
    /// Initial capacity, enough for a long line in a game with many moves.
    const CAPACITY: usize = 16_384;

    /// Creates an empty stack.
    pub fn new() -> Self {
        Self { moves: Vec::with_capacity(Self::CAPACITY), generated: MoveList::new() }
    }
}

impl<M> Default for MoveStack<M> {
    fn default() -> Self {
        Self::new()
    }
}

/// A move returned by [`MovePicker::next`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PickedMove<M> {
    /// Legal move.
    pub mv: M,
    /// [`Position::is_noisy`](crate::core::position::Position::is_noisy) of the move.
    pub noisy: bool,
}

/// The stages of the move picker, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
enum PickStage {
    TtMove,
    GenerateNoisy,
    WinningNoisy,
    FirstKiller,
    SecondKiller,
    GenerateQuiet,
    Quiet,
    LosingNoisy,
    Done,
}

/// A staged move picker: an iterator over the legal moves of one node.
///
/// The order is: TT move, noisy moves with SEE >= 0, killer moves, quiet moves by history with
/// a bonus for threats, noisy moves with SEE < 0. Moves are generated when their stage begins.
pub struct MovePicker<P: Tactics> {
    stage: PickStage,
    tt_move: Option<P::Move>,
    killers: [Option<P::Move>; 2],
    previous_moves: PreviousMoves,
    /// Skips moves that allow an immediate win: see [`Tactics::losing_move_filter`].
    skips_losing_moves: bool,
    /// Skips quiet moves and noisy moves with SEE < 0, for quiescence search and ProbCut.
    noisy_only: bool,
    /// Cleared by [`MovePicker::skip_quiets`].
    wants_quiets: bool,
    /// Start of this node's part of the stack.
    base: usize,
    /// End of the noisy moves with SEE < 0: `base..bad` of the stack.
    bad: usize,
    /// Start of the moves that have not been returned yet.
    next: usize,
}

impl<P: Tactics> MovePicker<P> {
    /// Creates a picker for all legal moves. `tt_move` must be legal or `None`.
    pub fn new(
        stack: &MoveStack<P::Move>,
        tt_move: Option<P::Move>,
        killers: [Option<P::Move>; 2],
        previous_moves: PreviousMoves,
        skips_losing_moves: bool,
    ) -> Self {
        let base = stack.moves.len();
        Self {
            stage: if tt_move.is_some() { PickStage::TtMove } else { PickStage::GenerateNoisy },
            tt_move,
            killers,
            previous_moves,
            skips_losing_moves,
            noisy_only: false,
            wants_quiets: true,
            base,
            bad: base,
            next: base,
        }
    }

    /// Creates a picker for the noisy moves with SEE >= 0.
    pub fn noisy_moves(stack: &MoveStack<P::Move>, tt_move: Option<P::Move>) -> Self {
        Self { noisy_only: true, ..Self::new(stack, tt_move, [None; 2], [None; 2], false) }
    }

    /// Returns the next move; `None` after the last one.
    pub fn next(
        &mut self,
        position: &P,
        stack: &mut MoveStack<P::Move>,
        heuristics: &Heuristics<P>,
    ) -> Option<PickedMove<P::Move>> {
        let noisy = |mv| Some(PickedMove { mv, noisy: true });
        let quiet = |mv| Some(PickedMove { mv, noisy: false });
        loop {
            match self.stage {
                PickStage::TtMove => {
                    self.stage = PickStage::GenerateNoisy;
                    if let Some(mv) =
                        self.tt_move.filter(|&mv| self.non_losing_filter(position)(mv))
                    {
                        return Some(PickedMove { mv, noisy: position.is_noisy(mv) });
                    }
                }
                PickStage::GenerateNoisy => {
                    self.generate_noisy(position, stack, heuristics);
                    self.stage = PickStage::WinningNoisy;
                }
                PickStage::WinningNoisy => {
                    if let Some(mv) = self.pick_winning_noisy(position, stack) {
                        return noisy(mv);
                    }
                    self.stage =
                        if self.noisy_only { PickStage::Done } else { PickStage::FirstKiller };
                }
                _ if self.stage < PickStage::LosingNoisy && !self.wants_quiets => {
                    self.next = self.base;
                    self.stage = PickStage::LosingNoisy;
                }
                PickStage::FirstKiller => {
                    self.stage = PickStage::SecondKiller;
                    self.killers[0] = self.valid_killer(position, self.killers[0]);
                    if let Some(mv) = self.killers[0] {
                        return quiet(mv);
                    }
                }
                PickStage::SecondKiller => {
                    self.stage = PickStage::GenerateQuiet;
                    self.killers[1] = self.valid_killer(position, self.killers[1]);
                    if let Some(mv) = self.killers[1] {
                        return quiet(mv);
                    }
                }
                PickStage::GenerateQuiet => {
                    self.generate_quiet(position, stack, heuristics);
                    self.stage = PickStage::Quiet;
                }
                PickStage::Quiet => {
                    if let Some(mv) = self.pick_best(stack) {
                        return quiet(mv);
                    }
                    self.next = self.base;
                    self.stage = PickStage::LosingNoisy;
                }
                PickStage::LosingNoisy => {
                    if self.next < self.bad {
                        self.next += 1;
                        return stack.moves[self.next - 1].mv().and_then(noisy);
                    }
                    self.stage = PickStage::Done;
                }
                PickStage::Done => return None,
            }
        }
    }

    /// Skips the remaining quiet moves.
    pub fn skip_quiets(&mut self) {
        self.wants_quiets = false;
    }

    /// Removes the moves of this node from the stack.
    pub fn finish(self, stack: &mut MoveStack<P::Move>) {
        stack.moves.truncate(self.base);
    }

    /// Returns the killer move if it is legal, quiet and not the TT move.
    fn valid_killer(&self, position: &P, killer: Option<P::Move>) -> Option<P::Move> {
        killer.filter(|&mv| {
            Some(mv) != self.tt_move
                && position.is_legal(mv)
                && !position.is_noisy(mv)
                && self.non_losing_filter(position)(mv)
        })
    }

    /// Returns a predicate that is false for the moves skipped by `skips_losing_moves`.
    #[inline]
    fn non_losing_filter(&self, position: &P) -> impl Fn(P::Move) -> bool {
        let losing = self.skips_losing_moves.then(|| position.losing_move_filter());
        move |mv| losing.as_ref().is_none_or(|losing| !losing(mv))
    }

    fn generate_noisy(
        &mut self,
        position: &P,
        stack: &mut MoveStack<P::Move>,
        heuristics: &Heuristics<P>,
    ) {
        /// History score that counts as much as a centipawn of capture gain.
        const HISTORY_WEIGHT: i32 = 64;
        let color = position.side_to_move();
        stack.generated.clear();
        position.generate::<Noisy>(&mut stack.generated);
        let is_not_losing = self.non_losing_filter(position);
        let is_wanted = |mv| Some(mv) != self.tt_move && is_not_losing(mv);
        let wanted = stack.generated.iter().filter(|&&mv| is_wanted(mv));
        stack.moves.extend(wanted.map(|&mv| {
            ScoredMove::new(
                mv,
                position.capture_gain(mv) + heuristics.noisy_history(color, mv) / HISTORY_WEIGHT,
            )
        }));
    }

    fn generate_quiet(
        &mut self,
        position: &P,
        stack: &mut MoveStack<P::Move>,
        heuristics: &Heuristics<P>,
    ) {
        // The noisy moves with SEE >= 0 have been returned: their space is reused.
        stack.moves.truncate(self.bad);
        self.next = self.bad;
        stack.generated.clear();
        position.generate::<Quiet>(&mut stack.generated);
        let [first, second] = self.killers;
        let seen = [self.tt_move, first, second];
        let history = heuristics.quiet_history(position, self.previous_moves);
        let is_threat = position.threat_filter();
        let is_not_losing = self.non_losing_filter(position);
        let is_wanted = |mv| !seen.contains(&Some(mv)) && is_not_losing(mv);
        let wanted = stack.generated.iter().filter(|&&mv| is_wanted(mv));
        stack.moves.extend(wanted.map(|&mv| {
            let forces = is_threat(mv) && position.see_ge(mv, -p::threat_see_margin());
            let bonus = if forces { p::threat_bonus() } else { 0 };
            ScoredMove::new(mv, history.score(position, mv) / 2 + bonus)
        }));
    }

    fn pick_winning_noisy(
        &mut self,
        position: &P,
        stack: &mut MoveStack<P::Move>,
    ) -> Option<P::Move> {
        while let Some(mv) = self.pick_best(stack) {
            if position.see_ge(mv, 0) {
                return Some(mv);
            }
            // The slot at `bad` is free: its move has been returned or copied.
            stack.moves[self.bad] = stack.moves[self.next - 1];
            self.bad += 1;
        }
        None
    }

    /// Returns the best remaining move, with one step of a selection sort.
    #[inline]
    fn pick_best(&mut self, stack: &mut MoveStack<P::Move>) -> Option<P::Move> {
        let left = &mut stack.moves[self.next..];
        // The fold over plain words compiles to vector instructions.
        let best = left.iter().fold(0, |best, scored| scored.0.max(best));
        let place = left.iter().position(|scored| scored.0 == best)?;
        left.swap(0, place);
        self.next += 1;
        ScoredMove(best).mv()
    }
}

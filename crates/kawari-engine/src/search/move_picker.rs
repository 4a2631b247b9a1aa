//! Moves one by one, likely refutations first, generated as late as possible.

use super::heuristics::{Heuristics, PreviousMoves};
use super::params as p;
use crate::core::movelist::MoveList;
use crate::core::position::{MoveLike, Noisy, Quiet};
use crate::core::tactics::Tactics;

/// A move with its ordering score in one word, the score in the upper half: the
/// greatest word is the best move, found without a branch.
#[derive(Clone, Copy, Debug)]
struct ScoredMove(u32);

impl ScoredMove {
    const SCORE: u32 = 16;

    #[inline]
    fn new<M: MoveLike>(mv: M, score: i32) -> Self {
        // Shifted up into the unsigned numbers, which keeps the order.
        let score = score.clamp(i16::MIN.into(), i16::MAX.into()) - i32::from(i16::MIN);
        Self((score as u32) << Self::SCORE | u32::from(mv.bits()))
    }

    #[inline]
    fn mv<M: MoveLike>(self) -> Option<M> {
        M::from_bits(self.0 as u16)
    }
}

/// The moves of all nodes of the current line on one stack: a node's part lies
/// behind its parent's and is cut off when the node is done.
pub struct MoveStack<M> {
    moves: Vec<ScoredMove>,
    generated: MoveList<M>,
}

impl<M> MoveStack<M> {
    /// Room for a long line in a game with many moves.
    const CAPACITY: usize = 16_384;

    /// An empty stack.
    pub fn new() -> Self {
        Self { moves: Vec::with_capacity(Self::CAPACITY), generated: MoveList::new() }
    }
}

impl<M> Default for MoveStack<M> {
    fn default() -> Self {
        Self::new()
    }
}

/// A move that a picker hands out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PickedMove<M> {
    /// The move, legal.
    pub mv: M,
    /// See [`Position::is_noisy`](crate::core::position::Position::is_noisy).
    pub noisy: bool,
}

/// Which moves come next.
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

/// Hands out the legal moves of one node.
///
/// The table's move comes first, before anything is generated; then noisy moves
/// that do not lose the exchange, killers, quiet moves by their history and with
/// a bonus for those that have to be answered, and noisy moves that do lose. In
/// danger, moves after which the opponent wins at once can be left out.
pub struct MovePicker<P: Tactics> {
    stage: PickStage,
    tt_move: Option<P::Move>,
    killers: [Option<P::Move>; 2],
    previous_moves: PreviousMoves,
    /// Moves after which the opponent wins at once are left out: see [`Tactics::losing_move_filter`].
    skips_losing_moves: bool,
    /// No quiet moves at all: quiescence.
    noisy_only: bool,
    /// Quiet moves are still wanted.
    wants_quiets: bool,
    /// The losing noisy moves, put aside: `base..bad` of the stack.
    base: usize,
    bad: usize,
    /// The moves not handed out yet: `next..` of the stack.
    next: usize,
}

impl<P: Tactics> MovePicker<P> {
    /// A picker for every legal move. `tt_move` must be legal or `None`.
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

    /// A picker for the noisy moves that do not lose the exchange.
    pub fn noisy_moves(stack: &MoveStack<P::Move>, tt_move: Option<P::Move>) -> Self {
        Self { noisy_only: true, ..Self::new(stack, tt_move, [None; 2], [None; 2], false) }
    }

    /// The next move; `None` when there are no more.
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

    /// From now on quiet moves are left out, and not even generated.
    pub fn skip_quiets(&mut self) {
        self.wants_quiets = false;
    }

    /// Gives the node's part of the stack back.
    pub fn finish(self, stack: &mut MoveStack<P::Move>) {
        stack.moves.truncate(self.base);
    }

    fn valid_killer(&self, position: &P, killer: Option<P::Move>) -> Option<P::Move> {
        killer.filter(|&mv| {
            Some(mv) != self.tt_move
                && position.is_legal(mv)
                && !position.is_noisy(mv)
                && self.non_losing_filter(position)(mv)
        })
    }

    /// True for moves that are not left out.
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
        /// A hundredth of gain outweighs this much history.
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
        // What lies between the bad noisy moves and here has been handed out.
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
            let forces = is_threat(mv) && position.see_ge(mv, -p::threat_cost());
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
            // The place is free: only moves handed out lie before `next`.
            stack.moves[self.bad] = stack.moves[self.next - 1];
            self.bad += 1;
        }
        None
    }

    /// The best move left, by one step of a selection sort.
    #[inline]
    fn pick_best(&mut self, stack: &mut MoveStack<P::Move>) -> Option<P::Move> {
        let left = &mut stack.moves[self.next..];
        // Over bare words, so that it compiles to vector instructions.
        let best = left.iter().fold(0, |best, scored| scored.0.max(best));
        let place = left.iter().position(|scored| scored.0 == best)?;
        left.swap(0, place);
        self.next += 1;
        ScoredMove(best).mv()
    }
}

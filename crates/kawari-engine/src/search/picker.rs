//! Moves one by one, likely refutations first, generated as late as possible.

use super::heuristics::{Heuristics, Previous};
use super::params as p;
use crate::core::movelist::MoveList;
use crate::core::position::{MoveLike, Noisy, Quiet};
use crate::core::tactics::Tactics;

/// A move with its ordering score in one word, the score in the upper half: the
/// greatest word is the best move, found without a branch.
#[derive(Clone, Copy, Debug)]
struct Scored(u32);

impl Scored {
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
    moves: Vec<Scored>,
    generated: MoveList<M>,
}

impl<M> MoveStack<M> {
    /// Room for a long line in a game with many moves.
    const ROOM: usize = 16_384;

    /// An empty stack.
    pub fn new() -> Self {
        Self { moves: Vec::with_capacity(Self::ROOM), generated: MoveList::new() }
    }
}

impl<M> Default for MoveStack<M> {
    fn default() -> Self {
        Self::new()
    }
}

/// A move that a picker hands out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Picked<M> {
    /// The move, legal.
    pub mv: M,
    /// See [`Position::is_noisy`](crate::core::position::Position::is_noisy).
    pub noisy: bool,
}

/// Which moves come next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
enum Stage {
    TableMove,
    GenerateNoisy,
    GoodNoisy,
    FirstKiller,
    SecondKiller,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// Hands out the legal moves of one node.
///
/// The table's move comes first, before anything is generated; then noisy moves
/// that do not lose the exchange, killers, quiet moves by their history and with
/// a bonus for those that have to be answered, and noisy moves that do lose. In
/// danger, moves after which the opponent wins at once can be left out.
pub struct Picker<P: Tactics> {
    stage: Stage,
    table_move: Option<P::Move>,
    killers: [Option<P::Move>; 2],
    previous: Previous,
    /// Moves after which the opponent wins at once are left out: see [`Tactics::losing`].
    skips_losing: bool,
    /// No quiet moves at all: quiescence.
    noisy_only: bool,
    /// Quiet moves are still wanted.
    with_quiet: bool,
    /// The losing noisy moves, put aside: `base..bad` of the stack.
    base: usize,
    bad: usize,
    /// The moves not handed out yet: `next..` of the stack.
    next: usize,
}

impl<P: Tactics> Picker<P> {
    /// A picker for every legal move. `table_move` must be legal or `None`.
    pub fn new(
        stack: &MoveStack<P::Move>,
        table_move: Option<P::Move>,
        killers: [Option<P::Move>; 2],
        previous: Previous,
        skips_losing: bool,
    ) -> Self {
        let base = stack.moves.len();
        Self {
            stage: if table_move.is_some() { Stage::TableMove } else { Stage::GenerateNoisy },
            table_move,
            killers,
            previous,
            skips_losing,
            noisy_only: false,
            with_quiet: true,
            base,
            bad: base,
            next: base,
        }
    }

    /// A picker for the noisy moves that do not lose the exchange.
    pub fn noisy(stack: &MoveStack<P::Move>, table_move: Option<P::Move>) -> Self {
        Self { noisy_only: true, ..Self::new(stack, table_move, [None; 2], [None; 2], false) }
    }

    /// The next move; `None` when there are no more.
    pub fn next(
        &mut self,
        position: &P,
        stack: &mut MoveStack<P::Move>,
        heuristics: &Heuristics<P>,
    ) -> Option<Picked<P::Move>> {
        let noisy = |mv| Some(Picked { mv, noisy: true });
        let quiet = |mv| Some(Picked { mv, noisy: false });
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GenerateNoisy;
                    if let Some(mv) = self.table_move.filter(|&mv| self.sensible(position)(mv)) {
                        return Some(Picked { mv, noisy: position.is_noisy(mv) });
                    }
                }
                Stage::GenerateNoisy => {
                    self.generate_noisy(position, stack, heuristics);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    if let Some(mv) = self.pick_good_noisy(position, stack) {
                        return noisy(mv);
                    }
                    self.stage = if self.noisy_only { Stage::Done } else { Stage::FirstKiller };
                }
                _ if self.stage < Stage::BadNoisy && !self.with_quiet => {
                    self.next = self.base;
                    self.stage = Stage::BadNoisy;
                }
                Stage::FirstKiller => {
                    self.stage = Stage::SecondKiller;
                    self.killers[0] = self.usable(position, self.killers[0]);
                    if let Some(mv) = self.killers[0] {
                        return quiet(mv);
                    }
                }
                Stage::SecondKiller => {
                    self.stage = Stage::GenerateQuiet;
                    self.killers[1] = self.usable(position, self.killers[1]);
                    if let Some(mv) = self.killers[1] {
                        return quiet(mv);
                    }
                }
                Stage::GenerateQuiet => {
                    self.generate_quiet(position, stack, heuristics);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if let Some(mv) = self.pick_best(stack) {
                        return quiet(mv);
                    }
                    self.next = self.base;
                    self.stage = Stage::BadNoisy;
                }
                Stage::BadNoisy => {
                    if self.next < self.bad {
                        self.next += 1;
                        return stack.moves[self.next - 1].mv().and_then(noisy);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// From now on quiet moves are left out, and not even generated.
    pub fn skip_quiet(&mut self) {
        self.with_quiet = false;
    }

    /// Gives the node's part of the stack back.
    pub fn finish(self, stack: &mut MoveStack<P::Move>) {
        stack.moves.truncate(self.base);
    }

    fn usable(&self, position: &P, killer: Option<P::Move>) -> Option<P::Move> {
        killer.filter(|&mv| {
            Some(mv) != self.table_move
                && position.is_legal(mv)
                && !position.is_noisy(mv)
                && self.sensible(position)(mv)
        })
    }

    /// True for moves that are not left out.
    #[inline]
    fn sensible(&self, position: &P) -> impl Fn(P::Move) -> bool {
        let losing = self.skips_losing.then(|| position.losing());
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
        let is_sensible = self.sensible(position);
        let is_fresh = |mv| Some(mv) != self.table_move && is_sensible(mv);
        let fresh = stack.generated.iter().filter(|&&mv| is_fresh(mv));
        stack.moves.extend(fresh.map(|&mv| {
            Scored::new(mv, position.gain(mv) + heuristics.noisy(color, mv) / HISTORY_WEIGHT)
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
        let seen = [self.table_move, first, second];
        let history = heuristics.quiet_history(position, self.previous);
        let is_threat = position.threats();
        let is_sensible = self.sensible(position);
        let is_fresh = |mv| !seen.contains(&Some(mv)) && is_sensible(mv);
        let fresh = stack.generated.iter().filter(|&&mv| is_fresh(mv));
        stack.moves.extend(fresh.map(|&mv| {
            let forces = is_threat(mv) && position.exchange_at_least(mv, -p::threat_cost());
            let bonus = if forces { p::threat_bonus() } else { 0 };
            Scored::new(mv, history.of(position, mv) / 2 + bonus)
        }));
    }

    fn pick_good_noisy(&mut self, position: &P, stack: &mut MoveStack<P::Move>) -> Option<P::Move> {
        while let Some(mv) = self.pick_best(stack) {
            if position.exchange_at_least(mv, 0) {
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
        Scored(best).mv()
    }
}

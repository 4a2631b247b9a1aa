//! Moves one by one, likely refutations first, generated as late as possible.

use super::heuristics::Heuristics;
use crate::core::movelist::MoveList;
use crate::core::position::{Noisy, Position, Quiet};

/// The moves of all nodes of the current line on one stack, each with its
/// ordering score: a node's part lies behind its parent's and is cut off when
/// the node is done.
pub struct MoveStack<M> {
    moves: Vec<(M, i32)>,
    generated: MoveList<M>,
}

impl<M: Copy> MoveStack<M> {
    /// Room for a long line in a game with many moves.
    const ROOM: usize = 16_384;

    /// An empty stack.
    pub fn new() -> Self {
        Self { moves: Vec::with_capacity(Self::ROOM), generated: MoveList::new() }
    }
}

impl<M: Copy> Default for MoveStack<M> {
    fn default() -> Self {
        Self::new()
    }
}

/// Which moves come next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
/// that do not lose the exchange, killers, quiet moves by their history, and
/// noisy moves that do lose.
pub struct Picker<P: Position> {
    stage: Stage,
    table_move: Option<P::Move>,
    killers: [Option<P::Move>; 2],
    previous: Option<usize>,
    /// No quiet moves at all: quiescence.
    noisy_only: bool,
    /// The losing noisy moves, put aside: `base..bad` of the stack.
    base: usize,
    bad: usize,
    /// The moves not handed out yet: `next..` of the stack.
    next: usize,
}

impl<P: Position> Picker<P> {
    /// A picker for every legal move. `table_move` must be legal or `None`.
    pub fn new(
        stack: &MoveStack<P::Move>,
        table_move: Option<P::Move>,
        killers: [Option<P::Move>; 2],
        previous: Option<usize>,
    ) -> Self {
        let base = stack.moves.len();
        Self {
            stage: if table_move.is_some() { Stage::TableMove } else { Stage::GenerateNoisy },
            table_move,
            killers,
            previous,
            noisy_only: false,
            base,
            bad: base,
            next: base,
        }
    }

    /// A picker for the noisy moves that do not lose the exchange.
    pub fn noisy(stack: &MoveStack<P::Move>, table_move: Option<P::Move>) -> Self {
        Self { noisy_only: true, ..Self::new(stack, table_move, [None; 2], None) }
    }

    /// The next move; `None` when there are no more.
    pub fn next(
        &mut self,
        position: &P,
        stack: &mut MoveStack<P::Move>,
        heuristics: &Heuristics<P>,
    ) -> Option<P::Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GenerateNoisy;
                    return self.table_move;
                }
                Stage::GenerateNoisy => {
                    self.generate_noisy(position, stack, heuristics);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    if let Some(mv) = self.pick_good_noisy(position, stack) {
                        return Some(mv);
                    }
                    self.stage = if self.noisy_only { Stage::Done } else { Stage::FirstKiller };
                }
                Stage::FirstKiller => {
                    self.stage = Stage::SecondKiller;
                    self.killers[0] = self.usable(position, self.killers[0]);
                    if self.killers[0].is_some() {
                        return self.killers[0];
                    }
                }
                Stage::SecondKiller => {
                    self.stage = Stage::GenerateQuiet;
                    self.killers[1] = self.usable(position, self.killers[1]);
                    if self.killers[1].is_some() {
                        return self.killers[1];
                    }
                }
                Stage::GenerateQuiet => {
                    self.generate_quiet(position, stack, heuristics);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if let Some((mv, _)) = self.pick_best(stack) {
                        return Some(mv);
                    }
                    self.next = self.base;
                    self.stage = Stage::BadNoisy;
                }
                Stage::BadNoisy => {
                    if self.next < self.bad {
                        self.next += 1;
                        return Some(stack.moves[self.next - 1].0);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// No more quiet moves, please.
    pub fn skip_quiet(&mut self) {
        if matches!(
            self.stage,
            Stage::FirstKiller | Stage::SecondKiller | Stage::GenerateQuiet | Stage::Quiet
        ) {
            self.next = self.base;
            self.stage = Stage::BadNoisy;
        }
    }

    /// Gives the node's part of the stack back.
    pub fn finish(self, stack: &mut MoveStack<P::Move>) {
        stack.moves.truncate(self.base);
    }

    fn usable(&self, position: &P, killer: Option<P::Move>) -> Option<P::Move> {
        killer.filter(|&mv| {
            Some(mv) != self.table_move && position.is_legal(mv) && !position.is_noisy(mv)
        })
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
        for &mv in &stack.generated {
            if Some(mv) != self.table_move {
                let score = position.gain(mv) + heuristics.noisy(color, mv) / HISTORY_WEIGHT;
                stack.moves.push((mv, score));
            }
        }
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
        for &mv in &stack.generated {
            let seen = Some(mv);
            if seen != self.table_move && seen != self.killers[0] && seen != self.killers[1] {
                stack.moves.push((mv, heuristics.quiet(position, mv, self.previous)));
            }
        }
    }

    fn pick_good_noisy(&mut self, position: &P, stack: &mut MoveStack<P::Move>) -> Option<P::Move> {
        while let Some((mv, _)) = self.pick_best(stack) {
            if position.exchange_at_least(mv, 0) {
                return Some(mv);
            }
            // The place is free: only moves handed out lie before `next`.
            stack.moves[self.bad].0 = mv;
            self.bad += 1;
        }
        None
    }

    /// The best move left, by one step of a selection sort.
    fn pick_best(&mut self, stack: &mut MoveStack<P::Move>) -> Option<(P::Move, i32)> {
        let left = &mut stack.moves[self.next..];
        if left.is_empty() {
            return None;
        }
        let mut best = 0;
        for i in 1..left.len() {
            if left[i].1 > left[best].1 {
                best = i;
            }
        }
        left.swap(0, best);
        self.next += 1;
        Some(stack.moves[self.next - 1])
    }
}

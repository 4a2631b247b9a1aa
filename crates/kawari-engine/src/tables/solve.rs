//! Solving a class: retrograde analysis.
//!
//! Captures lead to classes with fewer men, which are solved already. Quiet moves lead
//! from a class to the one in which the other side is to move, and back: the two are
//! solved together, from the end of the game backwards, ply by ply (Thompson, *Retrograde
//! Analysis of Certain Endgames*, 1986). A position from which a lost one is reached is
//! won; one from which a won position is reached is lost if all its moves lead to such.
//! That is looked up move by move and not counted down, which needs no memory but the
//! values themselves, one byte each. Where most positions may be candidates, all are asked
//! in turn instead of looking for them backwards.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::thread;

use super::half::Half;
use super::index::Index;
use super::value::Metric;
use crate::core::endgame::{Capture, Endgames, LEAST_MEN, Men, Moves, Value};

/// Someone who watches a long work and may end it.
pub trait Watch: Sync {
    /// A part of the work begins, with so many positions to be looked at.
    fn begin(&self, part: &str, positions: u64);

    /// So many of them are done; false when the work is to end.
    fn advance(&self, positions: u64) -> bool;

    /// A part of a solution is done, or ended: this is how far it has come.
    fn keep(&self, _: &Stage<'_>) {}
}

/// Nobody.
impl Watch for () {
    fn begin(&self, _: &str, _: u64) {}

    fn advance(&self, _: u64) -> bool {
        true
    }
}

/// The values of a class by one metric, a byte for each number of its index.
#[derive(Clone, Debug)]
pub struct Plane {
    /// Its positions.
    pub index: Index,
    /// What distances are counted to.
    pub metric: Metric,
    /// See [`Metric::encode`].
    pub bytes: Vec<u8>,
}

impl Plane {
    /// The value of a position of the class.
    #[inline]
    pub fn value(&self, men: Men) -> Value {
        self.metric.decode(self.bytes[self.index.number(men) as usize])
    }
}

/// The planes of the classes that captures lead to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Smaller<'a>(pub &'a [&'a Plane]);

impl Smaller<'_> {
    /// The value of a position that a capture leads to.
    ///
    /// # Panics
    /// When its class is missing.
    #[inline]
    pub fn value(&self, men: Men) -> Value {
        let counts = men.counts();
        if counts[0] < LEAST_MEN {
            return Value::Loss(0);
        }
        let plane = self.0.iter().find(|plane| plane.index.men() == counts);
        plane.expect("the classes that captures lead to are solved first").value(men)
    }
}

/// The classes that captures in a class, or after quiet moves in it, lead to; those with
/// fewer men first.
pub fn smaller([own, enemy]: [usize; 2]) -> Vec<[usize; 2]> {
    let both = [[own, enemy], [enemy, own]];
    let mut classes: Vec<_> = both
        .into_iter()
        .flat_map(|[mover, other]| (LEAST_MEN..other).map(move |left| [left, mover]))
        .collect();
    classes.sort_unstable_by_key(|&[own, enemy]| (own + enemy, own));
    classes.dedup();
    classes
}

/// All classes that a class stands on, and itself, in an order in which they can be solved;
/// of two that are solved together the one with more men of the side to move.
pub fn foundation([own, enemy]: [usize; 2]) -> Vec<[usize; 2]> {
    let class = [own.max(enemy), own.min(enemy)];
    let mut classes: Vec<_> = smaller(class).into_iter().flat_map(foundation).collect();
    classes.push(class);
    classes.sort_unstable_by_key(|&[own, enemy]| (own + enemy, own));
    classes.dedup();
    classes
}

/// A class and the one with the sides changed; one alone if they are the same.
pub fn both([own, enemy]: [usize; 2]) -> Vec<[usize; 2]> {
    if own == enemy { vec![[own, enemy]] } else { vec![[own, enemy], [enemy, own]] }
}

/// What is asked for.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The game.
    pub rules: &'a dyn Endgames,
    /// Men of each side; the class with the sides changed is solved with it.
    pub men: [usize; 2],
    /// What distances are counted to.
    pub metric: Metric,
    /// The classes of [`smaller`], by the same metric.
    pub smaller: Smaller<'a>,
    /// Threads.
    pub jobs: usize,
}

/// How far a solution has come, to be kept.
///
/// Its latest part may have been done by half. Then it is done once more, which changes
/// nothing of what was found: a part writes no value that it reads.
pub struct Stage<'a> {
    /// Parts that are done.
    pub parts: u32,
    halves: &'a [Half],
}

impl Stage<'_> {
    /// The class and the one with the sides changed, with their bytes, some at a time.
    pub fn planes(&self) -> impl Iterator<Item = (&Index, impl Iterator<Item = Vec<u8>>)> {
        const SOME: usize = 1 << 16;
        let load = |bytes: &[AtomicU8]| {
            bytes.iter().map(|byte| byte.load(Ordering::Relaxed)).collect::<Vec<_>>()
        };
        self.halves.iter().map(move |half| (&half.index, half.bytes.chunks(SOME).map(load)))
    }
}

/// What a solution goes on from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfinished {
    /// Parts that are done.
    pub parts: u32,
    /// The bytes of the class and of the one with the sides changed.
    pub bytes: Vec<Vec<u8>>,
}

impl Unfinished {
    /// Nothing done yet.
    fn new(indices: &[Index]) -> Self {
        Self {
            parts: 0,
            bytes: indices.iter().map(|index| vec![0; index.len() as usize]).collect(),
        }
    }
}

/// Solves a class and the one with the sides changed; one plane if they are the same.
/// `None` when the watch wants an end.
pub fn solve(task: Task<'_>, watch: &dyn Watch) -> Option<Vec<Plane>> {
    go_on(task, None, watch)
}

/// As [`solve`], from what was kept of the same task, if something was.
///
/// # Panics
/// When it is of another class.
pub fn go_on(
    task: Task<'_>,
    unfinished: Option<Unfinished>,
    watch: &dyn Watch,
) -> Option<Vec<Plane>> {
    let indices: Vec<Index> =
        both(task.men).into_iter().map(|men| Index::new(task.rules.side(), men)).collect();
    let Unfinished { parts, bytes } = unfinished.unwrap_or_else(|| Unfinished::new(&indices));
    let halves: Vec<Half> = indices
        .into_iter()
        .zip(bytes)
        .map(|(index, bytes)| {
            assert_eq!(index.len(), bytes.len() as u64, "the numbers of the class");
            Half::new(index, bytes)
        })
        .collect();
    let analysis = Analysis { task, halves };
    analysis.run(parts, watch)?;
    let plane = |half: Half| Plane {
        index: half.index,
        metric: task.metric,
        bytes: half.bytes.into_iter().map(AtomicU8::into_inner).collect(),
    };
    Some(analysis.halves.into_iter().map(plane).collect())
}

/// Numbers that a thread takes at a time.
const CHUNK: u64 = 1 << 15;

/// Does some work on all numbers below `len`, on several threads; false when the watch
/// wanted an end. Each thread keeps a state.
pub(super) fn sweep<S: Send>(
    len: u64,
    jobs: usize,
    watch: &dyn Watch,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, Range<u64>) + Sync,
    end: impl Fn(S) + Sync,
) -> bool {
    let (next, is_wanted) = (AtomicU64::new(0), AtomicBool::new(true));
    let run = || {
        let mut state = state();
        while is_wanted.load(Ordering::Relaxed) {
            let start = next.fetch_add(CHUNK, Ordering::Relaxed);
            if start >= len {
                break;
            }
            let range = start..len.min(start + CHUNK);
            let count = range.end - range.start;
            work(&mut state, range);
            if !watch.advance(count) {
                is_wanted.store(false, Ordering::Relaxed);
            }
        }
        end(state);
    };
    thread::scope(|scope| {
        for _ in 1..jobs.max(1) {
            scope.spawn(run);
        }
        run();
    });
    is_wanted.into_inner()
}

/// The analysis of two classes, or of one that is its own opposite.
struct Analysis<'a> {
    task: Task<'a>,
    halves: Vec<Half>,
}

/// A part of the work: what it starts from, and one of the classes.
#[derive(Clone, Copy)]
enum Part {
    Captures(usize),
    Wins { lost: usize, plies: u8 },
    Losses { won: usize, plies: u8 },
}

impl Analysis<'_> {
    /// The class in which the other side is to move.
    fn other(&self, half: usize) -> usize {
        self.halves.len() - 1 - half
    }

    /// Does one part after the other, from one on.
    fn run(&self, first: u32, watch: &dyn Watch) -> Option<()> {
        for parts in first.. {
            let Some(part) = self.part(parts) else { break };
            let done = self.work(part, watch);
            watch.keep(&Stage { parts: parts + u32::from(done.is_some()), halves: &self.halves });
            done?;
        }
        Some(())
    }

    /// The part with a number; `None` when nothing is left to be done.
    fn part(&self, number: u32) -> Option<Part> {
        let halves = self.halves.len() as u32;
        let Some(number) = number.checked_sub(halves) else {
            return Some(Part::Captures(number as usize));
        };
        let plies = u8::try_from(1 + number / (2 * halves)).ok()?;
        let number = number % (2 * halves);
        let is_over =
            plies > self.task.metric.longest() || number == 0 && !self.is_open_from(plies - 1);
        let half = (number / 2) as usize;
        let part = if number.is_multiple_of(2) {
            Part::Wins { lost: half, plies }
        } else {
            Part::Losses { won: half, plies }
        };
        (!is_over).then_some(part)
    }

    fn work(&self, part: Part, watch: &dyn Watch) -> Option<()> {
        match part {
            Part::Captures(half) => self.start(half, watch),
            Part::Wins { lost, plies } => self.find_wins(lost, plies, watch),
            Part::Losses { won, plies } => self.find_losses(won, plies, watch),
        }
    }

    /// True when something is decided in so many plies or more.
    fn is_open_from(&self, plies: u8) -> bool {
        let decided = |byte: u8| match self.task.metric.decode(byte) {
            Value::Win(after) | Value::Loss(after) => after >= plies,
            Value::Draw => false,
        };
        (1..=255).any(|byte| decided(byte) && self.halves.iter().any(|half| half.count(byte) > 0))
    }

    fn sweep(
        &self,
        half: usize,
        part: &str,
        watch: &dyn Watch,
        work: impl Fn(&mut Moves, Range<u64>) + Sync,
    ) -> Option<()> {
        let [own, enemy] = self.halves[half].index.men();
        let len = self.halves[half].index.len();
        watch.begin(&format!("{own}v{enemy} {part}"), len);
        sweep(len, self.task.jobs, watch, Moves::default, work, drop).then_some(())
    }

    /// Decides what captures decide, and who cannot move.
    fn start(&self, half: usize, watch: &dyn Watch) -> Option<()> {
        let this = &self.halves[half];
        self.sweep(half, "captures", watch, |_, range| {
            let mut cursor = this.index.cursor(range.start);
            for number in range {
                if let Some(men) = cursor.position()
                    && let Some(value) = self.by_captures(men)
                {
                    this.set(number, self.task.metric.encode(value));
                }
                cursor.advance();
            }
        })
    }

    /// The value of a position where captures decide it, for now: a quiet move may still
    /// win sooner.
    #[inline]
    fn by_captures(&self, men: Men) -> Option<Value> {
        let rules = self.task.rules;
        let best = rules.captures(men).and_then(|captures| self.best_of(men, &captures));
        match best {
            Some(Value::Win(_)) => best,
            _ if rules.has_quiet_move(men) => None,
            Some(value) => Some(value).filter(|&value| value != Value::Draw),
            None => Some(Value::Loss(0)),
        }
    }

    /// The best that captures lead to, if there are any.
    #[inline]
    fn best_of(&self, men: Men, captures: &[Capture]) -> Option<Value> {
        let values = captures.iter().map(|capture| {
            let after = men.after(capture.from, capture.to, capture.captured);
            self.task.metric.before(self.task.smaller.value(after), true)
        });
        values.max_by_key(|value| value.worth())
    }

    /// Finds the positions that are won in so many plies by a quiet move to the lost
    /// ones of a class.
    fn find_wins(&self, lost: usize, plies: u8, watch: &dyn Watch) -> Option<()> {
        let metric = self.task.metric;
        let (from, to) = (&self.halves[lost], &self.halves[self.other(lost)]);
        let wanted = metric.encode(Value::Loss(plies - 1));
        if metric.decode(wanted) != Value::Loss(plies - 1) || from.count(wanted) == 0 {
            return Some(());
        }
        let win = metric.encode(Value::Win(plies));
        self.sweep(lost, &format!("wins in {plies}"), watch, |_, range| {
            for number in from.having(wanted, range) {
                self.each_before(&from.index, number, &to.index, |before, _| {
                    let is_better = match metric.decode(to.byte(before)) {
                        Value::Draw => true,
                        Value::Win(later) => later > plies,
                        Value::Loss(_) => false,
                    };
                    if is_better {
                        to.set(before, win);
                    }
                });
            }
        })
    }

    /// Finds the positions that are lost because all moves lead to won ones of a class,
    /// the last of them in `plies - 1`.
    fn find_losses(&self, won: usize, plies: u8, watch: &dyn Watch) -> Option<()> {
        let metric = self.task.metric;
        let lost = self.other(won);
        let (from, to) = (&self.halves[won], &self.halves[lost]);
        let wanted = metric.encode(Value::Win(plies - 1));
        let count = from.count(wanted);
        if plies < 2 || metric.decode(wanted) != Value::Win(plies - 1) || count == 0 {
            return Some(());
        }
        let decide = |number: u64, men: Men, moves: &mut Moves| {
            if let Some(after) = self.lost_in(from, men, moves, plies) {
                to.set(number, metric.encode(Value::Loss(after)));
            }
        };
        /// Moves by which a man usually can have come.
        const RETREATS: u64 = 10;
        let candidates = count.saturating_mul(RETREATS * from.index.men()[1] as u64);
        let part = format!("losses in {plies}");
        if candidates > to.index.len() {
            return self.sweep(lost, &part, watch, |moves, range| {
                let mut cursor = to.index.cursor(range.start);
                for number in range {
                    if to.byte(number) == 0
                        && let Some(men) = cursor.position()
                    {
                        decide(number, men, moves);
                    }
                    cursor.advance();
                }
            });
        }
        self.sweep(won, &part, watch, |moves, range| {
            for number in from.having(wanted, range) {
                self.each_before(&from.index, number, &to.index, |before, men| {
                    if to.byte(before) == 0 {
                        decide(before, men, moves);
                    }
                });
            }
        })
    }

    /// The positions from which a quiet move leads to the one with a number.
    #[inline]
    fn each_before(
        &self,
        index: &Index,
        number: u64,
        before: &Index,
        mut each: impl FnMut(u64, Men),
    ) {
        let Some(men) = index.position(number) else { return };
        for targets in self.task.rules.retreats(men) {
            let others = men.enemy ^ (1 << targets.from);
            let mut left = targets.to;
            while left != 0 {
                let own = others | (left & left.wrapping_neg());
                left &= left - 1;
                let men = Men { own, enemy: men.own };
                each(before.number(men), men);
            }
        }
    }

    /// The plies in which a position is lost, if all its moves lead to positions that the
    /// other side is known to win, quiet ones to such as are won in less than `plies`.
    #[inline]
    fn lost_in(&self, next: &Half, men: Men, moves: &mut Moves, plies: u8) -> Option<u8> {
        let metric = self.task.metric;
        self.task.rules.moves(men, moves);
        let mut longest = match self.best_of(men, &moves.captures) {
            None => plies,
            Some(Value::Loss(after)) => after.max(plies),
            Some(_) => return None,
        };
        let lens = next.index.lens(men.enemy);
        for targets in &moves.quiet {
            let one_more = lens.without_one(men.own ^ (1 << targets.from));
            let mut left = targets.to;
            while left != 0 {
                let number = one_more.number(left.trailing_zeros() as u8);
                match metric.decode(next.byte(number)) {
                    Value::Win(after) if after < plies => longest = longest.max(after + 1),
                    _ => return None,
                }
                left &= left - 1;
            }
        }
        Some(longest)
    }
}

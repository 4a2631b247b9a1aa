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

use super::class_values::ClassValues;
use super::index::Index;
use super::value::Metric;
use crate::core::endgame::{
    CaptureMove, EndgameMoves, EndgamePosition, EndgameRules, EndgameValue, MIN_MEN,
};

/// Someone who watches a long work and may end it.
pub trait SolveMonitor: Sync {
    /// A part of the work begins, with so many positions to be looked at.
    fn begin_phase(&self, part: &str, positions: u64);

    /// So many of them are done; false when the work is to end.
    fn advance(&self, positions: u64) -> bool;

    /// A part of a solution is done, or ended: this is how far it has come.
    fn save_snapshot(&self, _: &SolveSnapshot<'_>) {}
}

/// Nobody.
impl SolveMonitor for () {
    fn begin_phase(&self, _: &str, _: u64) {}

    fn advance(&self, _: u64) -> bool {
        true
    }
}

/// The values of a class by one metric, a byte for each number of its index.
#[derive(Clone, Debug)]
pub struct ValuePlane {
    /// Its positions.
    pub index: Index,
    /// What distances are counted to.
    pub metric: Metric,
    /// See [`Metric::encode`].
    pub bytes: Vec<u8>,
}

impl ValuePlane {
    /// The value of a position of the class.
    #[inline]
    pub fn value(&self, men: EndgamePosition) -> EndgameValue {
        self.metric.decode(self.bytes[self.index.number(men) as usize])
    }
}

/// The planes of the classes that captures lead to.
#[derive(Clone, Copy, Debug, Default)]
pub struct SubclassPlanes<'a>(pub &'a [&'a ValuePlane]);

impl SubclassPlanes<'_> {
    /// The value of a position that a capture leads to.
    ///
    /// # Panics
    /// When its class is missing.
    #[inline]
    pub fn value(&self, men: EndgamePosition) -> EndgameValue {
        let counts = men.counts();
        if counts[0] < MIN_MEN {
            return EndgameValue::Loss(0);
        }
        let plane = self.0.iter().find(|plane| plane.index.men() == counts);
        plane.expect("the classes that captures lead to are solved first").value(men)
    }
}

/// The classes that captures in a class, or after quiet moves in it, lead to; those with
/// fewer men first.
pub fn subclasses([own, enemy]: [usize; 2]) -> Vec<[usize; 2]> {
    let class_and_mirror = [[own, enemy], [enemy, own]];
    let mut classes: Vec<_> = class_and_mirror
        .into_iter()
        .flat_map(|[mover, other]| (MIN_MEN..other).map(move |left| [left, mover]))
        .collect();
    classes.sort_unstable_by_key(|&[own, enemy]| (own + enemy, own));
    classes.dedup();
    classes
}

/// All classes that a class stands on, and itself, in an order in which they can be solved;
/// of two that are solved together the one with more men of the side to move.
pub fn solve_order([own, enemy]: [usize; 2]) -> Vec<[usize; 2]> {
    let class = [own.max(enemy), own.min(enemy)];
    let mut classes: Vec<_> = subclasses(class).into_iter().flat_map(solve_order).collect();
    classes.push(class);
    classes.sort_unstable_by_key(|&[own, enemy]| (own + enemy, own));
    classes.dedup();
    classes
}

/// A class and the one with the sides changed; one alone if they are the same.
pub fn class_and_mirror([own, enemy]: [usize; 2]) -> Vec<[usize; 2]> {
    if own == enemy { vec![[own, enemy]] } else { vec![[own, enemy], [enemy, own]] }
}

/// What is asked for.
#[derive(Clone, Copy)]
pub struct SolveTask<'a> {
    /// The game.
    pub rules: &'a dyn EndgameRules,
    /// Men of each side; the class with the sides changed is solved with it.
    pub men: [usize; 2],
    /// What distances are counted to.
    pub metric: Metric,
    /// The classes of [`subclasses`], by the same metric.
    pub subclasses: SubclassPlanes<'a>,
    /// Threads.
    pub jobs: usize,
}

/// How far a solution has come, to be kept.
///
/// Its latest part may have been done by half. Then it is done once more, which changes
/// nothing of what was found: a part writes no value that it reads.
pub struct SolveSnapshot<'a> {
    /// Parts that are done.
    pub parts: u32,
    classes: &'a [ClassValues],
}

impl SolveSnapshot<'_> {
    /// The class and the one with the sides changed, with their bytes, some at a time.
    pub fn planes(&self) -> impl Iterator<Item = (&Index, impl Iterator<Item = Vec<u8>>)> {
        const SOME: usize = 1 << 16;
        let load = |bytes: &[AtomicU8]| {
            bytes.iter().map(|byte| byte.load(Ordering::Relaxed)).collect::<Vec<_>>()
        };
        self.classes.iter().map(move |class| (&class.index, class.bytes.chunks(SOME).map(load)))
    }
}

/// What a solution goes on from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartialSolve {
    /// Parts that are done.
    pub parts: u32,
    /// The bytes of the class and of the one with the sides changed.
    pub bytes: Vec<Vec<u8>>,
}

impl PartialSolve {
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
pub fn solve(task: SolveTask<'_>, monitor: &dyn SolveMonitor) -> Option<Vec<ValuePlane>> {
    resume(task, None, monitor)
}

/// As [`solve`], from what was kept of the same task, if something was.
///
/// # Panics
/// When it is of another class.
pub fn resume(
    task: SolveTask<'_>,
    partial: Option<PartialSolve>,
    monitor: &dyn SolveMonitor,
) -> Option<Vec<ValuePlane>> {
    let indices: Vec<Index> = class_and_mirror(task.men)
        .into_iter()
        .map(|men| Index::new(task.rules.side(), men))
        .collect();
    let PartialSolve { parts, bytes } = partial.unwrap_or_else(|| PartialSolve::new(&indices));
    let classes: Vec<ClassValues> = indices
        .into_iter()
        .zip(bytes)
        .map(|(index, bytes)| {
            assert_eq!(index.len(), bytes.len() as u64, "the numbers of the class");
            ClassValues::new(index, bytes)
        })
        .collect();
    let analysis = RetrogradeAnalysis { task, classes };
    analysis.run(parts, monitor)?;
    let plane = |class: ClassValues| ValuePlane {
        index: class.index,
        metric: task.metric,
        bytes: class.bytes.into_iter().map(AtomicU8::into_inner).collect(),
    };
    Some(analysis.classes.into_iter().map(plane).collect())
}

/// Numbers that a thread takes at a time.
const CHUNK: u64 = 1 << 15;

/// Does some work on all numbers below `len`, on several threads; false when the watch
/// wanted an end. Each thread keeps a state.
pub(super) fn sweep<S: Send>(
    len: u64,
    jobs: usize,
    monitor: &dyn SolveMonitor,
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
            if !monitor.advance(count) {
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
struct RetrogradeAnalysis<'a> {
    task: SolveTask<'a>,
    classes: Vec<ClassValues>,
}

/// A part of the work: what it starts from, and one of the classes.
#[derive(Clone, Copy)]
enum SolvePhase {
    Captures(usize),
    Wins { lost: usize, plies: u8 },
    Losses { won: usize, plies: u8 },
}

impl RetrogradeAnalysis<'_> {
    /// The class in which the other side is to move.
    fn other(&self, class: usize) -> usize {
        self.classes.len() - 1 - class
    }

    /// Does one part after the other, from one on.
    fn run(&self, first: u32, monitor: &dyn SolveMonitor) -> Option<()> {
        for parts in first.. {
            let Some(part) = self.part(parts) else { break };
            let done = self.work(part, monitor);
            monitor.save_snapshot(&SolveSnapshot {
                parts: parts + u32::from(done.is_some()),
                classes: &self.classes,
            });
            done?;
        }
        Some(())
    }

    /// The part with a number; `None` when nothing is left to be done.
    fn part(&self, number: u32) -> Option<SolvePhase> {
        let classes = self.classes.len() as u32;
        let Some(number) = number.checked_sub(classes) else {
            return Some(SolvePhase::Captures(number as usize));
        };
        let plies = u8::try_from(1 + number / (2 * classes)).ok()?;
        let number = number % (2 * classes);
        let is_over =
            plies > self.task.metric.longest() || number == 0 && !self.has_results_from(plies - 1);
        let class = (number / 2) as usize;
        let part = if number.is_multiple_of(2) {
            SolvePhase::Wins { lost: class, plies }
        } else {
            SolvePhase::Losses { won: class, plies }
        };
        (!is_over).then_some(part)
    }

    fn work(&self, part: SolvePhase, monitor: &dyn SolveMonitor) -> Option<()> {
        match part {
            SolvePhase::Captures(class) => self.start(class, monitor),
            SolvePhase::Wins { lost, plies } => self.find_wins(lost, plies, monitor),
            SolvePhase::Losses { won, plies } => self.find_losses(won, plies, monitor),
        }
    }

    /// True when something is decided in so many plies or more.
    fn has_results_from(&self, plies: u8) -> bool {
        let decided = |byte: u8| match self.task.metric.decode(byte) {
            EndgameValue::Win(after) | EndgameValue::Loss(after) => after >= plies,
            EndgameValue::Draw => false,
        };
        (1..=255)
            .any(|byte| decided(byte) && self.classes.iter().any(|class| class.count(byte) > 0))
    }

    fn sweep(
        &self,
        class: usize,
        part: &str,
        monitor: &dyn SolveMonitor,
        work: impl Fn(&mut EndgameMoves, Range<u64>) + Sync,
    ) -> Option<()> {
        let [own, enemy] = self.classes[class].index.men();
        let len = self.classes[class].index.len();
        monitor.begin_phase(&format!("{own}v{enemy} {part}"), len);
        sweep(len, self.task.jobs, monitor, EndgameMoves::default, work, drop).then_some(())
    }

    /// Decides what captures decide, and who cannot move.
    fn start(&self, class: usize, monitor: &dyn SolveMonitor) -> Option<()> {
        let this = &self.classes[class];
        self.sweep(class, "captures", monitor, |_, range| {
            let mut cursor = this.index.cursor(range.start);
            for number in range {
                if let Some(men) = cursor.position()
                    && let Some(value) = self.value_by_captures(men)
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
    fn value_by_captures(&self, men: EndgamePosition) -> Option<EndgameValue> {
        let rules = self.task.rules;
        let best = rules.captures(men).and_then(|captures| self.best_capture_value(men, &captures));
        match best {
            Some(EndgameValue::Win(_)) => best,
            _ if rules.has_quiet_move(men) => None,
            Some(value) => Some(value).filter(|&value| value != EndgameValue::Draw),
            None => Some(EndgameValue::Loss(0)),
        }
    }

    /// The best that captures lead to, if there are any.
    #[inline]
    fn best_capture_value(
        &self,
        men: EndgamePosition,
        captures: &[CaptureMove],
    ) -> Option<EndgameValue> {
        let values = captures.iter().map(|capture| {
            let after = men.after(capture.from, capture.to, capture.captured);
            self.task.metric.value_before_move(self.task.subclasses.value(after), true)
        });
        values.max_by_key(|value| value.rank())
    }

    /// Finds the positions that are won in so many plies by a quiet move to the lost
    /// ones of a class.
    fn find_wins(&self, lost: usize, plies: u8, monitor: &dyn SolveMonitor) -> Option<()> {
        let metric = self.task.metric;
        let (from, to) = (&self.classes[lost], &self.classes[self.other(lost)]);
        let wanted = metric.encode(EndgameValue::Loss(plies - 1));
        if metric.decode(wanted) != EndgameValue::Loss(plies - 1) || from.count(wanted) == 0 {
            return Some(());
        }
        let win = metric.encode(EndgameValue::Win(plies));
        self.sweep(lost, &format!("wins in {plies}"), monitor, |_, range| {
            for number in from.numbers_with(wanted, range) {
                self.for_each_predecessor(&from.index, number, &to.index, |before, _| {
                    let is_better = match metric.decode(to.byte(before)) {
                        EndgameValue::Draw => true,
                        EndgameValue::Win(later) => later > plies,
                        EndgameValue::Loss(_) => false,
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
    fn find_losses(&self, won: usize, plies: u8, monitor: &dyn SolveMonitor) -> Option<()> {
        let metric = self.task.metric;
        let lost = self.other(won);
        let (from, to) = (&self.classes[won], &self.classes[lost]);
        let wanted = metric.encode(EndgameValue::Win(plies - 1));
        let count = from.count(wanted);
        if plies < 2 || metric.decode(wanted) != EndgameValue::Win(plies - 1) || count == 0 {
            return Some(());
        }
        let decide = |number: u64, men: EndgamePosition, moves: &mut EndgameMoves| {
            if let Some(after) = self.loss_distance(from, men, moves, plies) {
                to.set(number, metric.encode(EndgameValue::Loss(after)));
            }
        };
        /// Moves by which a man usually can have come.
        const UNMOVES_PER_MAN: u64 = 10;
        let candidates = count.saturating_mul(UNMOVES_PER_MAN * from.index.men()[1] as u64);
        let part = format!("losses in {plies}");
        if candidates > to.index.len() {
            return self.sweep(lost, &part, monitor, |moves, range| {
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
        self.sweep(won, &part, monitor, |moves, range| {
            for number in from.numbers_with(wanted, range) {
                self.for_each_predecessor(&from.index, number, &to.index, |before, men| {
                    if to.byte(before) == 0 {
                        decide(before, men, moves);
                    }
                });
            }
        })
    }

    /// The positions from which a quiet move leads to the one with a number.
    #[inline]
    fn for_each_predecessor(
        &self,
        index: &Index,
        number: u64,
        before: &Index,
        mut each: impl FnMut(u64, EndgamePosition),
    ) {
        let Some(men) = index.position(number) else { return };
        for targets in self.task.rules.unmoves(men) {
            let others = men.enemy ^ (1 << targets.from);
            let mut left = targets.to;
            while left != 0 {
                let own = others | (left & left.wrapping_neg());
                left &= left - 1;
                let men = EndgamePosition { own, enemy: men.own };
                each(before.number(men), men);
            }
        }
    }

    /// The plies in which a position is lost, if all its moves lead to positions that the
    /// other side is known to win, quiet ones to such as are won in less than `plies`.
    #[inline]
    fn loss_distance(
        &self,
        next: &ClassValues,
        men: EndgamePosition,
        moves: &mut EndgameMoves,
        plies: u8,
    ) -> Option<u8> {
        let metric = self.task.metric;
        self.task.rules.moves(men, moves);
        let mut longest = match self.best_capture_value(men, &moves.captures) {
            None => plies,
            Some(EndgameValue::Loss(after)) => after.max(plies),
            Some(_) => return None,
        };
        let mover_index = next.index.mover_index(men.enemy);
        for targets in &moves.quiet {
            let last_man = mover_index.all_but_one(men.own ^ (1 << targets.from));
            let mut left = targets.to;
            while left != 0 {
                let number = last_man.number(left.trailing_zeros() as u8);
                match metric.decode(next.byte(number)) {
                    EndgameValue::Win(after) if after < plies => longest = longest.max(after + 1),
                    _ => return None,
                }
                left &= left - 1;
            }
        }
        Some(longest)
    }
}

//! Retrograde analysis of a class.
//!
//! Captures lead to classes with fewer men, which are solved first. Quiet moves alternate
//! between a class and its mirror class, in which the numbers of men are swapped. These two
//! are solved together, backwards from the end of the game, ply by ply (Thompson, *Retrograde
//! Analysis of Certain Endgames*, 1986):
//!
//! - A predecessor of a lost position is won.
//! - A predecessor of a won position is lost if all its moves lead to won positions.
//!
//! The second condition is checked by looking up every move instead of counting down the
//! remaining moves. This needs only one byte for each position. If there may be more candidates
//! than positions, the solver scans all positions instead of generating unmoves.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::thread;

use super::class_values::ClassValues;
use super::index::Index;
use super::value::Metric;
use crate::core::endgame::{
    CaptureMove, EndgameMoves, EndgamePosition, EndgameRules, EndgameValue, MIN_MEN,
};

/// A monitor that receives the progress of a computation and can cancel it.
pub trait SolveMonitor: Sync {
    /// Called when a phase begins, with its description and number of positions.
    fn begin_phase(&self, phase: &str, positions: u64);

    /// Called after this many more positions. Returns false to cancel.
    fn advance(&self, positions: u64) -> bool;

    /// Called when a phase of a solution is finished or cancelled. May save the snapshot.
    fn save_snapshot(&self, _: &SolveSnapshot<'_>) {}
}

/// Ignores progress and never cancels.
impl SolveMonitor for () {
    fn begin_phase(&self, _: &str, _: u64) {}

    fn advance(&self, _: u64) -> bool {
        true
    }
}

/// The values of a class by one metric: one byte for each number of the index.
#[derive(Clone, Debug)]
pub struct ValuePlane {
    /// Index of the class.
    pub index: Index,
    /// Metric of the distances.
    pub metric: Metric,
    /// Values encoded by [`Metric::encode`].
    pub bytes: Vec<u8>,
}

impl ValuePlane {
    /// Returns the value of a position of the class.
    #[inline]
    pub fn value(&self, men: EndgamePosition) -> EndgameValue {
        self.metric.decode(self.bytes[self.index.number(men) as usize])
    }
}

/// The planes of the classes that captures lead to.
#[derive(Clone, Copy, Debug, Default)]
pub struct SubclassPlanes<'a>(pub &'a [&'a ValuePlane]);

impl SubclassPlanes<'_> {
    /// Returns the value of a position after a capture.
    ///
    /// # Panics
    /// Panics if its class is missing.
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

/// Returns the classes that captures in a class and its mirror class lead to, fewest men
/// first.
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

/// Returns a class and all classes that it depends on, in the order in which they can be
/// solved. A class with more men of the side to move also stands for its mirror class.
pub fn solve_order([own, enemy]: [usize; 2]) -> Vec<[usize; 2]> {
    let class = [own.max(enemy), own.min(enemy)];
    let mut classes: Vec<_> = subclasses(class).into_iter().flat_map(solve_order).collect();
    classes.push(class);
    classes.sort_unstable_by_key(|&[own, enemy]| (own + enemy, own));
    classes.dedup();
    classes
}

/// Returns a class and its mirror class, or only one class if they are the same.
pub fn class_and_mirror([own, enemy]: [usize; 2]) -> Vec<[usize; 2]> {
    if own == enemy { vec![[own, enemy]] } else { vec![[own, enemy], [enemy, own]] }
}

/// A class to solve.
#[derive(Clone, Copy)]
pub struct SolveTask<'a> {
    /// Rules of the game.
    pub rules: &'a dyn EndgameRules,
    /// Men of each side. The mirror class is solved together with this class.
    pub men: [usize; 2],
    /// Metric of the distances.
    pub metric: Metric,
    /// Planes of the classes in [`subclasses`], by the same metric.
    pub subclasses: SubclassPlanes<'a>,
    /// Number of threads.
    pub jobs: usize,
}

/// The intermediate state of a solution, which can be saved.
///
/// The current phase may be incomplete. It is then repeated after resuming, with the same
/// result: a phase never reads a value that it writes.
pub struct SolveSnapshot<'a> {
    /// Finished phases.
    pub parts: u32,
    classes: &'a [ClassValues],
}

impl SolveSnapshot<'_> {
    /// Returns the index and the bytes, in chunks, of the class and its mirror class.
    pub fn planes(&self) -> impl Iterator<Item = (&Index, impl Iterator<Item = Vec<u8>>)> {
        const CHUNK_BYTES: usize = 1 << 16;
        let load = |bytes: &[AtomicU8]| {
            bytes.iter().map(|byte| byte.load(Ordering::Relaxed)).collect::<Vec<_>>()
        };
        self.classes
            .iter()
            .map(move |class| (&class.index, class.bytes.chunks(CHUNK_BYTES).map(load)))
    }
}

/// A partial solution to resume from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartialSolve {
    /// Finished phases.
    pub parts: u32,
    /// Bytes of the class and of its mirror class.
    pub bytes: Vec<Vec<u8>>,
}

impl PartialSolve {
    /// Creates a solution without finished phases.
    fn new(indices: &[Index]) -> Self {
        Self {
            parts: 0,
            bytes: indices.iter().map(|index| vec![0; index.len() as usize]).collect(),
        }
    }
}

/// Solves a class and its mirror class. Returns one plane if they are the same, else two.
/// Returns `None` if the monitor cancels.
pub fn solve(task: SolveTask<'_>, monitor: &dyn SolveMonitor) -> Option<Vec<ValuePlane>> {
    resume(task, None, monitor)
}

/// Resumes a partial solution of the same task, or starts from the beginning without one.
/// Otherwise the same as [`solve`].
///
/// # Panics
/// Panics if `partial` has the size of another class.
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
            assert_eq!(index.len(), bytes.len() as u64, "a partial solution of another class");
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

/// Numbers that a thread processes at a time.
const CHUNK: u64 = 1 << 15;

/// Calls `work` for all numbers below `len`, in chunks and on several threads. Each thread
/// has its own state. Returns false if the monitor cancels.
pub(super) fn sweep<S: Send>(
    len: u64,
    jobs: usize,
    monitor: &dyn SolveMonitor,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, Range<u64>) + Sync,
    end: impl Fn(S) + Sync,
) -> bool {
    let (next, is_running) = (AtomicU64::new(0), AtomicBool::new(true));
    let run = || {
        let mut state = state();
        while is_running.load(Ordering::Relaxed) {
            let start = next.fetch_add(CHUNK, Ordering::Relaxed);
            if start >= len {
                break;
            }
            let range = start..len.min(start + CHUNK);
            let count = range.end - range.start;
            work(&mut state, range);
            if !monitor.advance(count) {
                is_running.store(false, Ordering::Relaxed);
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
    is_running.into_inner()
}

/// The analysis of a class and its mirror class, or of one class that is its own mirror.
struct RetrogradeAnalysis<'a> {
    task: SolveTask<'a>,
    classes: Vec<ClassValues>,
}

/// A phase of the analysis, for one of the classes.
#[derive(Clone, Copy)]
enum SolvePhase {
    /// Values by captures in a class.
    Captures(usize),
    /// Wins in `plies` by quiet moves to the lost positions of class `lost`.
    Wins { lost: usize, plies: u8 },
    /// Losses whose longest quiet move leads to a win in `plies - 1` of class `won`.
    Losses { won: usize, plies: u8 },
}

impl RetrogradeAnalysis<'_> {
    /// Returns the mirror class.
    fn mirror(&self, class: usize) -> usize {
        self.classes.len() - 1 - class
    }

    /// Runs the phases from number `first` on.
    fn run(&self, first: u32, monitor: &dyn SolveMonitor) -> Option<()> {
        for number in first.. {
            let Some(phase) = self.phase(number) else { break };
            let done = self.run_phase(phase, monitor);
            monitor.save_snapshot(&SolveSnapshot {
                parts: number + u32::from(done.is_some()),
                classes: &self.classes,
            });
            done?;
        }
        Some(())
    }

    /// Returns the phase with a number, or `None` if the analysis is finished.
    fn phase(&self, number: u32) -> Option<SolvePhase> {
        let classes = self.classes.len() as u32;
        let Some(number) = number.checked_sub(classes) else {
            return Some(SolvePhase::Captures(number as usize));
        };
        let plies = u8::try_from(1 + number / (2 * classes)).ok()?;
        let number = number % (2 * classes);
        let is_finished =
            plies > self.task.metric.longest() || number == 0 && !self.has_results_from(plies - 1);
        let class = (number / 2) as usize;
        let phase = if number.is_multiple_of(2) {
            SolvePhase::Wins { lost: class, plies }
        } else {
            SolvePhase::Losses { won: class, plies }
        };
        (!is_finished).then_some(phase)
    }

    fn run_phase(&self, phase: SolvePhase, monitor: &dyn SolveMonitor) -> Option<()> {
        match phase {
            SolvePhase::Captures(class) => self.find_captures(class, monitor),
            SolvePhase::Wins { lost, plies } => self.find_wins(lost, plies, monitor),
            SolvePhase::Losses { won, plies } => self.find_losses(won, plies, monitor),
        }
    }

    /// Returns true if some position is won or lost in `plies` or more.
    fn has_results_from(&self, plies: u8) -> bool {
        let is_far = |byte: u8| match self.task.metric.decode(byte) {
            EndgameValue::Win(after) | EndgameValue::Loss(after) => after >= plies,
            EndgameValue::Draw => false,
        };
        (1..=255).any(|byte| is_far(byte) && self.classes.iter().any(|class| class.count(byte) > 0))
    }

    fn sweep(
        &self,
        class: usize,
        phase: &str,
        monitor: &dyn SolveMonitor,
        work: impl Fn(&mut EndgameMoves, Range<u64>) + Sync,
    ) -> Option<()> {
        let [own, enemy] = self.classes[class].index.men();
        let len = self.classes[class].index.len();
        monitor.begin_phase(&format!("{own}v{enemy} {phase}"), len);
        sweep(len, self.task.jobs, monitor, EndgameMoves::default, work, drop).then_some(())
    }

    /// Sets the values that captures decide, and those of positions without moves.
    fn find_captures(&self, class: usize, monitor: &dyn SolveMonitor) -> Option<()> {
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

    /// Returns the value of a position if captures decide it. It is preliminary: a quiet move
    /// may win sooner.
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

    /// Returns the best value by a capture, or `None` without captures.
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

    /// Finds the positions that are won in `plies` by a quiet move to a lost position of class
    /// `lost`.
    fn find_wins(&self, lost: usize, plies: u8, monitor: &dyn SolveMonitor) -> Option<()> {
        let metric = self.task.metric;
        let (from, to) = (&self.classes[lost], &self.classes[self.mirror(lost)]);
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

    /// Finds the positions that are lost because all moves lead to won positions, the quiet
    /// moves to wins of class `won` in at most `plies - 1`.
    fn find_losses(&self, won: usize, plies: u8, monitor: &dyn SolveMonitor) -> Option<()> {
        let metric = self.task.metric;
        let lost = self.mirror(won);
        let (from, to) = (&self.classes[won], &self.classes[lost]);
        let wanted = metric.encode(EndgameValue::Win(plies - 1));
        let count = from.count(wanted);
        if plies < 2 || metric.decode(wanted) != EndgameValue::Win(plies - 1) || count == 0 {
            return Some(());
        }
        let set_if_lost = |number: u64, men: EndgamePosition, moves: &mut EndgameMoves| {
            if let Some(after) = self.loss_distance(from, men, moves, plies) {
                to.set(number, metric.encode(EndgameValue::Loss(after)));
            }
        };
        /// Typical number of unmoves of a man.
        const UNMOVES_PER_MAN: u64 = 10;
        let candidates = count.saturating_mul(UNMOVES_PER_MAN * from.index.men()[1] as u64);
        let phase = format!("losses in {plies}");
        if candidates > to.index.len() {
            return self.sweep(lost, &phase, monitor, |moves, range| {
                let mut cursor = to.index.cursor(range.start);
                for number in range {
                    if to.byte(number) == 0
                        && let Some(men) = cursor.position()
                    {
                        set_if_lost(number, men, moves);
                    }
                    cursor.advance();
                }
            });
        }
        self.sweep(won, &phase, monitor, |moves, range| {
            for number in from.numbers_with(wanted, range) {
                self.for_each_predecessor(&from.index, number, &to.index, |before, men| {
                    if to.byte(before) == 0 {
                        set_if_lost(before, men, moves);
                    }
                });
            }
        })
    }

    /// Calls `each` for every position from which a quiet move leads to position `number`.
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

    /// Returns the distance to the loss of a position. Returns `None` unless all moves lead to
    /// known wins of the opponent, and all quiet moves to wins in less than `plies`.
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

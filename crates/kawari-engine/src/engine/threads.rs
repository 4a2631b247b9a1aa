//! A running search: its threads, and the signals that end it.

use std::io;
use std::iter;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::report::{self, Answer, Event, Info, Report, Spent};
use super::strength::{self, Weakening};
use crate::core::endgame::Oracle;
use crate::core::position::{MoveLike, Position};
use crate::core::score::{self, Score};
use crate::games::Game;
use crate::games::variants::Playable;
use crate::notation::Notation;
use crate::search::control::Control;
use crate::search::limits::Limits;
use crate::search::root::{Progress, RootMove, SearchResult, SearchTask};
use crate::search::table::{Bound, Table};
use crate::search::tabulated;
use crate::search::timer::{Budget, Timer};
use crate::search::worker::Worker;
use crate::tables::probe::Tables;

/// Stack of a search thread, in bytes: a line of the longest length, many times
/// over. Only what is touched is used.
const STACK: usize = 16 << 20;

/// Searched in the twinkling of an eye, where nobody can stop a search.
pub const UNSTOPPABLE_NODES: u64 = 10_000;

/// The worker of a game.
pub type GameWorker<G> = Worker<<G as Game>::Position, <G as Playable>::Evaluation>;

/// The moves of a game.
pub type MoveOf<G> = <<G as Game>::Position as Position>::Move;

/// Everything a search needs, its own from now on.
pub struct Job<G: Playable> {
    /// What to search.
    pub task: SearchTask<G::Position>,
    /// What makes it weaker, if something does.
    pub weakening: Option<Weakening>,
    /// What bounds it.
    pub limits: Limits,
    /// The time it may take.
    pub budget: Option<Budget>,
    /// Resign at this many hundredths below zero; 0 is never.
    pub resign_score: Score,
    /// The answer, if none has to be searched for.
    pub at_once: Option<Answer>,
    /// The transposition table.
    pub table: Arc<Table>,
    /// What is known of endgames.
    pub tables: Option<Arc<Tables>>,
    /// What judges positions.
    pub evaluation: Arc<G::Evaluation>,
    /// One for each thread, at least one.
    pub workers: Vec<GameWorker<G>>,
}

/// How the outside reaches a running search.
pub struct Signal {
    stop: AtomicBool,
    timer: Timer,
    /// No answer may be given yet, even if the search has come to an end.
    held: Mutex<bool>,
    released: Condvar,
    infinite: bool,
}

impl Signal {
    /// The signal of a search that starts now. Its answer is held back until a
    /// stop, or while only pondering, a ponder hit.
    pub fn new(ponder: bool, infinite: bool) -> Self {
        Self {
            stop: AtomicBool::new(false),
            timer: Timer::start(ponder),
            held: Mutex::new(ponder || infinite),
            released: Condvar::new(),
            infinite,
        }
    }

    /// The same where the machine has lately stood still for so long.
    #[must_use]
    pub fn expecting(self, standstill: Duration) -> Self {
        Self { timer: self.timer.expecting(standstill), ..self }
    }

    /// Ends the search.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.release();
    }

    /// The move pondered on was played.
    pub fn ponder_hit(&self) {
        self.timer.ponder_hit();
        if !self.infinite {
            self.release();
        }
    }

    fn release(&self) {
        *self.held.lock().unwrap_or_else(PoisonError::into_inner) = false;
        self.released.notify_all();
    }

    fn wait_until_released(&self) {
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let released = self.released.wait_while(held, |held| *held);
        drop(released);
    }
}

/// A search on threads of its own.
pub struct Running<G: Playable> {
    signal: Arc<Signal>,
    thread: JoinHandle<Vec<GameWorker<G>>>,
}

impl<G: Playable> Running<G> {
    /// Begins a search; its events go to `report`.
    ///
    /// # Errors
    /// What the system says when it has no thread left, and the job.
    pub fn start(
        job: Box<Job<G>>,
        signal: Arc<Signal>,
        report: Report,
    ) -> Result<Self, (Box<Job<G>>, io::Error)> {
        let shared = Arc::clone(&signal);
        // The thread gets its job once it is there: one that is refused would take
        // the job along.
        let (hand_over, handed) = mpsc::sync_channel::<(Box<Job<G>>, Report)>(1);
        let thread = thread::Builder::new().stack_size(STACK).spawn(move || {
            handed.recv().map_or(Vec::new(), |(job, report)| job.run(&shared, report))
        });
        match thread {
            Ok(thread) => {
                // It waits for nothing else.
                let _ = hand_over.send((job, report));
                Ok(Self { signal, thread })
            }
            Err(error) => Err((job, error)),
        }
    }

    /// True until the search has reported its end.
    pub fn is_alive(&self) -> bool {
        !self.thread.is_finished()
    }

    /// How to reach it.
    pub fn signal(&self) -> &Signal {
        &self.signal
    }

    /// Waits for the end and gives the workers back, with the longest time that the
    /// machine has stood still.
    pub fn join(self) -> (Vec<GameWorker<G>>, Duration) {
        let workers = self.thread.join().unwrap_or_else(|_| {
            log::error!("a search has panicked; what it had learned is lost");
            Vec::new()
        });
        (workers, self.signal.timer.standstill())
    }
}

impl<G: Playable> Job<G> {
    fn run(mut self, signal: &Signal, mut report: Report) -> Vec<GameWorker<G>> {
        let answer = match self.at_once.take() {
            Some(answer) => answer,
            None => self.search_guarded(signal, &mut report),
        };
        signal.wait_until_released();
        report(Event::Done(answer));
        self.workers
    }

    /// Searches on the calling thread, with one worker and unheard; gives the
    /// workers back.
    pub fn run_here(mut self) -> (Answer, Vec<GameWorker<G>>) {
        let rest = self.workers.split_off(1);
        let signal = Signal::new(false, false);
        let answer = match self.at_once.take() {
            Some(answer) => answer,
            None => self.search(&signal, &mut (Box::new(|_| ()) as Report)),
        };
        self.workers.extend(rest);
        (answer, self.workers)
    }

    /// Searches, and answers even if a fault ends the search.
    fn search_guarded(&mut self, signal: &Signal, report: &mut Report) -> Answer {
        let search = AssertUnwindSafe(|| self.search(signal, report));
        panic::catch_unwind(search).unwrap_or_else(|payload| {
            // Nobody knows what they were in the middle of.
            self.workers.clear();
            report(Event::Fault(report::fault(&*payload)));
            self.task.moves.first().map_or(Answer::Resign, |&mv| Answer::Move {
                best: G::Position::usi(mv),
                ponder: None,
            })
        })
    }

    fn search(&mut self, signal: &Signal, report: &mut Report) -> Answer {
        let mut best = self.find_best(signal, &signal.stop, report);
        if self.narrow_down(&best) {
            // The search that has ended has also used up the signal.
            best = self.find_best(signal, &AtomicBool::new(false), report);
        }
        let Some(line) = best.moves.first() else { return Answer::Resign };
        if self.resign_score > 0 && line.score <= -self.resign_score {
            return Answer::Resign;
        }
        let reply = line.pv.get(1).copied().or_else(|| self.expected_reply(line.mv()));
        Answer::Move { best: G::Position::usi(line.mv()), ponder: reply.map(G::Position::usi) }
    }

    fn find_best(
        &mut self,
        signal: &Signal,
        stop: &AtomicBool,
        report: &mut Report,
    ) -> SearchResult<MoveOf<G>> {
        self.table.age();
        let control = Control::new(
            &self.table,
            &*self.evaluation,
            &signal.timer,
            stop,
            self.limits,
            self.budget,
            self.workers.len(),
        )
        .with_tables(self.tables.as_deref().map(|tables| tables as &dyn Oracle));
        let mut reporter = Reporter::<G>::new(&control, &self.task.position, report);
        let best = run_workers(&mut self.workers, &control, &self.task, &mut reporter);
        if let Some(line) = best.moves.first()
            && line.pv != reporter.last
            && line.score > -score::INFINITE
        {
            // The search was cut short in an iteration that had found better.
            reporter.report(Progress {
                depth: best.depth + 1,
                index: 0,
                line,
                bound: Bound::Exact,
            });
        }
        reporter.end();
        best
    }

    /// Leaves a careful side that is losing and would give men away only moves that
    /// do not, if it has one, for a search that nobody can stop. False when there is
    /// nothing to be done.
    fn narrow_down(&mut self, best: &SearchResult<MoveOf<G>>) -> bool {
        if self.weakening.is_none_or(|weakening| weakening.care != strength::Care::Careful) {
            return false;
        }
        let Some(line) = best.moves.first() else { return false };
        let position = &self.task.position;
        if line.score > strength::LOSING || !strength::gives_men_away(position, line.mv()) {
            return false;
        }
        let noise = self.task.noise.iter().flatten();
        let (moves, noise): (Vec<_>, Vec<_>) = iter::zip(&self.task.moves, noise)
            .filter(|&(&mv, _)| !strength::gives_men_away(position, mv))
            .unzip();
        if moves.is_empty() {
            return false;
        }
        (self.task.moves, self.task.noise) = (moves, Some(noise));
        let nodes = self.limits.nodes.unwrap_or(u64::MAX);
        self.limits.nodes = Some(nodes.min(UNSTOPPABLE_NODES));
        true
    }

    /// The reply that the table expects to a move, if it knows one.
    fn expected_reply(&self, mv: MoveOf<G>) -> Option<MoveOf<G>> {
        let mut position = self.task.position.clone();
        position.play(mv, &mut ());
        let barred = self.task.history.barred_key(&G::Position::REPETITION);
        let known = self.table.probe(position.key() ^ barred, 1)?;
        MoveOf::<G>::from_bits(known.best).filter(|&reply| position.is_legal(reply))
    }
}

/// Runs every worker, the first on this thread and the others on threads of
/// their own ("lazy SMP", <https://www.chessprogramming.org/Lazy_SMP>), and
/// gives the best result. The first one ends the search of all.
fn run_workers<G: Playable>(
    workers: &mut [GameWorker<G>],
    control: &Control<'_, G::Evaluation>,
    task: &SearchTask<G::Position>,
    reporter: &mut Reporter<'_, G>,
) -> SearchResult<MoveOf<G>> {
    let (first, others) = workers.split_at_mut(1);
    thread::scope(|scope| {
        // A system that has no thread left is searched with fewer.
        let others: Vec<_> = others
            .iter_mut()
            .map_while(|worker| {
                let thread = thread::Builder::new().stack_size(STACK);
                thread.spawn_scoped(scope, || worker.run(control, task, &mut |_| {})).ok()
            })
            .collect();
        let end_of_all = StopAtEnd(control);
        let mut best = first[0].run(control, task, &mut |progress| reporter.report(progress));
        drop(end_of_all);
        for other in others {
            let result = match other.join() {
                Ok(result) => result,
                Err(payload) => {
                    (reporter.report)(Event::Fault(report::fault(&*payload)));
                    continue;
                }
            };
            if task.multi_pv == 1 && result.is_better_than(&best) {
                best = result;
            }
        }
        best
    })
}

/// Ends the search of all threads when it goes, and be it by a fault: they would
/// be waited for.
struct StopAtEnd<'a, 'b, E>(&'a Control<'b, E>);

impl<E> Drop for StopAtEnd<'_, '_, E> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Puts the principal variations of a search into words.
struct Reporter<'a, G: Playable> {
    control: &'a Control<'a, G::Evaluation>,
    root: &'a G::Position,
    report: &'a mut Report,
    /// The best line as last reported, with its score and no bound of it.
    last: Vec<MoveOf<G>>,
    /// What was told of it.
    told: Option<Info>,
    /// The count of nodes that was told last.
    nodes: u64,
}

impl<'a, G: Playable> Reporter<'a, G> {
    fn new(
        control: &'a Control<'a, G::Evaluation>,
        root: &'a G::Position,
        report: &'a mut Report,
    ) -> Self {
        Self { control, root, report, last: Vec::new(), told: None, nodes: 0 }
    }

    /// A line in words, led on where tables have cut it.
    fn in_words(&self, line: &RootMove<MoveOf<G>>) -> Vec<String> {
        let mut moves = line.pv.clone();
        if let Some(tables) = self.control.tables {
            tabulated::lead_on(tables, self.root, line.score, &mut moves);
        }
        moves.into_iter().map(G::Position::usi).collect()
    }

    fn report(&mut self, progress: Progress<'_, MoveOf<G>>) {
        let Progress { depth, index, line, bound } = progress;
        let Spent { nodes, hashfull, time } = self.spent();
        let info = Info {
            depth,
            seldepth: line.seldepth.max(line.pv.len()) as u32,
            multipv: index + 1,
            score: line.score,
            bound,
            nodes,
            hashfull,
            time,
            pv: self.in_words(line),
        };
        // Bounds are told only of a search that lasts: they must not stand for a line.
        if index == 0 && bound == Bound::Exact {
            self.last.clone_from(&line.pv);
            self.told = Some(info.clone());
        }
        self.nodes = nodes;
        (self.report)(Event::Info(info));
    }

    /// The search has ended: what it has counted since the last line was told is told
    /// with the best line once more.
    fn end(&mut self) {
        let spent @ Spent { nodes, hashfull, time } = self.spent();
        if nodes == self.nodes {
            return;
        }
        (self.report)(match self.told.take() {
            Some(info) => Event::Info(Info { nodes, hashfull, time, ..info }),
            None => Event::Spent(spent),
        });
    }

    /// What the search has cost so far.
    fn spent(&self) -> Spent {
        Spent {
            nodes: self.control.nodes(),
            hashfull: self.control.table.hashfull(),
            time: self.control.timer.elapsed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::history::History;
    use crate::core::movelist::MoveList;
    use crate::core::position::All;
    use crate::games::drop::Yari;
    use crate::games::hasami::Hasami;

    /// Nodes that a search without bounds looks at after it was stopped, from
    /// another thread and in the middle of an iteration.
    fn nodes_after_stop<G: Playable>() -> u64 {
        let evaluation = G::built_in();
        let mut workers: Vec<GameWorker<G>> =
            (0..2).map(|thread| GameWorker::<G>::new(thread, &evaluation)).collect();
        let position = G::Position::startpos();
        let mut moves = MoveList::new();
        position.generate::<All>(&mut moves);
        let moves = moves.to_vec();
        let mut history = History::new();
        history.push(position.key(), position.in_check());
        let noise = None;
        let task = SearchTask { position, history, moves, noise, multi_pv: 1, draw_ply: None };
        let table = Table::new(1).expect("room");
        let (timer, stop) = (Timer::start(false), AtomicBool::new(false));
        let limits = Limits::default();
        let control = Control::new(&table, &*evaluation, &timer, &stop, limits, None, 2);
        let mut report: Report = Box::new(|_| ());
        let mut reporter = Reporter::<G>::new(&control, &task.position, &mut report);
        let stopped_at = thread::scope(|scope| {
            let stopper = scope.spawn(|| {
                while control.nodes() < 20_000 {
                    thread::yield_now();
                }
                control.stop();
                control.nodes()
            });
            run_workers(&mut workers, &control, &task, &mut reporter);
            stopper.join().expect("no panic")
        });
        control.nodes() - stopped_at
    }

    /// A search that was slow enough to tell bounds, and is cut short, has to end with
    /// the same line as a quick one.
    #[test]
    fn a_bound_does_not_stand_for_the_best_line() {
        let evaluation = Hasami::built_in();
        let mut moves = MoveList::new();
        <Hasami as Game>::Position::startpos().generate::<All>(&mut moves);
        let root = <Hasami as Game>::Position::startpos();
        let line = RootMove::new(moves[0], None);
        let table = Table::new(1).expect("room");
        let (timer, stop) = (Timer::start(false), AtomicBool::new(false));
        let control = Control::new(&table, &*evaluation, &timer, &stop, Limits::default(), None, 1);
        let mut report: Report = Box::new(|_| ());
        let mut reporter = Reporter::<Hasami>::new(&control, &root, &mut report);
        let lines = [Bound::Lower, Bound::Exact].map(|bound| {
            reporter.report(Progress { depth: 1, index: 0, line: &line, bound });
            reporter.last.len()
        });
        assert_eq!(lines, [0, 1]);
    }

    /// Far less than a millisecond's work, on whatever machine. How it is stopped is
    /// the same for every game; here is one of each family.
    #[test]
    fn a_stop_is_obeyed_within_a_few_nodes() {
        let nodes = [nodes_after_stop::<Yari>(), nodes_after_stop::<Hasami>()];
        assert!(nodes.iter().all(|&nodes| nodes < 500), "{nodes:?}");
    }
}

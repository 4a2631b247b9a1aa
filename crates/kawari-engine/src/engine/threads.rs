//! A running search: its threads, and the signals that end it.

use std::io;
use std::iter;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::search_events::{
    self, SearchAnswer, SearchCallback, SearchEvent, SearchInfo, SearchStats,
};
use super::strength::{self, StrengthReduction};
use crate::core::endgame::TablebaseProbe;
use crate::core::position::{MoveLike, Position};
use crate::core::score::{self, Score};
use crate::games::Game;
use crate::games::variants::Playable;
use crate::notation::Notation;
use crate::search::limits::Limits;
use crate::search::root::{PvReport, RootMove, RootTask, SearchResult};
use crate::search::search_thread::SearchThread;
use crate::search::shared::SharedContext;
use crate::search::tablebase_probe;
use crate::search::time_manager::{SearchClock, TimeBudget};
use crate::search::transposition_table::{Bound, TranspositionTable};
use crate::tablebase::probe::Tablebase;

/// Stack of a search thread, in bytes: a line of the longest length, many times
/// over. Only what is touched is used.
const STACK: usize = 16 << 20;

/// Searched in the twinkling of an eye, where nobody can stop a search.
pub const MAX_NODES_WITHOUT_STOP: u64 = 10_000;

/// The worker of a game.
pub type GameSearchThread<G> = SearchThread<<G as Game>::Position, <G as Playable>::Evaluation>;

/// The moves of a game.
pub type GameMove<G> = <<G as Game>::Position as Position>::Move;

/// Everything a search needs, its own from now on.
pub struct SearchJob<G: Playable> {
    /// What to search.
    pub task: RootTask<G::Position>,
    /// What makes it weaker, if something does.
    pub strength_reduction: Option<StrengthReduction>,
    /// What bounds it.
    pub limits: Limits,
    /// The time it may take.
    pub budget: Option<TimeBudget>,
    /// Resign at this many hundredths below zero; 0 is never.
    pub resign_score: Score,
    /// The answer, if none has to be searched for.
    pub immediate_answer: Option<SearchAnswer>,
    /// The transposition table.
    pub tt: Arc<TranspositionTable>,
    /// What is known of endgames.
    pub tables: Option<Arc<Tablebase>>,
    /// What judges positions.
    pub evaluation: Arc<G::Evaluation>,
    /// One for each thread, at least one.
    pub workers: Vec<GameSearchThread<G>>,
}

/// How the outside reaches a running search.
pub struct StopSignal {
    stop: AtomicBool,
    timer: SearchClock,
    /// No answer may be given yet, even if the search has come to an end.
    is_withheld: Mutex<bool>,
    released: Condvar,
    infinite: bool,
}

impl StopSignal {
    /// The signal of a search that starts now. Its answer is held back until a
    /// stop, or while only pondering, a ponder hit.
    pub fn new(ponder: bool, infinite: bool) -> Self {
        Self {
            stop: AtomicBool::new(false),
            timer: SearchClock::start(ponder),
            is_withheld: Mutex::new(ponder || infinite),
            released: Condvar::new(),
            infinite,
        }
    }

    /// The same where the machine has lately stood still for so long.
    #[must_use]
    pub fn with_stall(self, longest_stall: Duration) -> Self {
        Self { timer: self.timer.with_stall(longest_stall), ..self }
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
        *self.is_withheld.lock().unwrap_or_else(PoisonError::into_inner) = false;
        self.released.notify_all();
    }

    fn wait_until_released(&self) {
        let is_withheld = self.is_withheld.lock().unwrap_or_else(PoisonError::into_inner);
        let released = self.released.wait_while(is_withheld, |is_withheld| *is_withheld);
        drop(released);
    }
}

/// A search on threads of its own.
pub struct RunningSearch<G: Playable> {
    signal: Arc<StopSignal>,
    thread: JoinHandle<Vec<GameSearchThread<G>>>,
}

impl<G: Playable> RunningSearch<G> {
    /// Begins a search; its events go to `report`.
    ///
    /// # Errors
    /// What the system says when it has no thread left, and the job.
    pub fn start(
        job: Box<SearchJob<G>>,
        signal: Arc<StopSignal>,
        report: SearchCallback,
    ) -> Result<Self, (Box<SearchJob<G>>, io::Error)> {
        let shared = Arc::clone(&signal);
        // The thread gets its job once it is there: one that is refused would take
        // the job along.
        let (job_sender, job_receiver) =
            mpsc::sync_channel::<(Box<SearchJob<G>>, SearchCallback)>(1);
        let thread = thread::Builder::new().stack_size(STACK).spawn(move || {
            job_receiver.recv().map_or(Vec::new(), |(job, report)| job.run(&shared, report))
        });
        match thread {
            Ok(thread) => {
                // It waits for nothing else.
                let _ = job_sender.send((job, report));
                Ok(Self { signal, thread })
            }
            Err(error) => Err((job, error)),
        }
    }

    /// How to reach it.
    pub fn signal(&self) -> &StopSignal {
        &self.signal
    }

    /// Waits for the end and gives the workers back, with the longest time that the
    /// machine has stood still.
    pub fn join(self) -> (Vec<GameSearchThread<G>>, Duration) {
        let workers = self.thread.join().unwrap_or_else(|_| {
            log::error!("a search has panicked; what it had learned is lost");
            Vec::new()
        });
        (workers, self.signal.timer.longest_stall())
    }
}

impl<G: Playable> SearchJob<G> {
    fn run(mut self, signal: &StopSignal, mut report: SearchCallback) -> Vec<GameSearchThread<G>> {
        let answer = match self.immediate_answer.take() {
            Some(answer) => answer,
            None => self.search_catching_panics(signal, &mut report),
        };
        signal.wait_until_released();
        report(SearchEvent::Done(answer));
        self.workers
    }

    /// Searches on the calling thread, with one worker and unheard; gives the
    /// workers back.
    pub fn run_blocking(mut self) -> (SearchAnswer, Vec<GameSearchThread<G>>) {
        let rest = self.workers.split_off(1);
        let signal = StopSignal::new(false, false);
        let answer = match self.immediate_answer.take() {
            Some(answer) => answer,
            None => self.search(&signal, &mut (Box::new(|_| ()) as SearchCallback)),
        };
        self.workers.extend(rest);
        (answer, self.workers)
    }

    /// Searches, and answers even if a fault ends the search.
    fn search_catching_panics(
        &mut self,
        signal: &StopSignal,
        report: &mut SearchCallback,
    ) -> SearchAnswer {
        let search = AssertUnwindSafe(|| self.search(signal, report));
        panic::catch_unwind(search).unwrap_or_else(|payload| {
            // Nobody knows what they were in the middle of.
            self.workers.clear();
            report(SearchEvent::Fault(search_events::panic_message(&*payload)));
            self.task.moves.first().map_or(SearchAnswer::Resign, |&mv| SearchAnswer::Move {
                best: G::Position::usi(mv),
                ponder: None,
            })
        })
    }

    fn search(&mut self, signal: &StopSignal, report: &mut SearchCallback) -> SearchAnswer {
        let mut best = self.find_best(signal, &signal.stop, report);
        if self.exclude_losing_moves(&best) {
            // The search that has ended has also used up the signal.
            best = self.find_best(signal, &AtomicBool::new(false), report);
        }
        let Some(root_move) = best.moves.first() else { return SearchAnswer::Resign };
        if self.resign_score > 0 && root_move.score <= -self.resign_score {
            return SearchAnswer::Resign;
        }
        let reply = root_move.pv.get(1).copied().or_else(|| self.expected_reply(root_move.mv()));
        SearchAnswer::Move {
            best: G::Position::usi(root_move.mv()),
            ponder: reply.map(G::Position::usi),
        }
    }

    fn find_best(
        &mut self,
        signal: &StopSignal,
        stop: &AtomicBool,
        report: &mut SearchCallback,
    ) -> SearchResult<GameMove<G>> {
        self.tt.start_search();
        let shared = SharedContext::new(
            &self.tt,
            &*self.evaluation,
            &signal.timer,
            stop,
            self.limits,
            self.budget,
            self.workers.len(),
        )
        .with_tables(self.tables.as_deref().map(|tables| tables as &dyn TablebaseProbe));
        let mut reporter = InfoReporter::<G>::new(&shared, &self.task.position, report);
        let best = run_workers(&mut self.workers, &shared, &self.task, &mut reporter);
        if let Some(root_move) = best.moves.first()
            && root_move.pv != reporter.last
            && root_move.score > -score::INFINITE
        {
            // The search was cut short in an iteration that had found better.
            reporter.report(PvReport {
                depth: best.depth + 1,
                index: 0,
                root_move,
                bound: Bound::Exact,
            });
        }
        reporter.end();
        best
    }

    /// Leaves a careful side that is losing and would give men away only moves that
    /// do not, if it has one, for a search that nobody can stop. False when there is
    /// nothing to be done.
    fn exclude_losing_moves(&mut self, best: &SearchResult<GameMove<G>>) -> bool {
        if self.strength_reduction.is_none_or(|strength_reduction| {
            strength_reduction.blunder_guard != strength::BlunderGuard::Careful
        }) {
            return false;
        }
        let Some(root_move) = best.moves.first() else { return false };
        let position = &self.task.position;
        if root_move.score > strength::LOSING_SCORE
            || !strength::loses_material(position, root_move.mv())
        {
            return false;
        }
        let noise = self.task.noise.iter().flatten();
        let (moves, noise): (Vec<_>, Vec<_>) = iter::zip(&self.task.moves, noise)
            .filter(|&(&mv, _)| !strength::loses_material(position, mv))
            .unzip();
        if moves.is_empty() {
            return false;
        }
        (self.task.moves, self.task.noise) = (moves, Some(noise));
        let nodes = self.limits.nodes.unwrap_or(u64::MAX);
        self.limits.nodes = Some(nodes.min(MAX_NODES_WITHOUT_STOP));
        true
    }

    /// The reply that the table expects to a move, if it knows one.
    fn expected_reply(&self, mv: GameMove<G>) -> Option<GameMove<G>> {
        let mut position = self.task.position.clone();
        position.play(mv, &mut ());
        let ban_key = self.task.history.repetition_ban_key(&G::Position::REPETITION);
        let tt_entry = self.tt.probe(position.key() ^ ban_key, 1)?;
        GameMove::<G>::from_bits(tt_entry.best).filter(|&reply| position.is_legal(reply))
    }
}

/// Runs every worker, the first on this thread and the others on threads of
/// their own ("lazy SMP", <https://www.chessprogramming.org/Lazy_SMP>), and
/// gives the best result. The first one ends the search of all.
fn run_workers<G: Playable>(
    workers: &mut [GameSearchThread<G>],
    shared: &SharedContext<'_, G::Evaluation>,
    task: &RootTask<G::Position>,
    reporter: &mut InfoReporter<'_, G>,
) -> SearchResult<GameMove<G>> {
    let (first, others) = workers.split_at_mut(1);
    thread::scope(|scope| {
        // A system that has no thread left is searched with fewer.
        let others: Vec<_> = others
            .iter_mut()
            .map_while(|worker| {
                let thread = thread::Builder::new().stack_size(STACK);
                thread
                    .spawn_scoped(scope, || worker.iterative_deepening(shared, task, &mut |_| {}))
                    .ok()
            })
            .collect();
        let end_of_all = StopOnDrop(shared);
        let mut best =
            first[0].iterative_deepening(shared, task, &mut |progress| reporter.report(progress));
        drop(end_of_all);
        for other in others {
            let result = match other.join() {
                Ok(result) => result,
                Err(payload) => {
                    (reporter.report)(SearchEvent::Fault(search_events::panic_message(&*payload)));
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
struct StopOnDrop<'a, 'b, E>(&'a SharedContext<'b, E>);

impl<E> Drop for StopOnDrop<'_, '_, E> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Puts the principal variations of a search into words.
struct InfoReporter<'a, G: Playable> {
    shared: &'a SharedContext<'a, G::Evaluation>,
    root: &'a G::Position,
    report: &'a mut SearchCallback,
    /// The best line as last reported, with its score and no bound of it.
    last: Vec<GameMove<G>>,
    /// What was told of it.
    last_info: Option<SearchInfo>,
    /// The count of nodes that was told last.
    nodes: u64,
}

impl<'a, G: Playable> InfoReporter<'a, G> {
    fn new(
        shared: &'a SharedContext<'a, G::Evaluation>,
        root: &'a G::Position,
        report: &'a mut SearchCallback,
    ) -> Self {
        Self { shared, root, report, last: Vec::new(), last_info: None, nodes: 0 }
    }

    /// A line in words, led on where tables have cut it.
    fn pv_in_usi(&self, root_move: &RootMove<GameMove<G>>) -> Vec<String> {
        let mut moves = root_move.pv.clone();
        if let Some(tables) = self.shared.tables {
            tablebase_probe::extend_pv(tables, self.root, root_move.score, &mut moves);
        }
        moves.into_iter().map(G::Position::usi).collect()
    }

    fn report(&mut self, progress: PvReport<'_, GameMove<G>>) {
        let PvReport { depth, index, root_move, bound } = progress;
        let SearchStats { nodes, hashfull, time } = self.stats();
        let info = SearchInfo {
            depth,
            seldepth: root_move.seldepth.max(root_move.pv.len()) as u32,
            multipv: index + 1,
            score: root_move.score,
            bound,
            nodes,
            hashfull,
            time,
            pv: self.pv_in_usi(root_move),
        };
        // Bounds are told only of a search that lasts: they must not stand for a line.
        if index == 0 && bound == Bound::Exact {
            self.last.clone_from(&root_move.pv);
            self.last_info = Some(info.clone());
        }
        self.nodes = nodes;
        (self.report)(SearchEvent::Info(info));
    }

    /// The search has ended: what it has counted since the last line was told is told
    /// with the best line once more.
    fn end(&mut self) {
        let stats @ SearchStats { nodes, hashfull, time } = self.stats();
        if nodes == self.nodes {
            return;
        }
        (self.report)(match self.last_info.take() {
            Some(info) => SearchEvent::Info(SearchInfo { nodes, hashfull, time, ..info }),
            None => SearchEvent::Spent(stats),
        });
    }

    /// What the search has cost so far.
    fn stats(&self) -> SearchStats {
        SearchStats {
            nodes: self.shared.nodes(),
            hashfull: self.shared.tt.hashfull(),
            time: self.shared.timer.elapsed(),
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
        let mut workers: Vec<GameSearchThread<G>> =
            (0..2).map(|thread| GameSearchThread::<G>::new(thread, &evaluation)).collect();
        let position = G::Position::startpos();
        let mut moves = MoveList::new();
        position.generate::<All>(&mut moves);
        let moves = moves.to_vec();
        let mut history = History::new();
        history.push(position.key(), position.in_check());
        let noise = None;
        let task = RootTask { position, history, moves, noise, multi_pv: 1, draw_ply: None };
        let table = TranspositionTable::new(1).expect("room");
        let (timer, stop) = (SearchClock::start(false), AtomicBool::new(false));
        let limits = Limits::default();
        let shared = SharedContext::new(&table, &*evaluation, &timer, &stop, limits, None, 2);
        let mut report: SearchCallback = Box::new(|_| ());
        let mut reporter = InfoReporter::<G>::new(&shared, &task.position, &mut report);
        let stopped_at = thread::scope(|scope| {
            let stopper = scope.spawn(|| {
                while shared.nodes() < 20_000 {
                    thread::yield_now();
                }
                shared.stop();
                shared.nodes()
            });
            run_workers(&mut workers, &shared, &task, &mut reporter);
            stopper.join().expect("no panic")
        });
        shared.nodes() - stopped_at
    }

    /// A search that was slow enough to tell bounds, and is cut short, has to end with
    /// the same line as a quick one.
    #[test]
    fn a_bound_does_not_stand_for_the_best_line() {
        let evaluation = Hasami::built_in();
        let mut moves = MoveList::new();
        <Hasami as Game>::Position::startpos().generate::<All>(&mut moves);
        let root = <Hasami as Game>::Position::startpos();
        let root_move = RootMove::new(moves[0], None);
        let table = TranspositionTable::new(1).expect("room");
        let (timer, stop) = (SearchClock::start(false), AtomicBool::new(false));
        let shared =
            SharedContext::new(&table, &*evaluation, &timer, &stop, Limits::default(), None, 1);
        let mut report: SearchCallback = Box::new(|_| ());
        let mut reporter = InfoReporter::<Hasami>::new(&shared, &root, &mut report);
        let lines = [Bound::Lower, Bound::Exact].map(|bound| {
            reporter.report(PvReport { depth: 1, index: 0, root_move: &root_move, bound });
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

//! Search threads: a running search, its output and its stop signal.

use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::search_events::{
    self, SearchAnswer, SearchCallback, SearchEvent, SearchInfo, SearchStats,
};
use super::strength::NoisyMoves;
use crate::core::endgame::TablebaseProbe;
use crate::core::platform::{self, BackgroundTask};
use crate::core::position::{MoveLike, Position};
use crate::core::score::Score;
use crate::games::Game;
use crate::games::variants::Playable;
use crate::notation::Notation;
use crate::notation::usi::UsiMove;
use crate::search::limits::Limits;
use crate::search::root::{MultiPv, PvReport, RootMove, RootTask, SearchResult};
use crate::search::search_thread::SearchThread;
use crate::search::shared::SharedContext;
use crate::search::tablebase_probe;
use crate::search::time_manager::{SearchClock, TimeBudget};
use crate::search::transposition_table::{Bound, TranspositionTable};

/// Stack size of a search thread in bytes, many times the need of the longest line. Untouched
/// pages take no memory.
const STACK: usize = 16 << 20;

/// Maximum nodes of a search that cannot be stopped (about 10 ms).
pub const MAX_NODES_WITHOUT_STOP: u64 = 10_000;

/// The state of a search thread of a game.
pub type GameSearchThread<G> = SearchThread<<G as Game>::Position, <G as Playable>::Evaluation>;

/// The move type of a game.
pub type GameMove<G> = <<G as Game>::Position as Position>::Move;

/// Everything that a search needs, owned by it.
pub struct SearchJob<G: Playable> {
    /// The root position and its moves.
    pub task: RootTask<G::Position>,
    /// Noise of the root moves, for a search at reduced strength.
    pub noisy_moves: Option<NoisyMoves<GameMove<G>>>,
    /// The limits.
    pub limits: Limits,
    /// The time budget; `None` without a time limit.
    pub budget: Option<TimeBudget>,
    /// Resigns at this score below zero, in centipawns; 0 is never.
    pub resign_score: Score,
    /// The answer, if no search is necessary.
    pub immediate_answer: Option<SearchAnswer>,
    /// The transposition table.
    pub tt: Arc<TranspositionTable>,
    /// The tablebases.
    pub tables: Option<Arc<dyn TablebaseProbe>>,
    /// The evaluation.
    pub evaluation: Arc<G::Evaluation>,
    /// The state of each thread; at least one.
    pub search_threads: Vec<GameSearchThread<G>>,
}

/// The signal by which other threads stop a search or end its pondering.
pub struct StopSignal {
    stop: AtomicBool,
    timer: SearchClock,
    /// The answer must wait, even if the search has ended.
    is_withheld: Mutex<bool>,
    released: Condvar,
    infinite: bool,
}

impl StopSignal {
    /// Creates the signal for a search that starts now. If `ponder` or `infinite` is set, the
    /// answer is withheld until [`StopSignal::stop`]; [`StopSignal::ponder_hit`] also releases
    /// it unless `infinite` is set.
    pub fn new(ponder: bool, infinite: bool) -> Self {
        Self {
            stop: AtomicBool::new(false),
            timer: SearchClock::start(ponder),
            is_withheld: Mutex::new(ponder || infinite),
            released: Condvar::new(),
            infinite,
        }
    }

    /// Sets the longest recent stall of the machine, for which the clock keeps a reserve.
    #[must_use]
    pub fn with_stall(self, longest_stall: Duration) -> Self {
        Self { timer: self.timer.with_stall(longest_stall), ..self }
    }

    /// Stops the search and releases its answer.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.release();
    }

    /// Ends pondering: the expected move was played.
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

    /// Waits until the answer may be sent. Without threads no other code could release it: there
    /// the caller withholds the answer.
    fn wait_until_released(&self) {
        if !platform::HAS_THREADS {
            return;
        }
        let is_withheld = self.is_withheld.lock().unwrap_or_else(PoisonError::into_inner);
        let released = self.released.wait_while(is_withheld, |is_withheld| *is_withheld);
        drop(released);
    }
}

/// A search running on its own threads. In a WebAssembly module it has ended: it runs on the
/// calling thread.
pub struct RunningSearch<G: Playable> {
    signal: Arc<StopSignal>,
    task: BackgroundTask<Vec<GameSearchThread<G>>>,
}

impl<G: Playable> RunningSearch<G> {
    /// Starts a search. Its events are passed to `report`.
    ///
    /// # Errors
    /// Returns the job and the I/O error if the thread cannot be spawned.
    pub fn start(
        job: Box<SearchJob<G>>,
        signal: Arc<StopSignal>,
        report: SearchCallback,
    ) -> Result<Self, (Box<SearchJob<G>>, io::Error)> {
        let shared = Arc::clone(&signal);
        let run = move |(job, report): (Box<SearchJob<G>>, _)| job.run(&shared, report);
        match BackgroundTask::spawn(STACK, (job, report), run) {
            Ok(task) => Ok(Self { signal, task }),
            Err(((job, _), error)) => Err((job, error)),
        }
    }

    /// Returns the signal of the search.
    pub fn signal(&self) -> &StopSignal {
        &self.signal
    }

    /// Waits for the end of the search. Returns the state of its threads and the longest stall
    /// of the machine.
    pub fn join(self) -> (Vec<GameSearchThread<G>>, Duration) {
        let search_threads = self.task.join().unwrap_or_else(|| {
            log::error!("a search thread panicked; its histories are lost");
            Vec::new()
        });
        (search_threads, self.signal.timer.longest_stall())
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
        self.search_threads
    }

    /// Searches on the calling thread, without helper threads and without events. Returns the
    /// answer and the state of all threads.
    pub fn run_blocking(mut self) -> (SearchAnswer, Vec<GameSearchThread<G>>) {
        let rest = self.search_threads.split_off(1);
        let signal = StopSignal::new(false, false);
        let answer = match self.immediate_answer.take() {
            Some(answer) => answer,
            None => self.search(&signal, &mut (Box::new(|_| ()) as SearchCallback)),
        };
        self.search_threads.extend(rest);
        (answer, self.search_threads)
    }

    /// Searches. After a panic, reports it and answers with the first move.
    fn search_catching_panics(
        &mut self,
        signal: &StopSignal,
        report: &mut SearchCallback,
    ) -> SearchAnswer {
        let search = AssertUnwindSafe(|| self.search(signal, report));
        panic::catch_unwind(search).unwrap_or_else(|payload| {
            // A panic may have left their state inconsistent.
            self.search_threads.clear();
            report(SearchEvent::Fault(search_events::panic_message(&*payload)));
            self.task.moves.first().map_or(SearchAnswer::Resign, |&mv| SearchAnswer::Move {
                best: self.task.position.usi(mv),
                ponder: None,
            })
        })
    }

    fn search(&mut self, signal: &StopSignal, report: &mut SearchCallback) -> SearchAnswer {
        let mut best = self.find_best(signal, &signal.stop, report);
        if self.exclude_material_losses(best.as_ref()) {
            // The stop flag of the signal may already be set.
            best = self.find_best(signal, &AtomicBool::new(false), report);
        }
        let Some(root_move) = best else { return SearchAnswer::Resign };
        if self.resign_score > 0 && root_move.score <= -self.resign_score {
            return SearchAnswer::Resign;
        }
        let reply = root_move.pv.get(1).copied().or_else(|| self.expected_reply(root_move.mv()));
        SearchAnswer::Move {
            best: self.task.position.usi(root_move.mv()),
            ponder: reply.map(|reply| self.task.position.usi(reply)),
        }
    }

    /// Searches, reports the progress, and returns the root move to play.
    fn find_best(
        &mut self,
        signal: &StopSignal,
        stop: &AtomicBool,
        report: &mut SearchCallback,
    ) -> Option<RootMove<GameMove<G>>> {
        self.tt.start_search();
        let shared = SharedContext::new(
            &self.tt,
            &*self.evaluation,
            &signal.timer,
            stop,
            self.limits,
            self.budget,
            self.search_threads.len(),
        )
        .with_tables(self.tables.as_deref());
        let mut reporter = InfoReporter::<G>::new(&shared, &self.task.position, report);
        let (depth, best) = match &self.noisy_moves {
            None => {
                let result = run_search_threads(
                    &mut self.search_threads,
                    &shared,
                    &self.task,
                    &mut reporter,
                );
                // A move that was not reported comes from an interrupted iteration.
                (result.depth + 1, result.moves.into_iter().next())
            }
            Some(noisy_moves) => {
                let lines = search_lines::<G>(&mut self.search_threads[0], &shared, &self.task);
                let best = noisy_moves.choose(&lines.moves).or(lines.moves.first());
                (lines.depth, best.cloned())
            }
        };
        if let Some(root_move) = &best
            && root_move.pv != reporter.last
            && root_move.has_score()
        {
            reporter.report(PvReport { depth, index: 0, root_move, bound: Bound::Exact });
        }
        reporter.end();
        best
    }

    /// Excludes the moves that lose material from a search at reduced strength, and limits
    /// it to [`MAX_NODES_WITHOUT_STOP`]. Returns false if the chosen move can be played.
    fn exclude_material_losses(&mut self, chosen: Option<&RootMove<GameMove<G>>>) -> bool {
        let (Some(noisy_moves), Some(chosen)) = (&self.noisy_moves, chosen) else { return false };
        let others = noisy_moves.without_material_losses(&self.task.position, chosen);
        let Some(others) = others else { return false };
        (self.task.moves, self.task.multi_pv) = others.search_parameters();
        self.noisy_moves = Some(others);
        let nodes = self.limits.nodes.unwrap_or(u64::MAX);
        self.limits.nodes = Some(nodes.min(MAX_NODES_WITHOUT_STOP));
        true
    }

    /// Returns the transposition table's reply to a move, if it is legal.
    fn expected_reply(&self, mv: GameMove<G>) -> Option<GameMove<G>> {
        let mut position = self.task.position.clone();
        position.play(mv, &mut ());
        let ban_key = self.task.history.repetition_ban_key(&position.repetition_rule());
        let tt_entry = self.tt.probe(position.key() ^ ban_key, 1)?;
        GameMove::<G>::from_bits(tt_entry.best).filter(|&reply| position.is_legal(reply))
    }
}

/// Searches with all threads, the first on the calling thread
/// ([lazy SMP](https://www.chessprogramming.org/Lazy_SMP)). When the first one ends, it stops
/// the others. Returns the best result.
fn run_search_threads<G: Playable>(
    search_threads: &mut [GameSearchThread<G>],
    shared: &SharedContext<'_, G::Evaluation>,
    task: &RootTask<G::Position>,
    reporter: &mut InfoReporter<'_, G>,
) -> SearchResult<GameMove<G>> {
    let (first, others) = search_threads.split_at_mut(1);
    thread::scope(|scope| {
        // If a thread cannot be spawned, search with fewer.
        let others: Vec<_> = others
            .iter_mut()
            .map_while(|search_thread| {
                let builder = thread::Builder::new().stack_size(STACK);
                builder
                    .spawn_scoped(scope, || {
                        search_thread.iterative_deepening(shared, task, &mut |_| {})
                    })
                    .ok()
            })
            .collect();
        let stop_guard = StopOnDrop(shared);
        let mut best =
            first[0].iterative_deepening(shared, task, &mut |progress| reporter.report(progress));
        drop(stop_guard);
        for other in others {
            let result = match other.join() {
                Ok(result) => result,
                Err(payload) => {
                    (reporter.report)(SearchEvent::Fault(search_events::panic_message(&*payload)));
                    continue;
                }
            };
            if task.multi_pv == MultiPv::Best(1) && result.is_better_than(&best) {
                best = result;
            }
        }
        best
    })
}

/// Returns the lines of the last completed iteration, best first. If the search ended before
/// depth 1 was complete, returns the root moves searched so far, or else all of them.
fn search_lines<G: Playable>(
    search_thread: &mut GameSearchThread<G>,
    shared: &SharedContext<'_, G::Evaluation>,
    task: &RootTask<G::Position>,
) -> SearchResult<GameMove<G>> {
    let mut lines: Vec<RootMove<GameMove<G>>> = Vec::new();
    let mut result = search_thread.iterative_deepening(shared, task, &mut |pv| {
        if pv.index == 0 {
            lines.clear();
        }
        lines.push(pv.root_move.clone());
    });
    if lines.is_empty() {
        if result.moves.iter().any(RootMove::has_score) {
            result.moves.retain(RootMove::has_score);
        }
        return SearchResult { depth: 1, moves: result.moves };
    }
    SearchResult { depth: result.depth, moves: lines }
}

/// Stops all threads of a search when it is dropped, also by a panic: the scope waits for
/// them.
struct StopOnDrop<'a, 'b, E>(&'a SharedContext<'b, E>);

impl<E> Drop for StopOnDrop<'_, '_, E> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Reports the principal variations of a search as [`SearchInfo`].
struct InfoReporter<'a, G: Playable> {
    shared: &'a SharedContext<'a, G::Evaluation>,
    root: &'a G::Position,
    report: &'a mut SearchCallback,
    /// The best line of the last report with an exact score.
    last: Vec<GameMove<G>>,
    /// The last report of that line.
    last_info: Option<SearchInfo>,
    /// The node count of the last report.
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

    /// Returns a line, extended by the tablebases.
    fn extended_pv(&self, root_move: &RootMove<GameMove<G>>) -> Vec<UsiMove> {
        let mut moves = root_move.pv.clone();
        if let Some(tables) = self.shared.tables {
            tablebase_probe::extend_pv(tables, self.root, root_move.score, &mut moves);
        }
        moves.into_iter().map(|mv| self.root.usi(mv)).collect()
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
            pv: self.extended_pv(root_move),
        };
        // Bounds are reported only in long searches, so they must not replace an exact line.
        if index == 0 && bound == Bound::Exact {
            self.last.clone_from(&root_move.pv);
            self.last_info = Some(info.clone());
        }
        self.nodes = nodes;
        (self.report)(SearchEvent::Info(info));
    }

    /// Reports the final node count, with the best line if there is one.
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

    /// Returns the cost of the search so far.
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

    /// Returns the number of nodes that a search visits after it was stopped by another thread
    /// during an iteration.
    fn nodes_after_stop<G: Playable>(game: G) -> u64 {
        let evaluation = game.built_in();
        let position = game.startpos();
        let mut search_threads: Vec<GameSearchThread<G>> = (0..2)
            .map(|thread| GameSearchThread::<G>::new(thread, &evaluation, &position))
            .collect();
        let mut moves = MoveList::new();
        position.generate::<All>(&mut moves);
        let moves = moves.to_vec();
        let mut history = History::new();
        history.push(position.key(), position.in_check());
        let multi_pv = MultiPv::Best(1);
        let task = RootTask { position, history, moves, multi_pv, draw_ply: None };
        let tt = TranspositionTable::new(1).expect("room");
        let (timer, stop) = (SearchClock::start(false), AtomicBool::new(false));
        let limits = Limits::default();
        let shared = SharedContext::new(&tt, &*evaluation, &timer, &stop, limits, None, 2);
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
            run_search_threads(&mut search_threads, &shared, &task, &mut reporter);
            stopper.join().expect("no panic")
        });
        shared.nodes() - stopped_at
    }

    /// An interrupted search that was slow enough to report bounds must end with the same line
    /// as a fast one.
    #[test]
    fn bounds_do_not_replace_the_best_line() {
        let evaluation = Hasami.built_in();
        let mut moves = MoveList::new();
        let root = Hasami.startpos();
        root.generate::<All>(&mut moves);
        let root_move = RootMove::new(moves[0]);
        let tt = TranspositionTable::new(1).expect("room");
        let (timer, stop) = (SearchClock::start(false), AtomicBool::new(false));
        let shared =
            SharedContext::new(&tt, &*evaluation, &timer, &stop, Limits::default(), None, 1);
        let mut report: SearchCallback = Box::new(|_| ());
        let mut reporter = InfoReporter::<Hasami>::new(&shared, &root, &mut report);
        let lines = [Bound::Lower, Bound::Exact].map(|bound| {
            reporter.report(PvReport { depth: 1, index: 0, root_move: &root_move, bound });
            reporter.last.len()
        });
        assert_eq!(lines, [0, 1]);
    }

    /// The limit is far less than 1 ms of search. One game of each family is tested.
    #[test]
    fn search_stops_within_500_nodes() {
        let nodes = [nodes_after_stop(Yari), nodes_after_stop(Hasami)];
        assert!(nodes.iter().all(|&nodes| nodes < 500), "{nodes:?}");
    }
}

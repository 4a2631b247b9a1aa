//! The alpha-beta search as a search for wins in the mate solver.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::threads::GameSearchThread;
use crate::core::history::History;
use crate::core::platform::Instant;
use crate::core::position::{MoveLike, Position};
use crate::core::score::{self, Score};
use crate::games::variants::Playable;
use crate::mate::graph::{WinSearch, WinSearchResult};
use crate::search::limits::Limits;
use crate::search::root::{MultiPv, RootTask};
use crate::search::shared::SharedContext;
use crate::search::time_manager::{MAX_TIME, SearchClock, TimeBudget};
use crate::search::transposition_table::TranspositionTable;

/// Nodes, and the score in centipawns below which a search for a win ends after them. In wins that
/// need more nodes, the lowest scores were 1088 and 2973 (120 and 18 positions of eight games).
const MIN_SCORES: [(u64, Score); 2] = [(200_000, 1000), (2_000_000, 2000)];

/// The stop flags of a mate search and of its searches for wins.
#[derive(Default)]
pub(super) struct MateStop {
    mate_search: AtomicBool,
    /// Also set by each search for a win at its end.
    win_search: AtomicBool,
}

impl MateStop {
    /// Stops the mate search.
    pub fn stop(&self) {
        self.mate_search.store(true, Ordering::SeqCst);
        self.win_search.store(true, Ordering::SeqCst);
    }

    /// Returns true if the mate search must end.
    pub fn is_stopped(&self) -> bool {
        self.mate_search.load(Ordering::SeqCst)
    }

    /// Clears the flag for the next search for a win. Returns `None` if the mate search must end.
    fn start_win_search(&self) -> Option<&AtomicBool> {
        self.win_search.store(false, Ordering::SeqCst);
        // A stop between both lines would be lost without this check.
        (!self.is_stopped()).then_some(&self.win_search)
    }
}

/// Alpha-beta searches from the positions of a mate search. They share a transposition table and
/// histories, so that a position below an earlier one takes few nodes.
pub(super) struct AlphaBetaWinSearch<G: Playable> {
    /// Positions of the game up to the position of the query.
    history: History,
    evaluation: Arc<G::Evaluation>,
    stop: Arc<MateStop>,
    /// End of the mate search; `None` without a time limit.
    end: Option<Instant>,
    mebibytes: usize,
    /// The transposition table and the histories; `None` before the first search.
    memory: Option<(TranspositionTable, GameSearchThread<G>)>,
}

impl<G: Playable> AlphaBetaWinSearch<G> {
    /// Creates a search for a mate search that lasts until `end`. `history` ends with the position
    /// of the query; `mebibytes` is the size of the transposition table.
    pub fn new(
        history: History,
        evaluation: Arc<G::Evaluation>,
        stop: Arc<MateStop>,
        end: Option<Instant>,
        mebibytes: usize,
    ) -> Self {
        Self { history, evaluation, stop, end, mebibytes, memory: None }
    }

    /// Searches until a score is a win, a loss or hopeless, or a limit is reached.
    fn search_position(
        &mut self,
        task: &RootTask<G::Position>,
        nodes: u64,
    ) -> Option<WinSearchResult> {
        let Self { evaluation, stop, end, mebibytes, memory, .. } = self;
        let (tt, search_thread) = match memory {
            Some(memory) => memory,
            None => {
                let tt = TranspositionTable::new(*mebibytes).ok()?;
                memory.insert((tt, GameSearchThread::<G>::new(0, evaluation, &task.position)))
            }
        };
        tt.start_search();
        let timer = SearchClock::start(false);
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let time = end.map_or(MAX_TIME, |end| end - Instant::now());
        let budget = Some(TimeBudget { soft: time, hard: time });
        let stop = stop.start_win_search()?;
        let shared = SharedContext::new(tt, &**evaluation, &timer, stop, limits, budget, 1);
        let result = search_thread.iterative_deepening(&shared, task, &mut |pv| {
            let score = pv.root_move.score;
            let is_hopeless =
                MIN_SCORES.iter().any(|&(nodes, min)| shared.nodes() >= nodes && score < min);
            if score::is_decisive(score) || is_hopeless {
                shared.stop();
            }
        });
        let is_win = |score| score::mate_distance(score).is_some_and(|plies| plies > 0);
        let best = result.moves.first().filter(|best| is_win(best.score));
        Some(WinSearchResult { mv: best.map(|best| best.mv().bits()), nodes: shared.nodes() })
    }
}

impl<G: Playable> WinSearch<G::Position> for AlphaBetaWinSearch<G> {
    fn search(&mut self, line: &[G::Position], nodes: u64) -> WinSearchResult {
        let Some(position) = line.last() else { return WinSearchResult::default() };
        let moves = position.legal_moves();
        if moves.len() <= 1 {
            return WinSearchResult { mv: moves.first().map(|mv| mv.bits()), nodes: 0 };
        }
        let mut history = self.history.clone();
        for position in &line[1..] {
            history.push(position.key(), position.in_check());
        }
        let task = RootTask {
            position: position.clone(),
            history,
            moves: moves.to_vec(),
            multi_pv: MultiPv::Best(1),
            draw_ply: None,
        };
        self.search_position(&task, nodes).unwrap_or_default()
    }
}

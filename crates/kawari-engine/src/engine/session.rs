//! Sessions: a game in progress, and the searches of its positions.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use super::eval_source::{self, EvalSource, EvalSourceError};
use super::game_state::{GameState, VariantGameState};
use super::mate::{MateAnswer, MateCallback, MateEvent, MateJob, MateRequest, RunningMateSearch};
use super::search_events::{SearchAnswer, SearchCallback, SearchStats};
use super::strength::{self, NoisyMoves, Strength, StrengthReduction};
use super::tablebase_source::{self, TablebaseError, TablebaseSource};
use super::threads::{
    GameMove, GameSearchThread, MAX_NODES_WITHOUT_STOP, RunningSearch, SearchJob, StopSignal,
};
use crate::core::endgame::{TablebaseProbe, TablebaseVerdict};
use crate::core::evaluation::Evaluation;
use crate::core::forcing::Forcing;
use crate::core::movelist::MoveList;
use crate::core::outcome::Outcome;
use crate::core::position::{All, Position};
use crate::core::score::Score;
use crate::games::evaluation::GameEvaluation;
use crate::games::variants::{Playable, Variant, Visitor};
use crate::mate::proof_table::ProofTableAllocationError;
use crate::mate::solver::Solver;
use crate::notation::Notation;
use crate::notation::error::MoveError;
use crate::search::limits::Limits;
use crate::search::root::{MultiPv, RootTask};
use crate::search::time_manager::TimeBudget;
use crate::search::transposition_table::{HashAllocationError, TranspositionTable};
use crate::tablebase::probe::Tablebase;

/// Settings of a session. A change applies to the next search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Size of the transposition table, in MiB.
    pub hash: usize,
    /// Memory of the mate solver, in MiB.
    pub mate_hash: usize,
    /// Number of search threads; 0 counts as 1.
    pub threads: usize,
    /// Number of principal variations to search and report.
    pub multi_pv: usize,
    /// Time per move that is lost between the engine and the clock.
    pub move_overhead: Duration,
    /// Resigns at this score below zero, in centipawns; 0 is never.
    pub resign_score: Score,
    /// Number of moves after which the game is a draw; 0 is never.
    pub max_moves_to_draw: u32,
    /// Playing strength.
    pub strength: Strength,
    /// Seed of the randomness of reduced strength.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash: 16,
            mate_hash: 64,
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            resign_score: 0,
            max_moves_to_draw: 0,
            strength: Strength::default(),
            seed: 0,
        }
    }
}

/// The request of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchRequest {
    /// Limits of the search.
    pub limits: Limits,
    /// Root moves to search, in USI notation; all if empty.
    pub search_moves: Vec<String>,
    /// Withholds the answer until [`Session::stop`] or [`Session::ponder_hit`].
    pub ponder: bool,
    /// Withholds the answer until [`Session::stop`].
    pub infinite: bool,
    /// Answers with a move if there is a legal one: does not resign, and does not claim a win
    /// by the history or by a declaration.
    pub plays_on: bool,
}

/// Error of a search that did not start or gave no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GoError {
    /// A move in [`SearchRequest::search_moves`] is not legal.
    #[error("searchmoves: {0}")]
    SearchMove(#[from] MoveError),
    /// The search thread cannot be spawned.
    #[error("cannot spawn the search thread: {0}")]
    Thread(io::ErrorKind),
    /// There is no memory for the proof table.
    #[error(transparent)]
    MateMemory(#[from] ProofTableAllocationError),
    /// The search thread ended before it reported an answer.
    #[error("the search ended without an answer")]
    NoAnswer,
}

/// The interface of the engine: a game, and searches of its current position.
pub trait Session: Send {
    /// Returns the game in progress.
    fn game_state(&self) -> &dyn GameState;

    /// Returns the game in progress for changes. A running search has its own copy.
    fn game_state_mut(&mut self) -> &mut dyn GameState;

    /// Returns the settings.
    fn settings(&self) -> &Settings;

    /// Changes the settings. Waits for a running search.
    ///
    /// # Errors
    /// Returns [`HashAllocationError`] if there is no memory for the transposition table; the
    /// previous settings and table stay in use.
    fn set_settings(&mut self, settings: Settings) -> Result<(), HashAllocationError>;

    /// Sets the evaluation. Waits for a running search, and clears the transposition table
    /// and the histories.
    ///
    /// # Errors
    /// Returns an [`EvalSourceError`] if the evaluation cannot be loaded; the previous one
    /// stays in use.
    fn set_evaluation(&mut self, source: &EvalSource) -> Result<(), EvalSourceError>;

    /// Sets the tablebases. Waits for a running search, and clears the transposition table and
    /// the histories. Returns the classes of the tables in a folder, as the number of men of
    /// the side to move and of the opponent.
    ///
    /// # Errors
    /// Returns a [`TablebaseError`] if a table cannot be loaded; the previous tablebases stay in
    /// use.
    fn set_tablebase(
        &mut self,
        tablebase_source: &TablebaseSource,
    ) -> Result<Vec<[usize; 2]>, TablebaseError>;

    /// Returns the verdict of the tablebases on the current position.
    fn verdict(&mut self) -> Option<TablebaseVerdict>;

    /// Returns a short description of the evaluation.
    fn evaluation_description(&self) -> String;

    /// Does the work that the first search would have to do on its own time: creates tables
    /// and touches their memory. Waits for a running search.
    fn prepare(&mut self);

    /// Clears the transposition table and the histories. Waits for a running search.
    fn new_game(&mut self);

    /// Starts a search of the current position on other threads. Waits for an earlier search
    /// first. `report` is called with every event;
    /// [`SearchEvent::Done`](super::search_events::SearchEvent::Done) is the last one.
    ///
    /// # Errors
    /// Returns a [`GoError`] if a search move is not legal or the search thread cannot be
    /// spawned. If only helper threads cannot be spawned, the search runs with fewer threads.
    fn go(&mut self, request: &SearchRequest, report: SearchCallback) -> Result<(), GoError>;

    /// Searches the current position on the calling thread, for about 10 ms. A substitute for
    /// [`Session::go`] if no thread can be spawned. Waits for a running search.
    ///
    /// # Errors
    /// Returns a [`GoError`] if a search move is not legal.
    fn search_blocking(&mut self, request: &SearchRequest) -> Result<SearchAnswer, GoError>;

    /// Starts a mate search of the current position on another thread. Waits for an earlier
    /// search first. `report` is called with every event; [`MateEvent::Done`] is the last one.
    ///
    /// # Errors
    /// Returns a [`GoError`] if the thread cannot be spawned or there is no memory for the proof
    /// table.
    fn go_mate(&mut self, request: &MateRequest, report: MateCallback) -> Result<(), GoError>;

    /// Requests the running search to stop. Does not wait for it.
    fn stop(&self);

    /// Turns a ponder search into a normal one: its limits apply, and its time starts now.
    fn ponder_hit(&self);

    /// Waits until the running search has ended.
    fn wait(&mut self);

    /// Returns the static evaluation of the current position for the side to move.
    fn evaluation(&self) -> Score;
}

/// A function that opens a session: [`open`], or a substitute in a test.
pub type SessionOpener = fn(Variant, Settings) -> Result<Box<dyn Session>, HashAllocationError>;

/// Opens a session of a game at its start position.
///
/// # Errors
/// Returns [`HashAllocationError`] if there is no memory for the transposition table.
pub fn open(variant: Variant, settings: Settings) -> Result<Box<dyn Session>, HashAllocationError> {
    struct OpenSession(Settings);
    impl Visitor for OpenSession {
        type Output = Result<Box<dyn Session>, HashAllocationError>;
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            open_game(game, self.0)
        }
    }
    variant.visit(OpenSession(settings))
}

/// As [`open`], for a game that is known at compile time. Code for other games is not
/// instantiated.
///
/// # Errors
/// As [`open`].
pub fn open_game<G: Playable>(
    game: G,
    settings: Settings,
) -> Result<Box<dyn Session>, HashAllocationError> {
    Ok(Box::new(GameSession::new(game, settings)?))
}

/// The session of a game.
struct GameSession<G: Playable> {
    state: VariantGameState<G>,
    settings: Settings,
    tt: Arc<TranspositionTable>,
    /// The transposition table of searches at reduced strength; `None` before the first one.
    reduced_strength_tt: Option<Arc<TranspositionTable>>,
    evaluation: Arc<G::Evaluation>,
    /// The tablebases; `None` before they are loaded, `Some(None)` if there are none.
    tables: Option<Option<Arc<Tablebase>>>,
    /// The search threads' state; empty while a search uses it.
    search_threads: Vec<GameSearchThread<G>>,
    running: Option<RunningSearch<G>>,
    /// Longest stall of the machine during a search. Each further search halves it first.
    longest_stall: Duration,
    /// The mate solver; `None` before the first mate search and while one uses it.
    solver: Option<Solver>,
    mate_search: Option<RunningMateSearch>,
    /// The memory of the transposition table has been touched.
    is_table_used: bool,
    /// The transposition table and the histories are clear.
    is_blank: bool,
}

impl<G: Playable> GameSession<G> {
    fn new(game: G, settings: Settings) -> Result<Self, HashAllocationError> {
        let table = Arc::new(TranspositionTable::new(settings.hash)?);
        Ok(Self {
            state: VariantGameState::new(game),
            settings,
            tt: table,
            reduced_strength_tt: None,
            evaluation: game.built_in(),
            tables: None,
            search_threads: Vec::new(),
            running: None,
            longest_stall: Duration::ZERO,
            solver: None,
            mate_search: None,
            is_table_used: false,
            is_blank: true,
        })
    }

    /// Takes the state of the search threads, with their histories, and adjusts its number.
    fn take_search_threads(&mut self, threads: usize) -> Vec<GameSearchThread<G>> {
        let mut search_threads = std::mem::take(&mut self.search_threads);
        let threads = threads.max(1);
        search_threads.truncate(threads);
        while search_threads.len() < threads {
            let (thread, position) = (search_threads.len(), self.state.position());
            search_threads.push(GameSearchThread::<G>::new(thread, &self.evaluation, position));
        }
        search_threads
    }

    /// Returns the tablebases, which are loaded by the first call.
    fn tables(&mut self) -> Option<Arc<Tablebase>> {
        // Known at compile time: a program with a single game has no code for tables that the
        // game does not have.
        self.state.position().endgame_rules()?;
        let game = self.state.game();
        let built_in = || tablebase_source::cached(game, &TablebaseSource::BuiltIn).ok().flatten();
        self.tables.get_or_insert_with(built_in).clone()
    }

    /// Takes the mate solver. Its memory is that of the settings.
    fn take_solver(&mut self) -> Result<Solver, ProofTableAllocationError> {
        let wanted = self.settings.mate_hash.max(Solver::MIN_MEBIBYTES);
        match self.solver.take().filter(|solver| solver.mebibytes() == wanted) {
            Some(solver) => Ok(solver),
            None => Solver::new(wanted),
        }
    }

    /// Creates the job of a search. Waits for an earlier search.
    fn job(&mut self, request: &SearchRequest) -> Result<SearchJob<G>, MoveError> {
        self.wait();
        let moves = self.root_moves(request)?;
        // Analysis is not weakened.
        let strength_reduction = self
            .settings
            .strength
            .strength_reduction(self.state.game().info())
            .filter(|_| !request.infinite);
        Ok(match strength_reduction {
            Some(strength_reduction) => {
                self.reduced_strength_job(request, moves, strength_reduction)
            }
            None => self.full_strength_job(request, moves),
        })
    }

    fn full_strength_job(
        &mut self,
        request: &SearchRequest,
        moves: Vec<GameMove<G>>,
    ) -> SearchJob<G> {
        // `prepare` must not clear what this search stores.
        (self.is_blank, self.is_table_used) = (false, true);
        SearchJob {
            task: self.task(moves, MultiPv::Best(self.settings.multi_pv)),
            noisy_moves: None,
            limits: request.limits,
            budget: TimeBudget::new(
                &request.limits,
                self.state.side_to_move(),
                self.settings.move_overhead,
                self.longest_stall,
            ),
            resign_score: if request.infinite || request.plays_on {
                0
            } else {
                self.settings.resign_score
            },
            immediate_answer: self.immediate_answer(request),
            tt: Arc::clone(&self.tt),
            tables: self.tables().map(|tables| tables as Arc<dyn TablebaseProbe>),
            evaluation: Arc::clone(&self.evaluation),
            search_threads: self.take_search_threads(self.settings.threads),
        }
    }

    /// Creates a search at reduced strength. It uses an empty transposition table, one new
    /// thread and no clock, so its result depends on the position and the settings alone.
    fn reduced_strength_job(
        &mut self,
        request: &SearchRequest,
        moves: Vec<GameMove<G>>,
        strength_reduction: StrengthReduction,
    ) -> SearchJob<G> {
        let (position, history) = (self.state.position(), self.state.history());
        let seed = self.settings.seed;
        let noisy_moves = NoisyMoves::new(position, history, moves, &strength_reduction, seed);
        let (moves, multi_pv) = noisy_moves.search_parameters();
        let task = self.task(moves, multi_pv);
        let Limits { depth, nodes, .. } = request.limits;
        let min_nodes = strength::MIN_NODES_PER_MOVE * noisy_moves.len() as u64;
        let nodes = nodes.unwrap_or(u64::MAX).min(strength_reduction.nodes.max(min_nodes));
        let mut search_threads = self.take_search_threads(1);
        search_threads.iter_mut().for_each(GameSearchThread::<G>::new_game);
        self.is_blank = false;
        SearchJob {
            task,
            noisy_moves: Some(noisy_moves),
            limits: Limits { depth, nodes: Some(nodes), ..Limits::default() },
            budget: None,
            resign_score: self.settings.resign_score,
            immediate_answer: self.immediate_answer(request),
            tt: self.reduced_strength_tt(),
            tables: None,
            evaluation: Arc::clone(&self.evaluation),
            search_threads,
        }
    }

    /// Returns an empty transposition table of 1 MiB.
    fn reduced_strength_tt(&mut self) -> Arc<TranspositionTable> {
        let table = self
            .reduced_strength_tt
            .take()
            .or_else(|| TranspositionTable::new(1).ok().map(Arc::new));
        // Without memory for it, use the normal one.
        let table = table.unwrap_or_else(|| Arc::clone(&self.tt));
        table.clear();
        self.reduced_strength_tt = Some(Arc::clone(&table));
        table
    }

    fn task(&self, moves: Vec<GameMove<G>>, multi_pv: MultiPv) -> RootTask<G::Position> {
        let played = self.state.next_move_number() - 1;
        let max_moves = self.settings.max_moves_to_draw;
        RootTask {
            position: self.state.position().clone(),
            history: self.state.history().clone(),
            moves,
            multi_pv,
            draw_ply: (max_moves > 0).then(|| max_moves.saturating_sub(played) as usize),
        }
    }

    fn root_moves(&self, request: &SearchRequest) -> Result<Vec<GameMove<G>>, MoveError> {
        let position = self.state.position();
        if request.search_moves.is_empty() {
            let mut moves = MoveList::new();
            position.generate::<All>(&mut moves);
            return Ok(moves.to_vec());
        }
        let mut moves = Vec::new();
        for word in &request.search_moves {
            let mv = position.parse_usi(word)?;
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        Ok(moves)
    }

    /// Returns the answer without a search if the game is over or a win can be declared. A game
    /// that has ended only by its history may be played on, so only a win is claimed then, and
    /// not in an infinite search.
    fn immediate_answer(&self, request: &SearchRequest) -> Option<SearchAnswer> {
        let to_move = self.state.side_to_move();
        match self.state.position().outcome() {
            Some(outcome) if outcome.winner() == Some(to_move) => Some(SearchAnswer::Win),
            Some(_) => Some(SearchAnswer::Resign),
            None => {
                let winner = self.state.ending().and_then(Outcome::winner);
                let is_claimed = !request.infinite && !request.plays_on;
                (winner == Some(to_move) && is_claimed).then_some(SearchAnswer::Win)
            }
        }
    }
}

impl<G: Playable> Session for GameSession<G> {
    fn game_state(&self) -> &dyn GameState {
        &self.state
    }

    fn game_state_mut(&mut self) -> &mut dyn GameState {
        &mut self.state
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn set_settings(&mut self, settings: Settings) -> Result<(), HashAllocationError> {
        self.wait();
        if settings.hash != self.settings.hash {
            self.tt = Arc::new(TranspositionTable::new(settings.hash)?);
            self.is_table_used = false;
        }
        self.settings = settings;
        Ok(())
    }

    fn set_evaluation(&mut self, source: &EvalSource) -> Result<(), EvalSourceError> {
        let evaluation = eval_source::load(self.state.game(), source)?;
        self.wait();
        self.evaluation = evaluation;
        self.new_game();
        Ok(())
    }

    fn set_tablebase(
        &mut self,
        tablebase_source: &TablebaseSource,
    ) -> Result<Vec<[usize; 2]>, TablebaseError> {
        let tables = tablebase_source::cached(self.state.game(), tablebase_source)?;
        self.wait();
        let classes = tables.iter().flat_map(|tables| tables.classes()).collect();
        self.tables = Some(tables);
        self.new_game();
        Ok(classes)
    }

    fn verdict(&mut self) -> Option<TablebaseVerdict> {
        let tables = self.tables()?;
        self.state.verdict(&*tables)
    }

    fn evaluation_description(&self) -> String {
        self.evaluation.description()
    }

    fn prepare(&mut self) {
        self.wait();
        let count = self.search_threads.len();
        self.search_threads = self.take_search_threads(self.settings.threads);
        for thread in self.search_threads.iter_mut().skip(count) {
            thread.new_game();
        }
        if !self.is_table_used {
            self.tt.clear();
            self.is_table_used = true;
        }
        self.evaluation();
        self.tables();
    }

    fn new_game(&mut self) {
        self.wait();
        if self.is_blank {
            return;
        }
        self.tt.clear_dirty();
        for thread in &mut self.search_threads {
            thread.new_game();
        }
        self.is_blank = true;
    }

    fn go(&mut self, request: &SearchRequest, report: SearchCallback) -> Result<(), GoError> {
        let job = Box::new(self.job(request)?);
        let signal =
            StopSignal::new(request.ponder, request.infinite).with_stall(self.longest_stall / 2);
        let signal = Arc::new(signal);
        match RunningSearch::start(job, signal, report) {
            Ok(running) => self.running = Some(running),
            Err((job, error)) => {
                self.search_threads = job.search_threads;
                return Err(GoError::Thread(error.kind()));
            }
        }
        Ok(())
    }

    fn search_blocking(&mut self, request: &SearchRequest) -> Result<SearchAnswer, GoError> {
        let limits = Limits { nodes: Some(MAX_NODES_WITHOUT_STOP), ..Limits::default() };
        let SearchRequest { search_moves, plays_on, .. } = request.clone();
        let job = self.job(&SearchRequest {
            limits,
            search_moves,
            plays_on,
            ..SearchRequest::default()
        })?;
        let (answer, search_threads) = job.run_blocking();
        self.search_threads = search_threads;
        Ok(answer)
    }

    fn go_mate(&mut self, request: &MateRequest, mut report: MateCallback) -> Result<(), GoError> {
        self.wait();
        let Some(threats) = self.state.position().threats() else {
            report(MateEvent::Done(MateAnswer::NotImplemented, SearchStats::default()));
            return Ok(());
        };
        let solver = self.take_solver()?;
        let (position, history) = (self.state.position(), self.state.history());
        let evaluation = Arc::clone(&self.evaluation);
        let job =
            MateJob::new::<G>(position, history, evaluation, threats, *request, solver, report);
        match RunningMateSearch::start(job) {
            Ok(mate_search) => self.mate_search = Some(mate_search),
            Err((solver, error)) => {
                self.solver = Some(solver);
                return Err(GoError::Thread(error.kind()));
            }
        }
        Ok(())
    }

    fn stop(&self) {
        if let Some(running) = &self.running {
            running.signal().stop();
        }
        if let Some(mate_search) = &self.mate_search {
            mate_search.stop();
        }
    }

    fn ponder_hit(&self) {
        if let Some(running) = &self.running {
            running.signal().ponder_hit();
        }
    }

    fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            (self.search_threads, self.longest_stall) = running.join();
        }
        if let Some(mate_search) = self.mate_search.take() {
            self.solver = mate_search.join();
        }
    }

    fn evaluation(&self) -> Score {
        self.evaluation.evaluate_from_scratch(self.state.position())
    }
}

impl<G: Playable> Drop for GameSession<G> {
    /// Ends the running search.
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}

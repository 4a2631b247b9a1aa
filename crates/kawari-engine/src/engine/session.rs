//! A session with the engine: a game in progress, a search that answers `go`.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use super::eval_source::{self, EvalSource, EvalSourceError};
use super::game_state::{GameState, VariantGameState};
use super::mate::{MateAnswer, MateCallback, MateEvent, MateJob, MateRequest, RunningMateSearch};
use super::search_events::{SearchAnswer, SearchCallback, SearchStats};
use super::strength::{self, Strength, StrengthReduction};
use super::tablebase_source::{self, TablebaseError, TablebaseSource};
use super::threads::{
    GameMove, GameSearchThread, MAX_NODES_WITHOUT_STOP, RunningSearch, SearchJob, StopSignal,
};
use crate::core::endgame::TablebaseVerdict;
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
use crate::search::root::RootTask;
use crate::search::time_manager::TimeBudget;
use crate::search::transposition_table::{HashAllocationError, TranspositionTable};
use crate::tablebase::probe::Tablebase;

/// What a user can set; takes effect with the next search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Size of the transposition table, in MiB.
    pub hash: usize,
    /// What the mate solver may take, in MiB.
    pub mate_hash: usize,
    /// Number of search threads; 0 counts as 1.
    pub threads: usize,
    /// Number of principal variations to report.
    pub multi_pv: usize,
    /// Time lost between the engine and the clock, each move.
    pub move_overhead: Duration,
    /// Resign when the score is this far below zero; 0 is never.
    pub resign_score: Score,
    /// The game is a draw when this many moves have been played; 0 is never.
    pub max_moves_to_draw: u32,
    /// How well the engine plays.
    pub strength: Strength,
    /// What is random in the play of a weaker engine is a function of this.
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

/// What a `go` asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchRequest {
    /// What bounds the search.
    pub limits: Limits,
    /// The only root moves to search (USI); all when empty.
    pub search_moves: Vec<String>,
    /// No answer before [`Session::stop`] or [`Session::ponder_hit`].
    pub ponder: bool,
    /// No answer before [`Session::stop`].
    pub infinite: bool,
    /// The answer is a move wherever the board has one: the game is not given up, nor
    /// claimed as won by its history or by a declaration.
    pub plays_on: bool,
}

/// Why a search has not begun.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GoError {
    /// A move to search that is not legal.
    #[error("searchmoves: {0}")]
    SearchMove(#[from] MoveError),
    /// The system has no thread for the search.
    #[error("cannot spawn the search thread: {0}")]
    Thread(io::ErrorKind),
    /// There is no memory for the mate solver.
    #[error(transparent)]
    MateMemory(#[from] ProofTableAllocationError),
    /// The search thread ended before it reported an answer.
    #[error("the search ended without an answer")]
    NoAnswer,
}

/// All that the protocol may ask of the engine.
pub trait Session: Send {
    /// The game in progress. It may change while a search runs: the search has
    /// its own copy.
    fn game_state(&self) -> &dyn GameState;

    /// The game in progress, to be changed.
    fn game_state_mut(&mut self) -> &mut dyn GameState;

    /// What the user has set.
    fn settings(&self) -> &Settings;

    /// Changes the settings. Waits for a running search.
    ///
    /// # Errors
    /// [`HashAllocationError`] when there is no room for the transposition table; the
    /// settings are as they were then.
    fn set_settings(&mut self, settings: Settings) -> Result<(), HashAllocationError>;

    /// Sets the evaluation. Waits for a running search, and clears the transposition table
    /// and the histories.
    ///
    /// # Errors
    /// Returns an [`EvalSourceError`] if the evaluation cannot be loaded; the previous one
    /// stays in use.
    fn set_evaluation(&mut self, source: &EvalSource) -> Result<(), EvalSourceError>;

    /// Knows endgames by something else. Waits for a running search, and forgets what
    /// searches have found that knew others. Gives the classes that are known by the
    /// tables of a folder, the mover's men first.
    ///
    /// # Errors
    /// A [`TablebaseError`]; what is known is as before then.
    fn set_tablebase(
        &mut self,
        tablebase_source: &TablebaseSource,
    ) -> Result<Vec<[usize; 2]>, TablebaseError>;

    /// What tables of endgames tell of the latest position.
    fn verdict(&mut self) -> Option<TablebaseVerdict>;

    /// What judges positions, in a few words.
    fn evaluation_description(&self) -> String;

    /// Does now what a first search would else have to do on its own time: makes
    /// the tables and has the system give their memory. Waits for a running search.
    fn prepare(&mut self);

    /// Forgets what earlier games have taught: transposition table and
    /// histories. Waits for a running search.
    fn new_game(&mut self);

    /// Begins a search of the latest position and returns at once. Waits for an
    /// earlier search first. `report` gets every event,
    /// [`SearchEvent::Done`](super::search_events::SearchEvent::Done) last.
    ///
    /// # Errors
    /// A [`GoError`] for the first of the order's search moves that is not legal,
    /// or when the system has no thread left; nothing has begun then. Helper
    /// threads that it refuses are done without.
    fn go(&mut self, order: &SearchRequest, report: SearchCallback) -> Result<(), GoError>;

    /// Searches the latest position a little, on the calling thread: an answer
    /// where [`Session::go`] has no thread for a better one. Waits for a running
    /// search.
    ///
    /// # Errors
    /// As [`Session::go`], but for the thread.
    fn search_blocking(&mut self, order: &SearchRequest) -> Result<SearchAnswer, GoError>;

    /// Begins to look for a mate at the latest position and returns at once. Waits for an
    /// earlier search first. `report` gets every event, [`MateEvent::Done`] last.
    ///
    /// # Errors
    /// A [`GoError`] when the system has no thread or no memory left; nothing has begun
    /// then.
    fn go_mate(&mut self, order: &MateRequest, report: MateCallback) -> Result<(), GoError>;

    /// Ends the running search soon; no more than a request.
    fn stop(&self);

    /// The move pondered on was played: the search goes on with its limits, its
    /// time counted from now.
    fn ponder_hit(&self);

    /// Waits until the running search has reported its end.
    fn wait(&mut self);

    /// The static evaluation of the latest position, from the side to move's view.
    fn evaluation(&self) -> Score;
}

/// What opens a session of a game: [`open`], or whatever stands in for it in a test.
pub type SessionOpener = fn(Variant, Settings) -> Result<Box<dyn Session>, HashAllocationError>;

/// Opens a session with a game at its start position.
///
/// # Errors
/// [`HashAllocationError`] when there is no room for the transposition table.
pub fn open(variant: Variant, settings: Settings) -> Result<Box<dyn Session>, HashAllocationError> {
    struct OpenSession(Settings);
    impl Visitor for OpenSession {
        type Output = Result<Box<dyn Session>, HashAllocationError>;
        fn visit<G: Playable>(self) -> Self::Output {
            open_game::<G>(self.0)
        }
    }
    variant.visit(OpenSession(settings))
}

/// As [`open`], for a game that the caller knows: no other is compiled for it.
///
/// # Errors
/// As [`open`].
pub fn open_game<G: Playable>(settings: Settings) -> Result<Box<dyn Session>, HashAllocationError> {
    Ok(Box::new(GameSession::<G>::new(settings)?))
}

/// The session of one game.
struct GameSession<G: Playable> {
    state: VariantGameState<G>,
    settings: Settings,
    tt: Arc<TranspositionTable>,
    /// The table of weakened searches, once there has been one.
    reduced_strength_tt: Option<Arc<TranspositionTable>>,
    evaluation: Arc<G::Evaluation>,
    /// The tables of endgames, once they were asked for.
    tables: Option<Option<Arc<Tablebase>>>,
    /// Empty while a search has them.
    workers: Vec<GameSearchThread<G>>,
    running: Option<RunningSearch<G>>,
    /// The longest that the machine has stood still in a search, of which each further one
    /// forgets half.
    longest_stall: Duration,
    /// The mate solver, once there has been a use for it, while no search has it.
    solver: Option<Solver>,
    mate_search: Option<RunningMateSearch>,
    /// The system has given the memory of the table, or gives it to a search.
    is_table_used: bool,
    /// There is nothing to forget.
    is_blank: bool,
}

impl<G: Playable> GameSession<G> {
    fn new(settings: Settings) -> Result<Self, HashAllocationError> {
        let table = Arc::new(TranspositionTable::new(settings.hash)?);
        Ok(Self {
            state: VariantGameState::new(),
            settings,
            tt: table,
            reduced_strength_tt: None,
            evaluation: G::built_in(),
            tables: None,
            workers: Vec::new(),
            running: None,
            longest_stall: Duration::ZERO,
            solver: None,
            mate_search: None,
            is_table_used: false,
            is_blank: true,
        })
    }

    /// The workers, as many as there are threads; what they have learned stays.
    fn take_workers(&mut self, threads: usize) -> Vec<GameSearchThread<G>> {
        let mut workers = std::mem::take(&mut self.workers);
        let threads = threads.max(1);
        workers.truncate(threads);
        while workers.len() < threads {
            workers.push(GameSearchThread::<G>::new(workers.len(), &self.evaluation));
        }
        workers
    }

    /// What is known of endgames.
    fn tables(&mut self) -> Option<Arc<Tablebase>> {
        let built_in = || tablebase_source::cached::<G>(&TablebaseSource::BuiltIn).ok().flatten();
        self.tables.get_or_insert_with(built_in).clone()
    }

    /// The mate solver, with the memory that is set for it.
    fn take_solver(&mut self) -> Result<Solver, ProofTableAllocationError> {
        let wanted = self.settings.mate_hash.max(Solver::MIN_MEBIBYTES);
        match self.solver.take().filter(|solver| solver.mebibytes() == wanted) {
            Some(solver) => Ok(solver),
            None => Solver::new(wanted),
        }
    }

    /// All that a search needs. Waits for an earlier one.
    fn job(&mut self, order: &SearchRequest) -> Result<SearchJob<G>, MoveError> {
        self.wait();
        let moves = self.root_moves(order)?;
        // Whoever looks on has no use for a weaker view.
        let strength_reduction =
            self.settings.strength.strength_reduction(&G::INFO).filter(|_| !order.infinite);
        Ok(match strength_reduction {
            Some(strength_reduction) => self.reduced_strength_job(order, moves, strength_reduction),
            None => self.full_strength_job(order, moves),
        })
    }

    fn full_strength_job(
        &mut self,
        order: &SearchRequest,
        moves: Vec<GameMove<G>>,
    ) -> SearchJob<G> {
        // What a search has learned is not for `prepare` to wipe out.
        (self.is_blank, self.is_table_used) = (false, true);
        SearchJob {
            task: self.task(moves, None, self.settings.multi_pv),
            strength_reduction: None,
            limits: order.limits,
            budget: TimeBudget::new(
                &order.limits,
                self.state.side_to_move(),
                self.settings.move_overhead,
                self.longest_stall,
            ),
            resign_score: if order.infinite || order.plays_on {
                0
            } else {
                self.settings.resign_score
            },
            immediate_answer: self.immediate_answer(order),
            tt: Arc::clone(&self.tt),
            tables: self.tables(),
            evaluation: Arc::clone(&self.evaluation),
            workers: self.take_workers(self.settings.threads),
        }
    }

    /// What a weakened search needs: nothing that other searches have found, and none
    /// of the clock, so that it is the same wherever and whenever it is made.
    fn reduced_strength_job(
        &mut self,
        order: &SearchRequest,
        moves: Vec<GameMove<G>>,
        strength_reduction: StrengthReduction,
    ) -> SearchJob<G> {
        let (position, history) = (self.state.position(), self.state.history());
        let moves =
            strength::candidate_moves(position, history, moves, strength_reduction.blunder_guard);
        let seed = self.settings.seed;
        let noise = moves
            .iter()
            .map(|&mv| strength::move_noise(position, mv, &strength_reduction, seed))
            .collect();
        let task = self.task(moves, Some(noise), 1);
        let Limits { depth, nodes, .. } = order.limits;
        let least = strength::MIN_NODES_PER_MOVE * task.moves.len() as u64;
        let nodes = nodes.unwrap_or(u64::MAX).min(strength_reduction.nodes.max(least));
        let mut workers = self.take_workers(1);
        workers.iter_mut().for_each(GameSearchThread::<G>::new_game);
        self.is_blank = false;
        SearchJob {
            task,
            strength_reduction: Some(strength_reduction),
            limits: Limits { depth, nodes: Some(nodes), ..Limits::default() },
            budget: None,
            resign_score: self.settings.resign_score,
            immediate_answer: self.immediate_answer(order),
            tt: self.reduced_strength_tt(),
            tables: None,
            evaluation: Arc::clone(&self.evaluation),
            workers,
        }
    }

    /// An empty table for a few thousand positions.
    fn reduced_strength_tt(&mut self) -> Arc<TranspositionTable> {
        let table = self
            .reduced_strength_tt
            .take()
            .or_else(|| TranspositionTable::new(1).ok().map(Arc::new));
        // Without room for it, the other one has to do.
        let table = table.unwrap_or_else(|| Arc::clone(&self.tt));
        table.clear();
        self.reduced_strength_tt = Some(Arc::clone(&table));
        table
    }

    fn task(
        &self,
        moves: Vec<GameMove<G>>,
        noise: Option<Vec<Score>>,
        multi_pv: usize,
    ) -> RootTask<G::Position> {
        let played = self.state.next_move_number() - 1;
        let longest = self.settings.max_moves_to_draw;
        RootTask {
            position: self.state.position().clone(),
            history: self.state.history().clone(),
            moves,
            noise,
            multi_pv,
            draw_ply: (longest > 0).then(|| longest.saturating_sub(played) as usize),
        }
    }

    fn root_moves(&self, order: &SearchRequest) -> Result<Vec<GameMove<G>>, MoveError> {
        let position = self.state.position();
        if order.search_moves.is_empty() {
            let mut moves = MoveList::new();
            position.generate::<All>(&mut moves);
            return Ok(moves.to_vec());
        }
        let mut moves = Vec::new();
        for word in &order.search_moves {
            let mv = position.parse_usi(word)?;
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        Ok(moves)
    }

    /// The answer that needs no search: the game is over, or a win may be
    /// declared. After an end by history alone the game may be played on, so only
    /// a win is claimed, and not from someone who is looking at it without a limit.
    fn immediate_answer(&self, order: &SearchRequest) -> Option<SearchAnswer> {
        let to_move = self.state.side_to_move();
        match self.state.position().outcome() {
            Some(outcome) if outcome.winner() == Some(to_move) => Some(SearchAnswer::Win),
            Some(_) => Some(SearchAnswer::Resign),
            None => {
                let winner = self.state.ending().and_then(Outcome::winner);
                let is_claimed = !order.infinite && !order.plays_on;
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
        let evaluation = eval_source::load::<G>(source)?;
        self.wait();
        self.evaluation = evaluation;
        self.new_game();
        Ok(())
    }

    fn set_tablebase(
        &mut self,
        tablebase_source: &TablebaseSource,
    ) -> Result<Vec<[usize; 2]>, TablebaseError> {
        let tables = tablebase_source::cached::<G>(tablebase_source)?;
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
        let known = self.workers.len();
        self.workers = self.take_workers(self.settings.threads);
        for worker in self.workers.iter_mut().skip(known) {
            worker.new_game();
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
        for worker in &mut self.workers {
            worker.new_game();
        }
        self.is_blank = true;
    }

    fn go(&mut self, order: &SearchRequest, report: SearchCallback) -> Result<(), GoError> {
        let job = Box::new(self.job(order)?);
        let signal =
            StopSignal::new(order.ponder, order.infinite).with_stall(self.longest_stall / 2);
        let signal = Arc::new(signal);
        match RunningSearch::start(job, signal, report) {
            Ok(running) => self.running = Some(running),
            Err((job, error)) => {
                self.workers = job.workers;
                return Err(GoError::Thread(error.kind()));
            }
        }
        Ok(())
    }

    fn search_blocking(&mut self, order: &SearchRequest) -> Result<SearchAnswer, GoError> {
        let limits = Limits { nodes: Some(MAX_NODES_WITHOUT_STOP), ..Limits::default() };
        let SearchRequest { search_moves, plays_on, .. } = order.clone();
        let job = self.job(&SearchRequest {
            limits,
            search_moves,
            plays_on,
            ..SearchRequest::default()
        })?;
        let (answer, workers) = job.run_blocking();
        self.workers = workers;
        Ok(answer)
    }

    fn go_mate(&mut self, order: &MateRequest, mut report: MateCallback) -> Result<(), GoError> {
        self.wait();
        let Some(threats) = G::Position::THREATS else {
            report(MateEvent::Done(MateAnswer::NotImplemented, SearchStats::default()));
            return Ok(());
        };
        let solver = self.take_solver()?;
        let (position, history) = (self.state.position(), self.state.history());
        let job = MateJob::new::<G>(position, history, threats, *order, solver, report);
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
            (self.workers, self.longest_stall) = running.join();
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
    /// No search outlives its session.
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}

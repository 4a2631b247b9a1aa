//! Command handlers.

use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::Sender;

use super::Message;
use super::activity::{Activities, ActivityKind, SearchPurpose};
use super::background_job::{self, BackgroundJob, JobOutput};
use super::client_output::ClientOutput;
use super::engine_game::EngineGame;
use super::reader::ParsedLine;
use super::settings::EngineState;
use crate::chess;
use crate::command::{Command, Query};
use crate::dialect_kind::DialectKind;
use crate::error::ProtocolError;
use crate::output::OutputSink;
use crate::position_command::PositionCommand;
use crate::wire;
use kawari_engine::engine::bench;
use kawari_engine::engine::search_events;
use kawari_engine::engine::session::{SearchRequest, Session, SessionOpener};
use kawari_engine::search::transposition_table::HashAllocationError;

/// The state that commands read and change.
pub(super) struct Handlers {
    pub output: ClientOutput,
    pub engine: EngineState,
    pub activities: Activities,
    /// The game that the engine keeps in CECP.
    pub engine_game: EngineGame,
    /// The latest `position` was rejected, so `go` must not search the position before it.
    pub position_is_rejected: bool,
    /// `gameover` was received, and no new game has started.
    pub game_is_over: bool,
    /// The line whose command is running, for error messages.
    pub line: String,
    /// The search that is being started.
    pub pending_search: Option<(SearchRequest, SearchPurpose)>,
}

impl Handlers {
    /// Creates the state without opening a session: that waits for the first command that
    /// needs one.
    pub fn new(sink: OutputSink, messages: Sender<Message>, opener: SessionOpener) -> Self {
        Self {
            output: ClientOutput::new(sink),
            engine: EngineState::new(opener),
            activities: Activities::new(messages),
            engine_game: EngineGame::default(),
            position_is_rejected: false,
            game_is_over: false,
            line: String::new(),
            pending_search: None,
        }
    }

    /// Runs the command of a line, and reports its error if it has one.
    pub fn execute_line(&mut self, line: ParsedLine) {
        let ParsedLine { text, command, is_position, .. } = line;
        let result = command
            .map_err(ProtocolError::from)
            .and_then(|command| self.catch_panics(&text, |handlers| handlers.execute(command)));
        if is_position {
            self.position_is_rejected = result.is_err();
        }
        if let Err(error) = result {
            self.output.write_rejection(&text, &error);
        }
    }

    /// Runs an urgent command, and reports its error if it has one.
    pub fn execute_urgent_line(&mut self, text: &str, command: &Command) {
        let result = self.catch_panics(text, |handlers| {
            handlers.execute_urgent(command);
            Ok(())
        });
        if let Err(error) = result {
            self.output.write_rejection(text, &error);
        }
    }

    /// Starts a background search in a CECP game if there is a use for it.
    pub fn on_idle(&mut self) {
        if let Err(error) = self.catch_panics("", Self::search_when_idle) {
            self.output.write_rejection("", &error);
        }
    }

    /// Runs `job` for a line. A panic becomes an error: the game continues in a new session,
    /// and a search that was being started is answered.
    pub fn catch_panics(
        &mut self,
        line: &str,
        job: impl FnOnce(&mut Self) -> Result<(), ProtocolError>,
    ) -> Result<(), ProtocolError> {
        line.clone_into(&mut self.line);
        let payload = match panic::catch_unwind(AssertUnwindSafe(|| job(self))) {
            Ok(result) => return result,
            Err(payload) => payload,
        };
        if self.activities.current.is_none() {
            self.position_is_rejected |= !self.engine.reopen_session();
        }
        let error = ProtocolError::Fault {
            line: line.to_owned(),
            fault: search_events::panic_message(&*payload),
        };
        match self.pending_search.take() {
            Some((request, purpose)) => {
                self.reject_search(request, purpose, error);
                Ok(())
            }
            None => Err(error),
        }
    }

    /// Returns the session; opens it first if necessary.
    pub fn session(&mut self) -> Result<&mut Box<dyn Session>, HashAllocationError> {
        self.engine.session(&self.output)
    }

    fn execute(&mut self, command: Command) -> Result<(), ProtocolError> {
        match command {
            Command::Usi => self.greet(DialectKind::Usi),
            Command::Uci => self.greet(DialectKind::Uci),
            Command::Xboard => {
                self.output.set_dialect(DialectKind::Cecp);
                return self.begin_engine_game();
            }
            Command::Game(command) => return self.execute_game_command(command),
            Command::IsReady => self.is_ready(),
            Command::NewGame => self.new_game(),
            Command::SetOption { name, value } => return self.set_option(&name, &value),
            Command::Position(position) => return self.set_position(&position),
            Command::Go(go) => self.go(go),
            Command::Query(query) => return self.answer(query),
            Command::Help => self.output.write_lines(wire::HELP.lines()),
            Command::Perft(depth) => return self.perft(depth),
            Command::Bench(depth) => return self.bench(depth.unwrap_or(bench::DEPTH)),
            Command::Stop | Command::PonderHit(_) | Command::GameOver | Command::Quit => {
                self.execute_urgent(&command);
            }
        }
        Ok(())
    }

    fn execute_urgent(&mut self, command: &Command) {
        match command {
            Command::PonderHit(limits) => self.ponder_hit(*limits),
            Command::GameOver => {
                self.game_is_over = true;
                self.stop();
            }
            _ => self.stop(),
        }
    }

    fn greet(&mut self, dialect: DialectKind) {
        self.output.set_dialect(dialect);
        self.output.write_lines(self.output.dialect().greeting());
    }

    /// Answers `isready`, after an error message if the session cannot be opened.
    fn is_ready(&mut self) {
        if let Err(error) = self.get_ready() {
            self.output.write_error(&error);
        }
        self.output.write_line(wire::READY);
    }

    /// Does slow work while no clock runs. After `gameover` this includes clearing the hash,
    /// so that a later `usinewgame` has nothing left to do.
    fn get_ready(&mut self) -> Result<(), HashAllocationError> {
        if self.activities.current.is_some() {
            // During a search, `isready` only checks that the engine responds.
            return Ok(());
        }
        if self.game_is_over {
            self.new_game();
        }
        self.session()?.prepare();
        self.engine.report_evaluation(&self.output);
        Ok(())
    }

    /// Clears the transposition table and the histories.
    pub fn new_game(&mut self) {
        self.game_is_over = false;
        if let Some(session) = &mut self.engine.session {
            session.new_game();
        }
    }

    fn set_position(&mut self, command: &PositionCommand) -> Result<(), ProtocolError> {
        let dialect = self.output.dialect();
        let game_state = self.session()?.game_state_mut();
        let position = dialect.position(command, game_state.info())?;
        position.set(game_state).map_err(|error| dialect.translate_error(error.into(), command))?;
        self.game_is_over = false;
        let game_state = self.session()?.game_state();
        // A game that has ended on the board has no legal moves, so the client can see that.
        // Report the other endings.
        if let Some(outcome) = game_state.status()
            && !game_state.legal_moves().is_empty()
        {
            let outcome = dialect.outcome(outcome);
            self.output.write_note(&wire::status(Some(&outcome)));
        }
        Ok(())
    }

    fn answer(&mut self, query: Query) -> Result<(), ProtocolError> {
        let dialect = self.output.dialect();
        let session = self.session()?;
        let game_state = session.game_state();
        let lines = match query {
            Query::Moves => {
                let moves = game_state.legal_moves_in_usi();
                let mut moves = dialect.moves(&moves, game_state.info(), &game_state.sfen());
                moves.sort_unstable();
                vec![moves.join(" ")]
            }
            Query::Side => vec![dialect.side(game_state.side_to_move())],
            Query::Status => {
                let outcome = game_state.status().map(|outcome| dialect.outcome(outcome));
                let status = wire::status(outcome.as_deref());
                let verdict =
                    session.verdict().map(|verdict| dialect.note(&wire::verdict(verdict)));
                // The status comes last: a client reads up to it.
                verdict.into_iter().chain([status]).collect()
            }
            Query::Sfen => vec![game_state.sfen()],
            Query::Fen => vec![chess::fen(game_state.info(), &game_state.sfen())],
            Query::Diagram => {
                let mut lines = dialect.board_diagram(game_state);
                lines.push(wire::key(game_state));
                lines
            }
            Query::Record => vec![wire::record(game_state)],
            Query::Eval => vec![wire::evaluation(session.evaluation())],
        };
        self.output.write_lines(lines);
        Ok(())
    }

    fn perft(&mut self, depth: u32) -> Result<(), ProtocolError> {
        let (variant, dialect) = (self.engine.options.variant, self.output.dialect_kind());
        let sfen = self.session()?.game_state().sfen();
        self.start_job(move |output| background_job::perft(variant, &sfen, depth, dialect, output))
    }

    fn bench(&mut self, depth: u32) -> Result<(), ProtocolError> {
        let opener = self.engine.opener;
        self.start_job(move |output| background_job::bench(opener, depth, output))
    }

    fn start_job(
        &mut self,
        job: impl FnOnce(&JobOutput) + Send + 'static,
    ) -> Result<(), ProtocolError> {
        let id = self.activities.next_id();
        let end = self.activities.end_sender(id);
        let job = BackgroundJob::start(self.output.sink().clone(), job, end)
            .map_err(ProtocolError::Thread)?;
        self.activities.start(id, ActivityKind::Job(job));
        Ok(())
    }
}

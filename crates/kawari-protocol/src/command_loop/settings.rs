//! The session and its settings: options, game, evaluation and tablebases.

use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use super::book::CurrentBook;
use super::client_output::ClientOutput;
use super::handlers::Handlers;
use crate::error::ProtocolError;
use crate::options::{Effect, Options};
use crate::wire;
use kawari_engine::engine::eval_source::{EvalSource, EvalSourceError};
use kawari_engine::engine::game_state::StartPosition;
use kawari_engine::engine::session::{Session, SessionOpener, Settings};
use kawari_engine::engine::tablebase_source::TablebaseSource;
use kawari_engine::games::loaded;
use kawari_engine::games::variants::Variant;
use kawari_engine::search::transposition_table::HashAllocationError;

/// The session, and the settings with which it is opened.
pub(super) struct EngineState {
    pub opener: SessionOpener,
    /// `None` until a command needs it: `usi` is answered before the transposition table is
    /// allocated.
    pub session: Option<Box<dyn Session>>,
    pub options: Options,
    eval_source: EvalSource,
    tablebase_source: TablebaseSource,
    pub(super) book: CurrentBook,
    /// Hash size of the latest session in MiB; the default size before the first one.
    allocated_hash: usize,
    /// The evaluation that was last reported to the client.
    reported_evaluation: String,
}

impl EngineState {
    /// Creates the default settings, without a session.
    pub fn new(opener: SessionOpener) -> Self {
        Self {
            opener,
            session: None,
            options: Options::default(),
            eval_source: EvalSource::BuiltIn,
            tablebase_source: TablebaseSource::BuiltIn,
            book: CurrentBook::built_in(),
            allocated_hash: Settings::default().hash,
            reported_evaluation: String::new(),
        }
    }

    /// Returns the session; opens it first if necessary.
    ///
    /// # Errors
    /// Returns [`HashAllocationError`] if there is no memory for the transposition table.
    pub fn session(
        &mut self,
        output: &ClientOutput,
    ) -> Result<&mut Box<dyn Session>, HashAllocationError> {
        let session = match self.session.take() {
            Some(session) => session,
            None => {
                let mut session = self.open(output)?;
                self.restore_evaluation(&mut *session, output);
                self.restore_tablebase(&mut *session, output);
                self.restore_book(output);
                session
            }
        };
        Ok(self.session.insert(session))
    }

    /// Opens a session. If there is no memory for a hash size that was set before the
    /// session was open, reports the error and returns to the previous size.
    fn open(&mut self, output: &ClientOutput) -> Result<Box<dyn Session>, HashAllocationError> {
        let Options { variant, settings, .. } = self.options;
        let mut result = (self.opener)(variant, settings);
        if let Err(error) = result
            && settings.hash != self.allocated_hash
        {
            output.write_error(&wire::hash_size_rejected(error, self.allocated_hash));
            self.options.settings.hash = self.allocated_hash;
            result = (self.opener)(variant, self.options.settings);
        }
        let session = result?;
        self.allocated_hash = session.settings().hash;
        Ok(session)
    }

    /// Replaces a session after a panic, which may have left it in an inconsistent state,
    /// by a new one with the same game. Returns false if there is no session any more.
    pub fn reopen_session(&mut self) -> bool {
        let Some(old) = self.session.take() else { return true };
        let Options { variant, settings, .. } = self.options;
        let opener = self.opener;
        let reopen = AssertUnwindSafe(|| {
            let (start, moves) = (old.game_state().start_sfen(), old.game_state().moves_in_usi());
            drop(old);
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            let mut session = opener(variant, settings).ok()?;
            session.game_state_mut().set(StartPosition::Sfen(&start), &moves).ok()?;
            Some(session)
        });
        self.session = panic::catch_unwind(reopen).ok().flatten();
        self.session.is_some()
    }

    /// Closes the session and its opening book before another game is set.
    pub fn close_session(&mut self) {
        self.session = None;
        self.book.unload();
    }

    fn set_settings(&mut self, settings: Settings) -> Result<(), HashAllocationError> {
        if let Some(session) = &mut self.session {
            session.set_settings(settings)?;
            self.allocated_hash = settings.hash;
        }
        Ok(())
    }

    fn set_variant(
        &mut self,
        variant: Variant,
        output: &ClientOutput,
    ) -> Result<(), ProtocolError> {
        if variant != self.options.variant {
            self.close_session();
        } else if let Some(session) = &mut self.session {
            session.game_state_mut().set(StartPosition::Initial, &[])?;
        }
        output.write_lines(output.dialect().variant(variant.info()));
        Ok(())
    }

    /// Sets the evaluation. A file for another game is rejected, but loaded when that game is
    /// set.
    fn set_eval_source(
        &mut self,
        source: EvalSource,
        output: &ClientOutput,
    ) -> Result<(), ProtocolError> {
        if self.session.is_none() && !matches!(source, EvalSource::File(_)) {
            self.eval_source = source;
            return Ok(());
        }
        let result = self.session(output)?.set_evaluation(&source);
        if result.as_ref().map_or_else(EvalSourceError::is_for_another_game, |()| true) {
            self.eval_source = source;
        }
        Ok(result?)
    }

    /// Sets the evaluation of a new session.
    fn restore_evaluation(&self, session: &mut dyn Session, output: &ClientOutput) {
        match session.set_evaluation(&self.eval_source) {
            Ok(()) => {
                if let EvalSource::File(path) = &self.eval_source {
                    output.write_note(&format!("EvalFile {}", path.display()));
                }
            }
            Err(error) if error.is_for_another_game() => {}
            Err(error) => output.write_error(&ProtocolError::from(error)),
        }
    }

    fn set_tablebase(
        &mut self,
        source: TablebaseSource,
        output: &ClientOutput,
    ) -> Result<(), ProtocolError> {
        let classes = self.session(output)?.set_tablebase(&source)?;
        self.tablebase_source = source;
        self.report_tables(&classes, output);
        Ok(())
    }

    /// Sets the tablebases of a new session.
    fn restore_tablebase(&self, session: &mut dyn Session, output: &ClientOutput) {
        if self.tablebase_source == TablebaseSource::BuiltIn {
            return;
        }
        match session.set_tablebase(&self.tablebase_source) {
            Ok(classes) => self.report_tables(&classes, output),
            Err(error) => output.write_error(&ProtocolError::from(error)),
        }
    }

    /// Reports which tables of a folder are used, for example `2v1`.
    fn report_tables(&self, classes: &[[usize; 2]], output: &ClientOutput) {
        if !matches!(self.tablebase_source, TablebaseSource::Folder(_)) {
            return;
        }
        let names: Vec<_> = classes.iter().map(|[own, enemy]| format!("{own}v{enemy}")).collect();
        let names = if names.is_empty() { "none of this game".to_owned() } else { names.join(" ") };
        output.write_note(&format!("tables: {names}"));
    }

    /// Reports the evaluation that is in use, if it has changed since the last report.
    pub fn report_evaluation(&mut self, output: &ClientOutput) {
        let Some(session) = &self.session else { return };
        let evaluation = session.evaluation_description();
        if evaluation != self.reported_evaluation {
            output.write_note(&format!("evaluation: {evaluation}"));
            self.reported_evaluation = evaluation;
        }
    }
}

/// Loads games, and writes the new list of games or all errors. After an error no game is
/// loaded.
fn load_games(files: &[PathBuf], output: &ClientOutput) {
    match loaded::load_files(files) {
        Ok(games) if games.is_empty() => {}
        Ok(_) => output.write_lines(output.dialect().games()),
        Err(error) => error.lines().iter().for_each(|line| output.write_error(line)),
    }
}

impl Handlers {
    /// Sets an option. An error leaves all options as they were.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), ProtocolError> {
        let Self { engine, output, .. } = self;
        let mut options = engine.options.clone();
        match options.set(name, value)? {
            Effect::None => {}
            Effect::Settings => engine.set_settings(options.settings)?,
            Effect::Variant => engine.set_variant(options.variant, output)?,
            Effect::ClearHash => self.new_game(),
            Effect::DebugLog(path) => self.log_to(path.as_deref())?,
            // These are not stored in the options.
            Effect::EvalFile(source) => return engine.set_eval_source(source, output),
            Effect::TablesPath(source) => return engine.set_tablebase(source, output),
            Effect::BookFile(source) => return engine.set_book(source, output),
            Effect::VariantPath(files) => {
                load_games(&files, output);
                return Ok(());
            }
        }
        self.engine.options = options;
        Ok(())
    }

    fn log_to(&self, path: Option<&Path>) -> Result<(), ProtocolError> {
        self.output.sink().log_to(path).map_err(|source| {
            let path = path.unwrap_or(Path::new("")).display().to_string();
            ProtocolError::DebugLog { path, source }
        })
    }
}

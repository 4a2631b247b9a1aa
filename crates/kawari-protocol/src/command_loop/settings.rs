//! What the client sets: options, the game, what judges it.

use std::path::Path;

use super::CommandLoop;
use crate::error::ProtocolError;
use crate::options::{Effect, Options};
use crate::wire;
use kawari_engine::engine::eval_source::{EvalSource, EvalSourceError};
use kawari_engine::engine::game_state::StartPosition;
use kawari_engine::engine::session::Session;
use kawari_engine::engine::tablebase_source::TablebaseSource;
use kawari_engine::games::variants::Variant;
use kawari_engine::search::transposition_table::HashAllocationError;

impl CommandLoop {
    pub(super) fn session(&mut self) -> Result<&mut Box<dyn Session>, HashAllocationError> {
        let session = match self.session.take() {
            Some(session) => session,
            None => {
                let mut session = self.open()?;
                self.reload_evaluation(&mut *session);
                self.reload_tablebase(&mut *session);
                session
            }
        };
        Ok(self.session.insert(session))
    }

    /// Opens a session. If there is no memory for a hash size that was set before the
    /// session was open, reports the error and returns to the previous size.
    fn open(&mut self) -> Result<Box<dyn Session>, HashAllocationError> {
        let Options { variant, settings, .. } = self.options;
        let mut result = (self.opener)(variant, settings);
        if let Err(error) = result
            && settings.hash != self.allocated_hash
        {
            let message = wire::hash_size_rejected(error, self.allocated_hash);
            self.sink.write_line(&self.dialect.implementation().error(&message));
            self.options.settings.hash = self.allocated_hash;
            result = (self.opener)(variant, self.options.settings);
        }
        let session = result?;
        self.allocated_hash = session.settings().hash;
        Ok(session)
    }

    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), ProtocolError> {
        let mut options = self.options.clone();
        let effect = options.set(name, value)?;
        // What cannot be carried out leaves the options as they are.
        match effect {
            Effect::None => {}
            Effect::Settings => {
                if let Some(session) = &mut self.session {
                    session.set_settings(options.settings)?;
                    self.allocated_hash = options.settings.hash;
                }
            }
            Effect::Variant => self.set_variant(options.variant)?,
            Effect::ClearHash => self.new_game(),
            Effect::DebugLog(path) => self.log_to(path.as_deref())?,
            Effect::EvalFile(source) => self.set_eval_source(source)?,
            Effect::TablesPath(tablebase_source) => self.set_tablebase(tablebase_source)?,
        }
        self.options = options;
        Ok(())
    }

    pub(super) fn set_variant(&mut self, variant: Variant) -> Result<(), ProtocolError> {
        if variant != self.options.variant {
            self.session = None;
        } else if let Some(session) = &mut self.session {
            session.game_state_mut().set(StartPosition::Initial, &[])?;
        }
        for line in self.dialect.implementation().variant(variant.info()) {
            self.sink.write_line(&line);
        }
        Ok(())
    }

    /// Judges positions by something else. A file for another game is refused, and waits
    /// until that game is set.
    pub(super) fn set_eval_source(&mut self, source: EvalSource) -> Result<(), ProtocolError> {
        if self.session.is_none() && !matches!(source, EvalSource::File(_)) {
            self.eval_source = source;
            return Ok(());
        }
        let result = self.session()?.set_evaluation(&source);
        if result.as_ref().map_or_else(EvalSourceError::is_for_another_game, |()| true) {
            self.eval_source = source;
        }
        Ok(result?)
    }

    /// Judges the positions of a session that was just opened by the file that was
    /// named for its game, if one was.
    pub(super) fn reload_evaluation(&self, session: &mut dyn Session) {
        let words = self.dialect.implementation();
        match session.set_evaluation(&self.eval_source) {
            Ok(()) => {
                if let EvalSource::File(path) = &self.eval_source {
                    self.sink.write_line(&words.note(&format!("EvalFile {}", path.display())));
                }
            }
            Err(error) if error.is_for_another_game() => {}
            Err(error) => {
                let message = ProtocolError::from(error).to_string();
                self.sink.write_line(&words.error(&message));
            }
        }
    }

    /// Knows endgames by something else, and says by which tables.
    fn set_tablebase(&mut self, tablebase_source: TablebaseSource) -> Result<(), ProtocolError> {
        let classes = self.session()?.set_tablebase(&tablebase_source)?;
        self.tablebase_source = tablebase_source;
        self.report_tables(&classes);
        Ok(())
    }

    /// Has a session that was just opened know endgames by what was chosen before.
    fn reload_tablebase(&self, session: &mut dyn Session) {
        if self.tablebase_source == TablebaseSource::BuiltIn {
            return;
        }
        match session.set_tablebase(&self.tablebase_source) {
            Ok(classes) => self.report_tables(&classes),
            Err(error) => {
                let message = ProtocolError::from(error).to_string();
                self.sink.write_line(&self.dialect.implementation().error(&message));
            }
        }
    }

    fn report_tables(&self, classes: &[[usize; 2]]) {
        if !matches!(self.tablebase_source, TablebaseSource::Folder(_)) {
            return;
        }
        let names: Vec<_> = classes.iter().map(|[own, enemy]| format!("{own}v{enemy}")).collect();
        let names = if names.is_empty() { "none of this game".to_owned() } else { names.join(" ") };
        self.sink.write_line(&self.dialect.implementation().note(&format!("tables: {names}")));
    }

    /// Does what takes time while the client waits for it and no clock runs: a
    /// game that is over is forgotten here, not with the `usinewgame` behind.
    pub(super) fn get_ready(&mut self) -> Result<(), HashAllocationError> {
        if self.activity.is_some() {
            // In the middle of a search it is just asked whether the engine lives.
            return Ok(());
        }
        if self.game_is_over {
            self.new_game();
        }
        self.session()?.prepare();
        self.report_evaluation();
        Ok(())
    }

    /// Says what judges positions, where the client does not know.
    fn report_evaluation(&mut self) {
        let Some(session) = &self.session else { return };
        let evaluation = session.evaluation_description();
        if evaluation != self.reported_evaluation {
            self.sink.write_line(
                &self.dialect.implementation().note(&format!("evaluation: {evaluation}")),
            );
            self.reported_evaluation = evaluation;
        }
    }

    /// Forgets what earlier games have taught.
    pub(super) fn new_game(&mut self) {
        self.game_is_over = false;
        if let Some(session) = &mut self.session {
            session.new_game();
        }
    }

    pub(super) fn log_to(&self, path: Option<&Path>) -> Result<(), ProtocolError> {
        self.sink.log_to(path).map_err(|source| {
            let path = path.unwrap_or(Path::new("")).display().to_string();
            ProtocolError::DebugLog { path, source }
        })
    }
}

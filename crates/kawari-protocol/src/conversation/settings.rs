//! What the client sets: options, the game, what judges it.

use std::path::Path;

use super::Conversation;
use crate::error::ProtocolError;
use crate::options::{Effect, EvalFile, Options};
use crate::wire;
use kawari_engine::core::regular_file;
use kawari_engine::engine::line::Start;
use kawari_engine::engine::session::{self, Judge, Session};
use kawari_engine::engine::tables::Endgames;
use kawari_engine::games::evaluation::LARGEST_FILE;
use kawari_engine::games::variants::Variant;
use kawari_engine::search::table::OutOfMemory;

impl Conversation {
    pub(super) fn session(&mut self) -> Result<&mut Box<dyn Session>, OutOfMemory> {
        let session = match self.session.take() {
            Some(session) => session,
            None => {
                let mut session = self.open()?;
                self.judge_again(&mut *session);
                self.know_again(&mut *session);
                session
            }
        };
        Ok(self.session.insert(session))
    }

    /// Opens a session, with a smaller table where the machine has no room for the
    /// one that was asked for.
    pub(super) fn open(&mut self) -> Result<Box<dyn Session>, OutOfMemory> {
        let Options { variant, settings, .. } = self.options;
        let session = session::open_with_what_fits(self.opener, variant, settings)?;
        let hash = session.settings().hash;
        if hash < settings.hash {
            self.options.settings.hash = hash;
            let told = wire::smaller_table(OutOfMemory(settings.hash), hash);
            self.sink.say(&self.dialect.words().error(&told));
        }
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
                }
            }
            Effect::Variant => self.set_variant(options.variant)?,
            Effect::ClearHash => self.forget(),
            Effect::DebugLog(path) => self.log_to(path.as_deref())?,
            Effect::EvalFile(judge) => self.judge_by(judge)?,
            Effect::TablesPath(endgames) => self.know_by(endgames)?,
        }
        self.options = options;
        Ok(())
    }

    pub(super) fn set_variant(&mut self, variant: Variant) -> Result<(), ProtocolError> {
        if variant != self.options.variant {
            self.session = None;
        } else if let Some(session) = &mut self.session {
            session.line_mut().set(Start::Initial, &[])?;
        }
        for line in self.dialect.words().variant(variant.info()) {
            self.sink.say(&line);
        }
        Ok(())
    }

    /// Judges positions by something else. A file for another game is refused, and waits
    /// until that game is set.
    pub(super) fn judge_by(&mut self, judge: EvalFile) -> Result<(), ProtocolError> {
        if self.session.is_none() && !matches!(judge, EvalFile::File(_)) {
            self.eval_file = judge;
            return Ok(());
        }
        let loaded = load_evaluation(&mut **self.session()?, &judge);
        if loaded.as_ref().map_or_else(is_for_another_game, |()| true) {
            self.eval_file = judge;
        }
        loaded
    }

    /// Judges the positions of a session that was just opened by the file that was
    /// named for its game, if one was.
    pub(super) fn judge_again(&self, session: &mut dyn Session) {
        let words = self.dialect.words();
        match load_evaluation(session, &self.eval_file) {
            Ok(()) => {
                if let EvalFile::File(path) = &self.eval_file {
                    self.sink.say(&words.note(&format!("EvalFile {}", path.display())));
                }
            }
            Err(error) if is_for_another_game(&error) => {}
            Err(error) => self.sink.say(&words.error(&error.to_string())),
        }
    }

    /// Knows endgames by something else, and says by which tables.
    fn know_by(&mut self, endgames: Endgames) -> Result<(), ProtocolError> {
        let classes = self.session()?.set_endgames(&endgames)?;
        self.endgames = endgames;
        self.tell_tables(&classes);
        Ok(())
    }

    /// Has a session that was just opened know endgames by what was chosen before.
    fn know_again(&self, session: &mut dyn Session) {
        if self.endgames == Endgames::BuiltIn {
            return;
        }
        match session.set_endgames(&self.endgames) {
            Ok(classes) => self.tell_tables(&classes),
            Err(error) => {
                let told = ProtocolError::from(error).to_string();
                self.sink.say(&self.dialect.words().error(&told));
            }
        }
    }

    fn tell_tables(&self, classes: &[[usize; 2]]) {
        if !matches!(self.endgames, Endgames::Folder(_)) {
            return;
        }
        let names: Vec<_> = classes.iter().map(|[own, enemy]| format!("{own}v{enemy}")).collect();
        let names = if names.is_empty() { "none of this game".to_owned() } else { names.join(" ") };
        self.sink.say(&self.dialect.words().note(&format!("tables: {names}")));
    }

    /// Does what takes time while the client waits for it and no clock runs: a
    /// game that is over is forgotten here, not with the `usinewgame` behind.
    pub(super) fn get_ready(&mut self) -> Result<(), OutOfMemory> {
        if self.activity.is_some() {
            // In the middle of a search it is just asked whether the engine lives.
            return Ok(());
        }
        if self.game_is_over {
            self.forget();
        }
        self.session()?.prepare();
        self.tell_evaluation();
        Ok(())
    }

    /// Says what judges positions, where the client does not know.
    fn tell_evaluation(&mut self) {
        let Some(session) = &self.session else { return };
        let evaluation = session.evaluation_description();
        if evaluation != self.told_evaluation {
            self.sink.say(&self.dialect.words().note(&format!("evaluation: {evaluation}")));
            self.told_evaluation = evaluation;
        }
    }

    /// Forgets what earlier games have taught.
    pub(super) fn forget(&mut self) {
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

/// Has a session judge by something else.
fn load_evaluation(session: &mut dyn Session, judge: &EvalFile) -> Result<(), ProtocolError> {
    let bytes;
    let (judge, path) = match judge {
        EvalFile::BuiltIn => (Judge::BuiltIn, Path::new("")),
        EvalFile::HandWritten => (Judge::HandWritten, Path::new("")),
        EvalFile::File(path) => {
            bytes = regular_file::read(path, LARGEST_FILE).map_err(|source| {
                ProtocolError::EvalFile { path: path.display().to_string(), source }
            })?;
            (Judge::File(&bytes), path.as_path())
        }
    };
    session
        .set_evaluation(judge)
        .map_err(|source| ProtocolError::Evaluation { path: path.display().to_string(), source })
}

fn is_for_another_game(error: &ProtocolError) -> bool {
    matches!(error, ProtocolError::Evaluation { source, .. } if source.is_for_another_game())
}

//! What the client sets: options, the game, what judges it.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::Conversation;
use crate::engine::line::Start;
use crate::engine::session::{self, Session};
use crate::engine::tables::Endgames;
use crate::games::evaluation::weights::file::EvalFileError;
use crate::games::variants::Variant;
use crate::protocol::error::ProtocolError;
use crate::protocol::options::{Effect, Options};
use crate::protocol::wire;
use crate::search::table::OutOfMemory;

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
            Effect::EvalFile(path) => self.judge_by(path.as_deref())?,
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

    /// Judges positions by what a file holds, or by what is built in. A file for
    /// another game is refused, and waits until that game is set.
    pub(super) fn judge_by(&mut self, path: Option<&Path>) -> Result<(), ProtocolError> {
        let Some(path) = path else {
            self.eval_file = None;
            if let Some(session) = &mut self.session {
                // What is built in needs no file that could be refused.
                let _ = session.set_evaluation(None);
            }
            return Ok(());
        };
        let loaded = load_evaluation(&mut **self.session()?, path);
        if loaded.as_ref().map_or_else(is_for_another_game, |()| true) {
            self.eval_file = Some(path.to_owned());
        }
        loaded
    }

    /// Judges the positions of a session that was just opened by the file that was
    /// named for its game, if one was.
    pub(super) fn judge_again(&self, session: &mut dyn Session) {
        let Some(path) = &self.eval_file else { return };
        let words = self.dialect.words();
        match load_evaluation(session, path) {
            Ok(()) => self.sink.say(&words.note(&format!("EvalFile {}", path.display()))),
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
        Ok(())
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

/// Has a session judge by what a file holds.
fn load_evaluation(session: &mut dyn Session, path: &Path) -> Result<(), ProtocolError> {
    /// More bytes than any evaluation has.
    const LONGEST: u64 = 64 << 20;
    let name = || path.display().to_string();
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(LONGEST).read_to_end(&mut bytes))
        .map_err(|source| ProtocolError::EvalFile { path: name(), source })?;
    session
        .set_evaluation(Some(&bytes))
        .map_err(|source| ProtocolError::Evaluation { path: name(), source })
}

fn is_for_another_game(error: &ProtocolError) -> bool {
    matches!(error, ProtocolError::Evaluation { source: EvalFileError::Game { .. }, .. })
}

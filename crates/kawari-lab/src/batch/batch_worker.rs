//! A worker that answers batch tasks one by one.

use std::time::Instant;

use anyhow::anyhow;
use serde::Serialize;
use serde_json::value::RawValue;

use super::BatchJob;
use super::tasks::{BatchPosition, BatchTask};
use kawari_engine::engine::game_state::GameState;
use kawari_engine::engine::session::{self, Session};
use kawari_engine::games::variants::Variant;
use kawari_protocol::position_command::PositionCommand;

/// An answer as JSON. Every answer has every field, `null` if it does not apply, so that
/// all lines have the same columns.
#[derive(Serialize)]
struct AnswerLine<F, O> {
    line: u64,
    file: Option<String>,
    id: Option<Box<RawValue>>,
    game: Option<u64>,
    ply: Option<usize>,
    variant: Option<&'static str>,
    position: Option<String>,
    #[serde(flatten)]
    found: F,
    time: Option<u64>,
    error: Option<String>,
    #[serde(flatten)]
    provenance: Option<Provenance<O>>,
}

/// The program version and the options: with the position, all that an answer depends on.
#[derive(Clone, Serialize)]
struct Provenance<O> {
    version: &'static str,
    #[serde(flatten)]
    options: O,
}

impl<F: Default, O> AnswerLine<F, O> {
    /// Creates an answer to `task` without results.
    fn to(task: &BatchTask, provenance: Option<Provenance<O>>) -> Self {
        let target = task.target.as_ref().ok();
        Self {
            line: task.line,
            file: task.file.as_deref().map(str::to_owned),
            // The id was valid JSON in the input.
            id: target.and_then(|target| RawValue::from_string(target.id.clone()?).ok()),
            game: target.and_then(|target| target.game),
            ply: None,
            variant: target.map(|target| target.variant.info().name),
            position: None,
            found: F::default(),
            time: None,
            error: None,
            provenance,
        }
    }
}

/// An answer ready to be written.
pub struct EncodedAnswer {
    /// The JSON line, with its line feed.
    pub json: Vec<u8>,
    /// Additional output, such as a proof.
    pub extra: Vec<u8>,
    /// True if the input line was invalid.
    pub is_failure: bool,
}

/// The result of a search.
struct SearchedPosition<F> {
    ply: usize,
    position: String,
    found: F,
    extra: Vec<u8>,
    milliseconds: u64,
}

/// A worker that answers tasks; each thread has one.
pub struct BatchWorker<J: BatchJob> {
    job: J,
    with_time: bool,
    provenance: Option<Provenance<J::Options>>,
    /// One session per game, the most recently used last.
    sessions: Vec<(Variant, Box<dyn Session>)>,
}

impl<J: BatchJob> BatchWorker<J> {
    /// Creates a worker. `with_time` and `provenance` select optional fields of its
    /// answers.
    pub fn new(job: J, with_time: bool, provenance: bool) -> Self {
        let options = provenance.then(|| job.options());
        let version = env!("KAWARI_VERSION");
        let provenance = options.map(|options| Provenance { version, options });
        Self { job, with_time, provenance, sessions: Vec::new() }
    }

    /// Answers a task. The answer to an invalid line is its error message.
    ///
    /// # Errors
    /// Returns an error if a session or a search cannot be started, for example for lack of
    /// memory.
    pub fn answer(&mut self, task: &BatchTask) -> anyhow::Result<EncodedAnswer> {
        let searched = match &task.target {
            Ok(target) => self.search(target)?,
            Err(error) => Err(error.clone()),
        };
        let mut line = AnswerLine::to(task, self.provenance.clone());
        let mut extra = Vec::new();
        match searched {
            Ok(searched) => {
                line.ply = Some(searched.ply);
                line.position = Some(searched.position);
                line.found = searched.found;
                line.time = self.with_time.then_some(searched.milliseconds);
                extra = searched.extra;
            }
            Err(error) => line.error = Some(error),
        }
        let mut json = serde_json::to_vec(&line)?;
        json.push(b'\n');
        Ok(EncodedAnswer { json, extra, is_failure: line.error.is_some() })
    }

    /// Searches a position. The inner error is a message about an invalid position.
    fn search(
        &mut self,
        target: &BatchPosition,
    ) -> anyhow::Result<Result<SearchedPosition<J::Answer>, String>> {
        let mut session = self.fresh_session(target.variant)?;
        let searched = match set(&target.command, target.ply, session.game_state_mut()) {
            Ok(()) => {
                let (start, mut extra) = (Instant::now(), Vec::new());
                let found = self.job.answer(&mut *session, &mut extra)?;
                let milliseconds = start.elapsed().as_millis() as u64;
                let position = session.game_state().sfen();
                Ok(SearchedPosition { ply: target.ply, position, found, extra, milliseconds })
            }
            Err(error) => Err(format!("{error:#}")),
        };
        self.keep(target.variant, session);
        Ok(searched)
    }

    /// Returns a session with empty tables and histories, so that an answer depends only on
    /// its own position.
    fn fresh_session(&mut self, variant: Variant) -> anyhow::Result<Box<dyn Session>> {
        match self.sessions.iter().position(|(known, _)| *known == variant) {
            Some(index) => {
                let (_, mut session) = self.sessions.remove(index);
                session.new_game();
                Ok(session)
            }
            None => Ok(session::open(variant, self.job.settings())?),
        }
    }

    /// Keeps a session for the next position of its game, and drops the least recently used
    /// sessions above the limit.
    fn keep(&mut self, variant: Variant, session: Box<dyn Session>) {
        self.sessions.push((variant, session));
        let surplus = self.sessions.len().saturating_sub(self.job.kept_sessions());
        self.sessions.drain(..surplus);
    }
}

/// Sets a game state to the position after the first `ply` moves of `command`.
///
/// # Errors
/// Returns an error for an invalid SFEN, an illegal move, or a move after the end.
pub fn set(
    command: &PositionCommand,
    ply: usize,
    game_state: &mut dyn GameState,
) -> anyhow::Result<()> {
    let moves: Vec<&str> = command.moves.iter().take(ply).map(String::as_str).collect();
    // The error's message includes its source, so the source is dropped.
    game_state.set(command.start.start(), &moves).map_err(|error| anyhow!("{error}"))
}

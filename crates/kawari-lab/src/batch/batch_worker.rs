//! One position, one answer.

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

/// An answer, as it is written. Every field stands in each, `null` where it has
/// nothing to say, so that whoever reads a table knows its columns.
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

/// How an answer came about: with the position, all that it depends on.
#[derive(Clone, Serialize)]
struct Provenance<O> {
    version: &'static str,
    #[serde(flatten)]
    options: O,
}

impl<F: Default, O> AnswerLine<F, O> {
    /// An answer to a task that says nothing yet.
    fn to(task: &BatchTask, provenance: Option<Provenance<O>>) -> Self {
        let target = task.target.as_ref().ok();
        Self {
            line: task.line,
            file: task.file.as_deref().map(str::to_owned),
            // It was JSON where it was read.
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

/// An answer, ready to be written.
pub struct EncodedAnswer {
    /// The answer and the end of its line.
    pub json: Vec<u8>,
    /// What is to be written beside it.
    pub beside: Vec<u8>,
    /// True if the line was bad.
    pub is_failure: bool,
}

/// What a search has come to.
struct SearchedPosition<F> {
    ply: usize,
    position: String,
    found: F,
    beside: Vec<u8>,
    milliseconds: u64,
}

/// Answers one task after the other; each thread has its own.
pub struct BatchWorker<Q: BatchJob> {
    job: Q,
    with_time: bool,
    provenance: Option<Provenance<Q::Options>>,
    /// A session for each game that was asked about, the latest last.
    sessions: Vec<(Variant, Box<dyn Session>)>,
}

impl<Q: BatchJob> BatchWorker<Q> {
    /// Whoever answers this question, and tells in each answer what is asked for.
    pub fn new(job: Q, with_time: bool, provenance: bool) -> Self {
        let options = provenance.then(|| job.options());
        let version = env!("KAWARI_VERSION");
        let provenance = options.map(|options| Provenance { version, options });
        Self { job, with_time, provenance, sessions: Vec::new() }
    }

    /// The answer to a task. A bad line has one, too.
    ///
    /// # Errors
    /// When the system refuses what a search needs.
    pub fn answer(&mut self, task: &BatchTask) -> anyhow::Result<EncodedAnswer> {
        let searched = match &task.target {
            Ok(target) => self.search(target)?,
            Err(error) => Err(error.clone()),
        };
        let mut line = AnswerLine::to(task, self.provenance.clone());
        let mut beside = Vec::new();
        match searched {
            Ok(searched) => {
                line.ply = Some(searched.ply);
                line.position = Some(searched.position);
                line.found = searched.found;
                line.time = self.with_time.then_some(searched.milliseconds);
                beside = searched.beside;
            }
            Err(error) => line.error = Some(error),
        }
        let mut json = serde_json::to_vec(&line)?;
        json.push(b'\n');
        Ok(EncodedAnswer { json, beside, is_failure: line.error.is_some() })
    }

    /// What is found in a position, or what is wrong with it.
    fn search(
        &mut self,
        target: &BatchPosition,
    ) -> anyhow::Result<Result<SearchedPosition<Q::Found>, String>> {
        let mut session = self.fresh_session(target.variant)?;
        let searched = match set(&target.words, target.ply, session.game_state_mut()) {
            Ok(()) => {
                let (start, mut beside) = (Instant::now(), Vec::new());
                let found = self.job.answer(&mut *session, &mut beside)?;
                let milliseconds = start.elapsed().as_millis() as u64;
                let position = session.game_state().sfen();
                Ok(SearchedPosition { ply: target.ply, position, found, beside, milliseconds })
            }
            Err(error) => Err(format!("{error:#}")),
        };
        self.keep(target.variant, session);
        Ok(searched)
    }

    /// A session that has learned nothing, so that an answer depends on its own
    /// position alone.
    fn fresh_session(&mut self, variant: Variant) -> anyhow::Result<Box<dyn Session>> {
        match self.sessions.iter().position(|(known, _)| *known == variant) {
            Some(place) => {
                let (_, mut session) = self.sessions.remove(place);
                session.new_game();
                Ok(session)
            }
            None => Ok(session::open(variant, self.job.settings())?),
        }
    }

    /// Keeps a session for the next position of its game, as long as there is room.
    fn keep(&mut self, variant: Variant, session: Box<dyn Session>) {
        self.sessions.push((variant, session));
        let surplus = self.sessions.len().saturating_sub(self.job.kept_sessions());
        self.sessions.drain(..surplus);
    }
}

/// Sets a line of play to a position on the way.
///
/// # Errors
/// For a bad SFEN, an illegal move, a move after the end.
pub fn set(
    words: &PositionCommand,
    ply: usize,
    game_state: &mut dyn GameState,
) -> anyhow::Result<()> {
    let moves: Vec<&str> = words.moves.iter().take(ply).map(String::as_str).collect();
    // The error says all of it; its source would say half of it again.
    game_state.set(words.start.start(), &moves).map_err(|error| anyhow!("{error}"))
}

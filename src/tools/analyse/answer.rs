//! One position, one answer.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::tasks::{Asked, Task};
use crate::core::color::Color;
use crate::core::outcome::Outcome;
use crate::core::score::{self, Score};
use crate::engine::line::Line;
use crate::engine::report::Info;
use crate::engine::session::{self, Order, Session, Settings};
use crate::games::variants::Variant;
use crate::protocol::position::PositionWords;
use crate::search::limits::{Clock, Limits};
use crate::tools::findings::Findings;
use crate::tools::game_log::GameResult;

/// What is asked of every position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// How each session is set.
    pub settings: Settings,
    /// How far each search goes.
    pub order: Order,
    /// Whether answers tell the time they took.
    pub timed: bool,
    /// What each answer tells of how it came about, if it does.
    pub provenance: Option<Provenance>,
}

/// How an answer came about: with the position, all that it depends on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Provenance {
    /// Version of the program.
    pub version: &'static str,
    /// What each search was bounded by.
    pub limits: LoggedLimits,
    /// Principal variations asked for.
    pub multipv: usize,
    /// Size of the transposition table, in MiB.
    pub hash: usize,
}

/// The bounds of a search, times in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LoggedLimits {
    /// Positions.
    pub nodes: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
    /// Time for the move.
    pub movetime: Option<u64>,
    /// A clock.
    pub clock: Option<LoggedClock>,
}

/// A clock in milliseconds, Black's times first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LoggedClock {
    /// Main time left.
    pub remaining: [u64; 2],
    /// Added for each move.
    pub increment: [u64; 2],
    /// Time for each move once the main time is used up.
    pub byoyomi: u64,
    /// Moves until more main time comes.
    pub movestogo: Option<u32>,
}

impl LoggedLimits {
    /// Of a search with these limits.
    pub fn new(limits: &Limits) -> Self {
        let milliseconds = |time: Duration| time.as_millis() as u64;
        let clock = |clock: Clock| LoggedClock {
            remaining: clock.remaining.map(milliseconds),
            increment: clock.increment.map(milliseconds),
            byoyomi: milliseconds(clock.byoyomi),
            movestogo: clock.moves_to_go,
        };
        Self {
            nodes: limits.nodes,
            depth: limits.depth,
            movetime: limits.move_time.map(milliseconds),
            clock: limits.clock.map(clock),
        }
    }
}

/// An answer, as it is written. Every field stands in each, `null` where it has
/// nothing to say, so that whoever reads a table knows its columns.
#[derive(Debug, Default, Serialize)]
pub struct AnswerLine {
    /// Number of the line, from 1, with the offset that was asked for.
    line: u64,
    /// Name of the file, where there are several.
    file: Option<String>,
    /// The id that the line had.
    id: Option<Box<RawValue>>,
    /// The number of the game in its log.
    game: Option<u64>,
    /// Moves since the start of the line's game.
    ply: Option<usize>,
    /// The name of the game that is played.
    variant: Option<&'static str>,
    /// The position as SFEN.
    position: Option<String>,
    /// Last iteration, in plies; 0 where nothing was searched.
    depth: Option<u32>,
    /// Deepest line, in plies.
    seldepth: Option<u32>,
    score: Option<FavouredScore>,
    bestmove: Option<String>,
    /// Principal variations, best first.
    pvs: Vec<Variation>,
    /// Positions searched.
    nodes: Option<u64>,
    /// Milliseconds.
    time: Option<u64>,
    /// Who has won, if the game is over.
    result: Option<GameResult>,
    /// Why it is over.
    reason: Option<String>,
    /// What is wrong with the line.
    error: Option<String>,
    /// How the answer came about, where that is asked for.
    #[serde(flatten)]
    provenance: Option<Provenance>,
}

impl AnswerLine {
    /// True if the line was bad.
    pub fn is_failure(&self) -> bool {
        self.error.is_some()
    }
}

#[derive(Debug, Serialize)]
struct Variation {
    depth: u32,
    seldepth: u32,
    score: FavouredScore,
    moves: Vec<String>,
}

/// A score, and whom it favours.
#[derive(Debug, Serialize)]
struct FavouredScore {
    /// Hundredths of a pawn or man, from the side to move's view; no mate is seen then.
    cp: Option<Score>,
    /// Plies to the end of the game, negative when the side to move loses.
    mate: Option<i32>,
    favours: Favours,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Favours {
    Black,
    White,
    Neither,
}

impl From<Option<Color>> for Favours {
    fn from(color: Option<Color>) -> Self {
        match color {
            Some(Color::Black) => Self::Black,
            Some(Color::White) => Self::White,
            None => Self::Neither,
        }
    }
}

impl FavouredScore {
    fn new(score: Score, to_move: Color) -> Self {
        let favoured = match score {
            0 => None,
            1.. => Some(to_move),
            _ => Some(!to_move),
        };
        let mate = score::mate_distance(score);
        let cp = if mate.is_none() { Some(score) } else { None };
        Self { cp, mate, favours: favoured.into() }
    }

    /// The verdict of the rules themselves.
    fn of_winner(winner: Color) -> Self {
        Self { cp: None, mate: Some(0), favours: Some(winner).into() }
    }
}

impl Variation {
    fn new(info: &Info, to_move: Color) -> Self {
        Self {
            depth: info.depth,
            seldepth: info.seldepth,
            score: FavouredScore::new(info.score, to_move),
            moves: info.pv.clone(),
        }
    }
}

/// Answers one task after the other; each thread has its own.
pub struct Analyst {
    question: Question,
    /// A session for each game that was asked about, the latest last.
    sessions: Vec<(Variant, Box<dyn Session>)>,
}

impl Analyst {
    /// The tables of all sessions have no more than this, in MiB, if one alone has not.
    const MOST_MEMORY: usize = 256;

    /// An analyst for this question.
    pub fn new(question: Question) -> Self {
        Self { question, sessions: Vec::new() }
    }

    /// The answer to a task.
    pub fn answer(&mut self, task: &Task) -> AnswerLine {
        let mut answer = match &task.asked {
            Ok(asked) => self.answer_to(asked),
            Err(error) => AnswerLine { error: Some(error.clone()), ..AnswerLine::default() },
        };
        answer.line = task.line;
        answer.file = task.file.as_deref().map(str::to_owned);
        answer.provenance.clone_from(&self.question.provenance);
        answer
    }

    fn answer_to(&mut self, asked: &Asked) -> AnswerLine {
        let answer = self.analyse(asked).unwrap_or_else(|error| AnswerLine {
            error: Some(format!("{error:#}")),
            ..AnswerLine::default()
        });
        AnswerLine {
            // It was JSON where it was read.
            id: asked.id.clone().and_then(|id| RawValue::from_string(id).ok()),
            game: asked.game,
            variant: Some(asked.variant.info().name),
            ..answer
        }
    }

    fn analyse(&mut self, asked: &Asked) -> anyhow::Result<AnswerLine> {
        let mut session = self.fresh_session(asked.variant)?;
        // The session is kept even if the position is a bad one.
        let answer = set(&asked.words, asked.ply, session.line_mut())
            .and_then(|()| self.search(&mut *session));
        self.sessions.push((asked.variant, session));
        let most = (Self::MOST_MEMORY / self.question.settings.hash.max(1)).max(1);
        self.sessions.drain(..self.sessions.len().saturating_sub(most));
        Ok(AnswerLine { ply: Some(asked.ply), ..answer? })
    }

    fn search(&self, session: &mut dyn Session) -> anyhow::Result<AnswerLine> {
        let start = Instant::now();
        let findings = Findings::of(session, &self.question.order)?;
        let time = self.question.timed.then(|| start.elapsed().as_millis() as u64);
        Ok(found(session.line(), &findings, time))
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
            None => Ok(session::open(variant, self.question.settings)?),
        }
    }
}

/// Sets a line of play to a position on the way.
///
/// # Errors
/// For a bad SFEN, an illegal move, a move after the end.
pub fn set(words: &PositionWords, ply: usize, line: &mut dyn Line) -> anyhow::Result<()> {
    let moves: Vec<&str> = words.moves.iter().take(ply).map(String::as_str).collect();
    // The error says all of it; its source would say half of it again.
    line.set(words.start.start(), &moves).map_err(|error| anyhow::anyhow!("{error}"))
}

fn found(line: &dyn Line, findings: &Findings, time: Option<u64>) -> AnswerLine {
    let to_move = line.side_to_move();
    let best = findings.lines.first();
    let outcome = line.status();
    let score = match best {
        Some(best) => Some(FavouredScore::new(best.score, to_move)),
        None => line.ending().and_then(Outcome::winner).map(FavouredScore::of_winner),
    };
    AnswerLine {
        position: Some(line.sfen()),
        depth: Some(best.map_or(0, |best| best.depth)),
        seldepth: Some(best.map_or(0, |best| best.seldepth)),
        score,
        bestmove: findings.best().map(str::to_owned),
        pvs: findings.lines.iter().map(|info| Variation::new(info, to_move)).collect(),
        nodes: Some(findings.nodes),
        time,
        result: outcome.map(GameResult::from),
        reason: outcome.map(|outcome| outcome.reason().to_string()),
        ..AnswerLine::default()
    }
}

//! One line of input, one answer.

use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::input::NumberedLine;
use crate::core::color::Color;
use crate::core::outcome::Outcome;
use crate::core::score::Score;
use crate::engine::line::Line;
use crate::engine::report::Info;
use crate::engine::session::{self, Order, Session, Settings};
use crate::games::variants::Variant;
use crate::tools::findings::Findings;
use crate::tools::game_log::LoggedScore;
use crate::tools::position_line::PositionLine;

/// What is asked of every position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The game of a line that names none.
    pub variant: Option<Variant>,
    /// How each session is set.
    pub settings: Settings,
    /// How far each search goes.
    pub order: Order,
    /// Whether answers tell the time they took.
    pub timed: bool,
}

/// The answer to one line of input, as it is written.
#[derive(Debug, Serialize)]
pub struct AnswerLine {
    /// Number of the line, from 1.
    pub line: u64,
    /// Name of the file, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// What is known of its position, or what is wrong with it.
    #[serde(flatten)]
    pub body: Body,
}

/// What an answer says.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Body {
    /// The position, analysed.
    Analysis(Analysis),
    /// The line is no position, or could not be analysed.
    Failure {
        /// Why not.
        error: String,
    },
}

/// What has been found in a position.
#[derive(Debug, Serialize)]
pub struct Analysis {
    /// The position as SFEN.
    position: String,
    /// The game's name.
    game: &'static str,
    /// Last iteration, in plies; 0 where nothing was searched.
    depth: u32,
    /// Deepest line, in plies.
    seldepth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<FavouredScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bestmove: Option<String>,
    pvs: Vec<Variation>,
    /// Positions searched.
    nodes: u64,
    /// Milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<u64>,
    /// How the game has ended, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<String>,
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
    /// From the side to move's view.
    #[serde(flatten)]
    worth: LoggedScore,
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
        Self { worth: score.into(), favours: favoured.into() }
    }

    /// The verdict of the rules themselves.
    fn of_winner(winner: Color) -> Self {
        Self { worth: LoggedScore::Mate(0), favours: Some(winner).into() }
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

impl Analysis {
    fn new(line: &dyn Line, findings: &Findings, time: Option<u64>) -> Self {
        let to_move = line.side_to_move();
        let best = findings.lines.first();
        let status = line.status();
        let score = match best {
            Some(best) => Some(FavouredScore::new(best.score, to_move)),
            None => line.ending().and_then(Outcome::winner).map(FavouredScore::of_winner),
        };
        Self {
            position: line.sfen(),
            game: line.info().name,
            depth: best.map_or(0, |best| best.depth),
            seldepth: best.map_or(0, |best| best.seldepth),
            score,
            bestmove: findings.best().map(str::to_owned),
            pvs: findings.lines.iter().map(|info| Variation::new(info, to_move)).collect(),
            nodes: findings.nodes,
            time,
            status: status.map(|outcome| outcome.to_string()),
        }
    }
}

/// Answers one line after the other; each thread has its own.
pub struct Analyst {
    question: Question,
    /// The session of the latest game.
    session: Option<(Variant, Box<dyn Session>)>,
}

impl Analyst {
    /// An analyst for this question.
    pub fn new(question: Question) -> Self {
        Self { question, session: None }
    }

    /// The answer to a line; `None` where the line has no content.
    pub fn answer(&mut self, input: &NumberedLine) -> Option<AnswerLine> {
        let body = match self.analyse(input) {
            Ok(None) => return None,
            Ok(Some(analysis)) => Body::Analysis(analysis),
            Err(error) => Body::Failure { error: format!("{error:#}") },
        };
        Some(AnswerLine {
            line: input.number,
            file: input.file.as_deref().map(str::to_owned),
            body,
        })
    }

    fn analyse(&mut self, input: &NumberedLine) -> anyhow::Result<Option<Analysis>> {
        let text = input.text.as_ref().map_err(|error| anyhow::anyhow!("{error}"))?;
        let Some(written) = PositionLine::parse(text)? else { return Ok(None) };
        let variant = written.variant_or(self.question.variant)?;
        let mut session = self.fresh_session(variant)?;
        written.set(session.line_mut())?;
        let start = Instant::now();
        let findings = Findings::of(&mut *session, &self.question.order)?;
        let time = self.question.timed.then(|| start.elapsed().as_millis() as u64);
        let analysis = Analysis::new(session.line(), &findings, time);
        self.session = Some((variant, session));
        Ok(Some(analysis))
    }

    /// A session that has learned nothing, so that an answer depends on its own
    /// line alone.
    fn fresh_session(&mut self, variant: Variant) -> anyhow::Result<Box<dyn Session>> {
        match self.session.take() {
            Some((known, mut session)) if known == variant => {
                session.new_game();
                Ok(session)
            }
            _ => Ok(session::open(variant, self.question.settings)?),
        }
    }
}

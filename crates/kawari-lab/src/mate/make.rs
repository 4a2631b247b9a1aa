//! `kawari mate make`: extracts mate problems from games.

use std::collections::{BTreeMap, HashSet};
use std::io::{BufRead, Cursor, Write};
use std::ops::{ControlFlow, RangeInclusive};
use std::path::PathBuf;

use anyhow::{Context, ensure};
use serde::Deserialize;

use super::mate_batch::{MateBatchJob, ask};
use super::problem::Problem;
use crate::progress::{ProgressBar, Reporting};
use crate::selfplay::{self, SelfplayConfig};
use crate::{interrupt, ordered_map};
use kawari_engine::engine::game_state::StartPosition;
use kawari_engine::engine::mate::{Mate, MateAnswer, MateRequest};
use kawari_engine::engine::session::{self, Session};
use kawari_engine::games::variants::Variant;
use kawari_engine::notation::usi::UsiMove;
use kawari_records::game_log::LoggedScore;
use kawari_records::source;

/// The settings of `kawari mate make`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MakeConfig {
    /// Game.
    pub variant: Variant,
    /// Game logs; empty to play self-play games.
    pub logs: Vec<PathBuf>,
    /// Number of self-play games.
    pub games: u64,
    /// Searches every position, not only those with a winning score and those near the end of
    /// the game.
    pub everywhere: bool,
    /// Allowed lengths of the mate, in plies.
    pub plies: RangeInclusive<usize>,
    /// Maximum number of problems of each length.
    pub of_each: usize,
    /// Node limit for each position.
    pub nodes: u64,
    /// Number of games searched in parallel; `None` for the number of cores.
    pub jobs: Option<usize>,
    /// Size of the proof table of each job, in MiB.
    pub hash: usize,
    /// Progress output.
    pub reporting: Reporting,
}

/// The fields of a logged game that are needed here.
#[derive(Deserialize)]
struct MateSourceGame {
    variant: Option<String>,
    start: Option<String>,
    moves: Option<Vec<String>>,
    #[serde(default)]
    scores: Vec<Option<LoggedScore>>,
}

/// Score from which a position is searched for a mate, in centipawns.
const WINNING_SCORE: i32 = 1000;
/// Number of plies before the end of a game that are searched regardless of the score.
const LAST_PLIES: usize = 12;

/// Searches the games for mate problems and writes them, shortest first.
///
/// A problem has one solution: along the principal variation, no other attacker's move mates in
/// as few plies. Each game contributes its longest problem only, to avoid similar problems.
///
/// # Errors
/// Returns an error if a log cannot be read, the game has no mates, or the output cannot be
/// written.
pub fn make(config: &MakeConfig, output: &mut dyn Write) -> anyhow::Result<()> {
    ensure!(
        config.variant.forces_wins(),
        "{} has no mate search: it has neither Kings nor rows of five",
        config.variant
    );
    let games = games(config)?;
    let mut progress = ProgressBar::new("games", Some(games.len() as u64), config.reporting);
    let mut found: BTreeMap<usize, Vec<Problem>> = BTreeMap::new();
    let mut positions = HashSet::new();
    let shared = config.clone();
    let worker = move || {
        let order = MateRequest {
            nodes: Some(shared.nodes),
            checks_uniqueness: true,
            ..MateRequest::default()
        };
        let mut maker = Maker { session: None, order, config: shared.clone() };
        move |game: MateSourceGame| maker.longest(&game)
    };
    ordered_map::map(ordered_map::jobs(config.jobs), games.into_iter(), worker, |problem| {
        progress.advance(1);
        if let Some(problem) = problem?
            && positions.insert(problem.position.clone())
        {
            let same_length = found.entry(problem.plies).or_default();
            if same_length.len() < config.of_each {
                same_length.push(problem);
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    drop(progress);
    for (number, mut problem) in (1..).zip(found.into_values().flatten()) {
        problem.id = format!("{}-{number:03}", config.variant);
        serde_json::to_writer(&mut *output, &problem)?;
        writeln!(output)?;
    }
    if interrupt::is_pending() {
        config.reporting.print_note("interrupted");
    }
    Ok(())
}

/// Reads the logs, or plays self-play games.
fn games(config: &MakeConfig) -> anyhow::Result<Vec<MateSourceGame>> {
    if config.logs.is_empty() {
        let played = SelfplayConfig {
            variant: config.variant,
            games: config.games,
            jobs: config.jobs,
            reporting: config.reporting,
            ..SelfplayConfig::default()
        };
        let mut log = Vec::new();
        selfplay::run(&played, &mut log)?;
        return games_of(Cursor::new(log), config.variant);
    }
    let mut games = Vec::new();
    for path in &config.logs {
        let file =
            source::open_small(path).with_context(|| format!("cannot read {}", path.display()))?;
        let of_file = games_of(file, config.variant);
        games.extend(of_file.with_context(|| path.display().to_string())?);
    }
    Ok(games)
}

fn games_of(log: impl BufRead, variant: Variant) -> anyhow::Result<Vec<MateSourceGame>> {
    let mut games = Vec::new();
    for line in log.lines() {
        let game: MateSourceGame = serde_json::from_str(&line?).context("not a game log")?;
        let is_of_game = game.variant.as_deref() == Some(variant.info().name);
        if is_of_game && game.moves.is_some() {
            games.push(game);
        }
    }
    Ok(games)
}

/// The problem search of one thread.
struct Maker {
    session: Option<Box<dyn Session>>,
    order: MateRequest,
    config: MakeConfig,
}

impl Maker {
    /// Returns the longest problem of a game.
    fn longest(&mut self, game: &MateSourceGame) -> anyhow::Result<Option<Problem>> {
        let moves = game.moves.as_deref().unwrap_or_default();
        let mut longest: Option<Problem> = None;
        for ply in 0..moves.len() {
            let is_late = ply + LAST_PLIES >= moves.len();
            let is_ahead = match game.scores.get(ply).copied().flatten() {
                Some(LoggedScore::Mate(plies)) => plies > 0,
                Some(LoggedScore::Cp(score)) => score >= WINNING_SCORE,
                None => false,
            };
            if !is_late && !is_ahead && !self.config.everywhere {
                continue;
            }
            if let Some(problem) = self.problem(game, &moves[..ply])?
                && longest.as_ref().is_none_or(|known| problem.plies > known.plies)
            {
                longest = Some(problem);
            }
        }
        Ok(longest)
    }

    /// Returns the problem at a position of a game, if it is one.
    fn problem(
        &mut self,
        game: &MateSourceGame,
        moves: &[String],
    ) -> anyhow::Result<Option<Problem>> {
        let (order, variant) = (self.order, self.config.variant);
        let session = match &mut self.session {
            Some(session) => session,
            none => {
                let settings = MateBatchJob::session_settings(self.config.hash);
                none.insert(session::open(variant, settings)?)
            }
        };
        let start = match game.start.as_deref() {
            Some(sfen) if sfen != "startpos" => StartPosition::Sfen(sfen),
            _ => StartPosition::Initial,
        };
        let words: Vec<&str> = moves.iter().map(String::as_str).collect();
        session.game_state_mut().set(start, &words)?;
        // A problem has no game history.
        let position = session.game_state().sfen();
        session.game_state_mut().set(StartPosition::Sfen(&position), &[])?;
        let (answer, _) = ask(&mut **session, &order)?;
        let MateAnswer::Mate(Mate { moves, is_shortest: true, is_unique: Some(true), .. }) = answer
        else {
            return Ok(None);
        };
        let plies = moves.len();
        let problem = Problem {
            id: String::new(),
            variant: variant.to_string(),
            position,
            plies,
            moves: moves.iter().map(UsiMove::to_string).collect(),
            title: None,
        };
        Ok(self.config.plies.contains(&plies).then_some(problem))
    }
}

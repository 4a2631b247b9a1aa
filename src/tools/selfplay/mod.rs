//! `kawari selfplay`: games of the engine with itself, one JSON object a line.
//!
//! ```text
//! {"game":0,"variant":"hasami","start":"ppppppppp/… b - 1","moves":["9i9e","1a1e",…],
//!  "scores":[null,{"cp":12},…],"result":"black","reason":"men captured"}
//! ```
//!
//! `scores` has one entry for each move: what the search found, from the view of
//! the side that made the move, and `null` for the moves of the opening. A game is
//! a function of the options and its number: it begins with an empty table and
//! empty histories, and is played on one thread. So the same options give the same
//! lines, whatever `--jobs` is.
//!
//! With `--log` the lines go to a [journal](super::journal), whose first line
//! tells the options; `--resume` goes on with one. In the end, what the games come
//! to is said on standard error.

mod summary;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Args as ClapArgs;
use serde::{Deserialize, Serialize};

use self::summary::Summary;
use super::findings::Findings;
use super::game_log::{GameResult, Worth};
use super::journal::Journal;
use super::limits::at_least_one;
use super::openings::{Opening, RandomOpenings};
use super::ordered;
use super::progress::Progress;
use crate::core::score::Score;
use crate::engine::line::Start;
use crate::engine::session::{self, Order, Session, Settings};
use crate::games::variants::Variant;
use crate::search::limits::Limits;

/// Plays games of the engine with itself and writes one JSON object a game, with
/// the score of each move
///
/// The same options give the same games, in the same order, whatever --jobs is. What
/// they come to is said on standard error in the end.
#[derive(ClapArgs, Clone, Debug)]
pub struct Args {
    /// The game
    variant: Variant,
    /// Number of games
    #[arg(long, value_name = "COUNT", default_value_t = 100)]
    games: u64,
    /// Positions searched for each move
    #[arg(long, value_name = "COUNT", default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random moves that each game begins with
    #[arg(long, value_name = "PLIES", default_value_t = 8)]
    plies: usize,
    /// How far a side may be ahead after them, in hundredths; any opening will do if absent
    #[arg(long, value_name = "SCORE", value_parser = clap::value_parser!(i32).range(0..))]
    bound: Option<Score>,
    /// Seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Moves, the random ones included, after which a game is a draw
    #[arg(long, value_name = "PLIES", default_value_t = 1_000)]
    max_moves: usize,
    /// Games played at once, each on one thread; as many as there are cores if absent
    #[arg(long, value_name = "COUNT", value_parser = at_least_one)]
    jobs: Option<usize>,
    /// Transposition table of each job, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = at_least_one)]
    hash: usize,
    /// Write to this file instead of standard output; its first line tells the options
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Go on with the log, if it is there
    #[arg(long, requires = "log")]
    resume: bool,
}

/// The first line of a log: every option that the games depend on. Their number
/// is not one, so that a log can be made longer.
#[derive(Serialize)]
struct Header<'a> {
    log: &'a str,
    version: &'a str,
    variant: &'a str,
    nodes: u64,
    plies: usize,
    bound: Option<Score>,
    seed: u64,
    max_moves: usize,
    hash: usize,
}

impl<'a> Header<'a> {
    fn new(args: &Args) -> Self {
        Self {
            log: "selfplay",
            version: env!("CARGO_PKG_VERSION"),
            variant: args.variant.info().name,
            nodes: args.nodes,
            plies: args.plies,
            bound: args.bound,
            seed: args.seed,
            max_moves: args.max_moves,
            hash: args.hash,
        }
    }
}

/// A game, as its line in the log tells it.
#[derive(Debug, Serialize)]
struct GameLine {
    game: u64,
    variant: &'static str,
    start: String,
    moves: Vec<String>,
    scores: Vec<Option<Worth>>,
    result: GameResult,
    reason: String,
}

/// As much of a line as tells which game it is and how it ended.
#[derive(Deserialize)]
struct Played {
    game: u64,
    moves: Vec<String>,
    result: GameResult,
    reason: String,
}

/// Where the games go.
enum Output {
    Stdout,
    Log(Journal),
}

impl Output {
    /// The output that the options ask for, and what the games that it holds come to.
    fn open(args: &Args) -> anyhow::Result<(Self, Summary)> {
        let mut summary = Summary::default();
        let Some(path) = &args.log else { return Ok((Self::Stdout, summary)) };
        let header = Header::new(args);
        let journal = if args.resume {
            Journal::resume(path, &header, |played: Played| {
                ensure!(
                    played.game == summary.games(),
                    "game {} stands in the place of {}",
                    played.game,
                    summary.games()
                );
                summary.add(played.result, &played.reason, played.moves.len());
                Ok(())
            })?
        } else {
            Journal::create(path, &header)?
        };
        Ok((Self::Log(journal), summary))
    }

    fn write(&mut self, game: &GameLine) -> anyhow::Result<()> {
        match self {
            Self::Log(journal) => journal.append(game),
            Self::Stdout => {
                let mut json = serde_json::to_vec(game)?;
                json.push(b'\n');
                let mut stdout = io::stdout().lock();
                stdout.write_all(&json)?;
                Ok(stdout.flush()?)
            }
        }
    }
}

/// Plays the games.
///
/// # Errors
/// When no opening can be drawn, the output cannot be written, or the log is
/// another one.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let (mut output, mut summary) = Output::open(args)?;
    let played = summary.games();
    let mut progress = Progress::new("games", Some(args.games.max(played)));
    progress.start_at(played);
    let options = args.clone();
    let worker = move || {
        let mut player = Player::new(&options);
        move |game| player.play(game).with_context(|| format!("game {game}"))
    };
    ordered::map(ordered::jobs(args.jobs), played..args.games, worker, |game| {
        let game = game?;
        progress.aside(|| output.write(&game))?;
        summary.add(game.result, &game.reason, game.moves.len());
        progress.advance(1);
        Ok(ControlFlow::Continue(()))
    })?;
    drop(progress);
    eprint!("{summary}");
    Ok(())
}

/// Plays one game after the other; each thread has its own.
struct Player {
    variant: Variant,
    openings: RandomOpenings,
    settings: Settings,
    order: Order,
    max_moves: usize,
    session: Option<Box<dyn Session>>,
}

impl Player {
    fn new(args: &Args) -> Self {
        let Args { variant, plies, seed, bound, max_moves, .. } = *args;
        Self {
            variant,
            openings: RandomOpenings { variant, plies, seed, bound },
            settings: Settings { hash: args.hash, ..Settings::default() },
            order: Order {
                limits: Limits { nodes: Some(args.nodes), ..Limits::default() },
                ..Order::default()
            },
            max_moves,
            session: None,
        }
    }

    /// Plays the game with a number, from an engine that has learned nothing.
    fn play(&mut self, game: u64) -> anyhow::Result<GameLine> {
        let opening = self.openings.nth(game)?;
        let mut session = match self.session.take() {
            Some(mut session) => {
                session.new_game();
                session
            }
            None => session::open(self.variant, self.settings)?,
        };
        let line = self.play_from(game, &opening, &mut *session)?;
        self.session = Some(session);
        Ok(line)
    }

    fn play_from(
        &self,
        game: u64,
        opening: &Opening,
        session: &mut dyn Session,
    ) -> anyhow::Result<GameLine> {
        let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
        session.line_mut().set(Start::Sfen(&opening.start), &moves)?;
        let mut scores = vec![None; moves.len()];
        while session.line().status().is_none() && scores.len() < self.max_moves {
            let findings = Findings::of(session, &self.order)?;
            let best = findings.best().context("the engine gave up a game that goes on")?;
            session.line_mut().push(best)?;
            scores.push(findings.score().map(Worth::from));
        }
        let line = session.line();
        let (result, reason) = match line.status() {
            Some(outcome) => (outcome.into(), outcome.reason().to_string()),
            None => (GameResult::Draw, "maximum moves".to_owned()),
        };
        Ok(GameLine {
            game,
            variant: self.variant.info().name,
            start: line.start_sfen(),
            moves: line.moves(),
            scores,
            result,
            reason,
        })
    }
}

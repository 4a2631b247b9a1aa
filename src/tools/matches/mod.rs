//! `kawari match`: games between engines, with Kawari's rules as the referee.
//!
//! - [`player`]: who plays, as the command line says it;
//! - [`schedule`]: who meets whom with which opening and colours;
//! - [`setup`]: what the games depend on;
//! - [`engine`], [`reply`]: a player's program as a process, and what it says;
//! - [`seat`]: the conversation with it; [`coordinates`]: its words for moves and
//!   positions, if they are those of chess; [`clock`]: its time; [`faults`]: what it
//!   does wrong;
//! - [`game`]: one game; [`adjudication`]: when it is called off; [`table`]: one
//!   game after the other;
//! - [`log`], [`records`]: games written down, for programs and for people;
//! - [`standings`], [`report`]: what they add up to; [`pinning`]: where they run.
//!
//! Games are played on several threads and written down in the order of the
//! schedule. With limits that do not depend on time, every game is a function of
//! the configuration and its number, so a match that was killed and taken up
//! again has the log of one that was not.

pub mod adjudication;
pub mod clock;
pub mod coordinates;
pub mod engine;
pub mod faults;
pub mod game;
pub mod log;
pub mod pinning;
pub mod player;
pub mod records;
pub mod reply;
pub mod report;
pub mod schedule;
pub mod seat;
pub mod setup;
pub mod standings;
pub mod table;
mod words;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

use anyhow::{Result, ensure};

use self::log::GameEntry;
use self::pinning::Pinning;
use self::records::Records;
use self::schedule::Tournament;
use self::setup::Setup;
use self::standings::Standings;
use self::table::Table;
use self::words::EngineWords;
use super::journal::Journal;
use super::ordered;
use super::progress::Progress;
use super::statistics::Model;
use crate::core::score::Score;
use crate::games::variants::Variant;

/// Plays engines against each other; Kawari's rules are the referee
///
/// Each engine is described by words: name=, cmd=, arg= (repeatable), args= (split at
/// blanks), dir=, proto=usi|uci, option.NAME=, variant= (its own name for the game),
/// positions=moves|sfen, coordinates=shogi|chess (chess with uci), stderr=FILE, and its
/// limits: nodes=, depth=, movetime= (milliseconds), tc=BASE+INCREMENT (seconds, or
/// MINUTES:SECONDS), byoyomi= (milliseconds).
///
/// An engine of other rules has rules=other: it is told which moves are legal, and when
/// it says `info string rules differ: WHAT` the game is not counted; nor are games that
/// end by something that its rules lack: lacks=impasse (repeatable).
///
/// To test an idea: kawari match hasami --engine name=new cmd=./new --engine name=old
/// cmd=./old --each nodes=20000 --sprt 0 10 0.05 0.05
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The game
    variant: Variant,
    #[command(flatten)]
    engines: EngineWords,
    /// Who meets whom when there are more than two engines
    #[arg(long, value_enum, default_value_t)]
    tournament: Tournament,
    /// Openings for each two engines that meet, each played with both colours [default: 100, or 20000 with --sprt]
    #[arg(long, value_name = "COUNT")]
    pairs: Option<u64>,
    /// Games played at once
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    concurrency: u64,
    /// Keep each game's engines on one core of their own (Linux); by default when the
    /// games fill the machine
    #[arg(long, value_enum, value_name = "WHEN", num_args = 0..=1, require_equals = true, default_value_t, default_missing_value = "always")]
    pin: Pinning,

    /// Take the openings from this file, again from its beginning at its end: SFENs or USI moves
    #[arg(long, value_name = "FILE", conflicts_with_all = ["plies", "bound"])]
    openings: Option<PathBuf>,
    /// Random moves that each game begins with
    #[arg(long, default_value_t = 8)]
    plies: usize,
    /// How far a side may be ahead after them, in hundredths, as a shallow search sees it
    #[arg(long, value_name = "SCORE", default_value_t = 150)]
    bound: Score,
    /// Seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Milliseconds that a move may take beyond the clock
    #[arg(long, value_name = "MS", default_value_t = 100)]
    margin: u64,
    /// Milliseconds that an engine may be silent where no clock runs
    #[arg(long, value_name = "MS", default_value_t = 30_000)]
    patience: u64,
    /// Win when both engines see the same side this far ahead for so many plies in a row
    #[arg(long, num_args = 2, value_names = ["PLIES", "SCORE"], value_parser = clap::value_parser!(i32).range(1..))]
    resign: Vec<Score>,
    /// Draw when from this ply on both engines see nobody further ahead for so many plies in a row
    #[arg(long, num_args = 3, value_names = ["FROM", "PLIES", "SCORE"], value_parser = clap::value_parser!(i32).range(0..))]
    draw: Vec<Score>,
    /// Draw when so many plies have been played
    #[arg(long, value_name = "PLIES")]
    max_moves: Option<usize>,

    /// Stop as soon as one of two hypotheses about the first engine can be dropped
    #[arg(long, num_args = 4, value_names = ["ELO0", "ELO1", "ALPHA", "BETA"], allow_negative_numbers = true)]
    sprt: Vec<f64>,
    /// The scale of ELO0 and ELO1
    #[arg(long, value_enum, default_value_t, requires = "sprt")]
    elo_model: Model,

    /// Write each game to this file, one JSON object a line behind a header
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Go on with the log, if it is there
    #[arg(long, requires = "log")]
    resume: bool,
    /// Also log the time of each move
    #[arg(long, requires = "log")]
    times: bool,
    /// Write each game to this file for people to read
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
}

/// Plays a match and reports its result.
///
/// # Errors
/// When the configuration makes no sense, a program cannot be started at all,
/// or a file cannot be read or written. What engines do wrong is no error.
pub fn run(args: &Args) -> Result<()> {
    let setup = Arc::new(Setup::new(args)?);
    let mut standings = Standings::new(&setup.schedule);
    let mut output = Output::open(args, &setup, &mut standings)?;
    if !setup.is_decided(&standings) {
        play(args, &setup, &mut standings, &mut output)?;
    }
    print!("{}", report::full(&standings, &setup.players, setup.sprt.as_ref()));
    Ok(())
}

/// Where the games go.
struct Output {
    journal: Option<Journal>,
    records: Option<Records>,
    /// Number of games that are there.
    games: u64,
}

impl Output {
    /// Opens the files; games that are in the log already are counted.
    fn open(args: &Args, setup: &Setup, standings: &mut Standings) -> Result<Self> {
        let records = args.records.as_deref().map(|path| Records::create(path, setup.variant));
        let mut output = Self { journal: None, records: records.transpose()?, games: 0 };
        let header = setup.header();
        output.journal = match &args.log {
            None => None,
            Some(path) if args.resume => {
                Some(Journal::resume(path, &header, |game: GameEntry| {
                    let expected = output.games;
                    ensure!(game.game == expected, "game {} in the place of {expected}", game.game);
                    output.count(setup, standings, &game)
                })?)
            }
            Some(path) => Some(Journal::create(path, &header)?),
        };
        Ok(output)
    }

    fn write(&mut self, setup: &Setup, standings: &mut Standings, game: &GameEntry) -> Result<()> {
        if let Some(journal) = &mut self.journal {
            journal.append(game)?;
        }
        self.count(setup, standings, game)
    }

    fn count(&mut self, setup: &Setup, standings: &mut Standings, game: &GameEntry) -> Result<()> {
        standings.count(&setup.schedule.fixture(game.game), game);
        self.games += 1;
        match &mut self.records {
            Some(records) => records.write(game),
            None => Ok(()),
        }
    }
}

/// Plays what is left of the match.
fn play(
    args: &Args,
    setup: &Arc<Setup>,
    standings: &mut Standings,
    output: &mut Output,
) -> Result<()> {
    let mut progress = Progress::new("games", Some(setup.schedule.games()));
    progress.start_at(output.games);
    let stop = Arc::new(AtomicBool::new(false));
    let (present, absent) = mpsc::channel();
    let worker = {
        let is_pinned = args.pin.suits(args.concurrency as usize, &setup.players);
        let (setup, stop) = (Arc::clone(setup), Arc::clone(&stop));
        let place = AtomicUsize::new(0);
        move || {
            let place = place.fetch_add(1, Ordering::Relaxed);
            if is_pinned && let Err(error) = pinning::pin(place) {
                eprintln!("--pin: {error}");
            }
            let mut table = Table::new(Arc::clone(&setup), Arc::clone(&stop), present.clone());
            move |appointment: Result<_>| table.play(appointment?)
        }
    };
    let games = setup.appointments(output.games);
    let played = ordered::map(args.concurrency as usize, games, worker, |game: Result<_>| {
        let Some(game) = game? else { return Ok(ControlFlow::Break(())) };
        progress.aside(|| announce(&game));
        output.write(setup, standings, &game)?;
        progress.note(&report::running(standings, &setup.players, setup.sprt.as_ref()));
        progress.advance(1);
        let is_decided = setup.is_decided(standings);
        Ok(if is_decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    });
    stop.store(true, Ordering::Relaxed);
    // The programs leave before we do.
    while absent.recv().is_ok() {}
    played
}

/// A fault is worth a line at once.
fn announce(game: &GameEntry) {
    if let Some(fault) = &game.fault {
        eprintln!("game {}: {}: {} ({})", game.game, fault.player, fault.kind, fault.detail);
    }
}

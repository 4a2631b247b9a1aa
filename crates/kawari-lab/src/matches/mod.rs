//! `kawari match`: games between engines, with Kawari's rules as the referee.
//!
//! - [`config`]: the configuration of a match; [`player`]: the configuration of an engine;
//!   `setup`: both after validation, with the openings and the identities of the engines.
//! - [`schedule`]: pairings, openings and colours; `bracket`: the rounds of a knockout.
//! - `engine`: the engine process; `reply`: the parser of its output.
//! - `handshake`, `announced_option`: the name and the options that an engine announces;
//!   `identity`: size and hash of its program.
//! - `engine_player`: an engine that plays games; `clock`, [`timeouts`]: its time;
//!   [`fault`]: its errors, such as an illegal move or a crash.
//! - `game`: one game; [`adjudication`]: its early end; `game_runner`: a thread that plays
//!   one game after another; [`cpu_pinning`]: the core of that thread.
//! - `log`, `record_file`: output of the games as JSON and as text.
//! - [`standings`]: results; `report`, `summary`: their output as text and as JSON;
//!   [`merge`]: the results of several logs.
//! - [`compliance`], `option_line`: protocol tests for one engine.
//! - [`spsa`]: tuning of engine options by games.
//!
//! Several threads play the games. The log keeps the order of the schedule. If no engine has a
//! time limit, each game depends only on the configuration and its number. A match that was
//! killed and resumed then has the same log as an uninterrupted one.

mod announced_option;
mod bracket;
mod clock;
mod engine;
mod engine_player;
mod game;
mod game_runner;
mod handshake;
mod identity;
mod log;
mod option_line;
mod record_file;
mod reply;
mod report;
mod setup;
mod summary;

pub mod adjudication;
pub mod compliance;
pub mod config;
pub mod cpu_pinning;
pub mod fault;
pub mod merge;
pub mod player;
pub mod schedule;
pub mod spsa;
pub mod standings;
pub mod timeouts;

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

use anyhow::{Result, ensure};

use self::config::MatchConfig;
use self::fault::printable;
use self::game_runner::GameRunner;
use self::record_file::RecordFile;
use self::schedule::{Fixture, Schedule};
use self::setup::Setup;
use self::standings::Standings;
use self::summary::MatchSummary;
use super::interrupt;
use super::ordered_map;
use super::progress::{self, ProgressBar};
use kawari_records::game_log::GameEntry;
use kawari_records::journal::Journal;
use kawari_records::source;

/// Plays a match, writes the report and returns the standings.
///
/// # Errors
/// Returns an error if the configuration is invalid, a program cannot be started, or a file
/// cannot be read or written. A fault of an engine is not an error.
pub fn run(config: &MatchConfig, report: &mut dyn Write) -> Result<Standings> {
    let setup = Arc::new(Setup::new(config)?);
    let mut schedule = setup.schedule();
    let mut standings = Standings::new(schedule.encounters());
    let mut output = MatchOutput::open(config, &setup, &mut schedule, &mut standings)?;
    while !interrupt::is_pending() && !setup.is_decided(&standings) {
        if output.games < schedule.games() {
            play(config, &setup, &schedule, &mut standings, &mut output)?;
        } else if schedule.advance(|encounter| standings.lead(encounter)) {
            standings.add_encounters(schedule.encounters());
        } else {
            break;
        }
    }
    let names = setup.names();
    let champion = schedule.champion().map(|player| names[player].as_str());
    let mut text = report::full(&standings, &names, setup.sprt.as_ref());
    text += &report::knockout(champion);
    text += &report::early_end(&setup, &standings);
    let is_interrupted = interrupt::is_pending();
    if is_interrupted {
        text += &format!("interrupted after {} of {} games\n", output.games, schedule.games());
    }
    let summary =
        MatchSummary::new(setup.variant.info().name, &standings, &names, setup.sprt.as_ref());
    let summary = MatchSummary { champion, is_interrupted, ..summary };
    summary::write(&summary, config.json.as_deref(), &printable(&text), report)?;
    Ok(standings)
}

/// The output files of a match.
struct MatchOutput {
    journal: Option<Journal>,
    records: Option<RecordFile>,
    /// Number of games written or read back from the log.
    games: u64,
}

impl MatchOutput {
    /// Opens the files and counts the games that are in the log already. Existing files are
    /// changed only after all of them have passed the checks.
    fn open(
        config: &MatchConfig,
        setup: &Setup,
        schedule: &mut Schedule,
        standings: &mut Standings,
    ) -> Result<Self> {
        ensure!(
            config.log.is_none() || config.log != config.records,
            "--log and --records cannot write to the same file"
        );
        if let Some(path) = config.json.as_ref().filter(|path| !source::is_stdin(path)) {
            ensure!(config.resume || !path.exists(), "{} already exists", path.display());
            let others = [&config.log, &config.records];
            ensure!(
                others.into_iter().flatten().all(|other| other != path),
                "--json cannot write to the same file as --log or --records"
            );
        }
        let mut output = Self { journal: None, records: None, games: 0 };
        if let Some(path) = &config.records {
            ensure!(config.resume || !path.exists(), "{} already exists", path.display());
            if config.resume {
                output.records = Some(RecordFile::resume(path, setup.variant)?);
            }
        }
        let header = setup.header();
        output.journal = match &config.log {
            None => None,
            Some(path) if config.resume => {
                let may_differ: &[&str] = if config.changed_engines { &["engines"] } else { &[] };
                Some(Journal::resume(path, &header, may_differ, |game: GameEntry| {
                    let expected = schedule.numbers().start + output.games;
                    ensure!(game.game == expected, "game {}, expected {expected}", game.game);
                    // The log may have more games than the match is configured for.
                    if expected == schedule.numbers().end
                        && schedule.advance(|encounter| standings.lead(encounter))
                    {
                        standings.add_encounters(schedule.encounters());
                    }
                    let fixture = schedule.fixture(expected);
                    setup.check(&fixture, &game)?;
                    output.count(&fixture, standings, &game)
                })?)
            }
            Some(path) => Some(Journal::create(path, &header)?),
        };
        match (&mut output.records, &config.records) {
            (Some(records), _) => records.accept()?,
            (None, Some(path)) => output.records = Some(RecordFile::create(path, setup.variant)?),
            (None, None) => {}
        }
        Ok(output)
    }

    fn write(
        &mut self,
        fixture: &Fixture,
        standings: &mut Standings,
        game: &GameEntry,
    ) -> Result<()> {
        if let Some(journal) = &mut self.journal {
            journal.append(game)?;
        }
        self.count(fixture, standings, game)
    }

    fn count(
        &mut self,
        fixture: &Fixture,
        standings: &mut Standings,
        game: &GameEntry,
    ) -> Result<()> {
        standings.count(fixture, game);
        self.games += 1;
        match &mut self.records {
            Some(records) => records.write(game),
            None => Ok(()),
        }
    }
}

/// Plays the remaining games of the schedule.
fn play(
    config: &MatchConfig,
    setup: &Arc<Setup>,
    schedule: &Schedule,
    standings: &mut Standings,
    output: &mut MatchOutput,
) -> Result<()> {
    let mut progress = ProgressBar::new("games", Some(schedule.games()), config.reporting);
    progress.start_at(output.games);
    let stop = Arc::new(AtomicBool::new(false));
    // Each runner has a sender. The channel closes when the last one is dropped.
    let (alive, all_gone) = mpsc::channel::<()>();
    let worker = {
        let is_pinned = config.pin.should_pin(config.concurrency, &setup.players);
        let (setup, stop) = (Arc::clone(setup), Arc::clone(&stop));
        let next_index = AtomicUsize::new(0);
        move || {
            let index = next_index.fetch_add(1, Ordering::Relaxed);
            if is_pinned && let Err(error) = cpu_pinning::pin(index) {
                progress::print_note(format_args!("--pin: {error}"));
            }
            let mut runner = GameRunner::new(Arc::clone(&setup), Arc::clone(&stop), alive.clone());
            move |game: Result<_>| runner.play(game?)
        }
    };
    let (names, reporting) = (setup.names(), config.reporting);
    let games = setup.scheduled_games(schedule.clone(), output.games);
    let played = ordered_map::map(config.concurrency, games, worker, |game: Result<_>| {
        let Some(game) = game? else { return Ok(ControlFlow::Break(())) };
        progress.without_bar(|| announce(&game, config));
        output.write(&schedule.fixture(game.game), standings, &game)?;
        if config.report_interval.is_some_and(|interval| output.games.is_multiple_of(interval)) {
            let text = report::full(standings, &names, setup.sprt.as_ref());
            progress.without_bar(|| reporting.print_note(printable(text.trim_end())));
        }
        progress.note(&report::running(standings, &names, setup.sprt.as_ref()));
        progress.advance(1);
        let is_decided = setup.is_decided(standings);
        Ok(if is_decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    });
    stop.store(true, Ordering::Relaxed);
    // Waits until all engines have quit.
    while all_gone.recv().is_ok() {}
    played
}

/// Prints a line for a fault, and with `--outcomes` for every game.
fn announce(game: &GameEntry, config: &MatchConfig) {
    if config.outcomes {
        config.reporting.print_note(printable(&report::outcome(game)));
    }
    if let Some(fault) = &game.fault {
        let text =
            format!("game {}: {}: {} ({})", game.game, fault.player, fault.kind, fault.detail);
        config.reporting.print_note(printable(&text));
    }
}

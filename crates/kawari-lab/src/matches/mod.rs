//! `kawari match`: games between engines, with Kawari's rules as the referee.
//!
//! - [`player`]: who plays;
//! - [`schedule`]: who meets whom with which opening and colours; [`bracket`]: who is
//!   left in a knockout;
//! - [`setup`]: what the games depend on;
//! - [`engine`], [`reply`]: a player's program as a process, and what it says;
//! - [`handshake`]: what it says of itself before the first game;
//! - [`identity`]: which program it is;
//! - [`engine_player`]: the conversation with it; [`clock`]: its time; [`fault`]: what it does
//!   wrong;
//! - [`game`]: one game; [`adjudication`]: when it is called off; [`game_runner`]: one
//!   game after the other;
//! - [`log`], [`record_file`]: games written down, for programs and for people;
//! - [`standings`], [`report`], [`summary`]: what they add up to, for people and for
//!   programs; [`merge`]: over several logs; [`cpu_pinning`]: where they run;
//! - [`compliance`], [`option_line`]: does a program speak its protocol at all;
//! - [`spsa`]: numbers of an engine, tuned by games.
//!
//! Games are played on several threads and written down in the order of the
//! schedule. With limits that do not depend on time, every game is a function of
//! the configuration and its number, so a match that was killed and taken up
//! again has the log of one that was not.

pub mod adjudication;
pub mod announced_option;
pub mod bracket;
pub mod clock;
pub mod compliance;
pub mod config;
pub mod cpu_pinning;
pub mod engine;
pub mod engine_player;
pub mod fault;
pub mod game;
pub mod game_runner;
pub mod handshake;
pub mod identity;
pub mod log;
pub mod merge;
pub mod option_line;
pub mod player;
pub mod record_file;
pub mod reply;
pub mod report;
pub mod schedule;
pub mod setup;
pub mod spsa;
pub mod standings;
pub mod summary;
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

/// Plays a match and writes its result, which it also returns.
///
/// # Errors
/// When the configuration makes no sense, a program cannot be started, or a file
/// cannot be read or written. What engines do wrong is no error.
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

/// Where the games go.
struct MatchOutput {
    journal: Option<Journal>,
    records: Option<RecordFile>,
    /// Number of games that are there.
    games: u64,
}

impl MatchOutput {
    /// Opens the files; games that are in the log already are counted. Nothing that
    /// is there is touched before all of it is accepted.
    fn open(
        config: &MatchConfig,
        setup: &Setup,
        schedule: &mut Schedule,
        standings: &mut Standings,
    ) -> Result<Self> {
        ensure!(
            config.log.is_none() || config.log != config.records,
            "the log and the records cannot be the same file"
        );
        if let Some(path) = config.json.as_ref().filter(|path| !source::is_stdin(path)) {
            ensure!(config.resume || !path.exists(), "{} exists already", path.display());
            let others = [&config.log, &config.records];
            ensure!(
                others.into_iter().flatten().all(|other| other != path),
                "the result and the games cannot be in the same file"
            );
        }
        let mut output = Self { journal: None, records: None, games: 0 };
        if let Some(path) = &config.records {
            ensure!(config.resume || !path.exists(), "{} exists already", path.display());
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
                    ensure!(game.game == expected, "game {} in the place of {expected}", game.game);
                    // There may be more games than are asked for now.
                    if expected == schedule.numbers().end && schedule.advance(|encounter| standings.lead(encounter)) {
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

/// Plays what is left of the games that are known.
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
    let (present, absent) = mpsc::channel();
    let worker = {
        let is_pinned = config.pin.should_pin(config.concurrency, &setup.players);
        let (setup, stop) = (Arc::clone(setup), Arc::clone(&stop));
        let place = AtomicUsize::new(0);
        move || {
            let place = place.fetch_add(1, Ordering::Relaxed);
            if is_pinned && let Err(error) = cpu_pinning::pin(place) {
                progress::print_note(format_args!("--pin: {error}"));
            }
            let mut table = GameRunner::new(Arc::clone(&setup), Arc::clone(&stop), present.clone());
            move |game: Result<_>| table.play(game?)
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
    // The programs leave before we do.
    while absent.recv().is_ok() {}
    played
}

/// A fault is worth a line at once, and where it is asked for, every game.
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

//! `kawari match report`: the standing of a match by its logs, also of one that was
//! played in parts.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::Value;

use super::fault::printable;
use super::report;
use super::schedule::{Schedule, Tournament};
use super::standings::Standings;
use super::summary::{self, MatchSummary};
use crate::statistics::Sprt;
use kawari_records::game_log::GameEntry;
use kawari_records::journal;
use kawari_records::source;

/// As much of a header as its games are counted by.
#[derive(Deserialize)]
struct LoggedMatch {
    variant: String,
    players: Vec<LoggedPlayer>,
    tournament: Tournament,
    seeds: usize,
    /// Of a knockout.
    pairs: Option<u64>,
    #[serde(default)]
    first_pair: u64,
    sprt: Option<Sprt>,
}

/// As much of a player as makes it the same in all parts of a match: the path of its
/// program may be another one on another machine.
#[derive(PartialEq, Deserialize)]
struct LoggedPlayer {
    name: String,
    options: Value,
    control: Value,
}

impl LoggedMatch {
    /// Refuses a log that is no part of the same match.
    fn expect_same(&self, other: &Self) -> Result<()> {
        ensure!(self.variant == other.variant, "it is another game: {}", other.variant);
        ensure!(self.players == other.players, "its players have other names, options or limits");
        ensure!(
            self.tournament == other.tournament && self.seeds == other.seeds,
            "its tournament is another one"
        );
        ensure!(self.tournament != Tournament::Knockout, "a knockout has no parts");
        ensure!(self.sprt == other.sprt, "its test is another one");
        Ok(())
    }
}

/// Counts the games of these logs and writes what they come to, also as JSON if that is
/// asked for, as [`run`](super::run) does. A game that stands in several counts once, and
/// so do games that are the same.
///
/// # Errors
/// When a log cannot be read, is no log of a match or of another one than the first, or
/// the result cannot be written.
pub fn run(logs: &[PathBuf], json: Option<&Path>, output: &mut dyn Write) -> Result<Standings> {
    if let Some(path) = json.filter(|path| !source::is_stdin(path)) {
        ensure!(!path.exists(), "{} exists already", path.display());
    }
    let mut merged: Option<(LoggedMatch, Standings)> = None;
    let mut champion = None;
    for path in logs {
        let context = || format!("in {}", path.display());
        let (header, games): (LoggedMatch, Vec<GameEntry>) =
            journal::read(path, "match").with_context(context)?;
        let players = header.players.len();
        ensure!(players >= 2, "{}: a match has two players or more", path.display());
        // How many games it was to have does not matter.
        let pairs = header.pairs.unwrap_or(1);
        let mut schedule = Schedule::new(header.tournament, players, header.seeds, pairs)
            .starting_at(header.first_pair);
        let standings = match &mut merged {
            Some((first, standings)) => {
                first.expect_same(&header).with_context(context)?;
                standings.end_part();
                standings
            }
            None => &mut merged.insert((header, Standings::new(schedule.encounters()))).1,
        };
        for (expected, game) in (schedule.numbers().start..).zip(&games) {
            let is_next = game.game == expected;
            ensure!(is_next, "{}: game {} in the place of {expected}", path.display(), game.game);
            if game.game == schedule.numbers().end
                && schedule.advance(|encounter| standings.lead(encounter))
            {
                standings.add_encounters(schedule.encounters());
            }
            standings.count(&schedule.fixture(game.game), game);
        }
        // The last round may have been its last.
        while schedule.games() == games.len() as u64
            && schedule.advance(|encounter| standings.lead(encounter))
        {
            standings.add_encounters(schedule.encounters());
        }
        champion = schedule.champion();
    }
    let (header, standings) = merged.context("there is no log")?;
    let names: Vec<String> = header.players.into_iter().map(|player| player.name).collect();
    let sprt = header.sprt.as_ref();
    let champion = champion.map(|player| names[player].as_str());
    let mut text = report::full(&standings, &names, sprt);
    text += &report::knockout(champion);
    let summary = MatchSummary::new(&header.variant, &standings, &names, sprt);
    let summary = MatchSummary { champion, ..summary };
    summary::write(&summary, json, &printable(&text), output)?;
    drop(summary);
    Ok(standings)
}

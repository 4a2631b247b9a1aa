//! `kawari match report`: the standing of a match by its logs, also of one that was
//! played in parts.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::Value;

use super::faults::printable;
use super::log::GameEntry;
use super::report;
use super::schedule::{Schedule, Tournament};
use super::standings::Standings;
use crate::tools::journal;
use crate::tools::statistics::Sprt;

/// As much of a header as its games are counted by.
#[derive(Deserialize)]
struct LoggedMatch {
    variant: String,
    players: Vec<LoggedPlayer>,
    tournament: Tournament,
    pairs: u64,
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
        ensure!(self.tournament == other.tournament, "its tournament is another one");
        ensure!(self.sprt == other.sprt, "its test is another one");
        Ok(())
    }
}

/// Counts the games of these logs and writes what they come to. A game that stands in
/// several counts once, and so do games that are the same.
///
/// # Errors
/// When a log cannot be read, is no log of a match or of another one than the first.
pub fn run(logs: &[PathBuf], output: &mut dyn Write) -> Result<Standings> {
    let mut merged: Option<(LoggedMatch, Standings)> = None;
    for path in logs {
        let context = || format!("in {}", path.display());
        let (header, games): (LoggedMatch, Vec<GameEntry>) =
            journal::read(path, "match").with_context(context)?;
        let schedule = Schedule::new(header.tournament, header.players.len(), header.pairs)
            .beginning_with(header.first_pair);
        let standings = match &mut merged {
            Some((first, standings)) => {
                first.expect_same(&header).with_context(context)?;
                standings.end_part();
                standings
            }
            None => &mut merged.insert((header, Standings::new(&schedule))).1,
        };
        for game in &games {
            let is_of_match = schedule.numbers().contains(&game.game);
            ensure!(is_of_match, "there is no game {} in the match", game.game);
            standings.count(&schedule.fixture(game.game), game);
        }
    }
    let (header, standings) = merged.context("there is no log")?;
    let names: Vec<String> = header.players.into_iter().map(|player| player.name).collect();
    let text = printable(&report::full(&standings, &names, header.sprt.as_ref()));
    output.write_all(text.as_bytes()).context("cannot write the result")?;
    Ok(standings)
}

//! `kawari match report`: the results of a match from its logs, merged if it was played in parts.

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

/// The fields of a log's header that are needed to count its games.
#[derive(Deserialize)]
struct LoggedMatch {
    variant: String,
    players: Vec<LoggedPlayer>,
    tournament: Tournament,
    seeds: usize,
    /// Only in the header of a knockout.
    pairs: Option<u64>,
    #[serde(default)]
    first_pair: u64,
    sprt: Option<Sprt>,
}

/// The fields of a player that must be equal in all parts of a match. The path of its program may
/// differ between machines.
#[derive(PartialEq, Deserialize)]
struct LoggedPlayer {
    name: String,
    options: Value,
    control: Value,
}

impl LoggedMatch {
    /// Checks that another log is a part of the same match.
    fn expect_same(&self, other: &Self) -> Result<()> {
        ensure!(
            self.variant == other.variant,
            "variant is {}, expected {}",
            other.variant,
            self.variant
        );
        ensure!(self.players == other.players, "names, options or limits of the players differ");
        ensure!(
            self.tournament == other.tournament && self.seeds == other.seeds,
            "tournament differs"
        );
        ensure!(self.tournament != Tournament::Knockout, "cannot merge the logs of a knockout");
        ensure!(self.sprt == other.sprt, "SPRT differs");
        Ok(())
    }
}

/// Counts the games of logs, writes the report and returns the standings. Writes the result as
/// JSON too if `json` is given. Equal games count once, even if they are in several logs.
///
/// # Errors
/// Returns an error if a log cannot be read, is not a match log or belongs to another match than
/// the first one, or if the result cannot be written.
pub fn run(logs: &[PathBuf], json: Option<&Path>, output: &mut dyn Write) -> Result<Standings> {
    if let Some(path) = json.filter(|path| !source::is_stdin(path)) {
        ensure!(!path.exists(), "{} already exists", path.display());
    }
    let mut merged: Option<(LoggedMatch, Standings)> = None;
    let mut champion = None;
    for path in logs {
        let context = || format!("in {}", path.display());
        let (header, games): (LoggedMatch, Vec<GameEntry>) =
            journal::read(path, "match").with_context(context)?;
        let players = header.players.len();
        ensure!(players >= 2, "{}: {players} players, expected at least 2", path.display());
        // The number of pairs matters only for a knockout: `fixture` works beyond the last game.
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
            ensure!(is_next, "{}: game {}, expected {expected}", path.display(), game.game);
            if game.game == schedule.numbers().end
                && schedule.advance(|encounter| standings.lead(encounter))
            {
                standings.add_encounters(schedule.encounters());
            }
            standings.count(&schedule.fixture(game.game), game);
        }
        // Advances past the last complete round, which may have been the final.
        while schedule.games() == games.len() as u64
            && schedule.advance(|encounter| standings.lead(encounter))
        {
            standings.add_encounters(schedule.encounters());
        }
        champion = schedule.champion();
    }
    let (header, standings) = merged.context("no log given")?;
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

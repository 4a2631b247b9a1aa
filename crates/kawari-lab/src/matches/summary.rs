//! The result of a match as JSON.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Serialize;

use super::fault::FaultKind;
use super::standings::{Encounter, Standings};
use crate::statistics::{EloModel, Hypothesis, Sprt, elo, stopped_elo};
use kawari_records::source;

/// The result of a match. Every field is always present; unknown values are `null`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchSummary<'a> {
    /// Version of the referee.
    pub version: &'static str,
    /// Name of the variant.
    pub variant: &'a str,
    /// Names of the players.
    pub players: &'a [String],
    /// Results of each two players that met.
    pub encounters: Vec<EncounterSummary<'a>>,
    /// Number of games, including those that do not count.
    pub games: u64,
    /// Number of games identical to an earlier one, which do not count.
    pub repeats: u64,
    /// Black's points per game that counts, from 0 to 1.
    pub black_score: Option<f64>,
    /// Reasons by which games ended, most frequent first.
    pub reasons: Vec<ReasonCount<'a>>,
    /// Faults by player and kind.
    pub faults: Vec<FaultCount<'a>>,
    /// Rules differences by player. Their games do not count.
    pub differences: Vec<DifferenceCount<'a>>,
    /// Winner of a knockout.
    pub champion: Option<&'a str>,
    /// The match was ended by a signal.
    pub is_interrupted: bool,
}

/// The results of two players, from the first one's view.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EncounterSummary<'a> {
    /// Names of the players.
    pub players: [&'a str; 2],
    /// Number of games that count.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Points per game, from 0 to 1.
    pub score: Option<f64>,
    /// Numbers of pairs with 0, 0.5, 1, 1.5 and 2 points.
    pub pairs: [u64; 5],
    /// Fraction of the games that were drawn.
    pub draw_ratio: Option<f64>,
    /// Fraction of the pairs that ended 1-1.
    pub drawn_pairs: Option<f64>,
    /// Pairs won divided by pairs lost.
    pub pair_ratio: Option<f64>,
    /// Logistic Elo, corrected for early stopping after an SPRT.
    pub elo: Option<EloSummary>,
    /// Normalised Elo, corrected for early stopping after an SPRT.
    pub normalised_elo: Option<EloSummary>,
    /// Likelihood of superiority (LOS) of the first player, from 0 to 1.
    pub superiority: Option<f64>,
    /// State of the SPRT.
    pub sprt: Option<SprtSummary>,
}

/// An Elo estimate with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct EloSummary {
    /// The estimate.
    pub value: f64,
    /// Lower bound of the interval.
    pub low: f64,
    /// Upper bound of the interval.
    pub high: f64,
}

/// The state of an SPRT.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtSummary {
    /// Elo of the null hypothesis H0.
    pub elo0: f64,
    /// Elo of the alternative hypothesis H1.
    pub elo1: f64,
    /// Scale of `elo0` and `elo1`.
    pub model: EloModel,
    /// Log-likelihood ratio.
    pub llr: f64,
    /// Bounds of the log-likelihood ratio at which H0 and H1 are accepted.
    pub bounds: [f64; 2],
    /// Accepted hypothesis: `H0` or `H1`.
    pub accepted: Option<&'static str>,
}

/// The number of games that ended for a reason.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReasonCount<'a> {
    /// The reason.
    pub reason: &'a str,
    /// Number of games.
    pub games: u64,
}

/// The number of games in which a player committed a fault.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FaultCount<'a> {
    /// Name of the player.
    pub player: &'a str,
    /// Kind of fault.
    pub kind: FaultKind,
    /// Number of games.
    pub games: u64,
    /// Number of the first such game.
    pub first: u64,
}

/// The number of games with a rules difference.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DifferenceCount<'a> {
    /// Name of the player whose rules differ.
    pub player: &'a str,
    /// Description of the difference.
    pub detail: &'a str,
    /// Number of games.
    pub games: u64,
    /// Number of the first such game.
    pub first: u64,
}

impl<'a> MatchSummary<'a> {
    /// Returns the summary of a match that has no champion and was not interrupted.
    pub fn new(
        variant: &'a str,
        standings: &'a Standings,
        names: &'a [String],
        sprt: Option<&Sprt>,
    ) -> Self {
        let encounter = |encounter| EncounterSummary::new(encounter, names, sprt);
        let results = standings.results();
        let reason = |(reason, games)| ReasonCount { reason, games };
        let fault = |(player, kind, games, first)| FaultCount { player, kind, games, first };
        let difference =
            |(player, detail, games, first)| DifferenceCount { player, detail, games, first };
        Self {
            version: env!("CARGO_PKG_VERSION"),
            variant,
            players: names,
            encounters: standings.encounters().iter().map(encounter).collect(),
            games: standings.games(),
            repeats: standings.repeats(),
            black_score: results.score_of_black(),
            reasons: results.reasons().into_iter().map(reason).collect(),
            faults: standings.faults().map(fault).collect(),
            differences: standings.differences().map(difference).collect(),
            champion: None,
            is_interrupted: false,
        }
    }
}

impl<'a> EncounterSummary<'a> {
    fn new(encounter: &Encounter, names: &'a [String], sprt: Option<&Sprt>) -> Self {
        let tally = &encounter.tally;
        let pairs = &tally.pairs;
        let stopped = sprt.and_then(|sprt| stopped_elo(sprt, pairs));
        let reported = match (stopped, elo(pairs)) {
            (Some(stopped), Ok(_)) => {
                let of = |interval: crate::statistics::stopped::Interval| EloSummary {
                    value: interval.value,
                    low: interval.low,
                    high: interval.high,
                };
                Some((of(stopped.elo), of(stopped.normalised), stopped.superiority))
            }
            (None, Ok(elo)) => {
                let of = |estimate: crate::statistics::elo::Estimate| EloSummary {
                    value: estimate.value,
                    low: estimate.value - estimate.error,
                    high: estimate.value + estimate.error,
                };
                Some((of(elo.elo), of(elo.normalised), elo.superiority))
            }
            (_, Err(_)) => None,
        };
        let test = |sprt: &Sprt| SprtSummary {
            elo0: sprt.elo0,
            elo1: sprt.elo1,
            model: sprt.model,
            llr: sprt.ratio(pairs),
            bounds: sprt.bounds().into(),
            accepted: sprt.accepted(pairs).map(|hypothesis| match hypothesis {
                Hypothesis::H0 => "H0",
                Hypothesis::H1 => "H1",
            }),
        };
        Self {
            players: encounter.players.map(|player| names[player].as_str()),
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score: (tally.games() > 0).then(|| tally.score()),
            pairs: pairs.0,
            draw_ratio: tally.draw_ratio(),
            drawn_pairs: pairs.draw_ratio(),
            pair_ratio: pairs.ratio(),
            elo: reported.map(|(elo, _, _)| elo),
            normalised_elo: reported.map(|(_, normalised, _)| normalised),
            superiority: reported.map(|(_, _, superiority)| superiority),
            sprt: sprt.map(test),
        }
    }
}

/// Writes the result of a match: `text` to `output`, and the JSON to the file `json`. If `json` is
/// `-`, only the JSON is written, to `output`.
///
/// # Errors
/// Returns an error if the result cannot be written.
pub fn write(
    summary: &MatchSummary<'_>,
    json: Option<&Path>,
    text: &str,
    output: &mut dyn Write,
) -> Result<()> {
    let Some(path) = json else {
        return output.write_all(text.as_bytes()).context("cannot write the result");
    };
    let mut encoded = serde_json::to_vec(summary)?;
    encoded.push(b'\n');
    if source::is_stdin(path) {
        return output.write_all(&encoded).context("cannot write the result");
    }
    output.write_all(text.as_bytes()).context("cannot write the result")?;
    fs::write(path, encoded).with_context(|| format!("cannot write {}", path.display()))
}

//! What a match has come to, for programs.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Serialize;

use super::fault::FaultKind;
use super::standings::{Encounter, Standings};
use crate::statistics::{EloModel, Hypothesis, Sprt, elo, stopped_elo};
use kawari_records::source;

/// What a match has come to. Every field is always there, `null` where it says nothing.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchSummary<'a> {
    /// Version of the referee.
    pub version: &'static str,
    /// The game that was played.
    pub variant: &'a str,
    /// Names of the players.
    pub players: &'a [String],
    /// Those that have met, with their results.
    pub encounters: Vec<EncounterSummary<'a>>,
    /// Games played, those included that do not count.
    pub games: u64,
    /// Of these, how many were played before, move by move: they do not count.
    pub repeats: u64,
    /// Black's points for each game that counts, from 0 to 1, once there is one.
    pub black_score: Option<f64>,
    /// How often games ended by what, the most frequent first.
    pub reasons: Vec<ReasonCount<'a>>,
    /// Who has done what wrong, and how often.
    pub faults: Vec<FaultCount<'a>>,
    /// Whose rules differ in what, and in how many games: they do not count.
    pub differences: Vec<DifferenceCount<'a>>,
    /// Who has won a knockout.
    pub champion: Option<&'a str>,
    /// A signal has ended it.
    pub is_interrupted: bool,
}

/// Two players that have met, from the first one's view.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EncounterSummary<'a> {
    /// Both players.
    pub players: [&'a str; 2],
    /// Games that count.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Points for each game, from 0 to 1, once there is one.
    pub score: Option<f64>,
    /// Pairs with 0, a half, 1, one and a half and 2 points.
    pub pairs: [u64; 5],
    /// The share of games that were drawn.
    pub draw_ratio: Option<f64>,
    /// The share of pairs that ended level.
    pub drawn_pairs: Option<f64>,
    /// Pairs won for each that was lost.
    pub pair_ratio: Option<f64>,
    /// Logistic Elo, after the stop of a test the estimate that is corrected for it.
    pub elo: Option<EloSummary>,
    /// Normalised Elo, in the same way.
    pub normalised_elo: Option<EloSummary>,
    /// How likely the first player is the stronger one, from 0 to 1.
    pub superiority: Option<f64>,
    /// The test, if there is one.
    pub sprt: Option<SprtSummary>,
}

/// An estimate and the ends of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct EloSummary {
    /// The estimate.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How a test stands.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtSummary {
    /// The hypothesis that is dropped for a gain.
    pub elo0: f64,
    /// The one that is accepted then.
    pub elo1: f64,
    /// The scale of both.
    pub model: EloModel,
    /// Logarithm of the likelihood ratio.
    pub llr: f64,
    /// Where H0 is accepted, and where H1.
    pub bounds: [f64; 2],
    /// What is accepted.
    pub accepted: Option<&'static str>,
}

/// How often games ended by something.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReasonCount<'a> {
    /// By what.
    pub reason: &'a str,
    /// How often.
    pub games: u64,
}

/// How often a player did something wrong.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FaultCount<'a> {
    /// Who.
    pub player: &'a str,
    /// What.
    pub kind: FaultKind,
    /// How often.
    pub games: u64,
    /// The number of the first game.
    pub first: u64,
}

/// How many games a difference of rules has touched.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DifferenceCount<'a> {
    /// Whose rules are others.
    pub player: &'a str,
    /// In what.
    pub detail: &'a str,
    /// How many games.
    pub games: u64,
    /// The number of the first.
    pub first: u64,
}

impl<'a> MatchSummary<'a> {
    /// Of these results.
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

/// Writes a result: its text to `output`, and as JSON to a file, or where that is `-`, to
/// `output` in place of the text.
///
/// # Errors
/// When it cannot be written.
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

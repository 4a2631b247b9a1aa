//! `kawari net measure`: errors of a network and of the hand-crafted evaluation against
//! longer searches.
//!
//! The positions are quiet ones from games that the network was not trained on: either new
//! games, or the validation games of its training data. Each position is searched twice,
//! with the hand-crafted evaluation and with the network, because a search agrees best with
//! its own evaluation.

use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use anyhow::{Context, anyhow, ensure};
use fastrand::Rng;
use rayon::prelude::*;

use super::positions::{self, Filter};
use super::report::error;
use crate::progress::{ProgressBar, Reporting};
use crate::statistics::logistic::{self, expected};
use kawari_engine::core::score::{MATE, Score};
use kawari_engine::engine::eval_source::EvalSource;
use kawari_engine::engine::game_state::StartPosition;
use kawari_engine::engine::search_summary::SearchSummary;
use kawari_engine::engine::session::{self, SearchRequest, Session, Settings};
use kawari_engine::games::evaluation::LARGEST_FILE;
use kawari_engine::games::evaluation::nnue::file;
use kawari_engine::games::variants::Variant;
use kawari_engine::search::limits::Limits;
use kawari_records::source;

/// Options of `kawari net measure`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MeasureConfig {
    /// Network file.
    pub network: PathBuf,
    /// Packed games or logs of games.
    pub data: Vec<PathBuf>,
    /// Whether the network was trained on none of the games. Then all games are used,
    /// otherwise only the validation games.
    pub new_games: bool,
    /// Largest number of positions; they are drawn at random.
    pub count: usize,
    /// Nodes per search.
    pub nodes: u64,
    /// Moves skipped at the start of each game.
    pub skip: usize,
    /// Whether to include positions with a mate score in the game.
    pub mates: bool,
    /// Seed of the draw.
    pub seed: u64,
    /// Threads. Default: the number of cores.
    pub jobs: Option<usize>,
    /// Progress output on standard error.
    pub reporting: Reporting,
}

impl Default for MeasureConfig {
    /// 1,000 positions with 50,000 nodes each; the network is empty.
    fn default() -> Self {
        Self {
            network: PathBuf::new(),
            data: Vec::new(),
            new_games: false,
            count: 1_000,
            nodes: 50_000,
            skip: 4,
            mates: false,
            seed: 1,
            jobs: None,
            reporting: Reporting::default(),
        }
    }
}

/// Scores of a position by both evaluations, for the side to move.
#[derive(Clone, Copy, Debug)]
struct Prediction {
    /// Static and search score by the hand-crafted evaluation.
    hand: [Score; 2],
    /// Static and search score by the network.
    network: [Score; 2],
    /// Game result, from 0 to 1.
    result: f64,
}

/// Measures a network and writes a table of errors to `output`.
///
/// # Errors
/// Returns an error if a file cannot be read, if the games are of another variant than the
/// network, or if there is no validation game among them.
pub fn run(config: &MeasureConfig, output: &mut dyn Write) -> anyhow::Result<()> {
    let path = &config.network;
    let bytes = source::read(path, LARGEST_FILE)
        .with_context(|| format!("cannot read {}", path.display()))?;
    let variant: Variant = file::game(&bytes)?.parse()?;
    let feature_set = kawari_engine::engine::training_features::open(variant).feature_set().clone();
    let scale = f64::from(file::read(&bytes, variant.info(), &feature_set)?.scale);
    let threads = super::threads(config.jobs)?;
    let predictions = threads.install(|| predict(config, variant, &bytes.into()))?;
    write!(output, "{}", error_table(&predictions, config.nodes, scale))
        .context("cannot write the table")
}

/// Draws positions and scores them with both evaluations.
fn predict(
    config: &MeasureConfig,
    variant: Variant,
    network: &Arc<[u8]>,
) -> anyhow::Result<Vec<Prediction>> {
    let &MeasureConfig { skip, mates, .. } = config;
    let filter = Filter { skip, mates, buckets: 1, king_buckets: 1 };
    let mut drawn =
        positions::validation_positions(variant, &config.data, filter, config.new_games)?;
    ensure!(!drawn.is_empty(), "too few games: none of them is a validation game");
    Rng::with_seed(config.seed).shuffle(&mut drawn);
    drawn.truncate(config.count);
    let bar = ProgressBar::new("positions", Some(drawn.len() as u64), config.reporting);
    let bar = Mutex::new(bar);
    let request = SearchRequest {
        limits: Limits { nodes: Some(config.nodes), ..Limits::default() },
        ..SearchRequest::default()
    };
    let open = || {
        [EvalSource::HandCrafted, EvalSource::Bytes(Arc::clone(network))]
            .map(|source| searcher(variant, &source))
    };
    let measured = drawn.par_iter().map_init(open, |searchers, position| {
        let [hand, network] = searchers.each_mut().map(|searcher| {
            let searcher = searcher.as_mut().map_err(|error| anyhow!("{error:#}"))?;
            scores(&mut **searcher, &request, &position.sfen)
        });
        if let Ok(mut bar) = bar.lock() {
            bar.advance(1);
        }
        Ok(Prediction { hand: hand?, network: network?, result: position.result })
    });
    measured.collect()
}

/// Opens a session with an evaluation.
fn searcher(variant: Variant, source: &EvalSource) -> anyhow::Result<Box<dyn Session>> {
    let mut session = session::open(variant, Settings { hash: 4, ..Settings::default() })?;
    session.set_evaluation(source)?;
    Ok(session)
}

/// Returns the static and the search score of a position.
fn scores(
    searcher: &mut dyn Session,
    request: &SearchRequest,
    sfen: &str,
) -> anyhow::Result<[Score; 2]> {
    searcher.new_game();
    searcher.game_state_mut().set(StartPosition::Sfen(sfen), &[])?;
    let static_score = searcher.evaluation();
    let summary = SearchSummary::of(searcher, request)?;
    Ok([static_score, summary.score().unwrap_or(static_score).clamp(-MATE, MATE)])
}

/// Formats the root mean squared errors of both static evaluations against the scores of
/// both searches and the game results. For the hand-crafted evaluation, the scale with the
/// smallest error is fitted per column; the network has its own scale.
fn error_table(predictions: &[Prediction], nodes: u64, scale: f64) -> String {
    let win_rate = |score: Score| expected(f64::from(score) / scale);
    let actual: [Vec<f64>; 3] = [
        predictions.iter().map(|position| win_rate(position.hand[1])).collect(),
        predictions.iter().map(|position| win_rate(position.network[1])).collect(),
        predictions.iter().map(|position| position.result).collect(),
    ];
    let hands: Vec<f64> = predictions.iter().map(|position| f64::from(position.hand[0])).collect();
    let hand = actual.each_ref().map(|actual| {
        let pairs: Vec<(f64, f64)> = hands.iter().copied().zip(actual.iter().copied()).collect();
        let slope = logistic::slope(&pairs);
        let predicted: Vec<f64> = hands.iter().map(|hand| expected(slope * hand)).collect();
        error(&predicted, actual)
    });
    let predicted: Vec<f64> =
        predictions.iter().map(|position| win_rate(position.network[0])).collect();
    let network = actual.each_ref().map(|actual| error(&predicted, actual));
    let mut table = format!(
        "{} validation positions, searched with {nodes} nodes\n\n\
         error against            search, hand-crafted   search, network   results\n",
        predictions.len()
    );
    for (name, [by_hand, by_network, results]) in [("hand-crafted", hand), ("network", network)] {
        table += &format!("{name:25}{by_hand:20.4}   {by_network:15.4}   {results:7.4}\n");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_static_score_equal_to_the_search_score_has_no_error() {
        let position = |score: Score, result| Prediction {
            hand: [score / 2, -score],
            network: [score, score],
            result,
        };
        let predictions = [position(100, 1.0), position(-300, 0.0), position(40, 0.5)];
        let table = error_table(&predictions, 7, 200.0);
        let numbers = |line: &str| -> Vec<f64> {
            line.split_whitespace().filter_map(|word| word.parse().ok()).collect()
        };
        let [hand, network] = [3, 4].map(|line| numbers(table.lines().nth(line).expect("a line")));
        assert_eq!(network[1], 0.0, "{table}");
        assert!(network[0] > 0.1 && hand[0] > 0.1, "{table}");
        assert!(hand[1] < 0.01, "half of each score, so a scale fits: {table}");
    }
}

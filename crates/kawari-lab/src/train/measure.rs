//! `kawari net measure`: how far a network and the hand-written evaluation are from what
//! longer searches find.
//!
//! The positions are quiet ones of games that the network has not learned from: of all, if
//! they are new ones, or of those that no training learns from. Each is searched twice,
//! judged by the hand-written evaluation and by the network, for a search agrees best with
//! what it judges by.

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

/// What is measured, and by what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MeasureConfig {
    /// The file of the network.
    pub network: PathBuf,
    /// Packed games or logs of games.
    pub data: Vec<PathBuf>,
    /// The network has learned from none of the games, so all are taken.
    pub new_games: bool,
    /// Most positions; they are drawn from all that there are.
    pub count: usize,
    /// Positions of each search.
    pub nodes: u64,
    /// Moves at the start of each game that are passed over.
    pub skip: usize,
    /// Positions in which the games' own search found a mate are taken, too.
    pub mates: bool,
    /// Seed of the draw.
    pub seed: u64,
    /// Threads; as many as there are cores if absent.
    pub jobs: Option<usize>,
    /// What is said on the way.
    pub reporting: Reporting,
}

impl Default for MeasureConfig {
    /// A thousand positions, 50,000 nodes each, and no network yet.
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

/// What is foretold of a position, to the side to move.
#[derive(Clone, Copy, Debug)]
struct Prediction {
    /// The score without a search and that of the search, by the hand-written evaluation.
    hand: [Score; 2],
    /// The same by the network.
    network: [Score; 2],
    /// The result of the game, from 0 to 1.
    result: f64,
}

/// Measures a network, and writes a table to `output`.
///
/// # Errors
/// When a file cannot be read, the games are of another game than the network, or there
/// are none that it could not have learned from.
pub fn run(config: &MeasureConfig, output: &mut dyn Write) -> anyhow::Result<()> {
    let path = &config.network;
    let bytes = source::read(path, LARGEST_FILE)
        .with_context(|| format!("cannot read {}", path.display()))?;
    let variant: Variant = file::game(&bytes)?.parse()?;
    let feature_set = kawari_engine::engine::training_features::open(variant).feature_set().clone();
    let scale = f64::from(file::read(&bytes, variant.info(), &feature_set)?.scale);
    let threads = super::threads(config.jobs)?;
    let predictions = threads.install(|| predict(config, variant, &bytes.into()))?;
    write!(output, "{}", table(&predictions, config.nodes, scale)).context("cannot write the table")
}

/// Draws positions and has both evaluations foretell them.
fn predict(
    config: &MeasureConfig,
    variant: Variant,
    network: &Arc<[u8]>,
) -> anyhow::Result<Vec<Prediction>> {
    let filter = Filter { skip: config.skip, mates: config.mates, buckets: 1 };
    let mut drawn = positions::unseen(variant, &config.data, filter, config.new_games)?;
    ensure!(!drawn.is_empty(), "too few games: all of them could have been learned from");
    Rng::with_seed(config.seed).shuffle(&mut drawn);
    drawn.truncate(config.count);
    let bar = ProgressBar::new("positions", Some(drawn.len() as u64), config.reporting);
    let bar = Mutex::new(bar);
    let order = SearchRequest {
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
            scores(&mut **searcher, &order, &position.sfen)
        });
        if let Ok(mut bar) = bar.lock() {
            bar.advance(1);
        }
        Ok(Prediction { hand: hand?, network: network?, result: position.result })
    });
    measured.collect()
}

/// An engine with an evaluation.
fn searcher(variant: Variant, source: &EvalSource) -> anyhow::Result<Box<dyn Session>> {
    let mut session = session::open(variant, Settings { hash: 4, ..Settings::default() })?;
    session.set_evaluation(source)?;
    Ok(session)
}

/// The score of a position without a search and that of a search.
fn scores(
    searcher: &mut dyn Session,
    order: &SearchRequest,
    sfen: &str,
) -> anyhow::Result<[Score; 2]> {
    searcher.new_game();
    searcher.game_state_mut().set(StartPosition::Sfen(sfen), &[])?;
    let now = searcher.evaluation();
    let findings = SearchSummary::of(searcher, order)?;
    Ok([now, findings.score().unwrap_or(now).clamp(-MATE, MATE)])
}

/// The roots of the mean squares by which the two evaluations miss what each search finds
/// and the results. The hand-written evaluation has the scale with which it does best
/// in each column; the network has its own.
fn table(predictions: &[Prediction], nodes: u64, scale: f64) -> String {
    let points = |score: Score| expected(f64::from(score) / scale);
    let actual: [Vec<f64>; 3] = [
        predictions.iter().map(|position| points(position.hand[1])).collect(),
        predictions.iter().map(|position| points(position.network[1])).collect(),
        predictions.iter().map(|position| position.result).collect(),
    ];
    let hands: Vec<f64> = predictions.iter().map(|position| f64::from(position.hand[0])).collect();
    let hand = actual.each_ref().map(|actual| {
        let pairs: Vec<(f64, f64)> = hands.iter().copied().zip(actual.iter().copied()).collect();
        let slope = logistic::slope(&pairs);
        let predicted: Vec<f64> = hands.iter().map(|hand| expected(slope * hand)).collect();
        error(&predicted, actual)
    });
    let own: Vec<f64> = predictions.iter().map(|position| points(position.network[0])).collect();
    let network = actual.each_ref().map(|actual| error(&own, actual));
    let mut table = format!(
        "{} positions of games that were not learned from, searched with {nodes} nodes\n\n\
         error on the scores of   a hand-written search   a search with the network   results\n",
        predictions.len()
    );
    for (name, [by_hand, by_network, results]) in [("hand-written", hand), ("network", network)] {
        table += &format!("{name:25}{by_hand:21.4}   {by_network:25.4}   {results:7.4}\n");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_foretells_a_search_exactly_misses_nothing_of_it() {
        let position = |score: Score, result| Prediction {
            hand: [score / 2, -score],
            network: [score, score],
            result,
        };
        let predictions = [position(100, 1.0), position(-300, 0.0), position(40, 0.5)];
        let table = table(&predictions, 7, 200.0);
        let numbers = |line: &str| -> Vec<f64> {
            line.split_whitespace().filter_map(|word| word.parse().ok()).collect()
        };
        let [hand, network] = [3, 4].map(|line| numbers(table.lines().nth(line).expect("a line")));
        assert_eq!(network[1], 0.0, "{table}");
        assert!(network[0] > 0.1 && hand[0] > 0.1, "{table}");
        assert!(hand[1] < 0.01, "half of all scores, by another scale: {table}");
    }
}

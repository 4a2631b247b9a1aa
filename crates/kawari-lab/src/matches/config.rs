//! The configuration of a match.

use std::path::PathBuf;
use std::time::Duration;

use super::adjudication::Adjudication;
use super::cpu_pinning::CpuPinning;
use super::player::Player;
use super::schedule::Tournament;
use super::timeouts::Timeouts;
use crate::openings::BookOrder;
use crate::progress::Reporting;
use crate::statistics::Sprt;
use kawari_engine::core::score::Score;
use kawari_engine::games::variants::Variant;

/// The configuration of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchConfig {
    /// The game.
    pub variant: Variant,
    /// The players, at least two, with different names.
    pub players: Vec<Player>,
    /// The type of tournament, for more than two players.
    pub tournament: Tournament,
    /// Number of seeds in a gauntlet: the first players, which meet all others.
    pub seeds: usize,
    /// Number of openings per pairing. Each opening is played twice, with colours swapped.
    pub pairs: u64,
    /// Index of the first opening. A match can be split into parts that start at different
    /// openings.
    pub first_pair: u64,
    /// Source of the openings.
    pub openings: OpeningSource,
    /// Set the variant and options even if the engine does not announce them.
    pub lenient: bool,
    /// How long to wait for the engines.
    pub timeouts: Timeouts,
    /// Rules for ending a game early.
    pub adjudication: Adjudication,
    /// Test that ends a match between two players.
    pub sprt: Option<Sprt>,
    /// Number of games to play in parallel.
    pub concurrency: usize,
    /// When to pin the engines of a game to one core.
    pub pin: CpuPinning,
    /// Log file: a header, then one JSON object per line for each game.
    pub log: Option<PathBuf>,
    /// Resume the match from the log if it exists.
    pub resume: bool,
    /// Resume even if an engine's program has changed.
    pub changed_engines: bool,
    /// Log the time of each move even if no clock runs.
    pub with_times: bool,
    /// Text file of the games for people. It must be new, or if the match is resumed, contain
    /// a prefix of the log's games.
    pub records: Option<PathBuf>,
    /// JSON file of the result. It must be new unless the match is resumed. With `-`, the JSON
    /// replaces the report.
    pub json: Option<PathBuf>,
    /// Progress output on standard error.
    pub reporting: Reporting,
    /// Number of games between two reports on standard error.
    pub report_interval: Option<u64>,
    /// Print the outcome of each game on standard error.
    pub outcomes: bool,
}

/// The source of a match's openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningSource {
    /// A book of SFENs or USI moves. After the last opening, a match with a clock starts again
    /// at the first one. A match without a clock stops, because it would repeat its games.
    Book {
        /// The book file.
        path: PathBuf,
        /// Order of the openings.
        order: BookOrder,
        /// Number of the first opening, from 1. The openings before it come last.
        start: u64,
        /// Seed of a random order.
        seed: u64,
    },
    /// Random moves.
    Random {
        /// Number of random moves.
        plies: usize,
        /// Seed of the random moves.
        seed: u64,
        /// Maximum advantage of a side after the moves, in centipawns, by a shallow search.
        bound: Score,
    },
}

impl Default for MatchConfig {
    /// A match of 100 pairs of Hasami games from random openings, without players.
    fn default() -> Self {
        Self {
            variant: Variant::Hasami,
            players: Vec::new(),
            tournament: Tournament::default(),
            seeds: 1,
            pairs: 100,
            first_pair: 0,
            openings: OpeningSource::Random { plies: 8, seed: 1, bound: 150 },
            lenient: false,
            timeouts: Timeouts {
                margin: Duration::from_millis(100),
                limit: Duration::from_secs(30),
            },
            adjudication: Adjudication::default(),
            sprt: None,
            concurrency: 1,
            pin: CpuPinning::default(),
            log: None,
            resume: false,
            changed_engines: false,
            with_times: false,
            records: None,
            json: None,
            reporting: Reporting::default(),
            report_interval: None,
            outcomes: false,
        }
    }
}

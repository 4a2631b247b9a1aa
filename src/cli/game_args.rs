//! Options shared by the commands that play games between engines: `kawari match` and
//! `kawari spsa`.

use std::path::PathBuf;

use kawari_engine::core::score::Score;
use kawari_engine::search::time_manager;
use kawari_lab::matches::adjudication::Adjudication;
use kawari_lab::matches::config::OpeningSource;
use kawari_lab::matches::timeouts::Timeouts;
use kawari_lab::openings::BookOrder;

use super::limits::opening_plies;

/// Source of the openings: a book or random moves.
#[derive(clap::Args, Clone, Debug)]
pub struct OpeningArgs {
    /// Take the openings from this file, `-` for standard input: SFENs or USI moves
    ///
    /// After the last opening, the first one is played again. A match without a clock stops
    /// instead, because the same openings would give the same games.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["plies", "bound"])]
    openings: Option<PathBuf>,
    /// Number of random moves at the start of each game
    #[arg(long, default_value_t = 8, value_parser = opening_plies)]
    plies: usize,
    /// Maximum advantage of a side after the random moves, in centipawns, according to a
    /// short search
    #[arg(long, value_name = "SCORE", default_value_t = 150)]
    bound: Score,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

impl OpeningArgs {
    /// Returns the source of the openings. `order` and `start` apply to a book.
    pub fn source(self, order: BookOrder, start: u64) -> OpeningSource {
        let Self { openings, plies, bound, seed } = self;
        match openings {
            Some(path) => OpeningSource::Book { path, order, start, seed },
            None => OpeningSource::Random { plies, seed, bound },
        }
    }
}

/// Timeouts of an engine.
#[derive(clap::Args, Clone, Debug)]
pub struct TimeoutArgs {
    /// Milliseconds that a move may take beyond the clock
    #[arg(long, value_name = "MS", default_value_t = 100)]
    margin: u64,
    /// Timeout in milliseconds where no clock runs: to start, to answer `isready`, to move
    #[arg(long, value_name = "MS", default_value_t = 30_000)]
    patience: u64,
}

impl From<TimeoutArgs> for Timeouts {
    fn from(args: TimeoutArgs) -> Self {
        Self {
            margin: time_manager::milliseconds(args.margin),
            limit: time_manager::milliseconds(args.patience),
        }
    }
}

/// Adjudication of games that both engines agree on, or that are too long.
#[derive(clap::Args, Clone, Debug)]
pub struct AdjudicationArgs {
    /// Adjudicate a win when both engines report a score of at least SCORE for the same side
    /// for PLIES plies in a row
    #[arg(long, num_args = 2, value_names = ["PLIES", "SCORE"], value_parser = clap::value_parser!(i32).range(1..))]
    resign: Vec<Score>,
    /// Adjudicate a draw after this many plies
    #[arg(long, value_name = "PLIES")]
    max_moves: Option<usize>,
}

impl From<AdjudicationArgs> for Adjudication {
    fn from(args: AdjudicationArgs) -> Self {
        Self {
            resign: match *args.resign {
                [plies, score] => Some((plies as usize, score)),
                _ => None,
            },
            max_moves: args.max_moves,
            ..Self::default()
        }
    }
}

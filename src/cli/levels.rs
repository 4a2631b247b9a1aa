//! The options of `kawari levels`.

use kawari_engine::games::variants::Variant;
use kawari_lab::levels::level_player::LevelPlayer;
use kawari_lab::levels::{self, LevelsConfig};

use super::limits::{opening_plies, threads};
use super::value_parsers;

/// Measure the playing levels by games between neighbouring levels
///
/// The ladder begins with a random mover and ends with full strength at a fixed number of nodes
/// per move. The same options give the same games.
#[derive(clap::Args, Clone, Debug)]
pub struct LevelsArgs {
    /// Variant, see `kawari variants`
    #[arg(value_parser = value_parsers::variants(), hide_possible_values = true)]
    variant: Variant,
    /// Number of game pairs between two neighbours
    #[arg(long, value_name = "COUNT", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Players of another ladder, weakest first: `random`, `greedy`, a level, NODES+-NOISE~UNEVEN~FORM or
    /// plain-NODES
    #[arg(long, value_name = "CONTESTANT", num_args = 2..)]
    ladder: Vec<LevelPlayer>,
    /// Nodes per move of the last player, which represents level 8
    #[arg(long, value_name = "NODES", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    plain: u64,
    /// Number of random moves at the start of each game
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = opening_plies)]
    plies: usize,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Adjudicate a draw after this many plies
    #[arg(long, value_name = "PLIES", default_value_t = 400)]
    max_moves: usize,
    /// Number of game pairs to play in parallel
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = threads)]
    jobs: usize,
    /// Fit the parameters of the levels and print them as source code
    #[arg(long, conflicts_with = "ladder")]
    fit: bool,
}

impl From<LevelsArgs> for LevelsConfig {
    fn from(args: LevelsArgs) -> Self {
        let LevelsArgs { variant, pairs, ladder, plain, plies, seed, max_moves, jobs, fit } = args;
        let ladder = if ladder.is_empty() { levels::ladder(plain) } else { ladder };
        Self { variant, ladder, pairs, plain, plies, seed, max_moves, jobs, fit }
    }
}

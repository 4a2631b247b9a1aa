//! The options of `kawari levels`.

use kawari_engine::games::variants::Variant;
use kawari_lab::levels::level_player::LevelPlayer;
use kawari_lab::levels::{self, LevelsConfig};

use super::limits::{opening_plies, threads};
use super::value_parsers;

/// Plays the levels for people against their neighbours and tells what they score
///
/// The ladder begins with a random mover and ends with plain play at a fixed number of
/// positions a move. The same options give the same games.
#[derive(clap::Args, Clone, Debug)]
pub struct LevelsArgs {
    /// The game
    #[arg(value_parser = value_parsers::games(), hide_possible_values = true)]
    variant: Variant,
    /// Pairs of games between two neighbours
    #[arg(long, value_name = "COUNT", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Another ladder, the weakest first: `random`, a level, NODES+-NOISE~UNEVEN~FORM or plain-NODES
    #[arg(long, value_name = "CONTESTANT", num_args = 2..)]
    ladder: Vec<LevelPlayer>,
    /// Positions a move for plain play, which stands for level 8
    #[arg(long, value_name = "NODES", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    plain: u64,
    /// Random moves that each game begins with
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = opening_plies)]
    plies: usize,
    /// Seed of all that is random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Moves after which a game is a draw
    #[arg(long, value_name = "PLIES", default_value_t = 400)]
    max_moves: usize,
    /// Pairs of games at once
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = threads)]
    jobs: usize,
    /// Seek the numbers of the levels, and write them as source
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

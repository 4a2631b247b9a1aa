//! The options of `kawari check-engine`.

use std::path::PathBuf;

use kawari_engine::games::variants::Variant;
use kawari_engine::search::time_manager;
use kawari_lab::matches::compliance::CheckConfig;
use kawari_lab::matches::player::{Coordinates, Player, PlayerLimits, Protocol};
use kawari_lab::matches::timeouts::Timeouts;

use super::value_parsers;

/// Tries the cases of its protocol on an engine, and prints a table
///
/// The exit status is 4 if a case has failed.
#[derive(clap::Args, Clone, Debug)]
pub struct CheckArgs {
    /// The engine's program, and its arguments
    #[arg(required = true, trailing_var_arg = true)]
    command: Vec<String>,
    /// The game; if absent, the one that the engine plays by default. One that names none
    /// plays shogi in USI; in UCI its moves are not judged
    #[arg(long, value_name = "GAME", value_parser = value_parsers::games(), hide_possible_values = true)]
    variant: Option<Variant>,
    /// What it speaks
    #[arg(long, value_enum, default_value_t)]
    proto: Protocol,
    /// How it names squares, if not as its protocol's engines do
    #[arg(long, value_enum)]
    coordinates: Option<Coordinates>,
    /// An option to set, NAME=VALUE; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting)]
    option: Vec<(String, String)>,
    /// Milliseconds that it may be silent where no clock runs
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    patience: u64,
    /// Milliseconds that a move may take beyond the clock
    #[arg(long, value_name = "MS", default_value_t = 1_000)]
    margin: u64,
}

fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("it is not NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

impl From<CheckArgs> for CheckConfig {
    fn from(args: CheckArgs) -> Self {
        let mut words = args.command.into_iter();
        let cmd = PathBuf::from(words.next().unwrap_or_default());
        let player = Player {
            name: cmd.display().to_string(),
            cmd,
            args: words.collect(),
            proto: args.proto,
            coordinates: args.coordinates,
            options: args.option,
            control: PlayerLimits { depth: Some(4), ..PlayerLimits::default() },
            ..Player::default()
        };
        let timeouts = Timeouts {
            margin: time_manager::milliseconds(args.margin),
            limit: time_manager::milliseconds(args.patience),
        };
        Self { player, variant: args.variant, timeouts }
    }
}

//! The options of `kawari check-engine`.

use std::path::PathBuf;

use kawari_engine::games::variants::Variant;
use kawari_engine::search::time_manager;
use kawari_lab::matches::compliance::CheckConfig;
use kawari_lab::matches::player::{Coordinates, Player, PlayerLimits, Protocol};
use kawari_lab::matches::timeouts::Timeouts;

use super::value_parsers;

/// Check the protocol compliance of an engine
///
/// Runs test cases of USI or UCI and prints a table. The exit status is 4 if a case fails.
#[derive(clap::Args, Clone, Debug)]
pub struct CheckArgs {
    /// Program of the engine and its arguments
    #[arg(required = true, trailing_var_arg = true)]
    command: Vec<String>,
    /// Variant [default: the engine's default, or shogi for a USI engine without a variant option;
    /// moves of a UCI engine without one are not checked]
    #[arg(long, value_name = "VARIANT", value_parser = value_parsers::variants(), hide_possible_values = true)]
    variant: Option<Variant>,
    /// Protocol of the engine
    #[arg(long, value_enum, default_value_t)]
    proto: Protocol,
    /// Notation of squares [default: shogi for usi, chess for uci]
    #[arg(long, value_enum)]
    coordinates: Option<Coordinates>,
    /// Option to set (repeatable)
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting)]
    option: Vec<(String, String)>,
    /// Timeout in milliseconds where no clock runs: to start, to answer `isready`, to move
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    patience: u64,
    /// Milliseconds that a move may take beyond the clock
    #[arg(long, value_name = "MS", default_value_t = 1_000)]
    margin: u64,
}

fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
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

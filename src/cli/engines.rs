//! `--engine` and `--each`: options with any number of `KEY=VALUE` words.

use anyhow::Result;
use clap::{Arg, ArgAction, ArgMatches, Command, Error, FromArgMatches};

use kawari_lab::matches::player::Player;

/// The words of each `--engine`, and those of `--each`. The derive macro of clap would concatenate
/// the words of repeated options, so the traits are implemented by hand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineArgs {
    engines: Vec<Vec<String>>,
    each: Vec<String>,
}

impl EngineArgs {
    /// Parses the words to players.
    ///
    /// # Errors
    /// Returns the error of [`Player::parse`].
    pub fn players(&self) -> Result<Vec<Player>> {
        self.engines.iter().map(|own| Player::parse(&self.each, own)).collect()
    }
}

impl FromArgMatches for EngineArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut words = Self::default();
        words.update_from_arg_matches(matches)?;
        Ok(words)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        if let Some(engines) = matches.get_occurrences::<String>("engine") {
            self.engines = engines.map(|words| words.cloned().collect()).collect();
        }
        if let Some(words) = matches.get_many::<String>("each") {
            self.each = words.cloned().collect();
        }
        Ok(())
    }
}

impl clap::Args for EngineArgs {
    fn augment_args(command: Command) -> Command {
        let words = |name: &'static str| {
            Arg::new(name)
                .long(name)
                .num_args(1..)
                .value_name("KEY=VALUE")
                .action(ArgAction::Append)
        };
        command
            .arg(words("engine").required(true).help("Add an engine; repeat for each engine"))
            .arg(words("each").help("Set words for every engine, which --engine can override"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

//! `--engine` and `--each`: options of as many words as the user likes.

use anyhow::Result;
use clap::{Arg, ArgAction, ArgMatches, Command, Error, FromArgMatches};

use kawari_lab::matches::player::Player;

/// The words of each `--engine`, and those of `--each`. clap's derived options
/// run the words of a repeated option together; these keep them apart.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineArgs {
    engines: Vec<Vec<String>>,
    each: Vec<String>,
}

impl EngineArgs {
    /// The players that the words describe.
    ///
    /// # Errors
    /// As [`Player::parse`].
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
            .arg(words("engine").required(true).help("An engine, in words; once for each"))
            .arg(words("each").help("Words that stand before those of every engine"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

//! `--engine` and `--each`: options of as many words as the user likes.

use clap::{Arg, ArgAction, ArgMatches, Command, Error, FromArgMatches};

use anyhow::{Result, ensure};

use super::player::Player;

/// The words of each `--engine`, and those of `--each`. clap's derived options
/// run the words of a repeated option together; these keep them apart.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineWords {
    engines: Vec<Vec<String>>,
    each: Vec<String>,
}

impl EngineWords {
    /// The players that the words describe.
    ///
    /// # Errors
    /// As [`Player::parse`], and when they are fewer than two or two have the
    /// same name.
    pub fn players(&self) -> Result<Vec<Player>> {
        let player = |own: &Vec<String>| Player::parse(&self.each, own);
        let players = self.engines.iter().map(player).collect::<Result<Vec<_>>>()?;
        ensure!(players.len() >= 2, "a match needs two engines or more");
        for (place, player) in players.iter().enumerate() {
            let is_new = players[..place].iter().all(|other| other.name != player.name);
            ensure!(is_new, "two engines are called {}; name=NAME tells them apart", player.name);
        }
        Ok(players)
    }
}

impl FromArgMatches for EngineWords {
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

impl clap::Args for EngineWords {
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

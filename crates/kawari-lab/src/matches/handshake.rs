//! What a player's program says of itself before the first game, compared with what
//! it will be told: whoever does not know the game or an option is no opponent.

use std::time::Instant;

use anyhow::{Context, Result, bail};

use super::announced_option::{AnnouncedOption, OptionKind};
use super::engine::Engine;
use super::player::{Player, Protocol, is_variant_option};
use super::reply::{self, Reply};
use super::timeouts::Timeouts;
use kawari_engine::games::variants::Variant;

/// What a program has said of itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Handshake {
    /// Its `id name`.
    pub name: Option<String>,
    options: Vec<AnnouncedOption>,
}

impl Handshake {
    /// Starts a player's program and hears its greeting; `None` if it does not come,
    /// which the games will tell.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn of(player: &Player, variant: Variant, patience: Timeouts) -> Result<Option<Self>> {
        let engine = Engine::start(player)?;
        let greeting = match player.proto {
            Protocol::Usi => "usi\n",
            Protocol::Uci => "uci\n",
        };
        engine.send(greeting.to_owned());
        let Some(first) = Self::receive_handshake(&engine, patience) else { return Ok(None) };
        if player.options.is_empty() || first.move_fault(player, variant).is_none() {
            return Ok(Some(first));
        }
        // An option may be the file that describes the game, which is known once it
        // is set.
        let set = |(name, value): &(String, String)| set_option(name, value);
        engine.send(player.options.iter().map(set).collect::<String>() + greeting);
        let second = Self::receive_handshake(&engine, patience);
        let is_better = |second: &Self| second.move_fault(player, variant).is_none();
        Ok(Some(second.filter(is_better).unwrap_or(first)))
    }

    /// What these lines say.
    pub fn of_lines(lines: &[String]) -> Self {
        let mut handshake = Self::default();
        lines
            .iter()
            .filter_map(|line| reply::parse_line(line))
            .for_each(|said| handshake.note(said));
        handshake
    }

    /// Adds a name or an option; other replies are skipped.
    pub(super) fn note(&mut self, reply: Reply) {
        match reply {
            Reply::Name(name) => self.name = Some(name),
            Reply::Option(option) => self.options.push(option),
            _ => {}
        }
    }

    fn receive_handshake(engine: &Engine, patience: Timeouts) -> Option<Self> {
        let deadline = Instant::now() + patience.limit;
        let mut handshake = Self::default();
        loop {
            match engine.receive(deadline)?.reply {
                Reply::Greeting => return Some(handshake),
                Reply::End => return None,
                other => handshake.note(other),
            }
        }
    }

    /// Default, least and greatest value of a number that it has as an option.
    pub fn number(&self, name: &str) -> Option<(i64, i64, i64)> {
        let option = self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))?;
        match option.kind {
            OptionKind::Spin { default: Some(default), min, max } => Some((default, min, max)),
            _ => None,
        }
    }

    /// Returns names and values of the options that the player is told. A USI engine
    /// that announces no option for the game plays shogi: there it is not told the game.
    pub fn settings(&self, player: &Player, variant: Variant) -> Vec<(String, String)> {
        let mut settings = player.settings(variant);
        let is_told = player.has_own_variant()
            || self.options.iter().any(|option| is_variant_option(&option.name));
        if !is_told && player.proto == Protocol::Usi && variant == Variant::Shogi {
            settings.retain(|(name, _)| !is_variant_option(name));
        }
        settings
    }

    /// Refuses a player that does not know what it will be told.
    ///
    /// # Errors
    /// For the first option that it does not announce or whose value it does not take;
    /// the game is one of them, see [`Handshake::settings`].
    pub fn check(&self, player: &Player, variant: Variant) -> Result<()> {
        self.move_fault(player, variant).map_or(Ok(()), Err)
    }

    fn move_fault(&self, player: &Player, variant: Variant) -> Option<anyhow::Error> {
        let settings = self.settings(player, variant);
        settings.iter().find_map(|(name, value)| self.check_setting(player, name, value).err())
    }

    fn check_setting(&self, player: &Player, name: &str, value: &str) -> Result<()> {
        // Every USI engine has these two, announced or not.
        let is_implied =
            player.proto == Protocol::Usi && ["USI_Hash", "USI_Ponder"].contains(&name);
        match self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name)) {
            Some(option) => option.check(value).with_context(|| format!("option {name}")),
            None if is_implied => Ok(()),
            None if is_variant_option(name) => {
                bail!("it has no option {name}, so it cannot be told to play {value}")
            }
            None => bail!("it has no option {name}"),
        }
    }
}

/// The command that sets an option, with its end.
pub fn set_option(name: &str, value: &str) -> String {
    if value.is_empty() {
        format!("setoption name {name}\n")
    } else {
        format!("setoption name {name} value {value}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(options: &[&str], words: &str) -> Option<String> {
        refused_for(Variant::MakYek, options, words)
    }

    fn refused_for(variant: Variant, options: &[&str], words: &str) -> Option<String> {
        let parse = |text: &&str| AnnouncedOption::parse(text).expect("an option");
        let options = options.iter().map(parse).collect();
        let words: Vec<String> =
            format!("cmd=x nodes=1 {words}").split_whitespace().map(str::to_owned).collect();
        let player = Player::parse(&[], &words).expect("a good engine");
        let handshake = Handshake { name: None, options };
        let refusal = handshake.check(&player, variant).err();
        refusal.map(|error| format!("{error:#}"))
    }

    const GAMES: &str = "name USI_Variant type combo default yari var yari var mak-yek";

    #[test]
    fn whoever_does_not_know_the_game_is_refused() {
        assert_eq!(refused(&[GAMES], ""), None);
        let refusal = refused(&["name USI_Variant type combo default x var x"], "");
        assert_eq!(refusal.as_deref(), Some("option USI_Variant: `mak-yek` is none of `x`"));
        let refusal = refused(&["name Threads type spin default 1"], "").expect("no such option");
        assert!(refusal.contains("cannot be told to play mak-yek"), "{refusal}");
        assert_eq!(refused(&[GAMES], "variant=yari"), None);
        assert!(refused(&[GAMES], "variant=chess").is_some());
        assert!(refused(&[GAMES], "proto=uci").is_some());
    }

    #[test]
    fn an_engine_without_an_option_for_the_game_plays_shogi() {
        let options = ["name Threads type spin default 1"];
        assert_eq!(refused_for(Variant::Shogi, &options, ""), None);
        let reported = "cannot be told to play";
        for (variant, words) in [
            (Variant::Minishogi, ""),
            (Variant::Shogi, "variant=shogi"),
            (Variant::Shogi, "option.USI_Variant=shogi"),
            (Variant::Shogi, "proto=uci"),
        ] {
            let refusal = refused_for(variant, &options, words).unwrap_or_default();
            assert!(refusal.contains(reported), "{variant:?} {words}: {refusal}");
        }
        assert!(refused_for(Variant::Shogi, &[GAMES], "").is_some());
    }

    #[test]
    fn values_have_to_be_in_range() {
        let check = |option: &str, words: &str| refused(&[GAMES, option], words);
        let spin = "name Level type spin default 5 min 0 max 20";
        assert_eq!(check(spin, "option.level=20"), None);
        let refusal = check(spin, "option.Level=21");
        assert_eq!(refusal.as_deref(), Some("option Level: 21 is not within 0 and 20"));
        assert!(check(spin, "option.Level=many").is_some());
        let check_box = "name Quiet type check default false";
        assert_eq!(check(check_box, "option.Quiet=true"), None);
        assert!(check(check_box, "option.Quiet=yes").is_some());
        assert!(check("name Clear type button", "option.Clear=1").is_some());
        assert_eq!(check("name Clear type button", "option.Clear="), None);
        assert_eq!(check("name File type string default", "option.File=x"), None);
        assert_eq!(check("name File type filename", "option.USI_Hash=9"), None);
        let refusal = check(spin, "option.Depth=1");
        assert_eq!(refusal.as_deref(), Some("it has no option Depth"));
    }
}

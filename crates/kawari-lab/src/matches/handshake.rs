//! The handshake: reads an engine's name and options before the first game, and checks that it
//! accepts the variant and the options that will be set.

use std::env;
use std::time::Instant;

use anyhow::{Context, Result, bail};

use super::announced_option::{AnnouncedOption, OptionKind};
use super::engine::Engine;
use super::player::{Player, Protocol, is_variant_option};
use super::reply::{self, Reply};
use super::timeouts::Timeouts;
use crate::interrupt::{self, Interrupted};
use kawari_engine::games::loaded;
use kawari_engine::games::variants::Variant;

/// The option of Kawari that names definition files.
const VARIANT_FILES: &str = "VariantPath";

/// The name and the options that an engine has announced.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Handshake {
    /// The name after `id name`.
    pub name: Option<String>,
    options: Vec<AnnouncedOption>,
}

impl Handshake {
    /// Starts a player's engine and reads its handshake. Returns `None` if the engine does not
    /// answer; its games are then lost by a fault.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started, or [`Interrupted`] after a signal: a
    /// log must not contain a name that was not read.
    pub fn of(player: &Player, variant: Variant, timeouts: Timeouts) -> Result<Option<Self>> {
        let engine = Engine::start(player)?;
        let command = match player.proto {
            Protocol::Usi => "usi\n",
            Protocol::Uci => "uci\n",
        };
        engine.send(command.to_owned());
        let Some(first) = Self::receive_handshake(&engine, timeouts)? else { return Ok(None) };
        let settings = first.settings(player, variant);
        let options = || settings.iter().filter(|(name, _)| !is_variant_option(name));
        if options().next().is_none() || first.setting_error(player, variant).is_none() {
            return Ok(Some(first));
        }
        // An option may name a variants file. The engine announces the variants in it only after
        // the option is set.
        let set = |(name, value): &(String, String)| set_option(name, value);
        engine.send(options().map(set).collect::<String>() + command);
        let second = Self::receive_handshake(&engine, timeouts)?;
        let is_better = |second: &Self| second.setting_error(player, variant).is_none();
        Ok(Some(second.filter(is_better).unwrap_or(first)))
    }

    /// Parses the lines of a handshake.
    pub fn of_lines(lines: &[String]) -> Self {
        let mut handshake = Self::default();
        lines
            .iter()
            .filter_map(|line| reply::parse_line(line))
            .for_each(|reply| handshake.add(reply));
        handshake
    }

    /// Adds a name or an option. Other replies are ignored.
    pub(super) fn add(&mut self, reply: Reply) {
        match reply {
            Reply::Name(name) => self.name = Some(name),
            Reply::Option(option) => self.options.push(option),
            _ => {}
        }
    }

    fn receive_handshake(engine: &Engine, timeouts: Timeouts) -> Result<Option<Self>> {
        let deadline = Instant::now() + timeouts.limit;
        let mut handshake = Self::default();
        loop {
            match engine.receive(deadline).map(|timed| timed.reply) {
                Some(Reply::HandshakeDone) => return Ok(Some(handshake)),
                None if interrupt::is_pending() => return Err(Interrupted.into()),
                None | Some(Reply::End) => return Ok(None),
                Some(other) => handshake.add(other),
            }
        }
    }

    /// Returns default, minimum and maximum of a spin option.
    pub fn number(&self, name: &str) -> Option<(i64, i64, i64)> {
        let option = self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))?;
        match option.kind {
            OptionKind::Spin { default: Some(default), min, max } => Some((default, min, max)),
            _ => None,
        }
    }

    /// Returns names and values of the options to set. The variant is left out for shogi if a USI
    /// engine has no variant option, because such an engine plays shogi. Kawari loads a variant
    /// from the files that this process has loaded; other engines do not read them.
    pub fn settings(&self, player: &Player, variant: Variant) -> Vec<(String, String)> {
        let mut settings = player.settings(variant);
        let is_kawari = self.name.as_ref().is_some_and(|name| name.starts_with("Kawari"));
        let has_files = settings.iter().any(|(name, _)| name.eq_ignore_ascii_case(VARIANT_FILES));
        if let Ok(files) = env::join_paths(loaded::paths(variant))
            && !files.is_empty()
            && is_kawari
            && !has_files
        {
            let setting = (VARIANT_FILES.to_owned(), files.to_string_lossy().into_owned());
            settings.insert(0, setting);
        }
        let sets_variant = player.has_own_variant()
            || self.options.iter().any(|option| is_variant_option(&option.name));
        if !sets_variant && player.proto == Protocol::Usi && variant == Variant::Shogi {
            settings.retain(|(name, _)| !is_variant_option(name));
        }
        settings
    }

    /// Checks that the engine accepts all [settings](Handshake::settings), including the variant.
    ///
    /// # Errors
    /// Returns an error for the first option that is not announced or does not accept its value.
    pub fn check(&self, player: &Player, variant: Variant) -> Result<()> {
        self.setting_error(player, variant).map_or(Ok(()), Err)
    }

    fn setting_error(&self, player: &Player, variant: Variant) -> Option<anyhow::Error> {
        let settings = self.settings(player, variant);
        settings.iter().find_map(|(name, value)| self.check_setting(player, name, value).err())
    }

    fn check_setting(&self, player: &Player, name: &str, value: &str) -> Result<()> {
        // By the USI specification, every engine has these two, announced or not.
        let is_implied =
            player.proto == Protocol::Usi && ["USI_Hash", "USI_Ponder"].contains(&name);
        match self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name)) {
            Some(option) => option.check(value).with_context(|| format!("option {name}")),
            None if is_implied => Ok(()),
            None if is_variant_option(name) => {
                bail!("no option {name}, cannot set the variant to {value}")
            }
            None => bail!("no option {name}"),
        }
    }
}

/// Returns the command that sets an option, with its line end.
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

    /// Returns the error for a Mak-yek engine with these options and engine arguments.
    fn check(options: &[&str], words: &str) -> Option<String> {
        check_variant(Variant::MakYek, options, words)
    }

    fn check_variant(variant: Variant, options: &[&str], words: &str) -> Option<String> {
        let parse = |text: &&str| AnnouncedOption::parse(text).expect("an option");
        let options = options.iter().map(parse).collect();
        let words: Vec<String> =
            format!("cmd=x nodes=1 {words}").split_whitespace().map(str::to_owned).collect();
        let player = Player::parse(&[], &words).expect("valid engine arguments");
        let handshake = Handshake { name: None, options };
        let error = handshake.check(&player, variant).err();
        error.map(|error| format!("{error:#}"))
    }

    const VARIANTS: &str = "name USI_Variant type combo default yari var yari var mak-yek";

    #[test]
    fn variant_must_be_announced() {
        assert_eq!(check(&[VARIANTS], ""), None);
        let error = check(&["name USI_Variant type combo default x var x"], "");
        assert_eq!(error.as_deref(), Some("option USI_Variant: `mak-yek` is not one of `x`"));
        let error = check(&["name Threads type spin default 1"], "").expect("an error");
        assert!(error.contains("cannot set the variant to mak-yek"), "{error}");
        assert_eq!(check(&[VARIANTS], "variant=yari"), None);
        assert!(check(&[VARIANTS], "variant=chess").is_some());
        assert!(check(&[VARIANTS], "proto=uci").is_some());
    }

    #[test]
    fn usi_engine_without_variant_option_plays_shogi() {
        let options = ["name Threads type spin default 1"];
        assert_eq!(check_variant(Variant::Shogi, &options, ""), None);
        let expected = "cannot set the variant to";
        for (variant, words) in [
            (Variant::Minishogi, ""),
            (Variant::Shogi, "variant=shogi"),
            (Variant::Shogi, "option.USI_Variant=shogi"),
            (Variant::Shogi, "proto=uci"),
        ] {
            let error = check_variant(variant, &options, words).unwrap_or_default();
            assert!(error.contains(expected), "{variant:?} {words}: {error}");
        }
        assert!(check_variant(Variant::Shogi, &[VARIANTS], "").is_some());
    }

    #[test]
    fn values_must_be_in_range() {
        let check = |option: &str, words: &str| check(&[VARIANTS, option], words);
        let spin = "name Level type spin default 5 min 0 max 20";
        assert_eq!(check(spin, "option.level=20"), None);
        let error = check(spin, "option.Level=21");
        assert_eq!(error.as_deref(), Some("option Level: 21 is not in 0..=20"));
        assert!(check(spin, "option.Level=many").is_some());
        let check_box = "name Quiet type check default false";
        assert_eq!(check(check_box, "option.Quiet=true"), None);
        assert!(check(check_box, "option.Quiet=yes").is_some());
        assert!(check("name Clear type button", "option.Clear=1").is_some());
        assert_eq!(check("name Clear type button", "option.Clear="), None);
        assert_eq!(check("name File type string default", "option.File=x"), None);
        assert_eq!(check("name File type filename", "option.USI_Hash=9"), None);
        let error = check(spin, "option.Depth=1");
        assert_eq!(error.as_deref(), Some("no option Depth"));
    }
}

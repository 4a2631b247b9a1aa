//! The players of a match, as the command line describes them.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::ValueEnum;
use serde::Serialize;

use kawari_engine::core::outcome::Reason;
use kawari_engine::games::variants::Variant;
use kawari_engine::search::time_manager;
use kawari_protocol::uci::variant_name;

/// The protocol that a player speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// The Universal Shogi Interface.
    #[default]
    Usi,
    /// The Universal Chess Interface: the side that moves first is White.
    Uci,
}

/// How a player is told the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum PositionForm {
    /// The start of the game and all moves since.
    #[default]
    Moves,
    /// The position itself, before every move: for a player whose rules differ.
    /// It cannot see repetitions.
    Sfen,
}

/// How a player writes squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Coordinates {
    /// As USI does: `7g7f`, `P*4d`.
    Shogi,
    /// As Fairy-Stockfish does in UCI: `a3a4`, `P@d6`.
    Chess,
}

/// Whose rules a player knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum PlayerRules {
    /// Those of the referee.
    #[default]
    Kawari,
    /// Others. It is told which moves are legal, with `go searchmoves`, and it is
    /// believed when it says that the difference has touched a game.
    Other,
}

/// What bounds a player's search. Any of them may be given together.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct PlayerLimits {
    /// Positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Milliseconds for each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// A clock for the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
}

/// The clock that a player begins a game with, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct TimeControl {
    /// Main time.
    pub base: u64,
    /// Added for each move.
    pub increment: u64,
    /// Time for each move once the main time is used up.
    pub byoyomi: u64,
    /// The main time comes again after so many moves; 0 is never.
    #[serde(skip_serializing_if = "is_zero")]
    pub moves: u32,
}

fn is_zero(&number: &u32) -> bool {
    number == 0
}

/// A player: a program and how to talk to it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Player {
    /// Its name in the results.
    pub name: String,
    /// The program. A relative path that is more than a name starts at `dir`.
    pub cmd: PathBuf,
    /// Its arguments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// Where it runs; here if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
    /// What it speaks.
    pub proto: Protocol,
    /// Its own name for the game; Kawari's if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// How it is told the position.
    pub positions: PositionForm,
    /// How it writes squares, if not as its protocol's programs do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<Coordinates>,
    /// Whose rules it knows.
    pub rules: PlayerRules,
    /// Endings that its rules lack, by their reasons.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lacks: Vec<String>,
    /// Names and values of its options, in the order to set them.
    pub options: Vec<(String, String)>,
    /// Where its standard error goes; nowhere if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stderr: Option<PathBuf>,
    /// What bounds its searches.
    pub control: PlayerLimits,
    /// Milliseconds that it may take beyond its clock, if not as many as the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<u64>,
    /// It thinks on its opponent's time.
    pub ponder: bool,
    /// Its program is started anew for each game.
    pub restart: bool,
}

impl Player {
    /// Reads the words of one `--engine`, `KEY=VALUE` each, after the words that
    /// stand for each player.
    ///
    /// # Errors
    /// For an unknown key, a value that cannot be read, a player without a
    /// program or without anything that bounds its searches.
    pub fn parse(each: &[String], own: &[String]) -> Result<Self> {
        let mut player = Self::default();
        for word in each.iter().chain(own) {
            player.set(word).with_context(|| format!("in `{word}`"))?;
        }
        ensure!(player.cmd != PathBuf::new(), "an engine needs cmd=PROGRAM");
        if player.name.is_empty() {
            let stem = player.cmd.file_stem().unwrap_or_default();
            player.name = stem.to_string_lossy().into_owned();
        }
        player.check().with_context(|| format!("engine {}", player.name))?;
        Ok(player)
    }

    fn set(&mut self, word: &str) -> Result<()> {
        let (key, value) = word.split_once('=').context("it is not KEY=VALUE")?;
        // Without a value, a button is pressed.
        if let Some(option) = key.strip_prefix("option.") {
            self.options.retain(|(name, _)| name != option);
            self.options.push((option.to_owned(), value.to_owned()));
            return Ok(());
        }
        let control = &mut self.control;
        match key {
            "name" => value.clone_into(&mut self.name),
            "cmd" => self.cmd = PathBuf::from(value),
            "arg" => self.args.push(value.to_owned()),
            "args" => self.args.extend(value.split_whitespace().map(str::to_owned)),
            "dir" => self.dir = Some(PathBuf::from(value)),
            "proto" => self.proto = choice(value)?,
            "variant" => self.variant = Some(value.to_owned()),
            "positions" => self.positions = choice(value)?,
            "coordinates" => self.coordinates = Some(choice(value)?),
            "rules" => self.rules = choice(value)?,
            "lacks" => self.lacks.push(reason(value)?),
            "stderr" => self.stderr = Some(PathBuf::from(value)),
            "nodes" => control.nodes = Some(number(value)?),
            "depth" => control.depth = Some(u32::try_from(number(value)?)?),
            "movetime" => control.movetime = Some(longest(number(value)?)),
            "margin" => self.margin = Some(longest(value.parse().context("not a number")?)),
            "ponder" => self.ponder = on_or_off(value)?,
            "restart" => self.restart = on_or_off(value)?,
            "byoyomi" => control.clock.get_or_insert_default().byoyomi = longest(number(value)?),
            "tc" => {
                let (moves, time) = value.split_once('/').unwrap_or(("0", value));
                let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
                let clock = control.clock.get_or_insert_default();
                clock.moves =
                    moves.parse().with_context(|| format!("`{moves}` is not a number of moves"))?;
                clock.base = milliseconds(base)?;
                clock.increment = milliseconds(increment)?;
            }
            _ => bail!("an engine has no `{key}`"),
        }
        Ok(())
    }

    fn check(&self) -> Result<()> {
        let PlayerLimits { nodes, depth, movetime, clock } = &self.control;
        ensure!(
            nodes.is_some() || depth.is_some() || movetime.is_some() || clock.is_some(),
            "it needs a limit: nodes=, depth=, movetime=, tc= or byoyomi="
        );
        let TimeControl { base, increment, byoyomi, moves } = clock.unwrap_or_default();
        ensure!(moves == 0 || base > 0, "the time for its {moves} moves is none");
        ensure!(clock.is_none() || base.max(increment).max(byoyomi) > 0, "its clock holds no time");
        ensure!(self.proto == Protocol::Usi || byoyomi == 0, "UCI knows no byoyomi");
        let one_line = |text: &str| !text.contains(['\n', '\r']);
        let words = self.options.iter().flat_map(|(name, value)| [name, value]);
        ensure!(words.chain(&self.variant).all(|text| one_line(text)), "an option is one line");
        Ok(())
    }

    /// True if the time that its searches take can change its moves. Otherwise the
    /// same opponent from the same opening gives the same game again.
    pub fn is_timed(&self) -> bool {
        self.control.movetime.is_some() || self.control.clock.is_some() || self.ponder
    }

    /// Names and values of all options that it is told, in their order. The game
    /// comes last: an option may be the file that describes it.
    pub fn settings(&self, variant: Variant) -> Vec<(String, String)> {
        let name = match self.proto {
            Protocol::Usi => "USI_Variant",
            Protocol::Uci => "UCI_Variant",
        };
        let mut settings = self.options.clone();
        let ponder = match self.proto {
            Protocol::Usi => "USI_Ponder",
            Protocol::Uci => "Ponder",
        };
        if self.ponder && !settings.iter().any(|(name, _)| name.eq_ignore_ascii_case(ponder)) {
            settings.push((ponder.to_owned(), "true".to_owned()));
        }
        if !self.has_variant_option() {
            let own_name = self.variant.as_deref().unwrap_or(match self.proto {
                Protocol::Usi => variant.info().name,
                Protocol::Uci => variant_name(variant.info()),
            });
            settings.push((name.to_owned(), own_name.to_owned()));
        }
        settings
    }

    /// True if one of its options, as the command line gives them, is the game.
    fn has_variant_option(&self) -> bool {
        self.options.iter().any(|(option, _)| is_variant_option(option))
    }

    /// True if the command line says how the engine is told its game.
    pub fn has_own_variant(&self) -> bool {
        self.variant.is_some() || self.has_variant_option()
    }

    /// How it writes squares.
    pub fn coordinates(&self) -> Coordinates {
        self.coordinates.unwrap_or(match self.proto {
            Protocol::Usi => Coordinates::Shogi,
            Protocol::Uci => Coordinates::Chess,
        })
    }

    /// The path by which the program is started.
    pub fn program(&self) -> Result<PathBuf> {
        let is_name = self.cmd.components().count() == 1 && !self.cmd.starts_with(".");
        if is_name {
            return Ok(self.cmd.clone());
        }
        let dir = self.dir.as_deref().unwrap_or(Path::new(""));
        Ok(std::path::absolute(dir.join(&self.cmd))?)
    }
}

/// True for the options by which engines are told the game.
pub fn is_variant_option(name: &str) -> bool {
    ["USI_Variant", "UCI_Variant"].iter().any(|option| name.eq_ignore_ascii_case(option))
}

fn on_or_off(value: &str) -> Result<bool> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => bail!("`{value}` is neither on nor off"),
    }
}

/// A value of a choice that clap knows.
fn choice<T: ValueEnum>(value: &str) -> Result<T> {
    T::from_str(value, false).map_err(|error| anyhow!(error))
}

/// The reason of an ending, as reports write it.
fn reason(value: &str) -> Result<String> {
    let known = Reason::ALL.map(|reason| reason.to_string());
    let all = known.join(", ");
    let named = known.into_iter().find(|reason| reason == value);
    named.with_context(|| format!("no game ends by `{value}`, but by: {all}"))
}

/// A whole number from 1.
fn number(value: &str) -> Result<u64> {
    let number = value.parse().ok().filter(|&number| number > 0);
    number.with_context(|| format!("`{value}` is not a whole number from 1"))
}

/// Cuts a number of milliseconds to the longest time limit.
fn longest(milliseconds: u64) -> u64 {
    milliseconds.min(time_manager::MAX_TIME.as_millis() as u64)
}

/// Seconds or minutes and seconds (`90`, `1.5`, `1:30`) as milliseconds.
fn milliseconds(value: &str) -> Result<u64> {
    let (minutes, seconds) = value.split_once(':').unwrap_or(("0", value));
    let time = minutes.parse::<u32>().ok().zip(seconds.parse::<f64>().ok());
    let time = time
        .and_then(|(minutes, seconds)| time_manager::seconds(f64::from(minutes) * 60.0 + seconds));
    let time = time.with_context(|| format!("`{value}` is not a time in seconds"))?;
    Ok(time.as_millis() as u64)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::super::clock::{PlayerClock, allowance};
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }

    fn refused(own: &str) -> String {
        format!("{:#}", Player::parse(&[], &words(own)).expect_err("a bad engine"))
    }

    #[test]
    fn own_words_come_after_those_for_each() {
        let each = words("nodes=2000 option.USI_Hash=64 option.Threads=1 proto=uci");
        let own = words("cmd=./bin/kawari dir=/opt nodes=500 option.USI_Hash=1 tc=1:30+0.1");
        let player = Player::parse(&each, &own).expect("a good engine");
        assert_eq!((player.name.as_str(), player.proto), ("kawari", Protocol::Uci));
        assert_eq!(player.control.nodes, Some(500));
        let clock = TimeControl { base: 90_000, increment: 100, ..TimeControl::default() };
        assert_eq!(player.control.clock, Some(clock));
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(player.options, [option("Threads", "1"), option("USI_Hash", "1")]);
        assert_eq!(player.program().expect("a path"), Path::new("/opt/./bin/kawari"));
    }

    #[test]
    fn a_bare_name_is_looked_up_where_programs_are() {
        let player = Player::parse(&[], &words("cmd=kawari dir=/tmp depth=3")).expect("an engine");
        assert_eq!(player.program().expect("a name"), Path::new("kawari"));
    }

    #[test]
    fn time_may_come_again_and_be_exceeded() {
        let own = words("cmd=a tc=40/1:00+0.6 margin=250 ponder=on restart=on");
        let player = Player::parse(&[], &own).expect("an engine");
        let clock = TimeControl { base: 60_000, increment: 600, moves: 40, byoyomi: 0 };
        assert_eq!((player.control.clock, player.margin), (Some(clock), Some(250)));
        assert!(player.restart && player.ponder);
        let settings = player.settings(Variant::Yari);
        assert!(settings.contains(&("USI_Ponder".to_owned(), "true".to_owned())));
    }

    #[test]
    fn the_longest_times_do_not_overflow() {
        let longest = u64::MAX;
        let own = format!(
            "cmd=a tc=1/{longest}+{longest} byoyomi={longest} movetime={longest} margin={longest}"
        );
        let player = Player::parse(&[], &words(&own)).expect("an engine");
        let control = player.control;
        let mut clock = PlayerClock::new(control.clock.expect("a clock"));
        clock.spend(Duration::ZERO);
        let time = allowance(&control, Some(&clock)).expect("a bound");
        let margin = Duration::from_millis(player.margin.expect("a margin"));
        assert!(Instant::now().checked_add(time + margin).is_some());
    }

    #[test]
    fn bad_words_are_named() {
        assert!(refused("nodes=1").contains("cmd=PROGRAM"));
        assert!(refused("cmd=a").contains("needs a limit"));
        assert!(refused("cmd=a nodes").contains("in `nodes`: it is not KEY=VALUE"));
        assert!(refused("cmd=a nodes=many").contains("`many` is not a whole number"));
        assert!(refused("cmd=a nodes=0").contains("`0` is not a whole number"));
        assert!(refused("cmd=a elo=3").contains("no `elo`"));
        assert!(refused("cmd=a proto=cecp nodes=1").contains("in `proto=cecp`"));
        assert!(
            refused("cmd=a lacks=boredom").contains("no game ends by `boredom`, but by: check")
        );
        assert!(refused("cmd=a tc=-1").contains("not a time"));
        assert!(refused("cmd=a tc=0").contains("no time"));
        assert!(refused("cmd=a tc=x/10").contains("`x` is not a number of moves"));
        assert!(refused("cmd=a tc=40/0+1").contains("40 moves is none"));
        assert!(refused("cmd=a nodes=1 ponder=yes").contains("neither on nor off"));
        assert!(refused("cmd=a proto=uci byoyomi=100").contains("byoyomi"));
    }
}

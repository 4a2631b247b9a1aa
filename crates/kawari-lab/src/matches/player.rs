//! The configuration of an engine, parsed from the words of `--engine`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::ValueEnum;
use serde::Serialize;

use kawari_engine::core::outcome::Reason;
use kawari_engine::games::variants::Variant;
use kawari_engine::search::time_manager;

/// The protocol of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// The Universal Shogi Interface.
    #[default]
    Usi,
    /// The Universal Chess Interface, in which White moves first.
    Uci,
}

/// The form of the `position` command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum PositionForm {
    /// The start position and all moves.
    #[default]
    Moves,
    /// The current position without moves, for engines with other rules. The engine cannot detect
    /// repetitions then.
    Sfen,
}

/// The notation of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Coordinates {
    /// The notation of USI: `7g7f`, `P*4d`.
    Shogi,
    /// The notation of Fairy-Stockfish in UCI: `a3a4`, `P@d6`.
    Chess,
}

/// The rules by which an engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum PlayerRules {
    /// The rules of the referee.
    #[default]
    Kawari,
    /// Other rules. The engine gets the legal moves by `go searchmoves`. A game does not count
    /// if the engine reports a difference.
    Other,
}

/// Search limits of a player. Several can be combined.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct PlayerLimits {
    /// Nodes per move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Search depth in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Time per move in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// Time control of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
}

/// A time control. All times are in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct TimeControl {
    /// Main time.
    pub base: u64,
    /// Increment per move.
    pub increment: u64,
    /// Time for each move after the main time is used up.
    pub byoyomi: u64,
    /// Number of moves after which the main time is added again; 0 is never.
    #[serde(skip_serializing_if = "is_zero")]
    pub moves: u32,
}

fn is_zero(&number: &u32) -> bool {
    number == 0
}

/// The configuration of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Player {
    /// Name in the results.
    pub name: String,
    /// The program. A relative path with a directory is relative to `dir`.
    pub cmd: PathBuf,
    /// Arguments of the program.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// Working directory; the current one if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
    /// Protocol of the engine.
    pub proto: Protocol,
    /// The engine's name for the variant; Kawari's if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// Form of the `position` command.
    pub positions: PositionForm,
    /// Notation of squares; that of the protocol if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<Coordinates>,
    /// Rules by which the engine plays.
    pub rules: PlayerRules,
    /// Reasons of endings that the engine's rules lack.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lacks: Vec<String>,
    /// Names and values of the options, in the order in which they are set.
    pub options: Vec<(String, String)>,
    /// File for standard error, which is discarded if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stderr: Option<PathBuf>,
    /// Search limits.
    pub control: PlayerLimits,
    /// Tolerance beyond the clock in milliseconds; that of the match if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<u64>,
    /// Ponder on the opponent's time.
    pub ponder: bool,
    /// Restart the engine for each game.
    pub restart: bool,
}

impl Player {
    /// Parses the `KEY=VALUE` words of one `--engine`, after those of `--each`.
    ///
    /// # Errors
    /// Returns an error if a key is unknown, a value is invalid, or the program or all search
    /// limits are missing.
    pub fn parse(each: &[String], own: &[String]) -> Result<Self> {
        let mut player = Self::default();
        for word in each.iter().chain(own) {
            player.set(word).with_context(|| format!("in `{word}`"))?;
        }
        ensure!(player.cmd != PathBuf::new(), "no program, expected cmd=PROGRAM");
        if player.name.is_empty() {
            let stem = player.cmd.file_stem().unwrap_or_default();
            player.name = stem.to_string_lossy().into_owned();
        }
        player.check().with_context(|| format!("engine {}", player.name))?;
        Ok(player)
    }

    fn set(&mut self, word: &str) -> Result<()> {
        let (key, value) = word.split_once('=').context("expected KEY=VALUE")?;
        // An empty value presses a button.
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
            "movetime" => control.movetime = Some(clamp_time(number(value)?)),
            "margin" => self.margin = Some(clamp_time(value.parse().context("not a number")?)),
            "ponder" => self.ponder = on_or_off(value)?,
            "restart" => self.restart = on_or_off(value)?,
            "byoyomi" => control.clock.get_or_insert_default().byoyomi = clamp_time(number(value)?),
            "tc" => {
                let (moves, time) = value.split_once('/').unwrap_or(("0", value));
                let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
                let clock = control.clock.get_or_insert_default();
                clock.moves =
                    moves.parse().with_context(|| format!("`{moves}` is not a number of moves"))?;
                clock.base = milliseconds(base)?;
                clock.increment = milliseconds(increment)?;
            }
            _ => bail!("unknown key `{key}`"),
        }
        Ok(())
    }

    fn check(&self) -> Result<()> {
        let PlayerLimits { nodes, depth, movetime, clock } = &self.control;
        ensure!(
            nodes.is_some() || depth.is_some() || movetime.is_some() || clock.is_some(),
            "no search limit, expected nodes=, depth=, movetime=, tc= or byoyomi="
        );
        let TimeControl { base, increment, byoyomi, moves } = clock.unwrap_or_default();
        ensure!(moves == 0 || base > 0, "tc= gives no time for {moves} moves");
        ensure!(clock.is_none() || base.max(increment).max(byoyomi) > 0, "tc= gives no time");
        ensure!(self.proto == Protocol::Usi || byoyomi == 0, "UCI has no byoyomi");
        let is_one_line = |text: &str| !text.contains(['\n', '\r']);
        let words = self.options.iter().flat_map(|(name, value)| [name, value]);
        ensure!(
            words.chain(&self.variant).all(|text| is_one_line(text)),
            "line break in an option"
        );
        Ok(())
    }

    /// Returns true if the engine's moves can depend on time. Otherwise, the same opponent and
    /// opening give the same game.
    pub fn is_timed(&self) -> bool {
        self.control.movetime.is_some() || self.control.clock.is_some() || self.ponder
    }

    /// Returns names and values of all options to set, in order. The variant comes last, because
    /// another option may name the file that defines it.
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
                Protocol::Uci => variant.info().uci_name(),
            });
            settings.push((name.to_owned(), own_name.to_owned()));
        }
        settings
    }

    /// Returns true if one of the configured options is the variant.
    fn has_variant_option(&self) -> bool {
        self.options.iter().any(|(option, _)| is_variant_option(option))
    }

    /// Returns true if the variant is configured, by `variant=` or as an option.
    pub fn has_own_variant(&self) -> bool {
        self.variant.is_some() || self.has_variant_option()
    }

    /// Returns the notation of squares.
    pub fn coordinates(&self) -> Coordinates {
        self.coordinates.unwrap_or(match self.proto {
            Protocol::Usi => Coordinates::Shogi,
            Protocol::Uci => Coordinates::Chess,
        })
    }

    /// Returns the path of the program to start.
    ///
    /// # Errors
    /// Returns an error if the current directory cannot be determined.
    pub fn program(&self) -> Result<PathBuf> {
        let is_name = self.cmd.components().count() == 1 && !self.cmd.starts_with(".");
        if is_name {
            return Ok(self.cmd.clone());
        }
        let dir = self.dir.as_deref().unwrap_or(Path::new(""));
        Ok(std::path::absolute(dir.join(&self.cmd))?)
    }
}

/// Returns true for the options that set the variant.
pub fn is_variant_option(name: &str) -> bool {
    ["USI_Variant", "UCI_Variant"].iter().any(|option| name.eq_ignore_ascii_case(option))
}

fn on_or_off(value: &str) -> Result<bool> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => bail!("`{value}` is neither `on` nor `off`"),
    }
}

/// Parses a value of a clap enum.
fn choice<T: ValueEnum>(value: &str) -> Result<T> {
    T::from_str(value, false).map_err(|error| anyhow!(error))
}

/// Parses the reason of an ending, as it is written in reports.
fn reason(value: &str) -> Result<String> {
    let known = Reason::ALL.map(|reason| reason.to_string());
    let all = known.join(", ");
    let named = known.into_iter().find(|reason| reason == value);
    named.with_context(|| format!("unknown reason `{value}`, expected one of: {all}"))
}

/// Parses a positive integer.
fn number(value: &str) -> Result<u64> {
    let number = value.parse().ok().filter(|&number| number > 0);
    number.with_context(|| format!("`{value}` is not a positive integer"))
}

/// Clamps a number of milliseconds to the maximum time limit.
fn clamp_time(milliseconds: u64) -> u64 {
    milliseconds.min(time_manager::MAX_TIME.as_millis() as u64)
}

/// Parses seconds or minutes and seconds (`90`, `1.5`, `1:30`) to milliseconds.
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

    fn parse_error(own: &str) -> String {
        format!("{:#}", Player::parse(&[], &words(own)).expect_err("an error"))
    }

    #[test]
    fn own_words_override_those_for_each() {
        let each = words("nodes=2000 option.USI_Hash=64 option.Threads=1 proto=uci");
        let own = words("cmd=./bin/kawari dir=/opt nodes=500 option.USI_Hash=1 tc=1:30+0.1");
        let player = Player::parse(&each, &own).expect("valid engine arguments");
        assert_eq!((player.name.as_str(), player.proto), ("kawari", Protocol::Uci));
        assert_eq!(player.control.nodes, Some(500));
        let clock = TimeControl { base: 90_000, increment: 100, ..TimeControl::default() };
        assert_eq!(player.control.clock, Some(clock));
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(player.options, [option("Threads", "1"), option("USI_Hash", "1")]);
        assert_eq!(player.program().expect("a path"), Path::new("/opt/./bin/kawari"));
    }

    #[test]
    fn bare_program_name_is_kept_for_the_path_lookup() {
        let player = Player::parse(&[], &words("cmd=kawari dir=/tmp depth=3")).expect("an engine");
        assert_eq!(player.program().expect("a name"), Path::new("kawari"));
    }

    #[test]
    fn time_control_margin_and_ponder_are_parsed() {
        let own = words("cmd=a tc=40/1:00+0.6 margin=250 ponder=on restart=on");
        let player = Player::parse(&[], &own).expect("an engine");
        let clock = TimeControl { base: 60_000, increment: 600, moves: 40, byoyomi: 0 };
        assert_eq!((player.control.clock, player.margin), (Some(clock), Some(250)));
        assert!(player.restart && player.ponder);
        let settings = player.settings(Variant::Yari);
        assert!(settings.contains(&("USI_Ponder".to_owned(), "true".to_owned())));
    }

    #[test]
    fn maximum_times_do_not_overflow() {
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
    fn errors_name_the_bad_word() {
        for (words, expected) in [
            ("nodes=1", "cmd=PROGRAM"),
            ("cmd=a", "no search limit"),
            ("cmd=a nodes", "in `nodes`: expected KEY=VALUE"),
            ("cmd=a nodes=many", "`many` is not a positive integer"),
            ("cmd=a nodes=0", "`0` is not a positive integer"),
            ("cmd=a elo=3", "unknown key `elo`"),
            ("cmd=a proto=cecp nodes=1", "in `proto=cecp`"),
            ("cmd=a lacks=boredom", "unknown reason `boredom`, expected one of: check"),
            ("cmd=a tc=-1", "not a time"),
            ("cmd=a tc=0", "tc= gives no time"),
            ("cmd=a tc=x/10", "`x` is not a number of moves"),
            ("cmd=a tc=40/0+1", "no time for 40 moves"),
            ("cmd=a nodes=1 ponder=yes", "neither `on` nor `off`"),
            ("cmd=a proto=uci byoyomi=100", "UCI has no byoyomi"),
        ] {
            let error = parse_error(words);
            assert!(error.contains(expected), "{words}: {error}");
        }
    }
}

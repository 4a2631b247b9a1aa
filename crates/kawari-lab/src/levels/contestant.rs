//! Who plays on a ladder of levels.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, bail};
use fastrand::Rng;

use kawari_engine::core::score::Score;
use kawari_engine::engine::findings::Findings;
use kawari_engine::engine::session::{self, Order, Session, Settings};
use kawari_engine::engine::strength::{Care, Level, Strength, Weakening};
use kawari_engine::games::variants::Variant;
use kawari_engine::search::limits::Limits;

/// How the care of a contestant is written behind its numbers.
const CARE: [(Care, &str); 3] =
    [(Care::Careful, ""), (Care::SeesWins, "-wins"), (Care::Careless, "-careless")];

/// One of those that play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contestant {
    /// Every legal move is as likely as another.
    Random,
    /// A level for people below the highest, which has no bound.
    Level(Level),
    /// Numbers of its own.
    Weakened(Weakening),
    /// Nothing held back, but so many positions a move.
    Plain(u64),
}

impl Contestant {
    /// What it is, with its numbers.
    pub fn describe(&self, variant: Variant) -> String {
        match self {
            Self::Level(level) => match Strength::from(*level).weakening(variant.info()) {
                Some(weakening) => {
                    format!("level {level} ({})", Self::Weakened(weakening))
                }
                None => format!("level {level}"),
            },
            _ => self.to_string(),
        }
    }

    /// What the engine is told before a game.
    fn settings(&self, seed: u64) -> Settings {
        let strength = match self {
            Self::Random | Self::Plain(_) => Strength::default(),
            Self::Level(level) => Strength::Level(*level),
            Self::Weakened(weakening) => Strength::Weakened(*weakening),
        };
        Settings { strength, seed, hash: 1, ..Settings::default() }
    }

    fn order(&self) -> Order {
        let nodes = match self {
            Self::Plain(nodes) => Some(*nodes),
            _ => None,
        };
        Order { limits: Limits { nodes, ..Limits::default() }, ..Order::default() }
    }
}

impl fmt::Display for Contestant {
    /// As it is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Level(level) => write!(f, "{level}"),
            Self::Weakened(Weakening { nodes, noise, uneven, form, care }) => {
                let (_, suffix) = CARE.iter().find(|(known, _)| known == care).unwrap_or(&CARE[0]);
                write!(f, "{nodes}+-{noise}~{uneven}~{form}{suffix}")
            }
            Self::Plain(nodes) => write!(f, "plain-{nodes}"),
        }
    }
}

impl FromStr for Contestant {
    type Err = anyhow::Error;

    /// Reads `random`, the number of a level, `NODES+-NOISE~UNEVEN~FORM`, with `-careless` behind
    /// it for one that may overlook anything or `-wins` for one that only sees its own wins at
    /// once, or `plain-NODES`.
    fn from_str(word: &str) -> anyhow::Result<Self> {
        if word == "random" {
            return Ok(Self::Random);
        }
        let number = |word: &str| -> anyhow::Result<u64> {
            let number = word.parse().ok().filter(|&number| number > 0);
            number.with_context(|| format!("`{word}` is not a number of positions"))
        };
        if let Some(nodes) = word.strip_prefix("plain-") {
            return Ok(Self::Plain(number(nodes)?));
        }
        if let Some((nodes, rest)) = word.split_once("+-") {
            let (care, numbers) = CARE
                .iter()
                .rev()
                .find_map(|(care, suffix)| Some((*care, rest.strip_suffix(suffix)?)))
                .unwrap_or((Care::Careful, rest));
            let numbers: Vec<&str> = numbers.split('~').collect();
            let expected = || format!("`{rest}` is not an amount of noise such as 200~30~0");
            let [noise, uneven, form] = numbers[..] else { bail!(expected()) };
            let noise: Score = noise.parse().with_context(expected)?;
            let (uneven, form): (u32, u32) =
                (uneven.parse().with_context(expected)?, form.parse().with_context(expected)?);
            let nodes = number(nodes)?;
            return Ok(Self::Weakened(Weakening { nodes, noise, uneven, form, care }));
        }
        match word.parse() {
            Ok(level) if level != Level::FULL => Ok(Self::Level(level)),
            _ => bail!(
                "`{word}` is no contestant: expected `random`, a level from 1 to 7, NODES+-NOISE~UNEVEN~FORM or plain-NODES"
            ),
        }
    }
}

/// A contestant that sits at a board.
pub(super) struct Seated {
    contestant: Contestant,
    session: Box<dyn Session>,
    random: Rng,
}

impl Seated {
    pub(super) fn new(variant: Variant, contestant: &Contestant) -> anyhow::Result<Self> {
        let session = session::open(variant, contestant.settings(0))?;
        Ok(Self { contestant: contestant.clone(), session, random: Rng::with_seed(0) })
    }

    /// Forgets the last game; what is random in the next one is a function of `seed`.
    pub(super) fn begin(&mut self, seed: u64) -> anyhow::Result<()> {
        self.random = Rng::with_seed(seed);
        self.session.set_settings(self.contestant.settings(seed))?;
        self.session.new_game();
        Ok(())
    }

    /// The session with its copy of the game.
    pub(super) fn session(&mut self) -> &mut dyn Session {
        &mut *self.session
    }

    /// The move that it makes now.
    pub(super) fn choose(&mut self) -> anyhow::Result<String> {
        if self.contestant == Contestant::Random {
            let moves = self.session.line().legal_moves();
            return self.random.choice(moves).context("no move in a game that goes on");
        }
        let findings = Findings::of(&mut *self.session, &self.contestant.order())?;
        let best = findings.best().context("the engine gave up a game that goes on")?;
        Ok(best.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for word in [
            "random",
            "1",
            "7",
            "1000+-250~0~0",
            "300+-900~30~5-careless",
            "300+-900~30~5-wins",
            "plain-5000",
        ] {
            let contestant: Contestant = word.parse().expect("a contestant");
            assert_eq!(contestant.to_string(), word);
        }
        for word in [
            "",
            "8",
            "9",
            "0",
            "plain-0",
            "plain-",
            "x+-3~0~0",
            "100+-",
            "100+-x~1~1",
            "100+-5~4",
            "-5",
        ] {
            assert!(word.parse::<Contestant>().is_err(), "{word}");
        }
    }
}

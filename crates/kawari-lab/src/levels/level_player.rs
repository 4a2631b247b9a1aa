//! Players of a ladder of levels.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, bail};
use fastrand::Rng;

use kawari_engine::core::color::Color;
use kawari_engine::core::score::Score;
use kawari_engine::engine::game_state::GameState;
use kawari_engine::engine::search_summary::SearchSummary;
use kawari_engine::engine::session::{self, SearchRequest, Session, Settings};
use kawari_engine::engine::strength::{BlunderGuard, Level, Strength, StrengthReduction};
use kawari_engine::games::variants::Variant;
use kawari_engine::search::limits::Limits;

/// Suffix of a player's text form for each blunder guard.
const CARE: [(BlunderGuard, &str); 4] = [
    (BlunderGuard::Careful, ""),
    (BlunderGuard::SeesThreats, "-threats"),
    (BlunderGuard::SeesWins, "-wins"),
    (BlunderGuard::Careless, "-careless"),
];

/// Suffix of a player's text form whose noise depends on the material lead.
const LEAD: &str = "-lead";

/// A player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LevelPlayer {
    /// Chooses a random legal move.
    Random,
    /// Captures as many pieces as it can, else chooses a random legal move.
    Greedy,
    /// A level below the highest one, which has no node limit.
    Level(Level),
    /// A given strength reduction.
    Weakened(StrengthReduction),
    /// Full strength with this number of nodes per move.
    Plain(u64),
}

impl LevelPlayer {
    /// Returns a description with the numbers of a level.
    pub fn describe(&self, variant: Variant) -> String {
        match self {
            Self::Level(level) => match Strength::from(*level).strength_reduction(variant.info()) {
                Some(strength_reduction) => {
                    let weakened = Self::Weakened(strength_reduction);
                    format!("level {level}, {} ({weakened})", level.name())
                }
                None => format!("level {level}, {}", level.name()),
            },
            _ => self.to_string(),
        }
    }

    /// Returns the engine settings for a game.
    fn settings(&self, seed: u64) -> Settings {
        let strength = match self {
            Self::Random | Self::Greedy | Self::Plain(_) => Strength::default(),
            Self::Level(level) => Strength::Level(*level),
            Self::Weakened(strength_reduction) => Strength::Weakened(*strength_reduction),
        };
        Settings { strength, seed, hash: 1, ..Settings::default() }
    }

    fn request(&self) -> SearchRequest {
        let nodes = match self {
            Self::Plain(nodes) => Some(*nodes),
            _ => None,
        };
        SearchRequest { limits: Limits { nodes, ..Limits::default() }, ..SearchRequest::default() }
    }
}

impl fmt::Display for LevelPlayer {
    /// Writes the form that [`FromStr`] parses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Level(level) => write!(f, "{level}"),
            Self::Weakened(StrengthReduction {
                nodes,
                noise,
                position_spread,
                seed_spread,
                blunder_guard,
                lead_noise,
            }) => {
                let (_, suffix) =
                    CARE.iter().find(|(known, _)| known == blunder_guard).unwrap_or(&CARE[0]);
                let lead = if *lead_noise { LEAD } else { "" };
                write!(f, "{nodes}+-{noise}~{position_spread}~{seed_spread}{lead}{suffix}")
            }
            Self::Plain(nodes) => write!(f, "plain-{nodes}"),
        }
    }
}

impl FromStr for LevelPlayer {
    type Err = anyhow::Error;

    /// Parses `random`, `greedy`, the number of a level, `NODES+-NOISE~UNEVEN~FORM` or `plain-NODES`.
    /// UNEVEN is the position spread and FORM the seed spread. The suffix `-lead` makes the
    /// noise depend on the material lead. `-careless`, `-wins` or `-threats` selects the
    /// blunder guard.
    fn from_str(word: &str) -> anyhow::Result<Self> {
        if word == "random" {
            return Ok(Self::Random);
        }
        if word == "greedy" {
            return Ok(Self::Greedy);
        }
        let number = |word: &str| -> anyhow::Result<u64> {
            let number = word.parse().ok().filter(|&number| number > 0);
            number.with_context(|| format!("bad number of nodes \"{word}\""))
        };
        if let Some(nodes) = word.strip_prefix("plain-") {
            return Ok(Self::Plain(number(nodes)?));
        }
        if let Some((nodes, rest)) = word.split_once("+-") {
            let (blunder_guard, numbers) = CARE
                .iter()
                .rev()
                .find_map(|(blunder_guard, suffix)| {
                    Some((*blunder_guard, rest.strip_suffix(suffix)?))
                })
                .unwrap_or((BlunderGuard::Careful, rest));
            let (numbers, lead_noise) = match numbers.strip_suffix(LEAD) {
                Some(numbers) => (numbers, true),
                None => (numbers, false),
            };
            let numbers: Vec<&str> = numbers.split('~').collect();
            let expected =
                || format!("bad noise \"{rest}\", expected NOISE~UNEVEN~FORM such as 200~30~0");
            let [noise, position_spread, seed_spread] = numbers[..] else { bail!(expected()) };
            let noise: Score = noise.parse().with_context(expected)?;
            let (position_spread, seed_spread): (u32, u32) = (
                position_spread.parse().with_context(expected)?,
                seed_spread.parse().with_context(expected)?,
            );
            let nodes = number(nodes)?;
            return Ok(Self::Weakened(StrengthReduction {
                nodes,
                noise,
                position_spread,
                seed_spread,
                blunder_guard,
                lead_noise,
            }));
        }
        match word.parse() {
            Ok(level) if level != Level::FULL => Ok(Self::Level(level)),
            _ => bail!(
                "unknown player \"{word}\", expected random, greedy, a level from 1 to 7, NODES+-NOISE~UNEVEN~FORM or plain-NODES"
            ),
        }
    }
}

/// A session of a player.
pub(super) struct LevelSession {
    level_player: LevelPlayer,
    session: Box<dyn Session>,
    random: Rng,
}

impl LevelSession {
    pub(super) fn new(variant: Variant, level_player: &LevelPlayer) -> anyhow::Result<Self> {
        let session = session::open(variant, level_player.settings(0))?;
        Ok(Self { level_player: level_player.clone(), session, random: Rng::with_seed(0) })
    }

    /// Starts a new game. Its random choices are a function of `seed`.
    pub(super) fn begin(&mut self, seed: u64) -> anyhow::Result<()> {
        self.random = Rng::with_seed(seed);
        self.session.set_settings(self.level_player.settings(seed))?;
        self.session.new_game();
        Ok(())
    }

    /// Returns the engine session with its copy of the game.
    pub(super) fn session(&mut self) -> &mut dyn Session {
        &mut *self.session
    }

    /// Returns the player's move in the current position.
    pub(super) fn choose(&mut self) -> anyhow::Result<String> {
        let moves = match self.level_player {
            LevelPlayer::Random => self.session.game_state().legal_moves_in_usi(),
            LevelPlayer::Greedy => greedy_moves(self.session.game_state_mut())?,
            _ => Vec::new(),
        };
        if let Some(mv) = self.random.choice(moves) {
            return Ok(mv);
        }
        let summary = SearchSummary::of(&mut *self.session, &self.level_player.request())?;
        let best = summary.best().context("the engine resigned")?;
        Ok(best.to_string())
    }
}

/// Returns the moves that leave the opponent the fewest pieces on the board.
fn greedy_moves(game_state: &mut dyn GameState) -> anyhow::Result<Vec<String>> {
    let opponent = !game_state.side_to_move();
    let is_piece = |letter: &char| match opponent {
        Color::Black => letter.is_ascii_uppercase(),
        Color::White => letter.is_ascii_lowercase(),
    };
    let mut fewest = usize::MAX;
    let mut best = Vec::new();
    for mv in game_state.legal_moves_in_usi() {
        game_state.push(&mv)?;
        let sfen = game_state.sfen();
        game_state.pop();
        let board = sfen.split(' ').next().unwrap_or_default();
        let pieces = board.chars().filter(is_piece).count();
        if pieces < fewest {
            (fewest, best) = (pieces, Vec::new());
        }
        if pieces == fewest {
            best.push(mv);
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_players_can_be_parsed() {
        for word in [
            "random",
            "greedy",
            "1",
            "7",
            "1000+-250~0~0",
            "300+-900~30~5-careless",
            "300+-900~30~5-wins",
            "300+-900~30~5-lead",
            "300+-900~30~5-lead-threats",
            "plain-5000",
        ] {
            let level_player: LevelPlayer = word.parse().expect("a player");
            assert_eq!(level_player.to_string(), word);
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
            assert!(word.parse::<LevelPlayer>().is_err(), "{word}");
        }
    }
}

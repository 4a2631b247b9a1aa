//! What a match writes down: a header with the whole configuration, then one
//! JSON object a game, in the order of the schedule.
//!
//! ```text
//! {"game":0,"variant":"hasami","black":"A","white":"B","start":"ppppppppp/… b - 1",
//!  "opening":8,"moves":["9i9e","1a1e",…],"result":"black","reason":"men captured"}
//! ```
//!
//! The first `opening` moves are the opening's. What the engines told of each move
//! stands in lists as long as that of the moves: `scores` (from the view of the side
//! that moved), `depths`, `nodes`, and the `times` that the referee has measured, in
//! milliseconds; `null` for the opening, and where an engine has told nothing. A game
//! that was lost by a fault has `"fault":{"player":"B","kind":"illegal
//! move","detail":"`1a1z`"}`; one that a difference of rules has touched, and that does
//! not count, has `"difference":{"player":"B","detail":"impasse"}`.
//!
//! Where no clock runs there are no times in it, unless they were asked for: the same
//! match gives the same log.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::adjudication::Adjudication;
use super::faults::FaultKind;
use super::game::{Difference, Ending, MoveThought, Played};
use super::identity::Identity;
use super::player::Player;
use super::schedule::{Fixture, Tournament};
use crate::core::color::Color;
use crate::core::score::Score;
use crate::engine::line::Line;
use crate::games::variants::Variant;
use crate::tools::game_log::{GameResult, LoggedScore};
use crate::tools::openings::{BookOrder, Opening};
use crate::tools::statistics::Sprt;

/// Everything that the games depend on.
#[derive(Serialize)]
pub struct MatchHeader<'a> {
    /// What kind of log it is: `match`.
    pub log: &'a str,
    /// Version of the referee.
    pub version: &'a str,
    /// The game.
    pub variant: &'a str,
    /// The players.
    pub players: &'a [Player],
    /// Their programs.
    pub engines: &'a [Identity],
    /// Who meets whom.
    pub tournament: Tournament,
    /// Number of players that meet the others in a gauntlet.
    pub seeds: usize,
    /// Number of the first opening, in the log of a part of a match. That of all
    /// openings is not told, so that a match can be made longer; but a knockout depends
    /// on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_pair: Option<u64>,
    /// Openings for each two that meet in a knockout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<u64>,
    /// Where the games start.
    pub openings: LoggedOpenings<'a>,
    /// Milliseconds that a player may take beyond its clock.
    pub margin: u64,
    /// Milliseconds that a player may be silent where no clock runs.
    pub patience: u64,
    /// When games are called off.
    pub adjudication: &'a Adjudication,
    /// When the match is.
    pub sprt: Option<Sprt>,
    /// Games have the time of each move.
    pub with_time: bool,
}

/// Where the games of a match start, as its header tells it.
#[derive(Serialize)]
#[serde(untagged)]
pub enum LoggedOpenings<'a> {
    /// A book.
    Book {
        /// Its file.
        book: &'a Path,
        /// Number of its openings.
        count: usize,
        /// Their fingerprint.
        hash: String,
        /// How they follow each other.
        order: BookOrder,
        /// The number of the first, from 1.
        start: u64,
        /// Seed of a random order.
        seed: Option<u64>,
    },
    /// Random moves.
    Random {
        /// Their number.
        plies: usize,
        /// Their seed.
        seed: u64,
        /// How far a side may be ahead after them.
        bound: Option<Score>,
    },
}

/// One game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameEntry {
    /// Its number, from 0.
    pub game: u64,
    /// Name of the game that was played.
    pub variant: String,
    /// Name of the player who had Black.
    pub black: String,
    /// Name of the player who had White.
    pub white: String,
    /// Where it started, as SFEN.
    pub start: String,
    /// Number of moves that the opening gave.
    pub opening: usize,
    /// All moves in USI notation.
    pub moves: Vec<String>,
    /// Who has won.
    pub result: GameResult,
    /// Why it ended.
    pub reason: String,
    /// What went wrong, if something did.
    pub fault: Option<LoggedFault>,
    /// What happened that one player's rules do not know: the game does not count.
    pub difference: Option<LoggedDifference>,
    /// What each move's player saw, from its own view.
    pub scores: Vec<Option<LoggedScore>>,
    /// How deep it has looked, in plies.
    pub depths: Vec<Option<u32>>,
    /// Positions that it has searched.
    pub nodes: Vec<Option<u64>>,
    /// Milliseconds of each move, if they are logged.
    pub times: Option<Vec<Option<u64>>>,
}

impl GameEntry {
    /// A game of which nobody knows more than the moves and how it ended.
    pub fn of_moves(
        line: &dyn Line,
        [black, white]: [String; 2],
        result: GameResult,
        reason: String,
    ) -> Self {
        let moves = line.moves();
        Self {
            game: 0,
            variant: line.info().name.to_owned(),
            black,
            white,
            start: line.start_sfen(),
            opening: 0,
            result,
            reason,
            fault: None,
            difference: None,
            scores: vec![None; moves.len()],
            depths: vec![None; moves.len()],
            nodes: vec![None; moves.len()],
            times: None,
            moves,
        }
    }
}

/// A fault in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LoggedFault {
    /// Whose it was.
    pub player: String,
    /// What it is called.
    pub kind: FaultKind,
    /// What happened.
    pub detail: String,
}

/// A difference of rules that has touched a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LoggedDifference {
    /// Whose rules are others.
    pub player: String,
    /// What happened.
    pub detail: String,
}

impl GameEntry {
    /// A game that was played as the schedule has it.
    pub fn new(
        variant: Variant,
        fixture: &Fixture,
        players: &[Player],
        opening: Opening,
        played: Played,
        with_times: bool,
    ) -> Self {
        let name = |player: usize| players[player].name.clone();
        let (black, white) = (name(fixture.black), name(fixture.white));
        let result = played.ending.result();
        let reason = played.ending.to_string();
        let side = |color| if color == Color::Black { black.clone() } else { white.clone() };
        let fault = match played.ending {
            Ending::Forfeit(color, fault) => {
                Some(LoggedFault { player: side(color), kind: fault.kind, detail: fault.detail })
            }
            _ => None,
        };
        let difference = played
            .difference
            .map(|Difference { color, detail }| LoggedDifference { player: side(color), detail });
        let opening_moves = opening.moves.len();
        // What was told of a move that was not made stands nowhere.
        let thoughts = &played.thoughts[..played.moves.len() - opening_moves];
        Self {
            game: fixture.game,
            variant: variant.info().name.to_owned(),
            black,
            white,
            start: opening.start,
            opening: opening_moves,
            moves: played.moves,
            result,
            reason,
            fault,
            difference,
            scores: behind(opening_moves, thoughts, |thought| thought.told.score.map(Into::into)),
            depths: behind(opening_moves, thoughts, |thought| thought.told.depth),
            nodes: behind(opening_moves, thoughts, |thought| thought.told.nodes),
            times: with_times.then(|| {
                behind(opening_moves, thoughts, |thought| Some(thought.time.as_millis() as u64))
            }),
        }
    }

    /// A game of no moves, for tests of what games add up to.
    #[cfg(test)]
    pub fn made_up(game: u64, result: GameResult) -> Self {
        Self {
            game,
            variant: String::new(),
            black: String::new(),
            white: String::new(),
            start: game.to_string(),
            opening: 0,
            moves: Vec::new(),
            result,
            reason: "lead".to_owned(),
            fault: None,
            difference: None,
            scores: Vec::new(),
            depths: Vec::new(),
            nodes: Vec::new(),
            times: None,
        }
    }
}

/// A list with a place for each move: nothing is known of those of the opening.
fn behind<T: Clone>(
    opening: usize,
    thoughts: &[MoveThought],
    of: impl Fn(&MoveThought) -> Option<T>,
) -> Vec<Option<T>> {
    vec![None; opening].into_iter().chain(thoughts.iter().map(of)).collect()
}

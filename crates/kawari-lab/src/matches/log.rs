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

use serde::Serialize;

use super::adjudication::Adjudication;
use super::game::{Ending, MoveStats, PlayedGame, RulesDifference};
use super::identity::Identity;
use super::player::Player;
use super::schedule::{Fixture, Tournament};
use crate::openings::{BookOrder, Opening};
use crate::statistics::Sprt;
use kawari_engine::core::color::Color;
use kawari_engine::core::score::Score;
use kawari_engine::games::variants::Variant;
use kawari_records::game_log::{GameEntry, LoggedDifference, LoggedFault};

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

/// Returns the log entry of a game that was played as scheduled.
pub fn game_entry(
    variant: Variant,
    fixture: &Fixture,
    players: &[Player],
    opening: Opening,
    played: PlayedGame,
    with_times: bool,
) -> GameEntry {
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
        .map(|RulesDifference { color, detail }| LoggedDifference { player: side(color), detail });
    let opening_moves = opening.moves.len();
    // What was told of a move that was not made stands nowhere.
    let move_stats = &played.move_stats[..played.moves.len() - opening_moves];
    GameEntry {
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
        scores: after_opening(opening_moves, move_stats, |reply_to_search| {
            reply_to_search.reported.score.map(Into::into)
        }),
        depths: after_opening(opening_moves, move_stats, |reply_to_search| {
            reply_to_search.reported.depth
        }),
        nodes: after_opening(opening_moves, move_stats, |reply_to_search| {
            reply_to_search.reported.nodes
        }),
        times: with_times.then(|| {
            after_opening(opening_moves, move_stats, |reply_to_search| {
                Some(reply_to_search.time.as_millis() as u64)
            })
        }),
    }
}

/// A list with a place for each move: nothing is known of those of the opening.
fn after_opening<T: Clone>(
    opening: usize,
    move_stats: &[MoveStats],
    of: impl Fn(&MoveStats) -> Option<T>,
) -> Vec<Option<T>> {
    vec![None; opening].into_iter().chain(move_stats.iter().map(of)).collect()
}

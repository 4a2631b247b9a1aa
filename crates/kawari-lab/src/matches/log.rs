//! The log of a match: a header with the whole configuration, then one JSON object per line for
//! each game, in the order of the schedule.
//!
//! ```text
//! {"game":0,"variant":"hasami","black":"A","white":"B","start":"ppppppppp/… b - 1",
//!  "opening":8,"moves":["9i9e","1a1e",…],"result":"black","reason":"men captured"}
//! ```
//!
//! The first `opening` moves are the opening. The lists `scores`, `depths`, `nodes` and `times`
//! have one element per move. Scores are from the view of the side that moved, and times are
//! in milliseconds, measured by the referee. An element is `null` for an opening move and for a
//! value that the engine did not report.
//!
//! A game lost by a fault has `"fault":{"player":"B","kind":"illegal
//! move","detail":"`1a1z`"}`. A game that does not count because of a rules difference has
//! `"difference":{"player":"B","detail":"impasse"}`.
//!
//! Without a clock, times are logged only on request, so that the same match gives the same log.

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

/// The header of a log: everything that the games depend on.
#[derive(Serialize)]
pub struct MatchHeader<'a> {
    /// Type of the log: `match`.
    pub log: &'a str,
    /// Version of the referee.
    pub version: &'a str,
    /// Name of the variant.
    pub variant: &'a str,
    /// Fingerprint of the rules of a variant from a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
    /// The players.
    pub players: &'a [Player],
    /// The programs of the players.
    pub engines: &'a [Identity],
    /// The type of tournament.
    pub tournament: Tournament,
    /// Number of seeds in a gauntlet.
    pub seeds: usize,
    /// Index of the first opening, if the log is a part of a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_pair: Option<u64>,
    /// Number of openings per pairing of a knockout, whose schedule depends on it. Left out for
    /// other tournaments, so that they can be resumed with more openings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<u64>,
    /// Source of the openings.
    pub openings: LoggedOpenings<'a>,
    /// Tolerance beyond the clock in milliseconds.
    pub margin: u64,
    /// Timeout in milliseconds where no clock runs.
    pub patience: u64,
    /// Rules for ending a game early.
    pub adjudication: &'a Adjudication,
    /// Test that ends the match.
    pub sprt: Option<Sprt>,
    /// The log has the time of each move.
    pub with_time: bool,
}

/// The source of a match's openings, in the header of its log.
#[derive(Serialize)]
#[serde(untagged)]
pub enum LoggedOpenings<'a> {
    /// A book.
    Book {
        /// The book file.
        book: &'a Path,
        /// Number of openings in the book.
        count: usize,
        /// Fingerprint of the openings in file order.
        hash: String,
        /// Order of the openings.
        order: BookOrder,
        /// Number of the first opening, from 1.
        start: u64,
        /// Seed of a random order.
        seed: Option<u64>,
    },
    /// Random moves.
    Random {
        /// Number of random moves.
        plies: usize,
        /// Seed of the random moves.
        seed: u64,
        /// Maximum advantage of a side after the moves, in centipawns.
        bound: Option<Score>,
    },
}

/// Returns the log entry of a finished game.
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
    // Drops the statistics of an answer that was not played, such as an illegal move.
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
        scores: after_opening(opening_moves, move_stats, |stats| {
            stats.reported.score.map(Into::into)
        }),
        depths: after_opening(opening_moves, move_stats, |stats| stats.reported.depth),
        nodes: after_opening(opening_moves, move_stats, |stats| stats.reported.nodes),
        times: with_times.then(|| {
            after_opening(opening_moves, move_stats, |stats| Some(stats.time.as_millis() as u64))
        }),
    }
}

/// Returns a list with one element per move: `None` for opening moves, then the values of `of`.
fn after_opening<T: Clone>(
    opening: usize,
    move_stats: &[MoveStats],
    of: impl Fn(&MoveStats) -> Option<T>,
) -> Vec<Option<T>> {
    vec![None; opening].into_iter().chain(move_stats.iter().map(of)).collect()
}

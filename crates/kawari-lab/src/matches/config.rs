//! The configuration of a match.

use std::path::PathBuf;
use std::time::Duration;

use super::adjudication::Adjudication;
use super::cpu_pinning::CpuPinning;
use super::player::Player;
use super::schedule::Tournament;
use super::timeouts::Timeouts;
use crate::openings::BookOrder;
use crate::progress::Reporting;
use crate::statistics::Sprt;
use kawari_engine::core::score::Score;
use kawari_engine::games::variants::Variant;

/// What is played, and where it is written down.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchConfig {
    /// The game.
    pub variant: Variant,
    /// The players, at least two, each with a name of its own.
    pub players: Vec<Player>,
    /// Who meets whom when there are more than two players.
    pub tournament: Tournament,
    /// Number of players, the first ones, that meet the others in a gauntlet.
    pub seeds: usize,
    /// Openings for each two players that meet, each played with both colours.
    pub pairs: u64,
    /// Number of the first opening: what stands before it is played elsewhere.
    pub first_pair: u64,
    /// Where the games start.
    pub openings: OpeningSource,
    /// Players are told of games and options that they do not announce, too.
    pub lenient: bool,
    /// How long the players are waited for.
    pub patience: Timeouts,
    /// When a game is called off.
    pub adjudication: Adjudication,
    /// When the match is: for two players.
    pub sprt: Option<Sprt>,
    /// Games played at once.
    pub concurrency: usize,
    /// When the engines of a game keep to one core.
    pub pin: CpuPinning,
    /// Write each game to this file, one JSON object a line behind a header.
    pub log: Option<PathBuf>,
    /// Go on with the log, if it is there.
    pub resume: bool,
    /// Go on with the log though an engine's program is another one.
    pub changed_engines: bool,
    /// Also log the time of each move where no clock runs.
    pub with_times: bool,
    /// Write each game to this file for people to read. It has to be new, or when the
    /// log is gone on with, to hold the first of its games.
    pub records: Option<PathBuf>,
    /// Write the result to this file as JSON; `-` is the output of the report, in its
    /// place. It has to be new, unless the log is gone on with.
    pub json: Option<PathBuf>,
    /// What is said on the way.
    pub reporting: Reporting,
    /// Say how it stands whenever so many games have been played.
    pub report_interval: Option<u64>,
    /// Say how each game has ended.
    pub outcomes: bool,
}

/// Where the games of a match start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningSource {
    /// In the positions of a book: SFENs or USI moves. At its end a match with a
    /// clock goes on from its beginning; one without would only play the same games
    /// again, and ends.
    Book {
        /// Its file.
        path: PathBuf,
        /// How its openings follow each other.
        order: BookOrder,
        /// The number of the first one, from 1; those before it come last.
        start: u64,
        /// Seed of a random order.
        seed: u64,
    },
    /// After random moves.
    Random {
        /// Their number.
        plies: usize,
        /// Their seed.
        seed: u64,
        /// How far a side may be ahead after them, in hundredths, as a shallow
        /// search sees it.
        bound: Score,
    },
}

impl Default for MatchConfig {
    /// A hundred pairs of games of Hasami, from openings at random; who plays is to
    /// be said.
    fn default() -> Self {
        Self {
            variant: Variant::Hasami,
            players: Vec::new(),
            tournament: Tournament::default(),
            seeds: 1,
            pairs: 100,
            first_pair: 0,
            openings: OpeningSource::Random { plies: 8, seed: 1, bound: 150 },
            lenient: false,
            patience: Timeouts {
                margin: Duration::from_millis(100),
                limit: Duration::from_secs(30),
            },
            adjudication: Adjudication::default(),
            sprt: None,
            concurrency: 1,
            pin: CpuPinning::default(),
            log: None,
            resume: false,
            changed_engines: false,
            with_times: false,
            records: None,
            json: None,
            reporting: Reporting::default(),
            report_interval: None,
            outcomes: false,
        }
    }
}

//! What the games of a match depend on, all of it.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, ensure};
use fastrand::Rng;

use super::adjudication::Adjudication;
use super::config::{MatchConfig, OpeningSource};
use super::handshake::Handshake;
use super::identity::Identity;
use super::log::{LoggedOpenings, MatchHeader};
use super::player::Player;
use super::schedule::{Fixture, Schedule, Tournament};
use super::standings::Standings;
use super::timeouts::Timeouts;
use crate::openings::{self, BookOrder, Opening, RandomOpenings};
use crate::statistics::Sprt;
use kawari_engine::core::fingerprint::Fingerprint;
use kawari_engine::engine::game_state::{self, StartPosition};
use kawari_engine::games::variants::Variant;
use kawari_engine::tablebase::probe::Tablebase;
use kawari_records::game_log::GameEntry;

/// What the games of a match depend on.
#[derive(Debug)]
pub struct Setup {
    /// The game.
    pub variant: Variant,
    /// Who plays.
    pub players: Vec<Player>,
    /// Their programs.
    engines: Vec<Identity>,
    tournament: Tournament,
    seeds: usize,
    pairs: u64,
    first_pair: u64,
    openings: OpeningSupply,
    /// Time bounds a player's searches.
    is_timed: bool,
    /// The number of openings in the book, if the match ends with it and not with
    /// its pairs.
    pub last_of_book: Option<u64>,
    /// How long the players are waited for.
    pub timeouts: Timeouts,
    /// When a game is called off.
    pub adjudication: Adjudication,
    /// The tables by which it is, if it is.
    pub tables: Option<Arc<Tablebase>>,
    /// When the match is.
    pub sprt: Option<Sprt>,
    /// The log has the time of each move.
    pub with_times: bool,
}

/// Where the games start.
#[derive(Debug)]
pub enum OpeningSupply {
    /// A book.
    Book(OpenedBook),
    /// Random moves.
    Random(RandomOpenings),
}

/// A book, its openings in the order in which they are played.
#[derive(Debug)]
pub struct OpenedBook {
    path: PathBuf,
    order: BookOrder,
    start: u64,
    seed: u64,
    /// As they stand in the file.
    hash: Fingerprint,
    openings: Vec<Opening>,
}

impl OpeningSupply {
    /// The openings of a source.
    ///
    /// # Errors
    /// When a book cannot be read, or does not begin where it is to.
    pub fn new(source: &OpeningSource, variant: Variant) -> Result<Self> {
        let (path, order, start, seed) = match source {
            OpeningSource::Book { path, order, start, seed } => (path, *order, *start, *seed),
            &OpeningSource::Random { plies, seed, bound } => {
                let (lead_range, nodes) = (Some(0..=bound), RandomOpenings::usual_nodes(variant));
                return Ok(Self::Random(RandomOpenings {
                    variant,
                    plies,
                    seed,
                    lead_range,
                    nodes,
                }));
            }
        };
        let mut openings = openings::read_book(path, variant)?;
        let hash = fingerprint(&openings);
        let count = openings.len() as u64;
        ensure!((1..=count).contains(&start), "the book has openings 1 to {count}, not {start}");
        if order == BookOrder::Random {
            Rng::with_seed(seed).shuffle(&mut openings);
        }
        openings.rotate_left(start as usize - 1);
        Ok(Self::Book(OpenedBook { path: path.clone(), order, start, seed, hash, openings }))
    }

    /// Number of openings that differ, if it is known.
    pub fn count(&self) -> Option<u64> {
        match self {
            Self::Book(book) => Some(book.openings.len() as u64),
            Self::Random(_) => None,
        }
    }

    /// The opening with a number, from 0.
    ///
    /// # Errors
    /// As [`RandomOpenings::nth`].
    pub fn nth(&self, number: u64) -> Result<Opening> {
        match self {
            Self::Book(OpenedBook { openings, .. }) => {
                Ok(openings[number as usize % openings.len()].clone())
            }
            Self::Random(openings) => openings.nth(number),
        }
    }

    /// The same for the header of a log.
    pub fn source(&self) -> LoggedOpenings<'_> {
        match self {
            Self::Book(book) => LoggedOpenings::Book {
                book: &book.path,
                count: book.openings.len(),
                hash: book.hash.to_string(),
                order: book.order,
                start: book.start,
                seed: (book.order == BookOrder::Random).then_some(book.seed),
            },
            Self::Random(RandomOpenings { plies, seed, lead_range, .. }) => {
                let bound = lead_range.as_ref().map(|lead_range| *lead_range.end());
                LoggedOpenings::Random { plies: *plies, seed: *seed, bound }
            }
        }
    }
}

/// Of all openings of a book, in their order.
fn fingerprint(openings: &[Opening]) -> Fingerprint {
    let mut fingerprint = Fingerprint::default();
    for Opening { start, moves } in openings {
        fingerprint.add(format!("{start} moves {}\n", moves.join(" ")).as_bytes());
    }
    fingerprint
}

/// A game that is to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// Its number and its players.
    pub fixture: Fixture,
    /// How it begins.
    pub opening: Opening,
}

impl Setup {
    /// What a match depends on.
    ///
    /// # Errors
    /// When it makes no sense, a program cannot be started at all, or the book
    /// cannot be read.
    pub fn new(config: &MatchConfig) -> Result<Self> {
        let players = config.players.clone();
        check_players(&players)?;
        let sprt = match config.sprt {
            Some(sprt) => {
                ensure!(players.len() == 2, "a SPRT is for a match between two engines");
                Some(sprt.check()?)
            }
            None => None,
        };
        let &MatchConfig { variant, tournament, seeds, pairs, first_pair, timeouts, .. } = config;
        ensure!(
            seeds == 1 || tournament == Tournament::Gauntlet,
            "seeds are for a gauntlet: they meet the others"
        );
        ensure!(
            (1..players.len()).contains(&seeds),
            "with {seeds} seeds nobody is left for them to meet"
        );
        ensure!(
            first_pair == 0 || tournament != Tournament::Knockout,
            "a knockout has no parts: who meets whom depends on all that was before"
        );
        // What a player has not understood is a slip of the user's, not a fault.
        let identify = |player: &Player| {
            handshake_with(player, config).with_context(|| format!("engine {}", player.name))
        };
        let engines = players.iter().map(identify).collect::<Result<_>>()?;
        let openings = OpeningSupply::new(&config.openings, variant)?;
        let is_timed = players.iter().any(Player::is_timed);
        // Without a clock, an opening that is played again gives the same games. A
        // knockout ends with its rounds all the same.
        let is_bounded = !is_timed && tournament != Tournament::Knockout;
        let last_pair = first_pair.saturating_add(pairs);
        let last_of_book = openings.count().filter(|&count| count < last_pair && is_bounded);
        Ok(Self {
            variant,
            is_timed,
            last_of_book,
            players,
            engines,
            tournament,
            seeds,
            pairs,
            first_pair,
            openings,
            timeouts,
            adjudication: config.adjudication.clone(),
            tables: config.adjudication.open_tables(variant)?,
            sprt,
            // The log of a match by the clock is another one each time anyhow.
            with_times: config.with_times || is_timed,
        })
    }

    /// All games, or those of the first round.
    pub fn schedule(&self) -> Schedule {
        let pairs =
            self.last_of_book.map_or(self.pairs, |count| count.saturating_sub(self.first_pair));
        Schedule::new(self.tournament, self.players.len(), self.seeds, pairs)
            .starting_at(self.first_pair)
    }

    /// What the players are called.
    pub fn names(&self) -> Vec<String> {
        self.players.iter().map(|player| player.name.clone()).collect()
    }

    /// The first line of the log.
    pub fn header(&self) -> MatchHeader<'_> {
        MatchHeader {
            log: "match",
            version: env!("CARGO_PKG_VERSION"),
            variant: self.variant.info().name,
            players: &self.players,
            engines: &self.engines,
            tournament: self.tournament,
            seeds: self.seeds,
            first_pair: Some(self.first_pair).filter(|&first| first > 0),
            pairs: (self.tournament == Tournament::Knockout).then_some(self.pairs),
            openings: self.openings.source(),
            margin: self.timeouts.margin.as_millis() as u64,
            patience: self.timeouts.limit.as_millis() as u64,
            adjudication: &self.adjudication,
            sprt: self.sprt,
            with_time: self.with_times,
        }
    }

    /// Accepts a game from the log of this match.
    ///
    /// # Errors
    /// When it is another one than that of the schedule, or its moves are not legal.
    pub fn check(&self, fixture: &Fixture, game: &GameEntry) -> Result<()> {
        let [black, white] =
            [fixture.black, fixture.white].map(|player| &self.players[player].name);
        ensure!(
            [&game.black, &game.white] == [black, white],
            "{:?} and {:?} stand in the place of {black:?} and {white:?}",
            game.black,
            game.white
        );
        let name = self.variant.info().name;
        ensure!(game.variant == name, "a game of {:?}, not of {name}", game.variant);
        ensure!(game.opening <= game.moves.len(), "an opening longer than the game");
        let moves: Vec<&str> = game.moves.iter().map(String::as_str).collect();
        // The error says all of it; its source would say half of it again.
        let set = game_state::open(self.variant).set(StartPosition::Sfen(&game.start), &moves);
        set.map_err(|error| anyhow!("{error}"))
    }

    /// True when nothing is left to be learned: the test of the match has come to
    /// an end, or there is nothing but games that were played before. It looks after
    /// each game, in the order of the schedule: what was played beyond is not counted.
    pub fn is_decided(&self, standings: &Standings) -> bool {
        let pairs = || standings.encounters().first().map(|encounter| encounter.tally.pairs);
        self.sprt.is_some_and(|sprt| pairs().is_some_and(|pairs| sprt.accepted(&pairs).is_some()))
            || self.is_exhausted(standings)
    }

    /// True when a match without a clock has run out of openings: of many in a row,
    /// all were played before.
    pub fn is_exhausted(&self, standings: &Standings) -> bool {
        /// Openings in a row that may be old ones before no new one is expected.
        const OLD_OPENINGS: u64 = 50;
        let games = OLD_OPENINGS * 2 * standings.encounters().len() as u64;
        let is_infinite = self.is_timed || self.tournament == Tournament::Knockout;
        !is_infinite && standings.latest_repeats() >= games
    }

    /// The games that are left of a schedule when so many have been played. An opening is
    /// drawn once for all games that begin with it.
    pub fn scheduled_games(
        self: &Arc<Self>,
        schedule: Schedule,
        played: u64,
    ) -> impl Iterator<Item = Result<ScheduledGame>> + use<> {
        let setup = Arc::clone(self);
        let mut latest: Option<(u64, Opening)> = None;
        schedule.numbers().skip(played as usize).map(move |game| {
            let fixture = schedule.fixture(game);
            let drawn = latest.take().filter(|(number, _)| *number == fixture.opening);
            let opening = match drawn {
                Some((_, opening)) => opening,
                None => setup.openings.nth(fixture.opening)?,
            };
            latest = Some((fixture.opening, opening.clone()));
            Ok(ScheduledGame { fixture, opening })
        })
    }
}

/// Hears what a player's program says of itself.
fn handshake_with(player: &Player, config: &MatchConfig) -> Result<Identity> {
    let handshake = Handshake::of(player, config.variant, config.timeouts)?;
    if let Some(handshake) = handshake.as_ref().filter(|_| !config.lenient) {
        handshake
            .check(player, config.variant)
            .context("it does not know what it will be told (--lenient tells it all the same)")?;
    }
    Ok(Identity::of(player, handshake.and_then(|handshake| handshake.name)))
}

fn check_players(players: &[Player]) -> Result<()> {
    ensure!(players.len() >= 2, "a match needs two engines or more");
    for (place, player) in players.iter().enumerate() {
        let is_new = players[..place].iter().all(|other| other.name != player.name);
        ensure!(is_new, "two engines are called {}; name=NAME tells them apart", player.name);
    }
    Ok(())
}

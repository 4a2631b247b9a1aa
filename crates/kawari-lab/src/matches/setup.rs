//! The validated configuration of a match: engines, openings, adjudication and SPRT.

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

/// The validated configuration of a match: everything that its games depend on.
#[derive(Debug)]
pub struct Setup {
    /// The game.
    pub variant: Variant,
    /// The players.
    pub players: Vec<Player>,
    /// The programs of the players.
    engines: Vec<Identity>,
    tournament: Tournament,
    seeds: usize,
    pairs: u64,
    first_pair: u64,
    openings: OpeningSupply,
    /// At least one player's moves can depend on time.
    is_timed: bool,
    /// Number of openings in the book, if the book ends before the last pair and ends the match.
    pub last_of_book: Option<u64>,
    /// How long to wait for the engines.
    pub timeouts: Timeouts,
    /// Rules for ending a game early.
    pub adjudication: Adjudication,
    /// Tablebase for adjudication.
    pub tables: Option<Arc<Tablebase>>,
    /// Test that ends the match.
    pub sprt: Option<Sprt>,
    /// The log has the time of each move.
    pub with_times: bool,
}

/// The openings of a match.
#[derive(Debug)]
pub enum OpeningSupply {
    /// A book.
    Book(OpenedBook),
    /// Random moves.
    Random(RandomOpenings),
}

/// A book with its openings in playing order.
#[derive(Debug)]
pub struct OpenedBook {
    path: PathBuf,
    order: BookOrder,
    start: u64,
    seed: u64,
    /// Fingerprint of the openings in file order.
    hash: Fingerprint,
    openings: Vec<Opening>,
}

impl OpeningSupply {
    /// Opens a source of openings.
    ///
    /// # Errors
    /// Returns an error if the book cannot be read or `start` is out of range.
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
        ensure!((1..=count).contains(&start), "--book-start {start} is not in 1..={count}");
        if order == BookOrder::Random {
            Rng::with_seed(seed).shuffle(&mut openings);
        }
        openings.rotate_left(start as usize - 1);
        Ok(Self::Book(OpenedBook { path: path.clone(), order, start, seed, hash, openings }))
    }

    /// Returns the number of openings in a book; `None` for random openings.
    pub fn count(&self) -> Option<u64> {
        match self {
            Self::Book(book) => Some(book.openings.len() as u64),
            Self::Random(_) => None,
        }
    }

    /// Returns the opening with a number, from 0. A book starts again after its last opening.
    ///
    /// # Errors
    /// Returns the error of [`RandomOpenings::nth`].
    pub fn nth(&self, number: u64) -> Result<Opening> {
        match self {
            Self::Book(OpenedBook { openings, .. }) => {
                Ok(openings[number as usize % openings.len()].clone())
            }
            Self::Random(openings) => openings.nth(number),
        }
    }

    /// Returns the source for the header of a log.
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

/// Returns the fingerprint of a list of openings.
fn fingerprint(openings: &[Opening]) -> Fingerprint {
    let mut fingerprint = Fingerprint::default();
    for Opening { start, moves } in openings {
        fingerprint.add(format!("{start} moves {}\n", moves.join(" ")).as_bytes());
    }
    fingerprint
}

/// A game to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// Number and players of the game.
    pub fixture: Fixture,
    /// The opening.
    pub opening: Opening,
}

impl Setup {
    /// Validates a configuration: starts each engine once for its handshake, and opens the book
    /// and the tablebase.
    ///
    /// # Errors
    /// Returns an error if the configuration is invalid, a program cannot be started, an engine
    /// does not accept its options, or the book or tablebase cannot be read.
    pub fn new(config: &MatchConfig) -> Result<Self> {
        let players = config.players.clone();
        check_players(&players)?;
        let sprt = match config.sprt {
            Some(sprt) => {
                ensure!(players.len() == 2, "--sprt needs 2 engines, got {}", players.len());
                Some(sprt.check()?)
            }
            None => None,
        };
        let &MatchConfig { variant, tournament, seeds, pairs, first_pair, timeouts, .. } = config;
        ensure!(
            seeds == 1 || tournament == Tournament::Gauntlet,
            "--seeds needs --tournament gauntlet"
        );
        ensure!(
            (1..players.len()).contains(&seeds),
            "--seeds must be less than the number of engines ({}), got {seeds}",
            players.len()
        );
        ensure!(
            first_pair == 0 || tournament != Tournament::Knockout,
            "--first-pair does not work with a knockout, whose pairings depend on earlier games"
        );
        // An unknown option is a configuration error, not a fault of the engine.
        let identify = |player: &Player| {
            handshake_with(player, config).with_context(|| format!("engine {}", player.name))
        };
        let engines = players.iter().map(identify).collect::<Result<_>>()?;
        let openings = OpeningSupply::new(&config.openings, variant)?;
        let is_timed = players.iter().any(Player::is_timed);
        // Without a clock, repeated openings give the same games. A knockout repeats them anyway,
        // because it must finish its rounds.
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
            // With a clock, the log differs from run to run anyway.
            with_times: config.with_times || is_timed,
        })
    }

    /// Returns the schedule: all games, or the first round of a knockout.
    pub fn schedule(&self) -> Schedule {
        let pairs =
            self.last_of_book.map_or(self.pairs, |count| count.saturating_sub(self.first_pair));
        Schedule::new(self.tournament, self.players.len(), self.seeds, pairs)
            .starting_at(self.first_pair)
    }

    /// Returns the names of the players.
    pub fn names(&self) -> Vec<String> {
        self.players.iter().map(|player| player.name.clone()).collect()
    }

    /// Returns the header of the log.
    pub fn header(&self) -> MatchHeader<'_> {
        MatchHeader {
            log: "match",
            version: env!("CARGO_PKG_VERSION"),
            variant: self.variant.info().name,
            definition: self.variant.info().definition(),
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

    /// Checks a game from the log of this match.
    ///
    /// # Errors
    /// Returns an error if the game has other players than scheduled or another variant, or if a
    /// move is illegal.
    pub fn check(&self, fixture: &Fixture, game: &GameEntry) -> Result<()> {
        let [black, white] =
            [fixture.black, fixture.white].map(|player| &self.players[player].name);
        ensure!(
            [&game.black, &game.white] == [black, white],
            "players are {:?} and {:?}, expected {black:?} and {white:?}",
            game.black,
            game.white
        );
        let name = self.variant.info().name;
        ensure!(game.variant == name, "variant is {:?}, expected {name:?}", game.variant);
        ensure!(
            game.opening <= game.moves.len(),
            "opening has {} moves, but the game only {}",
            game.opening,
            game.moves.len()
        );
        let moves: Vec<&str> = game.moves.iter().map(String::as_str).collect();
        // Without its source, whose text is part of the message already.
        let set = game_state::open(self.variant).set(StartPosition::Sfen(&game.start), &moves);
        set.map_err(|error| anyhow!("{error}"))
    }

    /// Returns true if the match is over before its last game: its SPRT has stopped, or it only
    /// repeats games. This is checked after each game in schedule order, so games that are already
    /// running in parallel do not count.
    pub fn is_decided(&self, standings: &Standings) -> bool {
        let pairs = || standings.encounters().first().map(|encounter| encounter.tally.pairs);
        self.sprt.is_some_and(|sprt| pairs().is_some_and(|pairs| sprt.accepted(&pairs).is_some()))
            || self.is_exhausted(standings)
    }

    /// Returns true if a match without a clock has run out of openings: the games of the last 50
    /// openings were all repeats.
    pub fn is_exhausted(&self, standings: &Standings) -> bool {
        /// Maximum number of repeated openings in a row.
        const MAX_REPEATED_OPENINGS: u64 = 50;
        let games = MAX_REPEATED_OPENINGS * 2 * standings.encounters().len() as u64;
        let is_infinite = self.is_timed || self.tournament == Tournament::Knockout;
        !is_infinite && standings.latest_repeats() >= games
    }

    /// Returns the games of a schedule after the first `played`. Each opening is generated once
    /// for all its games.
    pub fn scheduled_games(
        self: &Arc<Self>,
        schedule: Schedule,
        played: u64,
    ) -> impl Iterator<Item = Result<ScheduledGame>> + use<> {
        let setup = Arc::clone(self);
        let mut latest: Option<(u64, Opening)> = None;
        schedule.numbers().skip(played as usize).map(move |game| {
            let fixture = schedule.fixture(game);
            let known = latest.take().filter(|(number, _)| *number == fixture.opening);
            let opening = match known {
                Some((_, opening)) => opening,
                None => setup.openings.nth(fixture.opening)?,
            };
            latest = Some((fixture.opening, opening.clone()));
            Ok(ScheduledGame { fixture, opening })
        })
    }
}

/// Performs the handshake with a player's engine, checks its options unless the match is lenient,
/// and returns its identity.
fn handshake_with(player: &Player, config: &MatchConfig) -> Result<Identity> {
    let handshake = Handshake::of(player, config.variant, config.timeouts)?;
    if let Some(handshake) = handshake.as_ref().filter(|_| !config.lenient) {
        handshake
            .check(player, config.variant)
            .context("engine does not accept its settings (--lenient skips this check)")?;
    }
    Ok(Identity::of(player, handshake.and_then(|handshake| handshake.name)))
}

fn check_players(players: &[Player]) -> Result<()> {
    ensure!(players.len() >= 2, "a match needs at least 2 engines, got {}", players.len());
    for (index, player) in players.iter().enumerate() {
        let is_new = players[..index].iter().all(|other| other.name != player.name);
        ensure!(is_new, "two engines are named {}; set name=NAME", player.name);
    }
    Ok(())
}

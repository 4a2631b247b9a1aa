//! Who plays whom, with which opening and which colours.

use std::ops::Range;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Tournament {
    /// Everyone meets everyone.
    #[default]
    RoundRobin,
    /// The first player meets each of the others.
    Gauntlet,
}

/// All games of a match in their order. Each opening is played by all pairs of
/// players, twice each with colours swapped, before the next one is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    encounters: Vec<[usize; 2]>,
    /// Number of the first opening.
    first: u64,
    openings: u64,
}

/// One game of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Number of the game, from 0.
    pub game: u64,
    /// Which two players meet, as a place in [`Schedule::encounters`].
    pub encounter: usize,
    /// Number of the opening.
    pub opening: u64,
    /// The player who has Black.
    pub black: usize,
    /// The player who has White.
    pub white: usize,
}

impl Schedule {
    /// The games of so many players, each two that meet with so many openings.
    pub fn new(tournament: Tournament, players: usize, openings: u64) -> Self {
        let hosts = match tournament {
            Tournament::RoundRobin => players,
            Tournament::Gauntlet => 1.min(players),
        };
        let guests = |first| (first + 1..players).map(move |second| [first, second]);
        Self { encounters: (0..hosts).flat_map(guests).collect(), first: 0, openings }
    }

    /// As many games of the same match from a later opening on: what stands before it
    /// is played elsewhere.
    pub fn beginning_with(self, first: u64) -> Self {
        Self { first, ..self }
    }

    /// The pairs of players that meet.
    pub fn encounters(&self) -> &[[usize; 2]] {
        &self.encounters
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.openings * self.games_an_opening()
    }

    /// Their numbers.
    pub fn numbers(&self) -> Range<u64> {
        let first = self.first * self.games_an_opening();
        first..first + self.games()
    }

    /// The game with this number.
    pub fn fixture(&self, game: u64) -> Fixture {
        let place = game % self.games_an_opening();
        let encounter = (place / 2) as usize;
        let [mut black, mut white] = self.encounters[encounter];
        if place % 2 == 1 {
            (black, white) = (white, black);
        }
        Fixture { game, encounter, opening: game / self.games_an_opening(), black, white }
    }

    /// Games that begin with the same opening.
    pub fn games_an_opening(&self) -> u64 {
        2 * self.encounters.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(schedule: &Schedule) -> Vec<(u64, usize, usize)> {
        let fixtures = (0..schedule.games()).map(|game| schedule.fixture(game));
        fixtures.map(|game| (game.opening, game.black, game.white)).collect()
    }

    #[test]
    fn each_opening_is_played_with_both_colours() {
        let schedule = Schedule::new(Tournament::RoundRobin, 2, 2);
        assert_eq!(games(&schedule), [(0, 0, 1), (0, 1, 0), (1, 0, 1), (1, 1, 0)]);
    }

    #[test]
    fn a_part_has_the_games_of_the_whole() {
        let whole = Schedule::new(Tournament::RoundRobin, 3, 9);
        let part = Schedule::new(Tournament::RoundRobin, 3, 2).beginning_with(4);
        assert_eq!((part.games(), part.numbers()), (12, 24..36));
        assert!(part.numbers().all(|game| part.fixture(game) == whole.fixture(game)));
    }

    #[test]
    fn everyone_meets_everyone() {
        let schedule = Schedule::new(Tournament::RoundRobin, 4, 3);
        assert_eq!(schedule.encounters(), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(schedule.games(), 3 * 6 * 2);
        let mut games = games(&schedule);
        games.sort_unstable();
        games.dedup();
        assert_eq!(games.len() as u64, schedule.games());
    }

    #[test]
    fn the_first_meets_the_others() {
        let schedule = Schedule::new(Tournament::Gauntlet, 4, 1);
        assert_eq!(schedule.encounters(), [[0, 1], [0, 2], [0, 3]]);
    }
}

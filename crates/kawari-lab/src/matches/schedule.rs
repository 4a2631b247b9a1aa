//! The schedule of a match: pairings, openings and colours.

use std::ops::Range;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::bracket::Bracket;

/// The type of tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Tournament {
    /// Every player meets every other.
    #[default]
    RoundRobin,
    /// The seeds, by default only the first player, meet all others.
    Gauntlet,
    /// The loser of an encounter is out. Players are seeded in their order.
    Knockout,
}

/// The games of a match in order. Each opening is played in all encounters, twice with colours
/// swapped, before the next opening. The later rounds of a knockout are added during the match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    encounters: Vec<[usize; 2]>,
    stages: Vec<Stage>,
    /// Number of openings per encounter.
    openings: u64,
    /// The bracket of a knockout.
    bracket: Option<Bracket>,
}

/// A block of games: the whole match, or a round or tie-break of a knockout.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Stage {
    /// Indices of the encounters in [`Schedule::encounters`].
    encounters: Vec<usize>,
    first_game: u64,
    first_opening: u64,
    openings: u64,
}

impl Stage {
    fn games_per_opening(&self) -> u64 {
        2 * self.encounters.len() as u64
    }

    /// Returns the number after that of the last game.
    fn end(&self) -> u64 {
        self.first_game + self.openings * self.games_per_opening()
    }
}

/// One game of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Number of the game, from 0.
    pub game: u64,
    /// Index of the encounter in [`Schedule::encounters`].
    pub encounter: usize,
    /// Number of the opening, from 0.
    pub opening: u64,
    /// Index of the player with Black.
    pub black: usize,
    /// Index of the player with White.
    pub white: usize,
}

impl Schedule {
    /// Returns the schedule for a number of players, with `openings` openings per encounter.
    /// `seeds` is the number of seeds in a gauntlet.
    pub fn new(tournament: Tournament, players: usize, seeds: usize, openings: u64) -> Self {
        let seeds = seeds.clamp(1, players.saturating_sub(1).max(1));
        let encounters: Vec<[usize; 2]> = match tournament {
            Tournament::RoundRobin => {
                let others = |first| (first + 1..players).map(move |second| [first, second]);
                (0..players).flat_map(others).collect()
            }
            Tournament::Gauntlet => {
                let others = |first| (seeds..players).map(move |second| [first, second]);
                (0..seeds).flat_map(others).collect()
            }
            Tournament::Knockout => Vec::new(),
        };
        let bracket = (tournament == Tournament::Knockout).then(|| Bracket::new(players));
        let mut schedule = Self { encounters: Vec::new(), stages: Vec::new(), openings, bracket };
        match &mut schedule.bracket {
            Some(bracket) => {
                let round = bracket.next_round();
                schedule.add_stage(&round, openings);
            }
            None => schedule.add_stage(&encounters, openings),
        }
        schedule
    }

    /// Moves the schedule to a later opening. It becomes a part of a longer match, with the same
    /// number of games.
    pub fn starting_at(mut self, first: u64) -> Self {
        for stage in &mut self.stages {
            stage.first_opening = first;
            stage.first_game = first * stage.games_per_opening();
        }
        self
    }

    /// Returns the encounters: pairs of player indices.
    pub fn encounters(&self) -> &[[usize; 2]] {
        &self.encounters
    }

    /// Returns the number of games scheduled so far.
    pub fn games(&self) -> u64 {
        let numbers = self.numbers();
        numbers.end - numbers.start
    }

    /// Returns the numbers of the games scheduled so far.
    pub fn numbers(&self) -> Range<u64> {
        let first = self.stages.first().map_or(0, |stage| stage.first_game);
        first..self.stages.last().map_or(0, Stage::end)
    }

    /// Returns the game with this number. Numbers after the last game continue the last stage, for
    /// logs of a longer match.
    pub fn fixture(&self, game: u64) -> Fixture {
        let stage = self.stages.iter().rev().find(|stage| stage.first_game <= game);
        let Some(stage) = stage.or(self.stages.first()) else {
            return Fixture { game, encounter: 0, opening: 0, black: 0, white: 0 };
        };
        // A stage begins with the first game of an opening.
        let offset = game.abs_diff(stage.first_game);
        let index = offset % stage.games_per_opening();
        let encounter = stage.encounters[(index / 2) as usize];
        let [mut black, mut white] = self.encounters[encounter];
        if index % 2 == 1 {
            (black, white) = (white, black);
        }
        let opening = stage.first_opening + offset / stage.games_per_opening();
        Fixture { game, encounter, opening, black, white }
    }

    /// Returns the number of games per opening in the last stage.
    pub fn games_per_opening(&self) -> u64 {
        self.stages.last().map_or(0, Stage::games_per_opening)
    }

    /// Adds the next stage of a knockout after all scheduled games: the next round, or one extra
    /// opening for tied encounters. `lead` returns the points by which the first player of an
    /// encounter leads. Returns false if the tournament is over.
    pub fn advance(&mut self, lead: impl Fn(usize) -> f64) -> bool {
        let (Some(bracket), Some(stage)) = (&mut self.bracket, self.stages.last()) else {
            return false;
        };
        let tied = bracket.settle_round(lead);
        if !tied.is_empty() {
            let stage = Stage {
                encounters: tied,
                first_game: stage.end(),
                first_opening: stage.first_opening + stage.openings,
                openings: 1,
            };
            self.stages.push(stage);
            return true;
        }
        let round = bracket.next_round();
        if round.is_empty() {
            return false;
        }
        self.add_stage(&round, self.openings);
        true
    }

    /// Returns the winner of a knockout after the final.
    pub fn champion(&self) -> Option<usize> {
        self.bracket.as_ref().and_then(Bracket::champion)
    }

    fn add_stage(&mut self, encounters: &[[usize; 2]], openings: u64) {
        let first = self.encounters.len();
        self.encounters.extend_from_slice(encounters);
        let (first_game, first_opening) = self
            .stages
            .last()
            .map_or((0, 0), |stage| (stage.end(), stage.first_opening + stage.openings));
        let encounters = (first..self.encounters.len()).collect();
        self.stages.push(Stage { encounters, first_game, first_opening, openings });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Tournament::{Gauntlet, Knockout, RoundRobin};

    fn games(schedule: &Schedule) -> Vec<(u64, usize, usize)> {
        let fixtures = schedule.numbers().map(|game| schedule.fixture(game));
        fixtures.map(|game| (game.opening, game.black, game.white)).collect()
    }

    #[test]
    fn openings_are_played_with_both_colours() {
        let schedule = Schedule::new(RoundRobin, 2, 1, 2);
        assert_eq!(games(&schedule), [(0, 0, 1), (0, 1, 0), (1, 0, 1), (1, 1, 0)]);
    }

    #[test]
    fn part_has_the_games_of_the_whole() {
        let whole = Schedule::new(RoundRobin, 3, 1, 9);
        let part = Schedule::new(RoundRobin, 3, 1, 2).starting_at(4);
        assert_eq!((part.games(), part.numbers()), (12, 24..36));
        assert!(part.numbers().all(|game| part.fixture(game) == whole.fixture(game)));
    }

    #[test]
    fn round_robin_pairs_all_players() {
        let schedule = Schedule::new(RoundRobin, 4, 1, 3);
        assert_eq!(schedule.encounters(), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(schedule.games(), 3 * 6 * 2);
        let mut games = games(&schedule);
        games.sort_unstable();
        games.dedup();
        assert_eq!(games.len() as u64, schedule.games());
    }

    #[test]
    fn gauntlet_pairs_seeds_with_others() {
        let gauntlet = |seeds| Schedule::new(Gauntlet, 4, seeds, 1);
        assert_eq!(gauntlet(1).encounters(), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(gauntlet(2).encounters(), [[0, 2], [0, 3], [1, 2], [1, 3]]);
        assert_eq!(gauntlet(9).encounters(), [[0, 3], [1, 3], [2, 3]]);
    }

    #[test]
    fn winners_advance_in_a_knockout() {
        let mut schedule = Schedule::new(Knockout, 3, 1, 1);
        // Points that the first player of each encounter leads by. The first of three players
        // has a bye; the two others share their first pair.
        let mut leads = [0.0; 2];
        let mut points_of_black = [1.0, 1.0, 1.0, -1.0, 0.0, -1.0].into_iter();
        let mut played = Vec::new();
        loop {
            for game in played.len() as u64..schedule.games() {
                let fixture = schedule.fixture(game);
                played.push((fixture.opening, fixture.black, fixture.white));
                let points = points_of_black.next().expect("no more games");
                let is_first = schedule.encounters()[fixture.encounter][0] == fixture.black;
                leads[fixture.encounter] += if is_first { points } else { -points };
            }
            if !schedule.advance(|encounter| leads[encounter]) {
                break;
            }
        }
        assert_eq!(played, [(0, 1, 2), (0, 2, 1), (1, 1, 2), (1, 2, 1), (2, 0, 1), (2, 1, 0)]);
        assert_eq!(schedule.champion(), Some(0));
    }
}

//! Who plays whom, with which opening and which colours.

use std::ops::Range;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::bracket::Bracket;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Tournament {
    /// Everyone meets everyone.
    #[default]
    RoundRobin,
    /// The first player meets each of the others, or the first few do.
    Gauntlet,
    /// Whoever loses is out; those named first meet each other last.
    Knockout,
}

/// All games of a match in their order, as far as it is known. Each opening is played by
/// all players that meet, twice with colours swapped, before the next one is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    encounters: Vec<[usize; 2]>,
    stages: Vec<Stage>,
    /// Openings for each two players that meet.
    openings: u64,
    /// What makes the next stage of a knockout.
    bracket: Option<Bracket>,
}

/// Games that are known together.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Stage {
    /// Who meets, as places in [`Schedule::encounters`].
    encounters: Vec<usize>,
    first_game: u64,
    first_opening: u64,
    openings: u64,
}

impl Stage {
    fn games_an_opening(&self) -> u64 {
        2 * self.encounters.len() as u64
    }

    /// The number behind its last game.
    fn end(&self) -> u64 {
        self.first_game + self.openings * self.games_an_opening()
    }
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
    /// The games of so many players, each two that meet with so many openings. `seeds`
    /// is the number of players that meet the others in a gauntlet.
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

    /// As many games of the same match from a later opening on: what stands before it
    /// is played elsewhere.
    pub fn starting_at(mut self, first: u64) -> Self {
        for stage in &mut self.stages {
            stage.first_opening = first;
            stage.first_game = first * stage.games_an_opening();
        }
        self
    }

    /// The pairs of players that meet.
    pub fn encounters(&self) -> &[[usize; 2]] {
        &self.encounters
    }

    /// Number of games that are known.
    pub fn games(&self) -> u64 {
        let numbers = self.numbers();
        numbers.end - numbers.start
    }

    /// Their numbers.
    pub fn numbers(&self) -> Range<u64> {
        let first = self.stages.first().map_or(0, |stage| stage.first_game);
        first..self.stages.last().map_or(0, Stage::end)
    }

    /// The game with this number. There is one behind the last, too, for a match that
    /// was meant to be longer.
    pub fn fixture(&self, game: u64) -> Fixture {
        let known = self.stages.iter().rev().find(|stage| stage.first_game <= game);
        let Some(stage) = known.or(self.stages.first()) else {
            return Fixture { game, encounter: 0, opening: 0, black: 0, white: 0 };
        };
        // A stage begins with the first game of an opening.
        let offset = game.abs_diff(stage.first_game);
        let place = offset % stage.games_an_opening();
        let encounter = stage.encounters[(place / 2) as usize];
        let [mut black, mut white] = self.encounters[encounter];
        if place % 2 == 1 {
            (black, white) = (white, black);
        }
        let opening = stage.first_opening + offset / stage.games_an_opening();
        Fixture { game, encounter, opening, black, white }
    }

    /// Games that begin with the same opening.
    pub fn games_an_opening(&self) -> u64 {
        self.stages.last().map_or(0, Stage::games_an_opening)
    }

    /// Adds the games that follow from these results, once all that are known are
    /// played: the next round of a knockout, or one more opening for those who stand
    /// level. False if there are none.
    pub fn advance(&mut self, lead: impl Fn(usize) -> f64) -> bool {
        let (Some(bracket), Some(stage)) = (&mut self.bracket, self.stages.last()) else {
            return false;
        };
        let level = bracket.settle_round(lead);
        if !level.is_empty() {
            let stage = Stage {
                encounters: level,
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

    /// The player that has won a knockout.
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
    fn each_opening_is_played_with_both_colours() {
        let schedule = Schedule::new(RoundRobin, 2, 1, 2);
        assert_eq!(games(&schedule), [(0, 0, 1), (0, 1, 0), (1, 0, 1), (1, 1, 0)]);
    }

    #[test]
    fn a_part_has_the_games_of_the_whole() {
        let whole = Schedule::new(RoundRobin, 3, 1, 9);
        let part = Schedule::new(RoundRobin, 3, 1, 2).starting_at(4);
        assert_eq!((part.games(), part.numbers()), (12, 24..36));
        assert!(part.numbers().all(|game| part.fixture(game) == whole.fixture(game)));
    }

    #[test]
    fn everyone_meets_everyone() {
        let schedule = Schedule::new(RoundRobin, 4, 1, 3);
        assert_eq!(schedule.encounters(), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(schedule.games(), 3 * 6 * 2);
        let mut games = games(&schedule);
        games.sort_unstable();
        games.dedup();
        assert_eq!(games.len() as u64, schedule.games());
    }

    #[test]
    fn the_first_ones_meet_the_others() {
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
        let mut leads = vec![0.0; 2];
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

//! Results of a match: wins, pairs, faults and rules differences.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use rustc_hash::FxHashSet;

use super::fault::FaultKind;
use super::schedule::Fixture;
use crate::results::Results;
use crate::statistics::Pentanomial;
use crate::statistics::pentanomial::HalfPoints;
use kawari_engine::core::color::Color;
use kawari_records::game_log::GameEntry;

/// Results from one player's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Results of the complete pairs.
    pub pairs: Pentanomial,
}

impl Tally {
    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the draw ratio; `None` before the first game.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }

    /// Returns the points: 1 per win, 0.5 per draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Returns the points per game; 0.5 before the first game.
    pub fn score(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / self.games() as f64 }
    }

    fn count(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Returns the results from the opponent's view.
    fn reversed(self) -> Self {
        Self {
            wins: self.losses,
            losses: self.wins,
            pairs: self.pairs.reversed(),
            draws: self.draws,
        }
    }

    fn add(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.pairs += other.pairs;
    }
}

/// Two players and the results of their games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encounter {
    /// Indices of the players.
    pub players: [usize; 2],
    /// Results from the first player's view.
    pub tally: Tally,
    /// Half points of the first game of an open pair. The inner option is `None` if that game
    /// does not count.
    half: Option<Option<usize>>,
}

/// The results of a match so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standings {
    encounters: Vec<Encounter>,
    /// Results and reasons of the games that count.
    results: Results,
    /// By player and kind of fault: number of games and number of the first such game.
    faults: BTreeMap<(String, FaultKind), (u64, u64)>,
    /// By player and rules difference: number of games and number of the first such game.
    differences: BTreeMap<(String, String), (u64, u64)>,
    /// Hashes of the games so far: players, start and moves.
    played: FxHashSet<u64>,
    /// Number of all games.
    games: u64,
    /// Number of repeated games.
    repeats: u64,
    /// Number of repeated games since the last new one.
    latest_repeats: u64,
}

impl Standings {
    /// Returns the standings before the first game. `encounters` are pairs of player indices.
    pub fn new(encounters: &[[usize; 2]]) -> Self {
        let mut standings = Self {
            encounters: Vec::new(),
            games: 0,
            results: Results::default(),
            faults: BTreeMap::new(),
            differences: BTreeMap::new(),
            played: FxHashSet::default(),
            repeats: 0,
            latest_repeats: 0,
        };
        standings.add_encounters(encounters);
        standings
    }

    /// Adds the new encounters of a knockout. `encounters` has all encounters, with the known ones
    /// first.
    pub fn add_encounters(&mut self, encounters: &[[usize; 2]]) {
        let new = &encounters[self.encounters.len()..];
        let encounter = |&players| Encounter { players, tally: Tally::default(), half: None };
        self.encounters.extend(new.iter().map(encounter));
    }

    /// Returns the number of all games, including those that do not count.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Counts a game. Two kinds of games, and their pairs, do not count in the results: those with
    /// a rules difference, and repeats of an earlier game. A repeat gives no new information, and
    /// counting repeats would make an SPRT accept a hypothesis without evidence.
    pub fn count(&mut self, fixture: &Fixture, game: &GameEntry) {
        self.games += 1;
        let is_new = self.played.insert(game_hash(game));
        self.latest_repeats = if is_new { 0 } else { self.latest_repeats + 1 };
        self.repeats += u64::from(!is_new);
        let black = half_points(game).filter(|_| is_new);
        let encounter = &mut self.encounters[fixture.encounter];
        let is_first = fixture.black == encounter.players[0];
        let first = black.map(|black| if is_first { black } else { 2 - black });
        match encounter.half.take() {
            None => encounter.half = Some(first),
            Some(half) => {
                if let (Some(half), Some(first)) = (half, first) {
                    encounter.tally.pairs.add(half, first);
                }
            }
        }
        if let Some(first) = first {
            encounter.tally.count(first);
            self.results.add(game.result, &game.reason);
        }
        if let Some(fault) = &game.fault {
            let key = (fault.player.clone(), fault.kind);
            self.faults.entry(key).or_insert((0, game.game)).0 += 1;
        }
        if let Some(difference) = &game.difference {
            let key = (difference.player.clone(), difference.detail.clone());
            self.differences.entry(key).or_insert((0, game.game)).0 += 1;
        }
    }

    /// Ends a part of the match: drops open pairs.
    pub fn end_part(&mut self) {
        for encounter in &mut self.encounters {
            encounter.half = None;
        }
    }

    /// Returns the encounters with their results.
    pub fn encounters(&self) -> &[Encounter] {
        &self.encounters
    }

    /// Returns the points by which the first player of an encounter leads.
    pub fn lead(&self, encounter: usize) -> f64 {
        let tally = self.encounters[encounter].tally;
        2.0 * tally.points() - tally.games() as f64
    }

    /// Returns results and reasons of the games that count.
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// Returns the faults, sorted: player, kind, number of games, number of the first game.
    pub fn faults(&self) -> impl Iterator<Item = (&str, FaultKind, u64, u64)> {
        self.faults
            .iter()
            .map(|((player, kind), &(count, first))| (player.as_str(), *kind, count, first))
    }

    /// Returns the rules differences, sorted: player, description, number of games, number of the
    /// first game.
    pub fn differences(&self) -> impl Iterator<Item = (&str, &str, u64, u64)> {
        self.differences
            .iter()
            .map(|((player, detail), &(count, first))| (&**player, &**detail, count, first))
    }

    /// Returns the number of repeated games.
    pub fn repeats(&self) -> u64 {
        self.repeats
    }

    /// Returns the number of repeated games since the last new one.
    pub fn latest_repeats(&self) -> u64 {
        self.latest_repeats
    }

    /// Returns all results of one player.
    pub fn of_player(&self, player: usize) -> Tally {
        let mut tally = Tally::default();
        for encounter in &self.encounters {
            if encounter.players[0] == player {
                tally.add(encounter.tally);
            } else if encounter.players[1] == player {
                tally.add(encounter.tally.reversed());
            }
        }
        tally
    }
}

/// Returns a hash of a game's players, start and moves. Games with equal hashes are repeats.
fn game_hash(game: &GameEntry) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&game.black, &game.white, &game.start, &game.moves).hash(&mut hasher);
    hasher.finish()
}

/// Returns Black's half points; `None` if the game does not count.
fn half_points(game: &GameEntry) -> Option<HalfPoints> {
    let counts = game.difference.is_none();
    counts.then(|| game.result.half_points(Color::Black)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::schedule::{Schedule, Tournament};
    use kawari_records::game_log::GameResult;
    use kawari_records::game_log::{LoggedDifference, LoggedFault};

    fn entry(game: u64, result: GameResult, fault_of: Option<&str>) -> GameEntry {
        let fault = |player: &str| LoggedFault {
            player: player.to_owned(),
            kind: FaultKind::Hang,
            detail: String::new(),
        };
        GameEntry {
            game,
            variant: String::new(),
            black: String::new(),
            white: String::new(),
            start: game.to_string(),
            opening: 0,
            moves: Vec::new(),
            result,
            reason: "lead".to_owned(),
            fault: fault_of.map(fault),
            difference: None,
            scores: Vec::new(),
            depths: Vec::new(),
            nodes: Vec::new(),
            times: None,
        }
    }

    fn standings(players: usize, results: &[GameResult]) -> Standings {
        let schedule = Schedule::new(Tournament::RoundRobin, players, 1, 9);
        let mut standings = Standings::new(schedule.encounters());
        for (game, &result) in (0..).zip(results) {
            standings.count(&schedule.fixture(game), &entry(game, result, None));
        }
        standings
    }

    #[test]
    fn pairs_are_counted_from_the_first_players_view() {
        use GameResult::{Black, Draw, White};
        // Pair with two wins of A, pair with a draw and a loss, open pair with a win.
        let standings = standings(2, &[Black, White, Draw, Black, Black]);
        let tally = standings.encounters()[0].tally;
        assert_eq!((tally.wins, tally.draws, tally.losses), (3, 1, 1));
        assert_eq!(tally.pairs, Pentanomial([0, 1, 0, 0, 1]));
        assert_eq!(standings.of_player(1).pairs, Pentanomial([1, 0, 0, 1, 0]));
        assert_eq!(standings.of_player(1).points(), 1.5);
        assert_eq!(standings.results().black, 3);
    }

    #[test]
    fn each_encounter_has_its_own_pairs() {
        use GameResult::{Black, White};
        let standings = standings(3, &[Black, White, Black, Black, White, White]);
        let pairs: Vec<_> = standings.encounters().iter().map(|e| e.tally.pairs.0).collect();
        assert_eq!(pairs, [[0, 0, 0, 0, 1], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0]]);
        assert_eq!(standings.of_player(0).pairs, Pentanomial([0, 0, 1, 0, 1]));
    }

    #[test]
    fn games_with_a_rules_difference_do_not_count() {
        use GameResult::{Black, Void, White};
        let schedule = Schedule::new(Tournament::RoundRobin, 2, 1, 9);
        let mut standings = Standings::new(schedule.encounters());
        let results = [(Black, false), (White, true), (Void, true), (Black, false), (Black, false)];
        for (game, (result, has_difference)) in (0..).zip(results) {
            let difference = has_difference
                .then(|| LoggedDifference { player: "B".to_owned(), detail: "impasse".to_owned() });
            let entry = GameEntry { difference, ..entry(game, result, None) };
            standings.count(&schedule.fixture(game), &entry);
        }
        standings.count(&schedule.fixture(5), &entry(5, White, None));
        let tally = standings.encounters()[0].tally;
        // Only the last of the three pairs is complete.
        assert_eq!((tally.wins, tally.draws, tally.losses), (3, 0, 1));
        assert_eq!(tally.pairs, Pentanomial([0, 0, 0, 0, 1]));
        assert!(standings.differences().eq([("B", "impasse", 2, 1)]));
        assert_eq!(standings.results().reasons(), [("lead", 4)]);
    }

    #[test]
    fn repeated_games_count_once() {
        let schedule = Schedule::new(Tournament::RoundRobin, 2, 1, 9);
        let mut standings = Standings::new(schedule.encounters());
        let mut count = |game: u64, start: &str| {
            let start = start.to_owned();
            let black = if game.is_multiple_of(2) { "A" } else { "B" }.to_owned();
            let entry = GameEntry { start, black, ..entry(game, GameResult::Black, None) };
            standings.count(&schedule.fixture(game), &entry);
            (standings.encounters()[0].tally.pairs.pairs(), standings.repeats())
        };
        // The games of a pair have swapped colours, so both count.
        assert_eq!([count(0, "a"), count(1, "a")], [(0, 0), (1, 0)]);
        assert_eq!([count(2, "a"), count(3, "a")], [(1, 1), (1, 2)]);
        // One game is no pair.
        assert_eq!([count(4, "b"), count(5, "a")], [(1, 2), (1, 3)]);
        assert_eq!([count(6, "c"), count(7, "c")], [(1, 3), (2, 3)]);
        let tally = standings.encounters()[0].tally;
        assert_eq!((tally.wins, tally.losses), (3, 2));
        assert_eq!(standings.latest_repeats(), 0);
    }

    #[test]
    fn faults_are_counted_by_player_and_kind() {
        let schedule = Schedule::new(Tournament::RoundRobin, 2, 1, 9);
        let mut standings = Standings::new(schedule.encounters());
        for (game, player) in [(0, None), (1, Some("B")), (2, Some("A")), (3, Some("B"))] {
            let entry = entry(game, GameResult::Black, player);
            standings.count(&schedule.fixture(game), &entry);
        }
        let faults: Vec<_> = standings.faults().collect();
        assert_eq!(faults, [("A", FaultKind::Hang, 1, 2), ("B", FaultKind::Hang, 2, 1)]);
        assert_eq!(standings.results().reasons(), [("lead", 4)]);
    }
}

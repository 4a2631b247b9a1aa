//! What the games of a match add up to.

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

/// Results from one side's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Results of the pairs that are complete.
    pub pairs: Pentanomial,
}

impl Tally {
    /// Number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of games that were drawn; `None` before the first.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }

    /// A point for each win, half a point for each draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points for each game, from 0 to 1; level before the first.
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

    /// The same from the other side's view.
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

/// Two players that meet: their results, from the first one's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encounter {
    /// Both players.
    pub players: [usize; 2],
    /// Their results.
    pub tally: Tally,
    /// The first game of the pair that is being played, and its result if it
    /// counts.
    half: Option<Option<usize>>,
}

/// The state of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standings {
    encounters: Vec<Encounter>,
    /// Results and reasons of the games that count.
    results: Results,
    /// How often each player committed each fault, and in which game first.
    faults: BTreeMap<(String, FaultKind), (u64, u64)>,
    /// How often a difference from each player's rules touched a game, and which
    /// game first.
    differences: BTreeMap<(String, String), (u64, u64)>,
    /// The games so far, each by a hash of its players, start and moves.
    played: FxHashSet<u64>,
    /// Number of all games.
    games: u64,
    /// How many games were played before, and how many of them since the last that
    /// was not.
    repeats: u64,
    latest_repeats: u64,
}

impl Standings {
    /// Before the first game.
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

    /// Hears of players that meet now, too.
    pub fn add_encounters(&mut self, encounters: &[[usize; 2]]) {
        let new = &encounters[self.encounters.len()..];
        let encounter = |&players| Encounter { players, tally: Tally::default(), half: None };
        self.encounters.extend(new.iter().map(encounter));
    }

    /// Number of all games, those included that do not count.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Counts a game. One that a difference of rules has touched is counted as
    /// that and nothing else, and its pair does not count. The same holds for one
    /// that was played before, move by move: it tells nothing new, and a test that
    /// took it for new would be sure of anything in the end.
    pub fn count(&mut self, fixture: &Fixture, game: &GameEntry) {
        self.games += 1;
        let is_new = self.played.insert(identity(game));
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

    /// The next game is of another part of the match: a pair that is open stays so.
    pub fn end_part(&mut self) {
        for encounter in &mut self.encounters {
            encounter.half = None;
        }
    }

    /// The players that meet, with their results.
    pub fn encounters(&self) -> &[Encounter] {
        &self.encounters
    }

    /// Returns the points that the first player of an encounter has won more than the second.
    pub fn lead(&self, encounter: usize) -> f64 {
        let tally = self.encounters[encounter].tally;
        2.0 * tally.points() - tally.games() as f64
    }

    /// Results and reasons of the games that count.
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// Player, kind, how often, number of the first game; sorted.
    pub fn faults(&self) -> impl Iterator<Item = (&str, FaultKind, u64, u64)> {
        self.faults
            .iter()
            .map(|((player, kind), &(count, first))| (player.as_str(), *kind, count, first))
    }

    /// Player whose rules differ, in what, how often, number of the first game;
    /// sorted.
    pub fn differences(&self) -> impl Iterator<Item = (&str, &str, u64, u64)> {
        self.differences
            .iter()
            .map(|((player, detail), &(count, first))| (&**player, &**detail, count, first))
    }

    /// Number of games that were played before and count once.
    pub fn repeats(&self) -> u64 {
        self.repeats
    }

    /// Number of games in a row, up to the latest, that were played before.
    pub fn latest_repeats(&self) -> u64 {
        self.latest_repeats
    }

    /// All results of one player.
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

/// What makes a game the same as another: who plays which side, where it starts
/// and its moves.
fn identity(game: &GameEntry) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&game.black, &game.white, &game.start, &game.moves).hash(&mut hasher);
    hasher.finish()
}

/// What the side that had Black gets, in half points; `None` if the game does
/// not count.
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
        // A wins twice; draw and loss; a won game whose pair is open.
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
    fn games_that_differing_rules_have_touched_do_not_count() {
        use GameResult::{Black, Void, White};
        let schedule = Schedule::new(Tournament::RoundRobin, 2, 1, 9);
        let mut standings = Standings::new(schedule.encounters());
        let results = [(Black, false), (White, true), (Void, true), (Black, false), (Black, false)];
        for (game, (result, is_touched)) in (0..).zip(results) {
            let difference = is_touched
                .then(|| LoggedDifference { player: "B".to_owned(), detail: "impasse".to_owned() });
            let entry = GameEntry { difference, ..entry(game, result, None) };
            standings.count(&schedule.fixture(game), &entry);
        }
        standings.count(&schedule.fixture(5), &entry(5, White, None));
        let tally = standings.encounters()[0].tally;
        // Of three pairs only the last one is whole.
        assert_eq!((tally.wins, tally.draws, tally.losses), (3, 0, 1));
        assert_eq!(tally.pairs, Pentanomial([0, 0, 0, 0, 1]));
        assert!(standings.differences().eq([("B", "impasse", 2, 1)]));
        assert_eq!(standings.results().reasons(), [("lead", 4)]);
    }

    #[test]
    fn a_game_that_was_played_before_counts_once() {
        let schedule = Schedule::new(Tournament::RoundRobin, 2, 1, 9);
        let mut standings = Standings::new(schedule.encounters());
        let mut count = |game: u64, start: &str| {
            let start = start.to_owned();
            let black = if game.is_multiple_of(2) { "A" } else { "B" }.to_owned();
            let entry = GameEntry { start, black, ..entry(game, GameResult::Black, None) };
            standings.count(&schedule.fixture(game), &entry);
            (standings.encounters()[0].tally.pairs.pairs(), standings.repeats())
        };
        // The games of a pair have other colours, and both count.
        assert_eq!([count(0, "a"), count(1, "a")], [(0, 0), (1, 0)]);
        assert_eq!([count(2, "a"), count(3, "a")], [(1, 1), (1, 2)]);
        // Half of a pair is no pair.
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

//! The solver against retrograde analysis: lists all positions that can be reached by threats
//! and defences, and computes the mate lengths backwards from the mates.
//!
//! This shares nothing with the solver: no proof numbers, no table, no dominance. Cycles need
//! no special treatment in retrograde analysis.

use std::collections::HashMap;

use super::{fresh, plies, solve};
use kawari_engine::core::color::Color;
use kawari_engine::core::forcing::Forcing;
use kawari_engine::core::history::History;
use kawari_engine::core::key::Key;
use kawari_engine::core::movelist::MoveList;
use kawari_engine::core::outcome::Outcome;
use kawari_engine::core::position::{All, MoveLike, Position};
use kawari_engine::games::Game;
use kawari_engine::games::drop::{DropPosition, Hajiku, Minishogi, Shogi, Yari};
use kawari_engine::games::hasami::{
    DaiHasami, HasamiBrainking, HasamiFive, HasamiLudos, HasamiPosition, HasamiRules,
};
use kawari_engine::mate::solver::{MateQuery, Solver};
use kawari_engine::notation::Notation;

/// The definition of a threat by the rules, independent of `generate_threats`.
pub trait Threats: Forcing + Notation {
    /// Returns true if the move that led to `after_it` was a threat.
    fn is_threat_before(after_it: &Self, attacker: Color) -> bool;
}

pub fn moves<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = MoveList::new();
    position.generate::<All>(&mut moves);
    moves.to_vec()
}

pub fn after<P: Position>(position: &P, mv: P::Move) -> P {
    let mut next = position.clone();
    next.play(mv, &mut ());
    next
}

pub fn is_won<P: Position>(position: &P, side: Color) -> bool {
    position.outcome().and_then(Outcome::winner) == Some(side)
}

/// A threat is a check.
impl<R: kawari_engine::games::drop::DropRules> Threats for DropPosition<R> {
    fn is_threat_before(after_it: &Self, _: Color) -> bool {
        after_it.in_check()
    }
}

/// A threat wins, or would win with another move of the same side.
impl<R: HasamiRules> Threats for HasamiPosition<R> {
    fn is_threat_before(after_it: &Self, attacker: Color) -> bool {
        let goal =
            |position: &Self| position.goal_outcome().and_then(Outcome::winner) == Some(attacker);
        let again =
            Self::new(after_it.game(), Color::ALL.map(|color| after_it.men(color)), attacker);
        goal(after_it) || moves(&again).iter().any(|&mv| goal(&after(&again, mv)))
    }
}

/// All positions that can be reached by threats and defences.
pub struct ThreatGraph<P> {
    positions: Vec<P>,
    numbers: HashMap<Key, usize>,
    next: Vec<Vec<usize>>,
    attacker: Color,
    /// Game history up to the root.
    history: History,
}

impl<P: Threats> ThreatGraph<P> {
    /// Lists all positions from the root; `None` if there are more than `most`.
    pub fn build(root: &P, history: &History, most: usize) -> Option<Self> {
        let mut all = Self {
            positions: Vec::new(),
            numbers: HashMap::new(),
            next: Vec::new(),
            attacker: root.side_to_move(),
            history: history.clone(),
        };
        let attacker = all.attacker;
        all.number(root.clone());
        while all.next.len() < all.positions.len() {
            if all.positions.len() > most {
                return None;
            }
            let position = all.positions[all.next.len()].clone();
            if !all.next.is_empty() && all.is_repeated(&position) {
                all.next.push(Vec::new());
                continue;
            }
            let is_attackers = position.side_to_move() == attacker;
            let next = moves(&position).into_iter().map(|mv| after(&position, mv));
            let mut next: Vec<P> =
                next.filter(|next| !is_attackers || P::is_threat_before(next, attacker)).collect();
            // With a mate in one, no other move is needed.
            if is_attackers && next.iter().any(|next| is_won(next, attacker)) {
                next.retain(|next| is_won(next, attacker));
            }
            let numbers = next.into_iter().map(|next| all.number(next)).collect();
            all.next.push(numbers);
        }
        Some(all)
    }

    /// Returns true if the game ends with this position by repetition.
    fn is_repeated(&mut self, position: &P) -> bool {
        self.history.push(position.key(), position.in_check());
        let repetition = self.history.repetition();
        self.history.pop();
        repetition.is_some_and(|found| found.occurrences >= position.repetition_rule().occurrences)
    }

    fn number(&mut self, position: P) -> usize {
        let (positions, key) = (&mut self.positions, position.key());
        *self.numbers.entry(key).or_insert_with(|| {
            positions.push(position);
            positions.len() - 1
        })
    }

    /// Returns the length of the mate at the root in plies, if there is one.
    pub fn plies(&self) -> Option<usize> {
        let mut plies: Vec<Option<usize>> = vec![None; self.positions.len()];
        for (number, position) in self.positions.iter().enumerate() {
            if is_won(position, self.attacker) {
                plies[number] = Some(0);
            }
        }
        for length in 1.. {
            let is_mate = |number: &usize| {
                let next = &self.next[*number];
                let known = |next: &usize| plies[*next].is_some_and(|plies| plies < length);
                plies[*number].is_none()
                    && if self.positions[*number].side_to_move() == self.attacker {
                        next.iter().any(known)
                    } else {
                        !next.is_empty() && next.iter().all(known)
                    }
            };
            let mates: Vec<usize> = (0..self.positions.len()).filter(is_mate).collect();
            for &number in &mates {
                plies[number] = Some(length);
            }
            if plies[0].is_some() {
                return plies[0];
            }
            if mates.is_empty() && length > 2 {
                return None;
            }
        }
        None
    }
}

/// Compares the solver with retrograde analysis in positions of random games whose graph has
/// at most `most` positions. Returns the numbers of positions with and without a mate.
fn compare<G: Game<Position: Threats>>(
    game: G,
    seed: u64,
    wanted: usize,
    most: usize,
) -> (usize, usize) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut solver = Solver::new(1).expect("memory");
    let (mut mates, mut others) = (0, 0);
    while mates + others < wanted {
        let mut position = game.startpos();
        for _ in 0..400 {
            let legal = moves(&position);
            let Some(&mv) = random.choice(&legal) else { break };
            let mut threats = MoveList::new();
            position.generate_threats(&mut threats);
            // Positions without a mate are more frequent; half of them are skipped.
            let is_wanted = !threats.is_empty() && (random.bool() || others <= mates);
            if is_wanted && let Some(graph) = ThreatGraph::build(&position, &fresh(&position), most)
            {
                check(&mut solver, &position, &graph);
                // At most 90 % of the positions are of the same kind.
                let count = if graph.plies().is_some() { &mut mates } else { &mut others };
                if 10 * *count < 9 * wanted {
                    *count += 1;
                }
            }
            // One move in four is a threat, which leads to more mates.
            let mv = if random.u8(..4) == 0 {
                random.choice(&threats[..]).copied().unwrap_or(mv)
            } else {
                mv
            };
            position.play(mv, &mut ());
            if mates + others >= wanted {
                break;
            }
        }
    }
    (mates, others)
}

#[track_caller]
fn check<P: Threats>(solver: &mut Solver, position: &P, graph: &ThreatGraph<P>) {
    // With a mate in one, `generate_threats` may leave out the other threats.
    let mut threats = MoveList::new();
    position.generate_threats(&mut threats);
    let attacker = position.side_to_move();
    let is_threat = |&mv: &P::Move| P::is_threat_before(&after(position, mv), attacker);
    let mut counted: Vec<u16> =
        moves(position).iter().filter(|mv| is_threat(mv)).map(|mv| mv.bits()).collect();
    let mut found: Vec<u16> = threats.iter().map(|mv| mv.bits()).collect();
    counted.sort_unstable();
    found.sort_unstable();
    let sfen = position.sfen(1);
    if graph.plies() != Some(1) {
        assert_eq!(found, counted, "threats in {sfen}");
    }
    let solution = solve(solver, position, &MateQuery::default());
    assert_eq!(plies(&solution), graph.plies(), "{sfen}");
}

#[track_caller]
fn agree<G: Game<Position: Threats>>(game: G, seed: u64, wanted: usize, most: usize) {
    let (mates, others) = compare(game, seed, wanted, most);
    assert!(mates >= wanted / 10 && others >= wanted / 10, "{mates} mates, {others} others");
}

/// Checks the positions of a game in `mates.txt`. Returns their number.
fn listed<G: Game<Position: Threats>>(game: G) -> usize {
    let mut solver = Solver::new(1).expect("memory");
    let lines = include_str!("mates.txt").lines();
    let positions = lines.filter_map(|line| line.strip_prefix(game.info().name)?.strip_prefix('|'));
    let mut too_large = Vec::new();
    let mut count = 0;
    for sfen in positions {
        let (position, _) = game.parse_sfen(sfen).expect("a good SFEN");
        match ThreatGraph::build(&position, &fresh(&position), 10_000) {
            Some(graph) => check(&mut solver, &position, &graph),
            None => too_large.push(sfen),
        }
        count += 1;
    }
    assert!(too_large.is_empty(), "{}", too_large.join("\n"));
    count
}

#[test]
fn listed_positions_of_yari() {
    assert!(listed(Yari) >= 3);
}

#[test]
fn listed_positions_of_hajiku() {
    assert!(listed(Hajiku) >= 3);
}

#[test]
fn listed_positions_of_dai_hasami() {
    assert!(listed(DaiHasami) >= 5);
}

/// Defines tests in positions of random games: name, game, seed, number of positions,
/// maximum graph size.
macro_rules! random_games {
    ($($(#[$ignored:meta])? $name:ident: $game:ident, $seed:literal, $wanted:literal, $most:literal;)*) => {
        $(
            #[test]
            $(#[$ignored])?
            fn $name() {
                agree($game, $seed, $wanted, $most);
            }
        )*
    };
}

// A sample with small graphs.
random_games! {
    a_few_games_of_yari: Yari, 1, 20, 1_000;
    a_few_games_of_hajiku: Hajiku, 2, 20, 1_000;
    a_few_games_of_shogi: Shogi, 3, 20, 1_000;
    a_few_games_of_minishogi: Minishogi, 4, 20, 1_000;
    a_few_games_of_dai_hasami: DaiHasami, 5, 20, 4_000;
    a_few_games_of_hasami_five: HasamiFive, 6, 20, 4_000;
    a_few_games_of_hasami_brainking: HasamiBrainking, 7, 20, 4_000;
    a_few_games_of_hasami_ludos: HasamiLudos, 8, 20, 4_000;
}

// More positions and larger graphs, for release builds.
random_games! {
    #[ignore = "takes minutes"]
    random_games_of_yari: Yari, 11, 200, 50_000;
    #[ignore = "takes minutes"]
    random_games_of_hajiku: Hajiku, 12, 200, 50_000;
    #[ignore = "takes minutes"]
    random_games_of_shogi: Shogi, 13, 100, 50_000;
    #[ignore = "takes minutes"]
    random_games_of_minishogi: Minishogi, 14, 200, 50_000;
    #[ignore = "takes minutes"]
    random_games_of_dai_hasami: DaiHasami, 15, 100, 20_000;
    #[ignore = "takes minutes"]
    random_games_of_hasami_five: HasamiFive, 16, 100, 20_000;
    #[ignore = "takes minutes"]
    random_games_of_hasami_brainking: HasamiBrainking, 17, 100, 20_000;
    #[ignore = "takes minutes"]
    random_games_of_hasami_ludos: HasamiLudos, 18, 100, 20_000;
}

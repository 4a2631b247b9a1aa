//! The solver against a count of everything: all positions that threats and answers lead
//! to are listed, and from the mates among them it is counted back.
//!
//! Nothing of the solver is in it: no proof numbers, no table, no hands compared. Circles
//! need no care, for a mate is what is reached from the mates.

use std::collections::HashMap;

use super::{fresh, plies, solve};
use kawari_engine::core::color::Color;
use kawari_engine::core::forcing::Forcing;
use kawari_engine::core::history::History;
use kawari_engine::core::key::Key;
use kawari_engine::core::movelist::MoveList;
use kawari_engine::core::outcome::Outcome;
use kawari_engine::core::position::{All, MoveLike, Position};
use kawari_engine::games::drop::{DropPosition, Hajiku, Minishogi, Shogi, Yari};
use kawari_engine::games::hasami::{
    DaiHasami, HasamiBrainking, HasamiFive, HasamiLudos, HasamiPosition, HasamiRules,
};
use kawari_engine::mate::solver::{MateQuery, Solver};
use kawari_engine::notation::Notation;

/// What a threat is, in the words of the rules.
pub trait Threats: Forcing + Notation {
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

/// A check.
impl<R: kawari_engine::games::drop::DropRules> Threats for DropPosition<R> {
    fn is_threat_before(after_it: &Self, _: Color) -> bool {
        after_it.in_check()
    }
}

/// A win, or what would be followed by one if it were the same side's turn again.
impl<R: HasamiRules> Threats for HasamiPosition<R> {
    fn is_threat_before(after_it: &Self, attacker: Color) -> bool {
        let goal =
            |position: &Self| position.goal_outcome().and_then(Outcome::winner) == Some(attacker);
        let again = Self::new(Color::ALL.map(|color| after_it.men(color)), attacker);
        goal(after_it) || moves(&again).iter().any(|&mv| goal(&after(&again, mv)))
    }
}

/// Everything that threats and answers lead to.
pub struct Everything<P> {
    positions: Vec<P>,
    numbers: HashMap<Key, usize>,
    next: Vec<Vec<usize>>,
    attacker: Color,
    /// The game before the first position.
    history: History,
}

impl<P: Threats> Everything<P> {
    /// All positions from the end of a game on; `None` if they are too many.
    pub fn behind(root: &P, history: &History, most: usize) -> Option<Self> {
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
            // Where one move mates, no other is needed.
            if is_attackers && next.iter().any(|next| is_won(next, attacker)) {
                next.retain(|next| is_won(next, attacker));
            }
            let numbers = next.into_iter().map(|next| all.number(next)).collect();
            all.next.push(numbers);
        }
        Some(all)
    }

    /// True if the game ends with this position by repetition.
    fn is_repeated(&mut self, position: &P) -> bool {
        self.history.push(position.key(), position.in_check());
        let repetition = self.history.repetition();
        self.history.pop();
        repetition.is_some_and(|found| found.occurrences >= P::REPETITION.occurrences)
    }

    fn number(&mut self, position: P) -> usize {
        let (positions, key) = (&mut self.positions, position.key());
        *self.numbers.entry(key).or_insert_with(|| {
            positions.push(position);
            positions.len() - 1
        })
    }

    /// Plies to the mate from the first position, if there is one.
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

/// Compares the solver with the count of everything in positions of random games, as many
/// of which are looked at as are small enough. Gives the number of mates and of others.
fn compare<P: Threats>(seed: u64, wanted: usize, most: usize) -> (usize, usize) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut solver = Solver::new(1).expect("memory");
    let (mut mates, mut others) = (0, 0);
    while mates + others < wanted {
        let mut position = P::startpos();
        for _ in 0..400 {
            let legal = moves(&position);
            let Some(&mv) = random.choice(&legal) else { break };
            let mut threats = MoveList::new();
            position.generate_threats(&mut threats);
            // Half of those without a mate would do.
            let is_wanted = !threats.is_empty() && (random.bool() || others <= mates);
            if is_wanted
                && let Some(everything) = Everything::behind(&position, &fresh(&position), most)
            {
                check(&mut solver, &position, &everything);
                // A few of either are wanted.
                let count = if everything.plies().is_some() { &mut mates } else { &mut others };
                if 10 * *count < 9 * wanted {
                    *count += 1;
                }
            }
            // A threat now and then leads to more of them.
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
fn check<P: Threats>(solver: &mut Solver, position: &P, everything: &Everything<P>) {
    // Where a mate in one is there, no other threat is asked for; else they are the same.
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
    if everything.plies() != Some(1) {
        assert_eq!(found, counted, "threats in {sfen}");
    }
    let solution = solve(solver, position, &MateQuery::default());
    assert_eq!(plies(&solution), everything.plies(), "{sfen}");
}

#[track_caller]
fn agree<P: Threats>(seed: u64, wanted: usize, most: usize) {
    let (mates, others) = compare::<P>(seed, wanted, most);
    assert!(mates >= wanted / 10 && others >= wanted / 10, "{mates} mates, {others} others");
}

/// The positions of a game in `tests/golden/mates.txt`.
fn listed<P: Threats>(game: &str) -> usize {
    let mut solver = Solver::new(1).expect("memory");
    let lines = include_str!("mates.txt").lines();
    let positions = lines.filter_map(|line| line.strip_prefix(game)?.strip_prefix('|'));
    let mut too_large = Vec::new();
    let mut count = 0;
    for sfen in positions {
        let (position, _) = P::from_sfen(sfen).expect("a good SFEN");
        match Everything::behind(&position, &fresh(&position), 10_000) {
            Some(everything) => check(&mut solver, &position, &everything),
            None => too_large.push(sfen),
        }
        count += 1;
    }
    assert!(too_large.is_empty(), "{}", too_large.join("\n"));
    count
}

#[test]
fn what_checks_lead_to_in_yari_is_what_the_solver_says() {
    assert!(listed::<DropPosition<Yari>>("yari") >= 3);
}

#[test]
fn what_checks_lead_to_in_hajiku_is_what_the_solver_says() {
    assert!(listed::<DropPosition<Hajiku>>("hajiku") >= 3);
}

#[test]
fn what_fours_lead_to_is_what_the_solver_says() {
    assert!(listed::<HasamiPosition<DaiHasami>>("dai-hasami") >= 5);
}

/// The same in random games.
macro_rules! random_games {
    ($($(#[$ignored:meta])? $name:ident: $position:ty, $seed:literal, $wanted:literal, $most:literal;)*) => {
        $(
            #[test]
            $(#[$ignored])?
            fn $name() {
                agree::<$position>($seed, $wanted, $most);
            }
        )*
    };
}

// A sample, of questions whose positions are soon counted.
random_games! {
    a_few_games_of_yari: DropPosition<Yari>, 1, 20, 1_000;
    a_few_games_of_hajiku: DropPosition<Hajiku>, 2, 20, 1_000;
    a_few_games_of_shogi: DropPosition<Shogi>, 3, 20, 1_000;
    a_few_games_of_minishogi: DropPosition<Minishogi>, 4, 20, 1_000;
    a_few_games_of_dai_hasami: HasamiPosition<DaiHasami>, 5, 20, 4_000;
    a_few_games_of_hasami_five: HasamiPosition<HasamiFive>, 6, 20, 4_000;
    a_few_games_of_hasami_brainking: HasamiPosition<HasamiBrainking>, 7, 20, 4_000;
    a_few_games_of_hasami_ludos: HasamiPosition<HasamiLudos>, 8, 20, 4_000;
}

// Far more positions: minutes, and only in an optimised build.
random_games! {
    #[ignore = "it takes minutes"]
    random_games_of_yari: DropPosition<Yari>, 11, 200, 50_000;
    #[ignore = "it takes minutes"]
    random_games_of_hajiku: DropPosition<Hajiku>, 12, 200, 50_000;
    #[ignore = "it takes minutes"]
    random_games_of_shogi: DropPosition<Shogi>, 13, 100, 50_000;
    #[ignore = "it takes minutes"]
    random_games_of_minishogi: DropPosition<Minishogi>, 14, 200, 50_000;
    #[ignore = "it takes minutes"]
    random_games_of_dai_hasami: HasamiPosition<DaiHasami>, 15, 100, 20_000;
    #[ignore = "it takes minutes"]
    random_games_of_hasami_five: HasamiPosition<HasamiFive>, 16, 100, 20_000;
    #[ignore = "it takes minutes"]
    random_games_of_hasami_brainking: HasamiPosition<HasamiBrainking>, 17, 100, 20_000;
    #[ignore = "it takes minutes"]
    random_games_of_hasami_ludos: HasamiPosition<HasamiLudos>, 18, 100, 20_000;
}

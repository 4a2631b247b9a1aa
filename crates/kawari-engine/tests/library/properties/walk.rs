//! Random games, and checks of properties on them.

use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;

use kawari_engine::core::movelist::MoveList;
use kawari_engine::core::position::{All, Noisy, Phase, Position};
use kawari_engine::games::Game;
use kawari_engine::games::evaluation::GameEvaluation;
use kawari_engine::games::evaluation::linear::Tuning;
use kawari_engine::games::variants::{Playable, Variant, Visitor};
use kawari_engine::notation::Notation;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngSeed, TestCaseResult, TestRunner};

use crate::games;

/// A property of all games.
pub trait Property {
    /// Number of random games for each variant.
    const GAMES: u32 = 64;
    /// Maximum length of these games, in plies.
    const LENGTH: usize = 120;

    /// Returns an error if the game violates the property.
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult;
}

fn seeded(cases: u32) -> Config {
    Config {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(9),
        max_shrink_iters: 2000,
        ..Config::default()
    }
}

/// Checks a property on random games of all variants.
pub fn check_all_variants<L: Property>() {
    struct Trial<L>(PhantomData<L>);
    impl<L: Property> Visitor for Trial<L> {
        type Output = ();
        fn visit<G: Playable>(self, game: G) {
            let choices = (any::<Index>(), vec(any::<u16>(), 0..=L::LENGTH));
            let evaluation = game.built_in();
            let tuning = Rc::new(G::Evaluation::hand_crafted(game).tuning());
            check_values(game.info().name, L::GAMES, &choices, &|(start, choices)| {
                let judges = (Arc::clone(&evaluation), Rc::clone(&tuning));
                L::check(&RandomGame::new(game, &start, &choices, judges))
            });
        }
    }
    for &variant in Variant::ALL {
        variant.visit(Trial::<L>(PhantomData));
    }
}

/// Checks a property on `cases` random values, the same in every run. The closure is behind a
/// pointer so that this function is compiled only once.
pub fn check_values<S: Strategy>(
    game: &str,
    cases: u32,
    values: &S,
    check: &dyn Fn(S::Value) -> TestCaseResult,
) {
    if let Err(error) = TestRunner::new(seeded(cases)).run(values, check) {
        panic!("{game}: {error}");
    }
}

/// The evaluation of a variant, and its tuning parameters.
type Judges<G> = (Arc<<G as Playable>::Evaluation>, Rc<Option<Tuning<<G as Game>::Position>>>);

/// A random game.
pub struct RandomGame<G: Playable> {
    /// The rules.
    pub rules: G,
    /// All positions, beginning with the start.
    pub positions: Vec<G::Position>,
    /// Moves between the positions.
    pub moves: Vec<<G::Position as Position>::Move>,
    /// Evaluation, shared by all games.
    pub evaluation: Arc<G::Evaluation>,
    /// Tuning parameters of the evaluation.
    pub tuning: Rc<Option<Tuning<G::Position>>>,
}

impl<G: Playable> RandomGame<G> {
    /// Plays a game from one of the golden positions. Each choice selects a move; odd ones
    /// prefer noisy moves, which are rare.
    fn new(rules: G, start: &Index, choices: &[u16], (evaluation, tuning): Judges<G>) -> Self {
        let sfens = golden_sfens(rules.info().name);
        let mut position = read(rules, &sfens[start.index(sfens.len())]);
        let positions = vec![position.clone()];
        let mut game = Self { rules, positions, moves: Vec::new(), evaluation, tuning };
        for &choice in choices {
            let noisy = generated::<G, Noisy>(&position);
            let moves = if choice % 2 == 1 && !noisy.is_empty() {
                noisy
            } else {
                generated::<G, All>(&position)
            };
            if moves.is_empty() {
                break;
            }
            let mv = moves[usize::from(choice / 2) % moves.len()];
            position.play(mv, &mut ());
            game.positions.push(position.clone());
            game.moves.push(mv);
        }
        game
    }

    /// Returns up to `count` positions, including the last.
    pub fn sample(&self, count: usize) -> impl Iterator<Item = &G::Position> {
        let step = self.positions.len().div_ceil(count);
        self.positions.iter().rev().step_by(step)
    }
}

/// Returns the positions with golden perft counts, beginning with the start position.
pub fn golden_sfens(variant: &str) -> Vec<String> {
    let text = games::data("perft", variant, "perft");
    text.lines().filter_map(|line| line.strip_prefix("sfen ")).map(str::to_owned).collect()
}

/// Returns the position of a valid SFEN.
pub fn read<G: Game>(game: G, sfen: &str) -> G::Position {
    match game.parse_sfen(sfen) {
        Ok((position, _)) => position,
        Err(error) => panic!("{}: `{sfen}`: {error}", game.info().name),
    }
}

/// Returns the legal moves of a generation phase.
pub fn generated<G: Game, P: Phase>(
    position: &G::Position,
) -> MoveList<<G::Position as Position>::Move> {
    let mut moves = MoveList::new();
    position.generate::<P>(&mut moves);
    moves
}

/// Returns the legal moves in USI notation, sorted.
pub fn words<G: Game>(position: &G::Position) -> Vec<String> {
    let moves = generated::<G, All>(position);
    let mut words: Vec<String> = moves.iter().map(|&mv| position.usi(mv).to_string()).collect();
    words.sort_unstable();
    words
}

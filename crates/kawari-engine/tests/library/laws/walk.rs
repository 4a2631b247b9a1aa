//! Random games, and laws tried on them.

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

/// Something that is true of every game.
pub trait Law {
    /// Number of games it is tried on, for each variant.
    const GAMES: u32 = 64;
    /// Longest of these games, in half-moves.
    const LENGTH: usize = 120;

    /// Fails where a game breaks the law.
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

/// Tries a law on random games of every variant.
pub fn try_everywhere<L: Law>() {
    struct Trial<L>(PhantomData<L>);
    impl<L: Law> Visitor for Trial<L> {
        type Output = ();
        fn visit<G: Playable>(self) {
            let choices = (any::<Index>(), vec(any::<u16>(), 0..=L::LENGTH));
            let evaluation = G::built_in();
            let tuning = Rc::new(G::Evaluation::hand_crafted().tuning());
            try_on(G::INFO.name, L::GAMES, &choices, &|(start, choices)| {
                let judges = (Arc::clone(&evaluation), Rc::clone(&tuning));
                L::check::<G>(&RandomGame::new(&start, &choices, judges))
            });
        }
    }
    for &variant in Variant::ALL {
        variant.visit(Trial::<L>(PhantomData));
    }
}

/// Tries something on so many random values, the same in every run. It is behind
/// a pointer so that the trial itself is compiled once, not for every game.
pub fn try_on<S: Strategy>(
    game: &str,
    cases: u32,
    values: &S,
    law: &dyn Fn(S::Value) -> TestCaseResult,
) {
    if let Err(error) = TestRunner::new(seeded(cases)).run(values, law) {
        panic!("{game}: {error}");
    }
}

/// The evaluation of a game, and how it can be fitted.
type Judges<G> = (Arc<<G as Playable>::Evaluation>, Rc<Option<Tuning<<G as Game>::Position>>>);

/// A game played at random, as far as it goes.
pub struct RandomGame<G: Playable> {
    /// Every position, the start first.
    pub positions: Vec<G::Position>,
    /// The moves between them.
    pub moves: Vec<<G::Position as Position>::Move>,
    /// What judges the game, made once for all of them.
    pub evaluation: Arc<G::Evaluation>,
    /// How that can be fitted to games.
    pub tuning: Rc<Option<Tuning<G::Position>>>,
}

impl<G: Playable> RandomGame<G> {
    /// A game from one of the golden positions. Each choice is a move; odd ones
    /// prefer the noisy moves, of which there are few.
    fn new(start: &Index, choices: &[u16], (evaluation, tuning): Judges<G>) -> Self {
        let sfens = golden_sfens(G::INFO.name);
        let mut position = read::<G>(&sfens[start.index(sfens.len())]);
        let mut game =
            Self { positions: vec![position.clone()], moves: Vec::new(), evaluation, tuning };
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

    /// A few of the positions, the last included.
    pub fn sample(&self, count: usize) -> impl Iterator<Item = &G::Position> {
        let step = self.positions.len().div_ceil(count);
        self.positions.iter().rev().step_by(step)
    }
}

/// The positions with golden perft counts, the start first.
pub fn golden_sfens(variant: &str) -> Vec<String> {
    let text = games::data("perft", variant, "perft");
    text.lines().filter_map(|line| line.strip_prefix("sfen ")).map(str::to_owned).collect()
}

/// The position of an SFEN that is known to be good.
pub fn read<G: Game>(sfen: &str) -> G::Position {
    match G::Position::from_sfen(sfen) {
        Ok((position, _)) => position,
        Err(error) => panic!("{}: `{sfen}`: {error}", G::INFO.name),
    }
}

/// The legal moves of a phase.
pub fn generated<G: Game, P: Phase>(
    position: &G::Position,
) -> MoveList<<G::Position as Position>::Move> {
    let mut moves = MoveList::new();
    position.generate::<P>(&mut moves);
    moves
}

/// The legal moves as sorted USI words.
pub fn words<G: Game>(position: &G::Position) -> Vec<String> {
    let moves = generated::<G, All>(position);
    let mut words: Vec<String> = moves.iter().map(|&mv| G::Position::usi(mv)).collect();
    words.sort_unstable();
    words
}

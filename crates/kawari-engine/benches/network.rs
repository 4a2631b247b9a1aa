//! Speed of evaluations: the hand-crafted evaluation, and networks by instruction set.
//!
//! Each benchmark evaluates all positions one move after a fixed position. The throughput is
//! in positions. All timings include playing the move.
//!
//! `cargo bench --bench network`

#[path = "../tests/library/network/random.rs"]
mod random;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use kawari_engine::core::evaluation::Evaluation;
use kawari_engine::core::movelist::MoveList;
use kawari_engine::core::position::{All, Position};
use kawari_engine::games::evaluation::material::Material;
use kawari_engine::games::evaluation::nnue::features::NnueFeatures;
use kawari_engine::games::evaluation::nnue::simd::InstructionSet;
use kawari_engine::games::evaluation::nnue::{Network, NnueEvaluation};
use kawari_engine::games::variants::{Playable, Variant, Visitor};

fn main() {
    divan::main();
}

/// Random plies from the start position to the benchmark position.
const PLIES: usize = 30;

/// A benchmark that evaluates all children of a position.
struct EvaluateChildren<'a, 'b> {
    bencher: Bencher<'a, 'b>,
    /// Hidden units of a network and the index of its instruction set. `None` benchmarks the
    /// hand-crafted evaluation.
    network: Option<(usize, usize)>,
}

impl Visitor for EvaluateChildren<'_, '_> {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        match self.network {
            None => bench_evaluation(game, self.bencher, &*game.hand_crafted()),
            Some((hidden, set)) => {
                let feature_set = G::Position::feature_set(game);
                let parameters = random::network(&feature_set, [1, hidden, 1], 1);
                let network = Network::new(feature_set, &parameters).expect("a valid network");
                let sets = InstructionSet::available();
                let set = sets[set.min(sets.len() - 1)];
                let network = network.with_instructions(set);
                let evaluation = NnueEvaluation::with(game, Material::new(game), network);
                bench_evaluation(game, self.bencher, &evaluation);
            }
        }
    }
}

fn bench_evaluation<G: Playable, E: Evaluation<G::Position>>(
    game: G,
    bencher: Bencher<'_, '_>,
    evaluation: &E,
) {
    let legal = |position: &G::Position| {
        let mut moves = MoveList::new();
        position.generate::<All>(&mut moves);
        moves.to_vec()
    };
    let mut rng = fastrand::Rng::with_seed(1);
    let mut position = game.startpos();
    for _ in 0..PLIES {
        let Some(&mv) = rng.choice(&legal(&position)) else { break };
        position.play(mv, &mut ());
    }
    let moves = legal(&position);
    let mut state = evaluation.new_state(&position);
    evaluation.evaluate(&mut state, &position);
    bencher.counter(ItemsCount::new(moves.len())).bench_local(|| {
        for &mv in &moves {
            let mut child = position.clone();
            child.play(mv, &mut evaluation.push(&mut state));
            black_box(evaluation.evaluate(&mut state, &child));
            evaluation.pop(&mut state);
        }
    });
}

const GAMES: [Variant; 3] = [Variant::Yari, Variant::Hajiku, Variant::DaiHasami];

#[divan::bench(args = GAMES)]
fn hand_crafted(bencher: Bencher<'_, '_>, variant: Variant) {
    variant.visit(EvaluateChildren { bencher, network: None });
}

/// Networks with the instruction set that the build enables.
#[divan::bench(args = GAMES, consts = [64, 128])]
fn network_with_build_instructions<const HIDDEN: usize>(
    bencher: Bencher<'_, '_>,
    variant: Variant,
) {
    variant.visit(EvaluateChildren { bencher, network: Some((HIDDEN, 0)) });
}

/// Networks with the best instruction set of the processor.
#[divan::bench(args = GAMES, consts = [64, 128])]
fn network_with_best_instructions<const HIDDEN: usize>(bencher: Bencher<'_, '_>, variant: Variant) {
    variant.visit(EvaluateChildren { bencher, network: Some((HIDDEN, usize::MAX)) });
}

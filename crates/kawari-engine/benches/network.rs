//! Cost of networks: positions one move ahead are judged by the hand-written evaluation,
//! and with a network beside it by each instruction set. The throughput is in positions;
//! what a position costs to be made is in all of them.
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

/// Half-moves from the start position to the one that is looked at.
const PLIES: usize = 30;

/// Judges all children of a position again and again.
struct Children<'a, 'b> {
    bencher: Bencher<'a, 'b>,
    /// Units of a network beside material alone, and which of the instruction sets.
    network: Option<(usize, usize)>,
}

impl Visitor for Children<'_, '_> {
    type Output = ();

    fn visit<G: Playable>(self) {
        match self.network {
            None => judge::<G, _>(self.bencher, &*G::hand_crafted()),
            Some((hidden, set)) => {
                let feature_set = G::Position::feature_set();
                let parameters = random::network(&feature_set, hidden, 1, 1);
                let network = Network::new(feature_set, &parameters).expect("a good network");
                let sets = InstructionSet::available();
                let set = sets[set.min(sets.len() - 1)];
                let judge_by = NnueEvaluation::with(Material, network.with_instructions(set));
                judge::<G, _>(self.bencher, &judge_by);
            }
        }
    }
}

fn judge<G: Playable, E: Evaluation<G::Position>>(bencher: Bencher<'_, '_>, evaluation: &E) {
    let legal = |position: &G::Position| {
        let mut moves = MoveList::new();
        position.generate::<All>(&mut moves);
        moves.to_vec()
    };
    let mut rng = fastrand::Rng::with_seed(1);
    let mut position = G::Position::startpos();
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
    variant.visit(Children { bencher, network: None });
}

/// By units of a view and by the number of the instruction set, what the build assumes
/// first.
#[divan::bench(args = GAMES, consts = [64, 128])]
fn network_as_assumed<const HIDDEN: usize>(bencher: Bencher<'_, '_>, variant: Variant) {
    variant.visit(Children { bencher, network: Some((HIDDEN, 0)) });
}

/// The same by the best instructions that the processor has.
#[divan::bench(args = GAMES, consts = [64, 128])]
fn network_at_best<const HIDDEN: usize>(bencher: Bencher<'_, '_>, variant: Variant) {
    variant.visit(Children { bencher, network: Some((HIDDEN, usize::MAX)) });
}

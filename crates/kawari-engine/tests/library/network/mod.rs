//! Random networks in every variant: they test the arithmetic without any training.

mod parts;
mod random;

use std::sync::Arc;

use fastrand::Rng;
use kawari_engine::core::color::Color;
use kawari_engine::core::evaluation::Evaluation;
use kawari_engine::core::movelist::MoveList;
use kawari_engine::core::position::{All, Position};
use kawari_engine::core::score::MAX_EVALUATION;
use kawari_engine::engine::training_features;
use kawari_engine::games::Game;
use kawari_engine::games::drop::Yari;
use kawari_engine::games::evaluation::GameEvaluation;
use kawari_engine::games::evaluation::material::Material;
use kawari_engine::games::evaluation::nnue::features::{FeatureSet, NnueFeatures};
use kawari_engine::games::evaluation::nnue::parameters::{
    LANES, MAX_KING_BUCKETS, NetworkBase, Parameters, QA,
};
use kawari_engine::games::evaluation::nnue::simd::InstructionSet;
use kawari_engine::games::evaluation::nnue::{Network, NnueEvaluation, file};
use kawari_engine::games::variants::{Playable, Variant, Visitor};
use kawari_engine::notation::Notation;

use crate::properties::{mirrored, rotated};

/// Plays random games of `moves` moves in all, and calls `look` with each position and the step
/// that led to it.
fn walk<G: Playable>(
    game: G,
    moves: usize,
    seed: u64,
    mut look: impl FnMut(&[G::Position], Step<MoveOf<G>>),
) {
    /// Maximum length of a game, in plies.
    const LENGTH: usize = 150;
    let mut rng = Rng::with_seed(seed);
    let mut line = vec![game.startpos()];
    look(&line, Step::Start);
    for _ in 0..moves {
        let mut legal = MoveList::new();
        let position = &line[line.len() - 1];
        if line.len() < LENGTH {
            position.generate::<All>(&mut legal);
        }
        if let Some(&mv) = rng.choice(legal.iter()) {
            let mut next = position.clone();
            next.play(mv, &mut ());
            line.push(next);
            look(&line, Step::Push(mv));
            // Moves are sometimes taken back, as in a search.
            if rng.u8(..8) == 0 {
                let back = rng.usize(..line.len().min(6));
                line.truncate(line.len() - back);
                look(&line, Step::Pop(back));
            }
        } else {
            line.truncate(1);
            look(&line, Step::Start);
        }
    }
}

/// The step to the last position of a line.
#[derive(Clone, Copy)]
enum Step<M> {
    /// Start of a line.
    Start,
    /// A move.
    Push(M),
    /// A number of moves taken back.
    Pop(usize),
}

type MoveOf<G> = <<G as Game>::Position as Position>::Move;

/// Updates an evaluation state after a step.
fn update<G: Playable, E: Evaluation<G::Position>>(
    evaluation: &E,
    state: &mut E::State,
    line: &[G::Position],
    step: Step<MoveOf<G>>,
) {
    match step {
        Step::Start => *state = evaluation.new_state(&line[0]),
        Step::Pop(back) => (0..back).for_each(|_| evaluation.pop(state)),
        Step::Push(mv) => line[line.len() - 2].clone().play(mv, &mut evaluation.push(state)),
    }
}

/// Returns the largest number of King buckets that the game's networks can have.
fn most_king_buckets(feature_set: &FeatureSet) -> usize {
    if feature_set.has_king_buckets { MAX_KING_BUCKETS } else { 1 }
}

fn evaluation_of<G: Playable>(game: G, parameters: &Parameters) -> G::Evaluation {
    let feature_set = G::Position::feature_set(game);
    let file = file::write(game.info(), &feature_set, parameters).expect("a good network");
    G::Evaluation::read(game, &file).expect("what was written")
}

/// An accumulator that is updated move by move gives the same score as one computed from the
/// position.
struct Incremental;

impl Visitor for Incremental {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        let feature_set = G::Position::feature_set(game);
        let king_buckets = most_king_buckets(&feature_set);
        let network = random::network(&feature_set, [king_buckets, LANES, 2], 11);
        let evaluation = evaluation_of(game, &network);
        let mut rng = Rng::with_seed(12);
        let mut state = evaluation.new_state(&game.startpos());
        let mut judged = 0;
        walk(game, 100_000, 13, |line, step| {
            let position = &line[line.len() - 1];
            update::<G, _>(&evaluation, &mut state, line, step);
            if rng.u8(..8) == 0 {
                let fresh = evaluation.evaluate_from_scratch(position);
                let score = evaluation.evaluate(&mut state, position);
                assert_eq!(score, fresh, "{}: {}", game.info().name, position.sfen(1));
                judged += 1;
            }
        });
        assert!(judged > 10_000, "{judged}");
    }
}

#[test]
fn incremental_is_fresh_over_a_hundred_thousand_moves() {
    Variant::ALL.iter().for_each(|variant| variant.visit(Incremental));
}

/// Computes the output of a network with plain loops.
fn with_plain_loops<P: NnueFeatures>(
    feature_set: &FeatureSet,
    network: &Parameters,
    position: &P,
    hand: i64,
) -> i64 {
    let us = position.side_to_move();
    let bucket = position.output_bucket(network.buckets);
    let mut total = i64::from(network.output_biases[bucket]);
    for (view, viewer) in [us, !us].into_iter().enumerate() {
        let active = feature_set.active_features(position, viewer, network.king_buckets);
        for unit in 0..network.hidden {
            let weight = |&input: &u16| {
                i64::from(network.input_weights[usize::from(input) * network.hidden + unit])
            };
            let sum =
                i64::from(network.input_biases[unit]) + active.iter().map(weight).sum::<i64>();
            let clipped = sum.clamp(0, QA.into());
            let at = (2 * bucket + view) * network.hidden + unit;
            total += clipped * clipped * i64::from(network.output_weights[at]);
        }
    }
    let (share, of) = position.output_scale();
    let logit = i64::from(QA * QA) * i64::from(network.unit) * i64::from(of);
    let limit = i64::from(MAX_EVALUATION);
    (hand + total * i64::from(network.scale) * i64::from(share) / logit).clamp(-limit, limit)
}

/// Computes the output in floating point, as the trainer does before quantisation.
fn in_floating_point<P: NnueFeatures>(
    feature_set: &FeatureSet,
    network: &Parameters,
    position: &P,
    hand: f64,
) -> f64 {
    let us = position.side_to_move();
    let inputs = |viewer| feature_set.active_features(position, viewer, network.king_buckets);
    let active = [us, !us].map(inputs);
    let logit = network.logit([&active[0], &active[1]], position.output_bucket(network.buckets));
    let (share, of) = position.output_scale();
    let limit = f64::from(MAX_EVALUATION);
    let output = logit * f64::from(network.scale) * f64::from(share) / f64::from(of);
    (hand + output).clamp(-limit, limit)
}

/// All code paths give the same integers, plain loops included, and floating point agrees
/// within rounding.
struct EqualPaths;

impl Visitor for EqualPaths {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        let feature_set = G::Position::feature_set(game);
        let king_buckets = most_king_buckets(&feature_set);
        for shape in [[1, LANES, 1], [king_buckets.min(2), 3 * LANES, 4], [king_buckets, 128, 2]] {
            let network = random::network(&feature_set, shape, 21);
            let paths: Vec<_> = InstructionSet::available()
                .into_iter()
                .map(|set| {
                    let network =
                        Network::new(feature_set.clone(), &network).expect("a good network");
                    NnueEvaluation::with(game, Material::new(game), network.with_instructions(set))
                })
                .collect();
            assert!(!paths.is_empty());
            let mut states: Vec<_> =
                paths.iter().map(|path| path.new_state(&game.startpos())).collect();
            walk(game, 300, 22, |line, step| {
                let position = &line[line.len() - 1];
                let hand = Material::new(game).evaluate_from_scratch(position);
                let expected = with_plain_loops(&feature_set, &network, position, hand.into());
                let floating = in_floating_point(&feature_set, &network, position, hand.into());
                assert!((floating - expected as f64).abs() < 1.0, "{}", position.sfen(1));
                for (path, state) in paths.iter().zip(&mut states) {
                    update::<G, _>(path, state, line, step);
                    let score = path.evaluate(state, position);
                    assert_eq!(i64::from(score), expected, "{}", position.sfen(1));
                }
            });
        }
    }
}

#[test]
fn all_code_paths_agree() {
    Variant::ALL.iter().for_each(|variant| variant.visit(EqualPaths));
}

/// A network evaluates both sides alike. Where features are mirrored by the square of the King
/// or General, it also treats left and right alike.
struct Symmetry;

impl Visitor for Symmetry {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        let feature_set = G::Position::feature_set(game);
        let king_buckets = most_king_buckets(&feature_set);
        let mut network = random::network(&feature_set, [king_buckets, LANES, 1], 31);
        network.base = NetworkBase::None;
        let evaluation = evaluation_of(game, &network);
        let read = |sfen: &str| game.parse_sfen(sfen).expect("a good SFEN").0;
        let mut mirrors = 0;
        walk(game, 400, 32, |line, _| {
            let position = &line[line.len() - 1];
            let sfen = position.sfen(1);
            let [here, turned, mirror] =
                [sfen.clone(), rotated(&sfen), mirrored(&sfen)].map(|sfen| read(&sfen));
            let score = evaluation.evaluate_from_scratch(&here);
            assert_eq!(
                score,
                evaluation.evaluate_from_scratch(&turned),
                "{}: {sfen}",
                game.info().name
            );
            let views_differ = |color| here.is_mirrored(color) != mirror.is_mirrored(color);
            if Color::ALL.into_iter().all(views_differ) {
                assert_eq!(
                    score,
                    evaluation.evaluate_from_scratch(&mirror),
                    "{}: {sfen}",
                    game.info().name
                );
                mirrors += 1;
            }
        });
        assert_eq!(mirrors > 0, feature_set.men.is_none(), "{}: {mirrors}", game.info().name);
    }
}

#[test]
fn a_network_is_the_same_for_both_sides() {
    Variant::ALL.iter().for_each(|variant| variant.visit(Symmetry));
}

/// The number of active features is as declared, in both views, and mutually exclusive features
/// are never active together.
struct Inputs;

impl Visitor for Inputs {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        let feature_set = G::Position::feature_set(game);
        for view in 0..4 {
            let mut inputs: Vec<u16> = feature_set.inputs.iter().map(|views| views[view]).collect();
            inputs.sort_unstable();
            assert!(inputs.iter().copied().eq(0..feature_set.len() as u16), "{}", game.info().name);
        }
        let mut all = feature_set.exclusive.concat();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..feature_set.len() as u16), "{}", game.info().name);
        walk(game, 1000, 41, |line, _| {
            let position = &line[line.len() - 1];
            for viewer in Color::ALL {
                let active = feature_set.active_features(position, viewer, 1);
                let together =
                    |set: &&Vec<u16>| active.iter().filter(|input| set.contains(input)).count() > 1;
                assert_eq!(
                    feature_set.exclusive.iter().find(together),
                    None,
                    "{}",
                    position.sfen(1)
                );
            }
        });
    }
}

#[test]
fn features_are_as_declared() {
    Variant::ALL.iter().for_each(|variant| variant.visit(Inputs));
    let lengths = [Variant::Yari, Variant::Hajiku, Variant::DaiHasami, Variant::Hasami]
        .map(|variant| training_features::open(variant).feature_set().len());
    assert_eq!(lengths, [1186, 1478, 2628, 180]);
}

/// A network with the largest weights, and the largest biases allowed with them, cannot
/// overflow in any position that an SFEN can give.
#[test]
fn accepted_networks_do_not_overflow() {
    let feature_set = <Yari as Game>::Position::feature_set(Yari);
    let mut network = random::network(&feature_set, [1, LANES, 1], 51);
    network.input_weights.fill(127);
    network.input_biases.fill(0);
    let [_, high] = network.accumulator_range(&feature_set, 0);
    network.input_biases.fill((i32::from(i16::MAX) - high) as i16);
    let evaluation = evaluation_of(Yari, &network);
    let full = "ppppkpp/ppppppp/ppppppp/ppppppp/ppppppp/PPPPPPP/PPPPPPP/PPPPPPP/PPKPPPP b \
                99P99N99B99R99p99n99b99r 1";
    let position = Yari.parse_sfen(full).expect("it can be read").0;
    let score = evaluation.evaluate_from_scratch(&position);
    let hand = Yari.hand_crafted().evaluate_from_scratch(&position);
    assert_eq!(i64::from(score), with_plain_loops(&feature_set, &network, &position, hand.into()));
    network.input_biases[0] += 1;
    file::write(Yari.info(), &feature_set, &network).expect_err("too much");
}

/// The built-in networks are valid, small, and name their origin.
struct BuiltIn;

impl Visitor for BuiltIn {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        let Some(bytes) = game.files().network else {
            assert!(Arc::ptr_eq(&game.built_in(), &game.hand_crafted()));
            return;
        };
        let name = game.info().name;
        // King buckets need more weights. In `yari` they gain more than their size costs.
        let limit = if name == "yari" { 1_000_000 } else { 400_000 };
        assert!(bytes.len() <= limit, "{name}: {} bytes", bytes.len());
        let network = file::read(bytes, game.info(), &G::Position::feature_set(game));
        let network = network.unwrap_or_else(|error| panic!("{}: {error}", game.info().name));
        assert!(!network.provenance.is_empty(), "{}", game.info().name);
        assert_ne!(game.built_in().description(), game.hand_crafted().description());
    }
}

#[test]
fn built_in_networks_are_valid() {
    Variant::ALL.iter().for_each(|variant| variant.visit(BuiltIn));
}

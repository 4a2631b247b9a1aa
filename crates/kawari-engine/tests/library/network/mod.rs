//! Networks at work in every game: nobody has trained these, so that whatever a game is
//! judged by, the arithmetic is tried.

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
use kawari_engine::games::evaluation::nnue::parameters::{LANES, NetworkBase, Parameters, QA};
use kawari_engine::games::evaluation::nnue::simd::InstructionSet;
use kawari_engine::games::evaluation::nnue::{Network, NnueEvaluation, file};
use kawari_engine::games::variants::{Playable, Variant, Visitor};
use kawari_engine::notation::Notation;

use crate::laws::{mirrored, rotated};

/// Games of random moves, each position shown to `look` with what it is reached by; so
/// many moves in all.
fn walk<G: Playable>(
    moves: usize,
    seed: u64,
    mut look: impl FnMut(&[G::Position], Step<MoveOf<G>>),
) {
    /// Longest game, in half-moves.
    const LENGTH: usize = 150;
    let mut rng = Rng::with_seed(seed);
    let mut line = vec![G::Position::startpos()];
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
            // Now and then back a little, as a search goes.
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

/// How the last position of a line is reached.
#[derive(Clone, Copy)]
enum Step<M> {
    /// It is the first one.
    Start,
    /// By a move.
    Push(M),
    /// By so many moves taken back.
    Pop(usize),
}

type MoveOf<G> = <<G as Game>::Position as Position>::Move;

/// Tells a state what has happened to a line.
fn keep_up<G: Playable, E: Evaluation<G::Position>>(
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

fn judged_by<G: Playable>(parameters: &Parameters) -> G::Evaluation {
    let file =
        file::write(&G::INFO, &G::Position::feature_set(), parameters).expect("a good network");
    G::Evaluation::read(&file, &G::INFO).expect("what was written")
}

/// An accumulator that hears of moves, and is asked now and then, comes to what one comes
/// to that looks at the position afresh.
struct Incremental;

impl Visitor for Incremental {
    type Output = ();

    fn visit<G: Playable>(self) {
        let network = random::network(&G::Position::feature_set(), LANES, 2, 11);
        let evaluation = judged_by::<G>(&network);
        let mut rng = Rng::with_seed(12);
        let mut state = evaluation.new_state(&G::Position::startpos());
        let mut judged = 0;
        walk::<G>(100_000, 13, |line, step| {
            let position = &line[line.len() - 1];
            keep_up::<G, _>(&evaluation, &mut state, line, step);
            if rng.u8(..8) == 0 {
                let fresh = evaluation.evaluate_from_scratch(position);
                let score = evaluation.evaluate(&mut state, position);
                assert_eq!(score, fresh, "{}: {}", G::INFO.name, position.sfen(1));
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

/// What a network comes to, one number after the other.
fn by_hand<P: NnueFeatures>(
    feature_set: &FeatureSet,
    network: &Parameters,
    position: &P,
    hand: i64,
) -> i64 {
    let us = position.side_to_move();
    let bucket = position.output_bucket(network.buckets);
    let mut total = i64::from(network.output_biases[bucket]);
    for (view, viewer) in [us, !us].into_iter().enumerate() {
        let active = feature_set.active_features(position, viewer);
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

/// The same as the trainer has it, before it is rounded.
fn in_floating_point<P: NnueFeatures>(
    feature_set: &FeatureSet,
    network: &Parameters,
    position: &P,
    hand: f64,
) -> f64 {
    let us = position.side_to_move();
    let active = [us, !us].map(|viewer| feature_set.active_features(position, viewer));
    let logit = network.logit([&active[0], &active[1]], position.output_bucket(network.buckets));
    let (share, of) = position.output_scale();
    let limit = f64::from(MAX_EVALUATION);
    let output = logit * f64::from(network.scale) * f64::from(share) / f64::from(of);
    (hand + output).clamp(-limit, limit)
}

/// Every way to compute a network comes to the same, and so does doing it by hand, but for
/// rounding in floating point, too.
struct EqualPaths;

impl Visitor for EqualPaths {
    type Output = ();

    fn visit<G: Playable>(self) {
        let feature_set = G::Position::feature_set();
        for (hidden, buckets) in [(LANES, 1), (3 * LANES, 4), (128, 2)] {
            let network = random::network(&feature_set, hidden, buckets, 21);
            let paths: Vec<_> = InstructionSet::available()
                .into_iter()
                .map(|set| {
                    let network =
                        Network::new(feature_set.clone(), &network).expect("a good network");
                    NnueEvaluation::with(Material, network.with_instructions(set))
                })
                .collect();
            assert!(!paths.is_empty());
            let mut states: Vec<_> =
                paths.iter().map(|path| path.new_state(&G::Position::startpos())).collect();
            walk::<G>(300, 22, |line, step| {
                let position = &line[line.len() - 1];
                let hand = Material.evaluate_from_scratch(position);
                let expected = by_hand(&feature_set, &network, position, hand.into());
                let floating = in_floating_point(&feature_set, &network, position, hand.into());
                assert!((floating - expected as f64).abs() < 1.0, "{}", position.sfen(1));
                for (path, state) in paths.iter().zip(&mut states) {
                    keep_up::<G, _>(path, state, line, step);
                    let score = path.evaluate(state, position);
                    assert_eq!(i64::from(score), expected, "{}", position.sfen(1));
                }
            });
        }
    }
}

#[test]
fn every_code_path_gives_equal_integers() {
    Variant::ALL.iter().for_each(|variant| variant.visit(EqualPaths));
}

/// A network judges both sides alike and, where each view is mirrored by the place of its
/// General or King, left and right.
struct Symmetry;

impl Visitor for Symmetry {
    type Output = ();

    fn visit<G: Playable>(self) {
        let feature_set = G::Position::feature_set();
        let mut network = random::network(&feature_set, LANES, 1, 31);
        network.base = NetworkBase::None;
        let evaluation = judged_by::<G>(&network);
        let read = |sfen: &str| G::Position::from_sfen(sfen).expect("a good SFEN").0;
        let mut mirrors = 0;
        walk::<G>(400, 32, |line, _| {
            let position = &line[line.len() - 1];
            let sfen = position.sfen(1);
            let [here, turned, mirror] =
                [sfen.clone(), rotated(&sfen), mirrored(&sfen)].map(|sfen| read(&sfen));
            let score = evaluation.evaluate_from_scratch(&here);
            assert_eq!(
                score,
                evaluation.evaluate_from_scratch(&turned),
                "{}: {sfen}",
                G::INFO.name
            );
            let views_differ = |color| here.is_mirrored(color) != mirror.is_mirrored(color);
            if Color::ALL.into_iter().all(views_differ) {
                assert_eq!(
                    score,
                    evaluation.evaluate_from_scratch(&mirror),
                    "{}: {sfen}",
                    G::INFO.name
                );
                mirrors += 1;
            }
        });
        assert_eq!(mirrors > 0, feature_set.men.is_none(), "{}: {mirrors}", G::INFO.name);
    }
}

#[test]
fn a_network_is_the_same_for_both_sides() {
    Variant::ALL.iter().for_each(|variant| variant.visit(Symmetry));
}

/// The inputs of a game are as many as there are places, each of them in every view, and
/// what excludes each other is never there together.
struct Inputs;

impl Visitor for Inputs {
    type Output = ();

    fn visit<G: Playable>(self) {
        let feature_set = G::Position::feature_set();
        for view in 0..4 {
            let mut inputs: Vec<u16> = feature_set.inputs.iter().map(|views| views[view]).collect();
            inputs.sort_unstable();
            assert!(inputs.iter().copied().eq(0..feature_set.len() as u16), "{}", G::INFO.name);
        }
        let mut all = feature_set.exclusive.concat();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..feature_set.len() as u16), "{}", G::INFO.name);
        walk::<G>(1000, 41, |line, _| {
            let position = &line[line.len() - 1];
            for viewer in Color::ALL {
                let active = feature_set.active_features(position, viewer);
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
fn inputs_are_what_the_game_says() {
    Variant::ALL.iter().for_each(|variant| variant.visit(Inputs));
    let lengths = [Variant::Yari, Variant::Hajiku, Variant::DaiHasami, Variant::Hasami]
        .map(|variant| training_features::open(variant).feature_set().len());
    assert_eq!(lengths, [1186, 1478, 2628, 180]);
}

/// A network with the largest weights of all, and the largest biases that may be with
/// them, judges whatever an SFEN can say without an overflow.
#[test]
fn no_position_overflows_a_network_that_was_let_pass() {
    let feature_set = <Yari as Game>::Position::feature_set();
    let mut network = random::network(&feature_set, LANES, 1, 51);
    network.input_weights.fill(127);
    network.input_biases.fill(0);
    let [_, high] = network.accumulator_range(&feature_set, 0);
    network.input_biases.fill((i32::from(i16::MAX) - high) as i16);
    let evaluation = judged_by::<Yari>(&network);
    let full = "ppppkpp/ppppppp/ppppppp/ppppppp/ppppppp/PPPPPPP/PPPPPPP/PPPPPPP/PPKPPPP b \
                99P99N99B99R99p99n99b99r 1";
    let position = Notation::from_sfen(full).expect("it can be read").0;
    let score = evaluation.evaluate_from_scratch(&position);
    let hand = Yari::hand_crafted().evaluate_from_scratch(&position);
    assert_eq!(i64::from(score), by_hand(&feature_set, &network, &position, hand.into()));
    network.input_biases[0] += 1;
    file::write(&<Yari as Game>::INFO, &feature_set, &network).expect_err("too much");
}

/// What is built in can be read, is small, and says where it comes from.
struct BuiltIn;

impl Visitor for BuiltIn {
    type Output = ();

    fn visit<G: Playable>(self) {
        let Some(bytes) = G::NETWORK else {
            assert!(Arc::ptr_eq(&G::built_in(), &G::hand_crafted()));
            return;
        };
        assert!(bytes.len() <= 400_000, "{}: {} bytes", G::INFO.name, bytes.len());
        let network = file::read(bytes, &G::INFO, &G::Position::feature_set());
        let network = network.unwrap_or_else(|error| panic!("{}: {error}", G::INFO.name));
        assert!(!network.provenance.is_empty(), "{}", G::INFO.name);
        assert_ne!(G::built_in().description(), G::hand_crafted().description());
    }
}

#[test]
fn networks_that_are_built_in_are_good() {
    Variant::ALL.iter().for_each(|variant| variant.visit(BuiltIn));
}

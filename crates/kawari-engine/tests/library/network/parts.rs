//! Parts of networks: output buckets, draw scaling, symmetries, limits.

use std::collections::BTreeSet;

use kawari_engine::core::color::Color;
use kawari_engine::core::evaluation::Evaluation;
use kawari_engine::core::forcing::Forcing;
use kawari_engine::core::position::Position;
use kawari_engine::games::Game;
use kawari_engine::games::drop::{DropPosition, Hajiku, Yari};
use kawari_engine::games::evaluation::GameEvaluation;
use kawari_engine::games::evaluation::nnue::features::{FeatureSet, NnueFeatures};
use kawari_engine::games::evaluation::nnue::file::{self, NetworkError};
use kawari_engine::games::evaluation::nnue::parameters::{
    LANES, NetworkBase, ParameterError, Parameters, QA,
};
use kawari_engine::games::hasami::{Hasami, HasamiPosition};
use kawari_engine::games::variants::{Playable, Variant, Visitor};
use kawari_engine::notation::Notation;

use super::{evaluation_of, random, walk};
use crate::properties::mirrored;

fn read<P: Notation<Game: Default>>(sfen: &str) -> P {
    P::from_sfen(P::Game::default(), sfen).expect("a good SFEN").0
}

#[test]
fn output_buckets_depend_on_hands_or_men() {
    let held = |hands: &str| {
        let sfen = format!("3k3/7/7/7/7/7/7/7/3K3 b {hands} 1");
        read::<DropPosition<Yari>>(&sfen).output_bucket(4)
    };
    assert_eq!(["-", "7P", "4P4p", "8P4p", "20P20p"].map(held), [0, 1, 2, 3, 3]);
    let men =
        |board: &str| read::<HasamiPosition<Hasami>>(&format!("{board} b - 1")).output_bucket(4);
    let boards = [
        "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP",
        "ppppp4/9/9/9/9/9/9/9/4PPPPP",
        "pp7/9/9/9/9/9/9/9/7PP",
    ];
    assert_eq!(boards.map(men), [3, 2, 0]);
}

#[test]
fn king_buckets_depend_on_file_and_rank() {
    let buckets = |board: &str| {
        let position = read::<DropPosition<Yari>>(&format!("{board} b - 1"));
        [2, 4, 8].map(|buckets| Color::ALL.map(|color| position.king_bucket(color, buckets)))
    };
    assert_eq!(buckets("3k3/7/7/7/7/7/7/7/3K3"), [[0, 0], [0, 0], [0, 0]]);
    assert_eq!(buckets("k6/7/7/7/7/7/7/7/4K2"), [[0, 1], [0, 2], [0, 4]]);
    assert_eq!(buckets("7/1k5/7/7/7/7/7/4K2/7"), [[0, 1], [1, 3], [1, 5]]);
    assert_eq!(buckets("7/7/5k1/7/K6/7/7/7/7"), [[1, 1], [3, 3], [7, 6]]);
}

#[test]
fn games_without_a_king_have_one_king_bucket() {
    let refusal = |feature_set: &FeatureSet, king_buckets| {
        let network = random::network(feature_set, [king_buckets, LANES, 1], 65);
        network.check(feature_set).expect_err("a bad number").to_string()
    };
    let men = HasamiPosition::feature_set(Hasami);
    assert_eq!(refusal(&men, 2), "2 King buckets, expected 1, because the game has no King");
    let pieces = DropPosition::feature_set(Yari);
    for wrong in [0, 3, 10] {
        let expected = format!("{wrong} King buckets, expected 1 or an even number up to 8");
        assert_eq!(refusal(&pieces, wrong), expected);
    }
}

/// The weights of the last King bucket count in the check for overflow.
#[test]
fn all_king_buckets_are_checked_for_overflow() {
    let feature_set = DropPosition::feature_set(Yari);
    let mut network = random::network(&feature_set, [4, LANES, 1], 66);
    network.input_weights.fill(0);
    network.input_biases[0] = i16::MAX;
    assert_eq!(network.check(&feature_set), Ok(()));
    let last = network.input_weights.len() - LANES;
    network.input_weights[last] = 1;
    let error = ParameterError::Accumulator { unit: 0, low: 32_767, high: 32_768 };
    assert_eq!(network.check(&feature_set), Err(error));
}

#[test]
fn scores_shrink_towards_a_draw_by_counter() {
    let mut position = Hasami.startpos();
    let share = |position: &HasamiPosition<Hasami>| {
        let (share, of) = position.output_scale();
        f64::from(share) / f64::from(of)
    };
    assert_eq!(share(&position), 1.0);
    for word in ["5i5h", "5a5b", "5h5i", "5b5a"].iter().cycle().take(65) {
        position.play(position.parse_usi(word).expect("a legal move"), &mut ());
    }
    assert_eq!(share(&position), 0.5);
}

#[test]
fn large_captures_refresh_the_accumulator() {
    let before: HasamiPosition<Hasami> = read("p3P3p/4p4/4p4/4p4/4p4/4p4/4p4/Pppp1pppP/4P4 b - 1");
    let mut network = random::network(&HasamiPosition::feature_set(Hasami), [1, LANES, 1], 61);
    network.base = NetworkBase::None;
    let evaluation = evaluation_of(Hasami, &network);
    let mut state = evaluation.new_state(&before);
    assert_eq!(evaluation.evaluate(&mut state, &before), evaluation.evaluate_from_scratch(&before));
    let mut after = before.clone();
    after.play(before.parse_usi("5i5h").expect("a legal move"), &mut evaluation.push(&mut state));
    assert_eq!(after.sfen(2), "p3P3p/9/9/9/9/9/9/P3P3P/9 w - 2", "twelve men fall");
    assert_eq!(evaluation.evaluate(&mut state, &after), evaluation.evaluate_from_scratch(&after));
}

/// Symmetries are permutations of the inputs, and together with the identity they form a group.
/// The first swaps left and right.
struct Symmetries;

impl Visitor for Symmetries {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        let name = game.info().name;
        let feature_set = G::Position::feature_set(game);
        assert!(!feature_set.is_empty(), "{name}");
        assert!(FeatureSet { inputs: Vec::new(), ..feature_set.clone() }.is_empty(), "{name}");
        let symmetries = G::Position::symmetries(game);
        let count = if game.info().pocket > 0 {
            0
        } else if game.startpos().threats().is_some() {
            1
        } else {
            7
        };
        assert_eq!(symmetries.len(), count, "{name}");
        let none: Vec<u16> = (0..feature_set.len() as u16).collect();
        let group: BTreeSet<Vec<u16>> = symmetries.iter().cloned().chain([none.clone()]).collect();
        assert_eq!(group.len(), count + 1, "{name}");
        for one in &group {
            assert_eq!(&BTreeSet::from_iter(one.clone()), &BTreeSet::from_iter(none.clone()));
            for other in &group {
                let both: Vec<u16> = one.iter().map(|&input| other[usize::from(input)]).collect();
                assert!(group.contains(&both), "{name}");
            }
        }
        let Some(mirror) = symmetries.first() else { return };
        walk(game, 100, 62, |line, _| {
            let position = &line[line.len() - 1];
            let other = game.parse_sfen(&mirrored(&position.sfen(1))).expect("a good SFEN").0;
            for viewer in Color::ALL {
                let inputs = |position| {
                    BTreeSet::from_iter(feature_set.active_features(position, viewer, 1))
                };
                let turned =
                    inputs(position).iter().map(|&input| mirror[usize::from(input)]).collect();
                assert_eq!(inputs(&other), turned, "{name}: {}", position.sfen(1));
            }
        });
    }
}

#[test]
fn symmetries_agree_with_positions() {
    Variant::ALL.iter().for_each(|variant| variant.visit(Symmetries));
}

#[test]
fn numbers_of_men_have_one_feature_each() {
    let feature_set = HasamiPosition::feature_set(Hasami);
    let ranges = feature_set.men.clone().expect("men count");
    for (color, places) in Color::ALL.into_iter().zip(ranges) {
        let place = |men| feature_set.men_feature(color, men).map(usize::from);
        let [first, last] = [places.start, places.end - 1];
        let expected = [None, Some(first), Some(first + 1), Some(last), Some(last)];
        assert_eq!([0, 1, 2, places.len(), places.len() + 1].map(place), expected);
    }
    assert_eq!(DropPosition::feature_set(Yari).men_feature(Color::Black, 1), None);
}

/// A network whose sums can just reach the limits of their types is accepted; one that can
/// exceed them by one is rejected.
#[test]
fn networks_are_checked_for_overflow() {
    let feature_set = DropPosition::feature_set(Yari);
    let mut network = random::network(&feature_set, [1, LANES, 1], 63);
    let good = |network: &Parameters| network.check(&feature_set);
    network.output_weights.fill(0);
    network.output_weights[0] = 128;
    network.output_weights[1] = -128;
    let most = QA * QA * 128;
    network.output_biases[0] = i32::MAX - most;
    assert_eq!(good(&network), Ok(()));
    network.output_biases[0] += 1;
    assert!(matches!(good(&network), Err(ParameterError::Output { .. })));
    network.output_biases[0] = i32::MIN + most;
    assert_eq!(good(&network), Ok(()));
    network.output_biases[0] -= 1;
    assert!(matches!(good(&network), Err(ParameterError::Output { .. })));

    network.output_biases[0] = 0;
    network.input_biases[0] = 0;
    let [low, high] = network.accumulator_range(&feature_set, 0);
    for (limit, beyond) in [(i32::from(i16::MIN) - low, -1), (i32::from(i16::MAX) - high, 1)] {
        network.input_biases[0] = limit as i16;
        assert_eq!(good(&network), Ok(()));
        network.input_biases[0] += beyond;
        assert!(matches!(good(&network), Err(ParameterError::Accumulator { .. })));
    }
}

#[test]
fn a_file_of_another_variant_has_its_own_error() {
    let feature_set = DropPosition::feature_set(Yari);
    let network = random::network(&feature_set, [1, LANES, 1], 64);
    let bytes = file::write(Yari.info(), &feature_set, &network).expect("a good network");
    assert_eq!(file::game(&bytes), Ok("yari"));
    assert_eq!(file::game(b"yari"), Err(NetworkError::NoNetwork));
    let refusal = |bytes: &[u8]| {
        let read = <Hajiku as Playable>::Evaluation::read(Hajiku, bytes);
        read.err().map(|error| error.is_for_another_game())
    };
    assert_eq!(refusal(&bytes), Some(true));
    assert_eq!(refusal(b"yari"), Some(false));
}

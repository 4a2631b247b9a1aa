//! The built-in exceptions, compared with newly solved tablebases.

use std::path::Path;

use super::{endgame_rules, plane, planes};
use kawari_engine::core::endgame::{EndgameValue, TablebaseEntry, TablebaseProbe};
use kawari_engine::engine::tablebase_source::{self, TablebaseSource};
use kawari_engine::games::hasami::{Hasami, HasamiChess, HasamiNocorner, HasamiRules};
use kawari_engine::games::variants::Variant;
use kawari_engine::games::{BuiltInGame, Game};
use kawari_engine::tablebase::value::Metric;

/// Maximum size for each variant, in bytes.
const MOST: usize = 1 << 20;

fn variant<R: HasamiRules + Default>() -> Variant {
    R::default().info().name.parse().expect("it is in the registry")
}

/// Compares all positions of a class with a new solution.
fn check_all<R: HasamiRules + Default>(men: [usize; 2]) {
    let built_in =
        tablebase_source::open(variant::<R>(), None).expect("it is good").expect("it is there");
    let planes = planes(endgame_rules::<R>(), men, Metric::End, 2);
    for men in [men, [men[1], men[0]]] {
        let plane = plane(&planes, men);
        let mut cursor = plane.index.cursor(0);
        for &byte in &plane.bytes {
            if let Some(men) = cursor.position() {
                let end = plane.metric.decode(byte);
                let known = built_in.probe(men).expect("the class is known");
                assert_eq!(known.end, end, "{men:?}");
            }
            cursor.advance();
        }
    }
}

#[test]
fn two_against_two_equals_a_new_solution() {
    check_all::<Hasami>([2, 2]);
    check_all::<HasamiChess>([2, 2]);
}

#[test]
fn exceptions_in_memory_equal_the_built_in_ones() {
    let bytes = Hasami.files().endgames.expect("Hasami has exceptions");
    let choose = |source| tablebase_source::choose(Variant::Hasami, &source);
    let [built_in, in_memory] = [TablebaseSource::BuiltIn, TablebaseSource::Exceptions(bytes)]
        .map(|source| choose(source).expect("they are good").expect("they are there"));
    let planes = planes(endgame_rules::<Hasami>(), [2, 2], Metric::End, 2);
    let plane = plane(&planes, [2, 2]);
    let mut cursor = plane.index.cursor(0);
    for _ in &plane.bytes {
        if let Some(men) = cursor.position() {
            assert_eq!(in_memory.probe(men), built_in.probe(men), "{men:?}");
        }
        cursor.advance();
    }
    assert!(choose(TablebaseSource::Exceptions(&bytes[..bytes.len() / 2])).is_err());
    assert!(
        tablebase_source::choose(Variant::Yari, &TablebaseSource::Exceptions(bytes))
            .is_ok_and(|tables| tables.is_none())
    );
}

#[test]
#[ignore = "solves classes of 70 million positions"]
fn five_men_equal_a_new_solution() {
    check_all::<Hasami>([3, 2]);
    check_all::<HasamiNocorner>([3, 2]);
    check_all::<HasamiChess>([3, 2]);
}

/// `KAWARI_TABLES` names a folder made by `kawari tables make GAME --men 5` for at least one
/// variant.
#[test]
#[ignore = "needs the tables of all classes of five men"]
fn random_positions_equal_the_full_tablebases() {
    const CLASSES: [[usize; 2]; 3] = [[2, 2], [3, 2], [2, 3]];
    let folder = std::env::var_os("KAWARI_TABLES").expect("KAWARI_TABLES is set");
    let mut compared = 0;
    for variant in [Variant::Hasami, Variant::HasamiNocorner, Variant::HasamiChess] {
        let [built_in, full] = [None, Some(Path::new(&folder))].map(|folder| {
            tablebase_source::open(variant, folder).expect("they are good").expect("they are there")
        });
        if CLASSES.iter().any(|&men| full.file(men).is_none()) {
            continue;
        }
        let mut dice = fastrand::Rng::with_seed(1);
        for number in 0..100_000 {
            let men = CLASSES[number % CLASSES.len()];
            let index = full.file(men).expect("it is there").index();
            let Some(men) = index.position(dice.u64(..index.len())) else { continue };
            let end = |known: Option<TablebaseEntry>| known.expect("it is known").end;
            assert_eq!(end(built_in.probe(men)), end(full.probe(men)), "{variant} {men:?}");
            compared += 1;
        }
    }
    assert!(compared > 90_000, "{compared}");
}

fn size<R: BuiltInGame>() -> usize {
    R::FILES.endgames.map_or(0, <[u8]>::len)
}

#[test]
fn built_in_data_is_small() {
    for size in [size::<Hasami>(), size::<HasamiNocorner>(), size::<HasamiChess>()] {
        assert!(0 < size && size <= MOST, "{size}");
    }
}

/// The percentages published for five men.
#[test]
fn five_men_match_published_percentages() {
    let built_in =
        tablebase_source::open(Variant::Hasami, None).expect("it is good").expect("it is there");
    let mut dice = fastrand::Rng::with_seed(2);
    let mut counts = [0, 0];
    const SAMPLES: u64 = 200_000;
    for _ in 0..SAMPLES {
        let mut squares: Vec<u32> = (0..81).collect();
        dice.shuffle(&mut squares);
        let set = |squares: &[u32]| squares.iter().fold(0_u128, |bits, square| bits | 1 << square);
        let three = set(&squares[..3]);
        let two = set(&squares[3..5]);
        for (count, (own, enemy)) in counts.iter_mut().zip([(three, two), (two, three)]) {
            let known =
                built_in.probe(kawari_engine::core::endgame::EndgamePosition { own, enemy });
            *count += match known.expect("five men are known").end {
                EndgameValue::Win(_) if own == three => 1,
                EndgameValue::Loss(_) if own == two => 1,
                _ => 0,
            };
        }
    }
    let [won, lost] = counts.map(|count: u64| 100.0 * count as f64 / SAMPLES as f64);
    assert!((7.1..7.6).contains(&won) && (0.10..0.18).contains(&lost), "{won} {lost}");
}

//! Tests bitboards against sets of (file, rank) pairs, on every board size.

use std::collections::BTreeSet;

use fastrand::Rng;

use super::*;
use crate::core::geometry::{Board5x5, on_every_board};

/// Pairs of file and rank. Their order is the order of square indices.
type Places = BTreeSet<(usize, usize)>;

/// A random bitboard and its expected squares.
struct Sample<G: Geometry> {
    set: Bitboard<G>,
    places: Places,
}

fn all_places<G: Geometry>() -> Places {
    (0..G::FILES).flat_map(|file| (0..G::RANKS).map(move |rank| (file, rank))).collect()
}

fn places<G: Geometry>(set: Bitboard<G>) -> Places {
    all_places::<G>()
        .into_iter()
        .filter(|&(file, rank)| set.contains(Square::new(file, rank)))
        .collect()
}

fn draw<G: Geometry>(random: &mut Rng) -> Sample<G> {
    let density = random.f32() * random.f32();
    let mut places = all_places::<G>();
    places.retain(|_| random.f32() < density);
    let set = places.iter().map(|&(file, rank)| Square::new(file, rank)).collect();
    Sample { set, places }
}

/// Returns the place one step away, or `None` off the board.
fn step<G: Geometry>((file, rank): (usize, usize), direction: Direction) -> Option<(usize, usize)> {
    let file = file.checked_add_signed(direction.files.into())?;
    let rank = rank.checked_add_signed(direction.ranks.into())?;
    (file < G::FILES && rank < G::RANKS).then_some((file, rank))
}

fn check_members<G: Geometry>() {
    let mut random = Rng::with_seed(1);
    for _ in 0..200 {
        let Sample { set, places: expected } = draw::<G>(&mut random);
        assert_eq!(places(set), expected);
        let place = |square: Square<G>| (square.file(), square.rank());
        let ordered: Vec<_> = expected.iter().copied().collect();
        assert_eq!(set.into_iter().map(place).collect::<Vec<_>>(), ordered);
        // Tests `next`; `map` and `collect` use `fold`.
        let (mut squares, mut one_by_one) = (set.into_iter(), Vec::new());
        while let Some(square) = squares.next() {
            one_by_one.push(place(square));
            assert_eq!(squares.len(), ordered.len() - one_by_one.len());
        }
        assert_eq!(one_by_one, ordered);

        let count = ordered.len();
        assert_eq!(set.count() as usize, count);
        assert_eq!(
            (set.is_empty(), set.is_occupied(), set.has_many()),
            (count == 0, count > 0, count > 1)
        );
        assert_eq!(set.first().map(place), ordered.first().copied());
        assert_eq!(
            set.without_first().into_iter().map(place).collect::<Vec<_>>(),
            ordered[count.min(1)..]
        );
    }
}

fn check_with_and_without<G: Geometry>() {
    let mut random = Rng::with_seed(2);
    for _ in 0..50 {
        let Sample { set, places: expected } = draw::<G>(&mut random);
        for place @ (file, rank) in all_places::<G>() {
            let square = Square::new(file, rank);
            let (mut more, mut fewer) = (expected.clone(), expected.clone());
            more.insert(place);
            fewer.remove(&place);
            assert_eq!((places(set.with(square)), places(set.without(square))), (more, fewer));
            assert_eq!(places(Bitboard::from(square)), Places::from([place]));
        }
    }
}

fn check_set_operators<G: Geometry>() {
    let mut random = Rng::with_seed(3);
    for _ in 0..200 {
        let (one, other) = (draw::<G>(&mut random), draw::<G>(&mut random));
        let both = &one.places & &other.places;
        let either = &one.places | &other.places;
        let one_alone = &one.places ^ &other.places;
        assert_eq!(one.set.intersects(other.set), !both.is_empty());
        assert_eq!(places(one.set & other.set), both);
        assert_eq!(places(one.set | other.set), either);
        assert_eq!(places(one.set ^ other.set), one_alone);
        assert_eq!(places(!one.set), &all_places::<G>() - &one.places);
        let changed = |change: fn(&mut Bitboard<G>, Bitboard<G>)| {
            let mut set = one.set;
            change(&mut set, other.set);
            places(set)
        };
        assert_eq!(changed(|set, other| *set &= other), both);
        assert_eq!(changed(|set, other| *set |= other), either);
        assert_eq!(changed(|set, other| *set ^= other), one_alone);
    }
}

fn check_bits<G: Geometry>() {
    assert_eq!(places(Bitboard::<G>::ALL), all_places::<G>());
    assert_eq!(places(Bitboard::<G>::EMPTY), Places::new());
    assert_eq!(Bitboard::<G>::from_bits(u128::MAX), Bitboard::ALL);
    assert_eq!(Bitboard::<G>::from_word(!G::Word::ZERO), Bitboard::ALL);
    let mut random = Rng::with_seed(4);
    for _ in 0..100 {
        let Sample { set, places: expected } = draw::<G>(&mut random);
        let bits = expected.iter().map(|(file, rank)| 1_u128 << (file * G::RANKS + rank)).sum();
        assert_eq!(Bitboard::from_bits(bits), set);
        assert_eq!(Bitboard::from_word(set.word()), set);
    }
}

fn check_files_and_ranks<G: Geometry>() {
    let mut random = Rng::with_seed(5);
    let Sample { set, places: expected } = draw::<G>(&mut random);
    for file in 0..G::FILES {
        let whole: Places = (0..G::RANKS).map(|rank| (file, rank)).collect();
        assert_eq!(places(Bitboard::<G>::file(file)), whole);
        let bits = set.file_bits(file);
        let on_file =
            (0..16).filter(|rank| bits >> rank & 1 != 0).map(|rank| (file, rank)).collect();
        assert_eq!(&expected & &whole, on_file);
        assert_eq!(places(Bitboard::<G>::from_file_bits(file, bits)), on_file);
    }
    for rank in 0..G::RANKS {
        let whole = (0..G::FILES).map(|file| (file, rank)).collect();
        assert_eq!(places(Bitboard::<G>::rank(rank)), whole);
    }
    for _ in 0..200 {
        let Sample { set, places: expected } = draw::<G>(&mut random);
        let files: BTreeSet<usize> = expected.iter().map(|&(file, _)| file).collect();
        let whole = files.iter().flat_map(|&file| (0..G::RANKS).map(move |rank| (file, rank)));
        assert_eq!(places(set.whole_files()), whole.collect());
    }
}

fn check_shifts<G: Geometry>() {
    let directions = Direction::ORTHOGONAL.into_iter().chain(Direction::DIAGONAL);
    let mut random = Rng::with_seed(6);
    for _ in 0..50 {
        let Sample { set, places: expected } = draw::<G>(&mut random);
        let stepped = |direction| -> Places {
            expected.iter().filter_map(|&place| step::<G>(place, direction)).collect()
        };
        for direction in directions.clone() {
            assert_eq!(places(set.shifted(direction)), stepped(direction), "{direction:?}");
            let back = direction.opposite();
            assert_eq!((back.files, back.ranks), (-direction.files, -direction.ranks));
        }
        let around = Direction::ORTHOGONAL.into_iter().flat_map(stepped);
        assert_eq!(places(set.neighbours()), around.collect());
    }
}

fn check_for_each_number<G: Geometry>() {
    let mut random = Rng::with_seed(7);
    for _ in 0..50 {
        let Sample { set, places: expected } = draw::<G>(&mut random);
        let digits: [Sample<G>; 3] = std::array::from_fn(|_| draw(&mut random));
        let mut visited = Vec::new();
        set.for_each_number(digits.each_ref().map(|digit| digit.set), |square, number| {
            visited.push(((square.file(), square.rank()), number));
        });
        let numbers = expected.iter().map(|place| {
            let number = (0..3).map(|n| usize::from(digits[n].places.contains(place)) << n).sum();
            (*place, number)
        });
        assert_eq!(visited, numbers.collect::<Vec<(_, usize)>>());
    }
}

#[test]
fn set_operations_are_correct_on_every_board() {
    on_every_board!(check_members);
    on_every_board!(check_with_and_without);
    on_every_board!(check_set_operators);
    on_every_board!(check_bits);
}

#[test]
fn files_ranks_and_shifts_are_correct_on_every_board() {
    on_every_board!(check_files_and_ranks);
    on_every_board!(check_shifts);
    on_every_board!(check_for_each_number);
}

#[test]
fn debug_output_shows_the_board_from_blacks_side() {
    let corner = Bitboard::<Board5x5>::from(Square::new(0, 0)) | Bitboard::rank(2);
    assert_eq!(format!("{corner:?}"), "....#\n.....\n#####\n.....\n.....\n");
}

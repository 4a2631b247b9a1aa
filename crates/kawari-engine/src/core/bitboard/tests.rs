//! Sets of squares against sets of files and ranks, on every board.

use std::collections::BTreeSet;

use fastrand::Rng;

use super::*;
use crate::core::geometry::{Board5x5, on_every_board};

/// Files and ranks: in the order of their squares, too.
type Places = BTreeSet<(usize, usize)>;

/// A set of squares and what it should be.
struct Drawn<G: Geometry> {
    set: Bitboard<G>,
    places: Places,
}

fn every_place<G: Geometry>() -> Places {
    (0..G::FILES).flat_map(|file| (0..G::RANKS).map(move |rank| (file, rank))).collect()
}

fn places<G: Geometry>(set: Bitboard<G>) -> Places {
    every_place::<G>()
        .into_iter()
        .filter(|&(file, rank)| set.contains(Square::new(file, rank)))
        .collect()
}

fn draw<G: Geometry>(random: &mut Rng) -> Drawn<G> {
    let density = random.f32() * random.f32();
    let mut places = every_place::<G>();
    places.retain(|_| random.f32() < density);
    let set = places.iter().map(|&(file, rank)| Square::new(file, rank)).collect();
    Drawn { set, places }
}

/// Where a step leads that stays on the board.
fn step<G: Geometry>((file, rank): (usize, usize), direction: Direction) -> Option<(usize, usize)> {
    let file = file.checked_add_signed(direction.files.into())?;
    let rank = rank.checked_add_signed(direction.ranks.into())?;
    (file < G::FILES && rank < G::RANKS).then_some((file, rank))
}

fn members_are_found<G: Geometry>() {
    let mut random = Rng::with_seed(1);
    for _ in 0..200 {
        let Drawn { set, places: expected } = draw::<G>(&mut random);
        assert_eq!(places(set), expected);
        let place = |square: Square<G>| (square.file(), square.rank());
        let ordered: Vec<_> = expected.iter().copied().collect();
        assert_eq!(set.into_iter().map(place).collect::<Vec<_>>(), ordered);
        // One after the other, where `map` and `collect` take them all at once.
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

fn squares_come_and_go<G: Geometry>() {
    let mut random = Rng::with_seed(2);
    for _ in 0..50 {
        let Drawn { set, places: expected } = draw::<G>(&mut random);
        for place @ (file, rank) in every_place::<G>() {
            let square = Square::new(file, rank);
            let (mut more, mut fewer) = (expected.clone(), expected.clone());
            more.insert(place);
            fewer.remove(&place);
            assert_eq!((places(set.with(square)), places(set.without(square))), (more, fewer));
            assert_eq!(places(Bitboard::from(square)), Places::from([place]));
        }
    }
}

fn operators_are_those_of_sets<G: Geometry>() {
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
        assert_eq!(places(!one.set), &every_place::<G>() - &one.places);
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

fn bits_are_squares_by_number<G: Geometry>() {
    assert_eq!(places(Bitboard::<G>::ALL), every_place::<G>());
    assert_eq!(places(Bitboard::<G>::EMPTY), Places::new());
    assert_eq!(Bitboard::<G>::from_bits(u128::MAX), Bitboard::ALL);
    assert_eq!(Bitboard::<G>::from_word(!G::Word::ZERO), Bitboard::ALL);
    let mut random = Rng::with_seed(4);
    for _ in 0..100 {
        let Drawn { set, places: expected } = draw::<G>(&mut random);
        let bits = expected.iter().map(|(file, rank)| 1_u128 << (file * G::RANKS + rank)).sum();
        assert_eq!(Bitboard::from_bits(bits), set);
        assert_eq!(Bitboard::from_word(set.word()), set);
    }
}

fn files_and_ranks_are_whole<G: Geometry>() {
    let mut random = Rng::with_seed(5);
    let Drawn { set, places: expected } = draw::<G>(&mut random);
    for file in 0..G::FILES {
        let whole: Places = (0..G::RANKS).map(|rank| (file, rank)).collect();
        assert_eq!(places(Bitboard::<G>::file(file)), whole);
        let bits = set.file_bits(file);
        let spelt = (0..16).filter(|rank| bits >> rank & 1 != 0).map(|rank| (file, rank)).collect();
        assert_eq!(&expected & &whole, spelt);
        assert_eq!(places(Bitboard::<G>::from_file_bits(file, bits)), spelt);
    }
    for rank in 0..G::RANKS {
        let whole = (0..G::FILES).map(|file| (file, rank)).collect();
        assert_eq!(places(Bitboard::<G>::rank(rank)), whole);
    }
    for _ in 0..200 {
        let Drawn { set, places: expected } = draw::<G>(&mut random);
        let files: BTreeSet<usize> = expected.iter().map(|&(file, _)| file).collect();
        let whole = files.iter().flat_map(|&file| (0..G::RANKS).map(move |rank| (file, rank)));
        assert_eq!(places(set.whole_files()), whole.collect());
    }
}

fn steps_stay_on_the_board<G: Geometry>() {
    let directions = Direction::ORTHOGONAL.into_iter().chain(Direction::DIAGONAL);
    let mut random = Rng::with_seed(6);
    for _ in 0..50 {
        let Drawn { set, places: expected } = draw::<G>(&mut random);
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

fn numbers_are_spelt_by_digits<G: Geometry>() {
    let mut random = Rng::with_seed(7);
    for _ in 0..50 {
        let Drawn { set, places: expected } = draw::<G>(&mut random);
        let digits: [Drawn<G>; 3] = std::array::from_fn(|_| draw(&mut random));
        let mut heard = Vec::new();
        set.for_each_number(digits.each_ref().map(|digit| digit.set), |square, number| {
            heard.push(((square.file(), square.rank()), number));
        });
        let spelt = expected.iter().map(|place| {
            let number = (0..3).map(|n| usize::from(digits[n].places.contains(place)) << n).sum();
            (*place, number)
        });
        assert_eq!(heard, spelt.collect::<Vec<(_, usize)>>());
    }
}

#[test]
fn sets_are_what_they_are_on_every_board() {
    on_every_board!(members_are_found);
    on_every_board!(squares_come_and_go);
    on_every_board!(operators_are_those_of_sets);
    on_every_board!(bits_are_squares_by_number);
}

#[test]
fn sets_have_their_shapes_on_every_board() {
    on_every_board!(files_and_ranks_are_whole);
    on_every_board!(steps_stay_on_the_board);
    on_every_board!(numbers_are_spelt_by_digits);
}

#[test]
fn a_set_is_shown_as_black_sees_it() {
    let corner = Bitboard::<Board5x5>::from(Square::new(0, 0)) | Bitboard::rank(2);
    assert_eq!(format!("{corner:?}"), "....#\n.....\n#####\n.....\n.....\n");
}

//! The endgame move generator of the tablebases, compared with the rules.

use std::collections::BTreeSet;

use super::{Small, SmallJumps};
use kawari_engine::core::bitboard::Bitboard;
use kawari_engine::core::color::Color;
use kawari_engine::core::endgame::{EndgameMoves, EndgamePosition};
use kawari_engine::core::movelist::MoveList;
use kawari_engine::core::position::{All, MoveLike, Position};
use kawari_engine::core::square::Square;
use kawari_engine::games::Game;
use kawari_engine::games::hasami::{
    DaiHasami, Hasami, HasamiBrainking, HasamiChess, HasamiFive, HasamiJsa, HasamiLudos,
    HasamiNocorner, HasamiPosition, HasamiRules, MakYek,
};

/// Returns a random position with the given numbers of men.
fn random<R: HasamiRules + Default>(
    random: &mut fastrand::Rng,
    [own, enemy]: [usize; 2],
) -> HasamiPosition<R> {
    let mut squares: Vec<Square<R::Geometry>> = Square::all().collect();
    random.shuffle(&mut squares);
    let set = |squares: &[_]| squares.iter().copied().collect::<Bitboard<_>>();
    let men = [set(&squares[..own]), set(&squares[own..own + enemy])];
    HasamiPosition::new(R::default(), men, Color::Black)
}

/// Returns origin, destination and captured men of every legal move.
fn by_the_rules<R: HasamiRules + Default>(
    position: &HasamiPosition<R>,
) -> BTreeSet<(u8, u8, u128)> {
    let mut moves = MoveList::new();
    position.generate::<All>(&mut moves);
    let side = position.side_to_move();
    let told = |&mv: &<HasamiPosition<R> as Position>::Move| {
        let mut next = position.clone();
        next.play(mv, &mut ());
        let gone = position.men(!side) & !next.men(!side);
        let bits = gone.into_iter().fold(0, |bits, square| bits | 1 << square.index());
        assert_eq!(MoveLike::from_bits(mv.bits()), Some(mv));
        (mv.from.index() as u8, mv.to.index() as u8, bits)
    };
    moves.iter().map(told).collect()
}

fn each_square(set: u128) -> impl Iterator<Item = u8> {
    (0..128).filter(move |square| set >> square & 1 != 0)
}

fn check<R: HasamiRules + Default>() {
    let endgames = R::default().startpos().endgame_rules().expect("the rule set has endgames");
    let mut dice = fastrand::Rng::with_seed(R::default().info().name.len() as u64);
    let mut moves = EndgameMoves::default();
    let (mut captures, mut backwards) = (0, 0);
    for number in 0..3_000 {
        let counts = [2 + number % 3, 2 + number / 3 % 3];
        let position = random::<R>(&mut dice, counts);
        let men = position.endgame_men(8).expect("there are few");
        endgames.moves(men, &mut moves);
        let quiet = moves
            .quiet
            .iter()
            .flat_map(|targets| each_square(targets.to).map(move |to| (targets.from, to, 0)));
        let capturing =
            moves.captures.iter().map(|capture| (capture.from, capture.to, capture.captured));
        let all: BTreeSet<_> = quiet.chain(capturing.clone()).collect();
        assert_eq!(all, by_the_rules(&position), "{position:?}");
        let alone = endgames.captures(men).unwrap_or_default();
        let alone: BTreeSet<_> =
            alone.iter().map(|capture| (capture.from, capture.to, capture.captured)).collect();
        assert_eq!(alone, capturing.collect());
        captures += alone.len();
        let wins = |&(_, _, fallen): &(u8, u8, u128)| fallen.count_ones() + 1 >= counts[1] as u32;
        assert_eq!(endgames.wins_by_capture(men), all.iter().any(wins));
        let has_quiet = all.iter().any(|&(_, _, fallen)| fallen == 0);
        assert_eq!(endgames.has_quiet_move(men), has_quiet);
        // Forwards and back.
        for &(from, to, fallen) in &all {
            let after = men.after(from, to, fallen);
            let retreats = endgames.unmoves(after);
            let is_back =
                retreats.iter().any(|targets| targets.from == to && targets.to >> from & 1 != 0);
            // A capturing move may look like a quiet one only if no man was captured.
            assert!(is_back || fallen != 0, "{men:?} {from} {to}");
        }
        // Back and forwards.
        for targets in endgames.unmoves(men) {
            for from in each_square(targets.to) {
                let enemy = men.enemy ^ (1 << targets.from) ^ (1 << from);
                let before = EndgamePosition { own: enemy, enemy: men.own };
                endgames.moves(before, &mut moves);
                let quiet = moves.quiet.iter().find(|quiet| quiet.from == from);
                assert!(quiet.is_some_and(|quiet| quiet.to >> targets.from & 1 != 0));
                backwards += 1;
            }
        }
    }
    assert!(captures > 100 && backwards > 10_000, "{captures} {backwards}");
}

#[test]
fn moves_and_unmoves_agree_with_the_rules() {
    check::<Small>();
    check::<SmallJumps>();
    check::<Hasami>();
    check::<HasamiNocorner>();
    check::<HasamiChess>();
    check::<MakYek>();
    check::<DaiHasami>();
    check::<HasamiBrainking>();
}

/// Variants in which four men lose, or without a capture goal, have no tablebases.
#[test]
fn variants_with_other_goals_have_no_tablebases() {
    assert!(HasamiJsa.startpos().endgame_rules().is_none());
    assert!(HasamiLudos.startpos().endgame_rules().is_none());
    assert!(HasamiFive.startpos().endgame_rules().is_none());
    let position = random::<HasamiJsa>(&mut fastrand::Rng::with_seed(1), [5, 5]);
    assert_eq!(position.endgame_men(10), None);
}

//! An independent solver: the values of all positions of two men against two, by iterating over
//! all of them until nothing changes.

use std::collections::HashMap;

use super::{Small, SmallJumps, endgame_rules, plane, planes};
use kawari_engine::core::bitboard::Bitboard;
use kawari_engine::core::color::Color;
use kawari_engine::core::endgame::{EndgamePosition, EndgameValue};
use kawari_engine::core::geometry::{Board5x5, Geometry};
use kawari_engine::core::movelist::MoveList;
use kawari_engine::core::outcome::Outcome;
use kawari_engine::core::position::{All, Position};
use kawari_engine::core::square::Square;
use kawari_engine::games::hasami::{HasamiPosition, HasamiRules};
use kawari_engine::tablebase::value::Metric;

/// The result of a move.
enum Next {
    /// A win for the mover.
    Win,
    /// The position with this index, with the other side to move.
    Position(usize),
}

type Pair = [Square<Board5x5>; 2];

fn pairs() -> Vec<Pair> {
    let squares: Vec<_> = Square::all().collect();
    let pair = |(number, &one): (usize, &Square<Board5x5>)| {
        squares[number + 1..].iter().map(move |&other| [one, other]).collect::<Vec<_>>()
    };
    squares.iter().enumerate().flat_map(pair).collect()
}

fn bits(men: Bitboard<Board5x5>) -> u128 {
    men.into_iter().fold(0, |bits, square| bits | 1 << square.index())
}

/// Returns all positions and the results of their moves.
fn graph<R: HasamiRules<Geometry = Board5x5> + Default>() -> (Vec<EndgamePosition>, Vec<Vec<Next>>)
{
    let mut positions = Vec::new();
    for own in pairs() {
        for enemy in pairs().iter().filter(|enemy| !enemy.iter().any(|man| own.contains(man))) {
            let set = |pair: &Pair| pair.iter().copied().collect::<Bitboard<_>>();
            positions.push(HasamiPosition::new(
                R::default(),
                [set(&own), set(enemy)],
                Color::Black,
            ));
        }
    }
    let men = |position: &HasamiPosition<R>| {
        let side = position.side_to_move();
        EndgamePosition { own: bits(position.men(side)), enemy: bits(position.men(!side)) }
    };
    let all: Vec<EndgamePosition> = positions.iter().map(men).collect();
    let numbers: HashMap<EndgamePosition, usize> = all.iter().copied().zip(0..).collect();
    let next = |position: &HasamiPosition<R>| {
        let mut moves = MoveList::new();
        position.generate::<All>(&mut moves);
        let after = moves.iter().map(|&mv| {
            let mut next = position.clone();
            next.play(mv, &mut ());
            match next.goal_outcome().and_then(Outcome::winner) {
                Some(winner) if winner == position.side_to_move() => Next::Win,
                Some(_) => panic!("nobody wins by the other side's move"),
                None => Next::Position(numbers[&men(&next)]),
            }
        });
        after.collect()
    };
    let next = positions.iter().map(next).collect();
    (all, next)
}

/// Returns the values of all positions, in plies to the end.
fn values(next: &[Vec<Next>]) -> Vec<EndgameValue> {
    let mut values = vec![EndgameValue::Draw; next.len()];
    for plies in 0..=u8::MAX {
        let found: Vec<(usize, EndgameValue)> = (0..next.len())
            .filter(|&number| values[number] == EndgameValue::Draw)
            .filter_map(|number| {
                let after = next[number].iter().map(|next| match *next {
                    Next::Win => EndgameValue::Loss(0),
                    Next::Position(number) => values[number],
                });
                let after: Vec<EndgameValue> = after.collect();
                if after.iter().any(|value| matches!(value, EndgameValue::Loss(_))) {
                    Some((number, EndgameValue::Win(plies)))
                } else if after.iter().all(|value| matches!(value, EndgameValue::Win(_))) {
                    Some((number, EndgameValue::Loss(plies)))
                } else {
                    None
                }
            })
            .collect();
        // Lost positions without moves are the only ones decided in 0 plies.
        let found: Vec<_> = found
            .into_iter()
            .filter(|&(_, value)| plies > 0 || value == EndgameValue::Loss(0))
            .collect();
        if found.is_empty() && plies > 1 {
            break;
        }
        for (number, value) in found {
            values[number] = value;
        }
    }
    values
}

fn check<R: HasamiRules<Geometry = Board5x5> + Default>() {
    let (all, next) = graph::<R>();
    assert_eq!(all.len(), 300 * 253, "two among {} squares, then two more", Board5x5::SQUARES);
    let values = values(&next);
    // With two men against two every capture wins, so both metrics agree.
    for metric in Metric::ALL {
        let planes = planes(endgame_rules::<R>(), [2, 2], metric, 1);
        let plane = plane(&planes, [2, 2]);
        for (&men, &value) in all.iter().zip(&values) {
            assert_eq!(plane.value(men), value, "{men:?} {metric:?}");
        }
    }
    assert!(values.iter().any(|value| matches!(value, EndgameValue::Win(3..))));
    assert!(values.iter().any(|value| matches!(value, EndgameValue::Loss(2..))));
}

#[test]
fn two_against_two_on_a_small_board() {
    check::<Small>();
}

#[test]
fn two_against_two_with_jumps_and_intervention() {
    check::<SmallJumps>();
}

//! What the search guesses in every game of the family, against slow and plain
//! answers.

use fastrand::Rng;

use super::*;
use crate::core::bitboard::{Bitboard, Direction};
use crate::core::color::Color;
use crate::core::movelist::MoveList;
use crate::core::outcome::Reason;
use crate::core::position::{All, Phase, Position};
use crate::core::score::Score;
use crate::core::square::Square;
use crate::core::tactics::Tactics;
use crate::notation::Notation;

/// Runs a generic check for each game of the family.
macro_rules! in_every_game {
    ($($test:ident => $check:ident),* $(,)?) => {$(
        #[test]
        fn $test() {
            $check::<Hasami>();
            $check::<HasamiNocorner>();
            $check::<HasamiChess>();
            $check::<HasamiJsa>();
            $check::<DaiHasami>();
            $check::<HasamiFive>();
            $check::<HasamiBrainking>();
            $check::<HasamiLudos>();
            $check::<MakYek>();
        }
    )*};
}

in_every_game! {
    captures_are_the_moves_that_capture => check_captures,
    custody_is_what_a_walk_finds => check_custody,
    danger_is_a_win_in_one => check_danger,
    losing_moves_let_the_opponent_win => check_losing,
    exchanges_count_the_best_answer => check_exchanges,
}

/// Positions with men strewn at random, few to many, the game not yet decided.
fn strewn<R: HasamiRules>() -> impl Iterator<Item = HasamiPosition<R>> {
    let mut random = Rng::with_seed(20);
    let strew = move |_| {
        let density = 0.05 + 0.5 * random.f32();
        let mut men = [Bitboard::EMPTY; 2];
        for square in Square::<R::Geometry>::all() {
            if random.f32() < density {
                let side = &mut men[random.usize(..2)];
                *side = side.with(square);
            }
        }
        HasamiPosition::new(men, if random.bool() { Color::Black } else { Color::White })
    };
    (0..600).map(strew).filter(|position| position.goal().is_none())
}

fn moves<R: HasamiRules, P: Phase>(position: &HasamiPosition<R>) -> Vec<HasamiMove<R::Geometry>> {
    let mut moves = MoveList::new();
    position.generate::<P>(&mut moves);
    let mut moves = moves.to_vec();
    moves.sort_unstable();
    moves
}

fn check_captures<R: HasamiRules>() {
    for position in strewn::<R>() {
        for color in Color::ALL {
            let men = Color::ALL.map(|side| position.men(side));
            let turn = HasamiPosition::<R>::new(men, color);
            if turn.goal().is_some() {
                continue;
            }
            let mut captures: Vec<_> = position.captures(color).collect();
            captures.sort_unstable_by_key(|&(mv, _)| mv);
            let mut expected = Vec::new();
            for mv in moves::<R, All>(&turn) {
                let captured = turn.captured_by(mv);
                if captured.is_occupied() {
                    expected.push((mv, captured));
                }
                // The man has arrived, and nothing has been taken.
                let mut landed = men;
                landed[color.index()] ^= Bitboard::from(mv.from) | Bitboard::from(mv.to);
                let landed = HasamiPosition::<R>::new(landed, color);
                let would_capture = landed.would_capture_at(color, mv.to);
                assert_eq!(would_capture, captured.is_occupied(), "{turn:?} {mv:?}");
            }
            assert_eq!(captures, expected, "{turn:?}");
        }
    }
}

fn check_custody<R: HasamiRules>() {
    for position in strewn::<R>() {
        for color in Color::ALL {
            let (own, enemy) = (position.men(color), position.men(!color));
            for to in position.empty() {
                let mut fallen = Bitboard::EMPTY;
                for direction in Direction::ORTHOGONAL {
                    let mut run = Bitboard::EMPTY;
                    let mut front = Bitboard::from(to).shifted(direction);
                    while front.intersects(enemy) {
                        run |= front;
                        front = front.shifted(direction);
                    }
                    if front.intersects(own) {
                        fallen |= run;
                    }
                }
                assert_eq!(position.custody_from(color, to), fallen, "{position:?} {color} {to}");
            }
        }
    }
}

fn check_danger<R: HasamiRules>() {
    for position in strewn::<R>() {
        let side = position.side_to_move();
        let turned = HasamiPosition::<R>::new(
            [position.men(Color::Black), position.men(Color::White)],
            !side,
        );
        let wins = |mv| {
            let taken = position.men(side).count() - turned.after(mv).men(side).count();
            let goal = turned.after(mv).goal();
            goal.is_some_and(|outcome| match outcome.reason() {
                Reason::MenCaptured => taken <= 3,
                _ => outcome.winner() == Some(!side),
            })
        };
        let danger = match turned.goal() {
            Some(outcome) if outcome.winner() == Some(side) => continue,
            Some(_) => true,
            None => moves::<R, All>(&turned).into_iter().any(wins),
        };
        assert_eq!(position.in_danger(), danger, "{position:?}");
    }
}

fn check_losing<R: HasamiRules>() {
    for position in strewn::<R>().filter(|position| position.in_danger()) {
        let losing = position.losing();
        for mv in moves::<R, All>(&position) {
            let next = position.after(mv);
            let wins = next.goal().is_none() && next.wins_at_once();
            assert_eq!(losing(mv), wins, "{position:?} {mv:?}");
        }
    }
}

fn check_exchanges<R: HasamiRules>() {
    for position in strewn::<R>() {
        for mv in moves::<R, All>(&position) {
            let next = position.after(mv);
            let answers = moves::<R, All>(&next).into_iter().map(|answer| next.gain(answer));
            let value = position.gain(mv) - answers.max().unwrap_or(0);
            for threshold in (-4..=4).map(|men: Score| 100 * men - 20) {
                assert_eq!(
                    position.exchange_at_least(mv, threshold),
                    value >= threshold,
                    "{position:?} {mv:?} {threshold}"
                );
            }
        }
    }
}

#[test]
fn threats_are_made_where_a_run_can_be_closed_from_its_other_end() {
    let threatening = |sfen| {
        let (position, _) = HasamiPosition::<Hasami>::from_sfen(sfen).expect("a good SFEN");
        let squares = position.threatening_squares().into_iter();
        squares.map(|square| square.to_string()).collect::<Vec<_>>()
    };
    // The man on 5h can go to 5f, so that one on 5d would threaten 5e.
    assert_eq!(threatening("9/9/9/9/4p4/9/9/4P4/9 b - 1"), ["5d"]);
    assert_eq!(threatening("9/9/9/4p4/4p4/9/9/4P4/9 b - 1"), ["5c"]);
    assert_eq!(threatening("9/9/9/4P4/4p4/9/9/4P4/9 b - 1"), Vec::<String>::new());
}

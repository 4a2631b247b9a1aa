//! What the search guesses in every game of the family, against slow and plain
//! answers.

use fastrand::Rng;

use super::*;
use crate::core::bitboard::{Bitboard, Direction};
use crate::core::color::Color;
use crate::core::forcing::{ForcedStatus, Forcing};
use crate::core::movelist::MoveList;
use crate::core::outcome::{Outcome, Reason};
use crate::core::position::{All, Phase, Position};
use crate::core::score::Score;
use crate::core::square::Square;
use crate::core::tactics::Tactics;
use crate::notation::{Notation, read};

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
    threats_and_answers_are_what_moves_lead_to => check_threats,
    few_men_move_as_many_do => check_few_men,
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
    (0..600).map(strew).filter(|position| position.goal_outcome().is_none())
}

/// As [`strewn`], but one side has one or two men more than those with which it loses.
fn nearly_lost<R: HasamiRules>() -> impl Iterator<Item = HasamiPosition<R>> {
    let thin = |(number, position): (usize, HasamiPosition<R>)| {
        let mut men = Color::ALL.map(|side| position.men(side));
        let most = R::LOSING_MEN.unwrap_or(1) as usize + 1 + number / 2 % 2;
        let side = &mut men[number % 2];
        *side = side.into_iter().take(most).fold(Bitboard::EMPTY, Bitboard::with);
        HasamiPosition::new(men, position.side_to_move())
    };
    strewn::<R>().enumerate().map(thin).filter(|position| position.goal_outcome().is_none())
}

fn sorted<M: Copy + Ord>(moves: MoveList<M>) -> Vec<M> {
    let mut moves = moves.to_vec();
    moves.sort_unstable();
    moves
}

fn moves<R: HasamiRules, P: Phase>(position: &HasamiPosition<R>) -> Vec<HasamiMove<R::Geometry>> {
    let mut moves = MoveList::new();
    position.generate::<P>(&mut moves);
    sorted(moves)
}

/// The same men, and this side has the move.
fn with_move<R: HasamiRules>(position: &HasamiPosition<R>, color: Color) -> HasamiPosition<R> {
    HasamiPosition::new(Color::ALL.map(|side| position.men(side)), color)
}

fn check_captures<R: HasamiRules>() {
    for position in strewn::<R>() {
        for color in Color::ALL {
            let turn = with_move(&position, color);
            if turn.goal_outcome().is_some() {
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
                let mut capture_context = Color::ALL.map(|side| position.men(side));
                capture_context[color.index()] ^= Bitboard::from(mv.from) | Bitboard::from(mv.to);
                let capture_context = HasamiPosition::<R>::new(capture_context, color);
                let would_capture = capture_context.would_capture_at(color, mv.to);
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
        let turned = with_move(&position, !side);
        let wins = |mv| {
            let taken = position.men(side).count() - turned.after(mv).men(side).count();
            let goal = turned.after(mv).goal_outcome();
            goal.is_some_and(|outcome| match outcome.reason() {
                Reason::MenCaptured => taken <= 3,
                _ => outcome.winner() == Some(!side),
            })
        };
        let danger = match turned.goal_outcome() {
            Some(outcome) if outcome.winner() == Some(side) => continue,
            Some(_) => true,
            None => moves::<R, All>(&turned).into_iter().any(wins),
        };
        assert_eq!(position.in_danger(), danger, "{position:?}");
    }
}

fn check_losing<R: HasamiRules>() {
    for position in strewn::<R>().filter(|position| position.in_danger()) {
        let losing = position.losing_move_filter();
        for mv in moves::<R, All>(&position) {
            let next = position.after(mv);
            let wins = next.goal_outcome().is_none() && next.has_immediate_win();
            assert_eq!(losing(mv), wins, "{position:?} {mv:?}");
        }
    }
}

fn check_exchanges<R: HasamiRules>() {
    for position in strewn::<R>() {
        for mv in moves::<R, All>(&position) {
            let next = position.after(mv);
            let answers =
                moves::<R, All>(&next).into_iter().map(|answer| next.capture_gain(answer));
            let value = position.capture_gain(mv) - answers.max().unwrap_or(0);
            for threshold in (-4..=4).flat_map(|men: Score| [100 * men - 20, 100 * men]) {
                assert_eq!(
                    position.see_ge(mv, threshold),
                    value >= threshold,
                    "{position:?} {mv:?} {threshold}"
                );
            }
        }
    }
}

fn winning_moves<R: HasamiRules>(
    position: &HasamiPosition<R>,
    color: Color,
) -> Vec<HasamiMove<R::Geometry>> {
    let turn = with_move(position, color);
    let wins = |&mv: &_| turn.after(mv).goal_outcome().and_then(Outcome::winner) == Some(color);
    moves::<R, All>(&turn).into_iter().filter(wins).collect()
}

/// True when a side has won, or would with its next move, were it its turn.
fn could_win<R: HasamiRules>(position: &HasamiPosition<R>, color: Color) -> bool {
    with_move(position, !color).goal_outcome().is_some()
        || !winning_moves(position, color).is_empty()
}

fn check_threats<R: HasamiRules>() {
    if HasamiPosition::<R>::THREATS.is_none() {
        return;
    }
    let nobody_has_won = |position: &HasamiPosition<R>| {
        Color::ALL.into_iter().all(|color| with_move(position, color).goal_outcome().is_none())
    };
    let mut met = [0; 2];
    for position in strewn::<R>().chain(nearly_lost()).filter(nobody_has_won).step_by(2) {
        let side = position.side_to_move();
        let all = moves::<R, All>(&position);
        let wins = winning_moves(&position, side);
        let threatens = |&mv: &_| could_win(&position.after(mv), side);
        let expected = match wins.is_empty() {
            true => all.iter().copied().filter(threatens).collect(),
            false => wins.clone(),
        };
        let mut forcing = MoveList::new();
        position.generate_threats(&mut forcing);
        assert_eq!(sorted(forcing), expected, "{position:?}");
        for &mv in &all {
            let move_class = position.move_class(mv);
            let kin = |&other: &_| position.move_class(other) == move_class;
            assert!(move_class != 0 && all.iter().all(|other| kin(other) == (other.to == mv.to)));
        }
        let standing = position.defender_status();
        assert_eq!(standing == ForcedStatus::Lost, !wins.is_empty(), "{position:?}");

        // Answers are asked for where there is a threat, and no win.
        if !wins.is_empty() || !could_win(&position, !side) {
            continue;
        }
        let holds = |&mv: &_| !could_win(&position.after(mv), !side);
        let expected: Vec<_> = all.into_iter().filter(holds).collect();
        let mut answers = MoveList::new();
        position.generate_defences(&mut answers);
        assert_eq!(sorted(answers), expected, "{position:?}");
        let expected = match expected.len() {
            0 => ForcedStatus::Won(2),
            answers => ForcedStatus::Open(answers as u16),
        };
        assert_eq!(standing, expected, "{position:?}");
        met[usize::from(standing == ForcedStatus::Won(2))] += 1;
    }
    assert!(met.iter().all(|&met| met > 0), "{met:?}");
}

fn check_few_men<R: HasamiRules>() {
    let Some(rules) = HasamiPosition::<R>::endgame_rules() else { return };
    let mut random = Rng::with_seed(21);
    let mut met = [0; 2];
    for _ in 0..4_000 {
        // In a corner, where men stand in each other's way.
        let mut men = [Bitboard::EMPTY; 2];
        for side in [0, 0, 1, 1, 1, 1].into_iter().take(random.usize(4..7)) {
            let square = Square::<R::Geometry>::new(random.usize(..2), random.usize(..3));
            if !(men[0] | men[1]).contains(square) {
                men[side] = men[side].with(square);
            }
        }
        if men.iter().any(|men| !men.has_many()) {
            continue;
        }
        let position = HasamiPosition::<R>::new(men, Color::Black);
        let few = position.endgame_men(6).expect("six men at most");
        let captures = |&mv: &_| position.captured_by(mv).is_occupied();
        let (captures, quiet): (Vec<_>, Vec<_>) =
            moves::<R, All>(&position).into_iter().partition(captures);
        met[usize::from(quiet.is_empty())] += 1;
        assert_eq!(rules.has_quiet_move(few), !quiet.is_empty(), "{position:?}");
        assert_eq!(rules.captures(few).map_or(0, |list| list.len()), captures.len());
        assert_eq!(rules.sfen(few), position.sfen(1));
        if let Some(mv) = quiet.first() {
            let usi = rules.usi(mv.from.index() as u8, mv.to.index() as u8);
            assert_eq!(usi, HasamiPosition::<R>::usi(*mv));
        }
    }
    // Few men cannot stand in the way of one that jumps.
    assert!(met[0] > 0 && (met[1] > 0 || R::JUMP), "{met:?}");
}

/// A step that captures is no quiet one.
#[test]
fn few_men_may_have_nothing_but_a_capture() {
    fn quiet<R: HasamiRules>() -> bool {
        let position: HasamiPosition<R> = read("p8/PPp6/pp7/9/9/9/9/9/9 b - 1");
        let rules = HasamiPosition::<R>::endgame_rules().expect("endgames");
        rules.has_quiet_move(position.endgame_men(6).expect("six men at most"))
    }
    assert!(!quiet::<Hasami>());
    assert!(quiet::<HasamiNocorner>(), "there is no capture in the corner");
}

/// One man along a file and one along a rank, with no two in any line.
#[test]
fn the_last_men_may_fall_along_a_file_and_a_rank_at_once() {
    let position: HasamiPosition<DaiHasami> = read("8p/9/4P4/4p4/5pP2/9/9/9/4P4 b - 1");
    assert_eq!(position.defender_status(), ForcedStatus::Lost);
}

#[test]
fn who_cannot_move_has_lost_already() {
    let position: HasamiPosition<HasamiFive> = read("9/9/9/9/9/9/p8/p8/Ppp6 b - 1");
    assert_eq!(position.defender_status(), ForcedStatus::Won(0));
}

#[test]
fn the_clock_runs_from_the_last_capture() {
    let sfen = "8p/9/9/4p4/9/4P4/9/9/P3P3p b - 1";
    let mut position: HasamiPosition<Hasami> = read(sfen);
    let mut clocks = vec![position.clock()];
    for word in ["9i9c", "1i1h", "5f5e", "1h1i", "9c5c", "1i1h"] {
        position.play(position.parse_usi(word).expect("a legal move"), &mut ());
        clocks.push(position.clock());
    }
    // With 9c5c the man on 5d falls.
    assert_eq!(clocks, [0, 1, 2, 3, 4, 0, 1]);
}

#[test]
fn threats_are_made_where_a_run_can_be_closed_from_its_other_end() {
    let threatening = |sfen| {
        let position: HasamiPosition<Hasami> = read(sfen);
        let squares = position.threatening_squares().into_iter();
        squares.map(|square| square.to_string()).collect::<Vec<_>>()
    };
    // The man on 5h can go to 5f, so that one on 5d would threaten 5e.
    assert_eq!(threatening("9/9/9/9/4p4/9/9/4P4/9 b - 1"), ["5d"]);
    assert_eq!(threatening("9/9/9/4p4/4p4/9/9/4P4/9 b - 1"), ["5c"]);
    assert_eq!(threatening("9/9/9/4P4/4p4/9/9/4P4/9 b - 1"), Vec::<String>::new());
}

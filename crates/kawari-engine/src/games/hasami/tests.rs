//! Tests of captures, tactics and threats in every game of the family against slow
//! reference implementations.

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

in_every_game! {
        captures_match_the_capturing_moves => check_captures,
        custody_matches_a_square_by_square_walk => check_custody,
        in_danger_detects_wins_in_one => check_danger,
        losing_move_filter_detects_immediate_wins => check_losing,
        see_subtracts_the_largest_reply_capture => check_see,
        threats_and_defences_match_brute_force => check_threats,
        endgame_rules_match_the_position => check_endgame_rules,
}

/// Returns random undecided positions with few to many men.
fn random_positions<R: HasamiRules + Default>() -> impl Iterator<Item = HasamiPosition<R>> {
    let mut random = Rng::with_seed(20);
    let random_position = move |_| {
        let density = 0.05 + 0.5 * random.f32();
        let mut men = [Bitboard::EMPTY; 2];
        for square in Square::<R::Geometry>::all() {
            if random.f32() < density {
                let side = &mut men[random.usize(..2)];
                *side = side.with(square);
            }
        }
        HasamiPosition::new(
            R::default(),
            men,
            if random.bool() { Color::Black } else { Color::White },
        )
    };
    (0..600).map(random_position).filter(|position| position.goal_outcome().is_none())
}

/// Returns random undecided positions in which one side has one or two men more than the
/// number with which it loses.
fn nearly_lost<R: HasamiRules + Default>() -> impl Iterator<Item = HasamiPosition<R>> {
    let remove_men = |(number, position): (usize, HasamiPosition<R>)| {
        let mut men = Color::ALL.map(|side| position.men(side));
        let most = R::default().table().losing[0].unwrap_or(1) as usize + 1 + number / 2 % 2;
        let side = &mut men[number % 2];
        *side = side.into_iter().take(most).fold(Bitboard::EMPTY, Bitboard::with);
        HasamiPosition::new(R::default(), men, position.side_to_move())
    };
    random_positions::<R>()
        .enumerate()
        .map(remove_men)
        .filter(|position| position.goal_outcome().is_none())
}

fn sorted<M: Copy + Ord>(moves: MoveList<M>) -> Vec<M> {
    let mut moves = moves.to_vec();
    moves.sort_unstable();
    moves
}

fn moves<R: HasamiRules + Default, P: Phase>(
    position: &HasamiPosition<R>,
) -> Vec<HasamiMove<R::Geometry>> {
    let mut moves = MoveList::new();
    position.generate::<P>(&mut moves);
    sorted(moves)
}

/// Returns the position with the given side to move.
fn with_side_to_move<R: HasamiRules + Default>(
    position: &HasamiPosition<R>,
    color: Color,
) -> HasamiPosition<R> {
    HasamiPosition::new(R::default(), Color::ALL.map(|side| position.men(side)), color)
}

fn check_captures<R: HasamiRules + Default>() {
    for position in random_positions::<R>() {
        for color in Color::ALL {
            let to_move = with_side_to_move(&position, color);
            if to_move.goal_outcome().is_some() {
                continue;
            }
            let mut captures: Vec<_> = position.captures(color).collect();
            captures.sort_unstable_by_key(|&(mv, _)| mv);
            let mut expected = Vec::new();
            for mv in moves::<R, All>(&to_move) {
                let captured = to_move.captured_by(mv);
                if captured.is_occupied() {
                    expected.push((mv, captured));
                }
                // The board after the move and before its captures.
                let mut men = Color::ALL.map(|side| position.men(side));
                men[color.index()] ^= Bitboard::from(mv.from) | Bitboard::from(mv.to);
                let moved = HasamiPosition::new(R::default(), men, color);
                let would_capture = moved.would_capture_at(color, mv.to);
                assert_eq!(would_capture, captured.is_occupied(), "{to_move:?} {mv:?}");
            }
            assert_eq!(captures, expected, "{to_move:?}");
        }
    }
}

fn check_custody<R: HasamiRules + Default>() {
    for position in random_positions::<R>() {
        for color in Color::ALL {
            let (own, enemy) = (position.men(color), position.men(!color));
            for to in position.empty() {
                let mut captured = Bitboard::EMPTY;
                for direction in Direction::ORTHOGONAL {
                    let mut run = Bitboard::EMPTY;
                    let mut front = Bitboard::from(to).shifted(direction);
                    while front.intersects(enemy) {
                        run |= front;
                        front = front.shifted(direction);
                    }
                    if front.intersects(own) {
                        captured |= run;
                    }
                }
                assert_eq!(position.custody_from(color, to), captured, "{position:?} {color} {to}");
            }
        }
    }
}

fn check_danger<R: HasamiRules + Default>() {
    for position in random_positions::<R>() {
        let side = position.side_to_move();
        let switched = with_side_to_move(&position, !side);
        let wins = |mv| {
            let captured = position.men(side).count() - switched.after(mv).men(side).count();
            let goal = switched.after(mv).goal_outcome();
            goal.is_some_and(|outcome| match outcome.reason() {
                Reason::MenCaptured => captured <= 3,
                _ => outcome.winner() == Some(!side),
            })
        };
        let danger = match switched.goal_outcome() {
            Some(outcome) if outcome.winner() == Some(side) => continue,
            Some(_) => true,
            None => moves::<R, All>(&switched).into_iter().any(wins),
        };
        assert_eq!(position.in_danger(), danger, "{position:?}");
    }
}

fn check_losing<R: HasamiRules + Default>() {
    for position in random_positions::<R>().filter(|position| position.in_danger()) {
        let losing = position.losing_move_filter();
        for mv in moves::<R, All>(&position) {
            let next = position.after(mv);
            let wins = next.goal_outcome().is_none() && next.has_immediate_win();
            assert_eq!(losing(mv), wins, "{position:?} {mv:?}");
        }
    }
}

fn check_see<R: HasamiRules + Default>() {
    for position in random_positions::<R>() {
        for mv in moves::<R, All>(&position) {
            let next = position.after(mv);
            let replies = moves::<R, All>(&next).into_iter().map(|reply| next.capture_gain(reply));
            let value = position.capture_gain(mv) - replies.max().unwrap_or(0);
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

fn winning_moves<R: HasamiRules + Default>(
    position: &HasamiPosition<R>,
    color: Color,
) -> Vec<HasamiMove<R::Geometry>> {
    let to_move = with_side_to_move(position, color);
    let wins = |&mv: &_| to_move.after(mv).goal_outcome().and_then(Outcome::winner) == Some(color);
    moves::<R, All>(&to_move).into_iter().filter(wins).collect()
}

/// Returns true if a side has won, or could win with one move if it were to move.
fn could_win<R: HasamiRules + Default>(position: &HasamiPosition<R>, color: Color) -> bool {
    with_side_to_move(position, !color).goal_outcome().is_some()
        || !winning_moves(position, color).is_empty()
}

fn check_threats<R: HasamiRules + Default>() {
    if R::default().startpos().threats().is_none() {
        return;
    }
    let nobody_has_won = |position: &HasamiPosition<R>| {
        Color::ALL
            .into_iter()
            .all(|color| with_side_to_move(position, color).goal_outcome().is_none())
    };
    // Positions with a defence and without one.
    let mut tested = [0; 2];
    for position in random_positions::<R>().chain(nearly_lost()).filter(nobody_has_won).step_by(2) {
        let side = position.side_to_move();
        let all = moves::<R, All>(&position);
        let wins = winning_moves(&position, side);
        let threatens = |&mv: &_| could_win(&position.after(mv), side);
        let expected = match wins.is_empty() {
            true => all.iter().copied().filter(threatens).collect(),
            false => wins.clone(),
        };
        let mut threats = MoveList::new();
        position.generate_threats(&mut threats);
        assert_eq!(sorted(threats), expected, "{position:?}");
        for &mv in &all {
            let move_class = position.move_class(mv);
            let same_class = |&other: &_| position.move_class(other) == move_class;
            assert!(
                move_class != 0 && all.iter().all(|other| same_class(other) == (other.to == mv.to))
            );
        }
        let status = position.defender_status();
        assert_eq!(status == ForcedStatus::Lost, !wins.is_empty(), "{position:?}");

        // Defences are defined only if there is a threat and the defender cannot win.
        if !wins.is_empty() || !could_win(&position, !side) {
            continue;
        }
        let defends = |&mv: &_| !could_win(&position.after(mv), !side);
        let expected: Vec<_> = all.into_iter().filter(defends).collect();
        let mut defences = MoveList::new();
        position.generate_defences(&mut defences);
        assert_eq!(sorted(defences), expected, "{position:?}");
        let expected = match expected.len() {
            0 => ForcedStatus::Won(2),
            defences => ForcedStatus::Open(defences as u16),
        };
        assert_eq!(status, expected, "{position:?}");
        tested[usize::from(status == ForcedStatus::Won(2))] += 1;
    }
    assert!(tested.iter().all(|&count| count > 0), "{tested:?}");
}

fn check_endgame_rules<R: HasamiRules + Default>() {
    let Some(rules) = R::default().startpos().endgame_rules() else { return };
    let mut random = Rng::with_seed(21);
    // Positions with a quiet move and without one.
    let mut tested = [0; 2];
    for _ in 0..4_000 {
        // Men in a corner, where they block each other.
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
        let position = HasamiPosition::new(R::default(), men, Color::Black);
        let few = position.endgame_men(6).expect("six men at most");
        let captures = |&mv: &_| position.captured_by(mv).is_occupied();
        let (captures, quiet): (Vec<_>, Vec<_>) =
            moves::<R, All>(&position).into_iter().partition(captures);
        tested[usize::from(quiet.is_empty())] += 1;
        assert_eq!(rules.has_quiet_move(few), !quiet.is_empty(), "{position:?}");
        assert_eq!(rules.captures(few).map_or(0, |list| list.len()), captures.len());
        assert_eq!(rules.sfen(few), position.sfen(1));
        if let Some(mv) = quiet.first() {
            let usi = rules.usi(mv.from.index() as u8, mv.to.index() as u8);
            assert_eq!(usi, position.usi(*mv).to_string());
        }
    }
    // Men that can jump always have a quiet move here.
    assert!(tested[0] > 0 && (tested[1] > 0 || R::default().table().rules.jump > 0), "{tested:?}");
}

#[test]
fn has_quiet_move_ignores_captures() {
    fn quiet<R: HasamiRules + Default>() -> bool {
        let position: HasamiPosition<R> = read("p8/PPp6/pp7/9/9/9/9/9/9 b - 1");
        let rules = position.endgame_rules().expect("endgames");
        rules.has_quiet_move(position.endgame_men(6).expect("six men at most"))
    }
    assert!(!quiet::<Hasami>());
    assert!(quiet::<HasamiNocorner>(), "no corner capture in this game");
}

/// One move captures a man on its file and a man on its rank.
#[test]
fn one_capture_on_a_file_and_a_rank_can_win() {
    let position: HasamiPosition<DaiHasami> = read("8p/9/4P4/4p4/5pP2/9/9/9/4P4 b - 1");
    assert_eq!(position.defender_status(), ForcedStatus::Lost);
}

#[test]
fn defender_without_legal_moves_has_lost() {
    let position: HasamiPosition<HasamiFive> = read("9/9/9/9/9/9/p8/p8/Ppp6 b - 1");
    assert_eq!(position.defender_status(), ForcedStatus::Won(0));
}

#[test]
fn clock_counts_half_moves_since_the_last_capture() {
    let sfen = "8p/9/9/4p4/9/4P4/9/9/P3P3p b - 1";
    let mut position: HasamiPosition<Hasami> = read(sfen);
    let mut clocks = vec![position.clock()];
    for word in ["9i9c", "1i1h", "5f5e", "1h1i", "9c5c", "1i1h"] {
        position.play(position.parse_usi(word).expect("a legal move"), &mut ());
        clocks.push(position.clock());
    }
    // 9c5c captures the man on 5d.
    assert_eq!(clocks, [0, 1, 2, 3, 4, 0, 1]);
}

#[test]
fn threatening_squares_are_opposite_a_reachable_end_of_a_run() {
    let threatening = |sfen| {
        let position: HasamiPosition<Hasami> = read(sfen);
        let squares = position.threatening_squares().into_iter();
        squares.map(|square| square.to_string()).collect::<Vec<_>>()
    };
    // The man on 5h can go to 5f, so a man on 5d threatens the man on 5e.
    assert_eq!(threatening("9/9/9/9/4p4/9/9/4P4/9 b - 1"), ["5d"]);
    assert_eq!(threatening("9/9/9/4p4/4p4/9/9/4P4/9 b - 1"), ["5c"]);
    assert_eq!(threatening("9/9/9/4P4/4p4/9/9/4P4/9 b - 1"), Vec::<String>::new());
}

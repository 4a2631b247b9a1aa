//! Check, mate, no legal move, repetition and perpetual check in the drop games.

use kawari_engine::core::history::History;
use kawari_engine::core::outcome::{Outcome, Reason};
use kawari_engine::core::position::Position;
use kawari_engine::games::variants::{Playable, Variant, Visitor};

use super::support::{drawn, tours};

/// A side may not leave its General capturable: a pinned piece stays on its line.
#[test]
fn a_pinned_piece_stays_on_its_line() {
    let game = drawn(
        "yari",
        "b -",
        "
        k . . . . . .  a
        . . . r . . .  c
        . . . +R . . .  g
        . . . K . . .  i
        ",
    );
    assert_eq!(game.targets("4g"), "4c 4d 4e 4f 4h");
}

/// A side may not leave its General capturable: it does not step into an attack.
#[test]
fn a_general_does_not_step_into_an_attack() {
    let game = drawn(
        "yari",
        "b -",
        "
        k . . . . . .  a
        . . . . r . .  c
        . . . K . . .  i
        ",
    );
    assert_eq!(game.targets("4i"), "4h 5h 5i");
}

/// A side may not leave its General capturable: Generals keep apart.
#[test]
fn generals_do_not_meet() {
    let game = drawn(
        "yari",
        "b -",
        "
        . . . k . . .  c
        . . . K . . .  e
        ",
    );
    assert_eq!(game.targets("4e"), "3e 3f 4f 5e 5f");
}

/// A side may not leave its General capturable: a check is answered by capture,
/// interposition or flight, and by nothing else.
#[test]
fn a_check_must_be_answered() {
    let game = drawn(
        "yari",
        "b P",
        "
        k . . . . . .  a
        . . . r . . R  f
        . . . . . . +R  g
        . . . K . . .  i
        ",
    );
    assert_eq!(game.moves(""), "1f4f 1g4g 4i3h 4i3i 4i5h 4i5i P*4g P*4h");
}

/// A double check leaves only the General's or King's own moves.
#[test]
fn a_double_check_must_be_fled() {
    let single = "
        k . . +g . . .  a
        . . . . . . +G  f
        . . . K . . .  i
        ";
    assert_eq!(drawn("hajiku", "b -", single).moves("1f"), "1f4f");
    let double = "
        k . . +g . . .  a
        +f . . . . . +G  f
        . . . K . . .  i
        ";
    let game = drawn("hajiku", "b -", double);
    assert_eq!(game.moves("1f"), "");
    assert_eq!(game.moves(""), "4i3h 4i3i 4i5i");
}

/// In check with no legal move: mated, loses.
#[test]
fn mate_loses() {
    let yari = drawn(
        "yari",
        "b R",
        "
        . . . . . . k  a
        +R . . . . . .  b
        K . . . . . .  i
        ",
    );
    assert_eq!(yari.after("R*4a").status(), "black wins: checkmate");
    assert_eq!(yari.after("R*4a").moves(""), "");
    let hajiku = drawn(
        "hajiku",
        "w +g",
        "
        k . . . . . .  a
        +g . . . . . .  h
        . . . . . . K  i
        ",
    );
    assert_eq!(hajiku.after("+G*4i").status(), "white wins: checkmate");
}

/// No legal move and not in check: loses too.
#[test]
fn no_legal_move_loses() {
    for variant in ["yari", "hajiku"] {
        let rook = if variant == "yari" { "+R" } else { "+G" };
        let drawing = format!(
            "
            k . . . . . .  a
            P . {rook} . . . .  c
            . . . K . . .  i
            "
        );
        let game = drawn(variant, "b -", &drawing).after("5c6c");
        assert_eq!(game.status(), "black wins: no legal move", "{variant}");
    }
}

const TWO_KINGS: &str = "
    . . . k . . .  a
    . . . K . . .  i
    ";

/// Yari: the third occurrence of a position is a draw.
#[test]
fn the_third_occurrence_in_yari() {
    let game = drawn("yari", "b -", TWO_KINGS);
    assert_eq!(game.after(&tours("4i 4h", "4a 4b", 7)).status(), "ongoing");
    assert_eq!(game.after(&tours("4i 4h", "4a 4b", 8)).status(), "draw: repetition");
}

/// Hajiku: the fourth occurrence is a draw.
#[test]
fn the_fourth_occurrence_in_hajiku() {
    let game = drawn("hajiku", "b -", TWO_KINGS);
    assert_eq!(game.after(&tours("4i 4h", "4a 4b", 11)).status(), "ongoing");
    assert_eq!(game.after(&tours("4i 4h", "4a 4b", 12)).status(), "draw: repetition");
}

/// A position is board, hands and side to move: the same board with other hands
/// is another position.
#[test]
fn hands_tell_positions_apart() {
    let game = drawn(
        "yari",
        "b 3P",
        "
        . . . . . . k  a
        . . . +r . . .  c
        . . . . . . K  i
        ",
    );
    let round = "P*4d 4c4d 1i2i 4d4e 2i1i 4e4c ";
    let twice = game.after(&round.repeat(2));
    assert_eq!(twice.board(), game.board());
    assert_eq!(twice.hands(), "P2p");
    assert_eq!(twice.status(), "ongoing");
}

/// Hajiku: the right to counter-flip tells positions apart too. Only its second
/// return without the mark is the third occurrence.
#[test]
fn the_counter_flip_right_tells_positions_apart() {
    let game = drawn(
        "hajiku",
        "b p",
        "
        k . . . . . .  a
        . . . g! . . .  g
        K . . . . . .  i
        ",
    );
    let round = tours("7i 6i", "7a 6a", 4);
    let game = game.after(&round);
    assert_eq!(game.piece("4g"), "g");
    assert_eq!(game.after(&round).after(&round).status(), "ongoing");
    assert_eq!(game.after(&round).after(&round).after(&round).status(), "draw: repetition");
}

const CHASE: &str = "
    . . . k . . .  a
    . . ROOK . . . .  e
    . . . . . . K  i
    ";

/// Yari: a side that gave check with every one of its moves between the first
/// and the third occurrence loses.
#[test]
fn perpetual_check_loses_in_yari() {
    let game = drawn("yari", "b -", &CHASE.replace("ROOK", "+R"));
    let chase = tours("5e 4e", "4a 5a", 4);
    assert_eq!(game.after(&chase).status(), "ongoing");
    assert_eq!(game.after(&chase).after(&chase).status(), "white wins: perpetual check");
}

/// Hajiku: the same between the first and the fourth occurrence.
#[test]
fn perpetual_check_loses_in_hajiku() {
    let game = drawn("hajiku", "b -", &CHASE.replace("ROOK", "+G"));
    let chase = tours("5e 4e", "4a 5a", 12);
    assert_eq!(game.after(&chase).status(), "white wins: perpetual check");
    let two = tours("5e 4e", "4a 5a", 8);
    assert_eq!(game.after(&two).status(), "ongoing");
}

/// The side that gives check loses whichever side it is.
#[test]
fn white_loses_by_perpetual_check_too() {
    let game = drawn(
        "yari",
        "w -",
        "
        k . . . . . .  a
        . . . . +r . .  e
        . . . K . . .  i
        ",
    );
    let chase = tours("3e 4e", "4i 3i", 8);
    assert_eq!(game.after(&chase).status(), "black wins: perpetual check");
}

/// A side that left out check once has not given perpetual check.
#[test]
fn one_quiet_move_makes_it_a_draw() {
    let game = drawn("yari", "b -", &CHASE.replace("ROOK", "+R"));
    let half = tours("5e 4e", "4a 3a", 8);
    assert_eq!(game.after(&half).status(), "draw: repetition");
}

/// How a game ends in which both sides give check with every move until the start
/// has come back often enough.
pub fn mutual_perpetual_check(name: &str) -> Option<Outcome> {
    struct AllChecks;
    impl Visitor for AllChecks {
        type Output = Option<Outcome>;
        fn visit<G: Playable>(self, game: G) -> Option<Outcome> {
            let position = game.startpos();
            let mut history = History::new();
            history.push(position.key(), true);
            for _ in 1..position.repetition_rule().occurrences {
                for other in 1..4 {
                    history.push(position.key() ^ other, true);
                }
                history.push(position.key(), true);
            }
            position.adjudicate(&history)
        }
    }
    let variant: Variant = name.parse().expect("a game of the registry");
    variant.visit(AllChecks)
}

/// Both sides giving perpetual check: a draw.
#[test]
fn mutual_perpetual_check_is_a_draw() {
    for name in ["yari", "hajiku"] {
        let outcome = mutual_perpetual_check(name);
        assert_eq!(outcome, Some(Outcome::Draw(Reason::Repetition)), "{name}");
    }
}

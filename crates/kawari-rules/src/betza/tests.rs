use super::*;

fn leaps(text: &str) -> Vec<Offset> {
    let mut leaps: Vec<_> = parse(text).unwrap().leaps.iter().map(|leap| leap.to).collect();
    leaps.sort_unstable();
    leaps
}

#[test]
fn directions_select_steps() {
    assert_eq!(leaps("WfF"), [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1)]);
    assert_eq!(leaps("lbF"), [(-1, -1)]);
    assert_eq!(leaps("sfW"), [(-1, 0), (0, 1), (1, 0)]);
    assert_eq!(leaps("vW"), [(0, -1), (0, 1)]);
    assert_eq!(leaps("fsF"), leaps("fF"));
    assert_eq!(leaps("vsF").len(), 4);
    assert_eq!(leaps("fK"), [(-1, 1), (0, 1), (1, 1)]);
    assert_eq!(leaps("K").len(), 8);
}

/// The direction names of Fairy-Stockfish and XBoard for oblique leaps.
#[test]
fn directions_select_leaps_of_a_knight() {
    let narrow_forward = [(-1, 2), (1, 2)];
    for text in ["fN", "ffN", "lfrfN", "sfN"] {
        assert_eq!(leaps(text), narrow_forward, "{text}");
    }
    for text in ["fsN", "flfrN"] {
        assert_eq!(leaps(text), [(-2, 1), (2, 1)], "{text}");
    }
    assert_eq!(leaps("frN"), [(2, 1)]);
    assert_eq!(leaps("rfN"), [(1, 2)]);
    assert_eq!(leaps("rvN"), [(1, -2), (1, 2)]);
    assert_eq!(leaps("rN"), [(2, -1), (2, 1)]);
    assert_eq!(leaps("fhN"), [(-2, 1), (-1, 2), (1, 2), (2, 1)]);
    assert_eq!(leaps("vN"), [(-1, -2), (-1, 2), (1, -2), (1, 2)]);
    assert_eq!(leaps("vsN"), leaps("N"));
    assert_eq!(leaps("N").len(), 8);
}

#[test]
fn slides_have_directions_and_limits() {
    let slide = |direction, limit| Slide { direction, limit };
    assert_eq!(parse("fR").unwrap().slides, [slide((0, 1), None)]);
    assert_eq!(parse("rbB3").unwrap().slides, [slide((1, -1), Some(3))]);
    assert_eq!(parse("Q").unwrap().slides.len(), 8);
    for (text, same) in [("WW", "R"), ("FF", "B"), ("bF2", "bB2"), ("K4", "Q4"), ("R1", "W")] {
        assert_eq!(parse(text), parse(same));
    }
    assert_eq!(parse("WfF").unwrap().slides, []);
}

#[test]
fn lame_leapers_have_blockers() {
    for leap in parse("nN").unwrap().leaps {
        let (x, y) = leap.blocker.unwrap();
        assert_eq!((x.abs() + y.abs(), leap.to.0.abs() + leap.to.1.abs()), (1, 3));
    }
    assert_eq!(parse("fnD").unwrap().leaps[0].blocker, Some((0, 1)));
}

#[test]
fn area_moves_have_steps_and_a_count() {
    let lion = parse("KaK").unwrap();
    assert_eq!(lion.leaps.len(), 8);
    assert_eq!((lion.areas[0].steps.len(), lion.areas[0].count), (8, 2));
    let area = &parse("aaW").unwrap().areas[0];
    assert_eq!((area.steps.len(), area.count), (4, 3));
}

#[test]
fn a_piece_can_move_if_a_target_is_on_the_board() {
    let rank_a_of_three_files = |(x, y): Offset| (-1..=1).contains(&x) && (-3..=0).contains(&y);
    for (text, can) in [
        ("fW", false),
        ("fR", false),
        ("fN", false),
        ("bH", true),
        ("sR", true),
        ("G", false),
        ("aW", true),
        ("nA", false),
    ] {
        assert_eq!(parse(text).unwrap().can_move(rank_a_of_three_files), can, "{text}");
    }
}

#[test]
fn errors_name_the_letter_and_its_position() {
    for (text, message) in [
        ("fX", "unsupported letter \"X\" at character 2"),
        ("mW", "unsupported modifier \"m\" at character 1"),
        ("WfF f", "unsupported letter \" \" at character 4"),
        ("f", "expected a piece letter such as W, F, N, R or B at character 2"),
        ("NN", "riders such as \"NN\" are not supported at character 2"),
        ("N2", "number \"2\"; only R, B, Q, W, F and K take one, 1 to 10 at character 2"),
        ("R11", "number \"11\"; only R, B, Q, W, F and K take one, 1 to 10 at character 2"),
        ("nR", "\"n\" is supported before N, D and A, not before R at character 2"),
        ("fhW", "\"h\" is supported after f, b, l or r before N, C and Z at character 2"),
        ("faK", "area moves are aW, aF and aK, without directions at character 1"),
        ("WaaaK", "more than 2 letters \"a\" at character 2"),
    ] {
        assert_eq!(parse(text).unwrap_err().to_string(), message);
    }
}

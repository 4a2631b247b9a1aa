use super::super::diagram::MoveDiagram;
use super::*;
use crate::betza;

fn both(moves: &str) -> [String; 2] {
    let diagram = MoveDiagram::new(&betza::parse(moves).unwrap());
    [Language::English, Language::Japanese].map(|language| text(&diagram, language))
}

#[test]
fn moves_are_put_into_words() {
    for (moves, english, japanese) in [
        ("K", "one step in all directions", "周りの8方向に1マス"),
        ("WfF", "one step orthogonally or diagonally forward", "縦横と斜め前に1マス"),
        ("FfW", "one step forward or diagonally", "前と斜めに1マス"),
        ("vWfF", "one step vertically or diagonally forward", "前後と斜め前に1マス"),
        ("fW", "one step forward", "前に1マス"),
        ("R", "slides orthogonally", "縦横に何マスでも"),
        ("RF", "slides orthogonally; steps diagonally", "縦横に何マスでも、斜めに1マス"),
        ("RW", "slides orthogonally", "縦横に何マスでも"),
        ("bF2", "slides diagonally backward, up to two squares", "斜め後ろに2マスまで"),
        ("fN", "jumps two forward and one sideways", "前へ2マス・左右へ1マスの所へ跳ぶ"),
        ("rfN", "jumps two forward and one to the right", "前へ2マス・右へ1マスの所へ跳ぶ"),
        ("fsN", "jumps one forward and two sideways", "前へ1マス・左右へ2マスの所へ跳ぶ"),
        (
            "N",
            "jumps two squares along a rank or a file and one square to the side, like a Knight \
             in chess",
            "縦か横に2マス、そこから直角に1マスの所へ跳ぶ",
        ),
        (
            "vN",
            "jumps two forward or backward and one sideways",
            "前後へ2マス・左右へ1マスの所へ跳ぶ",
        ),
        (
            "fAbD",
            "jumps two squares diagonally forward; jumps two squares backward",
            "斜め前の2マス先へ跳ぶ、後ろの2マス先へ跳ぶ",
        ),
        ("lbF", "one step diagonally backward to the left", "左斜め後ろに1マス"),
        ("rF", "one step diagonally to the right", "右斜め前後に1マス"),
        ("aK", "walks two steps in all directions", "周りの8方向に2マス歩く"),
        (
            "nD",
            "moves two squares orthogonally, but not over a piece",
            "縦横の2マス先へ動く（間に駒があると動けない）",
        ),
    ] {
        assert_eq!(both(moves), [english, japanese], "{moves}");
    }
}

/// Each set of directions has other words than all other sets.
#[test]
fn sets_of_directions_have_different_words() {
    let all: Vec<Offset> =
        (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y))).filter(|&to| to != (0, 0)).collect();
    for language in [Language::English, Language::Japanese] {
        let mut texts: Vec<String> = (1..256_u16)
            .map(|set| {
                let chosen = all.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1);
                let chosen: Vec<Offset> = chosen.map(|(_, &to)| to).collect();
                directions::text(&chosen, language)
            })
            .collect();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), 255);
    }
}

/// Each set of a Knight's leaps has other words than all other sets.
#[test]
fn sets_of_oblique_jumps_have_different_words() {
    let knight = betza::parse("N").unwrap();
    for language in [Language::English, Language::Japanese] {
        let mut texts: Vec<String> = (1..256_u16)
            .map(|set| {
                let mut moves = knight.clone();
                let mut bit = 0;
                moves.leaps.retain(|_| {
                    bit += 1;
                    set >> (bit - 1) & 1 == 1
                });
                text(&MoveDiagram::new(&moves), language)
            })
            .collect();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), 255);
    }
}

//! Damaged and random files: no panic, no endless loop, and a round trip of what is accepted.

use kawari_rules::random::definition;
use kawari_rules::{MAX_BYTES, read, write};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, any, prop};
use proptest::proptest;

use super::{assert_round_trip, known, lookup, read_ok};

/// Changes a text: replaces, removes, or inserts bytes or whole lines.
fn mutate(text: &str, changes: &[(prop::sample::Index, u8, prop::sample::Index)]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (place, change, other) in changes {
        let line = place.index(lines.len());
        let second = other.index(lines.len());
        match change % 6 {
            0 => drop(lines.remove(line)),
            1 => lines.insert(line, lines[second].clone()),
            2 => lines.swap(line, second),
            _ => {
                let mut letters: Vec<char> = lines[line].chars().collect();
                let at = other.index(letters.len() + 1);
                let letter = char::from(change % 95 + 32);
                match letters.get_mut(at) {
                    Some(old) => *old = letter,
                    None => letters.push(letter),
                }
                lines[line] = letters.into_iter().collect();
            }
        }
        if lines.is_empty() {
            lines.push(String::new());
        }
    }
    lines.join("\n")
}

/// Checks a text that may be wrong.
fn check(text: &str) {
    match read(text, &lookup) {
        Ok(game) => assert_round_trip(&game),
        Err(errors) => {
            let lines = text.lines().count().max(1);
            assert!((1..=50).contains(&errors.len()), "{}", errors.len());
            for error in errors {
                assert!((1..=lines + 1).contains(&error.line), "{error}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn changed_games_never_panic(
        game in any::<prop::sample::Index>(),
        changes in vec((any::<prop::sample::Index>(), any::<u8>(), any::<prop::sample::Index>()), 1..6),
    ) {
        let files = known();
        check(&mutate(&files[game.index(files.len())].1, &changes));
    }

    #[test]
    fn random_definitions_are_correct_and_round_trip(bytes in vec(any::<u8>(), 0..400)) {
        let mut bytes = bytes.into_iter();
        let game = definition(&mut |end| usize::from(bytes.next().unwrap_or(0)) % end);
        assert_round_trip(&game);
    }

    #[test]
    fn changed_random_definitions_never_panic(
        seed in any::<u64>(),
        changes in vec((any::<prop::sample::Index>(), any::<u8>(), any::<prop::sample::Index>()), 1..6),
    ) {
        let mut random = fastrand::Rng::with_seed(seed);
        check(&mutate(&write(&definition(&mut |end| random.usize(0..end))), &changes));
    }
}

/// Most random definitions are full games, not the simple one after too many attempts.
#[test]
fn random_definitions_cover_the_vocabulary() {
    let mut texts = String::new();
    let mut simple = 0;
    for seed in 0..1000 {
        let mut random = fastrand::Rng::with_seed(seed);
        let game = definition(&mut |end| random.usize(0..end));
        simple += usize::from(game.general.start == "ppp/3/3/PPP b - 1");
        texts += &write(&read_ok(&write(&game)));
    }
    assert!(simple < 20, "{simple}");
    for word in [
        "every-move",
        "every-capture",
        "in-zone",
        "never",
        "either-side",
        "same-side",
        "removed",
        "counter-flip",
        "stuck-pieces",
        "mandatory",
        "must-promote",
        "no-drop",
        "max-per-file",
        "drop-mates",
        "captured-side",
        "may-check",
        "check-wins",
        "capture-wins",
        "pieces-left",
        "[handicaps]",
        "values",
        "try-squares",
        "arrival",
        "after-reply",
        "stalemate",
        "black-loses",
        "white-loses",
        "mover-loses",
        "half-moves",
        "points",
        "[declaration]",
        "custody = \"single\"",
        "custody = \"none\"",
        "enclosure-last",
        "anywhere",
        "edge",
        "intervention",
        "suicidal",
        "illegal-unless-capture",
        "jump-over",
        "houses",
        "row-exact",
        "row-directions",
        "men-left",
        "men-captured",
        "lead-when",
        "reach-ranks",
        "no-legal-move",
        "more-men",
        "pass",
        "diagonal",
    ] {
        assert!(texts.contains(word), "{word}");
    }
}

#[test]
fn large_and_deep_files_are_errors() {
    let deep = ["a = ".to_owned() + &"[".repeat(60_000), "a.".repeat(30_000) + "a = 1"];
    let wide = [
        (0..10_000).map(|n| format!("a{n}=1\n")).collect(),
        format!(
            "family = \"drop\"\n[pieces]\n{}",
            (0..4_000).map(|n| format!("A{n}={{}}\n")).collect::<String>()
        ),
        format!("family = \"drop\"\nstart = \"{}\"\n", "9".repeat(60_000)),
        " ".repeat(MAX_BYTES + 1),
        format!("family = \"drop\"\naliases = [{}]\n", "\"a\",".repeat(15_000)),
        format!("base = \"yari\"\n[promotion]\nzone = [{}]\n", "\"1a\",".repeat(12_000)),
        format!("base = \"yari\"\n[ending]\ncapture-wins = [{}]\n", "\"P\",".repeat(15_000)),
        handicaps(&"aaK".repeat(21)),
    ];
    for text in deep.into_iter().chain(wide) {
        let errors = read(&text, &lookup).unwrap_err();
        assert!(errors.iter().all(|error| error.to_string().len() < 5_000));
        assert!((1..=50).contains(&errors.len()), "{}", errors.len());
    }
}

#[test]
fn random_bytes_never_panic() {
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..200 {
        let bytes: Vec<u8> = (0..random.usize(0..300)).map(|_| random.u8(..)).collect();
        assert!(read(&String::from_utf8_lossy(&bytes), &|_| None).is_err());
    }
}

/// Returns a game with many handicaps and many pieces that walk far without reaching the King.
fn handicaps(moves: &str) -> String {
    let (empty, pieces) = ("11/".repeat(5), "P1P1P1P1P1P/".repeat(4));
    let position = format!("k10/{empty}{pieces}P1P1P1P1P1K b - 1");
    let handicaps: String = (0..200).map(|n| format!("h{n} = \"{position}\"\n")).collect();
    format!(
        "family = \"drop\"\nname = \"a\"\ntitle = \"a\"\nfiles = 11\nranks = 11\nstart = \"{position}\"\n\
         pieces.P.moves = \"{moves}\"\npieces.K = {{ moves = \"K\", royal = true }}\n\
         ending.check-wins = true\n[handicaps]\n{handicaps}"
    )
}

//! The mates and rows of `puzzles.jsonl` in the games' folders, and those for special rules in
//! `rules.jsonl`: each has a shortest mate of the stated length and a unique solution.

use std::fs;
use std::path::Path;

use serde_json::Value;

use kawari_engine::core::forcing::ThreatKind;
use kawari_engine::engine::game_state::StartPosition;
use kawari_engine::engine::mate::{
    Mate, MateAnswer, MateEvent, MateRequest, SearchedAttacks, SearchedQuiet,
};
use kawari_engine::engine::session::{self, Settings};
use kawari_engine::games::variants::Variant;
use kawari_lab::mate::{proof_file, verify};

/// A mate problem.
pub struct Problem {
    id: String,
    variant: Variant,
    pub position: String,
    plies: usize,
    pub moves: Vec<String>,
}

/// Returns the problems of a game.
pub fn problems(variant: Variant) -> Vec<Problem> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kawari-engine/src/games");
    let folder = variant.to_string().replace('-', "_");
    let path = |family| games.join(family).join(&folder).join("puzzles.jsonl");
    let found = ["drop", "hasami"].map(path).into_iter().find(|path| path.is_file());
    read_problems(&found.unwrap_or_else(|| panic!("{variant} has no puzzles")))
}

fn read_problems(path: &Path) -> Vec<Problem> {
    let text = fs::read_to_string(path).expect("a file of problems");
    let problems = text.lines().map(|line| serde_json::from_str(line).expect("a problem"));
    let is_forced_win = |problem: &Value| {
        problem.get("theme").is_none_or(|theme| theme == "mate" || theme == "row")
    };
    let read = |problem: Value| {
        let word = |name: &str| problem[name].as_str().expect("a text").to_owned();
        let moves = problem["moves"].as_array().expect("moves");
        Problem {
            id: word("id"),
            variant: word("variant").parse().expect("a game"),
            position: word("position"),
            plies: problem["plies"].as_u64().expect("a length") as usize,
            moves: moves.iter().map(|mv| mv.as_str().expect("a move").to_owned()).collect(),
        }
    };
    problems.filter(is_forced_win).map(read).collect()
}

/// Returns the solver's answer for a position after moves.
fn answer(variant: Variant, position: &str, moves: &[&str], order: MateRequest) -> MateAnswer {
    let settings = Settings { hash: 1, mate_hash: 16, ..Settings::default() };
    let mut session = session::open(variant, settings).expect("memory");
    session.game_state_mut().set(StartPosition::Sfen(position), moves).expect("a good position");
    let (sender, events) = std::sync::mpsc::channel();
    let report = Box::new(move |event| drop(sender.send(event)));
    session.go_mate(&order, report).expect("it begins");
    let done = events.iter().find_map(|event| match event {
        MateEvent::Done(answer, _) => Some(answer),
        _ => None,
    });
    done.expect("an answer")
}

#[track_caller]
fn check(problem: &Problem) {
    let Problem { id, variant, position, plies, moves } = problem;
    let order = MateRequest { checks_uniqueness: true, ..MateRequest::default() };
    let MateAnswer::Mate(mate) = answer(*variant, position, &[], order) else {
        panic!("{id} has no mate")
    };
    let Mate { moves: found, is_shortest, is_unique, .. } = mate;
    assert!(is_shortest && is_unique == Some(true), "{id}: {is_shortest} {is_unique:?}");
    assert_eq!((found.len(), found[0].to_string()), (*plies, moves[0].clone()), "{id}");
    assert_eq!(moves.len(), *plies, "{id}");
}

/// Games with problems.
const GAMES: [Variant; 3] = [Variant::Yari, Variant::Hajiku, Variant::DaiHasami];
/// Minimum number of problems of a game.
const MIN_PROBLEMS: usize = 200;

#[test]
fn games_have_enough_distinct_problems() {
    for variant in GAMES {
        let problems = problems(variant);
        assert!(problems.len() >= MIN_PROBLEMS, "{variant}: {}", problems.len());
        assert!(problems.iter().all(|problem| (3..=21).contains(&problem.plies)), "{variant}");
        let mut positions: Vec<_> = problems.iter().map(|problem| &problem.position).collect();
        positions.sort_unstable();
        positions.dedup();
        assert_eq!(positions.len(), problems.len(), "{variant}: duplicate position");
    }
}

#[test]
fn short_problems_have_one_solution() {
    for variant in GAMES {
        let problems = problems(variant);
        let short = problems.iter().filter(|problem| problem.plies <= 5);
        short.take(25).for_each(check);
    }
}

#[test]
fn problems_with_special_rules_have_one_solution() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mate/rules.jsonl");
    read_problems(&path).iter().for_each(check);
}

/// Returns true if the position is a mate without game history.
fn is_mate(variant: Variant, position: &str) -> bool {
    match answer(variant, position, &[], MateRequest::default()) {
        MateAnswer::Mate(_) => true,
        MateAnswer::NoMate(_) => false,
        other => panic!("{position}: {other:?}"),
    }
}

/// Yari allows mate by a Pawn drop; Hajiku, shogi and minishogi do not.
#[test]
fn pawn_drop_mate_depends_on_the_game() {
    let position = "3pkp1/3p1p1/4+P2/7/7/7/7/7/K6 b P 1";
    assert!(is_mate(Variant::Yari, position));
    assert!(!is_mate(Variant::Hajiku, position));
    let position = "3lkl3/3p1p3/4+P4/9/9/9/9/9/K8 b P 1";
    assert!(!is_mate(Variant::Shogi, position));
    assert!(is_mate(Variant::Shogi, &position.replace("b P", "b L")));
}

/// Perpetual check is not a mate, with or without earlier checks in the game.
#[test]
fn perpetual_check_is_not_a_mate() {
    let position = "7/7/3k3/7/7/7/7/7/K5+R b - 1";
    assert!(!is_mate(Variant::Yari, position));
    let checks = ["1i1c", "4c4b", "1c1b", "4b4c", "1b1c", "4c4b", "1c1b", "4b4c"];
    let repeated = answer(Variant::Yari, position, &checks[..8], MateRequest::default());
    assert!(matches!(repeated, MateAnswer::NoMate(_)), "{repeated:?}");
}

/// After a check by a capture that demotes, the plain recapture loses four plies sooner than
/// the counter-flip, which takes a Rook into the hand instead of a Gold.
#[test]
fn counter_flip_is_the_longest_defence() {
    let position = "4k2/1+C+G2pg/7/6+c/7/2F4/7/7/2K4 b +GF 1";
    let plies = |reply: &str| {
        let moves = ["5b2b+", reply];
        match answer(Variant::Hajiku, position, &moves, MateRequest::default()) {
            MateAnswer::Mate(mate) if mate.is_shortest => mate.moves.len(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(["3a4a", "1b2b", "1b2b!"].map(plies), [1, 5, 9]);
}

/// A mate cannot go through a position whose next occurrence ends the game.
#[test]
fn repetition_ban_excludes_the_mating_move() {
    let first_move = |start: &str, moves: &[&str]| match answer(
        Variant::Hajiku,
        start,
        moves,
        MateRequest::default(),
    ) {
        MateAnswer::Mate(mate) => Some(mate.moves[0]),
        MateAnswer::NoMate(_) => None,
        other => panic!("{other:?}"),
    };
    // The same position without history, and after a game with three occurrences of the check.
    let fresh = first_move("3k3/7/2+G4/7/7/7/7/7/K5+G b G 1", &[]);
    assert_eq!(fresh, "1i1a".parse().ok());
    let round = ["4a3b", "1a1i", "3b4a", "1i1a"].repeat(3);
    let after_game = first_move("3k2+G/7/2+G4/7/7/7/7/7/K6 w G 1", &round[..11]);
    assert_ne!(after_game, "1i1a".parse().ok());
}

#[test]
#[ignore = "takes minutes"]
fn all_problems_have_one_solution() {
    for variant in GAMES {
        problems(variant).iter().for_each(check);
    }
}

/// A chain of 50,000 positions with one listed answer each; the proof is wrong.
#[test]
fn deep_proof_does_not_overflow_the_stack() {
    let mut text = String::from("kawari-proof 1\nvariant yari\n");
    text += "position sfen 3k3/7/7/7/7/7/7/7/K5R b - 1\nmate 100001\npositions 50000\n1i1h\n";
    let (mut attack, mut answer) =
        (["1i1h", "1h1i"].iter().cycle(), ["4a4b", "4b4a"].iter().cycle());
    attack.next();
    for number in 1..50_000 {
        let (attack, answer) = (attack.next().expect("more"), answer.next().expect("more"));
        text += &format!("{attack} {answer}={}\n", number - 1);
    }
    let check = move || {
        let proof = proof_file::read(text.as_bytes()).next().expect("one").expect("a proof");
        verify::check(&proof).expect_err("a wrong proof").to_string()
    };
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(check);
    let error = thread.expect("a thread").join().expect("no overflow");
    assert!(error.starts_with("position 49999"), "{error}");
}

/// `nomate` reports the searched threats: checks of any length, or fours until the no-capture
/// counter can end the game.
#[test]
fn no_mate_reports_the_threats_and_their_length() {
    let order = MateRequest::default();
    let none = answer(Variant::Yari, "7/7/3k3/7/7/7/7/7/K5+R b - 1", &[], order);
    let quiet = SearchedQuiet::None;
    let searched = SearchedAttacks { threats: ThreatKind::Check, plies: None, quiet };
    assert_eq!(none, MateAnswer::NoMate(searched));
    let start = Variant::DaiHasami.info().startpos;
    let none = answer(Variant::DaiHasami, start, &["1h1g", "1b1c"], order);
    let searched = SearchedAttacks { threats: ThreatKind::Four, plies: Some(98), quiet };
    assert_eq!(none, MateAnswer::NoMate(searched));
    let order = MateRequest { nodes: Some(10_000), allows_quiet: true, ..order };
    let none = answer(Variant::DaiHasami, start, &["1h1g", "1b1c"], order);
    let quiet = SearchedQuiet::Threatening(None);
    assert_eq!(none, MateAnswer::NoMate(SearchedAttacks { quiet, ..searched }));
}

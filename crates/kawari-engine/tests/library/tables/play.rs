//! The engine with tablebases wins won positions and claims no win that the draw rules prevent.

use std::sync::mpsc;

use kawari_engine::core::endgame::{
    EndgamePosition, EndgameValue, TablebaseEntry, TablebaseProbe, TablebaseVerdict,
};
use kawari_engine::core::score;
use kawari_engine::engine::game_state::StartPosition;
use kawari_engine::engine::search_events::{SearchAnswer, SearchEvent, SearchInfo};
use kawari_engine::engine::session::{self, SearchRequest, Session, Settings};
use kawari_engine::engine::tablebase_source::{self, TablebaseSource};
use kawari_engine::games::variants::Variant;
use kawari_engine::search::limits::Limits;
use kawari_engine::tablebase::probe::Tablebase;

/// Returns a position as SFEN with Black to move.
fn sfen(side: usize, men: EndgamePosition) -> String {
    let letter = |square: usize| match (men.own >> square & 1, men.enemy >> square & 1) {
        (1, _) => 'P',
        (_, 1) => 'p',
        _ => '1',
    };
    let row = |rank| (0..side).rev().map(move |file| letter(file * side + rank)).collect();
    let rows: Vec<String> = (0..side).map(row).collect();
    let mut rows = rows.join("/");
    // An SFEN has no two adjacent numbers.
    for run in (2..=side).rev() {
        rows = rows.replace(&"1".repeat(run), &run.to_string());
    }
    format!("{rows} b - 1")
}

fn open(variant: Variant) -> Box<dyn Session> {
    session::open(variant, Settings { hash: 1, ..Settings::default() }).expect("room")
}

/// Returns the engine's move and last search info; `None` if the game is over.
fn search_info(engine: &mut dyn Session, nodes: u64) -> Option<(String, Option<SearchInfo>)> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let (report, events) = mpsc::channel();
    let order = SearchRequest { limits, ..SearchRequest::default() };
    engine.go(&order, Box::new(move |event| drop(report.send(event)))).expect("a thread");
    let mut told = None;
    for event in events {
        match event {
            SearchEvent::Info(info) => told = Some(info),
            SearchEvent::Done(SearchAnswer::Move { best, .. }) => {
                return Some((best.to_string(), told));
            }
            SearchEvent::Done(_) => return None,
            SearchEvent::Spent(_) | SearchEvent::Fault(_) => {}
        }
    }
    None
}

/// Returns the engine's move and its score; `None` if the game is over.
fn search_score(engine: &mut dyn Session, nodes: u64) -> Option<(String, i32)> {
    let (best, told) = search_info(engine, nodes)?;
    Some((best, told.map_or(0, |info| info.score)))
}

/// Returns a defence with the longest distance to loss in the tablebases, chosen at random
/// among equals.
fn defend(engine: &mut dyn Session, tables: &Tablebase, dice: &mut fastrand::Rng) -> String {
    let sfen_now = engine.game_state().sfen();
    let mut longest: (u8, Vec<String>) = (0, Vec::new());
    for word in engine.game_state().legal_moves_in_usi() {
        let mut line = kawari_engine::engine::game_state::open(
            engine.game_state().info().name.parse().expect("a game"),
        );
        line.set(StartPosition::Sfen(&sfen_now), &[&word]).expect("a legal move");
        let plies = match line.verdict(tables) {
            Some(TablebaseVerdict::Win(plies)) => plies,
            verdict => panic!("{sfen_now} {word}: a lost side escapes: {verdict:?}"),
        };
        if plies > longest.0 {
            longest = (plies, Vec::new());
        }
        if plies == longest.0 {
            longest.1.push(word);
        }
    }
    dice.choice(longest.1).expect("a lost side that is not stuck has a move")
}

/// Lets the engine win won positions in the minimum number of moves.
fn check(engine: &mut dyn Session, tables: &Tablebase, positions: &[EndgamePosition], side: usize) {
    let mut dice = fastrand::Rng::with_seed(5);
    for &men in positions {
        let Some(TablebaseEntry { end: EndgameValue::Win(mut left), .. }) = tables.probe(men)
        else {
            panic!("it is won")
        };
        let start = sfen(side, men);
        engine.new_game();
        engine.game_state_mut().set(StartPosition::Sfen(&start), &[]).expect("a position");
        while engine.game_state().status().is_none() {
            let (word, score) = search_score(engine, 500).expect("the game goes on");
            assert_eq!(score::mate_distance(score), Some(left.into()), "{start}");
            engine.game_state_mut().push(&word).expect("a legal move");
            left -= 1;
            if engine.game_state().status().is_none() {
                let word = defend(engine, tables, &mut dice);
                engine.game_state_mut().push(&word).expect("a legal move");
                left -= 1;
            }
        }
        assert_eq!(left, 0, "{start}");
    }
}

/// Returns won positions of a class, distributed evenly over the distances.
fn won(
    tables: &Tablebase,
    squares: u32,
    [own, enemy]: [usize; 2],
    each: usize,
) -> Vec<EndgamePosition> {
    let mut dice = fastrand::Rng::with_seed(own as u64);
    let mut found: Vec<Vec<EndgamePosition>> = vec![Vec::new(); 256];
    for _ in 0..60_000 {
        let mut order: Vec<u32> = (0..squares).collect();
        dice.shuffle(&mut order);
        let set = |squares: &[u32]| squares.iter().fold(0_u128, |bits, square| bits | 1 << square);
        let men = EndgamePosition { own: set(&order[..own]), enemy: set(&order[own..own + enemy]) };
        if let Some(TablebaseEntry { end: EndgameValue::Win(plies), .. }) = tables.probe(men) {
            let alike = &mut found[usize::from(plies)];
            if alike.len() < each {
                alike.push(men);
            }
        }
    }
    found.concat()
}

#[test]
fn the_engine_wins_with_five_men() {
    for (variant, side) in [(Variant::Hasami, 9), (Variant::HasamiChess, 8)] {
        let tables =
            tablebase_source::open(variant, None).expect("they are good").expect("they are there");
        for class in [[2, 2], [3, 2], [2, 3]] {
            let positions = won(&tables, side * side, class, 3);
            assert!(positions.len() > 2, "{class:?}");
            check(&mut *open(variant), &tables, &positions, side as usize);
        }
    }
}

/// `KAWARI_TABLES` names a folder with the tablebases of `hasami` up to 4v2.
#[test]
#[ignore = "needs tables that take hours"]
fn the_engine_wins_with_four_against_two() {
    let folder = std::env::var_os("KAWARI_TABLES").expect("KAWARI_TABLES is set");
    let folder = std::path::PathBuf::from(folder);
    let tables = tablebase_source::open(Variant::Hasami, Some(&folder)).expect("they are good");
    let tables = tables.expect("they are there");
    let mut engine = open(Variant::Hasami);
    let classes =
        engine.set_tablebase(&TablebaseSource::Folder(folder.clone())).expect("they are good");
    assert!(classes.contains(&[4, 2]), "{classes:?}");
    for class in [[4, 2], [2, 4]] {
        let positions = won(&tables, 81, class, 5);
        check(&mut *engine, &tables, &positions, 9);
    }
}

/// A capture leads to 2v3, a tablebase draw. The PV must contain a reply, because a score of 0
/// after the capture alone would look like the end of the game.
#[test]
fn the_pv_to_a_tablebase_draw_has_a_reply() {
    const START: &str = "9/9/6p2/3p5/8P/8p/P8/9/3P5 w - 1";
    let mut engine = open(Variant::HasamiNocorner);
    engine.game_state_mut().set(StartPosition::Sfen(START), &[]).expect("a position");
    let (best, told) = search_info(&mut *engine, 200).expect("the game goes on");
    let told = told.expect("a line");
    assert_eq!((best.as_str(), told.score), ("6d1d", score::DRAW));
    for &mv in &told.pv {
        engine.game_state_mut().push_move(mv).expect("a legal move");
    }
    assert_eq!(told.pv.len(), 2, "{:?}", told.pv);
    assert_eq!(engine.verdict(), Some(TablebaseVerdict::Draw), "the answer keeps the draw");
}

fn verdict(start: &str, moves: &[&str]) -> Option<TablebaseVerdict> {
    let mut engine = open(Variant::Hasami);
    engine.game_state_mut().set(StartPosition::Sfen(start), moves).expect("legal moves");
    engine.verdict()
}

#[test]
fn wins_are_claimed_within_the_move_limit() {
    let tables = tablebase_source::open(Variant::Hasami, None).expect("good").expect("there");
    let positions = won(&tables, 81, [3, 2], 1);
    let men = positions.into_iter().find(|&men| {
        matches!(tables.probe(men), Some(TablebaseEntry { end: EndgameValue::Win(7..), .. }))
    });
    let start = sfen(9, men.expect("some win takes seven plies"));
    let Some(TablebaseEntry { end: EndgameValue::Win(plies), .. }) =
        tables.probe(men.expect("as above"))
    else {
        panic!("it is won")
    };
    assert_eq!(verdict(&start, &[]), Some(TablebaseVerdict::Win(plies)));
    let known = TablebaseEntry { end: EndgameValue::Win(plies), capture: None };
    assert_eq!(known.in_time(plies.into()), Some(TablebaseVerdict::Win(plies)));
    assert_eq!(known.in_time(u32::from(plies) - 1), None, "what comes behind is not known");
    let known = TablebaseEntry { capture: Some(EndgameValue::Win(3)), ..known };
    assert_eq!(known.in_time(u32::from(plies) - 1), Some(TablebaseVerdict::WinByCapture(3)));
    assert_eq!(known.in_time(2), Some(TablebaseVerdict::Draw), "the defender holds out");
    assert_eq!(
        TablebaseEntry { end: EndgameValue::Draw, capture: None }.in_time(0),
        Some(TablebaseVerdict::Draw)
    );
}

/// No win is claimed if the third occurrence would interfere; a draw always is.
#[test]
fn wins_are_not_claimed_after_repetitions() {
    let tables = tablebase_source::open(Variant::Hasami, None).expect("good").expect("there");
    let men = won(&tables, 81, [3, 2], 1);
    let mut seen = 0;
    for men in men {
        let start = sfen(9, men);
        // A win with the next move needs no tablebase.
        if verdict(&start, &[]) == Some(TablebaseVerdict::Win(1)) {
            continue;
        }
        let Some(circle) = circle(&start) else { continue };
        let twice = [circle.clone(), circle.clone()].concat();
        let words = |words: &[String]| -> Option<TablebaseVerdict> {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            verdict(&start, &words)
        };
        assert!(matches!(words(&circle), Some(TablebaseVerdict::Win(_))), "{start}");
        assert_eq!(words(&twice), None, "{start}");
        // The win is still found, but without a proof.
        let mut engine = open(Variant::Hasami);
        let played: Vec<&str> = twice.iter().map(String::as_str).collect();
        engine.game_state_mut().set(StartPosition::Sfen(&start), &played).expect("legal moves");
        let (_, score) = search_score(&mut *engine, 500).expect("the game goes on");
        assert!((score::MAX_EVALUATION - 100..=score::MAX_EVALUATION).contains(&score), "{score}");
        seen += 1;
    }
    assert!(seen > 0);
}

/// Returns four quiet moves that lead back to the start.
fn circle(start: &str) -> Option<Vec<String>> {
    let mut line = kawari_engine::engine::game_state::open(Variant::Hasami);
    line.set(StartPosition::Sfen(start), &[]).expect("a position");
    let board = |sfen: &str| sfen.split(' ').next().map(str::to_owned);
    let back = |word: &str| format!("{}{}", &word[2..4], &word[..2]);
    for black in line.legal_moves_in_usi() {
        line.set(StartPosition::Sfen(start), &[&black]).expect("a legal move");
        if line.status().is_some() {
            continue;
        }
        for white in line.legal_moves_in_usi() {
            let words = [black.clone(), white.clone(), back(&black), back(&white)];
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            if line.set(StartPosition::Sfen(start), &words).is_ok()
                && line.status().is_none()
                && board(&line.sfen()) == board(start)
            {
                return Some(words.into_iter().map(str::to_owned).collect());
            }
        }
    }
    None
}

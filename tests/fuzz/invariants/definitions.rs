//! The invariant of definitions of games.

use std::sync::atomic::{AtomicUsize, Ordering};

use kawari_engine::engine::search_summary::SearchSummary;
use kawari_engine::engine::session::{self, SearchRequest, Settings};
use kawari_engine::games::loaded;
use kawari_engine::games::variants::Variant;
use kawari_engine::search::limits::Limits;

/// Number of games that a process loads, because loaded games are never freed.
const MAX_LOADED: usize = 500;
static LOADED: AtomicUsize = AtomicUsize::new(0);

/// Checks that a definition is rejected with a reason and loads nothing, or is written as the
/// same definition and can be searched. If the first byte is odd, the others choose a random
/// definition; else they are its text.
pub fn definition(bytes: &[u8]) {
    let Some((&kind, rest)) = bytes.split_first() else { return };
    let text = if kind % 2 == 0 {
        String::from_utf8_lossy(rest).into_owned()
    } else {
        let mut numbers = rest.iter();
        let mut below = |end| numbers.next().map_or(0, |&number| usize::from(number)) % end;
        kawari_rules::write(&kawari_rules::random::definition(&mut below))
    };
    match kawari_rules::read(&text, &loaded::base_text) {
        Err(errors) => {
            assert!(errors.iter().all(|error| !error.to_string().is_empty()) && !errors.is_empty());
            let before = Variant::all();
            assert!(loaded::load(&text).is_err(), "{text}");
            assert_eq!(Variant::all(), before, "{text}");
        }
        Ok(definition) => {
            let written = kawari_rules::write(&definition);
            assert_eq!(kawari_rules::read(&written, &|_| None), Ok(definition), "{text}");
            if LOADED.fetch_add(1, Ordering::Relaxed) < MAX_LOADED {
                search(&text);
            }
        }
    }
}

/// Searches a few moves of a game, if the engine supports it.
fn search(text: &str) {
    let Ok(variant) = loaded::load(text) else { return };
    let settings = Settings { hash: 1, mate_hash: 1, ..Settings::default() };
    let mut session = session::open(variant, settings).expect("memory for a small table");
    let limits = Limits { nodes: Some(100), ..Limits::default() };
    let request = SearchRequest { limits, ..SearchRequest::default() };
    while session.game_state().moves().len() < 4 && session.game_state().status().is_none() {
        let summary = SearchSummary::of(&mut *session, &request).expect("a search");
        let Some(best) = summary.best() else { return };
        session.game_state_mut().push_move(best).unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
}

//! USI, the Universal Shogi Interface.

use super::dialect::{Dialect, RootInfo};
use super::options::{self, OptionEntry};
use super::wire;
use kawari_engine::engine::search_events::{SearchAnswer, SearchInfo};
use kawari_engine::games::GameInfo;
use vampirc_uci::Serializable;

/// The Universal Shogi Interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usi;

impl Dialect for Usi {
    fn greeting(&self) -> Vec<String> {
        let mut lines = wire::identity().to_vec();
        lines.extend(options::registry().iter().map(option));
        lines.push("usiok".to_owned());
        lines
    }

    fn games(&self) -> Vec<String> {
        vec![option(&options::game_option())]
    }

    fn variant(&self, game: &GameInfo) -> Vec<String> {
        let GameInfo { name, files, ranks, pocket, startpos, .. } = game;
        vec![wire::note(format_args!(
            "variant {name} files {files} ranks {ranks} pocket {pocket} startpos {startpos}"
        ))]
    }

    fn info(&self, info: &SearchInfo, is_multi_pv: bool, _root: &RootInfo) -> String {
        wire::info(info, is_multi_pv, |plies| plies, &wire::usi_moves(&info.pv))
    }

    fn answer(&self, answer: &SearchAnswer, _root: &RootInfo) -> Vec<String> {
        vec![match answer {
            SearchAnswer::Move { best, ponder } => {
                let ponder = ponder.map(|mv| mv.to_string());
                wire::best_move(&best.to_string(), ponder.as_deref())
            }
            SearchAnswer::Resign => wire::best_move("resign", None),
            SearchAnswer::Win => wire::best_move("win", None),
        }]
    }
}

/// Formats an option. USI has the type `filename`, which `vampirc-uci` does not have.
fn option(entry: &OptionEntry) -> String {
    let line = entry.config().serialize();
    if entry.is_file() { line.replacen(" type string", " type filename", 1) } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kawari_engine::engine::game_state;
    use kawari_engine::games::variants::Variant;

    #[test]
    fn answers() {
        let root = RootInfo::of(&*game_state::open(Variant::Hasami));
        let [best, reply] = ["9i9e", "1a1e"].map(|mv| mv.parse().expect("a move"));
        let without_ponder = SearchAnswer::Move { best, ponder: None };
        let with_ponder = SearchAnswer::Move { best, ponder: Some(reply) };
        assert_eq!(Usi.answer(&without_ponder, &root), ["bestmove 9i9e"]);
        assert_eq!(Usi.answer(&with_ponder, &root), ["bestmove 9i9e ponder 1a1e"]);
        assert_eq!(Usi.answer(&SearchAnswer::Resign, &root), ["bestmove resign"]);
        assert_eq!(Usi.answer(&SearchAnswer::Win, &root), ["bestmove win"]);
    }

    #[test]
    fn greeting_lists_the_options() {
        let lines = Usi.greeting();
        assert_eq!(lines.last().map(String::as_str), Some("usiok"));
        let has = |line: &str| lines.iter().any(|other| other == line);
        assert!(has("option name USI_Hash type spin default 16 min 1 max 4096"));
        assert!(has("option name DebugLog type filename default <empty>"));
        assert!(has("option name ClearHash type button"));
    }

    #[test]
    fn option_names_are_single_words() {
        for line in Usi.greeting().iter().filter(|line| line.starts_with("option")) {
            assert_eq!(line.split(' ').nth(3), Some("type"), "{line}");
            assert_eq!(line, line.trim_end());
        }
    }
}

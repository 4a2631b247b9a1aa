//! The wording of what the client hears.
//!
//! Standard words come from `vampirc-uci` where it has them right; see
//! <https://docs.rs/vampirc-uci>. Where its fields are too small for ours
//! (a mate in more than 127 plies) or mean chess (moves), the same words are
//! given as [`UciInfoAttribute::Any`].

use std::fmt::Display;
use vampirc_uci::{Serializable, UciInfoAttribute, UciMessage};

use super::options::{self, OptionEntry};
use crate::core::color::Color;
use crate::core::outcome::Outcome;
use crate::core::score::{self, Score};
use crate::engine::bench::{BenchPosition, SearchCost};
use crate::engine::line::Line;
use crate::engine::report::{self, Answer, Info};
use crate::games::GameInfo;
use crate::search::table::{Bound, OutOfMemory};

/// The protocol that the client speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// The Universal Shogi Interface.
    #[default]
    Usi,
    /// The Universal Chess Interface, which some runners without rules of their
    /// own speak: the side that moves first is White, mates are counted in
    /// moves, and nobody resigns.
    Uci,
}

/// The answer to `usi` or `uci`: who we are and what can be set.
pub fn greeting(dialect: Dialect) -> Vec<String> {
    let name = concat!("Kawari ", env!("CARGO_PKG_VERSION"));
    let mut lines = vec![
        UciMessage::id_name(name).serialize(),
        UciMessage::id_author("the Kawari authors").serialize(),
    ];
    lines.extend(options::registry().iter().map(|entry| option(entry, dialect)));
    lines.push(match dialect {
        Dialect::Usi => "usiok".to_owned(),
        Dialect::Uci => UciMessage::UciOk.serialize(),
    });
    lines
}

fn option(entry: &OptionEntry, dialect: Dialect) -> String {
    let line = match dialect {
        Dialect::Usi => entry.config().serialize(),
        Dialect::Uci => entry.uci_config().serialize(),
    };
    // USI has a type for file names, UCI and vampirc-uci have not.
    match dialect {
        Dialect::Usi if entry.is_file() => line.replacen(" type string", " type filename", 1),
        _ => line,
    }
}

/// `info string …`.
pub fn note(text: impl Display) -> String {
    UciMessage::info_string(text.to_string()).serialize()
}

/// `info string error: …`, of bearable length.
pub fn error(error: impl Display) -> String {
    note(format_args!("error: {}", shortened(&error.to_string())))
}

/// What a client hears whose first table does not fit.
pub fn smaller_table(error: OutOfMemory, size: usize) -> String {
    self::error(format_args!("option USI_Hash: {error}; it has {size} MiB"))
}

/// What a client that knows no rules wants to know of a game that was chosen.
pub fn variant(game: &GameInfo) -> String {
    let GameInfo { name, files, ranks, pocket, startpos, .. } = game;
    note(format_args!(
        "variant {name} files {files} ranks {ranks} pocket {pocket} startpos {startpos}"
    ))
}

/// `info depth … pv …`; `multipv` only where there is more than one line.
pub fn info(info: &Info, several: bool, dialect: Dialect) -> String {
    let mut attributes =
        vec![number("depth", info.depth.into()), number("seldepth", info.seldepth.into())];
    if several {
        attributes.push(number("multipv", info.multipv as u64));
    }
    attributes.push(attribute("score", score(info, dialect)));
    attributes.push(UciInfoAttribute::Nodes(info.nodes));
    attributes.push(UciInfoAttribute::Nps(info.nodes_per_second()));
    attributes.push(number("hashfull", info.hashfull.into()));
    attributes.push(number("time", info.time.as_millis() as u64));
    if !info.pv.is_empty() {
        attributes.push(attribute("pv", info.pv.join(" ")));
    }
    UciMessage::Info(attributes).serialize()
}

fn number(name: &str, value: u64) -> UciInfoAttribute {
    attribute(name, value.to_string())
}

fn attribute(name: &str, value: String) -> UciInfoAttribute {
    UciInfoAttribute::Any(name.to_owned(), value)
}

fn score(info: &Info, dialect: Dialect) -> String {
    let score = match score::mate_distance(info.score) {
        None => format!("cp {}", info.score),
        Some(plies) => format!("mate {}", mate(plies, dialect)),
    };
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    score + bound
}

/// Plies in USI; in UCI moves of the side that mates.
fn mate(plies: Score, dialect: Dialect) -> Score {
    match dialect {
        Dialect::Usi => plies,
        Dialect::Uci if plies > 0 => (plies + 1) / 2,
        Dialect::Uci => plies / 2,
    }
}

/// `bestmove …`: the end of every search.
pub fn answer(answer: &Answer, dialect: Dialect) -> Vec<String> {
    let lines: &[&str] = match (answer, dialect) {
        (Answer::Move { best, ponder: None }, _) => return vec![format!("bestmove {best}")],
        (Answer::Move { best, ponder: Some(reply) }, _) => {
            return vec![format!("bestmove {best} ponder {reply}")];
        }
        (Answer::Resign, Dialect::Usi) => &["bestmove resign"],
        (Answer::Win, Dialect::Usi) => &["bestmove win"],
        // UCI has no words for a game that is over: its runners read the last
        // score.
        (Answer::Resign, Dialect::Uci) => &["info depth 0 score mate 0 time 0", "bestmove (none)"],
        (Answer::Win, Dialect::Uci) => &["info depth 0 score mate 1 time 0", "bestmove 0000"],
    };
    lines.iter().map(|&line| line.to_owned()).collect()
}

/// `readyok`.
pub const READY: &str = "readyok";

/// The answer to `go mate`, which nothing here can prove.
pub const NO_MATE_SEARCH: &str = "checkmate notimplemented";

/// What a person at a terminal is told first.
pub const WELCOME: &str = concat!(
    "Kawari ",
    env!("CARGO_PKG_VERSION"),
    " plays Hasami, Yari and Hajiku Shogi: `kawari play hasami` here, `kawari board` in a browser.\n\
     This is USI, for programs. Type `help` for its commands, `d` for the board, `quit` to leave."
);

/// The answer to `help`: every command.
pub const HELP: &str = "\
setoption name NAME value VALUE   sets an option: USI_Variant chooses the game, usi lists all
position startpos moves MOVE...   sets the position; or sfen SFEN, handicap NAME
go depth N                        searches; or nodes N, movetime MS, btime MS wtime MS byoyomi MS,
                                  infinite, ponder, searchmoves MOVE...
stop                              ends the search, a perft or a bench
d                                 draws the board
moves                             every legal move
side                              whose turn it is
status                            whether and how the game has ended
sfen                              the position in one line
record                            the game so far
eval                              the position judged without a search
perft N                           counts the move sequences of N plies
bench                             searches fixed positions
usi                               who this is, and its options; uci for programs that speak UCI
isready                           answered by readyok
usinewgame                        forgets the last game
ponderhit                         the move pondered on was played
gameover                          the game has ended
help                              this list
quit                              leaves when all before it is done; twice: at once";

/// The answer to `moves`: every legal move.
pub fn moves(line: &dyn Line) -> String {
    line.legal_moves().join(" ")
}

/// The answer to `side`: who is to move.
pub fn side(color: Color) -> String {
    color.to_string()
}

/// The answer to `status`: does the game go on, or how has it ended.
pub fn status(outcome: Option<Outcome>) -> String {
    outcome.map_or("status ongoing".to_owned(), |outcome| format!("status {outcome}"))
}

/// The answer to `d`: a drawing with SFEN and key below it.
pub fn drawing(line: &dyn Line) -> Vec<String> {
    let diagram = line.diagram();
    let mut lines: Vec<String> = diagram.trim_end().split('\n').map(str::to_owned).collect();
    lines.push(format!("sfen {}", line.sfen()));
    lines.push(format!("key {:#018x}", line.key()));
    lines
}

/// The answer to `record`: the game in written notation.
pub fn record(line: &dyn Line) -> String {
    format!("record {}", line.record().join(" ")).trim_end().to_owned()
}

/// The answer to `eval`: the static evaluation.
pub fn evaluation(score: Score) -> String {
    format!("eval cp {score}")
}

/// A move's part of a perft.
pub fn divided(mv: &str, nodes: u64) -> String {
    format!("{mv}: {nodes}")
}

/// The sum of a perft.
pub fn nodes(nodes: u64) -> String {
    format!("nodes {nodes}")
}

/// What a position of the bench has cost.
pub fn bench_position(position: &BenchPosition, cost: &SearchCost) -> String {
    note(format_args!("bench {} nodes {} sfen {}", position.variant, cost.nodes, position.sfen))
}

/// What all positions of the bench have cost: its nodes are the signature of the
/// version.
pub fn bench_total(cost: &SearchCost) -> String {
    format!("{} nps {}", nodes(cost.nodes), report::nodes_per_second(cost.nodes, cost.time))
}

/// The text in printable ASCII, everything else escaped as in Rust.
pub fn ascii(text: &str) -> String {
    let mut ascii = String::with_capacity(text.len());
    for c in text.chars() {
        if c == ' ' || c.is_ascii_graphic() {
            ascii.push(c);
        } else {
            ascii.extend(c.escape_default());
        }
    }
    ascii
}

/// The text with its middle left out where it is long: what is wrong stands at
/// either end of a message.
fn shortened(text: &str) -> String {
    const SIDE: usize = 200;
    let count = text.chars().count();
    if count <= 2 * SIDE + 5 {
        return text.to_owned();
    }
    let head: String = text.chars().take(SIDE).collect();
    let tail: String = text.chars().skip(count - SIDE).collect();
    format!("{head} ... {tail}")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::command::Command;
    use super::super::error::CommandError;
    use super::*;
    use crate::core::score::{mate_in, mated_in};

    fn progress() -> Info {
        Info {
            depth: 5,
            seldepth: 9,
            multipv: 2,
            score: 31,
            bound: Bound::Exact,
            nodes: 3000,
            hashfull: 17,
            time: Duration::from_millis(1500),
            pv: vec!["9i9e".to_owned(), "1a1e".to_owned()],
        }
    }

    #[test]
    fn info_has_its_words_in_order() {
        let line = "info depth 5 seldepth 9 score cp 31 nodes 3000 nps 2000 hashfull 17 time 1500 \
                    pv 9i9e 1a1e";
        assert_eq!(info(&progress(), false, Dialect::Usi), line);
        let with_multipv = line.replace("seldepth 9", "seldepth 9 multipv 2");
        assert_eq!(info(&progress(), true, Dialect::Usi), with_multipv);
        let no_pv = Info { pv: Vec::new(), ..progress() };
        assert!(info(&no_pv, false, Dialect::Usi).ends_with("time 1500"));
    }

    #[test]
    fn scores_and_bounds() {
        let written =
            |value, bound, dialect| score(&Info { score: value, bound, ..progress() }, dialect);
        assert_eq!(written(-7, Bound::Lower, Dialect::Usi), "cp -7 lowerbound");
        assert_eq!(written(mate_in(3), Bound::Exact, Dialect::Usi), "mate 3");
        assert_eq!(written(mate_in(128), Bound::Upper, Dialect::Usi), "mate 128 upperbound");
        assert_eq!(written(mated_in(4), Bound::Exact, Dialect::Usi), "mate -4");
        assert_eq!(written(mate_in(3), Bound::Exact, Dialect::Uci), "mate 2");
        assert_eq!(written(mated_in(4), Bound::Exact, Dialect::Uci), "mate -2");
    }

    #[test]
    fn every_search_ends_with_one_best_move() {
        let best = "9i9e".to_owned();
        let alone = Answer::Move { best: best.clone(), ponder: None };
        let both = Answer::Move { best, ponder: Some("1a1e".to_owned()) };
        assert_eq!(answer(&alone, Dialect::Usi), ["bestmove 9i9e"]);
        assert_eq!(answer(&both, Dialect::Uci), ["bestmove 9i9e ponder 1a1e"]);
        assert_eq!(answer(&Answer::Resign, Dialect::Usi), ["bestmove resign"]);
        assert_eq!(answer(&Answer::Win, Dialect::Usi), ["bestmove win"]);
        let uci = ["info depth 0 score mate 0 time 0", "bestmove (none)"];
        assert_eq!(answer(&Answer::Resign, Dialect::Uci), uci);
    }

    #[test]
    fn each_dialect_is_greeted_in_its_own_words() {
        let usi = greeting(Dialect::Usi);
        assert_eq!(usi.last().map(String::as_str), Some("usiok"));
        assert!(
            usi.contains(&"option name USI_Hash type spin default 16 min 1 max 4096".to_owned())
        );
        assert!(usi.contains(&"option name DebugLog type filename default <empty>".to_owned()));
        assert!(usi.contains(&"option name ClearHash type button".to_owned()));
        let uci = greeting(Dialect::Uci);
        assert_eq!(uci.last().map(String::as_str), Some("uciok"));
        assert!(uci.contains(&"option name Hash type spin default 16 min 1 max 4096".to_owned()));
        assert!(uci.iter().any(|line| line.starts_with("option name UCI_Variant type combo")));
        assert!(uci.contains(&"option name DebugLog type string default <empty>".to_owned()));
    }

    #[test]
    fn options_are_single_words() {
        for line in greeting(Dialect::Usi).iter().filter(|line| line.starts_with("option")) {
            assert_eq!(line.split(' ').nth(3), Some("type"), "{line}");
            assert_eq!(line, line.trim_end());
        }
    }

    #[test]
    fn help_names_commands() {
        let lines = HELP.lines().filter(|line| !line.starts_with(' '));
        for line in lines {
            let front = line.split("  ").next().expect("a command");
            let known = !matches!(Command::parse(front), Err(CommandError::Unknown(_)));
            assert!(known && line.len() < 100, "{line}");
        }
        for line in WELCOME.lines() {
            let words = line.split('`').skip(1).step_by(2);
            let words = words.filter(|word| !word.starts_with("kawari "));
            words.for_each(|word| assert!(Command::parse(word).is_ok(), "{word}"));
        }
    }

    #[test]
    fn what_goes_out_is_ascii_and_of_bearable_length() {
        assert_eq!(ascii("a`é\u{7}`"), "a`\\u{e9}\\u{7}`");
        let monster = error("x".repeat(5000));
        assert!(monster.len() < 450 && monster.starts_with("info string error: xxx"));
        assert_eq!(error("no"), "info string error: no");
    }
}

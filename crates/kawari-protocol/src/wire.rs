//! The wording of what the client hears, as far as USI and UCI share it.
//!
//! Standard words come from `vampirc-uci` where it has them right; see
//! <https://docs.rs/vampirc-uci>. Where its fields are too small for ours
//! (a mate in more than 127 plies) or mean chess (moves), the same words are
//! given as [`UciInfoAttribute::Any`].

use std::fmt::Display;
use vampirc_uci::{Serializable, UciInfoAttribute, UciMessage};

use kawari_engine::core::endgame::TablebaseVerdict;
use kawari_engine::core::forcing::ThreatKind;
use kawari_engine::core::score::{self, Score};
use kawari_engine::engine::bench::{BenchPosition, SearchCost};
use kawari_engine::engine::game_state::GameState;
use kawari_engine::engine::mate::{Mate, MateAnswer};
use kawari_engine::engine::search_events::{self, SearchInfo, SearchStats};
use kawari_engine::search::transposition_table::{Bound, HashAllocationError};

/// The name and version of the program.
pub const NAME: &str = concat!("Kawari ", env!("CARGO_PKG_VERSION"));

/// The lines that say who we are.
pub fn identity() -> [String; 2] {
    [UciMessage::id_name(NAME).serialize(), UciMessage::id_author("the Kawari authors").serialize()]
}

/// `info string …`.
pub fn note(text: impl Display) -> String {
    UciMessage::info_string(ascii(&text.to_string())).serialize()
}

/// `info string error: …`, of bearable length.
pub fn error(error: impl Display) -> String {
    note(format_args!("error: {}", shortened(&error.to_string())))
}

/// The error message for a hash size that cannot be allocated when the session opens.
pub fn hash_size_rejected(error: HashAllocationError, size: usize) -> String {
    format!("option USI_Hash: {error}; the size stays {size} MiB")
}

/// `info depth … pv …`; `multipv` only where there is more than one line. `mate` makes
/// of plies to the end of the game what the dialect counts.
pub fn info(info: &SearchInfo, several: bool, mate: fn(Score) -> Score, pv: &[String]) -> String {
    let mut attributes =
        vec![number("depth", info.depth.into()), number("seldepth", info.seldepth.into())];
    if several {
        attributes.push(number("multipv", info.multipv as u64));
    }
    attributes.push(attribute("score", score(info, mate)));
    let &SearchInfo { nodes, hashfull, time, .. } = info;
    attributes.extend(cost(&SearchStats { nodes, hashfull, time }));
    if !pv.is_empty() {
        attributes.push(attribute("pv", pv.join(" ")));
    }
    UciMessage::Info(attributes).serialize()
}

/// `info nodes …`, for a search that has found nothing to tell besides.
pub fn stats(stats: &SearchStats) -> String {
    UciMessage::Info(cost(stats).into()).serialize()
}

fn cost(&SearchStats { nodes, hashfull, time }: &SearchStats) -> [UciInfoAttribute; 4] {
    [
        UciInfoAttribute::Nodes(nodes),
        UciInfoAttribute::Nps(search_events::nodes_per_second(nodes, time)),
        number("hashfull", hashfull.into()),
        number("time", time.as_millis() as u64),
    ]
}

fn number(name: &str, value: u64) -> UciInfoAttribute {
    attribute(name, value.to_string())
}

fn attribute(name: &str, value: String) -> UciInfoAttribute {
    UciInfoAttribute::Any(name.to_owned(), value)
}

fn score(info: &SearchInfo, mate: fn(Score) -> Score) -> String {
    let score = match score::mate_distance(info.score) {
        None => format!("cp {}", info.score),
        Some(plies) => format!("mate {}", mate(plies)),
    };
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    score + bound
}

/// `bestmove MOVE ponder REPLY`.
pub fn best_move(best: &str, reply: Option<&str>) -> String {
    match reply {
        Some(reply) => format!("bestmove {best} ponder {reply}"),
        None => format!("bestmove {best}"),
    }
}

/// `readyok`.
pub const READY: &str = "readyok";

/// The answer to `go mate`.
pub fn checkmate(answer: &MateAnswer) -> String {
    match answer {
        MateAnswer::Mate(mate) => format!("checkmate {}", mate.moves.join(" ")),
        MateAnswer::NoMate { .. } => "checkmate nomate".to_owned(),
        MateAnswer::Unknown => "checkmate timeout".to_owned(),
        MateAnswer::NotImplemented => "checkmate notimplemented".to_owned(),
    }
}

/// `info depth … nodes …`, while a mate is looked for along a line of that length.
pub fn mate_progress(cost_so_far: &SearchStats, depth: u32) -> String {
    let mut attributes = vec![number("depth", depth.into())];
    attributes.extend(cost(cost_so_far));
    UciMessage::Info(attributes).serialize()
}

/// `info … score mate … pv …`, for a mate that may yet be shortened.
pub fn mate_found(moves: &[String], stats: &SearchStats) -> String {
    let plies = moves.len() as u64;
    let mut attributes = vec![number("depth", plies), attribute("score", format!("mate {plies}"))];
    let &SearchStats { nodes, time, .. } = stats;
    attributes.push(UciInfoAttribute::Nodes(nodes));
    attributes.push(UciInfoAttribute::Nps(search_events::nodes_per_second(nodes, time)));
    attributes.push(number("time", time.as_millis() as u64));
    attributes.push(attribute("pv", moves.join(" ")));
    UciMessage::Info(attributes).serialize()
}

/// `info string mate in … plies`, and whether a mate could be shorter.
pub fn mate_length(mate: &Mate) -> String {
    let plies = mate.moves.len();
    let noun = if plies == 1 { "ply" } else { "plies" };
    let rest = if mate.is_shortest { "the shortest" } else { "perhaps not the shortest" };
    note(format_args!("mate in {plies} {noun}, {rest}"))
}

/// `info string no mate by … alone`: what `checkmate nomate` excludes, and what it does not.
pub fn no_mate(threats: ThreatKind, plies: Option<u16>) -> String {
    let win = match threats {
        ThreatKind::Check => "mate by checks alone",
        ThreatKind::Four => "win by fours and other threats to win alone",
    };
    let within = plies.map_or_else(String::new, |plies| format!(" within {plies} plies"));
    note(format_args!("no {win}{within}; quiet attacking moves were not searched"))
}

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
go mate MS                        looks for a mate; or infinite
stop                              ends the search, a perft or a bench
d                                 draws the board
moves                             every legal move
side                              whose turn it is
status                            whether and how the game has ended
sfen                              the position in one line; fen: as chess writes it
record                            the game so far
eval                              the position judged without a search
perft N                           counts the move sequences of N plies
bench                             searches fixed positions
usi                               who this is, and its options; uci, xboard: for chess programs
isready                           answered by readyok
usinewgame                        forgets the last game
ponderhit                         the move pondered on was played
gameover                          the game has ended
help                              this list
quit                              leaves when all before it is done; twice: at once";

/// What tables of endgames tell of a position.
pub fn verdict(verdict: TablebaseVerdict) -> String {
    format!("table: {verdict}")
}

/// The answer to `status`: does the game go on, or how has it ended.
pub fn status(outcome: Option<&str>) -> String {
    outcome.map_or("status ongoing".to_owned(), |outcome| format!("status {outcome}"))
}

/// A drawing of the board, line by line.
pub fn diagram(game_state: &dyn GameState) -> Vec<String> {
    game_state.diagram().trim_end().split('\n').map(str::to_owned).collect()
}

/// The last line of `d`: what tells positions apart.
pub fn key(game_state: &dyn GameState) -> String {
    format!("key {:#018x}", game_state.key())
}

/// The answer to `record`: the game in written notation.
pub fn record(game_state: &dyn GameState) -> String {
    format!("record {}", game_state.record().join(" ")).trim_end().to_owned()
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
    format!("{} nps {}", nodes(cost.nodes), search_events::nodes_per_second(cost.nodes, cost.time))
}

/// A line in printable ASCII. Tabs part its columns where a dialect has some.
pub fn line(text: &str) -> String {
    text.split('\t').map(ascii).collect::<Vec<_>>().join("\t")
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
pub fn shortened(text: &str) -> String {
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
    use kawari_engine::core::score::{mate_in, mated_in};

    fn progress() -> SearchInfo {
        SearchInfo {
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
        let plies = |plies| plies;
        let line = "info depth 5 seldepth 9 score cp 31 nodes 3000 nps 2000 hashfull 17 time 1500 \
                    pv 9i9e 1a1e";
        let SearchInfo { pv, .. } = progress();
        assert_eq!(info(&progress(), false, plies, &pv), line);
        let with_multipv = line.replace("seldepth 9", "seldepth 9 multipv 2");
        assert_eq!(info(&progress(), true, plies, &pv), with_multipv);
        assert!(info(&progress(), false, plies, &[]).ends_with("time 1500"));
    }

    #[test]
    fn scores_and_bounds() {
        let written = |value, bound| {
            score(&SearchInfo { score: value, bound, ..progress() }, |plies| 2 * plies)
        };
        assert_eq!(written(-7, Bound::Lower), "cp -7 lowerbound");
        assert_eq!(written(mate_in(3), Bound::Exact), "mate 6");
        assert_eq!(written(mate_in(128), Bound::Upper), "mate 256 upperbound");
        assert_eq!(written(mated_in(4), Bound::Exact), "mate -8");
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
        assert_eq!(line("1 é\t2"), "1 \\u{e9}\t2");
        assert_eq!(note("a\tb"), "info string a\\tb");
        let monster = error("x".repeat(5000));
        assert!(monster.len() < 450 && monster.starts_with("info string error: xxx"));
        assert_eq!(error("no"), "info string error: no");
    }
}

//! Output lines that USI and UCI share.
//!
//! Standard lines are formatted by [`vampirc-uci`](https://docs.rs/vampirc-uci) where
//! possible. Some of its fields are too small (a mate in more than 127 plies) or hold chess
//! moves; these attributes are formatted as [`UciInfoAttribute::Any`].

use std::fmt::Display;
use vampirc_uci::{Serializable, UciInfoAttribute, UciMessage};

use kawari_engine::core::endgame::TablebaseVerdict;
use kawari_engine::core::forcing::ThreatKind;
use kawari_engine::core::score::{self, Score};
use kawari_engine::engine::bench::{BenchPosition, SearchCost};
use kawari_engine::engine::game_state::GameState;
use kawari_engine::engine::mate::{Mate, MateAnswer, SearchedAttacks, SearchedQuiet};
use kawari_engine::engine::search_events::{self, SearchInfo, SearchStats};
use kawari_engine::mate::solver::MateKind;
use kawari_engine::notation::usi::UsiMove;
use kawari_engine::search::transposition_table::{Bound, HashAllocationError};

/// Name and version of the program.
pub const NAME: &str = concat!("Kawari ", env!("CARGO_PKG_VERSION"));

/// Formats the `id name` and `id author` lines.
pub fn identity() -> [String; 2] {
    [UciMessage::id_name(NAME).serialize(), UciMessage::id_author("the Kawari authors").serialize()]
}

/// Formats `info string …`.
pub fn note(text: impl Display) -> String {
    UciMessage::info_string(ascii(&text.to_string())).serialize()
}

/// Formats `info string error: …`, shortened to about 400 characters.
pub fn error(error: impl Display) -> String {
    note(format_args!("error: {}", shortened(&error.to_string())))
}

/// Formats the error for a hash size that cannot be allocated when the session opens. The
/// hash keeps `size` MiB.
pub fn hash_size_rejected(error: HashAllocationError, size: usize) -> String {
    format!("option USI_Hash: {error}; the size stays {size} MiB")
}

/// Formats moves in USI notation.
pub fn usi_moves(moves: &[UsiMove]) -> Vec<String> {
    moves.iter().map(UsiMove::to_string).collect()
}

/// Formats `info depth … pv …`, with `multipv` if `is_multi_pv` is set. `mate` converts plies
/// to the unit in which the dialect counts mates.
pub fn info(
    info: &SearchInfo,
    is_multi_pv: bool,
    mate: fn(Score) -> Score,
    pv: &[String],
) -> String {
    let mut attributes =
        vec![number("depth", info.depth.into()), number("seldepth", info.seldepth.into())];
    if is_multi_pv {
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

/// Formats `info nodes …` for a search that ended without a principal variation.
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

/// Formats `bestmove MOVE ponder REPLY`.
pub fn best_move(best: &str, reply: Option<&str>) -> String {
    match reply {
        Some(reply) => format!("bestmove {best} ponder {reply}"),
        None => format!("bestmove {best}"),
    }
}

/// The answer to `isready`.
pub const READY: &str = "readyok";

/// Formats the answer to `go mate`.
pub fn checkmate(answer: &MateAnswer) -> String {
    match answer {
        MateAnswer::Mate(mate) => format!("checkmate {}", usi_moves(&mate.moves).join(" ")),
        MateAnswer::NoMate { .. } => "checkmate nomate".to_owned(),
        MateAnswer::Unknown => "checkmate timeout".to_owned(),
        MateAnswer::NotImplemented => "checkmate notimplemented".to_owned(),
    }
}

/// Formats `info depth … nodes …` during a mate search. `depth` is the length of its current
/// line.
pub fn mate_progress(stats: &SearchStats, depth: u32) -> String {
    let mut attributes = vec![number("depth", depth.into())];
    attributes.extend(cost(stats));
    UciMessage::Info(attributes).serialize()
}

/// Formats `info … score mate … pv …` for a mate that may still be shortened.
pub fn mate_found(moves: &[UsiMove], stats: &SearchStats) -> String {
    let plies = moves.len() as u64;
    let mut attributes = vec![number("depth", plies), attribute("score", format!("mate {plies}"))];
    let &SearchStats { nodes, time, .. } = stats;
    attributes.push(UciInfoAttribute::Nodes(nodes));
    attributes.push(UciInfoAttribute::Nps(search_events::nodes_per_second(nodes, time)));
    attributes.push(number("time", time.as_millis() as u64));
    attributes.push(attribute("pv", usi_moves(moves).join(" ")));
    UciMessage::Info(attributes).serialize()
}

/// Formats `info string mate in … plies`, and whether the mate is known to be the shortest.
pub fn mate_length(mate: &Mate) -> String {
    let plies = mate.moves.len();
    let noun = if plies == 1 { "ply" } else { "plies" };
    let rest = if mate.is_shortest { "the shortest" } else { "possibly not the shortest" };
    note(format_args!("mate in {plies} {noun}, {rest}"))
}

/// Formats `info string proof: …`: the moves of the attacker in the proof.
pub fn mate_kind(mate: &Mate) -> String {
    let moves = match (mate.threats, mate.kind) {
        (ThreatKind::Check, MateKind::Threats) => "every attacking move gives check",
        (ThreatKind::Check, MateKind::Quiet) => "checks, and quiet moves that threaten mate",
        (ThreatKind::Four, MateKind::Threats) => {
            "every attacking move wins or threatens to win with the next move"
        }
        (ThreatKind::Four, MateKind::Quiet) => {
            "fours and other threats to win, and quiet moves that threaten a win by them"
        }
        (_, MateKind::Any) => "any attacking moves, against every answer",
    };
    note(format_args!("proof: {moves}"))
}

/// Formats `info string no mate by …`: the attacks that the search has excluded.
pub fn no_mate(searched: &SearchedAttacks) -> String {
    let &SearchedAttacks { threats, plies, quiet } = searched;
    let (win, quiet_moves) = match threats {
        ThreatKind::Check => ("mate by checks", "quiet moves that threaten mate"),
        ThreatKind::Four => {
            ("win by fours and other threats to win", "quiet moves that threaten a win by them")
        }
    };
    let within = plies.map_or_else(String::new, |plies| format!(" within {plies} plies"));
    note(match quiet {
        SearchedQuiet::None => format!("no {win} alone{within}"),
        SearchedQuiet::Threatening(limit) => {
            let limit = limit
                .map_or_else(String::new, |nodes| format!("; up to {nodes} nodes for each threat"));
            let comma = if within.is_empty() { "" } else { "," };
            format!("no {win}, or by {quiet_moves}{comma}{within}{limit}")
        }
    })
}

/// The welcome for a person at a terminal.
pub const WELCOME: &str = concat!(
    "Kawari ",
    env!("CARGO_PKG_VERSION"),
    ": Hasami, Yari and Hajiku Shogi. To play, run `kawari play hasami` or `kawari board`.\n\
     This prompt is USI, a protocol for programs: `help` lists its commands, `quit` leaves."
);

/// The answer to `help`: the list of commands.
pub const HELP: &str = "\
setoption name NAME value VALUE   set an option; `usi` lists them, USI_Variant selects the game
position startpos moves MOVE...   set the position; or sfen SFEN, handicap NAME
go depth N                        search; or nodes N, movetime MS, btime MS wtime MS byoyomi MS,
                                  infinite, ponder, searchmoves MOVE...
go mate MS                        search for a mate; or infinite
stop                              stop the search, perft or bench
d                                 draw the board
moves                             list the legal moves
side                              show the side to move
status                            show whether and how the game has ended
sfen                              show the position as SFEN; fen: as FEN
record                            show the moves of the game in written notation
eval                              show the static evaluation
perft N                           count the leaf nodes at depth N
bench                             search fixed positions
usi                               identify and list the options; uci, xboard: for chess programs
isready                           prepare for a search, answered by readyok
usinewgame                        clear the hash for a new game
ponderhit                         continue the ponder search: the expected move was played
gameover                          end the game
help                              show this list
quit                              leave after all earlier commands; twice: leave now";

/// Formats the verdict of the tablebases on a position.
pub fn verdict(verdict: TablebaseVerdict) -> String {
    format!("table: {verdict}")
}

/// Formats the answer to `status`: whether and how the game has ended.
pub fn status(outcome: Option<&str>) -> String {
    outcome.map_or("status ongoing".to_owned(), |outcome| format!("status {outcome}"))
}

/// Draws the board; one string for each line.
pub fn diagram(game_state: &dyn GameState) -> Vec<String> {
    game_state.diagram().trim_end().split('\n').map(str::to_owned).collect()
}

/// Formats the last line of `d`: the hash key of the position.
pub fn key(game_state: &dyn GameState) -> String {
    format!("key {:#018x}", game_state.key())
}

/// Formats the answer to `record`: the game in written notation.
pub fn record(game_state: &dyn GameState) -> String {
    format!("record {}", game_state.record().join(" ")).trim_end().to_owned()
}

/// Formats the answer to `eval`: the static evaluation in centipawns.
pub fn evaluation(score: Score) -> String {
    format!("eval cp {score}")
}

/// Formats the perft count of a root move.
pub fn divided(mv: &str, nodes: u64) -> String {
    format!("{mv}: {nodes}")
}

/// Formats the total of a perft.
pub fn nodes(nodes: u64) -> String {
    format!("nodes {nodes}")
}

/// Formats the node count of a bench position.
pub fn bench_position(position: &BenchPosition, cost: &SearchCost) -> String {
    note(format_args!("bench {} nodes {} sfen {}", position.variant, cost.nodes, position.sfen))
}

/// Formats the total of the bench. Its node count is the signature of the version.
pub fn bench_total(cost: &SearchCost) -> String {
    format!("{} nps {}", nodes(cost.nodes), search_events::nodes_per_second(cost.nodes, cost.time))
}

/// Escapes everything except printable ASCII and tabs, which separate the columns of CECP.
pub fn line(text: &str) -> String {
    text.split('\t').map(ascii).collect::<Vec<_>>().join("\t")
}

/// Escapes everything except printable ASCII, as in a Rust string.
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

/// Shortens a text of more than 405 characters to its first and last 200: the error is near
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

    fn search_info() -> SearchInfo {
        SearchInfo {
            depth: 5,
            seldepth: 9,
            multipv: 2,
            score: 31,
            bound: Bound::Exact,
            nodes: 3000,
            hashfull: 17,
            time: Duration::from_millis(1500),
            pv: ["9i9e", "1a1e"].map(|mv| mv.parse().expect("a move")).to_vec(),
        }
    }

    #[test]
    fn info_attributes_have_the_usual_order() {
        let plies = |plies| plies;
        let line = "info depth 5 seldepth 9 score cp 31 nodes 3000 nps 2000 hashfull 17 time 1500 \
                    pv 9i9e 1a1e";
        let pv = usi_moves(&search_info().pv);
        assert_eq!(info(&search_info(), false, plies, &pv), line);
        let with_multipv = line.replace("seldepth 9", "seldepth 9 multipv 2");
        assert_eq!(info(&search_info(), true, plies, &pv), with_multipv);
        assert!(info(&search_info(), false, plies, &[]).ends_with("time 1500"));
    }

    #[test]
    fn scores_with_bounds() {
        let format = |value, bound| {
            score(&SearchInfo { score: value, bound, ..search_info() }, |plies| 2 * plies)
        };
        assert_eq!(format(-7, Bound::Lower), "cp -7 lowerbound");
        assert_eq!(format(mate_in(3), Bound::Exact), "mate 6");
        assert_eq!(format(mate_in(128), Bound::Upper), "mate 256 upperbound");
        assert_eq!(format(mated_in(4), Bound::Exact), "mate -8");
    }

    #[test]
    fn help_lists_existing_commands() {
        let lines = HELP.lines().filter(|line| !line.starts_with(' '));
        for line in lines {
            let command = line.split("  ").next().expect("a command");
            let is_known = !matches!(Command::parse(command), Err(CommandError::Unknown(_)));
            assert!(is_known && line.len() < 100, "{line}");
        }
        for line in WELCOME.lines() {
            let words = line.split('`').skip(1).step_by(2);
            let words = words.filter(|word| !word.starts_with("kawari "));
            words.for_each(|word| assert!(Command::parse(word).is_ok(), "{word}"));
        }
    }

    #[test]
    fn output_is_ascii_and_shortened() {
        assert_eq!(ascii("a`é\u{7}`"), "a`\\u{e9}\\u{7}`");
        assert_eq!(line("1 é\t2"), "1 \\u{e9}\t2");
        assert_eq!(note("a\tb"), "info string a\\tb");
        let long = error("x".repeat(5000));
        assert!(long.len() < 450 && long.starts_with("info string error: xxx"));
        assert_eq!(error("no"), "info string error: no");
    }
}

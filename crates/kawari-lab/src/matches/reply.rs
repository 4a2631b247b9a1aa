//! What a player's program says, as far as a match has to know it.

use std::io::BufRead;

use super::announced_option::AnnouncedOption;
use kawari_engine::core::score::{MATE, MAX_EVALUATION, MAX_PLY, Score};
use kawari_protocol::input::{InputLine, LineReader};

/// Something the program has said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `usiok` or `uciok`.
    Greeting,
    /// `readyok`.
    Ready,
    /// `id name`.
    Name(String),
    /// An option that it has.
    Option(AnnouncedOption),
    /// `bestmove`, with the word behind it if there is one, and what was told of the
    /// search before it.
    BestMove {
        /// The move, `resign`, `win`, or whatever stands there.
        word: Option<String>,
        /// The answer that is expected to it, behind `ponder`.
        ponder: Option<String>,
        /// What the search has found.
        reported: ReportedInfo,
    },
    /// Something has happened that its rules do not know.
    RulesDiffer(String),
    /// A line as it was said, to whoever wants each.
    Said(String),
    /// A line that is too long to be one.
    Overlong,
    /// It will say no more.
    End,
}

/// What a program tells of a search, each the latest word on it for the best move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReportedInfo {
    /// Hundredths from the side to move's view; a mate is [`MATE`] less the number that
    /// was told.
    pub score: Option<Score>,
    /// Plies.
    pub depth: Option<u32>,
    /// Positions searched.
    pub nodes: Option<u64>,
}

/// The longest line that is read, in bytes. A principal variation of the
/// greatest depth is far shorter.
pub const LONGEST_LINE: usize = 1 << 16;

/// How a program, or an adapter in front of it, says that a game is no longer
/// one by its own rules: `info string rules differ: WHAT`.
const RULES_DIFFER: &[u8] = b"string rules differ: ";

/// Characters of a reason or a name that are kept.
const LONGEST_REASON: usize = 100;

/// Reads what a program says. Most of it is thought aloud; only what a match
/// waits for is handed on.
#[derive(Debug)]
pub struct ReplyReader<R> {
    lines: LineReader<R>,
    reported: ReportedInfo,
    /// Every line is handed on as it is.
    is_verbatim: bool,
}

impl<R: BufRead> ReplyReader<R> {
    /// Listens to a source.
    pub fn new(source: R) -> Self {
        Self {
            lines: LineReader::new(source, LONGEST_LINE),
            reported: ReportedInfo::default(),
            is_verbatim: false,
        }
    }

    /// Listens to a source, and hands on every line as it is.
    pub fn verbatim(source: R) -> Self {
        Self { is_verbatim: true, ..Self::new(source) }
    }

    /// The next thing said that matters. Blocks until there is one. A last line
    /// without an end was not said.
    pub fn read(&mut self) -> Reply {
        loop {
            match self.lines.read() {
                Ok(Some(InputLine::Whole(line))) => {
                    if self.is_verbatim {
                        return Reply::Said(String::from_utf8_lossy(line).into_owned());
                    }
                    if let Some(reply) = parse_reply(line, &mut self.reported) {
                        return reply;
                    }
                }
                Ok(Some(InputLine::TooLong)) => return Reply::Overlong,
                Ok(Some(InputLine::Unended(_)) | None) | Err(_) => return Reply::End,
            }
        }
    }
}

/// What a line says by itself.
pub fn parse_line(line: &str) -> Option<Reply> {
    parse_reply(line.as_bytes(), &mut ReportedInfo::default())
}

/// What a line says; what is told of a search is kept until its move comes.
fn parse_reply(line: &[u8], reported: &mut ReportedInfo) -> Option<Reply> {
    // Most lines are `info`; the others are rare enough to be copied.
    if let Some(info) = line.strip_prefix(b"info ") {
        if let Some(what) = info.strip_prefix(RULES_DIFFER) {
            let what = String::from_utf8_lossy(what);
            return Some(Reply::RulesDiffer(what.trim().chars().take(LONGEST_REASON).collect()));
        }
        if let Ok(info) = std::str::from_utf8(info) {
            reported.update(info);
        }
        return None;
    }
    let line = String::from_utf8_lossy(line);
    let mut words = line.split_whitespace();
    match words.next()? {
        "usiok" | "uciok" => Some(Reply::Greeting),
        "readyok" => Some(Reply::Ready),
        "id" => {
            let is_name = words.next() == Some("name");
            let name: String =
                words.collect::<Vec<_>>().join(" ").chars().take(LONGEST_REASON).collect();
            is_name.then_some(Reply::Name(name))
        }
        "option" => {
            AnnouncedOption::parse(line.trim_start().strip_prefix("option")?).map(Reply::Option)
        }
        "bestmove" => {
            let word = words.next().map(str::to_owned);
            let is_there = words.next() == Some("ponder");
            let ponder = words.next().filter(|_| is_there).map(str::to_owned);
            Some(Reply::BestMove { word, ponder, reported: std::mem::take(reported) })
        }
        _ => None,
    }
}

impl ReportedInfo {
    /// Hears an `info` line. One about another line than the best tells nothing, and a
    /// depth without a score is one that has only begun.
    fn update(&mut self, info: &str) {
        let mut words = info.split_ascii_whitespace();
        let (mut depth, mut score, mut nodes) = (None, None, None);
        while let Some(word) = words.next() {
            match word {
                "multipv" if words.next() != Some("1") => return,
                "depth" => depth = words.next().and_then(|value| value.parse().ok()),
                "nodes" => nodes = words.next().and_then(|value| value.parse().ok()),
                "score" => {
                    score = match (words.next(), words.next()) {
                        (Some("cp"), Some(value)) => value.parse::<Score>().ok().map(bounded),
                        (Some("mate"), Some(value)) => Some(mate(value)),
                        _ => None,
                    };
                }
                "string" | "pv" => break,
                _ => {}
            }
        }
        self.nodes = nodes.or(self.nodes);
        if score.is_some() {
            (self.score, self.depth) = (score, depth.or(self.depth));
        }
    }
}

/// No engine may make the adjudicator overflow, or have hundredths taken for a mate.
fn bounded(score: Score) -> Score {
    score.clamp(-MAX_EVALUATION, MAX_EVALUATION)
}

/// `mate 5`, `mate -3`, and what USI allows where the distance is not known:
/// `mate +`, `mate -`.
fn mate(value: &str) -> Score {
    let plies = value.trim_start_matches(['+', '-']).parse().unwrap_or(MAX_PLY as Score);
    let score = MATE - plies.clamp(0, MAX_PLY as Score);
    if value.starts_with('-') { -score } else { score }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(said: &[u8]) -> Vec<Reply> {
        let mut reader = ReplyReader::new(said);
        let mut replies = Vec::new();
        while replies.last() != Some(&Reply::End) {
            replies.push(reader.read());
        }
        replies.pop();
        replies
    }

    fn best(word: &str, reply: Option<&str>) -> Reply {
        let ponder = reply.map(str::to_owned);
        Reply::BestMove { word: Some(word.to_owned()), ponder, reported: ReportedInfo::default() }
    }

    #[test]
    fn only_what_matters_is_heard() {
        let said =
            b"id name X\nusiok\r\n\n hello \nreadyok\ninfo depth 1\nbestmove 1a2a ponder 2b2c\n";
        let name = Reply::Name("X".to_owned());
        let best_move = best("1a2a", Some("2b2c"));
        assert_eq!(heard(said), [name, Reply::Greeting, Reply::Ready, best_move]);
        let nothing =
            Reply::BestMove { word: None, ponder: None, reported: ReportedInfo::default() };
        assert_eq!(heard(b"bestmove\n"), [nothing]);
        assert_eq!(heard(b"bestmove 1a2a 2b2c\n"), [best("1a2a", None)]);
        assert_eq!(heard(b"best\xffmove 1\nbestmove \xff\n"), [best("\u{fffd}", None)]);
        assert_eq!(heard(b"bestmove 1a2a"), []);
    }

    #[test]
    fn a_difference_of_rules_is_heard() {
        let said = b"info string rules differ: a counter-flip \r\ninfo string rules differ\n";
        assert_eq!(heard(said), [Reply::RulesDiffer("a counter-flip".to_owned())]);
    }

    #[test]
    fn the_latest_score_of_the_best_line_counts() {
        let after = |infos: &str| {
            let replies = heard(format!("{infos}bestmove a\n").as_bytes());
            match replies.as_slice() {
                [Reply::BestMove { reported, .. }] => reported.score,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(after("info depth 3 score cp -12 pv 1a2a\ninfo nodes 7\n"), Some(-12));
        assert_eq!(after("info multipv 1 score cp 5\ninfo multipv 2 score cp 1\n"), Some(5));
        assert_eq!(after("info score mate 3 nodes 1\n"), Some(MATE - 3));
        assert_eq!(after("info score mate -\n"), Some(-MATE + MAX_PLY as Score));
        assert_eq!(after("info score mate -4\n"), Some(-MATE + 4));
        assert_eq!(after("info score cp -999999999\n"), Some(-MAX_EVALUATION));
        assert_eq!(after("info string score cp 9\n"), None);
        assert_eq!(after("info score cp\n"), None);
    }

    #[test]
    fn depth_and_nodes_are_those_of_the_best_line() {
        let said = b"info depth 4 score cp 7 nodes 100 pv a\ninfo depth 5 currmove b nodes 120\n\
                     info multipv 2 depth 9 score cp 1 nodes 130\ninfo nodes 140\nbestmove a\n\
                     bestmove b\n";
        let reported = |reply: &Reply| match reply {
            Reply::BestMove { reported, .. } => *reported,
            other => panic!("{other:?}"),
        };
        let heard: Vec<ReportedInfo> = heard(said).iter().map(reported).collect();
        let first = ReportedInfo { score: Some(7), depth: Some(4), nodes: Some(140) };
        assert_eq!(heard, [first, ReportedInfo::default()]);
    }

    #[test]
    fn a_monster_is_heard_once_and_forgotten() {
        let mut said = vec![b'x'; 1 << 20];
        said.extend_from_slice(b"\nreadyok\n");
        assert_eq!(heard(&said), [Reply::Overlong, Reply::Ready]);
        let mut whole = vec![b'x'; LONGEST_LINE];
        whole.extend_from_slice(b"\nreadyok\n");
        assert_eq!(heard(&whole), [Reply::Ready]);
        assert_eq!(heard(&vec![b'x'; 1 << 20]), [Reply::Overlong]);
        let chunked = std::io::BufReader::with_capacity(1000, &said[..]);
        assert_eq!(ReplyReader::new(chunked).read(), Reply::Overlong);
    }
}

//! Parser of the engine output that a match needs.

use std::io::BufRead;

use super::announced_option::AnnouncedOption;
use kawari_engine::core::score::{MATE, MAX_EVALUATION, MAX_PLY, Score};
use kawari_protocol::input::{InputLine, LineReader};

/// A reply of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The end of the handshake: `usiok` or `uciok`.
    HandshakeDone,
    /// `readyok`.
    Ready,
    /// `id name`.
    Name(String),
    /// `option`.
    Option(AnnouncedOption),
    /// `bestmove`.
    BestMove {
        /// The word after `bestmove`: a move, `resign` or `win` if the reply is valid.
        word: Option<String>,
        /// The expected reply after `ponder`.
        ponder: Option<String>,
        /// Score, depth and nodes from the `info` lines before it.
        reported: ReportedInfo,
    },
    /// The game has reached a situation for which the engine's rules differ. The text names
    /// the difference.
    RulesDiffer(String),
    /// An unparsed line, from a [verbatim](ReplyReader::verbatim) reader.
    Line(String),
    /// A line longer than [`MAX_LINE_LENGTH`].
    Overlong,
    /// The end of the output.
    End,
}

/// Score, depth and nodes that an engine has reported for its best move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReportedInfo {
    /// Score from the side to move's view, in centipawns. A mate score is [`MATE`] minus the
    /// reported distance.
    pub score: Option<Score>,
    /// Search depth in plies.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
}

/// Maximum length of a line in bytes. A principal variation of the maximum depth is much
/// shorter.
pub const MAX_LINE_LENGTH: usize = 1 << 16;

/// Prefix of the message, after `info `, by which an engine or its adapter reports that its rules
/// differ: `info string rules differ: REASON`.
const RULES_DIFFER: &[u8] = b"string rules differ: ";

/// Maximum length of a reason or a name, in characters. The rest is cut off.
const MAX_TEXT_LENGTH: usize = 100;

/// Reader of an engine's output. It skips lines that a match does not need.
#[derive(Debug)]
pub struct ReplyReader<R> {
    lines: LineReader<R>,
    reported: ReportedInfo,
    /// Return every line unparsed.
    is_verbatim: bool,
}

impl<R: BufRead> ReplyReader<R> {
    /// Returns a reader that parses replies.
    pub fn new(source: R) -> Self {
        Self {
            lines: LineReader::new(source, MAX_LINE_LENGTH),
            reported: ReportedInfo::default(),
            is_verbatim: false,
        }
    }

    /// Returns a reader that returns every line unparsed.
    pub fn verbatim(source: R) -> Self {
        Self { is_verbatim: true, ..Self::new(source) }
    }

    /// Returns the next reply; blocks until there is one. A last line without a line end is
    /// ignored.
    pub fn read(&mut self) -> Reply {
        loop {
            match self.lines.read() {
                Ok(Some(InputLine::Whole(line))) => {
                    if self.is_verbatim {
                        return Reply::Line(String::from_utf8_lossy(line).into_owned());
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

/// Parses a single line.
pub fn parse_line(line: &str) -> Option<Reply> {
    parse_reply(line.as_bytes(), &mut ReportedInfo::default())
}

/// Parses a line. Collects the values of `info` lines in `reported` until `bestmove`.
fn parse_reply(line: &[u8], reported: &mut ReportedInfo) -> Option<Reply> {
    // Most lines are `info` lines. The others are rare, so copying them is cheap enough.
    if let Some(info) = line.strip_prefix(b"info ") {
        if let Some(reason) = info.strip_prefix(RULES_DIFFER) {
            let reason = String::from_utf8_lossy(reason);
            let reason = reason.trim().chars().take(MAX_TEXT_LENGTH).collect();
            return Some(Reply::RulesDiffer(reason));
        }
        if let Ok(info) = std::str::from_utf8(info) {
            reported.update(info);
        }
        return None;
    }
    let line = String::from_utf8_lossy(line);
    let mut words = line.split_whitespace();
    match words.next()? {
        "usiok" | "uciok" => Some(Reply::HandshakeDone),
        "readyok" => Some(Reply::Ready),
        "id" => {
            let is_name = words.next() == Some("name");
            let name: String =
                words.collect::<Vec<_>>().join(" ").chars().take(MAX_TEXT_LENGTH).collect();
            is_name.then_some(Reply::Name(name))
        }
        "option" => {
            AnnouncedOption::parse(line.trim_start().strip_prefix("option")?).map(Reply::Option)
        }
        "bestmove" => {
            let word = words.next().map(str::to_owned);
            let has_ponder = words.next() == Some("ponder");
            let ponder = words.next().filter(|_| has_ponder).map(str::to_owned);
            Some(Reply::BestMove { word, ponder, reported: std::mem::take(reported) })
        }
        _ => None,
    }
}

impl ReportedInfo {
    /// Updates the values from an `info` line. Ignores lines with another `multipv` than 1, and
    /// a depth without a score, because that iteration has only begun.
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
                        (Some("cp"), Some(value)) => {
                            value.parse::<Score>().ok().map(clamp_evaluation)
                        }
                        (Some("mate"), Some(value)) => Some(mate_score(value)),
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

/// Clamps a score so that it cannot overflow and is not a mate score.
fn clamp_evaluation(score: Score) -> Score {
    score.clamp(-MAX_EVALUATION, MAX_EVALUATION)
}

/// Parses the value of `score mate`: `5`, `-3`, and for an unknown distance in USI, `+` or `-`.
fn mate_score(value: &str) -> Score {
    let plies = value.trim_start_matches(['+', '-']).parse().unwrap_or(MAX_PLY as Score);
    let score = MATE - plies.clamp(0, MAX_PLY as Score);
    if value.starts_with('-') { -score } else { score }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(output: &[u8]) -> Vec<Reply> {
        let mut reader = ReplyReader::new(output);
        let mut replies = Vec::new();
        while replies.last() != Some(&Reply::End) {
            replies.push(reader.read());
        }
        replies.pop();
        replies
    }

    fn best(word: &str, ponder: Option<&str>) -> Reply {
        let ponder = ponder.map(str::to_owned);
        Reply::BestMove { word: Some(word.to_owned()), ponder, reported: ReportedInfo::default() }
    }

    #[test]
    fn reader_skips_other_lines() {
        let output =
            b"id name X\nusiok\r\n\n hello \nreadyok\ninfo depth 1\nbestmove 1a2a ponder 2b2c\n";
        let name = Reply::Name("X".to_owned());
        let best_move = best("1a2a", Some("2b2c"));
        assert_eq!(read_all(output), [name, Reply::HandshakeDone, Reply::Ready, best_move]);
        let without_move =
            Reply::BestMove { word: None, ponder: None, reported: ReportedInfo::default() };
        assert_eq!(read_all(b"bestmove\n"), [without_move]);
        assert_eq!(read_all(b"bestmove 1a2a 2b2c\n"), [best("1a2a", None)]);
        assert_eq!(read_all(b"best\xffmove 1\nbestmove \xff\n"), [best("\u{fffd}", None)]);
        assert_eq!(read_all(b"bestmove 1a2a"), []);
    }

    #[test]
    fn rules_differ_message_is_parsed() {
        let output = b"info string rules differ: a counter-flip \r\ninfo string rules differ\n";
        assert_eq!(read_all(output), [Reply::RulesDiffer("a counter-flip".to_owned())]);
    }

    #[test]
    fn latest_score_of_the_first_line_is_reported() {
        let after = |infos: &str| {
            let replies = read_all(format!("{infos}bestmove a\n").as_bytes());
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
    fn depth_and_nodes_of_the_first_line_are_reported() {
        let output = b"info depth 4 score cp 7 nodes 100 pv a\ninfo depth 5 currmove b nodes 120\n\
                     info multipv 2 depth 9 score cp 1 nodes 130\ninfo nodes 140\nbestmove a\n\
                     bestmove b\n";
        let reported = |reply: &Reply| match reply {
            Reply::BestMove { reported, .. } => *reported,
            other => panic!("{other:?}"),
        };
        let infos: Vec<ReportedInfo> = read_all(output).iter().map(reported).collect();
        let first = ReportedInfo { score: Some(7), depth: Some(4), nodes: Some(140) };
        assert_eq!(infos, [first, ReportedInfo::default()]);
    }

    #[test]
    fn overlong_line_is_reported_once() {
        let mut output = vec![b'x'; 1 << 20];
        output.extend_from_slice(b"\nreadyok\n");
        assert_eq!(read_all(&output), [Reply::Overlong, Reply::Ready]);
        let mut longest = vec![b'x'; MAX_LINE_LENGTH];
        longest.extend_from_slice(b"\nreadyok\n");
        assert_eq!(read_all(&longest), [Reply::Ready]);
        assert_eq!(read_all(&vec![b'x'; 1 << 20]), [Reply::Overlong]);
        let chunked = std::io::BufReader::with_capacity(1000, &output[..]);
        assert_eq!(ReplyReader::new(chunked).read(), Reply::Overlong);
    }
}

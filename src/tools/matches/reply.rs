//! What a player's program says, as far as a match has to know it.

use std::io::{self, BufRead};

use crate::core::score::{MATE, MAX_PLY, Score};

/// Something the program has said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `usiok` or `uciok`.
    Greeting,
    /// `readyok`.
    Ready,
    /// `bestmove`, with the word behind it if there is one, and the latest score
    /// before it, from the side to move's view.
    BestMove {
        /// The move, `resign`, `win`, or whatever stands there.
        word: Option<String>,
        /// Hundredths; a mate is [`MATE`] less the plies to it.
        score: Option<Score>,
    },
    /// Something has happened that its rules do not know.
    RulesDiffer(String),
    /// A line that is too long to be one.
    Overlong,
    /// It will say no more.
    End,
}

/// The longest line that is read, in bytes. A principal variation of the
/// greatest depth is far shorter.
pub const LONGEST_LINE: usize = 1 << 16;

/// How a program, or an adapter in front of it, says that a game is no longer
/// one by its own rules: `info string rules differ: WHAT`.
const RULES_DIFFER: &[u8] = b"string rules differ: ";

/// Characters of the reason that are kept.
const LONGEST_REASON: usize = 100;

/// Reads what a program says. Most of it is thought aloud; only what a match
/// waits for is handed on.
#[derive(Debug)]
pub struct Ear<R> {
    source: R,
    line: Vec<u8>,
    score: Option<Score>,
}

/// How the reading of a line ended.
enum Ending {
    Newline,
    Overlong,
    EndOfInput,
}

impl<R: BufRead> Ear<R> {
    /// Listens to a source.
    pub fn new(source: R) -> Self {
        Self { source, line: Vec::new(), score: None }
    }

    /// The next thing said that matters. Blocks until there is one. A last line
    /// without an end was not said.
    pub fn hear(&mut self) -> Reply {
        loop {
            match self.read_line() {
                Ok(Ending::Newline) => {
                    if let Some(reply) = self.understand() {
                        return reply;
                    }
                }
                Ok(Ending::Overlong) => return Reply::Overlong,
                Ok(Ending::EndOfInput) | Err(_) => return Reply::End,
            }
        }
    }

    /// Reads up to the next newline, and no more than [`LONGEST_LINE`] of it.
    fn read_line(&mut self) -> io::Result<Ending> {
        // Behind an overlong beginning, the rest of the line is still to come.
        let is_rest = self.line.len() > LONGEST_LINE;
        self.line.clear();
        loop {
            let buffer = match self.source.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            if buffer.is_empty() {
                return Ok(Ending::EndOfInput);
            }
            let newline = buffer.iter().position(|&byte| byte == b'\n');
            let part = newline.unwrap_or(buffer.len());
            if !is_rest {
                let room = (LONGEST_LINE + 1).saturating_sub(self.line.len());
                self.line.extend_from_slice(&buffer[..part.min(room)]);
            }
            self.source.consume(newline.map_or(part, |at| at + 1));
            match newline {
                Some(_) if self.line.len() > LONGEST_LINE => {
                    self.line.clear();
                    return Ok(Ending::Overlong);
                }
                Some(_) => return Ok(Ending::Newline),
                // Said at once: the line may never end.
                None if self.line.len() > LONGEST_LINE => return Ok(Ending::Overlong),
                None => {}
            }
        }
    }

    fn understand(&mut self) -> Option<Reply> {
        // Most lines are `info`; the others are rare enough to be copied.
        if let Some(info) = self.line.strip_prefix(b"info ") {
            if let Some(what) = info.strip_prefix(RULES_DIFFER) {
                let what = String::from_utf8_lossy(what);
                return Some(Reply::RulesDiffer(
                    what.trim().chars().take(LONGEST_REASON).collect(),
                ));
            }
            if let Some(score) = std::str::from_utf8(info).ok().and_then(score) {
                self.score = Some(score);
            }
            return None;
        }
        let line = String::from_utf8_lossy(&self.line);
        let mut words = line.split_whitespace();
        match words.next()? {
            "usiok" | "uciok" => Some(Reply::Greeting),
            "readyok" => Some(Reply::Ready),
            "bestmove" => {
                let word = words.next().map(str::to_owned);
                Some(Reply::BestMove { word, score: self.score.take() })
            }
            _ => None,
        }
    }
}

/// The score of an `info` line for the best move, if it has one.
fn score(info: &str) -> Option<Score> {
    let mut words = info.split_ascii_whitespace();
    while let Some(word) = words.next() {
        match word {
            "multipv" if words.next() != Some("1") => return None,
            "score" => {
                return match (words.next()?, words.next()?) {
                    ("cp", value) => value.parse::<Score>().ok().map(bounded),
                    ("mate", value) => Some(mate(value)),
                    _ => None,
                };
            }
            "string" | "pv" => return None,
            _ => {}
        }
    }
    None
}

/// No engine may make the adjudicator overflow.
fn bounded(score: Score) -> Score {
    score.clamp(-MATE, MATE)
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
        let mut ear = Ear::new(said);
        let mut replies = Vec::new();
        while replies.last() != Some(&Reply::End) {
            replies.push(ear.hear());
        }
        replies.pop();
        replies
    }

    fn best(word: &str, score: Option<Score>) -> Reply {
        Reply::BestMove { word: Some(word.to_owned()), score }
    }

    #[test]
    fn only_what_matters_is_heard() {
        let said =
            b"id name X\nusiok\r\n\n hello \nreadyok\ninfo depth 1\nbestmove 1a2a ponder 2b2c\n";
        assert_eq!(heard(said), [Reply::Greeting, Reply::Ready, best("1a2a", None)]);
        assert_eq!(heard(b"bestmove\n"), [Reply::BestMove { word: None, score: None }]);
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
                [Reply::BestMove { score, .. }] => *score,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(after("info depth 3 score cp -12 pv 1a2a\ninfo nodes 7\n"), Some(-12));
        assert_eq!(after("info multipv 1 score cp 5\ninfo multipv 2 score cp 1\n"), Some(5));
        assert_eq!(after("info score mate 3 nodes 1\n"), Some(MATE - 3));
        assert_eq!(after("info score mate -\n"), Some(-MATE + MAX_PLY as Score));
        assert_eq!(after("info score mate -4\n"), Some(-MATE + 4));
        assert_eq!(after("info score cp -999999999\n"), Some(-MATE));
        assert_eq!(after("info string score cp 9\n"), None);
        assert_eq!(after("info score cp\n"), None);
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
        let chunked = io::BufReader::with_capacity(1000, &said[..]);
        assert_eq!(Ear::new(chunked).hear(), Reply::Overlong);
    }
}

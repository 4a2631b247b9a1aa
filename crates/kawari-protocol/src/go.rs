//! Parser of the arguments of `go` and `ponderhit`.

use std::time::Duration;

use super::error::CommandError;
use kawari_engine::engine::session::SearchRequest;
use kawari_engine::search::limits::{Clock, Limits};
use kawari_engine::search::time_manager;

/// The request of a `go` command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Go {
    /// A search, answered by `bestmove`.
    Search(SearchRequest),
    /// `go mate`: a mate search, answered by `checkmate`.
    Mate {
        /// The number after `mate`: milliseconds in USI, moves in UCI.
        number: Option<u64>,
        /// The other arguments.
        request: SearchRequest,
    },
}

/// Arguments of `go`. `searchmoves` takes all words up to the next of them.
const KEYWORDS: [&str; 14] = [
    "ponder",
    "infinite",
    "mate",
    "searchmoves",
    "btime",
    "wtime",
    "binc",
    "winc",
    "byoyomi",
    "movestogo",
    "movetime",
    "rtime",
    "depth",
    "nodes",
];
/// Largest number of milliseconds or nodes; larger ones are reduced to it.
const MAX_NUMBER: u64 = 999_999_999_999;
/// Largest value of `depth` and `movestogo`; larger ones are reduced to it.
const MAX_SMALL_NUMBER: u64 = 255;

/// Parses the words after `go`.
///
/// # Errors
/// Returns a [`CommandError`] with the first wrong word and its place in the line.
pub fn parse(words: &[&str]) -> Result<Go, CommandError> {
    let mut parser = GoParser::new("go", words);
    parser.parse()?;
    let limits = parser.limits();
    let request = SearchRequest { limits, ..parser.request };
    Ok(match parser.mate {
        Some(number) => Go::Mate { number, request },
        None => Go::Search(request),
    })
}

/// Parses the words after `ponderhit`: the current times, or nothing.
///
/// # Errors
/// As [`parse`].
pub fn parse_ponder_hit(words: &[&str]) -> Result<Option<Limits>, CommandError> {
    let mut parser = GoParser::new("ponderhit", words);
    parser.parse()?;
    let limits = parser.limits();
    Ok((limits != Limits::default()).then_some(limits))
}

struct GoParser<'a> {
    command: &'static str,
    words: &'a [&'a str],
    /// Index of the next word.
    next: usize,
    request: SearchRequest,
    /// `Some` after `mate`, with the number that follows it.
    mate: Option<Option<u64>>,
    clock: Clock,
    /// A time, an increment or a byoyomi was given. `movestogo` alone makes no clock.
    has_clock: bool,
    depth: Option<u32>,
    nodes: Option<u64>,
    move_time: Option<Duration>,
    random_time: Option<Duration>,
}

impl<'a> GoParser<'a> {
    fn new(command: &'static str, words: &'a [&'a str]) -> Self {
        Self {
            command,
            words,
            next: 0,
            request: SearchRequest::default(),
            mate: None,
            clock: Clock::default(),
            has_clock: false,
            depth: None,
            nodes: None,
            move_time: None,
            random_time: None,
        }
    }

    fn parse(&mut self) -> Result<(), CommandError> {
        while let Some(&word) = self.words.get(self.next) {
            self.next += 1;
            match word {
                "ponder" => self.request.ponder = true,
                "infinite" => self.request.infinite = true,
                "mate" => self.parse_mate(),
                "searchmoves" => self.parse_search_moves()?,
                "btime" => self.clock.remaining[0] = self.clock_time(word)?,
                "wtime" => self.clock.remaining[1] = self.clock_time(word)?,
                "binc" => self.clock.increment[0] = self.clock_time(word)?,
                "winc" => self.clock.increment[1] = self.clock_time(word)?,
                "byoyomi" => self.clock.byoyomi = self.clock_time(word)?,
                "movestogo" => self.clock.moves_to_go = Some(self.small_number(word)?),
                "movetime" => self.move_time = Some(self.time(word)?),
                "rtime" => self.random_time = Some(self.time(word)?),
                "depth" => self.depth = Some(self.small_number(word)?),
                "nodes" => self.nodes = Some(self.number(word)?.clamp(1, MAX_NUMBER)),
                _ => return Err(self.unexpected(word)),
            }
        }
        Ok(())
    }

    /// Parses the optional argument of `mate`: a number or `infinite`.
    fn parse_mate(&mut self) {
        let word = self.words.get(self.next).copied();
        let number = word.and_then(parse_number);
        self.mate = Some(number);
        if number.is_some() || word == Some("infinite") {
            self.next += 1;
        }
    }

    fn parse_search_moves(&mut self) -> Result<(), CommandError> {
        let rest = &self.words[self.next..];
        let count = rest.iter().position(|word| KEYWORDS.contains(word)).unwrap_or(rest.len());
        if count == 0 {
            let expected = "a move after `searchmoves`";
            return Err(CommandError::Missing { command: self.command, expected });
        }
        self.request.search_moves.extend(rest[..count].iter().map(|&word| word.to_owned()));
        self.next += count;
        Ok(())
    }

    /// Parses the number after `word`. Negative numbers become 0: some clients send
    /// negative times after the flag has fallen.
    fn number(&mut self, word: &str) -> Result<u64, CommandError> {
        let Some(&value) = self.words.get(self.next) else {
            return Err(CommandError::Missing { command: self.command, expected: "a number" });
        };
        self.next += 1;
        parse_number(value).ok_or_else(|| CommandError::Number {
            command: self.command,
            word: word.to_owned(),
            value: value.to_owned(),
            place: self.next + 1,
        })
    }

    fn small_number(&mut self, word: &str) -> Result<u32, CommandError> {
        Ok(self.number(word)?.clamp(1, MAX_SMALL_NUMBER) as u32)
    }

    fn time(&mut self, word: &str) -> Result<Duration, CommandError> {
        Ok(time_manager::milliseconds(self.number(word)?))
    }

    fn clock_time(&mut self, word: &str) -> Result<Duration, CommandError> {
        let time = self.time(word)?;
        self.has_clock = true;
        Ok(time)
    }

    fn unexpected(&self, word: &str) -> CommandError {
        CommandError::unexpected(self.command, word, self.next + 1, "an argument of `go`")
    }

    fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            // `rtime` allows a random time up to its value. All of it is used.
            move_time: self.move_time.or(self.random_time),
            clock: self.has_clock.then_some(self.clock),
        }
    }
}

/// Parses a whole number. Negative numbers become 0; a number that does not fit 64 bits
/// becomes [`MAX_NUMBER`].
fn parse_number(word: &str) -> Option<u64> {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(if word.starts_with('-') { 0 } else { digits.parse().unwrap_or(MAX_NUMBER) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<&str> {
        line.split_ascii_whitespace().collect()
    }

    fn request(line: &str) -> SearchRequest {
        match parse(&words(line)).expect("valid arguments") {
            Go::Search(request) => request,
            Go::Mate { .. } => panic!("not a search"),
        }
    }

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn every_argument_in_any_order() {
        let request = request(
            "searchmoves 9i9e 1i1e nodes 7 winc 4 btime 1000 depth 9 infinite wtime 2000 \
             movestogo 20 binc 3 ponder byoyomi 500 movetime 60",
        );
        assert_eq!(request.search_moves, ["9i9e", "1i1e"]);
        assert!(request.ponder && request.infinite);
        let clock = Clock {
            remaining: [ms(1000), ms(2000)],
            increment: [ms(3), ms(4)],
            byoyomi: ms(500),
            moves_to_go: Some(20),
        };
        let limits =
            Limits { depth: Some(9), nodes: Some(7), move_time: Some(ms(60)), clock: Some(clock) };
        assert_eq!(request.limits, limits);
    }

    #[test]
    fn each_argument_alone() {
        assert_eq!(request(""), SearchRequest::default());
        assert_eq!(request("movestogo 5"), SearchRequest::default());
        assert!(request("ponder").ponder);
        assert!(request("infinite").infinite);
        assert_eq!(request("depth 5").limits.depth, Some(5));
        assert_eq!(request("nodes 5").limits.nodes, Some(5));
        assert_eq!(request("movetime 5").limits.move_time, Some(ms(5)));
        assert_eq!(request("rtime 5").limits.move_time, Some(ms(5)));
        let clock = |line| request(line).limits.clock.expect("a clock");
        assert_eq!(clock("byoyomi 100").byoyomi, ms(100));
        assert_eq!(clock("btime 7").remaining, [ms(7), ms(0)]);
        assert_eq!(clock("winc 7").increment, [ms(0), ms(7)]);
    }

    #[test]
    fn numbers_are_clamped() {
        assert_eq!(request("depth 256").limits.depth, Some(255));
        assert_eq!(request("depth 0").limits.depth, Some(1));
        assert_eq!(request("nodes 0").limits.nodes, Some(1));
        assert_eq!(request("nodes 99999999999999999999999").limits.nodes, Some(MAX_NUMBER));
        let clock = request("btime -5 movestogo 300").limits.clock.expect("a clock");
        assert_eq!((clock.remaining[0], clock.moves_to_go), (ms(0), Some(255)));
    }

    #[test]
    fn times_are_clamped_to_max_time() {
        let line = format!("btime 1 byoyomi {} rtime {0}", u64::MAX);
        let limits = request(&line).limits;
        assert_eq!(limits.clock.map(|clock| clock.byoyomi), Some(time_manager::MAX_TIME));
        assert_eq!(limits.move_time, Some(time_manager::MAX_TIME));
    }

    #[test]
    fn mate_takes_an_optional_number() {
        for (line, expected) in [
            ("mate", None),
            ("mate 1000", Some(1000)),
            ("mate infinite", None),
            ("btime 1 mate 5 wtime 1", Some(5)),
        ] {
            let Ok(Go::Mate { number, .. }) = parse(&words(line)) else { panic!("{line}") };
            assert_eq!(number, expected, "{line}");
        }
    }

    #[test]
    fn errors_name_the_word_and_its_place() {
        let refused = |line| parse(&words(line)).expect_err("invalid arguments").to_string();
        assert_eq!(
            refused("depth 5 dpeth 6"),
            "go: word 4 is `dpeth` where an argument of `go` is expected"
        );
        assert_eq!(refused("depth x"), "go: word 3 is `x` where the number of `depth` is expected");
        assert_eq!(refused("depth"), "go: the line ends where a number is expected");
        assert_eq!(
            refused("searchmoves depth 5"),
            "go: the line ends where a move after `searchmoves` is expected"
        );
    }

    #[test]
    fn ponderhit_takes_new_times() {
        assert_eq!(parse_ponder_hit(&[]), Ok(None));
        let limits = parse_ponder_hit(&words("btime 5 wtime 6 byoyomi 7")).expect("times");
        assert_eq!(limits.and_then(|limits| limits.clock).map(|clock| clock.byoyomi), Some(ms(7)));
    }
}

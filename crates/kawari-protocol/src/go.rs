//! The words of `go`.
//!
//! What USI shares with UCI is read by `vampirc-uci`. Its parser knows nothing
//! of `byoyomi` and `rtime`, takes `mate` for a number of moves, wants chess
//! moves behind `searchmoves` and panics on numbers that its fields cannot hold,
//! so those words are taken out and every number is brought into range first.

use std::time::Duration;

use vampirc_uci::{UciMessage, UciSearchControl, UciTimeControl, parse_strict};

use super::error::CommandError;
use kawari_engine::engine::session::SearchRequest;
use kawari_engine::search::limits::{Clock, Limits};
use kawari_engine::search::time_manager;

/// What a `go` asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Go {
    /// A search that `bestmove` answers.
    Search(SearchRequest),
    /// `go mate`: a proof that `checkmate` answers.
    Mate {
        /// The number behind it: milliseconds in USI, moves in UCI.
        number: Option<u64>,
        /// What else is asked for.
        order: SearchRequest,
    },
}

/// Words that `vampirc-uci` reads as a game clock.
const CLOCK: [&str; 5] = ["btime", "wtime", "binc", "winc", "movestogo"];
/// Words that it reads as bounds. A second call reads them: in one, a clock
/// hides `movetime`.
const BOUNDS: [&str; 3] = ["movetime", "depth", "nodes"];
/// The others.
const OTHERS: [&str; 6] = ["ponder", "infinite", "mate", "searchmoves", "byoyomi", "rtime"];
/// The largest number of milliseconds or nodes that `vampirc-uci` reads.
const MAX_CLIENT_NUMBER: u64 = 999_999_999_999;

/// Reads the words behind `go`.
///
/// # Errors
/// A [`CommandError`] that names the first wrong word and its place.
pub fn parse(words: &[&str]) -> Result<Go, CommandError> {
    let mut reader = GoParser::new("go", words);
    reader.read()?;
    let limits = reader.limits();
    let order = SearchRequest { limits, ..reader.order };
    Ok(match reader.mate {
        Some(number) => Go::Mate { number, order },
        None => Go::Search(order),
    })
}

/// Reads the words behind `ponderhit`: the times as they are now, or nothing.
///
/// # Errors
/// As [`parse`].
pub fn parse_ponder_hit(words: &[&str]) -> Result<Option<Limits>, CommandError> {
    let mut reader = GoParser::new("ponderhit", words);
    reader.read()?;
    let limits = reader.limits();
    Ok((limits != Limits::default()).then_some(limits))
}

struct GoParser<'a> {
    command: &'static str,
    words: &'a [&'a str],
    /// The next word.
    at: usize,
    order: SearchRequest,
    /// It was said, with this number.
    mate: Option<Option<u64>>,
    byoyomi: Option<Duration>,
    rtime: Option<Duration>,
    /// What is left to `vampirc-uci`, in words and numbers that it can read.
    clock: Vec<String>,
    bounds: Vec<String>,
}

impl<'a> GoParser<'a> {
    fn new(command: &'static str, words: &'a [&'a str]) -> Self {
        Self {
            command,
            words,
            at: 0,
            order: SearchRequest::default(),
            mate: None,
            byoyomi: None,
            rtime: None,
            clock: Vec::new(),
            bounds: Vec::new(),
        }
    }

    fn read(&mut self) -> Result<(), CommandError> {
        while let Some(&word) = self.words.get(self.at) {
            self.at += 1;
            match word {
                "ponder" => self.order.ponder = true,
                "infinite" => self.order.infinite = true,
                "mate" => self.read_mate(),
                "searchmoves" => self.read_search_moves()?,
                "byoyomi" => self.byoyomi = Some(time_manager::milliseconds(self.number(word)?)),
                "rtime" => self.rtime = Some(time_manager::milliseconds(self.number(word)?)),
                _ if CLOCK.contains(&word) => {
                    let number = self.bounded_number(word)?;
                    self.clock.push(number);
                }
                _ if BOUNDS.contains(&word) => {
                    let number = self.bounded_number(word)?;
                    self.bounds.push(number);
                }
                _ => return Err(self.unexpected(word)),
            }
        }
        Ok(())
    }

    /// `mate` may be followed by a number of milliseconds or by `infinite`.
    fn read_mate(&mut self) {
        let word = self.words.get(self.at).copied();
        let number = word.and_then(read_number);
        self.mate = Some(number);
        if number.is_some() || word == Some("infinite") {
            self.at += 1;
        }
    }

    fn read_search_moves(&mut self) -> Result<(), CommandError> {
        let behind = &self.words[self.at..];
        let end = behind.iter().position(|word| is_known(word)).unwrap_or(behind.len());
        if end == 0 {
            let expected = "a move behind `searchmoves`";
            return Err(CommandError::Missing { command: self.command, expected });
        }
        self.order.search_moves.extend(behind[..end].iter().map(|&word| word.to_owned()));
        self.at += end;
        Ok(())
    }

    /// The number behind `word`, with what stands for none as 0: clients send
    /// negative times when the flag has fallen.
    fn number(&mut self, word: &str) -> Result<u64, CommandError> {
        let Some(&value) = self.words.get(self.at) else {
            return Err(CommandError::Missing { command: self.command, expected: "a number" });
        };
        self.at += 1;
        read_number(value).ok_or_else(|| CommandError::Number {
            command: self.command,
            word: word.to_owned(),
            value: value.to_owned(),
            place: self.at + 1,
        })
    }

    fn bounded_number(&mut self, word: &str) -> Result<String, CommandError> {
        let (least, most) = match word {
            "depth" | "movestogo" => (1, u64::from(u8::MAX)),
            "nodes" => (1, MAX_CLIENT_NUMBER),
            _ => (0, MAX_CLIENT_NUMBER),
        };
        Ok(format!("{word} {}", self.number(word)?.clamp(least, most)))
    }

    fn unexpected(&self, word: &str) -> CommandError {
        CommandError::Unexpected {
            command: self.command,
            word: word.to_owned(),
            place: self.at + 1,
            expected: "a word of `go`",
        }
    }

    fn limits(&self) -> Limits {
        let mut limits = Limits { clock: self.clock(), ..Limits::default() };
        let (time, search) = parse_with_vampirc(&self.bounds);
        if let Some(UciTimeControl::MoveTime(time)) = time {
            limits.move_time = Some(duration(time));
        }
        // A random time would make no game better; its upper end is a time too.
        limits.move_time = limits.move_time.or(self.rtime);
        if let Some(search) = search {
            limits.depth = search.depth.map(u32::from);
            limits.nodes = search.nodes;
        }
        limits
    }

    fn clock(&self) -> Option<Clock> {
        let (time, _) = parse_with_vampirc(&self.clock);
        let mut clock = Clock { byoyomi: self.byoyomi.unwrap_or_default(), ..Clock::default() };
        let mut is_told = self.byoyomi.is_some();
        if let Some(UciTimeControl::TimeLeft {
            black_time,
            white_time,
            black_increment,
            white_increment,
            moves_to_go,
        }) = time
        {
            let times = [black_time, white_time, black_increment, white_increment];
            // A number of moves is no time.
            is_told |= times.iter().any(Option::is_some);
            let [black, white, black_increment, white_increment] =
                times.map(|time| time.map(duration).unwrap_or_default());
            clock.remaining = [black, white];
            clock.increment = [black_increment, white_increment];
            clock.moves_to_go = moves_to_go.map(u32::from);
        }
        is_told.then_some(clock)
    }
}

fn is_known(word: &str) -> bool {
    CLOCK.contains(&word) || BOUNDS.contains(&word) || OTHERS.contains(&word)
}

/// A whole number; negative ones count as 0, and those too large for the
/// machine as the largest.
fn read_number(word: &str) -> Option<u64> {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(if word.starts_with('-') { 0 } else { digits.parse().unwrap_or(MAX_CLIENT_NUMBER) })
}

/// What `vampirc-uci` makes of a `go` with these words.
fn parse_with_vampirc(words: &[String]) -> (Option<UciTimeControl>, Option<UciSearchControl>) {
    if words.is_empty() {
        return (None, None);
    }
    let line = format!("go {}", words.join(" "));
    match parse_strict(&line).map(|mut messages| messages.pop()) {
        Ok(Some(UciMessage::Go { time_control, search_control })) => (time_control, search_control),
        other => {
            log::error!("vampirc-uci does not read `{line}`: {other:?}");
            (None, None)
        }
    }
}

fn duration(time: vampirc_uci::Duration) -> Duration {
    time.to_std().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<&str> {
        line.split_ascii_whitespace().collect()
    }

    fn order(line: &str) -> SearchRequest {
        match parse(&words(line)).expect("a good go") {
            Go::Search(order) => order,
            Go::Mate { .. } => panic!("not a search"),
        }
    }

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn every_word_in_any_order() {
        let order = order(
            "searchmoves 9i9e 1i1e nodes 7 winc 4 btime 1000 depth 9 infinite wtime 2000 \
             movestogo 20 binc 3 ponder byoyomi 500 movetime 60",
        );
        assert_eq!(order.search_moves, ["9i9e", "1i1e"]);
        assert!(order.ponder && order.infinite);
        let clock = Clock {
            remaining: [ms(1000), ms(2000)],
            increment: [ms(3), ms(4)],
            byoyomi: ms(500),
            moves_to_go: Some(20),
        };
        let limits =
            Limits { depth: Some(9), nodes: Some(7), move_time: Some(ms(60)), clock: Some(clock) };
        assert_eq!(order.limits, limits);
    }

    #[test]
    fn each_word_alone() {
        assert_eq!(order(""), SearchRequest::default());
        assert_eq!(order("movestogo 5"), SearchRequest::default());
        assert!(order("ponder").ponder);
        assert!(order("infinite").infinite);
        assert_eq!(order("depth 5").limits.depth, Some(5));
        assert_eq!(order("nodes 5").limits.nodes, Some(5));
        assert_eq!(order("movetime 5").limits.move_time, Some(ms(5)));
        assert_eq!(order("rtime 5").limits.move_time, Some(ms(5)));
        let clock = |line| order(line).limits.clock.expect("a clock");
        assert_eq!(clock("byoyomi 100").byoyomi, ms(100));
        assert_eq!(clock("btime 7").remaining, [ms(7), ms(0)]);
        assert_eq!(clock("winc 7").increment, [ms(0), ms(7)]);
    }

    #[test]
    fn numbers_of_any_size_are_brought_into_range() {
        assert_eq!(order("depth 256").limits.depth, Some(255));
        assert_eq!(order("depth 0").limits.depth, Some(1));
        assert_eq!(order("nodes 0").limits.nodes, Some(1));
        assert_eq!(order("nodes 99999999999999999999999").limits.nodes, Some(MAX_CLIENT_NUMBER));
        let clock = order("btime -5 movestogo 300").limits.clock.expect("a clock");
        assert_eq!((clock.remaining[0], clock.moves_to_go), (ms(0), Some(255)));
    }

    #[test]
    fn times_are_cut_to_the_longest() {
        let line = format!("btime 1 byoyomi {} rtime {0}", u64::MAX);
        let limits = order(&line).limits;
        assert_eq!(limits.clock.map(|clock| clock.byoyomi), Some(time_manager::MAX_TIME));
        assert_eq!(limits.move_time, Some(time_manager::MAX_TIME));
    }

    #[test]
    fn mate_is_no_search() {
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
    fn a_wrong_word_is_named_with_its_place() {
        let refused = |line| parse(&words(line)).expect_err("a bad go").to_string();
        assert_eq!(
            refused("depth 5 dpeth 6"),
            "go: word 4 is `dpeth` where a word of `go` is expected"
        );
        assert_eq!(refused("depth x"), "go: word 3 is `x` where the number of `depth` is expected");
        assert_eq!(refused("depth"), "go: the line ends where a number is expected");
        assert_eq!(
            refused("searchmoves depth 5"),
            "go: the line ends where a move behind `searchmoves` is expected"
        );
    }

    #[test]
    fn ponderhit_may_bring_new_times() {
        assert_eq!(parse_ponder_hit(&[]), Ok(None));
        let limits = parse_ponder_hit(&words("btime 5 wtime 6 byoyomi 7")).expect("times");
        assert_eq!(limits.and_then(|limits| limits.clock).map(|clock| clock.byoyomi), Some(ms(7)));
    }
}

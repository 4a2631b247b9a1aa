//! A line as a command.

use super::error::CommandError;
use super::game_command::GameCommand;
use super::go::{self, Go};
use super::position_command::PositionCommand;
use kawari_engine::search::limits::Limits;

/// What a client can ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `usi`: who are you?
    Usi,
    /// `uci`: the same, from a client that speaks the chess protocol.
    Uci,
    /// `xboard`: the client speaks CECP, and asks nothing.
    Xboard,
    /// What is said to an engine that keeps the game itself.
    Game(GameCommand),
    /// `isready`: tell me when you are.
    IsReady,
    /// `usinewgame`, `ucinewgame`: forget the last game.
    NewGame,
    /// `setoption`.
    SetOption {
        /// The option's name.
        name: String,
        /// The value; empty where there is none.
        value: String,
    },
    /// `position`.
    Position(PositionCommand),
    /// `go`.
    Go(Go),
    /// `stop`: answer now.
    Stop,
    /// `ponderhit`: the expected move was played; with limits where the client
    /// gives new ones.
    PonderHit(Option<Limits>),
    /// `gameover`, with or without a result: the game has ended.
    GameOver,
    /// `quit`: leave.
    Quit,
    /// A question about the position.
    Query(Query),
    /// `help`: what can be typed?
    Help,
    /// `perft`: count the leaves so many plies deep.
    Perft(u32),
    /// `bench`, to this depth or the usual one.
    Bench(Option<u32>),
}

/// When a line that waits can be served, as soon as those before it are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QueuePriority {
    /// As [`QueuePriority::Urgent`]; besides, it ends all that comes before it.
    Stop,
    /// Whatever runs, and it finds room where others do not.
    Urgent,
    /// Whatever runs: it neither asks of the game nor changes anything.
    Immediate,
    /// The same for `isready`, unless a game has to be forgotten with it.
    Ready,
    /// Beside a search that has no end of its own.
    Question,
    /// When nothing runs; besides, it ends all that comes before it, and nobody hears
    /// of that.
    Abandon,
    /// When nothing runs.
    Idle,
}

/// A question about the position that is answered at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Query {
    /// `moves`: every legal move.
    Moves,
    /// `side`: who is to move.
    Side,
    /// `status`: does the game go on, or how has it ended.
    Status,
    /// `sfen`.
    Sfen,
    /// `fen`: the position as chess writes it.
    Fen,
    /// `d`: a drawing.
    Drawing,
    /// `record`: the game in written notation.
    Record,
    /// `eval`: the static evaluation.
    Eval,
}

/// Deeper perfts are slips of the finger.
const MAX_PERFT: u32 = 64;

impl Command {
    /// Reads a line; `None` when it is blank.
    ///
    /// # Errors
    /// A [`CommandError`] that names what is wrong.
    pub fn parse(line: &str) -> Result<Option<Self>, CommandError> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let Some((&first, rest)) = words.split_first() else { return Ok(None) };
        let command =
            match first {
                "usi" => alone("usi", rest, Self::Usi)?,
                "uci" => alone("uci", rest, Self::Uci)?,
                "xboard" => alone("xboard", rest, Self::Xboard)?,
                "isready" => alone("isready", rest, Self::IsReady)?,
                "usinewgame" | "ucinewgame" => alone("usinewgame", rest, Self::NewGame)?,
                "setoption" => set_option(line, rest)?,
                "position" => Self::Position(PositionCommand::parse(rest, 2)?),
                "go" => Self::Go(go::parse(rest)?),
                "stop" => alone("stop", rest, Self::Stop)?,
                "ponderhit" => Self::PonderHit(go::parse_ponder_hit(rest)?),
                "gameover" => game_over(rest)?,
                "quit" => alone("quit", rest, Self::Quit)?,
                "moves" => alone("moves", rest, Self::Query(Query::Moves))?,
                "side" => alone("side", rest, Self::Query(Query::Side))?,
                "status" => alone("status", rest, Self::Query(Query::Status))?,
                "sfen" => alone("sfen", rest, Self::Query(Query::Sfen))?,
                "fen" => alone("fen", rest, Self::Query(Query::Fen))?,
                "d" => alone("d", rest, Self::Query(Query::Drawing))?,
                "record" => alone("record", rest, Self::Query(Query::Record))?,
                "eval" => alone("eval", rest, Self::Query(Query::Eval))?,
                "help" => alone("help", rest, Self::Help)?,
                "perft" => Self::Perft(depth("perft", rest, 0, MAX_PERFT)?.ok_or(
                    CommandError::Missing { command: "perft", expected: "a depth from 0 to 64" },
                )?),
                "bench" => Self::Bench(depth("bench", rest, 1, MAX_PERFT)?),
                _ => return Err(CommandError::Unknown(first.to_owned())),
            };
        Ok(Some(command))
    }

    /// True for what is obeyed at once, whatever waits before it.
    pub fn is_urgent(&self) -> bool {
        matches!(self, Self::Stop | Self::PonderHit(_) | Self::GameOver | Self::Quit)
    }

    /// When its turn is.
    pub fn priority(&self) -> QueuePriority {
        match self {
            Self::IsReady => QueuePriority::Ready,
            Self::Query(_) => QueuePriority::Question,
            Self::Usi | Self::Uci | Self::Help => QueuePriority::Immediate,
            Self::Game(command) => command.priority(),
            Self::Stop | Self::GameOver => QueuePriority::Stop,
            command if command.is_urgent() => QueuePriority::Urgent,
            _ => QueuePriority::Idle,
        }
    }
}

/// True for a line that means to set a position, rightly or wrongly.
pub fn is_position(line: &str) -> bool {
    line.split_ascii_whitespace().next() == Some("position")
}

fn alone(name: &'static str, rest: &[&str], command: Command) -> Result<Command, CommandError> {
    match rest.first() {
        None => Ok(command),
        Some(&word) => Err(unexpected(name, word, 2, "the end of the line")),
    }
}

pub(super) fn unexpected(
    command: &'static str,
    word: &str,
    place: usize,
    expected: &'static str,
) -> CommandError {
    CommandError::Unexpected { command, word: word.to_owned(), place, expected }
}

fn game_over(rest: &[&str]) -> Result<Command, CommandError> {
    match rest {
        [] | ["win" | "lose" | "draw"] => Ok(Command::GameOver),
        ["win" | "lose" | "draw", word, ..] => {
            Err(unexpected("gameover", word, 3, "the end of the line"))
        }
        [word, ..] => Err(unexpected("gameover", word, 2, "`win`, `lose` or `draw`")),
    }
}

fn depth(
    command: &'static str,
    rest: &[&str],
    least: u32,
    most: u32,
) -> Result<Option<u32>, CommandError> {
    let Some((&word, rest_of_words)) = rest.split_first() else { return Ok(None) };
    if let Some(&extra) = rest_of_words.first() {
        return Err(unexpected(command, extra, 3, "the end of the line"));
    }
    let depth = word.parse().ok().filter(|depth| (least..=most).contains(depth));
    depth.map(Some).ok_or_else(|| unexpected(command, word, 2, "a depth up to 64"))
}

/// `[name] NAME… [value VALUE…]`. The value is taken from the line, not from its
/// words: the blanks in a file name count.
fn set_option(line: &str, rest: &[&str]) -> Result<Command, CommandError> {
    let rest = match rest {
        ["name", rest_of_words @ ..] => rest_of_words,
        _ => rest,
    };
    let name = rest.split(|&word| word == "value").next().unwrap_or_default().join(" ");
    if name.is_empty() {
        return Err(CommandError::Missing { command: "setoption", expected: "an option's name" });
    }
    let value = if rest.contains(&"value") { text_after(line, "value") } else { "" };
    Ok(Command::SetOption { name, value: value.to_owned() })
}

/// What stands behind the first `word` of the line, without blanks around it.
fn text_after<'a>(line: &'a str, word: &str) -> &'a str {
    let mut rest = line;
    loop {
        rest = rest.trim_ascii();
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        if rest.is_empty() || &rest[..end] == word {
            return rest[end..].trim_ascii();
        }
        rest = &rest[end..];
    }
}

#[cfg(test)]
mod tests {
    use super::super::position_command::StartSpec;
    use super::*;

    fn parse(line: &str) -> Command {
        Command::parse(line).expect("a good line").expect("not a blank one")
    }

    fn refused(line: &str) -> String {
        Command::parse(line).expect_err("a bad line").to_string()
    }

    fn option(name: &str, value: &str) -> Command {
        Command::SetOption { name: name.to_owned(), value: value.to_owned() }
    }

    #[test]
    fn blanks_of_every_kind_part_words() {
        assert_eq!(Command::parse(" \t \r"), Ok(None));
        assert_eq!(parse("\tisready \t"), Command::IsReady);
        let position = parse("position\t startpos \t moves  9i9e ");
        let moves = vec!["9i9e".to_owned()];
        assert_eq!(
            position,
            Command::Position(PositionCommand { start: StartSpec::Initial, moves })
        );
    }

    #[test]
    fn options_keep_the_blanks_of_their_values() {
        assert_eq!(parse("setoption name USI_Hash value 64 "), option("USI_Hash", "64"));
        assert_eq!(parse("setoption name DebugLog value a  b.txt"), option("DebugLog", "a  b.txt"));
        assert_eq!(parse("setoption name DebugLog value"), option("DebugLog", ""));
        assert_eq!(parse("setoption name Clear Hash"), option("Clear Hash", ""));
        assert_eq!(parse("setoption name A value value 1"), option("A", "value 1"));
        assert_eq!(parse("setoption USI_Ponder value true"), option("USI_Ponder", "true"));
    }

    #[test]
    fn a_bad_line_is_refused_by_word_and_place() {
        assert_eq!(refused("usii"), "unknown command `usii`");
        assert_eq!(
            refused("stop it"),
            "stop: word 2 is `it` where the end of the line is expected"
        );
        assert_eq!(refused("perft"), "perft: the line ends where a depth from 0 to 64 is expected");
        assert_eq!(refused("perft 65"), "perft: word 2 is `65` where a depth up to 64 is expected");
        assert_eq!(
            refused("setoption name"),
            "setoption: the line ends where an option's name is expected"
        );
        assert_eq!(
            refused("gameover soon"),
            "gameover: word 2 is `soon` where `win`, `lose` or `draw` is expected"
        );
    }

    #[test]
    fn gameover_and_ponderhit_may_say_more() {
        assert_eq!(parse("gameover"), Command::GameOver);
        assert_eq!(parse("gameover lose"), Command::GameOver);
        assert_eq!(parse("ponderhit"), Command::PonderHit(None));
        assert!(matches!(parse("ponderhit btime 1000 wtime 1000"), Command::PonderHit(Some(_))));
    }
}

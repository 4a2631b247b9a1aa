//! Parser of USI and UCI commands.

use super::error::CommandError;
use super::game_command::GameCommand;
use super::go::{self, Go};
use super::position_command::PositionCommand;
use kawari_engine::search::limits::Limits;

/// A command of any dialect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `usi`: switches to USI and lists the options.
    Usi,
    /// `uci`: switches to UCI and lists the options.
    Uci,
    /// `xboard`: switches to CECP, without an answer.
    Xboard,
    /// A command of CECP.
    Game(GameCommand),
    /// `isready`: prepares for a search and answers `readyok`.
    IsReady,
    /// `usinewgame` or `ucinewgame`: clears the hash.
    NewGame,
    /// `setoption`.
    SetOption {
        /// The option's name.
        name: String,
        /// The value; empty if there is none.
        value: String,
    },
    /// `position`.
    Position(PositionCommand),
    /// `go`.
    Go(Go),
    /// `stop`: ends the search.
    Stop,
    /// `ponderhit`: the expected move was played. Some clients send new limits with it.
    PonderHit(Option<Limits>),
    /// `gameover`, with or without a result.
    GameOver,
    /// `quit`: ends the program after the commands before it.
    Quit,
    /// A query about the position.
    Query(Query),
    /// `help`: lists the commands.
    Help,
    /// `perft`: counts the leaf nodes at this depth.
    Perft(u32),
    /// `bench`, to this depth or the default one.
    Bench(Option<u32>),
}

/// A query about the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Query {
    /// `moves`: the legal moves.
    Moves,
    /// `side`: the side to move.
    Side,
    /// `status`: whether and how the game has ended.
    Status,
    /// `sfen`: the position as SFEN.
    Sfen,
    /// `fen`: the position as FEN.
    Fen,
    /// `d`: a diagram of the board.
    Diagram,
    /// `record`: the moves of the game in written notation.
    Record,
    /// `eval`: the static evaluation.
    Eval,
}

/// Maximum depth of `perft`; a larger one is a typing error.
const MAX_PERFT: u32 = 64;

impl Command {
    /// Parses a line of USI or UCI; `None` if it is blank.
    ///
    /// # Errors
    /// Returns a [`CommandError`] with the first wrong word and its place in the line.
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
                "d" => alone("d", rest, Self::Query(Query::Diagram))?,
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
}

/// Returns `command` if the line has no further words.
fn alone(name: &'static str, rest: &[&str], command: Command) -> Result<Command, CommandError> {
    match rest.first() {
        None => Ok(command),
        Some(&word) => Err(CommandError::unexpected(name, word, 2, "the end of the line")),
    }
}

fn game_over(rest: &[&str]) -> Result<Command, CommandError> {
    match rest {
        [] | ["win" | "lose" | "draw"] => Ok(Command::GameOver),
        ["win" | "lose" | "draw", word, ..] => {
            Err(CommandError::unexpected("gameover", word, 3, "the end of the line"))
        }
        [word, ..] => Err(CommandError::unexpected("gameover", word, 2, "`win`, `lose` or `draw`")),
    }
}

/// Parses an optional depth from `min` to `max`.
fn depth(
    command: &'static str,
    rest: &[&str],
    min: u32,
    max: u32,
) -> Result<Option<u32>, CommandError> {
    let Some((&word, rest)) = rest.split_first() else { return Ok(None) };
    if let Some(&extra) = rest.first() {
        return Err(CommandError::unexpected(command, extra, 3, "the end of the line"));
    }
    let depth = word.parse().ok().filter(|depth| (min..=max).contains(depth));
    depth.map(Some).ok_or_else(|| CommandError::unexpected(command, word, 2, "a depth up to 64"))
}

/// Parses `[name] NAME… [value VALUE…]`. The value is taken from `line` instead of its words,
/// because a file name may contain several blanks in a row.
fn set_option(line: &str, rest: &[&str]) -> Result<Command, CommandError> {
    let rest = match rest {
        ["name", rest @ ..] => rest,
        _ => rest,
    };
    let name = rest.split(|&word| word == "value").next().unwrap_or_default().join(" ");
    if name.is_empty() {
        return Err(CommandError::Missing { command: "setoption", expected: "an option's name" });
    }
    let value = if rest.contains(&"value") { text_after(line, "value") } else { "" };
    Ok(Command::SetOption { name, value: value.to_owned() })
}

/// Returns the text after the first `word` of the line, trimmed.
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
        Command::parse(line).expect("a valid line").expect("not blank")
    }

    fn error(line: &str) -> String {
        Command::parse(line).expect_err("an invalid line").to_string()
    }

    fn option(name: &str, value: &str) -> Command {
        Command::SetOption { name: name.to_owned(), value: value.to_owned() }
    }

    #[test]
    fn words_are_separated_by_any_white_space() {
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
    fn option_values_keep_their_blanks() {
        assert_eq!(parse("setoption name USI_Hash value 64 "), option("USI_Hash", "64"));
        assert_eq!(parse("setoption name DebugLog value a  b.txt"), option("DebugLog", "a  b.txt"));
        assert_eq!(parse("setoption name DebugLog value"), option("DebugLog", ""));
        assert_eq!(parse("setoption name Clear Hash"), option("Clear Hash", ""));
        assert_eq!(parse("setoption name A value value 1"), option("A", "value 1"));
        assert_eq!(parse("setoption USI_Ponder value true"), option("USI_Ponder", "true"));
    }

    #[test]
    fn errors_name_the_word_and_its_place() {
        assert_eq!(error("usii"), "unknown command `usii`");
        assert_eq!(error("stop it"), "stop: word 2 is `it` where the end of the line is expected");
        assert_eq!(error("perft"), "perft: the line ends where a depth from 0 to 64 is expected");
        assert_eq!(error("perft 65"), "perft: word 2 is `65` where a depth up to 64 is expected");
        assert_eq!(
            error("setoption name"),
            "setoption: the line ends where an option's name is expected"
        );
        assert_eq!(
            error("gameover soon"),
            "gameover: word 2 is `soon` where `win`, `lose` or `draw` is expected"
        );
    }

    #[test]
    fn gameover_and_ponderhit_take_arguments() {
        assert_eq!(parse("gameover"), Command::GameOver);
        assert_eq!(parse("gameover lose"), Command::GameOver);
        assert_eq!(parse("ponderhit"), Command::PonderHit(None));
        assert!(matches!(parse("ponderhit btime 1000 wtime 1000"), Command::PonderHit(Some(_))));
    }
}

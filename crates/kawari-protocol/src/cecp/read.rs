//! Parser of CECP commands.

use std::time::Duration;

use crate::command::Command;
use crate::error::CommandError;
use crate::game_command::{CecpTimeControl, GameCommand};
use kawari_engine::search::time_manager;

/// Commands that the engine ignores.
const IGNORED: [&str; 21] = [
    "accepted",
    "rejected",
    "random",
    "computer",
    "name",
    "rating",
    "ics",
    "white",
    "black",
    "bk",
    "hover",
    "draw",
    "nps",
    "pause",
    "resume",
    "egtpath",
    "exclude",
    "include",
    "setscore",
    ".end",
    "xboard_done",
];

/// Parses a line; `None` if it is blank or an ignored command.
///
/// # Errors
/// Returns a [`CommandError`] with the first wrong word and its place in the line.
pub fn read(line: &str) -> Result<Option<Command>, CommandError> {
    let line = line.trim_ascii();
    let (first, rest) = line.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((line, ""));
    let rest = rest.trim_ascii();
    let game = match first {
        "" => return Ok(None),
        word if IGNORED.contains(&word) => return Ok(None),
        "xboard" => return Ok(Some(Command::Xboard)),
        "usi" => return Ok(Some(Command::Usi)),
        "uci" => return Ok(Some(Command::Uci)),
        "quit" => return Ok(Some(Command::Quit)),
        "?" => return Ok(Some(Command::Stop)),
        "memory" => return Ok(Some(option("USI_Hash", rest))),
        "cores" => return Ok(Some(option("Threads", rest))),
        "option" => {
            let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
            return Ok(Some(option(name.trim_ascii(), value.trim_ascii())));
        }
        "protover" => GameCommand::Introduce,
        "variant" => GameCommand::Variant(required_word("variant", rest, "the name of a game")?),
        "new" => GameCommand::New,
        "setboard" => GameCommand::Set(required_word("setboard", rest, "a FEN")?),
        "usermove" => GameCommand::Move(required_word("usermove", rest, "a move")?),
        "undo" => GameCommand::Undo(1),
        "remove" => GameCommand::Undo(2),
        "force" => GameCommand::Force,
        "go" => GameCommand::Play,
        "playother" => GameCommand::PlayOther,
        "analyze" => GameCommand::Analyse,
        "exit" => GameCommand::Leave,
        "." => GameCommand::Progress,
        "result" => GameCommand::End,
        "hint" => GameCommand::Hint,
        "ping" => GameCommand::Ping(rest.to_owned()),
        "level" => GameCommand::Level(level(rest)?),
        "st" => GameCommand::MoveTime(seconds("st", rest)?),
        "sd" => GameCommand::Depth(number("sd", rest)?),
        "sn" => GameCommand::Nodes(number("sn", rest)?),
        "time" => GameCommand::OwnTime(hundredths("time", rest)?),
        "otim" => GameCommand::OtherTime(hundredths("otim", rest)?),
        "hard" => GameCommand::Ponder(true),
        "easy" => GameCommand::Ponder(false),
        "post" => GameCommand::Post(true),
        "nopost" => GameCommand::Post(false),
        "lift" => GameCommand::Lift(rest.to_owned()),
        "put" => GameCommand::Put(rest.to_owned()),
        "edit" => GameCommand::Edit,
        // Until `usermove` is negotiated, a move is sent without a command.
        word if is_move(word) => GameCommand::Move(word.to_owned()),
        word => return Err(CommandError::Unknown(word.to_owned())),
    };
    Ok(Some(Command::Game(game)))
}

fn option(name: &str, value: &str) -> Command {
    Command::SetOption { name: name.to_owned(), value: value.to_owned() }
}

fn is_move(word: &str) -> bool {
    let is_square = |file: u8, rank: u8| file.is_ascii_lowercase() && rank.is_ascii_digit();
    match word.as_bytes() {
        [piece, b'@', file, rank] => piece.is_ascii_alphabetic() && is_square(*file, *rank),
        [file, rank, to_file, to_rank, ..] => {
            is_square(*file, *rank) && is_square(*to_file, *to_rank)
        }
        _ => false,
    }
}

fn required_word(
    command: &'static str,
    rest: &str,
    expected: &'static str,
) -> Result<String, CommandError> {
    if rest.is_empty() {
        return Err(CommandError::Missing { command, expected });
    }
    Ok(rest.to_owned())
}

fn number<N: std::str::FromStr>(command: &'static str, word: &str) -> Result<N, CommandError> {
    word.parse().map_err(|_| CommandError::unexpected(command, word, 2, "a whole number"))
}

/// Parses `SECONDS` or `MINUTES:SECONDS`.
fn seconds(command: &'static str, word: &str) -> Result<Duration, CommandError> {
    let (minutes, seconds) = word.split_once(':').unwrap_or(("0", word));
    let time = minutes.parse::<u32>().ok().zip(seconds.parse::<f64>().ok());
    let time = time
        .and_then(|(minutes, seconds)| time_manager::seconds(f64::from(minutes) * 60.0 + seconds));
    time.ok_or_else(|| CommandError::unexpected(command, word, 2, "a time"))
}

/// Parses hundredths of a second. A negative time, after the flag has fallen, becomes 0.
fn hundredths(command: &'static str, word: &str) -> Result<Duration, CommandError> {
    let hundredths: i64 = number(command, word)?;
    let hundredths = u64::try_from(hundredths).unwrap_or_default();
    Ok(time_manager::milliseconds(hundredths.saturating_mul(10)))
}

/// Parses `MOVES TIME INCREMENT`: the time in minutes or `MINUTES:SECONDS`, the increment in
/// seconds.
fn level(rest: &str) -> Result<CecpTimeControl, CommandError> {
    let words: Vec<&str> = rest.split_ascii_whitespace().collect();
    let [moves, time, increment] = words[..] else {
        let expected = "moves, time and increment";
        return Err(CommandError::Missing { command: "level", expected });
    };
    let minutes = if time.contains(':') {
        seconds("level", time)?
    } else {
        seconds("level", &format!("{time}:0"))?
    };
    Ok(CecpTimeControl {
        moves: number("level", moves)?,
        time: minutes,
        increment: seconds("level", increment)?,
    })
}

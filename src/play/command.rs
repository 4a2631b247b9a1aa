//! The commands of an interactive game.

use std::path::PathBuf;

use super::human_sides::HumanSides;
use super::piece_style::PieceStyle;
use kawari_engine::engine::strength::Level;

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayCommand {
    /// Take back the player's last move and the engine's reply.
    Undo,
    /// Show the engine's best move.
    Hint,
    /// List the legal moves, or those from a square or of a piece in hand.
    Moves(Option<String>),
    /// Show the rules of the game.
    Rules,
    /// Save the game in a new file.
    Save(PathBuf),
    /// Load a game from a file, by its number if there are several.
    Load(PathBuf, Option<usize>),
    /// Resign.
    Resign,
    /// Declare a win.
    Declare,
    /// Show or set the engine's level.
    Level(Option<Level>),
    /// Let the engine play the side to move.
    Go,
    /// Show or set the sides that people play.
    Side(Option<HumanSides>),
    /// Start a new game, optionally from a handicap.
    New(Option<String>),
    /// Draw the board.
    Board,
    /// Show the moves so far.
    Record,
    /// Show the position as SFEN.
    Sfen,
    /// Set the piece style.
    Pieces(PieceStyle),
    /// List the commands.
    Help,
    /// Quit.
    Quit,
}

/// The help text of a command.
pub struct CommandHelp {
    /// Name of the command.
    pub word: &'static str,
    /// Synopsis of its arguments.
    pub arguments: &'static str,
    /// Description.
    pub description: &'static str,
}

impl CommandHelp {
    /// Returns the line of the help text.
    pub fn line(&self) -> String {
        let synopsis = format!("{} {}", self.word, self.arguments);
        format!("  {synopsis:<16} {}", self.description)
    }
}

const fn help(
    word: &'static str,
    arguments: &'static str,
    description: &'static str,
) -> CommandHelp {
    CommandHelp { word, arguments, description }
}

/// All commands, in the order of the help text.
pub const COMMANDS: &[CommandHelp] = &[
    help("undo", "", "take back your last move and the reply"),
    help("hint", "", "show the move that Kawari would play at full strength"),
    help("moves", "[9i]", "list the legal moves, or those from a square or of a piece in hand"),
    help("rules", "", "show the rules of the game"),
    help("save", "FILE", "save the game in a new file"),
    help("load", "FILE [N]", "load a game, or the Nth game, from a file"),
    help("resign", "", "resign the game"),
    help("declare", "", "declare a win, where the rules allow it"),
    help("level", "[N]", "set Kawari's level, from 1 to 8"),
    help("go", "", "let Kawari play the side to move; you play the other side"),
    help("side", "[SIDE]", "set your side: black, white, both or none"),
    help("new", "[HANDICAP]", "start a new game"),
    help("board", "", "draw the board"),
    help("record", "", "show the moves so far"),
    help("sfen", "", "show the position as SFEN"),
    help("letters", "", "show pieces in letters"),
    help("kanji", "", "show pieces in kanji"),
    help("help", "", "show this list"),
    help("quit", "", "quit (or press Ctrl-D)"),
];

/// The commands of `kawari play --puzzles`, in the order of the help text.
pub const PUZZLE_COMMANDS: &[CommandHelp] = &[
    help("hint", "", "show which piece to move"),
    help("solution", "", "show the solution"),
    help("next", "", "go to the next puzzle"),
    help("moves", "[9i]", "list the legal moves, or those from a square or of a piece in hand"),
    help("level", "[N]", "set the difficulty of the next puzzles, from 1 to 8"),
    help("rules", "", "show the rules of the game"),
    help("board", "", "draw the board"),
    help("sfen", "", "show the position as SFEN"),
    help("letters", "", "show pieces in letters"),
    help("kanji", "", "show pieces in kanji"),
    help("help", "", "show this list"),
    help("quit", "", "quit (or press Ctrl-D)"),
];

/// A line typed by the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// A valid command.
    Command(PlayCommand),
    /// The error message of a command with invalid arguments.
    Invalid(String),
    /// Not a command; possibly a move.
    Other,
    /// An empty line.
    Empty,
}

/// Parses a line.
pub fn read(line: &str) -> Typed {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return Typed::Empty };
    let rest: Vec<&str> = words.collect();
    let word = first.to_ascii_lowercase();
    match parse(&word, &rest) {
        Some(Ok(command)) => Typed::Command(command),
        Some(Err(message)) => Typed::Invalid(message),
        None => Typed::Other,
    }
}

/// Parses a command with its arguments. Returns `None` if there is no such command.
fn parse(word: &str, rest: &[&str]) -> Option<Result<PlayCommand, String>> {
    let plain = |command: PlayCommand| match rest {
        [] => Ok(command),
        [more, ..] => Err(format!("`{word}` takes no argument, but `{more}` was given")),
    };
    Some(match word {
        "undo" | "takeback" => plain(PlayCommand::Undo),
        "hint" => plain(PlayCommand::Hint),
        "rules" => plain(PlayCommand::Rules),
        "resign" => plain(PlayCommand::Resign),
        "declare" => plain(PlayCommand::Declare),
        "go" => plain(PlayCommand::Go),
        "board" | "d" => plain(PlayCommand::Board),
        "record" => plain(PlayCommand::Record),
        "sfen" => plain(PlayCommand::Sfen),
        "letters" => plain(PlayCommand::Pieces(PieceStyle::Letters)),
        "kanji" => plain(PlayCommand::Pieces(PieceStyle::Kanji)),
        "help" | "?" => plain(PlayCommand::Help),
        "quit" | "exit" => plain(PlayCommand::Quit),
        "moves" => at_most_one(word, rest, |word| Ok(word.to_owned())).map(PlayCommand::Moves),
        "new" => at_most_one(word, rest, |word| Ok(word.to_owned())).map(PlayCommand::New),
        "level" => {
            let read = |word: &str| word.parse::<Level>().map_err(|error| error.to_string());
            at_most_one(word, rest, read).map(PlayCommand::Level)
        }
        "side" => {
            let read = |word: &str| word.parse::<HumanSides>().map_err(|error| error.to_string());
            at_most_one(word, rest, read).map(PlayCommand::Side)
        }
        // File names may contain spaces.
        "save" if rest.is_empty() => Err(missing_file_name(word)),
        "save" => Ok(PlayCommand::Save(rest.join(" ").into())),
        "load" => match rest {
            [] => Err(missing_file_name(word)),
            [name @ .., number] if !name.is_empty() && number.parse::<usize>().is_ok() => {
                Ok(PlayCommand::Load(name.join(" ").into(), number.parse().ok()))
            }
            name => Ok(PlayCommand::Load(name.join(" ").into(), None)),
        },
        _ => return None,
    })
}

fn missing_file_name(word: &str) -> String {
    format!("`{word}` needs a file name, as in `{word} game.json`")
}

fn at_most_one<T>(
    word: &str,
    rest: &[&str],
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>, String> {
    match rest {
        [] => Ok(None),
        [one] => read(one).map(Some),
        [_, more, ..] => {
            Err(format!("`{word}` takes at most one argument, but `{more}` was also given"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_command_is_parsed() {
        for CommandHelp { word, arguments, .. } in COMMANDS {
            let line = format!("{word} {}", arguments.split(' ').next().unwrap_or_default());
            let typed = if arguments.starts_with('[') { read(word) } else { read(&line) };
            assert!(matches!(typed, Typed::Command(_)), "{line}: {typed:?}");
        }
    }

    #[test]
    fn arguments_are_parsed_or_rejected() {
        let command = |line: &str| match read(line) {
            Typed::Command(command) => command,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(command("SAVE my game.json"), PlayCommand::Save("my game.json".into()));
        assert_eq!(command("load games.log 3"), PlayCommand::Load("games.log".into(), Some(3)));
        assert_eq!(command("load 3"), PlayCommand::Load("3".into(), None));
        assert_eq!(command(" level  4 "), PlayCommand::Level(Level::new(4)));
        assert_eq!(command("new rook"), PlayCommand::New(Some("rook".to_owned())));
        let error = |line: &str| match read(line) {
            Typed::Invalid(message) => message,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(error("level 9"), "`9` is not a level: they go from 1 to 8");
        assert!(error("undo 3").contains("`3`"));
        assert!(error("save").contains("save game.json"));
        assert!(error("side red").contains("`red`"));
        assert_eq!(read("9i9e"), Typed::Other);
        assert_eq!(read("  "), Typed::Empty);
    }
}

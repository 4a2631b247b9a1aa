//! The words that are typed.

use std::path::PathBuf;

use super::human_sides::HumanSides;
use super::piece_style::PieceStyle;
use kawari_engine::engine::strength::Level;

/// What is typed that is no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayCommand {
    /// Take the last move back, and the engine's before it.
    Undo,
    /// What would the engine play here?
    Hint,
    /// The legal moves, or those from a square or of a piece in hand.
    Moves(Option<String>),
    /// The rules of the game.
    Rules,
    /// Save the game in a new file.
    Save(PathBuf),
    /// Go on with a game from a file, by its number if there are several.
    Load(PathBuf, Option<usize>),
    /// Give the game up.
    Resign,
    /// Claim a win that may be declared.
    Declare,
    /// Tell or set how well the engine plays.
    Level(Option<Level>),
    /// Let the engine move here.
    Go,
    /// Who plays which side.
    Side(Option<HumanSides>),
    /// Another game from the start, or from a handicap.
    New(Option<String>),
    /// The board once more.
    Board,
    /// The moves so far.
    Record,
    /// The position in one line.
    Sfen,
    /// How pieces are shown.
    Pieces(PieceStyle),
    /// What can be typed.
    Help,
    /// Leave.
    Quit,
}

/// A command for people who read: how it is typed, and what it does.
pub struct CommandHelp {
    /// The word.
    pub word: &'static str,
    /// What may stand behind it.
    pub arguments: &'static str,
    /// What it does.
    pub meaning: &'static str,
}

const fn help(word: &'static str, arguments: &'static str, meaning: &'static str) -> CommandHelp {
    CommandHelp { word, arguments, meaning }
}

/// Every command, in the order in which they are listed.
pub const COMMANDS: &[CommandHelp] = &[
    help("undo", "", "takes your last move back, and the answer to it"),
    help("hint", "", "says what the engine would play at its full strength"),
    help("moves", "[9i]", "lists the legal moves, or those from a square or of a piece in hand"),
    help("rules", "", "explains the game"),
    help("save", "FILE", "saves the game in a new file"),
    help("load", "FILE [N]", "goes on with a game, the Nth, from a file"),
    help("resign", "", "gives the game up"),
    help("declare", "", "claims a win that the rules let you declare"),
    help("level", "[N]", "sets how well the engine plays, from 1 to 8"),
    help("go", "", "lets the engine move for you: you have the other side then"),
    help("side", "[SIDE]", "who you are: black, white, both or none"),
    help("new", "[HANDICAP]", "begins another game"),
    help("board", "", "draws the board again"),
    help("record", "", "shows the game so far"),
    help("sfen", "", "shows the position in one line"),
    help("letters", "", "shows pieces in letters"),
    help("kanji", "", "shows pieces in kanji"),
    help("help", "", "this list"),
    help("quit", "", "leaves; so does Ctrl-D"),
];

/// What was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// A command.
    Command(PlayCommand),
    /// The word of a command, and what is wrong with the rest.
    Wrong(String),
    /// Not a command: a move, perhaps.
    Other,
    /// Nothing.
    Nothing,
}

/// Reads a line.
pub fn read(line: &str) -> Typed {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return Typed::Nothing };
    let rest: Vec<&str> = words.collect();
    let word = first.to_ascii_lowercase();
    match parse(&word, &rest) {
        Some(Ok(command)) => Typed::Command(command),
        Some(Err(wrong)) => Typed::Wrong(wrong),
        None => Typed::Other,
    }
}

/// The command that begins with a word; `None` if none does.
fn parse(word: &str, rest: &[&str]) -> Option<Result<PlayCommand, String>> {
    let plain = |command: PlayCommand| match rest {
        [] => Ok(command),
        [more, ..] => Err(format!("`{word}` stands alone: what should `{more}` mean?")),
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
        // The name of a file may have blanks.
        "save" if rest.is_empty() => Err(no_file(word)),
        "save" => Ok(PlayCommand::Save(rest.join(" ").into())),
        "load" => match rest {
            [] => Err(no_file(word)),
            [name @ .., number] if !name.is_empty() && number.parse::<usize>().is_ok() => {
                Ok(PlayCommand::Load(name.join(" ").into(), number.parse().ok()))
            }
            name => Ok(PlayCommand::Load(name.join(" ").into(), None)),
        },
        _ => return None,
    })
}

fn no_file(word: &str) -> String {
    format!("the name of a file belongs behind `{word}`, as in `{word} game.json`")
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
            Err(format!("one word at most stands behind `{word}`: `{more}` is too much"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_that_is_listed_is_read() {
        for CommandHelp { word, arguments, .. } in COMMANDS {
            let line = format!("{word} {}", arguments.split(' ').next().unwrap_or_default());
            let typed = if arguments.starts_with('[') { read(word) } else { read(&line) };
            assert!(matches!(typed, Typed::Command(_)), "{line}: {typed:?}");
        }
    }

    #[test]
    fn what_stands_behind_is_read_or_refused() {
        let command = |line: &str| match read(line) {
            Typed::Command(command) => command,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(command("SAVE my game.json"), PlayCommand::Save("my game.json".into()));
        assert_eq!(command("load games.log 3"), PlayCommand::Load("games.log".into(), Some(3)));
        assert_eq!(command("load 3"), PlayCommand::Load("3".into(), None));
        assert_eq!(command(" level  4 "), PlayCommand::Level(Level::new(4)));
        assert_eq!(command("new rook"), PlayCommand::New(Some("rook".to_owned())));
        let wrong = |line: &str| match read(line) {
            Typed::Wrong(wrong) => wrong,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(wrong("level 9"), "`9` is not a level: they go from 1 to 8");
        assert!(wrong("undo 3").contains("`3`"));
        assert!(wrong("save").contains("save game.json"));
        assert!(wrong("side red").contains("`red`"));
        assert_eq!(read("9i9e"), Typed::Other);
        assert_eq!(read("  "), Typed::Nothing);
    }
}

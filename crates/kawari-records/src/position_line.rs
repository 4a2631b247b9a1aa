//! A position as a line of text, in every form that a tool reads.
//!
//! ```text
//! 9/9/4p4/9/4P4/9/9/9/9 b - 1              an SFEN, `moves …` may follow
//! startpos moves 9i9e 1a1e                 the start position, and moves
//! yari handicap rook                       a handicap, and the name of its game
//! position sfen 9/9/4p4/9/4P4/9/9/9/9 b - 1 moves 5e4e
//! 9i9e 1a1e                                moves alone, from the start position
//! {"game":0,"variant":"hasami","start":"…","moves":["9i9e"]}
//! {"id":"a7","variant":"hasami","position":"9i9e 1a1e"}
//! ```
//!
//! The forms that are no JSON may have the name of their game in front. A JSON object
//! may have an `id`, a number or a string.

use anyhow::{Context, anyhow, bail, ensure};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use kawari_engine::engine::game_state::GameState;
use kawari_engine::games::variants::Variant;
use kawari_protocol::position_command::{PositionCommand, StartSpec};

/// The written form of a position, and the game that it is of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionLine {
    /// The id that the line has, as it stands there: a JSON number or string.
    pub id: Option<String>,
    /// The number of the game in its log, if it is one.
    pub game: Option<u64>,
    /// The game, if the line names it.
    pub variant: Option<Variant>,
    /// The position.
    pub position: PositionCommand,
}

/// The fields of an object that lead to a position: in a log, to the last of a game.
#[derive(Deserialize)]
struct LoggedMoves<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    game: Option<u64>,
    variant: Option<String>,
    position: Option<String>,
    start: Option<String>,
    moves: Option<Vec<String>>,
    /// What kind of log it is: the mark of its header.
    log: Option<IgnoredAny>,
}

impl PositionLine {
    /// Reads a line; whether its position and moves are legal shows when they
    /// are played. `None` for a line without content: blank, a comment that
    /// begins with `#`, or the header of a log.
    ///
    /// # Errors
    /// When the line has none of the forms.
    pub fn parse(line: &str) -> anyhow::Result<Option<Self>> {
        let line = line.trim().trim_start_matches('\u{feff}').trim_start();
        if line.is_empty() || line.starts_with('#') {
            Ok(None)
        } else if line.starts_with('{') {
            Self::parse_logged(line)
        } else {
            Self::parse_words(line).map(Some)
        }
    }

    fn parse_logged(line: &str) -> anyhow::Result<Option<Self>> {
        let object: LoggedMoves = serde_json::from_str(line).context("not a game log line")?;
        if object.log.is_some() {
            return Ok(None);
        }
        let id = object.id.map(|id| id.get().to_owned());
        let is_plain =
            |id: &String| id.starts_with(|c: char| c == '"' || c == '-' || c.is_ascii_digit());
        ensure!(id.as_ref().is_none_or(is_plain), "the id is neither a number nor a string");
        let variant = object.variant.map(|name| name.parse::<Variant>()).transpose()?;
        if let Some(position) = object.position {
            let written = Self::parse_words(&position)?;
            let named = written.variant.or(variant);
            ensure!(
                variant.is_none() || named == variant,
                "the object names another game than its position"
            );
            return Ok(Some(Self { id, game: object.game, variant: named, ..written }));
        }
        let moves = object.moves.context("the game log line has no moves")?;
        ensure!(variant.is_some(), "the game log line names no variant");
        let start = match object.start {
            Some(sfen) if sfen != "startpos" => StartSpec::Sfen(sfen),
            _ => StartSpec::Initial,
        };
        let position = PositionCommand { start, moves };
        Ok(Some(Self { id, game: object.game, variant, position }))
    }

    fn parse_words(line: &str) -> anyhow::Result<Self> {
        let all: Vec<&str> = line.split_whitespace().collect();
        let mut words = all.as_slice();
        let variant = words.first().and_then(|name| name.parse().ok());
        if variant.is_some() {
            words = &words[1..];
        }
        if let ["position", rest @ ..] = words {
            words = rest;
        }
        // What may stand alone here has a word in front in the protocol.
        let implied: &[&str] = match words {
            [] => bail!("there is no position"),
            ["startpos" | "sfen" | "fen" | "handicap", ..] => &[],
            [board, ..] if board.contains('/') => &["sfen"],
            [word, ..] if looks_like_a_move(word) => &["startpos", "moves"],
            [word, ..] => bail!("`{word}` is neither a game nor a position"),
        };
        let place = 1 + all.len() - words.len();
        let position = PositionCommand::parse(&[implied, words].concat(), place)?;
        Ok(Self { id: None, game: None, variant, position })
    }

    /// Sets a line of play to this position.
    ///
    /// # Errors
    /// For a bad SFEN, an illegal move, a move after the end.
    pub fn set(&self, game_state: &mut dyn GameState) -> anyhow::Result<()> {
        // The error says all of it; its source would say half of it again.
        self.position.set(game_state).map_err(|error| anyhow!("{error}"))
    }
}

/// A move begins with a square, or has the star of a drop.
fn looks_like_a_move(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit()) || word.contains('*')
}

impl PositionLine {
    /// The game of this line: the one that it names, else `fallback`.
    ///
    /// # Errors
    /// When there is neither.
    pub fn variant_or(&self, fallback: Option<Variant>) -> anyhow::Result<Variant> {
        self.variant.or(fallback).context("the line names no game, and --variant is not given")
    }

    /// Refuses a line that names another game than the one expected.
    ///
    /// # Errors
    /// When it does.
    pub fn expect_variant(&self, expected: Variant) -> anyhow::Result<()> {
        let other = self.variant.filter(|&variant| variant != expected);
        ensure!(other.is_none(), "the line is for another game than {expected}");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SFEN: &str = "9/9/4p4/9/4P4/9/9/9/9 b - 1";

    fn parse(line: &str) -> PositionLine {
        PositionLine::parse(line).expect("a good line").expect("a line with content")
    }

    fn refused(line: &str) -> String {
        PositionLine::parse(line).expect_err("a bad line").to_string()
    }

    #[test]
    fn every_form_says_the_same() {
        let forms = [
            "9i9e 1a1e",
            "startpos moves 9i9e 1a1e",
            "\tposition  startpos moves 9i9e\t1a1e \r\n",
            "sfen startpos moves 9i9e 1a1e",
            "\u{feff}position sfen startpos moves 9i9e 1a1e",
        ];
        for form in forms {
            let line = parse(form);
            assert_eq!((line.variant, line.position.start), (None, StartSpec::Initial), "{form}");
            assert_eq!(line.position.moves, ["9i9e", "1a1e"], "{form}");
        }
        for form in [SFEN.to_owned(), format!("sfen {SFEN} moves"), format!("position {SFEN}")] {
            let line = parse(&form);
            assert_eq!(line.position.start, StartSpec::Sfen(SFEN.to_owned()), "{form}");
            assert!(line.position.moves.is_empty(), "{form}");
        }
    }

    #[test]
    fn a_game_stands_in_front() {
        for name in ["mak-yek", "Mak-Yek"] {
            let line = format!("{name} startpos");
            assert_eq!(parse(&line).variant.map(|game| game.info().name), Some("mak-yek"));
        }
        assert_eq!(refused("chess startpos"), "`chess` is neither a game nor a position");
        assert_eq!(refused("mak-yek"), "there is no position");
    }

    #[test]
    fn a_logged_game_gives_its_last_position() {
        let logged = format!(
            r#"{{"game":3,"variant":"hasami","start":"{SFEN}","moves":["5e4e"],"result":"draw"}}"#
        );
        let line = parse(&logged);
        assert_eq!(line.variant.map(|game| game.info().name), Some("hasami"));
        assert_eq!(line.position.start, StartSpec::Sfen(SFEN.to_owned()));
        assert_eq!(line.position.moves, ["5e4e"]);
        assert!(refused(r#"{"game":3,"variant":"hasami"}"#).contains("no moves"));
        assert!(refused("{}").contains("no moves"));
        assert!(refused(r#"{"game":3,"variant":"chess","moves":[]}"#).contains("chess"));
        assert!(refused(r#"{"game":3,"#).contains("not a game log line"));
        assert_eq!((line.game, line.id), (Some(3), None));
    }

    #[test]
    fn an_id_is_kept_as_it_is_written() {
        for id in [r#""a \u0037""#, "7", "-1.50e3", "123456789012345678901234567890"] {
            let line = parse(&format!(r#"{{"id":{id},"variant":"yari","position":"startpos"}}"#));
            assert_eq!(line.id.as_deref(), Some(id));
            assert_eq!(line.variant.map(|game| game.info().name), Some("yari"));
        }
        let nameless = parse(r#"{"id":null,"position":"yari startpos moves 4g4f"}"#);
        assert_eq!((nameless.id, nameless.position.moves.len()), (None, 1));
        let refused_id = refused(r#"{"id":[1],"variant":"yari","position":"startpos"}"#);
        assert!(refused_id.contains("neither a number nor a string"), "{refused_id}");
        let other = refused(r#"{"variant":"yari","position":"hajiku startpos"}"#);
        assert!(other.contains("another game"), "{other}");
    }

    #[test]
    fn some_lines_have_no_content() {
        for line in ["", " \r\n", "# a comment", r#"{"log":"selfplay","variant":"hasami"}"#] {
            assert_eq!(PositionLine::parse(line).expect("a good line"), None, "{line}");
        }
    }

    #[test]
    fn a_word_out_of_place_is_named() {
        assert!(refused("startpos 9i9e").contains("`9i9e`"));
        assert!(refused("position").contains("no position"));
        assert!(refused("hello").contains("`hello`"));
    }
}

//! Position lines: a position as a line of text, in all forms that the tools read.
//!
//! ```text
//! 9/9/4p4/9/4P4/9/9/9/9 b - 1              SFEN, optionally with `moves …`
//! startpos moves 9i9e 1a1e                 start position and moves
//! yari handicap rook                       handicap, with its variant's name
//! position sfen 9/9/4p4/9/4P4/9/9/9/9 b - 1 moves 5e4e
//! 9i9e 1a1e                                moves from the start position
//! {"game":0,"variant":"hasami","start":"…","moves":["9i9e"]}
//! {"id":"a7","variant":"hasami","position":"9i9e 1a1e"}
//! ```
//!
//! Any form except JSON may start with the name of the variant. A JSON object may have an
//! `id`: a number or a string.

use anyhow::{Context, anyhow, bail, ensure};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use kawari_engine::engine::game_state::GameState;
use kawari_engine::games::variants::Variant;
use kawari_protocol::position_command::{PositionCommand, StartSpec};

/// A parsed position line, not yet checked against the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionLine {
    /// Id of the line, verbatim: a JSON number or string.
    pub id: Option<String>,
    /// Number of the game, if the line is from a game log.
    pub game: Option<u64>,
    /// Variant, if the line names it.
    pub variant: Option<Variant>,
    /// Start position and moves.
    pub position: PositionCommand,
}

/// The fields of a JSON object that determine its position. For a logged game it is the final
/// position.
#[derive(Deserialize)]
struct LoggedMoves<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    game: Option<u64>,
    variant: Option<String>,
    position: Option<String>,
    start: Option<String>,
    moves: Option<Vec<String>>,
    /// Present only in the header of a log.
    log: Option<IgnoredAny>,
}

impl PositionLine {
    /// Parses a line. Does not check the position and the moves; see [`PositionLine::set`].
    /// Returns `None` for a blank line, a comment that begins with `#`, or the header of a log.
    ///
    /// # Errors
    /// Returns an error if the line has none of the forms.
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
        ensure!(id.as_ref().is_none_or(is_plain), "`id` must be a number or a string");
        let variant = object.variant.map(|name| name.parse::<Variant>()).transpose()?;
        if let Some(position) = object.position {
            let written = Self::parse_words(&position)?;
            let named = written.variant.or(variant);
            ensure!(
                variant.is_none() || named == variant,
                "`variant` and `position` name different variants"
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
        // Words that the protocol requires and this form omits.
        let implied: &[&str] = match words {
            [] => bail!("no position"),
            ["startpos" | "sfen" | "fen" | "handicap", ..] => &[],
            [board, ..] if board.contains('/') => &["sfen"],
            [word, ..] if looks_like_a_move(word) => &["startpos", "moves"],
            [word, ..] => bail!("`{word}` is neither a variant nor a position"),
        };
        let place = 1 + all.len() - words.len();
        let position = PositionCommand::parse(&[implied, words].concat(), place)?;
        Ok(Self { id: None, game: None, variant, position })
    }

    /// Sets a game state to this position.
    ///
    /// # Errors
    /// Returns an error for a bad SFEN, an illegal move or a move after the end of the game.
    pub fn set(&self, game_state: &mut dyn GameState) -> anyhow::Result<()> {
        // The message already contains that of the source, so the source is dropped.
        self.position.set(game_state).map_err(|error| anyhow!("{error}"))
    }
}

/// Returns true if a word begins with a digit, as squares do, or contains the `*` of a drop.
fn looks_like_a_move(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit()) || word.contains('*')
}

impl PositionLine {
    /// Returns the variant that the line names, else `fallback`.
    ///
    /// # Errors
    /// Returns an error if there is neither.
    pub fn variant_or(&self, fallback: Option<Variant>) -> anyhow::Result<Variant> {
        self.variant.or(fallback).context("the line names no variant, and --variant is not given")
    }

    /// Checks that the line names the expected variant or none.
    ///
    /// # Errors
    /// Returns an error if it names another variant.
    pub fn expect_variant(&self, expected: Variant) -> anyhow::Result<()> {
        let other = self.variant.filter(|&variant| variant != expected);
        ensure!(other.is_none(), "the line names a variant other than {expected}");
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
    fn all_forms_give_the_same_position() {
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
    fn a_line_may_start_with_the_variant() {
        for name in ["mak-yek", "Mak-Yek"] {
            let line = format!("{name} startpos");
            assert_eq!(parse(&line).variant.map(|game| game.info().name), Some("mak-yek"));
        }
        assert_eq!(refused("chess startpos"), "`chess` is neither a variant nor a position");
        assert_eq!(refused("mak-yek"), "no position");
    }

    #[test]
    fn a_logged_game_gives_its_final_position() {
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
    fn an_id_is_kept_verbatim() {
        for id in [r#""a \u0037""#, "7", "-1.50e3", "123456789012345678901234567890"] {
            let line = parse(&format!(r#"{{"id":{id},"variant":"yari","position":"startpos"}}"#));
            assert_eq!(line.id.as_deref(), Some(id));
            assert_eq!(line.variant.map(|game| game.info().name), Some("yari"));
        }
        let nameless = parse(r#"{"id":null,"position":"yari startpos moves 4g4f"}"#);
        assert_eq!((nameless.id, nameless.position.moves.len()), (None, 1));
        let refused_id = refused(r#"{"id":[1],"variant":"yari","position":"startpos"}"#);
        assert!(refused_id.contains("must be a number or a string"), "{refused_id}");
        let other = refused(r#"{"variant":"yari","position":"hajiku startpos"}"#);
        assert!(other.contains("different variants"), "{other}");
    }

    #[test]
    fn blank_lines_comments_and_headers_are_skipped() {
        for line in ["", " \r\n", "# a comment", r#"{"log":"selfplay","variant":"hasami"}"#] {
            assert_eq!(PositionLine::parse(line).expect("a good line"), None, "{line}");
        }
    }

    #[test]
    fn the_error_names_an_unexpected_word() {
        assert!(refused("startpos 9i9e").contains("`9i9e`"));
        assert!(refused("position").contains("no position"));
        assert!(refused("hello").contains("`hello`"));
    }
}

//! A game of Fairy-Stockfish: its pieces and its settings, with inheritance.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Untranslated;
use super::ini::{Entry, MAX_VALUE, Section};
use super::keys::{self, Kind};
use super::piece_types::PieceType;

/// A game of Fairy-Stockfish.
#[derive(Clone, Default)]
pub(super) struct Variant {
    pub(super) pieces: BTreeMap<PieceType, Rc<PieceSetting>>,
    /// Settings by key. Keys for both sides are split into those of White and Black.
    settings: BTreeMap<String, Rc<Setting>>,
    /// Promoted types.
    pub(super) promoted: BTreeMap<PieceType, PieceType>,
}

/// The place of a key.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    /// Line of the key; `None` in a game that Fairy-Stockfish has built in.
    pub(super) line: Option<usize>,
    /// Key and value as in the file.
    pub(super) key: String,
    pub(super) value: String,
}

/// A piece.
pub(super) struct PieceSetting {
    pub(super) letter: char,
    pub(super) moves: String,
    pub(super) origin: Origin,
}

/// A value of a key.
pub(super) struct Setting {
    pub(super) origin: Origin,
    /// The types that the value names, for keys with piece types.
    pub(super) types: Types,
}

/// A set of piece types.
#[derive(Clone, Debug, Default)]
pub(super) struct Types {
    /// True if the set has `*`, which stands for all pieces.
    pub(super) all: bool,
    pub(super) listed: Vec<PieceType>,
    /// True if the value has a letter of no piece; Fairy-Stockfish stops there.
    has_unknown: bool,
}

impl Types {
    pub(super) const fn is_empty(&self) -> bool {
        !self.all && self.listed.is_empty()
    }
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Win,
    Loss,
    Draw,
    None,
}

/// Returns the piece of a key such as `mobilityRegionWhiteKing`.
pub(super) fn mobility_piece(key: &str) -> Option<PieceType> {
    let rest = key.strip_prefix("mobilityRegion")?;
    let name = rest.strip_prefix("White").or_else(|| rest.strip_prefix("Black"))?;
    let first = name.chars().next().filter(char::is_ascii_uppercase)?;
    PieceType::of_key(&format!("{}{}", first.to_ascii_lowercase(), &name[1..]))
}

impl Variant {
    /// Overrides settings by those of a section. `is_built_in` is true for the games that
    /// Fairy-Stockfish has built in. Returns the keys that have no effect.
    pub(super) fn apply(&mut self, section: &Section<'_>, is_built_in: bool) -> Vec<Untranslated> {
        let mut notes = Vec::new();
        let mut entries: BTreeMap<&str, (Entry<'_>, &str)> = BTreeMap::new();
        for &entry in &section.entries {
            let Some(value) = entry.value else {
                let message = "the line has no \"=\"; Fairy-Stockfish skips it";
                notes.push(Untranslated::new(entry.line, entry.key, "", message, false));
                continue;
            };
            if value.len() > MAX_VALUE || entry.key.len() > MAX_VALUE {
                let message = format!("key or value has more than {MAX_VALUE} characters");
                notes.push(Untranslated::new(entry.line, "", "", message, true));
                continue;
            }
            if let Some((earlier, value)) = entries.insert(entry.key, (entry, value)) {
                let message = format!("line {} overrides the value", entry.line);
                notes.push(Untranslated::new(earlier.line, earlier.key, value, message, false));
            }
        }
        let origin = |entry: Entry<'_>, value: &str| Origin {
            line: (!is_built_in).then_some(entry.line),
            key: entry.key.to_owned(),
            value: value.to_owned(),
        };
        for kind in PieceType::all() {
            if let Some((entry, value)) = entries.remove(kind.key().as_str()) {
                notes.extend(self.set_piece(kind, origin(entry, value)));
            }
        }
        let mut ordered: Vec<_> = entries.into_values().collect();
        // Deprecated keys come first, then those for both sides, so that others override them.
        ordered.sort_by_key(|(entry, _)| (keys::precedence(entry.key), entry.line));
        for (entry, value) in ordered {
            let Some(targets) = keys::targets(entry.key) else {
                let message = "Fairy-Stockfish has no such key".to_owned();
                notes.push(Untranslated::new(entry.line, entry.key, value, message, false));
                continue;
            };
            let origin = origin(entry, value);
            if entry.key == "promotedPieceType" {
                notes.extend(self.set_promoted(&origin, entry.line));
            }
            let setting = Rc::new(Setting { types: self.types(value), origin });
            for target in targets {
                self.settings.insert(target, Rc::clone(&setting));
            }
        }
        notes
    }

    fn set_piece(&mut self, kind: PieceType, origin: Origin) -> Option<Untranslated> {
        let line = origin.line.unwrap_or(0);
        let (key, value) = (&origin.key, &origin.value);
        let letter = value.chars().next()?;
        if !letter.is_ascii_alphabetic() {
            self.pieces.remove(&kind);
            return (letter != '-').then(|| {
                let message = format!("found \"{letter}\", expected a letter or \"-\"");
                Untranslated::new(line, key, value, message, false)
            });
        }
        let letter = letter.to_ascii_uppercase();
        self.pieces.retain(|_, piece| piece.letter != letter);
        // A colon, or any other character, stands between the letter and the moves.
        let own: String = value.chars().skip(2).collect();
        let moves = match kind.moves() {
            Some(predefined) if kind != PieceType::KING || own.is_empty() => predefined.to_owned(),
            _ => own,
        };
        let rest_is_unused = kind.moves().is_some() && kind != PieceType::KING && value.len() > 1;
        let note = rest_is_unused.then(|| {
            let message = "only the letter is used, since the piece has moves of its own";
            Untranslated::new(line, key, value, message, false)
        });
        self.pieces.insert(kind, Rc::new(PieceSetting { letter, moves, origin: origin.clone() }));
        note
    }

    /// Reads pairs such as `p:g`.
    fn set_promoted(&mut self, origin: &Origin, line: usize) -> Option<Untranslated> {
        let letters: Vec<char> = origin.value.chars().filter(|c| !c.is_whitespace()).collect();
        for group in letters.chunks(3) {
            let wrong = match *group {
                [from, _, to] => match (self.piece(from), self.piece(to)) {
                    (Some(from), Some(to)) => {
                        self.promoted.insert(from, to);
                        continue;
                    }
                    (Some(from), None) if to == '-' => {
                        self.promoted.remove(&from);
                        continue;
                    }
                    _ => group.iter().collect::<String>(),
                },
                _ => group.iter().collect(),
            };
            let message = format!("found \"{wrong}\", expected letters of pieces such as p:g");
            return Some(Untranslated::new(line, &origin.key, &origin.value, message, true));
        }
        None
    }

    /// Returns the type of a letter in either case.
    pub(super) fn piece(&self, letter: char) -> Option<PieceType> {
        let letter = letter.to_ascii_uppercase();
        self.pieces.iter().find(|(_, piece)| piece.letter == letter).map(|(&kind, _)| kind)
    }

    /// Returns the types that the letters of a value name, up to the first other letter.
    fn types(&self, value: &str) -> Types {
        let mut types = Types::default();
        for letter in value.chars().filter(|letter| !letter.is_whitespace()) {
            match self.piece(letter) {
                _ if letter == '*' => types.all = true,
                Some(kind) if !types.listed.contains(&kind) => types.listed.push(kind),
                Some(_) => {}
                None => {
                    types.has_unknown = letter != '-';
                    break;
                }
            }
        }
        types
    }

    /// Returns all settings by key.
    pub(super) fn settings(&self) -> impl Iterator<Item = (&str, &Setting)> {
        self.settings.iter().map(|(key, setting)| (key.as_str(), &**setting))
    }

    pub(super) fn setting(&self, key: &str) -> Option<&Setting> {
        self.settings.get(key).map(|setting| &**setting)
    }

    fn value(&self, key: &str) -> Option<&str> {
        self.setting(key).map(|setting| setting.origin.value.as_str())
    }

    /// Returns a boolean; Fairy-Stockfish reads every other value than `true` as false.
    pub(super) fn bool(&self, key: &str, default: bool) -> bool {
        self.value(key).map_or(default, |value| value == "true")
    }

    pub(super) fn int(&self, key: &str, default: i32) -> i32 {
        self.value(key).map_or(default, |value| number(value).unwrap_or(0))
    }

    pub(super) fn text<'a>(&'a self, key: &str, default: &'a str) -> &'a str {
        self.value(key).unwrap_or(default)
    }

    /// Returns a result; an unknown value is none.
    pub(super) fn result(&self, key: &str, default: Value) -> Value {
        self.value(key).map_or(default, |value| match value {
            "win" => Value::Win,
            "loss" => Value::Loss,
            "draw" => Value::Draw,
            _ => Value::None,
        })
    }

    /// Returns the types of a key; the default is no type.
    pub(super) fn types_of(&self, key: &str) -> Types {
        self.setting(key).map(|setting| setting.types.clone()).unwrap_or_default()
    }
}

/// Returns the number at the start of a text.
pub(super) fn number(text: &str) -> Option<i32> {
    let text = text.trim_start();
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let sign = text.len() - unsigned.len();
    let digits = unsigned.bytes().take_while(u8::is_ascii_digit).count();
    text[..sign + digits].parse().ok()
}

/// Returns the number of files or ranks that a value gives.
pub(super) fn size(text: &str) -> Option<u8> {
    let text = text.trim_start();
    match text.bytes().next()? {
        letter @ b'a'..=b'z' => Some(letter - b'a' + 1),
        _ => number(text).and_then(|number| u8::try_from(number).ok()),
    }
}

/// Returns what a value should be, or `None` if it is correct.
pub(super) fn wrong_value(kind: Kind, setting: &Setting) -> Option<&'static str> {
    let value = setting.origin.value.as_str();
    let is_number = || number(value).is_some();
    let (is_correct, expected) = match kind {
        Kind::Bool => (matches!(value, "true" | "false"), "true or false"),
        Kind::Int | Kind::Rank => (is_number(), "a number"),
        Kind::File => (size(value).is_some(), "a number or a letter"),
        Kind::Value => (
            matches!(value, "win" | "loss" | "draw" | "none"),
            "\"win\", \"loss\", \"draw\" or \"none\"",
        ),
        Kind::Types => (!setting.types.has_unknown, "letters of pieces"),
        // Squares and texts are checked when they are read.
        Kind::Squares | Kind::Text => return None,
    };
    (!is_correct).then_some(expected)
}

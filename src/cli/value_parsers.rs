//! Parsers of argument values, with value lists for shell completion.

use std::error::Error;
use std::ffi::OsStr;
use std::marker::PhantomData;
use std::str::FromStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};

use crate::play::human_sides::HumanSides;
use crate::play::piece_style::PieceStyle;
use kawari_draw::{Coordinates, Theme};
use kawari_engine::engine::strength::Level;
use kawari_engine::games::variants::Variant;
use kawari_records::records::any_format::GameFormat;

/// A value parser that uses [`FromStr`] and lists words for completion scripts.
pub struct WordParser<T> {
    words: Vec<&'static str>,
    value: PhantomData<fn() -> T>,
}

impl<T> Clone for WordParser<T> {
    fn clone(&self) -> Self {
        Self { words: self.words.clone(), value: PhantomData }
    }
}

impl<T> WordParser<T> {
    fn new(words: impl IntoIterator<Item = &'static str>) -> Self {
        Self { words: words.into_iter().collect(), value: PhantomData }
    }
}

impl<T> TypedValueParser for WordParser<T>
where
    T: FromStr + Clone + Send + Sync + 'static,
    T::Err: Error + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        (|text: &str| text.parse::<T>()).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.words.iter().map(|word| PossibleValue::new(*word))))
    }
}

/// Returns the parser of a variant's name.
pub fn variants() -> WordParser<Variant> {
    let shipped = kawari_rules::SHIPPED.iter().map(|&(name, _)| name);
    WordParser::new(Variant::all().iter().map(|variant| variant.info().name).chain(shipped))
}

/// Returns the parser of a level.
pub fn levels() -> WordParser<Level> {
    WordParser::new(["1", "2", "3", "4", "5", "6", "7", "8"])
}

/// Returns the parser of the sides that people play.
pub fn sides() -> WordParser<HumanSides> {
    WordParser::new(["black", "white", "both", "none"])
}

/// Returns the parser of the coordinates of a picture.
pub fn coordinates() -> WordParser<Coordinates> {
    WordParser::new(Coordinates::NAMES.map(|(name, _)| name))
}

/// Returns the parser of the theme of a picture.
pub fn themes() -> WordParser<Theme> {
    WordParser::new(Theme::NAMES.map(|(name, _)| name))
}

/// Returns the parser of a format of games.
pub fn game_formats() -> WordParser<GameFormat> {
    WordParser::new(GameFormat::ALL.map(GameFormat::name))
}

/// Returns the parser of a piece style.
pub fn pieces() -> WordParser<PieceStyle> {
    WordParser::new(["letters", "kanji"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_completion_word_is_a_valid_value() {
        assert_eq!(levels().words.len(), Level::all().count());
        assert!(variants().words.iter().all(|word| word.parse::<Variant>().is_ok()));
        assert!(levels().words.iter().all(|word| word.parse::<Level>().is_ok()));
        assert!(sides().words.iter().all(|word| word.parse::<HumanSides>().is_ok()));
        assert!(coordinates().words.iter().all(|word| word.parse::<Coordinates>().is_ok()));
        assert!(themes().words.iter().all(|word| word.parse::<Theme>().is_ok()));
        assert!(game_formats().words.iter().all(|word| word.parse::<GameFormat>().is_ok()));
        assert!(pieces().words.iter().all(|word| word.parse::<PieceStyle>().is_ok()));
    }
}

//! Numbers, lists and sides in words.

use super::Language;
use crate::model::Outcome;

/// Returns a number in English words up to twenty, in digits above.
pub(super) fn number(number: impl Into<u32>) -> String {
    const WORDS: [&str; 21] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    let number = number.into();
    WORDS.get(number as usize).map_or_else(|| number.to_string(), |&word| word.to_owned())
}

/// Returns an English ordinal number.
pub(super) fn ordinal(number: impl Into<u32>) -> String {
    const WORDS: [&str; 12] = [
        "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
        "ninth", "tenth", "eleventh",
    ];
    let number = number.into();
    WORDS.get(number as usize).map_or_else(|| format!("{number}th"), |&word| word.to_owned())
}

/// Returns a number from 0 to 99 in kanji, such as the name of a rank, and another one in digits.
pub fn kanji_number(number: impl Into<u32>) -> String {
    const DIGITS: [&str; 10] = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let number = number.into();
    let digit = |digit: u32| DIGITS[digit as usize];
    match (number / 10, number % 10) {
        (0, 0) => "零".to_owned(),
        (0, ones) => digit(ones).to_owned(),
        (1, ones) => format!("十{}", digit(ones)),
        (tens @ 2..=9, ones) => format!("{}十{}", digit(tens), digit(ones)),
        _ => number.to_string(),
    }
}

/// Returns a noun with its number: "one man", "five men".
pub(super) fn count(n: impl Into<u32>, singular: &str, plural: &str) -> String {
    let n = n.into();
    format!("{} {}", number(n), if n == 1 { singular } else { plural })
}

/// Joins items: "A", "A and B", "A, B and C" with `and` as the last conjunction.
pub(super) fn join(items: &[String], and: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} {and} {last}", rest.join(", ")),
    }
}

/// Joins Japanese items.
pub(super) fn join_ja(items: &[String]) -> String {
    match items {
        [one, two] => format!("{one}と{two}"),
        items => items.join("、"),
    }
}

/// Joins names of pieces: "the Pawn and the Lance".
pub(super) fn names(names: &[String], language: Language) -> String {
    match language {
        Language::English => {
            let names: Vec<String> = names.iter().map(|name| format!("the {name}")).collect();
            join(&names, "and")
        }
        Language::Japanese => join_ja(names),
    }
}

/// Returns an English name with "a" or "an" before it.
pub(super) fn with_article(name: &str) -> String {
    // A single letter is read by its name: "an F".
    let vowels = if name.len() == 1 { "AEFHILMNORSX" } else { "AEIOaeio" };
    let article = if name.starts_with(|first| vowels.contains(first)) { "an" } else { "a" };
    format!("{article} {name}")
}

/// Returns an English text with a capital at its start.
pub(super) fn capital(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

/// Returns what happens to a side: "loses", "wins", "draws".
pub(super) const fn outcome_verb(outcome: Outcome) -> (&'static str, &'static str) {
    match outcome {
        Outcome::Won => ("wins", "その側の勝ちです"),
        Outcome::Lost => ("loses", "その側の負けです"),
        Outcome::Drawn => ("draws the game", "引き分けです"),
    }
}

//! An option that an engine announces in the handshake, and the values that it accepts.

use std::fmt::Write;

use anyhow::{Context, Result, ensure};

use super::fault::shown;

/// An option as an engine announces it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnnouncedOption {
    /// The option's name.
    pub name: String,
    pub(super) kind: OptionKind,
}

/// The type of an option, with its range or choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum OptionKind {
    Check,
    Spin {
        default: Option<i64>,
        min: i64,
        max: i64,
    },
    Combo(Vec<String>),
    Button,
    /// A string, a file name or an unknown type.
    Text,
}

impl AnnouncedOption {
    /// Parses the text after `option`: `name N type T default D min A max B var V …`. Returns
    /// `None` if there is no name.
    pub fn parse(text: &str) -> Option<Self> {
        let mut name = Vec::new();
        let mut kind = "";
        let (mut min, mut max, mut choices) = (i64::MIN, i64::MAX, Vec::<String>::new());
        let mut default = None;
        let mut field = "";
        for word in text.split_whitespace() {
            match word {
                "name" if field.is_empty() => field = word,
                "type" if field == "name" => field = word,
                "default" | "min" | "max" if !matches!(field, "" | "name") => field = word,
                "var" if !matches!(field, "" | "name") => {
                    field = word;
                    choices.push(String::new());
                }
                _ => match field {
                    "name" => name.push(word),
                    "type" => kind = word,
                    "default" => default = default.or(word.parse().ok()),
                    "min" => min = word.parse().unwrap_or(min),
                    "max" => max = word.parse().unwrap_or(max),
                    "var" => {
                        // A choice may have several words.
                        let choice = choices.last_mut()?;
                        let gap = if choice.is_empty() { "" } else { " " };
                        let _ = write!(choice, "{gap}{word}");
                    }
                    _ => {}
                },
            }
        }
        let kind = match kind {
            "check" => OptionKind::Check,
            "spin" => OptionKind::Spin { default, min, max },
            "combo" => OptionKind::Combo(choices),
            "button" => OptionKind::Button,
            _ => OptionKind::Text,
        };
        (!name.is_empty()).then(|| Self { name: name.join(" "), kind })
    }

    /// Checks that the option accepts a value.
    ///
    /// # Errors
    /// Returns an error if the value has the wrong type or is out of range.
    pub(super) fn check(&self, value: &str) -> Result<()> {
        match &self.kind {
            OptionKind::Text => {}
            OptionKind::Button => ensure!(value.is_empty(), "a button takes no value"),
            OptionKind::Check => {
                ensure!(
                    matches!(value, "true" | "false"),
                    "`{value}` is neither `true` nor `false`"
                );
            }
            OptionKind::Spin { min, max, .. } => {
                let number: i64 =
                    value.parse().ok().with_context(|| format!("`{value}` is not a number"))?;
                ensure!((min..=max).contains(&&number), "{number} is not in {min}..={max}");
            }
            OptionKind::Combo(choices) => {
                let is_choice = choices.iter().any(|choice| choice.eq_ignore_ascii_case(value));
                let known: Vec<String> = choices.iter().map(|choice| shown(choice)).collect();
                ensure!(is_choice, "`{value}` is not one of {}", known.join(", "));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_choices_may_have_several_words() {
        let option = "name Skill Level type combo default a b var a b var c";
        let option = AnnouncedOption::parse(option).expect("an option");
        assert_eq!(option.name, "Skill Level");
        assert!(option.check("a b").is_ok() && option.check("a").is_err());
        assert_eq!(AnnouncedOption::parse("type spin"), None);
    }
}

//! Whether the option that a program announces makes sense.

use anyhow::{Context, Result, bail};

/// What is wrong with an option as it is announced, behind the word `option`.
pub fn fault(text: &str) -> Option<String> {
    read_option(text).err().map(|error| error.to_string())
}

fn read_option(text: &str) -> Result<()> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let Some((kind_at, name)) = words.iter().position(|word| *word == "type").zip(words.get(1))
    else {
        bail!("it has no name or no type");
    };
    if words[0] != "name" || *name == "type" {
        bail!("it has no name");
    }
    let kind = words.get(kind_at + 1).copied().unwrap_or_default();
    let rest = words.get(kind_at + 2..).unwrap_or_default();
    let after = |key: &str| {
        let at = rest.iter().position(|word| *word == key)?;
        rest.get(at + 1).copied()
    };
    match kind {
        "spin" => {
            let number = |key| -> Result<i64> {
                let value = after(key).with_context(|| format!("a spin without {key}"))?;
                value.parse().with_context(|| format!("its {key} is no number"))
            };
            let (min, default, max) = (number("min")?, number("default")?, number("max")?);
            if !(min <= default && default <= max) {
                bail!("its default {default} is not within {min} and {max}");
            }
        }
        "check" => match after("default") {
            Some("true" | "false") => {}
            _ => bail!("its default is neither true nor false"),
        },
        "combo" => {
            let choices: Vec<Vec<&str>> =
                rest.split(|word| *word == "var").skip(1).map(<[&str]>::to_vec).collect();
            let front = rest.split(|word| *word == "var").next().unwrap_or_default();
            let default = front.strip_prefix(&["default"]).unwrap_or_default();
            if !choices.iter().any(|choice| choice == default) {
                bail!("its default is none of its choices");
            }
        }
        "button" | "string" | "filename" => {}
        other => bail!("no option is of type {other}"),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_have_to_make_sense() {
        for good in [
            "name Skill Level type spin default 20 min 0 max 20",
            "name Style type combo default Very Solid var Normal var Very Solid",
            "name Clear type button",
            "name Book type filename default <empty>",
            "name Quiet type check default false",
        ] {
            assert_eq!(fault(good), None, "{good}");
        }
        for (bad, named) in [
            ("name A type spin default 21 min 0 max 20", "not within 0 and 20"),
            ("name A type spin default 1 min 0", "a spin without max"),
            ("name A type spin default x min 0 max 3", "its default is no number"),
            ("name A type check default maybe", "neither true nor false"),
            ("name A type combo default x var y", "none of its choices"),
            ("name A type text", "no option is of type text"),
            ("name A", "no name or no type"),
            ("type check default true", "no name"),
        ] {
            let found = fault(bad).unwrap_or_default();
            assert!(found.contains(named), "{bad}: {found}");
        }
    }
}

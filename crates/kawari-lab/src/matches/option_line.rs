//! Validation of `option` lines for the compliance check.

use anyhow::{Context, Result, bail};

/// Returns the first error in the text after `option`.
pub fn fault(text: &str) -> Option<String> {
    check_option(text).err().map(|error| error.to_string())
}

fn check_option(text: &str) -> Result<()> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let Some((kind_at, name)) = words.iter().position(|word| *word == "type").zip(words.get(1))
    else {
        bail!("no name or no type");
    };
    if words[0] != "name" || *name == "type" {
        bail!("no name");
    }
    let kind = words.get(kind_at + 1).copied().unwrap_or_default();
    let rest = words.get(kind_at + 2..).unwrap_or_default();
    let after = |key: &str| {
        let index = rest.iter().position(|word| *word == key)?;
        rest.get(index + 1).copied()
    };
    match kind {
        "spin" => {
            let number = |key| -> Result<i64> {
                let value = after(key).with_context(|| format!("spin without {key}"))?;
                value.parse().with_context(|| format!("{key} is not a number"))
            };
            let (min, default, max) = (number("min")?, number("default")?, number("max")?);
            if !(min <= default && default <= max) {
                bail!("default {default} is not in {min}..={max}");
            }
        }
        "check" => match after("default") {
            Some("true" | "false") => {}
            _ => bail!("default is neither `true` nor `false`"),
        },
        "combo" => {
            let choices: Vec<Vec<&str>> =
                rest.split(|word| *word == "var").skip(1).map(<[&str]>::to_vec).collect();
            let front = rest.split(|word| *word == "var").next().unwrap_or_default();
            let default = front.strip_prefix(&["default"]).unwrap_or_default();
            if !choices.iter().any(|choice| choice == default) {
                bail!("default is not one of the choices");
            }
        }
        "button" | "string" | "filename" => {}
        other => bail!("unknown type {other}"),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_options_are_rejected() {
        for good in [
            "name Skill Level type spin default 20 min 0 max 20",
            "name Style type combo default Very Solid var Normal var Very Solid",
            "name Clear type button",
            "name Book type filename default <empty>",
            "name Quiet type check default false",
        ] {
            assert_eq!(fault(good), None, "{good}");
        }
        for (bad, expected) in [
            ("name A type spin default 21 min 0 max 20", "not in 0..=20"),
            ("name A type spin default 1 min 0", "spin without max"),
            ("name A type spin default x min 0 max 3", "default is not a number"),
            ("name A type check default maybe", "neither `true` nor `false`"),
            ("name A type combo default x var y", "not one of the choices"),
            ("name A type text", "unknown type text"),
            ("name A", "no name or no type"),
            ("type check default true", "no name"),
        ] {
            let error = fault(bad).unwrap_or_default();
            assert!(error.contains(expected), "{bad}: {error}");
        }
    }
}

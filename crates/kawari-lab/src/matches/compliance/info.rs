//! Whether an `info` line is one.

/// Words that a number follows.
const NUMBERS: [&str; 7] = ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time"];

/// What is wrong with an `info` line, given its words. `pv_fault` tells it of a variation.
pub fn fault(words: &[&str], pv_fault: impl Fn(&[&str]) -> Option<String>) -> Option<String> {
    let word_at = |place: usize| words.get(place).copied().unwrap_or_default();
    for (place, word) in words.iter().enumerate() {
        let (value, number) = (word_at(place + 1), word_at(place + 2));
        if NUMBERS.contains(word) && value.parse::<u64>().is_err() {
            return Some(format!("{word} is no number"));
        }
        if *word == "score" {
            let is_number = number.parse::<i64>().is_ok();
            let is_mate = value == "mate" && (is_number || matches!(number, "+" | "-"));
            let is_cp = value == "cp" && is_number;
            if !(is_mate || is_cp) {
                return Some("score is neither `cp` nor `mate` and a number".to_owned());
            }
        }
        if *word == "pv" {
            return pv_fault(&words[place + 1..]);
        }
    }
    None
}

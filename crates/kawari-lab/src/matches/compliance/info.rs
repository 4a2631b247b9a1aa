//! Validation of `info` lines.

/// Keywords that are followed by a number.
const NUMBERS: [&str; 7] = ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time"];

/// Returns the first error in an `info` line, given its words. `pv_fault` checks the words after
/// `pv`.
pub fn fault(words: &[&str], pv_fault: impl Fn(&[&str]) -> Option<String>) -> Option<String> {
    let word_at = |index: usize| words.get(index).copied().unwrap_or_default();
    for (index, word) in words.iter().enumerate() {
        let (value, number) = (word_at(index + 1), word_at(index + 2));
        if NUMBERS.contains(word) && value.parse::<u64>().is_err() {
            return Some(format!("{word} is not a number"));
        }
        if *word == "score" {
            let is_number = number.parse::<i64>().is_ok();
            let is_mate = value == "mate" && (is_number || matches!(number, "+" | "-"));
            let is_cp = value == "cp" && is_number;
            if !(is_mate || is_cp) {
                return Some("score is neither `cp N` nor `mate N`".to_owned());
            }
        }
        if *word == "pv" {
            return pv_fault(&words[index + 1..]);
        }
    }
    None
}

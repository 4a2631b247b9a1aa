//! The option `--variants`, which every command has.

use std::ffi::OsString;
use std::path::PathBuf;

const OPTION: &str = "--variants";

/// Returns the files of all options `--variants`. They are loaded before the arguments are
/// parsed, since other arguments may name their games.
pub fn of_arguments(arguments: impl IntoIterator<Item = OsString>) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut arguments = arguments.into_iter().take_while(|argument| argument != "--");
    while let Some(argument) = arguments.next() {
        if argument == OPTION {
            files.extend(arguments.next().map(PathBuf::from));
        } else if let Some(file) = after_equals_sign(&argument) {
            files.push(file);
        }
    }
    files
}

/// Returns the file of an argument such as `--variants=my.toml`.
fn after_equals_sign(argument: &OsString) -> Option<PathBuf> {
    let file = argument.to_str()?.strip_prefix(OPTION)?.strip_prefix('=')?;
    Some(PathBuf::from(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(arguments: &[&str]) -> Vec<PathBuf> {
        of_arguments(arguments.iter().map(OsString::from))
    }

    #[test]
    fn files_stand_anywhere_before_a_double_dash() {
        let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        assert_eq!(files(&["kawari", "perft", "mine", "3"]), paths(&[]));
        let arguments = ["kawari", "--variants", "a", "perft", "mine", "3", "--variants=b=c"];
        assert_eq!(files(&arguments), paths(&["a", "b=c"]));
        assert_eq!(files(&["kawari", "--", "--variants", "a"]), paths(&[]));
        assert_eq!(files(&["kawari", "--variants"]), paths(&[]));
    }
}

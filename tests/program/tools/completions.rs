//! Shell completions of games, sides and levels.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Unfinished command lines, and all words that complete them.
const LINES: [(&str, &str); 8] = [
    ("kawari pl", "play"),
    ("kawari play hasami-j", "hasami-jsa"),
    ("kawari play yari --side ", "black white both none"),
    ("kawari play yari --level ", "1 2 3 4 5 6 7 8"),
    ("kawari analyse --variant mini", "minishogi"),
    ("kawari book make haj", "hajiku"),
    ("kawari rules dai", "dai-hasami"),
    ("kawari rules report yari ya", "yari yarishogi"),
];

/// Prints the completions of each argument as a line.
const BASH: &str = r#"
source "$script"
for line; do
    read -ra COMP_WORDS <<< "$line"
    [[ $line != *" " ]] || COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    _kawari kawari "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    echo "${COMPREPLY[*]}"
done"#;

/// As `BASH`, without the descriptions of the words.
const FISH: &str = r#"
source $script
for line in $argv
    echo (complete --do-complete "$line" | string replace --regex "\t.*" "")
end"#;

fn script(shell: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_kawari")).args(["completions", shell]).output();
    String::from_utf8(output.expect("the program starts").stdout).expect("text")
}

/// Writes the completion script of a shell to a file.
fn script_file(shell: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("completions");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(shell);
    fs::write(&path, script(shell)).expect("a file");
    path
}

/// Compares the completions of all lines. Skipped if the shell is not installed.
fn check(shell: &str, arguments: &[&str]) {
    let version = Command::new(shell).arg("--version").stdout(Stdio::null()).status();
    if !version.is_ok_and(|status| status.success()) {
        eprintln!("skipped: {shell} is not installed");
        return;
    }
    let output = Command::new(shell)
        .args(arguments)
        .args(LINES.map(|(line, _)| line))
        .env("script", script_file(shell))
        .output()
        .expect("the shell starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    let text = String::from_utf8(output.stdout).expect("text");
    // fish sorts the words.
    let sorted = |words: &str| {
        let mut words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        words.sort();
        words
    };
    assert_eq!(text.lines().count(), LINES.len(), "{text}");
    for ((line, words), completed) in LINES.iter().zip(text.lines()) {
        assert_eq!(sorted(completed), sorted(words), "{shell}: {line}");
    }
}

#[test]
fn bash_completes_games_sides_and_levels() {
    // The argument after the commands is `$0`.
    check("bash", &["--norc", "-c", BASH, "bash"]);
}

#[test]
fn fish_completes_games_sides_and_levels() {
    check("fish", &["--no-config", "-c", FISH]);
}

/// Checks the words in the scripts, since completion in zsh needs a terminal.
#[test]
fn scripts_have_games_sides_and_levels() {
    for (shell, games, sides, levels) in [
        ("bash", "hasami-jsa dai-hasami", "\"black white both none\"", "\"1 2 3 4 5 6 7 8\""),
        ("zsh", "hasami-jsa dai-hasami", "(black white both none)", "(1 2 3 4 5 6 7 8)"),
        ("fish", "hasami-jsa dai-hasami", "both\\t''", "8\\t''"),
    ] {
        let script = script(shell);
        for words in [games, sides, levels] {
            assert!(script.contains(words), "{shell} has no {words}");
        }
    }
}

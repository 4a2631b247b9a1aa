//! `kawari levels`.

use std::process::{Command, Output, Stdio};

fn run(arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kawari"))
        .arg("levels")
        .args(arguments.split(' '))
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

#[test]
fn the_same_options_give_the_same_table() {
    let ladder = "minishogi --pairs 2 --max-moves 60 --ladder random 1 300+-20~10~5 plain-300";
    let table = |options: &str| {
        let output = run(options);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    let once = table(ladder);
    assert_eq!(once, table(&format!("{ladder} --jobs 2")));
    let rows: Vec<&str> = once.lines().skip(2).collect();
    assert_eq!(rows.len(), 3, "{once}");
    for row in &rows {
        let counts = row.split_whitespace().rev().skip(2).take(3);
        let games: u64 = counts.map(|count| count.parse::<u64>().expect("a count")).sum();
        assert_eq!(games, 4, "{row}");
    }
    assert!(
        rows[0].starts_with("level 1, beginner (") && rows[2].starts_with("plain-300 "),
        "{once}"
    );
    assert_ne!(once, table(&format!("{ladder} --seed 2")));
}

#[test]
fn a_fit_prints_the_fields_of_the_table() {
    let output = run("minishogi --fit --pairs 1 --max-moves 16 --plain 20");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    for field in ["            nodes: [", "            noise: ["] {
        let rows = text.lines().filter(|line| line.starts_with(field) && line.ends_with("],"));
        assert_eq!(rows.count(), 5, "one for each round: {text}");
    }
}

#[test]
fn unknown_players_are_rejected() {
    let output = run("hasami --ladder random 8");
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains(r#"unknown player "8""#), "{error}");
}

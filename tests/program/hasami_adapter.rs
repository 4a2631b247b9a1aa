//! Tests of `usi-scripts/adapters/hasami.py`, with small programs in Python. Skipped without
//! Python.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use super::adapters::python;

/// A player of the arena: its first move is `1020`, later ones are the opponent's digits in
/// reverse order.
const PLAYER: &str = "
import sys
for line in map(str.strip, sys.stdin):
    if line == 'OK?':
        print('Fake', flush=True)
    elif line == 'Black':
        print('1020', flush=True)
    elif line != 'White':
        print(line[::-1], flush=True)
";

/// An agent: it plays the first move `A1B1`, and later ones from the last target to its file 9.
const AGENT: &str = "
import socket, sys
words = sys.argv
server = socket.create_connection((words[words.index('-addr') + 1], words[words.index('-p') + 1]))
stream = server.makefile('rw')
print('a diagram')
move = 'A1B1' if stream.readline() == 'WELCOME BLACK\\n' else 'I1H1'
for line in map(str.strip, stream):
    if line == 'YOUR_TURN':
        print('MOVE', move, file=stream, flush=True)
    else:
        target = line.replace('OPPONENT_MOVE ', '')[2:]
        move = target + target[0] + '9'
";

/// Returns the adapter's answers to the positions.
fn answers(protocol: &str, program: &str, positions: &[&str]) -> Option<Vec<String>> {
    let Some(python) = python() else {
        eprintln!("skipped: there is no Python 3.8 or later");
        return None;
    };
    let adapter = Path::new(env!("CARGO_MANIFEST_DIR")).join("usi-scripts/adapters/hasami.py");
    let mut process = Command::new(python)
        .arg("-B")
        .arg(adapter)
        .args([protocol, python, "-c", program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the adapter");
    let mut input = process.stdin.take().expect("its input");
    write!(input, "usi\nisready\nusinewgame\n").expect("a reader");
    for position in positions {
        write!(input, "position {position}\ngo movetime 100\n").expect("a reader");
    }
    writeln!(input, "quit").expect("a reader");
    let output = process.wait_with_output().expect("an end");
    assert!(output.status.success());
    let output = String::from_utf8(output.stdout).expect("text");
    let (_, answers) = output.split_once("usiok\nreadyok\n").expect("usiok and readyok");
    Some(answers.lines().map(str::to_owned).collect())
}

#[test]
fn players_of_the_arena_get_the_moves_of_the_opponent() {
    let positions = [
        "startpos",
        "startpos moves 1h1g 5a5d",
        // Another game, with the other colour.
        "startpos moves 2i2e",
        // The player has not chosen this move.
        "startpos moves 2i2e 9a9b 1i1b",
    ];
    let Some(answers) = answers("arena", PLAYER, &positions) else { return };
    let expected = [
        "bestmove 1h1g",
        "bestmove 6e9e",
        "bestmove 5h1h",
        "info string error: the player chooses all its moves: play without openings (--plies 0)",
        "bestmove resign",
    ];
    assert_eq!(answers, expected);
}

#[test]
fn agents_get_all_moves() {
    let positions = [
        "startpos",
        "startpos moves 1i1h 5b5e",
        // Another game after an opening, with the other colour.
        "startpos moves 2h2d 4b4d 7h7d",
        // The agent has played another move, so that it starts again.
        "startpos",
    ];
    let Some(answers) = answers("agent", AGENT, &positions) else { return };
    let expected = ["bestmove 1i1h", "bestmove 5e9e", "bestmove 7d9d", "bestmove 1i1h"];
    assert_eq!(answers, expected);
}

#[test]
fn invalid_answers_are_errors() {
    let program = "import sys\nfor line in sys.stdin:\n    print('Fake', flush=True)";
    let Some(answers) = answers("arena", program, &["startpos"]) else { return };
    assert_eq!(answers, ["info string error: not a move: 'Fake'", "bestmove resign"]);
}

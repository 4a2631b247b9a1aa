//! Random commands, valid and invalid, while searches run. Every valid `go` must get one
//! answer.

use std::thread;
use std::time::{Duration, Instant};

use crate::client::Client;
use fastrand::Rng;
use kawari_protocol::command::Command;
use kawari_protocol::go::Go;

const ROUNDS: usize = 200;
const COMMANDS: usize = 40;
/// Time limit; a slow machine plays fewer rounds.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// Lines to send, with their weights.
const LINES: &[(u32, &str)] = &[
    (4, "position startpos"),
    (3, "position startpos moves 9i9e 1a1e 5i5e"),
    (3, "position startpos moves 4g4f 4c4d 6g6f"),
    (3, "position startpos moves 9i9a"),
    (1, "position sfen 6k/7/6+B/7/5R1/7/7/7/K6 b P 1 moves P*1b"),
    (1, "position"),
    (4, "go depth 3"),
    (4, "go nodes 2000"),
    (3, "go movetime 3"),
    (1, "go movetime 3600000"),
    (3, "go btime 100 wtime 100 byoyomi 5"),
    (4, "go infinite"),
    (4, "go ponder"),
    (2, "go ponder btime 100 wtime 100"),
    (1, "go infinite depth 1"),
    (1, "go depth 2 searchmoves 9i9e"),
    (1, "go infinite searchmoves 9i9a"),
    (1, "go depth five"),
    (1, "go mate 5"),
    (5, "stop"),
    (4, "ponderhit"),
    (1, "ponderhit btime 10 wtime 10"),
    (1, "gameover"),
    (1, "gameover soon"),
    (3, "isready"),
    (1, "usi"),
    (1, "usinewgame"),
    (1, "setoption name USI_Variant value yari"),
    (1, "setoption name USI_Variant value hajiku"),
    (1, "setoption name USI_Variant value hasami"),
    (1, "setoption name USI_Hash value 2"),
    (1, "setoption name USI_Hash value 0"),
    (1, "setoption name Threads value 3"),
    (1, "setoption name Threads value 1"),
    (1, "setoption name MultiPV value 2"),
    (2, "side"),
    (1, "moves"),
    (1, "d"),
    (1, "perft 2"),
    (1, "perft 12"),
    (1, "bench 40"),
    (1, "help"),
    (1, "nonsense"),
    (1, ""),
];

fn pick(rng: &mut Rng) -> &'static str {
    let all: u32 = LINES.iter().map(|(share, _)| share).sum();
    let mut at = rng.u32(..all);
    let found = LINES.iter().find(|(share, _)| {
        let is_it = at < *share;
        at = at.saturating_sub(*share);
        is_it
    });
    found.expect("a share of all").1
}

fn is_search(line: &str) -> bool {
    matches!(Command::parse(line), Ok(Some(Command::Go(Go::Search(_)))))
}

#[test]
fn every_go_gets_one_answer() {
    let mut rng = Rng::with_seed(20_261_122);
    let mut client = Client::start();
    let (mut searches, mut answers) = (0, 0);
    let begin = Instant::now();
    for round in 0..ROUNDS {
        if begin.elapsed() > TIME_LIMIT {
            break;
        }
        let mut sent = Vec::new();
        for _ in 0..rng.usize(1..COMMANDS) {
            let line = pick(&mut rng);
            searches += usize::from(is_search(line));
            sent.push(line);
            client.send(line);
            if rng.u8(..4) == 0 {
                thread::sleep(Duration::from_micros(rng.u64(..3000)));
            }
        }
        // The search queued last is answered last.
        client.send("stop");
        client.send("perft 0");
        loop {
            let line =
                client.next_line().unwrap_or_else(|| panic!("the program exited: {sent:#?}"));
            assert!(!line.contains("a fault"), "{line}: {sent:#?}");
            answers += usize::from(line.starts_with("bestmove "));
            assert!(answers <= searches, "too many answers in round {round}: {sent:#?}");
            if line == "nodes 1" {
                break;
            }
        }
        assert_eq!(answers, searches, "missing answer in round {round}: {sent:#?}");
    }
    assert!(searches > 10);
    let (rest, errors, status) = client.finish();
    assert!(rest.is_empty() && errors.is_empty() && status.success(), "{status}: {rest:?}");
}

/// Commands of xboard.
const GAME_LINES: &[&str] = &[
    "new",
    "variant yarishogi",
    "variant hajiku",
    "variant hasami",
    "force",
    "go",
    "playother",
    "usermove d3d4",
    "usermove d7d6",
    "usermove P@d5",
    "usermove nonsense",
    "undo",
    "remove",
    "setboard 6k/7/6+B/7/5R1/7/7/7/K6[P] w - - 0 1",
    "setboard 3k3/7/7 w",
    "analyze",
    ".",
    "exit",
    "hint",
    "?",
    "hard",
    "easy",
    "post",
    "nopost",
    "level 0 0:02 0",
    "st 0.005",
    "sd 3",
    "sn 500",
    "time 100",
    "otim 100",
    "result 1-0 {so}",
    "lift d3",
    "put d4",
    "memory 2",
    "cores 2",
    "edit",
    "ping 1",
    "nonsense",
];

/// In CECP the engine moves only if it has a side, answers each `ping` when no finite search
/// runs, and is quiet after `force`.
#[test]
fn cecp_games_survive_random_commands() {
    let mut rng = Rng::with_seed(7);
    let mut client = Client::start();
    client.send("xboard");
    let begin = Instant::now();
    for round in 0..ROUNDS {
        if begin.elapsed() > TIME_LIMIT {
            break;
        }
        let mut sent = Vec::new();
        for _ in 0..rng.usize(1..COMMANDS) {
            let line = GAME_LINES[rng.usize(..GAME_LINES.len())];
            sent.push(line);
            client.send(line);
            if rng.u8(..4) == 0 {
                thread::sleep(Duration::from_micros(rng.u64(..3000)));
            }
        }
        client.send("force");
        client.send(&format!("ping now{round}"));
        loop {
            let line =
                client.next_line().unwrap_or_else(|| panic!("the program exited: {sent:#?}"));
            assert!(!line.contains("a fault"), "{line}: {sent:#?}");
            if line == format!("pong now{round}") {
                break;
            }
        }
        // No search is running that could still print.
        client.send(&format!("ping then{round}"));
        assert_eq!(client.next_line(), Some(format!("pong then{round}")), "{sent:#?}");
    }
    client.send("quit");
    let (rest, errors, status) = client.finish();
    assert!(rest.is_empty() && errors.is_empty() && status.success(), "{status}: {rest:?}");
}

//! Timing of the output: input during searches, end of the input, startup.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::client::Client;

fn best_moves(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove ")).count()
}

/// The transposition table is allocated at `isready`, not before `usiok`.
#[cfg(target_os = "linux")]
#[test]
fn usiok_does_not_wait_for_the_table() {
    const TABLE: u64 = 256 << 20;
    let mut client = Client::start();
    client.send("setoption name USI_Hash value 256");
    client.lines_after("usi", "usiok");
    let before = memory(&client);
    client.lines_after("isready", "readyok");
    let after = memory(&client);
    assert!(after >= before + TABLE, "{before} bytes, then {after}");
}

/// `stop` ends a search with several threads. Unit tests of the search count the nodes until it
/// stops.
#[test]
fn stop_ends_searches_of_every_game() {
    let mut client = Client::start();
    for variant in ["hasami", "yari", "dai-hasami"] {
        client.send(&format!("setoption name USI_Variant value {variant}"));
        for threads in [1, 4] {
            client.send(&format!("setoption name Threads value {threads}"));
            client.send("go infinite");
            client.lines_up_to("info depth 4");
            client.lines_after("stop", "bestmove");
        }
    }
}

#[test]
fn a_piped_script_gets_all_answers() {
    let mut client = Client::start();
    client.send_bytes(
        b"position startpos\ngo depth 5\nposition startpos moves 9i9e\ngo depth 5\nsfen\n",
    );
    let (lines, errors, status) = client.finish();
    assert!(status.success() && errors.is_empty());
    assert_eq!(best_moves(&lines), 2, "{lines:#?}");
    assert_eq!(lines.last().expect("an SFEN"), "ppppppppp/9/9/9/P8/9/9/9/1PPPPPPPP w - 2");
}

#[test]
fn end_of_input_ends_unlimited_searches() {
    for go in ["go infinite", "go ponder", "go", "go ponder btime 100 wtime 100"] {
        let mut client = Client::start();
        client.send(go);
        let (lines, _, status) = client.finish();
        assert!(status.success(), "{go}");
        assert_eq!(best_moves(&lines), 1, "{go}");
    }
}

/// A greeting is printed if the program runs on a terminal, but not on a pipe.
#[cfg(target_os = "linux")]
#[test]
fn a_greeting_is_printed_on_a_terminal() {
    use std::io::Read;
    use std::process::{Command, Stdio};

    use rustix::pty::{self, OpenptFlags};

    let terminal = pty::openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    pty::grantpt(&terminal).expect("a terminal");
    pty::unlockpt(&terminal).expect("a terminal");
    let name = pty::ptsname(&terminal, Vec::new()).expect("its name");
    let open = || {
        let mut options = fs::OpenOptions::new();
        options.read(true).write(true).open(name.to_str().expect("a path")).expect("a terminal")
    };
    let begin = |input: Stdio, output: Stdio| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
        command.stdin(input).stdout(output).spawn().expect("the program starts")
    };
    let mut program = begin(open().into(), open().into());
    let mut terminal = fs::File::from(terminal);
    let mut heard = Vec::new();
    while heard.iter().filter(|&&byte| byte == b'\n').count() < 2 {
        let mut bytes = [0; 256];
        let length = terminal.read(&mut bytes).expect("a line");
        heard.extend_from_slice(&bytes[..length]);
    }
    let heard = String::from_utf8(heard).expect("text");
    assert!(heard.starts_with("Kawari ") && heard.contains("`help`"), "{heard}");
    terminal.write_all(b"quit\n").expect("the program reads");
    assert!(program.wait().expect("an end").success());

    let program = begin(open().into(), Stdio::piped());
    terminal.write_all(b"quit\n").expect("the program reads");
    assert!(program.wait_with_output().expect("an end").stdout.is_empty());
}

/// All commands before `quit` are answered, in order. Unlimited searches are cut short.
#[test]
fn commands_before_quit_are_answered() {
    let mut client = Client::start();
    client.send_bytes(
        b"position startpos\ngo depth 5\nposition startpos moves 9i9e\ngo nodes 3000\n\
          go btime 3600000 wtime 3600000\ngo infinite\ngo movetime 10\nperft 1\nsfen\nquit\nside\n",
    );
    let (lines, errors, status) = client.finish();
    assert!(status.success() && errors.is_empty());
    assert_eq!(best_moves(&lines), 5, "{lines:#?}");
    let first = lines.iter().position(|line| line.starts_with("bestmove")).expect("an answer");
    assert!(lines[..first].iter().any(|line| line.starts_with("info depth 5 ")), "{lines:#?}");
    assert!(lines.iter().any(|line| line == "nodes 59"), "{lines:#?}");
    assert_eq!(lines.last().expect("an SFEN"), "ppppppppp/9/9/9/P8/9/9/9/1PPPPPPPP w - 2");
}

/// `quit` does not wait for an hour of search.
#[test]
fn quit_ends_unlimited_searches() {
    for go in ["go infinite", "go infinite depth 1", "go ponder", "go btime 3600000 wtime 3600000"]
    {
        let mut client = Client::start();
        client.send(go);
        client.send("quit");
        assert_eq!(best_moves(&client.lines_up_to("bestmove")), 1, "{go}");
        let (rest, _, status) = client.finish();
        assert!(status.success() && rest.is_empty(), "{go}");
    }
}

/// A second `quit` ends the program immediately.
#[test]
fn a_second_quit_exits_immediately() {
    for busy in ["go movetime 3600000", "go depth 100", "perft 12", "bench 40"] {
        for again in ["quit", "stop", "gameover"] {
            let mut client = Client::start();
            client.send_bytes(format!("{busy}\nquit\n{again}\n").as_bytes());
            let (lines, _, status) = client.finish();
            assert!(status.success(), "{busy}, {again}");
            assert_eq!(best_moves(&lines), usize::from(busy.starts_with("go")), "{busy}");
        }
    }
}

#[test]
fn stop_ends_perft() {
    for busy in ["perft 12", "bench 40"] {
        let mut client = Client::start();
        client.send(busy);
        client.send("stop");
        client.send("side");
        client.lines_up_to("black");
        client.lines_after("isready", "readyok");
    }
}

/// A stopped search uses no more CPU time.
#[cfg(target_os = "linux")]
#[test]
fn a_stopped_search_uses_no_cpu_time() {
    let mut client = Client::start();
    for busy in ["perft 12", "bench 40"] {
        client.send(busy);
        client.send("stop");
    }
    client.lines_after("isready", "readyok");
    let begin = Instant::now();
    while client.threads().iter().any(|name| name == "counting") {
        assert!(begin.elapsed() < Duration::from_secs(30), "{:?}", client.threads());
        std::thread::yield_now();
    }
}

#[test]
fn the_next_command_ends_an_infinite_search() {
    let mut client = Client::start();
    client.send("go infinite");
    client.lines_up_to("info depth 2");
    // Queries do not end the search; commands that change the position do.
    client.send("side");
    let lines = client.lines_up_to("black");
    assert_eq!(best_moves(&lines), 0);
    client.send("position startpos moves 9i9e");
    client.send("side");
    let lines = client.lines_up_to("white");
    assert_eq!(best_moves(&lines), 1);
}

#[test]
fn stop_also_ends_queued_searches() {
    let mut client = Client::start();
    client.send("go movetime 100000");
    client.send("position startpos moves 9i9e");
    client.send("go infinite");
    client.lines_up_to("info depth 2");
    client.send("stop");
    client.send("side");
    let lines = client.lines_up_to("white");
    assert_eq!(best_moves(&lines), 2, "{lines:#?}");
    // Any number of searches.
    for line in
        ["go movetime 3600000", "perft 12", "go movetime 3600000", "bench 40", "stop", "side"]
    {
        client.send(line);
    }
    let lines = client.lines_up_to("white");
    assert_eq!(best_moves(&lines), 2, "{lines:#?}");
}

/// `usinewgame` clears the search state, and so does `isready` after `gameover`, when it costs
/// no thinking time. Any other `isready` keeps the state.
#[test]
fn search_state_is_cleared_after_a_game() {
    let mut client = Client::start();
    let mut nodes = |before: &[&str]| {
        for line in before {
            client.send(line);
        }
        let lines = client.lines_after("go depth 7", "bestmove");
        let info = lines.iter().rfind(|line| line.contains(" nodes ")).expect("an info line");
        let mut words = info.split(' ').skip_while(|&word| word != "nodes");
        words.nth(1).expect("a number").parse::<u64>().expect("a number")
    };
    let first = nodes(&["isready", "usinewgame", "position startpos"]);
    assert_ne!(nodes(&["isready"]), first, "the search state changes the node count");
    assert_eq!(nodes(&["usinewgame"]), first);
    assert_ne!(nodes(&["gameover draw"]), first);
    assert_eq!(nodes(&["gameover draw", "isready"]), first);
    // A new game has already begun.
    assert_ne!(nodes(&["gameover draw", "position startpos", "isready"]), first);
}

/// `isready` does not end the search then.
#[test]
fn isready_does_not_end_a_search_after_the_game() {
    let mut client = Client::start();
    client.send("gameover");
    client.send("go infinite");
    let lines = client.lines_after("isready", "readyok");
    assert_eq!(best_moves(&lines), 0, "{lines:#?}");
    client.lines_after("stop", "bestmove");
}

/// `isready` after the first search keeps its results.
#[test]
fn isready_keeps_the_search_state() {
    let nodes = |between: &[&str]| {
        let mut client = Client::start();
        client.lines_after("go depth 7", "bestmove");
        // The query waits for the end of the search.
        assert_eq!(client.ask("side"), "black");
        for line in between {
            client.send(line);
        }
        let lines = client.lines_after("go depth 7", "bestmove");
        let nodes = |line: &String| {
            let words = line.split(' ').skip_while(|&word| word != "nodes");
            words.skip(1).map(str::to_owned).next()
        };
        lines.iter().filter_map(nodes).collect::<Vec<_>>()
    };
    assert_eq!(nodes(&["isready"]), nodes(&[]));
}

/// While a search runs, the command queue is bounded: further commands are rejected, and `stop`
/// still works.
#[test]
fn the_command_queue_is_bounded() {
    const LINES: usize = 1 << 16;
    let mut client = Client::start();
    client.send("go movetime 100000");
    client.lines_up_to("info depth 2");
    client.send_bytes("usinewgame\n".repeat(LINES + 3).as_bytes());
    client.send("stop");
    let lines = client.lines_up_to("bestmove");
    let refused = "info string error: command queue full, line ignored";
    assert_eq!(lines.iter().filter(|line| *line == refused).count(), 3);
    // There is room again once the search has ended.
    while client.ask("side") == refused {}
}

/// Returns the virtual memory of the process, in bytes.
#[cfg(target_os = "linux")]
fn memory(client: &Client) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", client.id())).expect("a process");
    let size = status.lines().find_map(|line| line.strip_prefix("VmSize:")).expect("a size");
    size.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") << 10
}

/// Limits the virtual memory of the process to its present size plus `more` bytes.
#[cfg(target_os = "linux")]
fn limit_memory(client: &Client, more: u64) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};

    let limit = Some(memory(client) + more);
    let limit = Rlimit { current: limit, maximum: limit };
    prlimit(Pid::from_raw(client.id() as i32), Resource::As, limit).expect("a limit");
}

/// A hash size for which there is no memory is rejected, and the old size stays: at the
/// first `isready` or with the option.
#[cfg(target_os = "linux")]
#[test]
fn hash_size_without_memory_is_rejected() {
    let mut client = Client::start();
    client.lines_after("usi", "usiok");
    limit_memory(&client, 300 << 20);
    client.send("setoption name USI_Hash value 4000");
    let lines = client.lines_after("isready", "readyok");
    let complaint = "cannot allocate a transposition table of 4000 MiB";
    let error = format!("info string error: option USI_Hash: {complaint}; the size stays 16 MiB");
    assert_eq!(lines[0], error);
    client.lines_after("go depth 3", "bestmove ");
    let answer = client.ask("setoption name USI_Hash value 4000");
    assert_eq!(answer, format!("info string error: {complaint}"));
    client.lines_after("go depth 3", "bestmove ");
    client.lines_after("isready", "readyok");
}

/// A search whose threads cannot be started still gets an answer.
#[cfg(target_os = "linux")]
#[test]
fn a_search_without_threads_is_answered() {
    let mut client = Client::start();
    client.lines_after("isready", "readyok");
    // Room for other data, but not for the stack of another thread.
    limit_memory(&client, 8 << 20);

    let complaint = "info string error: go: cannot spawn the search thread: ";
    for (go, release) in [("go depth 3", None), ("go infinite", Some("stop"))] {
        let answer = client.ask(go);
        assert!(answer.starts_with(complaint), "{answer}");
        if let Some(release) = release {
            assert_eq!(client.ask("isready"), "readyok");
            client.send(release);
        }
        let answer = client.next_line().expect("an answer");
        assert!(answer.starts_with("bestmove ") && !answer.ends_with("resign"), "{answer}");
    }
    client.send("go ponder btime 1000 wtime 1000");
    client.lines_up_to(complaint);
    client.send("ponderhit");
    client.lines_up_to("bestmove ");
    assert_eq!(client.ask("side"), "black");
}

/// A rejected `go` is answered with `resign` only when an answer is allowed.
#[test]
fn a_rejected_search_is_answered() {
    for refused in ["position startpos moves 9i9a", "position", "go infinite searchmoves 9i9a"] {
        let mut client = Client::start();
        client.send(refused);
        client.send("go infinite");
        client.send("go ponder");
        client.send("isready");
        let lines = client.lines_up_to("readyok");
        let awaited = usize::from(refused.starts_with("go")) + 1;
        assert_eq!(best_moves(&lines), awaited, "{refused}: {lines:#?}");
        client.send("ponderhit");
        assert_eq!(best_moves(&client.lines_up_to("bestmove")), 1);
        assert_eq!(client.ask("side"), "black");
    }
}

/// A search is answered in the protocol in which it was started.
#[test]
fn a_search_is_answered_in_its_own_protocol() {
    let mut client = Client::start();
    client.send("go infinite searchmoves 9i9a");
    client.lines_after("uci", "uciok");
    assert_eq!(client.ask("stop"), "bestmove resign");
    client.send("go infinite searchmoves a1a9");
    client.send("usi");
    client.lines_up_to("usiok");
    let lines = client.lines_after("stop", "bestmove");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove (none)"));

    for go in ["go infinite", "go infinite searchmoves 9i9a"] {
        client.lines_after("usi", "usiok");
        client.send(go);
        client.send("xboard");
        let lines = client.lines_after("ping 1", "pong 1");
        assert_eq!(best_moves(&lines), 1, "{go}: {lines:#?}");
    }
}

/// A line that is too long is taken for a `position` command, so a following `go` is rejected,
/// as after a bad position.
#[test]
fn a_rejected_position_is_not_searched() {
    const REFUSED: &str = "info string error: go: the last position was rejected";
    let mut client = Client::start();
    client.send(&format!("position startpos moves{}", " 9i9h 9a9b 9h9i 9b9a".repeat(1 << 16)));
    client.lines_up_to("info string error: line longer than");
    assert_eq!(client.ask("go depth 1"), REFUSED);
    assert_eq!(client.next_line().expect("an answer"), "bestmove resign");
    client.send("position startpos");
    client.lines_after("go depth 1", "bestmove ");

    client.send("go movetime 3600000");
    client.lines_up_to("info depth 2 ");
    client.send_bytes("usinewgame\n".repeat(1 << 16).as_bytes());
    client.send("position startpos moves 9i9e");
    client.send("stop");
    client.lines_up_to("bestmove ");
    client.lines_up_to("info string error: command queue full, line ignored");
    assert_eq!(client.ask("go depth 1"), REFUSED);
    assert_eq!(client.next_line().expect("an answer"), "bestmove resign");
}

#[test]
fn infinite_and_ponder_searches_withhold_their_answer() {
    for position in ["startpos", "sfen 1p6p/9/9/9/9/9/9/9/8P b - 1"] {
        for go in ["go infinite depth 1", "go ponder depth 1"] {
            let mut client = Client::start();
            client.send(&format!("position {position}"));
            client.send(go);
            // Long enough for a one-ply search to finish.
            for _ in 0..1000 {
                let lines = client.lines_after("isready", "readyok");
                assert_eq!(best_moves(&lines), 0, "{position}: {go}");
            }
            client.send("stop");
            client.lines_up_to("bestmove");
            // The query is answered after the search.
            client.send("perft 0");
            assert_eq!(client.lines_up_to("nodes 1").len(), 1, "{position}: {go}");
        }
    }
}

#[test]
fn line_ends_and_blanks_are_ignored() {
    let mut client = Client::start();
    client.send_bytes(b"\xEF\xBB\xBFisready\r\n\r\n \t\n\tposition\tstartpos  moves\t\r\nsfen");
    let (lines, errors, status) = client.finish();
    assert!(status.success() && errors.is_empty());
    // The first line names the evaluation.
    assert_eq!(lines[1..], ["readyok", "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1"]);
}

#[test]
fn the_debug_log_contains_both_directions() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("debug log.usi");
    drop(fs::remove_file(&path));
    let mut client = Client::start();
    client.send(&format!("setoption name DebugLog value {}", path.display()));
    client.lines_after("isready", "readyok");
    let log = fs::read_to_string(&path).expect("a log");
    let (first, rest) = log.split_once('\n').expect("lines");
    assert_eq!(first, "> isready");
    assert!(rest.starts_with("< info string evaluation: "), "{log}");
    assert!(rest.ends_with("\n< readyok\n"), "{log}");
    client.send("setoption name DebugLog value <empty>");
    assert_eq!(client.ask("side"), "black");
    let log = fs::read_to_string(&path).expect("a log");
    assert!(!log.contains("> side"), "{log}");
    let answer = client.ask("setoption name DebugLog value .");
    assert!(answer.starts_with("info string error: option DebugLog: cannot write `.`"), "{answer}");
}

/// A log that cannot be written is reported once, and does not delay anything.
#[cfg(target_os = "linux")]
#[test]
fn a_debug_log_failure_is_reported_once() {
    let mut client = Client::start();
    client.send("setoption name DebugLog value /dev/full");
    let answer = client.ask("isready");
    let complaint = "info string error: option DebugLog: cannot write `/dev/full`: ";
    assert!(answer.starts_with(complaint), "{answer}");
    client.lines_up_to("readyok");
    assert_eq!(client.ask("side"), "black");

    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("debug pipe");
    drop(fs::remove_file(&path));
    let made = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo");
    assert!(made.success());
    let answer = client.ask(&format!("setoption name DebugLog value {}", path.display()));
    assert!(answer.ends_with("is a named pipe"), "{answer}");
    assert_eq!(client.ask("side"), "black");
}

/// A running search is answered before the program exits.
#[cfg(unix)]
#[test]
fn signals_end_the_program_cleanly() {
    use rustix::process::{Pid, Signal, kill_process};

    for signal in [Signal::TERM, Signal::INT] {
        for busy in ["go infinite", "go movetime 3600000", "perft 12", "isready"] {
            let mut client = Client::start();
            client.send(busy);
            client.lines_after("isready", "readyok");
            kill_process(Pid::from_raw(client.id() as i32).expect("a process"), signal)
                .expect("a process");
            if busy.starts_with("go") {
                client.lines_up_to("bestmove ");
            }
            // The input is still open.
            while client.next_line().is_some() {}
            let (_, errors, status) = client.finish();
            assert!(status.success() && errors.is_empty(), "{busy}: {status}");
        }
    }
}

/// A client that does not read the output cannot block `quit`.
#[test]
fn quit_works_while_the_output_is_not_read() {
    use std::process::{Command, Stdio};

    let mut program = Command::new(env!("CARGO_BIN_EXE_kawari"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The pipe stays open, but nothing reads it.
    let output = program.stdout.take();
    let mut input = program.stdin.take().expect("a pipe");
    // More than the pipes can hold.
    input.write_all(&b"d\n".repeat(50_000)).expect("the program reads");
    input.write_all(b"go infinite\nquit\n").expect("the program reads");
    assert!(program.wait().expect("an end").success());
    drop(output);
}

/// If the client has closed the output, the program exits even if nothing is left to print.
#[test]
fn a_closed_output_ends_the_program() {
    use std::process::{Command, Stdio};

    let scripts: &[&[u8]] =
        if cfg!(unix) { &[b"go infinite\n", b"perft 12\n", b""] } else { &[b"go infinite\n"] };
    for script in scripts {
        let mut program = Command::new(env!("CARGO_BIN_EXE_kawari"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut input = program.stdin.take().expect("a pipe");
        drop(program.stdout.take());
        // The program may have exited already.
        let _ = input.write_all(script);
        let ended = program.wait_with_output().expect("an end");
        assert!(ended.status.success() && ended.stderr.is_empty(), "{ended:?}");
        drop(input);
    }
}

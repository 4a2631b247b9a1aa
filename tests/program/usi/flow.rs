//! When the built program says what: searches that run while lines come in,
//! the end of the input, the first moments.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::client::Client;

fn best_moves(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove ")).count()
}

/// What takes time is left to `isready`: the table is not there yet.
#[cfg(target_os = "linux")]
#[test]
fn usiok_waits_for_no_table() {
    const TABLE: u64 = 256 << 20;
    let mut client = Client::start();
    client.send("setoption name USI_Hash value 256");
    client.lines_after("usi", "usiok");
    let before = memory(&client);
    client.lines_after("isready", "readyok");
    let after = memory(&client);
    assert!(after >= before + TABLE, "{before} bytes, then {after}");
}

/// `stop` is heard while all threads search; how few nodes it takes to end them is
/// tested beside them.
#[test]
fn stop_is_obeyed_in_every_game() {
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
fn a_piped_game_gets_all_its_answers() {
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
fn the_end_of_the_input_ends_what_has_no_end() {
    for go in ["go infinite", "go ponder", "go", "go ponder btime 100 wtime 100"] {
        let mut client = Client::start();
        client.send(go);
        let (lines, _, status) = client.finish();
        assert!(status.success(), "{go}");
        assert_eq!(best_moves(&lines), 1, "{go}");
    }
}

/// A person who has started the program is told what to type; a pipe hears nothing
/// of it.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_is_welcomed() {
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

/// What came before `quit` is answered, in order; what has no bound of its own is
/// cut short.
#[test]
fn a_script_that_ends_in_quit_loses_nothing() {
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

/// An hour of search is not waited for: the client's patience is shorter.
#[test]
fn quit_ends_what_has_no_bound() {
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

/// Who has said `quit` and cannot wait says so.
#[test]
fn a_second_quit_ends_at_once() {
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
fn stop_ends_a_counting() {
    for busy in ["perft 12", "bench 40"] {
        let mut client = Client::start();
        client.send(busy);
        client.send("stop");
        client.send("side");
        client.lines_up_to("black");
        client.lines_after("isready", "readyok");
    }
}

/// What is stopped takes no more of the machine's time.
#[cfg(target_os = "linux")]
#[test]
fn what_is_stopped_ends() {
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
fn an_endless_search_gives_way_to_the_next_command() {
    let mut client = Client::start();
    client.send("go infinite");
    client.lines_up_to("info depth 2");
    // Questions do not disturb it, unlike what changes the position.
    client.send("side");
    let lines = client.lines_up_to("black");
    assert_eq!(best_moves(&lines), 0);
    client.send("position startpos moves 9i9e");
    client.send("side");
    let lines = client.lines_up_to("white");
    assert_eq!(best_moves(&lines), 1);
}

#[test]
fn stop_also_means_the_searches_that_wait() {
    let mut client = Client::start();
    client.send("go movetime 100000");
    client.send("position startpos moves 9i9e");
    client.send("go infinite");
    client.lines_up_to("info depth 2");
    client.send("stop");
    client.send("side");
    let lines = client.lines_up_to("white");
    assert_eq!(best_moves(&lines), 2, "{lines:#?}");
    // However many.
    for line in
        ["go movetime 3600000", "perft 12", "go movetime 3600000", "bench 40", "stop", "side"]
    {
        client.send(line);
    }
    let lines = client.lines_up_to("white");
    assert_eq!(best_moves(&lines), 2, "{lines:#?}");
}

/// A new game is forgotten with `usinewgame` or, so that it costs no time on the
/// clock, with the `isready` after `gameover`; no other `isready` forgets.
#[test]
fn a_game_that_is_over_is_forgotten() {
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
    assert_ne!(nodes(&["isready"]), first, "what is known changes the search");
    assert_eq!(nodes(&["usinewgame"]), first);
    assert_ne!(nodes(&["gameover draw"]), first);
    assert_eq!(nodes(&["gameover draw", "isready"]), first);
    // Another game has begun.
    assert_ne!(nodes(&["gameover draw", "position startpos", "isready"]), first);
}

/// `isready` is a question then, and no reason to end the search.
#[test]
fn a_search_after_the_game_goes_on() {
    let mut client = Client::start();
    client.send("gameover");
    client.send("go infinite");
    let lines = client.lines_after("isready", "readyok");
    assert_eq!(best_moves(&lines), 0, "{lines:#?}");
    client.lines_after("stop", "bestmove");
}

/// A client may ask whether the engine is ready after its first search, too.
#[test]
fn isready_forgets_no_search() {
    let nodes = |between: &[&str]| {
        let mut client = Client::start();
        client.lines_after("go depth 7", "bestmove");
        // A question waits until the search has gone.
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

/// While a search runs that somebody waits for, a client may send whatever it
/// likes: some of it waits, the rest is refused, and `stop` is heard.
#[test]
fn what_waits_is_bounded() {
    const LINES: usize = 1 << 16;
    let mut client = Client::start();
    client.send("go movetime 100000");
    client.lines_up_to("info depth 2");
    client.send_bytes("usinewgame\n".repeat(LINES + 3).as_bytes());
    client.send("stop");
    let lines = client.lines_up_to("bestmove");
    let refused = "info string error: too much is waiting: this line is refused";
    assert_eq!(lines.iter().filter(|line| *line == refused).count(), 3);
    // There is room again as soon as the search has gone.
    while client.ask("side") == refused {}
}

/// The memory that the program has, touched or not, in bytes.
#[cfg(target_os = "linux")]
fn memory(client: &Client) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", client.id())).expect("a process");
    let size = status.lines().find_map(|line| line.strip_prefix("VmSize:")).expect("a size");
    size.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") << 10
}

/// Lets the program have no more memory than it has and so many bytes.
#[cfg(target_os = "linux")]
fn limit_memory(client: &Client, more: u64) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};

    let limit = Some(memory(client) + more);
    let limit = Rlimit { current: limit, maximum: limit };
    prlimit(Pid::from_raw(client.id() as i32), Resource::As, limit).expect("a limit");
}

/// A first table that does not fit is made as large as it can be, a later one is
/// refused.
#[cfg(target_os = "linux")]
#[test]
fn a_table_that_does_not_fit() {
    let mut client = Client::start();
    client.lines_after("usi", "usiok");
    limit_memory(&client, 300 << 20);
    client.send("setoption name USI_Hash value 4000");
    let lines = client.lines_after("isready", "readyok");
    let complaint = "there is no memory for a transposition table of 4000 MiB";
    let size =
        lines[0].strip_prefix(&format!("info string error: option USI_Hash: {complaint}; it has "));
    let size = size.and_then(|size| size.strip_suffix(" MiB")).expect(&lines[0]);
    assert!((100..300).contains(&size.parse().expect("a size")), "{size}");
    client.lines_after("go depth 3", "bestmove ");
    let answer = client.ask("setoption name USI_Hash value 4000");
    assert_eq!(answer, format!("info string error: {complaint}"));
    client.lines_after("go depth 3", "bestmove ");
    client.lines_after("isready", "readyok");
}

/// A search that gets no thread is answered all the same.
#[cfg(target_os = "linux")]
#[test]
fn a_search_without_a_thread_is_answered() {
    let mut client = Client::start();
    client.lines_after("isready", "readyok");
    // Room for a good deal, but not for the stack of another thread.
    limit_memory(&client, 8 << 20);

    let complaint = "info string error: go: no thread for the search: ";
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

/// Not even by resigning.
#[test]
fn a_refused_search_answers_when_it_may() {
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

/// Whatever the client has turned to since.
#[test]
fn a_search_is_answered_in_the_words_that_asked_for_it() {
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

/// A line that is too long can only be a position; one for which there is no room
/// is a position that is not set, too.
#[test]
fn a_position_that_is_not_read_is_not_searched() {
    const REFUSED: &str = "info string error: go: the last position was refused";
    let mut client = Client::start();
    client.send(&format!("position startpos moves{}", " 9i9h 9a9b 9h9i 9b9a".repeat(1 << 16)));
    client.lines_up_to("info string error: a line of more than");
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
    client.lines_up_to("info string error: too much is waiting: this line is refused");
    assert_eq!(client.ask("go depth 1"), REFUSED);
    assert_eq!(client.next_line().expect("an answer"), "bestmove resign");
}

#[test]
fn nothing_is_answered_before_it_may_be() {
    for position in ["startpos", "sfen 1p6p/9/9/9/9/9/9/9/8P b - 1"] {
        for go in ["go infinite depth 1", "go ponder depth 1"] {
            let mut client = Client::start();
            client.send(&format!("position {position}"));
            client.send(go);
            // Long enough for a search of one ply to have come to its end.
            for _ in 0..1000 {
                let lines = client.lines_after("isready", "readyok");
                assert_eq!(best_moves(&lines), 0, "{position}: {go}");
            }
            client.send("stop");
            client.lines_up_to("bestmove");
            // Asked when the search has gone.
            client.send("perft 0");
            assert_eq!(client.lines_up_to("nodes 1").len(), 1, "{position}: {go}");
        }
    }
}

#[test]
fn lines_may_end_and_begin_as_they_like() {
    let mut client = Client::start();
    client.send_bytes(b"\xEF\xBB\xBFisready\r\n\r\n \t\n\tposition\tstartpos  moves\t\r\nsfen");
    let (lines, errors, status) = client.finish();
    assert!(status.success() && errors.is_empty());
    // The first line says what judges.
    assert_eq!(lines[1..], ["readyok", "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1"]);
}

#[test]
fn the_debug_log_has_both_directions() {
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

/// A log that cannot be written is told of once, and holds nothing up.
#[cfg(target_os = "linux")]
#[test]
fn a_debug_log_that_fails_is_told_of() {
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
    assert!(answer.ends_with("it is a pipe"), "{answer}");
    assert_eq!(client.ask("side"), "black");
}

/// A search that runs is answered before the program ends.
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
            // Its input is still open.
            while client.next_line().is_some() {}
            let (_, errors, status) = client.finish();
            assert!(status.success() && errors.is_empty(), "{busy}: {status}");
        }
    }
}

/// A client that reads nothing cannot keep the program.
#[test]
fn quit_is_heard_by_a_program_that_nobody_listens_to() {
    use std::process::{Command, Stdio};

    let mut program = Command::new(env!("CARGO_BIN_EXE_kawari"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It stays open, and nothing is read of it.
    let output = program.stdout.take();
    let mut input = program.stdin.take().expect("a pipe");
    // More than the pipes hold.
    input.write_all(&b"d\n".repeat(50_000)).expect("the program reads");
    input.write_all(b"go infinite\nquit\n").expect("the program reads");
    assert!(program.wait().expect("an end").success());
    drop(output);
}

/// Nor can one that has gone, even where nothing more would be said.
#[test]
fn a_program_that_nobody_can_hear_ends_in_silence() {
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
        // It may have ended already.
        let _ = input.write_all(script);
        let ended = program.wait_with_output().expect("an end");
        assert!(ended.status.success() && ended.stderr.is_empty(), "{ended:?}");
        drop(input);
    }
}

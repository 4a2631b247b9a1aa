//! The command line of the built program.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use kawari_engine::games::variants::Variant;

fn kawari(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kawari"))
        .args(arguments)
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

/// Returns the output of a run, which must succeed.
fn output(arguments: &[&str]) -> String {
    let output = kawari(arguments);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && errors.is_empty(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// Returns the text on standard error of a run, which must fail.
fn refused(arguments: &[&str]) -> String {
    let output = kawari(arguments);
    assert!(!output.status.success() && output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn perft_ends_with_speed_and_count() {
    let text = output(&["perft", "hasami", "2"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines[0].contains("nodes per second"), "{text}");
    assert_eq!(lines[1], "nodes 3717");
    for argument in ["--hash", "--divide"] {
        let text = output(&["perft", "hajikushogi", "3", argument]);
        assert_eq!(text.lines().last(), output(&["perft", "hajiku", "3"]).lines().last());
    }
}

#[test]
fn perft_divides_by_sorted_moves() {
    let text = output(&["perft", "hasami-chess", "2", "--divide"]);
    let lines: Vec<&str> = text.lines().collect();
    let moves = &lines[..lines.len() - 2];
    assert!(moves.is_sorted(), "{text}");
    let count = |line: &&str| line.split_once(": ")?.1.parse::<u64>().ok();
    let sum: u64 = moves.iter().map(|line| count(line).expect("MOVE: COUNT")).sum();
    assert_eq!(lines.last(), Some(&format!("nodes {sum}").as_str()));
    assert_eq!(output(&["perft", "hasami", "0", "--divide"]).lines().last(), Some("nodes 1"));
}

#[test]
fn perft_takes_a_position_in_one_argument_or_four() {
    let sfen = "6k/7/6+B/7/5R1/7/7/7/K6 b P 1";
    let one = output(&["perft", "yari", "1", sfen, "--divide"]);
    let words: Vec<&str> = sfen.split(' ').collect();
    let four = output(&[&["perft", "yari", "1", "--divide"], words.as_slice()].concat());
    assert_eq!(one.lines().last(), four.lines().last());
    assert!(one.contains("P*1b: 1\n"), "{one}");
    let empty_hands = "6k/7/6+B/7/5R1/7/7/7/K6 b - 1";
    let words: Vec<&str> = empty_hands.split(' ').collect();
    output(&[&["perft", "yari", "1"], words.as_slice()].concat());
}

#[test]
fn bench_ends_with_its_signature() {
    let signature = |text: &str| {
        let lines: Vec<&str> = text.lines().collect();
        let &[.., total, reversed] = lines.as_slice() else { panic!("{text}") };
        let words: Vec<&str> = total.split(' ').collect();
        let ["nodes", nodes, "nps", speed] = words[..] else { panic!("{total}") };
        assert_eq!(reversed, format!("{nodes} nodes {speed} nps"), "as OpenBench reads it");
        nodes.parse::<u64>().expect("a number")
    };
    let expected: u64 = include_str!("../../bench.signature").trim().parse().expect("a number");
    assert_eq!(signature(&output(&["bench"])), expected, "a new search needs a new signature");
    assert_ne!(signature(&output(&["bench", "2"])), expected);
}

#[test]
fn rules_and_variants_are_printed() {
    let table = output(&["variants"]);
    assert_eq!(table.lines().count(), Variant::ALL.len() + 1, "a head and the games: {table}");
    for name in Variant::ALL.iter().map(|variant| variant.info().name) {
        assert!(table.contains(name), "{table}");
        let rules = output(&["rules", name]);
        assert!(rules.contains("+---+---+") && rules.contains("Start: "), "{rules}");
        assert!(rules.lines().all(|line| line.chars().count() <= 100), "{rules}");
    }
    assert!(output(&["rules"]).contains(table.trim_end()));
}

#[test]
fn help_and_version() {
    let help = output(&["--help"]);
    for word in ["perft", "bench", "rules", "variants", "USI"] {
        assert!(help.contains(word), "{help}");
    }
    // An optimised build adds the commit.
    let version = output(&["--version"]);
    assert!(version.starts_with(concat!("kawari ", env!("CARGO_PKG_VERSION"))), "{version}");
}

/// Help, manual and completions come from the same definition.
#[test]
fn manual_and_completions_have_every_command() {
    let help = output(&["--help"]);
    let (_, commands) = help.split_once("Commands:\n").expect("commands");
    let names = commands.lines().take_while(|line| !line.is_empty());
    // The description of a command may continue in the next line.
    let names = names.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    assert!(names.contains(&"match") && names.contains(&"completions"), "{names:?}");

    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("manual/pages");
    drop(fs::remove_dir_all(&folder));
    assert_eq!(output(&["manual", &folder.display().to_string()]), "");
    let page = |name: &str| fs::read_to_string(folder.join(name)).expect("a page");
    assert!(page("kawari.1").contains("Exit status"));
    assert!(page("kawari-match.1").contains("concurrency"));
    assert!(page("kawari-match-report.1").contains("logs"));
    for name in names.iter().filter(|name| **name != "help") {
        assert!(page(&format!("kawari-{name}.1")).contains(".SH SYNOPSIS"), "{name}");
    }
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = output(&["completions", shell]);
        for name in &names {
            assert!(script.contains(name), "{shell} has no {name}");
        }
    }
    assert!(refused(&["completions", "cmd"]).contains("invalid value 'cmd'"));
}

#[test]
fn errors_go_to_standard_error() {
    assert!(refused(&["perft", "chess", "2"]).contains(r#"unknown variant "chess""#));
    assert!(refused(&["rules", "go"]).contains(r#"unknown variant "go""#));
    assert!(refused(&["perft", "hasami", "2", "9/9 b - 1"]).contains("bad SFEN `9/9 b - 1`"));
    assert!(refused(&["perft", "hasami", "two"]).contains("two"));
    assert!(refused(&["perft", "hasami", "65"]).contains("65"));
    let jobs = refused(&["selfplay", "hasami", "--jobs", "4294967295"]);
    assert!(jobs.contains("more than 1024 threads"), "{jobs}");
    let plies = refused(&["selfplay", "hasami", "--plies", "9999"]);
    assert!(plies.contains("more than 100 random moves"), "{plies}");
    assert!(refused(&["play"]).contains("play"));
}

#[test]
fn misspelt_words_get_a_suggestion() {
    for (words, suggestion) in [
        (&["plya"][..], "'play'"),
        (&["match", "hasami", "--pair", "2"], "'--pairs'"),
        (&["play", "hasmi"], r#"unknown variant "hasmi" (did you mean "hasami"?)"#),
        (&["perft", "minishgi", "1"], r#"(did you mean "minishogi"?)"#),
        (&["analyse", "--variant", "shgi"], r#"(did you mean "shogi"?)"#),
    ] {
        let error = refused(words);
        assert!(error.contains(suggestion), "{words:?}: {error}");
    }
}

/// A named pipe may have no writer, and a device no end.
#[cfg(unix)]
#[test]
fn only_regular_files_are_read() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("regular");
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).expect("a folder");
    let pipe = folder.join("pipe").display().to_string();
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    for path in ["/dev/zero", &pipe, "/"] {
        for words in [
            &["net", "info", path][..],
            &["tune", "hasami", path],
            &["analyse", path],
            &["mate", "verify", path],
            &["match", "report", path],
        ] {
            let error = refused(words);
            assert!(error.contains("not a regular file"), "{words:?}: {error}");
        }
        let input = format!("setoption name EvalFile value {path}\nisready\nquit\n");
        let engine = kawari_with_input(&[], &input);
        assert!(engine.contains("not a regular file") && engine.contains("readyok"), "{engine}");
        let game = kawari_with_input(&["play", "hasami"], &format!("load {path}\nquit\n"));
        assert!(game.contains("not a regular file"), "{game}");
    }
    let strange = folder.join("strange");
    fs::write(&strange, "game \u{1b}[31mred\n").expect("a file");
    let error = refused(&["net", "info", &strange.display().to_string()]);
    assert!(!error.contains('\u{1b}'), "{error:?}");
    let error = refused(&["tune", "hasami", "no-\u{1b}[31m-file"]);
    assert!(error.contains("\\u{1b}") && !error.contains('\u{1b}'), "{error:?}");
}

/// Returns the output of a run with the given input.
#[cfg(unix)]
fn kawari_with_input(arguments: &[&str], input: &str) -> String {
    use std::io::Write;
    let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("text")
}

/// Every command that reads files or positions accepts `-` for standard input.
#[test]
fn a_dash_is_standard_input() {
    use std::io::Write;
    let fed = |words: &str, input: &[u8]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
        command.args(words.split(' ')).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().expect("it starts");
        child.stdin.take().expect("a pipe").write_all(input).expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(matches!(output.status.code(), Some(0 | 5)), "{words}: {errors}");
        (String::from_utf8(output.stdout).expect("text"), errors)
    };
    let (count, _) = fed("perft yari 1 - --divide", b"6k/7/6+B/7/5R1/7/7/7/K6 b P 1\n");
    assert!(count.contains("P*1b: 1\n"), "{count}");
    let games = kawari(&["selfplay", "hasami", "--games", "3", "--nodes", "50"]).stdout;
    let (_, said) = fed("tune hasami - --steps 1", &games);
    assert!(said.contains("training positions"), "{said}");
    let engines = ["A", "B"]
        .map(|name| format!("--engine name={name} cmd={} nodes=1", env!("CARGO_BIN_EXE_kawari")));
    let log = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("dash-log");
    let _ = std::fs::remove_file(&log);
    let play = format!(
        "match hasami --pairs 1 --max-moves 9 --quiet --openings - --log {} {}",
        log.display(),
        engines.join(" ")
    );
    let (report, said) = fed(&play, b"9i9h 1a1b\n");
    assert!(said.is_empty(), "{said}");
    let (again, _) = fed("match report -", &std::fs::read(&log).expect("a log"));
    assert_eq!(again, report);
}

/// As in `kawari … | head -0`.
#[test]
fn a_closed_output_is_not_a_failure() {
    for arguments in [&["rules", "yari"][..], &["perft", "hasami", "3", "--divide"], &[]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kawari"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        if arguments.is_empty() {
            // The input stays open; the closed output must suffice.
            use std::io::Write;
            let input = child.stdin.as_mut().expect("a pipe");
            input.write_all(b"usi\ngo infinite\n").expect("the program reads");
        }
        let output = {
            let input = child.stdin.take();
            let status = child.wait().expect("the program ends");
            drop(input);
            (status, child.wait_with_output().expect("its errors"))
        };
        assert!(output.0.success(), "{arguments:?}: {:?}", output.0);
        assert!(output.1.stderr.is_empty(), "{arguments:?}");
    }
}

/// Progress that cannot be written is dropped. Results that cannot be written end the run with
/// an error.
#[cfg(target_os = "linux")]
#[test]
fn a_full_output_is_reported() {
    let program = env!("CARGO_BIN_EXE_kawari");
    let engines = ["A", "B"].map(|name| format!("--engine name={name} cmd={program} nodes=1"));
    let play = format!("match hasami --pairs 1 --max-moves 9 {}", engines.join(" "));
    fn full() -> std::fs::File {
        std::fs::File::options().write(true).open("/dev/full").expect("a full device")
    }
    for words in [&*play, "selfplay hasami --games 1 --nodes 10 --max-moves 9"] {
        let run = |change: fn(&mut Command)| {
            let mut command = Command::new(program);
            command.args(words.split(' ')).stdin(Stdio::null());
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
            change(&mut command);
            command.spawn().and_then(|child| child.wait_with_output()).expect("it runs")
        };
        let unwatched = run(|command| {
            command.stderr(full());
        });
        assert!(unwatched.status.success() && !unwatched.stdout.is_empty(), "{words}");
        let lost = run(|command| {
            command.stdout(full());
        });
        let error = String::from_utf8_lossy(&lost.stderr).into_owned();
        assert_eq!(lost.status.code(), Some(3), "{words}: {error}");
        assert!(error.contains("kawari: cannot write the"), "{words}: {error}");
        let nothing = run(|command| {
            command.stdout(full()).stderr(full());
        });
        assert_eq!(nothing.status.code(), Some(3), "{words}");
    }
}

/// Each kind of failure has its own exit status. `matches` tests the status for engine faults.
#[test]
fn each_kind_of_failure_has_an_exit_status() {
    let [book, of_rows] = ["hasami", "dai-hasami"]
        .map(|game| crate::games::file(game, "openings.book").display().to_string());
    for (words, status) in [
        ("analyse --variant hasami --depth 1 no-such-file", 3),
        ("tune hasami no-such-file", 3),
        ("match hasami --engine cmd=/no/such name=A nodes=1 --engine cmd=/no/such nodes=1", 3),
        (&format!("analyse --variant hasami --depth 1 --hash 1000000000 {book}"), 3),
        (&format!("mate --variant dai-hasami --hash 1000000000 {of_rows}"), 3),
        ("analyse --no-such-option", 2),
        ("book make hasami --plies 0 --count 9", 2),
        (&format!("analyse --variant yari --depth 1 {book}"), 1),
        (&format!("analyse --variant hasami --depth 1 {book}"), 0),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let output = kawari(&words);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(status), "{words:?}: {error}");
    }
    assert!(output(&["--help"]).contains("Exit status: 0 success"));
}

//! `kawari analyse` from a script.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;

use serde_json::{Value, json};

fn analyse(options: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
    command.arg("analyse").args(options.split_whitespace());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs to the end with this input.
fn run(options: &str, input: &[u8]) -> Output {
    let mut child = analyse(options).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("it has an input");
    let input = input.to_owned();
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("the input is written");
    output
}

fn answers(output: &Output) -> Vec<Value> {
    let text = std::str::from_utf8(&output.stdout).expect("JSON is UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect()
}

/// Returns a path for one test, where no file exists yet.
fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("analyse-{name}"));
    let _ = fs::remove_file(&path);
    path
}

/// Returns positions of several variants, some of them finished games, and some bad lines.
fn mixed_input() -> String {
    let mut input = String::from("# a comment\n\n");
    for moves in ["9i9e", "9i9e 1a1e", "5i5e 5a5d", "3i3c 3a3b 3c4c", "1i1i"] {
        for game in ["hasami", "mak-yek", "hasami-jsa", "dai-hasami", "hasami-ludos", "yari"] {
            input += &format!("{game} startpos moves {moves}\n{game} startpos\n");
        }
    }
    input
}

#[test]
fn the_number_of_jobs_does_not_change_the_output() {
    let input = mixed_input();
    let with_jobs =
        |jobs| run(&format!("--nodes 700 --no-time --multipv 2 --jobs {jobs}"), input.as_bytes());
    let alone = with_jobs(1);
    for jobs in [2, 5] {
        assert!(with_jobs(jobs).stdout == alone.stdout, "{jobs} jobs");
    }
    let lines: Vec<_> = answers(&alone).iter().map(|answer| answer["line"].as_u64()).collect();
    assert!(lines.iter().copied().eq((3..63).map(Some)), "{lines:?}");
}

/// Two records as the board page saves them, a bad one, and position lines between them.
const RECORDS: &str = r#"yari startpos
[Variant "yari"]
[Black "A {name}"]
[Result "black"]
[Reason "resignation"]

{before the game

[Variant "hasami"] \} 1. 9i-9e}

   1. P-4f      2. P-4d {good} (2. P-3d   3. P-3f {or

not})   3. P-3f

hajiku startpos moves 4g4f
[Start "ppppppppp/9/9/9/P8/9/9/9/1PPPPPPPP w - 2"]

   1. 1a-1e
[Variant "yari"]

   1. P-4f   2. P-4f

[Variant "yari"]
"#;

#[test]
fn records_are_read_among_lines() {
    let output = run("--variant hasami --depth 1", RECORDS.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let read: Vec<_> = answers(&output)
        .into_iter()
        .map(|answer| (answer["line"].clone(), answer["variant"].clone(), answer["ply"].clone()))
        .collect();
    let expected = [
        (json!(1), json!("yari"), json!(0)),
        (json!(2), json!("yari"), json!(3)),
        (json!(15), json!("hajiku"), json!(1)),
        (json!(16), json!("hasami"), json!(1)),
        (json!(19), Value::Null, Value::Null),
        (json!(23), json!("yari"), json!(0)),
    ];
    assert_eq!(read, expected);
    let bad = &answers(&output)[4];
    assert_eq!(bad["error"], "move 2: `P-4f` is not legal here");

    let output = run("--variant hasami --depth 1 --each-position --offset 100", RECORDS.as_bytes());
    let plies: Vec<_> = answers(&output)
        .iter()
        .filter(|answer| answer["line"] == 102)
        .map(|answer| answer["ply"].as_u64())
        .collect();
    assert_eq!(plies, [Some(0), Some(1), Some(2), Some(3)]);
}

#[test]
fn an_answer_does_not_depend_on_earlier_lines() {
    let options = "--variant hasami --nodes 3000 --no-time --jobs 1";
    let last = "startpos moves 9i9e 1a1e 8i8e";
    let after_others =
        run(options, format!("startpos\nstartpos moves 9i9e 1a1e\n{last}").as_bytes());
    let alone = run(options, last.as_bytes());
    let text = |output: &Output| {
        String::from_utf8_lossy(&output.stdout).replace("\"line\":3", "\"line\":1")
    };
    assert_eq!(text(&after_others).lines().last(), text(&alone).lines().last());
}

#[test]
fn a_bad_line_gives_an_error_with_its_number() {
    let mut input = b"startpos\nnonsense\nstartpos moves 9i9i\n".to_vec();
    input.extend(b"\xff\n9/9 b - 1\nstartpos moves 9i9e");
    let output = run("--variant hasami --depth 1", &input);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stderr.is_empty());
    let replies = answers(&output);
    assert_eq!(replies.len(), 6);
    for (number, answer) in (1..).zip(&replies) {
        assert_eq!(answer["line"], number);
        assert_eq!(answer["error"].is_string(), (2..=5).contains(&number), "{answer}");
        assert_eq!(answer["position"].is_string(), !(2..=5).contains(&number), "{answer}");
    }
    let good = run("--variant hasami --depth 1", b"startpos\n");
    assert_eq!(good.status.code(), Some(0));
    let nameless = run("--depth 1", b"startpos\n");
    assert!(
        answers(&nameless)[0]["error"].as_str().is_some_and(|error| error.contains("--variant"))
    );
}

/// Returns the answer to one line.
fn answer_to(options: &str, line: &str) -> Value {
    answers(&run(options, line.as_bytes())).remove(0)
}

#[test]
fn an_answer_has_score_pv_and_move() {
    // Black captures the corner man, which leaves White one man.
    let win = "hasami p8/PP7/9/9/9/9/9/9/8p b - 1";
    let answer = answer_to("--depth 4 --multipv 3", win);
    assert_eq!(answer["variant"], "hasami");
    assert_eq!((&answer["score"]["mate"], &answer["score"]["cp"]), (&1.into(), &Value::Null));
    assert_eq!(answer["score"]["favours"], "black");
    assert!(answer["depth"].as_u64() >= Some(1) && answer["nodes"].as_u64() >= Some(1));
    assert!(answer["time"].is_u64() && answer["result"].is_null());
    let pvs = answer["pvs"].as_array().expect("variations");
    assert_eq!(pvs.len(), 3);
    assert_eq!(pvs[0]["moves"][0], answer["bestmove"]);
    let firsts: Vec<_> = pvs.iter().map(|pv| pv["moves"][0].to_string()).collect();
    assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2] && firsts[0] != firsts[2]);

    let seen_by_white =
        win.replace(" b ", " w ").replace('p', "x").replace('P', "p").replace('x', "P");
    let answer = answer_to("--depth 4", &seen_by_white);
    assert_eq!(answer["score"]["mate"], 1);
    assert_eq!(answer["score"]["favours"], "white");
}

#[test]
fn a_finished_game_has_a_result() {
    let over = answer_to("--depth 4", "hasami 9/9/4p4/9/4P4/9/9/9/4P4 w - 1");
    let end = |answer: &Value| (answer["result"].to_string(), answer["reason"].to_string());
    let said = |result: &str, reason: &str| (format!("{result:?}"), format!("{reason:?}"));
    assert_eq!(end(&over), said("black", "men captured"));
    assert_eq!((&over["nodes"], &over["depth"]), (&0.into(), &0.into()));
    assert_eq!(over["score"]["favours"], "black");
    assert!(over["bestmove"].is_null());
    let shuffle = "9i9h 1a1b 9h9i 1b1a ".repeat(3);
    let repeated = answer_to("--depth 2", &format!("hasami startpos moves {shuffle}"));
    assert_eq!(end(&repeated), said("draw", "repetition"));
    assert!(repeated["bestmove"].is_string(), "play may continue: {repeated}");
}

/// Every answer has the same fields, for bad lines and in every run, so that it can be read as
/// a table.
#[test]
fn every_answer_has_every_field() {
    let input = b"hasami startpos\nnonsense\nhasami 9/9/4p4/9/4P4/9/9/9/4P4 w - 1\n\
                  {\"id\":7,\"variant\":\"yari\",\"position\":\"startpos moves 9a9b\"}\n";
    let keys = |options: &str| {
        let output = run(options, input);
        let text = String::from_utf8(output.stdout).expect("JSON is UTF-8");
        let fields = |line: &str| {
            let answer: Value = serde_json::from_str(line).expect("a JSON object");
            answer.as_object().expect("an object").keys().cloned().collect::<Vec<_>>()
        };
        let mut all: Vec<_> = text.lines().map(fields).collect();
        assert_eq!(all.len(), 4);
        all.dedup();
        assert_eq!(all.len(), 1, "{all:?}");
        all.remove(0)
    };
    let plain = keys("--nodes 50");
    assert_eq!(plain.len(), 18);
    assert_eq!(keys("--nodes 50 --no-time --multipv 3"), plain);
    let with_provenance = keys("--nodes 50 --provenance");
    let more: Vec<_> = with_provenance.iter().filter(|key| !plain.contains(key)).collect();
    assert_eq!(more, ["hash", "limits", "multipv", "version"]);
}

#[test]
fn an_id_and_an_offset_are_passed_through() {
    let input = br#"{"id":"x \u00e9","variant":"yari","position":"startpos"}
{"id":123456789012345678901,"position":"hasami startpos moves 1i1i"}
{"id":{},"position":"hasami startpos"}
{"game":12,"variant":"hajiku","start":"startpos","moves":["4g4f"]}
"#;
    let output = run("--nodes 50 --offset 1000", input);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with(r#"{"line":1001,"file":null,"id":"x \u00e9","game":null,"#));
    assert!(lines[1].contains(r#""line":1002,"file":null,"id":123456789012345678901,"#));
    assert!(lines[1].contains("not legal"), "an error has the id: {}", lines[1]);
    assert!(lines[2].contains("must be a number or a string"), "{}", lines[2]);
    assert!(
        lines[3].contains(r#""id":null,"game":12,"ply":1,"variant":"hajiku","#),
        "{}",
        lines[3]
    );
}

/// Every position of a game is answered independently.
#[test]
fn every_position_of_a_game_can_be_analysed() {
    let options = "--nodes 300 --no-time --jobs 2";
    let input = "hasami startpos moves 9i9e 1a1e 8i8e\nnonsense\nyari startpos\n\
                 hasami startpos moves 9i9e 9i9e 1a1e\n";
    let output = run(&format!("{options} --each-position"), input.as_bytes());
    let rows = answers(&output);
    let places: Vec<_> =
        rows.iter().map(|row| (row["line"].as_u64(), row["ply"].as_u64())).collect();
    let expected = [
        (1, Some(0)),
        (1, Some(1)),
        (1, Some(2)),
        (1, Some(3)),
        (2, None),
        (3, Some(0)),
        (4, None),
    ];
    assert_eq!(places, expected.map(|(line, ply)| (Some(line), ply)));
    let alone = "hasami startpos\nhasami 9i9e\nhasami 9i9e 1a1e\nhasami 9i9e 1a1e 8i8e\n";
    for (mut row, mut single) in rows.into_iter().zip(answers(&run(options, alone.as_bytes()))) {
        single["line"] = 1.into();
        row["line"] = 1.into();
        assert_eq!(row, single);
    }
    let path = scratch("each-position");
    let resuming = format!("{options} --each-position --resume {}", path.display());
    run(&resuming, input.as_bytes());
    let whole = fs::read(&path).expect("the answers");
    for length in [whole.len() / 3, whole.len() - 1, whole.len()] {
        fs::write(&path, &whole[..length]).expect("a file");
        assert_eq!(run(&resuming, input.as_bytes()).status.code(), Some(1));
        assert!(fs::read(&path).expect("the answers") == whole, "cut at {length}");
    }
}

/// Alternating variants, more than fit in memory, with small and large searches. No search
/// affects the next one.
#[test]
fn an_answer_does_not_depend_on_other_games() {
    let games = ["hasami", "yari", "hajiku"];
    let mixed: String = games.iter().map(|game| format!("{game} startpos\n")).collect();
    for options in ["--depth 3", "--depth 3 --hash 128", "--nodes 30000 --hash 1"] {
        let options = format!("{options} --no-time --jobs 1");
        let alone = answers(&run(&options, mixed.as_bytes()));
        let again = answers(&run(&options, mixed.repeat(3).as_bytes()));
        for (number, mut answer) in again.into_iter().enumerate() {
            answer["line"] = (number % games.len() + 1).into();
            assert_eq!(answer, alone[number % games.len()], "{options}");
        }
    }
}

#[test]
fn a_quiet_run_prints_nothing() {
    let output = run("--variant hasami --nodes 50 --quiet -", b"startpos\n");
    assert!(output.status.success() && output.stderr.is_empty());
    assert_eq!(answers(&output).len(), 1);
}

#[test]
fn answers_are_printed_while_input_arrives() {
    let mut child = analyse("--variant hasami --nodes 100 --jobs 3").spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("it has an input");
    let mut stdout = BufReader::new(child.stdout.take().expect("it has an output"));
    for _ in 0..5 {
        stdin.write_all(b"startpos\n").expect("it reads");
        let mut answer = String::new();
        stdout.read_line(&mut answer).expect("it answers");
        assert!(answer.contains("bestmove"), "{answer}");
    }
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn a_closed_output_ends_the_run() {
    let mut child = analyse("--variant hasami --nodes 100").spawn().expect("it starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("it has an input");
    // The input stays open.
    while stdin.write_all(b"startpos\n").is_ok() {}
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn several_files_are_read() {
    let (first, second) = (scratch("first"), scratch("second"));
    fs::write(&first, "startpos\n").expect("a file");
    fs::write(&second, "\nnonsense\n").expect("a file");
    let files = format!("{} {}", first.display(), second.display());
    let output = run(&format!("--variant hasami --depth 1 {files}"), b"");
    let answers = answers(&output);
    assert_eq!(answers[0]["file"].as_str(), first.to_str());
    assert_eq!(answers[1]["file"].as_str(), second.to_str());
    assert_eq!(answers[1]["line"], 2);
    let missing = run("--variant hasami no-such-file", b"");
    assert!(!missing.status.success() && missing.stdout.is_empty());
    assert!(String::from_utf8_lossy(&missing.stderr).contains("no-such-file"));
}

#[test]
fn an_incomplete_run_is_resumed() {
    let path = scratch("resumed");
    let input = mixed_input();
    let options = "--nodes 200 --no-time";
    let whole = run(options, input.as_bytes()).stdout;
    let resuming = format!("{options} --resume {}", path.display());
    run(&resuming, input.as_bytes());
    let answers = whole;
    let whole = fs::read(&path).expect("the answers");
    let header = whole.iter().position(|&byte| byte == b'\n').expect("a first line") + 1;
    assert!(whole[header..] == answers, "the answers follow the header");
    for length in [0, 1, header, whole.len() / 3, whole.len() - 1, whole.len()] {
        fs::write(&path, &whole[..length]).expect("a file");
        let output = run(&resuming, input.as_bytes());
        assert_eq!(output.status.code(), Some(1), "a line was bad");
        assert!(output.stdout.is_empty());
        assert!(fs::read(&path).expect("the answers") == whole, "cut at {length}");
    }
    let other = run(&resuming, b"hasami startpos\n");
    assert!(!other.status.success());
    assert!(String::from_utf8_lossy(&other.stderr).contains("answer to line 3 found"));
    assert!(fs::read(&path).expect("the answers") == whole, "they are left alone");
    let version = Command::new(env!("CARGO_BIN_EXE_kawari")).arg("--version").output();
    let version = String::from_utf8(version.expect("it starts").stdout).expect("UTF-8");
    let version = format!("\"version\":\"{}\"", version.trim().trim_start_matches("kawari "));
    let text = String::from_utf8_lossy(&whole).into_owned();
    assert!(text.contains(&version), "{text}");
    fs::write(&path, text.replace(&version, "\"version\":\"0\"")).expect("a file");
    let other = run(&resuming, input.as_bytes());
    let error = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(!other.status.success() && error.contains("written by version \"0\""), "{error}");
    fs::write(&path, &whole).expect("a file");
    for (options, named) in [
        ("--nodes 201 --no-time", "`limits.nodes` is 200 in the log, not 201"),
        ("--nodes 200", "`with_time` is false in the log, not true"),
        ("--nodes 200 --no-time --each-position", "`each_position` is false in the log, not true"),
        (
            "--nodes 200 --no-time --offset 1",
            "answer to line 3 found; expected an answer to line 4",
        ),
        ("--nodes 200 --no-time --multipv 2", "`multipv` is 1 in the log, not 2"),
        ("--nodes 200 --no-time --hash 2", "`hash` is 1 in the log, not 2"),
    ] {
        let other = run(&format!("{options} --resume {}", path.display()), input.as_bytes());
        let error = String::from_utf8_lossy(&other.stderr).into_owned();
        assert!(!other.status.success() && error.contains(named), "{error}");
        assert!(fs::read(&path).expect("the answers") == whole, "they are left alone");
    }
}

#[test]
fn an_answer_file_has_one_writer() {
    let path = scratch("one-writer");
    let options = format!("--variant hasami --nodes 100 --resume {}", path.display());
    let mut first = analyse(&options).spawn().expect("it starts");
    let mut stdin = first.stdin.take().expect("it has an input");
    stdin.write_all(b"startpos\n").expect("it reads");
    while !fs::read_to_string(&path).is_ok_and(|text| text.contains("bestmove")) {
        thread::sleep(std::time::Duration::from_millis(10));
    }
    let second = run(&options, b"startpos\nstartpos\n");
    assert!(!second.status.success());
    assert!(String::from_utf8_lossy(&second.stderr).contains("by another process"));
    drop(stdin);
    assert!(first.wait().expect("it ends").success());
    let text = fs::read_to_string(&path).expect("the answers");
    assert_eq!(text.lines().count(), 2, "a header and an answer");
}

#[cfg(unix)]
#[test]
fn an_interrupt_sets_the_exit_status() {
    let mut child = analyse("--variant hasami --nodes 100").spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("it has an input");
    let mut stdout = BufReader::new(child.stdout.take().expect("it has an output"));
    stdin.write_all(b"startpos\n").expect("it reads");
    stdout.read_line(&mut String::new()).expect("it answers");
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stderr).contains("interrupted after 1 answers"));
    drop(stdin);
}

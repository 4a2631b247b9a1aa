//! `kawari mate` from a script.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Runs `kawari mate` to the end with this input.
fn mate(options: &str, input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
    command.arg("mate").args(options.split_whitespace());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("it has an input");
    // The program may exit before it has read all input.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn answers(output: &Output) -> Vec<Value> {
    text(output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Returns a path for one test, where no file exists yet.
fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("mate-{name}"));
    let _ = fs::remove_file(&path);
    path
}

/// Positions of several variants with and without a mate, and bad lines.
const INPUT: &str = "\
yari 6k/7/6+B/7/5R1/7/7/7/K6 b P 1
hajiku startpos
nonsense
hajiku 3k3/7/2+G4/7/7/7/7/7/K5+G b G 1
yari 7/7/3k3/7/7/7/7/7/K5+R b - 1
hasami startpos
";

#[test]
fn every_line_has_its_answer_in_order() {
    let alone = mate("--no-time --jobs 1", INPUT);
    assert_eq!(alone.status.code(), Some(1), "one line is bad");
    assert!(mate("--no-time --jobs 3", INPUT).stdout == alone.stdout);
    let answers = answers(&alone);
    answers.iter().for_each(|answer| crate::formats::expect("mate-answer", answer));
    let verdicts: Vec<_> = answers.iter().map(|answer| answer["verdict"].as_str()).collect();
    let mate = Some("mate");
    let none = Some("nomate");
    assert_eq!(verdicts, [mate, none, None, mate, none, Some("notimplemented")]);
    assert!(answers[2]["error"].as_str().is_some_and(|error| error.contains("nonsense")));
    assert_eq!((&answers[0]["plies"], &answers[0]["shortest"]), (&1.into(), &true.into()));
    assert_eq!(answers[3]["moves"].as_array().map(Vec::len), Some(3));
}

#[test]
fn an_unfinished_file_is_resumed() {
    let path = scratch("resume.jsonl");
    let options = format!("--no-time --resume {}", path.display());
    mate(&options, INPUT);
    let whole = fs::read_to_string(&path).expect("answers");
    let cut: Vec<&str> = whole.lines().take(3).collect();
    fs::write(&path, cut.join("\n") + "\n{\"line\":").expect("a file");
    mate(&options, INPUT);
    assert_eq!(fs::read_to_string(&path).expect("answers"), whole);
    let lines: Vec<Value> =
        whole.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    crate::formats::expect("mate-header", &lines[0]);
    let other = mate(&format!("{options} --nodes 5"), INPUT);
    assert_eq!(other.status.code(), Some(2), "other options need another file");
}

/// The options for the lines of `analyse` also work here.
#[test]
fn answers_contain_ids_and_options() {
    let input = r#"{"id":"a7","variant":"yari","position":"6k/7/6+B/7/5R1/7/7/7/K6 b P 1"}"#;
    let output = mate("--no-time --provenance --offset 40 --nodes 5000 --only", input);
    let answer = &answers(&output)[0];
    crate::formats::expect("mate-answer", answer);
    assert_eq!((&answer["id"], &answer["line"]), (&"a7".into(), &41.into()));
    assert_eq!(answer["limits"]["nodes"], 5000);
    assert_eq!((&answer["hash"], &answer["asks_only"]), (&64.into(), &true.into()));
    let version = Command::new(env!("CARGO_BIN_EXE_kawari")).arg("--version").output();
    let version = text(&version.expect("it starts"));
    assert_eq!(answer["version"].as_str(), version.trim().strip_prefix("kawari "));
}

fn verify(path: &Path) -> Output {
    mate(&format!("verify {}", path.display()), "")
}

#[test]
fn proofs_are_verified() {
    let path = scratch("proof.txt");
    let input = "hajiku 3k3/7/2+G4/7/7/7/7/7/K5+G b G 1\nyari 6k/7/6+B/7/5R1/7/7/7/K6 b P 1\n";
    assert!(mate(&format!("--proof {}", path.display()), input).status.success());
    let good = verify(&path);
    assert!(good.status.success(), "{good:?}");
    let before = fs::read_to_string(&path).expect("proofs");
    let again = mate(&format!("--proof {}", path.display()), input);
    assert_eq!((again.status.code(), again.stdout.len()), (Some(2), 0), "the file exists");
    assert_eq!(fs::read_to_string(&path).expect("proofs"), before);
    assert_eq!(text(&good).matches(": proved").count(), 2, "{}", text(&good));
    let proofs = fs::read_to_string(&path).expect("proofs");
    let wrong = |from: &str, to: &str| {
        assert!(proofs.contains(from), "{from} in {proofs}");
        fs::write(&path, proofs.replacen(from, to, 1)).expect("a file");
        let output = verify(&path);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(text(&output).contains("wrong"), "{}", text(&output));
    };
    wrong("mate 1", "mate 0");
    wrong("\n1i1a\n", "\n1i2i\n");
    wrong("\n1i1a\n", "\n9i9a\n");
    wrong("b G 1", "b - 1");
    fs::write(&path, "kawari-proof 1\nvariant chess\n").expect("a file");
    assert_eq!(verify(&path).status.code(), Some(2));
    fs::write(&path, "").expect("a file");
    assert_eq!(verify(&path).status.code(), Some(2));
}

#[test]
fn problems_are_made_from_games() {
    let log = scratch("games.jsonl");
    let mut selfplay = Command::new(env!("CARGO_BIN_EXE_kawari"));
    selfplay.args(["selfplay", "dai-hasami", "--games=12", "--nodes=40", "--quiet", "--log"]);
    assert!(selfplay.arg(&log).status().expect("it starts").success());
    let options = "--least 1 --nodes 2000 --everywhere --quiet";
    let made = mate(&format!("make dai-hasami {} {options}", log.display()), "");
    assert!(made.status.success(), "{made:?}");
    let path = scratch("problems.jsonl");
    fs::write(&path, &made.stdout).expect("a file");
    let problems = answers(&made);
    assert!(!problems.is_empty());
    let plain = text(&mate(&format!("show {}", path.display()), ""));
    let page = text(&mate(&format!("show --html --no-solutions {}", path.display()), ""));
    for problem in &problems {
        let id = problem["id"].as_str().expect("a name");
        assert_eq!(plain.matches(&format!("{id},")).count(), 1, "{plain}");
        assert_eq!(page.matches(&format!("{id},")).count(), 1);
    }
    assert!(plain.contains("Solutions") && !page.contains("Solutions"));
    assert_eq!(page.matches("<table>").count(), problems.len());
    assert_eq!(mate("make hasami", "").status.code(), Some(2), "hasami has no mates");
}

//! `kawari train` from a script.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use crate::client::Client;

fn kawari(words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
    command.args(words.split_whitespace()).output().expect("it starts")
}

/// Returns a path for one test, where no file exists yet.
fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("train-{name}"));
    let _ = fs::remove_file(&path);
    path
}

/// Packed games that all tests train on: four thousand positions.
static DATA: LazyLock<String> = LazyLock::new(|| {
    let path = scratch("data");
    let words = "selfplay dai-hasami --games 300 --nodes 40 --plies 6 --max-moves 60 --data";
    let output = kawari(&format!("{words} {}", path.display()));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    path.display().to_string()
});

/// A small network that trains quickly.
const SHORT: &str = "--hidden 32 --epochs 3 --batch 256";

/// Trains a network. Returns the report and the network file.
fn train(name: &str, options: &str) -> (String, Vec<u8>) {
    let path = scratch(name);
    let output = kawari(&format!("train dai-hasami {} -o {} {options}", *DATA, path.display()));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report = String::from_utf8(output.stdout).expect("text");
    (report, fs::read(path).expect("a network"))
}

/// Returns the three errors of an evaluation in the report: of results, of scores, and
/// combined.
fn errors(report: &str, judge: &str) -> [f64; 3] {
    let line = report.lines().find_map(|line| line.strip_prefix(judge)).expect("its line");
    let numbers = line.split_whitespace().map(|word| word.parse().expect("a number"));
    numbers.collect::<Vec<f64>>().try_into().expect("three numbers")
}

#[test]
fn a_network_beats_a_constant_on_unseen_games() {
    let plot = scratch("plot");
    let more = format!(
        "--base none --result 0 --scale 400 --hidden 32 --epochs 8 --batch 64 --rate 0.004 --plot {}",
        plot.display()
    );
    let (report, network) = train("pure", &more);
    let constant = errors(&report, "constant");
    for judge in ["network (float)", "network (quantised)"] {
        let [_, scores, both] = errors(&report, judge);
        assert!(scores < 0.85 * constant[1] && both < 0.85 * constant[2], "{report}");
    }
    assert!(report.contains("predicted") && report.contains("largest accumulator"), "{report}");
    assert!(report.contains(&format!("{} bytes", network.len())), "{report}");
    let plot = fs::read_to_string(plot).expect("a drawing");
    assert!(plot.starts_with("<svg") && plot.matches("<polyline").count() == 2);
    assert!(network.starts_with(b"kawari network "));
    let head = String::from_utf8_lossy(&network[..1_000]).into_owned();
    assert!(head.contains("kawari train dai-hasami --base none"), "{head}");
}

#[test]
fn training_does_not_depend_on_the_number_of_threads() {
    let (_, one) = train("one", &format!("{SHORT} --jobs 1"));
    let (_, three) = train("three", &format!("{SHORT} --jobs 3"));
    let (_, other) = train("other", &format!("{SHORT} --seed 2"));
    assert!(one == three);
    assert!(one != other);
}

#[test]
fn king_buckets_are_trained_and_quantised() {
    let data = scratch("yari-data");
    let output = kawari(&format!("selfplay yari --games 100 --nodes 40 --data {}", data.display()));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let [one, three] = ["1", "3"].map(|jobs| {
        let path = scratch(&format!("king-{jobs}"));
        // So few games fit no scale.
        let options =
            format!("--king-buckets 4 --hidden 32 --epochs 4 --batch 64 --scale 750 --jobs {jobs}");
        let words = format!("train yari {} -o {} {options}", data.display(), path.display());
        let output = kawari(&words);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let report = String::from_utf8(output.stdout).expect("text");
        let [_, scores, _] = errors(&report, "network (float)");
        let [_, quantised, _] = errors(&report, "network (quantised)");
        assert!((scores - quantised).abs() < 0.002, "{report}");
        assert!(scores < errors(&report, "hand-crafted")[1], "{report}");
        fs::read(path).expect("a network")
    });
    assert!(one == three);
    let head = String::from_utf8_lossy(&one[..1_000]).into_owned();
    assert!(head.contains("\nking-buckets 4\n") && head.contains("--king-buckets 4 "), "{head}");
}

#[test]
fn decided_positions_are_optional() {
    let positions = |report: &str| -> usize {
        let words: Vec<&str> = report.split_whitespace().collect();
        words[1].parse().expect("a number of positions")
    };
    let (undecided, _) = train("undecided", SHORT);
    let (all, network) = train("decided", &format!("{SHORT} --mates"));
    assert!(positions(&all) > positions(&undecided), "{all}");
    assert!(String::from_utf8_lossy(&network[..1_000]).contains("--mates"));
}

#[test]
fn a_killed_training_can_be_resumed() {
    let options = "--hidden 64 --epochs 6 --patience 6 --batch 64";
    let (_, whole) = train("whole", options);
    let path = scratch("killed");
    let checkpoint = scratch("killed.checkpoint");
    let words = format!("train dai-hasami {} -o {} {options} --quiet", *DATA, path.display());
    let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
    let mut child = command.args(words.split_whitespace()).spawn().expect("it starts");
    while !checkpoint.exists() && !path.exists() {
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("it runs, or has ended");
    child.wait().expect("it ends");
    if !path.exists() {
        let again = kawari(&words);
        assert!(String::from_utf8_lossy(&again.stderr).contains("use --resume to continue"));
        let other = kawari(&format!("{words} --seed 5 --resume"));
        assert!(String::from_utf8_lossy(&other.stderr).contains("belongs to another training run"));
        assert!(kawari(&format!("{words} --resume")).status.success());
    }
    assert!(fs::read(path).expect("a network") == whole);
    assert!(!checkpoint.exists(), "the checkpoint is removed at the end");
}

#[test]
fn a_network_can_be_trained_further() {
    let (_, network) = train("first", SHORT);
    let path = scratch("first-kept");
    fs::write(&path, &network).expect("a file");
    let (report, more) = train("second", &format!("{SHORT} --init {}", path.display()));
    assert!(report.contains("epoch"));
    assert!(more != network);
    let name = path.file_name().expect("a file name").display();
    let header = String::from_utf8_lossy(&more);
    assert!(
        header.contains(&format!(" --init {name}\n")),
        "the header names the file without its folder"
    );
    let mut engine = Client::start();
    engine.send("setoption name USI_Variant value dai-hasami");
    engine.send(&format!("setoption name EvalFile value {}", path.display()));
    engine.send("position startpos");
    let said = engine.lines_after("go nodes 200", "bestmove");
    assert!(!said.iter().any(|line| line.contains("error")), "{said:?}");
    let other = kawari(&format!(
        "train dai-hasami {} -o {} --hidden 64 --init {}",
        *DATA,
        scratch("none").display(),
        path.display()
    ));
    assert!(String::from_utf8_lossy(&other.stderr).contains("set the options to these values"));
}

#[test]
fn train_measure_compares_with_longer_searches() {
    let (_, network) = train("measured", &format!("{SHORT} --mates"));
    let path = scratch("measured-kept");
    fs::write(&path, &network).expect("a file");
    let words = format!("net measure {} {} --mates --count 20 --nodes 300", path.display(), *DATA);
    let [one, two] = ["1", "2"].map(|jobs| kawari(&format!("{words} --jobs {jobs}")));
    assert!(one.status.success(), "{}", String::from_utf8_lossy(&one.stderr));
    assert!(one.stdout == two.stdout, "the number of jobs changes the table");
    let table = String::from_utf8(one.stdout).expect("text");
    assert!(table.starts_with("20 validation positions, searched with 300 nodes"), "{table}");
    for judge in ["hand-crafted  ", "network  "] {
        let all_miss = errors(&table, judge).iter().all(|error| (0.01..0.99).contains(error));
        assert!(all_miss, "static evaluation equals search scores: {table}");
    }
    let positions = |words: &str| -> usize {
        let words = format!("net measure {} {} --mates {words}", path.display(), *DATA);
        let table = kawari(&format!("{words} --count 10000 --nodes 1")).stdout;
        let number = table.split(|&byte| byte == b' ').next().expect("a word");
        String::from_utf8_lossy(number).parse().expect("a number of positions")
    };
    let (kept_back, all) = (positions(""), positions("--new-games"));
    assert!(all > 3 * kept_back, "{kept_back} of games that are kept back, {all} of all");
    let yari = kawari(&format!(
        "net measure {} {}",
        crate::games::file("yari", "default.network").display(),
        *DATA
    ));
    assert!(String::from_utf8_lossy(&yari.stderr).contains("games of dai-hasami, not of yari"));
}

#[test]
fn bad_training_data_is_rejected() {
    let path = scratch("refused");
    let refused = |words: &str| {
        let output = kawari(&format!("train {words} -o {}", path.display()));
        assert!(!output.status.success() && !path.exists());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let other = refused(&format!("hasami {}", *DATA));
    assert!(other.contains("games of dai-hasami, not of hasami"), "{other}");
    let odd = refused(&format!("dai-hasami {} --hidden 33", *DATA));
    assert!(odd.contains("33 hidden units"), "{odd}");
    let king = refused(&format!("dai-hasami {} --king-buckets 4", *DATA));
    assert!(king.contains("4 King buckets, expected 1, because the game has no King"), "{king}");
    let missing = refused("dai-hasami /nowhere/games");
    assert!(missing.contains("/nowhere/games"), "{missing}");
}

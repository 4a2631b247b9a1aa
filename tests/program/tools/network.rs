//! `kawari net`, and networks in the option `EvalFile`.

#[path = "../../../crates/kawari-engine/tests/library/network/random.rs"]
mod random;

use std::fs;
use std::process::{Command, Output};

use kawari_engine::engine::training_features;
use kawari_engine::games::evaluation::nnue::file;
use kawari_engine::games::variants::Variant;

use crate::client::Client;

fn kawari(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kawari")).args(words).output().expect("it starts")
}

/// Writes bytes to a file of this test and returns its path.
fn written(name: &str, bytes: &[u8]) -> String {
    let path = format!("{}/net-{name}", env!("CARGO_TARGET_TMPDIR"));
    fs::write(&path, bytes).expect("a file");
    path
}

/// Returns the file contents of a random network.
fn network(variant: Variant, king_buckets: usize) -> Vec<u8> {
    let probe = training_features::open(variant);
    let network = random::network(probe.feature_set(), [king_buckets, 64, 2], 3);
    file::write(variant.info(), probe.feature_set(), &network).expect("a good network")
}

#[test]
fn net_info_and_net_check() {
    let path = written("check", &network(Variant::Yari, 4));
    let info = kawari(&["net", "info", &path]);
    let told = String::from_utf8(info.stdout).expect("text");
    for line in [
        "game yari",
        "inputs pieces-hands 1186",
        "King buckets 4, hidden 2x64, output buckets 2",
        "seed: 3",
    ] {
        assert!(told.lines().any(|told| told == line), "{line} in {told}");
    }
    let positions = written(
        "positions",
        b"startpos\nyari startpos moves 4g4f 4c4d\n# nothing\n\
          1+P2kn1/+n5r/1n3pp/1P1PbP1/4P2/1KpB1R1/2P1p1P/+p3+n2/7 b RBPrbp 123\n",
    );
    let check = kawari(&["net", "check", &path, &positions]);
    let told = String::from_utf8(check.stdout).expect("text");
    assert!(check.status.success() && told.starts_with("positions 3, difference 0."), "{told}");

    let complaint = |file: &str, positions: &str| {
        let output = kawari(&["net", "check", file, positions]);
        assert!(!output.status.success());
        String::from_utf8(output.stderr).expect("text")
    };
    let other = written("other-positions", b"startpos\nhasami startpos\n");
    assert!(complaint(&path, &other).contains("the position is of another game"));
    assert!(complaint(&positions, &other).contains("not a network file"));
    let bytes = network(Variant::Yari, 4);
    let torn = written("torn", &bytes[..bytes.len() - 9]);
    assert!(complaint(&torn, &positions).contains("damaged file"));
}

#[test]
fn eval_file_loads_a_network() {
    let good = written("good", &network(Variant::Hasami, 1));
    let other = written("other", &network(Variant::DaiHasami, 1));
    let mut bytes = network(Variant::Hasami, 1);
    bytes[5000] ^= 4;
    let damaged = written("damaged", &bytes);

    let mut client = Client::start();
    let mut judged = |name: &str| {
        client.send(&format!("setoption name EvalFile value {name}"));
        let mut said = client.lines_after("isready", "readyok");
        said.extend(client.lines_after("eval", "eval cp"));
        let find = |part: &str| said.iter().find(|line| line.contains(part)).cloned();
        (find("info string error"), find("info string evaluation"), said.last().cloned())
    };
    let (error, evaluation, plain) = judged("none");
    assert_eq!(error, None);
    assert_eq!(evaluation.as_deref(), Some("info string evaluation: hand-crafted"));
    let (error, evaluation, score) = judged(&good);
    assert_eq!(error, None);
    let network = "hand-crafted, and a network of 180 inputs, 2x64 beside it";
    assert_eq!(evaluation, Some(format!("info string evaluation: {network}")));
    assert_ne!(score, plain);
    for (file, complaint) in [
        (&damaged, "damaged file: the checksum is missing or wrong"),
        (&other, r#"file for "dai-hasami", expected "hasami""#),
    ] {
        let (error, evaluation, kept) = judged(file);
        assert!(error.as_ref().is_some_and(|error| error.ends_with(complaint)), "{error:?}");
        assert_eq!((evaluation, &kept), (None, &score), "the evaluation is unchanged");
    }
    assert_eq!(judged("none").2, plain);
    let probe = training_features::open(Variant::Hasami);
    let mut network = random::network(probe.feature_set(), [1, 64, 2], 3);
    let mut beside = |name: &str, checksum| {
        network.hce_checksum = Some(checksum);
        let file =
            file::write(probe.info(), probe.feature_set(), &network).expect("a good network");
        judged(&written(name, &file))
    };
    assert_eq!(beside("beside", probe.checksum()).2, score);
    let (error, _, kept) = beside("beside-other", probe.checksum() ^ 1);
    assert!(error.is_some_and(|error| error.contains("trained on hand-crafted weights")));
    assert_eq!(kept, score);
}

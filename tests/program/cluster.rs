//! Tests of `cluster/` that need only Python and `make`. `cluster/check` runs those with Ray,
//! Spark and GNU parallel. Skipped without Python.

use std::path::Path;
use std::process::{Command, Stdio};

#[cfg(unix)]
#[test]
fn programs_pass_their_tests() {
    let is_new = "import sys; sys.exit(sys.version_info < (3, 9))";
    let python = Command::new("python3").args(["-c", is_new]).stderr(Stdio::null()).status();
    if !python.is_ok_and(|status| status.success()) {
        eprintln!("skipped: there is no Python 3.9 or later");
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cluster/tests");
    let output = Command::new("python3")
        // Python must not write files beside the sources.
        .args(["-B", "-m", "unittest", "test_openbench", "test_parts.Games", "test_selfplay"])
        .current_dir(folder)
        .env("KAWARI", env!("CARGO_BIN_EXE_kawari"))
        .output()
        .expect("Python");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

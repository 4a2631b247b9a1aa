//! Checks the invariants of the fuzz targets on the seeds.

mod invariants;

use std::fs;
use std::path::Path;

#[test]
fn invariants_hold_for_all_seeds() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/seeds");
    for (name, check) in invariants::INVARIANTS {
        let mut files = 0;
        for file in fs::read_dir(seeds.join(name)).expect(name) {
            let path = file.expect("a file").path();
            eprintln!("{}", path.display());
            check(&fs::read(&path).expect("a seed"));
            files += 1;
        }
        assert!(files >= 4, "{name} has {files} seeds");
    }
}

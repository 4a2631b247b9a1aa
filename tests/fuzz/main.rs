//! Checks the invariants of the fuzz targets on the seeds.

mod laws;

use std::fs;
use std::path::Path;

#[test]
fn every_law_holds_for_its_seeds() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/seeds");
    for (name, law) in laws::LAWS {
        let mut files = 0;
        for file in fs::read_dir(seeds.join(name)).expect(name) {
            let path = file.expect("a file").path();
            eprintln!("{}", path.display());
            law(&fs::read(&path).expect("a seed"));
            files += 1;
        }
        assert!(files >= 4, "{name} has {files} seeds");
    }
}

//! Tablebase files.

use std::fs;
use std::io::Cursor;
use std::path::PathBuf;

use super::{TWO_TO_TWO, endgame_rules};
use kawari_engine::core::endgame::{EndgameValue, TablebaseEntry, TablebaseProbe};
use kawari_engine::games::hasami::{Hasami, HasamiNocorner};
use kawari_engine::tablebase::file::{TablebaseFile, TablebaseFileError, file_name, write};
use kawari_engine::tablebase::probe::Tablebase;
use kawari_engine::tablebase::statistics::count;
use kawari_engine::tablebase::value::Metric;

/// A temporary folder, removed at the end of the test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("kawari-tables-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a new folder");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Returns the file of the class 2v2.
pub fn two_to_two() -> Vec<u8> {
    let [end, capture] = &*TWO_TO_TWO;
    let statistics = [end, capture].map(|plane| count(plane, 1, &()).expect("nobody ends it"));
    let mut bytes = Cursor::new(Vec::new());
    write(&mut bytes, "hasami", endgame_rules::<Hasami>(), [end, capture], statistics, 2)
        .expect("memory takes it");
    bytes.into_inner()
}

#[test]
fn files_round_trip() {
    let folder = Folder::new("read");
    let path = folder.0.join(file_name("hasami", [2, 2]));
    fs::write(&path, two_to_two()).expect("a new file");
    let rules = endgame_rules::<Hasami>();
    let file = TablebaseFile::open(&path, "hasami", rules, [2, 2]).expect("it is a table");
    for (metric, plane) in Metric::ALL.into_iter().zip(&*TWO_TO_TWO) {
        assert!(file.plane(rules, metric).expect("it is whole").bytes == plane.bytes);
    }
    assert_eq!(file.statistics()[0].positions.won, 30_552);
    let tables =
        Tablebase::new("hasami", rules, None).with_folder(&folder.0).expect("they are good");
    assert_eq!(tables.classes().collect::<Vec<_>>(), [[2, 2]]);
    assert_eq!(tables.max_men(), 4);
    let [end, capture] = &*TWO_TO_TWO;
    for number in (0..end.index.len()).step_by(997) {
        let Some(men) = end.index.position(number) else { continue };
        let known = TablebaseEntry { end: end.value(men), capture: Some(capture.value(men)) };
        assert_eq!(tables.probe(men), Some(known), "{men:?}");
    }
    let three = kawari_engine::core::endgame::EndgamePosition { own: 0b111, enemy: 0b11 << 40 };
    assert_eq!(tables.probe(three), None, "nothing is known of more men");
}

#[test]
fn damaged_files_are_rejected() {
    let folder = Folder::new("damaged");
    let path = folder.0.join(file_name("hasami", [2, 2]));
    let whole = two_to_two();
    let rules = endgame_rules::<Hasami>();
    let open = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("a new file");
        TablebaseFile::open(&path, "hasami", rules, [2, 2])
    };
    assert!(matches!(open(&whole[..20]), Err(TablebaseFileError::Io(_))));
    assert!(matches!(open(&whole[..whole.len() - 1]), Err(TablebaseFileError::Damaged(_))));
    let changed = |place: usize| {
        let mut bytes = whole.clone();
        bytes[place] ^= 1;
        bytes
    };
    assert!(matches!(open(&changed(0)), Err(TablebaseFileError::Magic)));
    assert!(matches!(open(&changed(9)), Err(TablebaseFileError::Other(_))));
    assert!(matches!(open(&changed(60)), Err(TablebaseFileError::Damaged(_))));
    // The last byte is part of the checksum of the last block.
    let file = open(&changed(whole.len() - 1)).expect("its head is whole");
    assert!(file.plane(rules, Metric::End).is_ok());
    assert!(matches!(file.plane(rules, Metric::Capture), Err(TablebaseFileError::Damaged(_))));
    fs::write(&path, &whole).expect("a new file");
    assert!(
        TablebaseFile::open(&path, "hasami-nocorner", endgame_rules::<HasamiNocorner>(), [2, 2])
            .is_err()
    );
}

/// A damaged block gives no value.
#[test]
fn a_damaged_block_gives_no_value() {
    let folder = Folder::new("block");
    let mut bytes = two_to_two();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(folder.0.join(file_name("hasami", [2, 2])), bytes).expect("a new file");
    let tables = Tablebase::new("hasami", endgame_rules::<Hasami>(), None);
    let tables = tables.with_folder(&folder.0).expect("the heads are good");
    let index = &TWO_TO_TWO[0].index;
    let known = (0..index.len()).rev().filter_map(|number| index.position(number));
    let mut known = known.map(|men| (TWO_TO_TWO[0].value(men), tables.probe(men)));
    assert!(known.any(|(value, known)| value != EndgameValue::Win(1) && known.is_none()));
}

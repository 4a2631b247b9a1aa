//! Interrupted and resumed work of the solver.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Small, endgame_rules, planes};
use kawari_engine::core::endgame::EndgameRules;
use kawari_engine::games::hasami::Hasami;
use kawari_engine::tablebase::file::TablebaseFileError;
use kawari_engine::tablebase::partial_solve::{read, write};
use kawari_engine::tablebase::solve::{
    PartialSolve, SolveMonitor, SolveSnapshot, SolveTask, SubclassPlanes, ValuePlane, resume,
};
use kawari_engine::tablebase::value::Metric;

const GAME: &str = "small";
const CLASS: [usize; 2] = [3, 2];

/// Progress observer that allows a number of parts, interrupts the next one, and keeps the
/// snapshot.
struct Interrupter {
    rules: &'static dyn EndgameRules,
    metric: Metric,
    most: usize,
    begun: AtomicUsize,
    kept: Mutex<Vec<u8>>,
}

impl Interrupter {
    fn new(metric: Metric, most: usize) -> Self {
        let (begun, kept) = (AtomicUsize::new(0), Mutex::default());
        Self { rules: endgame_rules::<Small>(), metric, most, begun, kept }
    }
}

impl SolveMonitor for Interrupter {
    fn begin_phase(&self, _: &str, _: u64) {
        self.begun.fetch_add(1, Ordering::Relaxed);
    }

    fn advance(&self, _: u64) -> bool {
        self.begun.load(Ordering::Relaxed) <= self.most
    }

    fn save_snapshot(&self, stage: &SolveSnapshot<'_>) {
        let mut bytes = Vec::new();
        write(&mut bytes, GAME, self.rules, self.metric, stage).expect("memory takes it");
        *self.kept.lock().expect("nobody has panicked") = bytes;
    }
}

/// Solves the class from a snapshot. Returns the planes if it was not interrupted, the last
/// snapshot, and the number of parts begun.
fn work(
    ending: Interrupter,
    subclasses: &[&ValuePlane],
    from: Option<PartialSolve>,
) -> (Option<Vec<ValuePlane>>, Vec<u8>, usize) {
    let Interrupter { rules, metric, .. } = ending;
    let task =
        SolveTask { rules, men: CLASS, metric, subclasses: SubclassPlanes(subclasses), jobs: 1 };
    let planes = resume(task, from, &ending);
    (planes, ending.kept.into_inner().expect("nobody has panicked"), ending.begun.into_inner())
}

fn partial(bytes: &[u8], metric: Metric) -> Result<PartialSolve, TablebaseFileError> {
    read(bytes, GAME, endgame_rules::<Small>(), CLASS, metric)
}

#[test]
fn interrupted_work_gives_the_same_result() {
    for metric in Metric::ALL {
        let whole = planes(endgame_rules::<Small>(), CLASS, metric, 1);
        let (subclasses, solved) =
            whole.split_last_chunk::<2>().expect("two planes are the class's");
        let subclasses: Vec<&ValuePlane> = subclasses.iter().collect();
        let (_, _, all) = work(Interrupter::new(metric, usize::MAX), &subclasses, None);
        assert!(all > 10, "{all} parts");
        for most in (0..all).step_by(5) {
            let (none, kept, _) = work(Interrupter::new(metric, most), &subclasses, None);
            assert!(none.is_none(), "it was ended");
            let from = partial(&kept, metric).expect("it is whole");
            let (planes, _, begun) =
                work(Interrupter::new(metric, usize::MAX), &subclasses, Some(from));
            assert_eq!(begun, all - most, "only the interrupted part is repeated");
            for (plane, expected) in planes.expect("nobody ends it").iter().zip(solved) {
                assert!(plane.bytes == expected.bytes, "ended in part {most}");
            }
        }
    }
}

#[test]
fn snapshots_of_other_work_are_rejected() {
    let whole = planes(endgame_rules::<Small>(), CLASS, Metric::End, 1);
    let subclasses: Vec<&ValuePlane> = whole[..whole.len() - 2].iter().collect();
    let (_, kept, _) = work(Interrupter::new(Metric::End, 3), &subclasses, None);
    assert!(partial(&kept, Metric::End).is_ok());
    assert!(matches!(partial(&kept, Metric::Capture), Err(TablebaseFileError::Other(_))));
    let other = read(&kept[..], "other", endgame_rules::<Small>(), CLASS, Metric::End);
    assert!(matches!(other, Err(TablebaseFileError::Other(_))));
    let other = read(&kept[..], GAME, endgame_rules::<Hasami>(), CLASS, Metric::End);
    assert!(matches!(other, Err(TablebaseFileError::Other(_))));
    assert!(matches!(
        partial(&kept[..kept.len() - 1], Metric::End),
        Err(TablebaseFileError::Io(_))
    ));
    let mut damaged = kept.clone();
    damaged[1000] ^= 1;
    assert!(matches!(partial(&damaged, Metric::End), Err(TablebaseFileError::Damaged(_))));
    damaged[0] ^= 1;
    assert!(matches!(partial(&damaged, Metric::End), Err(TablebaseFileError::Magic)));
}

//! Work that is ended somewhere, kept, and gone on with.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Small, endgames, planes};
use kawari_engine::core::endgame::Endgames;
use kawari_engine::games::hasami::Hasami;
use kawari_engine::tables::file::TableError;
use kawari_engine::tables::solve::{Plane, Smaller, Stage, Task, Unfinished, Watch, go_on};
use kawari_engine::tables::unfinished::{read, write};
use kawari_engine::tables::value::Metric;

const GAME: &str = "small";
const CLASS: [usize; 2] = [3, 2];

/// Lets so many parts be done, ends the next one in its midst, and keeps what there is
/// then.
struct Ending {
    rules: &'static dyn Endgames,
    metric: Metric,
    most: usize,
    begun: AtomicUsize,
    kept: Mutex<Vec<u8>>,
}

impl Ending {
    fn new(metric: Metric, most: usize) -> Self {
        let (begun, kept) = (AtomicUsize::new(0), Mutex::default());
        Self { rules: endgames::<Small>(), metric, most, begun, kept }
    }
}

impl Watch for Ending {
    fn begin(&self, _: &str, _: u64) {
        self.begun.fetch_add(1, Ordering::Relaxed);
    }

    fn advance(&self, _: u64) -> bool {
        self.begun.load(Ordering::Relaxed) <= self.most
    }

    fn keep(&self, stage: &Stage<'_>) {
        let mut bytes = Vec::new();
        write(&mut bytes, GAME, self.rules, self.metric, stage).expect("memory takes it");
        *self.kept.lock().expect("nobody has panicked") = bytes;
    }
}

/// Solves the class from what was kept; the planes if it comes to an end, what is kept
/// then, and the parts that were begun.
fn work(
    ending: Ending,
    smaller: &[&Plane],
    from: Option<Unfinished>,
) -> (Option<Vec<Plane>>, Vec<u8>, usize) {
    let Ending { rules, metric, .. } = ending;
    let task = Task { rules, men: CLASS, metric, smaller: Smaller(smaller), jobs: 1 };
    let planes = go_on(task, from, &ending);
    (planes, ending.kept.into_inner().expect("nobody has panicked"), ending.begun.into_inner())
}

fn unfinished(bytes: &[u8], metric: Metric) -> Result<Unfinished, TableError> {
    read(bytes, GAME, endgames::<Small>(), CLASS, metric)
}

#[test]
fn what_is_ended_anywhere_comes_to_the_same() {
    for metric in Metric::ALL {
        let whole = planes(endgames::<Small>(), CLASS, metric, 1);
        let (smaller, solved) = whole.split_last_chunk::<2>().expect("two planes are the class's");
        let smaller: Vec<&Plane> = smaller.iter().collect();
        let (_, _, all) = work(Ending::new(metric, usize::MAX), &smaller, None);
        assert!(all > 10, "{all} parts");
        for most in (0..all).step_by(5) {
            let (none, kept, _) = work(Ending::new(metric, most), &smaller, None);
            assert!(none.is_none(), "it was ended");
            let from = unfinished(&kept, metric).expect("it is whole");
            let (planes, _, begun) = work(Ending::new(metric, usize::MAX), &smaller, Some(from));
            assert_eq!(begun, all - most, "the part that was ended is done again, and no other");
            for (plane, expected) in planes.expect("nobody ends it").iter().zip(solved) {
                assert!(plane.bytes == expected.bytes, "ended in part {most}");
            }
        }
    }
}

#[test]
fn work_on_something_else_is_not_gone_on_with() {
    let whole = planes(endgames::<Small>(), CLASS, Metric::End, 1);
    let smaller: Vec<&Plane> = whole[..whole.len() - 2].iter().collect();
    let (_, kept, _) = work(Ending::new(Metric::End, 3), &smaller, None);
    assert!(unfinished(&kept, Metric::End).is_ok());
    assert!(matches!(unfinished(&kept, Metric::Capture), Err(TableError::Other(_))));
    let other = read(&kept[..], "other", endgames::<Small>(), CLASS, Metric::End);
    assert!(matches!(other, Err(TableError::Other(_))));
    let other = read(&kept[..], GAME, endgames::<Hasami>(), CLASS, Metric::End);
    assert!(matches!(other, Err(TableError::Other(_))));
    assert!(matches!(unfinished(&kept[..kept.len() - 1], Metric::End), Err(TableError::Io(_))));
    let mut damaged = kept.clone();
    damaged[1000] ^= 1;
    assert!(matches!(unfinished(&damaged, Metric::End), Err(TableError::Damaged(_))));
    damaged[0] ^= 1;
    assert!(matches!(unfinished(&damaged, Metric::End), Err(TableError::Magic)));
}

//! Threads that keep to one core, and with them the programs that they start.
//!
//! Of the engines at a table one thinks at a time, so a core for each table is
//! what they need; where cores are few, it keeps one table's work out of the
//! caches of another's.

use std::io;

/// Keeps the calling thread to one of the cores that it may use; threads with
/// different `place`s get different ones, as far as there are enough.
///
/// # Errors
/// When the system does not allow it.
#[cfg(target_os = "linux")]
pub fn pin(place: usize) -> io::Result<()> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    let allowed = sched_getaffinity(None)?;
    let cores: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|&core| allowed.is_set(core)).collect();
    let mut own = CpuSet::new();
    own.set(cores[place % cores.len()]);
    Ok(sched_setaffinity(None, &own)?)
}

/// Does nothing but fail: elsewhere, programs do not keep to their parent's core.
///
/// # Errors
/// Always.
#[cfg(not(target_os = "linux"))]
pub fn pin(_place: usize) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use rustix::thread::sched_getaffinity;

    use super::*;

    #[test]
    fn a_pinned_thread_has_one_core() {
        let pinned = || {
            pin(5).expect("the system allows it");
            sched_getaffinity(None).expect("a set of cores").count()
        };
        assert_eq!(std::thread::spawn(pinned).join().ok(), Some(1));
    }
}

//! Threads that keep to one core, and with them the programs that they start.
//!
//! Of the engines at a table one thinks at a time, so a core for each table is
//! what they need; where cores are few, it keeps one table's work out of the
//! caches of another's.
//!
//! By the system's own calls, which are here for the programs anyhow: `core_affinity`
//! wraps the same two and keeps its reason to itself where they fail.

use std::io;
use std::thread;

use clap::ValueEnum;

use super::player::Player;

/// When each table keeps to a core.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum CpuPinning {
    /// When the tables take up the whole machine, and no engine has more threads
    /// than one. With cores to spare, the system knows better which are free.
    #[default]
    Auto,
    /// In any case.
    Always,
    /// Never.
    Never,
}

impl CpuPinning {
    /// True when so many tables of these players should keep to their cores.
    pub fn should_pin(self, tables: usize, players: &[Player]) -> bool {
        match self {
            Self::Auto => {
                let cores = thread::available_parallelism().map_or(usize::MAX, usize::from);
                cfg!(target_os = "linux") && tables >= cores && players.iter().all(has_one_thread)
            }
            Self::Always => true,
            Self::Never => false,
        }
    }
}

fn has_one_thread(player: &Player) -> bool {
    let is_more = |(name, value): &(String, String)| {
        name.eq_ignore_ascii_case("Threads") && value.trim() != "1"
    };
    !player.options.iter().any(is_more)
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_full_machine_of_single_threads_is_divided() {
        let player = |words: &str| {
            let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
            Player::parse(&[], &words).expect("a good engine")
        };
        let single = [player("cmd=a nodes=1 option.Threads=1 option.USI_Hash=4")];
        let mixed = [single[0].clone(), player("cmd=a nodes=1 option.threads=2")];
        assert_eq!(CpuPinning::Auto.should_pin(100_000, &single), cfg!(target_os = "linux"));
        assert!(!CpuPinning::Auto.should_pin(0, &single));
        assert!(!CpuPinning::Auto.should_pin(100_000, &mixed));
        assert!(CpuPinning::Always.should_pin(1, &mixed));
        assert!(!CpuPinning::Never.should_pin(100_000, &single));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_pinned_thread_has_one_core() {
        use rustix::thread::sched_getaffinity;

        let pinned = || {
            pin(5).expect("the system allows it");
            sched_getaffinity(None).expect("a set of cores").count()
        };
        assert_eq!(std::thread::spawn(pinned).join().ok(), Some(1));
    }
}

//! Pinning a game thread, and the engine processes that it starts, to one core.
//!
//! Without pondering, only one engine of a game searches at a time, so one core per game is
//! enough. Pinning keeps games from evicting each other's data from the caches.
//!
//! This uses `rustix`, which is a dependency already. The crate `core_affinity` wraps the same
//! two system calls but hides the error when they fail.

use std::io;
use std::thread;

use clap::ValueEnum;

use super::player::Player;

/// When to pin the engines of a game to one core.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum CpuPinning {
    /// If there are at least as many parallel games as cores, and all engines are
    /// single-threaded. Otherwise the scheduler of the system does better.
    #[default]
    Auto,
    /// Always pin.
    Always,
    /// Never pin.
    Never,
}

impl CpuPinning {
    /// Returns true if this many parallel games between these players should be pinned.
    pub fn should_pin(self, games: usize, players: &[Player]) -> bool {
        match self {
            Self::Auto => {
                let cores = thread::available_parallelism().map_or(usize::MAX, usize::from);
                cfg!(target_os = "linux") && games >= cores && players.iter().all(has_one_thread)
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

/// Pins the calling thread to one of its allowed cores: the one with this index, modulo their
/// number.
///
/// # Errors
/// Returns the error of the system call.
#[cfg(target_os = "linux")]
pub fn pin(index: usize) -> io::Result<()> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    let allowed = sched_getaffinity(None)?;
    let cores: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|&core| allowed.is_set(core)).collect();
    let mut pinned = CpuSet::new();
    pinned.set(cores[index % cores.len()]);
    Ok(sched_setaffinity(None, &pinned)?)
}

/// Fails: on other systems, child processes do not inherit the affinity.
///
/// # Errors
/// Always returns [`io::ErrorKind::Unsupported`].
#[cfg(not(target_os = "linux"))]
pub fn pin(_index: usize) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn auto_pins_single_threaded_engines_on_a_full_machine() {
        let player = |words: &str| {
            let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
            Player::parse(&[], &words).expect("valid engine arguments")
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
    fn pinned_thread_has_one_core() {
        use rustix::thread::sched_getaffinity;

        let pinned = || {
            pin(5).expect("pinning succeeds");
            sched_getaffinity(None).expect("a set of cores").count()
        };
        assert_eq!(std::thread::spawn(pinned).join().ok(), Some(1));
    }
}

//! Ctrl-C, SIGTERM and SIGHUP: an end that leaves nothing behind.
//!
//! Whoever [listens](listen) is not ended by them. Work on several threads
//! ([`ordered`](super::ordered_map)) stops at the next opportunity instead, so that what has
//! been done can be said and engines told to leave.

/// Begins to listen, for the rest of the process. A SIGHUP that the process ignores, as
/// under `nohup`, stays ignored.
///
/// # Errors
/// When the system does not let it.
#[cfg(unix)]
pub fn listen() -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        if signal == SIGHUP && is_ignored(signal) {
            continue;
        }
        signal_hook::flag::register_usize(
            signal,
            std::sync::Arc::clone(latest()),
            signal as usize,
        )?;
    }
    Ok(())
}

/// Returns true if the process ignores a signal.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: Without a new action, `sigaction` writes the present one, which has room. It
    // is read only where the call has succeeded.
    unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) == 0
            && action.assume_init().sa_sigaction == libc::SIG_IGN
    }
}

/// Does nothing where there are no signals.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn listen() -> std::io::Result<()> {
    Ok(())
}

/// The number of the signal that has come, if one has.
#[cfg(unix)]
pub fn signal() -> Option<u8> {
    let signal = latest().load(std::sync::atomic::Ordering::Relaxed);
    u8::try_from(signal).ok().filter(|&signal| signal > 0)
}

/// None comes where there are none.
#[cfg(not(unix))]
pub fn signal() -> Option<u8> {
    None
}

/// Begins to listen for Ctrl-C alone, if it comes from a terminal that the program reads
/// from: someone sits there to whom the program goes on talking.
///
/// # Errors
/// When the system does not let it.
#[cfg(unix)]
pub fn listen_at_terminal() -> std::io::Result<()> {
    use signal_hook::consts::SIGINT;
    use std::io::IsTerminal;
    if std::io::stdin().is_terminal() {
        let latest = std::sync::Arc::clone(latest());
        signal_hook::flag::register_usize(SIGINT, latest, SIGINT as usize)?;
    }
    Ok(())
}

/// Does nothing where there are no signals.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn listen_at_terminal() -> std::io::Result<()> {
    Ok(())
}

/// True if a signal has come since this was last asked.
#[cfg(unix)]
pub fn take() -> bool {
    latest().swap(0, std::sync::atomic::Ordering::Relaxed) > 0
}

/// None comes where there are none.
#[cfg(not(unix))]
pub fn take() -> bool {
    false
}

/// True once a signal has come.
pub fn is_pending() -> bool {
    signal().is_some()
}

/// The latest signal; 0 before the first.
#[cfg(unix)]
fn latest() -> &'static std::sync::Arc<std::sync::atomic::AtomicUsize> {
    static LATEST: std::sync::OnceLock<std::sync::Arc<std::sync::atomic::AtomicUsize>> =
        std::sync::OnceLock::new();
    LATEST.get_or_init(Default::default)
}

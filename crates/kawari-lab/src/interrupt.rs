//! Clean shutdown on Ctrl-C, SIGTERM and SIGHUP.
//!
//! After [`listen`], these signals no longer kill the process: they set a flag. Work on
//! several threads ([`ordered_map`](super::ordered_map)) polls the flag and stops early, so
//! that a tool can print a summary and quit its engines.

/// The error of work that cannot be left unfinished when a signal arrives.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// Registers the signal handlers for the rest of the process. A SIGHUP that is already
/// ignored, as under `nohup`, stays ignored.
///
/// # Errors
/// Returns the I/O error if a handler cannot be registered.
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
    // SAFETY: With a null new action, `sigaction` only writes the current one to `action`,
    // which has room for it. `action` is read only if the call succeeded.
    unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) == 0
            && action.assume_init().sa_sigaction == libc::SIG_IGN
    }
}

/// Does nothing on this platform.
///
/// # Errors
/// Never returns an error.
#[cfg(not(unix))]
pub fn listen() -> std::io::Result<()> {
    Ok(())
}

/// Returns the number of the latest signal received, if any.
#[cfg(unix)]
pub fn signal() -> Option<u8> {
    let signal = latest().load(std::sync::atomic::Ordering::Relaxed);
    u8::try_from(signal).ok().filter(|&signal| signal > 0)
}

/// Returns `None` on this platform.
#[cfg(not(unix))]
pub fn signal() -> Option<u8> {
    None
}

/// Registers a handler for Ctrl-C alone, if standard input is a terminal. For interactive
/// commands, which continue after Ctrl-C.
///
/// # Errors
/// Returns the I/O error if the handler cannot be registered.
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

/// Does nothing on this platform.
///
/// # Errors
/// Never returns an error.
#[cfg(not(unix))]
pub fn listen_at_terminal() -> std::io::Result<()> {
    Ok(())
}

/// Returns true if a signal arrived since the last call, and clears the flag.
#[cfg(unix)]
pub fn take() -> bool {
    latest().swap(0, std::sync::atomic::Ordering::Relaxed) > 0
}

/// Returns false on this platform.
#[cfg(not(unix))]
pub fn take() -> bool {
    false
}

/// Returns true once a signal has arrived.
pub fn is_pending() -> bool {
    signal().is_some()
}

/// Returns the cell with the latest signal number, 0 before the first.
#[cfg(unix)]
fn latest() -> &'static std::sync::Arc<std::sync::atomic::AtomicUsize> {
    static LATEST: std::sync::OnceLock<std::sync::Arc<std::sync::atomic::AtomicUsize>> =
        std::sync::OnceLock::new();
    LATEST.get_or_init(Default::default)
}

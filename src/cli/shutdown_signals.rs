//! Ends the USI loop on a signal, or when the client has closed the output pipe.

use kawari_protocol::command_loop::LoopInterrupt;

/// Starts the threads that end the USI loop on SIGINT, SIGTERM or a closed output.
#[cfg(unix)]
pub fn end_on_signal(interrupt: LoopInterrupt) {
    use std::thread;

    if let Err(error) = unix::watch_signals(interrupt.clone()) {
        log::warn!("cannot handle signals, they end the process without cleanup: {error}");
    }
    let watch = move || unix::watch_output(&interrupt);
    if let Err(error) = thread::Builder::new().name("output watch".to_owned()).spawn(watch) {
        log::warn!(
            "cannot watch standard output, a closed pipe is found at the next write: {error}"
        );
    }
}

/// Does nothing without Unix signals. A closed output is found at the next write.
#[cfg(not(unix))]
pub fn end_on_signal(_: LoopInterrupt) {}

#[cfg(unix)]
mod unix {
    use std::{io, process, thread};

    use kawari_protocol::command_loop::LoopInterrupt;
    use rustix::event::{PollFd, PollFlags, poll};
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    /// Starts a thread that ends the USI loop at the first SIGINT or SIGTERM, and the process at
    /// the second.
    ///
    /// # Errors
    /// Returns an error if the signal handler or the thread cannot be installed.
    pub fn watch_signals(interrupt: LoopInterrupt) -> io::Result<()> {
        let mut signals = Signals::new([SIGINT, SIGTERM])?;
        let listen = move || {
            for (number, _) in signals.forever().enumerate() {
                if number > 0 {
                    process::exit(1);
                }
                interrupt.raise();
            }
        };
        thread::Builder::new().name("signals".to_owned()).spawn(listen)?;
        Ok(())
    }

    /// Waits until the reader of standard output has closed it, then ends the USI loop.
    pub fn watch_output(interrupt: &LoopInterrupt) {
        let stdout = io::stdout();
        // Without requested events, `poll` still reports errors and hang-ups.
        let mut output = [PollFd::new(&stdout, PollFlags::empty())];
        loop {
            match poll(&mut output, None) {
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return log::warn!("cannot watch standard output: {error}"),
                Ok(_) if output[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) => {
                    return interrupt.raise();
                }
                // Some systems cannot poll every kind of file.
                Ok(_) => return log::warn!("cannot watch standard output"),
            }
        }
    }
}

//! How a conversation is ended from outside: by a signal, or by a client that has
//! gone without a word.

use kawari_protocol::command_loop::LoopInterrupt;

/// Ends the conversation when the system wants the program to end, or nobody can
/// hear it any more.
#[cfg(unix)]
pub fn end_on_signal(interrupt: LoopInterrupt) {
    use std::thread;

    if let Err(error) = unix::obey_signals(interrupt.clone()) {
        log::warn!("signals end the program at once: {error}");
    }
    let watch = move || unix::watch_output(&interrupt);
    if let Err(error) = thread::Builder::new().name("departure".to_owned()).spawn(watch) {
        log::warn!("a client that goes is missed at the next line alone: {error}");
    }
}

/// Where there are no signals, the system ends the program as it likes, and a
/// client that has gone is missed at the next line.
#[cfg(not(unix))]
pub fn end_on_signal(_: LoopInterrupt) {}

#[cfg(unix)]
mod unix {
    use std::{io, process, thread};

    use kawari_protocol::command_loop::LoopInterrupt;
    use rustix::event::{PollFd, PollFlags, poll};
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    /// Has the signals that end a program end the conversation first; a second one
    /// does not wait for it.
    pub fn obey_signals(interrupt: LoopInterrupt) -> io::Result<()> {
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

    /// Waits until nobody can read what the program writes, and ends the
    /// conversation then.
    pub fn watch_output(interrupt: &LoopInterrupt) {
        let stdout = io::stdout();
        // Nothing is asked for: errors and a hang-up are told all the same.
        let mut output = [PollFd::new(&stdout, PollFlags::empty())];
        loop {
            match poll(&mut output, None) {
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return log::warn!("standard output cannot be watched: {error}"),
                Ok(_) if output[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) => {
                    return interrupt.raise();
                }
                // Not every system can watch whatever it is.
                Ok(_) => return log::warn!("standard output cannot be watched"),
            }
        }
    }
}

//! Parallel map over an iterator, with results in input order.
//!
//! No crate covers all requirements: rayon does not keep the order of an infinite iterator,
//! and pariter panics when a worker panics. Here a worker's panic is an error.

use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Context, bail};

use super::interrupt;

/// Items in flight per thread. Enough that one slow item does not block the other threads,
/// few enough to hold in memory.
const WINDOW: usize = 16;

/// An item with the channel for its result.
type Assignment<T, R> = (T, SyncSender<R>);

/// Maps each item on `jobs` threads and passes the results to `sink` in the order of the
/// items, each as soon as all earlier results are ready.
///
/// A separate thread draws the items from their iterator, at most 16 per job ahead, so
/// memory use is bounded. `worker` is called once per thread and returns that thread's
/// map function.
///
/// If `sink` breaks or fails, or a signal is [pending](interrupt::is_pending), the function
/// returns without waiting for its threads; each of them exits after its current item.
/// Otherwise all threads have exited when the function returns.
///
/// # Errors
/// Returns the error of `sink`, or an error if a thread cannot be spawned or panics.
pub fn map<T, R, W>(
    jobs: usize,
    items: impl Iterator<Item = T> + Send + 'static,
    worker: impl Fn() -> W + Send + Sync + 'static,
    mut sink: impl FnMut(R) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<()>
where
    T: Send + 'static,
    R: Send + 'static,
    W: FnMut(T) -> R,
{
    let jobs = jobs.max(1);
    let (queue, waiting) = mpsc::channel::<Assignment<T, R>>();
    let (result_receivers, results) = mpsc::sync_channel(jobs * WINDOW);
    let source = spawn(move || {
        for item in items {
            let (sender, result) = mpsc::sync_channel(1);
            if result_receivers.send(result).is_err() || queue.send((item, sender)).is_err() {
                break;
            }
        }
    })?;
    let waiting = Arc::new(Mutex::new(waiting));
    let worker = Arc::new(worker);
    let mut threads = vec![source];
    for _ in 0..jobs {
        let (waiting, worker) = (Arc::clone(&waiting), Arc::clone(&worker));
        threads.push(spawn(move || work(&waiting, worker()))?);
    }
    drop(waiting);
    loop {
        let result_receiver = match wait(&results) {
            Received::Item(result_receiver) => result_receiver,
            Received::Disconnected => break,
            Received::Interrupted => return Ok(()),
        };
        match wait(&result_receiver) {
            Received::Item(result) => {
                if sink(result)?.is_break() {
                    return Ok(());
                }
            }
            Received::Disconnected => bail!(THREAD_PANICKED),
            Received::Interrupted => return Ok(()),
        }
    }
    // Either the iterator has ended or its thread panicked. Joining the thread shows which.
    for thread in threads {
        if thread.join().is_err() {
            bail!(THREAD_PANICKED);
        }
    }
    Ok(())
}

/// Error message when a result, or the next item, will never arrive.
const THREAD_PANICKED: &str = "a worker thread panicked";

/// Outcome of waiting on a channel.
enum Received<T> {
    Item(T),
    Disconnected,
    Interrupted,
}

/// Waits for an item from another thread, or for an interrupt. An item that arrives after
/// an interrupt is dropped, because the interrupt may have changed it.
fn wait<T>(source: &Receiver<T>) -> Received<T> {
    const POLL_INTERVAL: Duration = Duration::from_millis(100);
    loop {
        let received = source.recv_timeout(POLL_INTERVAL);
        if interrupt::is_pending() {
            return Received::Interrupted;
        }
        match received {
            Ok(item) => return Received::Item(item),
            Err(RecvTimeoutError::Disconnected) => return Received::Disconnected,
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

fn work<T, R>(waiting: &Mutex<Receiver<Assignment<T, R>>>, mut work: impl FnMut(T) -> R) {
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok((item, sender)) = next() {
        if sender.send(work(item)).is_err() {
            break;
        }
    }
}

fn spawn(run: impl FnOnce() + Send + 'static) -> anyhow::Result<JoinHandle<()>> {
    thread::Builder::new().spawn(run).context("cannot spawn a thread")
}

/// Returns the requested number of threads, by default the number of cores.
pub fn jobs(requested: Option<usize>) -> usize {
    requested.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn results_keep_the_order_of_the_items() {
        let worker = || {
            |number: u64| {
                thread::sleep(Duration::from_micros(number * 7919 % 13 * 50));
                number * number
            }
        };
        for jobs in [1, 2, 7] {
            let mut results = Vec::new();
            map(jobs, 0..200, worker, |result| {
                results.push(result);
                Ok(ControlFlow::Continue(()))
            })
            .expect("nothing fails");
            assert!(results.iter().copied().eq((0..200).map(|number| number * number)));
        }
    }

    #[test]
    fn an_infinite_iterator_is_drawn_only_as_far_as_needed() {
        let drawn = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&drawn);
        let items = (0..).inspect(move |_: &u64| {
            counter.fetch_add(1, Ordering::Relaxed);
        });
        let mut last = 0;
        map(
            2,
            items,
            || |number| number,
            |number| {
                last = number;
                Ok(if number == 9 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            },
        )
        .expect("nothing fails");
        assert_eq!(last, 9);
        assert!(drawn.load(Ordering::Relaxed) <= 10 + 2 * WINDOW + 3);
    }

    #[test]
    fn a_worker_panic_is_an_error() {
        let worker = || |number: u64| assert!(number < 3, "this panic is part of the test");
        let result = map(2, 0..9, worker, |()| Ok(ControlFlow::Continue(())));
        assert!(result.is_err());
    }

    #[test]
    fn an_iterator_panic_is_an_error() {
        let items = (0..9).inspect(|&n: &u64| assert!(n < 3, "this panic is part of the test"));
        let result = map(2, items, || |number| number, |_| Ok(ControlFlow::Continue(())));
        assert!(result.is_err());
    }
}

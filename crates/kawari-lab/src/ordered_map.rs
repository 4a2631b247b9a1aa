//! Work on several threads, its results in order.
//!
//! Written here because no crate does all of it: rayon gives no order to an endless
//! stream, and pariter's pipelines panic where a worker does, which is an error here.

use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Context, bail};

use super::interrupt;

/// Items that may be under way for each thread: enough that one slow item does
/// not keep the others waiting, few enough to hold in memory.
const WINDOW: usize = 16;

/// An item, and where its result is awaited.
type Assignment<T, R> = (T, SyncSender<R>);

/// Does something with each item on `jobs` threads and hands the results to
/// `sink` in the order of the items, each as soon as all before it are there.
///
/// Items are taken from their iterator, on a thread of its own, only when there
/// is room for them, so neither items nor results pile up. `worker` makes what
/// one thread works with. When `sink` breaks off or fails, or an
/// [interrupt] has come, this returns at once; the threads end with
/// the item that they are at. Else they have ended when this returns.
///
/// # Errors
/// The error of `sink`, or that a thread could not begin or has died.
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
            Awaited::Here(result_receiver) => result_receiver,
            Awaited::Never => break,
            Awaited::Interrupted => return Ok(()),
        };
        match wait(&result_receiver) {
            Awaited::Here(result) => {
                if sink(result)?.is_break() {
                    return Ok(());
                }
            }
            Awaited::Never => bail!(DEATH),
            Awaited::Interrupted => return Ok(()),
        }
    }
    // The end of the items, or of the thread that takes them: only joining it tells which.
    for thread in threads {
        if thread.join().is_err() {
            bail!(DEATH);
        }
    }
    Ok(())
}

/// Why a result, or the next item, will never come.
const DEATH: &str = "a worker thread has died";

/// What has become of something awaited.
enum Awaited<T> {
    Here(T),
    Never,
    Interrupted,
}

/// Waits for something from another thread, or for an interrupt: what comes after one
/// may be its doing.
fn wait<T>(source: &Receiver<T>) -> Awaited<T> {
    /// Time between two looks for an interrupt.
    const LOOK: Duration = Duration::from_millis(100);
    loop {
        let received = source.recv_timeout(LOOK);
        if interrupt::is_pending() {
            return Awaited::Interrupted;
        }
        match received {
            Ok(item) => return Awaited::Here(item),
            Err(RecvTimeoutError::Disconnected) => return Awaited::Never,
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
    thread::Builder::new().spawn(run).context("the system has no thread left")
}

/// The number of threads to work on: as many as were asked for, else as many as
/// the machine runs at once.
pub fn jobs(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn results_come_in_order_whatever_each_takes() {
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
    fn an_endless_stream_is_taken_no_further_than_needed() {
        let taken = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&taken);
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
        assert!(taken.load(Ordering::Relaxed) <= 10 + 2 * WINDOW + 3);
    }

    #[test]
    fn a_dead_worker_is_an_error() {
        let worker = || |number: u64| assert!(number < 3, "this panic is part of the test");
        let result = map(2, 0..9, worker, |()| Ok(ControlFlow::Continue(())));
        assert!(result.is_err());
    }

    #[test]
    fn items_that_panic_are_not_taken_for_their_end() {
        let items = (0..9).inspect(|&n: &u64| assert!(n < 3, "this panic is part of the test"));
        let result = map(2, items, || |number| number, |_| Ok(ControlFlow::Continue(())));
        assert!(result.is_err());
    }
}

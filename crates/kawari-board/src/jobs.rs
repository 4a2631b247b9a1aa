//! Running searches, which stop when their client disconnects, and other long jobs on
//! separate threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, mpsc};
use tokio::time;

use super::engine_pool::Lease;
use super::limits;
use super::stream::{First, LineSender, first};
use kawari_api::failure::Failure;
use kawari_api::search::FaultJson;
use kawari_engine::engine::search_events::{SearchAnswer, SearchEvent, SearchInfo};
use kawari_engine::engine::session::{GoError, SearchRequest};
use kawari_records::records::movetext::MoveBudget;
use serde::Serialize;

/// Starts a search and passes its events on until it ends. Returns `None` if the client
/// disconnects first; dropping the lease then stops the search.
///
/// # Errors
/// Returns a [`GoError`] if the search cannot be started.
pub async fn follow_search<L: Serialize + From<FaultJson>>(
    lease: &mut Lease,
    request: &SearchRequest,
    lines: &LineSender<L>,
    mut on_info: impl FnMut(SearchInfo),
) -> Result<Option<SearchAnswer>, GoError> {
    let (sender, mut events) = mpsc::unbounded_channel();
    // The channel is unbounded, so that the search never waits for the client.
    lease.session().go(request, Box::new(move |event| drop(sender.send(event))))?;
    loop {
        let event = first(lines.closed(), time::timeout(limits::SILENCE, events.recv())).await;
        match event {
            First::One(()) => return Ok(None),
            First::Other(Err(_)) => lines.send_keepalive(),
            First::Other(Ok(Some(SearchEvent::Info(info)))) => on_info(info),
            // Final node count of a search without an info line. The page does not need it.
            First::Other(Ok(Some(SearchEvent::Spent(_)))) => {}
            First::Other(Ok(Some(SearchEvent::Fault(message)))) => {
                log::error!("search fault: {message}");
                lines.send(FaultJson { message });
            }
            First::Other(Ok(Some(SearchEvent::Done(answer)))) => return Ok(Some(answer)),
            // Every search ends with `Done`; this is unreachable in practice.
            First::Other(Ok(None)) => return Ok(None),
        }
    }
}

/// Runs work that may take more than a few milliseconds on another thread.
///
/// # Errors
/// Returns the error of the work, or a [fault](Failure::fault) if it panics.
pub async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(Failure::fault()))
}

/// A flag that is set when a job's request is cancelled.
#[derive(Clone, Debug, Default)]
pub struct CancelFlag(Arc<AtomicBool>);

impl CancelFlag {
    /// True once the request is cancelled.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Creates the budget of a job that reads or writes records.
    pub fn budget(&self) -> MoveBudget {
        let flag = self.clone();
        MoveBudget::new(move || flag.is_set())
    }

    /// Cancels the job.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Sets a [`CancelFlag`] when it is dropped.
struct CancelOnDrop(CancelFlag);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.set();
    }
}

/// A queue of long jobs, such as the import of game records. At most [`limits::JOBS`] run at
/// the same time, so that other requests find a free thread.
#[derive(Clone, Debug)]
pub struct JobQueue(Arc<Semaphore>);

impl JobQueue {
    /// Creates an empty queue.
    pub fn new() -> Self {
        Self(Arc::new(Semaphore::new(limits::JOBS)))
    }

    /// Waits for the job's turn and runs it on another thread. The returned future is dropped
    /// when the client disconnects. This discards a waiting job and sets the flag of a running
    /// one.
    ///
    /// # Errors
    /// The error of the job, or a [fault](Failure::fault) if it panics.
    pub async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&CancelFlag) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let permit = Arc::clone(&self.0).acquire_owned().await.map_err(|_| Failure::fault())?;
        let guard = CancelOnDrop(CancelFlag::default());
        let cancel = guard.0.clone();
        run_blocking(move || {
            let _permit = permit;
            job(&cancel)
        })
        .await
    }
}

/// Returns the milliseconds since `moment`, rounded up.
pub fn milliseconds_since(moment: Instant) -> u64 {
    let elapsed = moment.elapsed() + Duration::from_micros(999);
    u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::sync::mpsc;
    use std::task::Poll;
    use std::thread;

    use tokio::runtime::{Builder, Runtime};

    use super::*;

    const TIMEOUT: Duration = Duration::from_secs(120);

    fn runtime() -> Runtime {
        // One thread for each job, and one for another request.
        let threads = limits::JOBS + 1;
        let mut builder = Builder::new_current_thread();
        builder.enable_all().max_blocking_threads(threads).build().expect("a runtime")
    }

    /// Starts a job that runs until it is cancelled. It sends a message at its start and end.
    async fn start(queue: JobQueue, started: mpsc::Sender<()>, ended: mpsc::Sender<()>) {
        let job = move |cancel: &CancelFlag| {
            let _ = started.send(());
            while !cancel.is_set() {
                thread::sleep(Duration::from_millis(1));
            }
            let _ = ended.send(());
            Ok(())
        };
        let _ = queue.run(job).await;
    }

    #[test]
    fn jobs_leave_threads_for_other_requests() {
        let (queue, runtime) = (JobQueue::new(), runtime());
        let ((started, starts), (ended, _ends)) = (mpsc::channel(), mpsc::channel());
        runtime.block_on(async {
            let jobs: Vec<_> = (0..4 * limits::JOBS)
                .map(|_| tokio::spawn(start(queue.clone(), started.clone(), ended.clone())))
                .collect();
            // Lets every job enter the queue before the other request.
            tokio::task::yield_now().await;
            let result = time::timeout(TIMEOUT, run_blocking(|| Ok(1))).await;
            assert_eq!(result, Ok(Ok(1)), "all threads are busy");
            for _ in 0..limits::JOBS {
                starts.recv_timeout(TIMEOUT).expect("a job starts");
            }
            jobs.iter().for_each(tokio::task::JoinHandle::abort);
        });
        drop((runtime, started));
        assert_eq!(starts.iter().count(), 0, "too many jobs run at the same time");
    }

    #[test]
    fn a_job_is_cancelled_with_its_request() {
        let (queue, runtime) = (JobQueue::new(), runtime());
        let ((started, starts), (ended, ends)) = (mpsc::channel(), mpsc::channel());
        let mut request = Box::pin(start(queue, started, ended));
        runtime.block_on(std::future::poll_fn(|context| {
            assert!(request.as_mut().poll(context).is_pending());
            Poll::Ready(())
        }));
        starts.recv_timeout(TIMEOUT).expect("the job starts");
        drop(request);
        ends.recv_timeout(TIMEOUT).expect("the job ends");
    }
}

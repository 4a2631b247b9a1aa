//! A search at work: its events as they come, and its end as soon as nobody listens. Other
//! long work, on separate threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, mpsc};
use tokio::time;

use super::engine_pool::Lease;
use super::failure::Failure;
use super::limits;
use super::stream::{First, LineSender, first};
use kawari_engine::engine::game_state::{self, GameState, StartPosition};
use kawari_engine::engine::search_events::{SearchAnswer, SearchEvent, SearchInfo};
use kawari_engine::engine::session::{GoError, SearchRequest};
use kawari_engine::games::variants::Variant;
use kawari_engine::search::transposition_table::Bound;
use kawari_records::game_log::LoggedScore;
use kawari_records::records::movetext::MoveBudget;
use serde::Serialize;
use serde_json::json;

/// Begins a search and follows it to its answer. `None` when nobody listens any more; it
/// is for the seat to stop it then.
///
/// # Errors
/// When it cannot begin.
pub async fn follow_search(
    lease: &mut Lease,
    order: &SearchRequest,
    lines: &LineSender,
    mut on_info: impl FnMut(SearchInfo),
) -> Result<Option<SearchAnswer>, GoError> {
    let (sender, mut events) = mpsc::unbounded_channel();
    // The search never waits for whoever hears of it.
    lease.session().go(order, Box::new(move |event| drop(sender.send(event))))?;
    loop {
        let event = first(lines.closed(), time::timeout(limits::SILENCE, events.recv())).await;
        match event {
            First::One(()) => return Ok(None),
            First::Other(Err(_)) => lines.send_keepalive(),
            First::Other(Ok(Some(SearchEvent::Info(info)))) => on_info(info),
            // It ended before there was anything to tell.
            First::Other(Ok(Some(SearchEvent::Spent(_)))) => {}
            First::Other(Ok(Some(SearchEvent::Fault(message)))) => {
                log::error!("a fault in the search: {message}");
                lines.send(&json!({ "type": "fault", "message": message }));
            }
            First::Other(Ok(Some(SearchEvent::Done(answer)))) => return Ok(Some(answer)),
            // The search always says that it is done.
            First::Other(Ok(None)) => return Ok(None),
        }
    }
}

/// Does on another thread what may take longer than a moment.
///
/// # Errors
/// What it says, or a [fault](Failure::fault) when it breaks down.
pub async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(Failure::fault()))
}

/// A flag that is set when the request that a job works for is cancelled.
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

/// A queue of jobs that take long, such as reading a file of records. At most
/// [`limits::JOBS`] run at a time, so that threads are left for all other requests.
#[derive(Clone, Debug)]
pub struct JobQueue(Arc<Semaphore>);

impl JobQueue {
    /// Creates an empty queue.
    pub fn new() -> Self {
        Self(Arc::new(Semaphore::new(limits::JOBS)))
    }

    /// Waits for the job's turn and runs it on another thread. When the returned future is
    /// dropped, as it is when the client has gone, a waiting job is not run and the flag of
    /// a running one is set.
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

/// Puts principal variations into the written notation of a position.
pub struct RecordWriter {
    game_state: Box<dyn GameState>,
    sfen: String,
}

impl RecordWriter {
    /// For the latest position of a line.
    pub fn new(variant: Variant, game_state: &dyn GameState) -> Self {
        Self { game_state: game_state::open(variant), sfen: game_state.sfen() }
    }

    /// The moves as records write them, as far as they are legal.
    pub fn record(&mut self, moves: &[String]) -> Vec<String> {
        let words: Vec<&str> = moves.iter().map(String::as_str).collect();
        match self.game_state.set(StartPosition::Sfen(&self.sfen), &words) {
            Ok(()) => self.game_state.record(),
            Err(error) => {
                log::error!("a principal variation: {error}");
                Vec::new()
            }
        }
    }
}

/// A line of progress.
#[derive(Debug, Serialize)]
pub struct InfoJson {
    #[serde(rename = "type")]
    kind: &'static str,
    multipv: usize,
    depth: u32,
    seldepth: u32,
    score: LoggedScore,
    bound: &'static str,
    nodes: u64,
    nps: u64,
    time: u128,
    hashfull: u32,
    pv: Vec<String>,
    record: Vec<String>,
}

impl InfoJson {
    /// What a search says, with its moves in writing.
    pub fn new(info: SearchInfo, writer: &mut RecordWriter) -> Self {
        Self {
            kind: "info",
            multipv: info.multipv,
            depth: info.depth,
            seldepth: info.seldepth,
            score: info.score.into(),
            bound: match info.bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            },
            nodes: info.nodes,
            nps: info.nodes_per_second(),
            time: info.time.as_millis(),
            hashfull: info.hashfull,
            record: writer.record(&info.pv),
            pv: info.pv,
        }
    }
}

/// Whole milliseconds since a moment, begun ones included.
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

    const PATIENCE: Duration = Duration::from_secs(120);

    fn runtime() -> Runtime {
        // Threads for the jobs and for one other request.
        let threads = limits::JOBS + 1;
        let mut builder = Builder::new_current_thread();
        builder.enable_all().max_blocking_threads(threads).build().expect("a runtime")
    }

    /// Starts a job that ends when it is cancelled, and says so.
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
            // Every job is queued before anything else is asked for.
            tokio::task::yield_now().await;
            let answer = time::timeout(PATIENCE, run_blocking(|| Ok(1))).await;
            assert_eq!(answer, Ok(Ok(1)), "all threads are taken");
            for _ in 0..limits::JOBS {
                starts.recv_timeout(PATIENCE).expect("a job starts");
            }
            jobs.iter().for_each(tokio::task::JoinHandle::abort);
        });
        drop((runtime, started));
        assert_eq!(starts.iter().count(), 0, "too many jobs run at once");
    }

    #[test]
    fn a_job_ends_with_its_request() {
        let (queue, runtime) = (JobQueue::new(), runtime());
        let ((started, starts), (ended, ends)) = (mpsc::channel(), mpsc::channel());
        let mut request = Box::pin(start(queue, started, ended));
        runtime.block_on(std::future::poll_fn(|context| {
            assert!(request.as_mut().poll(context).is_pending());
            Poll::Ready(())
        }));
        starts.recv_timeout(PATIENCE).expect("the job starts");
        drop(request);
        ends.recv_timeout(PATIENCE).expect("the job ends");
    }
}

//! The server: accepts connections from this machine and enforces limits on them.

use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::runtime;
use tokio::sync::Semaphore;
use tokio::time::{self, Sleep};

use super::api;
use super::guard::{self, Guard};
use super::limits;
use super::stream::{First, first};
use super::token::PageToken;
use kawari_api::error_code::ErrorCode;
use kawari_api::failure::Failure;

/// Default port. Browsers store the page's data by address, so the port should not change.
pub const DEFAULT_PORT: u16 = 8338;

/// A server with a bound address.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    token: PageToken,
}

impl Server {
    /// Binds a port of the loopback interface. Without `port`, binds [`DEFAULT_PORT`], or any
    /// free port if that one is taken.
    ///
    /// # Errors
    /// Returns an error if the port cannot be bound or the system's random number generator
    /// fails.
    pub fn bind(port: Option<u16>) -> io::Result<Self> {
        let listener = match port {
            Some(port) => listen(port)?,
            None => listen(DEFAULT_PORT).or_else(|_| listen(0))?,
        };
        let address = listener.local_addr()?;
        let token = PageToken::new().map_err(io::Error::other)?;
        Ok(Self { listener, address, token })
    }

    /// Returns the address of the page, including the token.
    pub fn url(&self) -> String {
        format!("http://{}/#token={}", self.address, self.token)
    }

    /// Serves requests until the future that `end` returns completes, then stops all searches.
    ///
    /// # Errors
    /// Returns an error if the runtime cannot be started or `end` fails.
    pub fn run<E>(self, end: impl FnOnce() -> io::Result<E>) -> io::Result<()>
    where
        E: Future<Output = ()>,
    {
        /// Threads for blocking work: positions, records, transposition tables.
        const THREADS: usize = 8;
        /// Time limit for blocking work after the end.
        const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(500);
        check_descriptors(&self.listener)?;
        let runtime = runtime::Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(THREADS)
            .build()?;
        let router = api::router(Guard::new(self.address, self.token));
        let served = runtime.block_on(async {
            self.listener.set_nonblocking(true)?;
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            first(end()?, accept(listener, router)).await;
            Ok(())
        });
        // Closes all connections. Each search stops when its task is dropped.
        runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
        served
    }
}

/// Checks that enough file descriptors are left to serve connections. tokio panics if it has
/// none for signals.
///
/// # Errors
/// Returns the system's error if there are too few.
fn check_descriptors(listener: &TcpListener) -> io::Result<()> {
    /// tokio opens six.
    const NEEDED: usize = 8;
    let opened: io::Result<Vec<TcpListener>> = (0..NEEDED).map(|_| listener.try_clone()).collect();
    opened.map(drop)
}

fn listen(port: u16) -> io::Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
}

/// Accepts connections forever.
async fn accept(listener: tokio::net::TcpListener, router: Router) {
    /// Delay after a failed accept, for example without a free file descriptor.
    const RETRY_INTERVAL: Duration = Duration::from_millis(50);
    let permits = Arc::new(Semaphore::new(limits::CONNECTIONS));
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                log::warn!("cannot accept a connection: {error}");
                time::sleep(RETRY_INTERVAL).await;
                continue;
            }
        };
        match Arc::clone(&permits).try_acquire_owned() {
            Ok(permit) => {
                let router = router.clone();
                tokio::spawn(async move {
                    serve(stream, router).await;
                    drop(permit);
                });
            }
            Err(_) => reject_connection(&stream).await,
        }
    }
}

/// Sends an error to a connection beyond [`limits::CONNECTIONS`].
async fn reject_connection(stream: &TcpStream) {
    let failure = Failure::new(ErrorCode::Connections, "too many connections");
    let response = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\n{}\
         connection: close\r\n\r\n{}",
        guard::header_lines(),
        failure.body()
    );
    // A new connection's send buffer has room for the response.
    if stream.writable().await.is_ok() {
        let _ = stream.try_write(response.as_bytes());
    }
}

async fn serve(stream: TcpStream, router: Router) {
    // Sends each line of a stream without delay.
    let _ = stream.set_nodelay(true);
    let (read, write) = stream.into_split();
    let read = Arc::new(read);
    let has_read = Arc::new(AtomicBool::new(false));
    let io = TimedStream {
        read: Arc::clone(&read),
        has_read: Arc::clone(&has_read),
        write,
        deadline: None,
        missing_headers: Vec::new(),
    };
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits::HEAD_TIME)
        .max_buf_size(limits::HEAD)
        .max_headers(limits::HEADERS)
        .half_close(false)
        .serve_connection(TokioIo::new(io), TowerToHyperService::new(router));
    // Polls the connection first, so that pending responses are sent before a close is seen.
    match first(connection, closed(read.as_ref().as_ref(), &has_read)).await {
        First::One(Ok(())) => {}
        First::One(Err(error)) => log::debug!("connection error: {error}"),
        First::Other(()) => log::debug!("connection closed by its client"),
    }
}

/// Waits until the client has closed its side of a connection. hyper detects this only after
/// it has read all earlier data, and it does not read while it writes a response.
///
/// Also returns if [`limits::UNREAD`] bytes wait and none is read: they may fill the receive
/// buffer, and then the close does not arrive. `has_read` is set by every read.
async fn closed(stream: &TcpStream, has_read: &AtomicBool) {
    /// Poll interval while there are unread bytes. Without unread bytes, `ready` waits.
    const INTERVAL: Duration = Duration::from_millis(100);
    let mut unread = vec![0; limits::UNREAD];
    while let Ok(ready) = stream.ready(Interest::READABLE).await {
        if ready.is_read_closed() {
            return;
        }
        has_read.store(false, Ordering::Relaxed);
        time::sleep(INTERVAL).await;
        if !has_read.load(Ordering::Relaxed)
            && stream.peek(&mut unread).await.is_ok_and(|length| length == unread.len())
        {
            return;
        }
    }
}

/// A connection with a time limit for writes, which adds the security headers to the error
/// responses that hyper creates.
struct TimedStream {
    read: Arc<OwnedReadHalf>,
    /// Set by every read.
    has_read: Arc<AtomicBool>,
    write: OwnedWriteHalf,
    /// Deadline of the pending write.
    deadline: Option<Pin<Box<Sleep>>>,
    /// Bytes of security headers still to be inserted into a response head of hyper.
    missing_headers: Vec<u8>,
}

impl TimedStream {
    fn write_with_deadline(
        &mut self,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(written) = Pin::new(&mut self.write).poll_write(context, bytes) {
            self.deadline = None;
            return Poll::Ready(written);
        }
        let deadline =
            self.deadline.get_or_insert_with(|| Box::pin(time::sleep(limits::WRITE_TIME)));
        ready!(deadline.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

/// Returns whether bytes end with a response that hyper creates for a request head that it
/// cannot parse. Such a response has no body and is the last one of its connection.
fn is_hyper_error_response(bytes: &[u8]) -> bool {
    /// Maximum length of such a head. The heads of all other responses are longer.
    const MAX_HEAD: usize = 256;
    let end = String::from_utf8_lossy(&bytes[bytes.len().saturating_sub(MAX_HEAD)..]);
    end.rfind("HTTP/1.").is_some_and(|start| {
        let head = &end[start..];
        head.ends_with("\r\n\r\n")
            && head.contains("\r\nconnection: close\r\n")
            && head.contains("\r\ncontent-length: 0\r\n")
    })
}

impl AsyncRead for TimedStream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let stream = self.read.as_ref().as_ref();
        loop {
            ready!(stream.poll_read_ready(context))?;
            match stream.try_read(buffer.initialize_unfilled()) {
                Ok(read) => {
                    self.has_read.store(true, Ordering::Relaxed);
                    buffer.advance(read);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if is_hyper_error_response(bytes) {
            self.missing_headers = guard::header_lines().into_bytes();
        }
        if self.missing_headers.is_empty() {
            return self.write_with_deadline(context, bytes);
        }
        // Writes the head without its final empty line, then the headers, then the empty line.
        if let head @ [_, ..] = &bytes[..bytes.len().saturating_sub(2)] {
            return self.write_with_deadline(context, head);
        }
        while !self.missing_headers.is_empty() {
            let headers = std::mem::take(&mut self.missing_headers);
            let written = self.write_with_deadline(context, &headers);
            self.missing_headers = headers;
            let written = ready!(written)?;
            self.missing_headers.drain(..written);
        }
        self.write_with_deadline(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.write).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.write).poll_shutdown(context)
    }
}

/// Returns a future that waits for Ctrl-C or SIGTERM.
///
/// # Errors
/// Returns an error if the signal handlers cannot be installed.
#[cfg(unix)]
pub fn interrupted() -> io::Result<impl Future<Output = ()>> {
    use super::stream::First;
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut end) =
        (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        match first(interrupt.recv(), end.recv()).await {
            First::One(_) | First::Other(_) => {}
        }
    })
}

/// Returns a future that waits for Ctrl-C.
///
/// # Errors
/// Never fails on this platform.
#[cfg(not(unix))]
pub fn interrupted() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

//! The server: connections from this machine, and limits on what each may take.

use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::pin::Pin;
use std::sync::Arc;
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

/// The port that the board usually has, so that a browser finds again what the page has
/// kept.
pub const USUAL_PORT: u16 = 8338;

/// A server that has its address, and waits for connections.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    token: PageToken,
}

impl Server {
    /// Takes a port of this machine, which nobody else can reach: the one that is asked
    /// for, or the usual one, or any when that is taken.
    ///
    /// # Errors
    /// When the port cannot be had, or the system has no random bits.
    pub fn bind(port: Option<u16>) -> io::Result<Self> {
        let listener = match port {
            Some(port) => listen(port)?,
            None => listen(USUAL_PORT).or_else(|_| listen(0))?,
        };
        let address = listener.local_addr()?;
        let token = PageToken::new().map_err(io::Error::other)?;
        Ok(Self { listener, address, token })
    }

    /// The address of the page, with the token that it needs.
    pub fn url(&self) -> String {
        format!("http://{}/#token={}", self.address, self.token)
    }

    /// Answers until `end` comes, and stops what searches then.
    ///
    /// # Errors
    /// When the system does not let it.
    pub fn run<E>(self, end: impl FnOnce() -> io::Result<E>) -> io::Result<()>
    where
        E: Future<Output = ()>,
    {
        /// For work aside: positions, records, tables.
        const THREADS: usize = 8;
        /// What such work may take once the end has come.
        const PATIENCE: Duration = Duration::from_millis(500);
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
        // Whoever is still answered is cut off, and every search goes with its task.
        runtime.shutdown_timeout(PATIENCE);
        served
    }
}

/// Checks that the system has enough file descriptors left to serve connections. tokio
/// panics if it has none left for signals.
///
/// # Errors
/// When there are too few.
fn check_descriptors(listener: &TcpListener) -> io::Result<()> {
    /// tokio itself opens six.
    const NEEDED: usize = 8;
    let opened: io::Result<Vec<TcpListener>> = (0..NEEDED).map(|_| listener.try_clone()).collect();
    opened.map(drop)
}

fn listen(port: u16) -> io::Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
}

/// Takes connections for as long as it is polled.
async fn accept(listener: tokio::net::TcpListener, router: Router) {
    /// What is waited for when the system has no file descriptor left.
    const RETRY_INTERVAL: Duration = Duration::from_millis(50);
    let places = Arc::new(Semaphore::new(limits::CONNECTIONS));
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                log::warn!("a connection: {error}");
                time::sleep(RETRY_INTERVAL).await;
                continue;
            }
        };
        match Arc::clone(&places).try_acquire_owned() {
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

/// Tells one connection too many that it is.
async fn reject_connection(stream: &TcpStream) {
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\n{}\
         connection: close\r\n\r\n\
         {{\"error\":{{\"code\":\"connections\",\"message\":\"too many connections\"}}}}",
        guard::header_lines()
    );
    // It has room for this; who has closed it already misses nothing.
    if stream.writable().await.is_ok() {
        let _ = stream.try_write(answer.as_bytes());
    }
}

async fn serve(stream: TcpStream, router: Router) {
    // Lines go out when they are written.
    let _ = stream.set_nodelay(true);
    let (read, write) = stream.into_split();
    let read = Arc::new(read);
    let io =
        TimedStream { read: Arc::clone(&read), write, deadline: None, missing_headers: Vec::new() };
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits::HEAD_TIME)
        .max_buf_size(limits::HEAD)
        .max_headers(limits::HEADERS)
        .half_close(false)
        .serve_connection(TokioIo::new(io), TowerToHyperService::new(router));
    // The connection is polled first: what can be answered without a wait is answered.
    match first(connection, closed(read.as_ref().as_ref())).await {
        First::One(Ok(())) => {}
        First::One(Err(error)) => log::debug!("a connection: {error}"),
        First::Other(()) => log::debug!("a connection was closed by its client"),
    }
}

/// Waits until the client has closed its side of a connection. hyper notices this only once
/// it has read what the client has sent before, and it does not read on while it answers.
async fn closed(stream: &TcpStream) {
    /// The time between two looks while unread bytes wait. Without any, nothing is polled.
    const INTERVAL: Duration = Duration::from_millis(100);
    while let Ok(ready) = stream.ready(Interest::READABLE).await {
        if ready.is_read_closed() {
            return;
        }
        time::sleep(INTERVAL).await;
    }
}

/// A connection that does not wait for ever until it is read, and in which every answer has
/// the headers that all have.
struct TimedStream {
    read: Arc<OwnedReadHalf>,
    write: OwnedWriteHalf,
    /// When what is to be written has waited for long enough.
    deadline: Option<Pin<Box<Sleep>>>,
    /// Bytes of the headers still to be inserted into a head that hyper has written.
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

/// True if bytes end with the head of an answer that hyper makes itself, to a head that it
/// cannot read. Such an answer has no body and is the last of its connection.
fn is_answer_of_hyper(bytes: &[u8]) -> bool {
    /// Such heads are shorter than this, those of other answers longer.
    const LONGEST: usize = 256;
    let end = String::from_utf8_lossy(&bytes[bytes.len().saturating_sub(LONGEST)..]);
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
        if is_answer_of_hyper(bytes) {
            self.missing_headers = guard::header_lines().into_bytes();
        }
        if self.missing_headers.is_empty() {
            return self.write_with_deadline(context, bytes);
        }
        // The head up to its last line, then the headers, then the empty line at its end.
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

/// Waits for Ctrl-C or SIGTERM.
///
/// # Errors
/// When the system does not let it.
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

/// Waits for Ctrl-C.
///
/// # Errors
/// When the system does not let it.
#[cfg(not(unix))]
pub fn interrupted() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

//! Streamed responses: lines of JSON, sent as soon as they are available.

use std::convert::Infallible;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use hyper::body::Frame;
use serde::Serialize;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

/// Sends lines of type `L` to a client.
///
/// The queue is unbounded, so that sending never blocks. It stays short: a search sends a few
/// lines per depth, and a client that does not read is disconnected after
/// [`WRITE_TIME`](super::limits::WRITE_TIME).
#[derive(Debug)]
pub struct LineSender<L> {
    sender: UnboundedSender<Bytes>,
    line: PhantomData<fn(L)>,
}

/// Creates a stream of lines and the response that carries it.
pub fn lines<L>() -> (LineSender<L>, Response) {
    let (sender, receiver) = mpsc::unbounded_channel();
    let mut response = Response::new(Body::new(LineBody(receiver)));
    let ndjson = HeaderValue::from_static("application/x-ndjson");
    response.headers_mut().insert(header::CONTENT_TYPE, ndjson);
    (LineSender { sender, line: PhantomData }, response)
}

impl<L: Serialize> LineSender<L> {
    /// Sends a line. Does nothing if the client has disconnected.
    pub fn send(&self, line: impl Into<L>) {
        match serde_json::to_vec(&line.into()) {
            Ok(mut line) => {
                line.push(b'\n');
                let _ = self.sender.send(line.into());
            }
            Err(error) => log::error!("cannot serialize a line of a response: {error}"),
        }
    }

    /// Sends an empty line, which keeps the connection alive.
    pub fn send_keepalive(&self) {
        let _ = self.sender.send(Bytes::from_static(b"\n"));
    }

    /// Waits until the client has disconnected.
    pub async fn closed(&self) {
        self.sender.closed().await;
    }
}

struct LineBody(UnboundedReceiver<Bytes>);

impl HttpBody for LineBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|line| line.map(|line| Ok(Frame::data(line))))
    }
}

/// Output of the first of two futures to complete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum First<A, B> {
    /// Output of the first argument.
    One(A),
    /// Output of the second argument.
    Other(B),
}

/// Waits for the first of two futures to complete. If both are ready, returns the output of
/// `one`.
pub async fn first<A, B>(
    one: impl Future<Output = A>,
    other: impl Future<Output = B>,
) -> First<A, B> {
    let (mut one, mut other) = (pin!(one), pin!(other));
    std::future::poll_fn(|context| {
        if let Poll::Ready(value) = one.as_mut().poll(context) {
            return Poll::Ready(First::One(value));
        }
        other.as_mut().poll(context).map(First::Other)
    })
    .await
}

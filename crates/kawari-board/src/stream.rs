//! Answers that are sent line by line while they come to be.

use std::convert::Infallible;
use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use hyper::body::Frame;
use serde::Serialize;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

/// Where lines of JSON go.
///
/// Sending never waits: a search says no more than some lines for each depth, and who
/// does not read them is closed before long.
#[derive(Clone, Debug)]
pub struct LineSender(UnboundedSender<Bytes>);

/// A stream of lines, and the answer that carries it.
pub fn lines() -> (LineSender, Response) {
    let (sender, receiver) = mpsc::unbounded_channel();
    let mut response = Response::new(Body::new(LineBody(receiver)));
    let ndjson = HeaderValue::from_static("application/x-ndjson");
    response.headers_mut().insert(header::CONTENT_TYPE, ndjson);
    (LineSender(sender), response)
}

impl LineSender {
    /// Sends a line; into the void when nobody is there any more.
    pub fn send(&self, line: &impl Serialize) {
        match serde_json::to_vec(line) {
            Ok(mut line) => {
                line.push(b'\n');
                let _ = self.0.send(line.into());
            }
            Err(error) => log::error!("a line of an answer: {error}"),
        }
    }

    /// Sends an empty line: all is well.
    pub fn send_keepalive(&self) {
        let _ = self.0.send(Bytes::from_static(b"\n"));
    }

    /// Waits until nobody listens any more.
    pub async fn closed(&self) {
        self.0.closed().await;
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

/// Which of two things came first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum First<A, B> {
    /// The one.
    One(A),
    /// The other.
    Other(B),
}

/// Waits for the first of two things; for the one, if both are there.
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

//! Bodies as they pass: a request's must arrive in time, an answer's must be taken.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use tokio::sync::Notify;
use tokio::time::Sleep;

use super::activity::{Activity, Receiving, Working};

/// What is left of a refused body is read up to this, so that the connection can go on.
pub const DRAIN_LIMIT_BYTES: u64 = 256 << 10;
const DRAIN_LIMIT: Duration = Duration::from_secs(5);
/// So long an answer waits for it: one that overtakes the body would break the connection of some clients.
const DRAIN_WAIT: Duration = Duration::from_secs(1);

/// Whether a body has come to its end, and a call for those who wait for that.
#[derive(Default)]
pub struct Ended {
    ended: AtomicBool,
    settled: Notify,
}

impl Ended {
    pub fn is_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    fn set(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }

    /// Waits until what nobody wanted was read, or too much of it.
    pub async fn settled(&self) {
        let _ = tokio::time::timeout(DRAIN_WAIT, self.settled.notified()).await;
    }
}

/// A request's body. It ends in an error when it takes too long.
pub struct RequestBody {
    /// None once it was handed over to be drained.
    body: Option<Incoming>,
    activity: Arc<Activity>,
    limit: Duration,
    deadline: Option<Pin<Box<Sleep>>>,
    receiving: Option<Receiving>,
    /// It has come to its end, well or not; none where there was nothing to read.
    ended: Option<Arc<Ended>>,
    /// Read what nobody wanted after the answer; HTTP/2 ends a single stream instead.
    drains: bool,
}

impl RequestBody {
    pub fn new(body: Incoming, activity: Arc<Activity>, limit: Duration, drains: bool) -> RequestBody {
        let ended = (!body.is_end_stream()).then(Arc::default);
        RequestBody { body: Some(body), activity, limit, deadline: None, receiving: None, ended, drains }
    }

    /// Says later whether it was read to its end.
    pub fn ended(&self) -> Option<Arc<Ended>> {
        self.ended.clone()
    }

    fn end(&mut self) {
        self.receiving = None;
        if let Some(ended) = &self.ended {
            ended.set();
        }
    }
}

impl HttpBody for RequestBody {
    type Data = Bytes;
    type Error = axum::BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::BoxError>>> {
        let this = &mut *self;
        let Some(body) = &mut this.body else { return Poll::Ready(None) };
        match Pin::new(body).poll_frame(context) {
            Poll::Ready(Some(Ok(frame))) => {
                this.receiving = None;
                Poll::Ready(Some(Ok(frame)))
            }
            Poll::Ready(ended) => {
                this.end();
                Poll::Ready(ended.map(|frame| frame.map_err(Into::into)))
            }
            Poll::Pending => {
                let limit = this.limit;
                let deadline = this.deadline.get_or_insert_with(|| Box::pin(tokio::time::sleep(limit)));
                if deadline.as_mut().poll(context).is_pending() {
                    this.receiving.get_or_insert_with(|| this.activity.receiving());
                    return Poll::Pending;
                }
                this.receiving = None;
                this.drains = false;
                let late =
                    io::Error::new(io::ErrorKind::TimedOut, "the request body took too long to arrive");
                Poll::Ready(Some(Err(late.into())))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(SizeHint::default, HttpBody::size_hint)
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        let Some(ended) = &self.ended else { return };
        if ended.is_ended() || self.is_end_stream() {
            return;
        }
        self.activity.body_left();
        let wanted = self.drains && self.size_hint().lower() <= DRAIN_LIMIT_BYTES;
        let (ended, activity) = (Arc::clone(ended), Arc::clone(&self.activity));
        if let (true, Some(body), Ok(runtime)) =
            (wanted, self.body.take(), tokio::runtime::Handle::try_current())
        {
            runtime.spawn(async move {
                let drained = tokio::time::timeout(DRAIN_LIMIT, drain(body)).await;
                if drained == Ok(true) {
                    ended.set();
                    activity.drained();
                }
                ended.settled.notify_one();
            });
        }
    }
}

/// Whether it was read to its end.
async fn drain(mut body: Incoming) -> bool {
    let mut left = DRAIN_LIMIT_BYTES;
    while let Some(frame) = body.frame().await {
        let Ok(frame) = frame else { return false };
        let length = frame.data_ref().map_or(0, Bytes::len) as u64;
        let Some(rest) = left.checked_sub(length) else { return false };
        left = rest;
    }
    true
}

/// An answer on its way out.
pub struct AnswerBody {
    body: Body,
    working: Working,
    /// Of HTTP/2 a peer opens a window for each answer. In pieces, one that opens none is noticed, and no more than a
    /// piece is held for it.
    in_pieces: bool,
    rest: Bytes,
}

const PIECE_BYTES: usize = 16 << 10;

impl AnswerBody {
    pub fn new(body: Body, working: Working, in_pieces: bool) -> AnswerBody {
        AnswerBody { body, working, in_pieces, rest: Bytes::new() }
    }

    fn piece(&mut self) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let piece = self.rest.split_to(PIECE_BYTES.min(self.rest.len()));
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }
}

impl HttpBody for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = &mut *self;
        if !this.rest.is_empty() {
            this.working.stepped(true);
            return this.piece();
        }
        let polled = Pin::new(&mut this.body).poll_frame(context);
        this.working.stepped(polled.is_ready());
        match ready!(polled) {
            Some(Ok(frame)) if this.in_pieces => match frame.into_data() {
                Ok(data) if data.len() > PIECE_BYTES => {
                    this.rest = data;
                    this.piece()
                }
                Ok(data) => Poll::Ready(Some(Ok(Frame::data(data)))),
                Err(trailers) => Poll::Ready(Some(Ok(trailers))),
            },
            frame => Poll::Ready(frame),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let mut hint = self.body.size_hint();
        let rest = self.rest.len() as u64;
        if let Some(upper) = hint.upper() {
            hint.set_upper(upper + rest);
        }
        hint.set_lower(hint.lower() + rest);
        hint
    }
}

//! The stream under a connection: it notes what the peer sends and takes, and closes without losing the last answer.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

use super::activity::Activity;
use super::refusal;

/// What a peer still sends after the last answer is read for this long and up to so much. Closing on unread bytes would
/// reset the connection, and the answer might never be read.
const LINGER: Duration = Duration::from_secs(2);
const LINGER_LIMIT_BYTES: usize = 1 << 20;

pub struct WatchedStream {
    stream: TcpStream,
    activity: Arc<Activity>,
    lingering: Option<Pin<Box<Sleep>>>,
    lingered_bytes: usize,
    /// What is said in the place of an answer without a body, and how much of it is written.
    refusal: Option<(Vec<u8>, usize)>,
}

impl WatchedStream {
    pub fn new(stream: TcpStream, activity: Arc<Activity>) -> WatchedStream {
        WatchedStream { stream, activity, lingering: None, lingered_bytes: 0, refusal: None }
    }

    /// Writes a refusal with a body where `head` is one without, which the HTTP library sends by itself to what it
    /// cannot read as a request.
    fn poll_refusal(&mut self, context: &mut Context<'_>, head: &[u8]) -> Option<Poll<io::Result<usize>>> {
        if self.refusal.is_none() {
            self.refusal = Some((refusal::in_place_of(head)?, 0));
        }
        let (text, written) = self.refusal.as_mut()?;
        while *written < text.len() {
            match Pin::new(&mut self.stream).poll_write(context, &text[*written..]) {
                Poll::Ready(Ok(bytes)) if bytes > 0 => *written += bytes,
                Poll::Ready(Ok(_)) => return Some(Poll::Ready(Err(io::ErrorKind::WriteZero.into()))),
                other => return Some(other),
            }
        }
        self.refusal = None;
        Some(Poll::Ready(Ok(head.len())))
    }

    fn note(&self, polled: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match &polled {
            Poll::Ready(Ok(bytes)) => self.activity.took(*bytes),
            Poll::Ready(Err(_)) => {}
            Poll::Pending => self.activity.blocked(),
        }
        polled
    }
}

impl AsyncRead for WatchedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.activity.heard();
        }
        polled
    }
}

impl AsyncWrite for WatchedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = match self.poll_refusal(context, bytes) {
            Some(polled) => polled,
            None => Pin::new(&mut self.stream).poll_write(context, bytes),
        };
        self.note(polled)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let refused = match slices {
            [head] => self.poll_refusal(context, head),
            _ => None,
        };
        let polled =
            refused.unwrap_or_else(|| Pin::new(&mut self.stream).poll_write_vectored(context, slices));
        self.note(polled)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.activity.flushed();
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.lingering.is_none() {
            ready!(Pin::new(&mut this.stream).poll_shutdown(context))?;
            if !this.activity.has_body_left() {
                return Poll::Ready(Ok(()));
            }
        }
        let lingering = this.lingering.get_or_insert_with(|| Box::pin(tokio::time::sleep(LINGER)));
        while lingering.as_mut().poll(context).is_pending() && this.lingered_bytes < LINGER_LIMIT_BYTES {
            let mut bytes = [0; 4096];
            let mut buffer = ReadBuf::new(&mut bytes);
            match ready!(Pin::new(&mut this.stream).poll_read(context, &mut buffer)) {
                Ok(()) if !buffer.filled().is_empty() => this.lingered_bytes += buffer.filled().len(),
                _ => break,
            }
        }
        Poll::Ready(Ok(()))
    }
}

/// Tells a newcomer that there is no place, without waiting for anything it says.
pub fn refuse(stream: TcpStream, answer: &[u8]) -> Option<impl Future<Output = ()> + use<>> {
    // A fresh connection takes a few hundred bytes at once, or is broken.
    stream.try_write(answer).ok()?;
    Some(async move {
        let (mut reading, mut writing) = stream.into_split();
        let _ = tokio::io::AsyncWriteExt::shutdown(&mut writing).await;
        let read_out = async {
            let mut bytes = [0; 1024];
            while matches!(reading.read(&mut bytes).await, Ok(count) if count > 0) {}
        };
        let _ = tokio::time::timeout(LINGER, read_out).await;
    })
}

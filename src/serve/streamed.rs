//! A body that is written while it is sent.

use axum::body::{Body, Bytes};
use futures_core::Stream;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// So many chunks may wait for a slow client.
const WAITING: usize = 4;
/// A chunk is sent when it has so many bytes.
const CHUNK: usize = 64 << 10;

/// Where a body is written to.
pub(super) struct Writing {
    chunks: Sender<Bytes>,
    chunk: Vec<u8>,
}

/// A body, and where it is written to.
pub(super) fn body() -> (Writing, Body) {
    let (chunks, body) = open();
    (Writing { chunks, chunk: Vec::new() }, body)
}

/// A body, and where its chunks are sent to.
pub(super) fn open() -> (Sender<Bytes>, Body) {
    let (chunks, receiver) = channel(WAITING);
    (chunks, Body::from_stream(Chunks(receiver)))
}

impl Writing {
    /// Writes bytes; false when nobody reads any more. Waits for a slow reader.
    pub(super) fn write(&mut self, bytes: &[u8]) -> bool {
        self.chunk.extend_from_slice(bytes);
        self.chunk.len() < CHUNK || self.send()
    }

    /// Sends what is left.
    pub(super) fn finish(mut self) {
        self.send();
    }

    fn send(&mut self) -> bool {
        let chunk = std::mem::take(&mut self.chunk);
        self.chunks.blocking_send(chunk.into()).is_ok()
    }
}

struct Chunks(Receiver<Bytes>);

impl Stream for Chunks {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|chunk| chunk.map(Ok))
    }
}

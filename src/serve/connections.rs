//! A server's connections: how many there may be, and how long each may keep the server waiting.
//!
//! A client that is silent, sends its request letter by letter, or never reads its answer, only
//! takes one of [`MOST`] places for a while. A client that ends its side after the request looks
//! like one that has left: the server waits as long as most answers take. Bodies of uploads
//! (`changes/uploads.rs`) and questions (`asking.rs`) have limits of their own.

use crate::messages::Lang;
use anyhow::Context as _;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::future::Future;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, oneshot};
use tokio::time::{Instant, Sleep, sleep};
use tokio_io_timeout::TimeoutStream;

/// Largest number of open connections; others wait for a place. Most systems let a program open
/// some thousand files.
const MOST: usize = 256;
/// Time for the head of a request, after the connection was opened or the last answer sent.
const HEAD: Duration = Duration::from_secs(5);
/// Time for which an answer waits until its client reads on.
const STALLED: Duration = Duration::from_secs(60);
/// Time after the last bytes of a client for which the end of its side does not end the question.
const HALF_CLOSED: Duration = Duration::from_secs(2);
/// Like [`HALF_CLOSED`], after the last answer: the next request may have come with the one before.
const ANSWERED: Duration = Duration::from_millis(50);
/// Pause after the system had no room for a connection.
const PAUSE: Duration = Duration::from_millis(200);

/// Runs a server on this thread until it ends.
pub(super) fn run(server: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(server)?;
    // Threads that still work on questions have nobody to answer.
    runtime.shutdown_background();
    Ok(())
}

/// Listens at the port, or at a free one if it is taken.
pub(super) async fn listen(lang: Lang, ip: IpAddr, port: u16) -> anyhow::Result<TcpListener> {
    let listener = match TcpListener::bind(SocketAddr::new(ip, port)).await {
        Err(error) if error.kind() == ErrorKind::AddrInUse => {
            TcpListener::bind(SocketAddr::new(ip, 0)).await
        }
        other => other,
    };
    listener.with_context(|| lang.cannot_listen(&ip.to_string()))
}

/// Answers all connections until the user ends the program; calls `tell` when the server is ready.
pub(super) async fn serve(
    lang: Lang,
    listener: TcpListener,
    router: Router,
    tell: impl FnOnce(),
) -> anyhow::Result<()> {
    let ip = listener.local_addr()?.ip();
    let stopped = until_ended().with_context(|| lang.cannot_listen(&ip.to_string()))?;
    tell();
    tokio::select! {
        () = answer(listener, router) => {}
        _ = stopped => {}
    }
    Ok(())
}

/// Resolves when the user ends the program; a second Ctrl-C ends it at once.
fn until_ended() -> Result<oneshot::Receiver<()>, ctrlc::Error> {
    let (stop, stopped) = oneshot::channel::<()>();
    let mut stop = Some(stop);
    ctrlc::set_handler(move || match stop.take() {
        Some(stop) => drop(stop),
        None => std::process::exit(130),
    })?;
    Ok(stopped)
}

/// Answers all connections, for ever.
async fn answer(listener: TcpListener, router: Router) {
    let places = Arc::new(Semaphore::new(MOST));
    // The semaphore is never closed.
    while let Ok(place) = places.clone().acquire_owned().await {
        let stream = accept(&listener).await;
        let router = router.clone();
        tokio::spawn(async move {
            let mut protocol = http1::Builder::new();
            protocol.timer(TokioTimer::new()).header_read_timeout(HEAD);
            let stream = TokioIo::new(HalfClosed::new(patient(stream)));
            // If the connection fails, its client notices.
            let _ = protocol.serve_connection(stream, TowerToHyperService::new(router)).await;
            drop(place);
        });
    }
}

/// Next connection that has not failed already.
async fn accept(listener: &TcpListener) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                // Answers are small, and their last packet must not wait for more to send.
                let _ = stream.set_nodelay(true);
                return stream;
            }
            Err(error) if is_its_own(&error) => {}
            Err(_) => sleep(PAUSE).await,
        }
    }
}

/// Whether an error concerns only this connection.
fn is_its_own(error: &io::Error) -> bool {
    use ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Connection whose writing fails if the client does not read for too long.
fn patient(stream: TcpStream) -> Pin<Box<TimeoutStream<TcpStream>>> {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(STALLED));
    Box::pin(stream)
}

/// Connection that reports the end of the client's side with a delay: the server drops the question
/// of a client that has left, but this client may only have nothing more to say.
struct HalfClosed<S> {
    stream: S,
    /// Time from which the end of the client's side may be reported.
    until: Pin<Box<Sleep>>,
    is_ended: bool,
    /// Whether something was written and not flushed.
    is_answering: bool,
}

impl<S> HalfClosed<S> {
    fn new(stream: S) -> HalfClosed<S> {
        let until = Box::pin(sleep(Duration::ZERO));
        HalfClosed { stream, until, is_ended: false, is_answering: false }
    }

    fn hold(&mut self, time: Duration) {
        self.until.as_mut().reset(Instant::now() + time);
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for HalfClosed<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut TaskContext<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.is_ended {
            let before = buffer.filled().len();
            ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
            if buffer.filled().len() > before {
                self.hold(HALF_CLOSED);
                return Poll::Ready(Ok(()));
            }
            self.is_ended = true;
        }
        self.until.as_mut().poll(context).map(Ok)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for HalfClosed<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut TaskContext<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.is_answering = true;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut TaskContext<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(context))?;
        if std::mem::take(&mut self.is_answering) {
            self.hold(ANSWERED);
        }
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(
        mut self: Pin<&mut Self>,
        context: &mut TaskContext<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::get;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    /// Longer than any limit.
    const LONG: Duration = Duration::from_secs(600);
    const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

    async fn asked(address: std::net::SocketAddr) -> Vec<u8> {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(REQUEST).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        answer
    }

    #[tokio::test(start_paused = true)]
    async fn silence_and_requests_in_drops_keep_no_place() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(answer(listener, Router::new().route("/", get(async || "well"))));
        let mut silent = Vec::new();
        for number in 0..MOST {
            let mut stream = TcpStream::connect(address).await.unwrap();
            if number % 2 == 0 {
                stream.write_all(b"GET / HTTP/1.1\r\nHo").await.unwrap();
            }
            silent.push(stream);
        }
        // All places are taken; one becomes free when the first clients have been silent for some
        // seconds.
        let answered = tokio::time::timeout(Duration::from_secs(8), asked(address)).await;
        assert!(answered.unwrap().ends_with(b"well"));
    }

    #[tokio::test]
    async fn who_has_nothing_more_to_say_is_answered_and_who_leaves_is_left() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let slowly = async |time| {
            sleep(time).await;
            "well"
        };
        let router = Router::new()
            .route("/", get(async move || slowly(Duration::from_millis(300)).await))
            .route("/long", get(async move || slowly(LONG).await));
        tokio::spawn(answer(listener, router));
        let asked = async |request: String| {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(request.as_bytes()).await.unwrap();
            stream.shutdown().await.unwrap();
            let mut answer = String::new();
            let read = stream.read_to_string(&mut answer);
            tokio::time::timeout(Duration::from_secs(8), read).await.unwrap().unwrap();
            answer
        };
        let request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
        assert!(asked(request.to_owned()).await.ends_with("well"));
        assert_eq!(asked(request.replace("/ ", "/long ")).await, "");
        // The second of two requests is waited for as long as a client that may have left.
        assert!(asked(request.repeat(2)).await.starts_with("HTTP/1.1 200"));
    }

    #[tokio::test(start_paused = true)]
    async fn who_never_reads_its_answer_keeps_no_place() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let mut answering = patient(accept(&listener).await);
        let answer = vec![b'x'; 64 << 20];
        let written = tokio::time::timeout(LONG, answering.write_all(&answer)).await;
        assert_eq!(written.unwrap().unwrap_err().kind(), ErrorKind::TimedOut);
        drop(client);
    }
}

//! Progress as server-sent events: what an import has come to, until it is over.

use super::importing::State;
use crate::serve::streamed;
use axum::body::{Body, Bytes};
use std::time::Duration;
use tokio::sync::watch::Receiver;

/// Events come no closer than this.
const PAUSE: Duration = Duration::from_millis(150);
/// After so long without an event the connection is told to be alive.
const QUIET: Duration = Duration::from_secs(15);

/// A body of events.
pub(super) fn body(mut states: Receiver<State>) -> Body {
    let (sender, body) = streamed::open();
    tokio::spawn(async move {
        loop {
            let (event, is_over) = {
                let state = states.borrow_and_update();
                let json = serde_json::json!(*state);
                (format!("event: state\ndata: {json}\n\n"), state.is_over())
            };
            if sender.send(Bytes::from(event)).await.is_err() || is_over {
                return;
            }
            tokio::time::sleep(PAUSE).await;
            loop {
                match tokio::time::timeout(QUIET, states.changed()).await {
                    Ok(Ok(())) => break,
                    // The server ends.
                    Ok(Err(_)) => return,
                    Err(_) if sender.send(Bytes::from_static(b":\n\n")).await.is_err() => return,
                    Err(_) => {}
                }
            }
        }
    });
    body
}

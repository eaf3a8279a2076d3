//! The server: from a request to a worker, and from its answer to a response.

use super::answer::{Answer, JSON};
use super::api::{ROUTES, Route};
use super::asking::Asking;
use super::changes::{self, Changes, Rights};
use super::connections;
use super::guard;
use super::params::Params;
use super::patience::Patience;
use super::pool::Pool;
use super::refusal::Refusal;
use super::reply::{document_of, is_known, refused, response};
use super::secret::Secret;
use super::streamed;
use super::{assets, openapi};
use crate::messages::Lang;
use anyhow::{Context as _, anyhow};
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, Uri};
use axum::routing::{any, get};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::oneshot;
use xqdb::search::Archive;
use xqdb::store::Lay;

/// Workers, whatever the machine has.
const FEWEST: usize = 2;
const MOST: usize = 8;

/// What a server needs to know.
pub(crate) struct Settings {
    /// The database.
    pub(crate) db: PathBuf,
    /// The language of those who say none.
    pub(crate) lang: Lang,
    /// Where to listen; whoever asks there needs the token. Only this machine reaches the server,
    /// and needs none, if nothing is said.
    pub(crate) listen: Option<IpAddr>,
    /// The wanted port; a free one if it is taken.
    pub(crate) port: u16,
    /// Nothing derived counts or is told, whatever is asked.
    pub(crate) as_stated: bool,
    /// Bytes that an upload may have.
    pub(crate) upload_limit: u64,
}

/// A server that runs.
struct Server {
    pool: Pool,
    lang: Lang,
    /// Nothing derived counts or is told.
    as_stated: bool,
    /// What the archive is called.
    name: String,
    /// The name of its file.
    file: String,
    /// Tells one run from another: what an old one answered is not to be believed.
    run: Secret,
    /// What can be changed, and by whom.
    changes: Arc<Changes>,
    /// Whoever asks needs the token, not only who changes something.
    is_for_others: bool,
}

/// Serves until Ctrl-C. `tell` is called with the address when it can be opened.
///
/// # Errors
/// When nothing can be listened to.
pub(crate) fn serve(settings: Settings, tell: impl FnOnce(&str)) -> anyhow::Result<()> {
    connections::run(run(settings, tell))
}

async fn run(settings: Settings, tell: impl FnOnce(&str)) -> anyhow::Result<()> {
    let Settings { db, lang, listen, port, as_stated, upload_limit } = settings;
    let ip = listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let listener = connections::listen(lang, ip, port).await?;
    let address = listener.local_addr()?;
    let secret = || Secret::new().map_err(|error| anyhow!(error.to_string()));
    let token = secret()?;
    let url = format!("http://{address}/#token={}", token.text());
    let is_for_others = listen.is_some();
    let rights = Rights { lang, secret: token, port: address.port(), is_for_others, upload_limit };
    let changes = Arc::new(Changes::new(&db, rights));
    let lay = if as_stated { Lay::Stated } else { Lay::Derived };
    let cores = std::thread::available_parallelism().map_or(FEWEST, usize::from);
    let server = Arc::new(Server {
        pool: Pool::new(&db, lay, cores.clamp(FEWEST, MOST), changes.changed()),
        lang,
        as_stated,
        name: db.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        file: db.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        run: secret()?,
        changes: changes.clone(),
        is_for_others,
    });
    tokio::spawn(changes.clone().keep_tidy());
    connections::serve(lang, listener, router(server), || tell(&url)).await?;
    // What an import has committed stays; the next one goes on from there.
    changes.end();
    Ok(())
}

fn router(server: Arc<Server>) -> Router {
    let lang = server.lang;
    let mut router = Router::new();
    for route in ROUTES {
        let answer = move |State(server): State<Arc<Server>>, uri: Uri, headers: HeaderMap| async move {
            server.answer(route, &uri, &headers).await
        };
        router = router.route(route.path, get(answer));
    }
    router
        .route("/api/v1/openapi.json", get(document))
        .route("/api/{*rest}", any(nothing))
        .fallback(asset)
        .with_state(server.clone())
        .merge(changes::router(server.changes.clone()))
        .method_not_allowed_fallback(move || async move { refused(&wrong_method(lang)) })
        .layer(axum::middleware::from_fn_with_state(server, guarded))
}

/// Lets a request through, or not.
async fn guarded(
    State(server): State<Arc<Server>>,
    request: Request,
    next: axum::middleware::Next,
) -> Response<Body> {
    let lang = server.lang;
    let headers = request.headers();
    let is_api = request.uri().path().starts_with("/api/");
    let is_known = !server.is_for_others || server.changes.is_known(headers);
    let mut response = if !guard::is_own_host(headers) {
        refused(&Refusal::new(403, "host", lang.host_refused()))
    } else if is_api && guard::is_from_elsewhere(headers) {
        refused(&Refusal::new(403, "origin", lang.origin_refused()))
    } else if is_api && !is_known {
        refused(&Refusal::new(401, "token", lang.token_refused()))
    } else {
        next.run(request).await
    };
    guard::protect(response.headers_mut());
    response
}

/// A file of the page.
async fn asset(State(server): State<Arc<Server>>, request: Request) -> Response<Body> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return refused(&wrong_method(server.lang));
    }
    let Some(asset) = assets::asset(request.uri().path()) else { return nothing_at(&server) };
    let accepted = request.headers().get_all(ACCEPT_ENCODING).iter();
    let mut accepted = accepted.filter_map(|value| value.to_str().ok());
    let packed = asset.packed().filter(|_| accepted.any(assets::takes_gzip));
    let etag = format!("\"{}{}\"", server.run.text(), if packed.is_some() { "-gzip" } else { "" });
    let mut response = if is_known(request.headers(), &etag) {
        response(StatusCode::NOT_MODIFIED, asset.kind, Some(&etag), Body::empty())
    } else {
        response(StatusCode::OK, asset.kind, Some(&etag), packed.unwrap_or(asset.bytes).into())
    };
    let headers = response.headers_mut();
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if packed.is_some() {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

async fn nothing(State(server): State<Arc<Server>>) -> Response<Body> {
    nothing_at(&server)
}

/// What is there is asked for in another way.
fn wrong_method(lang: Lang) -> Refusal {
    Refusal::new(405, "method", lang.nothing_there())
}

fn nothing_at(server: &Server) -> Response<Body> {
    refused(&Refusal::new(404, "path", server.lang.nothing_there()))
}

/// The OpenAPI document.
async fn document() -> Response<Body> {
    response(StatusCode::OK, JSON, None, openapi::document().to_string().into())
}

impl Server {
    /// Has a worker answer; when the client leaves, this is dropped and the worker stops.
    async fn answer(
        self: &Arc<Server>,
        route: &'static Route,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Response<Body> {
        let params = match self.params(route, uri) {
            Ok(params) => params,
            Err(refusal) => return refused(&refusal),
        };
        let lang = params.lang();
        let lay = match params.flag("as_stated") {
            Ok(true) => Lay::Stated,
            Ok(false) => Lay::Derived,
            Err(refusal) => return refused(&refusal),
        };
        let rest = route.rest(uri.path()).to_owned();
        let known = headers.get(IF_NONE_MATCH).cloned();
        let (patience, client) = Patience::begin();
        let (sender, receiver) = oneshot::channel();
        let server = self.clone();
        let asked = self.pool.ask(lay, move |archive| {
            if patience.is_left() {
                return;
            }
            let response = match archive {
                Ok(archive) => {
                    let asking = Asking {
                        archive,
                        params: &params,
                        rest: &rest,
                        patience: &patience,
                        name: &server.name,
                        file: &server.file,
                    };
                    server.work(route, &asking, known, sender);
                    return;
                }
                Err(error) => refused(&Refusal::failed(error.into(), params.lang())),
            };
            let _ = sender.send(response);
        });
        if asked.is_err() {
            return refused(&Refusal::new(503, "busy", lang.too_many_questions()));
        }
        let answered = receiver.await;
        drop(client);
        answered.unwrap_or_else(|_| {
            refused(&Refusal::new(500, "failed", lang.question_took_too_long()))
        })
    }

    fn params(&self, route: &Route, uri: &Uri) -> Result<Params, Refusal> {
        let known: Vec<&str> = route.parameters().map(|parameter| parameter.name).collect();
        let mut params = Params::of(uri, &known, self.lang)?;
        if self.as_stated {
            params.set("as_stated", "true");
        }
        Ok(params)
    }

    /// Answers on the thread of a worker.
    fn work(
        &self,
        route: &Route,
        asking: &Asking<'_>,
        known: Option<HeaderValue>,
        sender: oneshot::Sender<Response<Body>>,
    ) {
        let etag = match asking.archive.snapshot().generation() {
            Ok(generation) => format!("\"{}-{generation}\"", self.run.text()),
            Err(error) => {
                let _ = sender.send(refused(&asking.failed(error)));
                return;
            }
        };
        if known.is_some_and(|known| known.as_bytes() == etag.as_bytes()) {
            let same = response(StatusCode::NOT_MODIFIED, JSON, Some(&etag), Body::empty());
            let _ = sender.send(same);
            return;
        }
        let answer = (route.answer)(asking);
        let answered = match answer {
            Err(refusal) => refused(&refusal),
            Ok(Answer::Json(value)) => {
                response(StatusCode::OK, JSON, Some(&etag), value.to_string().into())
            }
            Ok(Answer::Document { kind, text, name }) => {
                document_of(kind, Some(&etag), name.as_deref(), text.into())
            }
            Ok(Answer::Games { kind, name, head, games, write }) => {
                let (mut writing, body) = streamed::body();
                let _ = sender.send(document_of(kind, Some(&etag), Some(&name), body));
                if !writing.write(&head) {
                    return;
                }
                let rows = games.into_iter().map(|id| write(asking.archive, id));
                for row in rows {
                    // An answer that breaks off is told by the connection: its status is sent.
                    let Ok(row) = row else { return };
                    if !writing.write(&row) {
                        return;
                    }
                }
                writing.finish();
                return;
            }
        };
        let _ = sender.send(answered);
    }
}

/// The archive is opened once before anything is served, so that what is wrong with it is told at
/// once.
///
/// # Errors
/// When it cannot be opened.
pub(crate) fn check(settings: &Settings) -> anyhow::Result<()> {
    Archive::open(&settings.db)
        .with_context(|| settings.lang.cannot_open_database(&settings.db))
        .map(drop)
}

//! The server: leads requests to the functions that answer, and sends their answers.

use super::asking::{Asking, Patience, language, values_of};
use super::assets::START;
use super::changes::{Changes, Order};
use super::guard::{self, Secret};
use super::packing::{mark, pack, takes_gzip};
use super::pool::Pool;
use super::refusal::Refusal;
use super::reply::{JSON, Rest, is_known, response};
use super::routes::{Handler, ROUTES, Route, Work};
use super::{assets, connections, openapi};
use crate::messages::Lang;
use anyhow::{Context as _, anyhow};
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, Response, StatusCode};
use axum::middleware::Next;
use axum::routing::{MethodFilter, any, get, on};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use xqdb::engine_book::Books;
use xqdb::search::{Archive, Params};
use xqdb::store::Evidence;

/// Largest body of JSON, in bytes.
const LARGEST: usize = 1 << 20;
/// Time in which a body of JSON has to come.
const BODY: Duration = Duration::from_secs(30);

/// Path of the page as it stands in pages elsewhere: it shows one game, and changes nothing.
const EMBEDDED: &str = "/embed";

/// Smallest and largest number of workers, whatever the machine has.
const FEWEST: usize = 2;
const MOST: usize = 8;

/// Settings of a server.
pub(crate) struct ServeSettings {
    /// Path of the database.
    pub(crate) db: PathBuf,
    /// Language of requests that name none.
    pub(crate) lang: Lang,
    /// Address to listen at, where all requests need the token. `None`: only this machine reaches
    /// the server, and reading needs no token.
    pub(crate) listen: Option<IpAddr>,
    /// Wanted port; a free one if it is taken.
    pub(crate) port: u16,
    /// Whether derived values are left out of all answers.
    pub(crate) as_stated: bool,
    /// Largest number of bytes of all uploads together.
    pub(crate) upload_limit: u64,
    /// Opening books of engines, whose moves the explorer shows, too.
    pub(crate) books: Books,
}

/// A running server.
struct Server {
    pool: Pool,
    lang: Lang,
    /// Whether derived values are left out of all answers.
    as_stated: bool,
    /// Name of the archive.
    name: String,
    /// Name of the archive's file.
    file: String,
    /// Part of the tag of every answer, so that tags of an earlier run do not hold.
    run: Secret,
    books: Arc<Books>,
    changes: Arc<Changes>,
}

/// Serves until Ctrl-C; calls `tell` with the address when the page can be opened.
pub(crate) fn serve(settings: ServeSettings, tell: impl FnOnce(&str)) -> anyhow::Result<()> {
    // A fault of the archive shows at once.
    Archive::open(&settings.db)
        .with_context(|| settings.lang.cannot_open_database(&settings.db))?;
    connections::run(run(settings, tell))
}

async fn run(settings: ServeSettings, tell: impl FnOnce(&str)) -> anyhow::Result<()> {
    let ServeSettings { db, lang, listen, port, as_stated, upload_limit, books } = settings;
    let ip = listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let listener = connections::listen(lang, ip, port).await?;
    let address = listener.local_addr()?;
    let secret = || Secret::new().map_err(|error| anyhow!(error.to_string()));
    let token = secret()?;
    let url = format!("http://{address}/#token={}", token.text());
    let token = (token, address.port());
    let changes = Arc::new(Changes::new(&db, token, listen.is_some(), upload_limit));
    let lay = if as_stated { Evidence::Stated } else { Evidence::Derived };
    let cores = std::thread::available_parallelism().map_or(FEWEST, usize::from);
    let server = Arc::new(Server {
        pool: Pool::new(&db, lay, cores.clamp(FEWEST, MOST), changes.changed()),
        lang,
        as_stated,
        name: db.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        file: db.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        run: secret()?,
        books: Arc::new(books),
        changes: changes.clone(),
    });
    tokio::spawn(changes.clone().keep_tidy());
    connections::serve(lang, listener, router(server), || tell(&url)).await?;
    // Committed records of an import stay; the next import continues from there.
    changes.end();
    Ok(())
}

fn router(server: Arc<Server>) -> Router {
    let lang = server.lang;
    let mut router = Router::new();
    for route in ROUTES.iter() {
        let method = match route.method {
            "get" => MethodFilter::GET,
            "post" => MethodFilter::POST,
            _ => MethodFilter::DELETE,
        };
        let answer = move |State(server): State<Arc<Server>>, request: Request| async move {
            server.answer(route, request).await
        };
        router = router.route(route.path, on(method, answer));
    }
    let nothing = move || async move { Refusal::nothing_there().response(lang) };
    router
        .route("/api/v1/openapi.json", get(document))
        .route("/api/{*rest}", any(nothing))
        .fallback(asset)
        .with_state(server.clone())
        .method_not_allowed_fallback(move || async move { wrong_method().response(lang) })
        .layer(axum::middleware::from_fn(pack))
        .layer(axum::middleware::from_fn_with_state(server, guarded))
}

/// Refusal of a method that the address does not have.
fn wrong_method() -> Refusal {
    Refusal::new(405, "method", Lang::nothing_there)
}

/// Lets a request through, or refuses it.
async fn guarded(
    State(server): State<Arc<Server>>,
    request: Request,
    next: Next,
) -> Response<Body> {
    let headers = request.headers();
    let is_api = request.uri().path().starts_with("/api/");
    let is_known = !server.changes.is_for_others || server.changes.is_known(headers);
    let refusal = if !guard::is_own_host(headers) {
        Some(Refusal::new(403, "host", Lang::host_refused))
    } else if is_api && guard::is_from_elsewhere(headers) {
        Some(Refusal::new(403, "origin", Lang::origin_refused))
    } else if is_api && !is_known {
        Some(Refusal::new(401, "token", Lang::token_refused))
    } else {
        None
    };
    let mut response = match refusal {
        Some(refusal) => refusal.response(server.lang),
        None => next.run(request).await,
    };
    guard::protect(response.headers_mut());
    response
}

/// Answers with a file of the page.
async fn asset(State(server): State<Arc<Server>>, request: Request) -> Response<Body> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return wrong_method().response(server.lang);
    }
    let path = request.uri().path();
    let is_embedded = path == EMBEDDED;
    let Some(asset) = assets::asset(if is_embedded { "/" } else { path }) else {
        return Refusal::nothing_there().response(server.lang);
    };
    let packed = asset.packed.as_deref().filter(|_| takes_gzip(request.headers()));
    let etag = format!("\"{}{}\"", server.run.text(), if packed.is_some() { "-gzip" } else { "" });
    let mut response = if is_known(request.headers(), &etag) {
        response(StatusCode::NOT_MODIFIED, asset.kind, Some(&etag), Body::empty())
    } else {
        response(StatusCode::OK, asset.kind, Some(&etag), packed.unwrap_or(&asset.bytes).into())
    };
    mark(response.headers_mut(), packed.is_some());
    guard::allow(response.headers_mut(), &START, is_embedded);
    response
}

/// Answers with the OpenAPI document.
async fn document() -> Response<Body> {
    response(StatusCode::OK, JSON, None, openapi::document().to_string().into())
}

impl Server {
    /// Answers a request, in the language that it names.
    async fn answer(self: Arc<Server>, route: &'static Route, request: Request) -> Response<Body> {
        let mut lang = self.lang;
        let answered = self.answered(route, request, &mut lang).await;
        answered.unwrap_or_else(|refusal| refusal.response(lang))
    }

    async fn answered(
        self: &Arc<Server>,
        route: &'static Route,
        request: Request,
        lang: &mut Lang,
    ) -> Result<Response<Body>, Refusal> {
        if route.is_guarded {
            self.changes.allow(request.headers())?;
        }
        let values = values_of(request.uri())?;
        *lang = language(&values, self.lang)?;
        let params = Params::new(values, route.parameters())?;
        if let Work::Ask(answer) = route.work {
            return self.ask((route, answer), params, *lang, request).await;
        }
        let changed = self.change(route, params, *lang, request).await;
        if route.is_guarded {
            self.changes.changed().note();
        }
        changed
    }

    /// Makes a change, on a thread that may wait.
    async fn change(
        &self,
        route: &Route,
        params: Params,
        lang: Lang,
        request: Request,
    ) -> Result<Response<Body>, Refusal> {
        let changes = self.changes.clone();
        let reply = match route.work {
            Work::Change(change) => {
                let may_change = changes.is_known(request.headers());
                let sent = match route.takes {
                    Some(_) => body(request).await?,
                    None => Vec::new(),
                };
                let order = Order { params, lang, sent, may_change };
                tokio::task::spawn_blocking(move || change(&changes, &order)).await??
            }
            _ => changes.upload(&params, request).await?,
        };
        let status = StatusCode::from_u16(route.status).unwrap_or_default();
        Ok(reply.response(status, None).0)
    }

    /// Lets a worker answer. If the client leaves, this future is dropped and the worker stops.
    async fn ask(
        self: &Arc<Server>,
        (route, answer): (&'static Route, Handler),
        mut params: Params,
        lang: Lang,
        request: Request,
    ) -> Result<Response<Body>, Refusal> {
        if self.as_stated {
            params.set("as_stated", "true");
        }
        let lay = if params.flag("as_stated")? { Evidence::Stated } else { Evidence::Derived };
        let (patience, client) = Patience::begin();
        let (sender, receiver) = oneshot::channel();
        let server = self.clone();
        let asked = self.pool.ask(lay, move |archive| {
            if patience.is_left() {
                return;
            }
            let archive = match archive {
                Ok(archive) => archive,
                Err(error) => return drop(sender.send(Err(anyhow::Error::from(error).into()))),
            };
            let (key, form) = route.key_and_form(request.uri().path());
            let asking = Asking {
                archive,
                params: &params,
                lang,
                key,
                form,
                patience: &patience,
                name: &server.name,
                file: &server.file,
                books: &server.books,
                is_whole: false,
            };
            match server.work(answer, &asking, request.headers()) {
                Ok((response, rest)) => {
                    let _ = sender.send(Ok(response));
                    if let Some(rest) = rest {
                        rest(archive);
                    }
                }
                Err(refusal) => drop(sender.send(Err(refusal))),
            }
        });
        asked.map_err(|_| Refusal::new(503, "busy", Lang::too_many_questions))?;
        let answered = receiver.await;
        drop(client);
        answered.map_err(|_| Refusal::new(500, "failed", Lang::question_took_too_long))?
    }

    /// Answers a question on the thread of a worker.
    fn work(
        &self,
        answer: Handler,
        asking: &Asking<'_>,
        headers: &HeaderMap,
    ) -> Result<(Response<Body>, Option<Rest>), Refusal> {
        let generation = asking.archive.snapshot().generation()?;
        let etag = format!("\"{}-{generation}\"", self.run.text());
        if is_known(headers, &etag) {
            let known = response(StatusCode::NOT_MODIFIED, JSON, Some(&etag), Body::empty());
            return Ok((known, None));
        }
        Ok(answer(asking)?.response(StatusCode::OK, Some(&etag)))
    }
}

/// Reads the body of a request, which is JSON.
async fn body(request: Request) -> Result<Vec<u8>, Refusal> {
    let bytes = axum::body::to_bytes(request.into_body(), LARGEST);
    let torn = |_| Refusal::new(400, "body", Lang::did_not_come_whole);
    let bytes = tokio::time::timeout(BODY, bytes).await.map_err(torn)?;
    let wrong = |error: axum::Error| {
        Refusal::new(400, "body", move |lang: Lang| lang.stored(&error.to_string()))
    };
    Ok(bytes.map_err(wrong)?.to_vec())
}

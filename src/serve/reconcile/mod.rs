//! The players and events of an archive for programs that match names in a table: the
//! Reconciliation Service API of the W3C community group, version 0.2, as OpenRefine asks it.
//!
//! A client asks which player or event a name means, many names at once, and gets candidates with
//! scores. A candidate is a match only by a rule or a decision; a person judges the others.
//! `query.rs` reads queries, `names.rs` finds candidates.
//!
//! The server listens on this machine only. A browser lets pages of this machine, such as
//! OpenRefine, read the answers, and no others.

mod names;
mod query;

use super::asking::{AddressValues, values_of};
use super::connections;
use super::guard;
use super::refusal::Refusal;
use super::reply::{HTML, JSON, Reply, response};
use crate::messages::Lang;
use anyhow::Context as _;
use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Form, FromRequest as _, Request, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN, VARY,
};
use axum::http::{HeaderValue, Method, Response, StatusCode};
use axum::middleware::Next;
use axum::routing::get;
use names::NameIndex;
use query::{BATCH, NameQuery, NameSort};
use serde_json::{Map, Value, json};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};
use tokio::sync::Semaphore;
use xqdb::store::{Error, Evidence};

/// Path of the service.
const ROOT: &str = "/reconcile";

/// Ids and names of the properties that tell names apart.
const PROPERTIES: [(&str, &str); 2] = [("year", "Year"), ("team", "Team")];

/// Largest request, in bytes.
const LARGEST: usize = 4 << 20;

/// Number of requests that are worked on at once.
const AT_ONCE: usize = 2;

/// Settings of the service.
pub(crate) struct ReconcileSettings {
    /// Path of the database.
    pub(crate) db: PathBuf,
    /// Language of pages and refusals.
    pub(crate) lang: Lang,
    /// Wanted port; a free one if it is taken.
    pub(crate) port: u16,
    /// Whether decisions are ignored.
    pub(crate) as_stated: bool,
}

struct Service {
    db: PathBuf,
    lay: Evidence,
    lang: Lang,
    address: String,
    name: String,
    names: RwLock<Option<Arc<NameIndex>>>,
    turns: Semaphore,
}

/// Serves until Ctrl-C; calls `tell` with the address of the service.
pub(crate) fn serve(settings: ReconcileSettings, tell: impl FnOnce(&str)) -> anyhow::Result<()> {
    connections::run(run(settings, tell))
}

async fn run(settings: ReconcileSettings, tell: impl FnOnce(&str)) -> anyhow::Result<()> {
    let ReconcileSettings { db, lang, port, as_stated } = settings;
    let lay = if as_stated { Evidence::Stated } else { Evidence::Derived };
    let ip = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let listener = connections::listen(lang, ip, port).await?;
    let address = listener.local_addr()?.to_string();
    // A fault of the database shows at once.
    let names = NameIndex::read(&db, lay, None).with_context(|| lang.cannot_open_database(&db))?;
    let service = Arc::new(Service {
        name: db.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        db,
        lay,
        lang,
        names: RwLock::new(names.map(Arc::new)),
        turns: Semaphore::new(AT_ONCE),
        address: address.clone(),
    });
    let url = format!("http://{address}{ROOT}");
    connections::serve(lang, listener, router(service), || tell(&url)).await
}

fn router(service: Arc<Service>) -> Router {
    let lang = service.lang;
    Router::new()
        .route(ROOT, get(answered).post(answered))
        .route(&format!("{ROOT}/{{*rest}}"), get(answered))
        .fallback(move || async move { Refusal::nothing_there().response(lang) })
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(axum::middleware::from_fn_with_state(service.clone(), guarded))
        .with_state(service)
}

/// Refuses requests of other sites, and says to browsers which page may read the answer.
async fn guarded(
    State(service): State<Arc<Service>>,
    request: Request,
    next: Next,
) -> Response<Body> {
    let headers = request.headers();
    let origin = guard::origin_on_this_machine(headers);
    let is_visit = *request.method() == Method::GET && guard::is_navigation(headers);
    let is_foreign =
        origin.is_err() || (!is_visit && origin == Ok(None) && guard::is_from_elsewhere(headers));
    let mut response = if !guard::is_own_host(headers) {
        Refusal::new(403, "host", Lang::host_refused).response(service.lang)
    } else if is_foreign {
        Refusal::new(403, "origin", Lang::origin_refused).response(service.lang)
    } else if *request.method() == Method::OPTIONS {
        response(StatusCode::NO_CONTENT, JSON, None, Body::empty())
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    headers.insert(VARY, HeaderValue::from_static("origin"));
    if let Ok(Some(origin)) = origin {
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        let methods = HeaderValue::from_static("GET, POST");
        headers.insert(ACCESS_CONTROL_ALLOW_METHODS, methods);
        let named = HeaderValue::from_static("content-type");
        headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, named);
    }
    guard::protect(headers);
    response
}

/// Answers a request: queries by GET or POST at the root, the rest by GET.
async fn answered(State(service): State<Arc<Service>>, request: Request) -> Response<Body> {
    let lang = service.lang;
    match service.answer(request).await {
        Ok(reply) => reply.response(StatusCode::OK, None).0,
        Err(refusal) => refusal.response(lang),
    }
}

/// Value of a parameter; the last of several.
fn value<'v>(values: &'v AddressValues, name: &str) -> Option<&'v str> {
    values.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

impl Service {
    async fn answer(self: &Arc<Self>, request: Request) -> Result<Reply, Refusal> {
        let path = request.uri().path().to_owned();
        if *request.method() == Method::POST {
            let form = Form::<AddressValues>::from_request(request, &()).await;
            let Form(values) = form.map_err(|error| {
                let status = error.status().as_u16();
                Refusal::new(status, "form", move |lang| lang.stored(&error.body_text()))
            })?;
            return self.queries(values).await;
        }
        let values = values_of(request.uri())?;
        match path.strip_prefix(ROOT).unwrap_or_default() {
            "" => self.queries(values).await,
            "/view" => self.page(values).await,
            other => self.suggested(other, &values).await,
        }
    }

    /// Answers with candidates for names, or without names with the manifest of the service.
    async fn queries(self: &Arc<Self>, values: AddressValues) -> Result<Reply, Refusal> {
        if let Some(text) = value(&values, "queries") {
            let queries: Map<String, Value> = serde_json::from_str(text).map_err(|error| {
                Refusal::parameter("queries", move |lang| lang.stored(&error.to_string()))
            })?;
            let count = queries.len();
            if count > BATCH {
                let why = move |lang: Lang| lang.too_many_names(count as u64, BATCH as u64);
                return Err(Refusal::parameter("queries", why));
            }
            return self
                .with_names(move |names| {
                    let answers = queries.iter().map(|(id, query)| {
                        let found = NameQuery::of(query).map(|query| names.candidates(&query));
                        (id.clone(), found.unwrap_or_else(|| json!({ "result": [] })))
                    });
                    Reply::Json(Value::Object(answers.collect()))
                })
                .await;
        }
        let Some(text) = value(&values, "query") else { return Ok(Reply::Json(self.manifest())) };
        // The query is a name alone, or an object as in `queries`.
        let query = match serde_json::from_str(text) {
            Ok(query @ Value::Object(_)) => query,
            _ => json!(text),
        };
        let query =
            NameQuery::of(&query).ok_or_else(|| Refusal::parameter("query", Lang::no_name))?;
        self.with_names(move |names| Reply::Json(names.candidates(&query))).await
    }

    /// Answers with the page of a name.
    async fn page(self: &Arc<Self>, values: AddressValues) -> Result<Reply, Refusal> {
        let lang = self.lang;
        let page = self.with_names(move |names| {
            let id = value(&values, "id").unwrap_or_default();
            names.entity(id).map(|(_, entry)| names::page(lang, entry))
        });
        let missing = || Refusal::new(404, "id", Lang::nothing_there);
        Ok(Reply::shown(HTML, page.await?.ok_or_else(missing)?))
    }

    /// Answers with types, properties or names that begin with a text.
    async fn suggested(
        self: &Arc<Self>,
        what: &str,
        values: &AddressValues,
    ) -> Result<Reply, Refusal> {
        let prefix = value(values, "prefix").unwrap_or_default().to_owned();
        match what {
            "/suggest/property" => return Ok(Reply::Json(beginning(&prefix, &PROPERTIES))),
            "/suggest/type" => {
                let types = NameSort::ALL.map(|sort| (sort.id(), sort.id()));
                return Ok(Reply::Json(beginning(&prefix, &types)));
            }
            "/suggest/entity" => {}
            _ => return Err(Refusal::nothing_there()),
        }
        let from = value(values, "cursor").and_then(|from| from.parse().ok()).unwrap_or(0);
        let sorts = match value(values, "type") {
            None | Some("") => NameSort::ALL.to_vec(),
            Some(id) => NameSort::ALL.into_iter().filter(|sort| sort.id() == id).collect(),
        };
        self.with_names(move |names| Reply::Json(names.suggested(&prefix, &sorts, from))).await
    }

    /// Does work with the current names, on a thread that may wait.
    async fn with_names<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&NameIndex) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let failed = || Refusal::new(500, "failed", Lang::question_took_too_long);
        let turn = self.turns.acquire().await.map_err(|_| failed())?;
        let service = self.clone();
        let worked = tokio::task::spawn_blocking(move || {
            let names = service.fresh()?;
            Ok(work(&names))
        });
        let answer = worked.await.map_err(|_| failed())?;
        drop(turn);
        answer.map_err(|error: Error| anyhow::Error::from(error).into())
    }

    /// Names, read again if the database has changed.
    fn fresh(&self) -> Result<Arc<NameIndex>, Error> {
        let known = self.names.read().unwrap_or_else(PoisonError::into_inner).clone();
        match (NameIndex::read(&self.db, self.lay, known.as_deref())?, known) {
            (None, Some(known)) => Ok(known),
            (read, _) => {
                let Some(read) = read.map(Arc::new) else { return Err(Error::Empty) };
                *self.names.write().unwrap_or_else(PoisonError::into_inner) = Some(read.clone());
                Ok(read)
            }
        }
    }

    /// Manifest, which describes the service.
    fn manifest(&self) -> Value {
        let base = format!("http://{}{ROOT}", self.address);
        let suggest =
            |what: &str| json!({ "service_url": base, "service_path": format!("/suggest/{what}") });
        json!({
            "versions": ["0.1", "0.2"],
            "name": format!("xqdb {}", self.name),
            "identifierSpace": "urn:xqdb:name",
            "schemaSpace": "urn:xqdb:type",
            "defaultTypes": NameSort::ALL.map(|sort| json!({ "id": sort.id(), "name": sort.id() })),
            "view": { "url": format!("{base}/view?id={{{{id}}}}") },
            "suggest": {
                "entity": suggest("entity"),
                "property": suggest("property"),
                "type": suggest("type"),
            },
            "batchSize": BATCH / 4,
        })
    }
}

/// Ids and names that begin with a text, as JSON.
fn beginning(prefix: &str, known: &[(&str, &str)]) -> Value {
    let prefix = prefix.trim().to_lowercase();
    let known = known.iter().filter(|(_, name)| name.to_lowercase().starts_with(&prefix));
    let values = known.map(|(id, name)| json!({ "id": id, "name": name }));
    json!({ "result": values.collect::<Vec<Value>>() })
}

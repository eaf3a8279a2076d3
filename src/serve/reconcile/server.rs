//! The service over HTTP.

use super::super::answer::{HTML, JSON};
use super::super::connections;
use super::super::guard;
use super::super::params::values_of;
use super::super::refusal::Refusal;
use super::super::reply::{document_of, refused, response, told};
use super::asked::{Asked, BATCH, Sort};
use super::found::Names;
use super::manifest::{self, ROOT};
use super::view;
use crate::messages::Lang;
use anyhow::Context as _;
use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Form, Request, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN, VARY,
};
use axum::http::{HeaderValue, Method, Response, StatusCode, Uri};
use axum::routing::get;
use serde_json::{Map, Value, json};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};
use tokio::sync::Semaphore;
use xqdb::store::Lay;

/// Bytes that a request may have.
const LARGEST: usize = 4 << 20;

/// So many requests are worked on at once.
const AT_ONCE: usize = 2;

/// What the service needs to know.
pub(crate) struct Settings {
    /// The database.
    pub(crate) db: PathBuf,
    /// The language of pages and refusals.
    pub(crate) lang: Lang,
    /// The wanted port; a free one if it is taken.
    pub(crate) port: u16,
    /// Nothing that is decided counts.
    pub(crate) as_stated: bool,
}

struct Service {
    db: PathBuf,
    lay: Lay,
    lang: Lang,
    address: String,
    name: String,
    names: RwLock<Option<Arc<Names>>>,
    turns: Semaphore,
}

/// Serves until Ctrl-C. `tell` is called with the address of the service.
///
/// # Errors
/// When the database cannot be read, or nothing can be listened to.
pub(crate) fn serve(settings: Settings, tell: impl FnOnce(&str)) -> anyhow::Result<()> {
    connections::run(run(settings, tell))
}

async fn run(settings: Settings, tell: impl FnOnce(&str)) -> anyhow::Result<()> {
    let Settings { db, lang, port, as_stated } = settings;
    let lay = if as_stated { Lay::Stated } else { Lay::Derived };
    let ip = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let listener = connections::listen(lang, ip, port).await?;
    let address = listener.local_addr()?.to_string();
    // What is wrong with the database is told at once.
    let names = Names::read(&db, lay, None).with_context(|| lang.cannot_open_database(&db))?;
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
    let nothing = |State(service): State<Arc<Service>>| async move {
        refused(&Refusal::new(404, "path", service.lang.nothing_there()))
    };
    let suggest = |what: &'static str| {
        get(move |State(service): State<Arc<Service>>, uri: Uri| async move {
            service.suggested(what, &uri).await
        })
    };
    Router::new()
        .route(ROOT, get(asked).post(posted))
        .route(&format!("{ROOT}/suggest/entity"), suggest("entity"))
        .route(&format!("{ROOT}/suggest/property"), suggest("property"))
        .route(&format!("{ROOT}/suggest/type"), suggest("type"))
        .route(&format!("{ROOT}/view"), get(viewed))
        .fallback(nothing)
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(axum::middleware::from_fn_with_state(service.clone(), guarded))
        .with_state(service)
}

/// Lets a request through, or not, and says to a browser which page may read the answer.
async fn guarded(
    State(service): State<Arc<Service>>,
    request: Request,
    next: axum::middleware::Next,
) -> Response<Body> {
    let lang = service.lang;
    let headers = request.headers();
    let origin = guard::origin_on_this_machine(headers);
    let is_visit = *request.method() == Method::GET && guard::is_navigation(headers);
    let mut response = if !guard::is_own_host(headers) {
        refused(&Refusal::new(403, "host", lang.host_refused()))
    } else if origin.is_err()
        || (!is_visit && origin == Ok(None) && guard::is_from_elsewhere(headers))
    {
        refused(&Refusal::new(403, "origin", lang.origin_refused()))
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

async fn asked(State(service): State<Arc<Service>>, uri: Uri) -> Response<Body> {
    match values_of(&uri, service.lang) {
        Ok(values) => service.answer(values).await,
        Err(refusal) => refused(&refusal),
    }
}

async fn posted(State(service): State<Arc<Service>>, request: Request) -> Response<Body> {
    use axum::extract::FromRequest as _;
    let form = Form::<Vec<(String, String)>>::from_request(request, &()).await;
    match form {
        Ok(Form(values)) => service.answer(values).await,
        Err(error) => {
            let why = service.lang.stored(&error.body_text());
            refused(&Refusal::new(error.status().as_u16(), "form", why))
        }
    }
}

async fn viewed(State(service): State<Arc<Service>>, uri: Uri) -> Response<Body> {
    let values = match values_of(&uri, service.lang) {
        Ok(values) => values,
        Err(refusal) => return refused(&refusal),
    };
    let id = value(&values, "id").unwrap_or_default().to_owned();
    let lang = service.lang;
    let found = service
        .with_names(move |names| names.entity(&id).map(|(_, entry)| view::page(lang, entry)));
    match found.await {
        Ok(Some(page)) => document_of(HTML, None, None, page.into()),
        Ok(None) => refused(&Refusal::new(404, "id", lang.nothing_there())),
        Err(refusal) => refused(&refusal),
    }
}

/// What a parameter says, if it is there; the last, if it is there more than once.
fn value<'v>(values: &'v [(String, String)], name: &str) -> Option<&'v str> {
    values.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

impl Service {
    /// Names that are looked for, or what the service is.
    async fn answer(self: &Arc<Self>, values: Vec<(String, String)>) -> Response<Body> {
        let lang = self.lang;
        let wrong = |name: &str, why: &str| refused(&Refusal::parameter(name, why, lang));
        if let Some(text) = value(&values, "queries") {
            let queries: Map<String, Value> = match serde_json::from_str(text) {
                Ok(queries) => queries,
                Err(error) => return wrong("queries", &lang.stored(&error.to_string())),
            };
            if queries.len() > BATCH {
                return wrong("queries", &lang.too_many_names(queries.len() as u64, BATCH as u64));
            }
            return self
                .told(move |names| {
                    let answers = queries.iter().map(|(id, query)| {
                        let found = Asked::of(query).map(|asked| names.candidates(&asked));
                        (id.clone(), found.unwrap_or_else(|| json!({ "result": [] })))
                    });
                    Value::Object(answers.collect())
                })
                .await;
        }
        if let Some(text) = value(&values, "query") {
            // The name alone, or an object as in `queries`.
            let query = match serde_json::from_str(text) {
                Ok(query @ Value::Object(_)) => query,
                _ => json!(text),
            };
            let Some(asked) = Asked::of(&query) else { return wrong("query", &lang.no_name()) };
            return self.told(move |names| names.candidates(&asked)).await;
        }
        told(StatusCode::OK, &manifest::manifest(&self.address, &self.name))
    }

    async fn suggested(self: &Arc<Self>, what: &str, uri: &Uri) -> Response<Body> {
        let values = match values_of(uri, self.lang) {
            Ok(values) => values,
            Err(refusal) => return refused(&refusal),
        };
        let prefix = value(&values, "prefix").unwrap_or_default().to_owned();
        match what {
            "property" => return told(StatusCode::OK, &manifest::properties(&prefix)),
            "type" => return told(StatusCode::OK, &manifest::types(&prefix)),
            _ => {}
        }
        let from = value(&values, "cursor").and_then(|from| from.parse().ok()).unwrap_or(0);
        let sorts = match value(&values, "type") {
            None | Some("") => Sort::ALL.to_vec(),
            Some(id) => Sort::ALL.into_iter().filter(|sort| sort.id() == id).collect(),
        };
        self.told(move |names| names.suggested(&prefix, &sorts, from)).await
    }

    async fn told(
        self: &Arc<Self>,
        answer: impl FnOnce(&Names) -> Value + Send + 'static,
    ) -> Response<Body> {
        match self.with_names(answer).await {
            Ok(value) => told(StatusCode::OK, &value),
            Err(refusal) => refused(&refusal),
        }
    }

    /// Has something done with the names as they are now, beside the runtime.
    async fn with_names<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Names) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let lang = self.lang;
        let failed = || Refusal::new(500, "failed", lang.question_took_too_long());
        let turn = self.turns.acquire().await.map_err(|_| failed())?;
        let service = self.clone();
        let worked = tokio::task::spawn_blocking(move || {
            let names = service.fresh()?;
            Ok(work(&names))
        });
        let answer = worked.await.map_err(|_| failed())?;
        drop(turn);
        answer.map_err(|error: xqdb::store::Error| Refusal::failed(error.into(), lang))
    }

    /// The names, read again if the database has changed.
    fn fresh(&self) -> Result<Arc<Names>, xqdb::store::Error> {
        let known = self.names.read().unwrap_or_else(PoisonError::into_inner).clone();
        match (Names::read(&self.db, self.lay, known.as_deref())?, known) {
            (None, Some(known)) => Ok(known),
            (read, _) => {
                let Some(read) = read.map(Arc::new) else { return Err(xqdb::store::Error::Empty) };
                *self.names.write().unwrap_or_else(PoisonError::into_inner) = Some(read.clone());
                Ok(read)
            }
        }
    }
}

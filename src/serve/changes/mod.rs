//! What changes something: imports, decisions, what is kept under a name. [`CHANGES`] is the one
//! table of it.
//!
//! Whoever changes something brings the token of this run, and asks from a page of this server or
//! from no page at all. A page that was opened without the token reads only.

mod coming;
mod deciding;
mod events;
mod importing;
mod kept;
mod place;
mod saved;
mod table;
mod upload;

pub(super) use table::{CHANGES, Change};

use super::answer::JSON;
use super::guard;
use super::params::Params;
use super::pool::Changed;
use super::refusal::Refusal;
use super::reply::{refused, response, told};
use super::secret::Secret;
use crate::messages::Lang;
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_LENGTH, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, Uri};
use axum::routing::{get, post};
use importing::{Imports, Wanted};
use saved::{Entry, Kind, Saved};
use serde::de::DeserializeOwned;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use upload::Uploads;

/// What is sent as JSON is no larger, in bytes.
const LARGEST: usize = 1 << 20;

/// After so long without its end what is sent as JSON has broken off.
const PATIENCE: Duration = Duration::from_secs(30);
/// So often uploads that nobody goes on with are looked for.
const TIDY: Duration = Duration::from_secs(60);

/// What a server needs to know to change something.
pub(super) struct Changes {
    db: PathBuf,
    lang: Lang,
    secret: Secret,
    /// The cookie that keeps the token: each server on this machine has its own.
    cookie: String,
    /// Others than this machine may ask, so folders of it are not named from the page.
    is_for_others: bool,
    uploads: Uploads,
    imports: Imports,
    saved: Saved,
    changed: Changed,
}

/// Who may change what.
pub(super) struct Rights {
    pub(super) lang: Lang,
    pub(super) secret: Secret,
    pub(super) port: u16,
    pub(super) is_for_others: bool,
    /// Bytes of an upload.
    pub(super) upload_limit: u64,
}

impl Changes {
    /// Changes to a database.
    pub(super) fn new(db: &Path, rights: Rights) -> Changes {
        let Rights { lang, secret, port, is_for_others, upload_limit } = rights;
        let changed = Changed::default();
        Changes {
            db: db.to_owned(),
            lang,
            secret,
            cookie: format!("{}_{port}", guard::KEPT),
            is_for_others,
            uploads: Uploads::new(db, upload_limit),
            imports: Imports::new(db, changed.clone()),
            saved: Saved::beside(db),
            changed,
        }
    }

    /// What counts the changes.
    pub(super) fn changed(&self) -> &Changed {
        &self.changed
    }

    /// Whether a request brings the token.
    pub(super) fn is_known(&self, headers: &HeaderMap) -> bool {
        guard::brings(headers, &self.secret, &self.cookie)
    }

    /// Looks now and then for uploads that nobody goes on with.
    pub(super) async fn keep_tidy(self: Arc<Changes>) {
        loop {
            let changes = self.clone();
            let sweep = move || changes.uploads.sweep(upload::IDLE, upload::LEFT);
            // One that fails is tried again.
            let _ = tokio::task::spawn_blocking(sweep).await;
            tokio::time::sleep(TIDY).await;
        }
    }

    /// Ends what goes on.
    pub(super) fn end(&self) {
        self.imports.end();
        self.uploads.clear();
    }

    /// Why a file or an upload is not taken.
    fn not_taken(&self, refused: upload::Refused, params: &Params) -> Refusal {
        let lang = params.lang();
        match refused {
            upload::Refused::Name => params.wrong("name", &lang.no_file_name()),
            upload::Refused::Batch => Refusal::new(404, "upload", lang.no_such_upload()),
            upload::Refused::Taken => Refusal::new(409, "name", lang.uploaded_already()),
            upload::Refused::Torn => Refusal::new(400, "body", lang.did_not_come_whole()),
            upload::Refused::Busy => Refusal::new(409, "busy", lang.too_many_files_come()),
            upload::Refused::Large => {
                Refusal::new(413, "large", lang.upload_too_large(self.uploads.limit()))
            }
            upload::Refused::Disk(error) => Refusal::failed(error.into(), lang),
        }
    }

    /// What is to be imported. An upload takes no more files from now on.
    fn wanted(&self, params: &Params) -> Result<Wanted, Refusal> {
        let lang = params.lang();
        match (params.one("upload"), params.one("folder")) {
            (Some(batch), None) => {
                self.uploads.end(batch).map_err(|refused| self.not_taken(refused, params))?;
                let folder = self.uploads.folder().to_owned();
                Ok(Wanted::Upload { folder, batch: batch.to_owned() })
            }
            (None, Some(_)) if self.is_for_others => {
                Err(Refusal::new(403, "folder", lang.no_folders_for_others()))
            }
            (None, Some(folder)) => {
                let path = at_home(folder);
                if !path.is_absolute() || !path.exists() {
                    return Err(params.wrong("folder", &lang.no_such_folder(folder)));
                }
                Ok(Wanted::Path(path))
            }
            _ => Err(params.wrong("upload", &lang.nothing_typed())),
        }
    }

    fn params(&self, method: &str, uri: &Uri) -> Result<Params, Refusal> {
        let is_it = |change: &&Change| (change.method, change.path) == (method, uri.path());
        let known = CHANGES.iter().filter(is_it).flat_map(Change::parameters);
        let known: Vec<&str> = known.map(|parameter| parameter.name).collect();
        Params::of(uri, &known, self.lang)
    }
}

type Answered = Result<Response<Body>, Refusal>;

/// The routes of [`CHANGES`].
pub(super) fn router(changes: Arc<Changes>) -> Router {
    Router::new()
        .route("/api/v1/uploads", post(upload).delete(give_up))
        .route("/api/v1/import", get(import_state).post(import))
        .route("/api/v1/import/events", get(import_events))
        .route("/api/v1/import/stop", post(import_stop))
        .route("/api/v1/decide", post(decide))
        .route("/api/v1/undo", post(undo))
        .route("/api/v1/session", post(session))
        .layer(axum::middleware::from_fn_with_state(changes.clone(), guarded))
        .route("/api/v1/session", get(rights))
        .route("/api/v1/saved", get(all_saved))
        .merge(
            Router::new()
                .route("/api/v1/saved", post(save).delete(forget))
                .layer(axum::middleware::from_fn_with_state(changes.clone(), guarded)),
        )
        .with_state(changes)
}

/// Lets a request through that may change something.
async fn guarded(
    State(changes): State<Arc<Changes>>,
    request: Request,
    next: axum::middleware::Next,
) -> Response<Body> {
    let lang = changes.lang;
    if !guard::is_from_here(request.headers()) {
        return refused(&Refusal::new(403, "origin", lang.origin_refused()));
    }
    if !changes.is_known(request.headers()) {
        return refused(&Refusal::new(401, "token", lang.token_refused()));
    }
    let response = next.run(request).await;
    changes.changed.note();
    response
}

fn answered(answered: Answered) -> Response<Body> {
    answered.unwrap_or_else(|refusal| refused(&refusal))
}

/// Has the browser keep the token, so that pictures bring it, too. Whoever comes here has it.
async fn session(State(changes): State<Arc<Changes>>) -> Response<Body> {
    let mut response = response(StatusCode::NO_CONTENT, JSON, None, Body::empty());
    let (cookie, token) = (&changes.cookie, changes.secret.text());
    let cookie = format!("{cookie}={token}; Path=/; HttpOnly; SameSite=Strict");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    response
}

/// What whoever asks may do.
async fn rights(
    State(changes): State<Arc<Changes>>,
    uri: Uri,
    headers: HeaderMap,
) -> Response<Body> {
    answered(changes.params("get", &uri).map(|_| {
        let may_change = changes.is_known(&headers);
        told(
            StatusCode::OK,
            &json!({
                "may_change": may_change,
                "may_name_folders": may_change && !changes.is_for_others,
                "upload_limit": changes.uploads.limit(),
            }),
        )
    }))
}

async fn upload(State(changes): State<Arc<Changes>>, request: Request) -> Response<Body> {
    answered(upload_of(&changes, request).await)
}

async fn upload_of(changes: &Changes, request: Request) -> Answered {
    let params = changes.params("post", request.uri())?;
    let refusal = |refused| changes.not_taken(refused, &params);
    let length =
        request.headers().get(CONTENT_LENGTH).and_then(|it| it.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: u64| length > changes.uploads.limit()) {
        return Err(refusal(upload::Refused::Large));
    }
    let name = params.one("name").unwrap_or_default();
    let taken = changes.uploads.take(params.one("upload"), name, request.into_body()).await;
    let (batch, bytes) = taken.map_err(refusal)?;
    Ok(told(StatusCode::CREATED, &json!({ "upload": batch, "name": name, "bytes": bytes })))
}

async fn give_up(State(changes): State<Arc<Changes>>, uri: Uri) -> Response<Body> {
    answered(given_up(&changes, &uri).await)
}

async fn given_up(changes: &Arc<Changes>, uri: &Uri) -> Answered {
    let params = changes.params("delete", uri)?;
    let lang = params.lang();
    let own = changes.clone();
    let given_up = move || {
        let batch = params.one("upload").unwrap_or_default();
        own.uploads.give_up(batch).map_err(|refused| own.not_taken(refused, &params))
    };
    blocking(given_up, lang).await??;
    Ok(response(StatusCode::NO_CONTENT, JSON, None, Body::empty()))
}

async fn import(State(changes): State<Arc<Changes>>, uri: Uri) -> Response<Body> {
    answered(import_of(&changes, &uri).await)
}

async fn import_of(changes: &Arc<Changes>, uri: &Uri) -> Answered {
    let params = changes.params("post", uri)?;
    let lang = params.lang();
    let own = changes.clone();
    // A folder may lie on a disk that does not answer.
    let begun = move || own.imports.begin(lang, || own.wanted(&params));
    let state = blocking(begun, lang).await??;
    Ok(told(StatusCode::ACCEPTED, &json!(state)))
}

/// `~` is the user's own folder.
fn at_home(text: &str) -> PathBuf {
    let text = text.trim();
    let rest =
        text.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with(['/', '\\']));
    match (rest, dirs::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest.trim_start_matches(['/', '\\'])),
        _ => PathBuf::from(text),
    }
}

async fn import_state(State(changes): State<Arc<Changes>>, uri: Uri) -> Response<Body> {
    let state = changes.params("get", &uri).map(|_| json!(*changes.imports.watch().borrow()));
    answered(state.map(|state| told(StatusCode::OK, &state)))
}

async fn import_events(State(changes): State<Arc<Changes>>, uri: Uri) -> Response<Body> {
    let body = changes.params("get", &uri).map(|_| events::body(changes.imports.watch()));
    answered(body.map(|body| response(StatusCode::OK, table::EVENTS, None, body)))
}

async fn import_stop(State(changes): State<Arc<Changes>>, uri: Uri) -> Response<Body> {
    answered(changes.params("post", &uri).map(|_| {
        changes.imports.stop();
        told(StatusCode::ACCEPTED, &json!(*changes.imports.watch().borrow()))
    }))
}

async fn decide(State(changes): State<Arc<Changes>>, request: Request) -> Response<Body> {
    answered(decided(&changes, request, deciding::decide).await)
}

async fn undo(State(changes): State<Arc<Changes>>, request: Request) -> Response<Body> {
    answered(decided(&changes, request, deciding::undo).await)
}

async fn decided(
    changes: &Arc<Changes>,
    request: Request,
    decide: fn(&Path, &deciding::Wanted, Lang) -> Result<serde_json::Value, Refusal>,
) -> Answered {
    let lang = changes.params("post", request.uri())?.lang();
    let wanted: deciding::Wanted = sent(request, lang).await?;
    let changes = changes.clone();
    let value = blocking(move || decide(&changes.db, &wanted, lang), lang).await??;
    Ok(told(StatusCode::OK, &value))
}

async fn all_saved(State(changes): State<Arc<Changes>>, uri: Uri) -> Response<Body> {
    answered(match changes.params("get", &uri) {
        Ok(params) => saved_now(&changes, params.lang()).await,
        Err(refusal) => Err(refusal),
    })
}

async fn saved_now(changes: &Arc<Changes>, lang: Lang) -> Answered {
    let changes = changes.clone();
    let all = blocking(move || changes.saved.all(), lang).await?;
    let all = all.map_err(|error| Refusal::failed(error.into(), lang))?;
    Ok(told(StatusCode::OK, &json!({ "saved": all })))
}

async fn save(State(changes): State<Arc<Changes>>, request: Request) -> Response<Body> {
    answered(saved_of(&changes, request).await)
}

async fn saved_of(changes: &Arc<Changes>, request: Request) -> Answered {
    let lang = changes.params("post", request.uri())?.lang();
    let entry: Entry = sent(request, lang).await?;
    let own = changes.clone();
    let kept = blocking(move || own.saved.keep(entry), lang).await?;
    kept.map_err(|refused| match refused {
        saved::Refused::Unsound => Refusal::new(400, "saved", lang.cannot_be_saved()),
        saved::Refused::Disk(error) => Refusal::failed(error.into(), lang),
    })?;
    saved_now(changes, lang).await
}

async fn forget(State(changes): State<Arc<Changes>>, uri: Uri) -> Response<Body> {
    answered(forgotten(&changes, &uri).await)
}

async fn forgotten(changes: &Arc<Changes>, uri: &Uri) -> Answered {
    let params = changes.params("delete", uri)?;
    let lang = params.lang();
    let kind = params.one("kind").unwrap_or_default();
    let known = "filter, question, board, position";
    let kind = Kind::named(kind).ok_or_else(|| params.wrong("kind", &lang.none_of(kind, known)))?;
    let name = params.one("name").unwrap_or_default().to_owned();
    let own = changes.clone();
    let forgotten = blocking(move || own.saved.forget(kind, &name), lang).await?;
    if !forgotten.map_err(|error| Refusal::failed(error.into(), lang))? {
        return Err(Refusal::new(404, "saved", lang.nothing_there()));
    }
    saved_now(changes, lang).await
}

/// What was sent, as JSON.
async fn sent<T: DeserializeOwned>(request: Request, lang: Lang) -> Result<T, Refusal> {
    let wrong = |why: String| Refusal::new(400, "body", lang.stored(&why));
    let bytes = axum::body::to_bytes(request.into_body(), LARGEST);
    let bytes = tokio::time::timeout(PATIENCE, bytes).await;
    let bytes = bytes.map_err(|_| Refusal::new(400, "body", lang.did_not_come_whole()))?;
    let bytes = bytes.map_err(|error| wrong(error.to_string()))?;
    serde_json::from_slice(&bytes).map_err(|error| wrong(error.to_string()))
}

/// Does what takes time where nobody waits for it.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
    lang: Lang,
) -> Result<T, Refusal> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Refusal::failed(error.into(), lang))
}

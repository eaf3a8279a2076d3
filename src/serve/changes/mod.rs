//! Changes: imports, decisions, saved questions. Routes that need the token end here.
//!
//! A request that changes something brings the token of this run, and comes from a page of this
//! server or from no page. A page that was opened without the token only reads.

mod deciding;
mod importing;
mod kept;
mod saved;
mod uploads;

pub(super) use deciding::{decide, undo};

use super::guard::{self, Secret};
use super::pool::Changed;
use super::refusal::Refusal;
use super::reply::Reply;
use crate::messages::Lang;
use axum::extract::Request;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_LENGTH;
use importing::{ImportSource, Imports};
use kept::SettledUpload;
use saved::Saved;
use serde::de::DeserializeOwned;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use uploads::Uploads;
use xqdb::search::Params;

/// Time between two searches for abandoned uploads.
const TIDY: Duration = Duration::from_secs(60);

/// Files, token and running work that changes need.
pub(super) struct Changes {
    db: PathBuf,
    secret: Secret,
    /// Name of the cookie with the token, which differs between servers on this machine.
    cookie: String,
    /// Whether other machines may ask: all requests then need the token, and pages cannot name
    /// folders.
    pub(super) is_for_others: bool,
    uploads: Uploads,
    imports: Imports,
    saved: Saved,
    changed: Changed,
}

/// Request for a change.
pub(super) struct Order {
    pub(super) params: Params,
    pub(super) lang: Lang,
    /// Body of the request, if it is JSON.
    pub(super) sent: Vec<u8>,
    /// Whether the request brings the token.
    pub(super) may_change: bool,
}

type Outcome = Result<Reply, Refusal>;

impl Order {
    /// Value of a parameter; empty if it is missing.
    fn text(&self, name: &str) -> &str {
        self.params.one(name).unwrap_or_default()
    }

    /// Reads the body as JSON.
    fn read<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        serde_json::from_slice(&self.sent)
            .map_err(|error| Refusal::new(400, "body", move |lang| lang.stored(&error.to_string())))
    }
}

impl Changes {
    /// Changes to the database `db`. The token is `secret`, and its cookie has the port in its
    /// name; `upload_limit` is the largest number of bytes of all uploads together.
    pub(super) fn new(
        db: &Path,
        (secret, port): (Secret, u16),
        is_for_others: bool,
        upload_limit: u64,
    ) -> Changes {
        let changed = Changed::default();
        Changes {
            db: db.to_owned(),
            secret,
            cookie: format!("{}_{port}", guard::KEPT),
            is_for_others,
            uploads: Uploads::new(db, upload_limit),
            imports: Imports::new(db, changed.clone()),
            saved: Saved::beside(db),
            changed,
        }
    }

    /// Counter of changes.
    pub(super) fn changed(&self) -> &Changed {
        &self.changed
    }

    /// Whether a request brings the token.
    pub(super) fn is_known(&self, headers: &HeaderMap) -> bool {
        guard::brings(headers, &self.secret, &self.cookie)
    }

    /// Refuses a request that may not change anything.
    pub(super) fn allow(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        if !guard::is_from_here(headers) {
            return Err(Refusal::new(403, "origin", Lang::origin_refused));
        }
        match self.is_known(headers) {
            true => Ok(()),
            false => Err(Refusal::new(401, "token", Lang::token_refused)),
        }
    }

    /// Removes abandoned uploads, now and then.
    pub(super) async fn keep_tidy(self: Arc<Changes>) {
        loop {
            let changes = self.clone();
            let sweep = move || changes.uploads.sweep(uploads::IDLE, uploads::LEFT);
            // A search that fails is repeated.
            let _ = tokio::task::spawn_blocking(sweep).await;
            tokio::time::sleep(TIDY).await;
        }
    }

    /// Stops the import, and removes unfinished uploads.
    pub(super) fn end(&self) {
        self.imports.end();
        self.uploads.clear();
    }

    /// Takes a file of an upload while its body comes.
    pub(super) async fn upload(&self, params: &Params, request: Request) -> Outcome {
        let length = request.headers().get(CONTENT_LENGTH);
        let length = length.and_then(|it| it.to_str().ok()?.parse::<u64>().ok());
        self.uploads.fits(length.unwrap_or(0))?;
        let name = params.one("name").unwrap_or_default();
        let (batch, bytes) =
            self.uploads.take(params.one("upload"), name, request.into_body()).await?;
        Ok(Reply::Json(json!({ "upload": batch, "name": name, "bytes": bytes })))
    }

    /// Files to import. An upload takes no more files from now on.
    fn source(&self, params: &Params) -> Result<ImportSource, Refusal> {
        match (params.one("upload"), params.one("folder")) {
            (Some(batch), None) => {
                self.uploads.end(batch)?;
                let (folder, path) = (self.uploads.folder().to_owned(), batch.to_owned());
                let batch = path.clone();
                Ok(ImportSource { path, settle: Box::new(move || kept::settle(&folder, &batch)) })
            }
            (None, Some(_)) if self.is_for_others => {
                Err(Refusal::new(403, "folder", Lang::no_folders_for_others))
            }
            (None, Some(folder)) => {
                let path = at_home(folder);
                if !path.is_absolute() || !path.exists() {
                    let folder = folder.to_owned();
                    let why = move |lang: Lang| lang.no_such_folder(&folder);
                    return Err(Refusal::parameter("folder", why));
                }
                let name = path.to_string_lossy().into_owned();
                let found = SettledUpload { paths: vec![path], path: name.clone() };
                Ok(ImportSource { path: name, settle: Box::new(move || Ok(found)) })
            }
            _ => Err(Refusal::parameter("upload", Lang::nothing_typed)),
        }
    }
}

/// Path in which `~` is the user's home folder.
fn at_home(text: &str) -> PathBuf {
    let text = text.trim();
    let rest =
        text.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with(['/', '\\']));
    match (rest, dirs::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest.trim_start_matches(['/', '\\'])),
        _ => PathBuf::from(text),
    }
}

/// Answers with a cookie that holds the token, so that requests for pictures bring it, too. Only
/// requests with the token come here.
pub(super) fn session(changes: &Changes, _: &Order) -> Outcome {
    let (cookie, token) = (&changes.cookie, changes.secret.text());
    let cookie = Some(format!("{cookie}={token}; Path=/; HttpOnly; SameSite=Strict"));
    Ok(Reply::Nothing { cookie })
}

/// Answers with the rights of the client.
pub(super) fn rights(changes: &Changes, order: &Order) -> Outcome {
    Ok(Reply::Json(json!({
        "may_change": order.may_change,
        "may_name_folders": order.may_change && !changes.is_for_others,
        "upload_limit": changes.uploads.limit(),
    })))
}

pub(super) fn give_up(changes: &Changes, order: &Order) -> Outcome {
    changes.uploads.give_up(order.text("upload"))?;
    Ok(Reply::Nothing { cookie: None })
}

pub(super) fn import(changes: &Changes, order: &Order) -> Outcome {
    let begun = changes.imports.begin(order.lang, || changes.source(&order.params))?;
    Ok(Reply::Json(json!(begun)))
}

pub(super) fn import_state(changes: &Changes, _: &Order) -> Outcome {
    Ok(Reply::Json(json!(*changes.imports.watch().borrow())))
}

pub(super) fn import_events(changes: &Changes, _: &Order) -> Outcome {
    Ok(Reply::Events(importing::events(changes.imports.watch())))
}

pub(super) fn import_stop(changes: &Changes, order: &Order) -> Outcome {
    changes.imports.stop();
    import_state(changes, order)
}

pub(super) fn all_saved(changes: &Changes, _: &Order) -> Outcome {
    Ok(Reply::Json(json!({ "saved": changes.saved.all()? })))
}

pub(super) fn save(changes: &Changes, order: &Order) -> Outcome {
    changes.saved.keep(order.read()?)?;
    all_saved(changes, order)
}

pub(super) fn forget(changes: &Changes, order: &Order) -> Outcome {
    let kind = saved::kind(order.text("kind"))?;
    match changes.saved.forget(kind, order.text("name"))? {
        true => all_saved(changes, order),
        false => Err(Refusal::new(404, "saved", Lang::nothing_there)),
    }
}

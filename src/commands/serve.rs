//! `xqdb serve`: the archive on a board in a browser; `xqdb open`: imports folders, then serves
//! them; `xqdb reconcile`: matches the names of a table with those of the archive.

use super::engine_book::open_books;
use super::{Context, Status, files};
use crate::cli::{OpenArgs, ReconcileArgs, ServeArgs};
use crate::messages::Lang;
use crate::serve as server;
use crate::serve::reconcile as names;
use anyhow::{Context as _, anyhow};
use std::path::{Path, PathBuf};
use std::process::Command;
use xqdb::Collection;

/// Serves until Ctrl-C.
pub(crate) fn serve(context: &Context, args: &ServeArgs) -> anyhow::Result<Status> {
    serve_and(context, args, |_| ())
}

/// Serves until Ctrl-C; calls `then` with the address when it can be opened.
fn serve_and(
    context: &Context,
    args: &ServeArgs,
    then: impl FnOnce(&str),
) -> anyhow::Result<Status> {
    // A user without an archive imports the first one in the page.
    if !context.db.exists() {
        Collection::create(&context.db)
            .with_context(|| context.lang.cannot_open_database(&context.db))?;
        context.tell(&context.lang.database_is_kept_at(&context.db));
    }
    let settings = server::ServeSettings {
        db: context.db.clone(),
        lang: context.lang,
        listen: args.listen,
        port: args.port,
        as_stated: context.as_stated,
        upload_limit: args.upload_limit,
        books: open_books(context, &args.engine_book)?,
    };
    server::serve(settings, |url| {
        context.tell_always(&context.lang.serving_at(url));
        then(url);
    })?;
    Ok(Status::Success)
}

/// Imports what the user named, serves the database and opens the browser.
pub(crate) fn open(context: &Context, args: &OpenArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let db = match context.is_db_named {
        true => context.db.clone(),
        false => place(&args.paths, lang)?,
    };
    if let Some(folder) = db.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).with_context(|| lang.cannot_make_folder(folder))?;
    }
    context.tell(&lang.database_is_kept_at(&db));
    // The import is a process of its own, because Ctrl-C ends an import in another way than a
    // server.
    let mut import = Command::new(std::env::current_exe()?);
    import.arg("--db").arg(&db).args(["--lang", lang.tag()]);
    if context.quiet {
        import.arg("--quiet");
    }
    let status = import.arg("import").arg("--").args(&args.paths).status()?;
    match status.code() {
        // 3: some records were set aside.
        Some(0 | 3) => {}
        Some(130) | None => return Ok(Status::Interrupted),
        Some(_) => return Ok(Status::Error),
    }
    let context = Context { db, ..context.clone() };
    let served = ServeArgs {
        port: args.port,
        listen: None,
        upload_limit: args.upload_limit,
        engine_book: Vec::new(),
    };
    serve_and(&context, &served, |url| {
        // Without a browser the user has the printed address.
        let _ = ::open::that_detached(url);
    })
}

/// Path of the database of some folders: in the user's folder for data, one for each set of
/// folders.
fn place(paths: &[PathBuf], lang: Lang) -> anyhow::Result<PathBuf> {
    let whole = |path: &PathBuf| path.canonicalize().with_context(|| lang.cannot_read(path));
    let mut places: Vec<PathBuf> = paths.iter().map(whole).collect::<Result<_, _>>()?;
    places.sort();
    let data = dirs::data_local_dir().ok_or_else(|| anyhow!(lang.no_place_for_database()))?;
    let mut hasher = blake3::Hasher::new();
    for place in &places {
        hasher.update(place.as_os_str().as_encoded_bytes()).update(b"\0");
    }
    let first = places.first().and_then(|place| place.file_name()).unwrap_or_default();
    let name = Path::new(first).with_extension("").to_string_lossy().into_owned();
    let hash = hasher.finalize().to_hex();
    Ok(data.join("xqdb").join(format!("{name}-{}.db", &hash[..8])))
}

/// Serves until Ctrl-C.
pub(crate) fn reconcile(context: &Context, args: &ReconcileArgs) -> anyhow::Result<Status> {
    files::must_exist(context, &context.db)?;
    let settings = names::ReconcileSettings {
        db: context.db.clone(),
        lang: context.lang,
        port: args.port,
        as_stated: context.as_stated,
    };
    names::serve(settings, |url| context.tell_always(&context.lang.reconciling_at(url)))?;
    Ok(Status::Success)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_of_folders_has_one_place() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["a", "b"].map(|name| folder.path().join(name));
        paths.iter().for_each(|path| std::fs::create_dir(path).unwrap());
        let [a, b] = paths.clone();
        let both = place(&paths, Lang::En).unwrap();
        assert_eq!(both, place(&[b.clone(), a.join("../a")], Lang::En).unwrap());
        assert_ne!(both, place(&[a], Lang::En).unwrap());
        assert_ne!(both, place(&[b], Lang::En).unwrap());
        assert!(place(&[folder.path().join("none")], Lang::En).is_err());
    }
}

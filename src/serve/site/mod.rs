//! The archive as files for any host: the page of `assets`, and the answers of the API for which it
//! asks.
//!
//! `plan.rs` lists the questions, including beginnings of names (`suggested.rs`). A question is a
//! text such as `game/KEY`, `games?player=NAME` or `explore?FEN`; its answer stands in the bucket
//! whose number is the FNV-1a hash of the text modulo the number of buckets. `answering.rs` answers
//! with the functions of `api`, `slim.rs` leaves out what the page does not show, `scripts.rs` has
//! the characters that differ between the scripts, and `folder.rs` writes buckets and page, which
//! `assets/site.js` reads. All files depend on the database alone.

mod answering;
mod folder;
mod plan;
mod scripts;
mod slim;
mod suggested;

use self::answering::Desk;
use self::folder::Folder;
use self::plan::{Planned, plan};
use anyhow::Context as _;
use serde_json::json;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use xqdb::search::{Archive, Watch};
use xqdb::store::{Evidence, Snapshot};

/// Settings of a site.
pub(crate) struct SiteSettings {
    /// Name of the archive.
    pub(crate) name: String,
    /// Name of the archive's file.
    pub(crate) file: String,
    /// Notation of moves.
    pub(crate) notation: String,
    /// Smallest number of games of a position with an answer of its own.
    pub(crate) least: usize,
    /// Whether derived values are left out.
    pub(crate) as_stated: bool,
}

/// Numbers of a written site.
pub(crate) struct SiteCounts {
    pub(crate) games: u64,
    pub(crate) positions: u64,
    pub(crate) files: u64,
    pub(crate) bytes: u64,
}

/// Writes a site into an empty folder. Stops with an error when `watch` says so.
pub(crate) fn write_site(
    archive: &Archive,
    settings: &SiteSettings,
    folder: &Path,
    watch: &dyn Watch,
) -> anyhow::Result<SiteCounts> {
    let desk = Desk::new(archive, settings);
    desk.rate(watch)?;
    let Planned { questions, games, positions, buckets } = plan(&desk, watch)?;
    watch.expect(questions.len() as u64);
    let folder = Folder::new(folder, buckets);
    let lay = if settings.as_stated { Evidence::Stated } else { Evidence::Derived };
    let next = AtomicUsize::new(0);
    let shared = Mutex::new(archive.to_share()?);
    let of_bucket: Vec<_> = questions.chunk_by(|a, b| a.bucket == b.bucket).collect();
    let work = |snapshot: Snapshot| -> anyhow::Result<()> {
        let archive = {
            let mut shared = shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            Archive::beside(snapshot, lay, &mut shared)?
        };
        let desk = Desk::new(&archive, settings);
        while let Some(questions) = of_bucket.get(next.fetch_add(1, Ordering::Relaxed)) {
            watch.go_on()?;
            folder.write_bucket(questions[0].bucket, questions, &desk)?;
            watch.advance(questions.len() as u64);
        }
        Ok(())
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let snapshots = archive.snapshot().others(cores)?;
    std::thread::scope(|scope| {
        let workers = snapshots.into_iter().map(|snapshot| scope.spawn(|| work(snapshot)));
        let workers: Vec<_> = workers.collect();
        let ended = |worker: std::thread::ScopedJoinHandle<'_, anyhow::Result<()>>| {
            worker.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        workers.into_iter().try_for_each(ended)
    })?;
    let features = json!({
        "xqdb": env!("CARGO_PKG_VERSION"),
        "name": settings.name,
        "buckets": buckets,
        "notation": settings.notation,
        "least": settings.least,
        "row": slim::ROW.split(' ').collect::<Vec<_>>(),
        "letters": desk.letters()?,
    });
    folder.write_page(&features).with_context(|| settings.name.clone())?;
    let (files, bytes) = folder.written();
    Ok(SiteCounts { games, positions, files, bytes })
}

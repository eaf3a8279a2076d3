//! Contents that come in a stream: members of archives.
//!
//! A member of up to [`LARGE`] bytes is read into memory. A larger one is cut while it comes, if
//! its format allows it. Where contents are hashed it must be read twice for that, so the archive
//! is unpacked twice: large members are hashed first, and read when the others are done.

use super::checked::extent_of_stream;
use super::content::{Fed, Feed, set_extent};
use super::decide::{Decided, LARGE};
use super::place::Place;
use super::unit::Skip;
use crate::container::{self, Kind, Limits, MemberNames, ReadSeek, Visit};
use std::io::{self, Cursor, Read, SeekFrom};
use std::sync::Arc;

/// A large member that is to be read in a second walk.
struct Deferred {
    /// Its number in the archive.
    number: u64,
    decided: Decided,
    /// Why it cannot be read further than its hash goes.
    failure: Option<String>,
}

/// Large members that are put off.
pub(super) struct Later {
    /// The number of the member at hand.
    number: u64,
    members: Vec<Deferred>,
}

/// Every file inside a container. Whether to go on.
pub(super) fn archive(
    feed: &mut Feed<'_>,
    place: &Place,
    source: &mut dyn ReadSeek,
    size: u64,
    kind: &Kind,
) -> bool {
    let mut later = Later { number: 0, members: Vec::new() };
    let mut goes_on = true;
    let mut result = each_member(source, size, kind, &mut |member| {
        later.number += 1;
        let place = place.member(member.name);
        goes_on = match member.body {
            Err(why) => feed.unreadable(&place, why),
            Ok(body) => stream(feed, &place, body, Some(&mut later)),
        };
        goes_on
    });
    if !goes_on {
        return false;
    }
    // After damage, too: the large members before it are as good as the small ones.
    if !later.members.is_empty() {
        let second = second_walk(feed, place, later.members, &mut |visit| {
            each_member(source, size, kind, visit).map(drop)
        });
        match second {
            Ok(true) => {}
            Ok(false) => return false,
            Err(error) => result = result.and(Err(error)),
        }
    }
    match result {
        Ok(names) => feed.skip(place, &Decided::default(), Skip::EndOfArchive(Arc::new(names))),
        Err(error) => feed.unreadable(place, error.to_string()),
    }
}

/// Reads the large members that were hashed in the first walk. Whether to go on.
fn second_walk(
    feed: &mut Feed<'_>,
    archive: &Place,
    members: Vec<Deferred>,
    walk: &mut dyn FnMut(&mut Visit<'_>) -> io::Result<()>,
) -> io::Result<bool> {
    let mut members = members.into_iter().peekable();
    let mut number = 0;
    let mut goes_on = true;
    walk(&mut |member| {
        number += 1;
        if let Some(wanted) = members.next_if(|wanted| wanted.number == number) {
            let place = archive.member(member.name);
            goes_on = match (member.body, wanted.decided.borders) {
                (Ok(body), Some(borders)) => {
                    match feed.pieces(&place, &wanted.decided, borders, body) {
                        Fed::On => feed.failed(&place, wanted.failure),
                        Fed::Changed => feed.unreadable(&place, CHANGED.to_owned()),
                        Fed::Over => false,
                    }
                }
                (Err(why), _) => feed.unreadable(&place, why),
                (_, None) => true,
            };
        }
        goes_on && members.peek().is_some()
    })?;
    if goes_on && members.peek().is_some() {
        return Err(io::Error::other(CHANGED));
    }
    Ok(goes_on)
}

/// A content that cannot be gone back in. Where contents are hashed, a large one is put off.
/// Whether to go on.
pub(super) fn stream(
    feed: &mut Feed<'_>,
    place: &Place,
    body: &mut dyn Read,
    later: Option<&mut Later>,
) -> bool {
    let mut bytes = Vec::new();
    let mut failure = (&mut *body).take(LARGE + 1).read_to_end(&mut bytes).err();
    if bytes.len() as u64 > LARGE {
        let name = place.file_name();
        let member = place.member.as_deref();
        let mut decided = Decided::at(&place.path, member, feed.job.options);
        decided.look(feed.job.options, name, &bytes, bytes.len() as u64);
        let most = feed.job.options.largest(decided.format);
        if decided.format.is_none() || decided.borders.is_some() {
            return large(feed, place, decided, &mut Cursor::new(bytes).chain(body), later);
        }
        let room = (most + 1).saturating_sub(bytes.len() as u64);
        failure = body.take(room).read_to_end(&mut bytes).err();
        if bytes.len() as u64 > most {
            return feed.unreadable(place, too_large(most));
        }
    }
    feed.whole(place, bytes, failure.map(|error| error.to_string()))
}

/// A large content that can be cut, or that no format fits.
fn large(
    feed: &mut Feed<'_>,
    place: &Place,
    mut decided: Decided,
    body: &mut dyn Read,
    later: Option<&mut Later>,
) -> bool {
    let is_hashed = feed.job.options.hash;
    if let Some(borders) = decided.borders.filter(|_| !is_hashed) {
        return feed.pieces(place, &decided, borders, body) != Fed::Over;
    }
    let extent = extent_of_stream(body);
    set_extent(&mut decided, &extent);
    let failure = extent.failure.map(|error| error.to_string());
    if feed.is_known(&decided.hash) {
        return feed.skip(place, &decided, Skip::Known) && feed.failed(place, failure);
    }
    match later {
        Some(later) if decided.borders.is_some() => {
            later.members.push(Deferred { number: later.number, decided, failure });
            true
        }
        _ => feed.unrecognised(place, &decided) && feed.failed(place, failure),
    }
}

fn each_member(
    source: &mut dyn ReadSeek,
    size: u64,
    kind: &Kind,
    visit: &mut Visit<'_>,
) -> io::Result<MemberNames> {
    source.seek(SeekFrom::Start(0))?;
    container::walk(source, size, kind, &Limits::default(), visit)
}

/// What is told of a content that is not what was hashed.
pub(super) const CHANGED: &str = "it changed while it was read";

/// What is told of a content that is too large to be read whole.
pub(super) fn too_large(most: u64) -> String {
    let most = most >> 20;
    format!(
        "its format is read whole, and it is larger than the {most} MiB that the memory allows \
         for that: give more with --memory"
    )
}

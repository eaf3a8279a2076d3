//! 7z. Members of a solid block are unpacked in order.

use super::{ReadSeek, Walk, name};
use sevenz_rust2::{ArchiveReader, Password};
use std::io;

pub(super) fn walk(
    source: &mut dyn ReadSeek,
    walk: &mut Walk<'_>,
    prefix: &str,
    depth: u32,
) -> io::Result<()> {
    let mut archive = ArchiveReader::new(source, Password::empty()).map_err(io::Error::other)?;
    archive.set_thread_count(1);
    let mut outcome = Ok(());
    let result = archive.for_each_entries(|entry, body| {
        if entry.is_directory() {
            return Ok(true);
        }
        let path = format!("{prefix}{}", name::readable(entry.name()));
        let goes_on = match walk.member(Some(path), body, depth) {
            Ok(goes_on) => goes_on,
            Err(error) => {
                outcome = Err(error);
                return Ok(false);
            }
        };
        // What the visitor left unread stands before the next member.
        io::copy(body, &mut io::sink())?;
        Ok(goes_on)
    });
    outcome?;
    result.map_err(io::Error::other)
}

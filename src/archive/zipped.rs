//! Zip. The central directory is read into memory; members are read one at a time.

use super::{ReadSeek, Walk, name};
use std::io;

pub(super) fn sniff(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06")
}

pub(super) fn walk(
    source: &mut dyn ReadSeek,
    walk: &mut Walk<'_>,
    prefix: &str,
    depth: u32,
) -> io::Result<()> {
    let mut archive = zip::ZipArchive::new(source)?;
    let mut names = Vec::with_capacity(archive.len());
    for index in 0..archive.len() {
        names.push(archive.by_index_raw(index)?.name_raw().to_vec());
    }
    let encoding = name::encoding_of(&names.iter().map(Vec::as_slice).collect::<Vec<_>>());
    for (index, raw) in names.iter().enumerate() {
        if raw.ends_with(b"/") || raw.ends_with(b"\\") {
            continue;
        }
        let path = Some(format!("{prefix}{}", name::decode(raw, encoding)));
        let goes_on = match archive.by_index(index) {
            Ok(mut file) => walk.member(path, &mut file, depth)?,
            Err(error) => walk.failed(path, &error.to_string())?,
        };
        if !goes_on {
            break;
        }
    }
    Ok(())
}

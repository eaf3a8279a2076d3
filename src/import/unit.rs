//! What travels through the pipeline.

use super::place::{Place, file_name};
use crate::container::MemberNames;
use crate::format::{Format, Nature};
use crate::metadata::FileName;
use crate::text::Encoding;
use std::ops::Range;
use std::sync::Arc;

/// A piece of work: a file, an archive member, or one cut of a giant file.
#[derive(Debug)]
pub struct Unit {
    /// The path as the user gave it, joined with the path below it.
    pub path: Arc<str>,
    /// The same, absolute; see [`absolute`](super::absolute).
    pub absolute: Arc<str>,
    /// The path inside the archive.
    pub member: Option<Arc<str>>,
    /// The bytes; none when the unit comes back with its result.
    pub bytes: Vec<u8>,
    /// Where they begin in the file.
    pub base: u64,
    /// So many bytes behind them are not read: the rest of a record that is longer than memory
    /// allows.
    pub lost: u64,
    /// Size of the whole file or member.
    pub size: u64,
    /// BLAKE3 of the whole file or member, if it was asked for; where its name says something, of
    /// that, too.
    pub hash: [u8; 32],
    /// The format that fits.
    pub format: Option<&'static Format>,
    /// What it is, where no format fits.
    pub nature: Option<Nature>,
    /// How its texts are to be decoded; `None` lets a binary reader find out.
    pub encoding: Option<Encoding>,
    /// What the name of the file says, once that is known.
    pub said: Option<Arc<FileName>>,
    /// Whether the file or member ends here.
    pub is_last: bool,
    /// The content is only the beginning of what lies there: reading failed behind it.
    pub is_cut_off: bool,
    /// Why nothing is in `bytes`.
    pub skip: Option<Skip>,
}

/// Why a unit has no bytes.
#[derive(Debug, Clone)]
pub enum Skip {
    /// The content is in the database, or came earlier in this run.
    Known,
    /// It could not be read, or not to its end, and why. What was read of it came before.
    Unreadable(String),
    /// It was named and cannot even be opened, and why.
    Refused(String),
    /// What came of this content so far is not what was hashed: it has to be taken back.
    Changed,
    /// Not a file: the end of an archive, with the members that were seen. What the path held
    /// besides is gone.
    EndOfArchive(Arc<MemberNames>),
}

/// A unit on its way to the workers.
pub(super) struct Given {
    pub(super) unit: Unit,
    /// Hash, format and encoding are known; else the worker finds them out.
    pub(super) is_decided: bool,
}

impl Unit {
    /// A whole file of this name, of which nothing is decided.
    #[must_use]
    pub fn of_bytes(name: &str, bytes: Vec<u8>) -> Unit {
        Unit::whole(&Place::of_pipe(name), bytes)
    }

    /// A whole content of which nothing is decided.
    pub(super) fn whole(place: &Place, bytes: Vec<u8>) -> Unit {
        Unit {
            path: place.path.clone(),
            absolute: place.absolute.clone(),
            member: place.member.clone(),
            size: bytes.len() as u64,
            bytes,
            base: 0,
            lost: 0,
            hash: [0; 32],
            format: None,
            nature: None,
            encoding: None,
            said: None,
            is_last: true,
            is_cut_off: false,
            skip: None,
        }
    }

    /// The bytes of a record that lies here.
    pub(super) fn slice(&self, span: &Range<u64>) -> &[u8] {
        let at = |offset: u64| {
            usize::try_from(offset.saturating_sub(self.base))
                .unwrap_or(usize::MAX)
                .min(self.bytes.len())
        };
        self.bytes.get(at(span.start)..at(span.end)).unwrap_or_default()
    }

    /// The name of the file (or member) without folders.
    #[must_use]
    pub fn file_name(&self) -> &str {
        file_name(&self.path, self.member.as_deref())
    }
}

//! Where a record lies.

/// Where a record lies.
#[derive(Copy, Clone)]
pub(super) struct RecordPlace<'a> {
    pub(super) path: &'a str,
    pub(super) member: Option<&'a str>,
    /// 1-based in the file.
    pub(super) record: u64,
    /// The key of its game in the database.
    pub(super) game: Option<&'a str>,
}

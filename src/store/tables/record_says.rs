//! What a record says, of which its game is made.

use crate::format::Warning;
use crate::metadata::{Derived, Fields, GameResult, Kind, Metadata, PlaceSays, Source, title_of};
use crate::store::error::{Error, Result};

/// What is kept of a record and decides, with those of the others on its line, which game it
/// witnesses.
#[derive(Debug, Clone, Copy)]
pub struct RecordSays<'r> {
    /// All of its tags, those from the name of its file included.
    pub tags: &'r serde_json::Map<String, serde_json::Value>,
    /// The result it claims.
    pub result: GameResult,
    /// Its kind.
    pub kind: Kind,
    /// Its warnings, as JSON; they tell which tags are from the name of its file.
    pub warnings: Option<&'r str>,
    /// What is said against its date.
    pub date_doubt: Option<&'r str>,
    /// The date that its folders say, or the name of a file of many games.
    pub date_of_place: Option<&'r str>,
}

impl RecordSays<'_> {
    /// Its metadata, as it was when the record was read.
    ///
    /// # Errors
    /// When the warnings are none.
    pub fn metadata(&self) -> Result<Metadata> {
        let tags = self.tags.iter();
        let tags = tags.filter_map(|(name, tag)| Some((name.as_str(), tag.as_str()?)));
        let mut metadata = Metadata::from_tags(tags.clone());
        metadata.result = self.result;
        metadata.kind = Some(self.kind);
        let mut derived = Derived::from_headings(&metadata, title_of(tags));
        // What the name of its file says against a record stands here only.
        self.date_doubt.into_iter().for_each(|says| derived.add_doubt("Date", says));
        let date = self.date_of_place.map(|date| (date.to_owned(), Source::Folder));
        derived.hear_place(&metadata, &PlaceSays { date, ..PlaceSays::default() });
        metadata.infer(&derived, from_file(self.warnings)?);
        Ok(metadata)
    }
}

/// The fields that a record has from the name of its file, as its warnings tell.
pub(in crate::store) fn from_file(warnings: Option<&str>) -> Result<Fields> {
    // Few records have any, and most warnings are about other things.
    let warnings = warnings.filter(|warnings| warnings.contains("from-file-name"));
    let warnings: Vec<Warning> = told(warnings)?.unwrap_or_default();
    let fields = warnings.iter().map(|warning| match warning {
        Warning::FromFileName { field } => Fields::of_tag(field),
        _ => Fields::NONE,
    });
    Ok(fields.fold(Fields::NONE, Fields::and))
}

/// What a record tells of itself as JSON, if anything.
pub(super) fn told<T: serde::de::DeserializeOwned>(json: Option<&str>) -> Result<Option<T>> {
    let read = |json| {
        serde_json::from_str(json)
            .map_err(|error| Error::Damaged(format!("what a record tells of itself: {error}")))
    };
    json.map(read).transpose()
}

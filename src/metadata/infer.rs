//! Adds derived values to the metadata of a record.

use super::claims::claims_of;
use super::dating::{Saying, decide};
use super::derived::Derived;
use super::heading::RecordHeadings;
use super::title::title_of;
use super::{FieldSet, GameResult, Inferred, Kind, Metadata, PackedDate, parse_result, split_team};

impl Metadata {
    /// Metadata of a stored record: from its tags (with those of its file name), result, kind and
    /// derived values.
    #[must_use]
    pub fn stored<'a>(
        tags: impl Iterator<Item = (&'a str, &'a str)> + Clone,
        result: GameResult,
        kind: Kind,
        derived: &Derived,
    ) -> Metadata {
        let own = Metadata::from_tags(tags.clone());
        let mut metadata = Metadata { result, kind: Some(kind), ..own };
        let title = title_of(tags);
        let headings = RecordHeadings::of(metadata.event.as_deref(), title);
        metadata.infer(title, &headings, derived);
        metadata
    }

    /// Adds derived values, given the title and headings of the record. A derived field that the
    /// metadata already has came from the file name, since everything else is derived only for
    /// missing fields.
    pub(super) fn infer(
        &mut self,
        title: Option<&str>,
        headings: &RecordHeadings,
        derived: &Derived,
    ) {
        let has = self.fields();
        let (mut from_file, mut inferred) = (FieldSet::NONE, Inferred::default());
        for (field, value, _) in &derived.values {
            let field = FieldSet::of_tag(field);
            if has.has(field) {
                from_file = from_file.and(field);
                continue;
            }
            let name = || Some(split_team(value).name).filter(|name| !name.trim().is_empty());
            match field {
                FieldSet::RED => inferred.red = name(),
                FieldSet::BLACK => inferred.black = name(),
                FieldSet::RESULT => inferred.result = parse_result(value).unwrap_or_default(),
                _ => {}
            }
        }
        inferred.from_file = from_file;
        inferred.claims = claims_of(title, headings, self, derived);
        let claims = &inferred.claims;
        let saying = Saying { claims, stated: self.date, is_of_game: true, count: 1 };
        inferred.dated = decide(&[saying], self.date);
        self.inferred = (inferred != Inferred::default()).then(|| Box::new(inferred));
    }

    /// Kind that questions compare: a line filed as an opening study counts as a game if headings
    /// name its players and a result is known.
    #[must_use]
    pub fn compared_kind(&self) -> Option<Kind> {
        let Some(inferred) = self.inferred.as_deref() else { return self.kind };
        let has_players = (self.red.is_some() || inferred.red.is_some())
            && (self.black.is_some() || inferred.black.is_some());
        let has_result = self.result.is_known() || inferred.result.is_known();
        let is_played = self.kind == Some(Kind::Opening)
            && has_players
            && has_result
            && (inferred.red.is_some() || inferred.black.is_some());
        if is_played { Some(Kind::Game) } else { self.kind }
    }

    /// Date that questions compare: the stated one, unless the witnesses give a better one.
    #[must_use]
    pub fn compared_date(&self) -> PackedDate {
        let dated = self.inferred.as_deref().and_then(|inferred| inferred.dated);
        dated.map_or_else(|| PackedDate::new(self.date), |dated| dated.date)
    }

    /// Result that questions compare: the one in headings if none is stated.
    #[must_use]
    pub fn compared_result(&self) -> GameResult {
        match self.inferred.as_deref() {
            Some(inferred) if inferred.result.is_known() => inferred.result,
            _ => self.result,
        }
    }

    /// Fields that the record or its file name has.
    pub(super) fn fields(&self) -> FieldSet {
        let has = |is_there: bool, field| if is_there { field } else { FieldSet::NONE };
        has(self.red.is_some(), FieldSet::RED)
            .and(has(self.black.is_some(), FieldSet::BLACK))
            .and(has(self.date_found.is_some(), FieldSet::DATE))
            .and(has(self.result.is_known(), FieldSet::RESULT))
    }

    /// Fields that tags state.
    pub(super) fn stated(&self) -> FieldSet {
        let from_file =
            self.inferred.as_ref().map_or(FieldSet::NONE, |inferred| inferred.from_file);
        self.fields().without(from_file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::{DateReason, LaxDate, RecordFindings, WitnessSays};

    fn record(tags: &[(&str, &str)], from_file: FieldSet) -> Metadata {
        let tags = tags.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let (by_file, tags): (Vec<_>, Vec<_>) =
            tags.partition(|(name, _)| from_file.has(FieldSet::of_tag(name)));
        let findings = RecordFindings::of_tags(&tags, GameResult::Unknown);
        RecordFindings { from_file_name: &by_file, ..findings }.derive().0
    }

    #[test]
    fn what_a_witness_states_is_not_inferred() {
        let event = ("Event", "1982年全国赛 胡荣华先胜柳大华");
        let silent = record(&[event], FieldSet::NONE);
        let inferred = silent.inferred.as_deref().unwrap();
        assert_eq!(inferred.red.as_deref(), Some("胡荣华"));
        let dated = inferred.dated.unwrap();
        assert_eq!((inferred.result, dated.because), (GameResult::RedWins, DateReason::Event));
        assert_eq!(dated.date.date(), LaxDate::new(1982, 0, 0));
        let states = record(&[("Red", "胡榮華"), ("Date", "1982-12-05")], FieldSet::NONE);
        let both = Metadata::best_of(&[WitnessSays::ByOne(&silent), WitnessSays::ByOne(&states)]);
        let inferred = both.inferred.as_deref().unwrap();
        assert_eq!((&inferred.red, inferred.dated), (&None, None));
        assert_eq!(inferred.black.as_deref(), Some("柳大华"));
    }

    #[test]
    fn a_date_is_doubted_as_long_as_nobody_supports_it() {
        let event = ("Event", "1982年全国赛 胡荣华先胜柳大华");
        let doubted = record(&[event, ("Date", "1993")], FieldSet::NONE);
        let champion = ("Event", "Champion 1993");
        let supported = record(&[champion, ("Date", "1993")], FieldSet::NONE);
        let doubts = |said: &[&Metadata]| {
            let said: Vec<WitnessSays<'_>> =
                said.iter().map(|data| WitnessSays::ByOne(data)).collect();
            Metadata::best_of(&said).compared_date().date() != LaxDate::new(1993, 0, 0)
        };
        assert!(doubts(&[&doubted]) && doubts(&[&doubted, &doubted]));
        assert!(!doubts(&[&doubted, &supported]) && !doubts(&[&supported]));
    }

    #[test]
    fn a_field_is_the_files_as_long_as_no_tag_states_it() {
        let by_file = record(&[("Red", "胡荣华"), ("Black", "柳大华")], FieldSet::RED);
        let by_tag = record(&[("Red", "胡荣华")], FieldSet::NONE);
        let only = |said: &[&Metadata]| {
            let said: Vec<WitnessSays<'_>> =
                said.iter().map(|data| WitnessSays::ByOne(data)).collect();
            Metadata::best_of(&said).inferred.map_or(FieldSet::NONE, |inferred| inferred.from_file)
        };
        assert_eq!(only(&[&by_file, &by_file]), FieldSet::RED);
        assert_eq!(only(&[&by_file, &by_tag]), FieldSet::NONE);
    }
}

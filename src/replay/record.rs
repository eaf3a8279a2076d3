//! A record that owns what it found.

use super::{Game, Signs, Unread, kind_of, replay};
use crate::format::RawRecord;
use crate::metadata::{
    Bearing, Derived, Fields, GameResult, KindHint, Metadata, PlaceSays, parse_result, title_of,
};
use crate::notation::System;
use crate::text::Encoding;
use std::borrow::Cow;
use std::ops::Range;

/// A record that owns what it found: tags and place beside the game.
#[derive(Debug, Clone)]
pub struct Record {
    /// Where its bytes lie in the file or archive member, end excluded.
    pub span: Range<u64>,
    /// How its texts were decoded.
    pub encoding: Encoding,
    /// Tags in file order, as found.
    pub tags: Vec<(String, String)>,
    /// Tags that the record lacks and the name of its file has: players, date, result. Each has its
    /// [`Warning::FromFileName`](crate::format::Warning::FromFileName).
    pub from_file_name: Vec<(String, String)>,
    /// What the name of its file says against what it states, where it is the only record: field
    /// and doubt, as in [`Derived::doubts`].
    pub against: Vec<(&'static str, String)>,
    /// What its folders say, and the name of a file of many games.
    pub place: PlaceSays,
    /// What event, title, file and folders add to the tags, and what of them they contradict; empty
    /// unless it was asked for.
    pub derived: Derived,
    /// What the file says the record is.
    pub hint: Option<KindHint>,
    /// What was played.
    pub game: Game,
    /// What could not be read of the main line, and what stands there.
    pub unread: Option<Unread>,
}

impl Record {
    /// Plays a raw record, whose moves are written in `system`, and keeps what it says.
    pub fn of(raw: RawRecord<'_>, system: &System) -> Record {
        let game = replay(&raw, system);
        Record {
            span: raw.span,
            encoding: raw.encoding,
            tags: raw
                .tags
                .into_iter()
                .map(|(name, value)| (name.into_owned(), value.into_owned()))
                .collect(),
            from_file_name: Vec::new(),
            against: Vec::new(),
            place: PlaceSays::default(),
            derived: Derived::default(),
            hint: raw.hint,
            unread: game.outcome.failure().map(Unread::in_bytes),
            game,
        }
    }

    /// All tags, those of the file's name in the place of blank ones or at the end.
    pub fn all_tags(&self) -> Cow<'_, [(String, String)]> {
        if self.from_file_name.is_empty() {
            return Cow::Borrowed(&self.tags);
        }
        let mut tags = self.tags.clone();
        for (name, value) in &self.from_file_name {
            match tags.iter_mut().find(|(own, _)| own.eq_ignore_ascii_case(name)) {
                Some((_, blank)) => blank.clone_from(value),
                None => tags.push((name.clone(), value.clone())),
            }
        }
        Cow::Owned(tags)
    }

    /// What its tags and the name of its file say, with result and kind.
    pub fn metadata(&self) -> Metadata {
        let tags = self.tags.iter().chain(&self.from_file_name);
        let tags = tags.map(|(name, value)| (name.as_str(), value.as_str()));
        let mut data = Metadata::from_tags(tags.clone());
        let game = &self.game;
        data.result = self.result();
        let signs = Signs {
            start: game.start.as_deref(),
            plies: game.tree.plies,
            hint: self.hint,
            players: u8::from(data.red.is_some()) + u8::from(data.black.is_some()),
            has_result: data.result.is_known(),
            has_variations: game.tree.nodes.len() > game.tree.plies as usize,
            bearing: Bearing::Silent,
        };
        // Headings matter where nobody is named only.
        let bearing = match signs.players {
            0 => Bearing::of(&data, tags),
            _ => Bearing::Silent,
        };
        data.kind = Some(kind_of(&Signs { bearing, ..signs }).0);
        data
    }

    /// Its metadata with what headings and the name of its file add, and all that is derived and
    /// doubted.
    pub fn told(&self) -> (Metadata, Derived) {
        let mut data = self.metadata();
        let title = title_of(self.tags.iter().map(|(name, value)| (&**name, &**value)));
        let mut derived = Derived::from_headings(&data, title);
        self.against.iter().for_each(|(field, says)| derived.add_doubt(field, says));
        derived.hear_place(&data, &self.place);
        data.infer(&derived, self.from_file());
        derived.add_from_file(&self.from_file_name);
        (data, derived)
    }

    /// The fields of its metadata that only the name of its file has.
    pub fn from_file(&self) -> Fields {
        let fields = self.from_file_name.iter().map(|(name, _)| Fields::of_tag(name));
        fields.fold(Fields::NONE, Fields::and)
    }

    /// The result the record claims, or else the one in the name of its file.
    pub fn result(&self) -> GameResult {
        let taken = self.from_file_name.iter().find(|(name, _)| name == "Result");
        match taken.and_then(|(_, value)| parse_result(value)) {
            Some(taken) if self.game.result == GameResult::Unknown => taken,
            _ => self.game.result,
        }
    }
}

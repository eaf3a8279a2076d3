//! Date and round by folders and by the name of a file of many games; sources of values that tags
//! do not state.

use super::Metadata;
use super::named::named;

/// Date and round by a place, each with its source.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlaceSays {
    /// Date as found, readable by [`parse_date`](super::parse_date).
    pub date: Option<(String, ValueSource)>,
    /// Number of the round, in digits.
    pub round: Option<(String, ValueSource)>,
    /// Whether the date is only a year, without event and round.
    pub is_year_alone: bool,
}

impl PlaceSays {
    /// Whether the place has neither date nor round.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.date.is_none() && self.round.is_none()
    }

    /// Values that a record lacks: field, value and source. A lone year may be a collection's: it
    /// counts only for a record with two players.
    pub fn lacking(
        &self,
        own: &Metadata,
    ) -> impl Iterator<Item = (&'static str, &str, ValueSource)> {
        let is_played = own.red.is_some() && own.black.is_some();
        let is_believed = !self.is_year_alone || is_played;
        let date = self.date.as_ref().filter(|_| own.date_found.is_none() && is_believed);
        let round = self.round.as_ref().filter(|_| own.round.is_none());
        [("Date", date), ("Round", round)]
            .into_iter()
            .filter_map(|(field, said)| said.map(|(value, from)| (field, &**value, *from)))
    }
}

named! {
    /// Source of a derived value.
    pub enum ValueSource {
        /// The tag `Event`.
        Event = "event",
        /// The tag `Title`.
        Title = "title",
        /// The file name.
        File = "file",
        /// The folders of the file.
        Folder = "folder",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_alone_stands_beside_players_only() {
        let date = Some(("2003".to_owned(), ValueSource::Folder));
        let alone = PlaceSays { date, round: None, is_year_alone: true };
        let of = |tags: &[(&str, &str)]| {
            let own = Metadata::from_tags(tags.iter().copied());
            alone.lacking(&own).count()
        };
        assert_eq!(of(&[]), 0);
        assert_eq!(of(&[("Red", "胡荣华"), ("Black", "柳大华")]), 1);
        assert_eq!(of(&[("Red", "胡荣华"), ("Black", "柳大华"), ("Date", "1990")]), 0);
    }
}

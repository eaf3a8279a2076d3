//! What folders, and the name of a file of many games, say of a game in them; and where a value
//! comes from that the tags of a record do not state.

use super::Metadata;
use super::named::named;

/// Date and round by a place, each with where it stands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlaceSays {
    /// The date as it stands there, to be read by [`parse_date`](super::parse_date).
    pub date: Option<(String, ValueSource)>,
    /// The round: its number, in digits.
    pub round: Option<(String, ValueSource)>,
    /// Nothing but a year says when, and no event and no round stands beside it.
    pub is_year_alone: bool,
}

impl PlaceSays {
    /// Whether a place says nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.date.is_none() && self.round.is_none()
    }

    /// The values that a record lacks: field, value and where it stands. A year alone may be that
    /// of a collection: it is believed only beside two players.
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
    /// Where a value comes from.
    pub enum ValueSource {
        /// The tag `Event`.
        Event = "event",
        /// The tag `Title`.
        Title = "title",
        /// The name of the file.
        File = "file",
        /// The folders it lies in.
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

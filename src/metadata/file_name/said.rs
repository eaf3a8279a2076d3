//! What a file name said, and what of it a record may take.

use crate::metadata::{GameResult, Metadata, PlaceSays, names_agree};

/// What a file name says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileName {
    /// Who played, and how it ended.
    pub pairing: Option<Pairing>,
    /// When, as it stands in the name; only beside a [`pairing`](FileName::pairing), for other
    /// dates may be those of the file.
    pub date: Option<String>,
    /// How many games the name promises: `1956年全国象棋锦标赛93局.CBL`.
    pub games: Option<u32>,
    /// What its folders say, and the name itself where it is that of many games.
    pub place: PlaceSays,
}

/// Two players, each as he stands in the name, team included.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pairing {
    /// Who has Red.
    pub red: String,
    /// Who has Black.
    pub black: String,
    /// How it ended; `None` when only the players are named.
    pub result: Option<GameResult>,
}

impl FileName {
    /// The players and the date that a record lacks, as tags. `None` when nobody is named, or when
    /// the record names other players: then nothing in the name is believed.
    ///
    /// ```
    /// use xqdb::metadata::{Metadata, read_file_name};
    /// let own = Metadata::from_tags([("Red", "胡榮華")].into_iter());
    /// let said = read_file_name("19790917 胡荣华（先胜）蔡福如.xqf");
    /// let lacking = said.lacking(&own).expect("the names agree");
    /// assert_eq!(lacking, [("Black", "蔡福如"), ("Date", "19790917")]);
    /// ```
    pub fn lacking(&self, own: &Metadata) -> Option<Vec<(&'static str, &str)>> {
        let pairing = self.pairing.as_ref()?;
        let contradicts = |own: &Option<String>, said: &str| {
            own.as_ref().is_some_and(|own| !names_agree(own, said))
        };
        if contradicts(&own.red, &pairing.red) || contradicts(&own.black, &pairing.black) {
            return None;
        }
        let mut lacking = Vec::new();
        if own.red.is_none() {
            lacking.push(("Red", &*pairing.red));
        }
        if own.black.is_none() {
            lacking.push(("Black", &*pairing.black));
        }
        if let (None, Some(date)) = (&own.date_found, &self.date) {
            lacking.push(("Date", date));
        }
        Some(lacking)
    }

    /// What is told when a file of so many records, so many of them with moves, holds other than
    /// the promised number of games. A single record is no collection, and a record without moves
    /// is a heading that may or may not have been counted.
    pub fn broken_promise(&self, records: usize, games: usize) -> Option<String> {
        let promised = self.games? as usize;
        let is_kept = records == 1 || (games..=records).contains(&promised);
        (!is_kept).then(|| format!("the name promises {promised} games, {games} were found"))
    }
}

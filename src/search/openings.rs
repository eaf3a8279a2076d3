//! Openings by code and name, and how games of each scored.

use super::archive::Archive;
use super::behind::{Behind, Teller};
use super::crowd::Crowd;
use super::score::{Score, Share};
use crate::opening::Code;
use crate::store::Result;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The games of one opening.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpeningRow {
    /// The code; none for games that have no code: endgames, handicaps, empty lines.
    pub code: Option<Code>,
    /// How they ended.
    pub score: Score,
    /// Who played them, and where.
    pub behind: Behind,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
    /// The earliest dated game, by id.
    pub earliest: Option<u32>,
    /// Where no game is dated: the first of them by key, by id.
    pub undated: Option<u32>,
}

impl OpeningRow {
    /// The row for other programs.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn to_json(&self, archive: &Archive) -> Result<Value> {
        let opening = self.code.and_then(|code| archive.openings().opening(code));
        let key = |id: u32| archive.snapshot().game_key(id);
        let earliest = self.earliest.map(key).transpose()?;
        let undated = self.undated.map(key).transpose()?;
        let mut row = json!({
            "code": self.code,
            "name": opening.map(|opening| &opening.name),
            "traditional": opening.map(|opening| &opening.traditional),
            "english": opening.map(|opening| &opening.english),
            "games": self.score.all(),
            "red": self.score.red,
            "draws": self.score.draw,
            "black": self.score.black,
            "unknown": self.score.unknown,
            "others": self.score.others,
            "firstYear": self.years.map(|(first, _)| first),
            "lastYear": self.years.map(|(_, last)| last),
            "earliestGame": earliest,
            "undatedGame": undated,
        });
        self.behind.add_to(&mut row);
        Share::to_json(self.score.share()).into_iter().for_each(|(name, it)| row[name] = it);
        Ok(row)
    }
}

/// Games by their openings, the commonest first; equal ones by code.
///
/// # Errors
/// When the database cannot be read.
pub fn by_opening(archive: &Archive, games: &[u32]) -> Result<Vec<OpeningRow>> {
    let mut rows: BTreeMap<Option<Code>, (OpeningRow, Crowd)> = BTreeMap::new();
    let (mut earliest, mut undated) = (BTreeMap::new(), BTreeMap::new());
    for (id, fact) in games.iter().filter_map(|&id| Some((id, archive.facts.get(id)?))) {
        let code = fact.opening();
        let (row, crowd) = rows.entry(code).or_default();
        row.code = code;
        crowd.add(fact);
        row.score.add(fact);
        let Some(year) = fact.year() else {
            let first = undated.entry(code).or_insert((fact.key, id));
            *first = (*first).min((fact.key, id));
            continue;
        };
        row.years =
            Some(row.years.map_or((year, year), |(first, last)| (first.min(year), last.max(year))));
        let first = earliest.entry(code).or_insert((fact.date, fact.key, id));
        *first = (*first).min((fact.date, fact.key, id));
        row.earliest = Some(first.2);
    }
    let names = archive.names_of_games(games)?;
    let mut teller = Teller::new(&names);
    let told = rows.into_values().map(|(row, crowd)| {
        let undated = undated.get(&row.code).map(|(_, id)| *id).filter(|_| row.earliest.is_none());
        OpeningRow { behind: teller.behind(&crowd), undated, ..row }
    });
    let mut rows: Vec<OpeningRow> = told.collect();
    rows.sort_by_key(|row| (Reverse(row.score.all()), row.code));
    Ok(rows)
}

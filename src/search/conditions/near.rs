//! The names of events and books that are nearest to one that none has: a question back to whoever
//! asks, as it is for players.

use super::names::{FoundBy, FoundNames, is_too_long};
use crate::metadata::{BETWEEN_CHAPTERS, SlipLimits, chapter_key, is_near_name};
use crate::search::archive::Archive;
use crate::search::archive::called::NameClass;
use crate::search::archive::editions::AskedEdition;
use crate::store::{EVENTS, Result};
use crate::text::{fold, latin_key};
use std::collections::BTreeSet;

/// Names that are asked back at most.
const MOST: usize = 3;
/// Letters by which a name may sound farther from the one asked for than the nearest does.
const FARTHER: usize = 1;
/// The shortest names of which one may be a slip for another.
const LIMITS: SlipLimits = SlipLimits { hanzi: 3, letters: 5 };

/// The series, or events of no series, that may be meant by a name that no event has.
pub fn near_events(archive: &Archive, asked: &str) -> Result<FoundNames> {
    let editions = archive.editions()?;
    let edition = AskedEdition::read(asked);
    let wanted = edition.as_ref().map_or(asked, |edition| &edition.name);
    let mut nearest = Nearest::to(fold(wanted.trim()));
    // A series in Latin letters that no list names is called by letters alone: its events say more.
    for (id, series) in editions.all_series().filter(|(_, series)| !series.is_ascii()) {
        let of_series = edition.clone().map(|of| AskedEdition { name: series.to_owned(), ..of });
        let has_edition = match &of_series {
            Some(of_series) => !editions.asked(of_series, || Ok(Vec::new()))?.is_empty(),
            None => false,
        };
        let number = asked.find(['@', '＠']).filter(|_| has_edition).map_or("", |at| &asked[at..]);
        for name in editions.names_of_series(id) {
            // Where the series is there, it is its edition that is not.
            nearest.compare(fold(name), &format!("{series}{number}"), edition.is_some());
        }
    }
    EVENTS.each(archive.snapshot(), &mut |row| {
        let series = editions.series_of(row.id()?);
        if series.is_none_or(|series| editions.series(series).is_ascii()) {
            nearest.compare(row.key()?.to_owned(), row.name()?, false);
        }
        Ok(())
    })?;
    Ok(nearest.found(asked, NameClass::Event))
}

/// The books, parts and folders that may be meant by a name that none has.
pub(crate) fn near_books(archive: &Archive, asked: &str) -> Result<FoundNames> {
    let mut nearest = Nearest::to(chapter_key(asked));
    let mut paths: BTreeSet<String> = BTreeSet::new();
    paths.extend(archive.snapshot().chapters()?.into_iter().map(|chapter| chapter.path));
    let parts: BTreeSet<&str> =
        paths.iter().flat_map(|path| path.split(BETWEEN_CHAPTERS)).collect();
    parts.into_iter().for_each(|part| nearest.compare(chapter_key(part), part, false));
    Ok(nearest.found(asked, NameClass::Book))
}

/// The names nearest to a folded one, among those that are compared with it.
struct Nearest {
    wanted: String,
    /// How far each sounds from the one that is wanted, in letters.
    near: Vec<(usize, String)>,
}

impl Nearest {
    fn to(wanted: String) -> Nearest {
        let is_long = is_too_long(&wanted);
        Nearest { wanted: if is_long { String::new() } else { wanted }, near: Vec::new() }
    }

    /// Takes a name if it is near; `text` is what is compared. The wanted name itself is near only
    /// where `is_itself` says so.
    fn compare(&mut self, text: String, name: &str, is_itself: bool) {
        let is_near = match text == self.wanted {
            true => is_itself,
            false => !self.wanted.is_empty() && is_near_name(&self.wanted, &text, LIMITS),
        };
        if is_near {
            let distance = strsim::osa_distance(&latin_key(&self.wanted), &latin_key(&text));
            self.near.push((distance, name.to_owned()));
        }
    }

    fn found(mut self, asked: &str, sort: NameClass) -> FoundNames {
        self.near.sort();
        let nearest = self.near.first().map_or(0, |(distance, _)| *distance);
        let mut names: Vec<String> = Vec::new();
        for (distance, name) in self.near {
            if distance <= nearest + FARTHER && names.len() < MOST && !names.contains(&name) {
                names.push(name);
            }
        }
        FoundNames { asked: asked.to_owned(), sort, names, by: FoundBy::Near }
    }
}

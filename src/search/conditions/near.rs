//! Suggests names of events and books that are similar to an unknown name, as for players.

use super::names::{FARTHER, FoundBy, FoundNames, LIMITS, MOST, is_too_long};
use crate::metadata::{BETWEEN_CHAPTERS, chapter_key, is_near_name};
use crate::search::archive::Archive;
use crate::search::archive::editions::AskedEdition;
use crate::search::archive::names::NameClass;
use crate::store::{EVENTS, Result};
use crate::text::{fold, latin_key};
use std::collections::BTreeSet;

/// Series, or events without a series, similar to an unknown name.
pub fn near_events(archive: &Archive, asked: &str) -> Result<FoundNames> {
    let editions = archive.editions()?;
    let edition = AskedEdition::read(asked);
    let wanted = edition.as_ref().map_or(asked, |edition| &edition.name);
    let mut nearest = Nearest::to(fold(wanted.trim()));
    // A series named in Latin letters only groups events, whose names are better suggestions.
    for (id, series) in editions.all_series().filter(|(_, series)| !series.is_ascii()) {
        let of_series = edition.clone().map(|of| AskedEdition { name: series.to_owned(), ..of });
        let has_edition = match &of_series {
            Some(of_series) => !editions.asked(of_series, || Ok(Vec::new()))?.is_empty(),
            None => false,
        };
        let number = asked.find(['@', '＠']).filter(|_| has_edition).map_or("", |at| &asked[at..]);
        for name in editions.names_of_series(id) {
            // The series may exist without the requested edition.
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

/// Books, parts and folders similar to an unknown name.
pub(crate) fn near_books(archive: &Archive, asked: &str) -> Result<FoundNames> {
    let mut nearest = Nearest::to(chapter_key(asked));
    let mut paths: BTreeSet<String> = BTreeSet::new();
    paths.extend(archive.snapshot().chapters()?.into_iter().map(|chapter| chapter.path));
    let parts: BTreeSet<&str> =
        paths.iter().flat_map(|path| path.split(BETWEEN_CHAPTERS)).collect();
    parts.into_iter().for_each(|part| nearest.compare(chapter_key(part), part, false));
    Ok(nearest.found(asked, NameClass::Book))
}

/// Collects the names most similar to a folded name.
struct Nearest {
    wanted: String,
    /// Distances of sound in letters, with names.
    near: Vec<(usize, String)>,
}

impl Nearest {
    fn to(wanted: String) -> Nearest {
        let is_long = is_too_long(&wanted);
        Nearest { wanted: if is_long { String::new() } else { wanted }, near: Vec::new() }
    }

    /// Adds a name if `text` is similar to the wanted name; an equal `text` is added only with
    /// `is_itself`.
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

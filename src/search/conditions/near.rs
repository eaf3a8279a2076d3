//! Suggests names of events and books that are similar to an unknown name, as for players. An
//! archive keeps the names in the forms in which they are compared.

use super::names::{FARTHER, FoundBy, FoundNames, LIMITS, MOST, is_too_long};
use crate::metadata::{BETWEEN_CHAPTERS, chapter_key, is_near_with};
use crate::search::archive::editions::AskedEdition;
use crate::search::archive::names::{NameClass, NearName};
use crate::search::archive::{Archive, once};
use crate::store::{EVENTS, Result};
use crate::text::{fold, latin_key};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// Series, or events without a series, similar to an unknown name.
pub fn near_events(archive: &Archive, asked: &str) -> Result<FoundNames> {
    let (editions, all) = (archive.editions()?, events(archive)?);
    let whole = near(all, &fold(asked.trim()), false).into_iter();
    let mut found: Vec<(usize, String)> = whole.map(|(far, it)| (far, it.name.clone())).collect();
    if let Some(edition) = AskedEdition::read(asked) {
        for (far, near) in near(all, &fold(&edition.name), true) {
            let of = AskedEdition { name: near.name.clone(), ..edition.clone() };
            let is_held =
                near.is_series && !editions.asked(&of, || Ok(Vec::new()))?.numbers.is_empty();
            found.push((far, of.name.clone() + &if is_held { of.suffix() } else { String::new() }));
        }
    }
    Ok(nearest(found, asked, NameClass::Event))
}

/// Books, parts and folders similar to an unknown name.
pub(crate) fn near_books(archive: &Archive, asked: &str) -> Result<FoundNames> {
    let near = near(books(archive)?, &chapter_key(asked), false);
    let near = near.into_iter().map(|(distance, near)| (distance, near.name.clone()));
    Ok(nearest(near.collect(), asked, NameClass::Book))
}

/// All names with which unknown names of events are compared.
pub(crate) fn events(archive: &Archive) -> Result<&[NearName]> {
    let all = once(&archive.known.near_events, || {
        let (editions, mut all) = (archive.editions()?, Vec::new());
        // A series named in Latin letters only groups events, whose names are better suggestions.
        for (id, series) in editions.all_series().filter(|(_, series)| !series.is_ascii()) {
            all.extend(
                editions.names_of_series(id).map(|it| NearName::new(fold(it), series, true)),
            );
        }
        EVENTS.each(archive.snapshot(), &mut |row| {
            let series = editions.series_of(row.id()?);
            if series.is_none_or(|series| editions.series(series).is_ascii()) {
                all.push(NearName::new(row.key()?.to_owned(), row.name()?, false));
            }
            Ok(())
        })?;
        Ok(all)
    })?;
    Ok(all)
}

/// All names with which unknown names of books are compared.
pub(crate) fn books(archive: &Archive) -> Result<&[NearName]> {
    let all = once(&archive.known.near_books, || {
        let chapters = archive.snapshot().chapters()?;
        let parts = chapters.iter().flat_map(|chapter| chapter.path.split(BETWEEN_CHAPTERS));
        let parts: BTreeSet<&str> = parts.collect();
        Ok(parts.into_iter().map(|it| NearName::new(chapter_key(it), it, false)).collect())
    })?;
    Ok(all)
}

impl NearName {
    fn new(text: String, name: &str, is_series: bool) -> NearName {
        NearName { letters: latin_key(&text), text, name: name.to_owned(), is_series }
    }
}

/// Names that are similar to a folded name, with their distances of sound in letters; the name
/// itself is similar only with `is_itself`, as a series.
fn near<'n>(all: &'n [NearName], wanted: &str, is_itself: bool) -> Vec<(usize, &'n NearName)> {
    if wanted.is_empty() || is_too_long(wanted) {
        return Vec::new();
    }
    let letters = latin_key(wanted);
    let is_near = |it: &&NearName| match it.text == wanted {
        true => is_itself && it.is_series,
        false => is_near_with(wanted, &it.text, LIMITS, || [&letters, &it.letters]),
    };
    let near = all.par_iter().filter(is_near);
    near.map(|it| (strsim::osa_distance(&letters, &it.letters), it)).collect()
}

/// The nearest of similar names, each once.
fn nearest(mut near: Vec<(usize, String)>, asked: &str, sort: NameClass) -> FoundNames {
    near.sort();
    let nearest = near.first().map_or(0, |(distance, _)| *distance);
    let mut names: Vec<String> = Vec::new();
    for (distance, name) in near {
        if distance <= nearest + FARTHER && names.len() < MOST && !names.contains(&name) {
            names.push(name);
        }
    }
    FoundNames { asked: asked.to_owned(), sort, names, by: FoundBy::Near }
}

//! Claims of one record about the date of its game: in the date field, in event and title, and in
//! the names of its file and folders.

use super::dating::{ClaimStrength, DateClaim, DateReason};
use super::derived::Derived;
use super::heading::RecordHeadings;
use super::{DatePlace, DateSpan, Metadata, ValueSource, read_date};

/// Claims of a record with this title and these headings; empty if they amount to one plain date.
pub(super) fn claims_of(
    title: Option<&str>,
    headings: &RecordHeadings,
    own: &Metadata,
    derived: &Derived,
) -> Vec<DateClaim> {
    let mut claims = Vec::new();
    for (heading, from) in
        [(&headings.event, DateReason::Event), (&headings.title, DateReason::Title)]
    {
        let Some(heading) = heading else { continue };
        let strength = if heading.is_dated { ClaimStrength::Sure } else { ClaimStrength::Weak };
        claims.extend(heading.time.map(|time| DateClaim::new(time, from, strength)));
    }
    let place = |text: &str, from: ValueSource| {
        let time = read_date(text, DatePlace::Heading, "")
            .or_else(|| read_date(text, DatePlace::Field, ""))?;
        Some(DateClaim::new(time, reason_of(from), ClaimStrength::Sure))
    };
    // Folders and file names count only if the record states no date or another date.
    if let Some((text, from @ (ValueSource::File | ValueSource::Folder))) = derived.get("Date")
        && own.date_found.is_none()
    {
        claims.extend(place(text, from));
    }
    let doubt = derived.doubts.iter().find(|(field, _)| *field == "Date");
    let said = doubt.and_then(|(_, says)| says.split_once(" says "));
    let said = said.and_then(|(from, text)| Some((text, ValueSource::from_name(from)?)));
    if let Some((text, from @ (ValueSource::File | ValueSource::Folder))) = said {
        claims.extend(place(text, from));
    }
    if let Some(text) = &own.date_found {
        let is_plain = doubt.is_none() && own.date.is_some_and(|date| date.day > 0);
        let plain = || own.date.filter(|_| is_plain && !is_from_to(text)).map(DateSpan::of);
        let beside = || [own.event.as_deref(), title].map(Option::unwrap_or_default).join(" ");
        let read = plain().or_else(|| read_date(text, DatePlace::Field, &beside()));
        let is_stated = read == own.date.map(DateSpan::of);
        let from = if is_stated { DateReason::Stated } else { DateReason::Read };
        if let Some(read) = read {
            let strength = match doubt {
                Some(_) if is_stated && is_late(&claims, read) => ClaimStrength::Suspect,
                // The doubt comes from the calendar or the age of games, not from a heading.
                Some((_, says)) if is_stated && !says.contains(" says ") => ClaimStrength::Suspect,
                _ => ClaimStrength::Sure,
            };
            claims.push(DateClaim::new(read, from, strength));
        }
        if claims.len() == 1 && is_stated && claims[0].strength == ClaimStrength::Sure {
            claims.clear();
        }
    }
    claims
}

/// Whether a day in digits begins a span.
fn is_from_to(text: &str) -> bool {
    text.chars().count() > 10 && text.contains(['-', '－', '—', '~', '～', '至', '/'])
}

/// Whether a date lies more than a year after the latest year that a heading states.
fn is_late(headings: &[DateClaim], date: DateSpan) -> bool {
    let years = headings.iter().filter_map(|claim| claim.year());
    let latest = years.max();
    latest.zip(date.from()).is_some_and(|(latest, date)| date.year > latest + 1)
}

/// Reason of a date that a heading states.
const fn reason_of(source: ValueSource) -> DateReason {
    match source {
        ValueSource::Event => DateReason::Event,
        ValueSource::Title => DateReason::Title,
        ValueSource::File => DateReason::File,
        ValueSource::Folder => DateReason::Folder,
    }
}

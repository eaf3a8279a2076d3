//! Dates a game by all statements of its witnesses.
//!
//! A witness has a date field and headings, and both can be wrong: the field may hold the day of
//! typing, a heading the year of another edition. So witnesses first vote for a year; then the most
//! precise date within that year wins. A date after the event of its own record is a day of typing:
//! it has no vote, at any witness, unless another heading supports it.

use super::named::named;
use super::{DateSpan, LaxDate, PackedDate};
use std::collections::BTreeMap;

named! {
    /// Reason of a game's date.
    pub enum DateReason {
        /// The date field states the date plainly.
        Stated = "stated",
        /// The date field states the date in a form that needs interpretation: `90-10-23`,
        /// `1989年春`.
        Read = "read",
        /// The event states the date.
        Event = "event",
        /// The title states the date.
        Title = "title",
        /// The file name states the date.
        File = "file",
        /// The names of folders state the date.
        Folder = "folder",
        /// More witnesses state this date than the date of the row.
        Witnesses = "witnesses",
        /// Field and heading contradict each other: the date lies between them.
        Disputed = "disputed",
        /// The stated date cannot be right, and no other is known.
        Doubted = "doubted",
        /// Other games of the same players show the right century.
        Career = "career",
        /// The stated day is one on which many records were typed: the game was played before.
        Typed = "typed",
        /// A copy of the game states the date.
        Copy = "copy",
        /// A person decided the date.
        Decision = "decision",
    }
}

impl DateReason {
    /// The reason with this number (`as u8`); None above the last.
    #[must_use]
    pub fn of_number(number: u8) -> Option<DateReason> {
        DateReason::ALL.get(usize::from(number)).copied()
    }

    /// Whether a date field is the source, not a heading.
    const fn is_field(self) -> bool {
        matches!(self, DateReason::Stated | DateReason::Read)
    }
}

/// Date of a game that differs from the stated one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dated {
    /// The date; unknown if the stated one is wrong and no other is known.
    pub date: PackedDate,
    /// Reason of the date.
    pub because: DateReason,
}

impl Dated {
    /// First or last day on which the game may have been played; `None` if unknown.
    #[must_use]
    pub fn end(self, end: fn(DateSpan) -> Option<LaxDate>) -> Option<String> {
        Some(end(self.date.span()?)?.to_string())
    }
}

/// Statement of a witness about the date of its game, in one place of its record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DateClaim {
    date: PackedDate,
    from: DateReason,
    pub(super) strength: ClaimStrength,
}

/// Weight of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum ClaimStrength {
    /// The claim votes for its year.
    Sure,
    /// The claim only supports votes: a year in a heading, which may have other reasons.
    Weak,
    /// The claim's own record contradicts it.
    Suspect,
}

impl DateClaim {
    pub(super) fn new(span: DateSpan, from: DateReason, strength: ClaimStrength) -> DateClaim {
        DateClaim { date: PackedDate::of(Some(span)), from, strength }
    }

    pub(super) fn year(self) -> Option<u16> {
        self.date.span()?.year()
    }
}

/// A witness, or several with equal statements.
pub(super) struct Saying<'m> {
    /// Claims of the witness; empty for a plain date.
    pub(super) claims: &'m [DateClaim],
    /// The plain date, if there are no claims.
    pub(super) stated: Option<LaxDate>,
    /// Whether its headings are about this game.
    pub(super) is_of_game: bool,
    /// Number of witnesses.
    pub(super) count: usize,
}

impl Saying<'_> {
    fn all(&self) -> impl Iterator<Item = DateClaim> {
        let plain = self.stated.filter(|_| self.claims.is_empty());
        let plain = plain.map(|date| {
            DateClaim::new(DateSpan::of(date), DateReason::Stated, ClaimStrength::Sure)
        });
        let is_apart = |from: DateReason| from.is_field() || from == DateReason::Folder;
        let of_game = move |claim: &DateClaim| self.is_of_game || is_apart(claim.from);
        self.claims.iter().copied().filter(of_game).chain(plain)
    }

    fn field(&self) -> Option<DateClaim> {
        self.all().find(|claim| claim.from.is_field())
    }

    /// Whether the field states this day, and every other claim is a longer span in its year, as in
    /// nearly all records with claims.
    fn is_all_within(&self, day: PackedDate) -> bool {
        let Some(year) = day.span().and_then(DateSpan::year) else { return false };
        let days = |claim: &DateClaim| claim.date.span().and_then(DateSpan::days);
        let is_field = |claim: &DateClaim| {
            claim.from.is_field()
                && claim.date == day
                && claim.strength == ClaimStrength::Sure
                && days(claim) == Some(1)
        };
        self.claims.iter().any(is_field)
            && self.claims.iter().all(|claim| {
                is_field(claim)
                    || !claim.from.is_field()
                        && claim.year() == Some(year)
                        && days(claim) != Some(1)
            })
    }
}

/// Votes of a field or sure heading for a year, and votes of a supporting heading.
const VOTE: usize = 2;
const SUPPORT: usize = 1;

/// Dates a game; `stated` is the date in its row. None if that date stands.
pub(super) fn decide(all: &[Saying<'_>], stated: Option<LaxDate>) -> Option<Dated> {
    let is_plain = |saying: &Saying<'_>| saying.claims.is_empty();
    let mut years = all.iter().filter_map(|saying| saying.stated).map(|date| date.year);
    let first = years.next();
    if all.iter().all(is_plain) && years.all(|year| Some(year) == first) {
        return None;
    }
    let as_stated = stated.map(|stated| PackedDate::new(Some(stated)));
    if let ([saying], Some(date)) = (all, as_stated)
        && saying.is_all_within(date)
    {
        return None;
    }
    let suspect = suspects(all);
    let is_heard = |claim: &DateClaim| !claim.from.is_field() || !suspect.contains(&claim.date);
    let years = years_of(all, &is_heard);
    if let [(first, true), .., (last, false)] = years[..] {
        let ends = [first, last].map(|year| best_within(all, &is_heard, year));
        return disputed(ends[0]?, ends[1]?).filter(|dated| Some(dated.date) != as_stated);
    }
    let found = years.first().and_then(|(year, _)| best_within(all, &is_heard, *year));
    let found = found.or_else(|| narrowest(all, &is_heard));
    match found {
        Some(found) if Some(found.date) == as_stated => None,
        Some(DateClaim { date, from: DateReason::Stated, .. }) => {
            let because = match stated {
                Some(_) => DateReason::Witnesses,
                None => DateReason::Stated,
            };
            Some(Dated { date, because })
        }
        Some(DateClaim { date, from, .. }) => Some(Dated { date, because: from }),
        None if stated.is_some() => {
            Some(Dated { date: PackedDate::UNKNOWN, because: DateReason::Doubted })
        }
        None => None,
    }
}

/// Suspect dates in fields whose year no heading supports.
fn suspects(all: &[Saying<'_>]) -> Vec<PackedDate> {
    let fields = all.iter().filter_map(Saying::field);
    let mut suspect: Vec<PackedDate> = fields
        .filter(|claim| claim.strength == ClaimStrength::Suspect)
        .map(|claim| claim.date)
        .collect();
    let headings = || all.iter().flat_map(Saying::all).filter(|claim| !claim.from.is_field());
    let year = |date: PackedDate| date.span().and_then(DateSpan::year);
    suspect.retain(|date| !headings().any(|heading| heading.year() == year(*date)));
    suspect
}

/// Years with the most votes, in order, each with whether a field states it. Of years stated in
/// fields, those with a day win.
fn years_of(all: &[Saying<'_>], is_heard: &impl Fn(&DateClaim) -> bool) -> Vec<(u16, bool)> {
    let mut votes: BTreeMap<u16, (usize, bool, bool)> = BTreeMap::new();
    for saying in all {
        let field = saying.field().filter(is_heard);
        let of_field = field.and_then(DateClaim::year);
        let mut of_headings: BTreeMap<u16, usize> = BTreeMap::new();
        for claim in saying.all().filter(|claim| !claim.from.is_field()) {
            let Some(year) = claim.year() else { continue };
            let vote = if claim.strength == ClaimStrength::Weak { SUPPORT } else { VOTE };
            let is_edition = claim.date.span().is_some_and(DateSpan::is_year)
                && of_field.is_some_and(|field| field.abs_diff(year) == 1);
            if !is_edition {
                let known = of_headings.entry(year).or_default();
                *known = vote.max(*known);
            }
        }
        for (year, vote) in of_headings {
            votes.entry(year).or_default().0 += vote * saying.count;
        }
        if let (Some(year), Some(field)) = (of_field, field) {
            let (votes, is_field, is_day) = votes.entry(year).or_default();
            *votes += VOTE * saying.count;
            *is_field = true;
            *is_day |= field.date.span().is_some_and(|span| span.days() == Some(1));
        }
    }
    let most = votes.values().map(|(votes, ..)| *votes).max().filter(|votes| *votes >= VOTE);
    votes.retain(|_, (votes, ..)| Some(*votes) == most);
    let has_day = votes.values().any(|(_, is_field, is_day)| *is_field && *is_day);
    // A year without a day in any field yields to one with a day.
    votes.retain(|_, (_, is_field, is_day)| !*is_field || *is_day || !has_day);
    votes.into_iter().map(|(year, (_, is_field, _))| (year, is_field)).collect()
}

/// Date from a field and a heading of a later year with equally many votes: a wrong century is
/// corrected, otherwise the game lies between the two.
fn disputed(field: DateClaim, heading: DateClaim) -> Option<Dated> {
    let (first, last) = (field.date.span()?, heading.date.span()?);
    let year = last.year().filter(|_| last.is_year());
    if let (Some(date), Some(year)) = (first.date(), year)
        && (year - date.year).is_multiple_of(100)
    {
        let meant = LaxDate::new(year.into(), date.month.into(), date.day.into());
        return Some(Dated { date: PackedDate::new(meant), because: heading.from });
    }
    let span = DateSpan::between(first.from()?, last.to()?)?;
    Some(Dated { date: PackedDate::of(Some(span)), because: DateReason::Disputed })
}

/// The shortest claim within a year that more witnesses state than contradict by one as short;
/// without one, the claim that most agree with. Of equals the earliest.
fn best_within(
    all: &[Saying<'_>],
    is_heard: &impl Fn(&DateClaim) -> bool,
    year: u16,
) -> Option<DateClaim> {
    let heard = |saying: &Saying<'_>| -> Vec<DateClaim> {
        let in_year = |claim: &DateClaim| claim.year() == Some(year) && is_heard(claim);
        saying.all().filter(in_year).collect()
    };
    let sayings: Vec<(Vec<DateClaim>, usize)> =
        all.iter().map(|saying| (heard(saying), saying.count)).collect();
    let claims = sayings.iter().flat_map(|(claims, _)| claims);
    let rank = |claim: &DateClaim| {
        let span = claim.date.span()?;
        let days = span.days()?;
        let count = |fits: &dyn Fn(DateSpan) -> bool| -> usize {
            let fits = |other: &DateClaim| other.date.span().is_some_and(fits);
            let witnesses = sayings.iter().filter(|(claims, _)| claims.iter().any(fits));
            witnesses.map(|(_, count)| count).sum()
        };
        let is_short = |other: DateSpan| other.days().is_some_and(|other| other <= days);
        let state = count(&|other| is_short(other) && other.meets(span));
        // A year that everybody states is no reason to leave out the day that most state.
        let is_most = 2 * state > count(&is_short);
        let agree = if is_most { state } else { count(&|other| other.meets(span)) };
        let first = std::cmp::Reverse((claim.date, claim.from as u8));
        Some((is_most, if is_most { 0 } else { agree }, -days, agree, first))
    };
    claims.max_by_key(|claim| rank(claim)).copied()
}

/// The shortest span that a witness gives, if no year is sure.
fn narrowest(all: &[Saying<'_>], is_heard: &impl Fn(&DateClaim) -> bool) -> Option<DateClaim> {
    let claims = all.iter().flat_map(Saying::all).filter(is_heard);
    let claims =
        claims.filter(|claim| claim.strength != ClaimStrength::Weak && claim.year().is_none());
    let days = |claim: &DateClaim| claim.date.span().and_then(DateSpan::days).unwrap_or(i32::MAX);
    claims.min_by_key(|claim| (days(claim), claim.date, claim.from as u8))
}

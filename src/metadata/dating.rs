//! When a game was played, by all that its witnesses say.
//!
//! Every witness has a field for the date and headings around it, and both can be wrong: a field
//! holds the day on which a record was typed, a heading the year of another edition. So years are
//! voted for first, then the fullest time within the year that won. A date that a heading of its
//! record contradicts, because the event was earlier, is that of typing: it has no vote, at no
//! witness, unless another heading supports it.

use super::named::named;
use super::{DateSpan, LaxDate, PackedDate};
use std::collections::BTreeMap;

named! {
    /// Why a game is dated as it is.
    pub enum DateReason {
        /// The field for the date says so plainly.
        Stated = "stated",
        /// The field says so in a form that has to be interpreted: `90-10-23`, `1989年春`.
        Read = "read",
        /// The event says so.
        Event = "event",
        /// The title says so.
        Title = "title",
        /// The name of the file says so.
        File = "file",
        /// The folders say so.
        Folder = "folder",
        /// More witnesses say so than state the date that is commonest.
        Witnesses = "witnesses",
        /// Field and heading contradict each other: it lies between them.
        Disputed = "disputed",
        /// The stated date cannot be right, and nothing else is known.
        Doubted = "doubted",
        /// The other games of its players tell which century is meant.
        Career = "career",
        /// The stated day is that on which many records were typed: it was played before.
        Typed = "typed",
        /// A copy of the game says so.
        Copy = "copy",
        /// A person decided it.
        Decision = "decision",
    }
}

impl DateReason {
    /// The reason with this number, as `as u8` gives it.
    #[must_use]
    pub fn of_number(number: u8) -> Option<DateReason> {
        DateReason::ALL.get(usize::from(number)).copied()
    }

    /// Whether a field for a date says so, and no heading.
    const fn is_field(self) -> bool {
        matches!(self, DateReason::Stated | DateReason::Read)
    }
}

/// The time of a game that is not simply the one that is stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dated {
    /// The time; unknown where the stated one is wrong and no other is known.
    pub date: PackedDate,
    /// The reason.
    pub because: DateReason,
}

/// A statement of a witness about the time of its game, in one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DateClaim {
    date: PackedDate,
    from: DateReason,
    pub(super) strength: ClaimStrength,
}

/// How much a claim is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum ClaimStrength {
    /// It has a vote.
    Sure,
    /// It supports what others say: a year that stands in a heading for whatever reason.
    Weak,
    /// Its own record contradicts it.
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

/// A witness, or many that say one thing.
pub(super) struct Saying<'m> {
    /// The claims of the witness; none for a plain date.
    pub(super) claims: &'m [DateClaim],
    /// The plain date that it states, where it claims nothing.
    pub(super) stated: Option<LaxDate>,
    /// Whether its headings are of this game.
    pub(super) is_of_game: bool,
    /// How many witnesses say so.
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

    /// Whether the field says this day, and all else that is claimed is a longer time of its year.
    /// So it is with nearly every record that claims more than a plain date.
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

/// Votes of a witness for a year: a field or a sure heading, and what only supports them.
const VOTE: usize = 2;
const SUPPORT: usize = 1;

/// Decides when a game was played; `stated` is the date that its row has. None where that stands.
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

/// Dates of fields that no witness is believed about.
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

/// The years with the most votes, the likeliest first, and whether a field says so. Of two that
/// fields say the one with a day is likelier, then the earlier one: dates are typed late.
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
    // A year that fields say without a day is less than one with a day.
    votes.retain(|_, (_, is_field, is_day)| !*is_field || *is_day || !has_day);
    votes.into_iter().map(|(year, (_, is_field, _))| (year, is_field)).collect()
}

/// A field and a heading of a later year, both equally strong. A wrong century is a slip; else the
/// game lies between the two.
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

/// The claim within a year that most witnesses agree with, then the fullest, then the earliest.
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
        let agrees = |other: &DateClaim| other.date.span().is_some_and(|other| other.meets(span));
        let agree = sayings.iter().filter(|(claims, _)| claims.iter().any(agrees));
        let votes: usize = agree.map(|(_, count)| count).sum();
        Some((votes, -span.days()?, std::cmp::Reverse((claim.date, claim.from as u8))))
    };
    claims.max_by_key(|claim| rank(claim)).copied()
}

/// Where no year is sure: the shortest time that a witness gives.
fn narrowest(all: &[Saying<'_>], is_heard: &impl Fn(&DateClaim) -> bool) -> Option<DateClaim> {
    let claims = all.iter().flat_map(Saying::all).filter(is_heard);
    let claims =
        claims.filter(|claim| claim.strength != ClaimStrength::Weak && claim.year().is_none());
    let days = |claim: &DateClaim| claim.date.span().and_then(DateSpan::days).unwrap_or(i32::MAX);
    claims.min_by_key(|claim| (days(claim), claim.date, claim.from as u8))
}

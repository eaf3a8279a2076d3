//! Dates as records give them: whole, in part, or not at all.

use std::fmt;

/// A date of which only the year must be known. Parts are 0 where they are unknown; a day is never
/// known without its month.
///
/// Dates sort by what is known, an unknown part before every known one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LaxDate {
    /// Year of the common era, 1000 to 2199.
    pub year: u16,
    /// Month 1 to 12, or 0.
    pub month: u8,
    /// Day 1 to 31, or 0.
    pub day: u8,
}

impl LaxDate {
    /// The date with these parts. A month or day that cannot be is unknown; without a possible
    /// year there is no date.
    #[must_use]
    pub fn new(year: u32, month: u32, day: u32) -> Option<LaxDate> {
        let year = u16::try_from(year).ok().filter(|y| (1000..2200).contains(y))?;
        let month = u8::try_from(month).ok().filter(|m| *m <= 12).unwrap_or(0);
        let last = days_in(year, month);
        let day = u8::try_from(day).ok().filter(|d| *d <= last).unwrap_or(0);
        Some(LaxDate { year, month, day })
    }

    /// How many parts behind the year are known.
    pub(super) fn precision(&self) -> usize {
        usize::from(self.month > 0) + usize::from(self.day > 0)
    }
}

/// Days of a month, 0 for month 0.
fn days_in(year: u16, month: u8) -> u8 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        0 => 0,
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl fmt::Display for LaxDate {
    /// `1956-10-02`, `1956-10` or `1956`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        if self.month > 0 {
            write!(f, "-{:02}", self.month)?;
        }
        if self.day > 0 {
            write!(f, "-{:02}", self.day)?;
        }
        Ok(())
    }
}

/// A date as a number that sorts like the date, 0 where none is known: what the store keeps.
///
/// ```
/// use xqdb::metadata::{LaxDate, PackedDate};
/// let date = LaxDate::new(1956, 10, 0);
/// assert_eq!(PackedDate::new(date).date(), date);
/// assert!(PackedDate::new(None) < PackedDate::new(date));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PackedDate(u32);

impl PackedDate {
    /// No date.
    pub const UNKNOWN: PackedDate = PackedDate(0);

    /// Later than every date.
    pub const NEVER: PackedDate = PackedDate(u32::MAX);

    /// Packs a date: year, month and day as digits to the bases 13 and 32.
    pub fn new(date: Option<LaxDate>) -> PackedDate {
        PackedDate(date.map_or(0, |date| {
            (u32::from(date.year) * 13 + u32::from(date.month)) * 32 + u32::from(date.day)
        }))
    }

    /// The date that has this number. Numbers of no date are kept, and mean none.
    pub const fn from_bits(bits: u32) -> PackedDate {
        PackedDate(bits)
    }

    /// The number to keep.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The date, if one is known.
    pub fn date(self) -> Option<LaxDate> {
        LaxDate::new(self.0 / (13 * 32), self.0 / 32 % 13, self.0 % 32)
    }

    /// The last day that the date can mean, where month or day are not known: 31 December for a
    /// year, the 31st for a month.
    #[must_use]
    pub const fn latest(self) -> PackedDate {
        PackedDate(match (self.0 / 32 % 13, self.0 % 32) {
            (0, _) => self.0 + 12 * 32 + 31,
            (_, 0) => self.0 + 31,
            _ => self.0,
        })
    }

    /// Whether no date is known.
    pub const fn is_unknown(self) -> bool {
        self.0 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_dates_keep_their_order() {
        let date = |year, month, day| PackedDate::new(LaxDate::new(year, month, day));
        assert!(date(1956, 0, 0) < date(1956, 1, 0));
        assert!(date(1956, 12, 31) < date(1957, 0, 0));
        assert_eq!(date(1956, 10, 2).date(), LaxDate::new(1956, 10, 2));
        assert_eq!(PackedDate::UNKNOWN.date(), None);
        assert_eq!(date(1956, 0, 0).latest(), date(1956, 12, 31));
        assert_eq!(date(1956, 10, 0).latest(), date(1956, 10, 31));
        assert_eq!(date(1956, 10, 2).latest(), date(1956, 10, 2));
    }
}

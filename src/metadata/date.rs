//! Dates as records give them: whole, partial, or spans between two dates.

use std::fmt;

/// A date with at least a year. Unknown parts are 0; the day is known only with its month.
///
/// Dates sort by year, month, day, an unknown part before all known ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LaxDate {
    /// Year of the common era, 1000 to 2199.
    pub year: u16,
    /// Month, 1 to 12; 0 if unknown.
    pub month: u8,
    /// Day, 1 to 31; 0 if unknown.
    pub day: u8,
}

/// The year, if a [`LaxDate`] can have it.
#[inline]
fn possible_year(year: u32) -> Option<u16> {
    u16::try_from(year).ok().filter(|year| (1000..2200).contains(year))
}

impl LaxDate {
    /// Makes a date. An impossible month or day becomes unknown; None for an impossible year.
    #[must_use]
    pub fn new(year: u32, month: u32, day: u32) -> Option<LaxDate> {
        let year = possible_year(year)?;
        let month = u8::try_from(month).ok().filter(|m| *m <= 12).unwrap_or(0);
        let last = days_in(year, month);
        let day = u8::try_from(day).ok().filter(|d| *d <= last).unwrap_or(0);
        Some(LaxDate { year, month, day })
    }

    /// Number of known parts behind the year, 0 to 2.
    pub(super) fn precision(&self) -> usize {
        usize::from(self.month > 0) + usize::from(self.day > 0)
    }

    /// Number of the first possible day; day 1 is 1 January of year 1.
    #[must_use]
    pub fn first_day(self) -> i32 {
        let month = usize::from(self.month.max(1));
        let leap = i32::from(month > 2 && is_leap(self.year));
        new_year(self.year) + BEFORE_MONTH[month - 1] + leap + i32::from(self.day.max(1)) - 1
    }

    /// Number of the last possible day, counted as in [`LaxDate::first_day`].
    #[must_use]
    pub fn last_day(self) -> i32 {
        if self.day > 0 {
            return self.first_day();
        }
        self.step(1).map_or_else(|| new_year(self.year + 1), LaxDate::first_day) - 1
    }

    /// The day with this number, counted as in [`LaxDate::first_day`]; None for an impossible year.
    #[must_use]
    pub fn of_day(day: i32) -> Option<LaxDate> {
        let near = u16::try_from(day / 366).ok()?;
        let year = (near..=near + 8).rev().find(|year| new_year(*year) <= day)?;
        let leap = i32::from(is_leap(year));
        let in_year = day - new_year(year);
        let before = |month: usize| BEFORE_MONTH[month - 1] + if month > 2 { leap } else { 0 };
        let month = (1..=12).rev().find(|month| before(*month) <= in_year)?;
        let day = u32::try_from(in_year - before(month) + 1).ok()?;
        LaxDate::new(year.into(), month as u32, day)
    }

    /// Moves the date by `by` years, months or days, in units of its finest known part.
    pub(super) fn step(self, by: i32) -> Option<LaxDate> {
        match (self.month, self.day) {
            (0, _) => LaxDate::new(u32::try_from(i32::from(self.year) + by).ok()?, 0, 0),
            (month, 0) => {
                let months = u32::try_from(i32::from(self.year) * 12 + i32::from(month) - 1 + by);
                let months = months.ok()?;
                LaxDate::new(months / 12, months % 12 + 1, 0)
            }
            _ => LaxDate::of_day(self.first_day() + by),
        }
    }

    /// Keeps the year and the first `parts` parts behind it.
    fn cut(self, parts: usize) -> LaxDate {
        let month = if parts > 0 { self.month } else { 0 };
        let day = if parts > 1 { self.day } else { 0 };
        LaxDate { month, day, ..self }
    }
}

/// Days of a common year before each month.
const BEFORE_MONTH: [i32; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

/// Number of the first day of a year; day 1 is 1 January of year 1.
fn new_year(year: u16) -> i32 {
    let before = i32::from(year) - 1;
    365 * before + before / 4 - before / 100 + before / 400 + 1
}

/// Number of days in a month; 0 for month 0.
fn days_in(year: u16, month: u8) -> u8 {
    match month {
        0 => 0,
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl fmt::Display for LaxDate {
    /// Writes `1956-10-02`, `1956-10` or `1956`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Digit by digit: columns of a million games have three dates each.
        let mut text = *b"0000-00-00";
        let (month, day) = (u16::from(self.month), u16::from(self.day));
        for (at, number) in [(0, self.year / 100), (2, self.year % 100), (5, month), (8, day)] {
            text[at] += (number / 10) as u8;
            text[at + 1] += (number % 10) as u8;
        }
        let len = [4, 7, 10][usize::from(month > 0) + usize::from(day > 0)];
        f.write_str(str::from_utf8(&text[..len]).map_err(|_| fmt::Error)?)
    }
}

/// A span of time from a first to a last date; either end may be unknown.
///
/// ```
/// use xqdb::metadata::{DateSpan, LaxDate};
/// let year = |year| LaxDate::new(year, 0, 0).unwrap();
/// let war = DateSpan::between(year(1937), year(1945)).unwrap();
/// assert_eq!(war.to_string(), "1937..1945");
/// assert_eq!((war.year(), DateSpan::of(year(1937)).year()), (None, Some(1937)));
/// assert_eq!(DateSpan::before(year(1919)).unwrap().to_string(), "..1918");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DateSpan {
    from: Option<LaxDate>,
    to: Option<LaxDate>,
}

impl DateSpan {
    /// Span of a day, a month or a year.
    #[must_use]
    pub const fn of(date: LaxDate) -> DateSpan {
        DateSpan { from: Some(date), to: Some(date) }
    }

    /// Span from the beginning of one date to the end of another; None if that is earlier.
    #[must_use]
    pub fn between(from: LaxDate, to: LaxDate) -> Option<DateSpan> {
        let is_forward = from.first_day() <= to.first_day() && from.last_day() <= to.last_day();
        is_forward.then_some(DateSpan { from: Some(from), to: Some(to) })
    }

    /// Span of all time before a date.
    #[must_use]
    pub fn before(date: LaxDate) -> Option<DateSpan> {
        Some(DateSpan { from: None, to: Some(date.step(-1)?) })
    }

    /// Span of all time from the beginning of a date on.
    #[must_use]
    pub const fn since(date: LaxDate) -> DateSpan {
        DateSpan { from: Some(date), to: None }
    }

    /// First date; None if only the last is known.
    #[must_use]
    pub const fn from(self) -> Option<LaxDate> {
        self.from
    }

    /// Last date; None if only the first is known.
    #[must_use]
    pub const fn to(self) -> Option<LaxDate> {
        self.to
    }

    /// The most precise date that contains the whole span: a day, a month or a year; None without
    /// one.
    #[must_use]
    pub fn date(self) -> Option<LaxDate> {
        let (from, to) = (self.from?, self.to?);
        let parts = from.precision().min(to.precision());
        (0..=parts)
            .rev()
            .map(|parts| (from.cut(parts), to.cut(parts)))
            .find(|(a, b)| a == b)
            .map(|(a, _)| a)
    }

    /// Year that contains the whole span; None without one.
    #[must_use]
    pub fn year(self) -> Option<u16> {
        self.date().map(|date| date.year)
    }

    /// Whether nothing finer than a year is known.
    #[must_use]
    pub fn is_year(self) -> bool {
        self.date().is_none_or(|date| date.month == 0)
    }

    /// Whether the spans share a day.
    #[must_use]
    pub fn meets(self, other: DateSpan) -> bool {
        let first = |span: DateSpan| span.from.map_or(i32::MIN, LaxDate::first_day);
        let last = |span: DateSpan| span.to.map_or(i32::MAX, LaxDate::last_day);
        first(self) <= last(other) && first(other) <= last(self)
    }

    /// Number of days; None if an end is unknown.
    #[must_use]
    pub fn days(self) -> Option<i32> {
        Some(self.to?.last_day() - self.from?.first_day() + 1)
    }

    /// Reads the text that [`DateSpan`] displays.
    #[must_use]
    pub fn from_text(text: &str) -> Option<DateSpan> {
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        let end = |text: &str| {
            if text.is_empty() { Some(None) } else { super::parse_date(text).map(Some) }
        };
        let (from, to) = (end(from)?, end(to)?);
        (from.is_some() || to.is_some()).then_some(DateSpan { from, to })
    }
}

impl fmt::Display for DateSpan {
    /// Writes `1956-10-02`, `1956`, `1937..1945`, `..1918` or `1949..`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = |end: Option<LaxDate>| end.map_or_else(String::new, |date| date.to_string());
        match self.from == self.to {
            true => f.write_str(&end(self.from)),
            false => write!(f, "{}..{}", end(self.from), end(self.to)),
        }
    }
}

/// A [`DateSpan`] packed into 32 bits for the store; sorts by its first date, and 0 means no date.
/// A span known only to end before a date sorts right behind that date.
///
/// ```
/// use xqdb::metadata::{DateSpan, LaxDate, PackedDate};
/// let year = |year| LaxDate::new(year, 0, 0).unwrap();
/// for span in [DateSpan::of(year(1956)), DateSpan::before(year(1919)).unwrap()] {
///     assert_eq!(PackedDate::of(Some(span)).span(), Some(span));
/// }
/// assert!(PackedDate::of(None) < PackedDate::new(LaxDate::new(1956, 10, 0)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PackedDate(u32);

/// Number of lower bits: they hold the days, months or years from the first to the last date.
const REACH_BITS: u32 = 12;
const REACH: u32 = (1 << REACH_BITS) - 1;
/// Value of these bits for a span without a last date, and without a first one.
const WITHOUT_END: u32 = REACH - 1;
const WITHOUT_START: u32 = REACH;

impl PackedDate {
    /// No date.
    pub const UNKNOWN: PackedDate = PackedDate(0);

    /// Sorts behind every date.
    pub const NEVER: PackedDate = PackedDate(u32::MAX);

    /// Packs a date.
    pub fn new(date: Option<LaxDate>) -> PackedDate {
        PackedDate::of(date.map(DateSpan::of))
    }

    /// Packs a span: year, month and day of its first date as digits to the bases 13 and 32, then
    /// the distance to its last date. If both dates are not equally precise, the more precise one
    /// is cut.
    pub fn of(span: Option<DateSpan>) -> PackedDate {
        let Some(DateSpan { from, to }) = span else { return PackedDate::UNKNOWN };
        let (date, reach) = match (from, to) {
            (None, None) => return PackedDate::UNKNOWN,
            (Some(from), None) => (from, WITHOUT_END),
            (None, Some(to)) => (to, WITHOUT_START),
            (Some(from), Some(to)) => {
                let parts = from.precision().min(to.precision());
                let reach = |parts| {
                    let (from, to) = (from.cut(parts), to.cut(parts));
                    (from, u32::try_from(steps(from, to)).unwrap_or(u32::MAX))
                };
                let fits = |(_, reach): &(LaxDate, u32)| *reach < WITHOUT_END;
                let found = (0..=parts).rev().map(reach).find(fits);
                found.unwrap_or((from.cut(0), WITHOUT_END))
            }
        };
        let digits = (u32::from(date.year) * 13 + u32::from(date.month)) * 32 + u32::from(date.day);
        PackedDate(digits << REACH_BITS | reach)
    }

    /// The value with these stored bits. Bits that are no date are kept and mean none.
    pub const fn from_bits(bits: u32) -> PackedDate {
        PackedDate(bits.rotate_left(REACH_BITS))
    }

    /// Number that sorts like the date.
    pub const fn sorting(self) -> u32 {
        self.0
    }

    /// Bits to store, small for a plain date; unlike [`PackedDate::sorting`], they do not sort.
    pub const fn bits(self) -> u32 {
        self.0.rotate_right(REACH_BITS)
    }

    /// The span; None without a date.
    pub fn span(self) -> Option<DateSpan> {
        let date = self.first()?;
        Some(match self.0 & REACH {
            0 => DateSpan::of(date),
            WITHOUT_START => DateSpan { from: None, to: Some(date) },
            WITHOUT_END => DateSpan::since(date),
            reach => DateSpan { from: Some(date), to: date.step(reach as i32) },
        })
    }

    /// The most precise date that contains the whole span; None without one.
    #[inline]
    pub fn date(self) -> Option<LaxDate> {
        match self.0 & REACH {
            0 => self.first(),
            _ => self.span().and_then(DateSpan::date),
        }
    }

    /// Year that contains the whole span; None without one.
    #[inline]
    pub fn year(self) -> Option<u16> {
        match self.0 & REACH {
            0 => possible_year((self.0 >> REACH_BITS) / (13 * 32)),
            _ => self.date().map(|date| date.year),
        }
    }

    /// Date from which the distance to the last date counts.
    #[inline]
    fn first(self) -> Option<LaxDate> {
        let digits = self.0 >> REACH_BITS;
        LaxDate::new(digits / (13 * 32), digits / 32 % 13, digits % 32)
    }

    /// Last possible day; in a year always 31 December, in a month always the 31st.
    /// [`PackedDate::NEVER`] without a last date.
    #[must_use]
    pub fn latest(self) -> PackedDate {
        let last = match self.0 & REACH {
            0 => self.0 >> REACH_BITS,
            WITHOUT_END => return PackedDate::NEVER,
            WITHOUT_START => self.0 >> REACH_BITS,
            _ => match self.span().and_then(DateSpan::to) {
                Some(to) => PackedDate::new(Some(to)).0 >> REACH_BITS,
                None => return PackedDate::NEVER,
            },
        };
        let whole = match (last / 32 % 13, last % 32) {
            (0, _) => last + 12 * 32 + 31,
            (_, 0) => last + 31,
            _ => last,
        };
        PackedDate(whole << REACH_BITS)
    }

    /// First possible day; unknown without a first date.
    #[must_use]
    pub const fn earliest(self) -> PackedDate {
        if self.lacks_start() { PackedDate::UNKNOWN } else { PackedDate(self.0 & !REACH) }
    }

    /// Whether the date may lie between two dates, ends included. A span without a first or last
    /// date must lie there as a whole.
    pub fn fits(self, first: PackedDate, last: PackedDate) -> bool {
        let has_end = self.0 & REACH != WITHOUT_END || last == PackedDate::NEVER;
        let has_start = !self.lacks_start() || (first.is_unknown() && self.latest() <= last);
        !self.is_unknown() && has_end && has_start && self.meets(first, last)
    }

    /// Whether a possible day lies between two dates; true if no date is known.
    pub fn meets(self, first: PackedDate, last: PackedDate) -> bool {
        self.is_unknown() || (self.latest() >= first && self.earliest() <= last)
    }

    /// Whether no date is known.
    pub const fn is_unknown(self) -> bool {
        self.0 == 0
    }

    /// Whether only a last date is known.
    pub const fn lacks_start(self) -> bool {
        self.0 & REACH == WITHOUT_START && !self.is_never()
    }

    const fn is_never(self) -> bool {
        self.0 == u32::MAX
    }
}

/// Years, months or days from one date to another that is equally precise.
fn steps(from: LaxDate, to: LaxDate) -> i32 {
    let months = |date: LaxDate| i32::from(date.year) * 12 + i32::from(date.month);
    match from.precision() {
        0 => i32::from(to.year) - i32::from(from.year),
        1 => months(to) - months(from),
        _ => to.first_day() - from.first_day(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(year: u32, month: u32, day: u32) -> LaxDate {
        LaxDate::new(year, month, day).unwrap()
    }

    #[test]
    fn packed_dates_keep_their_order() {
        let packed = |year, month, day| PackedDate::new(LaxDate::new(year, month, day));
        assert!(packed(1956, 0, 0) < packed(1956, 1, 0));
        assert!(packed(1956, 12, 31) < packed(1957, 0, 0));
        assert_eq!(packed(1956, 10, 2).date(), LaxDate::new(1956, 10, 2));
        assert_eq!(PackedDate::UNKNOWN.date(), None);
        assert_eq!(packed(1956, 0, 0).latest(), packed(1956, 12, 31));
        assert_eq!(packed(1956, 10, 0).latest(), packed(1956, 10, 31));
        assert_eq!(packed(1956, 10, 2).latest(), packed(1956, 10, 2));
        // Databases of older versions hold these numbers.
        assert_eq!(packed(1956, 10, 2).bits(), (1956 * 13 + 10) * 32 + 2);
    }

    #[test]
    fn times_are_packed_whole() {
        let spans = [
            DateSpan::between(date(1999, 8, 20), date(1999, 8, 25)),
            DateSpan::between(date(1979, 9, 28), date(1979, 10, 1)),
            DateSpan::between(date(1989, 1, 0), date(1989, 5, 0)),
            DateSpan::between(date(1981, 0, 0), date(2001, 0, 0)),
            DateSpan::between(date(1644, 0, 0), date(1911, 0, 0)),
            DateSpan::before(date(1919, 0, 0)),
            DateSpan::before(date(1956, 3, 1)),
            Some(DateSpan::since(date(1949, 10, 1))),
        ];
        for span in spans {
            let packed = PackedDate::of(span);
            assert_eq!(packed.span(), span);
            assert_eq!(PackedDate::from_bits(packed.bits()), packed);
            assert_eq!(DateSpan::from_text(&span.unwrap().to_string()), span);
        }
        // A span too long in days is stored in months.
        let long = DateSpan::between(date(1900, 5, 3), date(1990, 2, 1));
        let months = DateSpan::between(date(1900, 5, 0), date(1990, 2, 0));
        assert_eq!(PackedDate::of(long).span(), months);
    }

    #[test]
    fn days_are_counted_through_every_month() {
        let mut day = date(1582, 12, 31).first_day();
        for year in 1583..2150u16 {
            for month in 1..=12 {
                for of_month in 1..=days_in(year, month) {
                    day += 1;
                    let date = LaxDate { year, month, day: of_month };
                    assert_eq!((date.first_day(), LaxDate::of_day(day)), (day, Some(date)));
                }
            }
        }
        assert_eq!(date(2024, 2, 0).last_day(), date(2024, 2, 29).first_day());
        assert_eq!(date(2023, 0, 0).last_day(), date(2023, 12, 31).first_day());
    }

    #[test]
    fn a_time_within_a_month_or_a_year_has_a_date() {
        let span = |a, b| DateSpan::between(a, b).unwrap().date();
        let (august, year) = (LaxDate::new(1999, 8, 0), LaxDate::new(1999, 0, 0));
        assert_eq!(span(date(1999, 8, 20), date(1999, 8, 25)), august);
        assert_eq!(span(date(1999, 8, 20), date(1999, 9, 0)), year);
        assert_eq!(span(date(1999, 8, 20), date(2000, 1, 1)), None);
        assert_eq!(DateSpan::between(date(2000, 0, 0), date(1999, 0, 0)), None);
    }
}

//! A date that a person asks for.

use super::{LaxDate, is_off_calendar, parse_date};

/// A year, or a date in any form that records have. Figures must name a day of the calendar.
///
/// ```
/// use xqdb::metadata::asked_date;
///
/// assert_eq!(asked_date("1982").unwrap().to_string(), "1982");
/// assert_eq!(asked_date("1982年5月").unwrap().to_string(), "1982-05");
/// for text in ["1982-13", "1982 13", "1982 02 31", "19820231"] {
///     assert_eq!(asked_date(text), None, "{text}");
/// }
/// ```
pub fn asked_date(text: &str) -> Option<LaxDate> {
    let parts = text.split(|c: char| c.is_whitespace() || "-./年月日".contains(c));
    let parts = parts.filter(|part| !part.is_empty());
    let figures: Option<Vec<u32>> = parts.map(|part| part.parse().ok()).collect();
    let (year, rest) = match figures.as_deref() {
        Some([year, rest @ ..]) if (1000..10_000).contains(year) && rest.len() < 3 => (*year, rest),
        _ => return parse_date(text).filter(|_| !is_off_calendar(text)),
    };
    let part = |at: usize| rest.get(at).copied().unwrap_or(0);
    let date = LaxDate::new(year, part(0), part(1))?;
    // What no calendar has is unknown in the date, and not in its text.
    (date.to_string().split('-').count() == rest.len() + 1).then_some(date)
}

//! What the calendar itself says against a date.

use super::{LaxDate, parse_date};

/// Why the date that a record states cannot be right, as far as the calendar shows it.
///
/// ```
/// use xqdb::metadata::calendar_doubt;
/// assert_eq!(calendar_doubt("1960-02-31").as_deref(), Some("the calendar has no such day"));
/// assert_eq!(
///     calendar_doubt("1905-06-13").as_deref(),
///     Some("a spreadsheet writes the number 1991 so")
/// );
/// assert_eq!(calendar_doubt("1960-02-29"), None);
/// ```
#[must_use]
pub fn calendar_doubt(text: &str) -> Option<String> {
    let date = parse_date(text)?;
    if is_off_calendar(text) {
        return Some("the calendar has no such day".to_owned());
    }
    let number = spreadsheet_number(date)?;
    (1950..2100).contains(&number).then(|| format!("a spreadsheet writes the number {number} so"))
}

/// Whether a date in figures names a month or a day that no calendar has.
///
/// ```
/// use xqdb::metadata::is_off_calendar;
/// assert!(is_off_calendar("1960年2月30日"));
/// assert!(!is_off_calendar("1905-06-13"));
/// ```
#[must_use]
pub fn is_off_calendar(text: &str) -> bool {
    figures(text).is_some_and(|[year, month, day]| {
        LaxDate::new(year, month, day)
            .is_some_and(|read| (u32::from(read.month), u32::from(read.day)) != (month, day))
    })
}

/// Year, month and day of a date that is written in figures from the year on; parts that are not
/// there are 0.
fn figures(text: &str) -> Option<[u32; 3]> {
    let text = text.trim();
    if text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        let part = |place: std::ops::Range<usize>| text[place].parse().ok();
        return Some([part(0..4)?, part(4..6)?, part(6..8)?]);
    }
    let is_between = |c: char| matches!(c, '-' | '.' | '/' | '年' | '月' | '日');
    let mut parts = text.trim_end_matches(is_between).split(is_between);
    let year = parts.next().filter(|part| part.len() == 4)?.parse().ok()?;
    let mut part = || parts.next().map_or(Some(0), |part| part.parse().ok());
    let found = [year, part()?, part()?];
    parts.next().is_none().then_some(found)
}

/// The number of a day of 1905 in spreadsheets, which count days from the end of 1899: a year that
/// was put into a column of dates becomes one of them.
fn spreadsheet_number(date: LaxDate) -> Option<u32> {
    const NEW_YEAR_1905: u32 = 1828;
    const BEFORE_MONTH: [u32; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
    let before = BEFORE_MONTH.get(usize::from(date.month).checked_sub(1)?)?;
    let is_day = date.year == 1905 && date.day > 0;
    is_day.then(|| NEW_YEAR_1905 + before + u32::from(date.day) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_that_no_calendar_has() {
        for text in
            ["1960-02-31", "1960.13.01", "1960年2月30日", "1962年11月190日", "1960-13", "19600231"]
        {
            assert!(calendar_doubt(text).is_some(), "{text}");
        }
        for text in
            ["1960-02-29", "1960", "1960-05", "1960.??.??", "19600229", "1960年10月2日", "x"]
        {
            assert_eq!(calendar_doubt(text), None, "{text}");
        }
    }

    #[test]
    fn years_that_became_days() {
        // 1905-06-13 is 1991, as every spreadsheet says.
        assert!(calendar_doubt("1905-06-13").is_some_and(|doubt| doubt.contains("1991")));
        assert_eq!(calendar_doubt("1905-12-13"), None);
        assert_eq!(calendar_doubt("1905"), None);
    }
}

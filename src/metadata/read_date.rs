//! Reads a span of time from a text.
//!
//! Date fields hold more than dates: spans, seasons, decades, years of two digits, misprints,
//! numbers of spreadsheets. The heading beside a field often decides its meaning: `4.19` below
//! `BGN2001` is a day of 2001. Headings contain a date among other words.

use super::DateSpan;
use super::heading::known_heading;
use super::time_field::read_field;

/// Place of a text with a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DatePlace {
    /// A date field.
    Field,
    /// An event, a title, or the name of a file or folders, with a date among other words.
    Heading,
}

/// Largest number of bytes of a heading.
const LONGEST: usize = 1024;

/// Reads a span of time. `beside` is the heading beside a date field: it supplies a missing year,
/// and decides which number is the month.
///
/// ```
/// use xqdb::metadata::{DatePlace, read_date};
/// let field = |text, beside| read_date(text, DatePlace::Field, beside).map(|d| d.to_string());
/// assert_eq!(field("1919年前", "").as_deref(), Some("..1918"));
/// assert_eq!(field("90-10-23", "").as_deref(), Some("1990-10-23"));
/// assert_eq!(field("20世纪30年代", "").as_deref(), Some("1930..1939"));
/// assert_eq!(field("4.19", "BGN2001世界象棋挑战赛").as_deref(), Some("2001-04-19"));
/// assert_eq!(field("4.19", ""), None);
/// let heading = |text| read_date(text, DatePlace::Heading, "").map(|d| d.to_string());
/// assert_eq!(heading("19860400胡榮華勝喻之青").as_deref(), Some("1986-04"));
/// ```
#[must_use]
pub fn read_date(text: &str, place: DatePlace, beside: &str) -> Option<DateSpan> {
    match place {
        DatePlace::Heading => heading(text),
        DatePlace::Field => read_field(text, &|| heading(beside)),
    }
}

/// Span in a heading: the day of its game, or else the year of its event. Of a path the part
/// nearest to the file counts.
fn heading(text: &str) -> Option<DateSpan> {
    if text.trim().is_empty() || text.len() > LONGEST {
        return None;
    }
    text.rsplit('/').find_map(of_one_heading)
}

fn of_one_heading(text: &str) -> Option<DateSpan> {
    known_heading(without_number_of_program(text)).time
}

/// Cuts off the id in braces that a program added to a name.
fn without_number_of_program(text: &str) -> &str {
    text.split_once('{').map_or(text, |(before, _)| before)
}

#[cfg(test)]
mod tests {
    use super::super::words::truths;
    use super::*;

    fn shown(span: Option<DateSpan>) -> String {
        span.map(|span| span.to_string()).unwrap_or_default()
    }

    #[test]
    fn fields_of_every_shape() {
        for [text, beside, expected] in truths("times") {
            assert_eq!(
                shown(read_date(text, DatePlace::Field, beside)),
                expected,
                "{text} {beside}"
            );
        }
    }

    #[test]
    fn headings_name_a_time() {
        for [text, expected] in truths("times in headings") {
            assert_eq!(shown(read_date(text, DatePlace::Heading, "")), expected, "{text}");
        }
    }
}

//! Dates as formats write them.

use crate::metadata::{LaxDate, parse_date};

/// The date that a text gives, and the text where that is not all that it says.
pub(super) fn dated(found: &str) -> (Option<LaxDate>, Option<&str>) {
    let date = parse_date(found);
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let written = date.map(|date| date.to_string()).unwrap_or_default();
    let is_all = digits(found) == digits(&written)
        && found.trim().chars().all(|c| c.is_ascii_digit() || "-./?".contains(c));
    (date, Some(found).filter(|_| !is_all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_date_does_not_say_is_kept() {
        let dated = |found| {
            let (date, more) = dated(found);
            (date.map(|date| date.to_string()).unwrap_or_default(), more)
        };
        assert_eq!(dated("1990.01.12"), ("1990-01-12".to_owned(), None));
        assert_eq!(dated("1990.??.??"), ("1990".to_owned(), None));
        assert_eq!(dated("????.??.??"), (String::new(), None));
        assert_eq!(dated(""), (String::new(), None));
        let found = "1990年1月12日";
        assert_eq!(dated(found), ("1990-01-12".to_owned(), Some(found)));
        assert_eq!(dated("第四届全运会"), (String::new(), Some("第四届全运会")));
    }
}

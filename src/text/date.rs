//! Dates as records give them: whole, in part, or not at all.

use std::fmt;

use super::date_scan;

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

/// Reads a date in any of the shapes that records use, or `None` if it names no year for certain.
///
/// Of a range the beginning counts. Nothing is guessed: years of two digits, decades and damaged
/// years are no date; of `3/4/1990` only the year is sure. Years of the Republic (民国) count from
/// 1912, those of the Qing emperors give a year alone, since their months are lunar.
///
/// ```
/// use xqdb::text::parse_date;
/// let date = |text| parse_date(text).map(|d| d.to_string());
/// assert_eq!(date("1956年10月2日").as_deref(), Some("1956-10-02"));
/// assert_eq!(date("1956.10.??").as_deref(), Some("1956-10"));
/// assert_eq!(date("民国廿三年").as_deref(), Some("1934"));
/// assert_eq!(date("56.10.2"), None);
/// ```
#[must_use]
pub fn parse_date(text: &str) -> Option<LaxDate> {
    date_scan::scan(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_of_dates() {
        for (text, date) in [
            // The tag's own form, and its gaps.
            ("1956.10.02", "1956-10-02"),
            ("1956.10.??", "1956-10"),
            ("1956.??.??", "1956"),
            ("????.??.??", ""),
            ("1956.??.02", "1956"),
            ("1983.*.*", "1983"),
            ("1956", "1956"),
            // Other separators.
            ("2000-1-2", "2000-01-02"),
            ("2009/02/21", "2009-02-21"),
            ("2001。3。10", "2001-03-10"),
            ("1993、12、23", "1993-12-23"),
            ("2001·8·15", "2001-08-15"),
            ("1978，9，10", "1978-09-10"),
            ("2004 1 28", "2004-01-28"),
            ("1955 .6 .15", "1955-06-15"),
            ("1965. 11 . 18", "1965-11-18"),
            ("１９５６．１０．０２", "1956-10-02"),
            ("2001.11.17.", "2001-11-17"),
            ("1982.", "1982"),
            ("1989.5", "1989-05"),
            ("1956`", "1956"),
            // Chinese.
            ("1989年6月3日", "1989-06-03"),
            ("1989年6月3", "1989-06-03"),
            ("1985年8月 日", "1985-08"),
            ("1995年月日", "1995"),
            ("1985年", "1985"),
            ("1989年春", "1989"),
            ("1982年元月9日", "1982-01-09"),
            ("一九五六年", "1956"),
            ("一九五六年十月二日", "1956-10-02"),
            ("一九八二年十二月卅一日", "1982-12-31"),
            ("二〇〇三年十一月廿三日", "2003-11-23"),
            ("二○○三年二十月", "2003"),
            ("1965 年 11 月 18", "1965-11-18"),
            ("2000年年11月04", "2000-11-04"),
            ("公元1956年10月", "1956-10"),
            ("民国廿三年", "1934"),
            ("民国二十三年五月六日", "1934-05-06"),
            ("民國元年", "1912"),
            ("民国23年", "1934"),
            ("光绪三十年", "1904"),
            ("光緒三十年三月", "1904"),
            ("光绪三十年十二月", ""),
            ("光绪九十年", ""),
            ("宣统元年", "1909"),
            ("中华民国23年10月10日", "1934-10-10"),
            ("民国二三年", "1934"),
            ("清光绪三十年", "1904"),
            ("公元一九五六年", "1956"),
            ("１９５６年１０月２日", "1956-10-02"),
            ("1956年拾月", "1956"),
            // With more behind.
            ("2005年6月18日(星期六)", "2005-06-18"),
            ("1964年10月上旬", "1964-10"),
            ("2003年12月底", "2003-12"),
            ("2005.6.18 14:50", "2005-06-18"),
            ("2010-09-18 15:0", "2010-09-18"),
            ("1995年10月13日下午", "1995-10-13"),
            ("2003.5.21. 9", "2003-05-21"),
            ("1975.全国赛", "1975"),
            ("1957全国赛", "1957"),
            // Ranges.
            ("1989.06.03-05", "1989-06-03"),
            ("1989.5.1——15", "1989-05-01"),
            ("1997/10/31-11/06", "1997-10-31"),
            ("1999年8月20日-25日", "1999-08-20"),
            ("1981年-2001年", "1981"),
            ("1981-2001", "1981"),
            ("2002.6-7", "2002-06"),
            ("1979年9月28日至10月1日", "1979-09-28"),
            ("1956年10月2～8日", "1956-10-02"),
            ("1956年10月2日～1957年1月3日", "1956-10-02"),
            ("1979.9.28—10.1", "1979-09-28"),
            ("1979年9—10月", "1979-09"),
            // Run together.
            ("20091114-09：00", "2009-11-14"),
            ("19990926下午", "1999-09-26"),
            ("199510月9日晚", "1995-10-09"),
            ("2007122", "2007"),
            ("200304", ""),
            ("990516", ""),
            // Day first, year last.
            ("16-5-2009", "2009-05-16"),
            ("10/28/1999", "1999-10-28"),
            ("7/7/1989", "1989-07-07"),
            ("3/4/1990", "1990"),
            ("Tue Dec 27 20:57:56 2016", "2016-12-27"),
            ("2 October 1956", "1956-10-02"),
            ("Oct 2, 1956", "1956-10-02"),
            // Impossible parts are unknown.
            ("1999.13.05", "1999"),
            ("1999.2.29", "1999-02"),
            ("2000.2.29", "2000-02-29"),
            ("1962年11月190日", "1962-11"),
            ("1995.621", "1995"),
            ("1998年7月2l日", "1998-07"),
            ("1983年1l月23日", "1983"),
            ("1988年l月14日", "1988"),
            ("1993年12月之6日", "1993-12"),
            ("1983年8月XX日", "1983-08"),
            // No year for certain.
            ("", ""),
            ("          ", ""),
            ("93-12-25", ""),
            ("11/24/97", ""),
            ("03年8月2日-6日", ""),
            ("20世纪30年代", ""),
            ("1930年代", ""),
            ("1930s", ""),
            ("30年代", ""),
            ("11月9日", ""),
            ("约1930年", ""),
            ("19991年3月6日", ""),
            ("19925.16", ""),
            ("196年10月27日", ""),
            ("l973年5月29日", ""),
            ("上989年5月2日", ""),
            ("-001-11-30", ""),
            ("0000.00.00", ""),
            ("江苏徐天红", ""),
            ("第四届全运会", ""),
            ("&nbsp;", ""),
        ] {
            let got = parse_date(text).map(|d| d.to_string()).unwrap_or_default();
            assert_eq!(got, date, "{text}");
        }
    }

    #[test]
    fn dates_sort_by_what_is_known() {
        let dates = ["1956", "1956-10", "1956-10-02", "1957"].map(|d| parse_date(d).unwrap());
        assert!(dates.is_sorted());
    }
}

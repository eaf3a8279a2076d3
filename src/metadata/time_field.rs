//! Reads date fields, and dates among the words of a heading.

use super::parse_date::{
    DateToken, days_of_spreadsheet, era_span, scan_tokens, tokens, year_made_a_day,
};
use super::years::{SaidYears, is_of_tournament};
use super::{DateSpan, LaxDate};
use crate::text::{fold, hanzi_digit};

/// Largest number of bytes of a field.
const LONGEST: usize = 256;

/// Reads a field; `near` returns the span of the heading beside it.
pub(super) fn read_field(text: &str, near: &dyn Fn() -> Option<DateSpan>) -> Option<DateSpan> {
    if text.len() > LONGEST { None } else { Field::of(text, near).read() }
}

/// A date field and the heading beside it.
struct Field<'a> {
    /// Folded text with obvious misprints mended.
    text: String,
    parts: Vec<Part>,
    /// Reads the span of the heading beside it, only when needed.
    near: &'a dyn Fn() -> Option<DateSpan>,
}

/// A number of a date, with the signs around it; blanks are skipped.
#[derive(Debug, Clone, Copy)]
struct Part {
    number: u32,
    /// Number of digits.
    digits: usize,
    before: char,
    behind: char,
}

/// No sign.
const NONE: char = '\0';

impl Field<'_> {
    fn of<'a>(text: &str, near: &'a dyn Fn() -> Option<DateSpan>) -> Field<'a> {
        let text = mended(&fold(text));
        let parts = parts(&tokens(&text));
        Field { text, parts, near }
    }

    fn read(&self) -> Option<DateSpan> {
        self.bounded()
            .or_else(|| era_span(&self.text))
            .or_else(|| self.decades())
            .or_else(|| self.two_dates())
            .or_else(|| self.part_of_date())
            .or_else(|| self.plain().map(DateSpan::of))
    }

    fn near_year(&self) -> Option<u32> {
        Some((self.near)()?.year()?.into())
    }

    /// Reads before, after and about a date.
    fn bounded(&self) -> Option<DateSpan> {
        let date = |text: &str| Field::of(text.trim(), self.near).read();
        let suffixed = |words: &[&str]| words.iter().find_map(|word| self.text.strip_suffix(word));
        let prefixed = |words: &[&str]| words.iter().find_map(|word| self.text.strip_prefix(word));
        let about = prefixed(&["大约", "约", "circa ", "about ", "ca.", "c."]);
        if let Some(text) = about.or_else(|| suffixed(&["左右", "前后", "前後", "许"])) {
            let span = date(text)?;
            let year =
                |end: Option<LaxDate>, by: i32| LaxDate::new(end?.year.into(), 0, 0)?.step(by);
            return DateSpan::between(year(span.from(), -ABOUT)?, year(span.to(), ABOUT)?);
        }
        if let Some(text) = suffixed(&["以前", "之前", "前"]).or_else(|| prefixed(&["before "]))
        {
            return DateSpan::before(date(text)?.from()?);
        }
        if let Some(text) = suffixed(&["以后", "之后", "以来", "后", "起"])
            .or_else(|| prefixed(&["after ", "since "]))
        {
            return date(text)?.from().map(DateSpan::since);
        }
        None
    }

    /// Reads `20世纪30年代`, `30年代`, `1930s`, `18世纪`.
    fn decades(&self) -> Option<DateSpan> {
        let years = |first: u32, last: u32| {
            DateSpan::between(LaxDate::new(first, 0, 0)?, LaxDate::new(last, 0, 0)?)
        };
        let is_decade = self.text.contains('代') || self.text.ends_with('s');
        match self.parts[..] {
            [century, decade] if self.text.contains("世纪") && is_decade => {
                let first = century.number.checked_sub(1)? * 100 + decade.number;
                (decade.number < 100 && decade.number.is_multiple_of(10)).then_some(())?;
                years(first, first + 9)
            }
            [century] if self.text.contains("世纪") => {
                let last = century.number.checked_mul(100)?;
                years(last.checked_sub(99)?, last)
            }
            [Part { number, digits: 2 | 4, .. }] if is_decade && number.is_multiple_of(10) => {
                let first = if number < 100 { 1900 + number } else { number };
                years(first, first + 9)
            }
            _ => None,
        }
    }

    /// Reads two dates with a sign between them: `1999年8月20日-25日`, `2002.6-7`,
    /// `1981年-2001年`.
    fn two_dates(&self) -> Option<DateSpan> {
        // 2011-11-21 09:00-12:00 is a single day.
        if self.text.contains(':') {
            return None;
        }
        for (at, sign) in self.text.char_indices().filter(|(_, c)| DASHES.contains(c)) {
            let (before, behind) = (&self.text[..at], &self.text[at + sign.len_utf8()..]);
            let behind = behind.trim_start_matches(|c| DASHES.contains(&c) || c == ' ');
            let before = before.trim_end_matches(|c| DASHES.contains(&c) || c == ' ');
            let Some(first) = Field::of(before, self.near).plain() else { continue };
            // In 2001-2-10 the sign divides the parts of one date.
            if before.contains(sign) && first.day == 0 {
                continue;
            }
            let behind = parts(&tokens(behind));
            let date = |year: u32, month: u32, day: u32| {
                let date = LaxDate::new(year, month, day)?;
                let is_whole = (u32::from(date.month), u32::from(date.day)) == (month, day);
                is_whole.then_some(date)
            };
            let (year, month) = (u32::from(first.year), u32::from(first.month));
            let last = match (first.precision(), &behind[..]) {
                (2, [y, m, d, ..]) if y.digits == 4 => date(y.number, m.number, d.number),
                (2, [m, d, ..]) if m.digits <= 2 && d.digits <= 2 => date(year, m.number, d.number),
                (2, [d]) if d.digits <= 2 => date(year, month, d.number),
                (1, [y, m]) if y.digits == 4 => date(y.number, m.number, 0),
                (1, [m]) if m.digits <= 2 && sign != '/' => date(year, m.number, 0),
                (0, [y]) if y.digits == 4 => date(y.number, 0, 0),
                (0, [y]) if y.digits == 2 && sign == '/' && y.number == (year + 1) % 100 => {
                    date(year + 1, 0, 0)
                }
                _ => None,
            };
            if let Some(span) = last.and_then(|last| DateSpan::between(first, last)) {
                return Some(span);
            }
        }
        None
    }

    /// Reads a season, half a year or a third of a month: `1989年春`, `1964年10月上旬`.
    fn part_of_date(&self) -> Option<DateSpan> {
        let date = self.plain()?;
        let year = u32::from(date.year);
        if date.month > 0 {
            let month = u32::from(date.month);
            let first = THIRDS.iter().find(|(word, _)| self.text.contains(word))?.1;
            let last = if first == 21 {
                date.last_day()
            } else {
                LaxDate::new(year, month, first + 9)?.first_day()
            };
            return DateSpan::between(LaxDate::new(year, month, first)?, LaxDate::of_day(last)?);
        }
        let (_, first, last) = SEASONS.iter().find(|(word, ..)| self.text.contains(word))?;
        DateSpan::between(
            LaxDate::new(year, *first, 0)?,
            LaxDate::new(year + last / 13, (last - 1) % 12 + 1, 0)?,
        )
    }

    /// Reads one date: a day, a month or a year.
    fn plain(&self) -> Option<LaxDate> {
        if let Some(date) = scan_tokens(&self.text) {
            return Some(self.corrected(date));
        }
        if let Some(date) = days_of_spreadsheet(&self.text) {
            return Some(date);
        }
        match self.parts[..] {
            [only] => self.one_number(only),
            [a, b] => self.two_numbers(a, b),
            [a, b, c, ..] => self.three_numbers(a, b, c),
            [] => None,
        }
    }

    /// Corrects a date whose year is certain: a century that the heading contradicts, a year that a
    /// spreadsheet made a day, an order of day and month that heading or form decides, a lost
    /// point.
    fn corrected(&self, date: LaxDate) -> LaxDate {
        let LaxDate { year, month, day } = date;
        let parts =
            |year: u32, month: u32, day: u32| LaxDate::new(year, month, day).unwrap_or(date);
        if let Some(year) = year_made_a_day(date) {
            return parts(year, 0, 0);
        }
        if !(1900..2050).contains(&year)
            && let Some(near) = self.near_year().filter(|near| is_century_slip(*near, year.into()))
        {
            return parts(near, month.into(), day.into());
        }
        match self.parts[..] {
            [a, b, c] if c.digits == 4 && month == 0 && a.digits <= 2 && b.digits <= 2 => {
                let near = (self.near)().and_then(DateSpan::date).filter(|near| near.day > 0);
                let is = |m: u32, d: u32| near == LaxDate::new(year.into(), m, d);
                let is_padded = a.digits == 2 && b.digits == 2;
                match () {
                    () if is(a.number, b.number) => parts(year.into(), a.number, b.number),
                    () if is(b.number, a.number) => parts(year.into(), b.number, a.number),
                    () if a.behind != '/' || is_padded => parts(year.into(), b.number, a.number),
                    () => date,
                }
            }
            // 1995.621 lacks a point.
            [y, rest]
                if y.digits == 4 && rest.digits == 3 && month == 0 && rest.number % 100 <= 31 =>
            {
                parts(year.into(), rest.number / 100, rest.number % 100)
            }
            // 2007122 lacks a digit.
            [only, ..] if only.digits == 7 && (1..=12).contains(&(only.number / 10 % 100)) => {
                parts(year.into(), only.number / 10 % 100, 0)
            }
            _ => date,
        }
    }

    /// Reads `990516`, `200304`, `90年`, `5月`.
    fn one_number(&self, Part { number, digits, behind, .. }: Part) -> Option<LaxDate> {
        let whole = |year: u32, month: u32, day: u32| {
            LaxDate::new(year, month, day)
                .filter(|date| date.month > 0 && (day == 0 || date.day > 0))
        };
        match (digits, behind) {
            (6, _) => {
                let of_year = (1900..2100).contains(&(number / 100));
                let month = whole(number / 100, number % 100, 0).filter(|_| of_year);
                month.or_else(|| {
                    whole(of_two_digits(number / 10_000), number / 100 % 100, number % 100)
                })
            }
            (2, '年') => LaxDate::new(of_two_digits(number), 0, 0),
            (1 | 2, '月') => whole(self.near_year()?, number, 0),
            _ => None,
        }
    }

    /// Reads `4.19`, `12月21日`, `66年5月`.
    fn two_numbers(&self, a: Part, b: Part) -> Option<LaxDate> {
        if a.digits > 2 || b.digits > 3 {
            return self.damaged_year(a, Some(b), None);
        }
        let month = |year: u32, month: u32, day: u32| {
            LaxDate::new(year, month, day).filter(|date| date.month > 0)
        };
        match a.behind {
            '年' => month(of_two_digits(a.number), b.number, 0),
            '月' | '.' | '-' | '/' if is_day(a.number, b.number) => {
                month(self.near_year()?, a.number, b.number)
            }
            '.' | '-' | '/' if a.number > 31 => month(of_two_digits(a.number), b.number, 0),
            _ => None,
        }
    }

    /// Reads three numbers without a whole year.
    fn three_numbers(&self, a: Part, b: Part, c: Part) -> Option<LaxDate> {
        if a.digits > 2 {
            return self.damaged_year(a, Some(b), Some(c));
        }
        if b.digits > 2 || c.digits > 2 || c.before == ':' || !is_separator(a.behind) {
            return None;
        }
        let year_first = (a.number, b.number, c.number);
        let (day_first, month_first) =
            ((c.number, b.number, a.number), (c.number, a.number, b.number));
        let near = self.near_year();
        let read = |(year, month, day): (u32, u32, u32), digits: usize| {
            (digits == 2 && is_day(month, day)).then(|| (of_two_digits(year), month, day))
        };
        let orders =
            [read(year_first, a.digits), read(day_first, c.digits), read(month_first, c.digits)];
        let is_near = |year: u32| near.is_some_and(|near| near.abs_diff(year) <= 1);
        let mut fitting = orders.iter().flatten().filter(|(year, ..)| is_near(*year));
        let found = match (fitting.next(), orders) {
            (Some(found), _) => *found,
            (None, [Some(found), ..]) => found,
            // 11/12/97 may be in November or December.
            (None, [None, Some(day_first), Some(month_first)]) if day_first != month_first => {
                (day_first.0, 0, 0)
            }
            (None, [None, day_first, month_first]) => day_first.or(month_first)?,
        };
        LaxDate::new(found.0, found.1, found.2)
    }

    /// Reads a year with a lost or extra digit: the heading has the right one.
    fn damaged_year(&self, year: Part, month: Option<Part>, day: Option<Part>) -> Option<LaxDate> {
        let [month, day] = [month, day].map(|part| part.map_or(0, |part| part.number));
        if year.digits == 5 && self.text.starts_with(|c: char| c.is_ascii_digit()) {
            // 19925.16 has its point misplaced.
            let (y, m) = (year.number / 10, year.number % 10);
            let is_lost = year.behind == '.' && (1900..2100).contains(&y) && is_day(m, month);
            if is_lost {
                return LaxDate::new(y, m, month);
            }
        }
        let near = self
            .near_year()
            .filter(|_| matches!(year.digits, 3 | 5) && is_separator(year.behind))?;
        is_day(month, day.max(1)).then(|| LaxDate::new(near, month, day))?
    }
}

/// Number of years by which an approximate date may be wrong.
const ABOUT: i32 = 5;

/// Signs between two dates.
const DASHES: [char; 8] = ['-', '–', '—', '~', '至', '到', '/', '－'];

/// Seasons and halves of a year, with their first and last months; old calendars begin and end them
/// a month earlier or later.
const SEASONS: &[(&str, u32, u32)] = &[
    ("上半年", 1, 6),
    ("下半年", 7, 12),
    ("春", 1, 5),
    ("夏", 4, 8),
    ("秋", 7, 11),
    ("冬", 10, 14),
    ("spring", 1, 5),
    ("summer", 4, 8),
    ("autumn", 7, 11),
    ("winter", 10, 14),
];

/// Thirds of a month with their first days.
const THIRDS: &[(&str, u32)] = &[("上旬", 1), ("中旬", 11), ("下旬", 21)];

/// Year that two digits mean. Games before 1930 are known from books, which write years out.
const fn of_two_digits(year: u32) -> u32 {
    if year < 30 { 2000 + year } else { 1900 + year }
}

/// Whether two years differ only in the century.
const fn is_century_slip(a: u32, b: u32) -> bool {
    a != b && a.abs_diff(b).is_multiple_of(100)
}

fn is_day(month: u32, day: u32) -> bool {
    // In a leap year, so that 29 February counts.
    LaxDate::new(2000, month, day).is_some_and(|date| date.month > 0 && date.day > 0)
}

const fn is_separator(c: char) -> bool {
    matches!(c, '年' | '.' | '-' | '/' | '、' | '。' | ',' | '·')
}

/// The numbers among tokens.
fn parts(tokens: &[DateToken]) -> Vec<Part> {
    let sign = |token: Option<&DateToken>| match token {
        Some(DateToken::Char(c)) => *c,
        _ => NONE,
    };
    let is_blank = |token: &&DateToken| **token == DateToken::Char(' ');
    let number = |(at, token): (usize, &DateToken)| match *token {
        DateToken::Number(number, digits) => Some(Part {
            number,
            digits,
            before: sign(tokens[..at].iter().rev().find(|token| !is_blank(token))),
            behind: sign(tokens[at + 1..].iter().find(|token| !is_blank(token))),
        }),
        DateToken::Char(_) => None,
    };
    tokens.iter().enumerate().filter_map(number).collect()
}

/// Mends obvious misprints in a folded text: letters like digits, signs like 年 and 月, and signs
/// swapped with a digit.
fn mended(folded: &str) -> String {
    let mut chars: Vec<char> = folded.chars().filter(|c| *c != '`').collect();
    let is_digit = |c: Option<&char>| c.is_some_and(char::is_ascii_digit);
    for at in 0..chars.len() {
        let (before, behind) = (at.checked_sub(1).and_then(|at| chars.get(at)), chars.get(at + 1));
        let is_between = is_digit(before) || before.is_some_and(|c| "年月.-/".contains(*c));
        let joins =
            is_between && (is_digit(behind) || behind.is_none_or(|c| "年月日.-/".contains(*c)));
        let begins =
            at == 0 && chars.get(1..4).is_some_and(|rest| rest.iter().all(char::is_ascii_digit));
        chars[at] = match chars[at] {
            'l' | 'i' | '|' if joins || begins => '1',
            '上' if begins => '1',
            'o' if joins => '0',
            's' if is_between && behind == Some(&'月') => '8',
            '午' if at == 4 && is_digit(before) && is_digit(behind) => '年',
            '有' if is_digit(before) && is_digit(behind) => '月',
            // 1995年01年16
            '年' if at > 5 && is_digit(before) && chars[..at].contains(&'年') => '月',
            c => c,
        };
    }
    // 19891年月17日
    if let [_, _, _, _, month @ '1'..='9', '年', '月', ..] = chars[..]
        && chars[..4].iter().all(char::is_ascii_digit)
    {
        (chars[4], chars[5]) = ('年', month);
    }
    chars.into_iter().collect()
}

/// Span of the game or event in a folded heading, without its lone years and players.
pub(super) fn time_of_game(folded: &str, has_players: bool) -> Option<DateSpan> {
    let chars: Vec<char> = folded.chars().collect();
    if !chars.iter().any(|c| c.is_ascii_digit() || hanzi_digit(*c).is_some()) {
        return None;
    }
    days(&chars).or_else(|| two_digits(&chars, has_players)).or_else(|| joined_year(&chars))
}

/// Span of the first years of an event in a heading.
pub(super) fn time_of_years(years: &[SaidYears]) -> Option<DateSpan> {
    years.iter().find_map(|years| years.span(of_two_digits))
}

/// The only whole day, or the only month, in a heading: `20070926`, `19860400`, `(18-5-1988)`.
fn days(folded: &[char]) -> Option<DateSpan> {
    let mut found: Option<LaxDate> = None;
    let is_digit = |at: usize| folded.get(at).is_some_and(char::is_ascii_digit);
    let mut at = 0;
    while at < folded.len() {
        let start = at;
        while is_digit(at)
            || (at > start && matches!(folded.get(at), Some('-' | '.' | '/')) && is_digit(at + 1))
        {
            at += 1;
        }
        let run: String = folded[start..at].iter().collect();
        at = at.max(start + 1);
        let is_joined = start > 0 && folded[start - 1].is_ascii_alphanumeric();
        let date = if run.len() == 8 && run.bytes().all(|byte| byte.is_ascii_digit()) {
            eight_digits(&run)
        } else if start > 0 && "([（【".contains(folded[start - 1]) && run.len() >= 8 {
            let field = Field::of(&run, &|| None);
            scan_tokens(&run).map(|date| field.corrected(date)).filter(|date| date.day > 0)
        } else {
            None
        };
        match (date.filter(|_| !is_joined), found) {
            (Some(date), Some(known)) if date != known => return None,
            (Some(date), _) => found = Some(date),
            (None, _) => {}
        }
    }
    found.map(DateSpan::of)
}

/// Reads eight digits as a day of 1800 to 2099, or as a month with day 00.
fn eight_digits(run: &str) -> Option<LaxDate> {
    let number: u32 = run.parse().ok()?;
    let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100);
    let date = LaxDate::new(year, month, day).filter(|_| (1800..2100).contains(&year))?;
    ((u32::from(date.month), u32::from(date.day)) == (month, day)).then_some(date)
}

/// Year of an edition in two digits before words of a tournament: `93全国象棋锦标赛`,
/// `自评九五年全国个人赛`, `九九“红牛杯”`. Before two players such a number
/// counts games.
fn two_digits(folded: &[char], has_players: bool) -> Option<DateSpan> {
    const BEHIND: &[&str] = &["全国", "个人", "团体", "“", "\"", "《"];
    let all: String = folded.iter().collect();
    let tokens = tokens(&all);
    let mut text = all.as_str();
    let skip = |token: &DateToken, text: &mut &str| {
        let length = match token {
            DateToken::Number(_, digits) if text.starts_with(|c: char| c.is_ascii_digit()) => {
                *digits
            }
            DateToken::Number(_, digits) => text.chars().take(*digits).map(char::len_utf8).sum(),
            DateToken::Char(c) => c.len_utf8(),
        };
        *text = text.get(length..).unwrap_or_default();
    };
    for (at, token) in tokens.iter().enumerate() {
        let is_arabic = text.starts_with(|c: char| c.is_ascii_digit());
        skip(token, &mut text);
        let DateToken::Number(number @ 50..=99, 2) = *token else { continue };
        let begins = at == 0
            || tokens[at - 1] == DateToken::Char('\'')
            || (!is_arabic && text.starts_with('年'));
        let behind = text.strip_prefix('年').unwrap_or(text);
        let is_event =
            BEHIND.iter().any(|word| behind.starts_with(word)) && is_of_tournament(behind);
        if begins && is_event && (!has_players || text.len() != behind.len()) {
            return LaxDate::new(of_two_digits(number), 0, 0).map(DateSpan::of);
        }
    }
    None
}

/// Year behind a short name in capitals: `BGN2001世界象棋挑战赛`.
fn joined_year(folded: &[char]) -> Option<DateSpan> {
    let letters = folded.iter().take_while(|c| c.is_ascii_alphabetic()).count();
    let digits: String = folded[letters..].iter().take_while(|c| c.is_ascii_digit()).collect();
    let year: u32 = digits.parse().ok().filter(|year| (1900..2100).contains(year))?;
    let behind: String = folded[letters + digits.len()..].iter().collect();
    let is_event = (2..=5).contains(&letters) && digits.len() == 4 && is_of_tournament(&behind);
    is_event.then(|| LaxDate::new(year, 0, 0).map(DateSpan::of))?
}

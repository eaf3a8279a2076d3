//! Reads the wording of an event: series, edition, year, and whether it is the women's. Pure.
//!
//! `2004年第24屆“五羊杯”全國象棋冠軍邀請賽 第4輪`, `5 Ram Cup Xiangqi
//! Championship 2004` and `24屆五羊杯` name one edition of one series. The series is the row of
//! the list of main events with the longest spelling in the wording; without one it is named by its
//! cup, or by the words up to the one that makes it a tournament. Sponsors, rounds, openings and
//! players do not matter.

use crate::text::{fold, hanzi_digit, hanzi_number, is_hanzi_ten, is_latin};
use memchr::memmem;
use std::ops::Range;

/// Parts of an event's wording.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EventWording {
    /// Name of the series in the list of main events, or else the words that name it, folded; empty
    /// if the wording names no tournament.
    pub series: String,
    /// Number of the edition, 1-based.
    pub edition: Option<u32>,
    /// The year.
    pub year: Option<u32>,
    /// Whether the wording means the women's event.
    pub is_of_women: bool,
}

impl EventWording {
    /// Reads a wording without the list of main events.
    #[must_use]
    pub fn read(text: &str) -> EventWording {
        let text = WordingText::new(text);
        EventWording { series: text.series(), ..text.numbers }
    }

    /// Id of the edition: `series@24`, `series@2004`, `series@2004w` for women; `None` without a
    /// series, or without edition and year.
    #[must_use]
    pub fn id(&self) -> Option<String> {
        let number = self.edition.or(self.year).filter(|_| !self.series.is_empty())?;
        Some(format!("{}@{number}{}", self.series, if self.is_of_women { "w" } else { "" }))
    }
}

/// A wording split into its parts.
pub(crate) struct WordingText {
    /// Folded characters, with blanks for year and edition.
    chars: Vec<char>,
    /// Words that can name a series, see [`series_key`].
    pub(crate) key: String,
    /// Edition, year and women; the series is empty.
    pub(crate) numbers: EventWording,
}

/// Marks around the name of a cup.
const QUOTES: &str = "\"'“”‘’`《》『』「」〝〞";

impl WordingText {
    /// Splits a wording.
    pub(crate) fn new(text: &str) -> WordingText {
        let mut chars: Vec<char> = fold(text).chars().collect();
        let numbers = numbers(&chars);
        let (edition, of_edition) = edition(&chars, &numbers).unzip();
        let (year, of_year) = year(&chars, &numbers).unzip();
        for span in [of_edition, of_year].into_iter().flatten() {
            chars[span].fill(' ');
        }
        chars.retain(|c| !QUOTES.contains(*c));
        let mut folded: String = chars.iter().collect();
        // 六运会 is the sixth National Games (全运会).
        if edition.is_some() && folded.trim_start().starts_with("运会") {
            folded.insert(0, '全');
        }
        let is_of_women = folded.contains('女') || folded.contains("women");
        let key = series_key(&folded);
        let numbers = EventWording { series: String::new(), edition, year, is_of_women };
        WordingText { chars, key, numbers }
    }

    /// The text, folded, without year and edition.
    pub(crate) fn name(&self) -> String {
        fold(&self.chars.iter().collect::<String>())
    }

    /// Words that name the series.
    pub(crate) fn series(&self) -> String {
        const MOST: usize = 12;
        if let Some(end) = self.chars.iter().position(|c| *c == '杯') {
            let is_name = |c: &&char| c.is_alphabetic() && !matches!(**c, '届' | '年');
            let length = self.chars[..end].iter().rev().take(MOST).take_while(is_name).count();
            let cup: String = self.chars[end - length..end].iter().collect();
            let cup = series_key(&cup);
            let cup = cup.trim_start_matches("中国").trim_start_matches("全国");
            if !cup.is_empty() {
                return format!("{cup}杯");
            }
        }
        let folded: String = self.chars.iter().collect();
        if let Some((name, sort)) = folded.split_whitespace().find_map(tournament) {
            let name = series_key(name);
            let mut name = name.trim_start_matches(['年', '度', '届', '局', '第']);
            while let Some(whole) = STAGES.iter().find_map(|stage| name.strip_suffix(stage)) {
                name = whole.strip_suffix(sort).unwrap_or(whole);
            }
            let rest = without(name.to_owned(), &SORTS);
            return if rest.is_empty() { rest } else { format!("{name}{sort}") };
        }
        let rest = without(self.key.clone(), &ENGLISH_EVENT_WORDS);
        if rest.len() == self.key.len() || rest.chars().count() < SHORTEST {
            return String::new();
        }
        // A number that is neither year nor edition distinguishes events.
        self.key.clone() + &folded.chars().filter(char::is_ascii_digit).collect::<String>()
    }
}

/// Splits a word for a tournament before its last hanzi. 战 counts only if fought for a title:
/// 争霸战, not 闪击战.
fn tournament(word: &str) -> Option<(&str, char)> {
    let is_end = |(at, c): &(usize, char)| match c {
        '赛' | '会' => true,
        '战' => word[..*at].ends_with(['霸', '人', '圣', '王', '位', '抗']),
        _ => false,
    };
    let (end, sort) = word.char_indices().rev().find(is_end)?;
    Some((&word[..end], sort))
}

/// Words for the stages of a tournament.
const STAGES: [&str; 7] = ["半决", "总决", "决", "初", "复", "预", "附加"];

/// Words for the type of a tournament, which do not identify it.
const SORTS: [&str; 26] = [
    "表演",
    "友谊",
    "公开",
    "邀请",
    "对抗",
    "冠军",
    "大师",
    "个人",
    "团体",
    "选拔",
    "升降级",
    "升级",
    "挑战",
    "争霸",
    "精英",
    "快棋",
    "排位",
    "训练",
    "人机",
    "其他",
    "交流",
    "积分",
    "循环",
    "中国",
    "联",
    "棋",
];
const ENGLISH_EVENT_WORDS: [&str; 8] =
    ["cup", "championship", "champion", "tournament", "league", "open", "match", "games"];
/// Smallest number of letters, beside these words, that name a series.
const SHORTEST: usize = 3;

/// Words in which wordings of one series differ.
const FILLERS: [&str; 12] = [
    "象棋",
    "锦标",
    "比",
    "womens",
    "women",
    "mens",
    "男子组",
    "女子组",
    "男子",
    "女子",
    "xiangqi",
    "chess",
];

/// Key by which a series is found in a wording: hanzi and letters, without digits, marks, blanks
/// and [`FILLERS`].
pub(crate) fn series_key(folded: &str) -> String {
    let mut key = without(folded.to_owned(), &FILLERS);
    key.retain(char::is_alphabetic);
    key
}

/// Key by which the whole name of a series is compared: as [`series_key`], with digits.
pub(crate) fn whole_series_key(folded: &str) -> String {
    let mut key = without(folded.to_owned(), &FILLERS);
    key.retain(char::is_alphanumeric);
    key
}

/// Part of a wording that means a series. The folded `name` of the series lacks words and figures in
/// which wordings differ, except a last number, which may stand anywhere in the wording. In hanzi the
/// part has the characters of the name alone, in Latin letters whole words.
pub(crate) fn series_as_written(name: &str, wording: &str) -> Option<String> {
    let words = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = &name[words.len()..];
    if let Some(written) = written_series(name, wording) {
        return Some(written);
    }
    let written = written_series(words, wording).filter(|_| !number.is_empty())?;
    let behind_number = wording.trim_start().strip_prefix(number);
    Some(match behind_number.is_some_and(|rest| rest.starts_with(char::is_whitespace)) {
        true => format!("{number} {written}"),
        false if written.contains(number) => written,
        false => format!("{written} {number}"),
    })
}

/// [`series_as_written`] if the wording has the whole name.
fn written_series(name: &str, wording: &str) -> Option<String> {
    let is_latin = is_latin(name);
    let parts: Vec<&str> = match is_latin {
        true => wording.split(|c: char| !c.is_alphanumeric()).collect(),
        false => wording.char_indices().map(|(at, c)| &wording[at..at + c.len_utf8()]).collect(),
    };
    let folded: Vec<String> = parts.iter().map(|part| fold(part)).collect();
    (0..parts.len()).find_map(|first| {
        let (mut rest, mut own) = (name, Vec::new());
        for (part, folded) in parts[first..].iter().zip(&folded[first..]) {
            let letters = folded.trim_start_matches(|c: char| c.is_ascii_digit());
            let begins = |word: &str| rest.strip_prefix(word).filter(|_| !word.is_empty());
            match begins(folded).or_else(|| begins(letters)) {
                Some(left) => rest = left,
                None if own.is_empty() => return None,
                None if !is_latin => continue,
                None => {}
            }
            own.extend(Some(*part).filter(|part| !part.is_empty()));
            if rest.is_empty() {
                return Some(own.join(if is_latin { " " } else { "" }));
            }
        }
        None
    })
}

/// Removes every occurrence of each word, one word after the other.
fn without(mut text: String, words: &[&str]) -> String {
    for word in words {
        let mut from = 0;
        while let Some(at) = memmem::find(&text.as_bytes()[from..], word.as_bytes()) {
            from += at;
            text.replace_range(from..from + word.len(), "");
        }
    }
    text
}

/// Words that make another series: the juniors' championship is not the championship.
const QUALIFIERS: [&str; 14] = [
    "少年", "青年", "儿童", "大学", "高校", "中学", "小学", "农民", "工人", "职工", "残疾", "老年",
    "选拔", "等级",
];

/// Qualifiers that are also teams of players, unless they name a group or event.
const TEAMS: [&str; 4] = ["大学", "农民", "工人", "职工"];

/// Qualifier in a wording that the spelling of its series lacks; None without one.
pub(crate) fn qualifier(wording: &str, spelling: &str) -> Option<&'static str> {
    let end = wording.find(spelling).map_or(wording.len(), |at| at + spelling.len());
    let is_of_event = |(at, word): (usize, &str)| {
        let mut behind = wording[at + word.len()..].chars().take(2);
        at < end || !TEAMS.contains(&word) || behind.any(|c| "组赛".contains(c))
    };
    let other = QUALIFIERS.iter().filter(|word| !spelling.contains(**word));
    other.copied().find(|word| wording.match_indices(word).any(is_of_event))
}

/// Whether the spelling of a series stands at byte `at` of a wording; both are keys.
pub(crate) fn names_series(wording: &str, at: usize, spelling: &str) -> bool {
    // 小五羊杯 is the juniors' cup.
    wording[at..].starts_with(spelling)
        && !wording[..at].ends_with('小')
        && qualifier(wording, spelling).is_none()
}

/// A number in the text, with its place.
struct Number {
    place: Range<usize>,
    value: u32,
    is_arabic: bool,
}

fn numbers(chars: &[char]) -> Vec<Number> {
    let is_arabic = |c: char| c.is_ascii_digit();
    let is_hanzi = |c: char| hanzi_digit(c).is_some() || is_hanzi_ten(c);
    let mut found = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let is_of_run: &dyn Fn(char) -> bool =
            if is_arabic(chars[at]) { &is_arabic } else { &is_hanzi };
        let length = chars[at..].iter().take_while(|c| is_of_run(**c)).count();
        let run = &chars[at..at + length];
        let value = match run.first() {
            Some(c) if is_arabic(*c) => run.iter().collect::<String>().parse().ok(),
            _ => hanzi_number(run).map(|(value, _)| value),
        };
        let is_arabic = run.first().is_some_and(|c| is_arabic(*c));
        found.extend(value.map(|value| Number { place: at..at + length, value, is_arabic }));
        at += length.max(1);
    }
    found
}

/// Edition with its place: `第9届`, `9届`, `首届`, `第3次`, `六运会`.
fn edition(chars: &[char], numbers: &[Number]) -> Option<(u32, Range<usize>)> {
    if let Some(at) = chars.windows(2).position(|pair| pair == ['首', '届']) {
        return Some((1, at..at + 2));
    }
    // No event had a thousand editions: 2004届 is a year.
    numbers.iter().filter(|number| (1..1000).contains(&number.value)).find_map(|number| {
        let Range { start, end } = number.place;
        let is_ordinal = start > 0 && chars[start - 1] == '第';
        let start = if is_ordinal { start - 1 } else { start };
        let gap = chars[end..].iter().take_while(|c| **c == ' ').count();
        match (chars.get(end + gap)?, chars.get(end + gap + 1)) {
            ('届', _) => Some((number.value, start..end + gap + 1)),
            ('次', _) if is_ordinal => Some((number.value, start..end + gap + 1)),
            ('运', Some('会')) if !number.is_arabic => Some((number.value, start..end + gap)),
            _ => None,
        }
    })
}

/// Year with its place: `1990年`, `九七年`, `90年`, `'97`, `99全国`, `Championship 1997`,
/// `19970412`.
fn year(chars: &[char], numbers: &[Number]) -> Option<(u32, Range<usize>)> {
    const YEARS: Range<u32> = 1800..2100;
    let century = |year: u32| if year < 30 { 2000 + year } else { 1900 + year };
    let with = |place: &Range<usize>| {
        let is_named = chars.get(place.end) == Some(&'年');
        place.start..place.end + usize::from(is_named)
    };
    let whole = numbers.iter().filter(|it| it.place.len() == 4 && YEARS.contains(&it.value));
    let whole = whole.map(|it| (it.value, with(&it.place)));
    let short = numbers.iter().filter_map(|it| {
        let before = it.place.start.checked_sub(1).map(|at| chars[at]);
        let behind = chars.get(it.place.end).copied();
        let is_named = behind == Some('年') && before != Some('第');
        let is_marked = matches!(before, Some('\'' | '’' | '‘'));
        let is_first = before.is_none()
            && it.is_arabic
            && behind.is_some_and(|c| c == ' ' || c > '\u{2E80}' && !"届局轮章节回题".contains(c));
        let is_year = it.place.len() == 2 && (is_named || is_marked || is_first);
        is_year.then(|| (century(it.value), with(&it.place)))
    });
    let days = numbers.iter().filter(|it| it.place.len() == 8 && it.is_arabic);
    let days = days.map(|it| (it.value / 10_000, it.place.clone()));
    whole.chain(short).chain(days.filter(|(year, _)| YEARS.contains(year))).next()
}

/// Years of the editions of a series.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EditionYears {
    /// Year before the first edition, for a yearly series.
    before: Option<u32>,
    /// Editions with their years.
    years: Vec<(u32, u32)>,
}

impl EditionYears {
    /// Reads the column of a list: `1980+` for a yearly series with edition 1 in 1981, or `1=1990
    /// 2=1991`; `None` for anything else.
    pub(crate) fn read(text: &str) -> Option<EditionYears> {
        if let Some(before) = text.strip_suffix('+') {
            return Some(EditionYears { before: Some(before.parse().ok()?), years: Vec::new() });
        }
        let pair = |word: &str| {
            let (edition, year) = word.split_once('=')?;
            Some((edition.parse().ok()?, year.parse().ok()?))
        };
        let years = text.split_whitespace().map(pair).collect::<Option<_>>()?;
        Some(EditionYears { before: None, years })
    }

    /// Adds the missing edition of a year, or the missing year of an edition.
    pub(crate) fn complete(&self, wording: &mut EventWording) {
        let known = |of: &dyn Fn(&(u32, u32)) -> bool| self.years.iter().find(|it| of(it));
        match (wording.edition, wording.year) {
            (Some(edition), None) => {
                let listed = known(&|it| it.0 == edition).map(|it| it.1);
                wording.year = listed.or(self.before.and_then(|year| year.checked_add(edition)));
            }
            (None, Some(year)) => {
                let listed = known(&|it| it.1 == year).map(|it| it.0);
                let counted = self.before.and_then(|before| year.checked_sub(before));
                wording.edition = listed.or(counted.filter(|edition| *edition > 0));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_is_written_as_its_wordings_write_it() {
        for (name, wording, wanted) in [
            ("stonebridgecup", "Stone Bridge CUP 1993", "Stone Bridge CUP"),
            (
                "riversidecuptournament",
                "2007 Riverside Cup Chess Tournament",
                "Riverside Cup Chess Tournament",
            ),
            (
                "stcomputergamesbeijing1",
                "1st Computer Games, Beijing 1",
                "1st Computer Games Beijing 1",
            ),
            (
                "stcomputergameschampionshipoak1",
                "1st Computer Games Championship, Oak 2006",
                "1st Computer Games Championship Oak",
            ),
            (
                "fivetownschampionship5",
                "5 Five Towns Championship 1960",
                "5 Five Towns Championship",
            ),
            ("oakhillcup7", "Board 7, Oak Hill Cup", "Oak Hill Cup 7"),
            ("新石杯冠军赛", "第19屆“新石杯”象棋冠軍賽", "新石杯冠軍賽"),
        ] {
            assert_eq!(series_as_written(name, wording).as_deref(), Some(wanted), "{wording}");
        }
        for wording in ["", "Stone", "Stones Bridge Cup", "石桥"] {
            assert_eq!(series_as_written("stonebridgecup", wording), None, "{wording}");
        }
    }

    #[test]
    fn years_and_editions_are_read() {
        for (name, year, edition) in [
            ("2006年第26屆五羊杯全國象棋冠軍邀請賽", Some(2006), Some(26)),
            ("'97“恆源祥杯”全國象棋團體錦標賽", Some(1997), None),
            ("90年全國象棋賽", Some(1990), None),
            ("99全國團體賽", Some(1999), None),
            ("九七年全國個人賽", Some(1997), None),
            ("一九九三年全国个人赛第九轮", Some(1993), None),
            ("第十五屆亞洲象棋錦標賽", None, Some(15)),
            ("China Team Championship 1997", Some(1997), None),
            ("首屆“少林汽車杯”", None, Some(1)),
            ("第9屆世錦賽男子組 20050731Guberti負呂欽", Some(2005), Some(9)),
            ("23屆五羊杯半決賽", None, Some(23)),
            ("全國六運會象棋團體預賽", None, Some(6)),
            ("2004届五羊杯", Some(2004), None),
            ("第1976局", None, None),
        ] {
            let read = EventWording::read(name);
            let wanted = if name.starts_with("第1976") { Some(1976) } else { year };
            assert_eq!((read.year, read.edition), (wanted, edition), "{name}");
        }
    }
}

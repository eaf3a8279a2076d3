//! What the name of a file says about the game in it: `030-黄松轩先胜冯敬如.XQF`.
//!
//! People who keep one game a file write players and result into its name, and leave the fields
//! inside blank. Only what is certain is read: two names that look like names, with a result
//! between them that is told of the first, who has Red. Names of composed games (七星聚会), of
//! endings (马炮胜单车) and of openings (中炮 vs 屏风马) say nothing about players, and what could
//! be either is left alone.
//!
//! Numbers in the name are dates, and how many games there are to be.

mod marks;
mod player;

use crate::metadata::{GameResult, LaxDate, Metadata, PlaceSays, names_agree, parse_date};
use crate::text::fold_char;
use marks::{MarkStrength, NameMark, is_close, is_open};

/// A longer name says more than who played.
const LONGEST: usize = 400;

/// Reads the name of a file, without folders, with or without its extension.
///
/// ```
/// use xqdb::metadata::{GameResult, read_file_name};
/// let said = read_file_name("030-黄松轩先胜冯敬如.XQF");
/// let pairing = said.pairing.expect("two names and a result");
/// assert_eq!((&*pairing.red, &*pairing.black), ("黄松轩", "冯敬如"));
/// assert_eq!(pairing.result, Some(GameResult::RedWins));
/// assert_eq!(read_file_name("马炮胜单车.XQF").pairing, None);
/// assert_eq!(read_file_name("1956年全国象棋锦标赛93局.CBL").games, Some(93));
/// ```
#[must_use]
pub fn read_file_name(name: &str) -> FileName {
    if name.len() > LONGEST {
        return FileName::default();
    }
    let stem = Stem::of(name);
    let pairing = pairing(&stem, &MarkStrength::ALL);
    let date = pairing.as_ref().and_then(|_| only_date(&stem));
    FileName { pairing, date, games: promised_games(&stem), ..FileName::default() }
}

/// Reads a heading (an event, a title) for what the name of a file can say, too: who played and how
/// it ended, and all dates that stand in it.
pub(super) fn read_text(text: &str) -> (Option<Pairing>, Vec<(String, LaxDate)>) {
    if text.len() > LONGEST {
        return Default::default();
    }
    let stem = Stem::whole(text);
    let strengths = [&MarkStrength::ALL[..], &MarkStrength::OF_HEADINGS].concat();
    let mut pairing = pairing(&stem, &strengths);
    // 柳大华快4 is the fourth fast game of the day.
    if let Some(Pairing { black, .. }) = &mut pairing
        && let Some((name, number)) = text.trim().rsplit_once('快')
        && number.bytes().all(|byte| byte.is_ascii_digit())
        && name.ends_with(black.trim_end_matches('快'))
    {
        black.truncate(black.trim_end_matches('快').len());
    }
    (pairing, all_dates(&stem))
}

/// The surest marks decide; where two of them would do, none does.
fn pairing(stem: &Stem, strengths: &[MarkStrength]) -> Option<Pairing> {
    if !marks::may_stand(stem) {
        return None;
    }
    for &strength in strengths {
        let marks = marks::find(stem, strength);
        let mut readings = marks.iter().filter_map(|mark| between(stem, mark));
        if let Some(reading) = readings.next() {
            return readings.next().is_none().then_some(reading);
        }
    }
    None
}

/// The names on both sides of a mark.
fn between(stem: &Stem, mark: &NameMark) -> Option<Pairing> {
    let red = player::before(stem, mark)?;
    let (black, end) = player::after(stem, mark)?;
    let behind = marks::bracketed(stem, end).map(|(_, word)| word).unwrap_or_default();
    if behind.starts_with(['先', '红']) {
        return None;
    }
    let told_of_black = marks::turned(&behind);
    let gap = stem.folded[end..].iter().take_while(|c| c.is_whitespace()).count();
    let result = match (mark.result, told_of_black) {
        (Some(of_red), Some(of_black)) if of_red != of_black => return None,
        (None, None) => marks::figures(stem, end + gap).map(|(_, result)| result),
        (of_red, of_black) => of_red.or(of_black),
    };
    if mark.wants_full_names && !player::are_full(&red, &black, result.is_some()) {
        return None;
    }
    // 先 alone says who has Red, and only together with how it ended is it a mark.
    (result.is_some() || !mark.needs_result).then_some(Pairing { red, black, result })
}

/// Players, result, date and number of games that a file name gives.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileName {
    /// Who played, and how it ended.
    pub pairing: Option<Pairing>,
    /// When, as it stands in the name; only beside a [`pairing`](FileName::pairing), for other
    /// dates may be those of the file.
    pub date: Option<String>,
    /// How many games the name promises: `1956年全国象棋锦标赛93局.CBL`.
    pub games: Option<u32>,
    /// Date and round by its folders, and by the name itself where it is that of many games.
    pub place: PlaceSays,
}

/// Two players, each as he stands in the name, team included.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pairing {
    /// Who has Red.
    pub red: String,
    /// Who has Black.
    pub black: String,
    /// How it ended; `None` when only the players are named.
    pub result: Option<GameResult>,
}

impl FileName {
    /// The players and the date that a record lacks, as tags. `None` when nobody is named, or when
    /// the record names other players: then nothing in the name is believed.
    ///
    /// ```
    /// use xqdb::metadata::{Metadata, read_file_name};
    /// let own = Metadata::from_tags([("Red", "胡榮華")].into_iter());
    /// let said = read_file_name("19790917 胡荣华（先胜）蔡福如.xqf");
    /// let lacking = said.lacking(&own).expect("the names agree");
    /// assert_eq!(lacking, [("Black", "蔡福如"), ("Date", "19790917")]);
    /// ```
    pub fn lacking(&self, own: &Metadata) -> Option<Vec<(&'static str, &str)>> {
        let pairing = self.pairing.as_ref()?;
        let contradicts = |own: &Option<String>, said: &str| {
            own.as_ref().is_some_and(|own| !names_agree(own, said))
        };
        if contradicts(&own.red, &pairing.red) || contradicts(&own.black, &pairing.black) {
            return None;
        }
        let mut lacking = Vec::new();
        if own.red.is_none() {
            lacking.push(("Red", &*pairing.red));
        }
        if own.black.is_none() {
            lacking.push(("Black", &*pairing.black));
        }
        if let (None, Some(date)) = (&own.date_found, &self.date) {
            lacking.push(("Date", date));
        }
        Some(lacking)
    }

    /// A sentence that the file breaks the promise of its name: it holds `records` records, `games`
    /// of them with moves, and another number of games was promised. A single record is no
    /// collection, and a record without moves may or may not have been counted. `None` when the
    /// promise is kept.
    pub fn broken_promise(&self, records: usize, games: usize) -> Option<String> {
        let promised = self.games? as usize;
        let is_kept = records == 1 || (games..=records).contains(&promised);
        (!is_kept).then(|| format!("the name promises {promised} games, {games} were found"))
    }
}

/// A name without extension and numbers made by programs, beside its folded form, character by
/// character.
pub(super) struct Stem {
    /// The characters as they stand there.
    found: Vec<char>,
    /// The characters, folded.
    pub(super) folded: Vec<char>,
}

impl Stem {
    /// Takes a name apart.
    pub(super) fn of(name: &str) -> Stem {
        let stem = match name.rsplit_once('.') {
            Some((stem, extension)) if is_extension(extension) => stem,
            _ => name,
        };
        // {F677D12C-B4F9-4657-8A20-50A743EBAFDE}
        let stem = match (stem.find('{'), stem.rfind('}')) {
            (Some(open), Some(close)) if open < close => {
                format!("{} {}", &stem[..open], &stem[close + 1..])
            }
            _ => stem.to_owned(),
        };
        Stem::whole(&stem)
    }

    /// A text that is no name of a file: all of it was written by people.
    pub(super) fn whole(text: &str) -> Stem {
        let found: Vec<char> = text.trim().chars().collect();
        let folded = found.iter().copied().map(fold_char).collect();
        Stem { found, folded }
    }

    /// The characters of a range as they stand there.
    pub(super) fn text(&self, range: std::ops::Range<usize>) -> String {
        self.found[range].iter().collect()
    }
}

fn is_extension(text: &str) -> bool {
    (1..=8).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// The only date in the name, as it stands there.
pub(super) fn only_date(stem: &Stem) -> Option<String> {
    match &date_texts(stem)[..] {
        [date] if read_date(date).is_some() => Some(date.clone()),
        _ => None,
    }
}

/// All dates in a text, as they stand there and as they are read.
pub(super) fn all_dates(stem: &Stem) -> Vec<(String, LaxDate)> {
    let read = |text: String| read_date(&text).map(|date| (text, date));
    date_texts(stem).into_iter().filter_map(read).collect()
}

/// Everything that has the form of a date.
fn date_texts(stem: &Stem) -> Vec<String> {
    let chars = &stem.folded;
    let mut dates = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let digits = digit_count(chars, at);
        let end = match digits {
            8 => Some(at + 8),
            4 => beyond_year(chars, at + 4),
            _ => None,
        };
        dates.extend(end.map(|end| stem.text(at..end)));
        at = end.unwrap_or(at + digits).max(at + 1);
    }
    dates
}

/// Eight digits are a date when they are a whole one.
fn read_date(text: &str) -> Option<LaxDate> {
    let whole = text.chars().count() == 8 && text.chars().all(|c| c.is_numeric());
    parse_date(text).filter(|date| !whole || date.day > 0)
}

/// Where the date ends whose year ends at `at`: 年, 年5月, 年5月19日, .1.15, -05-28.
fn beyond_year(chars: &[char], at: usize) -> Option<usize> {
    let separator = *chars.get(at).filter(|c| matches!(c, '年' | '.' | '-' | '/'))?;
    let Some(month) = digits_end(chars, at + 1) else {
        return (separator == '年').then_some(at + 1);
    };
    match (separator, chars.get(month)) {
        ('年', Some('月')) => {
            let day = digits_end(chars, month + 1).filter(|day| chars.get(*day) == Some(&'日'));
            Some(day.map_or(month + 1, |day| day + 1))
        }
        ('年', _) => Some(at + 1),
        (_, Some(again)) if *again == separator => digits_end(chars, month + 1),
        _ => None,
    }
}

/// The end of the one or two digits at `at`.
fn digits_end(chars: &[char], at: usize) -> Option<usize> {
    let digits = digit_count(chars, at);
    (1..=2).contains(&digits).then_some(at + digits)
}

fn digit_count(chars: &[char], at: usize) -> usize {
    chars.get(at..).map_or(0, |rest| rest.iter().take_while(|c| c.is_ascii_digit()).count())
}

/// How many games the name promises: `93局` at its end, alone in brackets, or behind 共.
pub(super) fn promised_games(stem: &Stem) -> Option<u32> {
    let chars = &stem.folded;
    let promises = (0..chars.len()).filter_map(|at| {
        let digits = digit_count(chars, at);
        let before = at.checked_sub(1).map(|i| chars[i]);
        if digits == 0 || chars.get(at + digits) != Some(&'局') {
            return None;
        }
        let next = chars.get(at + digits + 1);
        let is_told = match before {
            Some('共') => true,
            Some(c) if is_open(c) => next.is_some_and(|c| is_close(*c)),
            Some(c) => next.is_none() && (c.is_whitespace() || c.is_alphabetic()) && c != '第',
            None => false,
        };
        let count = chars[at..at + digits].iter().collect::<String>().parse().ok()?;
        (is_told && count > 1).then_some(count)
    });
    let promises: Vec<u32> = promises.collect();
    match promises[..] {
        [count] => Some(count),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::GameResult;

    fn read(name: &str) -> (String, String, String) {
        let said = read_file_name(name);
        match said.pairing {
            None => Default::default(),
            Some(Pairing { red, black, result }) => {
                (red, black, result.map_or("-", GameResult::as_str).to_owned())
            }
        }
    }

    #[test]
    fn players_and_result() {
        for (name, red, black, result) in [
            ("030-黄松轩先胜冯敬如.XQF", "黄松轩", "冯敬如", "1-0"),
            ("07 洪智先负杨伊.XQF", "洪智", "杨伊", "0-1"),
            ("59 俞雲濤先和於幼華.xqf", "俞雲濤", "於幼華", "1/2-1/2"),
            ("第2局 张锦荣红先负王浩然.XQF", "张锦荣", "王浩然", "0-1"),
            ("柳大華先負徐天紅.xqf", "柳大華", "徐天紅", "0-1"),
            ("沈陽 金波 先和 江蘇 徐天紅.xqf", "沈陽 金波", "江蘇 徐天紅", "1/2-1/2"),
            ("01.宝岛一号(先负)相眼竞技(A1-A2).PGN", "宝岛一号", "相眼竞技", "0-1"),
            ("广东李广流（先負）甘肃钱洪发.XQF", "广东李广流", "甘肃钱洪发", "0-1"),
            ("乙组第8轮 上海胡荣华(红先胜)安徽邹立武.xqf", "上海胡荣华", "安徽邹立武", "1-0"),
            (
                "19951008 个人 3- 上海胡荣华 和 厦门郭福人--吴县.xqf",
                "上海胡荣华",
                "厦门郭福人",
                "1/2-1/2",
            ),
            ("19730903 上海市象棋决赛 胡荣华（先和）陈奇.xqf", "胡荣华", "陈奇", "1/2-1/2"),
            ("胡荣华【先胜】李义庭", "胡荣华", "李义庭", "1-0"),
            ("第017局 王天一 负 许银川.xqf", "王天一", "许银川", "0-1"),
            (
                "- 中国  吕钦 (胜) 越南  梅青明 (1994.11.6于澳门).xqf",
                "中国  吕钦",
                "越南  梅青明",
                "1-0",
            ),
            (
                "第23局　中国　胡荣华　和　菲律宾　陈锦成.xqf",
                "中国　胡荣华",
                "菲律宾　陈锦成",
                "1/2-1/2",
            ),
            ("上海-胡荣华(胜)广东-杨官璘 81-01-17 广州.XQF", "上海-胡荣华", "广东-杨官璘", "1-0"),
            ("第17局 陶汉明 平 王 斌.xqf", "陶汉明", "王 斌", "1/2-1/2"),
            ("19880921郑锦龙负胡荣华.xqf", "郑锦龙", "胡荣华", "0-1"),
            ("第九局 杨万源(先) 万启有(胜).xqf", "杨万源", "万启有", "0-1"),
            ("第十三局 江都周德裕(先) 平阳谢侠逊(和).xqf", "江都周德裕", "平阳谢侠逊", "1/2-1/2"),
            ("2019全国象棋锦标赛 许银川 先胜 王天一.pgn", "许银川", "王天一", "1-0"),
            ("吕钦VS许银川.xqf", "吕钦", "许银川", "-"),
            ("HU RongHua vs. LIU Dahua.pgn", "HU RongHua", "LIU Dahua", "-"),
            ("12. eleeye vs binghe2.pgn", "eleeye", "binghe2", "-"),
        ] {
            let expected = (red.to_owned(), black.to_owned(), result.to_owned());
            assert_eq!(read(name), expected, "{name}");
        }
    }

    #[test]
    fn what_is_not_certain_says_nothing() {
        for name in [
            "七星聚会.XQF",
            "炮胜马.xqf",
            "单车胜士象全.xqf",
            "马炮胜单车.xqf",
            "马炮 胜 单车.xqf",
            "高低兵(胜)单缺士.xqf",
            "第39局 车马炮三兵胜车炮双卒双象.xqf",
            "《三剑客》红先胜 杨实坦 拟局.XQF",
            "春风得意 红先胜 瑞龙 拟局.XQF",
            "石室幽囚 红胜.xqf",
            "54死里逃生红先和.xqf",
            "006鸿雁来宾变四(和).XQF",
            "第四局 屏风马抵右当头炮局(和).xqf",
            "第八局 让施嘉谟单先第一局(吴胜).xqf",
            "第二十三局江宁万启有二先胜平阳谢侠逊.XQF",
            "第94局 弃兵精巧--吕钦稳操胜券.xqf",
            "中炮 vs 屏风马.pgn",
            "仙人指路VS卒底炮.pgn",
            "仙人指路对卒底炮.pgn",
            "central cannon vs screen horses.pgn",
            "反败为胜.xqf",
            "以少胜多.xqf",
            "以弱胜强敌.xqf",
            "广东 先胜 上海.xqf",
            "王天一先胜许银川先胜吕钦.xqf",
            "王天一(先胜)许银川(胜).xqf",
            "第二十局 扬州张锦荣(胜) 平阳谢侠逊(先).xqf",
            "徐天红先和洪智.xqf",
            "503 洪智先胜对陶汉明.XQF",
            "第49局  河北刘殿中（先和）胜胡荣华.xqf",
            "先胜.xqf",
            "vs.pgn",
            "",
        ] {
            assert_eq!(read(name), Default::default(), "{name}");
        }
    }

    #[test]
    fn a_date_stands_beside_players() {
        for (name, date) in [
            ("19790917 上海 胡荣华（先胜）福建 蔡福如.xqf", Some("19790917")),
            ("- 广东吕钦 (和) 河北李来群 (1989.1.15于广州).xqf", Some("1989.1.15")),
            ("吕钦 (和) 李来群 (1989年5月19日于济南).xqf", Some("1989年5月19日")),
            ("- 广东吕钦 (和) 上海胡荣华 (1987年1月于广州).xqf", Some("1987年1月")),
            ("2002-05-28李艾东(先负)景学义.xqf", Some("2002-05-28")),
            ("1956年杨官璘先胜王嘉良.xqf", Some("1956年")),
            ("1956年 杨官璘先胜王嘉良 1957年.xqf", None),
            ("吕钦(负)胡荣华 85-01-09 广州.XQF", None),
            ("12345678吕钦先负胡荣华.XQF", None),
            ("1956年全国象棋锦标赛.XQF", None),
            ("19560312.XQF", None),
        ] {
            assert_eq!(read_file_name(name).date.as_deref(), date, "{name}");
        }
    }

    #[test]
    fn a_promised_count() {
        for (name, games) in [
            ("1956年全国象棋锦标赛93局.CBL", Some(93)),
            ("象棋精选(120局).cbl", Some(120)),
            ("象棋精选【共12局】.cbl", Some(12)),
            ("共９３局名手对局.cbl", Some(93)),
            ("第93局.xqf", None),
            ("车胜士象全（第3局）.xqf", None),
            ("1局.xqf", None),
            ("象棋93局精选.cbl", None),
            ("52局 江湖野路变着.xqf", None),
            ("2001-3局.xqf", None),
            ("1-30局.cbl", None),
            ("1956年.CBL", None),
            ("99999999999局.cbl", None),
        ] {
            assert_eq!(read_file_name(name).games, games, "{name}");
        }
    }
}

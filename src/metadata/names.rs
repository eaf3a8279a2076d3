//! Splits players' fields into name, team and title; compares names.
//!
//! Records write 吕钦, 吕  钦, 廣東 呂欽, 广东-吕钦, 广东吕钦, 广　东 吕　钦,
//! 吕钦（广东）, 上海金外滩 孙勇, 含笑(9星) and `HU RongHua`; fields of fixed size
//! cut off any of these.

use super::teams::{begins_team, ends_like_team, is_team, name_after_team, team_prefix};
use super::words::words;
use crate::text::{fold, fold_char, is_hanzi, is_latin, latin_key, latin_words};

/// A player's field split into its parts, in the letters of the record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PersonName {
    /// Team, place or country in front of or behind the name.
    pub team: Option<String>,
    /// Name; empty if the field has only a team in brackets.
    pub name: String,
    /// Title, rank or grade in brackets behind the name.
    pub title: Option<String>,
}

/// Splits a player's field. Anything that is not surely a team stays part of the name.
///
/// ```
/// use xqdb::metadata::split_team;
/// let person = split_team("廣東呂  欽");
/// assert_eq!(person.team.as_deref(), Some("廣東"));
/// assert_eq!(person.name, "呂欽");
/// ```
#[must_use]
pub fn split_team(field: &str) -> PersonName {
    let trimmed = trim(field);
    if field.len() > LONGEST || is_name_alone(trimmed) {
        return PersonName { name: trimmed.to_owned(), ..PersonName::default() };
    }
    taken_apart(trimmed)
}

fn taken_apart(field: &str) -> PersonName {
    let (rest, brackets) = cut_brackets(field);
    let mut person = split_prefix(trim(rest));
    if let Some((content, closed)) = brackets {
        let folded: Vec<char> = content.chars().map(fold_char).collect();
        let content = content.trim();
        if is_team(&folded) || (!closed && begins_team(&folded)) {
            person.team.get_or_insert_with(|| content.to_owned());
        } else if is_title(&folded) {
            person.title = Some(content.to_owned());
        } else {
            person.name = field.to_owned();
            person.team = None;
        }
    }
    person
}

/// Key for comparing names: [folded](fold), without team and title, and without blanks in a hanzi
/// name.
///
/// ```
/// use xqdb::metadata::name_key;
/// assert_eq!(name_key("上海 胡榮華"), "胡荣华");
/// assert_eq!(name_key("HU  RongHua"), "hu ronghua");
/// ```
#[must_use]
pub fn name_key(field: &str) -> String {
    let mut key = fold(&split_team(field).name);
    if !key.contains(|c: char| c.is_ascii_alphanumeric()) {
        key.retain(|c| c != ' ');
    }
    key
}

/// Whether two fields spell one person's name: equal [keys](name_key), or equal letters with hanzi
/// read as pinyin and the parts of a Latin name in any order. Empty names never agree.
///
/// ```
/// use xqdb::metadata::names_agree;
/// assert!(names_agree("上海 胡榮華", "HU RongHua"));
/// assert!(!names_agree("胡荣华", "胡明"));
/// ```
#[must_use]
pub fn names_agree(a: &str, b: &str) -> bool {
    let (a, b) = (name_key(a), name_key(b));
    if a.is_empty() || b.is_empty() {
        return false;
    }
    // Two different hanzi names of one sound are two people.
    a == b || ((is_latin(&a) || is_latin(&b)) && sound_alike(&a, &b))
}

/// Smallest lengths of names of which one may be a slip of the other; the shorter name counts.
#[derive(Debug, Clone, Copy)]
pub struct SlipLimits {
    /// Number of hanzi, of which one may differ.
    pub hanzi: usize,
    /// Number of letters as read, of which two may differ.
    pub letters: usize,
}

/// Whether one of two [keys](name_key) may be a slip of the other: cut off, with a word glued on,
/// or misprinted. A key without letters is near none.
///
/// ```
/// use xqdb::metadata::{SlipLimits, is_near_name};
/// let limits = SlipLimits { hanzi: 3, letters: 6 };
/// assert!(is_near_name("杨官璘", "杨官麟", limits) && is_near_name("胡荣华", "胡荣", limits));
/// assert!(is_near_name("qiu guo", "qui guo", limits) && !is_near_name("胡荣华", "柳大华", limits));
/// assert!(!is_near_name("1800", "180", limits));
/// ```
#[must_use]
pub fn is_near_name(a: &str, b: &str, limits: SlipLimits) -> bool {
    is_near_with(a, b, limits, || [latin_key(a), latin_key(b)])
}

/// [`is_near_name`] for names whose [`latin_key`] may be known already: reading hanzi takes most of
/// the time.
pub(crate) fn is_near_with<S: AsRef<str>>(
    a: &str,
    b: &str,
    limits: SlipLimits,
    letters: impl FnOnce() -> [S; 2],
) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if !short.contains(char::is_alphabetic) {
        return false;
    }
    let [of_a, of_b] = [a, b].map(|name| name.chars().count());
    let hanzi = of_a.min(of_b);
    if hanzi >= 2 && (long.starts_with(short) || long.ends_with(short)) {
        return true;
    }
    if !a.is_ascii() && !b.is_ascii() {
        let is_as_long = of_a.abs_diff(of_b) <= 1;
        return hanzi >= limits.hanzi && is_as_long && strsim::levenshtein(a, b) <= 1;
    }
    // Most pairs are too short or differ too much in length, which is seen without reading hanzi.
    let ([least_a, most_a], [least_b, most_b]) = (letters_read(a), letters_read(b));
    if most_a.min(most_b) < limits.letters || least_a > most_b + 2 || least_b > most_a + 2 {
        return false;
    }
    let letters = letters();
    let [a, b] = letters.each_ref().map(AsRef::as_ref);
    a.len().min(b.len()) >= limits.letters && differ_little(a, b) && strsim::osa_distance(a, b) <= 2
}

/// Whether either text has at most two kinds of letters that the other lacks: two slips make no
/// more, and kinds are counted in a tenth of the time of a distance.
fn differ_little(a: &str, b: &str) -> bool {
    let kinds = |text: &str| text.chars().fold(0_u32, |kinds, c| kinds | 1 << (c as u32 & 31));
    let [a, b] = [a, b].map(kinds);
    (a & !b).count_ones() <= 2 && (b & !a).count_ones() <= 2
}

/// Smallest and largest possible number of letters of the [`latin_key`] of a text: a hanzi gives up
/// to six, and `lyu` gives two.
fn letters_read(text: &str) -> [usize; 2] {
    let all = text.chars().filter(|c| c.is_alphabetic() || c.is_ascii_digit()).count();
    let most = if text.is_ascii() { all } else { 6 * text.chars().count() };
    [all * 2 / 3, most]
}

fn sound_alike(a: &str, b: &str) -> bool {
    let key = latin_key(a);
    if key.is_empty() {
        return false;
    }
    let words = latin_words(b);
    let turned = |from: usize| words[from..].concat() + &words[..from].concat();
    let turns = if b.len() > LONGEST { 1 } else { words.len() };
    (0..turns.min(words.len())).any(|from| turned(from) == key)
}

/// Largest number of bytes of a field that is split, since its parts are tried in all ways.
const LONGEST: usize = 256;

/// Quick test whether a trimmed field has neither team nor title: a team needs two hanzi beside the
/// name's two.
fn is_name_alone(field: &str) -> bool {
    if field.is_ascii() {
        !field.contains('(')
    } else {
        are_hanzi(field) && field.chars().nth(3).is_none()
    }
}

/// Strips blanks and stray punctuation.
fn trim(field: &str) -> &str {
    let stray = |c: char| {
        c.is_whitespace() || matches!(c, '.' | '。' | '-' | '+' | ',' | '，' | '、' | ':' | '：')
    };
    field.trim_start().trim_end_matches(stray)
}

/// Cuts brackets off the end: the text before, the text inside, and whether they close.
fn cut_brackets(field: &str) -> (&str, Option<(&str, bool)>) {
    let Some(open) = field.rfind(['(', '（']) else {
        return (field, None);
    };
    let inside = &field[open..];
    let inside = inside.trim_start_matches(['(', '（']);
    let content = inside.trim_end_matches([')', '）']);
    let closed = content.len() < inside.len();
    if content.is_empty() || content.contains([')', '）']) {
        return (field, None);
    }
    (&field[..open], Some((content, closed)))
}

/// Whether a text is a grade, a rank or a title.
fn is_title(folded: &[char]) -> bool {
    let text: String = folded.iter().collect();
    let graded = text.strip_prefix(|c: char| c.is_ascii_digit());
    let graded = graded.map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    graded.is_some_and(|rest| words("grades").any(|grade| grade == rest))
        || words("titles").any(|title| title == text)
}

/// Splits a team off the front.
fn split_prefix(field: &str) -> PersonName {
    let blank = |c: char| c.is_whitespace() || matches!(c, '-' | '－' | '—');
    let hyphen_in_latin = field.is_ascii();
    let parts: Vec<&str> = if hyphen_in_latin {
        Vec::new()
    } else {
        field.split(blank).filter(|p| !p.is_empty()).collect()
    };
    parts_with_team(&parts).or_else(|| unspaced(&parts)).unwrap_or_else(|| PersonName {
        name: if parts.iter().all(|p| are_hanzi(p)) && !field.contains('-') && !parts.is_empty() {
            parts.concat()
        } else {
            field.to_owned()
        },
        ..PersonName::default()
    })
}

/// Team and name separated by blanks: 广东 吕钦, 广　东 吕　钦, 南方棋院 文静.
fn parts_with_team(parts: &[&str]) -> Option<PersonName> {
    for cut in (1..parts.len()).rev() {
        let team = parts[..cut].concat();
        if is_team(&folded(&team)) && !is_team(&folded(&parts[cut..].concat())) {
            return Some(person(team, &parts[cut..]));
        }
    }
    let (first, rest) = parts.split_first().filter(|(_, rest)| !rest.is_empty())?;
    let team = folded(first);
    let name = folded(&rest.concat());
    if !name.iter().copied().all(may_be_hanzi) || name.len() > 4 {
        return None;
    }
    // A place and two more hanzi are a sponsor's team, or a place and most of a name.
    let sponsor = team_prefix(&team).is_some_and(|n| team.len() >= n + 2)
        && (name.len() > 1 || team.len() >= 5);
    (sponsor || ends_like_team(&team)).then(|| person((*first).to_owned(), rest))
}

/// Team and name without a blank: 广东吕钦, 湖北汪　洋, 黑龙江赵国荣.
fn unspaced(parts: &[&str]) -> Option<PersonName> {
    const NO_PERSON: &[char] = &['棋', '队', '院', '社', '会', '杯', '赛', '局'];
    let joined = parts.concat();
    let key = folded(&joined);
    if !key.iter().copied().all(may_be_hanzi) {
        return None;
    }
    let length = name_after_team(&key)?;
    let name = &key[length..];
    let fits = (2..=4).contains(&name.len())
        && !name.iter().any(|c| NO_PERSON.contains(c))
        && team_prefix(name).is_none();
    fits.then(|| PersonName {
        team: Some(joined.chars().take(length).collect()),
        name: joined.chars().skip(length).collect(),
        title: None,
    })
}

fn person(team: String, name: &[&str]) -> PersonName {
    let between = if name.iter().all(|p| are_hanzi(p)) { "" } else { " " };
    PersonName { team: Some(team), name: name.join(between), title: None }
}

fn folded(text: &str) -> Vec<char> {
    text.chars().map(fold_char).collect()
}

fn are_hanzi(text: &str) -> bool {
    text.chars().all(may_be_hanzi)
}

/// Whether a character is a hanzi, or one of GBK's in Unicode's private area.
fn may_be_hanzi(c: char) -> bool {
    is_hanzi(c) || matches!(c, '\u{E000}'..='\u{FAFF}')
}

#[cfg(test)]
mod tests {
    use super::super::words::truths;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_name_of_a_million_words_comes_to_an_end() {
        // Quadratic time would never end here.
        let name = "炮 a ".repeat(200_000);
        assert_eq!(split_team(&name).team, None);
        assert!(!names_agree(&"ab ".repeat(200_000), &"ba ".repeat(200_000)));
    }

    #[test]
    fn letters_are_counted_before_they_are_read() {
        for text in ["lyu nyu", "①A 胡荣华", "Nguyễn Thành Bảo", "庄壮双", "１９８８年Ｂ", "ß·ü-"]
        {
            let (read, [least, most]) = (latin_key(text).chars().count(), letters_read(text));
            assert!((least..=most).contains(&read), "{text}: {least} {read} {most}");
        }
    }

    proptest! {
        #[test]
        fn two_slips_make_little_difference(a in "[a-eü]{0,8}", b in "[a-hß1-4]{0,8}") {
            prop_assert!(differ_little(&a, &b) || strsim::osa_distance(&a, &b) > 2, "{} {}", a, b);
        }

        #[test]
        fn a_name_alone_has_no_parts(
            field in "[ a-z,.()-]{0,8}|[吕钦广东省队棋院 （）-]{0,4}|[ -~吕钦东广棋]{0,5}"
        ) {
            let field = trim(&field);
            prop_assume!(is_name_alone(field));
            let name = PersonName { name: field.to_owned(), ..PersonName::default() };
            prop_assert_eq!(taken_apart(field), name);
        }
    }

    #[test]
    fn a_team_is_split_off_where_it_is_one() {
        for [field, team, name, title] in
            truths("names").into_iter().chain([["王天一 ", "", "王天一", ""], [""; 4]])
        {
            let got = split_team(field);
            let parts = (
                got.team.as_deref().unwrap_or(""),
                got.name.as_str(),
                got.title.as_deref().unwrap_or(""),
            );
            assert_eq!(parts, (team, name, title), "{field}");
        }
    }

    #[test]
    fn teams_that_no_list_has() {
        for [field, team, name] in truths("names with teams of no list") {
            let got = split_team(field);
            assert_eq!((got.team.as_deref().unwrap_or(""), &*got.name), (team, name), "{field}");
        }
    }

    #[test]
    fn spellings_of_one_name_share_a_key() {
        for field in
            ["吕钦", "呂欽", "吕  钦", "廣東呂欽", "广　东 吕　钦", "吕钦（广东）", "广东-吕钦"]
        {
            assert_eq!(name_key(field), "吕钦", "{field}");
        }
        assert_eq!(name_key("ＨＵ　RongHua"), "hu ronghua");
    }

    #[test]
    fn names_agree_across_scripts() {
        for (a, b, agree) in [
            ("胡荣华", "HU RongHua", true),
            ("上海 胡榮華", "Hu Rong-hua", true),
            ("胡荣华", "Ronghua HU", true),
            ("吕钦", "Lv Qin", true),
            ("欧阳琦琳", "OUYANG Qilin", true),
            ("胡荣华", "胡明", false),
            ("李轩", "李宣", false),
            ("HaQiKi D 1.6", "HaQiKi D 1.5", false),
            ("", "", false),
            ("胡荣华", "", false),
        ] {
            assert_eq!(names_agree(a, b), agree, "{a} {b}");
            assert_eq!(names_agree(b, a), agree, "{b} {a}");
        }
    }
}

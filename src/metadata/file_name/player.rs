//! Names beside a mark in a file name, and texts that are no names.

use super::Stem;
use super::marks::{NameMark, is_close, is_open};
use crate::metadata::names::split_team;
use crate::metadata::teams::{begins_like_nothing_else, begins_with_surname, is_team};
use crate::metadata::words;
use crate::text::{fold_char, is_hanzi};

/// Player in front of a mark.
pub(super) fn before(stem: &Stem, mark: &NameMark) -> Option<String> {
    let chars = &stem.folded[..mark.range.start];
    let end = chars.len() - chars.iter().rev().take_while(|c| is_gap(**c)).count();
    if chars[..end].last()?.is_ascii_alphanumeric() {
        return latin(&stem.text(0..end), false);
    }
    // The name begins behind the end of a number, a title or a remark.
    let ends =
        |c: &char| c.is_ascii_digit() || is_close(*c) || matches!(c, '》' | '、' | '_' | ':');
    let mut from = chars[..end].iter().rposition(ends).map_or(0, |at| at + 1);
    from = chars[..end].windows(2).rposition(is_numbered).map_or(from, |at| from.max(at + 2));
    let is_left_over = |c: &&char| is_gap(**c) || matches!(c, '年' | '月' | '日' | '.' | '号');
    from += chars[from..end].iter().take_while(is_left_over).count();
    let text = stem.text(from..end);
    let mut rest = text.as_str();
    // An event in front of the name is cut if it is clearly one.
    while let Some((first, behind)) = rest.split_once(char::is_whitespace) {
        let mut back = first.chars().rev().map(fold_char);
        if !back.next().is_some_and(|c| EVENT_ENDS.contains(c) || c == '年')
            || back.next().is_none()
        {
            break;
        }
        rest = behind.trim_start();
    }
    // 徐天红先和 may mean 徐天红, or 徐天 with Red. Names of four characters are rare, so
    // longer texts decide.
    let says_red = stem.folded[mark.range.start] == '红';
    let is_unclear =
        says_red && split_team(rest).name.chars().filter(|c| !c.is_whitespace()).count() < 3;
    (!is_unclear && is_person(rest, mark.wants_people)).then(|| rest.to_owned())
}

/// Player behind a mark, and the end of the name.
pub(super) fn after(stem: &Stem, mark: &NameMark) -> Option<(String, usize)> {
    let chars = &stem.folded;
    let skipped = chars[mark.range.end..].iter().take_while(|c| is_gap(**c)).count();
    let from = mark.range.end + skipped;
    let end = |ends: &dyn Fn(&char) -> bool| {
        chars[from..].iter().position(ends).map_or(chars.len(), |at| from + at)
    };
    if chars.get(from)?.is_ascii_alphanumeric() {
        let end = end(&|c| is_open(*c) || matches!(c, '《' | ','));
        let end = from + without_year_or_result(&chars[from..end]);
        return Some((latin(&stem.text(from..end), true)?, end));
    }
    let end = end(&|c| c.is_ascii_digit() || is_open(*c) || matches!(c, '《' | ',' | '、' | '_'));
    let dashes = chars[from..end].windows(2).position(|pair| pair == ['-', '-']);
    let end = dashes.map_or(end, |at| from + at);
    // （先胜）胜胡荣华 states the result twice.
    if matches!(chars[from], '胜' | '负' | '对') {
        return None;
    }
    let text = stem.text(from..end);
    let mut rest = text.trim_end_matches(is_gap);
    loop {
        if is_person(rest, mark.wants_people) {
            return Some((rest.to_owned(), end));
        }
        // A place or the number of the round may stand behind the name.
        let (ahead, last) = rest.rsplit_once(char::is_whitespace)?;
        if !is_team(&folded(last)) && !last.starts_with('第') {
            return None;
        }
        rest = ahead.trim_end();
    }
}

/// Length of a Latin text without a year or a result in figures at its end.
fn without_year_or_result(chars: &[char]) -> usize {
    let Some(blank) = chars.iter().rposition(|c| *c == ' ') else { return chars.len() };
    let last = &chars[blank + 1..];
    let is_year = last.len() == 4 && last.iter().all(char::is_ascii_digit);
    let is_result = last.len() > 2
        && last.iter().all(|c| c.is_ascii_digit() || matches!(c, '-' | ':' | '/' | '.' | '½'));
    if is_year || is_result { blank } else { chars.len() }
}

/// Whether both names look like people's without a surer mark: hanzi that begin like names, or two
/// Latin words each. Without a result they must have no teams, since teams play each other, too,
/// and one must have three hanzi.
pub(super) fn are_full(red: &str, black: &str, has_result: bool) -> bool {
    if red.is_ascii() || black.is_ascii() {
        let is_whole = |name: &str| name.is_ascii() && name.split_whitespace().count() > 1;
        return is_whole(red) && is_whole(black);
    }
    let [red, black] = [red, black].map(|name| {
        let person = split_team(name);
        let name: Vec<char> =
            person.name.chars().filter(|c| !c.is_whitespace()).map(fold_char).collect();
        (person.team.is_some(), name)
    });
    let is_clear = !red.0 && !black.0 && red.1.len().max(black.1.len()) > 2;
    begins_like_nothing_else(&red.1)
        && begins_like_nothing_else(&black.1)
        && (has_result || is_clear)
}

fn is_gap(c: char) -> bool {
    c.is_whitespace() || matches!(c, '-' | '—' | '.')
}

/// Number with its noun: 3局, 十七轮.
fn is_numbered(pair: &[char]) -> bool {
    (pair[0].is_ascii_digit() || "一二三四五六七八九十百〇".contains(pair[0]))
        && "局轮台场届回盘期组".contains(pair[1])
}

/// Last characters of words in front of a name: 锦标赛, 五羊杯, 决赛第一轮,
/// 名家实战.
const EVENT_ENDS: &str = "赛杯轮局台场届组战会";

/// Characters in the names of pieces and endings.
const PIECES: &str = "车马炮兵卒士仕象相将帅单双三孤全缺高低底边中光大小两";

/// Characters of titles and remarks that names of people lack.
const NO_PERSON: &str = "炮卒棋局第队院杯赛谱拟译评注例变式抵让红黑";

/// Whether a name has such a character. 徐天红 and 于红木 are people: behind a surname 红
/// belongs to the name.
fn is_no_person(name: &[char]) -> bool {
    let may_have_red = name.len() < 4 && begins_like_nothing_else(name);
    let is_red = |place: usize, c: char| c == '红' && place > 0 && may_have_red;
    name.iter().enumerate().any(|(place, &c)| NO_PERSON.contains(c) && !is_red(place, c))
}

/// Whether a text is a player: a name of two to four hanzi, with or without a team.
fn is_person(text: &str, wants_people: bool) -> bool {
    let person = split_team(text);
    let name: Vec<char> =
        person.name.chars().filter(|c| !c.is_whitespace()).map(fold_char).collect();
    let are_hanzi = name.iter().all(|c| is_hanzi(*c));
    // 江都周德裕: an unlisted place, and a name that begins like one.
    let has_place = !wants_people && name.len() == 5 && begins_with_surname(&name[2..]);
    if !((2..=4).contains(&name.len()) || has_place) || !are_hanzi || person.title.is_some() {
        return false;
    }
    // 王 斌 is one name, 瑞龙 拟作 is not.
    let is_whole = person.team.is_some()
        || text.split_whitespace().count() == 1
        || text.split_whitespace().all(|part| part.chars().count() == 1);
    is_whole
        && !is_team(&name)
        && !is_no_person(&name)
        && !name.iter().all(|c| PIECES.contains(*c))
        && !name.last().is_some_and(|c| "二车马象".contains(*c))
        && (!wants_people || person.team.is_some() || begins_like_nothing_else(&name))
}

/// Latin name at the end (or the beginning) of a text: up to three words, digits only in a single
/// word.
fn latin(text: &str, is_behind: bool) -> Option<String> {
    let text = if is_behind { text.trim() } else { after_number(text.trim()) };
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_word = |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '\'' | '.' | '_'))
            && (words.len() == 1 || !word.contains(|c: char| c.is_ascii_digit()))
            && !words::words("no names").any(|no_name| word.eq_ignore_ascii_case(no_name))
    };
    let letters = text.chars().filter(char::is_ascii_alphabetic).count();
    ((1..=3).contains(&words.len()) && letters > 1 && words.iter().all(is_word))
        .then(|| text.to_owned())
}

/// Strips the number of the game in front.
fn after_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() == text.len() {
        return text;
    }
    let trimmed = rest.trim_start_matches(|c: char| is_gap(c) || c == '_');
    if trimmed.len() == rest.len() { text } else { trimmed }
}

fn folded(text: &str) -> Vec<char> {
    text.chars().map(fold_char).collect()
}

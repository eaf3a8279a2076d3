//! Recognises texts in the place of a player's name that name nobody or several: programs,
//! openings, teams, pairs of players, results, surnames alone, and words for unknown players.

use super::played::PROGRAMS;
use super::teams::{begins_with_surname, ends_like_team, is_surname, is_team, team_prefix};
use super::words::{WordSet, words};
use crate::text::is_hanzi;
use std::sync::LazyLock;

/// Words of names of openings.
static OPENINGS: LazyLock<WordSet> = LazyLock::new(|| WordSet::of("openings"));

/// Whether a [key](super::name_key) names no person, or several.
///
/// ```
/// use xqdb::metadata::names_nobody;
/// for key in ["佚名", "象棋旋风", "haqiki d 1.6", "中炮过河车", "郭莉萍+吕钦", "吕钦先胜胡荣华"] {
///     assert!(names_nobody(key), "{key}");
/// }
/// assert!(!names_nobody("车永强") && !names_nobody("hu ronghua") && !names_nobody("陶汉明、黑方"));
/// ```
#[must_use]
pub fn names_nobody(key: &str) -> bool {
    let letters = || key.chars().filter(|c| c.is_alphabetic());
    let is_word = |key: &str| words("nobody").any(|word| word == key);
    let is_twice = |key: &str| {
        let half = key.get(..key.len() / 2);
        half.is_some_and(|half| key[half.len()..] == *half && is_word(half))
    };
    if !key.contains(char::is_alphanumeric) || is_word(key) || is_twice(key) {
        return true;
    }
    if key.is_ascii() {
        let bytes = key.as_bytes();
        let is_one_letter = bytes.len() > 2 && bytes.windows(2).all(|pair| pair[0] == pair[1]);
        let is_version =
            |part: &[u8]| matches!(part, [a, b'.', b] if a.is_ascii_digit() && b.is_ascii_digit());
        return is_one_letter
            || bytes.windows(3).any(is_version)
            || names_several(key)
            || words("programs").any(|word| word.chars().eq(letters()));
    }
    let chars: Vec<char> = key.chars().collect();
    if let [surname] = chars[..] {
        // 李 behind one team and 李 behind another are two.
        return is_surname(surname);
    }
    if chars.len() <= 3 && begins_with_surname(&chars) {
        // 江 and 宁 are surnames, 江苏 and 宁波 are teams; 林酒业 is the rest of a firm's name.
        return key.contains('炮') || is_place(key) || ends_with(key, "firms");
    }
    names_several(key)
        || names_round(key)
        || key.split([' ', '-']).all(is_place)
        || tells_result(key)
        || key.contains('炮')
        || (key.contains('车') && !key.contains("火车"))
        || PROGRAMS.found(key).any(|(_, word)| !word.is_ascii())
        || OPENINGS.is_in(key)
        || ends_like_team(&chars)
}

/// Whether a key looks like a team without a player: a text in brackets; four hanzi or more that
/// end with a body; or six or more that begin with a place, the beginning of a long name.
#[must_use]
pub fn is_team_alone(key: &str) -> bool {
    let chars: Vec<char> = key.chars().collect();
    let (before, last) = chars.split_at(chars.len().saturating_sub(3));
    let is_named = begins_with_surname(last) && (is_team(before) || ends_like_team(before));
    let begins_with_place = chars.len() >= 6 && !is_named && team_prefix(&chars).is_some();
    let is_long = chars.len() >= 4 && chars.iter().copied().all(is_hanzi);
    let is_body = ["bodies", "firms"].iter().any(|section| ends_with(key, section));
    key.starts_with('(') || is_long && (is_body || begins_with_place)
}

/// Whether a key ends with a word of a section.
fn ends_with(key: &str, section: &str) -> bool {
    words(section).any(|word| key.ends_with(word))
}

/// Whether a text is as long as a name in hanzi and begins with a surname.
#[must_use]
pub fn begins_name(text: &str) -> bool {
    begins_with_surname(&text.chars().collect::<Vec<char>>())
}

/// The halves of a text of six hanzi if both are as long as names, begin with surnames and contain no
/// place: 张延平黄子君.
#[must_use]
pub fn two_names(text: &str) -> Option<[String; 2]> {
    let chars: Vec<char> = text.chars().collect();
    let is_name = |name: &[char]| name.iter().copied().all(is_hanzi) && begins_with_surname(name);
    let is_placed =
        |name: &[char]| team_prefix(name).is_some() || is_place(&String::from_iter(name));
    let (first, second) = chars.split_at_checked(3).filter(|_| chars.len() == 6)?;
    let names = [first, second];
    let are_names = names.into_iter().all(|name| is_name(name) && !is_placed(name));
    are_names.then(|| names.map(String::from_iter))
}

/// Whether a text begins with a place or a body that has players.
#[must_use]
pub fn begins_with_team(text: &str) -> bool {
    team_prefix(&text.chars().collect::<Vec<char>>()).is_some()
}

/// Number of characters, at the end of a text, that name a place or a body with players; 0 without
/// one.
#[must_use]
pub fn team_at_end(text: &str) -> usize {
    let chars: Vec<char> = text.chars().collect();
    let is_end = |length: &usize| *length <= chars.len() && is_team(&chars[chars.len() - length..]);
    match ends_like_team(&chars) {
        true => chars.len(),
        false => (2..=4).rev().find(is_end).unwrap_or(0),
    }
}

/// Whether a text names a place or a team, with a bracket that lost its partner or without.
fn is_place(text: &str) -> bool {
    let name: Vec<char> = text.trim_end_matches(')').chars().collect();
    is_team(&name) || words("cities abroad").any(|city| city.chars().eq(name.iter().copied()))
}

/// Whether a text is nothing but a date or the number of a round, game or board.
fn names_round(text: &str) -> bool {
    let is_of_round = |c: char| !c.is_alphabetic() || "第轮局场台盘次年月日".contains(c);
    text.contains(|c: char| c.is_ascii_digit()) && text.chars().all(is_of_round)
}

/// Whether signs divide a text into several names. A text with the label of a colour is one name.
fn names_several(key: &str) -> bool {
    let labels = ["红方", "黑方"];
    if labels.iter().any(|label| key.contains(label)) {
        return false;
    }
    let mut names = key.split(['+', '、', '&', '/']).filter(|name| {
        let letters = name.chars().filter(|c| c.is_alphabetic());
        letters.count() >= 2
    });
    names.nth(1).is_some()
}

/// Whether a folded text states the result of a game between two players: `胡荣华先胜柳大华`.
pub(crate) fn tells_result(key: &str) -> bool {
    ["先胜", "先负", "先和"].iter().any(|result| {
        let (first, second) = key.split_once(result).unwrap_or_default();
        [first, second].iter().all(|name| name.chars().nth(1).is_some())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_people_are_somebody_s() {
        for key in [
            "车永强",
            "胡荣华",
            "马军",
            "王大学",
            "宇兵",
            "努哈迪·尤玛迪",
            "欧阳琦琳",
            "hu ronghua",
            "火车头杨德棋",
            "lv qin",
            "特洛伊木马",
            "chiu yu kuen",
            "阮陈杜宁",
            "shark(傻瓜)",
            "柳大华1",
            "温哥华谢锡鸿",
            "ee",
        ] {
            assert!(!names_nobody(key) && !is_team_alone(key), "{key}");
        }
    }

    #[test]
    fn what_is_no_name_is_nobody_s() {
        for key in [
            "???",
            "未知",
            "电脑",
            "haqiki d",
            "xq spirit",
            "kou 0.1.1",
            "象棋软体 齐天大",
            "屏风马",
            "顺炮横车",
            "横车",
            "让先屏风马",
            "高车保马",
            "仙人指路",
            "江苏伍霞+广东许银川",
            "xu yinchuan+wu xia",
            "蒋川先胜孙勇征",
            "黑龙江二队",
            "江苏",
            "宁波",
            "汉星象棋培训班",
            "哈药总厂",
            "(宋城)",
            "(",
            "农协)",
            "加拿大-多伦多",
            "满地可",
            "20080420第6轮",
            "rrr",
            "未知未知",
            "林酒业",
            "李",
            "京都大酒店",
            "林海灵芝",
        ] {
            assert!(names_nobody(key) || is_team_alone(key), "{key}");
        }
        assert!(is_team_alone("四川青城山都江") && is_team_alone("洪山国土规划局"));
        assert!(!is_team_alone("胡荣华") && !is_team_alone("努哈迪·尤玛迪"));
        assert_eq!((team_at_end("境之谷沈阳"), team_at_end("高科技")), (2, 0));
        assert!(
            team_at_end("明星队") == 3 && begins_with_team("沈阳局") && !begins_with_team("高科技")
        );
    }
}

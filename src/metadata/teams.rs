//! What stands before a name and how a name begins: the places and bodies that players play for,
//! and Chinese surnames.

use super::words::words;
use crate::text::{COMPOUND_SURNAMES, fold_char};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::LazyLock;

/// Characters that are typed or scanned for one another, each with the one it is taken for.
static MISTAKEN: LazyLock<Vec<(char, char)>> = LazyLock::new(|| {
    let pairs = words("mistaken").map(|pair| pair.chars());
    pairs.filter_map(|mut pair| Some((pair.next()?, pair.next()?))).collect()
});

/// The character by which places are compared.
fn place_char(c: char) -> char {
    MISTAKEN.iter().find(|(wrong, _)| *wrong == c).map_or(c, |(_, right)| *right)
}

/// Sort of a known team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Team {
    City,
    Other,
}

static TEAMS: LazyLock<FxHashMap<Vec<char>, Team>> = LazyLock::new(|| {
    let others = ["provinces", "regions", "trades", "countries"].into_iter().flat_map(words);
    let cities = words("provinces").flat_map(cities_of);
    // What is a city and something else, too, counts as the other.
    let all = cities.map(|name| (name, Team::City));
    let all = all.chain(others.map(|name| (name, Team::Other)));
    all.map(|(name, team)| (name.chars().map(place_char).collect(), team)).collect()
});

fn cities_of(province: &str) -> impl Iterator<Item = &'static str> + use<> {
    words(&format!("cities of {province}"))
}

/// A place in China that a team is named by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TeamPlace {
    /// The province, or the city.
    pub name: &'static str,
    /// The province in which it lies.
    pub province: &'static str,
}

static PLACES: LazyLock<FxHashMap<Vec<char>, TeamPlace>> = LazyLock::new(|| {
    let of_province = |province: &'static str| {
        // Teams say 内蒙, too.
        let of = if province == "内蒙" { "内蒙古" } else { province };
        let names = std::iter::once(province).chain(cities_of(province));
        names.map(move |name| TeamPlace { name, province: of })
    };
    let places = words("provinces").flat_map(of_province);
    places.map(|place| (place.name.chars().map(place_char).collect(), place)).collect()
});

/// The place in China that a team as found is named by, sponsors behind it or not: 武汉 of 武漢隊,
/// 湖北 of 湖北中鹽宏博. Teams of trades and of other countries have none.
#[must_use]
pub fn team_place(team: &str) -> Option<TeamPlace> {
    let name: Vec<char> = team.chars().map(fold_char).map(place_char).take(LONGEST).collect();
    (2..=name.len()).rev().find_map(|length| PLACES.get(&name[..length]).copied())
}

/// The number of characters of the longest known team.
const LONGEST: usize = 5;

fn known(folded: &[char]) -> Option<Team> {
    let name: Vec<char> = folded.iter().copied().map(place_char).collect();
    TEAMS.get(&name).copied()
}

/// Whether the folded characters are a known team, with or without 队, 省, 市 or 棋院 and its like.
pub(super) fn is_team(folded: &[char]) -> bool {
    let stem = strip_suffix(folded);
    known(folded).is_some()
        || (stem.len() < folded.len() && known(stem).is_some())
        || body_end(folded) == Some(folded.len())
}

/// Whether the folded characters read like a team by their end: 宏宇队, 南方棋院.
pub(super) fn ends_like_team(folded: &[char]) -> bool {
    let text: String = folded.iter().collect();
    words("team ends").any(|end| text.len() > end.len() && text.ends_with(end))
}

/// The number of characters of the longest known team that `folded` begins with, 队 included.
pub(super) fn team_prefix(folded: &[char]) -> Option<usize> {
    prefix(folded).map(|(length, _)| length)
}

fn prefix(folded: &[char]) -> Option<(usize, Team)> {
    let longest = LONGEST.min(folded.len());
    let found = (2..=longest).rev().find_map(|n| known(&folded[..n]).map(|team| (n, team)));
    let (length, team) = found?;
    let suffix = folded[length..].iter().take_while(|c| matches!(c, '省' | '市' | '队'));
    Some((length + suffix.count(), team))
}

/// Where the name begins that stands right behind a team: 广东吕钦, 南方棋院黄仕清.
///
/// Behind a city stands a name only if it begins with a surname, for 天水流长 is somebody who calls
/// himself so. Behind a place may stand its sponsor: 湖南湘钢罗忠才 is split after 湘钢, as five
/// characters are no name, the first is no surname, and the third is one.
pub(super) fn name_after_team(folded: &[char]) -> Option<usize> {
    if let Some(end) = body_end(folded) {
        return Some(end);
    }
    let (length, team) = prefix(folded)?;
    let rest = &folded[length..];
    if rest.len() == 5 && !is_surname(rest[0]) && begins_with_surname(&rest[2..]) {
        return Some(length + 2);
    }
    (team == Team::Other || begins_with_surname(rest)).then_some(length)
}

/// Where a body ends whose name is two to six characters and 棋院 or its like.
fn body_end(folded: &[char]) -> Option<usize> {
    let text: String = folded.iter().collect();
    words("body ends").find_map(|end| {
        let (name, _) = text.split_once(end)?;
        let length = name.chars().count();
        (2..=6).contains(&length).then(|| length + end.chars().count())
    })
}

/// Whether a field that was cut off may have been meant for a known team.
pub(super) fn begins_team(folded: &[char]) -> bool {
    let name: Vec<char> = folded.iter().copied().map(place_char).collect();
    folded.len() >= 2 && TEAMS.keys().any(|team| team.starts_with(&name))
}

fn strip_suffix(folded: &[char]) -> &[char] {
    let kept = folded.iter().rposition(|c| !matches!(c, '省' | '市' | '队'));
    &folded[..kept.map_or(0, |i| i + 1)]
}

/// Surnames of one hanzi.
static SURNAMES: LazyLock<FxHashSet<char>> =
    LazyLock::new(|| ["surnames", "later surnames"].into_iter().flat_map(characters).collect());

/// Surnames that are words of the game, of titles or of events more often than names.
static ALSO_WORDS: LazyLock<FxHashSet<char>> =
    LazyLock::new(|| characters("surnames that are words").collect());

fn characters(section: &str) -> impl Iterator<Item = char> {
    words(section).flat_map(str::chars)
}

/// Whether folded hanzi begin with a surname and have two to four characters, as a name has.
pub(super) fn begins_with_surname(name: &[char]) -> bool {
    match name.len() {
        2 | 3 => is_compound(name) || is_surname(name[0]),
        4 => is_compound(name),
        _ => false,
    }
}

/// Whether folded hanzi begin with a surname that is no common word: for places where nothing else
/// tells a name from a title.
pub(super) fn begins_like_nothing_else(name: &[char]) -> bool {
    begins_with_surname(name) && (is_compound(name) || !ALSO_WORDS.contains(&name[0]))
}

/// Whether a folded character is a surname.
pub(super) fn is_surname(c: char) -> bool {
    SURNAMES.contains(&c)
}

fn is_compound(name: &[char]) -> bool {
    name.len() > 2
        && COMPOUND_SURNAMES.iter().any(|surname| surname.chars().eq(name[..2].iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn teams_are_bounded() {
        for team in TEAMS.keys() {
            assert!(team.len() <= LONGEST, "{team:?}");
        }
        for (wrong, right) in MISTAKEN.iter() {
            assert_ne!(wrong, right);
            assert!(TEAMS.keys().flatten().any(|c| c == right), "{right} is in no place");
        }
    }

    #[test]
    fn places_that_are_mistyped_in_the_same_way() {
        let chars = |text: &str| text.chars().collect::<Vec<_>>();
        for place in ["安微", "陜西", "治金", "蒲东", "杭洲", "苏洲市", "郑洲队", "长冶", "文涞"]
        {
            assert!(is_team(&chars(place)), "{place}");
        }
    }

    #[test]
    fn a_place_lies_in_a_province() {
        for (team, name, province) in [
            ("武漢", "武汉", "湖北"),
            ("湖北中鹽宏博", "湖北", "湖北"),
            ("內蒙古", "内蒙古", "内蒙古"),
            ("上海金外灘", "上海", "上海"),
            ("郑洲队", "郑州", "河南"),
        ] {
            assert_eq!(team_place(team), Some(TeamPlace { name, province }));
        }
        for team in ["火車頭", "中国", "南方棋院", "", "江"] {
            assert_eq!(team_place(team), None, "{team}");
        }
        assert!(words("provinces").filter(|it| cities_of(it).next().is_some()).count() >= 27);
    }

    #[test]
    fn names_begin_with_surnames() {
        let chars = |name: &str| name.chars().collect::<Vec<_>>();
        for name in ["郑惟桐", "昝雨桐", "酆都", "淳于越", "闻人月明", "植伟光", "荣宝"]
        {
            assert!(begins_with_surname(&chars(name)), "{name}");
        }
        for name in ["王", "阿里巴巴", "炮兵", "无名氏", "王小二三"] {
            assert!(!begins_with_surname(&chars(name)), "{name}");
        }
        for title in ["和平", "双飞", "红旗", "国手", "平局"] {
            assert!(!begins_like_nothing_else(&chars(title)), "{title}");
        }
    }

    #[test]
    fn words_are_surnames_and_later_ones_are_not_in_the_book() {
        assert!(ALSO_WORDS.iter().copied().all(is_surname));
        let book: FxHashSet<char> = characters("surnames").collect();
        assert!(!characters("later surnames").any(|c| book.contains(&c)));
    }
}

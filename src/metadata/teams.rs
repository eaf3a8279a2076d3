//! Teams in front of names (places and bodies that players play for), and Chinese surnames.

use super::words::words;
use crate::text::{COMPOUND_SURNAMES, fold_char};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::LazyLock;

/// Characters typed or scanned for one another, each with the right one.
static MISTAKEN: LazyLock<Vec<(char, char)>> = LazyLock::new(|| {
    let pairs = words("mistaken").map(|pair| pair.chars());
    pairs.filter_map(|mut pair| Some((pair.next()?, pair.next()?))).collect()
});

/// Character by which places are compared.
fn place_char(c: char) -> char {
    MISTAKEN.iter().find(|(wrong, _)| *wrong == c).map_or(c, |(_, right)| *right)
}

/// Type of a known team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Team {
    City,
    Other,
}

static TEAMS: LazyLock<FxHashMap<Vec<char>, Team>> = LazyLock::new(|| {
    let others = ["provinces", "regions", "trades", "countries"].into_iter().flat_map(words);
    let cities = words("provinces").flat_map(cities_of);
    // A name that is a city and something else counts as the latter.
    let all = cities.map(|name| (name, Team::City));
    let all = all.chain(others.map(|name| (name, Team::Other)));
    all.map(|(name, team)| (name.chars().map(place_char).collect(), team)).collect()
});

fn cities_of(province: &str) -> impl Iterator<Item = &'static str> + use<> {
    words(&format!("cities of {province}"))
}

/// A place in China that names a team.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TeamPlace {
    /// Province or city.
    pub name: &'static str,
    /// Province of the place.
    pub province: &'static str,
}

static PLACES: LazyLock<FxHashMap<Vec<char>, TeamPlace>> = LazyLock::new(|| {
    let of_province = |province: &'static str| {
        // Teams also write 内蒙.
        let of = if province == "内蒙" { "内蒙古" } else { province };
        let names = std::iter::once(province).chain(cities_of(province));
        names.map(move |name| TeamPlace { name, province: of })
    };
    let places = words("provinces").flat_map(of_province);
    places.map(|place| (place.name.chars().map(place_char).collect(), place)).collect()
});

/// Place in China that names a team as found, with or without a sponsor: 武汉 of 武漢隊,
/// 湖北 of 湖北中鹽宏博. None for teams of trades and of other countries.
#[must_use]
pub fn team_place(team: &str) -> Option<TeamPlace> {
    let name: Vec<char> = team.chars().map(fold_char).map(place_char).take(LONGEST).collect();
    (2..=name.len()).rev().find_map(|length| PLACES.get(&name[..length]).copied())
}

/// Largest number of characters of a known team.
const LONGEST: usize = 5;

fn known(folded: &[char]) -> Option<Team> {
    let name: Vec<char> = folded.iter().copied().map(place_char).collect();
    TEAMS.get(&name).copied()
}

/// Whether the folded characters are a known team, with or without 队, 省, 市 or 棋院 and
/// similar.
pub(super) fn is_team(folded: &[char]) -> bool {
    let stem = strip_suffix(folded);
    known(folded).is_some()
        || (stem.len() < folded.len() && known(stem).is_some())
        || body_end(folded) == Some(folded.len())
}

/// Whether the folded characters end like a team: 宏宇队, 南方棋院.
pub(super) fn ends_like_team(folded: &[char]) -> bool {
    let text: String = folded.iter().collect();
    words("team ends").any(|end| text.len() > end.len() && text.ends_with(end))
}

/// Length of the longest known team at the beginning of `folded`, with 队.
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

/// Index of the name directly behind a team: 广东吕钦, 南方棋院黄仕清.
///
/// Behind a city a name must begin with a surname, for 天水流长 is a nickname. A sponsor may
/// stand behind a place: 湖南湘钢罗忠才 is split after 湘钢, since five characters are no
/// name, the first is no surname, and the third is one and no common word: 四川青城山都江 is
/// the beginning of a firm's name.
pub(super) fn name_after_team(folded: &[char]) -> Option<usize> {
    if let Some(end) = body_end(folded) {
        return Some(end);
    }
    let (length, team) = prefix(folded)?;
    let rest = &folded[length..];
    if rest.len() == 5 && !is_surname(rest[0]) && begins_like_nothing_else(&rest[2..]) {
        return Some(length + 2);
    }
    (team == Team::Other || begins_with_surname(rest)).then_some(length)
}

/// End of a body whose name is two to six characters before 棋院 or similar.
fn body_end(folded: &[char]) -> Option<usize> {
    let text: String = folded.iter().collect();
    words("body ends").find_map(|end| {
        let (name, _) = text.split_once(end)?;
        let length = name.chars().count();
        (2..=6).contains(&length).then(|| length + end.chars().count())
    })
}

/// Whether a cut field may have been meant for a known team.
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

/// Surnames that are more often words of the game, of titles or of events.
static ALSO_WORDS: LazyLock<FxHashSet<char>> =
    LazyLock::new(|| characters("surnames that are words").collect());

fn characters(section: &str) -> impl Iterator<Item = char> {
    words(section).flat_map(str::chars)
}

/// Whether folded hanzi begin with a surname and are two to four, as in a name.
pub(super) fn begins_with_surname(name: &[char]) -> bool {
    match name.len() {
        2 | 3 => is_compound(name) || is_surname(name[0]),
        4 => is_compound(name),
        _ => false,
    }
}

/// Whether folded hanzi begin with a surname that is no common word, where nothing else tells a
/// name from a title.
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

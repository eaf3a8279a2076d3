//! Do two records of one line name other players?
//!
//! Two masters have played forty moves of theory like two others before them. So on lines of middle
//! length records stay apart whose players clearly differ: both records name both players, and as
//! far as spelling can tell it is not the same pair. A name may be written in the other script or
//! in pinyin, cut off, have one hanzi wrong, or stand behind a team that nobody knows. Where one
//! player is the same beyond doubt, his opponent may be anybody, for headings err; and the same
//! pair with colours changed is no other.

use super::groups::Groups;
use crate::text::{latin_key, pinyin};
use rustc_hash::FxHashMap;

/// A name in Latin letters only, without its digits. The keys of games are made of it.
pub(super) fn spelled(name: &str) -> String {
    let mut letters = if name.is_ascii() { latin_key(name) } else { latin_key(&pinyin(name)) };
    letters.retain(|c| !c.is_ascii_digit());
    letters
}

/// Divides pairs of folded names (Red, Black): for each the number of its group; `None` for a pair
/// that lacks a name, which does not differ from any.
///
/// Pairs are of one group when a chain of pairs leads from one to the other, each of which does not
/// clearly differ from the next. Every spelling is looked up, so that thousands of pairs take no
/// longer than they must.
pub(super) fn parties(pairs: &[(&str, &str)]) -> Vec<Option<usize>> {
    let mut groups = Groups::default();
    let mut known: FxHashMap<(&str, &str), usize> = FxHashMap::default();
    let mut places: FxHashMap<(Seat, String), usize> = FxHashMap::default();
    let mut found = Vec::with_capacity(pairs.len());
    for &(red, black) in pairs {
        if !names_somebody(red) || !names_somebody(black) {
            found.push(None);
            continue;
        }
        let place = *known.entry((red, black)).or_insert_with(|| {
            let place = groups.push();
            for key in spellings(red, black) {
                let other = *places.entry(key).or_insert(place);
                groups.join(other, place);
            }
            place
        });
        found.push(Some(place));
    }
    found.into_iter().map(|place| place.map(|place| groups.first(place))).collect()
}

/// Whether a name tells who it was: more than a surname, and not that nobody knows.
fn names_somebody(name: &str) -> bool {
    name.chars().nth(1).is_some() && !["未知", "佚名", "不详"].iter().any(|no| name.contains(no))
}

/// Where a spelling stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Seat {
    Red,
    Black,
    Both,
    /// Both names, whoever has which colour.
    Either,
}

/// What a pair has in common with every pair that does not clearly differ from it.
fn spellings(red: &str, black: &str) -> Vec<(Seat, String)> {
    let sounds = [spelled(red), spelled(black)];
    let mut turned = sounds.clone();
    turned.sort();
    let mut keys = vec![(Seat::Either, turned.join("\n"))];
    let blacks = near(black);
    for red in near(red) {
        keys.extend(blacks.iter().map(|black| (Seat::Both, format!("{red}\n{black}"))));
    }
    keys.extend([Seat::Red, Seat::Black].into_iter().zip(sounds));
    keys
}

/// The most characters of a name that are looked at.
const LONGEST: usize = 32;

/// The letters of a name, without what stands in brackets; of hanzi also the name with any one of
/// them open, and cut off before the last.
fn near(name: &str) -> Vec<String> {
    let name = name.split(['(', '（']).next().unwrap_or(name).trim();
    let mut keys = vec![spelled(name)];
    let chars: Vec<char> = name.chars().filter(|c| !c.is_whitespace()).take(LONGEST).collect();
    if name.is_ascii() || chars.len() < 3 {
        return keys;
    }
    let person = if chars.len() > 4 { &chars[chars.len() - 3..] } else { &chars[..] };
    keys.push(spelled(&person.iter().collect::<String>()));
    keys.push(spelled(&chars[..chars.len() - 1].iter().collect::<String>()));
    for open in 0..person.len() {
        let with_gap = person.iter().enumerate().map(|(at, &c)| if at == open { '?' } else { c });
        keys.push(with_gap.collect());
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differ(a: (&str, &str), b: (&str, &str)) -> bool {
        let found = parties(&[a, b]);
        found[0] != found[1]
    }

    #[test]
    fn players_that_clearly_differ() {
        assert!(differ(("陶汉明", "吕钦"), ("李来群", "赵国荣")));
        assert!(differ(("陶汉明", "吕钦"), ("吕钦", "李来群")), "other colours");
        assert!(differ(("xu yinchuan", "hu ronghua"), ("阎文清", "王晓华")));
        assert!(differ(("林许文", "林德春"), ("王一源", "林春天")), "one is near, and one differs");
    }

    #[test]
    fn players_that_may_be_the_same() {
        for (a, b) in [
            (("许银川", "陈国良"), ("吕钦", "陈国良")),
            (("洪智", "汪洋"), ("汪洋", "洪智")),
            (("胡荣华", "吴贵临"), ("hu ronghua", "hu ronghua")),
            (("杨官璘", "李义庭"), ("杨官麟", "李义")),
            (("高科技赵国荣", "吕钦"), ("赵国荣", "吕钦红")),
            (("木易四郎(0535)  耗时", "温柔一刀"), ("木易四郎", "温柔一刀(jyq)")),
        ] {
            assert!(!differ(a, b), "{a:?} {b:?}");
        }
    }

    #[test]
    fn who_is_not_named_differs_from_nobody() {
        let named = [("陶汉明", "吕钦"), ("", "吕钦"), ("李来群", "赵国荣"), ("陶汉明", "吕钦")];
        assert_eq!(parties(&named), [Some(0), None, Some(1), Some(0)]);
        assert_eq!(parties(&[("陶", "吕"), ("未知未知", "未知未知")]), [None, None]);
    }
}

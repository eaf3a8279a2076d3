//! Names by which players call openings: the name of a family means all its openings.
//!
//! 中炮对屏风马 is the name of C00, but players mean every game in which Black answers a
//! central cannon with screen horses, 五七炮对屏风马 included, since 五七炮 is a central
//! cannon. A name that fits a run of codes ([`Family`]) fits each of them: 顺相局 is a
//! 飞相局. Pure.

use crate::opening::{Family, Opening, OpeningTable};
use crate::text::{fold, is_latin, latin_key, latin_keys};

/// Words between the set-ups of both sides, in folded text.
const AGAINST: [&str; 5] = ["对", " vs. ", " vs ", " v ", " dui "];

/// The central cannon in each language, with set-ups that are central cannons under other names.
const CENTRAL: [(&str, [&str; 4]); 3] = [
    ("中炮", ["五六炮", "五七炮", "五八炮", "五九炮"]),
    (
        "central cannon",
        ["fifth and sixth", "fifth and seventh", "fifth and eighth", "fifth and ninth"],
    ),
    ("zhongpao", ["wuliupao", "wuqipao", "wubapao", "wujiupao"]),
];

/// A family of openings, as requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OpeningFamily {
    /// Red's set-up or, without `second`, that of either side; folded.
    first: String,
    /// Black's set-up.
    second: Option<String>,
    /// Whether names begin with `first`: 边炮局 is the opening that begins so, 边炮 any with such a
    /// cannon.
    begins: bool,
}

impl OpeningFamily {
    /// The family with a name in either script, pinyin or English.
    pub(crate) fn named(name: &str) -> OpeningFamily {
        let name = of_sound(name).map_or_else(|| folded(name), folded);
        let whole = |side: &str| side.trim().trim_end_matches('局').to_owned();
        match halves(&name) {
            (first, Some(second)) => {
                OpeningFamily { first: whole(first), second: Some(whole(second)), begins: false }
            }
            (name, None) => {
                let first = whole(name);
                let begins = first.len() < name.len() && begins_a_name(&first);
                OpeningFamily { first, second: None, begins }
            }
        }
    }

    /// Whether an opening belongs to the family.
    pub(crate) fn has(&self, opening: &Opening) -> bool {
        if self.first.is_empty() && self.second.is_none() {
            return false;
        }
        let family = Family::of(opening.code);
        let in_family = family.is_some_and(|it| self.is_any([it.name, it.traditional, it.english]));
        in_family || self.is_any([&opening.name, &opening.traditional, &opening.english])
    }

    /// Whether one of the names of an opening fits: simplified, traditional, English.
    fn is_any(&self, [name, traditional, english]: [&str; 3]) -> bool {
        let is_latin = is_latin(&self.first);
        self.fits(&folded(name), false)
            || self.fits(&folded(traditional), false)
            || is_latin && self.fits(&folded(english), false)
            || is_latin && self.fits(&folded(name), true)
    }

    /// Whether the name of an opening has both set-ups; `by_sound` compares pinyin.
    fn fits(&self, name: &str, by_sound: bool) -> bool {
        let has = |text: &str, wanted: &str| match by_sound {
            false if self.begins => begins_with_set_up(text, wanted),
            false => has_set_up(text, wanted),
            true => {
                let wanted = latin_key(wanted);
                latin_keys(text).iter().any(|read| has_set_up(read, &wanted))
            }
        };
        match (&self.second, halves(name)) {
            (None, _) => has(name, &self.first),
            (Some(second), (ours, Some(theirs))) => has(ours, &self.first) && has(theirs, second),
            (Some(_), (_, None)) => false,
        }
    }
}

/// The family or opening whose whole name sounds like a text in Latin letters. Without it,
/// `feixiangju` would miss openings with 飞相 in their names, which sounds like 飞象.
fn of_sound(text: &str) -> Option<&'static str> {
    let key = is_latin(text).then(|| latin_key(text))?;
    let families = Family::all().iter().map(|family| family.name);
    let openings = OpeningTable::ecco().openings().map(|opening| opening.name.as_str());
    let mut names = families.chain(openings);
    names.find(|name| latin_keys(name).contains(&key))
}

/// A folded text with blanks instead of hyphens, since people write both.
fn folded(text: &str) -> String {
    fold(text).replace('-', " ")
}

/// The two sides of a name; `None` for a name of one side.
fn halves(name: &str) -> (&str, Option<&str>) {
    let split = AGAINST.iter().find_map(|word| {
        // 对兵局 means opposing pawns.
        name.split_once(word).filter(|(ours, theirs)| !ours.is_empty() && !theirs.is_empty())
    });
    split.map_or((name, None), |(ours, theirs)| (ours, Some(theirs)))
}

/// Whether the name of a family or an opening begins with a set-up.
fn begins_a_name(set_up: &str) -> bool {
    let families = Family::all().iter().map(|family| family.name);
    let openings = OpeningTable::ecco().openings().map(|opening| opening.name.as_str());
    families.chain(openings).any(|name| begins_with_set_up(&folded(name), set_up))
}

/// The names of a set-up.
fn names_of(set_up: &str) -> impl Iterator<Item = &str> {
    let others = CENTRAL.iter().filter(move |(name, _)| *name == set_up);
    let others = others.flat_map(|(_, others)| others.iter().copied());
    std::iter::once(set_up).chain(others).filter(|name| !name.is_empty())
}

/// Whether a text contains a set-up or another name of it.
fn has_set_up(text: &str, wanted: &str) -> bool {
    names_of(wanted).any(|name| text.contains(name))
}

/// Whether a text begins with a set-up or another name of it.
fn begins_with_set_up(text: &str, wanted: &str) -> bool {
    names_of(wanted).any(|name| text.starts_with(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(name: &str) -> Vec<String> {
        let family = OpeningFamily::named(name);
        let openings = OpeningTable::ecco().openings().filter(|opening| family.has(opening));
        openings.map(|opening| opening.code.to_string()).collect()
    }

    #[test]
    fn a_hyphen_may_be_a_blank() {
        let same = codes("same-direction cannons");
        assert!(same.len() > 20 && codes("Same direction Cannons") == same, "{same:?}");
    }

    #[test]
    fn a_family_has_all_its_openings_in_every_language() {
        let screen = codes("中炮对屏风马");
        assert!(screen.iter().filter(|code| code.starts_with('C')).count() == 85, "{screen:?}");
        for [name, other] in [
            ["中炮对屏风马", "中炮對屏風馬"],
            ["中炮对屏风马", "Central Cannon v Screen Horses"],
            ["中炮对屏风马", "zhongpao dui pingfengma"],
            ["屏风马", "screen horses"],
            ["屏风马", "Pingfengma"],
            ["五七炮", "Fifth and Seventh Cannons"],
            ["仙人指路", "xianrenzhilu"],
            ["飞相局", "feixiangju"],
            ["飞相局", "Fei xiang ju"],
        ] {
            assert_eq!(codes(name), codes(other), "{name} {other}");
            assert!(!codes(name).is_empty(), "{name}");
        }
        assert!(codes("顺炮").iter().filter(|code| code.starts_with('D')).count() > 20);
        assert!(codes("").is_empty() && codes("中炮对反宫马").len() > 10);
        assert_eq!(codes("飞相局").iter().filter(|code| code.starts_with('A')).count(), 27);
        assert!(codes("仙人指路").contains(&"E08".to_owned()));
        // The name of an opening also means that opening.
        for opening in OpeningTable::ecco().openings() {
            let family = OpeningFamily::named(&opening.name);
            assert!(family.has(opening), "{}", opening.name);
        }
        assert!(codes("胡荣华").is_empty());
        for (name, expected) in [("边炮局", "A03"), ("邊炮局", "A03"), ("金钩炮局", "A07")]
        {
            assert_eq!(codes(name), [expected], "{name}");
        }
        assert!(codes("边炮").len() > 10 && codes("屏风马局") == codes("屏风马"));
        let central = codes("中炮局");
        assert!(["B00", "B40", "C60"].iter().all(|code| central.contains(&(*code).to_owned())));
    }
}

//! Which names of an archive may be meant by one that stands elsewhere: few, to be judged. Pure.

use super::register::Register;
use crate::text::{latin_key, pinyin};
use rustc_hash::{FxHashMap, FxHashSet};

/// Longer keys are found as they are, and resemble nothing.
const LONGEST: usize = 64;

/// The names of a register, by what they resemble.
#[derive(Debug, Clone, Default)]
pub struct Candidates {
    /// For each name its key and its sound, as characters; empty for a very long one.
    names: Vec<[Vec<char>; 2]>,
    /// For each name those that games have in its place.
    beside: FxHashMap<u32, Vec<u32>>,
}

impl Candidates {
    /// The names of a register.
    #[must_use]
    pub fn of(register: &Register) -> Candidates {
        let names = register.entries().iter().map(|entry| [chars(&entry.key), sound(&entry.key)]);
        let mut beside: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (a, b) in register.pairs() {
            beside.entry(a).or_default().push(b);
            beside.entry(b).or_default().push(a);
        }
        Candidates { names: names.collect(), beside }
    }

    /// Places of names that may be the one with this key: itself first, then those that games have
    /// in its place, then what sounds alike, has it as a part or is nearly so written; of each sort
    /// those in most games first. No more than so many.
    #[must_use]
    pub fn find(&self, register: &Register, key: &str, most: usize) -> Vec<u32> {
        let own = register.find(key).map(|(place, _)| place);
        let beside: FxHashSet<u32> =
            own.and_then(|own| self.beside.get(&own)).into_iter().flatten().copied().collect();
        let wanted = [chars(key), sound(key)];
        let mut found: Vec<(u8, u32)> = Vec::new();
        for (place, name) in (0..).zip(&self.names) {
            let rank = match () {
                () if own == Some(place) => Some(0),
                () if beside.contains(&place) => Some(1),
                () => likeness(&wanted, name),
            };
            found.extend(rank.map(|rank| (rank, place)));
        }
        let entries = register.entries();
        found.retain(|&(_, place)| entries[place as usize].games > 0);
        found.sort_by_key(|&(rank, place)| {
            let entry = &entries[place as usize];
            (rank, std::cmp::Reverse(entry.games), &entry.key)
        });
        found.into_iter().take(most).map(|(_, place)| place).collect()
    }
}

fn chars(text: &str) -> Vec<char> {
    let chars: Vec<char> = text.chars().take(LONGEST + 1).collect();
    if chars.len() > LONGEST { Vec::new() } else { chars }
}

fn sound(key: &str) -> Vec<char> {
    if chars(key).is_empty() { Vec::new() } else { chars(&latin_key(&pinyin(key))) }
}

/// How alike two names are, the least number first; none when they are not.
fn likeness(wanted: &[Vec<char>; 2], name: &[Vec<char>; 2]) -> Option<u8> {
    let [key, sound] = wanted;
    let [other, other_sound] = name;
    if !sound.is_empty() && sound == other_sound {
        return Some(2);
    }
    if is_within(key, other) || is_within(other, key) {
        return Some(3);
    }
    let is_near = is_near(key, other, 2, 5) || is_near(sound, other_sound, 5, 4);
    is_near.then_some(4)
}

/// At least two characters that stand in another text.
fn is_within(part: &[char], whole: &[char]) -> bool {
    part.len() >= 2 && whole.windows(part.len()).any(|window| window == part)
}

/// At least so many characters, of which one in so many, or a single one, is another.
fn is_near(a: &Vec<char>, b: &Vec<char>, least: usize, share: usize) -> bool {
    let shorter = a.len().min(b.len());
    let most = (shorter / share).max(1);
    // Texts of two characters of which one differs have one character in common.
    shorter >= least
        && a.len().abs_diff(b.len()) <= most
        && strsim::generic_levenshtein(a, b) <= most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_meant_is_found() {
        let mut register = Register::default();
        let mut put = |key: &str, games: u32| {
            let place = register.place(key);
            (0..games).for_each(|_| register.count(place, &[key].into_iter().collect(), None));
            place
        };
        let yang = put("杨官璘", 9);
        let slip = put("杨官麟", 2);
        let pinyin = put("yang guanlin", 3);
        let chiu = put("chiu yu kuen", 4);
        put("胡荣华", 8);
        put("庄玉庭", 8);
        register.note_beside(yang, chiu);
        let candidates = Candidates::of(&register);
        let find = |key: &str, most| candidates.find(&register, key, most);
        assert_eq!(find("杨官璘", 9), [yang, chiu, pinyin, slip]);
        assert_eq!(find("杨官璘", 2), [yang, chiu]);
        assert_eq!(find("官璘", 9), [yang]);
        assert!(find(&"长".repeat(1000), 9).is_empty());
        assert!(find("", 9).is_empty());
    }
}

//! Names as the records of games have them side by side. Pure.
//!
//! Records of one game name its players twice, and what differs there is most often a spelling. Who
//! sits opposite somebody is somebody else.

use rustc_hash::{FxHashMap, FxHashSet};

/// Names by their keys, and what games tell of them.
#[derive(Debug, Clone, Default)]
pub struct Register {
    places: FxHashMap<String, u32>,
    entries: Vec<NameEntry>,
    /// For each name the games of its spellings and teams, until they are put in order.
    counted: Vec<[FxHashMap<String, u32>; 2]>,
    /// How many games have both in one place, on different records, all else agreeing.
    beside: FxHashMap<(u32, u32), u32>,
    /// How many games have one against the other.
    against: FxHashMap<(u32, u32), u32>,
}

/// One name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NameEntry {
    /// What all its spellings have in common.
    pub key: String,
    /// Every spelling, with the number of games that have it; the commonest first.
    pub spellings: Vec<(String, u32)>,
    /// Teams for which it stands, counted in the same way.
    pub teams: Vec<(String, u32)>,
    /// How many games have it.
    pub games: u32,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
}

impl Register {
    /// The place of a key, which gets one if it is new.
    pub fn place(&mut self, key: &str) -> u32 {
        if let Some(&place) = self.places.get(key) {
            return place;
        }
        let place = self.entries.len() as u32;
        self.places.insert(key.to_owned(), place);
        self.entries.push(NameEntry { key: key.to_owned(), ..NameEntry::default() });
        self.counted.push(Default::default());
        place
    }

    /// Counts a game in which a name stands, in these spellings.
    pub fn count(&mut self, place: u32, spellings: &FxHashSet<&str>, year: Option<u16>) {
        let Some(entry) = self.entries.get_mut(place as usize) else { return };
        entry.games += 1;
        if let Some(year) = year {
            let (first, last) = entry.years.unwrap_or((year, year));
            entry.years = Some((first.min(year), last.max(year)));
        }
        self.count_each(0, place, spellings);
    }

    /// Counts a game in which a name stands for these teams.
    pub fn count_teams(&mut self, place: u32, teams: &FxHashSet<&str>) {
        self.count_each(1, place, teams);
    }

    fn count_each(&mut self, what: usize, place: u32, texts: &FxHashSet<&str>) {
        let Some(counted) = self.counted.get_mut(place as usize) else { return };
        for &text in texts {
            match counted[what].get_mut(text) {
                Some(games) => *games += 1,
                None => drop(counted[what].insert(text.to_owned(), 1)),
            }
        }
    }

    /// Notes that a game has both names in one place.
    pub fn note_beside(&mut self, a: u32, b: u32) {
        *self.beside.entry(ordered(a, b)).or_default() += 1;
    }

    /// Notes that a game has one name against the other.
    pub fn note_against(&mut self, a: u32, b: u32) {
        *self.against.entry(ordered(a, b)).or_default() += 1;
    }

    /// Puts the spellings and teams of each name in order. To be called when all games are in.
    pub fn sort(&mut self) {
        for (entry, counted) in self.entries.iter_mut().zip(&mut self.counted) {
            let [spellings, teams] = std::mem::take(counted).map(|counted| {
                let mut texts: Vec<(String, u32)> = counted.into_iter().collect();
                texts.sort_by(|a, b| (b.1, &a.0).cmp(&(a.1, &b.0)));
                texts
            });
            (entry.spellings, entry.teams) = (spellings, teams);
        }
    }

    /// What is known under a key.
    pub fn find(&self, key: &str) -> Option<(u32, &NameEntry)> {
        let place = *self.places.get(key)?;
        Some((place, &self.entries[place as usize]))
    }

    /// All names.
    pub fn entries(&self) -> &[NameEntry] {
        &self.entries
    }

    /// How many games have both in one place.
    pub fn beside(&self, a: u32, b: u32) -> u32 {
        self.beside.get(&ordered(a, b)).copied().unwrap_or(0)
    }

    /// How many games have one against the other.
    pub fn against(&self, a: u32, b: u32) -> u32 {
        self.against.get(&ordered(a, b)).copied().unwrap_or(0)
    }

    /// Every two names that a game has in one place.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.beside.keys().copied()
    }
}

fn ordered(a: u32, b: u32) -> (u32, u32) {
    (a.min(b), a.max(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_games_tell_is_counted() {
        let mut register = Register::default();
        let (hu, lv) = (register.place("胡荣华"), register.place("吕钦"));
        assert_eq!(register.place("胡荣华"), hu);
        register.count(hu, &["胡榮華", "上海胡榮華"].into_iter().collect(), Some(1982));
        register.count(hu, &["胡榮華"].into_iter().collect(), Some(1960));
        register.note_against(lv, hu);
        register.sort();
        let (_, entry) = register.find("胡荣华").unwrap();
        assert_eq!(entry.spellings, [("胡榮華".to_owned(), 2), ("上海胡榮華".to_owned(), 1)]);
        assert_eq!((entry.games, entry.years), (2, Some((1960, 1982))));
        assert_eq!((register.against(hu, lv), register.beside(hu, lv)), (1, 0));
    }
}

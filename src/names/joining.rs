//! Joins the names of an archive that belong to one person, and finds names of nobody, by evidence
//! of all games. Pure.
//!
//! | evidence | names |
//! | --- | --- |
//! | written | a name with a label, colour or title behind it: 陶汉明、黑方 |
//! | glued | a name behind an unlisted team: 寿光三元陶汉明 |
//! | sound | names read alike, in hanzi or letters: 楊官璘 楊官麟 YANG GuanLin |
//! | misprint | names with one different hanzi, in one place of the same games |
//! | cut | beginning of a name where the field was full: 上海金外灘 孫勇 for 孙勇征 |
//! | romanised | letters that no rule explains, in one place of the same games |
//! | decided | names that a person decided to be one |
//!
//! Two players who met are two persons. Unclear names stay apart: every rule demands that no other
//! name fits, and, without a game in common, that one name has many more games than the other.

use super::persons::{Persons, letters};
use super::register::NameEntry;
use crate::decision::{JoinedSubjects, Subject};
use crate::metadata::{
    begins_name, begins_with_team, is_team_alone, name_key, named, names_nobody, team_at_end,
    two_names,
};
use crate::store::JoinedName;
use crate::text::{is_hanzi, latin_key};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::json;
use std::cmp::Reverse;

named! {
    /// Evidence by which a name is joined to another.
    pub enum JoinedBy {
        /// A person decided that the names are one.
        Decided = "decided",
        /// A label, colour or title stands behind the name.
        Written = "written",
        /// Both names are read alike.
        Sound = "sound",
        /// An unlisted team stands before the name.
        Glued = "glued",
        /// One hanzi differs.
        Misprint = "misprint",
        /// The end of the name is missing.
        Cut = "cut",
        /// A game has both names in one place, and no rule explains the letters.
        Romanised = "romanised",
        /// The list of notable players has both.
        Listed = "listed",
        /// The name belongs to nobody.
        Nobody = "nobody",
    }
}

/// Without a game in common, a name is joined to one that has this many times its games.
const FEWER: u32 = 5;
/// Share of the rarer name's games in which the other name must stand in its place.
const SHARE: f64 = 0.25;
/// Games with one name in the place of the other that outweigh one game with both as opponents, a
/// wrong heading.
const ERRORS: u32 = 20;
/// Games from which on a name of two hanzi is no coincidence.
const MANY: u32 = 20;

/// Two names that may belong to one person, the commoner first.
#[derive(Debug, Clone, Copy)]
struct Edge {
    by: JoinedBy,
    names: [u32; 2],
}

/// State while names are joined. Numbers stand for names: their places in the register.
struct Joining<'p> {
    persons: &'p Persons,
    decided: &'p JoinedSubjects,
    entries: &'p [NameEntry],
    /// Group of each name, and names of each group.
    groups: Vec<u32>,
    members: Vec<Vec<u32>>,
    /// Edges accepted so far.
    taken: Vec<Edge>,
    nobody: Vec<bool>,
    /// Names in hanzi by their careless sound (see `careless`).
    sounds: FxHashMap<String, Vec<u32>>,
    /// Names in hanzi with ü, by their sound written with u.
    dotted: FxHashMap<String, Vec<u32>>,
    /// Names that stand in the place of each name in games.
    beside: FxHashMap<u32, Vec<u32>>,
}

/// Places of names of two hanzi that may be the beginning of a name of three.
pub(super) fn may_be_cut(persons: &Persons) -> Vec<u32> {
    let entries = persons.register().entries();
    let whole = entries.iter().filter(|entry| entry.key.chars().count() == 3 && entry.games > 0);
    let begins: FxHashSet<&str> = whole.filter_map(|entry| beginning(&entry.key)).collect();
    let names = (0..).zip(entries).filter(|(_, entry)| begins.contains(&*entry.key));
    names.map(|(place, _)| place).collect()
}

/// First two characters of a longer name, if they are hanzi.
fn beginning(key: &str) -> Option<&str> {
    let (end, _) = key.char_indices().nth(2)?;
    Some(&key[..end]).filter(|begin| begin.chars().all(is_hanzi))
}

/// Joins names: returns every name that belongs with another or to nobody, by key. `cut` has the
/// places of names that fill their fields; `namesakes` the names of namesakes with their evidence.
pub(super) fn joined(
    persons: &Persons,
    decided: &JoinedSubjects,
    cut: &FxHashSet<u32>,
    namesakes: &[(String, String)],
) -> Vec<JoinedName> {
    let mut joining = Joining::new(persons, decided);
    let mut edges = joining.decided_edges();
    edges.extend(joining.by_list());
    edges.extend(joining.by_writing());
    edges.extend(joining.by_sound());
    edges.extend(joining.by_games());
    edges.extend(joining.by_cut(cut));
    edges.extend(joining.by_namesake(namesakes));
    joining.take(edges);
    joining.take_latin();
    joining.names()
}

impl<'p> Joining<'p> {
    fn new(persons: &'p Persons, decided: &'p JoinedSubjects) -> Joining<'p> {
        let entries = persons.register().entries();
        let is_decided =
            |key: &str| !decided.is_empty() && decided.is_joined(&Subject::Player(key.to_owned()));
        let is_known = |name: &str| {
            begins_name(name) && persons.register().find(name).is_some_and(|(_, it)| it.games > 0)
        };
        let is_nobody = |entry: &NameEntry| {
            let key = &*entry.key;
            (names_nobody(key) || two_people(key).any(|two| two.iter().all(|it| is_known(it))))
                && !is_decided(key)
        };
        let mut nobody: Vec<bool> = entries.par_iter().map(is_nobody).collect();
        for place in doubles(persons, is_known) {
            nobody[place as usize] |= !is_decided(&entries[place as usize].key);
        }
        let mut sounds: FxHashMap<String, Vec<u32>> = FxHashMap::default();
        let mut dotted: FxHashMap<String, Vec<u32>> = FxHashMap::default();
        let careless = persons.sounds().par_iter().map(|(it, places)| (it, careless(it), places));
        for (sound, careless, places) in careless.collect::<Vec<_>>() {
            if sound.contains('v') {
                let plain = sound.replace("lv", "lu").replace("nv", "nu");
                dotted.entry(plain).or_default().extend(places);
            }
            let known = sounds.entry(careless).or_default();
            known.extend(places.iter().filter(|&&place| !nobody[place as usize]));
        }
        let beside = persons.register().all_beside();
        let groups: Vec<u32> = (0..entries.len() as u32).collect();
        let members = groups.iter().map(|&place| vec![place]).collect();
        let taken = Vec::new();
        Joining {
            persons,
            decided,
            entries,
            groups,
            members,
            taken,
            nobody,
            sounds,
            dotted,
            beside,
        }
    }

    fn key(&self, place: u32) -> &'p str {
        &self.entries[place as usize].key
    }

    fn games(&self, place: u32) -> u32 {
        self.entries[place as usize].games
    }

    /// Makes an edge of two names, unless the two met or one belongs to nobody.
    fn edge(&self, by: JoinedBy, a: u32, b: u32) -> Option<Edge> {
        let is_somebody = !self.nobody[a as usize] && !self.nobody[b as usize];
        let is_free = a != b && is_somebody && self.persons.register().against(a, b) == 0;
        let rank = |place: u32| (Reverse(self.games(place)), self.key(place));
        let names = if rank(a) <= rank(b) { [a, b] } else { [b, a] };
        is_free.then_some(Edge { by, names })
    }

    fn shared(&self, a: u32, b: u32) -> u32 {
        self.persons.register().beside(a, b)
    }

    /// Share of the rarer name's games with the other name in its place.
    fn share(&self, a: u32, b: u32) -> f64 {
        let rarer = self.games(a).min(self.games(b)).max(1);
        f64::from(self.shared(a, b)) / f64::from(rarer)
    }

    /// Whether name `a` has at least `times` the games of name `b`.
    fn is_commoner(&self, a: u32, b: u32, times: u32) -> bool {
        self.games(a) >= times * self.games(b).max(1)
    }

    fn find(&self, key: &str) -> Option<u32> {
        self.persons.register().find(key).map(|(place, _)| place)
    }

    fn decided_edges(&self) -> Vec<Edge> {
        let players = self.decided.joined().filter_map(|pair| match pair {
            (Subject::Player(key), Subject::Player(first)) if key != first => {
                Some([self.find(key)?, self.find(first)?])
            }
            _ => None,
        });
        players.map(|names| Edge { by: JoinedBy::Decided, names }).collect()
    }

    /// Edges between names claimed by one row of the list of notable players.
    fn by_list(&self) -> Vec<Edge> {
        let mut edges = Vec::new();
        for names in self.persons.notable().spellings() {
            let places: Vec<u32> = names.iter().flat_map(|key| self.persons.known(key)).collect();
            let Some((&first, others)) = places.split_first() else { continue };
            let lived = |place: u32| {
                let years = [first, place].map(|place| self.entries[place as usize].years);
                let noted = self.persons.notable().find(self.key(first));
                noted.is_some_and(|noted| noted.lived(years))
            };
            let others = others.iter().filter(|&&other| lived(other));
            edges.extend(others.filter_map(|&other| self.edge(JoinedBy::Listed, first, other)));
        }
        edges
    }

    /// Edges from names with labels, titles or teams to the bare names.
    fn by_writing(&self) -> Vec<Edge> {
        let all = (0..self.entries.len() as u32).into_par_iter();
        all.filter_map(|place| {
            let key = self.key(place);
            let is_name = begins_name(key);
            let may_be_more = !is_name || key.ends_with(COLOURS);
            if self.nobody[place as usize] || key.is_ascii() || !may_be_more {
                return None;
            }
            let bare = bare(key);
            match self.find(&bare).filter(|&other| other != place) {
                // 红 may end a name, and digits may belong to a nickname.
                Some(other)
                    if self.is_commoner(other, place, 1)
                        && (!is_name && !key.ends_with(|c: char| c.is_ascii_digit())
                            || self.shared(other, place) > 0) =>
                {
                    self.edge(JoinedBy::Written, other, place)
                }
                _ => self.edge(JoinedBy::Glued, self.behind_team(place, &bare)?, place),
            }
        })
        .collect()
    }

    /// Name at the end of a longer one, behind a team.
    fn behind_team(&self, place: u32, bare: &str) -> Option<u32> {
        let chars: Vec<char> = bare.chars().collect();
        for length in (2..=4).rev().filter(|&length| length < chars.len()) {
            let (before, name) = chars.split_at(chars.len() - length);
            let name: String = name.iter().collect();
            let Some(other) = self.find(&name).filter(|_| begins_name(&name)) else { continue };
            if !self.is_commoner(other, place, 3) {
                continue;
            }
            let before: String = before.iter().collect();
            let is_team = match length {
                2 => team_at_end(&before) > 0 && self.games(other) >= MANY,
                _ if before.chars().nth(1).is_none() => false,
                _ => !begins_name(&before) || begins_with_team(&before),
            };
            return (is_team || self.shared(other, place) > 0).then_some(other);
        }
        None
    }

    /// Edges between names in hanzi that are read alike.
    fn by_sound(&self) -> Vec<Edge> {
        let mut edges = Vec::new();
        for places in self.sounds.values().filter(|places| places.len() > 1) {
            let mut places = places.clone();
            places.sort_unstable_by_key(|&place| (Reverse(self.games(place)), self.key(place)));
            for (at, &a) in places.iter().enumerate().take(MOST_ALIKE) {
                for &b in places[..at].iter() {
                    let times = if self.sounds_same(a, b) { 3 } else { FEWER };
                    let is_long = self.key(a).chars().count() > 2;
                    let is_commoner =
                        self.is_commoner(a, b, times) || self.is_commoner(b, a, times);
                    let is_near = differ_in_one(self.key(a), self.key(b));
                    if is_near && (self.shared(a, b) > 0 || is_long && is_commoner) {
                        edges.extend(self.edge(JoinedBy::Sound, a, b));
                    }
                }
            }
        }
        edges
    }

    fn sounds_same(&self, a: u32, b: u32) -> bool {
        latin_key(self.key(a)) == latin_key(self.key(b))
    }

    /// Edges between names in hanzi that games have in one place, one a slip of the other.
    fn by_games(&self) -> Vec<Edge> {
        let mut edges = Vec::new();
        for (a, b) in self.persons.register().pairs() {
            let names = [self.key(a), self.key(b)];
            let [of_a, of_b] = names.map(|name| name.chars().count());
            if names.iter().any(|name| !name.chars().all(is_hanzi)) || self.share(a, b) < SHARE {
                continue;
            }
            let is_end = names[0].ends_with(names[1]) || names[1].ends_with(names[0]);
            let is_begin = names[0].starts_with(names[1]) || names[1].starts_with(names[0]);
            if of_a.min(of_b) >= 3 && differ_in_one(names[0], names[1]) {
                edges.extend(self.edge(JoinedBy::Misprint, a, b));
            } else if is_end && of_a.min(of_b) == 2 && of_a.max(of_b) == 3 {
                edges.extend(self.edge(JoinedBy::Cut, a, b));
            } else if is_begin && of_a.min(of_b) == 3 && of_a.max(of_b) == 4 {
                edges.extend(self.edge(JoinedBy::Written, a, b));
            }
        }
        edges
    }

    /// Edges from the first two hanzi of a name to the whole name of three.
    fn by_cut(&self, cut: &FxHashSet<u32>) -> Vec<Edge> {
        let mut wholes: FxHashMap<&str, Vec<u32>> = FxHashMap::default();
        for (place, entry) in (0..).zip(self.entries) {
            if entry.key.chars().count() == 3 && !self.nobody[place as usize] {
                let begin = beginning(&entry.key);
                begin.into_iter().for_each(|key| wholes.entry(key).or_default().push(place));
            }
        }
        let mut edges = Vec::new();
        for (place, entry) in (0..).zip(self.entries) {
            let Some(wholes) = wholes.get(&*entry.key) else { continue };
            let mut fitting: Vec<(u32, u32, u32)> = wholes
                .iter()
                .filter(|&&whole| self.is_commoner(whole, place, 3))
                .map(|&whole| (self.shared(whole, place), self.games(whole), whole))
                .filter(|&(shared, ..)| shared > 0 || cut.contains(&place))
                .collect();
            fitting.sort_unstable_by_key(|&(shared, games, whole)| {
                (Reverse((shared, games)), self.key(whole))
            });
            let is_sure = match fitting[..] {
                [] => false,
                [_] => true,
                [(0, games, _), (_, others, _), ..] => games >= 4 * FEWER * others,
                [_, (others, ..), ..] => others == 0,
            };
            if is_sure {
                edges.extend(self.edge(JoinedBy::Cut, fitting[0].2, place));
            }
        }
        edges
    }

    /// Edges from cut namesakes to their whole names.
    fn by_namesake(&self, namesakes: &[(String, String)]) -> Vec<Edge> {
        let edge = |(name, because): &(String, String)| {
            let because: serde_json::Value = serde_json::from_str(because).ok()?;
            let whole = because["with"].as_str().filter(|_| because["by"] == "cut")?;
            self.edge(JoinedBy::Cut, self.find(whole)?, self.find(name)?)
        };
        namesakes.iter().filter_map(edge).collect()
    }

    /// Accepts edges, the surest kinds first.
    fn take(&mut self, mut edges: Vec<Edge>) {
        edges.sort_by_key(|edge| {
            let [a, b] = edge.names;
            (edge.by, Reverse(self.games(b)), self.key(a), self.key(b))
        });
        edges.into_iter().for_each(|edge| self.join(edge));
    }

    fn join(&mut self, edge: Edge) {
        let [a, b] = edge.names.map(|place| self.groups[place as usize]);
        if a == b {
            return;
        }
        if edge.by != JoinedBy::Decided && self.are_two(a, b) {
            return;
        }
        let (a, b) = if self.members[a as usize].len() < self.members[b as usize].len() {
            (b, a)
        } else {
            (a, b)
        };
        for place in std::mem::take(&mut self.members[b as usize]) {
            self.groups[place as usize] = a;
            self.members[a as usize].push(place);
        }
        self.taken.push(edge);
    }

    /// Whether the names of two groups belong to two persons: the names met more often than wrong
    /// headings explain, or somebody decided so.
    fn are_two(&self, a: u32, b: u32) -> bool {
        let (mut against, mut beside) = (0, 0);
        for &one in &self.members[a as usize] {
            for &other in &self.members[b as usize] {
                let subject = |place: u32| Subject::Player(self.key(place).to_owned());
                if !self.decided.is_empty()
                    && self.decided.are_apart(&subject(one), &subject(other))
                {
                    return true;
                }
                against += self.persons.register().against(one, other);
                beside += self.shared(one, other);
            }
        }
        against > 0 && ERRORS * against > beside
    }

    /// Joins names in letters: by their reading in hanzi first, then by games.
    fn take_latin(&mut self) {
        let is_latin = |&place: &u32| self.key(place).is_ascii() && !self.nobody[place as usize];
        let mut latin: Vec<u32> = (0..self.entries.len() as u32).filter(is_latin).collect();
        latin.sort_unstable_by_key(|&place| (Reverse(self.games(place)), self.key(place)));
        let mut spelled: FxHashMap<String, u32> = FxHashMap::default();
        for place in latin {
            let words = letters(self.key(place));
            if words.is_empty() {
                continue;
            }
            let turned = |from: usize| words[from..].concat() + &words[..from].concat();
            let readings: Vec<String> = (0..words.len().min(MOST_WORDS)).map(turned).collect();
            let edge = match self.read_as(place, &readings) {
                Some(hanzi) => {
                    hanzi.map(|hanzi| Edge { by: JoinedBy::Sound, names: [hanzi, place] })
                }
                None => self.romanised(place),
            };
            edge.into_iter().for_each(|edge| self.join(edge));
            // Two names of the same letters are one.
            let first = *spelled.entry(readings[0].clone()).or_insert(place);
            if first != place {
                self.join(Edge { by: JoinedBy::Sound, names: [first, place] });
            }
        }
    }

    /// Name in hanzi whose reading fits: `None` if there is none, `Some(None)` if there are several
    /// and none stands out.
    fn read_as(&self, place: u32, readings: &[String]) -> Option<Option<u32>> {
        // People who cannot type ü write u.
        let dotted = readings.iter().filter_map(|sound| self.dotted.get(sound)).flatten();
        let alike = readings.iter().filter_map(|sound| self.persons.sounds().get(sound)).flatten();
        let alike = alike.chain(dotted);
        let mut groups: Vec<u32> = alike
            .filter(|&&other| !self.nobody[other as usize])
            .map(|&other| self.groups[other as usize])
            .collect();
        groups.sort_unstable();
        groups.dedup();
        let own = self.groups[place as usize];
        groups.retain(|&group| group == own || !self.are_two(own, group));
        let mut found: Vec<(u32, u32, u32)> = Vec::new();
        for group in groups {
            let members = &self.members[group as usize];
            let shared = members.iter().map(|&other| self.shared(place, other)).sum();
            let games = members.iter().map(|&other| self.games(other)).sum();
            let best =
                members.iter().copied().max_by_key(|&at| (self.games(at), Reverse(self.key(at))));
            found.extend(best.map(|best| (shared, games, best)));
        }
        found.sort_unstable_by_key(|&(shared, games, best)| {
            (Reverse((shared, games)), self.key(best))
        });
        let &(shared, games, best) = found.first()?;
        let others = &found[1..];
        let most = |which: fn(&(u32, u32, u32)) -> u32| others.iter().map(which).max().unwrap_or(0);
        let share = f64::from(shared) / f64::from(self.games(place).max(1));
        let is_sure = others.is_empty()
            || share >= SHARE && shared > most(|other| other.0)
            || games > FEWER * most(|other| other.1);
        Some(is_sure.then_some(best))
    }

    /// Edge to the name in hanzi that most often stands in the place of a name in letters.
    fn romanised(&self, place: u32) -> Option<Edge> {
        let mut shared: FxHashMap<u32, u32> = FxHashMap::default();
        for &other in self.beside.get(&place)? {
            if !self.key(other).is_ascii() && !self.nobody[other as usize] {
                *shared.entry(self.groups[other as usize]).or_default() +=
                    self.shared(place, other);
            }
        }
        let mut shared: Vec<(u32, u32)> =
            shared.into_iter().map(|(it, games)| (games, it)).collect();
        shared.sort_unstable();
        let (games, group) = shared.pop()?;
        let is_chosen = shared.last().is_none_or(|&(others, _)| others < games);
        let is_often = f64::from(games) >= SHARE * f64::from(self.games(place));
        let members = self.members[group as usize].iter().copied();
        let best = members.max_by_key(|&at| (self.games(at), Reverse(self.key(at))))?;
        let edge = Edge { by: JoinedBy::Romanised, names: [best, place] };
        (is_chosen && is_often).then_some(edge)
    }

    /// Rows for all names that belong with another or to nobody.
    fn names(&self) -> Vec<JoinedName> {
        let mut rows = Vec::new();
        let mut edges: FxHashMap<u32, &Edge> = FxHashMap::default();
        for edge in &self.taken {
            for place in [edge.names[1], edge.names[0]] {
                edges.entry(place).or_insert(edge);
            }
        }
        for members in self.members.iter().filter(|members| members.len() > 1) {
            let rank = |&&place: &&u32| {
                let key = self.key(place);
                let is_name = key.chars().all(is_hanzi) && key.chars().count() <= 4;
                (is_name, !key.is_ascii(), self.games(place), Reverse(key))
            };
            let Some(&head) = members.iter().max_by_key(rank) else { continue };
            for &place in members.iter().filter(|&&place| place != head) {
                let Some(edge) = edges.get(&place) else { continue };
                let [a, b] = edge.names;
                let with = if a == place { b } else { a };
                let because = json!({
                    "by": edge.by.as_str(),
                    "with": self.key(with),
                    "beside": self.shared(place, with),
                    "against": self.persons.register().against(place, with),
                });
                rows.push(self.row(place, self.key(head), &because));
            }
        }
        let because = json!({ "by": JoinedBy::Nobody.as_str() });
        let is_alone = |place: u32| self.members[self.groups[place as usize] as usize].len() == 1;
        let is_nobody = |&place: &u32| {
            self.nobody[place as usize] || is_alone(place) && is_team_alone(self.key(place))
        };
        let nobody = (0..self.entries.len() as u32).filter(is_nobody);
        rows.extend(nobody.map(|place| self.row(place, "", &because)));
        rows.sort_unstable();
        rows
    }

    fn row(&self, place: u32, head: &str, because: &serde_json::Value) -> JoinedName {
        let (key, head) = (self.key(place).to_owned(), head.to_owned());
        JoinedName { key, head, because: because.to_string() }
    }
}

/// Colours, and the word for the first move, that headings put behind a name.
const COLOURS: [char; 3] = ['红', '黑', '先'];
/// Largest number of names of one sound that are compared with each other.
const MOST_ALIKE: usize = 64;
/// Largest number of words in a name in letters that may come first.
const MOST_WORDS: usize = 4;

/// Sound as written by people who confuse zh with z and ng with n.
fn careless(sound: &str) -> String {
    sound.replace("ng", "n").replace("zh", "z").replace("ch", "c").replace("sh", "s")
}

/// Whether two names of equal length differ in exactly one character.
fn differ_in_one(a: &str, b: &str) -> bool {
    let differing = a.chars().zip(b.chars()).filter(|(a, b)| a != b).count();
    a.chars().count() == b.chars().count() && differing == 1
}

/// Splits a text before its last `count` characters.
fn split_behind(text: &str, count: usize) -> (&str, &str) {
    let at = text.char_indices().rev().nth(count.wrapping_sub(1)).map_or(text.len(), |(at, _)| at);
    text.split_at(at)
}

/// Name without label, colour, title or country behind it, and without signs around it.
fn bare(key: &str) -> String {
    let labels = ["黑方", "红方"];
    let end = labels.iter().filter_map(|label| key.find(label)).filter(|&at| at > 0).min();
    let mut name = &key[..end.unwrap_or(key.len())];
    if let Some((_, behind)) = name.rsplit_once([':', '：']) {
        name = if behind.is_empty() { name } else { behind };
    }
    let sign = |c: char| !c.is_alphanumeric();
    name = name.trim_matches(sign);
    // Digits may belong to a nickname.
    let number = |c: char| c.is_ascii_digit();
    let rest = name.trim_end_matches(number);
    if begins_name(rest) {
        name = rest;
    }
    let (before, _) = split_behind(name, team_at_end(name));
    if begins_name(before) {
        name = before;
    }
    let ends = ["特级大师", "大师", "红", "黑", "先"];
    let rest = ends.iter().find_map(|end| name.strip_suffix(end));
    if let Some(rest) = rest.filter(|rest| rest.chars().nth(1).is_some()) {
        name = rest.trim_end_matches(sign);
    }
    name_key(name)
}

/// Places of names of two people who played together against two others: both texts are two names. A
/// name behind a word, 高科技赵国荣, may look so; of two that met, only one may be such.
fn doubles(persons: &Persons, is_known: impl Fn(&str) -> bool) -> Vec<u32> {
    let entries = (0..).zip(persons.register().entries());
    let pairs = entries.filter_map(|(place, entry)| Some((place, two_names(&entry.key)?)));
    let is_behind = |[first, second]: &[String; 2]| is_known(second) && !is_known(first);
    let pairs: Vec<(u32, bool)> = pairs.map(|(place, names)| (place, is_behind(&names))).collect();
    let is_against = |&(a, is_behind): &(u32, bool)| {
        let against = |b: u32| persons.register().against(a, b) > 0;
        pairs.iter().any(|&(b, too)| a != b && !(is_behind && too) && against(b))
    };
    pairs.iter().filter(|pair| is_against(pair)).map(|pair| pair.0).collect()
}

/// Pairs of different names that together may be a text in hanzi, each with or without a team, the
/// second with or without brackets.
fn two_people(key: &str) -> impl Iterator<Item = [String; 2]> {
    let chars: Vec<char> = key.chars().filter(|c| !matches!(c, '(' | ')')).collect();
    let is_long = chars.len() >= 4 && chars.iter().copied().all(is_hanzi);
    let key: String = chars.iter().collect();
    let second = (2..=4).filter(move |length| is_long && length + 2 <= chars.len());
    second.filter_map(move |length| {
        let (before, name) = split_behind(&key, length);
        let kept = before.chars().count() - team_at_end(before);
        let first = name_key(&before.chars().take(kept).collect::<String>());
        (first != name).then(|| [first, name.to_owned()])
    })
}

#[cfg(test)]
mod tests;

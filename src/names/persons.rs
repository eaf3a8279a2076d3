//! Judges whether two names are one person, by rules and by evidence of games. Pure.

use super::notable::Notable;
use super::register::{GamesOfNames, NameEntry, Register};
use crate::decision::{JoinedSubjects, Subject};
use crate::metadata::{SlipLimits, is_near_name, name_key, names_agree};
use crate::text::{fold, latin_key};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Verdict about two names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NameVerdict {
    /// The names are one person's.
    Same,
    /// The names are two persons'.
    Different,
    /// The evidence does not decide.
    Unclear,
}

/// Verdict about two names, with its evidence.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JudgedNames {
    /// The verdict.
    pub verdict: NameVerdict,
    /// Certainty that the names are one, from 0 to 1.
    pub score: f64,
    /// The evidence.
    pub evidence: NameEvidence,
}

/// Evidence for and against two names being one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct NameEvidence {
    /// Whether the names are equal without script, width, blanks, team, rank and country.
    pub same_key: bool,
    /// Whether the names are equal in Latin letters.
    pub same_sound: bool,
    /// Whether one name may be a slip of the other.
    pub near: bool,
    /// Number of games with both names in one place, on different records.
    pub beside: u32,
    /// Number of games in which the names are opponents.
    pub against: u32,
    /// Number of games of each name.
    pub games: [u32; 2],
    /// Source in the list of notable players that has both names as one; `None` without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listed: Option<String>,
    /// Whether the list has both names, but their games do not fit one life.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub apart: bool,
    /// Whether a person decided the verdict.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub decided: bool,
}

/// Players and teams that one record of a game names.
#[derive(Debug, Clone, Default)]
pub struct PlayersOfRecord {
    /// Red and Black as written.
    pub players: [Option<String>; 2],
    /// Teams of Red and Black.
    pub teams: [Option<String>; 2],
}

/// Players of an archive.
#[derive(Debug, Clone, Default)]
pub struct Persons {
    register: Register,
    /// Decisions of people.
    alike: JoinedSubjects,
    /// List of notable players.
    notable: Arc<Notable>,
    /// Places of names in hanzi, by their sound.
    sounds: FxHashMap<String, Vec<u32>>,
    /// Places of names in letters, by the letters without blanks.
    spelled: FxHashMap<String, Vec<u32>>,
}

impl Persons {
    /// Starts without names; decisions and the list of notable players join them.
    pub fn new(alike: JoinedSubjects, notable: &Arc<Notable>) -> Persons {
        Persons { alike, notable: notable.clone(), ..Persons::default() }
    }

    /// List of notable players.
    pub fn notable(&self) -> &Notable {
        &self.notable
    }

    /// Key in the register, shared by all spellings that a rule or a decision makes one person's.
    pub fn key(&self, name: &str) -> String {
        self.alike.player(&name_key(name)).to_owned()
    }

    /// Merges the spellings and teams of several folded names.
    pub(super) fn merged<'k>(&self, keys: impl Iterator<Item = &'k str>) -> NameEntry {
        let keys: BTreeSet<&str> = keys.map(|key| self.alike.player(key)).collect();
        let mut whole = NameEntry::default();
        for (_, entry) in keys.into_iter().filter_map(|key| self.register.find(key)) {
            whole.spellings.extend_from_slice(&entry.spellings);
            for (team, games) in &entry.teams {
                match whole.teams.iter_mut().find(|(known, _)| known == team) {
                    Some((_, known)) => *known += games,
                    None => whole.teams.push((team.clone(), *games)),
                }
            }
        }
        for texts in [&mut whole.spellings, &mut whole.teams] {
            texts.sort_by(|a, b| (b.1, &a.0).cmp(&(a.1, &b.0)));
        }
        whole
    }

    /// Pairs of names that games have in one place, and pairs of a name in letters and one in hanzi
    /// with that sound.
    pub(super) fn alike_or_beside(&self) -> BTreeSet<(u32, u32)> {
        let read_so = self.spelled.iter().flat_map(|(letters, spelled)| {
            let hanzi = self.sounds.get(letters).into_iter().flatten();
            let pair = |hanzi: u32, latin: u32| (hanzi.min(latin), hanzi.max(latin));
            hanzi.flat_map(move |&hanzi| spelled.iter().map(move |&latin| pair(hanzi, latin)))
        });
        self.register.pairs().chain(read_so).collect()
    }

    /// Places of names in hanzi, by their sound.
    pub(super) fn sounds(&self) -> &FxHashMap<String, Vec<u32>> {
        &self.sounds
    }

    /// Places of a known name: of hanzi by key, of letters without blanks.
    pub(super) fn known(&self, key: &str) -> Vec<u32> {
        let spelled = self.spelled.get(key).cloned().unwrap_or_default();
        self.register.find(key).map_or(spelled, |(place, _)| vec![place])
    }

    /// Place of a folded name in the register, added if new. `pinyin` is its sound; empty if it was
    /// not computed.
    pub(super) fn place(&mut self, key: &str, pinyin: &str) -> u32 {
        let first = self.alike.player(key);
        let known = self.register.entries().len();
        let place = self.register.place(first);
        if place as usize == known && first.is_ascii() {
            self.spelled.entry(letters(first).concat()).or_default().push(place);
        } else if place as usize == known {
            let sound = match pinyin {
                _ if first != key => latin_key(first),
                "" => latin_key(first),
                _ => pinyin.chars().filter(|c| c.is_alphabetic() || c.is_ascii_digit()).collect(),
            };
            self.sounds.entry(sound).or_default().push(place);
        }
        place
    }

    /// Adds games whose records agree about the players.
    pub(super) fn add_games(&mut self, games: GamesOfNames) {
        self.register.add_games(games);
    }

    /// Adds a game, or copies of one game, counted once: the places of Red and Black by each
    /// record, each pair once.
    pub(super) fn add_game(&mut self, pairs: &mut Vec<[Option<u32>; 2]>, year: Option<u16>) {
        let name = |place: &Option<u32>| place.map(|at| &*self.register.entries()[at as usize].key);
        // Sorted by name, so that the order of imports does not matter.
        pairs.sort_unstable_by_key(|pair| pair.each_ref().map(name));
        pairs.dedup();
        let seen: FxHashSet<u32> = pairs.iter().flatten().flatten().copied().collect();
        let named = |[red, black]: &[Option<u32>; 2]| Some([(*red)?, (*black)?]);
        let named: Vec<[u32; 2]> = pairs.iter().filter_map(named).take(MOST_COMPARED).collect();
        let mut against: FxHashSet<(u32, u32)> = FxHashSet::default();
        let mut beside: FxHashSet<(u32, u32)> = FxHashSet::default();
        for (at, &[red, black]) in named.iter().enumerate() {
            against.extend((red != black).then_some((red.min(black), red.max(black))));
            beside.extend(named[..at].iter().filter_map(|other| self.one_place(other, &named[at])));
        }
        seen.into_iter().for_each(|place| self.register.count(place, year));
        beside.into_iter().for_each(|(a, b)| self.register.note_beside(a, b));
        against.into_iter().for_each(|(a, b)| self.register.note_against(a, b));
    }

    /// Counts spellings and teams in the records of one game, in a register of some games.
    pub(super) fn count_spellings(&self, counted: &mut Register, heads: &[PlayersOfRecord]) {
        let (mut spelled, mut teams) = (Vec::new(), Vec::new());
        let key = |text: &str| {
            let key = name_key(text);
            (!key.is_empty()).then(|| self.alike.player(&key).to_owned())
        };
        for head in heads {
            for (player, team) in head.players.iter().zip(&head.teams) {
                let Some(player) = player else { continue };
                let Some(place) = counted.place_of_text(player, key) else { continue };
                spelled.push((place, &**player));
                teams.extend(team.as_deref().map(|team| (place, team)));
            }
        }
        counted.count_spellings(&mut spelled);
        counted.count_teams(&mut teams);
    }

    /// Adds the spellings and teams that a register of some games counted.
    pub(super) fn add_register(&mut self, counted: Register) {
        let names = counted.entries().iter();
        let places: Vec<u32> = names.map(|entry| self.place(&entry.key, "")).collect();
        self.register.add_register(counted, &places);
    }

    /// Two names in one place of two records of a game, if the other player agrees.
    fn one_place(&self, a: &[u32; 2], b: &[u32; 2]) -> Option<(u32, u32)> {
        let agree = |side: usize| {
            let [one, other] = [a, b].map(|pair| &self.register.entries()[pair[side] as usize].key);
            names_agree(one, other)
        };
        let side = match (a[0] != b[0], a[1] != b[1]) {
            (true, false) => 0,
            (false, true) => 1,
            (true, true) if agree(1) => 0,
            (true, true) if agree(0) => 1,
            _ => return None,
        };
        Some((a[side].min(b[side]), a[side].max(b[side])))
    }

    /// Sorts the register; to be called after the last game.
    pub fn finish(&mut self) {
        self.register.sort();
    }

    /// Names of all players.
    pub fn register(&self) -> &Register {
        &self.register
    }

    /// Judges whether two names, as written in records, are one person.
    pub fn judge(&self, a: &str, b: &str) -> JudgedNames {
        let subject = |name: &str| Subject::Player(name_key(name));
        let [one, other] = [a, b].map(|name| self.key(name));
        let places = [&one, &other].map(|key| self.register.find(key));
        let games = places.map(|known| known.map_or(0, |(_, entry)| entry.games));
        let both = match places {
            [Some((one, _)), Some((other, _))] if one != other => Some((one, other)),
            _ => None,
        };
        let listed = self.notable.both(a, b).filter(|_| one != other);
        let years = places.map(|known| known.and_then(|(_, entry)| entry.years));
        let grounds = NameEvidence {
            same_key: one == other,
            same_sound: sounds_same(&one, &other),
            near: is_near_name(&one, &other, SlipLimits { hanzi: 2, letters: 5 }),
            beside: both.map_or(0, |(a, b)| self.register.beside(a, b)),
            against: both.map_or(0, |(a, b)| self.register.against(a, b)),
            games,
            listed: listed.map(|noted| noted.source.clone()),
            apart: listed.is_some_and(|noted| !noted.lived(years)),
            decided: false,
        };
        let (verdict, score, decided) = match decided(&self.alike, &subject(a), &subject(b)) {
            Some(NameVerdict::Same) => (NameVerdict::Same, 1.0, true),
            Some(verdict) => (verdict, 0.0, true),
            None => {
                let (verdict, score) = self.verdict([a, b], [&one, &other], &grounds);
                (verdict, score, false)
            }
        };
        let grounds = NameEvidence { decided, ..grounds };
        JudgedNames { verdict, score, evidence: grounds }
    }

    fn verdict(
        &self,
        [a, b]: [&str; 2],
        [one, other]: [&str; 2],
        of: &NameEvidence,
    ) -> (NameVerdict, f64) {
        let (same, different) = (NameVerdict::Same, NameVerdict::Different);
        if one.is_empty() || other.is_empty() {
            return (NameVerdict::Unclear, 0.5);
        }
        let versions = [one, other].map(digits);
        if names_several(a) != names_several(b)
            || versions[0] != versions[1] && versions.iter().all(|digits| !digits.is_empty())
        {
            return (different, 0.02);
        }
        // A country, a telephone number or a second name may be glued to one of the names.
        if is_long(a) != is_long(b) || versions[0] != versions[1] {
            return (NameVerdict::Unclear, 0.1);
        }
        if of.same_key {
            return (same, 1.0);
        }
        // Two players who met are two, unless a wrong heading has both.
        if of.against > of.beside {
            return (different, 0.01);
        }
        if of.apart {
            return (NameVerdict::Unclear, 0.4);
        }
        // Players who met are joined only by games with enough evidence, not by a list.
        if of.listed.is_some() && of.against == 0 {
            return (same, 0.96);
        }
        let rarer = of.games[0].min(of.games[1]).max(1);
        let share = f64::from(of.beside) / f64::from(rarer);
        let is_mixed = one.is_ascii() != other.is_ascii();
        if is_mixed && of.same_sound {
            // No other person, or hardly one, has this sound.
            let hanzi = if one.is_ascii() { other } else { one };
            return match self.is_only_one(hanzi) || share >= 0.3 {
                true => (same, 0.97),
                false => (NameVerdict::Unclear, 0.6),
            };
        }
        if of.against > 0 || of.beside == 0 {
            let score = if of.near || of.same_sound { 0.4 } else { 0.1 };
            return (NameVerdict::Unclear, score);
        }
        // The shared games may be wrong headings of a person with exactly this spelling.
        if is_mixed && !of.same_sound && self.is_of_another([one, other], of.beside) {
            return (NameVerdict::Unclear, 0.5);
        }
        let is_alike = of.near || of.same_sound;
        if is_alike && share >= 0.25 {
            (same, 0.95)
        } else if is_mixed && share >= 0.25 && self.is_chosen(one, other) {
            // A romanisation outside all rules, shown by games.
            (same, 0.9)
        } else {
            (NameVerdict::Unclear, 0.5)
        }
    }

    /// Whether no other name with this sound in hanzi has many games.
    fn is_only_one(&self, hanzi: &str) -> bool {
        let games = |place: &u32| self.register.entries()[*place as usize].games;
        let Some(alike) = self.sounds.get(&latin_key(hanzi)) else { return true };
        let own = self.register.find(hanzi).map(|(place, entry)| (place, entry.games));
        let Some((place, own)) = own else { return alike.is_empty() };
        let others = alike.iter().filter(|&&other| other != place).map(games).max().unwrap_or(0);
        own > 5 * others
    }

    /// Whether the name in letters is the sound of a third name in hanzi, and most of its games do
    /// not share the other name.
    fn is_of_another(&self, names: [&str; 2], shared: u32) -> bool {
        let latin = names.into_iter().find(|name| name.is_ascii()).unwrap_or_default();
        let games = self.register.find(latin).map_or(0, |(_, entry)| entry.games);
        games > 2 * shared && self.sounds.contains_key(&latin_key(latin))
    }

    /// Whether each name stands in the place of the other more often than of any third name.
    fn is_chosen(&self, one: &str, other: &str) -> bool {
        let (Some((one, _)), Some((other, _))) =
            (self.register.find(one), self.register.find(other))
        else {
            return false;
        };
        let latin = if self.register.entries()[one as usize].key.is_ascii() { one } else { other };
        let own = self.register.beside(one, other);
        self.register
            .pairs()
            .filter(|&(a, b)| {
                (a == latin || b == latin) && (a, b) != (one.min(other), one.max(other))
            })
            .all(|(a, b)| self.register.beside(a, b) < own)
    }
}

/// Words of a folded name in letters, like [`latin_words`](crate::text::latin_words) but ten times
/// as fast.
pub(super) fn letters(key: &str) -> Vec<String> {
    let words = key.split([' ', ',', '.']).map(|word| {
        let kept: String = word.chars().filter(char::is_ascii_alphanumeric).collect();
        match kept.as_str() {
            "lyu" => "lv".to_owned(),
            "nyu" => "nv".to_owned(),
            _ => kept,
        }
    });
    words.filter(|word| !word.is_empty()).collect()
}

/// Largest number of names in one game that are compared with each other.
const MOST_COMPARED: usize = 64;

/// Verdict by a decision of people; None without one.
pub(super) fn decided(alike: &JoinedSubjects, a: &Subject, b: &Subject) -> Option<NameVerdict> {
    match a != b && alike.first(a) == alike.first(b) {
        true => Some(NameVerdict::Same),
        false => alike.are_apart(a, b).then_some(NameVerdict::Different),
    }
}

/// Whether two names are equal in Latin letters. Names of signs alone have no sound.
fn sounds_same(one: &str, other: &str) -> bool {
    let own = latin_key(one);
    (!own.is_empty() && own == latin_key(other)) || names_agree(one, other)
}

fn digits(name: &str) -> String {
    fold(name).chars().filter(char::is_ascii_digit).collect()
}

/// Whether a field names two people, or a nickname looks like that.
fn names_several(name: &str) -> bool {
    fold(name).contains(['+', '、', '&', '/'])
}

/// Whether a field has more hanzi than one person's name.
fn is_long(name: &str) -> bool {
    let hanzi = fold(name).chars().filter(|c| *c > '\u{2E80}').count();
    hanzi > 5 && name_key(name).chars().count() > 4
}

#[cfg(test)]
mod tests {
    use super::super::notable::NotableKind;
    use super::*;

    /// Red, Black and year by one record.
    type Head = ([&'static str; 2], u16);

    fn head(red: &'static str, black: &'static str) -> Head {
        ([red, black], 1982)
    }

    fn persons(games: &[&[Head]]) -> Persons {
        listed(games, "[only]")
    }

    fn listed(games: &[&[Head]], list: &str) -> Persons {
        let notable = Arc::new(Notable::read(NotableKind::Players, list).unwrap());
        let mut persons = Persons::new(JoinedSubjects::default(), &notable);
        for heads in games {
            let mut place = |name: &str| Some(persons.place(&name_key(name), ""));
            let mut pairs: Vec<[Option<u32>; 2]> =
                heads.iter().map(|(pair, _)| [place(pair[0]), place(pair[1])]).collect();
            persons.add_game(&mut pairs, heads.first().map(|head| head.1));
        }
        persons.finish();
        persons
    }

    #[test]
    fn letters_are_those_of_the_text_room() {
        for key in ["hu ronghua", "lyu qin", "li, laiqun", "o'neill j.", "a-b c3", "", "--"] {
            assert_eq!(letters(key), crate::text::latin_words(key), "{key}");
        }
    }

    #[test]
    fn script_width_and_team_are_no_difference() {
        let persons = persons(&[]);
        for (a, b) in [("上海 胡榮華", "胡荣华"), ("呂　欽", "吕钦"), ("趙汝權(5r)", "赵汝权")]
        {
            assert_eq!(persons.judge(a, b).verdict, NameVerdict::Same, "{a} {b}");
        }
    }

    #[test]
    fn a_misprint_is_told_by_the_games_it_stands_in() {
        let beside = [head("楊官璘", "呂欽"), head("楊官麟", "吕钦")];
        let other = [head("楊官璘", "胡榮華")];
        let persons = persons(&[&beside, &other, &other]);
        assert_eq!(persons.judge("廣東楊官璘", "楊官麟").verdict, NameVerdict::Same);
        assert_eq!(persons.judge("楊官璘", "楊官轔").verdict, NameVerdict::Unclear);
    }

    #[test]
    fn brothers_stay_two_though_a_heading_is_wrong() {
        let wrong = [head("莊玉庭", "呂欽"), head("莊玉騰", "呂欽")];
        let (one, other) = ([head("莊玉庭", "胡榮華")], [head("莊玉騰", "胡榮華")]);
        let mut games: Vec<&[Head]> = vec![&wrong];
        games.extend([&one[..], &other[..]].repeat(5));
        assert_eq!(persons(&games).judge("莊玉庭", "莊玉騰").verdict, NameVerdict::Unclear);
        games.push(&[]);
        let met = [head("莊玉庭", "莊玉騰")];
        games.extend([&met[..], &met[..]]);
        assert_eq!(persons(&games).judge("莊玉庭", "莊玉騰").verdict, NameVerdict::Different);
    }

    #[test]
    fn pinyin_is_one_man_where_nobody_else_sounds_so() {
        let of = |names: &[&'static str]| {
            let games: Vec<[Head; 1]> = names.iter().map(|name| [head(name, "呂欽")]).collect();
            let games: Vec<&[Head]> = games.iter().map(|game| &game[..]).collect();
            persons(&games).judge("胡榮華", "HU RongHua").verdict
        };
        assert_eq!(of(&["胡榮華"]), NameVerdict::Same);
        assert_eq!(of(&["胡榮華", "胡蓉花", "胡容华"]), NameVerdict::Unclear);
    }

    #[test]
    fn pinyin_of_one_brother_is_not_the_other_whom_it_stood_for() {
        let wrong = [head("莊玉騰", "呂欽"), head("ZHUANG YuTing", "呂欽")];
        let (own, alone) = ([head("莊玉庭", "胡榮華")], [head("ZHUANG YuTing", "胡榮華")]);
        let mut games: Vec<&[Head]> = vec![&wrong; 2];
        games.extend([&alone[..]; 3]);
        let of = |games: &[&[Head]]| persons(games).judge("莊玉騰", "ZHUANG YuTing").verdict;
        assert_eq!(of(&games), NameVerdict::Same, "nobody else sounds so");
        games.extend([&own[..]; 5]);
        assert_eq!(of(&games), NameVerdict::Unclear);
        let brother = persons(&games).judge("莊玉庭", "ZHUANG YuTing").verdict;
        assert_eq!(brother, NameVerdict::Same);
    }

    #[test]
    fn names_of_signs_alone_are_nobody() {
        let persons = persons(&[&[head("???", "呂欽")], &[head("\u{fffd}\u{fffd}", "呂欽")]]);
        for (a, b) in [("\u{fffd}\u{fffd}", "\0"), ("???", "\u{fffd}\u{fffd}"), ("？！", "--")] {
            let judged = persons.judge(a, b);
            assert_eq!(judged.verdict, NameVerdict::Unclear, "{a:?} {b:?}");
            assert!(!judged.evidence.same_sound);
        }
    }

    const LIST: &str = "[only]\n趙汝權\t\t\tChiu Yu Kuen\t香港\tm\t1942\t\t\tbook of players";

    #[test]
    fn the_list_of_players_joins_what_it_names() {
        let judged = listed(&[], LIST).judge("香港赵汝权", "CHIU Yu Kuen");
        assert_eq!(judged.verdict, NameVerdict::Same);
        assert_eq!(judged.evidence.listed.as_deref(), Some("book of players"));
        let judged = persons(&[]).judge("香港赵汝权", "CHIU Yu Kuen");
        assert_eq!((judged.verdict, judged.evidence.listed), (NameVerdict::Unclear, None));
    }

    #[test]
    fn who_met_or_lived_at_other_times_is_not_joined_by_the_list() {
        let verdict =
            |games: &[&[Head]]| listed(games, LIST).judge("趙汝權", "CHIU Yu Kuen").verdict;
        let met = [head("趙汝權", "CHIU Yu Kuen")];
        assert_eq!(verdict(&[&met]), NameVerdict::Different);
        let of = |name: &'static str, year: u16| [([name, "呂欽"], year)];
        let (early, late) = (of("趙汝權", 1930), of("CHIU Yu Kuen", 1980));
        assert_eq!(verdict(&[&early, &late]), NameVerdict::Unclear, "before he was born");
        let (early, late) = (of("趙汝權", 1943), of("CHIU Yu Kuen", 2034));
        assert_eq!(verdict(&[&early, &late]), NameVerdict::Unclear, "longer than a life");
        let (early, late) = (of("趙汝權", 1970), of("CHIU Yu Kuen", 1980));
        assert_eq!(verdict(&[&early, &late]), NameVerdict::Same);
    }

    #[test]
    fn two_for_one_and_versions_are_others() {
        let persons = persons(&[]);
        for (a, b) in [("呂欽、郭莉萍", "呂欽"), ("HaQiKi D 1.0", "HaQiKi D 1.2")] {
            assert_eq!(persons.judge(a, b).verdict, NameVerdict::Different, "{a} {b}");
        }
        for (a, b) in [("木易四郎", "木易四郎(05355621689)"), ("艾明頓", "艾明頓陳文治")]
        {
            assert_eq!(persons.judge(a, b).verdict, NameVerdict::Unclear, "{a} {b}");
        }
    }

    #[test]
    fn a_romanisation_is_told_by_several_games() {
        let beside = [head("趙汝權", "呂欽"), head("CHIU Yu Kuen", "LV Qin")];
        let persons = persons(&[&beside, &beside]);
        assert_eq!(persons.judge("CHIU Yu Kuen", "趙汝權").verdict, NameVerdict::Same);
    }
}

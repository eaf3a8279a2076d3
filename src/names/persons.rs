//! Are two names one person? What is certain by rule, what games tell, and what speaks against it.
//! Pure.

use super::notable::Notable;
use super::register::Register;
use crate::decision::{JoinedSubjects, Subject};
use crate::metadata::{SlipLimits, is_near_name, name_key, names_agree};
use crate::text::{fold, latin_key};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use std::sync::Arc;

/// Verdict about two names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NameVerdict {
    /// The two are one.
    Same,
    /// The two are two.
    Different,
    /// Nothing decides whether they are one.
    Unclear,
}

/// Verdict about two names, with its evidence.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JudgedNames {
    /// The verdict.
    pub verdict: NameVerdict,
    /// How sure it is that they are one, from 0 to 1.
    pub score: f64,
    /// The evidence.
    pub evidence: NameEvidence,
}

/// Evidence for and against two names being one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct NameEvidence {
    /// Whether both are equal without script, width, blanks, team, rank and country.
    pub same_key: bool,
    /// Whether both are equal as they are read in Latin letters.
    pub same_sound: bool,
    /// Whether one may be a slip of the other.
    pub near: bool,
    /// Number of games whose records have one in the place of the other.
    pub beside: u32,
    /// Number of games in which they play each other.
    pub against: u32,
    /// Number of games of each.
    pub games: [u32; 2],
    /// Source by which the list of notable names has both as one; `None` where it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listed: Option<String>,
    /// Whether the list has both, but their games are not of one life.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub apart: bool,
    /// Whether a person decided it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub decided: bool,
}

/// Players, teams and year by one record of a game.
#[derive(Debug, Clone, Default)]
pub struct PlayersOfRecord {
    /// Red and Black, as they are written.
    pub players: [Option<String>; 2],
    /// Their teams.
    pub teams: [Option<String>; 2],
    /// The year, when it is known.
    pub year: Option<u16>,
}

/// The players of an archive.
#[derive(Debug, Clone, Default)]
pub struct Persons {
    register: Register,
    /// Decisions of people.
    alike: JoinedSubjects,
    /// The list of notable players.
    notable: Arc<Notable>,
    /// Names in hanzi by their sound.
    sounds: FxHashMap<String, Vec<u32>>,
}

impl Persons {
    /// Begins without names. Decisions and the list of notable players will tell which are one.
    pub fn new(alike: &JoinedSubjects, notable: &Arc<Notable>) -> Persons {
        Persons { alike: alike.clone(), notable: notable.clone(), ..Persons::default() }
    }

    /// The list of notable players.
    pub fn notable(&self) -> &Notable {
        &self.notable
    }

    /// The key that all spellings share which are one person's by rule or by decision. Under it
    /// they stand in the register.
    pub fn key(&self, name: &str) -> String {
        self.alike.player(&name_key(name)).to_owned()
    }

    /// Adds the records of a game.
    pub fn add(&mut self, heads: &[PlayersOfRecord]) {
        let keys: Vec<[String; 2]> = heads
            .iter()
            .map(|head| {
                [0, 1].map(|side| {
                    head.players[side].as_deref().map(|name| self.key(name)).unwrap_or_default()
                })
            })
            .collect();
        let year = heads.iter().find_map(|head| head.year);
        let mut seen: FxHashMap<u32, FxHashSet<&str>> = FxHashMap::default();
        let mut teams: FxHashMap<u32, FxHashSet<&str>> = FxHashMap::default();
        let mut beside: FxHashSet<(u32, u32)> = FxHashSet::default();
        let mut against: FxHashSet<(u32, u32)> = FxHashSet::default();
        let mut distinct: FxHashSet<&[String; 2]> = FxHashSet::default();
        let mut compared: Vec<&[String; 2]> = Vec::new();
        for (head, names) in heads.iter().zip(&keys) {
            let places =
                names.each_ref().map(|name| (!name.is_empty()).then(|| self.register.place(name)));
            for side in [0, 1] {
                if let (Some(place), Some(spelling)) = (places[side], &head.players[side]) {
                    seen.entry(place).or_default().insert(spelling.as_str());
                }
                if let (Some(place), Some(team)) = (places[side], &head.teams[side]) {
                    teams.entry(place).or_default().insert(team.as_str());
                }
            }
            // Most records of a game say the same.
            let [Some(red), Some(black)] = places else { continue };
            if !distinct.insert(names) {
                continue;
            }
            if red != black {
                against.insert((red, black));
            }
            for other in &compared {
                beside.extend(self.one_place(other, names));
            }
            if compared.len() < MOST_COMPARED {
                compared.push(names);
            }
        }
        seen.iter().for_each(|(&place, spellings)| self.register.count(place, spellings, year));
        teams.iter().for_each(|(&place, teams)| self.register.count_teams(place, teams));
        beside.into_iter().for_each(|(a, b)| self.register.note_beside(a, b));
        against.into_iter().for_each(|(a, b)| self.register.note_against(a, b));
    }

    /// The two names that stand in one place of two records, where the other player agrees.
    fn one_place(&mut self, a: &[String; 2], b: &[String; 2]) -> Option<(u32, u32)> {
        let differ = |side: usize| a[side] != b[side];
        let side = match (differ(0), differ(1)) {
            (true, false) => 0,
            (false, true) => 1,
            (true, true) if names_agree(&a[1], &b[1]) => 0,
            (true, true) if names_agree(&a[0], &b[0]) => 1,
            _ => return None,
        };
        let (a, b) = (self.register.place(&a[side]), self.register.place(&b[side]));
        Some((a.min(b), a.max(b)))
    }

    /// Ends the collection: to be called when all games are added.
    pub fn finish(&mut self) {
        self.register.sort();
        for (place, entry) in (0..).zip(self.register.entries()) {
            if !entry.key.is_ascii() {
                self.sounds.entry(latin_key(&entry.key)).or_default().push(place);
            }
        }
    }

    /// The names of all players.
    pub fn register(&self) -> &Register {
        &self.register
    }

    /// Judges whether two names, as records write them, are one person.
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
        // A country, a telephone number or a second name may be glued to one of them.
        if is_long(a) != is_long(b) || versions[0] != versions[1] {
            return (NameVerdict::Unclear, 0.1);
        }
        if of.same_key {
            return (same, 1.0);
        }
        // Two who played each other are two; but a wrong heading can do that, too.
        if of.against > of.beside {
            return (different, 0.01);
        }
        if of.apart {
            return (NameVerdict::Unclear, 0.4);
        }
        // Who met is not joined by a list, but by games, if they tell enough.
        if of.listed.is_some() && of.against == 0 {
            return (same, 0.96);
        }
        let rarer = of.games[0].min(of.games[1]).max(1);
        let share = f64::from(of.beside) / f64::from(rarer);
        let is_mixed = one.is_ascii() != other.is_ascii();
        if is_mixed && of.same_sound {
            // Nobody else who is spelled so, or hardly anybody.
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
        // The shared games may be wrong headings of somebody who is spelled exactly so.
        if is_mixed && !of.same_sound && self.is_of_another([one, other], of.beside) {
            return (NameVerdict::Unclear, 0.5);
        }
        let is_alike = of.near || of.same_sound;
        if is_alike && share >= 0.25 {
            (same, 0.95)
        } else if is_mixed && share >= 0.25 && self.is_chosen(one, other) {
            // A romanisation that no rule tells: the games do.
            (same, 0.9)
        } else {
            (NameVerdict::Unclear, 0.5)
        }
    }

    /// Whether nobody else of note is read as this name in hanzi.
    fn is_only_one(&self, hanzi: &str) -> bool {
        let games = |place: &u32| self.register.entries()[*place as usize].games;
        let Some(alike) = self.sounds.get(&latin_key(hanzi)) else { return true };
        let own = self.register.find(hanzi).map(|(place, entry)| (place, entry.games));
        let Some((place, own)) = own else { return alike.is_empty() };
        let others = alike.iter().filter(|&&other| other != place).map(games).max().unwrap_or(0);
        own > 5 * others
    }

    /// Whether the one of two names that is in Latin letters is the very sound of a third in hanzi,
    /// and has most of its games without the other.
    fn is_of_another(&self, names: [&str; 2], shared: u32) -> bool {
        let latin = names.into_iter().find(|name| name.is_ascii()).unwrap_or_default();
        let games = self.register.find(latin).map_or(0, |(_, entry)| entry.games);
        games > 2 * shared && self.sounds.contains_key(&latin_key(latin))
    }

    /// Whether each of two names stands beside the other more often than beside anybody else.
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

/// Largest number of names in a game with which each is compared.
const MOST_COMPARED: usize = 64;

/// The verdict by which people decided about two names, if they did.
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

/// Whether a field names two people, or a person who calls himself so.
fn names_several(name: &str) -> bool {
    fold(name).contains(['+', '、', '&', '/'])
}

/// Whether a field has more hanzi than the name of one person.
fn is_long(name: &str) -> bool {
    let hanzi = fold(name).chars().filter(|c| *c > '\u{2E80}').count();
    hanzi > 5 && name_key(name).chars().count() > 4
}

#[cfg(test)]
mod tests {
    use super::super::notable::NotableKind;
    use super::*;

    fn head(red: &str, black: &str) -> PlayersOfRecord {
        PlayersOfRecord {
            players: [Some(red.to_owned()), Some(black.to_owned())],
            year: Some(1982),
            ..PlayersOfRecord::default()
        }
    }

    fn persons(games: &[&[PlayersOfRecord]]) -> Persons {
        listed(games, "[only]")
    }

    fn listed(games: &[&[PlayersOfRecord]], list: &str) -> Persons {
        let notable = Arc::new(Notable::read(NotableKind::Players, list).unwrap());
        let mut persons = Persons::new(&JoinedSubjects::default(), &notable);
        games.iter().for_each(|heads| persons.add(heads));
        persons.finish();
        persons
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
        let mut games: Vec<&[PlayersOfRecord]> = vec![&wrong];
        games.extend([&one[..], &other[..]].repeat(5));
        assert_eq!(persons(&games).judge("莊玉庭", "莊玉騰").verdict, NameVerdict::Unclear);
        games.push(&[]);
        let met = [head("莊玉庭", "莊玉騰")];
        games.extend([&met[..], &met[..]]);
        assert_eq!(persons(&games).judge("莊玉庭", "莊玉騰").verdict, NameVerdict::Different);
    }

    #[test]
    fn pinyin_is_one_man_where_nobody_else_sounds_so() {
        let of = |names: &[&str]| {
            let games: Vec<[PlayersOfRecord; 1]> =
                names.iter().map(|name| [head(name, "呂欽")]).collect();
            let games: Vec<&[PlayersOfRecord]> = games.iter().map(|game| &game[..]).collect();
            persons(&games).judge("胡榮華", "HU RongHua").verdict
        };
        assert_eq!(of(&["胡榮華"]), NameVerdict::Same);
        assert_eq!(of(&["胡榮華", "胡蓉花", "胡容华"]), NameVerdict::Unclear);
    }

    #[test]
    fn pinyin_of_one_brother_is_not_the_other_whom_it_stood_for() {
        let wrong = [head("莊玉騰", "呂欽"), head("ZHUANG YuTing", "呂欽")];
        let (own, alone) = ([head("莊玉庭", "胡榮華")], [head("ZHUANG YuTing", "胡榮華")]);
        let mut games: Vec<&[PlayersOfRecord]> = vec![&wrong; 2];
        games.extend([&alone[..]; 3]);
        let of =
            |games: &[&[PlayersOfRecord]]| persons(games).judge("莊玉騰", "ZHUANG YuTing").verdict;
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
        let verdict = |games: &[&[PlayersOfRecord]]| {
            listed(games, LIST).judge("趙汝權", "CHIU Yu Kuen").verdict
        };
        let met = [head("趙汝權", "CHIU Yu Kuen")];
        assert_eq!(verdict(&[&met]), NameVerdict::Different);
        let of =
            |name: &str, year: u16| [PlayersOfRecord { year: Some(year), ..head(name, "呂欽") }];
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

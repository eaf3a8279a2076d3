//! Finds the players that a name means.
//!
//! The whole name of a person means that person, under all names joined by evidence or decision,
//! and nobody else. Any other text is part of a name:
//!
//! Latin letters are compared by sound: `lvqin` finds 吕钦. Hanzi are compared as written, in
//! either script: 许天红 is not 徐天红, though both sound alike. Spellings in Latin letters
//! count as a person's if nobody else in the archive has that sound; [`FoundNames`] lists them. If
//! nobody has the hanzi, similar names are only suggested ([`FoundBy::Near`]): 胡容华 finds
//! nobody and suggests 胡荣华.

use crate::decision::{JoinedSubjects, Subject};
use crate::metadata::{SlipLimits, is_near_name, name_key, split_team};
use crate::search::archive::ids::IdSet;
use crate::search::archive::names::{KnownNames, NameClass, PlayerSpelling};
use crate::search::archive::{Archive, once};
use crate::store::{PLAYERS, Result};
use crate::text::{fold, is_polyphonic, latin_key, latin_keys};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::sync::OnceLock;

/// Largest number of suggestions for an unknown name.
pub(super) const MOST: usize = 3;
/// Largest distance of sound, in letters, behind the nearest name.
pub(super) const FARTHER: usize = 1;
/// Smallest lengths of names in which a slip is assumed.
pub(super) const LIMITS: SlipLimits = SlipLimits { hanzi: 3, letters: 5 };

/// How names are compared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum NameMatch {
    /// By writing or by sound, depending on the text.
    #[default]
    Auto,
    /// The whole name, letter by letter.
    Exact,
    /// Part of a name, in either script.
    Script,
    /// Part of a name, by its sound.
    Pinyin,
}

/// Whether a text is too long to be compared with all names for slips.
pub(super) fn is_too_long(text: &str) -> bool {
    const LONGEST: usize = 60;
    text.chars().nth(LONGEST).is_some()
}

/// Names that were found although they differ from the requested name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundNames {
    /// The requested name.
    pub asked: String,
    /// Sort of the names: players, events or books.
    pub sort: NameClass,
    /// The names, sorted and distinct.
    pub names: Vec<String>,
    /// Reason why the names were found.
    pub by: FoundBy,
}

/// Reason why differing names were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoundBy {
    /// The names sound like the requested name, which others have in writing.
    Sound,
    /// The names are in Latin letters and sound like the requested name, which nobody has in
    /// writing.
    SoundAlone,
    /// People decided that the names mean a found person.
    Decision,
    /// Evidence shows that the names mean a found person.
    Evidence,
    /// Nothing has the requested name; these are similar, and their games are not found. There may be
    /// none.
    Near,
}

impl FoundBy {
    /// Whether the names belong to a person found, and are not merely similar.
    pub fn is_joined(self) -> bool {
        matches!(self, FoundBy::Decision | FoundBy::Evidence)
    }
}

impl FoundNames {
    /// The names found for a request; `None` if there are none.
    fn of(asked: &str, mut names: Vec<String>, by: FoundBy) -> Option<FoundNames> {
        names.sort_unstable();
        names.dedup();
        let sort = NameClass::Player;
        (!names.is_empty()).then(|| FoundNames { asked: asked.to_owned(), sort, names, by })
    }
}

/// The players that a name means.
#[derive(Debug, Default)]
pub(crate) struct Players {
    pub(crate) ids: IdSet,
    /// Names of the players that differ from the requested name.
    pub(crate) otherwise: Vec<FoundNames>,
}

/// Players whose names contain `wanted`, compared as [`NameMatch::Auto`].
pub(crate) fn players(archive: &Archive, wanted: &str) -> Result<IdSet> {
    Ok(find(archive, wanted, NameMatch::Auto)?.ids)
}

/// The players that a name means.
pub(crate) fn find(archive: &Archive, wanted: &str, how: NameMatch) -> Result<Players> {
    if how == NameMatch::Auto
        && let Some(person) = whole_name(archive, wanted)?
    {
        return Ok(person);
    }
    let names = archive.player_names()?;
    let alike = archive.decided().alike();
    let of = |ids| Players { ids, ..Players::default() };
    let found = match how {
        NameMatch::Exact => return Ok(of(names.fitting(|name| name.is_exactly(wanted)))),
        NameMatch::Script => of(names.written(wanted)),
        NameMatch::Pinyin => of(names.sounding(wanted)),
        NameMatch::Auto if is_latin(wanted) => {
            let mut ids = names.written(wanted);
            ids.add(&names.sounding(wanted));
            names.keep_apart(&mut ids, &name_key(wanted), alike);
            of(ids)
        }
        NameMatch::Auto => names.of_hanzi(wanted, alike),
    };
    // An explicit comparison adds only names joined by decision.
    let decided = JoinedSubjects::of(archive.decided().decisions());
    let alike = if how == NameMatch::Auto { alike } else { &decided };
    let mut found = names.joined(archive, found, wanted, alike);
    if found.ids.is_empty() {
        let near = names.near(archive, wanted)?;
        let (asked, sort) = (wanted.to_owned(), NameClass::Player);
        found.otherwise.push(FoundNames { asked, sort, names: near, by: FoundBy::Near });
    }
    Ok(found)
}

/// The person with the most games of those whose names contain `wanted`, and the other persons;
/// `wanted` itself if nobody is found.
pub fn one_person(
    archive: &Archive,
    wanted: &str,
    how: NameMatch,
) -> Result<(String, Vec<String>)> {
    let mut persons = persons_with(archive, wanted, how)?.into_iter();
    let first = persons.next().unwrap_or_else(|| wanted.to_owned());
    Ok((first, persons.collect()))
}

/// Persons whose names contain `wanted`, those with the most games first. Empty if it is a whole
/// name, or if `how` is explicit, since other spellings would not be found by it.
pub fn persons_with(archive: &Archive, wanted: &str, how: NameMatch) -> Result<Vec<String>> {
    if how != NameMatch::Auto || whole_name(archive, wanted)?.is_some() {
        return Ok(Vec::new());
    }
    let (ids, names) = (find(archive, wanted, how)?.ids, archive.folded_names()?);
    let mut games: FxHashMap<u32, u32> = FxHashMap::default();
    for (id, of_name) in ids.iter().map(|id| (id, archive.facts().games_of_player(id))) {
        if let Some(person) = names.player(id).filter(|_| of_name > 0) {
            *games.entry(person).or_default() += of_name;
        }
    }
    let mut persons: Vec<(u32, u32)> = games.into_iter().collect();
    persons.sort_unstable_by_key(|&(person, games)| (Reverse(games), person));
    Ok(persons.into_iter().map(|(person, _)| names.name_of_player(person).to_owned()).collect())
}

/// Names most similar to an unknown name, one per person, the likeliest first.
pub fn near_names(archive: &Archive, wanted: &str) -> Result<Vec<String>> {
    archive.player_names()?.near(archive, wanted)
}

/// Display name of the person whose whole name a text is, if any.
pub(crate) fn person_of(archive: &Archive, text: &str) -> Result<Option<String>> {
    let players = whole_name(archive, text)?;
    let one = players.and_then(|players| players.ids.iter().next());
    one.map_or(Ok(None), |id| archive.person(id))
}

/// The person with this whole name, if any: two hanzi, two words, or a name joined with others.
fn whole_name(archive: &Archive, wanted: &str) -> Result<Option<Players>> {
    let decided = archive.decided();
    let (alike, subject) = (decided.alike(), Subject::Player(decided.player_key(wanted)));
    let all = match alike.one_with(&subject) {
        [] if !archive.has_derived() || !is_whole_name(subject.name()) => return Ok(None),
        [] => std::slice::from_ref(&subject),
        all => all,
    };
    let (mut ids, mut others) = (IdSet::default(), Vec::new());
    for one in all {
        PLAYERS.alike(archive.snapshot(), one.name(), &mut |row| {
            ids.insert(row.id()?);
            if *one != subject {
                others.push((row.id()?, one.name().to_owned(), split_team(row.name()?).name));
            }
            Ok(())
        })?;
    }
    if ids.is_empty() {
        return Ok(None);
    }
    let played = archive.players_in_games(&ids);
    if played.is_empty() {
        return Ok(None);
    }
    // Names without games belong to nobody.
    others.retain(|(id, ..)| played.contains(*id));
    let otherwise =
        joined_by(archive, wanted, others.into_iter().map(|(_, key, name)| (key, name)));
    Ok(Some(Players { ids: played, otherwise }))
}

/// Whether a folded name is a whole name: two hanzi or two words.
pub fn is_whole_name(key: &str) -> bool {
    if key.is_ascii() { key.contains(' ') } else { key.chars().nth(1).is_some() }
}

/// Names of a person that differ from the requested name, by the reason that joins them; given with
/// their keys.
fn joined_by(
    archive: &Archive,
    wanted: &str,
    names: impl Iterator<Item = (String, String)>,
) -> Vec<FoundNames> {
    let decided = JoinedSubjects::of(archive.decided().decisions());
    let subject = |key: &str| Subject::Player(key.to_owned());
    let is_decided = |key: &str| !decided.is_empty() && decided.is_joined(&subject(key));
    let (by_decision, by_evidence): (Vec<_>, Vec<_>) = names.partition(|(key, _)| is_decided(key));
    let of = |names: Vec<(String, String)>, by| {
        FoundNames::of(wanted, names.into_iter().map(|(_, name)| name).collect(), by)
    };
    let found = [of(by_decision, FoundBy::Decision), of(by_evidence, FoundBy::Evidence)];
    found.into_iter().flatten().collect()
}

impl PlayerSpelling {
    fn is_exactly(&self, wanted: &str) -> bool {
        self.name == wanted.trim() || self.name == split_team(wanted).name
    }

    /// Whether the name contains `key` (compared without team) or `folded` (with team).
    fn is_written(&self, key: &str, folded: &str) -> bool {
        (!key.is_empty() && self.key.contains(key))
            || (!folded.is_empty() && self.name != self.key && fold(&self.name).contains(folded))
    }

    fn is_latin(&self) -> bool {
        is_latin(&self.key)
    }

    /// Subject of decisions about this player.
    fn subject(&self) -> Subject {
        Subject::Player(self.key.clone())
    }

    /// Readings in Latin letters, the usual one first.
    fn sounds(&self) -> &[String] {
        self.sounds.get_or_init(|| {
            if self.is_latin() {
                return vec![sound(&self.key)];
            }
            if is_polyphonic(&self.key) {
                return sounds(&self.name);
            }
            // Takes only letters from the stored reading.
            vec![dotless(&self.pinyin.chars().filter(|c| c.is_alphabetic()).collect::<String>())]
        })
    }

    /// Whether one of the name's readings fits.
    fn sounds_as(&self, fits: impl Fn(&str) -> bool) -> bool {
        self.sounds().iter().any(|sound| fits(sound))
    }
}

impl Archive {
    /// All spellings of players.
    fn player_names(&self) -> Result<&KnownNames> {
        once(&self.known.player_names, || KnownNames::load(self))
    }
}

impl KnownNames {
    fn load(archive: &Archive) -> Result<KnownNames> {
        let mut names = Vec::new();
        PLAYERS.each(archive.snapshot(), &mut |row| {
            names.push(PlayerSpelling {
                id: row.id()?,
                name: row.name()?.to_owned(),
                key: row.key()?.to_owned(),
                pinyin: row.pinyin()?.to_owned(),
                sounds: OnceLock::new(),
            });
            Ok(())
        })?;
        if !archive.decided().alike().is_empty() {
            // Names without games join nobody.
            names.retain(|name| archive.facts().games_of_player(name.id) > 0);
        }
        Ok(KnownNames(names))
    }

    fn fitting(&self, fits: impl Fn(&PlayerSpelling) -> bool + Sync) -> IdSet {
        let ids: Vec<u32> =
            self.0.par_iter().filter(|name| fits(name)).map(|name| name.id).collect();
        ids.into_iter().collect()
    }

    fn written(&self, wanted: &str) -> IdSet {
        let (key, folded) = (name_key(wanted), fold(wanted));
        self.fitting(|name| name.is_written(&key, &folded))
    }

    fn sounding(&self, wanted: &str) -> IdSet {
        let wanted = sound(wanted);
        self.fitting(|name| !wanted.is_empty() && name.sounds_as(|sound| sound.contains(&wanted)))
    }

    /// Adds the names that evidence or a decision joins with a person found.
    fn joined(
        &self,
        archive: &Archive,
        found: Players,
        wanted: &str,
        alike: &JoinedSubjects,
    ) -> Players {
        let players = alike.joined().filter_map(|pair| match pair {
            (Subject::Player(key), Subject::Player(first)) => Some((key.as_str(), first.as_str())),
            _ => None,
        });
        let firsts: FxHashMap<&str, &str> = players.collect();
        if firsts.is_empty() {
            return found;
        }
        let person = |name: &PlayerSpelling| firsts.get(name.key.as_str()).copied();
        let is_found = |name: &&PlayerSpelling| found.ids.contains(name.id);
        let mut persons: FxHashSet<&str> =
            self.0.iter().filter(is_found).filter_map(person).collect();
        persons.extend(firsts.get(name_key(wanted).as_str()));
        let is_one =
            |name: &&PlayerSpelling| person(name).is_some_and(|first| persons.contains(first));
        let more: Vec<&PlayerSpelling> =
            self.0.iter().filter(|name| !is_found(name)).filter(is_one).collect();
        let joined = more.iter().map(|name| (name.key.clone(), name.name.clone()));
        let joined = joined_by(archive, wanted, joined);
        let mut ids = found.ids.clone();
        more.iter().for_each(|name| ids.insert(name.id));
        Players { ids, otherwise: found.otherwise.into_iter().chain(joined).collect() }
    }

    /// Removes players whom decisions distinguish from the one with this key.
    fn keep_apart(&self, ids: &mut IdSet, key: &str, alike: &JoinedSubjects) {
        if alike.is_empty() {
            return;
        }
        let asked = Subject::Player(key.to_owned());
        for name in self.0.iter().filter(|name| name.key != key) {
            if ids.contains(name.id) && alike.are_apart(&asked, &name.subject()) {
                ids.remove(name.id);
            }
        }
    }

    /// Players whose names contain the hanzi, with unambiguous Latin spellings; or, if there are
    /// none, those known in Latin letters alone.
    fn of_hanzi(&self, wanted: &str, alike: &JoinedSubjects) -> Players {
        let all = self.written(wanted);
        let mut ids = all.clone();
        self.keep_apart(&mut ids, &name_key(wanted), alike);
        // If decisions separate all bearers of the name by team, the name means all of them.
        if ids.is_empty() {
            ids = all;
        }
        let is_all = ids.is_empty();
        let mut more: Vec<&PlayerSpelling> = if is_all {
            let wanted = sounds(&name_key(wanted));
            let is_wanted = |sound: &str| !sound.is_empty() && wanted.iter().any(|w| w == sound);
            let fits = |name: &&PlayerSpelling| name.sounds_as(is_wanted);
            let alike: Vec<&PlayerSpelling> = self.0.par_iter().filter(fits).collect();
            // Someone else in hanzi with this sound makes the spelling ambiguous.
            if alike.iter().all(|name| name.is_latin()) { alike } else { Vec::new() }
        } else {
            self.spelled_only_as(&ids)
        };
        if !alike.is_empty() {
            let mut written = vec![Subject::Player(name_key(wanted))];
            let is_written = |name: &&PlayerSpelling| ids.contains(name.id);
            written.extend(self.0.iter().filter(is_written).map(PlayerSpelling::subject));
            more.retain(|name| {
                let name = name.subject();
                // A spelling joined with one person belongs to no other.
                let is_free = is_all || !alike.is_joined(&name);
                let is_theirs =
                    || written.iter().any(|written| alike.first(written) == alike.first(&name));
                let is_apart = written.iter().any(|written| alike.are_apart(written, &name));
                !is_apart && (is_free || is_theirs())
            });
        }
        more.iter().for_each(|name| ids.insert(name.id));
        let by = if is_all { FoundBy::SoundAlone } else { FoundBy::Sound };
        let more = more.into_iter().map(|name| name.name.clone()).collect();
        Players { ids, otherwise: FoundNames::of(wanted, more, by).into_iter().collect() }
    }

    /// Names similar to an unknown name, one per person: by distance of sound, then by number of
    /// games.
    fn near(&self, archive: &Archive, wanted: &str) -> Result<Vec<String>> {
        if is_too_long(wanted) {
            return Ok(Vec::new());
        }
        let (key, wanted_sound) = (name_key(wanted), sound(wanted));
        let distance = |name: &PlayerSpelling| {
            let has_letters = is_latin(wanted) || name.is_latin();
            let by_sound = |read: &str| {
                read == wanted_sound || has_letters && is_near_name(&wanted_sound, read, LIMITS)
            };
            // Where either is in Latin letters, the sounds say all.
            let is_near =
                !has_letters && is_near_name(&key, &name.key, LIMITS) || name.sounds_as(by_sound);
            let sounds = if is_near && is_whole_name(&name.key) { name.sounds() } else { &[] };
            sounds.iter().map(|read| strsim::osa_distance(&wanted_sound, read)).min()
        };
        let near = self.0.par_iter().filter_map(|name| Some((distance(name)?, name)));
        let mut near: Vec<(usize, &PlayerSpelling)> = near.collect();
        let games = |name: &PlayerSpelling| archive.facts().games_of_player(name.id);
        let (alike, mut persons) = (archive.decided().alike(), Vec::new());
        // Names without games, of nobody, or equal to the requested one, are no suggestions.
        let is_nobody = |name: &PlayerSpelling| alike.player(&name.key).is_empty();
        near.retain(|(_, name)| games(name) > 0 && name.key != key && !is_nobody(name));
        near.sort_by_key(|(distance, name)| (*distance, Reverse(games(name)), name.id));
        let nearest = near.first().map_or(0, |(distance, _)| *distance);
        near.retain(|(distance, name)| {
            if distance.saturating_sub(nearest) > FARTHER {
                return false;
            }
            let person = alike.first(&name.subject()).clone();
            let is_new = !persons.contains(&person);
            persons.push(person);
            is_new
        });
        let called = |name: &PlayerSpelling| {
            Ok(archive.person(name.id)?.unwrap_or_else(|| name.name.clone()))
        };
        near.into_iter().take(MOST).map(|(_, name)| called(name)).collect()
    }

    /// Names in Latin letters that read like some of the names, and like no other name in hanzi.
    fn spelled_only_as(&self, ids: &IdSet) -> Vec<&PlayerSpelling> {
        let readings = |is_wanted: &(dyn Fn(&PlayerSpelling) -> bool + Sync)| -> FxHashSet<String> {
            let names = self.0.par_iter().filter(|name| is_wanted(name));
            let sounds: Vec<String> =
                names.flat_map_iter(PlayerSpelling::sounds).cloned().collect();
            sounds.into_iter().collect()
        };
        let theirs = readings(&|name| !name.is_latin() && ids.contains(name.id));
        let is_spelled = |name: &&PlayerSpelling| {
            let is_theirs = |sound: &str| theirs.contains(sound);
            name.is_latin() && !ids.contains(name.id) && name.sounds_as(is_theirs)
        };
        let spelled: Vec<&PlayerSpelling> = self.0.par_iter().filter(is_spelled).collect();
        if spelled.is_empty() {
            return spelled;
        }
        let others = readings(&|name| !name.is_latin() && !ids.contains(name.id));
        spelled.into_iter().filter(|name| !name.sounds_as(|sound| others.contains(sound))).collect()
    }
}

/// Whether a text has letters and no hanzi.
fn is_latin(text: &str) -> bool {
    crate::text::is_latin(text) && text.chars().any(char::is_alphabetic)
}

/// Possible readings of a name in Latin letters, the usual one first.
fn sounds(text: &str) -> Vec<String> {
    latin_keys(text).iter().map(|key| dotless(key)).collect()
}

/// The usual reading of a name in Latin letters.
fn sound(text: &str) -> String {
    dotless(&latin_key(text))
}

/// Replaces v, which stands for ü, with u after l and n, since people write either.
fn dotless(letters: &str) -> String {
    letters.replace("lv", "lu").replace("nv", "nu")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> KnownNames {
        let name = |(id, name): (u32, &&str)| PlayerSpelling {
            id,
            name: (*name).to_owned(),
            key: name_key(name),
            pinyin: crate::text::pinyin(name),
            sounds: OnceLock::new(),
        };
        KnownNames((1..).zip(names).map(name).collect())
    }

    fn ids(set: &IdSet) -> Vec<u32> {
        (1..20).filter(|&id| set.contains(id)).collect()
    }

    #[test]
    fn hanzi_are_compared_as_they_are_written() {
        let archive =
            names(&["徐天红", "XU TianHong", "胡榮華", "HU RongHua", "LIU DaHua", "柳大华"]);
        let found = |wanted: &str| archive.of_hanzi(wanted, &JoinedSubjects::default());
        // A part finds the same names as the whole.
        assert_eq!(ids(&found("胡荣华").ids), [3, 4]);
        assert_eq!(ids(&found("荣华").ids), [3, 4]);
        let by_sound = |wanted: &str| found(wanted).otherwise.pop().map(|it| (it.names, it.by));
        let spelled = vec!["HU RongHua".to_owned()];
        assert_eq!(by_sound("胡荣华"), Some((spelled, FoundBy::Sound)));
        // Nobody has these hanzi; equal sound is not enough.
        assert!(by_sound("许天红").is_none() && found("许天红").ids.is_empty());
        assert!(by_sound("刘大华").is_none() && found("刘大华").ids.is_empty());
        assert_eq!(by_sound("天").unwrap().1, FoundBy::Sound);
        assert!(by_sound("李来群").is_none() && found("李来群").ids.is_empty());
        // A name known in Latin letters alone is found by sound, which is reported.
        let latin = names(&["XU TianHong", "胡榮華"]);
        let found = latin.of_hanzi("徐天红", &JoinedSubjects::default());
        assert_eq!(ids(&found.ids), [1]);
        assert_eq!(found.otherwise[0].by, FoundBy::SoundAlone);
    }

    #[test]
    fn every_reading_of_a_name_finds_it() {
        let archive = names(&["邓长河", "DENG ChangHe", "张长", "单霞丽"]);
        for latin in ["dengchanghe", "changhe", "dengzhanghe"] {
            assert!(ids(&archive.sounding(latin)).contains(&1), "{latin}");
        }
        assert_eq!(ids(&archive.sounding("dengchanghe")), [1, 2]);
        assert_eq!(ids(&archive.of_hanzi("鄧長河", &JoinedSubjects::default()).ids), [1, 2]);
        assert_eq!(ids(&archive.sounding("Dan Xiali")), [4]);
    }

    #[test]
    fn a_spelling_that_could_be_two_men_is_nobody_s() {
        let archive = names(&["许天红", "徐天红", "XU TianHong"]);
        assert_eq!(ids(&archive.of_hanzi("徐天红", &JoinedSubjects::default()).ids), [2]);
        assert_eq!(
            ids(&archive.of_hanzi("天红", &JoinedSubjects::default()).ids),
            [1, 2, 3],
            "whoever it is, he is one of them"
        );
    }

    #[test]
    fn every_spelling_of_u_with_dots_is_the_same() {
        let archive = names(&["吕钦", "LV Qin", "LYU Qin", "LU Qin", "呂欽", "陆伟"]);
        for latin in ["Lu Qin", "Lü Qin", "lvqin", "LYU QIN"] {
            assert_eq!(ids(&archive.sounding(latin)), [1, 2, 3, 4, 5], "{latin}");
        }
        assert_eq!(ids(&archive.of_hanzi("吕钦", &JoinedSubjects::default()).ids), [1, 2, 3, 4, 5]);
    }
}

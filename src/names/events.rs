//! Judges whether two wordings are one event: by year and edition first, then by games. Pure.

use super::notable::Notable;
use super::persons::{JudgedNames, NameEvidence, NameVerdict, decided};
use super::register::Register;
use crate::decision::{JoinedSubjects, Subject};
use crate::metadata::EventWording;
use crate::text::{fold, is_latin};
use std::sync::Arc;

/// Events of an archive.
#[derive(Debug, Clone, Default)]
pub struct Events {
    register: Register,
    /// Decisions of people.
    alike: JoinedSubjects,
    /// List of main events.
    notable: Arc<Notable>,
}

/// Event and year (if known) by one record of a game.
pub type NamedEvent = (String, Option<u16>);

impl Events {
    /// Starts without events; decisions and the list of main events join wordings.
    pub fn new(alike: &JoinedSubjects, notable: &Arc<Notable>) -> Events {
        Events { alike: alike.clone(), notable: notable.clone(), ..Events::default() }
    }

    /// List of main events.
    pub fn notable(&self) -> &Notable {
        &self.notable
    }

    /// Key in the register, shared by all wordings of an event that a rule or a decision makes one.
    pub fn key(&self, name: &str) -> String {
        let folded = fold(name.trim());
        match self.alike.event(&folded) {
            first if first == folded => key(name),
            first => key(first),
        }
    }

    /// Counts the events that the records of one game name, in a register of some games.
    pub(super) fn count(&self, counted: &mut Register, names: &[NamedEvent]) {
        let key = |text: &str| Some(self.key(text)).filter(|key| !key.is_empty());
        let mut spelled = Vec::new();
        let mut seen: Vec<(u32, Option<u16>)> = Vec::new();
        for (name, year) in names {
            let Some(place) = counted.place_of_text(name, key) else { continue };
            spelled.push((place, &**name));
            match seen.iter_mut().find(|(known, _)| *known == place) {
                Some((_, known)) => *known = known.or(*year),
                None => seen.push((place, *year)),
            }
        }
        for (at, &(place, year)) in seen.iter().enumerate() {
            counted.count(place, year);
            for &(other, _) in &seen[at + 1..] {
                counted.note_beside(place, other);
            }
        }
        counted.count_spellings(&mut spelled);
    }

    /// Adds what a register of some games counted.
    pub(super) fn add_register(&mut self, counted: Register) {
        let names = counted.entries().iter();
        let places: Vec<u32> = names.map(|entry| self.register.place(&entry.key)).collect();
        self.register.add_register(counted, &places);
    }

    /// Sorts the register; to be called after the last game.
    pub fn finish(&mut self) {
        self.register.sort();
    }

    /// Names of all events.
    pub fn register(&self) -> &Register {
        &self.register
    }

    /// Whether a name states a year or an edition.
    pub fn is_dated(name: &str) -> bool {
        let wording = EventWording::read(name);
        wording.year.or(wording.edition).is_some()
    }

    /// Judges whether two wordings, as written in records, are one event.
    pub fn judge(&self, a: &str, b: &str) -> JudgedNames {
        let [one, other] = [a, b].map(|name| self.key(name));
        let places = [&one, &other].map(|key| self.register.find(key));
        let games = places.map(|known| known.map_or(0, |(_, entry)| entry.games));
        let beside = match places {
            [Some((one, _)), Some((other, _))] if one != other => self.register.beside(one, other),
            _ => 0,
        };
        let listed = self.notable.both(a, b).filter(|_| one != other);
        let evidence = NameEvidence {
            same_key: one == other,
            beside,
            games,
            listed: listed.map(|noted| noted.source.clone()),
            ..NameEvidence::default()
        };
        let wordings = [a, b].map(|name| self.notable.wording(name));
        let years = [wordings[0].year, wordings[1].year];
        let editions = [wordings[0].edition, wordings[1].edition];
        let differ = |pair: [Option<u32>; 2]| matches!(pair, [Some(a), Some(b)] if a != b);
        let equal = |pair: [Option<u32>; 2]| matches!(pair, [Some(a), Some(b)] if a == b);
        // An event of one year, held by men and by women, is two events.
        let is_held_once =
            (equal(years) || equal(editions)) && wordings[0].is_of_women == wordings[1].is_of_women;
        let share = f64::from(beside) / f64::from(games[0].min(games[1]).max(1));
        let subject = |name: &str| Subject::Event(fold(name.trim()));
        let (verdict, score) = if let Some(verdict) = decided(&self.alike, &subject(a), &subject(b))
        {
            let score = if verdict == NameVerdict::Same { 1.0 } else { 0.0 };
            let evidence = NameEvidence { decided: true, ..evidence };
            return JudgedNames { verdict, score, evidence };
        } else if one.is_empty() || other.is_empty() {
            (NameVerdict::Unclear, 0.5)
        } else if differ(years) || differ(editions) {
            // If games are shared, one number may be a slip.
            let is_doubtful = beside > 0;
            (if is_doubtful { NameVerdict::Unclear } else { NameVerdict::Different }, 0.05)
        } else if one == other {
            (NameVerdict::Same, 1.0)
        } else if beside >= 3 || (beside >= 2 && share >= 0.25) {
            (NameVerdict::Same, 0.9)
        } else if listed.is_some() && is_held_once {
            (NameVerdict::Same, 0.85)
        } else {
            (NameVerdict::Unclear, if beside > 0 { 0.5 } else { 0.2 })
        };
        JudgedNames { verdict, score, evidence }
    }
}

/// Key of the wordings of one event: letters and numbers without leading zeros.
fn key(name: &str) -> String {
    let mut key = String::new();
    let mut number = String::new();
    for c in fold(event_alone(name)).chars().chain([' ']) {
        if c.is_ascii_digit() {
            number.push(c);
            continue;
        }
        if !number.is_empty() {
            let plain = number.trim_start_matches('0');
            key += if plain.is_empty() { "0" } else { plain };
            number.clear();
        }
        if c.is_alphanumeric() {
            key.push(c);
        }
    }
    key
}

/// Event without the players and result that some collections write behind a blank.
fn event_alone(name: &str) -> &str {
    const LEAST: usize = 4;
    let name = name.trim();
    match name.split_once(char::is_whitespace) {
        Some((event, rest))
            if !is_latin(event) && !is_latin(rest) && event.chars().count() >= LEAST =>
        {
            event
        }
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::super::notable::NotableKind;
    use super::*;

    #[test]
    fn the_list_joins_wordings_of_one_year() {
        let list = "[only]\n全国象棋团体赛\t\tChina Team Championship\t\t1974\t\tteam\tbook";
        let notable = Arc::new(Notable::read(NotableKind::Events, list).unwrap());
        let events = Events::new(&JoinedSubjects::default(), &notable);
        let judge = |a: &str, b: &str| events.judge(a, b).verdict;
        let wanted = "1997年全國象棋團體賽男子組";
        let judged = events.judge(wanted, "China Team Championship 1997");
        assert_eq!(
            (judged.verdict, judged.evidence.listed),
            (NameVerdict::Same, Some("book".into()))
        );
        assert_eq!(judge(wanted, "China Team Championship 1998"), NameVerdict::Different);
        assert_eq!(judge(wanted, "China Team Championship"), NameVerdict::Unclear);
        assert_eq!(judge(wanted, "China Team Championship Women 1997"), NameVerdict::Unclear);
        assert_eq!(
            Events::default().judge(wanted, "China Team Championship 1997").verdict,
            NameVerdict::Unclear
        );
    }

    #[test]
    fn equal_games_join_wordings_and_years_part_them() {
        let mut events = Events::default();
        let of = |names: &[&str]| -> Vec<NamedEvent> {
            names.iter().map(|name| ((*name).to_owned(), None)).collect()
        };
        let both = of(&["2009;全國象棋甲級聯賽", "2009年“惠州華軒杯”全國象棋甲級聯賽"]);
        for _ in 0..2 {
            let mut counted = Register::default();
            events.count(&mut counted, &both);
            events.add_register(counted);
        }
        events.finish();
        let judge = |a: &str, b: &str| events.judge(a, b).verdict;
        assert_eq!(judge(&both[0].0, &both[1].0), NameVerdict::Same);
        assert_eq!(judge("第05屆五羊杯", "第5届“五羊杯”"), NameVerdict::Same);
        assert_eq!(judge("第05屆五羊杯", "第6届“五羊杯”"), NameVerdict::Different);
        assert_eq!(judge("1990年全國賽", "1991年全國賽"), NameVerdict::Different);
        assert_eq!(judge("五羊杯", "第6届“五羊杯”"), NameVerdict::Unclear);
    }
}

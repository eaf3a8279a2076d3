//! Subjects that are one, and subjects that are kept apart, by all evidence and decisions. The
//! relation is transitive: if A is B and B is C, A is C.

use super::{DecidedStatement, Decision, Subject};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Groups of subjects that evidence and decisions join, and pairs that decisions keep apart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JoinedSubjects {
    /// Groups of joined subjects; the first of each is its head, the others are sorted.
    groups: Vec<Vec<Subject>>,
    /// Indexes of groups by the names of players, events and games.
    places: [FxHashMap<String, u32>; 3],
    /// Names of players that mean nobody.
    nobody: FxHashSet<String>,
    /// Pairs of heads that are kept apart, the lesser one first.
    apart: BTreeSet<(Subject, Subject)>,
}

impl JoinedSubjects {
    /// Groups and pairs by decisions alone; their order makes no difference.
    #[must_use]
    pub fn of(decisions: &[Decision]) -> JoinedSubjects {
        JoinedSubjects::with(&[], decisions)
    }

    /// Groups and pairs by evidence and decisions. `derived` has pairs of a subject and its head by
    /// evidence; the head of a name that means nobody is the player without a name. Subjects that a
    /// decision keeps apart are not joined by evidence.
    #[must_use]
    pub fn with(derived: &[(Subject, Subject)], decisions: &[Decision]) -> JoinedSubjects {
        let apart: Vec<(&Subject, &Subject)> =
            decisions.iter().filter_map(|decision| decision.what.apart()).collect();
        let (nobody, derived): (Vec<_>, Vec<_>) =
            undisputed(derived, &apart).into_iter().partition(|(_, head)| head.parts() == (0, ""));
        let heads: BTreeSet<&Subject> = derived.iter().map(|(_, head)| *head).collect();
        let same = decisions.iter().filter_map(|decision| decision.what.same());
        let mut neighbours: BTreeMap<&Subject, Vec<&Subject>> = BTreeMap::new();
        for (a, b) in same.chain(derived) {
            neighbours.entry(a).or_default().push(b);
            neighbours.entry(b).or_default().push(a);
        }
        let nobody = nobody.iter().map(|(name, _)| name.parts().1.to_owned()).collect();
        let mut alike = JoinedSubjects { nobody, ..JoinedSubjects::default() };
        // In ascending order, so that the first member of a group is its least.
        for &least in neighbours.keys() {
            if alike.is_joined(least) {
                continue;
            }
            let (mut members, mut open) = (BTreeSet::from([least]), vec![least]);
            while let Some(subject) = open.pop() {
                open.extend(neighbours[subject].iter().filter(|&&other| members.insert(other)));
            }
            let mut stand = members.iter().filter(|member| heads.contains(*member));
            let first = match (stand.next(), stand.next()) {
                (Some(head), None) => *head,
                _ => least,
            };
            let others = members.iter().filter(|member| **member != first);
            alike.add(std::iter::once(&first).chain(others).copied().cloned().collect());
        }
        for (a, b) in apart {
            let pair = alike.pair(a, b);
            alike.apart.insert(pair);
        }
        alike
    }

    fn add(&mut self, group: Vec<Subject>) {
        let place = self.groups.len() as u32;
        for subject in &group {
            let (sort, name) = subject.parts();
            self.places[sort].insert(name.to_owned(), place);
        }
        self.groups.push(group);
    }

    fn group(&self, (sort, name): (usize, &str)) -> Option<&[Subject]> {
        self.places[sort].get(name).map(|&place| &*self.groups[place as usize])
    }

    /// Head of the group of a subject; the subject itself without a group.
    pub fn first<'s>(&'s self, subject: &'s Subject) -> &'s Subject {
        self.group(subject.parts()).map_or(subject, |group| &group[0])
    }

    /// All subjects of the group of a subject, itself included; empty without a group.
    pub fn one_with(&self, subject: &Subject) -> &[Subject] {
        self.group(subject.parts()).unwrap_or_default()
    }

    /// Folded head name of the group of a player's folded name; empty if the name means nobody.
    pub fn player<'s>(&'s self, key: &'s str) -> &'s str {
        match self.name(0, key) {
            own if own == key && self.nobody.contains(key) => "",
            first => first,
        }
    }

    /// Folded head name of the group of an event's folded name.
    pub fn event<'s>(&'s self, key: &'s str) -> &'s str {
        self.name(1, key)
    }

    fn name<'s>(&'s self, sort: usize, key: &'s str) -> &'s str {
        self.group((sort, key)).map_or(key, |group| group[0].parts().1)
    }

    /// Whether two subjects are kept apart.
    pub fn are_apart(&self, a: &Subject, b: &Subject) -> bool {
        !self.apart.is_empty() && self.apart.contains(&self.pair(a, b))
    }

    /// All pairs of heads that are kept apart, the lesser one first.
    pub fn apart(&self) -> impl Iterator<Item = (&Subject, &Subject)> {
        self.apart.iter().map(|(one, other)| (one, other))
    }

    /// All subjects of groups, each with the head of its group.
    pub fn joined(&self) -> impl Iterator<Item = (&Subject, &Subject)> {
        self.groups.iter().flat_map(|group| group.iter().map(|subject| (subject, &group[0])))
    }

    /// Whether a subject is in a group.
    pub fn is_joined(&self, subject: &Subject) -> bool {
        self.group(subject.parts()).is_some()
    }

    /// Whether nothing is joined and nothing is kept apart.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty() && self.apart.is_empty() && self.nobody.is_empty()
    }

    fn pair(&self, a: &Subject, b: &Subject) -> (Subject, Subject) {
        let (a, b) = (self.first(a).clone(), self.first(b).clone());
        if a <= b { (a, b) } else { (b, a) }
    }
}

/// Pairs of `derived` that no decision contradicts. If decisions keep two names of one person
/// apart, the one that is not the head is removed.
fn undisputed<'d>(
    derived: &'d [(Subject, Subject)],
    apart: &[(&Subject, &Subject)],
) -> Vec<(&'d Subject, &'d Subject)> {
    let mut leaving: BTreeSet<&Subject> = BTreeSet::new();
    if !apart.is_empty() {
        let heads: BTreeMap<&Subject, &Subject> =
            derived.iter().map(|(subject, head)| (subject, head)).collect();
        for (a, b) in apart {
            let [of_a, of_b] =
                [a, b].map(|subject| heads.get(*subject).copied().unwrap_or(subject));
            if of_a == of_b {
                leaving.insert(if *a == of_a { b } else { a });
            }
        }
    }
    let kept = derived.iter().filter(|(subject, _)| !leaving.contains(subject));
    kept.map(|(subject, head)| (subject, head)).collect()
}

/// For each subject, the subjects joined to it by a decision, with that decision.
fn neighbours(decisions: &[Decision]) -> BTreeMap<&Subject, Vec<(&Subject, &Decision)>> {
    let mut neighbours: BTreeMap<&Subject, Vec<(&Subject, &Decision)>> = BTreeMap::new();
    for decision in decisions {
        if let Some((a, b)) = decision.what.same() {
            neighbours.entry(a).or_default().push((b, decision));
            neighbours.entry(b).or_default().push((a, decision));
        }
    }
    neighbours
}

/// Two contradicting decisions, if there are any: two values of one field, two readings of one
/// move, two namesakes for one name in one event, or two subjects kept apart that other decisions
/// join.
pub fn contradiction(decisions: &[Decision]) -> Option<(&Decision, &Decision)> {
    let mut decided = BTreeMap::new();
    for decision in decisions {
        if matches!(decision.what, DecidedStatement::Same(..) | DecidedStatement::Differ(..)) {
            continue;
        }
        let [_, target, value, ..] = decision.fields();
        let (known, other) = decided.entry(target).or_insert_with(|| (value.clone(), decision));
        if *known != value {
            return Some((*other, decision));
        }
    }
    let alike = JoinedSubjects::of(decisions);
    let apart = decisions.iter().find_map(|decision| match decision.what.apart() {
        Some((a, b)) if alike.first(a) == alike.first(b) => Some((decision, a, b)),
        _ => None,
    });
    let (differ, a, b) = apart?;
    Some((differ, first_step(&neighbours(decisions), a, b)?))
}

/// First decision on the shortest path between two joined subjects.
fn first_step<'d>(
    neighbours: &BTreeMap<&'d Subject, Vec<(&'d Subject, &'d Decision)>>,
    from: &'d Subject,
    to: &Subject,
) -> Option<&'d Decision> {
    let mut seen: BTreeSet<&Subject> = BTreeSet::from([from]);
    let mut open: std::collections::VecDeque<(&Subject, &Decision)> =
        neighbours.get(from)?.iter().copied().collect();
    while let Some((subject, step)) = open.pop_front() {
        if subject == to {
            return Some(step);
        }
        if seen.insert(subject) {
            open.extend(neighbours.get(subject)?.iter().map(|(other, _)| (*other, step)));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    const LINES: [&str; 4] = [
        "same\tplayer:甲\tplayer:乙\tone man",
        "same\tplayer:乙\tplayer:丙",
        "differ\tplayer:丁\tplayer:甲",
        "same\tplayer:戊\tplayer:己",
    ];

    fn player(name: &str) -> Subject {
        Subject::Player(name.to_owned())
    }

    #[test]
    fn what_is_one_is_one_with_all_of_a_group() {
        let alike = JoinedSubjects::of(&read(&LINES.join("\n")).unwrap());
        assert_eq!(alike.first(&player("甲")), alike.first(&player("丙")));
        assert_ne!(alike.first(&player("甲")), alike.first(&player("戊")));
        assert!(alike.are_apart(&player("丙"), &player("丁")), "as 甲 and 丁 are");
        assert!(!alike.are_apart(&player("戊"), &player("丁")));
        assert_eq!(alike.first(&player("庚")), &player("庚"));
    }

    #[test]
    fn evidence_joins_what_no_decision_keeps_apart() {
        let derived = [("庚", "甲"), ("辛", "壬"), ("癸", "丁")];
        let derived = derived.map(|(a, b)| (player(a), player(b)));
        let decisions = read(&(LINES.join("\n") + "\ndiffer\tplayer:辛\tplayer:壬")).unwrap();
        let alike = JoinedSubjects::with(&derived, &decisions);
        assert_eq!(alike.player("庚"), "甲", "it stands for all, and is not the least");
        assert_eq!(alike.player("丙"), "甲");
        assert_eq!(alike.one_with(&player("丙")).len(), 4);
        assert_eq!((alike.player("辛"), alike.player("壬")), ("辛", "壬"));
        assert!(alike.are_apart(&player("癸"), &player("庚")), "as 丁 and 甲 are");
    }

    #[test]
    fn contradictions_name_both() {
        let contradicting = |more: &str| {
            let decisions = read(&(LINES.join("\n") + "\n" + more)).unwrap();
            contradiction(&decisions)
                .map(|(a, b)| [a, b].map(|decision| decision.fields()[..3].join(" ")))
        };
        assert_eq!(contradicting(""), None);
        let [differ, same] = contradicting("differ\tplayer:甲\tplayer:丙").unwrap();
        assert_eq!(differ, "differ player:丙 player:甲");
        assert!(same.starts_with("same") && same.contains("丙"), "{same}");
        let dates = "set\tgame:000000000000.date\t1982\nset\tgame:000000000000.date\t1983";
        assert!(contradicting(dates).is_some());
        assert_eq!(contradicting("set\tgame:000000000000.date\t1982\n"), None);
    }
}

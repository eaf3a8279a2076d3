//! What is one and what is kept apart, all decisions considered: who is the same as a second, who
//! is the same as a third, is the same as the third.

use super::{Decision, Ruling, Subject};
use std::collections::{BTreeMap, BTreeSet};

/// Groups of subjects that decisions make one, and pairs that they keep apart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JoinedSubjects {
    /// The least of those that are one, for each of them.
    firsts: BTreeMap<Subject, Subject>,
    /// Pairs of firsts, the lesser one first.
    apart: BTreeSet<(Subject, Subject)>,
}

impl JoinedSubjects {
    /// Collects what decisions make one and keep apart. The order of decisions makes no difference.
    pub fn of(decisions: &[Decision]) -> JoinedSubjects {
        let neighbours = neighbours(decisions);
        let mut firsts = BTreeMap::new();
        // In ascending order, so the first that is met of a group is its least.
        for &first in neighbours.keys() {
            let mut open = vec![first];
            while let Some(subject) = open.pop() {
                if firsts.contains_key(subject) {
                    continue;
                }
                firsts.insert(subject.clone(), first.clone());
                open.extend(neighbours[subject].iter().map(|(other, _)| *other));
            }
        }
        let mut alike = JoinedSubjects { firsts, apart: BTreeSet::new() };
        for decision in decisions {
            if let Some((a, b)) = decision.what.apart() {
                let pair = alike.pair(a, b);
                alike.apart.insert(pair);
            }
        }
        alike
    }

    /// The subject that stands for all that are one with this.
    pub fn first<'s>(&'s self, subject: &'s Subject) -> &'s Subject {
        self.firsts.get(subject).unwrap_or(subject)
    }

    /// The folded name that stands for all that are one with this player's.
    pub fn player<'s>(&'s self, key: &'s str) -> &'s str {
        self.name(Subject::Player, key)
    }

    /// The folded name that stands for all that are one with this event's.
    pub fn event<'s>(&'s self, key: &'s str) -> &'s str {
        self.name(Subject::Event, key)
    }

    fn name<'s>(&'s self, subject: fn(String) -> Subject, key: &'s str) -> &'s str {
        if self.firsts.is_empty() {
            return key;
        }
        match self.firsts.get(&subject(key.to_owned())) {
            Some(Subject::Player(first) | Subject::Event(first)) => first,
            _ => key,
        }
    }

    /// Whether two are kept apart.
    pub fn are_apart(&self, a: &Subject, b: &Subject) -> bool {
        !self.apart.is_empty() && self.apart.contains(&self.pair(a, b))
    }

    /// Every two that are kept apart, the lesser one first.
    pub fn apart(&self) -> impl Iterator<Item = (&Subject, &Subject)> {
        self.apart.iter().map(|(one, other)| (one, other))
    }

    /// Everything that is one with something else, and what stands for both.
    pub fn joined(&self) -> impl Iterator<Item = (&Subject, &Subject)> {
        self.firsts.iter()
    }

    /// Whether something is one with something else.
    pub fn is_joined(&self, subject: &Subject) -> bool {
        self.firsts.contains_key(subject)
    }

    /// Whether nothing is joined and nothing is kept apart.
    pub fn is_empty(&self) -> bool {
        self.firsts.is_empty() && self.apart.is_empty()
    }

    fn pair(&self, a: &Subject, b: &Subject) -> (Subject, Subject) {
        let (a, b) = (self.first(a).clone(), self.first(b).clone());
        if a <= b { (a, b) } else { (b, a) }
    }
}

/// For each subject the others that a decision makes one with it, and that decision.
fn neighbours(decisions: &[Decision]) -> BTreeMap<&Subject, Vec<(&Subject, &Decision)>> {
    let mut neighbours: BTreeMap<&Subject, Vec<(&Subject, &Decision)>> = BTreeMap::new();
    for decision in decisions {
        if let Ruling::Same(a, b) = &decision.what {
            neighbours.entry(a).or_default().push((b, decision));
            neighbours.entry(b).or_default().push((a, decision));
        }
    }
    neighbours
}

/// Two decisions that cannot both hold, if there are any: two values of one field, two readings of
/// one move, two namesakes for one name in one event, or two that are kept apart and are one by
/// others.
pub fn contradiction(decisions: &[Decision]) -> Option<(&Decision, &Decision)> {
    let mut decided = BTreeMap::new();
    for decision in decisions {
        if matches!(decision.what, Ruling::Same(..) | Ruling::Differ(..)) {
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

/// The first decision on the shortest way from one subject to another that is one with it.
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
    fn contradictions_name_both() {
        let told = |more: &str| {
            let decisions = read(&(LINES.join("\n") + "\n" + more)).unwrap();
            contradiction(&decisions)
                .map(|(a, b)| [a, b].map(|decision| decision.fields()[..3].join(" ")))
        };
        assert_eq!(told(""), None);
        let [differ, same] = told("differ\tplayer:甲\tplayer:丙").unwrap();
        assert_eq!(differ, "differ player:丙 player:甲");
        assert!(same.starts_with("same") && same.contains("丙"), "{same}");
        let dates = "set\tgame:000000000000.date\t1982\nset\tgame:000000000000.date\t1983";
        assert!(told(dates).is_some());
        assert_eq!(told("set\tgame:000000000000.date\t1982\n"), None);
    }
}

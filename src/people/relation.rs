//! What happened to a copy: one word for how two lines differ. Pure.

use super::account::Account;
use super::alignment::{Alignment, Parting};
use super::likeness::{Likeness, Players};
use serde::{Deserialize, Serialize};

/// How two accounts of a game are related.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Relation {
    /// One stops early.
    Prefix,
    /// Single moves differ.
    Misprint,
    /// A repetition is played more often in one.
    Cycle,
    /// The same moves in another order.
    Order,
    /// A pair of moves is missing.
    Dropped,
    /// A long common part and another end.
    Ending,
    /// Several of these.
    Mixed,
    /// Left-right mirror images.
    Mirror,
    /// A position of a game with the moves that follow.
    Fragment,
    /// The moves agree, and the printed positions do not.
    Diagram,
    /// A composed position with another solution.
    Study,
    /// Equal moves under other headings.
    Names,
}

impl Relation {
    /// All of them.
    pub const ALL: [Relation; 12] = [
        Relation::Prefix,
        Relation::Misprint,
        Relation::Cycle,
        Relation::Order,
        Relation::Dropped,
        Relation::Ending,
        Relation::Mixed,
        Relation::Mirror,
        Relation::Fragment,
        Relation::Diagram,
        Relation::Study,
        Relation::Names,
    ];

    /// The word for it, as it is stored and typed.
    pub fn name(self) -> &'static str {
        match self {
            Relation::Prefix => "prefix",
            Relation::Misprint => "misprint",
            Relation::Cycle => "cycle",
            Relation::Order => "order",
            Relation::Dropped => "dropped",
            Relation::Ending => "ending",
            Relation::Mixed => "mixed",
            Relation::Mirror => "mirror",
            Relation::Fragment => "fragment",
            Relation::Diagram => "diagram",
            Relation::Study => "study",
            Relation::Names => "names",
        }
    }

    /// The relation with this [name](Relation::name).
    pub fn by_name(name: &str) -> Option<Relation> {
        Relation::ALL.into_iter().find(|relation| relation.name() == name)
    }

    /// How two lines laid side by side are related.
    pub fn of(a: &Account, b: &Account, likeness: &Likeness, alignment: &Alignment) -> Relation {
        if a.is_whole && b.is_whole {
            return of_lines(alignment);
        }
        match alignment.joint {
            None => Relation::Diagram,
            // A diagram printed a few plies early or late shows a piece of the same.
            Some((0, 0)) if !a.is_whole && !b.is_whole => match likeness.players {
                Players::Missing | Players::Differ => Relation::Study,
                _ => of_lines(alignment),
            },
            Some(_) => Relation::Fragment,
        }
    }

    /// What happened in one stretch.
    pub(super) fn of_parting(parting: &Parting, alignment: &Alignment) -> Relation {
        let Parting { a, b, meets, agree, is_reordered } = parting;
        if *is_reordered {
            return Relation::Order;
        }
        if *meets {
            let is_cycle = a.len() != b.len();
            return if is_cycle { Relation::Cycle } else { Relation::Misprint };
        }
        // The lines do not meet any more: the moves tell.
        let shorter = a.len().min(b.len());
        let differ = shorter - agree;
        let (joint_a, joint_b) = alignment.joint.unwrap_or((0, 0));
        let common = alignment.compared.0.min(alignment.compared.1);
        let till_end = common - (a.start - joint_a).min(b.start - joint_b).min(common);
        let is_missing = a.len().abs_diff(b.len()) == 2 && differ == 0;
        if is_missing {
            Relation::Dropped
        } else if differ > FEW || (differ > 1 && till_end <= END) {
            Relation::Ending
        } else {
            Relation::Misprint
        }
    }
}

/// So many moves may differ in a misprint.
const FEW: usize = 4;
/// What differs in so many of the last plies is another end.
const END: usize = 8;

/// The relation of lines that begin from one position.
fn of_lines(alignment: &Alignment) -> Relation {
    let mut kinds: Vec<Relation> =
        alignment.partings.iter().map(|parting| Relation::of_parting(parting, alignment)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    match (&kinds[..], alignment.rest) {
        ([], (0, 0)) if alignment.mirrored => Relation::Mirror,
        ([], (0, 0)) => Relation::Names,
        ([], _) => Relation::Prefix,
        ([kind], _) => *kind,
        _ => Relation::Mixed,
    }
}

#[cfg(test)]
mod tests {
    use super::super::alignment::tests::{account, from};
    use super::*;

    fn of(a: &Account, b: &Account) -> Relation {
        let likeness = Likeness::of(&a.claims, &b.claims);
        Relation::of(a, b, &likeness, &Alignment::of(a, b))
    }

    const LINE: &str = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 a6a5 g3g4 c6c5 h0h6 c9e7";

    #[test]
    fn names_come_back() {
        for relation in Relation::ALL {
            assert_eq!(Relation::by_name(relation.name()), Some(relation));
        }
        assert_eq!(Relation::by_name("copy"), None);
    }

    #[test]
    fn every_edit_has_its_name() {
        let line = account(LINE);
        for (other, wanted) in [
            ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7", Relation::Prefix),
            ("h2e2 b9c7 h0g2 h9g7 i0h0 i9h9 b0a2 a6a5 g3g4 c6c5 h0h6 c9e7", Relation::Order),
            (
                "h2e2 h9g7 h0g2 i9h9 i0h0 h9i9 h0i0 i9h9 i0h0 b9c7 b0a2 a6a5 g3g4 c6c5 h0h6 c9e7",
                Relation::Cycle,
            ),
            ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 a6a5 g3g4 c6c5 h0h5 c9e7", Relation::Misprint),
            ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 h0h6 c9e7", Relation::Dropped),
        ] {
            assert_eq!(of(&line, &account(other)), wanted, "{other}");
            assert_eq!(of(&account(other), &line), wanted, "{other}");
        }
    }

    #[test]
    fn a_piece_of_a_game_and_two_solutions() {
        let fragment = from("h2e2 h9g7 h0g2", "i9h9 i0h0 b9c7");
        assert_eq!(of(&account(LINE), &fragment), Relation::Fragment);
        let other = from("h2e2 h9g7 h0g2", "i9i8 i0h0 b9c7");
        assert_eq!(of(&other, &fragment), Relation::Study);
    }
}

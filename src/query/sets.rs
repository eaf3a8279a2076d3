//! Sets of men as a plan keeps them: each once, every set after those it is made of.

use super::men::Men;
use super::points::Points;
use super::region::Region;
use super::syntax::{Axis, Filter, Verb};
use super::tally::Places;
use crate::xiangqi::{Piece, Side};
use std::collections::HashMap;

/// The place of a set in its list.
pub(super) type SetId = usize;

/// How a set is made.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Set {
    /// The pieces on these places.
    Places(Places),
    Union(Vec<SetId>),
    Filter(SetId, Filter),
    Verb(SetId, Verb, SetId),
    Line {
        axis: Axis,
        first: SetId,
        rest: Vec<(Option<u32>, SetId)>,
    },
}

/// All sets of a plan.
#[derive(Debug, Default)]
pub(super) struct Sets {
    sets: Vec<Entry>,
    known: HashMap<Set, SetId>,
}

#[derive(Debug)]
struct Entry {
    set: Set,
    /// What cannot be left: the set is a part of this.
    bound: Places,
    /// The bound again, the pieces that are in it only.
    sparse: Vec<(usize, Points)>,
    /// How dear it is to work out, roughly in nanoseconds.
    cost: u32,
}

impl Sets {
    /// The set of the pieces on these places.
    pub(super) fn places(&mut self, places: Places) -> SetId {
        self.add(Set::Places(places), places, 2)
    }

    /// The men of several sets.
    pub(super) fn union(&mut self, mut parts: Vec<SetId>) -> SetId {
        parts.sort_unstable();
        parts.dedup();
        if let [only] = parts[..] {
            return only;
        }
        let bound = parts.iter().fold([0; 14], |bound, &part| join(&bound, self.bound(part)));
        if parts.iter().all(|&part| self.is_linear(part)) {
            return self.places(bound);
        }
        let cost = parts.iter().map(|&part| self.cost(part)).sum();
        self.add(Set::Union(parts), bound, cost)
    }

    /// What a filter keeps of a set.
    pub(super) fn filter(&mut self, of: SetId, filter: Filter) -> SetId {
        let mut bound = *self.bound(of);
        if let Filter::In(region) = filter {
            bound = within(&bound, region);
            if self.is_linear(of) {
                return self.places(bound);
            }
        }
        let cost = self.cost(of) + if matches!(filter, Filter::In(_)) { 2 } else { 60 };
        self.add(Set::Filter(of, filter), bound, cost)
    }

    /// The men of a set that do something to one of another.
    pub(super) fn verb(&mut self, actors: SetId, verb: Verb, others: SetId) -> SetId {
        let bound = *self.bound(actors);
        let cost = self.cost(actors).saturating_add(self.cost(others)).saturating_add(30);
        self.add(Set::Verb(actors, verb, others), bound, cost)
    }

    /// The first men of lines.
    pub(super) fn line(
        &mut self,
        axis: Axis,
        first: SetId,
        rest: Vec<(Option<u32>, SetId)>,
    ) -> SetId {
        let bound = *self.bound(first);
        let rest_cost: u32 = rest.iter().map(|&(_, set)| self.cost(set)).sum();
        let cost = self.cost(first) + rest_cost + 20;
        self.add(Set::Line { axis, first, rest }, bound, cost)
    }

    fn add(&mut self, set: Set, bound: Places, cost: u32) -> SetId {
        if let Some(&id) = self.known.get(&set) {
            return id;
        }
        let sparse = (0..14).map(|piece| (piece, bound[piece])).filter(|(_, set)| *set != 0);
        let id = self.sets.len();
        self.sets.push(Entry { set: set.clone(), bound, sparse: sparse.collect(), cost });
        self.known.insert(set, id);
        id
    }

    /// The places that no man of the set can be outside of.
    pub(super) fn bound(&self, id: SetId) -> &Places {
        &self.sets[id].bound
    }

    /// Whether the set is just the pieces on its places.
    pub(super) fn is_linear(&self, id: SetId) -> bool {
        matches!(self.sets[id].set, Set::Places(_))
    }

    pub(super) fn cost(&self, id: SetId) -> u32 {
        self.sets[id].cost
    }

    /// The places of which each must hold a man if the set is not empty.
    pub(super) fn needs(&self, id: SetId) -> Vec<Places> {
        let mut needs = Vec::new();
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            let entry = &self.sets[id];
            if !needs.contains(&entry.bound) {
                needs.push(entry.bound);
            }
            match &entry.set {
                Set::Places(_) | Set::Union(_) => {}
                Set::Filter(of, _) => waiting.push(*of),
                Set::Verb(actors, _, others) => waiting.extend([*actors, *others]),
                Set::Line { first, rest, .. } => {
                    waiting.push(*first);
                    waiting.extend(rest.iter().map(|&(_, set)| set));
                }
            }
        }
        needs
    }

    /// The men in the places of a set.
    fn most(&self, id: SetId, men: &Men) -> Points {
        self.sets[id].sparse.iter().fold(0, |set, &(piece, places)| set | men.of(piece) & places)
    }

    /// The men of a set.
    pub(super) fn men(&self, id: SetId, men: &Men) -> Points {
        match &self.sets[id].set {
            Set::Places(_) => self.most(id, men),
            Set::Union(parts) => parts.iter().fold(0, |set, &part| set | self.men(part, men)),
            Set::Filter(of, filter) => {
                let of = self.men(*of, men);
                match filter {
                    Filter::In(region) => Side::ALL
                        .into_iter()
                        .fold(0, |set, side| set | of & men.side(side) & region.points(side)),
                    Filter::Attacked => men.attacked(of),
                    Filter::Protected => men.protected(of),
                    Filter::Unprotected => of & !men.protected(of),
                    Filter::Pinned => men.pinned(of),
                }
            }
            &Set::Verb(actors, verb, others) => {
                // Often the places alone say that nobody does it to anybody.
                let able = men.doing(verb, self.most(actors, men), self.most(others, men));
                if able == 0 || self.is_linear(actors) && self.is_linear(others) {
                    return able;
                }
                men.doing(verb, able & self.men(actors, men), self.men(others, men))
            }
            Set::Line { axis, first, rest } => {
                let rest: smallvec::SmallVec<[_; 4]> =
                    rest.iter().map(|&(gap, set)| (gap, self.men(set, men))).collect();
                men.in_line(*axis, self.men(*first, men), &rest)
            }
        }
    }
}

/// The places of two together.
fn join(one: &Places, other: &Places) -> Places {
    std::array::from_fn(|piece| one[piece] | other[piece])
}

/// The places that lie in a region, as each piece's owner sees it.
pub(super) fn within(places: &Places, region: Region) -> Places {
    std::array::from_fn(|piece| places[piece] & region.points(Piece::all()[piece].side()))
}

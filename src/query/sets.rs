//! Sets of men in a plan: each once, after the sets that it consists of.

use super::men::Basis;
use super::men::Men;
use super::points::Region;
use super::points::{ALL, Points, lowest};
use super::relations::cross;
use super::sweep::Places;
use super::syntax::{Axis, PieceFilter, Verb};
use crate::xiangqi::{Piece, Side};
use smallvec::SmallVec;
use std::collections::HashMap;
use std::hash::Hash;

/// Place of a set in its list.
pub(super) type SetId = usize;

/// Definition of a set.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Set {
    /// The pieces on these places.
    Places(Places),
    Union(Vec<SetId>),
    PieceFilter(SetId, PieceFilter),
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
    sets: Once<Set>,
    /// Properties of each set.
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    /// Places that contain all men of the set.
    bound: Places,
    /// The bound as a list of pieces with places.
    sparse: Vec<(usize, Points)>,
    /// Pieces of the bound (bits by index), and all their places.
    pieces: u16,
    reach: Points,
    /// Cost of computing the set, roughly in nanoseconds.
    cost: u32,
}

impl Sets {
    /// The set of the pieces on these places.
    pub(super) fn places(&mut self, places: Places) -> SetId {
        self.add(Set::Places(places), places, 2)
    }

    /// The union of several sets.
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

    /// The men of a set that pass a filter. Regions are applied first, as the cheapest filters.
    pub(super) fn filter(&mut self, of: SetId, filter: PieceFilter) -> SetId {
        let bound = *self.bound(of);
        if let PieceFilter::In(region) = filter {
            return match self.sets.items[of].clone() {
                Set::Places(_) => self.places(within(&bound, region)),
                Set::Union(parts) => {
                    let parts = parts.into_iter().map(|part| self.filter(part, filter)).collect();
                    self.union(parts)
                }
                Set::PieceFilter(of, other) => {
                    let of = self.filter(of, filter);
                    self.filter(of, other)
                }
                Set::Verb(actors, verb, others) => {
                    let actors = self.filter(actors, filter);
                    self.verb(actors, verb, others)
                }
                Set::Line { axis, first, rest } => {
                    let first = self.filter(first, filter);
                    self.line(axis, first, rest)
                }
            };
        }
        let cost = self.cost(of).saturating_add(60);
        self.add(Set::PieceFilter(of, filter), bound, cost)
    }

    /// The men of `actors` that act on a man of `others`.
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
        let id = self.sets.add(set);
        if id < self.entries.len() {
            return id;
        }
        let sparse = (0..14).map(|piece| (piece, bound[piece])).filter(|(_, set)| *set != 0);
        let sparse: Vec<(usize, Points)> = sparse.collect();
        let pieces = sparse.iter().fold(0, |pieces, (piece, _)| pieces | 1 << piece);
        let reach = sparse.iter().fold(0, |reach, (_, places)| reach | places);
        self.entries.push(Entry { bound, sparse, pieces, reach, cost });
        id
    }

    /// Places that contain all men of the set.
    pub(super) fn bound(&self, id: SetId) -> &Places {
        &self.entries[id].bound
    }

    /// Whether the set is the pieces on its places, without further conditions.
    pub(super) fn is_linear(&self, id: SetId) -> bool {
        matches!(self.sets.items[id], Set::Places(_))
    }

    pub(super) fn cost(&self, id: SetId) -> u32 {
        self.entries[id].cost
    }

    /// Places that each have a man if the set is not empty.
    pub(super) fn needs(&self, id: SetId) -> Vec<Places> {
        let mut needs = Vec::new();
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            if !needs.contains(self.bound(id)) {
                needs.push(*self.bound(id));
            }
            match &self.sets.items[id] {
                Set::Places(_) | Set::Union(_) => {}
                Set::PieceFilter(of, _) => waiting.push(*of),
                Set::Verb(actors, _, others) => waiting.extend([*actors, *others]),
                Set::Line { first, rest, .. } => {
                    waiting.push(*first);
                    waiting.extend(rest.iter().map(|&(_, set)| set));
                }
            }
        }
        needs
    }

    /// Men on the places of a set.
    fn most(&self, id: SetId, men: &Men) -> Points {
        self.entries[id].sparse.iter().fold(0, |set, &(piece, places)| set | men.of(piece) & places)
    }

    /// Men on the places of a set within `points`; adds those places to `basis`.
    fn most_on(&self, points: Points, id: SetId, men: &Men, basis: &mut Basis) -> Points {
        let entry = &self.entries[id];
        basis.add_men(entry.pieces, entry.reach & points);
        self.most(id, men) & points
    }

    /// The men of a set; adds the dependencies to `basis`.
    pub(super) fn men(&self, id: SetId, men: &Men, basis: &mut Basis) -> Points {
        match &self.sets.items[id] {
            Set::Places(_) => self.most_on(ALL, id, men, basis),
            Set::Union(parts) => {
                parts.iter().fold(0, |set, &part| set | self.men(part, men, basis))
            }
            Set::PieceFilter(of, filter) => {
                let of = self.men(*of, men, basis);
                match filter {
                    PieceFilter::In(region) => Side::ALL
                        .into_iter()
                        .fold(0, |set, side| set | of & men.side(side) & region.points(side)),
                    PieceFilter::Attacked => men.attacked(of, basis),
                    PieceFilter::Protected => men.protected(of, basis),
                    PieceFilter::Unprotected => of & !men.protected(of, basis),
                    PieceFilter::Pinned => men.pinned(of, basis),
                }
            }
            &Set::Verb(actors, verb, others) => {
                // Often the bounds alone exclude the relation.
                let most = [actors, others].map(|set| self.most_on(ALL, set, men, basis));
                let able = men.doing(verb, most[0], most[1], basis);
                if able == 0 || self.is_linear(actors) && self.is_linear(others) {
                    return able;
                }
                let actors = able & self.men(actors, men, basis);
                men.doing(verb, actors, self.men(others, men, basis), basis)
            }
            Set::Line { axis, first, rest } => {
                let points = self.lines_through_one(rest, men, basis);
                let mut on_lines = |set: SetId| match self.is_linear(set) {
                    true => self.most_on(points, set, men, basis),
                    false => self.men(set, men, basis) & points,
                };
                let first = on_lines(*first);
                if first == 0 {
                    return 0;
                }
                let rest: SmallVec<[_; 4]> =
                    rest.iter().map(|&(gap, set)| (gap, on_lines(set))).collect();
                men.in_line(*axis, first, &rest, basis)
            }
        }
    }

    /// Points of all lines, if one set of `rest` is a single man (often a king): its file and rank;
    /// else all points.
    fn lines_through_one(
        &self,
        rest: &[(Option<u32>, SetId)],
        men: &Men,
        basis: &mut Basis,
    ) -> Points {
        let linear = rest.iter().filter(|(_, set)| self.is_linear(*set));
        let mut men_of = linear.map(|&(_, set)| (set, self.most(set, men)));
        let Some((set, man)) = men_of.find(|(_, men)| men & men.wrapping_sub(1) == 0) else {
            return ALL;
        };
        self.most_on(ALL, set, men, basis);
        lowest(man).map_or(0, cross)
    }
}

/// Union of two tables of places.
fn join(one: &Places, other: &Places) -> Places {
    std::array::from_fn(|piece| one[piece] | other[piece])
}

/// The places within a region, as the owner of each piece sees it.
pub(super) fn within(places: &Places, region: Region) -> Places {
    std::array::from_fn(|piece| places[piece] & region.points(Piece::all()[piece].side()))
}

/// A list of distinct items.
#[derive(Debug)]
pub(super) struct Once<T> {
    /// Items in the order in which they were added.
    pub(super) items: Vec<T>,
    places: HashMap<T, usize>,
}

impl<T> Default for Once<T> {
    fn default() -> Once<T> {
        Once { items: Vec::new(), places: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Once<T> {
    /// Place of an item; a new item is added at the end.
    pub(super) fn add(&mut self, item: T) -> usize {
        *self.places.entry(item).or_insert_with_key(|item| {
            self.items.push(item.clone());
            self.items.len() - 1
        })
    }
}

//! Sets of men as a plan keeps them: each once, every set after those it is made of.

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

/// The place of a set in its list.
pub(super) type SetId = usize;

/// How a set is made.
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
    /// By set: what is known of it.
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    /// The places that the men of the set cannot leave.
    bound: Places,
    /// The bound again, the pieces that are in it only.
    sparse: Vec<(usize, Points)>,
    /// The pieces in it (bits by index), and all places of theirs.
    pieces: u16,
    reach: Points,
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

    /// The men of a set that pass a filter. Regions are applied before all other filters, as they
    /// are the cheapest.
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

    /// The places that no man of the set can be outside of.
    pub(super) fn bound(&self, id: SetId) -> &Places {
        &self.entries[id].bound
    }

    /// Whether the set is just the pieces on its places.
    pub(super) fn is_linear(&self, id: SetId) -> bool {
        matches!(self.sets.items[id], Set::Places(_))
    }

    pub(super) fn cost(&self, id: SetId) -> u32 {
        self.entries[id].cost
    }

    /// The places of which each must hold a man if the set is not empty.
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

    /// The men in the places of a set.
    fn most(&self, id: SetId, men: &Men) -> Points {
        self.entries[id].sparse.iter().fold(0, |set, &(piece, places)| set | men.of(piece) & places)
    }

    /// The men in the places of a set and on these points. That these were looked at is added to
    /// `basis`.
    fn most_on(&self, points: Points, id: SetId, men: &Men, basis: &mut Basis) -> Points {
        let entry = &self.entries[id];
        basis.add_men(entry.pieces, entry.reach & points);
        self.most(id, men) & points
    }

    /// The men of a set. `basis` grows by the facts on which they depend, here and below.
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
                // Often the places alone say that nobody does it to anybody.
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

    /// Every line goes through all sets. Where one of them is a single man, often a king, all
    /// others stand on its file or its rank: the points of these; all points otherwise.
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

/// The places of two together.
fn join(one: &Places, other: &Places) -> Places {
    std::array::from_fn(|piece| one[piece] | other[piece])
}

/// The places that lie in a region, as each piece's owner sees it.
pub(super) fn within(places: &Places, region: Region) -> Places {
    std::array::from_fn(|piece| places[piece] & region.points(Piece::all()[piece].side()))
}

/// A list that holds everything once.
#[derive(Debug)]
pub(super) struct Once<T> {
    /// In the order in which they came.
    pub(super) items: Vec<T>,
    places: HashMap<T, usize>,
}

impl<T> Default for Once<T> {
    fn default() -> Once<T> {
        Once { items: Vec::new(), places: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Once<T> {
    /// The place of a thing, which is put last when it is new.
    pub(super) fn add(&mut self, item: T) -> usize {
        *self.places.entry(item).or_insert_with_key(|item| {
            self.items.push(item.clone());
            self.items.len() - 1
        })
    }
}

//! Weighs the statements of several witnesses of one game and picks the best. Red of one pairing is
//! never put against Black of another.

use super::dating::{Saying, decide};
use super::derived::clearly_differ;
use super::tags::{FieldSet, Inferred};
use super::{GameResult, LaxDate, Metadata, name_key};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::hash::Hash;

/// Statements of many witnesses of one game, counted.
#[derive(Debug, Clone, Default)]
pub struct Ballot {
    /// Number of witnesses by statement.
    said: FxHashMap<Metadata, usize>,
    weight: usize,
}

/// Statements about a game, by one witness or by many.
#[derive(Debug, Clone, Copy)]
pub enum WitnessSays<'m> {
    /// One witness.
    ByOne(&'m Metadata),
    /// Many witnesses.
    ByMany(&'m Ballot),
}

impl Ballot {
    /// Adds the statement of another witness.
    pub fn add(&mut self, data: &Metadata) {
        if let Some(count) = self.said.get_mut(data) {
            *count += 1;
            return;
        }
        // A map's table is between half and nearly full.
        self.weight += 2 * size_of::<(Metadata, usize)>() + data.text_len();
        self.said.insert(data.clone(), 1);
    }

    /// Approximate memory in bytes.
    #[must_use]
    pub fn weight(&self) -> usize {
        size_of::<Ballot>() + self.weight
    }
}

/// Folded names of Red and Black by the witnesses of one game, each pair once and in order; empty
/// if all witnesses that name both players name one pair.
#[must_use]
pub fn named_otherwise<'m>(said: &[WitnessSays<'m>]) -> Vec<[String; 2]> {
    let mut found: BTreeSet<[&'m str; 2]> = BTreeSet::new();
    let mut add = |data: &'m Metadata| {
        if let (Some(red), Some(black)) = (&data.red, &data.black) {
            found.insert([red, black]);
        }
    };
    for said in said {
        match said {
            WitnessSays::ByOne(data) => add(data),
            WitnessSays::ByMany(ballot) => ballot.said.keys().for_each(&mut add),
        }
    }
    // Most often all witnesses spell the names alike.
    if found.len() < 2 {
        return Vec::new();
    }
    let pairs: BTreeSet<[String; 2]> = found.into_iter().map(|pair| pair.map(name_key)).collect();
    if pairs.len() < 2 { Vec::new() } else { pairs.into_iter().collect() }
}

impl Metadata {
    /// The best statement about one game, field by field: the commonest value, then the longest,
    /// then the first in text order. It depends only on the set of witnesses.
    #[must_use]
    pub fn best_of(said: &[WitnessSays<'_>]) -> Metadata {
        if let [WitnessSays::ByOne(data)] = said {
            return (*data).clone();
        }
        let mut all = Statements(Vec::with_capacity(said.len()));
        for said in said {
            match said {
                WitnessSays::ByOne(data) => all.0.push((data, 1)),
                WitnessSays::ByMany(ballot) => {
                    all.0.extend(ballot.said.iter().map(|(data, &count)| (data, count)));
                }
            }
        }
        let [red, black] = all.players().map(Option::<&String>::cloned);
        let text = |field: fn(&Metadata) -> &Option<String>| {
            all.commonest(|data| field(data).as_ref(), letters).cloned()
        };
        let date = all.commonest(|data| data.date, LaxDate::precision);
        // Texts of the chosen date only; of all dates if none is chosen.
        let date_found =
            all.commonest(|data| data.date_found.as_ref().filter(|_| data.date == date), letters);
        let result = all.commonest(|data| known(data.result), |_| 0);
        let mut best = Metadata {
            red,
            black,
            red_team: text(|data| &data.red_team),
            black_team: text(|data| &data.black_team),
            event: text(|data| &data.event),
            site: text(|data| &data.site),
            round: text(|data| &data.round),
            date,
            date_found: date_found.cloned(),
            termination: text(|data| &data.termination),
            opening: text(|data| &data.opening),
            result: result.unwrap_or_default(),
            kind: all.0.iter().filter_map(|(data, _)| data.kind).min(),
            inferred: None,
        };
        best.inferred = all.inferred(&best).map(Box::new);
        best
    }

    /// Length in bytes of all texts of the statement.
    fn text_len(&self) -> usize {
        let said = [&self.red, &self.black, &self.event, &self.site, &self.round, &self.date_found];
        let more = [&self.red_team, &self.black_team, &self.termination, &self.opening];
        let [red, black] = self.inferred_players();
        said.into_iter().chain(more).flatten().chain(red).chain(black).map(String::len).sum()
    }

    /// Red and Black as stated.
    fn stated_players(&self) -> [Option<&String>; 2] {
        [self.red.as_ref(), self.black.as_ref()]
    }

    /// Red and Black by a heading, if not stated.
    fn inferred_players(&self) -> [Option<&String>; 2] {
        let inferred = self.inferred.as_deref();
        inferred.map_or([None; 2], |more| [more.red.as_ref(), more.black.as_ref()])
    }

    /// Whether the statement may be about a game with player `name` on this side.
    fn fits(&self, side: usize, name: Option<&String>) -> bool {
        let own = self.stated_players()[side].or(self.inferred_players()[side]);
        own.zip(name).is_none_or(|(own, name)| own == name || !clearly_differ(own, name))
    }
}

/// Statements of all witnesses, each with its number of witnesses.
struct Statements<'m>(Vec<(&'m Metadata, usize)>);

impl<'m> Statements<'m> {
    /// Stated players: the best name of Red, and the best name of Black that a witness has beside
    /// that Red; without one, the commonest whole pairing.
    fn players(&self) -> [Option<&'m String>; 2] {
        let red = self.commonest(|data| data.red.as_ref(), letters);
        let black = self.best(|data| data.black.as_ref(), letters, |data| data.fits(0, red));
        if red.is_some() && black.is_none() {
            let pairing = self.commonest(
                |data| data.red.as_ref().zip(data.black.as_ref()),
                |(red, black)| letters(red) + letters(black),
            );
            if let Some((red, black)) = pairing {
                return [Some(red), Some(black)];
            }
        }
        [red, black]
    }

    /// Players, date and result that no witness states but some infer for the game of `best`, and
    /// the fields that only file names have. None if nothing is added.
    fn inferred(&self, best: &Metadata) -> Option<Inferred> {
        let mut players = best.stated_players();
        for side in [0, 1] {
            if players[side].is_none() {
                players[side] = self.best(
                    |data| data.inferred_players()[side],
                    letters,
                    |data| data.fits(1 - side, players[1 - side]),
                );
            }
        }
        let [red, black] = players;
        let is_of_these = |data: &Metadata| data.fits(0, red) && data.fits(1, black);
        let saying = |(data, count): &(&'m Metadata, usize)| Saying {
            claims: data.inferred.as_deref().map_or(&[][..], |inferred| &inferred.claims),
            stated: data.date,
            is_of_game: is_of_these(data),
            count: *count,
        };
        let dated = decide(&self.0.iter().map(saying).collect::<Vec<_>>(), best.date);
        if dated.is_none() && self.0.iter().all(|(data, _)| data.inferred.is_none()) {
            return None;
        }
        let result = self.best(|data| known(data.inferred.as_ref()?.result), |_| 0, is_of_these);
        let (mut stated, mut from_file) = (FieldSet::NONE, FieldSet::NONE);
        for (data, _) in &self.0 {
            stated = stated.and(data.stated());
            let inferred = data.inferred.as_deref();
            from_file = from_file.and(inferred.map_or(FieldSet::NONE, |more| more.from_file));
        }
        let inferred = Inferred {
            red: red.filter(|_| best.red.is_none()).cloned(),
            black: black.filter(|_| best.black.is_none()).cloned(),
            dated,
            claims: Vec::new(),
            result: result.filter(|_| !best.result.is_known()).unwrap_or_default(),
            from_file: from_file.without(stated),
        };
        (inferred != Inferred::default()).then_some(inferred)
    }

    /// The commonest value; of equally common ones the one of largest `weight`, then the smallest.
    fn commonest<T: Ord + Hash + Copy>(
        &self,
        value: impl Fn(&'m Metadata) -> Option<T>,
        weight: impl Fn(&T) -> usize,
    ) -> Option<T> {
        let mut counts: FxHashMap<T, usize> = FxHashMap::default();
        for (data, count) in &self.0 {
            if let Some(value) = value(data) {
                *counts.entry(value).or_default() += count;
            }
        }
        let best = counts.into_iter().max_by(|(a, a_count), (b, b_count)| {
            a_count.cmp(b_count).then_with(|| weight(a).cmp(&weight(b))).then_with(|| b.cmp(a))
        });
        best.map(|(value, _)| value)
    }

    /// The commonest value, if a fitting statement has it; otherwise the commonest in fitting
    /// statements.
    fn best<T: Ord + Hash + Copy>(
        &self,
        value: impl Fn(&'m Metadata) -> Option<T>,
        weight: impl Fn(&T) -> usize,
        fits: impl Fn(&Metadata) -> bool,
    ) -> Option<T> {
        let best = self.commonest(&value, &weight)?;
        let has_best = |(data, _): &(&'m Metadata, usize)| value(data) == Some(best) && fits(data);
        if self.0.iter().any(has_best) {
            return Some(best);
        }
        self.commonest(|data| value(data).filter(|_| fits(data)), weight)
    }
}

fn letters(name: &&String) -> usize {
    name.chars().count()
}

fn known(result: GameResult) -> Option<GameResult> {
    result.is_known().then_some(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::Kind;
    use proptest::prelude::*;

    #[test]
    fn the_best_is_the_commonest_whatever_the_order() {
        let named = |red: &str| Metadata { red: Some(red.to_owned()), ..Metadata::default() };
        let all = [named("胡荣"), named("胡荣华"), named("胡荣华"), named("HU RongHua")];
        let mut order: Vec<WitnessSays<'_>> = all.iter().map(WitnessSays::ByOne).collect();
        for _ in 0..4 {
            order.rotate_left(1);
            assert_eq!(Metadata::best_of(&order).red.as_deref(), Some("胡荣华"));
        }
    }

    fn data() -> impl Strategy<Value = Metadata> {
        let text = || prop::option::of(prop::sample::select(vec!["甲", "乙", "甲乙"]));
        let kind = prop::option::of(prop::sample::select(vec![Kind::Game, Kind::Endgame]));
        (text(), text(), text(), 0..3u8, kind).prop_map(|(red, event, found, month, kind)| {
            Metadata {
                red: red.map(str::to_owned),
                event: event.map(str::to_owned),
                date: LaxDate::new(if month == 0 { 0 } else { 1982 }, month.into(), 0),
                date_found: found.map(str::to_owned),
                result: if month == 1 { GameResult::Draw } else { GameResult::Unknown },
                kind,
                ..Metadata::default()
            }
        })
    }

    proptest! {
        #[test]
        fn counting_first_makes_no_difference(
            all in prop::collection::vec(data(), 1..9),
            counted in any::<u16>(),
        ) {
            let mut ballot = Ballot::default();
            let mut said = Vec::new();
            for (at, data) in all.iter().enumerate() {
                if counted >> at & 1 == 1 {
                    ballot.add(data);
                } else {
                    said.push(WitnessSays::ByOne(data));
                }
            }
            said.push(WitnessSays::ByMany(&ballot));
            let one_by_one: Vec<WitnessSays<'_>> = all.iter().map(WitnessSays::ByOne).collect();
            prop_assert_eq!(Metadata::best_of(&said), Metadata::best_of(&one_by_one));
        }
    }

    fn stated(red: &str, black: &str) -> Metadata {
        let name = |name: &str| Some(name.to_owned()).filter(|name| !name.is_empty());
        Metadata { red: name(red), black: name(black), ..Metadata::default() }
    }

    fn heard(red: &str, black: &str, result: GameResult) -> Metadata {
        let Metadata { red, black, .. } = stated(red, black);
        let inferred = Inferred { red, black, result, ..Inferred::default() };
        Metadata { inferred: Some(Box::new(inferred)), ..Metadata::default() }
    }

    fn best(all: &[Metadata]) -> String {
        let mut said: Vec<WitnessSays<'_>> = all.iter().map(WitnessSays::ByOne).collect();
        let elected = |said: &[WitnessSays<'_>]| {
            let best = Metadata::best_of(said);
            let more = best.inferred.as_deref().cloned().unwrap_or_default();
            let [red, black] = [best.red.or(more.red), best.black.or(more.black)]
                .map(|name| name.unwrap_or_default());
            format!("{red} {} {black}", more.result)
        };
        let first = elected(&said);
        for _ in 0..all.len() {
            said.rotate_left(1);
            assert_eq!(elected(&said), first, "the order of witnesses says nothing");
        }
        first
    }

    #[test]
    fn nobody_plays_against_a_player_of_another_pairing() {
        let pairings = [stated("赵国荣", "李来群"), stated("胡荣", "欧阳长虹")];
        assert_eq!(best(&pairings), "赵国荣 * 李来群");
        // Spellings of the same two players: the best of each is taken.
        let pairings = [stated("胡荣华", "柳大"), stated("胡荣", "柳大华")];
        assert_eq!(best(&pairings), "胡荣华 * 柳大华");
        // One statement adds the player that the other lacks.
        assert_eq!(best(&[stated("胡荣华", ""), stated("", "柳大华")]), "胡荣华 * 柳大华");
        // No witness has a Black beside the commonest Red.
        let alone = stated("胡荣华", "");
        let pairings = [alone.clone(), alone, stated("赵国荣", "李来群")];
        assert_eq!(best(&pairings), "赵国荣 * 李来群");
    }

    #[test]
    fn headings_of_two_games_make_no_third() {
        let (won, lost) = (GameResult::RedWins, GameResult::BlackWins);
        let headings = [heard("赵国荣", "李来群", won), heard("胡荣", "欧阳长虹", lost)];
        assert_eq!(best(&headings), "赵国荣 1-0 李来群");
        let headings = [stated("胡荣", ""), heard("赵国荣", "李来群", won)];
        assert_eq!(best(&headings), "胡荣 * ");
        let headings = [stated("胡荣华", ""), heard("胡榮華", "李来群", won)];
        assert_eq!(best(&headings), "胡荣华 1-0 李来群");
    }
}

//! What several witnesses say of one game, counted, and the best of it: never Red of one pairing
//! against Black of another.

use super::derived::clearly_differ;
use super::tags::{FieldSet, Inferred};
use super::{GameResult, Kind, LaxDate, Metadata};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::hash::Hash;

/// The fields that are texts, but for the players and the date as found.
const TEXTS: [fn(&Metadata) -> &Option<String>; 7] = [
    |data| &data.red_team,
    |data| &data.black_team,
    |data| &data.event,
    |data| &data.site,
    |data| &data.round,
    |data| &data.termination,
    |data| &data.opening,
];

/// Values that many witnesses of one game state, counted field by field.
#[derive(Debug, Clone, Default)]
pub struct Ballot {
    tellings: Votes<Telling>,
    texts: [Votes<String>; TEXTS.len()],
    dates: Votes<LaxDate>,
    /// Dates as found, each with what it was read as.
    dates_found: Votes<(Option<LaxDate>, String)>,
    results: Votes<GameResult>,
    kind: Option<Kind>,
    inferred: InferredVotes,
    weight: usize,
}

/// Doubts and origins of what witnesses state, counted.
#[derive(Debug, Clone, Default)]
struct InferredVotes {
    /// Dates that are stated and doubted.
    doubted: Votes<LaxDate>,
    /// Fields that the tags of any witness state.
    stated: FieldSet,
    /// Fields that any witness has from the name of its file.
    from_file: FieldSet,
}

/// Statements of one witness of a game, or of many.
#[derive(Debug, Clone, Copy)]
pub enum WitnessSays<'m> {
    /// One witness.
    ByOne(&'m Metadata),
    /// Many witnesses.
    ByMany(&'m Ballot),
}

impl Ballot {
    /// Adds what another witness says.
    pub fn add(&mut self, data: &Metadata) {
        let telling = Telling::of(data);
        self.weight += vote(&mut self.tellings, &telling, telling.text_len());
        for (votes, field) in self.texts.iter_mut().zip(TEXTS) {
            if let Some(text) = field(data) {
                self.weight += vote(votes, text, text.len());
            }
        }
        if let Some(date) = &data.date {
            self.weight += vote(&mut self.dates, date, 0);
        }
        if let Some(found) = &data.date_found {
            self.weight += vote(&mut self.dates_found, &(data.date, found.clone()), found.len());
        }
        if data.result != GameResult::Unknown {
            self.weight += vote(&mut self.results, &data.result, 0);
        }
        self.kind = least(self.kind, data.kind);
        self.inferred.stated = self.inferred.stated.and(data.stated());
        if let Some(inferred) = &data.inferred {
            self.infer(data, inferred);
        }
    }

    fn infer(&mut self, data: &Metadata, inferred: &Inferred) {
        let votes = &mut self.inferred;
        votes.from_file = votes.from_file.and(inferred.from_file);
        if let Some(date) = data.date.as_ref().filter(|_| inferred.doubts_date) {
            self.weight += vote(&mut votes.doubted, date, 0);
        }
    }

    /// Roughly how many bytes it occupies in memory.
    #[must_use]
    pub fn weight(&self) -> usize {
        size_of::<Ballot>() + self.weight
    }
}

impl Metadata {
    /// The best of what several witnesses say of one game, field by field: the commonest value,
    /// then the longest, then the first in text order. A pure function of the set of witnesses.
    #[must_use]
    pub fn best_of(said: &[WitnessSays<'_>]) -> Metadata {
        if let [WitnessSays::ByOne(data)] = said {
            return (*data).clone();
        }
        let players = players(said);
        let [red, black] = players.stated();
        let [red_team, black_team, event, site, round, termination, opening] =
            std::array::from_fn(|field| text(said, field));
        let date =
            commonest(said, |data| data.date.as_ref(), |ballot| &ballot.dates, LaxDate::precision);
        let result = commonest(
            said,
            |data| Some(&data.result).filter(|result| **result != GameResult::Unknown),
            |ballot| &ballot.results,
            |_| 0,
        );
        let kind = said.iter().fold(None, |kind, said| match said {
            WitnessSays::ByOne(data) => least(kind, data.kind),
            WitnessSays::ByMany(ballot) => least(kind, ballot.kind),
        });
        let mut best = Metadata {
            red,
            black,
            red_team,
            black_team,
            event,
            site,
            round,
            date: date.copied(),
            date_found: date_found(said, date.copied()),
            termination,
            opening,
            result: result.copied().unwrap_or_default(),
            kind,
            inferred: None,
        };
        best.inferred = inferred(said, &players, &best).map(Box::new);
        best
    }
}

/// The players as the witnesses of a game name them.
fn players<'m>(said: &[WitnessSays<'m>]) -> StatedPlayers<'m> {
    let mut players = StatedPlayers::default();
    for said in said {
        match said {
            WitnessSays::ByOne(data) => players.add(Cow::Owned(Telling::of(data)), 1),
            WitnessSays::ByMany(ballot) => {
                let tellings = ballot.tellings.iter();
                tellings.for_each(|(telling, count)| players.add(Cow::Borrowed(telling), *count));
            }
        }
    }
    players
}

/// Values that witnesses of a game infer and none of them states, and the fields of `best` that
/// only names of files have.
fn inferred(
    said: &[WitnessSays<'_>],
    players: &StatedPlayers<'_>,
    best: &Metadata,
) -> Option<Inferred> {
    let has_any = |said: &WitnessSays<'_>| match said {
        WitnessSays::ByOne(data) => data.inferred.is_some(),
        WitnessSays::ByMany(_) => true,
    };
    if !said.iter().any(has_any) {
        return None;
    }
    let ([red, black], date, result) = players.inferred(best.red.as_ref(), best.black.as_ref());
    let (mut stated, mut from_file) = (FieldSet::NONE, FieldSet::NONE);
    let (mut with_date, mut with_doubt) = (0, 0);
    for said in said {
        match said {
            WitnessSays::ByOne(data) => {
                stated = stated.and(data.stated());
                let inferred = data.inferred.as_deref();
                from_file = from_file.and(inferred.map_or(FieldSet::NONE, |more| more.from_file));
                if data.date.is_some() && data.date == best.date {
                    with_date += 1;
                    with_doubt += usize::from(inferred.is_some_and(|more| more.doubts_date));
                }
            }
            WitnessSays::ByMany(ballot) => {
                stated = stated.and(ballot.inferred.stated);
                from_file = from_file.and(ballot.inferred.from_file);
                let count = |votes: &Votes<LaxDate>| {
                    best.date.and_then(|date| votes.get(&date)).copied().unwrap_or(0)
                };
                with_date += count(&ballot.dates);
                with_doubt += count(&ballot.inferred.doubted);
            }
        }
    }
    let inferred = Inferred {
        red,
        black,
        date: date.filter(|_| best.date_found.is_none()),
        result: if best.result.is_known() { GameResult::Unknown } else { result },
        doubts_date: with_date > 0 && with_date == with_doubt,
        from_file: from_file.without(stated),
    };
    (inferred != Inferred::default()).then_some(inferred)
}

fn least(a: Option<Kind>, b: Option<Kind>) -> Option<Kind> {
    a.into_iter().chain(b).min()
}

fn text(said: &[WitnessSays<'_>], field: usize) -> Option<String> {
    let best = commonest(
        said,
        |data| TEXTS[field](data).as_ref(),
        |ballot| &ballot.texts[field],
        |text| text.chars().count(),
    );
    best.cloned()
}

/// The best of the texts from which this date was read; without a date, of all.
fn date_found(said: &[WitnessSays<'_>], date: Option<LaxDate>) -> Option<String> {
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for said in said {
        match said {
            WitnessSays::ByOne(data) if data.date == date => {
                data.date_found.iter().for_each(|text| *counts.entry(text).or_default() += 1);
            }
            WitnessSays::ByOne(_) => {}
            WitnessSays::ByMany(ballot) => {
                for ((_, text), count) in ballot.dates_found.iter().filter(|((d, _), _)| *d == date)
                {
                    *counts.entry(text).or_default() += count;
                }
            }
        }
    }
    most(counts, |text| text.chars().count()).map(str::to_owned)
}

/// The value that most witnesses say; among equals the one of most `weight`, then the smallest.
fn commonest<'m, T: Ord + Hash>(
    said: &[WitnessSays<'m>],
    one: impl Fn(&'m Metadata) -> Option<&'m T>,
    many: impl Fn(&'m Ballot) -> &'m Votes<T>,
    weight: impl Fn(&T) -> usize,
) -> Option<&'m T> {
    let mut counts: FxHashMap<&T, usize> = FxHashMap::default();
    for said in said {
        match said {
            WitnessSays::ByOne(data) => {
                one(data).into_iter().for_each(|value| *counts.entry(value).or_default() += 1);
            }
            WitnessSays::ByMany(ballot) => many(ballot)
                .iter()
                .for_each(|(value, count)| *counts.entry(value).or_default() += count),
        }
    }
    most(counts, weight)
}

/// Players, date and result as one witness states them, and as its headings or the name of its file
/// add them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Telling {
    /// Red and Black as stated.
    stated: [Option<String>; 2],
    /// Red and Black by a heading, where the witness states none.
    inferred: [Option<String>; 2],
    /// The date by a heading.
    date: Option<LaxDate>,
    /// The result by a heading.
    result: GameResult,
}

impl Telling {
    pub(super) fn of(data: &Metadata) -> Telling {
        let stated = [data.red.clone(), data.black.clone()];
        match data.inferred.as_deref() {
            Some(more) => Telling {
                stated,
                inferred: [more.red.clone(), more.black.clone()],
                date: more.date,
                result: more.result,
            },
            None => Telling { stated, ..Telling::default() },
        }
    }

    /// Bytes of its texts.
    pub(super) fn text_len(&self) -> usize {
        self.stated.iter().chain(&self.inferred).flatten().map(String::len).sum()
    }

    /// Whether it can be of a game that has this player on a side.
    fn fits(&self, side: usize, name: Option<&String>) -> bool {
        let own = self.stated[side].as_ref().or(self.inferred[side].as_ref());
        match (own, name) {
            (Some(own), Some(name)) => own == name || !clearly_differ(own, name),
            _ => true,
        }
    }
}

/// The statements of all witnesses, each with its number of witnesses.
#[derive(Default)]
pub(super) struct StatedPlayers<'m>(Vec<(Cow<'m, Telling>, usize)>);

impl<'m> StatedPlayers<'m> {
    /// Adds a statement of `count` witnesses.
    pub(super) fn add(&mut self, telling: Cow<'m, Telling>, count: usize) {
        self.0.push((telling, count));
    }

    /// Red and Black as stated: the best name of Red, and the best of Black that a witness has
    /// beside that Red. Where none has, the commonest whole pairing.
    pub(super) fn stated(&self) -> [Option<String>; 2] {
        let red = self.best(|t| t.stated[0].as_ref(), letters, |_| true);
        let black = self.best(|t| t.stated[1].as_ref(), letters, |t| t.fits(0, red));
        if red.is_some() && black.is_none() && self.tellings().any(|t| t.stated[1].is_some()) {
            let pairing = self.best(
                |t| t.stated.iter().all(Option::is_some).then_some(&t.stated),
                |pair| pair.iter().flatten().map(letters).sum(),
                |_| true,
            );
            if let Some(pairing) = pairing {
                return pairing.clone();
            }
        }
        [red.cloned(), black.cloned()]
    }

    /// Red and Black, date and result as headings have them of the game that these players played;
    /// names only where none is stated.
    pub(super) fn inferred(
        &self,
        red: Option<&String>,
        black: Option<&String>,
    ) -> ([Option<String>; 2], Option<LaxDate>, GameResult) {
        let by_heading = |side: usize, other: Option<&String>| {
            self.best(|t| t.inferred[side].as_ref(), letters, |t| t.fits(1 - side, other))
        };
        let more_red = if red.is_none() { by_heading(0, black) } else { None };
        let red = red.or(more_red);
        let more_black = if black.is_none() { by_heading(1, red) } else { None };
        let black = black.or(more_black);
        let is_of_these = |t: &Telling| t.fits(0, red) && t.fits(1, black);
        let date = self.best(|t| t.date.as_ref(), LaxDate::precision, is_of_these);
        let result =
            self.best(|t| Some(&t.result).filter(|result| result.is_known()), |_| 0, is_of_these);
        let names = [more_red.cloned(), more_black.cloned()];
        (names, date.copied(), result.copied().unwrap_or_default())
    }

    fn tellings(&self) -> impl Iterator<Item = &Telling> {
        self.0.iter().map(|(telling, _)| &**telling)
    }

    /// The best value of all tellings, if one that fits has it; else the best of those that fit.
    fn best<'a, T: Ord + Hash>(
        &'a self,
        value: impl Fn(&'a Telling) -> Option<&'a T>,
        weight: impl Fn(&T) -> usize,
        fits: impl Fn(&Telling) -> bool,
    ) -> Option<&'a T> {
        let count = |fits: &dyn Fn(&Telling) -> bool| {
            let mut counts: FxHashMap<&T, usize> = FxHashMap::default();
            for (telling, count) in &self.0 {
                if let Some(value) = value(telling).filter(|_| fits(telling)) {
                    *counts.entry(value).or_default() += count;
                }
            }
            most(counts, &weight)
        };
        let best = count(&|_| true)?;
        if self.tellings().any(|telling| value(telling) == Some(best) && fits(telling)) {
            return Some(best);
        }
        count(&fits)
    }
}

#[expect(clippy::ptr_arg, reason = "the weight of a `T`, which is a `String`")]
fn letters(name: &String) -> usize {
    name.chars().count()
}

/// How many witnesses say what.
pub(super) type Votes<T> = FxHashMap<T, usize>;

/// Counts a value; how many bytes more the votes occupy, `text_len` of which are a text.
pub(super) fn vote<T: Hash + Eq + Clone>(
    votes: &mut Votes<T>,
    value: &T,
    text_len: usize,
) -> usize {
    if let Some(count) = votes.get_mut(value) {
        *count += 1;
        return 0;
    }
    votes.insert(value.clone(), 1);
    // The table of a map is between half and nearly full.
    2 * size_of::<(T, usize)>() + text_len
}

/// The value with the highest count; among equals the one of most `weight`, then the smallest.
pub(super) fn most<T: Ord + ?Sized>(
    counts: FxHashMap<&T, usize>,
    weight: impl Fn(&T) -> usize,
) -> Option<&T> {
    counts
        .into_iter()
        .max_by(|(a, a_count), (b, b_count)| {
            a_count.cmp(b_count).then_with(|| weight(a).cmp(&weight(b))).then_with(|| b.cmp(a))
        })
        .map(|(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::{Inferred, WitnessSays};
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
        let told = |said: &[WitnessSays<'_>]| {
            let best = Metadata::best_of(said);
            let more = best.inferred.as_deref().cloned().unwrap_or_default();
            let [red, black] = [best.red.or(more.red), best.black.or(more.black)]
                .map(|name| name.unwrap_or_default());
            format!("{red} {} {black}", more.result)
        };
        let first = told(&said);
        for _ in 0..all.len() {
            said.rotate_left(1);
            assert_eq!(told(&said), first, "the order of witnesses says nothing");
        }
        first
    }

    #[test]
    fn nobody_plays_against_a_player_of_another_pairing() {
        let pairings = [stated("赵国荣", "李来群"), stated("胡荣", "欧阳长虹")];
        assert_eq!(best(&pairings), "赵国荣 * 李来群");
        // Spellings of the same two men: the best of each.
        let pairings = [stated("胡荣华", "柳大"), stated("胡荣", "柳大华")];
        assert_eq!(best(&pairings), "胡荣华 * 柳大华");
        // What one lacks the other adds.
        assert_eq!(best(&[stated("胡荣华", ""), stated("", "柳大华")]), "胡荣华 * 柳大华");
        // Nobody has a Black beside the Red of most.
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

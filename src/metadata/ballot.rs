//! What several witnesses say of one game, counted, and the best of it.

use super::inferred::{Fields, Inferred};
use super::players::{Players, Telling};
use super::votes::{Votes, most, vote};
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

/// What many witnesses say of one game, counted field by field.
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

/// What headings and names of files say of what is stated, counted.
#[derive(Debug, Clone, Default)]
struct InferredVotes {
    /// Dates that are stated and doubted.
    doubted: Votes<LaxDate>,
    /// What the tags of any witness state.
    stated: Fields,
    /// What any witness has from the name of its file.
    from_file: Fields,
}

/// What one witness says of a game, or what many say.
#[derive(Debug, Clone, Copy)]
pub enum Said<'m> {
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
    pub fn best_of(said: &[Said<'_>]) -> Metadata {
        if let [Said::ByOne(data)] = said {
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
            Said::ByOne(data) => least(kind, data.kind),
            Said::ByMany(ballot) => least(kind, ballot.kind),
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

/// What the witnesses of a game say of its players.
fn players<'m>(said: &[Said<'m>]) -> Players<'m> {
    let mut players = Players::default();
    for said in said {
        match said {
            Said::ByOne(data) => players.add(Cow::Owned(Telling::of(data)), 1),
            Said::ByMany(ballot) => {
                let tellings = ballot.tellings.iter();
                tellings.for_each(|(telling, count)| players.add(Cow::Borrowed(telling), *count));
            }
        }
    }
    players
}

/// What the witnesses of a game infer and none of them says, and which of what is `best` only names
/// of files have.
fn inferred(said: &[Said<'_>], players: &Players<'_>, best: &Metadata) -> Option<Inferred> {
    let has_any = |said: &Said<'_>| match said {
        Said::ByOne(data) => data.inferred.is_some(),
        Said::ByMany(_) => true,
    };
    if !said.iter().any(has_any) {
        return None;
    }
    let ([red, black], date, result) = players.inferred(best.red.as_ref(), best.black.as_ref());
    let (mut stated, mut from_file) = (Fields::NONE, Fields::NONE);
    let (mut with_date, mut with_doubt) = (0, 0);
    for said in said {
        match said {
            Said::ByOne(data) => {
                stated = stated.and(data.stated());
                let inferred = data.inferred.as_deref();
                from_file = from_file.and(inferred.map_or(Fields::NONE, |more| more.from_file));
                if data.date.is_some() && data.date == best.date {
                    with_date += 1;
                    with_doubt += usize::from(inferred.is_some_and(|more| more.doubts_date));
                }
            }
            Said::ByMany(ballot) => {
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

fn text(said: &[Said<'_>], field: usize) -> Option<String> {
    let best = commonest(
        said,
        |data| TEXTS[field](data).as_ref(),
        |ballot| &ballot.texts[field],
        |text| text.chars().count(),
    );
    best.cloned()
}

/// The best of the texts from which this date was read; without a date, of all.
fn date_found(said: &[Said<'_>], date: Option<LaxDate>) -> Option<String> {
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for said in said {
        match said {
            Said::ByOne(data) if data.date == date => {
                data.date_found.iter().for_each(|text| *counts.entry(text).or_default() += 1);
            }
            Said::ByOne(_) => {}
            Said::ByMany(ballot) => {
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
    said: &[Said<'m>],
    one: impl Fn(&'m Metadata) -> Option<&'m T>,
    many: impl Fn(&'m Ballot) -> &'m Votes<T>,
    weight: impl Fn(&T) -> usize,
) -> Option<&'m T> {
    let mut counts: FxHashMap<&T, usize> = FxHashMap::default();
    for said in said {
        match said {
            Said::ByOne(data) => {
                one(data).into_iter().for_each(|value| *counts.entry(value).or_default() += 1);
            }
            Said::ByMany(ballot) => many(ballot)
                .iter()
                .for_each(|(value, count)| *counts.entry(value).or_default() += count),
        }
    }
    most(counts, weight)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_best_is_the_commonest_whatever_the_order() {
        let named = |red: &str| Metadata { red: Some(red.to_owned()), ..Metadata::default() };
        let all = [named("胡荣"), named("胡荣华"), named("胡荣华"), named("HU RongHua")];
        let mut order: Vec<Said<'_>> = all.iter().map(Said::ByOne).collect();
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
                    said.push(Said::ByOne(data));
                }
            }
            said.push(Said::ByMany(&ballot));
            let one_by_one: Vec<Said<'_>> = all.iter().map(Said::ByOne).collect();
            prop_assert_eq!(Metadata::best_of(&said), Metadata::best_of(&one_by_one));
        }
    }
}

//! Who played, of what several witnesses of a game say: never Red of one pairing against Black of
//! another.

use super::derived::clearly_differ;
use super::votes::most;
use super::{GameResult, LaxDate, Metadata};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::hash::Hash;

/// What one witness says of the players, and what its headings or the name of its file add.
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

    /// Whether it can be told of a game that has this player on a side.
    fn fits(&self, side: usize, name: Option<&String>) -> bool {
        let own = self.stated[side].as_ref().or(self.inferred[side].as_ref());
        match (own, name) {
            (Some(own), Some(name)) => own == name || !clearly_differ(own, name),
            _ => true,
        }
    }
}

/// What all witnesses say, each telling with its number.
#[derive(Default)]
pub(super) struct Players<'m>(Vec<(Cow<'m, Telling>, usize)>);

impl<'m> Players<'m> {
    /// Adds what so many witnesses say.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::{Inferred, Said};

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
        let mut said: Vec<Said<'_>> = all.iter().map(Said::ByOne).collect();
        let told = |said: &[Said<'_>]| {
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

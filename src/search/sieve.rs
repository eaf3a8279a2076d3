//! Conditions applied to many games of one archive.

use super::archive::Archive;
use super::filter::Matcher;
use super::ids::IdSet;
use super::kin::Kin;
use super::sifted::Sifted;
use crate::store::{Facts, Result, Unit};
use std::sync::OnceLock;

/// From so many games in question on, the conditions are worked out for all games at once, on all
/// cores: a bit is then looked up faster than a game's conditions are tested again.
const MANY: usize = 20_000;

/// A [`Matcher`] and the facts it is applied to.
#[derive(Debug)]
pub struct Sieve<'a> {
    facts: &'a Facts,
    matcher: &'a Matcher,
    /// Groups of which one counts.
    kin: Option<&'a Kin>,
    /// How many witnesses each game has, if these are counted.
    witnesses: Option<Vec<u32>>,
    /// Nothing is asked for: every game that is there fits.
    is_open: bool,
    /// The games that fit, and those that would with a date.
    all: OnceLock<(IdSet, IdSet)>,
}

impl<'a> Sieve<'a> {
    /// A sieve over the games of an archive.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn new(archive: &'a Archive, matcher: &'a Matcher) -> Result<Sieve<'a>> {
        let unit = matcher.unit();
        let kin = (unit == Unit::Games).then(|| archive.kin()).transpose()?;
        let witnesses = (unit == Unit::Witnesses)
            .then(|| archive.snapshot().witness_counts(archive.facts.last_id()))
            .transpose()?;
        let is_open = matcher.asks_only_for(&[]);
        Ok(Sieve { facts: &archive.facts, matcher, kin, witnesses, is_open, all: OnceLock::new() })
    }

    /// Groups of which one counts; `None` where every line does.
    pub fn kin(&self) -> Option<&'a Kin> {
        self.kin
    }

    /// How much a game counts.
    #[inline]
    pub(super) fn weight(&self, id: u32) -> u64 {
        match &self.witnesses {
            None => 1,
            Some(counts) => counts.get(id as usize).map_or(1, |&count| u64::from(count)),
        }
    }

    /// Get ready for so many games.
    pub fn expect(&self, games: usize) {
        if games < MANY {
            return;
        }
        if self.is_open {
            self.facts.take_apart();
        } else {
            self.all.get_or_init(|| self.sift_all());
        }
    }

    /// Whether a game fits.
    #[inline]
    pub fn sift(&self, id: u32) -> Sifted {
        match self.all.get() {
            Some((fits, _)) if fits.contains(id) => Sifted::Fits,
            Some((_, undated)) if undated.contains(id) => Sifted::Undated,
            Some(_) => Sifted::Falls,
            None => self.sift_one(id),
        }
    }

    #[inline(never)]
    fn sift_one(&self, id: u32) -> Sifted {
        match self.facts.get(id) {
            None => Sifted::Falls,
            Some(fact) if self.is_open && fact.is_alive() => Sifted::Fits,
            Some(fact) => self.matcher.sift(id, fact),
        }
    }

    fn sift_all(&self) -> (IdSet, IdSet) {
        let parts = self.facts.map_chunks(|chunk, facts| {
            let first = (chunk * Facts::CHUNK) as u32 + 1;
            let (mut fits, mut undated) = (Vec::new(), Vec::new());
            for (id, fact) in (first..).zip(facts) {
                match self.matcher.sift(id, fact) {
                    Sifted::Fits => fits.push(id),
                    Sifted::Undated => undated.push(id),
                    Sifted::Falls => {}
                }
            }
            (fits, undated)
        });
        let (fits, undated): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
        (fits.into_iter().flatten().collect(), undated.into_iter().flatten().collect())
    }
}

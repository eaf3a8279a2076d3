//! Conditions on games, resolved once and then tested on facts alone.

use super::archive::Archive;
use super::ids::IdSet;
use super::sifted::Sifted;
use crate::metadata::{GameResult, Kind, LaxDate, PackedDate, name_key};
use crate::store::{Fact, PlayerRow, Result};
use crate::text::{bigrams, fold, latin_key, pinyin};
use rayon::prelude::*;

/// What a user asks of games. Everything said must hold.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Each of these plays, on either side.
    pub players: Vec<String>,
    /// Red's name, or part of it.
    pub red: Option<String>,
    /// Black's name, or part of it.
    pub black: Option<String>,
    /// Part of the event's name.
    pub event: Option<String>,
    /// Not before; unknown months and days of the filter are the earliest.
    pub since: Option<LaxDate>,
    /// Not after; unknown months and days of the filter are the latest.
    pub until: Option<LaxDate>,
    /// The claimed result.
    pub result: Option<GameResult>,
    /// Any of these; empty is all.
    pub kinds: Vec<Kind>,
    /// Part of the path of a source.
    pub source: Option<String>,
    /// At least this long.
    pub min_plies: Option<u16>,
    /// Words in the comments of a witness.
    pub text: Option<String>,
}

/// A [`Filter`] whose names are ids.
#[derive(Debug, Clone)]
pub struct Matcher {
    players: Vec<IdSet>,
    red: Option<IdSet>,
    black: Option<IdSet>,
    event: Option<IdSet>,
    games: Option<IdSet>,
    commented: Option<IdSet>,
    since: PackedDate,
    until: PackedDate,
    filter: Filter,
}

impl Filter {
    /// Looks up the names.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn resolve(self, archive: &Archive) -> Result<Matcher> {
        let player =
            |name: &Option<String>| name.as_deref().map(|name| players(archive, name)).transpose();
        Ok(Matcher {
            players: self
                .players
                .iter()
                .map(|name| players(archive, name))
                .collect::<Result<_>>()?,
            red: player(&self.red)?,
            black: player(&self.black)?,
            event: self.event.as_deref().map(|name| events(archive, name)).transpose()?,
            games: self.source.as_deref().map(|path| games_from(archive, path)).transpose()?,
            commented: self.text.as_deref().map(|text| games_saying(archive, text)).transpose()?,
            since: PackedDate::new(self.since),
            until: match self.until {
                Some(date) => PackedDate::new(Some(date)).latest(),
                None => PackedDate::NEVER,
            },
            filter: self,
        })
    }
}

impl Matcher {
    /// Nothing is asked for but these kinds; no kinds are all.
    pub fn asks_only_for(&self, kinds: &[Kind]) -> bool {
        let Filter {
            players,
            red,
            black,
            event,
            since,
            until,
            result,
            source,
            min_plies,
            text,
            ..
        } = &self.filter;
        let asks_for_names =
            !players.is_empty() || red.is_some() || black.is_some() || event.is_some();
        let asks_for_places = source.is_some() || text.is_some();
        let asks_for_facts =
            since.is_some() || until.is_some() || result.is_some() || min_plies.is_some();
        !asks_for_names && !asks_for_places && !asks_for_facts && self.filter.kinds == kinds
    }

    /// Whether a date is asked for.
    pub fn asks_for_date(&self) -> bool {
        self.filter.since.is_some() || self.filter.until.is_some()
    }

    /// Whether a game is there and fits.
    pub fn sift(&self, id: u32, fact: &Fact) -> Sifted {
        if !fact.is_alive() {
            Sifted::Falls
        } else if self.fits(id, fact) {
            Sifted::Fits
        } else if self.lacks_date(fact) && self.fits_undated(id, fact) {
            Sifted::Undated
        } else {
            Sifted::Falls
        }
    }

    /// Whether a game fits in everything but its date.
    pub fn fits_undated(&self, id: u32, fact: &Fact) -> bool {
        let filter = &self.filter;
        let has = |set: &Option<IdSet>, id: u32| set.as_ref().is_none_or(|set| set.contains(id));
        filter.min_plies.is_none_or(|least| fact.plies >= least)
            && filter.result.is_none_or(|result| fact.result() == result)
            && (filter.kinds.is_empty()
                || fact.kind().is_some_and(|kind| filter.kinds.contains(&kind)))
            && has(&self.red, fact.red)
            && has(&self.black, fact.black)
            && has(&self.event, fact.event)
            && self.players.iter().all(|set| set.contains(fact.red) || set.contains(fact.black))
            && has(&self.games, id)
            && has(&self.commented, id)
    }

    /// Whether a date is asked for and this game has none.
    pub fn lacks_date(&self, fact: &Fact) -> bool {
        fact.date.is_unknown() && self.asks_for_date()
    }

    /// Whether a game fits. A date that is known in part fits when its known part does.
    pub fn fits(&self, id: u32, fact: &Fact) -> bool {
        if !self.fits_undated(id, fact) || self.lacks_date(fact) {
            return false;
        }
        // A game of 1960 (month unknown) is not before 1960-05: nothing says so.
        let (since, until) = (self.since, self.until);
        fact.date.latest() >= since && fact.date <= until
    }
}

/// Players whose name has `wanted` in it: in either script, with or without team, or in pinyin.
fn players(archive: &Archive, wanted: &str) -> Result<IdSet> {
    let wanted = Wanted::new(wanted);
    let (mut ids, mut rest) = (IdSet::default(), Vec::new());
    archive.snapshot().players(&mut |player| {
        if wanted.is_in_key(player.key()?) {
            ids.insert(player.id()?);
        } else if let Some(form) = wanted.further_form(&player)? {
            rest.push((player.id()?, form));
        }
        Ok(())
    })?;
    // To spell and to fold names takes longer than to read them.
    let fitting = rest.into_par_iter().filter_map(|(id, form)| wanted.is_in(&form).then_some(id));
    fitting.collect::<Vec<u32>>().into_iter().for_each(|id| ids.insert(id));
    Ok(ids)
}

/// A player's name, or part of one, in every form it is looked for.
struct Wanted {
    folded: String,
    key: String,
    latin: String,
    is_latin: bool,
    /// Hanzi in Latin letters.
    spelled: String,
}

impl Wanted {
    fn new(text: &str) -> Wanted {
        let (folded, key, latin) = (fold(text), name_key(text), latin_key(text));
        let is_latin = text.is_ascii() && !latin.is_empty();
        let spelled = if is_latin { String::new() } else { latin_key(&pinyin(&key)) };
        Wanted { folded, key, latin, is_latin, spelled }
    }

    fn is_in_key(&self, key: &str) -> bool {
        !self.key.is_empty() && key.contains(&self.key)
    }

    /// What else of a player's row may fit, when the key does not; often nothing.
    fn further_form(&self, player: &PlayerRow<'_>) -> Result<Option<Form>> {
        let (key, name) = (player.key()?, player.name()?);
        let latin = if self.is_latin {
            Some(if key.is_ascii() { key } else { player.pinyin()? }.to_owned())
        } else {
            (key.is_ascii() && !self.spelled.is_empty()).then(|| key.to_owned())
        };
        // A name that is its own key says nothing more, unless the key that was looked for leaves a team out.
        let is_own_key = name == key && self.folded == self.key;
        let name = (!self.folded.is_empty() && !is_own_key).then(|| name.to_owned());
        Ok((latin.is_some() || name.is_some()).then_some(Form { latin, name }))
    }

    /// Whether a player's row fits.
    fn is_in(&self, form: &Form) -> bool {
        let fits = |latin: &String| match self.is_latin {
            true => latin_key(latin).contains(&self.latin),
            // A whole name in hanzi finds its spelling in Latin letters.
            false => latin_key(latin) == self.spelled,
        };
        form.latin.as_ref().is_some_and(fits)
            || form.name.as_ref().is_some_and(|name| fold(name).contains(&self.folded))
    }
}

/// What has to be looked at more closely in a player's row.
struct Form {
    /// The key or the pinyin, in Latin letters.
    latin: Option<String>,
    /// The name as found.
    name: Option<String>,
}

fn events(archive: &Archive, wanted: &str) -> Result<IdSet> {
    archive.snapshot().events_with(&fold(wanted))
}

/// Games with a witness in whose comments `wanted` stands.
fn games_saying(archive: &Archive, wanted: &str) -> Result<IdSet> {
    let words = bigrams(wanted);
    if words.is_empty() {
        return Ok(IdSet::default());
    }
    // Neighbouring pairs of one phrase; a lone character is the beginning of a pair.
    let is_lone = words.chars().count() == 1;
    let phrase = if is_lone { format!("\"{words}\" *") } else { format!("\"{words}\"") };
    archive.snapshot().games_saying(&phrase)
}

/// Games witnessed in a source whose path (or path inside its archive) has `wanted` in it.
fn games_from(archive: &Archive, wanted: &str) -> Result<IdSet> {
    archive.snapshot().games_from(wanted)
}

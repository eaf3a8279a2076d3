//! Names, paths and words, looked up once: which players, events or games are meant.

use super::archive::Archive;
use super::ids::IdSet;
use super::parallel::in_parallel;
use crate::metadata::name_key;
use crate::store::{Facts, GameText, PlayerRow, Result};
use crate::text::{bigrams, fold, latin_key, pinyin};
use rayon::prelude::*;

/// Players whose name has `wanted` in it: in either script, with or without team, or in pinyin.
pub(super) fn players(archive: &Archive, wanted: &str) -> Result<IdSet> {
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
        // A name that is its own key says nothing more, unless the key that was looked for leaves a
        // team out.
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

/// Events whose name has `wanted` in it.
pub(super) fn events(archive: &Archive, wanted: &str) -> Result<IdSet> {
    archive.snapshot().events_with(&fold(wanted))
}

/// Games with a witness in whose comments `wanted` stands.
pub(super) fn games_saying(archive: &Archive, wanted: &str) -> Result<IdSet> {
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
pub(super) fn games_from(archive: &Archive, wanted: &str) -> Result<IdSet> {
    archive.snapshot().games_from(wanted)
}

/// Those of some games (ids ascending) one of whose texts has one of the `wanted` in it.
pub(super) fn games_reading(
    archive: &Archive,
    text: GameText,
    wanted: &[String],
    games: &[u32],
) -> Result<IdSet> {
    let wanted: Vec<String> = wanted.iter().map(|wanted| fold(wanted)).collect();
    let chunks: Vec<&[u32]> = games.chunks(Facts::CHUNK).collect();
    let found = in_parallel(archive, chunks.len(), |snapshot, number| {
        let ids = chunks[number];
        let mut found = Vec::new();
        let mut look = |id: u32, text: &str| {
            let text = fold(text);
            if wanted.iter().any(|wanted| text.contains(wanted)) {
                found.push(id);
            }
        };
        let (first, last) = (ids[0], ids[ids.len() - 1]);
        // Few games that lie far apart are read one by one.
        if (last - first) as usize / FAR >= ids.len() {
            ids.iter().try_for_each(|&id| snapshot.game_texts(text, id..=id, &mut look))?;
        } else {
            snapshot.game_texts(text, first..=last, &mut look)?;
        }
        Ok(found)
    })?;
    Ok(found.into_iter().flatten().collect())
}

/// With fewer than one game wanted in so many, texts are read game by game.
const FAR: usize = 16;

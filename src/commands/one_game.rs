//! The one game that the user means: by its key, or by conditions that it alone meets.

use super::Context;
use super::progress::Scanning;
use super::question::tell_names;
use super::words::conditions;
use crate::messages::Lang;
use crate::questions::game_named;
use crate::questions::typed::Typist;
use anyhow::{anyhow, bail};
use xqdb::search::parameters::group;
use xqdb::search::{Archive, AskError, Params, load, search_watched};
use xqdb::text::visible;

/// Largest number of games that are listed.
const LISTED: usize = 10;

/// Finds the game that `text` names: by the beginning of its key, or by conditions that it alone
/// meets. Prints a message and returns `None` if there is none; several are listed as an error.
pub(super) fn game_called(
    context: &Context,
    archive: &Archive,
    text: &str,
) -> anyhow::Result<Option<u32>> {
    let lang = context.lang;
    if let Some(game) = game_of_key(archive, text, lang)? {
        return Ok(Some(game));
    }
    let params = |said| Params::said(said, group("position filter").collect());
    let asked = |error: AskError| match error {
        AskError::Param(fault) => anyhow!(lang.param_problem(&fault.problem)),
        AskError::Store(error) => error.into(),
    };
    let start = params(Vec::new());
    let both = start.line().and_then(|line| Ok((line, start.notation()?)));
    let (line, notation) = both.map_err(|error| asked(error.into()))?;
    let typist = Typist { archive, lang, notation, line, most: 1 };
    // A text like a key that names nothing else is reported as a key.
    if text.chars().all(|c| c.is_ascii_alphanumeric()) && typist.parts(text)?.is_none() {
        context.tell_always(&lang.no_such_key(text));
        return Ok(None);
    }
    let said = conditions(context, &typist, text)?.into_iter();
    let said = said.map(|(name, value)| (name.to_owned(), value)).collect();
    let scanning = Scanning::new(context);
    let query = params(said).query(archive, 0..LISTED, &scanning).map_err(asked)?;
    let found = search_watched(archive, &query, &scanning)?;
    scanning.finish();
    tell_names(context, archive, &query.matcher)?;
    match found.games[..] {
        [] => {
            context.tell_always(&lang.no_such_game(text));
            return Ok(None);
        }
        [game] => return Ok(Some(game)),
        _ => {}
    }
    let mut list = lang.several_games(text, found.count);
    for &id in &found.games {
        let game = load(archive, id)?;
        let named = game_named(lang, archive, &game)?;
        list += "\n  ";
        list += &visible(&format!("{}  {named}", game.key));
    }
    bail!(list)
}

/// Finds the game whose key begins with `key`; several are an error.
pub(super) fn game_of_key(archive: &Archive, key: &str, lang: Lang) -> anyhow::Result<Option<u32>> {
    let ids = archive.games_by_key(key)?;
    if let [] | [_] = ids[..] {
        return Ok(ids.first().copied());
    }
    let mut keys = Vec::new();
    for &id in ids.iter().take(LISTED) {
        keys.push(load(archive, id)?.key);
    }
    bail!(lang.several_keys(key, &keys.join(" ")))
}

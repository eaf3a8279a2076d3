//! Games that fit: some as JSON, all as a file, and their players, events, openings and years.

use super::super::asking::Asking;
use super::super::refusal::Refusal;
use super::super::reply::{CSV, JSONL, PGN, Reply, WriteGame};
use super::game::cited;
use crate::book::Citation;
use crate::messages::Lang;
use crate::questions::{self, game_named};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::mem::take;
use xqdb::answers::{
    self, KnownSeries, ListedGame, OpeningGames, book_chapters, event_tallies, listed_games,
    player_tallies, year_tallies,
};
use xqdb::answers::{Listed, with_entry};
use xqdb::export::{csv as cells, jsonl as lines, pgn as record};
use xqdb::search::parameters::{ParameterShape, group};
use xqdb::search::{
    AllGames, GroupBy, Holdings, NamesOf, Purpose, SearchQuery, SeriesTally, by_chapter, by_group,
    by_name, by_opening, by_series, games_of_events, load, search_unsorted, search_watched,
    tell_names,
};
use xqdb::text::{fold, latin_key, latin_keys};

/// Answers with a part of the list of games.
pub(in crate::serve) fn games(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    asking.params.notation()?;
    let query = asking.query(asking.places()?)?;
    let found = search_watched(asking.archive, &query, asking.patience)?;
    Ok(Reply::Json(json!({
        "count": found.count,
        "others": found.others,
        "mirrored": found.mirrored,
        "copies": found.copies,
        "undated": found.undated,
        "offset": query.places.start,
        "games": rows(asking, &query, &found.games)?,
        "matched": query.matcher.matched_json(),
    })))
}

/// Passes the whole list of games to `take`, in parts of `size` games.
pub(in crate::serve) fn games_in_parts(
    asking: &Asking<'_>,
    size: usize,
    take: &mut dyn FnMut(Value) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let query = asking.query(0..usize::MAX)?;
    let found = search_watched(asking.archive, &query, asking.patience)?;
    found.games.chunks(size).try_for_each(|part| take(rows(asking, &query, part)?))
}

/// Rows of a list of games.
fn rows(asking: &Asking<'_>, query: &SearchQuery, games: &[u32]) -> Result<Value, Refusal> {
    let as_stated = asking.params.flag("as_stated")?;
    let row = |&id: &u32| {
        asking.go_on()?;
        let listed = Listed::new(asking.archive, id, query, as_stated)?;
        Ok(json!(listed.with_codes(asking.archive)))
    };
    games.iter().map(row).collect()
}

/// Answers with all games as lines of JSON, as PGN, or as CSV without formulas.
pub(in crate::serve) fn file(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let as_stated = asking.params.flag("as_stated")?;
    let notation = asking.params.notation()?;
    let query = asking.query(0..usize::MAX)?;
    let games = search_watched(asking.archive, &query, asking.patience)?.games;
    let mut head = Vec::new();
    let (kind, write): (_, WriteGame) = match asking.form {
        "jsonl" => {
            let write: WriteGame = Box::new(move |archive, id| {
                let listed = Listed::new(archive, id, &query, as_stated)?;
                Ok(lines::line(&listed.with_codes(archive)))
            });
            (JSONL, write)
        }
        "csv" => {
            let answer = listed_games(&[]);
            head = cells::line(&answer.csv_head()).into_bytes();
            let write: WriteGame = Box::new(move |archive, id| {
                let game = ListedGame::new(archive, id, &query, as_stated)?;
                let mut row = answer.csv_cells(&game);
                cells::disarm(&mut row);
                Ok(cells::line(&row).into_bytes())
            });
            (CSV, write)
        }
        _ => {
            let write: WriteGame = Box::new(move |archive, id| {
                let text = with_entry(archive, id, |entry, _| record::text(entry, &notation))?;
                Ok(text.into_bytes())
            });
            (PGN, write)
        }
    };
    Ok(Reply::Games { kind, name: format!("games.{}", asking.form), head, games, write })
}

/// Answers with the games by year.
pub(in crate::serve) fn years(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let query = asking.query(0..usize::MAX)?;
    let games = search_unsorted(asking.archive, &query, asking.patience)?.games;
    let all = AllGames::beside(asking.archive, &query.matcher)?;
    let rows = by_group(asking.archive, &games, GroupBy::Year, &all)?;
    let (years, others): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.name.is_some());
    let undated: u64 = others.iter().map(|row| row.score.all()).sum();
    Ok(Reply::Json(json!({ "years": year_tallies().objects(&years), "undated": undated })))
}

/// Answers with the players of the games.
pub(in crate::serve) fn players(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let part = NamePart::of(asking);
    let games = asking.games()?;
    let mut rows = by_name(asking.archive, &games, NamesOf::Players)?;
    rows.retain(|row| row.names.iter().any(|(name, _)| part.is_in(name, &row.pinyin)));
    page(asking, "players", rows, |rows| {
        tell_names(asking.archive, &games, rows, NamesOf::Players)?;
        Ok(player_tallies().objects(&*rows))
    })
}

/// Answers with names of people in the script of the language, and with short texts about games.
pub(in crate::serve) fn called(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for name in asking.params.all("name") {
        asking.go_on()?;
        let shown = questions::called(asking.lang, asking.archive, &name)?;
        names.insert(name, shown);
    }
    let mut games: BTreeMap<String, String> = BTreeMap::new();
    for key in asking.params.all("key") {
        asking.go_on()?;
        if let [id] = asking.archive.games_by_key(&key)?[..] {
            let named = game_named(asking.lang, asking.archive, &load(asking.archive, id)?)?;
            games.insert(key, named);
        }
    }
    Ok(Reply::Json(json!({ "names": names, "games": games })))
}

/// Answers with the events of the games.
pub(in crate::serve) fn events(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let part = NamePart::of(asking);
    let query = asking.query(0..usize::MAX)?;
    let games = search_unsorted(asking.archive, &query, asking.patience)?.games;
    let games = games_of_events(asking.archive, &games, &query.matcher)?;
    let mut rows = by_name(asking.archive, &games, NamesOf::Events)?;
    rows.retain(|row| row.names.iter().any(|(name, _)| part.is_in(name, "")));
    page(asking, "events", rows, |rows| {
        tell_names(asking.archive, &games, rows, NamesOf::Events)?;
        Ok(event_tallies().objects(&*rows))
    })
}

/// Answers with the series to which the events of the games belong.
pub(in crate::serve) fn series(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let part = NamePart::of(asking);
    let mut rows = series_of(asking)?;
    rows.retain(|row| !row.is_title);
    rows.retain(|row| {
        let wordings = row.events.iter().flat_map(|event| &event.names);
        let mut names = wordings.map(|(name, _)| name).chain([&row.name]);
        names.any(|name| part.is_in(name, ""))
    });
    page(asking, "series", rows, |rows| {
        let known = |tally: &mut SeriesTally| KnownSeries { tally: take(tally), listed: None };
        Ok(answers::series().objects(&rows.iter_mut().map(known).collect::<Vec<_>>()))
    })
}

/// Answers with the editions of the events, in the order of their series.
pub(in crate::serve) fn editions(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let rows = series_of(asking)?.into_iter().flat_map(|series| series.events).collect();
    page(asking, "editions", rows, |rows| Ok(answers::editions().objects(&*rows)))
}

fn series_of(asking: &Asking<'_>) -> Result<Vec<SeriesTally>, Refusal> {
    let query = asking.query(0..usize::MAX)?;
    let games = search_unsorted(asking.archive, &query, asking.patience)?.games;
    Ok(by_series(asking.archive, &games, &query.matcher)?)
}

/// Answers with the openings of the games.
pub(in crate::serve) fn openings(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let matcher = asking.matcher(Purpose::Statistics)?;
    let query = asking.params.query_of(matcher, 0..usize::MAX)?;
    let found = search_unsorted(asking.archive, &query, asking.patience)?;
    let rows = by_opening(asking.archive, &found.games)?;
    let rows = rows.into_iter().map(|row| OpeningGames::new(asking.archive, row));
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    let openings = answers::openings().objects(&rows);
    Ok(Reply::Json(json!({ "openings": openings, "programs": found.programs })))
}

/// Answers with the chapters of books that have the games.
pub(in crate::serve) fn books(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let rows = by_chapter(asking.archive, &asking.games()?)?;
    Ok(Reply::Json(json!({ "chapters": book_chapters().objects(&rows) })))
}

/// Part of a list that the question asks for; `to_json` gets the rows of this part only.
fn page<T>(
    asking: &Asking<'_>,
    name: &str,
    mut rows: Vec<T>,
    to_json: impl FnOnce(&mut [T]) -> Result<Value, Refusal>,
) -> Result<Reply, Refusal> {
    let places = asking.places()?;
    let count = rows.len();
    let listed = places.start.min(count)..places.end.min(count);
    let listed = to_json(&mut rows[listed])?;
    Ok(Reply::Json(json!({ "count": count, "offset": places.start, name: listed })))
}

/// Part of a name to look for, as written and by its sound.
struct NamePart {
    folded: String,
    sound: String,
}

impl NamePart {
    fn of(asking: &Asking<'_>) -> NamePart {
        let name = asking.params.one("name").unwrap_or_default();
        NamePart { folded: fold(name), sound: latin_key(name) }
    }

    fn is_in(&self, name: &str, pinyin: &str) -> bool {
        fold(name).contains(&self.folded)
            || (!self.sound.is_empty()
                && (latin_key(pinyin).contains(&self.sound)
                    || latin_keys(name).iter().any(|key| key.contains(&self.sound))))
    }
}

/// Answers with the citation of the question.
pub(in crate::serve) fn cite(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let query = asking.query(0..1)?;
    let found = search_watched(asking.archive, &query, asking.patience)?;
    let archive = (asking.archive, asking.file);
    Ok(cited(
        asking,
        &Citation::of_question(asking.lang, archive, found.count, command_line(asking)?)?,
    ))
}

/// Command line that asks the question.
fn command_line(asking: &Asking<'_>) -> Result<Vec<String>, Refusal> {
    let mut words = vec!["xqdb".to_owned()];
    if asking.params.flag("as_stated")? {
        words.push("--as-stated".to_owned());
    }
    words.push("search".to_owned());
    for parameter in group("position filter contains") {
        let name = parameter.name;
        let option = format!("--{}", name.replace('_', "-"));
        match name {
            "as_stated" => {}
            _ if matches!(parameter.shape, ParameterShape::Flag) => {
                words.extend(asking.params.flag(name)?.then_some(option))
            }
            _ => {
                for value in asking.params.all(name) {
                    words.extend([option.clone(), value]);
                }
            }
        }
    }
    Ok(words)
}

/// Answers with the plan by which a query is answered.
pub(in crate::serve) fn explain(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let filter = asking.params.scope()?;
    match filter.explain(asking.archive, asking.patience)? {
        Some(explained) => Ok(Reply::Json(json!(explained))),
        None => Err(Refusal::parameter("where", Lang::nothing_typed)),
    }
}

/// Answers with the numbers and the name of the archive.
pub(in crate::serve) fn stats(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let unit = asking.params.unit()?;
    let mut value = json!(answers::holdings().object(&Holdings::of(asking.archive, unit)?));
    value["name"] = json!(asking.name);
    value["generation"] = json!(asking.archive.snapshot().generation()?);
    value["imported"] = json!(asking.archive.snapshot().last_import()?);
    Ok(Reply::Json(value))
}

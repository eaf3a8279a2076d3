//! Questions that commands and the API share: each reads its parameters, asks the archive once, and
//! returns rows, remarks and charts. Commands print them, the server wraps them in JSON.
//!
//! | file | question |
//! | --- | --- |
//! | `chart` | answers as charts, made from their descriptions |
//! | `timeline` | games of a line or a position by period |
//! | `critical` | moves that lost much, by the scores in comments |
//! | `endings` | games that reach some material |
//! | `first` | games that may be the first with a move or position |
//! | `novelty` | the ply at which a game left all earlier games |
//! | `repertoire` | the moves that a player chooses with a side |
//! | `ratings` | strengths of players |
//! | `tournament` | the table of a tournament |
//! | `typed` | meanings of a typed text |

pub(crate) mod chart;
pub(crate) mod critical;
pub(crate) mod endings;
pub(crate) mod first;
pub(crate) mod novelty;
pub(crate) mod ratings;
pub(crate) mod repertoire;
pub(crate) mod timeline;
pub(crate) mod tournament;
pub(crate) mod typed;

use crate::messages::Lang;
use xqdb::metadata::{GameResult, name_key};
use xqdb::search::{Archive, Filter, GameRow, NameClass, SearchQuery, search};
use xqdb::store::Result;
use xqdb::text::{is_hanzi, is_latin, visible};

/// A person's name from a cell (in brackets or not) in the script of the language. For traditional
/// characters it reads the name's spellings from the archive.
pub(crate) fn in_script(lang: Lang, archive: &Archive, cell: &str) -> Result<String> {
    let name = cell.trim_matches(['[', ']']);
    let spellings = match lang {
        Lang::ZhHant => archive.spellings_of_player(&name_key(name))?,
        Lang::En | Lang::ZhHans => Vec::new(),
    };
    let shown = lang.in_script(name, spellings.iter().map(String::as_str));
    Ok(if name.is_empty() { cell.to_owned() } else { cell.replace(name, &shown) })
}

/// Title or name of an event, a series or an edition (`name@24`) for people, in the script of the
/// language.
pub(crate) fn event_in_script(lang: Lang, archive: &Archive, name: &str) -> Result<String> {
    let (series, edition) = name.split_at(name.rfind('@').unwrap_or(name.len()));
    let shown = match is_latin(series) {
        true => series.to_owned(),
        false => {
            let spellings = archive.editions()?.spellings(series);
            lang.in_script(series, spellings.iter().map(String::as_str))
        }
    };
    Ok(lang.title_in_script(&shown) + edition)
}

/// Name of a person or an event, or title, in the script of the language.
pub(crate) fn called(lang: Lang, archive: &Archive, name: &str) -> Result<String> {
    match archive.spellings_of_player(&name_key(name))?.is_empty() {
        true => event_in_script(lang, archive, name),
        false => in_script(lang, archive, name),
    }
}

/// The players of a game by the names of their persons, in the script of the language; `None` where
/// the record names no player.
pub(crate) fn players_named(
    lang: Lang,
    archive: &Archive,
    game: &GameRow,
) -> Result<[Option<String>; 2]> {
    let ids = archive.facts().get(game.id).map_or([0; 2], |fact| [fact.red, fact.black]);
    let name = |stated: &Option<String>, id: u32| {
        let Some(stated) = stated else { return Ok(None) };
        let person = archive.person(id)?;
        in_script(lang, archive, person.as_deref().unwrap_or(stated)).map(Some)
    };
    Ok([name(&game.red, ids[0])?, name(&game.black, ids[1])?])
}

/// Name of a game: `胡荣华 1–0 柳大华, 1981`, with persons' names in the language's script.
/// Without players it is the game's title, its event, or the opening with the number of moves. The
/// name of a file is a title only if it has hanzi: others are numbers and hashes.
pub(crate) fn game_named(lang: Lang, archive: &Archive, game: &GameRow) -> Result<String> {
    let year = game.date.as_deref().and_then(|date| date.get(..4));
    let text = if game.red.is_none() && game.black.is_none() {
        let file = game.headings.file.as_ref().filter(|name| name.chars().any(is_hanzi));
        let title = game.headings.title.as_ref().or(file);
        let moves = game.moves.len().div_ceil(2) as u64;
        match (title, &game.event, archive.opening(game.id)) {
            (Some(title), ..) => lang.title_in_script(title),
            (None, Some(event), _) => event_in_script(lang, archive, event)?,
            (None, None, Some(opening)) => lang.game_of_opening(&lang.opening(opening), moves),
            (None, None, None) if game.start.is_none() => lang.game_without_names(moves),
            (None, None, None) => lang.position_without_title(moves),
        }
    } else {
        let result = match game.result {
            GameResult::RedWins => "1–0",
            GameResult::BlackWins => "0–1",
            GameResult::Draw => "½–½",
            GameResult::Unknown => "–",
        };
        let [red, black] =
            players_named(lang, archive, game)?.map(|name| name.unwrap_or_else(|| "?".to_owned()));
        format!("{red} {result} {black}")
    };
    Ok(year.map_or_else(|| text.clone(), |year| format!("{text}, {year}")))
}

/// Message for a name that is not found: lists similar names with their games of all kinds, or says
/// where all names are listed.
pub(crate) fn asked_back(
    lang: Lang,
    archive: &Archive,
    (sort, asked): (NameClass, &str),
    near: &[String],
) -> Result<String> {
    let mut names = Vec::new();
    for name in near {
        let mut filter = Filter::default();
        match sort {
            NameClass::Event => filter.event = Some(name.clone()),
            NameClass::Book => filter.chapter = Some(name.clone()),
            _ => filter.players.push(name.clone()),
        }
        let query = SearchQuery { places: 0..0, ..SearchQuery::new(filter.resolve(archive)?) };
        let games = search(archive, &query)?.count;
        let shown = match sort {
            NameClass::Player => in_script(lang, archive, name)?,
            NameClass::Event => event_in_script(lang, archive, name)?,
            _ => lang.title_in_script(name),
        };
        // Books in several folders may have one name.
        let shown = lang.name_with_games(&visible(&shown), games);
        if !names.contains(&shown) {
            names.push(shown);
        }
    }
    let names = names.join(", ");
    Ok(match (sort, near) {
        (NameClass::Book, []) => lang.no_book_of_this_name(asked),
        (NameClass::Event, []) => lang.no_event_here(asked),
        (_, []) => lang.nobody_here(asked),
        (NameClass::Event, _) => lang.no_event_but(asked, &names),
        (NameClass::Book, _) => lang.no_book_but(asked, &names),
        _ => lang.nobody_of_this_name(asked, &names),
    })
}

/// Up to five names, with an ellipsis if there are more.
pub(crate) fn some_of(names: &[String]) -> String {
    const MOST: usize = 5;
    let mut list = names.iter().take(MOST).map(|name| visible(name)).collect::<Vec<_>>().join(", ");
    if names.len() > MOST {
        list += ", …";
    }
    list
}

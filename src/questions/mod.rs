//! Questions that the command line and the API ask alike: what is said is read, asked once, and
//! made into rows, remarks and charts. Commands print it, the server wraps it in JSON.
//!
//! | file | question |
//! | --- | --- |
//! | `chart` | answers as charts, made of their descriptions |
//! | `timeline` | games of a line or a position by period |
//! | `critical` | moves that lost much, by the scores in comments |
//! | `endings` | games that come to some material |
//! | `first` | which game may be the first |
//! | `novelty` | where a game left everything before it |
//! | `player` | all that is known of a player |
//! | `repertoire` | what a player plays with a side |
//! | `ratings` | how strong players were |
//! | `typed` | what a typed text means |

pub(crate) mod chart;
pub(crate) mod critical;
pub(crate) mod endings;
pub(crate) mod first;
pub(crate) mod novelty;
pub(crate) mod player;
pub(crate) mod ratings;
pub(crate) mod repertoire;
pub(crate) mod timeline;
pub(crate) mod tournament;
pub(crate) mod typed;

use crate::messages::Lang;
use xqdb::metadata::{GameResult, name_key};
use xqdb::search::{
    Archive, AskError, Filter, Found, GameRow, Matcher, NameClass, Params, Purpose, SearchQuery,
    Watch, persons_with, search, search_watched, title,
};
use xqdb::store::Result;
use xqdb::text::visible;
use xqdb::xiangqi::Side;

/// A person's name as a cell shows it, in brackets or without, in the script of the language. In
/// traditional characters it costs one look into the names of players.
pub(crate) fn in_script(lang: Lang, archive: &Archive, cell: &str) -> Result<String> {
    let name = cell.trim_matches(['[', ']']);
    let spellings = match lang {
        Lang::ZhHant => archive.spellings_of_player(&name_key(name))?,
        Lang::En | Lang::ZhHans => Vec::new(),
    };
    let shown = lang.in_script(name, spellings.iter().map(String::as_str));
    Ok(if name.is_empty() { cell.to_owned() } else { cell.replace(name, &shown) })
}

/// The players of a game under the names of their persons, in the script of the language; `None`
/// where the record names nobody.
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

/// A game as people name it: `胡荣华 1–0 柳大华, 1981`, whose players are called as their persons are, in
/// the script of the language; without players by its title or event, or else by its key.
pub(crate) fn game_named(lang: Lang, archive: &Archive, game: &GameRow) -> Result<String> {
    let year = game.date.as_deref().and_then(|date| date.get(..4));
    let text = if game.red.is_none() && game.black.is_none() {
        let title = title(&game.headings, false).map(str::to_owned);
        title.or_else(|| game.event.clone()).unwrap_or_else(|| game.key.clone())
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

/// Of the persons in whose names a text is the one who has the most games, and the others; the text
/// where it is somebody's whole name.
pub(crate) fn one_person(
    archive: &Archive,
    params: &Params,
    text: &str,
) -> std::result::Result<(String, Vec<String>), AskError> {
    let how = params.filter(Purpose::Statistics)?.names;
    let mut persons = persons_with(archive, text, how)?.into_iter();
    let first = persons.next().unwrap_or_else(|| text.to_owned());
    Ok((first, persons.collect()))
}

/// The question back where nobody or nothing has a name, each name that is near with its number of
/// games of all kinds; for books without any near where they are listed.
pub(crate) fn asked_back(
    lang: Lang,
    archive: &Archive,
    (sort, asked): (NameClass, &str),
    near: &[String],
) -> Result<Option<String>> {
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
            _ => name.clone(),
        };
        names.push(lang.name_with_games(&visible(&shown), games));
    }
    let names = names.join(", ");
    Ok(match (sort, near) {
        (NameClass::Book, []) => Some(lang.no_book_of_this_name(asked)),
        (_, []) => None,
        (NameClass::Event, _) => Some(lang.no_event_but(asked, &names)),
        (NameClass::Book, _) => Some(lang.no_book_but(asked, &names)),
        _ => Some(lang.nobody_of_this_name(asked, &names)),
    })
}

/// Some names, and that there are more.
pub(crate) fn some_of(names: &[String]) -> String {
    /// Number of names that are listed at most.
    const MOST: usize = 5;
    let mut list = names.iter().take(MOST).map(|name| visible(name)).collect::<Vec<_>>().join(", ");
    if names.len() > MOST {
        list += ", …";
    }
    list
}

/// The games in which somebody has a side, and the conditions that let them through.
pub(crate) fn games_with(
    archive: &Archive,
    filter: &Filter,
    (side, name): (Side, &str),
    watch: &dyn Watch,
) -> std::result::Result<(Found, Matcher), AskError> {
    let mut filter = filter.clone();
    let slot = if side == Side::Red { &mut filter.red } else { &mut filter.black };
    *slot = Some(name.to_owned());
    let query = SearchQuery::new(filter.resolve_watched(archive, watch)?);
    let found = search_watched(archive, &query, watch)?;
    Ok((found, query.matcher))
}

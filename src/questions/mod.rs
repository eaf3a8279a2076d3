//! Questions that the command line and the API ask alike: what is said is read, asked once, and made
//! into rows, remarks and charts. Commands print it, the server wraps it in JSON.
//!
//! | file | question |
//! | --- | --- |
//! | `chart` | answers as charts, made of their descriptions |
//! | `timeline` | games of a line or a position by period |
//! | `first` | which game may be the first |
//! | `novelty` | where a game left everything before it |
//! | `player` | all that is known of a player |
//! | `repertoire` | what a player plays with a side |
//! | `ratings` | how strong players were |

pub(crate) mod chart;
pub(crate) mod first;
pub(crate) mod novelty;
pub(crate) mod player;
pub(crate) mod ratings;
pub(crate) mod repertoire;
pub(crate) mod timeline;
pub(crate) mod tournament;

use crate::messages::Lang;
use xqdb::metadata::name_key;
use xqdb::search::{Archive, AskError, Filter, Found, Matcher, Query, Watch, search_watched};
use xqdb::store::Result;
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
    let query = Query::new(filter.resolve_watched(archive, watch)?);
    let found = search_watched(archive, &query, watch)?;
    Ok((found, query.matcher))
}

//! Questions that the command line and the API ask alike: what is said is read, asked once, and made
//! into rows, remarks and charts. Commands print it, the server wraps it in JSON.
//!
//! | file | question |
//! | --- | --- |
//! | `chart` | answers as charts, made of their descriptions |
//! | `timeline` | games of a line or a position by period |
//! | `first` | which game may be the first |
//! | `novelty` | where a game left everything before it |
//! | `repertoire` | what a player plays with a side |
//! | `ratings` | how strong players were |

pub(crate) mod chart;
pub(crate) mod first;
pub(crate) mod novelty;
pub(crate) mod ratings;
pub(crate) mod repertoire;
pub(crate) mod timeline;
pub(crate) mod tournament;

use crate::messages::Lang;
use xqdb::metadata::name_key;
use xqdb::search::Archive;
use xqdb::store::Result;

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

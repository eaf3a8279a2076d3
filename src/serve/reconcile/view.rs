//! A name as a page: its spellings, teams, games and years.

use super::found::{described, shown};
use crate::book::{document, escaped};
use crate::messages::Lang;
use std::fmt::Write as _;
use xqdb::people::NameEntry;

const STYLE: &str = ":root{color-scheme:light dark}\
    body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:16px/1.6 serif}\
    h1,td{overflow-wrap:anywhere}\
    th{font-weight:normal;text-align:left;opacity:.7}\
    th,td{padding:.1rem 1rem .1rem 0}\n";

/// More spellings and teams are not shown.
const MOST: usize = 200;

/// The page of a name.
pub(super) fn page(lang: Lang, entry: &NameEntry) -> String {
    let mut out = format!("<p>{}</p>\n", escaped(&described(entry)));
    let heads = [lang.head_spellings(), lang.head_games()];
    let heads = heads.map(|head| format!("<th>{}", escaped(&head))).concat();
    let teams: Vec<String> = entry.teams.iter().take(MOST).map(|(team, _)| escaped(team)).collect();
    let _ = writeln!(out, "<p>{}</p>\n<table>\n<tr>{heads}", teams.join(", "));
    for (spelling, games) in entry.spellings.iter().take(MOST) {
        let _ = writeln!(out, "<tr><td>{}<td>{games}", escaped(spelling));
    }
    let _ = writeln!(out, "<tr><td>Σ<td>{}\n</table>", entry.games);
    document(lang, shown(entry), STYLE, &out)
}

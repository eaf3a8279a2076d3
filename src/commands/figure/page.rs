//! A figure as a page that needs no other file: the picture, the numbers, and what they rest on.

use super::caption::Caption;
use crate::book::quoted;
use crate::book::{document, escaped};
use std::fmt::Write as _;
use xqdb::figure::Table;

const STYLE: &str = include_str!("page.css");

/// The page. `record` is the name of the file by which the figure is made again.
pub(super) fn page(caption: &Caption<'_>, svg: &str, table: &Table, record: &str) -> String {
    let lang = caption.lang;
    let mut out = format!("<figure>\n{svg}</figure>\n");
    let _ = writeln!(out, "<h2>{}</h2>", escaped(&lang.figure_rests_on()));
    let _ = writeln!(out, "<p><code>{}</code></p>", escaped(&caption.question()));
    let again = quoted(["xqdb", "reproduce", record].map(str::to_owned));
    for line in caption
        .counts()
        .into_iter()
        .chain(caption.drawing.notes.iter().cloned())
        .chain([caption.made(), lang.figure_again(&again)])
    {
        let _ = writeln!(out, "<p>{}</p>", escaped(&line));
    }
    let _ = writeln!(out, "<h2>{}</h2>\n<div><table>\n<tr>", escaped(&lang.figure_numbers()));
    let is_text: Vec<bool> = (0..table.columns.len())
        .map(|place| table.rows.iter().any(|row| row.get(place).is_some_and(|v| v.is_string())))
        .collect();
    let class = |place: usize| match is_text.get(place) {
        Some(true) => " class=\"text\"",
        _ => "",
    };
    for (place, column) in table.columns.iter().enumerate() {
        let _ = write!(out, "<th{}>{}", class(place), escaped(&column.head));
    }
    out.push('\n');
    for row in &table.rows {
        out.push_str("<tr>");
        for (place, cell) in Table::cells(row).iter().enumerate() {
            let _ = write!(out, "<td{}>{}", class(place), escaped(cell));
        }
        out.push('\n');
    }
    out += "</table></div>\n";
    document(lang, &caption.drawing.title, STYLE, &out)
}

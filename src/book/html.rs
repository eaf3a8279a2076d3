//! Pages for browsers and paper: the frame of all pages, and the page of a game.

use super::moves::{PageBlock, PageBoard};
use super::page::Page;
use crate::messages::Lang;
use std::fmt::Write as _;
use xqdb::diagram::{Diagram, Letters};
use xqdb::text::visible;

const STYLE: &str = include_str!("page.css");

pub(crate) fn html(page: &Page<'_>, letters: Letters) -> anyhow::Result<String> {
    let lang = page.lang;
    let mut out = String::new();
    let unread: Vec<String> = page.unread().iter().map(|line| escaped(line)).collect();
    if !unread.is_empty() {
        let _ = writeln!(out, "<p class=\"unread\">{}</p>", unread.join("<br>"));
    }
    out.push_str("<dl>\n");
    for fact in page.facts()? {
        let _ = writeln!(out, "<dt>{}<dd>{}", escaped(&fact.head), escaped(&fact.value));
    }
    out.push_str("</dl>\n");
    for (number, body) in page.bodies()?.iter().enumerate() {
        if let Some(head) = &body.head {
            let _ = writeln!(out, "<h2>{}</h2>", escaped(head));
        }
        moves(&mut out, page, &body.blocks, letters);
        if let Some(ending) = page.ending().filter(|_| number == 0) {
            let _ = writeln!(out, "<p class=\"ending\">{}</p>", escaped(&ending));
        }
    }
    let count = page.witnesses.len() as u64;
    let _ = writeln!(out, "<h2>{}</h2>\n<ul class=\"places\">", escaped(&lang.witnesses(count)));
    for witness in &page.witnesses {
        let places: Vec<String> = witness.places.iter().map(|place| escaped(place)).collect();
        let place = escaped(&page.place(witness));
        let _ = writeln!(out, "<li>{}<br><small>{place}</small>", places.join("<br>"));
    }
    out.push_str("</ul>\n");
    Ok(document(lang, &page.name(), STYLE, &out))
}

/// Picture of a position with its caption.
pub(crate) fn svg(page: &Page<'_>, board: &PageBoard, letters: Letters) -> String {
    let title = Some(format!("{} {}", page.caption(board), board.position.to_fen()));
    Diagram { letters, last: board.last, title, ..Diagram::new(&board.position) }.to_svg()
}

fn moves(out: &mut String, page: &Page<'_>, blocks: &[PageBlock], letters: Letters) {
    let mut is_table = false;
    for block in blocks {
        let is_row = matches!(block, PageBlock::Row { .. });
        if is_row != is_table {
            out.push_str(if is_row { "<table>\n" } else { "</table>\n" });
            is_table = is_row;
        }
        let _ = match block {
            PageBlock::Row { number, red, black } => {
                let (red, black) = (escaped(red), escaped(black));
                writeln!(out, "<tr><th>{number}.<td>{red}<td>{black}")
            }
            PageBlock::Comment { depth, text } => {
                let lines: Vec<String> = text.lines().map(escaped).collect();
                let text = lines.join("<br>");
                writeln!(out, "<p class=\"comment\" style=\"--depth:{depth}\">{text}</p>")
            }
            PageBlock::Run { depth, label, text } => {
                let label = match label.is_empty() {
                    true => String::new(),
                    false => format!("<b>[{label}]</b> "),
                };
                writeln!(
                    out,
                    "<p class=\"run\" style=\"--depth:{depth}\">{label}{}</p>",
                    escaped(text)
                )
            }
            PageBlock::Board(board) => {
                let (picture, caption) = (svg(page, board, letters), escaped(&page.caption(board)));
                writeln!(out, "<figure>{picture}<figcaption>{caption}</figcaption></figure>")
            }
        };
    }
    if is_table {
        out.push_str("</table>\n");
    }
}

const SKELETON: &str = include_str!("document.html");

/// HTML document. `title` is escaped; `style` (CSS) and `body` (HTML) are written as they are.
pub(crate) fn document(lang: Lang, title: &str, style: &str, body: &str) -> String {
    // The body comes last, since it may contain text that looks like a placeholder.
    let skeleton = SKELETON.replace("{lang}", lang.tag()).replace("{style}", style);
    let (above, below) = skeleton.split_once("{body}").unwrap_or((&skeleton, ""));
    above.replace("{title}", &escaped(title)) + body + below
}

/// Text for HTML, with invisible characters made visible.
pub(crate) fn escaped(text: &str) -> String {
    htmlize::escape_text(visible(text).as_ref()).into_owned()
}

//! The frame of a page for a browser and for paper: one file that needs no other.

use crate::messages::Lang;
use xqdb::text::visible;

const SKELETON: &str = include_str!("document.html");

/// A document in HTML. `title` is text; `style` and `body` are CSS and HTML, and written as they are.
pub(crate) fn document(lang: Lang, title: &str, style: &str, body: &str) -> String {
    // The body comes last: what stands in it is no placeholder.
    let skeleton = SKELETON.replace("{lang}", lang.tag()).replace("{style}", style);
    let (above, below) = skeleton.split_once("{body}").unwrap_or((&skeleton, ""));
    above.replace("{title}", &escaped(title)) + body + below
}

/// Text inside of HTML; what cannot be seen is made visible.
pub(crate) fn escaped(text: &str) -> String {
    htmlize::escape_text(visible(text).as_ref()).into_owned()
}

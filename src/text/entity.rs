//! Characters of HTML: what programs write that keep their texts as pages do.

use std::borrow::Cow;

/// A text with the characters that its HTML entities stand for. `&nbsp;` is a blank.
///
/// ```
/// use xqdb::text::unescaped;
/// assert_eq!(unescaped("&nbsp;好&amp;棋&#33;"), " 好&棋!");
/// assert_eq!(unescaped("R&D"), "R&D");
/// ```
#[must_use]
pub fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    match htmlize::unescape(text) {
        Cow::Borrowed(text) => Cow::Borrowed(text),
        Cow::Owned(text) => Cow::Owned(text.replace('\u{a0}', " ")),
    }
}

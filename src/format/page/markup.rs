//! Markup, references and escapes of pages, one at a time.

use crate::text::is_hanzi;

/// Effect of an element on the shown text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Markup {
    Block,
    Row,
    Cell,
    Inline,
    /// Not an element that pages use for moves.
    Other,
}

/// Elements that begin and end a line.
const BLOCKS: &str = "address article aside blockquote body br caption center dd details div dl dt \
    fieldset figure footer form head header hr html legend li main nav noscript ol optgroup \
    option p pre script section select style summary table tbody textarea tfoot thead title ul xmp";

/// Elements inside a line that may contain moves.
const INLINE: &str = "a abbr b big button code em font i kbd label mark small span strike strong \
    sub sup tt u";

/// Largest number of bytes of one piece of markup.
const LONGEST: usize = 4096;

impl Markup {
    /// Kind and length of the markup at the beginning of a text; `None` without any. Markup contains
    /// no other `<`, and the end of the text may cut it off.
    pub(super) fn of(text: &str) -> Option<(Markup, usize)> {
        let inner = text.strip_prefix('<')?;
        let head = &inner.as_bytes()[..inner.len().min(LONGEST)];
        let (close, len) = match memchr::memchr2(b'<', b'>', head) {
            Some(at) if head[at] == b'>' => (at, at + 2),
            None if head.len() < LONGEST => (head.len(), text.len()),
            // An element whose sign at the end was lost, or became another, before a move in hanzi.
            _ => {
                let is_name = |c: char| c == '/' || c.is_ascii_alphabetic();
                let rest = inner.trim_start_matches(is_name);
                let name = inner.len() - rest.len();
                let sign = rest.chars().next().filter(|c| !is_hanzi(*c)).map_or(0, char::len_utf8);
                if !rest[sign..].starts_with(is_hanzi) {
                    return None;
                }
                (name, name + sign + 1)
            }
        };
        let name = inner[..close].trim_start_matches('/');
        let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (name, rest) = name.split_at(letters);
        let is_heading =
            name.eq_ignore_ascii_case("h") && rest.starts_with(|c| ('1'..='6').contains(&c));
        let rest = if is_heading { &rest[1..] } else { rest };
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        let markup = match name {
            "" if rest.starts_with(['!', '?']) || ["<", "</"].contains(&text) => Markup::Other,
            "" => return None,
            _ if !rest.is_empty() && !rest.starts_with(|c: char| c == '/' || c.is_whitespace()) => {
                return None;
            }
            _ if is("td") || is("th") => Markup::Cell,
            _ if is("tr") => Markup::Row,
            _ if is_heading || BLOCKS.split_whitespace().any(is) => Markup::Block,
            _ if INLINE.split_whitespace().any(is) => Markup::Inline,
            _ => Markup::Other,
        };
        Some((markup, len))
    }
}

/// Character and length of the reference at the beginning of a text: `&nbsp;`, `&#28846;`, and, as
/// browsers read it, `&nbsp` without a semicolon. A reference cut off by the end is no text.
pub(super) fn reference(text: &str) -> Option<(String, usize)> {
    let inner = text.strip_prefix('&')?;
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
    let name = inner.bytes().take(LONGEST_NAME).take_while(is_name).count();
    let len = 1 + name + usize::from(inner[name..].starts_with(';'));
    let character = htmlize::unescape(&text[..len]);
    match character == text[..len] {
        false => Some((character.replace('\u{a0}', " "), len)),
        true => (len == text.len()).then(|| (String::new(), len)),
    }
}

/// Length of the longest name of a character that pages use.
const LONGEST_NAME: usize = 32;

/// Character and length of the escape of a script at the beginning of a text: `\n`, `\u70ae`.
pub(super) fn escape(text: &str) -> Option<(String, usize)> {
    let sign = text.strip_prefix('\\')?.chars().next()?;
    let character = match sign {
        'n' => '\n',
        'r' | 't' => ' ',
        '"' | '\'' | '/' => sign,
        'u' => {
            let code = text.get(2..6)?;
            return Some((char::from_u32(u32::from_str_radix(code, 16).ok()?)?.into(), 6));
        }
        _ => return None,
    };
    Some((character.into(), 2))
}

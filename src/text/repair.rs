//! Repairs names decoded as Latin-1 or CP437 and written down again: `╧╔╚╦╓╕┬╖` for
//! 仙人指路.
//!
//! Only certain cases are repaired: every run of signs must become hanzi, most of them everyday
//! ones. Text in a Latin script has its accents one at a time and is left alone.
//!
//! Also resolves HTML entities and the escapes of scripts, URLs and mails.

use super::decode::decode;
use super::encoding::Encoding;
use super::score::EncodingScore;
use std::borrow::Cow;

/// The characters of bytes 80 to FF in CP437, the code page of DOS.
const CP437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»\
    ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
    αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// The name that was meant; `None` when `text` is not certainly such a name.
///
/// ```
/// use xqdb::text::repair_mojibake;
/// assert_eq!(repair_mojibake("╧╔╚╦╓╕┬╖.XQF").as_deref(), Some("仙人指路.XQF"));
/// assert_eq!(repair_mojibake("ÏÉÈËÖ¸Â·.XQF").as_deref(), Some("仙人指路.XQF"));
/// assert_eq!(repair_mojibake("Zürich Größe.pgn"), None);
/// ```
#[must_use]
pub fn repair_mojibake(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let latin = bytes(text, |c| u8::try_from(c).ok()).and_then(|bytes| hanzi(&bytes));
    let dos = bytes(text, |c| {
        let at = CP437.chars().position(|known| known == c)?;
        u8::try_from(0x80 + at).ok()
    })
    .and_then(|bytes| hanzi(&bytes));
    match (latin, dos) {
        (Some(one), None) | (None, Some(one)) => Some(one),
        _ => None,
    }
}

fn bytes(text: &str, byte: impl Fn(char) -> Option<u8>) -> Option<Vec<u8>> {
    text.chars().map(|c| if c.is_ascii() { u8::try_from(c).ok() } else { byte(c) }).collect()
}

/// Decodes bytes as UTF-8 or GB18030; None unless all of them become hanzi.
fn hanzi(bytes: &[u8]) -> Option<String> {
    if let Ok(text) = str::from_utf8(bytes) {
        let wide = text.chars().filter(|c| !c.is_ascii());
        let are_hanzi = wide.clone().all(|c| matches!(c, '\u{3000}'..='\u{9fff}' | '\u{ff00}'..));
        return are_hanzi.then(|| text.to_owned());
    }
    let runs = bytes.split(u8::is_ascii).filter(|run| !run.is_empty());
    let pairs = runs.clone().map(|run| run.len() / 2).sum::<usize>() as i64;
    let are_pairs = runs.clone().all(|run| {
        run.len().is_multiple_of(2)
            && run
                .chunks_exact(2)
                .all(|pair| matches!(pair, [0xB0..=0xF7, 0xA1..=0xFE] | [0xA1 | 0xA3, 0xA1..=0xFE]))
    });
    // Two points are those of an everyday hanzi.
    if pairs < 2 || !are_pairs || EncodingScore::of(bytes).gb18030 < pairs * 2 {
        return None;
    }
    let decoded = decode(bytes, Encoding::Gb18030);
    (decoded.replaced == 0).then(|| decoded.text.into_owned())
}

/// Resolves HTML entities in a text. `&nbsp;` becomes a blank.
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

/// Resolves entities as [`unescaped`] does, but leaves a text unchanged if the result would have
/// entities again: reading and writing it repeatedly does not change it.
///
/// ```
/// use xqdb::text::unescaped_for_good;
/// assert_eq!(unescaped_for_good("A&amp;B"), "A&B");
/// assert_eq!(unescaped_for_good("a &amp;lt; b"), "a &amp;lt; b");
/// ```
#[must_use]
pub fn unescaped_for_good(text: &str) -> Cow<'_, str> {
    let once = unescaped(text);
    let is_escaped_twice = matches!(unescaped(&once), Cow::Owned(_));
    if is_escaped_twice { Cow::Borrowed(text) } else { once }
}

/// Resolves the entities of a format that has a layer of its own. A text that would still have
/// entities keeps one layer, which is resolved where people see texts.
pub(crate) fn unescaped_layer(text: &str) -> Cow<'_, str> {
    let once = unescaped(text);
    match unescaped(&once) {
        Cow::Borrowed(_) => once,
        Cow::Owned(_) => Cow::Owned(once.replace('&', "&amp;")),
    }
}

/// Resolves escapes such as `\u70ae`. Half a surrogate pair becomes U+FFFD.
pub(crate) fn without_unicode_escapes(text: &str) -> Cow<'_, str> {
    let mut parts = text.split("\\u");
    let mut plain = Cow::Borrowed(parts.next().unwrap_or_default());
    for part in parts {
        let unit = part.get(..4).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        let plain = plain.to_mut();
        match unit.and_then(|digits| u32::from_str_radix(digits, 16).ok()) {
            None => plain.extend(["\\u", part]),
            Some(unit) => {
                plain.push(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER));
                plain.push_str(&part[4..]);
            }
        }
    }
    plain
}

/// Resolves bytes written as `sign` and two hexadecimal digits, as in `%E7%82%AE` and `=E7=82=AE`.
pub(crate) fn without_hex_escapes(text: &[u8], sign: u8) -> Vec<u8> {
    let mut parts = text.split(|byte| *byte == sign);
    let mut plain = parts.next().unwrap_or_default().to_vec();
    for part in parts {
        let digits = part.get(..2).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        let digits = digits.and_then(|digits| str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => plain.extend([&[byte], &part[2..]].concat()),
            None => plain.extend([&[sign], part].concat()),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_certain_is_read_again() {
        let cp437: Vec<char> = CP437.chars().collect();
        assert_eq!(cp437.len(), 128);
        let as_latin = |bytes: &[u8]| bytes.iter().map(|b| char::from(*b)).collect::<String>();
        let as_dos = |bytes: &[u8]| -> String {
            let byte =
                |b: &u8| if b.is_ascii() { char::from(*b) } else { cp437[*b as usize - 128] };
            bytes.iter().map(byte).collect()
        };
        for name in ["030-黄松轩先胜冯敬如.XQF", "胡荣华/仙人指路.pgn", "1956年全国赛93局.CBL"]
        {
            let (gbk, _, _) = encoding_rs::GBK.encode(name);
            for wrong in [as_latin(&gbk), as_dos(&gbk), as_latin(name.as_bytes())] {
                assert_eq!(repair_mojibake(&wrong).as_deref(), Some(name), "{wrong}");
            }
            assert_eq!(repair_mojibake(name), None);
        }
        for name in ["plain.pgn", "café.pgn", "Ångström.pgn", "naïve", "ÄÖÜ.xqf", "Größe", "²½"]
        {
            assert_eq!(repair_mojibake(name), None, "{name}");
        }
    }
}

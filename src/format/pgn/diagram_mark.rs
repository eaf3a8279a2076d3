//! Marks of diagrams among moves: `（图1）`, `如图4`, `[图6]`, `【附图】`.
//!
//! Where a book has a diagram, whoever typed it in has left its number. That is a comment, never a
//! move.

/// Brackets around a mark that are none of comments and variations.
const BRACKETS: [(char, char); 5] =
    [('[', ']'), ('【', '】'), ('〔', '〕'), ('<', '>'), ('《', '》')];

/// A longer mark says more.
const LONGEST: usize = 16;

/// The length of the mark that `text` begins with, and the mark without its bracket.
///
/// A number stands behind the word, or a word that points there before it: a name may begin with 图,
/// too.
pub(in crate::format) fn diagram_mark(text: &str) -> Option<(usize, &str)> {
    let first = text.chars().next()?;
    let bracket = BRACKETS.iter().find(|(open, _)| *open == first);
    let from = bracket.map_or(0, |(open, _)| open.len_utf8());
    let inner = &text[from..];
    let len = mark_len(inner, bracket.is_some())?;
    let behind = &inner[len..];
    let end = match bracket {
        None if is_end(behind) => 0,
        None => return None,
        Some((_, close)) => {
            let blanks = behind.len() - behind.trim_start_matches([' ', '\u{3000}']).len();
            behind[blanks..].strip_prefix(*close).map(|_| blanks + close.len_utf8())?
        }
    };
    Some((from + len + end, inner[..len].trim()))
}

/// The length of `图1`, `如图`, `见下图三所示`.
fn mark_len(text: &str, is_in_brackets: bool) -> Option<usize> {
    let mut rest = text.trim_start_matches([' ', '\u{3000}']);
    let skip = |rest: &mut &str, words: &[&str]| {
        let found = words.iter().find_map(|word| rest.strip_prefix(word));
        *rest = found.unwrap_or(rest);
        found.is_some()
    };
    let points = skip(&mut rest, &["如", "见", "見", "参见", "參見", "附"]);
    skip(&mut rest, &["上", "下", "左", "右"]);
    if !skip(&mut rest, &["图", "圖"]) {
        return None;
    }
    let number = rest.trim_start_matches([' ', '\u{3000}']);
    let is_digit = |c: char| matches!(c, '0'..='9' | '０'..='９' | '①'..='⒇' | '-' | '—');
    let is_numeral = |c: char| "一二三四五六七八九十百〇零".contains(c);
    let behind = match number.trim_start_matches(is_digit) {
        same if same.len() == number.len() => number.trim_start_matches(is_numeral),
        behind => behind,
    };
    let is_numbered = behind.len() < number.len();
    rest = if is_numbered { behind } else { rest };
    skip(&mut rest, &["所示", "示"]);
    let len = text.len() - rest.len();
    let is_short = text[..len].chars().count() <= LONGEST;
    (is_short && (is_numbered || points || is_in_brackets)).then_some(len)
}

/// Whether a mark without brackets ends here.
fn is_end(behind: &str) -> bool {
    behind.chars().next().is_none_or(|c| {
        c.is_whitespace() || c.is_ascii_punctuation() || "，。；：、！？（）【】".contains(c)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_every_shape() {
        for (text, len, mark) in [
            ("图1", 4, "图1"),
            ("如图4 马2进3", 7, "如图4"),
            ("圖十二，", 9, "圖十二"),
            ("[图6] x", 6, "图6"),
            ("【附图】", 12, "附图"),
            ("<图 8>", 7, "图 8"),
            ("见下图三所示 ", 18, "见下图三所示"),
            ("如图", 6, "如图"),
        ] {
            assert_eq!(diagram_mark(text), Some((len, mark)), "{text}");
        }
        for text in
            ["图穷匕见", "图", "图1炮二平五", "炮二平五", "[%eval 3]", "【图穷】", "附注", "企图1"]
        {
            assert_eq!(diagram_mark(text), None, "{text}");
        }
    }
}

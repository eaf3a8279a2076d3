//! Marks that books print among moves. Numbers: `(1)`, `（１）`, `[1]`, `1)`, `①`, `⑴`,
//! `⒈`, `㈠`, `第1回合`, `一、`. Diagrams: `（图1）`, `如图4`, `[图6]`,
//! `【附图】`.
//!
//! Where a book has a diagram, its typist left the diagram's number. That is a comment, never a
//! move.

use crate::text::{hanzi_digit, hanzi_number, is_hanzi_ten};

/// Signs before a number, and signs behind it.
const AROUND: [(&str, &[&str]); 6] = [
    ("(", &[")"]),
    ("（", &["）"]),
    ("[", &["]"]),
    ("【", &["】"]),
    ("第", &["回合", "回", "着", "著", "步"]),
    ("", &[")", "）"]),
];

/// Signs behind a number in Chinese numerals.
const AFTER_NUMERALS: [&str; 3] = ["、", "．", "."];

/// Length and value of the printed move number at the start of `text`.
pub(super) fn book_number(text: &str) -> Option<(usize, u32)> {
    let first = text.chars().next()?;
    let signs = [('①', '⑳'), ('⑴', '⒇'), ('⒈', '⒛'), ('㈠', '㈩')];
    if let Some((one, _)) = signs.iter().find(|(one, last)| (*one..=*last).contains(&first)) {
        return Some((first.len_utf8(), first as u32 - *one as u32 + 1));
    }
    let in_brackets = AROUND.iter().find_map(|(before, after)| {
        let inner = text.strip_prefix(before)?;
        let (len, value) = figures(inner).or_else(|| numerals(inner))?;
        let behind = after.iter().find(|behind| inner[len..].starts_with(**behind))?;
        Some((before.len() + len + behind.len(), value))
    });
    in_brackets.or_else(|| {
        let (len, value) = numerals(text)?;
        let behind = AFTER_NUMERALS.iter().find(|behind| text[len..].starts_with(**behind))?;
        Some((len + behind.len(), value))
    })
}

/// Length and value of a number of at most three Arabic figures.
fn figures(text: &str) -> Option<(usize, u32)> {
    let is_figure = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c);
    let len = text.len() - text.trim_start_matches(is_figure).len();
    let value = number_value(&text[..len]);
    (1..1000).contains(&value).then_some((len, value))
}

/// Value of a number with or without its dot; `u32::MAX` if it is larger.
pub(in crate::format) fn number_value(text: &str) -> u32 {
    let figures = text.chars().filter_map(|c| match c {
        '０'..='９' => Some(c as u32 - '０' as u32),
        _ => c.to_digit(10),
    });
    figures.fold(0, |value: u32, figure| value.saturating_mul(10).saturating_add(figure))
}

/// Length and value of a number below a hundred in Chinese numerals.
fn numerals(text: &str) -> Option<(usize, u32)> {
    let is_numeral = |c: &char| hanzi_digit(*c).is_some() || is_hanzi_ten(*c);
    let run: Vec<char> = text.chars().take_while(is_numeral).collect();
    let (value, _) = hanzi_number(&run).filter(|(value, _)| (1..100).contains(value))?;
    Some((run.into_iter().map(char::len_utf8).sum(), value))
}

/// Brackets of marks, other than those of comments and variations.
const BRACKETS: [(char, char); 5] =
    [('[', ']'), ('【', '】'), ('〔', '〕'), ('<', '>'), ('《', '》')];

/// Characters of the longest mark; a longer text says more than one.
const LONGEST: usize = 16;

/// Length of the diagram mark at the start of `text`, and the mark without its bracket.
///
/// A mark has a number behind 图, a word such as 如 before it, or brackets: names begin with 图,
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

/// Length of `图1`, `如图`, `见下图三所示`.
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
    fn numbers_of_books() {
        for (text, expected) in [
            ("(1) 炮", Some((3, 1))),
            ("（１２）炮", Some((12, 12))),
            ("[7]炮", Some((3, 7))),
            ("【3】", Some((7, 3))),
            ("12)", Some((3, 12))),
            ("①炮", Some((3, 1))),
            ("⑿", Some((3, 12))),
            ("⒈", Some((3, 1))),
            ("㈠", Some((3, 1))),
            ("第1回合 炮", Some((10, 1))),
            ("第十二回合", Some((15, 12))),
            ("一、炮", Some((6, 1))),
            ("二十三、", Some((12, 23))),
            ("十、", Some((6, 10))),
            ("(a)", None),
            ("(1", None),
            ("一兵平四", None),
            ("1. 炮", None),
            ("1234)", None),
            ("", None),
        ] {
            assert_eq!(book_number(text), expected, "{text}");
        }
    }

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

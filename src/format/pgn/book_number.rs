//! Move numbers as books print them: `(1)`, `（１）`, `[1]`, `1)`, `①`, `⑴`, `⒈`, `㈠`, `第1回合`,
//! `一、`.

/// What may stand around a number: before it, behind it.
const AROUND: [(&str, &[&str]); 6] = [
    ("(", &[")"]),
    ("（", &["）"]),
    ("[", &["]"]),
    ("【", &["】"]),
    ("第", &["回合", "回", "着", "著", "步"]),
    ("", &[")", "）"]),
];

/// What may stand behind a number in Chinese numerals.
const AFTER_NUMERALS: [&str; 3] = ["、", "．", "."];

/// Length and value of the number that `text` begins with.
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

/// One to three Arabic figures.
fn figures(text: &str) -> Option<(usize, u32)> {
    let figure = |c: char| match c {
        '０'..='９' => Some(c as u32 - '０' as u32),
        _ => c.to_digit(10),
    };
    let (mut len, mut value) = (0, 0);
    for c in text.chars().take_while(|c| figure(*c).is_some()).take(4) {
        len += c.len_utf8();
        value = value * 10 + figure(c)?;
    }
    (1..1000).contains(&value).then_some((len, value))
}

/// A number up to ninety-nine in Chinese numerals.
fn numerals(text: &str) -> Option<(usize, u32)> {
    let digit = |c: char| "一二三四五六七八九".chars().position(|known| known == c);
    let mut rest = text;
    let take = |rest: &mut &str| {
        let c = rest.chars().next()?;
        let value = digit(c)? as u32 + 1;
        *rest = &rest[c.len_utf8()..];
        Some(value)
    };
    let first = take(&mut rest);
    let value = match rest.strip_prefix('十') {
        Some(behind) => {
            rest = behind;
            first.unwrap_or(1) * 10 + take(&mut rest).unwrap_or(0)
        }
        None => first?,
    };
    Some((text.len() - rest.len(), value))
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
}

//! Translates sentences that readers write in English and databases store: details of damage,
//! reasons, messages of SQLite.
//!
//! A sentence that `locales/en/reasons.ftl` lacks stays English, since another version may have
//! written the database. A test ensures that those of the readers are there.

use super::fill::{Value, between, filled, visible};
use super::{Lang, REASONS};

impl Lang {
    /// Translates an English sentence, if it is known.
    pub(crate) fn stored(self, english: &str) -> String {
        let shown = visible(english);
        if self == Lang::En {
            return shown;
        }
        let found = REASONS.iter().find_map(|texts| Some((texts, values(texts[0], &shown)?)));
        let Some((texts, values)) = found else { return shown };
        // A value may be a sentence, too, but only one without values.
        let known = |value| REASONS.iter().find(|texts| texts[0] == value);
        let values: Vec<Value<'_>> = values
            .into_iter()
            .map(|value| known(value).map_or(value, |texts| self.of(*texts)).into())
            .collect();
        filled(self.of(*texts), &values)
    }
}

/// Values of a sentence made from `pattern`; `None` if it was not.
fn values<'t>(pattern: &str, sentence: &'t str) -> Option<Vec<&'t str>> {
    let mut parts = between(pattern);
    let mut rest = sentence.strip_prefix(parts.next()?)?;
    let mut values = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let end = match parts.peek() {
            // The last value reaches as far as possible.
            None => rest.strip_suffix(part)?.len(),
            Some(_) => rest.find(part)?,
        };
        values.push(&rest[..end]);
        rest = &rest[end + part.len()..];
    }
    (!values.is_empty() || rest.is_empty()).then_some(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_is_carried_over() {
        for (english, hans) in [
            ("no such piece there", "该处没有这枚棋子"),
            ("12 rows instead of 10", "有 12 行，应为 10 行"),
            ("7 of 40 moves", "40 着中的第 7 着"),
            ("ambiguous: h2e2, b2e2", "有歧义：h2e2, b2e2"),
            ("game abc: a posting is missing in position 00ff", "对局 abc：局面 00ff 中缺少索引项"),
            ("comment 3 belongs to no move: a: {0}", "注解 3 不属于任何一着：a: {0}"),
            ("nobody knows \x1b[2J this", "nobody knows ␛[2J this"),
        ] {
            assert_eq!(Lang::ZhHans.stored(english), hans, "{english}");
        }
        assert_eq!(Lang::En.stored("no such piece there"), "no such piece there");
    }
}

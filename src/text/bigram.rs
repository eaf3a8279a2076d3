//! Words for full-text search in a language that does not write blanks.

use super::fold::fold;

/// The words a text is found by: every pair of neighbouring hanzi, a lone one as it is, and Latin
/// words; all [folded](fold).
///
/// ```
/// use xqdb::text::bigrams;
/// assert_eq!(bigrams("中砲對屏風馬 C48"), "中炮 炮对 对屏 屏风 风马 c48");
/// ```
#[must_use]
pub fn bigrams(text: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    let folded = fold(text);
    for run in folded.split(|c: char| !c.is_alphanumeric()) {
        let chars: Vec<char> = run.chars().collect();
        for part in chars.chunk_by(|a, b| is_hanzi(*a) == is_hanzi(*b)) {
            match part {
                [first, ..] if !is_hanzi(*first) => words.push(part.iter().collect()),
                [alone] => words.push(alone.to_string()),
                _ => words.extend(part.windows(2).map(|pair| pair.iter().collect::<String>())),
            }
        }
    }
    words.join(" ")
}

fn is_hanzi(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9FFF}' | '\u{20000}'..='\u{3FFFF}')
}

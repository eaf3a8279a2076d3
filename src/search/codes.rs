//! The codes of openings that a text means.

use super::archive::Archive;
use super::ids::IdSet;
use crate::opening::{Code, Opening};
use crate::text::fold;

/// The codes of the openings that `wanted` means, by their numbers: those that begin like it, those
/// of a range such as `C30-C49`, or those with it in one of their names.
pub(super) fn codes(archive: &Archive, wanted: &str) -> IdSet {
    let wanted = fold(wanted).trim().to_ascii_uppercase();
    let range = wanted.split_once(['-', '–', '~', '～', '至']).unwrap_or((&wanted, &wanted));
    if let (Some(first), Some(last)) = (completed(range.0, '0'), completed(range.1, '9')) {
        return (first.number()..=last.number()).map(u32::from).collect();
    }
    let has = |name: &str| fold(name).to_ascii_uppercase().contains(&wanted);
    let fits = |opening: &&Opening| {
        !wanted.is_empty()
            && [&opening.name, &opening.traditional, &opening.english]
                .into_iter()
                .any(|name| has(name))
    };
    let openings = archive.openings().openings().filter(fits);
    openings.map(|opening| u32::from(opening.code.number())).collect()
}

/// The code that begins so, every missing digit being this one.
fn completed(beginning: &str, digit: char) -> Option<Code> {
    let mut code = beginning.trim().to_owned();
    let missing = 3_usize.checked_sub(code.len()).filter(|missing| *missing < 3)?;
    code.extend(std::iter::repeat_n(digit, missing));
    code.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings_of_codes_are_completed() {
        let of = |text: &str, digit| completed(text, digit).map(|code| code.to_string());
        assert_eq!(of("C", '0').as_deref(), Some("C00"));
        assert_eq!(of(" C3", '9').as_deref(), Some("C39"));
        assert_eq!(of("C55", '9').as_deref(), Some("C55"));
        for text in ["", "C555", "中炮", "CC", "5", "ROOK"] {
            assert_eq!(of(text, '0'), None, "{text}");
        }
    }
}

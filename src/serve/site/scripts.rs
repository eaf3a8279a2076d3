//! Characters that differ between the scripts: by them the page of a site writes names and titles
//! in the script of its language. Answers add only those names that are written otherwise.

use crate::messages::Lang;
use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// Characters that may differ, of one UTF-16 unit each.
const HANZI: RangeInclusive<char> = '\u{3400}'..='\u{9fff}';

/// For simplified and for traditional characters, the form of each character that has another.
static FORMS: LazyLock<[FxHashMap<char, char>; 2]> = LazyLock::new(|| {
    [Lang::ZhHans, Lang::ZhHant].map(|lang| {
        let form = |own: char| {
            let form = lang.title_in_script(&own.to_string()).chars().next()?;
            (form != own && HANZI.contains(&form)).then_some((own, form))
        };
        HANZI.filter_map(form).collect()
    })
});

/// For each script the characters with another form, and these forms, as two texts.
pub(super) fn forms() -> Value {
    let of = |forms: &FxHashMap<char, char>| {
        let mut pairs: Vec<(char, char)> = forms.iter().map(|(own, form)| (*own, *form)).collect();
        pairs.sort_unstable();
        let (own, form): (String, String) = pairs.into_iter().unzip();
        json!([own, form])
    };
    FORMS.iter().map(of).collect()
}

/// A text as the page writes it by the characters alone, in simplified and in traditional ones: a
/// text with traditional characters stays as it is.
pub(super) fn written(text: &str) -> [String; 2] {
    let [simple, full] = FORMS.each_ref().map(|forms| {
        text.chars().map(|own| forms.get(&own).copied().unwrap_or(own)).collect::<String>()
    });
    let full = if simple == text { full } else { text.to_owned() };
    [simple, full]
}

//! Search keys: one folded form for the many spellings of a text.
//!
//! Every character is folded by itself, so the key of a part is part of the key: traditional to
//! simplified, full to half width, variant to usual character, upper to lower case, every middle
//! dot to `·`.
//!
//! Also cuts texts into words for full-text search, since Chinese writes no blanks.

use ferrous_opencc::OpenCC;
use ferrous_opencc::config::BuiltinConfig;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// First and last hanzi with a slot in the table of folded forms: both blocks of the basic plane.
const FIRST: char = '\u{3400}';
const LAST: char = '\u{9FFF}';

/// Variants that OpenCC leaves alone or maps to a character nobody uses, each before its usual
/// character. 包 means a cannon only as a piece; in names and events it is itself, so it is not
/// listed.
const VARIANTS: &str = "\
    砲炮 礮炮 傌马 俥车 硨车 後后 於于 峯峰 羣群 啓启 啟启 彊强 淸清 靑青 \
    眞真 綫线 呉吴 栄荣 広广 録录 鉄铁 戦战 対对 気气 産产 爲为 彥彦 鍾钟 \
    锺钟 甯宁 寗宁 著着";

/// Folds one character. White space of every kind becomes a blank.
#[must_use]
pub fn fold_char(c: char) -> char {
    match c {
        ' '..='~' => c.to_ascii_lowercase(),
        FIRST..=LAST => hanzi(c),
        '\u{FF01}'..='\u{FF5E}' => {
            let half = u32::from(c) - 0xFEE0;
            char::from_u32(half).map_or(c, |c| c.to_ascii_lowercase())
        }
        '·' | '‧' | '•' | '・' | '･' | '∙' | '⋅' | '⸱' => '·',
        '〇' => '零',
        _ if c.is_whitespace() => ' ',
        _ => {
            let mut lower = c.to_lowercase();
            match (lower.next(), lower.next()) {
                (Some(one), None) => one,
                _ => c,
            }
        }
    }
}

/// Search key of `text`: every character [folded](fold_char), each run of white space as one blank,
/// no blank at either end.
///
/// ```
/// use xqdb::text::fold;
/// assert_eq!(fold("　許銀川  ＶＳ 呂欽 "), "许银川 vs 吕钦");
/// ```
#[must_use]
pub fn fold(text: &str) -> String {
    let mut key = String::with_capacity(text.len());
    for c in text.chars().map(fold_char) {
        if c == ' ' && (key.is_empty() || key.ends_with(' ')) {
            continue;
        }
        key.push(c);
    }
    if key.ends_with(' ') {
        key.pop();
    }
    key
}

/// Replaces each hanzi of `text` by its [folded](fold_char), simplified form.
///
/// ```
/// use xqdb::text::simplified;
/// assert_eq!(simplified("胡榮華 HU"), "胡荣华 HU");
/// ```
#[must_use]
pub fn simplified(text: &str) -> String {
    text.chars().map(|c| if (FIRST..=LAST).contains(&c) { hanzi(c) } else { c }).collect()
}

/// Folds a hanzi of the basic plane. Forms are converted when first needed: converting all of them
/// takes longer than most questions.
fn hanzi(c: char) -> char {
    const HANZI: usize = LAST as usize - FIRST as usize + 1;
    /// Folded form by hanzi; 0 until a thread computes it.
    static FORMS: [AtomicU32; HANZI] = [const { AtomicU32::new(0) }; HANZI];
    let form = &FORMS[c as usize - FIRST as usize];
    match form.load(Ordering::Relaxed) {
        0 => {
            let folded = folded(c);
            form.store(u32::from(folded), Ordering::Relaxed);
            folded
        }
        known => char::from_u32(known).unwrap_or(c),
    }
}

/// Folds until nothing changes (薴 to 苧 to 苎), so that the key of a key is the key.
fn folded(c: char) -> char {
    /// More steps than any hanzi needs; bounds a circle of forms.
    const STEPS: usize = 4;
    let steps = std::iter::successors(Some(c), |&c| Some(one_step(c)).filter(|next| *next != c));
    steps.take(STEPS + 1).last().unwrap_or(c)
}

/// Folds one step. OpenCC gets one character at a time, so that neighbours do not matter.
fn one_step(c: char) -> char {
    static CONVERTER: LazyLock<Option<OpenCC>> =
        LazyLock::new(|| OpenCC::from_config(BuiltinConfig::T2s).ok());
    static USUAL: LazyLock<FxHashMap<char, char>> = LazyLock::new(|| {
        let pairs = VARIANTS.split_whitespace().map(str::chars);
        pairs.filter_map(|mut pair| Some((pair.next()?, pair.next()?))).collect()
    });
    if let Some(&usual) = USUAL.get(&c) {
        return usual;
    }
    let Some(converter) = &*CONVERTER else { return c };
    let converted = converter.convert(c.encode_utf8(&mut [0; 4]));
    let mut chars = converted.chars();
    match (chars.next(), chars.next()) {
        (Some(one), None) => one,
        _ => c,
    }
}

/// Words for full-text search: every pair of neighbouring hanzi, a lone hanzi, and Latin words; all
/// [folded](fold).
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

/// Whether `c` is a hanzi of Unicode's unified blocks.
#[must_use]
pub const fn is_hanzi(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9FFF}' | '\u{20000}'..='\u{3FFFF}')
}

/// Whether `text` has no character of East Asia: every character lies below U+2E80.
///
/// ```
/// use xqdb::text::is_latin;
/// assert!(is_latin("Hu Rong-hua") && is_latin("Đỏ") && !is_latin("胡 Ronghua"));
/// ```
#[must_use]
pub fn is_latin(text: &str) -> bool {
    text.chars().all(|c| c < '\u{2E80}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_form_for_many() {
        for (text, key) in [
            ("許銀川", "许银川"),
            ("呂欽", "吕钦"),
            ("胡榮華", "胡荣华"),
            ("陳羅平", "陈罗平"),
            ("於幼華", "于幼华"),
            ("黃仕清", "黄仕清"),
            ("吳貴臨", "吴贵临"),
            ("馬8進7", "马8进7"),
            ("砲二平五", "炮二平五"),
            ("俥一進一", "车一进一"),
            ("傌二進三", "马二进三"),
            ("硨一平二", "车一平二"),
            ("帥五平四 將５平４", "帅五平四 将5平4"),
            ("仕四進五，士４進５", "仕四进五,士4进5"),
            ("後手", "后手"),
            ("象棋譜", "象棋谱"),
            ("包公", "包公"),
            ("瀋陽", "沈阳"),
            ("臺北", "台北"),
            ("  HU　RongHua \t\n", "hu ronghua"),
            ("ＨＵ　Ｒｏｎｇ", "hu rong"),
            ("努哈迪‧尤瑪迪", "努哈迪·尤玛迪"),
            ("努哈迪・尤瑪迪", "努哈迪·尤玛迪"),
            ("Éric", "éric"),
            ("", ""),
            ("　", ""),
        ] {
            assert_eq!(fold(text), key, "{text}");
        }
    }

    #[test]
    fn a_key_is_its_own_key() {
        for c in (FIRST..=LAST).chain('\u{20}'..='\u{2FFF}').chain('\u{FF00}'..='\u{FFEF}') {
            let once = fold(&c.to_string());
            assert_eq!(fold(&once), once, "{c}");
        }
    }

    #[test]
    fn a_part_folds_to_a_part() {
        let key = fold("第五屆「嘉豐房地產杯」象棋王位賽");
        assert!(key.contains(&fold("嘉豐房地產")));
    }
}

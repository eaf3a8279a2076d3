//! Hanzi that names use with more than one reading: 长 is zhang or chang, and only who knew 邓长河
//! can tell which of them he was.

use super::fold::fold;
use super::pinyin::{latin_key, surname_len, syllables};

/// Characters that stand in names with two readings, in order. Readings that no name has are left
/// out: they would find strangers.
const READINGS: &[(char, [&str; 2])] = &[
    ('乐', ["le", "yue"]),
    ('仇', ["chou", "qiu"]),
    ('传', ["chuan", "zhuan"]),
    ('区', ["ou", "qu"]),
    ('单', ["dan", "shan"]),
    ('参', ["can", "shen"]),
    ('召', ["shao", "zhao"]),
    ('员', ["yuan", "yun"]),
    ('娜', ["na", "nuo"]),
    ('尉', ["wei", "yu"]),
    ('强', ["jiang", "qiang"]),
    ('折', ["she", "zhe"]),
    ('曾', ["ceng", "zeng"]),
    ('朝', ["chao", "zhao"]),
    ('朴', ["piao", "pu"]),
    ('柏', ["bai", "bo"]),
    ('查', ["cha", "zha"]),
    ('沈', ["chen", "shen"]),
    ('洗', ["xi", "xian"]),
    ('盖', ["gai", "ge"]),
    ('盛', ["cheng", "sheng"]),
    ('省', ["sheng", "xing"]),
    ('种', ["chong", "zhong"]),
    ('秘', ["bi", "mi"]),
    ('繁', ["fan", "po"]),
    ('缪', ["miao", "mou"]),
    ('翟', ["di", "zhai"]),
    ('茜', ["qian", "xi"]),
    ('莘', ["shen", "xin"]),
    ('藏', ["cang", "zang"]),
    ('行', ["hang", "xing"]),
    ('覃', ["qin", "tan"]),
    ('解', ["jie", "xie"]),
    ('郗', ["chi", "xi"]),
    ('都', ["dou", "du"]),
    ('重', ["chong", "zhong"]),
    ('长', ["chang", "zhang"]),
    ('阿', ["a", "e"]),
    ('隗', ["kui", "wei"]),
    ('黑', ["he", "hei"]),
];

/// At most so many readings of one text are told: those of four such characters.
const MOST_READINGS: usize = 16;

/// Every way in which `text` may be read, written as [`latin_key`] writes the usual one, which is
/// the first.
///
/// ```
/// use xqdb::text::latin_keys;
/// assert_eq!(latin_keys("邓长河"), ["dengzhanghe", "dengchanghe"]);
/// assert_eq!(latin_keys("HU RongHua"), ["huronghua"]);
/// ```
#[must_use]
pub fn latin_keys(text: &str) -> Vec<String> {
    let usual = latin_key(text);
    let folded = fold(text);
    if !is_polyphonic(&folded) {
        return vec![usual];
    }
    let mut keys = vec![String::new()];
    for word in folded.split(' ') {
        for (c, syllable) in word.chars().zip(syllables(word, surname_len(word))) {
            let others = readings(c).iter().filter(|reading| **reading != syllable);
            let most = MOST_READINGS / keys.len();
            let here: Vec<&str> =
                std::iter::once(&*syllable).chain(others.copied().take(most - 1)).collect();
            let longer =
                |key: &String| here.iter().map(|s| format!("{key}{s}")).collect::<Vec<_>>();
            keys = keys.iter().flat_map(longer).collect();
        }
    }
    keys.iter_mut().for_each(|key| *key = latin_key(key));
    keys.retain(|key| *key != usual);
    keys.insert(0, usual);
    keys
}

/// Whether a text in simplified characters may be read in more than one way.
#[must_use]
pub fn is_polyphonic(folded: &str) -> bool {
    folded.chars().any(|c| !readings(c).is_empty())
}

fn readings(c: char) -> &'static [&'static str] {
    let found = READINGS.binary_search_by_key(&c, |(known, _)| *known);
    found.map_or(&[], |at| &READINGS[at].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order() {
        assert!(READINGS.is_sorted_by(|(a, _), (b, _)| a < b));
    }

    #[test]
    fn names_have_all_their_readings() {
        for (name, keys) in [
            ("鄧長河", &["dengzhanghe", "dengchanghe"][..]),
            ("单霞丽", &["shanxiali", "danxiali"]),
            ("胡荣华", &["huronghua"]),
            ("Lü Qin", &["lvqin"]),
            ("", &[""]),
        ] {
            assert_eq!(latin_keys(name), keys, "{name}");
        }
        let many = "长".repeat(40);
        assert_eq!(latin_keys(&many).len(), MOST_READINGS);
    }
}

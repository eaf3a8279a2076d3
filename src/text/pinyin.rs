//! Writes hanzi names in Latin letters, so that `HU RongHua` finds 胡荣华.
//!
//! Some hanzi have several readings in names: 长 is zhang or chang, and only those who knew
//! 邓长河 can say how he read his.

use super::fold::fold;
use ::pinyin::ToPinyin;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// Readings of a hanzi that has several in names, or another one as a surname.
struct Readings {
    /// Readings in names; empty when there is only one.
    all: Vec<&'static str>,
    surname: Option<&'static str>,
}

static READINGS: LazyLock<FxHashMap<char, Readings>> = LazyLock::new(|| {
    let lines = include_str!("readings.tsv").lines().filter(|line| !line.starts_with('#'));
    let readings = lines.filter_map(|line| {
        let (hanzi, rest) = line.split_once('\t')?;
        let (all, surname) = rest.split_once('\t')?;
        let surname = Some(surname).filter(|surname| !surname.is_empty());
        let readings = Readings { all: all.split_whitespace().collect(), surname };
        Some((hanzi.chars().next()?, readings))
    });
    readings.collect()
});

/// Surnames of two hanzi, in simplified characters.
pub const COMPOUND_SURNAMES: &[&str] = &[
    "欧阳", "上官", "司马", "司徒", "诸葛", "尉迟", "慕容", "令狐", "皇甫", "夏侯", "公孙", "宇文",
    "长孙", "端木", "独孤", "东方", "南宫", "西门", "申屠", "淳于", "闻人", "轩辕",
];

/// Toneless pinyin of `text`, the surname set apart: `hu ronghua` for 胡荣华. ü is written v,
/// as it is typed. Everything but hanzi is kept, folded.
///
/// ```
/// use xqdb::text::pinyin;
/// assert_eq!(pinyin("呂欽"), "lv qin");
/// assert_eq!(pinyin("歐陽琦琳"), "ouyang qilin");
/// ```
#[must_use]
pub fn pinyin(text: &str) -> String {
    let key = fold(text);
    if key.is_ascii() {
        return key;
    }
    let words: Vec<String> = key.split(' ').map(word).collect();
    words.join(" ")
}

/// Pinyin of one word of a folded text.
fn word(folded: &str) -> String {
    let surname = surname_len(folded);
    let mut latin = String::with_capacity(folded.len() * 2);
    for (at, syllable) in syllables(folded, surname).enumerate() {
        if at == surname && surname > 0 {
            latin.push(' ');
        }
        latin.push_str(&syllable);
    }
    latin
}

/// Pinyin syllable of each character of a word; the first `surname` characters are read as a
/// surname.
pub(super) fn syllables(folded: &str, surname: usize) -> impl Iterator<Item = String> {
    let is_yuchi = surname > 0 && folded.starts_with("尉迟");
    folded.chars().enumerate().map(move |(at, c)| {
        let as_surname = READINGS.get(&c).filter(|_| at == 0 && surname == 1);
        match (as_surname.and_then(|readings| readings.surname), c.to_pinyin()) {
            _ if is_yuchi && at == 0 => "yu".to_owned(),
            (Some(reading), _) => reading.to_owned(),
            (None, Some(reading)) => reading.plain().replace('ü', "v"),
            (None, None) if c == 'ü' => "v".to_owned(),
            (None, None) => c.to_string(),
        }
    })
}

/// Number of hanzi of the surname in a name of two to four hanzi; 0 for any other word.
pub(super) fn surname_len(folded: &str) -> usize {
    let hanzi = folded.chars().filter(|c| c.to_pinyin().is_some()).count();
    let all = folded.chars().count();
    if hanzi != all || !(2..=4).contains(&all) {
        0
    } else if all > 2 && COMPOUND_SURNAMES.iter().any(|c| folded.starts_with(c)) {
        2
    } else {
        1
    }
}

/// Only the letters and digits of `text`, in lower case, hanzi as [pinyin](pinyin()): `huronghua`
/// for 胡荣华, `HU RongHua` and `Hu Rong-hua`. ü, `lyu` and `nyu` give v.
#[must_use]
pub fn latin_key(text: &str) -> String {
    latin_words(text).concat()
}

/// The words that [`latin_key`] joins, in the order of the text.
#[must_use]
pub fn latin_words(text: &str) -> Vec<String> {
    pinyin(text)
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | '.' | '·'))
        .map(|word| {
            let is_kept = |c: &char| c.is_alphabetic() || c.is_ascii_digit();
            let letters: String = word.chars().filter(is_kept).collect();
            match letters.as_str() {
                "lyu" => "lv".to_owned(),
                "nyu" => "nv".to_owned(),
                _ => letters.replace('ü', "v"),
            }
        })
        .filter(|word| !word.is_empty())
        .collect()
}

/// Largest number of keys of one text: four characters with two readings each.
const MOST_READINGS: usize = 16;

/// All [`latin_key`]s of `text`, one per reading of its hanzi, the usual one first; at most 16.
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

/// Whether some hanzi of a text in simplified characters has several readings.
#[must_use]
pub fn is_polyphonic(folded: &str) -> bool {
    folded.chars().any(|c| !readings(c).is_empty())
}

fn readings(c: char) -> &'static [&'static str] {
    READINGS.get(&c).map_or(&[], |readings| &readings.all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_names() {
        for (name, reading) in [
            ("胡荣华", "hu ronghua"),
            ("胡榮華", "hu ronghua"),
            ("吕钦", "lv qin"),
            ("许银川", "xu yinchuan"),
            ("单霞丽", "shan xiali"),
            ("仇小凤", "qiu xiaofeng"),
            ("曾益谦", "zeng yiqian"),
            ("解杰", "xie jie"),
            ("区贡斌", "ou gongbin"),
            ("盖明强", "ge mingqiang"),
            ("卜凤波", "bu fengbo"),
            ("任建平", "ren jianping"),
            ("欧阳婵娟", "ouyang chanjuan"),
            ("尉迟恭", "yuchi gong"),
            ("HU RongHua", "hu ronghua"),
            ("", ""),
        ] {
            assert_eq!(pinyin(name), reading, "{name}");
        }
    }

    #[test]
    fn a_reading_has_the_key_of_its_name() {
        for name in ["胡荣华", "吕钦", "欧阳琦琳", "Lü Qin", "LYU Qin", "旋风2号", "努哈迪·尤玛迪"]
        {
            assert_eq!(latin_key(&pinyin(name)), latin_key(name), "{name}");
        }
    }

    #[test]
    fn latin_spellings_share_a_key() {
        for (text, key) in [
            ("胡荣华", "huronghua"),
            ("HU RongHua", "huronghua"),
            ("Hu Rong-hua", "huronghua"),
            ("Lü Qin", "lvqin"),
            ("LYU Qin", "lvqin"),
            ("Lv Qin", "lvqin"),
            ("吕  钦", "lvqin"),
            ("CHIU Yu Kuen", "chiuyukuen"),
            ("Player-1", "player1"),
            ("旋风2号", "xuanfeng2hao"),
        ] {
            assert_eq!(latin_key(text), key, "{text}");
        }
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

//! Hanzi names in Latin letters, so that `HU RongHua` finds 胡荣华.

use ::pinyin::ToPinyin;

use super::fold::fold;

/// Surnames that are read otherwise than the same character elsewhere.
const SURNAMES: &[(char, &str)] = &[
    ('单', "shan"),
    ('仇', "qiu"),
    ('曾', "zeng"),
    ('解', "xie"),
    ('区', "ou"),
    ('朴', "piao"),
    ('查', "zha"),
    ('盖', "ge"),
    ('任', "ren"),
    ('华', "hua"),
    ('尉', "wei"),
    ('冼', "xian"),
    ('洗', "xian"),
    ('缪', "miao"),
    ('晁', "chao"),
    ('翟', "zhai"),
    ('乐', "yue"),
    ('覃', "qin"),
    ('宁', "ning"),
    ('召', "shao"),
    ('员', "yun"),
    ('种', "chong"),
    ('繁', "po"),
    ('折', "she"),
    ('黑', "he"),
    ('秘', "bi"),
    ('逄', "pang"),
    ('卜', "bu"),
    ('沈', "shen"),
    ('石', "shi"),
    ('车', "che"),
    ('柏', "bai"),
    ('谌', "chen"),
];

/// Surnames of two hanzi, in simplified characters.
pub const COMPOUND_SURNAMES: &[&str] = &[
    "欧阳", "上官", "司马", "司徒", "诸葛", "尉迟", "慕容", "令狐", "皇甫", "夏侯", "公孙", "宇文",
    "长孙", "端木", "独孤", "东方", "南宫", "西门", "申屠", "淳于", "闻人", "轩辕",
];

/// The reading of `text` without tones, a surname set apart: `hu ronghua` for 胡荣华. ü is written
/// v, as it is typed. What is not hanzi is kept, folded.
///
/// ```
/// use xqdb::text::pinyin;
/// assert_eq!(pinyin("呂欽"), "lv qin");
/// assert_eq!(pinyin("歐陽琦琳"), "ouyang qilin");
/// ```
#[must_use]
pub fn pinyin(text: &str) -> String {
    let key = fold(text);
    let words: Vec<String> = key.split(' ').map(word).collect();
    words.join(" ")
}

/// One word of a folded text.
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

/// The characters of a word as they are read, the first `surname` of which are a surname.
pub(super) fn syllables(folded: &str, surname: usize) -> impl Iterator<Item = String> {
    let is_yuchi = surname > 0 && folded.starts_with("尉迟");
    folded.chars().enumerate().map(move |(at, c)| {
        let is_surname = |(known, _): &&(char, &str)| at == 0 && surname == 1 && *known == c;
        match (SURNAMES.iter().find(is_surname), c.to_pinyin()) {
            _ if is_yuchi && at == 0 => "yu".to_owned(),
            (Some((_, reading)), _) => (*reading).to_owned(),
            (None, Some(reading)) => reading.plain().replace('ü', "v"),
            (None, None) if c == 'ü' => "v".to_owned(),
            (None, None) => c.to_string(),
        }
    })
}

/// Number of hanzi of the surname in a name of two to four hanzi, 0 for anything else.
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

/// The letters and digits of `text` alone, lower case, hanzi by their [reading](pinyin()):
/// `huronghua` for 胡荣华, `HU RongHua` and `Hu Rong-hua`. ü, `lyu` and `nyu` come out as v.
#[must_use]
pub fn latin_key(text: &str) -> String {
    latin_words(text).concat()
}

/// The words of which [`latin_key`] is made, in the order of the text.
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
}

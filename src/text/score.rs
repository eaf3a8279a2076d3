//! Scores how well bytes read as GB18030 and as Big5.
//!
//! Nearly every Big5 text is also valid GB18030, so validity says nothing. But the right encoding
//! gives the few hundred characters that records are made of, and the wrong one rare hanzi, kana,
//! private-use and unassigned places. Each pair scores points by its place in the table:
//!
//! | place | GB18030 | Big5 | points |
//! |---|---|---|--:|
//! | common in game records | | | 4 |
//! | everyday hanzi | B0-D7, A1-FE | A4-C6 | 2 |
//! | signs in use | A1-A3, A1-FE | A1-A3 | 1 |
//! | less common hanzi | D8-F7, A1-FE | C9-F9 | 0 |
//! | extension, other scripts | 81-A0; AA-FE, 40-A0; A4-A9 | C6A1-C8 | -1 |
//! | private use, unassigned, four bytes | AA-AF, F8-FE, A1-FE; A1-A7, 40-A0 | 81-A0, FA-FE | -4 |
//! | malformed | | | -8 |

use super::encoding::Encoding;
use std::sync::LazyLock;

/// Points of some bytes read in both encodings. Scores of several pieces of one file add up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct EncodingScore {
    /// Points read as GB18030.
    pub(super) gb18030: i64,
    /// Points read as Big5.
    pub(super) big5: i64,
}

impl EncodingScore {
    /// Scores `bytes`, which should begin between two characters.
    pub(super) fn of(bytes: &[u8]) -> EncodingScore {
        EncodingScore {
            gb18030: walk(bytes, Encoding::Gb18030, &GB18030),
            big5: walk(bytes, Encoding::Big5, &BIG5),
        }
    }

    /// Adds the points of both scores.
    pub(super) fn plus(self, other: EncodingScore) -> EncodingScore {
        EncodingScore { gb18030: self.gb18030 + other.gb18030, big5: self.big5 + other.big5 }
    }
}

const COMMON: i8 = 4;
const MALFORMED: i8 = -8;

/// Points of every pair, by lead and trail byte.
type Points = Box<[[i8; 256]; 256]>;

static GB18030: LazyLock<Points> =
    LazyLock::new(|| points(gb18030_pair, common_pairs(Encoding::Gb18030)));
static BIG5: LazyLock<Points> = LazyLock::new(|| points(big5_pair, common_pairs(Encoding::Big5)));

fn points(of_pair: fn(u8, u8) -> i8, common: impl Iterator<Item = [u8; 2]>) -> Points {
    let mut points = Box::new([[0; 256]; 256]);
    for lead in 0x81..=0xFE {
        for trail in 0x40..=0xFE {
            points[usize::from(lead)][usize::from(trail)] = of_pair(lead, trail);
        }
    }
    for [lead, trail] in common {
        points[usize::from(lead)][usize::from(trail)] = COMMON;
    }
    points
}

fn walk(bytes: &[u8], encoding: Encoding, points: &Points) -> i64 {
    let mut sum = 0;
    let mut at = 0;
    while at < bytes.len() {
        let lead = bytes[at];
        if lead < 0x80 {
            at += 1;
            continue;
        }
        let Some(&trail) = bytes.get(at + 1) else {
            break;
        };
        let digits = (0x30..=0x39).contains(&trail) && encoding == Encoding::Gb18030;
        if digits && matches!(bytes.get(at + 2..at + 4), Some([0x81..=0xFE, 0x30..=0x39])) {
            sum -= 4;
            at += 4;
        } else if !(0x81..=0xFE).contains(&lead) || trail < 0x40 || trail == 0x7F || trail == 0xFF {
            sum += i64::from(MALFORMED);
            at += 1;
        } else {
            sum += i64::from(points[usize::from(lead)][usize::from(trail)]);
            at += 2;
        }
    }
    sum
}

fn gb18030_pair(lead: u8, trail: u8) -> i8 {
    match (lead, trail) {
        (0xA2, 0xA1..=0xB0) => -4,
        (0xA1..=0xA3, 0xA1..) => 1,
        (0xB0..=0xD7, 0xA1..) => 2,
        (0xD8..=0xF7, 0xA1..) => 0,
        (0xAA..=0xAF | 0xF8..=0xFE, 0xA1..) | (0xA1..=0xA7, ..0xA1) => -4,
        _ => -1,
    }
}

fn big5_pair(lead: u8, trail: u8) -> i8 {
    match (lead, trail) {
        (_, 0x80..=0xA0) => MALFORMED,
        (0xA1..=0xA3, _) => 1,
        (0xA4..=0xC5, _) | (0xC6, ..=0x7E) => 2,
        (0xC9..=0xF9, _) => 0,
        (0xC6..=0xC8, _) => -1,
        _ => -4,
    }
}

/// Characters common in Chinese game records, in both scripts.
///
/// In this order: words of moves, results and events; provinces; the hundred commonest surnames of
/// the census; the commonest characters of given names by the register of households; the commonest
/// words of the language; words of comments on a game; punctuation.
const CHARACTERS: &str = "\
    车車马馬炮砲包相象仕士帅帥将將兵卒俥傌进進退平前后後中上下一二三四五六七八九十\
    １２３４５６７８９０先胜勝负負和局赛賽红紅黑方着著步棋手杯第年月日轮輪届屆台盘盤\
    全国國个個人团體团團体冠军軍锦標锦标錦名手大师師特级級联聯邀请請公开開决決预預组組场場\
    北京上海广廣东東湖南湖北河江苏蘇浙辽遼宁寧吉林黑龙龍四川重庆慶火头頭山西陕安徽福建\
    王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马罗羅梁宋郑鄭谢謝韩韓唐冯馮于\
    董萧程曹袁邓鄧许許傅沈曾彭吕呂卢盧蒋蔣蔡贾丁魏薛叶葉阎余潘杜戴夏钟汪田任姜范方石\
    明国國华華建文志伟偉强強光生军軍永荣榮福德春金玉成天海\
    的是不了在有我他这這为為之来來以到就要可会會出也得对對多如而时時现現当當此被无無\
    攻守杀殺势勢优優变變均失吃兑兌弃棄子抢搶占佔控制威胁脅线線路角底沉巡河过過宫宮\
    ，。、；：？！（）《》“”「」『』…　";

/// The byte pairs of the common characters in `encoding`, which is GB18030 or Big5.
pub(super) fn common_pairs(encoding: Encoding) -> impl Iterator<Item = [u8; 2]> {
    CHARACTERS.chars().filter_map(move |c| {
        let mut buffer = [0; 4];
        let (bytes, _, unknown) = encoding.codec().encode(c.encode_utf8(&mut buffer));
        let pair = <[u8; 2]>::try_from(bytes.as_ref()).ok()?;
        (!unknown).then_some(pair)
    })
}

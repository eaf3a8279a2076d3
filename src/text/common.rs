//! The characters that game records are made of.

use super::encoding::Encoding;

/// Characters that any page of Chinese game records shows again and again, in both scripts.
///
/// In this order: the words of moves, results and events; provinces; the hundred commonest surnames
/// of the census; the commonest characters of given names by the register of households; the
/// commonest words of the language; the words of comments on a game; punctuation.
const COMMON: &str = "\
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
    COMMON.chars().filter_map(move |c| {
        let mut buffer = [0; 4];
        let (bytes, _, unknown) = encoding.codec().encode(c.encode_utf8(&mut buffer));
        let pair = <[u8; 2]>::try_from(bytes.as_ref()).ok()?;
        (!unknown).then_some(pair)
    })
}

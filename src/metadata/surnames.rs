//! Chinese surnames: how the name of a person begins.

use crate::text::COMPOUND_SURNAMES;

/// The surnames of one hanzi in 《百家姓》, the schoolbook of the Song; in simplified characters
/// and in its order.
const HUNDRED_FAMILIES: &str = "\
赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏\
潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳酆鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于时傅\
皮卞齐康伍余元卜顾孟平黄和穆萧尹姚邵湛汪祁毛禹狄米贝明臧计伏成戴谈宋茅庞熊纪舒屈项祝\
董梁杜阮蓝闵席季麻强贾路娄危江童颜郭梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万支柯昝管卢莫\
经房裘缪干解应宗丁宣贲邓郁单杭洪包诸左石崔吉钮龚程嵇邢滑裴陆荣翁荀羊惠甄曲家封芮羿储\
靳汲邴糜松井段富巫乌焦巴弓牧隗山谷车侯宓蓬全郗班仰秋仲伊宫宁仇栾暴甘钭厉戎祖武符刘景\
詹束龙叶幸司韶郜黎蓟薄印宿白怀蒲邰从鄂索咸籍赖卓蔺屠蒙池乔阴胥能苍双闻莘党翟谭贡劳逄\
姬申扶堵冉宰郦雍郤璩桑桂濮牛寿通边扈燕冀郏浦尚农温别庄晏柴瞿阎充慕连茹习宦艾鱼容向古\
易慎戈廖庾终暨居衡步都耿满弘匡国文寇广禄阙东欧殳沃利蔚越夔隆师巩厍聂晁勾敖融冷訾辛阚\
那简饶空曾毋沙乜养鞠须丰巢关蒯相查后荆红游竺权逯盖益桓公\
晋楚闫法汝鄢涂钦归海岳帅缑亢况郈有琴商牟佘佴墨哈谯笪年爱阳佟言福";

/// Surnames that the book lacks and that are common today: simplified forms (肖, 付), those of the
/// north-east (迟), those of the south and of other peoples than the Han (覃, 冼, 植, 麦, 纳), and
/// what is left of a compound one (宇).
const LATER: &str = "肖覃兰苟冼苑植芦隋麦银焉栗占楼母才付代邸迟纳宇";

/// Surnames that are words of the game, of titles or of events more often than names: 和, 平 and 红
/// say how a game ended, 双, 相 and 帅 belong to pieces, 国, 东 and 广 to places.
const ALSO_WORDS: &str = "水云花常乐平和明计谈危强经干荣家弓山印双闻寿通满弘国广东空相后红公古慎终从师能那别都居步充养扶容越边\
楚法钦归海帅有琴商墨年爱阳言福";

/// Whether folded hanzi begin with a surname and have two to four characters, as a name has.
pub(super) fn begins_with_surname(name: &[char]) -> bool {
    match name.len() {
        2 | 3 => is_compound(name) || is_surname(name[0]),
        4 => is_compound(name),
        _ => false,
    }
}

/// The same, where nothing else tells a name from a title.
pub(super) fn begins_like_nothing_else(name: &[char]) -> bool {
    begins_with_surname(name) && (is_compound(name) || !ALSO_WORDS.contains(name[0]))
}

/// Whether a folded character is a surname.
pub(super) fn is_surname(c: char) -> bool {
    HUNDRED_FAMILIES.contains(c) || LATER.contains(c)
}

fn is_compound(name: &[char]) -> bool {
    name.len() > 2
        && COMPOUND_SURNAMES.iter().any(|surname| surname.chars().eq(name[..2].iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_begin_with_surnames() {
        let chars = |name: &str| name.chars().collect::<Vec<_>>();
        for name in ["郑惟桐", "昝雨桐", "酆都", "淳于越", "闻人月明", "植伟光", "荣宝"]
        {
            assert!(begins_with_surname(&chars(name)), "{name}");
        }
        for name in ["王", "阿里巴巴", "炮兵", "无名氏", "王小二三"] {
            assert!(!begins_with_surname(&chars(name)), "{name}");
        }
        for title in ["和平", "双飞", "红旗", "国手", "平局"] {
            assert!(!begins_like_nothing_else(&chars(title)), "{title}");
        }
    }

    #[test]
    fn words_are_surnames_and_later_ones_are_not_in_the_book() {
        assert!(ALSO_WORDS.chars().all(is_surname));
        assert!(!LATER.chars().any(|c| HUNDRED_FAMILIES.contains(c)));
    }
}

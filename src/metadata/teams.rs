//! What stands before a name and how a name begins: the places and bodies that players play for,
//! and Chinese surnames.

use crate::text::COMPOUND_SURNAMES;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// Provinces, regions and municipalities of China, and what teams call their parts of the country.
/// Folded, as all lists here.
const PROVINCES: &str = "\
    北京 天津 上海 重庆 河北 山西 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 \
    广东 海南 四川 贵州 云南 陕西 甘肃 青海 台湾 内蒙古 内蒙 广西 西藏 宁夏 新疆 香港 澳门 \
    南方 北方 华东 华南 华北 东北 西北 西南 东方联队 南方联队 北方联队";

/// Cities of prefecture level, by province (as of 2020), and those of Taiwan. Then former names,
/// the districts of Shanghai, and counties that books of the Republic put before a player
/// (江都周德裕).
const CITIES: &str = "\
    石家庄 唐山 秦皇岛 邯郸 邢台 保定 张家口 承德 沧州 廊坊 衡水 \
    太原 大同 阳泉 长治 晋城 朔州 晋中 运城 忻州 临汾 吕梁 \
    呼和浩特 包头 乌海 赤峰 通辽 鄂尔多斯 呼伦贝尔 巴彦淖尔 乌兰察布 \
    沈阳 大连 鞍山 抚顺 本溪 丹东 锦州 营口 阜新 辽阳 盘锦 铁岭 朝阳 葫芦岛 \
    长春 四平 辽源 通化 白山 松原 白城 \
    哈尔滨 齐齐哈尔 鸡西 鹤岗 双鸭山 大庆 伊春 佳木斯 七台河 牡丹江 黑河 绥化 \
    南京 无锡 徐州 常州 苏州 南通 连云港 淮安 盐城 扬州 镇江 泰州 宿迁 \
    杭州 宁波 温州 嘉兴 湖州 绍兴 金华 衢州 舟山 台州 丽水 义乌 平阳 \
    合肥 芜湖 蚌埠 淮南 马鞍山 淮北 铜陵 安庆 黄山 滁州 阜阳 宿州 六安 亳州 池州 宣城 \
    福州 厦门 莆田 三明 泉州 漳州 南平 龙岩 宁德 \
    南昌 景德镇 萍乡 九江 新余 鹰潭 赣州 吉安 宜春 抚州 上饶 \
    济南 青岛 淄博 枣庄 东营 烟台 潍坊 济宁 泰安 威海 日照 临沂 德州 聊城 滨州 菏泽 \
    郑州 开封 洛阳 平顶山 安阳 鹤壁 新乡 焦作 濮阳 许昌 漯河 三门峡 南阳 商丘 信阳 周口 驻马店 \
    武汉 黄石 十堰 宜昌 襄阳 鄂州 荆门 孝感 荆州 黄冈 咸宁 随州 \
    长沙 株洲 湘潭 衡阳 邵阳 岳阳 常德 张家界 益阳 郴州 永州 怀化 娄底 \
    广州 韶关 深圳 珠海 汕头 佛山 江门 湛江 茂名 肇庆 惠州 梅州 汕尾 河源 阳江 清远 东莞 中山 \
    潮州 揭阳 云浮 番禺 顺德 \
    南宁 柳州 桂林 梧州 北海 防城港 钦州 贵港 玉林 百色 贺州 河池 来宾 崇左 \
    海口 三亚 儋州 \
    成都 自贡 攀枝花 泸州 德阳 绵阳 广元 遂宁 内江 乐山 南充 眉山 宜宾 广安 达州 雅安 巴中 资阳 \
    贵阳 六盘水 遵义 安顺 毕节 铜仁 \
    昆明 曲靖 玉溪 保山 昭通 丽江 普洱 临沧 \
    拉萨 日喀则 昌都 林芝 那曲 \
    西安 铜川 宝鸡 咸阳 渭南 延安 汉中 榆林 安康 商洛 \
    兰州 嘉峪关 金昌 白银 天水 武威 张掖 平凉 酒泉 庆阳 定西 陇南 \
    西宁 海东 银川 石嘴山 吴忠 固原 中卫 乌鲁木齐 克拉玛依 吐鲁番 哈密 \
    台北 新北 桃园 台中 台南 高雄 基隆 新竹 嘉义 \
    旅大 \
    黄浦 徐汇 长宁 静安 普陀 虹口 杨浦 闸北 卢湾 南市 浦东 闵行 宝山 嘉定 松江 青浦 奉贤 崇明 \
    荥阳 江都 江宁 永嘉 杭县 绍县 江陵 汉阳";

/// Trades and services that send teams to the national games and championships.
const TRADES: &str = "\
    火车头 火车 铁道部 煤矿 煤炭 开滦 农协 农民 邮电 通讯 轻工 纺织 化工 石化 石油 林业 冶金 机电 \
    机械 电力 中汽 建设 物资 地质 船舶 航空 航天 前卫 解放军 空军 海军 公安 金融 水利 大学生";

/// Countries and regions with a member of the Asian or the World Xiangqi Federation, former names
/// and other spellings among them, and the cities that their clubs are called by.
const COUNTRIES: &str = "\
    中国 中国香港 中国澳门 中国台北 中华台北 越南 新加坡 马来西亚 东马来西亚 西马来西亚 马来亚 东马 西马 \
    泰国 缅甸 柬埔寨 老挝 菲律宾 印尼 印度尼西亚 文莱 汶莱 日本 韩国 朝鲜 蒙古 印度 澳洲 澳大利亚 \
    新西兰 纽西兰 美国 美东 美西 美中 加拿大 加东 加西 加中 墨西哥 巴西 阿根廷 秘鲁 洪都拉斯 宏都拉斯 \
    英国 法国 德国 西德 东德 西柏林 荷兰 比利时 芬兰 瑞典 瑞士 挪威 丹麦 意大利 义大利 西班牙 葡萄牙 \
    奥地利 匈牙利 波兰 捷克 俄罗斯 苏联 乌克兰 白俄罗斯 罗马尼亚 希腊 以色列 南非 毛里求斯 留尼旺 \
    曼谷 棉兰 槟城 吉隆坡 雅加达 马尼拉 仰光 西贡 河内 多伦多";

/// Ends of the names of teams that are in no list.
const TEAM_ENDS: &[&str] = &["队", "棋院", "体协", "棋协", "俱乐部", "股份", "棋社"];

/// Ends after which a player's name can follow at once: 南方棋院黄仕清.
const BODY_ENDS: &[&str] = &["棋院", "体协", "棋协", "俱乐部", "棋社"];

/// Characters that are typed or scanned for one another, each with the one it is taken for in a
/// place: 安微 is 安徽, 杭洲 is 杭州. They look alike (微徽, 治冶, 陜陕) or sound alike (洲州,
/// 蒲浦, 涞莱).
const MISTAKEN: &[(char, char)] =
    &[('微', '徽'), ('治', '冶'), ('陜', '陕'), ('洲', '州'), ('蒲', '浦'), ('涞', '莱')];

/// The character by which places are compared.
fn place_char(c: char) -> char {
    MISTAKEN.iter().find(|(wrong, _)| *wrong == c).map_or(c, |(_, right)| *right)
}

/// Sort of a known team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Team {
    City,
    Other,
}

fn teams() -> &'static FxHashMap<Vec<char>, Team> {
    static TEAMS: OnceLock<FxHashMap<Vec<char>, Team>> = OnceLock::new();
    TEAMS.get_or_init(|| {
        let others = [PROVINCES, TRADES, COUNTRIES].map(|names| (names, Team::Other));
        // What is a city and something else, too, counts as the other.
        [(CITIES, Team::City)]
            .into_iter()
            .chain(others)
            .flat_map(|(names, team)| names.split_whitespace().map(move |name| (name, team)))
            .map(|(name, team)| (name.chars().map(place_char).collect(), team))
            .collect()
    })
}

/// The number of characters of the longest known team.
const LONGEST: usize = 5;

fn known(folded: &[char]) -> Option<Team> {
    let name: Vec<char> = folded.iter().copied().map(place_char).collect();
    teams().get(&name).copied()
}

/// Whether the folded characters are a known team, with or without 队, 省, 市 or 棋院 and its like.
pub(super) fn is_team(folded: &[char]) -> bool {
    let stem = strip_suffix(folded);
    known(folded).is_some()
        || (stem.len() < folded.len() && known(stem).is_some())
        || body_end(folded) == Some(folded.len())
}

/// Whether the folded characters read like a team by their end: 宏宇队, 南方棋院.
pub(super) fn ends_like_team(folded: &[char]) -> bool {
    let text: String = folded.iter().collect();
    TEAM_ENDS.iter().any(|end| text.len() > end.len() && text.ends_with(end))
}

/// The number of characters of the longest known team that `folded` begins with, 队 included.
pub(super) fn team_prefix(folded: &[char]) -> Option<usize> {
    prefix(folded).map(|(length, _)| length)
}

fn prefix(folded: &[char]) -> Option<(usize, Team)> {
    let longest = LONGEST.min(folded.len());
    let found = (2..=longest).rev().find_map(|n| known(&folded[..n]).map(|team| (n, team)));
    let (length, team) = found?;
    let suffix = folded[length..].iter().take_while(|c| matches!(c, '省' | '市' | '队'));
    Some((length + suffix.count(), team))
}

/// Where the name begins that stands right behind a team: 广东吕钦, 南方棋院黄仕清.
///
/// Behind a city stands a name only if it begins with a surname, for 天水流长 is somebody who calls
/// himself so. Behind a place may stand its sponsor: 湖南湘钢罗忠才 is split after 湘钢, as five
/// characters are no name, the first is no surname, and the third is one.
pub(super) fn name_after_team(folded: &[char]) -> Option<usize> {
    if let Some(end) = body_end(folded) {
        return Some(end);
    }
    let (length, team) = prefix(folded)?;
    let rest = &folded[length..];
    if rest.len() == 5 && !is_surname(rest[0]) && begins_with_surname(&rest[2..]) {
        return Some(length + 2);
    }
    (team == Team::Other || begins_with_surname(rest)).then_some(length)
}

/// Where a body ends whose name is two to six characters and 棋院 or its like.
fn body_end(folded: &[char]) -> Option<usize> {
    let text: String = folded.iter().collect();
    BODY_ENDS.iter().find_map(|end| {
        let (name, _) = text.split_once(end)?;
        let length = name.chars().count();
        (2..=6).contains(&length).then(|| length + end.chars().count())
    })
}

/// Whether a field that was cut off may have been meant for a known team.
pub(super) fn begins_team(folded: &[char]) -> bool {
    let name: Vec<char> = folded.iter().copied().map(place_char).collect();
    folded.len() >= 2 && teams().keys().any(|team| team.starts_with(&name))
}

fn strip_suffix(folded: &[char]) -> &[char] {
    let kept = folded.iter().rposition(|c| !matches!(c, '省' | '市' | '队'));
    &folded[..kept.map_or(0, |i| i + 1)]
}

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

/// Whether folded hanzi begin with a surname that is no common word: for places where nothing else
/// tells a name from a title.
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
    use crate::text::fold;

    #[test]
    fn the_lists_are_folded_and_bounded() {
        for list in [PROVINCES, CITIES, TRADES, COUNTRIES] {
            for team in list.split_whitespace() {
                assert_eq!(fold(team), team);
                assert!(team.chars().count() <= LONGEST, "{team}");
            }
        }
        for (wrong, right) in MISTAKEN {
            assert_ne!(wrong, right);
            assert!(teams().keys().flatten().any(|c| c == right), "{right} is in no place");
        }
    }

    #[test]
    fn places_that_are_mistyped_in_the_same_way() {
        let chars = |text: &str| text.chars().collect::<Vec<_>>();
        for place in ["安微", "陜西", "治金", "蒲东", "杭洲", "苏洲市", "郑洲队", "长冶", "文涞"]
        {
            assert!(is_team(&chars(place)), "{place}");
        }
    }

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

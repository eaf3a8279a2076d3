//! The places and bodies that players play for, as they stand before a name.

use std::sync::OnceLock;

use rustc_hash::FxHashSet;

/// Teams in [folded](crate::text::fold) form: provinces and cities, trades and services, countries. The
/// last row holds misspellings and short forms that occur in real records.
const TEAMS: &str = "\
    北京 天津 上海 重庆 河北 山西 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 \
    海南 四川 贵州 云南 陕西 甘肃 青海 台湾 内蒙古 内蒙 广西 西藏 宁夏 新疆 香港 澳门 \
    广州 深圳 珠海 汕头 佛山 东莞 惠州 中山 番禺 顺德 湛江 茂名 武汉 宜昌 荆州 黄石 襄阳 杭州 宁波 温州 \
    嘉兴 绍兴 台州 金华 丽水 义乌 平阳 沈阳 大连 鞍山 抚顺 锦州 旅大 长春 哈尔滨 大庆 齐齐哈尔 石家庄 \
    保定 唐山 邯郸 承德 沧州 南京 苏州 无锡 常州 扬州 镇江 徐州 南通 泰州 成都 绵阳 攀枝花 昆明 贵阳 \
    西安 榆林 宝鸡 兰州 西宁 银川 南宁 柳州 桂林 南昌 福州 厦门 漳州 泉州 合肥 蚌埠 芜湖 郑州 开封 洛阳 \
    荥阳 江都 江宁 永嘉 黄冈 杭县 绍县 江陵 汉阳 济南 青岛 烟台 潍坊 枣庄 淄博 长沙 株洲 湘潭 衡阳 太原 大同 台北 台中 台南 高雄 浦东 普陀 静安 \
    闸北 卢湾 呼和浩特 包头 乌鲁木齐 海口 \
    火车头 火车 铁道部 煤矿 煤炭 农协 农民 邮电 通讯 轻工 纺织 化工 石化 石油 林业 冶金 机电 机械 电力 \
    中汽 中汽体协 建设 物资 地质 船舶 航空 航天 前卫 解放军 空军 海军 公安 金融 水利 大学生 开滦 \
    湖南湘钢 南方棋院 江苏棋院 上海棋院 宋城棋院 杭州棋院 林业体协 机电体协 \
    南方 北方 华东 华南 华北 东北 西北 西南 东方联队 南方联队 北方联队 \
    中国 中国香港 中国澳门 中国台北 中华台北 越南 新加坡 马来西亚 东马来西亚 西马来西亚 马来亚 东马 西马 \
    曼谷 棉兰 槟城 吉隆坡 雅加达 马尼拉 仰光 西贡 河内 \
    泰国 缅甸 柬埔寨 老挝 菲律宾 印尼 印度尼西亚 文莱 汶莱 日本 韩国 朝鲜 蒙古 印度 澳洲 澳大利亚 新西兰 \
    纽西兰 美国 美东 美西 美中 加拿大 多伦多 加东 加西 加中 墨西哥 巴西 阿根廷 秘鲁 洪都拉斯 宏都拉斯 英国 法国 \
    德国 西德 东德 西柏林 荷兰 比利时 芬兰 瑞典 瑞士 挪威 丹麦 意大利 义大利 西班牙 葡萄牙 奥地利 匈牙利 \
    波兰 捷克 俄罗斯 苏联 乌克兰 白俄罗斯 罗马尼亚 希腊 以色列 南非 毛里求斯 留尼旺 \
    安微 陜西 治金 汶涞 蒲东 广洲";

/// Ends of the names of teams that are in no list.
const TEAM_ENDS: &[&str] = &["队", "棋院", "体协", "棋协", "俱乐部", "股份", "棋社"];

fn teams() -> &'static FxHashSet<Vec<char>> {
    static SET: OnceLock<FxHashSet<Vec<char>>> = OnceLock::new();
    SET.get_or_init(|| TEAMS.split_whitespace().map(|t| t.chars().collect()).collect())
}

/// The number of characters of the longest known team.
const LONGEST: usize = 5;

/// Whether the folded characters are a known team, with or without 队, 省 or 市.
pub(super) fn is_team(folded: &[char]) -> bool {
    let known = teams();
    known.contains(folded) || {
        let stem = strip_suffix(folded);
        stem.len() < folded.len() && known.contains(stem)
    }
}

/// Whether the folded characters read like a team by their end: 宏宇队, 南方棋院.
pub(super) fn ends_like_team(folded: &[char]) -> bool {
    let text: String = folded.iter().collect();
    TEAM_ENDS.iter().any(|end| text.len() > end.len() && text.ends_with(end))
}

/// The number of characters of the longest known team that `folded` begins with, 队 included.
pub(super) fn team_prefix(folded: &[char]) -> Option<usize> {
    let known = teams();
    let longest = LONGEST.min(folded.len());
    let length = (2..=longest).rev().find(|&n| known.contains(&folded[..n]))?;
    let suffix = folded[length..].iter().take_while(|c| matches!(c, '省' | '市' | '队'));
    Some(length + suffix.count())
}

/// Whether a field that was cut off may have been meant for a known team.
pub(super) fn begins_team(folded: &[char]) -> bool {
    folded.len() >= 2 && teams().iter().any(|team| team.starts_with(folded))
}

fn strip_suffix(folded: &[char]) -> &[char] {
    let kept = folded.iter().rposition(|c| !matches!(c, '省' | '市' | '队'));
    &folded[..kept.map_or(0, |i| i + 1)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::fold;

    #[test]
    fn the_list_is_folded_and_bounded() {
        for team in TEAMS.split_whitespace().filter(|t| *t != "陜西") {
            assert_eq!(fold(team), team);
            assert!(team.chars().count() <= LONGEST, "{team}");
        }
    }
}

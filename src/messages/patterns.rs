//! `patterns`: what the named patterns mean, and what is told of them.

use super::Lang;

sentences! {
    /// How often a pattern occurs.
    in_games(games: u64) {
        en: "in {}", super::argument::count(games, "game", "games");
        zh_hans: "见于 {games} 局";
        zh_hant: "見於 {games} 局";
    }
    /// After that: where it occurs first.
    first_in(date: &str, key: &str) {
        en: "; first {date}, {key}";
        zh_hans: "；最早 {date}，{key}";
        zh_hant: "；最早 {date}，{key}";
    }
    /// No pattern has this name.
    no_pattern(name: &str) {
        en: "no pattern is named `{name}`";
        zh_hans: "没有名为“{name}”的棋形";
        zh_hant: "沒有名為「{name}」的棋形";
    }
    /// The patterns were not counted.
    patterns_not_counted {
        en: "there is no database to count them in";
        zh_hans: "没有数据库，未统计次数";
        zh_hant: "沒有資料庫，未統計次數";
    }
}

impl Lang {
    /// What a pattern means.
    pub(crate) fn meaning(self, english: &'static str) -> &'static str {
        MEANINGS.iter().find(|row| row[0] == english).map_or(english, |row| self.of(*row))
    }
}

/// In the order of the prelude.
const MEANINGS: &[[&str; 3]] = &[
    ["a cannon on the middle file", "有炮在中路", "有炮在中路"],
    [
        "a cannon on the middle file with nothing between it and the enemy king",
        "炮在中路，与对方将帅之间无子",
        "炮在中路，與對方將帥之間無子",
    ],
    [
        "two cannons behind each other, nothing else up to the king: the rear one attacks it",
        "两炮前后相叠，与将帅之间再无他子，后炮叫将",
        "兩炮前後相疊，與將帥之間再無他子，後炮叫將",
    ],
    ["two cannons on a file, nothing between", "两炮同在一路，中间无子", "兩炮同在一路，中間無子"],
    ["two cannons that guard each other over one piece", "两炮隔一子互保", "兩炮隔一子互保"],
    ["a cannon on the enemy back rank", "炮沉对方底线", "炮沉對方底線"],
    [
        "one cannon on the middle file, the other on the enemy back rank",
        "一炮在中路，一炮沉底",
        "一炮在中路，一炮沉底",
    ],
    ["a cannon on a corner of its own palace, in front", "炮在己方九宫前角", "炮在己方九宮前角"],
    ["a cannon on its own bank of the river", "炮在己方河沿", "炮在己方河沿"],
    ["central cannon and corner cannon", "中炮与士角炮", "中炮與士角炮"],
    [
        "central cannon and a cannon on the third or seventh file",
        "中炮与三、七路炮",
        "中炮與三、七路炮",
    ],
    ["a rook beyond the river", "车已过河", "車已過河"],
    ["a rook on its own bank", "车在己方河沿", "車在己方河沿"],
    ["a rook on the enemy bank", "车在对方河沿", "車在對方河沿"],
    ["a rook on a rib file (fourth or sixth)", "车在四、六路肋道", "車在四、六路肋道"],
    ["two rooks on a line, nothing between", "两车同在一线，中间无子", "兩車同在一線，中間無子"],
    ["both rooks beyond the river check two moves running", "过河双车接连叫将", "過河雙車接連叫將"],
    [
        "a horse in front of the first rank of an enemy elephant",
        "马在对方底象前一格",
        "馬在對方底象前一格",
    ],
    ["a horse on a front corner of the enemy palace", "马在对方九宫前角", "馬在對方九宮前角"],
    ["a horse beside the enemy palace, third rank", "马在对方九宫旁第三线", "馬在對方九宮旁第三線"],
    [
        "horse and enemy king on opposite corners of the palace",
        "马与对方将帅各占九宫对角",
        "馬與對方將帥各佔九宮對角",
    ],
    ["a horse in the middle of its own palace", "马在己方九宫中心", "馬在己方九宮中心"],
    ["a horse on its own bank", "马在己方河沿", "馬在己方河沿"],
    ["a horse on an edge file", "马在边路", "馬在邊路"],
    ["two horses that guard each other", "两马互保", "兩馬互保"],
    ["both horses in front of the elephants", "两马都在象前正位", "兩馬都在象前正位"],
    ["screen horses with a corner cannon between", "两正马之间夹士角炮", "兩正馬之間夹士角炮"],
    [
        "one horse on the third file, the other on the edge",
        "一马正位，一马在边",
        "一馬正位，一馬在邊",
    ],
    [
        "cannon behind horse, one empty point between horse and king",
        "马后有炮，马与将帅之间空一格",
        "馬後有炮，馬與將帥之間空一格",
    ],
    [
        "a cannon holds the middle file through two defenders, a rook stands on a rib file",
        "炮隔士象镇住中路，车占肋道",
        "炮隔士象鎮住中路，車佔肋道",
    ],
    ["mate by a cannon over an enemy advisor", "炮隔对方士将死", "炮隔對方士將死"],
    [
        "mate with a piece that the own king holds on the enemy king's file",
        "借己方将帅照面之力将死",
        "借己方將帥照面之力將死",
    ],
    ["two pieces attack the king at once", "两子同时叫将", "兩子同時叫將"],
    ["a rook or pawn takes the middle advisor", "车或兵吃中士", "車或兵吃中士"],
    ["pawns on both rib files in the enemy palace", "两兵占对方九宫两肋", "兩兵佔對方九宮兩肋"],
    ["a pawn beyond the river", "兵卒已过河", "兵卒已過河"],
    ["a pawn on the last rank", "兵卒到对方底线", "兵卒到對方底線"],
    [
        "two crossed pawns side by side, or one behind the other",
        "两过河兵并排，或一前一后",
        "兩過河兵并排，或一前一後",
    ],
    ["both advisors and both elephants", "双士双象俱全", "雙士雙象俱全"],
    ["one advisor missing", "缺一士", "缺一士"],
    ["one elephant missing", "缺一象", "缺一象"],
    ["nothing but the king", "只剩将帅", "只剩將帥"],
    ["a rook is all that can attack", "进攻子力只有一车", "進攻子力只有一車"],
    ["no rook left", "已无车", "已無車"],
    ["a rook takes a rook and is retaken", "以车兑车", "以車兑車"],
    [
        "a rook moves without taking a rook, a rook is taken at once, and nothing is retaken",
        "弃车让对方吃去，不立即吃回",
        "棄車讓對方吃去，不立即吃回",
    ],
    ["the first move is an elephant's", "首着飞相", "首著飛相"],
    ["the first move is the third or seventh pawn", "首着进三路或七路兵", "首著進三路或七路兵"],
];

#[cfg(test)]
mod tests {
    use super::MEANINGS;
    use xqdb::query::Library;
    use xqdb::text::fold;

    #[test]
    fn every_pattern_has_its_meaning() {
        let patterns = Library::prelude().patterns();
        assert_eq!(patterns.len(), MEANINGS.len());
        for (pattern, [english, hans, hant]) in patterns.iter().zip(MEANINGS) {
            assert_eq!(pattern.meaning, *english);
            assert_eq!(fold(hans), fold(hant));
        }
    }
}

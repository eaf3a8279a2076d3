//! `ratings`.

sentences! {
    /// Column: a player.
    head_rated {
        en: "Player";
        zh_hans: "棋手";
        zh_hant: "棋手";
    }
    /// Column: a year.
    head_rated_year {
        en: "Year";
        zh_hans: "年份";
        zh_hant: "年份";
    }
    /// Column: players of one group can be compared.
    head_rated_group {
        en: "Group";
        zh_hans: "组";
        zh_hant: "組";
    }
    /// Column: the highest strength.
    head_peak {
        en: "Peak";
        zh_hans: "最高";
        zh_hant: "最高";
    }
    /// Column: the year of the highest strength.
    head_peak_year {
        en: "in";
        zh_hans: "年";
        zh_hant: "年";
    }
    /// Column: the first year of a player.
    head_from_year {
        en: "From";
        zh_hans: "自";
        zh_hant: "自";
    }
    /// Column: the last year of a player.
    head_to_year {
        en: "To";
        zh_hans: "至";
        zh_hant: "至";
    }
    /// Below: how many games count, and what Red's first move is worth in Elo points.
    ratings_rest_on(games: u64, advantage: &str) {
        en: "whole-history rating of {}; moving first is worth {advantage} Elo; ± holds in 95 of 100 cases", super::argument::count(games, "game", "games");
        zh_hans: "据 {games} 局的全历史等级分（WHR）；先行约值 {advantage} 分；± 为 95% 区间";
        zh_hant: "據 {games} 局的全歷史等級分（WHR）；先行約值 {advantage} 分；± 為 95% 區間";
    }
    /// Below: games that do not count.
    ratings_left_out(unfinished: u64, undated: u64, unnamed: u64) {
        en: "left out: {unfinished} without result, {undated} without date, {unnamed} without both names";
        zh_hans: "未计：无结果 {unfinished} 局，无日期 {undated} 局，缺姓名 {unnamed} 局";
        zh_hant: "未計：無結果 {unfinished} 局，無日期 {undated} 局，缺姓名 {unnamed} 局";
    }
    /// Below: what else does not count.
    ratings_of_other_kinds(games: u64) {
        en: "left out: {} of other kinds (manuals, studies, handicaps)", super::argument::count(games, "record", "records");
        zh_hans: "未计：其他类型（古谱、研究、让子）{games} 条";
        zh_hant: "未計：其他類型（古譜、研究、讓子）{games} 條";
    }
    /// Below: players of other groups.
    ratings_apart(players: u64) {
        en: "{} apart: they never met these, not even through others; see --all-groups", super::argument::count(players, "player stands", "players stand");
        zh_hans: "另有 {players} 名棋手与以上棋手从未直接或间接交手，不可比较；见 --all-groups";
        zh_hant: "另有 {players} 名棋手與以上棋手從未直接或間接交手，不可比較；見 --all-groups";
    }
    /// Below: the search ended before its end.
    ratings_imprecise {
        en: "the numbers had not settled when the search ended";
        zh_hans: "计算结束时数值尚未稳定";
        zh_hant: "計算結束時數值尚未穩定";
    }
}

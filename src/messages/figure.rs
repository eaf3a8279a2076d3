//! Figures: titles, words at their axes, and what stands below them.

use super::argument::count;

sentences! {
    /// At an axis.
    axis_year {
        en: "Year";
        zh_hans: "年份";
        zh_hant: "年份";
    }
    /// At an axis.
    axis_games {
        en: "Games";
        zh_hans: "对局数";
        zh_hant: "對局數";
    }
    /// At an axis.
    axis_red_score {
        en: "Red's score, %";
        zh_hans: "红方得分率（%）";
        zh_hant: "紅方得分率（%）";
    }
    /// At an axis: the score of a player.
    axis_his_score {
        en: "Score, %";
        zh_hans: "得分率（%）";
        zh_hant: "得分率（%）";
    }
    /// At an axis: how often a move was chosen where there was the choice.
    axis_chosen {
        en: "Chosen, %";
        zh_hans: "选用率（%）";
        zh_hant: "選用率（%）";
    }
    /// At an axis.
    axis_elo {
        en: "Strength, Elo points";
        zh_hans: "等级分（Elo）";
        zh_hant: "等級分（Elo）";
    }
    /// Title.
    figure_of_life {
        en: "Games and Red's score through the years";
        zh_hans: "历年对局数与红方得分率";
        zh_hant: "歷年對局數與紅方得分率";
    }
    /// Title.
    figure_of_moves {
        en: "Moves played in the position";
        zh_hans: "此局面下的各种着法";
        zh_hant: "此局面下的各種著法";
    }
    /// Title.
    figure_of_openings {
        en: "Openings: games and Red's score";
        zh_hans: "各布局的对局数与红方得分率";
        zh_hant: "各佈局的對局數與紅方得分率";
    }
    /// Title.
    figure_of_repertoire(player: &str) {
        en: "What {player} plays";
        zh_hans: "{player}的着法选择";
        zh_hant: "{player}的著法選擇";
    }
    /// Title.
    figure_of_changes(player: &str) {
        en: "What {player} plays, through the years";
        zh_hans: "{player}历年的着法选择";
        zh_hant: "{player}歷年的著法選擇";
    }
    /// Title.
    figure_of_ratings {
        en: "Strength of players in their last year";
        zh_hans: "棋手末年等级分";
        zh_hant: "棋手末年等級分";
    }
    /// Title.
    figure_of_careers {
        en: "Strength of players through the years";
        zh_hans: "棋手历年等级分";
        zh_hant: "棋手歷年等級分";
    }
    /// Instead of a chart.
    figure_is_empty {
        en: "no games";
        zh_hans: "没有对局";
        zh_hant: "沒有對局";
    }
    /// Below: what stands behind the numbers.
    figure_counts(games: u64, players: u64, events: u64) {
        en: "{}, {}, {}", count(games, "game", "games"), count(players, "player", "players"), count(events, "event", "events");
        zh_hans: "{games} 局，{players} 名棋手，{events} 项赛事";
        zh_hant: "{games} 局，{players} 名棋手，{events} 項賽事";
    }
    /// Below: what the intervals are.
    figure_wilson {
        en: "Lines: intervals of 95 % by Wilson's score method; a draw is half a win, unknown results are left out.";
        zh_hans: "线段为 95% 区间（Wilson 法）；和棋计半分，结果不详者不计。";
        zh_hant: "線段為 95% 區間（Wilson 法）；和棋計半分，結果不詳者不計。";
    }
    /// Below: not everything is drawn.
    figure_is_cut(drawn: u64, all: u64) {
        en: "{drawn} of {all} are drawn; all are in the CSV file.";
        zh_hans: "共 {all} 项，图中为 {drawn} 项；全部见 CSV 文件。";
        zh_hant: "共 {all} 項，圖中為 {drawn} 項；全部見 CSV 檔案。";
    }
    /// Below: games without a year, which are not drawn.
    figure_without_year(games: u64) {
        en: "{} without a year not drawn.", count(games, "game", "games");
        zh_hans: "年份不详的 {games} 局未画入。";
        zh_hant: "年份不詳的 {games} 局未畫入。";
    }
    /// Below: by what it was made, when, and of what.
    figure_made(version: &str, day: &str, archive: &str, fingerprint: &str) {
        en: "xqdb {version}, {day}; archive {archive}, fingerprint {fingerprint}";
        zh_hans: "xqdb {version}，{day}；库 {archive}，指纹 {fingerprint}";
        zh_hant: "xqdb {version}，{day}；庫 {archive}，指紋 {fingerprint}";
    }
    /// Head above the numbers on a page.
    figure_numbers {
        en: "Numbers";
        zh_hans: "数据";
        zh_hant: "資料";
    }
    /// Head above what the numbers rest on.
    figure_rests_on {
        en: "What it rests on";
        zh_hans: "依据";
        zh_hant: "依據";
    }
    /// On a page: how the figure is made again.
    figure_again(command: &str) {
        en: "Made again and compared by: {command}";
        zh_hans: "重新计算并比较：{command}";
        zh_hant: "重新計算並比較：{command}";
    }
    /// On stderr: what was written.
    figure_written(files: &str) {
        en: "written: {files}";
        zh_hans: "已写出：{files}";
        zh_hant: "已寫出：{files}";
    }
    /// A name that says no format.
    figure_extension(path: &std::path::Path) {
        en: "`{path}`: a figure is a file NAME.svg or NAME.html";
        zh_hans: "`{path}`：图的文件名须为 名称.svg 或 名称.html";
        zh_hant: "`{path}`：圖的檔名須為 名稱.svg 或 名稱.html";
    }
    /// Column of a page.
    head_chances {
        en: "Of games";
        zh_hans: "可选局数";
        zh_hant: "可選局數";
    }
    /// Column of a page: the lower end of an interval.
    head_low {
        en: "Low";
        zh_hans: "下限";
        zh_hant: "下限";
    }
    /// Column of a page: the upper end of an interval.
    head_high {
        en: "High";
        zh_hans: "上限";
        zh_hant: "上限";
    }
    /// Column of a page: the line of moves.
    head_line {
        en: "Line";
        zh_hans: "着法";
        zh_hant: "著法";
    }
    /// Column of a page: how deep in the tree.
    head_depth {
        en: "Depth";
        zh_hans: "深度";
        zh_hant: "深度";
    }
    /// Column of a page.
    head_side {
        en: "Side";
        zh_hans: "一方";
        zh_hant: "一方";
    }
}

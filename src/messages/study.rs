//! Questions of history: heads of their tables, and what stands below them.

use super::argument::count;

sentences! {
    /// Column: the interval of the score.
    head_interval {
        en: "95% (Wilson)";
        zh_hans: "95% 区间（Wilson）";
        zh_hant: "95% 區間（Wilson）";
    }
    /// Column: the same where there is little room.
    head_between {
        en: "95%";
        zh_hans: "95%";
        zh_hant: "95%";
    }
    /// Below: what that column is.
    scores_lie {
        en: "95%: where the score lies, by Wilson's interval; a draw is half a win, unknown results are left out";
        zh_hans: "95%：得分率的区间（Wilson 法）；和棋计半分，结果不详者不计";
        zh_hant: "95%：得分率的區間（Wilson 法）；和棋計半分，結果不詳者不計";
    }
    /// Below a table of chapters: what is in the scores.
    scores_of_games_alone {
        en: "scores are of games between two players alone; 95%: where the score lies, by Wilson's interval";
        zh_hans: "得分只计双方对弈；95%：得分率的区间（Wilson 法）";
        zh_hant: "得分只計雙方對弈；95%：得分率的區間（Wilson 法）";
    }
    /// Column: how many players there are.
    head_players {
        en: "Players";
        zh_hans: "棋手";
        zh_hant: "棋手";
    }
    /// Column: how many events there are.
    head_events {
        en: "Events";
        zh_hans: "赛事";
        zh_hant: "賽事";
    }
    /// Column: how many players and how many events there are, where there is little room.
    head_players_and_events {
        en: "Pl/Ev";
        zh_hans: "人/赛";
        zh_hant: "人/賽";
    }
    /// Column: how many opponents and how many events there are, where there is little room.
    head_opponents_and_events {
        en: "Opp/Ev";
        zh_hans: "对手/赛";
        zh_hant: "對手/賽";
    }
    /// Below: what that column is.
    players_and_events {
        en: "Pl/Ev: how many players and events these games are of; * one player or one event has more than a third";
        zh_hans: "人/赛：这些对局出自多少棋手与赛事；* 其中逾三分之一出自同一棋手或同一赛事";
        zh_hant: "人/賽：這些對局出自多少棋手與賽事；* 其中逾三分之一出自同一棋手或同一賽事";
    }
    /// The same where the games of each player are counted.
    opponents_and_events {
        en: "Opp/Ev: how many opponents and events these games are of; * one opponent or one event has more than a third";
        zh_hans: "对手/赛：这些对局出自多少对手与赛事；* 其中逾三分之一出自同一对手或同一赛事";
        zh_hant: "對手/賽：這些對局出自多少對手與賽事；* 其中逾三分之一出自同一對手或同一賽事";
    }
    /// Column: the player of the most games.
    head_leading_player {
        en: "Most games of";
        zh_hans: "最多的棋手";
        zh_hant: "最多的棋手";
    }
    /// Column: the event of the most games.
    head_leading_event {
        en: "Most games at";
        zh_hans: "最多的赛事";
        zh_hant: "最多的賽事";
    }
    /// Column: the player and the event that have more than a third of the games.
    head_more_than_a_third {
        en: "More than a third";
        zh_hans: "逾三分之一";
        zh_hant: "逾三分之一";
    }
    /// Below, where there is no room for that column.
    starred {
        en: "* one player or one event has more than a third of these games";
        zh_hans: "* 其中逾三分之一出自同一棋手或同一赛事";
        zh_hant: "* 其中逾三分之一出自同一棋手或同一賽事";
    }
    /// Instead of a year.
    no_year {
        en: "no year";
        zh_hans: "年份不详";
        zh_hant: "年份不詳";
    }
    /// After the number of games: manuals, studies and handicaps, which are in no share.
    games_of_other_kinds(games: u64) {
        en: "; left out: {} of other kinds (manuals, studies, handicaps)", count(games, "record", "records");
        zh_hans: "；另有 {games} 条其他类型（古谱、研究、让子），不计入";
        zh_hant: "；另有 {games} 條其他類型（古譜、研究、讓子），不計入";
    }
    /// Column: what is counted there, but is in no score.
    head_in_no_score {
        en: "In no score";
        zh_hans: "不计得分";
        zh_hant: "不計得分";
    }
    /// Below a table of all kinds: what is counted there, but is in no score.
    games_in_no_score(games: u64) {
        en: "in no score: {} of other kinds (manuals, studies, handicaps)", count(games, "record", "records");
        zh_hans: "其中 {games} 条为其他类型（古谱、研究、让子），不计入得分";
        zh_hant: "其中 {games} 條為其他類型（古譜、研究、讓子），不計入得分";
    }
    /// A warning: what looks like a fashion may be one player's or one event's.
    one_has_more_than_a_third(name: &str, games: u64) {
        en: "more than a third of these games are of {name}: {games}";
        zh_hans: "其中逾三分之一出自 {name}：{games} 局";
        zh_hant: "其中逾三分之一出自 {name}：{games} 局";
    }
}

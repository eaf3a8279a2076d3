//! `explore`.

use super::argument::{count, verb};

sentences! {
    /// Below the table.
    games_come_here(games: u64) {
        en: "{} {} here", count(games, "game", "games"), verb(games, "comes", "come");
        zh_hans: "{games} 局到达此局面";
        zh_hant: "{games} 局到達此局面";
    }
    /// After that, when no kind was named.
    games_of_default_kind {
        en: " (played from the standard start; --kind all counts the rest)";
        zh_hans: "（仅计从初始局面开始的对局；--kind all 计入其余）";
        zh_hant: "（僅計從初始局面開始的對局；--kind all 計入其餘）";
    }
    /// After the number of games.
    games_end_here(games: u64) {
        en: "; {games} {} here", verb(games, "ends", "end");
        zh_hans: "；{games} 局至此结束";
        zh_hant: "；{games} 局至此結束";
    }
    /// After the number of games.
    rows_sum_to_more {
        en: "; rows sum to more: some games come here twice and go on differently";
        zh_hans: "；各行之和大于总数：有的对局两次到达此局面而后着不同";
        zh_hant: "；各行之和大於總數：有的對局兩次到達此局面而後著不同";
    }
    /// With `--depth`: the table is cut.
    rows_left_out(rows: u64) {
        en: "the tree goes on: only its first {} {} shown (--rows N shows more)",
            count(rows, "row", "rows"), verb(rows, "is", "are");
        zh_hans: "着法树未完：只列出前 {rows} 行（--rows N 可列出更多）";
        zh_hant: "著法樹未完：只列出前 {rows} 行（--rows N 可列出更多）";
    }
    /// Column.
    head_move {
        en: "Move";
        zh_hans: "着法";
        zh_hant: "著法";
    }
    /// Column: games in which the move was made here.
    head_games {
        en: "Games";
        zh_hans: "局数";
        zh_hant: "局數";
    }
    /// Column: games that come to the position after the move by any way.
    head_reached {
        en: "Reached";
        zh_hans: "到达";
        zh_hant: "到達";
    }
    /// Column: games that Red won.
    head_red_wins {
        en: "Red";
        zh_hans: "红胜";
        zh_hant: "紅勝";
    }
    /// Column: games that were drawn.
    head_draws {
        en: "Draw";
        zh_hans: "和";
        zh_hant: "和";
    }
    /// Column: games that Black won.
    head_black_wins {
        en: "Black";
        zh_hans: "黑胜";
        zh_hant: "黑勝";
    }
    /// Column: Red's share of the points.
    head_score {
        en: "Score";
        zh_hans: "得分率";
        zh_hant: "得分率";
    }
    /// Column: the first and the last year.
    head_years {
        en: "Years";
        zh_hans: "年份";
        zh_hant: "年份";
    }
    /// A move, and in how many of its games its mirror image was played.
    row_mirrored(name: &str, games: u64) {
        en: "{name} ⇄{games}";
        zh_hans: "{name} ⇄{games}";
        zh_hant: "{name} ⇄{games}";
    }
    /// Column: a year.
    head_year {
        en: "Year";
        zh_hans: "年";
        zh_hant: "年";
    }
    /// Column: ten years, by the first of them.
    head_decade {
        en: "From";
        zh_hans: "年代";
        zh_hant: "年代";
    }
    /// Column: a player.
    head_player {
        en: "Player";
        zh_hans: "棋手";
        zh_hant: "棋手";
    }
    /// Column: games that the player won.
    head_won {
        en: "Won";
        zh_hans: "胜";
        zh_hant: "勝";
    }
    /// Column: games that the player lost.
    head_lost {
        en: "Lost";
        zh_hans: "负";
        zh_hant: "負";
    }
    /// Column: the first game.
    head_earliest {
        en: "Earliest";
        zh_hans: "最早";
        zh_hant: "最早";
    }
    /// Column: keys of the last games.
    head_latest {
        en: "Latest";
        zh_hans: "最近";
        zh_hant: "最近";
    }
}

//! Texts in the encodings of the mainland and of Taiwan, and CWP, which is Big5 in fixed lines.

use super::Fixture;
use super::bytes::{big5, gbk};

pub(crate) fn fixtures() -> Vec<Fixture> {
    let epd = [gbk("4k4/9/9/9/9/9/9/9/4R4/3K5 w - - 0 1;第001局"), b"|".to_vec(), big5("單車必勝")];
    vec![
        ("pgn/gbk.pgn", gbk(TWO_GAMES)),
        ("pgn/big5.pgn", big5(TRADITIONAL)),
        ("fen/mixed.epd", [epd.concat(), b"\r\n".to_vec()].concat().repeat(2)),
        ("dhtmlxq/page.html", gbk(PAGE)),
        ("dhjhtmlxq/post.ubb", gbk(POST)),
        ("pgn-cc/tree.pgn_cc", gbk(DRAWN)),
        ("cn-text/columns.txt", gbk(COLUMNS)),
        ("cwp/game.cwp", cwp()),
    ]
}

const TWO_GAMES: &str = "[Game \"Chinese Chess\"]\r
[Event \"长风杯象棋公开赛\"]\r
[Site \"广州\"]\r
[Date \"1989.10.05\"]\r
[Round \"3\"]\r
[RedTeam \"广东队\"]\r
[Red \"林一舟\"]\r
[BlackTeam \"上海队\"]\r
[Black \"周许功\"]\r
[Result \"1/2-1/2\"]\r
\r
1. 炮二平五 马８进７\r
{起手炮对屏风马，最为常见的开局}\r
2. 马二进三 车９平８ (2. ... 卒３进１ {挺卒以后再出车})\r
3. 车一平二 马２进３\r
1/2-1/2\r
\r
[Game \"Chinese Chess\"]\r
[Event \"长风杯象棋公开赛\"]\r
[Date \"1989.10.06\"]\r
[Red \"周许功\"]\r
[Black \"林一舟\"]\r
[Result \"1-0\"]\r
\r
1. 兵七进一 炮２平３\r
2. 炮二平五 象３进５\r
1-0\r
";

const TRADITIONAL: &str = "[Event \"長風盃象棋公開賽\"]\r
[Date \"1989.10.05\"]\r
[Red \"林一舟\"]\r
[Black \"周許功\"]\r
[Result \"*\"]\r
\r
1. 炮二平五 馬8進7\r
2. 馬二進三 車9平8\r
{雙方正常出動，各有千秋}\r
3. 車一平二 馬2進3 *\r
";

const POST: &str = "长风杯第三轮，请看棋谱：\r
[DHJHtmlXQ]\r
[DHJHtmlXQ_10]林一舟 先和 周许功[/DHJHtmlXQ_10]\r
[DHJHtmlXQ_11]长风杯象棋公开赛[/DHJHtmlXQ_11]\r
[DHJHtmlXQ_13]1989-10-05[/DHJHtmlXQ_13]\r
[DHJHtmlXQ_17]林一舟[/DHJHtmlXQ_17]\r
[DHJHtmlXQ_18]广东队[/DHJHtmlXQ_18]\r
[DHJHtmlXQ_21]周许功[/DHJHtmlXQ_21]\r
[DHJHtmlXQ_28]和棋[/DHJHtmlXQ_28]\r
[DHJHtmlXQ_31]rnbakabnr**********c*****c*p*p*p*p*p******************P*P*P*P*P*C*****C**********RNBAKABNR[/DHJHtmlXQ_31]\r
[DHJHtmlXQ_32]0[/DHJHtmlXQ_32]\r
[DHJHtmlXQ_33]1[/DHJHtmlXQ_33]\r
[DHJHtmlXQ_34]72427967706289798070[/DHJHtmlXQ_34]\r
[game_comment_0_0]中炮对屏风马[/comment_0_0]\r
[game_comment_0_2]先跳左马[/comment_0_2]\r
[/DHJHtmlXQ]\r
[DHJHtmlXQ]\r
[DHJHtmlXQ_10]黑方先行[/DHJHtmlXQ_10]\r
[DHJHtmlXQ_31]****k*******************************************************************************K*****[/DHJHtmlXQ_31]\r
[DHJHtmlXQ_32]1[/DHJHtmlXQ_32]\r
[DHJHtmlXQ_34]49483031[/DHJHtmlXQ_34]\r
[/DHJHtmlXQ]\r
";

const DRAWN: &str = "[Event \"长风杯象棋公开赛\"]\r
[PlayType \"全局\"]\r
[Red \"林一舟\"]\r
[Black \"周许功\"]\r
[Result \"和棋\"]\r
\r
　开始　　　　　　　　　　　　\r
　　↓　　　　　　　　　　　　\r
炮二平五………………兵七进一　\r
　　↓　　　　　　　　　↓　　\r
马８进７…马２进３　卒７进１　\r
　　↓　　　　↓　　　　　　　\r
马二进三　马二进三　　　　　　\r
　　　　　　　　　　　　　　　\r
(1,0): {当头炮\r
}\r
(2,1): {先跳左马}\r
【着法深度：3, 视图宽度：2, 着法数量：7, 注解数量：2, 注解最长：4】\r
";

const PAGE: &str = "<html><head><meta charset=\"gb2312\"><title>长风杯对局</title></head><body>\r
<div style=\"display:none\">[DhtmlXQ]\r
[DhtmlXQ_title]林一舟 先和 周许功[/DhtmlXQ_title]\r
[DhtmlXQ_event]长风杯象棋公开赛[/DhtmlXQ_event]\r
[DhtmlXQ_red]林一舟[/DhtmlXQ_red]\r
[DhtmlXQ_black]周许功[/DhtmlXQ_black]\r
[DhtmlXQ_result]和棋[/DhtmlXQ_result]\r
[DhtmlXQ_movelist]774770627967807089791022[/DhtmlXQ_movelist]\r
[DhtmlXQ_move_0_2_1]10227967[/DhtmlXQ_move_0_2_1]\r
[DhtmlXQ_comment0]中炮对屏风马||古谱名局[/DhtmlXQ_comment0]\r
[DhtmlXQ_comment1_2]先跳左马[/DhtmlXQ_comment1_2]\r
[/DhtmlXQ]</div>\r
<p>第二局</p>\r
[DhtmlXQ]\r
[DhtmlXQ_title]单车例胜[/DhtmlXQ_title]\r
[DhtmlXQ_type]实用残局[/DhtmlXQ_type]\r
[DhtmlXQ_binit]4899999939999999999999999999999999999999409999999999999999999999[/DhtmlXQ_binit]\r
[DhtmlXQ_movelist]48414041[/DhtmlXQ_movelist]\r
[/DhtmlXQ]\r
</body></html>\r
";

const COLUMNS: &str = "标题：长风杯象棋公开赛第三轮\r
比赛日期：1989年10月5日  比赛地点：广州\r
红    方：林一舟\r
黑    方：周许功\r
结    果：和棋\r
\r
     红    方     黑    方\r
----------------------------\r
  1. 炮二平五     马８进７\r
  2. 马二进三     车９平８\r
  3. 车一平二     马２进３\r
";

fn cwp() -> Vec<u8> {
    let mut lines = vec![""; 23];
    for (number, text) in [
        (0, "CCWP"),
        (1, "長風盃"),
        (2, "中炮對屏風馬"),
        (3, "1989"),
        (4, "10"),
        (5, "5"),
        (7, "林一舟"),
        (9, "周許功"),
        (16, "和"),
        (21, "0"),
        (22, "4"),
    ] {
        lines[number] = text;
    }
    lines.extend(["炮二平五 7067", "馬８進７ 0724屏風馬", "馬二進三 8869", "車９平８ 0807"]);
    big5(&(lines.join("\r\n") + "\r\n"))
}

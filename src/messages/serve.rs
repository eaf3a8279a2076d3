//! `serve`: its address, and why it refuses a question.

use std::path::Path;

sentences! {
    /// When the page can be opened.
    serving_at(url: &str) {
        en: "the archive is at {url} (Ctrl-C ends)";
        zh_hans: "棋谱库在 {url}（按 Ctrl-C 结束）";
        zh_hant: "棋譜庫在 {url}（按 Ctrl-C 結束）";
    }
    /// Before an import that `open` begins.
    database_is_kept_at(db: &Path) {
        en: "the database is kept at `{db}`";
        zh_hans: "数据库保存在 `{db}`";
        zh_hant: "資料庫儲存於 `{db}`";
    }
    /// The user has no folder for data.
    no_place_for_database {
        en: "there is no place for the database; name one with --db";
        zh_hans: "没有存放数据库的位置；请用 --db 指定";
        zh_hant: "沒有存放資料庫的位置；請用 --db 指定";
    }
    /// The cause follows.
    cannot_listen(address: &str) {
        en: "cannot listen at {address}";
        zh_hans: "无法在 {address} 上监听";
        zh_hant: "無法在 {address} 上監聽";
    }
    /// The request names the server by another name.
    host_refused {
        en: "this server answers to an address or to localhost only";
        zh_hans: "本服务只应答以 IP 地址或 localhost 访问的请求";
        zh_hant: "本服務只應答以 IP 位址或 localhost 存取的請求";
    }
    /// A page of another site sends the request.
    origin_refused {
        en: "pages of other sites may not ask here";
        zh_hans: "其他网站的网页不得在此查询";
        zh_hant: "其他網站的網頁不得在此查詢";
    }
    /// The request does not bring the token.
    token_refused {
        en: "the token is missing; open the address that `xqdb serve` printed";
        zh_hans: "缺少令牌；请打开 `xqdb serve` 显示的网址";
        zh_hant: "缺少權杖；請開啟 `xqdb serve` 顯示的網址";
    }
    /// Nothing has this address.
    nothing_there {
        en: "there is nothing at this address";
        zh_hans: "此网址没有内容";
        zh_hant: "此網址沒有內容";
    }
    /// All workers are busy.
    too_many_questions {
        en: "too many questions at once; ask again";
        zh_hans: "同时查询过多，请稍后再试";
        zh_hant: "同時查詢過多，請稍後再試";
    }
    /// The time is over.
    question_took_too_long {
        en: "the question took too long and was stopped; narrow it down";
        zh_hans: "查询耗时过长，已中止；请缩小范围";
        zh_hant: "查詢耗時過長，已中止；請縮小範圍";
    }
    /// A parameter.
    no_number_up_to(text: &str, most: u64) {
        en: "`{text}` is no number up to {most}";
        zh_hans: "“{text}”不是 {most} 以内的数";
        zh_hant: "「{text}」不是 {most} 以內的數";
    }
    /// A parameter.
    no_move(text: &str) {
        en: "`{text}` is no move such as h2e2";
        zh_hans: "“{text}”不是 h2e2 一类的着法";
        zh_hant: "「{text}」不是 h2e2 一類的著法";
    }
    /// A parameter.
    no_point(text: &str) {
        en: "`{text}` is no point such as h2";
        zh_hans: "“{text}”不是 h2 一类的交叉点";
        zh_hant: "「{text}」不是 h2 一類的交叉點";
    }
    /// A box that is empty.
    nothing_typed {
        en: "nothing is written there";
        zh_hans: "没有输入内容";
        zh_hant: "沒有輸入內容";
    }
}

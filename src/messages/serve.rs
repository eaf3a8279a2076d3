//! `serve`: its address, and why it refuses a question.

use super::argument::count;
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
    /// When names can be matched.
    reconciling_at(url: &str) {
        en: "the reconciliation service is at {url} (Ctrl-C ends)";
        zh_hans: "名称匹配服务在 {url}（按 Ctrl-C 结束）";
        zh_hant: "名稱比對服務在 {url}（按 Ctrl-C 結束）";
    }
    /// More names in one request than are looked for.
    too_many_names(names: u64, most: u64) {
        en: "{} at once; at most {most}", count(names, "name", "names");
        zh_hans: "一次 {names} 个名称；最多 {most} 个";
        zh_hant: "一次 {names} 個名稱；最多 {most} 個";
    }
    /// A query has no name to look for.
    no_name {
        en: "it names nobody and nothing";
        zh_hans: "没有名称";
        zh_hant: "沒有名稱";
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
    /// The name of an uploaded file.
    no_file_name {
        en: "that is no name of a file";
        zh_hans: "这不是有效的文件名";
        zh_hant: "這不是有效的檔案名稱";
    }
    /// Files came under this name before, or never did.
    no_such_upload {
        en: "there is no such upload, or it is imported already";
        zh_hans: "没有这次上传，或已开始导入";
        zh_hant: "沒有這次上傳，或已開始匯入";
    }
    /// Two files of one name.
    uploaded_already {
        en: "a file of this name is in the upload already";
        zh_hans: "这次上传中已有同名文件";
        zh_hant: "這次上傳中已有同名檔案";
    }
    /// A file, or something else that is sent.
    did_not_come_whole {
        en: "what was sent did not come to its end";
        zh_hans: "发送的内容不完整";
        zh_hant: "傳送的內容不完整";
    }
    /// Uploads, and an import of one.
    too_many_files_come {
        en: "other files are still on their way; try again when they are there";
        zh_hans: "尚有其他文件正在上传，请稍后再试";
        zh_hant: "尚有其他檔案正在上傳，請稍後再試";
    }
    /// What is uploaded at once.
    upload_too_large(limit: u64) {
        en: "what waits to be imported may have {limit} bytes; `xqdb serve --upload-limit` allows more";
        zh_hans: "等待导入的文件总计最多 {limit} 字节；可用 `xqdb serve --upload-limit` 放宽";
        zh_hant: "等待匯入的檔案總計最多 {limit} 位元組；可用 `xqdb serve --upload-limit` 放寬";
    }
    /// One import at a time.
    import_goes_on {
        en: "an import goes on already; wait for its end";
        zh_hans: "已有导入正在进行，请等待其结束";
        zh_hant: "已有匯入正在進行，請等待其結束";
    }
    /// A fault of the program ended an import.
    import_broke_off {
        en: "the import broke off; what it had committed stays, and it goes on from there again";
        zh_hans: "导入中断；已提交的内容保留，可从该处继续";
        zh_hant: "匯入中斷；已提交的內容保留，可從該處繼續";
    }
    /// A folder that was named on the page.
    no_such_folder(path: &str) {
        en: "nothing lies at `{path}`; the whole path is needed";
        zh_hans: "“{path}”不存在；须写完整路径";
        zh_hant: "「{path}」不存在；須寫完整路徑";
    }
    /// The page is open to other machines.
    no_folders_for_others {
        en: "folders of this machine are named on its command line while others may ask, too";
        zh_hans: "允许其他机器访问时，本机文件夹只能在命令行中指定";
        zh_hant: "允許其他機器存取時，本機資料夾只能在命令列中指定";
    }
    /// Something that was to be kept under a name.
    cannot_be_saved {
        en: "it needs a name of at most 200 characters and something in it, and 1000 are the most";
        zh_hans: "须有不超过 200 字的名称且内容不空；最多保存 1000 项";
        zh_hant: "須有不超過 200 字的名稱且內容不空；最多儲存 1000 項";
    }
    /// A parameter.
    no_content(text: &str) {
        en: "`{text}` is no BLAKE3 of a content: 64 digits from 0 to f";
        zh_hans: "“{text}”不是内容的 BLAKE3 值（64 位十六进制）";
        zh_hant: "「{text}」不是內容的 BLAKE3 值（64 位十六進位）";
    }
    /// Of records that are read to their ends no bytes are kept.
    no_bytes_kept {
        en: "there is no such record, or it is entirely clean: its bytes are in its file only";
        zh_hans: "没有这条记录，或该记录完好，其字节仅存于原文件";
        zh_hant: "沒有這筆記錄，或該記錄完好，其位元組僅存於原檔案";
    }
    /// A decision that says nothing of why.
    decision_needs_reason {
        en: "say why: whoever reads the decision later has nothing else";
        zh_hans: "请写明理由：日后查阅判定的人只能以此为据";
        zh_hant: "請寫明理由：日後查閱判定的人只能以此為據";
    }
}

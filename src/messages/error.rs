//! Why something could not be done.

use super::Lang;
use super::argument::Shown as _;
use std::io::ErrorKind;
use std::path::Path;
use xqdb::export::ExportError;
use xqdb::notation::Unreadable;

sentences! {
    /// Before every error; `what` is the whole of it.
    error_line(what: &str) {
        en: "xqdb: {what}";
        zh_hans: "xqdb: {what}";
        zh_hant: "xqdb: {what}";
    }
    /// There is no file of that name.
    no_database(db: &Path) {
        en: "there is no database `{db}`; make one with `xqdb import PATH`, or name one with --db";
        zh_hans: "没有数据库 `{db}`；请用 `xqdb import 路径` 建立，或用 --db 指定";
        zh_hant: "沒有資料庫 `{db}`；請用 `xqdb import 路徑` 建立，或用 --db 指定";
    }
    /// The cause follows.
    cannot_open_database(db: &Path) {
        en: "cannot open the database `{db}`";
        zh_hans: "无法打开数据库 `{db}`";
        zh_hant: "無法開啟資料庫 `{db}`";
    }
    /// The cause follows.
    cannot_write_database(db: &Path) {
        en: "cannot write to the database `{db}`";
        zh_hans: "无法写入数据库 `{db}`";
        zh_hant: "無法寫入資料庫 `{db}`";
    }
    /// The cause follows.
    cannot_copy(from: &Path, to: &Path) {
        en: "cannot copy `{from}` to `{to}`";
        zh_hans: "无法将 `{from}` 复制到 `{to}`";
        zh_hant: "無法將 `{from}` 複製到 `{to}`";
    }
    /// The cause follows.
    cannot_write(path: &Path) {
        en: "cannot write `{path}`";
        zh_hans: "无法写入 `{path}`";
        zh_hant: "無法寫入 `{path}`";
    }
    /// The cause follows.
    cannot_remove(path: &Path) {
        en: "cannot remove `{path}`";
        zh_hans: "无法删除 `{path}`";
        zh_hant: "無法刪除 `{path}`";
    }
    /// The cause follows.
    cannot_make_folder(path: &Path) {
        en: "cannot make the folder `{path}`";
        zh_hans: "无法建立文件夹 `{path}`";
        zh_hant: "無法建立資料夾 `{path}`";
    }
    /// The cause follows.
    cannot_read(path: &Path) {
        en: "cannot read `{path}`";
        zh_hans: "无法读取 `{path}`";
        zh_hant: "無法讀取 `{path}`";
    }
    /// The cause follows.
    cannot_read_legend(path: &Path) {
        en: "cannot read the legend `{path}`";
        zh_hans: "无法读取字表 `{path}`";
        zh_hant: "無法讀取字表 `{path}`";
    }
    /// A statement of SQL is refused.
    only_questions {
        en: "this would change the database; only questions are allowed without --write";
        zh_hans: "该语句会修改数据库；未加 --write 时只能查询";
        zh_hant: "該陳述式會修改資料庫；未加 --write 時只能查詢";
    }
    /// The cause follows.
    cannot_read_stdin {
        en: "cannot read standard input";
        zh_hans: "无法读取标准输入";
        zh_hant: "無法讀取標準輸入";
    }
    /// The cause follows.
    cannot_write_output {
        en: "cannot write the output";
        zh_hans: "无法写出结果";
        zh_hant: "無法寫出結果";
    }
    /// A file that would be overwritten.
    file_exists(path: &Path) {
        en: "`{path}` is there already; --force overwrites it";
        zh_hans: "`{path}` 已存在；--force 可覆盖";
        zh_hant: "`{path}` 已存在；--force 可覆蓋";
    }
    /// An encoding nobody knows.
    unknown_encoding(label: &str) {
        en: "unknown encoding `{label}`; known are utf-8, gb18030, big5, utf-16le, utf-16be";
        zh_hans: "未知的编码“{label}”；可用的有 utf-8、gb18030、big5、utf-16le、utf-16be";
        zh_hant: "未知的編碼「{label}」；可用的有 utf-8、gb18030、big5、utf-16le、utf-16be";
    }
    /// Cause from the system.
    io_not_found {
        en: "there is no such file or folder";
        zh_hans: "没有这个文件或文件夹";
        zh_hant: "沒有這個檔案或資料夾";
    }
    /// Cause from the system.
    io_permission {
        en: "permission denied";
        zh_hans: "没有权限";
        zh_hant: "沒有權限";
    }
    /// Cause from the system.
    io_full {
        en: "the disk is full";
        zh_hans: "磁盘已满";
        zh_hant: "磁碟已滿";
    }
    /// Cause from the system.
    io_folder {
        en: "it is a folder";
        zh_hans: "这是文件夹";
        zh_hant: "這是資料夾";
    }
    /// Cause from the system.
    io_read_only {
        en: "the file system is read-only";
        zh_hans: "文件系统只读";
        zh_hant: "檔案系統唯讀";
    }
    /// Cause from the system: text that is not UTF-8.
    io_no_text {
        en: "it is no text in UTF-8";
        zh_hans: "不是 UTF-8 文本";
        zh_hant: "不是 UTF-8 文字";
    }
}

/// An error with its causes, each in the language of the reader.
pub(crate) fn told(lang: Lang, error: &anyhow::Error) -> String {
    let mut causes: Vec<String> = Vec::new();
    let mut last = String::new();
    for cause in error.chain() {
        // Some errors repeat the words of their cause, some only put a number before them.
        let english = cause.to_string();
        if last.is_empty() || !english.ends_with(&last) {
            causes.push(cause_told(lang, cause));
        }
        last = english;
    }
    causes.join(match lang {
        Lang::En => ": ",
        Lang::ZhHans | Lang::ZhHant => "：",
    })
}

impl Lang {
    /// Why a file or stream could not be read or written.
    pub(crate) fn io_error(self, error: &std::io::Error) -> String {
        match error.kind() {
            // Our own words come without a number of the system.
            _ if error.raw_os_error().is_none() && error.kind() != ErrorKind::InvalidData => {
                self.stored(&error.to_string())
            }
            ErrorKind::NotFound => self.io_not_found(),
            ErrorKind::PermissionDenied => self.io_permission(),
            ErrorKind::StorageFull => self.io_full(),
            ErrorKind::IsADirectory => self.io_folder(),
            ErrorKind::ReadOnlyFilesystem => self.io_read_only(),
            ErrorKind::InvalidData if error.to_string().contains("UTF-8") => self.io_no_text(),
            _ => self.stored(&error.to_string()),
        }
    }
}

fn cause_told(lang: Lang, cause: &(dyn std::error::Error + 'static)) -> String {
    if let Some(error) = cause.downcast_ref::<std::io::Error>() {
        return lang.io_error(error);
    }
    if let Some(error) = cause.downcast_ref::<ExportError>() {
        return lang.export_error(error);
    }
    if let Some(why) = cause.downcast_ref::<Unreadable>() {
        return lang.unreadable(*why);
    }
    let text = cause.to_string();
    match text.contains('\n') {
        // A sentence of ours of several lines.
        true => xqdb::text::visible_lines(&text).into_owned(),
        false => lang.stored(text.as_str().shown().as_ref()),
    }
}

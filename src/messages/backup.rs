//! `backup`.

sentences! {
    /// What was done; the size with its unit.
    backed_up(size: &str, target: &std::path::Path) {
        en: "{size} copied to {target} and checked";
        zh_hans: "已复制 {size} 到 {target} 并通过检查";
        zh_hant: "已複製 {size} 到 {target} 並通過檢查";
    }
    /// The target is there, and is not to be replaced.
    backup_exists(target: &std::path::Path) {
        en: "`{target}` is there already; --force replaces it";
        zh_hans: "`{target}` 已存在；--force 可覆盖";
        zh_hant: "`{target}` 已存在；--force 可覆蓋";
    }
    /// The target is what is to be copied.
    backup_of_itself(target: &std::path::Path) {
        en: "`{target}` is the database itself; name another file";
        zh_hans: "`{target}` 就是数据库本身；请另给文件名";
        zh_hant: "`{target}` 就是資料庫本身；請另給檔名";
    }
    /// The target is open elsewhere.
    backup_in_use(target: &std::path::Path) {
        en: "`{target}` is a database in use, or was not closed properly; name another file";
        zh_hans: "`{target}` 是正在使用或未正常关闭的数据库；请另给文件名";
        zh_hant: "`{target}` 是正在使用或未正常關閉的資料庫；請另給檔名";
    }
}

//! `formats`.

use super::Lang;
use super::argument::Shown as _;

sentences! {
    /// Column: how well a file fits a format.
    head_fit {
        en: "Fit";
        zh_hans: "符合程度";
        zh_hant: "符合程度";
    }
    /// Column: how many games begin with the marks of a format.
    head_marks {
        en: "Games seen";
        zh_hans: "所见局数";
        zh_hant: "所見局數";
    }
    /// Column: a tick where a file is taken for the format.
    head_chosen {
        en: "Chosen";
        zh_hans: "认定";
        zh_hant: "認定";
    }
    /// How well a file fits a format.
    fit_weak {
        en: "could be";
        zh_hans: "可能";
        zh_hant: "可能";
    }
    /// How well a file fits a format.
    fit_likely {
        en: "looks like it";
        zh_hans: "很像";
        zh_hant: "很像";
    }
    /// How well a file fits a format.
    fit_certain {
        en: "certain";
        zh_hans: "确定";
        zh_hant: "確定";
    }
    /// What a file is read as.
    sniffed(format: &str) {
        en: "read as {format}";
        zh_hans: "按 {format} 读取";
        zh_hant: "按 {format} 讀取";
    }
    /// What an archive is.
    sniffed_archive(kind: &str) {
        en: "an archive ({kind}): what it holds is read";
        zh_hans: "压缩包或归档（{kind}）：读取其中的文件";
        zh_hant: "壓縮包或歸檔（{kind}）：讀取其中的檔案";
    }
    /// What a file is that holds no games.
    sniffed_other(kind: &str) {
        en: "no format of games: {kind}";
        zh_hans: "不是棋谱格式：{kind}";
        zh_hant: "不是棋譜格式：{kind}";
    }
    /// What a text is read as.
    sniffed_text(format: &str, encoding: &str) {
        en: "read as {format}, in {encoding}";
        zh_hans: "按 {format} 读取，编码为 {encoding}";
        zh_hant: "按 {format} 讀取，編碼為 {encoding}";
    }
    /// Column.
    head_format {
        en: "Format";
        zh_hans: "格式";
        zh_hant: "格式";
    }
    /// Column.
    head_read {
        en: "Read";
        zh_hans: "读";
        zh_hant: "讀";
    }
    /// Column.
    head_written_format {
        en: "Written";
        zh_hans: "写";
        zh_hant: "寫";
    }
    /// Column: of file names.
    head_extensions {
        en: "Extensions";
        zh_hans: "扩展名";
        zh_hant: "副檔名";
    }
    /// Column.
    head_about {
        en: "What it is";
        zh_hans: "说明";
        zh_hant: "說明";
    }
    /// Below the table.
    formats_inside(archives: &str) {
        en: "Read inside {archives} as well.";
        zh_hans: "也可直接读取 {archives} 压缩包中的文件。";
        zh_hant: "也可直接讀取 {archives} 壓縮檔中的檔案。";
    }
}

/// What the formats are, by name: simplified and traditional Chinese. The English is in the tables
/// of the library.
const ABOUT: &[(&str, [&str; 2])] = &[
    ("pgn", ["PGN 棋谱（中文、WXF 或 ICCS 着法）", "PGN 棋譜（中文、WXF 或 ICCS 著法）"]),
    ("pgn-cc", ["PGN 标签加图示着法树", "PGN 標籤加圖示著法樹"]),
    ("dhtmlxq", ["DhtmlXQ 文本及其网页（东萍象棋）", "DhtmlXQ 文字及其網頁（東萍象棋）"]),
    ("dhtmlxq-movelist", ["仅 DhtmlXQ 着法数字串", "僅 DhtmlXQ 著法數字串"]),
    (
        "dhjhtmlxq",
        [
            "DHJHtmlXQ 文本及其网页（打虎将、广东象棋网）",
            "DHJHtmlXQ 文字及其網頁（打虎將、廣東象棋網）",
        ],
    ),
    (
        "wxf",
        ["WXF 文本：FORMAT WXF ... START{ ... }END", "WXF 文字：FORMAT WXF ... START{ ... }END"],
    ),
    ("cn-text", ["带标题的文本（标题：……）及纯着法", "帶標題的文字（標題：……）及純著法"]),
    ("xqf", ["象棋演播室（XQStudio）对局", "象棋演播室（XQStudio）對局"]),
    ("xqf10", ["象棋演播室对局，未加密的 10 版", "象棋演播室對局，未加密的 10 版"]),
    ("cbr", ["象棋桥（CCBridge）对局", "象棋橋（CCBridge）對局"]),
    ("cbl", ["象棋桥（CCBridge）棋库", "象棋橋（CCBridge）棋庫"]),
    ("cbl-old", ["象棋桥 1、2 版棋库", "象棋橋 1、2 版棋庫"]),
    ("cbf", ["象棋桥 XML 对局", "象棋橋 XML 對局"]),
    ("che", ["QQ 象棋对局", "QQ 象棋對局"]),
    ("chn", ["联众对局", "聯眾對局"]),
    ("xqi", ["联众对局（第二版）", "聯眾對局（第二版）"]),
    ("ccm", ["中国游戏中心对局", "中國遊戲中心對局"]),
    ("mxq", ["弈天（Movesky）对局", "弈天（Movesky）對局"]),
    ("pfc", ["鹏飞象棋对局", "鵬飛象棋對局"]),
    ("xgf", ["谢谢象棋（XieXie）对局", "謝謝象棋（XieXie）對局"]),
    ("xqr", ["XQR 棋谱", "XQR 棋譜"]),
    ("cwp", ["CCWP 对局（台湾，Big5）", "CCWP 對局（臺灣，Big5）"]),
    ("fen", ["FEN 或 EPD 局面列表", "FEN 或 EPD 局面列表"]),
    ("uci-list", ["每行一局：编号;h2e2,h9g7,...", "每行一局：編號;h2e2,h9g7,..."]),
    ("iccs-2line", ["一行连写的 ICCS，起始局面在下一行", "一行連寫的 ICCS，起始局面在下一行"]),
    ("json", ["JSON：含 fen、moves、姓名的对象", "JSON：含 fen、moves、姓名的物件"]),
    ("jsonl", ["JSON Lines，每行一条记录", "JSON Lines，每行一筆記錄"]),
    ("csv", ["CSV、TSV，首行注明 FEN 或着法", "CSV、TSV，首行註明 FEN 或著法"]),
];

impl Lang {
    /// What a format is; `english` is what its table says.
    pub(crate) fn about_format(self, name: &str, english: &str) -> String {
        let found = ABOUT.iter().find(|(known, _)| *known == name);
        match (self, found) {
            (Lang::ZhHans, Some((_, [hans, _]))) => (*hans).to_owned(),
            (Lang::ZhHant, Some((_, [_, hant]))) => (*hant).to_owned(),
            _ => english.shown().into_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_told_in_chinese_and_no_other() {
        let read = xqdb::format::FORMATS.iter().map(|format| format.name);
        let written = xqdb::export::EXPORTS.iter().map(|format| format.name);
        let all: Vec<&str> = read.chain(written).collect();
        let is_told = |name: &&str| ABOUT.iter().any(|(known, _)| known == name);
        let missing: Vec<_> = all.iter().filter(|name| !is_told(name)).collect();
        assert!(missing.is_empty(), "these formats are told in English only: {missing:?}");
        let surplus: Vec<_> = ABOUT.iter().filter(|(name, _)| !all.contains(name)).collect();
        assert!(surplus.is_empty(), "there are no such formats: {surplus:?}");
    }
}

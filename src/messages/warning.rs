//! Warnings: what was repaired, interpreted or found odd in a record.

use super::Lang;
use super::argument::{Shown as _, count};
use xqdb::format::Warning;

sentences! {
    /// The header names the wrong side.
    side_flipped(header: &str, played: &str) {
        en: "the header says {header} moves first, but only {played} can play the first move";
        zh_hans: "谱中注明{header}先走，但第一着只有{played}能走";
        zh_hant: "譜中註明{header}先走，但第一著只有{played}能走";
    }
    /// A move that leaves the own king in check.
    king_exposed(ply: u64) {
        en: "ply {ply} leaves the mover's own king in check";
        zh_hans: "第 {ply} 步走后己方将帅被将军";
        zh_hant: "第 {ply} 步走後己方將帥被將軍";
    }
    /// A move that takes a king.
    king_taken(ply: u64) {
        en: "ply {ply} takes a king";
        zh_hans: "第 {ply} 步吃掉将帅";
        zh_hant: "第 {ply} 步吃掉將帥";
    }
    /// A move with several readings, of which play chose one.
    interpreted(ply: u64, token: &str, readings: &str, chosen: &str) {
        en: "ply {ply}: `{token}` can mean {readings}; {chosen} is the one with which the line \
             goes on";
        zh_hans: "第 {ply} 步：`{token}` 可指 {readings}；只有 {chosen} 能走下去";
        zh_hant: "第 {ply} 步：`{token}` 可指 {readings}；只有 {chosen} 能走下去";
    }
    /// An unusual notation.
    read_in_notation(notation: &str) {
        en: "the moves are read as {notation}";
        zh_hans: "着法按 {notation} 记谱法解读";
        zh_hant: "著法按 {notation} 記譜法解讀";
    }
    /// Tag and sign at the end of the moves.
    result_conflict_at_end(tag: &str, other: &str) {
        en: "result {tag} in the tag, {other} at the end of the moves";
        zh_hans: "标签中的结果为{tag}，着法末尾为{other}";
        zh_hant: "標籤中的結果為{tag}，著法末尾為{other}";
    }
    /// Tag and the final position.
    result_conflict_on_board(tag: &str, other: &str) {
        en: "result {tag} in the tag, {other} on the board";
        zh_hans: "标签中的结果为{tag}，终局局面为{other}";
        zh_hant: "標籤中的結果為{tag}，終局局面為{other}";
    }
    /// Bytes that do not belong to the encoding.
    malformed_bytes(sequences: u64, encoding: &str) {
        en: "{} for {encoding}",
            count(sequences, "malformed byte sequence", "malformed byte sequences");
        zh_hans: "{sequences} 处字节不合 {encoding} 编码";
        zh_hant: "{sequences} 處位元組不合 {encoding} 編碼";
    }
    /// A field of fixed length.
    field_cut(field: &str) {
        en: "the field {field} is cut or longer than its room";
        zh_hans: "字段 {field} 被截断或超出长度";
        zh_hant: "欄位 {field} 被截斷或超出長度";
    }
    /// A record that ends too early.
    breaks_off(offset: u64, detail: &str) {
        en: "the record breaks off at byte {offset:#}: {detail}";
        zh_hans: "记录在字节 {offset:#} 处中断：{detail}";
        zh_hant: "記錄在位元組 {offset:#} 處中斷：{detail}";
    }
    /// Text among the moves that is no move.
    passed_over(offset: u64, text: &str) {
        en: "passed over at byte {offset:#}: `{text}`";
        zh_hans: "字节 {offset:#} 处略过：`{text}`";
        zh_hant: "位元組 {offset:#} 處略過：`{text}`";
    }
    /// A value that the record lacks.
    from_file_name(field: &str) {
        en: "{field} is taken from the file name";
        zh_hans: "{field} 取自文件名";
        zh_hant: "{field} 取自檔名";
    }
}

impl Lang {
    /// What is told about a record.
    pub(crate) fn warning(self, warning: &Warning) -> String {
        match warning {
            Warning::SideFlipped { header, played } => {
                self.side_flipped(&self.side(*header), &self.side(*played))
            }
            Warning::KingExposed { ply } => self.king_exposed((*ply).into()),
            Warning::KingTaken { ply } => self.king_taken((*ply).into()),
            Warning::Interpreted { ply, token, chosen, readings } => {
                self.interpreted((*ply).into(), token, readings, chosen)
            }
            Warning::Notation { notation } => self.read_in_notation(notation),
            Warning::ResultConflict { tag, other, source_of_other } => {
                let (tag, other) = (self.result(*tag), self.result(*other));
                match source_of_other.as_str() {
                    "on the board" => self.result_conflict_on_board(&tag, &other),
                    _ => self.result_conflict_at_end(&tag, &other),
                }
            }
            Warning::Malformed { count, encoding } => {
                self.malformed_bytes((*count).into(), encoding)
            }
            Warning::FieldCut { field } => self.field_cut(field),
            Warning::Truncated { offset, detail } => self.breaks_off(*offset, &self.stored(detail)),
            Warning::PassedOver { offset, text } => self.passed_over(*offset, text),
            Warning::FromFileName { field } => self.from_file_name(field),
            Warning::Other { text } => self.stored(text),
            other => other.to_string().as_str().shown().into_owned(),
        }
    }
}

//! `convert` and `export`: what is not written, and why.

use super::Lang;
use super::argument::{Shown as _, count, verb};
use xqdb::export::{ExportError, Loss};

sentences! {
    /// Something about one record; `label` names the record.
    about_record(label: &str, what: &str) {
        en: "{label}: {what}";
        zh_hans: "{label}：{what}";
        zh_hant: "{label}：{what}";
    }
    /// Something about many records, the first of which has this label.
    about_records(records: u64, first: &str, what: &str) {
        en: "{}, the first of them {first}: {what}", count(records, "record", "records");
        zh_hans: "{first} 等 {records} 条记录：{what}";
        zh_hant: "{first} 等 {records} 筆記錄：{what}";
    }
    /// A record or a game that is not in the output.
    not_written(why: &str) {
        en: "not written: {why}";
        zh_hans: "未写出：{why}";
        zh_hant: "未寫出：{why}";
    }
    /// The main line of a record was cut.
    main_line_ends(ply: u64, token: &str, why: &str) {
        en: "the main line ends before ply {ply}: `{token}`: {why}";
        zh_hans: "主线在第 {ply} 步之前断掉：`{token}`：{why}";
        zh_hant: "主線在第 {ply} 步之前斷掉：`{token}`：{why}";
    }
    /// Variations of a record were cut.
    variations_end(variations: u64) {
        en: "{} cannot be played to the end", count(variations, "variation", "variations");
        zh_hans: "{variations} 条变着无法走完";
        zh_hant: "{variations} 條變著無法走完";
    }
    /// Last lines: games of which something could not be read.
    damaged_marked(games: u64) {
        en: "{} could not be read to the end and {} marked; --strict leaves such records out",
            count(games, "record", "records"), verb(games, "is", "are");
        zh_hans: "{games} 条记录未能读完，已作标记；--strict 可将其略去";
        zh_hant: "{games} 筆記錄未能讀完，已作標記；--strict 可將其略去";
    }
    /// Last lines: the same with `--strict`.
    damaged_left_out(games: u64) {
        en: "{} could not be read to the end and left out", count(games, "record", "records");
        zh_hans: "{games} 条记录未能读完，已略去";
        zh_hant: "{games} 筆記錄未能讀完，已略去";
    }
    /// The format takes one game a file.
    one_game_a_file(format: &str) {
        en: "a file of the format {format} holds one game, and there are more: name a folder \
             with --output FOLDER/";
        zh_hans: "格式 {format} 的文件只容一局，而这里不止一局：请用 \
             --output 指定文件夹（文件夹/）";
        zh_hant: "格式 {format} 的檔案只容一局，而這裡不止一局：請用 \
             --output 指定資料夾（資料夾/）";
    }
    /// Last line of `export`.
    games_written(games: u64) {
        en: "{} written", count(games, "game", "games");
        zh_hans: "写出 {games} 局";
        zh_hant: "寫出 {games} 局";
    }
    /// Witnesses of a game that are not written.
    loss_trees(trees: u64) {
        en: "{} of variations and comments left out", count(trees, "other tree", "other trees");
        zh_hans: "另有 {trees} 份变着与注解未写出";
        zh_hant: "另有 {trees} 份變著與註解未寫出";
    }
    /// Tags that the format cannot hold.
    loss_tags(tags: &str) {
        en: "no field for {tags}";
        zh_hans: "该格式没有这些标签的字段：{tags}";
        zh_hant: "該格式沒有這些標籤的欄位：{tags}";
    }
    /// Tags that are too long.
    loss_cut(tags: &str) {
        en: "longer than the field and cut: {tags}";
        zh_hans: "超出字段长度而被截断：{tags}";
        zh_hant: "超出欄位長度而被截斷：{tags}";
    }
    /// Tags with line breaks.
    loss_line_breaks(tags: &str) {
        en: "line breaks are written as blanks in {tags}";
        zh_hans: "这些标签中的换行写作空格：{tags}";
        zh_hant: "這些標籤中的換行寫作空格：{tags}";
    }
    /// A result that is none.
    loss_result(result: &str) {
        en: "the result `{result}` is none that can be written";
        zh_hans: "结果“{result}”无法写出";
        zh_hant: "結果「{result}」無法寫出";
    }
    /// Characters that the charset lacks.
    loss_characters(charset: &str, characters: &str) {
        en: "{charset} lacks `{characters}`: written as `?`";
        zh_hans: "{charset} 没有字符“{characters}”：写作“?”";
        zh_hant: "{charset} 沒有字元「{characters}」：寫作「?」";
    }
    /// Signs that mean something in the format.
    loss_signs(signs: &str) {
        en: "full-width forms stand for `{signs}` in comments";
        zh_hans: "注解中的“{signs}”写作全角";
        zh_hant: "註解中的「{signs}」寫作全形";
    }
    /// Variations for which there is no room.
    loss_variations(moves: u64) {
        en: "{} of variations left out", count(moves, "move", "moves");
        zh_hans: "变着中的 {moves} 着未写出";
        zh_hant: "變著中的 {moves} 著未寫出";
    }
    /// Comments for which there is no room.
    loss_comments(comments: u64) {
        en: "{} left out", count(comments, "comment", "comments");
        zh_hans: "{comments} 条注解未写出";
        zh_hant: "{comments} 條註解未寫出";
    }
    /// Variations where the main line ends.
    loss_severed(moves: u64) {
        en: "{} of variations left out: the main line breaks off where they begin",
            count(moves, "move", "moves");
        zh_hans: "变着中的 {moves} 着未写出：主线恰在其起点断掉";
        zh_hant: "變著中的 {moves} 著未寫出：主線恰在其起點斷掉";
    }
    /// More pieces than a format has places for.
    too_many_pieces(piece: &str, room: u64, format: &str) {
        en: "the start has more than {room} of the piece {piece}, and {format} has no place \
             for them";
        zh_hans: "起始局面的棋子 {piece} 超过 {room} 个，格式 {format} 放不下";
        zh_hant: "起始局面的棋子 {piece} 超過 {room} 個，格式 {format} 放不下";
    }
    /// A charset that does not go with a format.
    charset_not_written(format: &str, charset: &str) {
        en: "{format} is not written in {charset}; leave --encoding-out away";
        zh_hans: "格式 {format} 不能用 {charset} 编码写出；请去掉 --encoding-out";
        zh_hant: "格式 {format} 不能用 {charset} 編碼寫出；請去掉 --encoding-out";
    }
    /// A move that the charset lacks.
    move_not_written(charset: &str, mv: &str) {
        en: "{charset} cannot write the move {mv}; choose another --notation";
        zh_hans: "{charset} 写不出着法 {mv}；请用 --notation 换一种记谱法";
        zh_hant: "{charset} 寫不出著法 {mv}；請用 --notation 換一種記譜法";
    }
}

impl Lang {
    /// What of a record is not in what was written.
    pub(crate) fn loss(self, loss: &Loss) -> String {
        match loss {
            Loss::Tags(tags) => self.loss_tags(&tags.join(", ")),
            Loss::Cut(tags) => self.loss_cut(&tags.join(", ")),
            Loss::LineBreaks(tags) => self.loss_line_breaks(&tags.join(", ")),
            Loss::Result(result) => self.loss_result(result),
            Loss::Characters { charset, characters } => {
                self.loss_characters(charset.label(), characters)
            }
            Loss::Signs(signs) => self.loss_signs(signs),
            Loss::Variations(moves) => self.loss_variations((*moves).into()),
            Loss::Comments(comments) => self.loss_comments((*comments).into()),
            Loss::Severed(moves) => self.loss_severed((*moves).into()),
            Loss::Trees(trees) => self.loss_trees((*trees).into()),
            other => other.to_string().as_str().shown().into_owned(),
        }
    }

    /// Why a record cannot be written.
    pub(crate) fn export_error(self, error: &ExportError) -> String {
        match error {
            ExportError::Pieces { format, piece, room } => {
                self.too_many_pieces(&piece.to_string(), *room as u64, format)
            }
            ExportError::Charset { format, charset } => {
                self.charset_not_written(format, charset.label())
            }
            ExportError::Notation { charset, text } => self.move_not_written(charset.label(), text),
            other => other.to_string().as_str().shown().into_owned(),
        }
    }
}

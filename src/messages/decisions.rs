//! `decide`, `undo` and `decisions`, and what is told of decisions beside an answer.

use super::Lang;
use super::argument::{count, verb};
use xqdb::decision::{Decision, Fault};

impl Lang {
    /// Why something was decided, and by whom, as far as that is said.
    pub(crate) fn because(self, decision: &Decision) -> String {
        let parts = [&decision.reason, &decision.by, &decision.when];
        let parts: Vec<&str> =
            parts.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        parts.join(", ")
    }

    /// What is wrong with a decision.
    pub(crate) fn decision_fault(self, fault: &Fault) -> String {
        match fault {
            Fault::Count(fields) => self.fault_count(*fields as u64),
            Fault::Action(action) => self.fault_action(action),
            Fault::Subject(_, text) => self.fault_subject(text),
            Fault::Namesake(_, text) => self.fault_namesake(text),
            Fault::Unlike => self.fault_unlike(),
            Fault::Itself => self.fault_itself(),
            Fault::Field(name) => self.fault_field(name),
            Fault::Value(field, value) => self.fault_value(field, value),
            Fault::Control(_) => self.fault_control(),
        }
    }
}

sentences! {
    /// Beside a value: somebody decided it, and why.
    decided_because(why: &str) {
        en: "decided: {why}";
        zh_hans: "裁定：{why}";
        zh_hant: "裁定：{why}";
    }
    /// A decision was added.
    decision_added {
        en: "decided; `xqdb undo` with the same words takes it back";
        zh_hans: "已裁定；用同样的词执行 `xqdb undo` 可撤回";
        zh_hant: "已裁定；用同樣的詞執行 `xqdb undo` 可撤回";
    }
    /// A decision was added, and what it is about is not there.
    decision_waits {
        en: "decided; the archive does not have what it is about, so it waits until that comes";
        zh_hans: "已裁定；所指的内容尚未在库中，待其导入后生效";
        zh_hant: "已裁定；所指的內容尚未在庫中，待其匯入後生效";
    }
    /// The same was decided before.
    decided_already {
        en: "this is decided already";
        zh_hans: "此前已有同样的裁定";
        zh_hant: "此前已有同樣的裁定";
    }
    /// There is nothing to take back.
    no_such_decision {
        en: "nothing of this kind is decided; `xqdb decisions` lists what is";
        zh_hans: "没有这样的裁定；现有裁定见 `xqdb decisions`";
        zh_hant: "沒有這樣的裁定；現有裁定見 `xqdb decisions`";
    }
    /// A decision was taken back.
    decision_taken_back {
        en: "taken back; the archive is as if it had never been decided";
        zh_hans: "已撤回；数据库如同从未裁定";
        zh_hant: "已撤回；資料庫如同從未裁定";
    }
    /// Two decisions cannot both hold.
    decisions_contradict(one: &str, other: &str) {
        en: "these two decisions contradict each other, nothing was changed:\n  {one}\n  {other}";
        zh_hans: "以下两条裁定相互矛盾，未作任何更改：\n  {one}\n  {other}";
        zh_hant: "以下兩條裁定相互矛盾，未作任何更改：\n  {one}\n  {other}";
    }
    /// Decisions of a file were added.
    decisions_applied(decisions: u64) {
        en: "{} added", count(decisions, "decision", "decisions");
        zh_hans: "已加入 {decisions} 条裁定";
        zh_hant: "已加入 {decisions} 條裁定";
    }
    /// Some of those are about what is not there.
    decisions_wait(decisions: u64) {
        en: "{decisions} of them {} about what the archive does not have, and {} until it comes",
            verb(decisions, "is", "are"), verb(decisions, "waits", "wait");
        zh_hans: "其中 {decisions} 条所指的内容尚未在库中，待其导入后生效";
        zh_hant: "其中 {decisions} 條所指的內容尚未在庫中，待其匯入後生效";
    }
    /// Below the list.
    decisions_listed(decisions: u64) {
        en: "{}", count(decisions, "decision", "decisions");
        zh_hans: "共 {decisions} 条裁定";
        zh_hant: "共 {decisions} 條裁定";
    }
    /// A file of decisions makes no sense; line and column are 1-based.
    decision_misread(path: &std::path::Path, line: u64, column: u64, why: &str) {
        en: "{path}, line {line:#}, column {column:#}: {why}";
        zh_hans: "{path} 第 {line:#} 行第 {column:#} 列：{why}";
        zh_hant: "{path} 第 {line:#} 行第 {column:#} 列：{why}";
    }
    /// A line has too few or too many fields.
    fault_count(fields: u64) {
        en: "{}; a decision has three to six, with tabs between", count(fields, "field", "fields");
        zh_hans: "有 {fields} 栏；一条裁定有三至六栏，以制表符分隔";
        zh_hant: "有 {fields} 欄；一條裁定有三至六欄，以定位字元分隔";
    }
    /// The action is none.
    fault_action(action: &str) {
        en: "`{action}` is no action: same, differ, set or read";
        zh_hans: "没有“{action}”这种裁定：应为 same、differ、set 或 read";
        zh_hant: "沒有「{action}」這種裁定：應為 same、differ、set 或 read";
    }
    /// Nothing can be decided of it.
    fault_subject(text: &str) {
        en: "`{text}` is none of player:NAME, event:NAME, game:KEY and, to be set, game:KEY.FIELD, \
             or, to be read, record:HASH/N ply P; a key has twelve characters";
        zh_hans: "“{text}”不是 player:名称、event:名称、game:编号，不是供 set 用的 game:编号.栏目，\
                  也不是供 read 用的 record:散列值/N ply P；编号有十二个字符";
        zh_hant: "「{text}」不是 player:名稱、event:名稱、game:編號，不是供 set 用的 game:編號.欄目，\
                  也不是供 read 用的 record:雜湊值/N ply P；\
                  編號有十二個字元";
    }
    /// A name with what tells it from namesakes.
    fault_namesake(text: &str) {
        en: "`{text}`: a namesake is written player:NAME@TEAM, under one name on both sides";
        zh_hans: "“{text}”：同名者写作姓名、@ 与队名，如 player:王斌@上海，两边须为同一姓名";
        zh_hant: "「{text}」：同名者寫作姓名、@ 與隊名，如 player:王斌@上海，兩邊須為同一姓名";
    }
    /// A player cannot be a game.
    fault_unlike {
        en: "only two players, two events or two games can be the same or differ";
        zh_hans: "只有两个棋手、两项赛事或两局棋才能裁定同异";
        zh_hant: "只有兩個棋手、兩項賽事或兩局棋才能裁定同異";
    }
    /// Both are equal once they are folded.
    fault_itself {
        en: "both are the same name: script, width, blanks and team make no difference";
        zh_hans: "两者是同一名称：繁简、全半角、空格和队名不作区别";
        zh_hant: "兩者是同一名稱：繁簡、全半形、空格和隊名不作區別";
    }
    /// Nothing of this name can be set.
    fault_field(name: &str) {
        en: "`{name}` cannot be set: red, black, event, site, round, date, result and kind can";
        zh_hans: "不能设定“{name}”：可设 red、black、event、site、round、date、result、kind";
        zh_hant: "不能設定「{name}」：可設 red、black、event、site、round、date、result、kind";
    }
    /// A field cannot have this value.
    fault_value(field: &str, value: &str) {
        en: "`{value}` is nothing that {field} can be";
        zh_hans: "{field} 不能为“{value}”";
        zh_hant: "{field} 不能為「{value}」";
    }
    /// A tab inside of a field.
    fault_control {
        en: "no field may have a tab or an end of line in it";
        zh_hans: "各栏内不能有制表符或换行";
        zh_hant: "各欄內不能有定位字元或換行";
    }
    /// Column: what is decided.
    head_decision {
        en: "Decision";
        zh_hans: "裁定";
        zh_hant: "裁定";
    }
    /// Column: why.
    head_reason {
        en: "Reason";
        zh_hans: "理由";
        zh_hant: "理由";
    }
    /// Column: who decided.
    head_by {
        en: "By";
        zh_hans: "裁定者";
        zh_hant: "裁定者";
    }
    /// Column: when it was decided.
    head_when {
        en: "When";
        zh_hans: "何时";
        zh_hant: "何時";
    }
    /// Column: whether the archive has what it is about.
    head_effect {
        en: "Effect";
        zh_hans: "效力";
        zh_hant: "效力";
    }
    /// In that column.
    in_effect {
        en: "yes";
        zh_hans: "生效";
        zh_hant: "生效";
    }
    /// In that column: what it is about is not there.
    waiting {
        en: "waits";
        zh_hans: "待导入";
        zh_hant: "待匯入";
    }
}

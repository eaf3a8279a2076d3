//! `notate`.

use super::Lang;
use super::argument::count;
use xqdb::notation::Unreadable;

sentences! {
    /// Nothing was given.
    no_moves_given {
        en: "no moves are given; see `xqdb notate --help`";
        zh_hans: "没有给出着法；见 `xqdb notate --help`";
        zh_hant: "沒有給出著法；見 `xqdb notate --help`";
    }
    /// A token that is no move.
    not_a_move {
        en: "not a move in any notation";
        zh_hans: "不是任何记谱法的着法";
        zh_hant: "不是任何記譜法的著法";
    }
    /// A token that names a piece which is not there.
    no_such_piece {
        en: "no such piece there";
        zh_hans: "该处没有这枚棋子";
        zh_hant: "該處沒有這枚棋子";
    }
    /// A token that names a move the piece cannot make.
    cannot_move_so {
        en: "the piece cannot move so";
        zh_hans: "这枚棋子不能这样走";
        zh_hant: "這枚棋子不能這樣走";
    }
    /// A move that cannot be played.
    unplayable_at(ply: u64, token: &str, why: &str) {
        en: "ply {ply}: `{token}`: {why}";
        zh_hans: "第 {ply} 步：`{token}`：{why}";
        zh_hant: "第 {ply} 步：`{token}`：{why}";
    }
    /// After that: no way to read the moves before it helps.
    in_any_line(lines: u64) {
        en: " in any of the {lines} lines that come so far";
        zh_hans: "（能走到此处的 {lines} 种读法皆如此）";
        zh_hant: "（能走到此處的 {lines} 種讀法皆如此）";
    }
    /// There are too many readings.
    undecided_too_many(ply: u64) {
        en: "undecided: at ply {ply} there are more positions than can be followed";
        zh_hans: "无法判定：到第 {ply} 步，可能的局面多得无法逐一推演";
        zh_hant: "無法判定：到第 {ply} 步，可能的局面多得無法逐一推演";
    }
    /// There are several readings.
    undecided_lines(lines: u64) {
        en: "undecided: {} fit", count(lines, "line", "lines");
        zh_hans: "无法判定：有 {lines} 种读法";
        zh_hant: "無法判定：有 {lines} 種讀法";
    }
    /// There are several readings, which were not all counted.
    undecided_at_least(lines: u64) {
        en: "undecided: at least {lines} lines fit";
        zh_hans: "无法判定：至少有 {lines} 种读法";
        zh_hant: "無法判定：至少有 {lines} 種讀法";
    }
    /// After that.
    first_are_listed(lines: u64) {
        en: "; the first {lines} are listed";
        zh_hans: "；列出前 {lines} 种";
        zh_hant: "；列出前 {lines} 種";
    }
    /// The systems lead to mirror images.
    undecided_mirror(systems: &str) {
        en: "undecided up to the mirror: {systems}";
        zh_hans: "左右镜像之间无法判定：{systems}";
        zh_hant: "左右鏡像之間無法判定：{systems}";
    }
    /// The systems lead to different games.
    undecided_systems(systems: &str) {
        en: "undecided: it plays differently in {systems}";
        zh_hans: "无法判定：按不同记谱法走法不同：{systems}";
        zh_hant: "無法判定：按不同記譜法走法不同：{systems}";
    }
    /// Head of one of several readings.
    interpretation(number: u64) {
        en: "Interpretation {number}";
        zh_hans: "读法 {number}";
        zh_hant: "讀法 {number}";
    }
    /// The systems in which it is read so.
    read_as(systems: &str) {
        en: "Read as {systems}";
        zh_hans: "记谱法：{systems}";
        zh_hant: "記譜法：{systems}";
    }
    /// Column: the text of the move as it stands.
    head_written {
        en: "written";
        zh_hans: "原文";
        zh_hant: "原文";
    }
    /// Proof.
    decided {
        en: "Decided: all systems that play the line give the same moves";
        zh_hans: "可判定：凡走得通的记谱法，着法都相同";
        zh_hant: "可判定：凡走得通的記譜法，著法都相同";
    }
    /// Proof.
    decided_up_to_mirror {
        en: "Undecided up to the mirror: no play from this start can tell";
        zh_hans: "左右镜像之间无法判定：由此局面出发无从区分";
        zh_hant: "左右鏡像之間無法判定：由此局面出發無從區分";
    }
    /// Proof.
    not_decided {
        en: "Undecided: the line can be played in different ways";
        zh_hans: "无法判定：着法有不同走法";
        zh_hant: "無法判定：著法有不同走法";
    }
    /// Proof.
    not_playable {
        en: "No system plays the whole line; the one that comes furthest:";
        zh_hans: "没有记谱法能走完全部着法；走得最远的是：";
        zh_hant: "沒有記譜法能走完全部著法；走得最遠的是：";
    }
    /// Proof: how many readings a system has.
    proof_lines(lines: u64) {
        en: "{}", count(lines, "line", "lines");
        zh_hans: "{lines} 种读法";
        zh_hant: "{lines} 種讀法";
    }
    /// Proof: the same, not all counted.
    proof_at_least(lines: u64) {
        en: "at least {lines} lines";
        zh_hans: "至少 {lines} 种读法";
        zh_hant: "至少 {lines} 種讀法";
    }
    /// Proof.
    proof_too_many(ply: u64) {
        en: "too many positions at ply {ply}";
        zh_hans: "第 {ply} 步局面过多";
        zh_hant: "第 {ply} 步局面過多";
    }
    /// Proof: how far a system comes.
    proof_plies(plies: u64) {
        en: "{}", count(plies, "ply", "plies");
        zh_hans: "{plies} 步";
        zh_hant: "{plies} 步";
    }
    /// Column of the list of notations.
    head_system {
        en: "System";
        zh_hans: "记谱法";
        zh_hant: "記譜法";
    }
    /// Column of the list of notations: every move has a text of its own.
    head_complete {
        en: "Complete";
        zh_hans: "完备";
        zh_hant: "完備";
    }
    /// Column of the list of notations: read without being told.
    head_automatic {
        en: "Auto";
        zh_hans: "自动";
        zh_hant: "自動";
    }
    /// Column of the list of notations: other names.
    head_aliases {
        en: "Also";
        zh_hans: "别名";
        zh_hant: "別名";
    }
    /// Column of the list of notations.
    head_example {
        en: "Example";
        zh_hans: "示例";
        zh_hant: "範例";
    }
    /// Below the list of notations.
    notations_complete {
        en: "Complete: every move has a text that means this move alone; in the others the\n\
             moves that follow decide.";
        zh_hans: "完备：每一着都有唯一的写法；其余的须看后续着法才能判定。";
        zh_hant: "完備：每一著都有唯一的寫法；其餘的須看後續著法才能判定。";
    }
    /// Below the list of notations.
    notations_automatic {
        en: "Auto: read without being told. The others are tried on whole lines, or named with\n\
             --from.";
        zh_hans: "自动：无需指明即可识别；其余的以整段着法试读，或用 --from 指明。";
        zh_hant: "自動：無需指明即可識別；其餘的以整段著法試讀，或用 --from 指明。";
    }
}

impl Lang {
    /// Why a token means no move.
    pub(crate) fn unreadable(self, why: Unreadable) -> String {
        match why {
            Unreadable::NotAMove => self.not_a_move(),
            Unreadable::NoSuchPiece => self.no_such_piece(),
            Unreadable::CannotMove => self.cannot_move_so(),
            other => self.stored(&other.to_string()),
        }
    }
}

//! `audit`: what comes back in a game, who attacks whom with it, and what the rule books say.

use super::Lang;
use super::argument::{count, verb};
use xqdb::xiangqi::Side;
use xqdb::xiangqi::repetition::{Cause, Dispute, Harmless, Novelty, Ruling, Threat};

sentences! {
    /// Head of a stretch of repetition.
    audit_stretch(from: u64, to: u64, until: u64, times: u64) {
        en: "plies {from} to {to}: a position comes for the third time; \
             it goes on to ply {until}, {} in all", count(times, "time", "times");
        zh_hans: "第 {from} 至 {to} 步：同一局面第三次出现；延续到第 {until} 步，最多出现 {times} 次";
        zh_hant: "第 {from} 至 {to} 步：同一局面第三次出現；延續到第 {until} 步，最多出現 {times} 次";
    }
    /// What a move does: it gives check.
    audit_checks {
        en: "check";
        zh_hans: "将军";
        zh_hant: "將軍";
    }
    /// What a move does: a chase. `why` is one of the reasons below.
    audit_chases(attacker: &str, victim: &str, why: &str) {
        en: "{attacker} chases {victim}: {why}";
        zh_hans: "{attacker} 捉 {victim}：{why}";
        zh_hant: "{attacker} 捉 {victim}：{why}";
    }
    /// What a move does: a threat that stood before it.
    audit_still_attacks(attacker: &str, victim: &str) {
        en: "{attacker} attacks {victim} as before";
        zh_hans: "{attacker} 原已捉 {victim}";
        zh_hant: "{attacker} 原已捉 {victim}";
    }
    /// What a move does: an attack that is no chase. `why` is one of the reasons below.
    audit_attacks(attacker: &str, victim: &str, why: &str) {
        en: "{attacker} attacks {victim}, no chase: {why}";
        zh_hans: "{attacker} 攻击 {victim}，不算捉：{why}";
        zh_hant: "{attacker} 攻擊 {victim}，不算捉：{why}";
    }
    /// Why an attack is a chase.
    audit_unprotected {
        en: "unprotected";
        zh_hans: "无根";
        zh_hant: "無根";
    }
    /// Why an attack is a chase: the protector on `root` is pinned by the piece on `by`.
    audit_false_root(root: &str, by: &str) {
        en: "its protector {root} is pinned by {by}";
        zh_hans: "{root} 受 {by} 牵制，是假根";
        zh_hant: "{root} 受 {by} 牽制，是假根";
    }
    /// Why an attack is a chase although the rook is protected.
    audit_rook_by_lesser {
        en: "a rook attacked by a horse or cannon, protected or not";
        zh_hans: "马炮捉车，有根也算";
        zh_hant: "馬炮捉車，有根也算";
    }
    /// After the reason: how the attack comes about.
    audit_opened(why: &str) {
        en: "{why} (the move opens the line)";
        zh_hans: "{why}（此着让开线路）";
        zh_hant: "{why}（此著讓開線路）";
    }
    /// After the reason: how the attack comes about.
    audit_mounted(why: &str) {
        en: "{why} (the move gives the cannon its mount)";
        zh_hans: "{why}（此着充当炮架）";
        zh_hant: "{why}（此著充當炮架）";
    }
    /// After the reason: the attacker was pinned by the piece on `by`.
    audit_freed(why: &str, by: &str) {
        en: "{why} (no longer pinned by {by})";
        zh_hans: "{why}（不再受 {by} 牵制）";
        zh_hant: "{why}（不再受 {by} 牽制）";
    }
    /// After the reason: the piece on `by` was the root.
    audit_root_taken(why: &str, by: &str) {
        en: "{why} (the move takes its root {by} away)";
        zh_hans: "{why}（此着断了 {by} 的根）";
        zh_hant: "{why}（此著斷了 {by} 的根）";
    }
    /// After the reason: the attacked piece could take first.
    audit_reply_taken(why: &str) {
        en: "{why} (it can no longer take its attacker)";
        zh_hans: "{why}（它不能再反吃）";
        zh_hant: "{why}（它不能再反吃）";
    }
    /// Why an attack is no chase.
    audit_by_king_or_pawn {
        en: "kings and pawns may";
        zh_hans: "将帅和兵卒可以长捉";
        zh_hant: "將帥和兵卒可以長捉";
    }
    /// Why an attack is no chase.
    audit_pawn_at_home {
        en: "a pawn that has not crossed the river";
        zh_hans: "未过河的兵卒";
        zh_hant: "未過河的兵卒";
    }
    /// Why an attack is no chase.
    audit_pinned(by: &str) {
        en: "the attacker is pinned by {by}";
        zh_hans: "捉子者受 {by} 牵制";
        zh_hant: "捉子者受 {by} 牽制";
    }
    /// Why an attack is no chase.
    audit_exchange {
        en: "an offer to exchange";
        zh_hans: "邀兑";
        zh_hant: "邀兌";
    }
    /// Why an attack is no chase.
    audit_protected(by: &str) {
        en: "protected by {by}";
        zh_hans: "有 {by} 作根";
        zh_hant: "有 {by} 作根";
    }
    /// What a side does: `what` is one of the three below.
    audit_side(side: &str, what: &str) {
        en: "{side}: {what}";
        zh_hans: "{side}：{what}";
        zh_hant: "{side}：{what}";
    }
    /// All moves of a side check.
    audit_perpetual_check {
        en: "perpetual check";
        zh_hans: "长将";
        zh_hant: "長將";
    }
    /// All moves of a side chase one piece.
    audit_perpetual_chase(victims: &str) {
        en: "perpetual chase of {victims}";
        zh_hans: "长捉 {victims}";
        zh_hant: "長捉 {victims}";
    }
    /// Anything else.
    audit_idle {
        en: "no perpetual check or chase";
        zh_hans: "允许着法";
        zh_hant: "允許著法";
    }
    /// What a rule book says.
    audit_ruling(book: &str, ruling: &str) {
        en: "{book}: {ruling}";
        zh_hans: "{book}：{ruling}";
        zh_hant: "{book}：{ruling}";
    }
    /// What a rule book says.
    audit_red_loses {
        en: "Red must change or loses";
        zh_hans: "红方须变着，不变判负";
        zh_hant: "紅方須變著，不變判負";
    }
    /// What a rule book says.
    audit_black_loses {
        en: "Black must change or loses";
        zh_hans: "黑方须变着，不变判负";
        zh_hant: "黑方須變著，不變判負";
    }
    /// What a rule book says.
    audit_draw {
        en: "draw";
        zh_hans: "不变作和";
        zh_hant: "不變作和";
    }
    /// What a rule book says.
    audit_not_judged {
        en: "not judged";
        zh_hans: "未判定";
        zh_hant: "未判定";
    }
    /// What a rule book says when the position has not come often enough for it.
    audit_not_yet(ruling: &str) {
        en: "not yet; then: {ruling}";
        zh_hans: "次数未到；到时：{ruling}";
        zh_hant: "次數未到；到時：{ruling}";
    }
    /// Under the rulings: judges differ about a check that attacks, too.
    audit_disputed_check {
        en: "disputed: some count a check that also attacks as a chase";
        zh_hans: "有争议：有人把兼捉子的将军算作捉";
        zh_hant: "有爭議：有人把兼捉子的將軍算作捉";
    }
    /// Under the rulings: judges differ about roots taken away.
    audit_disputed_root {
        en: "disputed: some do not count an attack when only the root was taken away";
        zh_hans: "有争议：有人不把断根算作捉";
        zh_hant: "有爭議：有人不把斷根算作捉";
    }
    /// Under the rulings: judges differ about a second attack on a piece that stays.
    audit_disputed_threat {
        en: "disputed: some do not count a new attack on a piece that was under attack already";
        zh_hans: "有争议：有人不把对已受捉之子的再捉算作捉";
        zh_hant: "有爭議：有人不把對已受捉之子的再捉算作捉";
    }
    /// Under the rulings: the game ends in the stretch.
    audit_ends(result: &str) {
        en: "the game ends here, recorded as {result}";
        zh_hans: "对局在此结束，记录的结果为{result}";
        zh_hant: "對局在此結束，記錄的結果為{result}";
    }
    /// The same, where the record is not what the Asian rules say.
    audit_ends_otherwise(result: &str) {
        en: "the game ends here, recorded as {result}: not as the Asian rules have it";
        zh_hans: "对局在此结束，记录的结果为{result}，与亚洲规则不同";
        zh_hant: "對局在此結束，記錄的結果為{result}，與亞洲規則不同";
    }
    /// Found in a record: its result is not that of the final position.
    audit_against_board(recorded: &str, board: &str) {
        en: "recorded as {recorded}, but the final position is mate or stalemate: {board}";
        zh_hans: "记为 {recorded}，而终局局面已将死或困毙：{board}";
        zh_hant: "記為 {recorded}，而終局局面已將死或困斃：{board}";
    }
    /// Found in a record: two results.
    audit_against_terminator(recorded: &str, terminator: &str) {
        en: "recorded as {recorded}, but {terminator} behind the moves";
        zh_hans: "记为 {recorded}，而着法之后写着 {terminator}";
        zh_hant: "記為 {recorded}，而著法之後寫著 {terminator}";
    }
    /// Found in a record: a move into check.
    audit_self_check(ply: u64) {
        en: "ply {ply} leaves the mover's own king in check";
        zh_hans: "第 {ply} 步走后己方将帅仍被将军";
        zh_hant: "第 {ply} 步走後己方將帥仍被將軍";
    }
    /// Found in a record: a king is taken.
    audit_king_taken(ply: u64) {
        en: "ply {ply} takes a king";
        zh_hans: "第 {ply} 步吃掉将帅";
        zh_hant: "第 {ply} 步吃掉將帥";
    }
    /// Found in a record: a move that cannot be played.
    audit_illegal(ply: u64, token: &str, reason: &str) {
        en: "ply {ply}, `{token}`, cannot be played: {reason}";
        zh_hans: "第 {ply} 步“{token}”无法走出：{reason}";
        zh_hant: "第 {ply} 步「{token}」無法走出：{reason}";
    }
    /// Found in a record: it cannot be read.
    audit_unreadable(token: &str, reason: &str) {
        en: "`{token}` cannot be read: {reason}";
        zh_hans: "“{token}”无法读出：{reason}";
        zh_hant: "「{token}」無法讀出：{reason}";
    }
    /// Found in a record: something is said against its date.
    audit_date(doubt: &str) {
        en: "date in doubt: {doubt}";
        zh_hans: "日期可疑：{doubt}";
        zh_hant: "日期可疑：{doubt}";
    }
    /// Found between records: different events on one day.
    audit_two_places(player: &str, date: &str, games: &str) {
        en: "{player} played at different events on {date}: {games}";
        zh_hans: "{player} 于 {date} 出现在不同赛事：{games}";
        zh_hant: "{player} 於 {date} 出現在不同賽事：{games}";
    }
    /// Found between records: a career of more than eighty years.
    audit_long_career(player: &str, years: &str, games: &str) {
        en: "{player} played for more than eighty years, {years}: {games}";
        zh_hans: "{player} 的对局相隔八十年以上，{years}：{games}";
        zh_hant: "{player} 的對局相隔八十年以上，{years}：{games}";
    }
    /// Below all findings.
    audit_found(records: u64, others: u64) {
        en: "{} with something against the rules or themselves; {} between records",
            count(records, "record", "records"), count(others, "contradiction", "contradictions");
        zh_hans: "{records} 条记录违背棋规或自相矛盾；记录之间有 {others} 处矛盾";
        zh_hant: "{records} 筆記錄違背棋規或自相矛盾；記錄之間有 {others} 處矛盾";
    }
    /// Below everything.
    audit_summary(records: u64, found: u64, differing: u64) {
        en: "{} read, {found} with repetition, \
             {differing} of which {} otherwise than the Asian rules have it",
            count(records, "record", "records"), verb(differing, "ends", "end");
        zh_hans: "读了 {records} 条记录，{found} 条有重复局面，其中 {differing} 条的结果与亚洲规则不同";
        zh_hant: "讀了 {records} 筆記錄，{found} 筆有重複局面，其中 {differing} 筆的結果與亞洲規則不同";
    }
}

impl Lang {
    /// What a rule book says.
    pub(crate) fn ruling(self, ruling: Ruling) -> String {
        match ruling {
            Ruling::Loses(Side::Red) => self.audit_red_loses(),
            Ruling::Loses(Side::Black) => self.audit_black_loses(),
            Ruling::Draw => self.audit_draw(),
            Ruling::NotJudged => self.audit_not_judged(),
        }
    }

    /// Why an attack is a chase, and how it comes about.
    pub(crate) fn chase(self, threat: Threat, novelty: Novelty) -> String {
        let why = match threat {
            Threat::Unprotected => self.audit_unprotected(),
            Threat::FalseRoot { root, exposed_to } => {
                self.audit_false_root(&root.to_string(), &exposed_to.to_string())
            }
            Threat::RookByLesser => self.audit_rook_by_lesser(),
        };
        match novelty {
            Novelty::Reached(Cause::Opened) => self.audit_opened(&why),
            Novelty::Reached(Cause::Mounted) => self.audit_mounted(&why),
            Novelty::NoLonger(Harmless::Pinned(by)) => self.audit_freed(&why, &by.to_string()),
            Novelty::NoLonger(Harmless::Protected(by)) => {
                self.audit_root_taken(&why, &by.to_string())
            }
            Novelty::NoLonger(Harmless::Exchange) => self.audit_reply_taken(&why),
            Novelty::Reached(Cause::Moved)
            | Novelty::NoLonger(Harmless::ByKingOrPawn | Harmless::PawnAtHome) => why,
        }
    }

    /// Why an attack is no chase.
    pub(crate) fn harmless(self, harmless: Harmless) -> String {
        match harmless {
            Harmless::ByKingOrPawn => self.audit_by_king_or_pawn(),
            Harmless::PawnAtHome => self.audit_pawn_at_home(),
            Harmless::Pinned(by) => self.audit_pinned(&by.to_string()),
            Harmless::Exchange => self.audit_exchange(),
            Harmless::Protected(by) => self.audit_protected(&by.to_string()),
        }
    }

    /// What judges differ about.
    pub(crate) fn dispute(self, dispute: Dispute) -> String {
        match dispute {
            Dispute::CheckThatAttacks => self.audit_disputed_check(),
            Dispute::TakenRoot => self.audit_disputed_root(),
            Dispute::StandingThreat => self.audit_disputed_threat(),
        }
    }
}

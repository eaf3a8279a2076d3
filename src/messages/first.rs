//! `first` and `novelty`: heads of their tables, and what stands below them.

use super::Lang;
use super::argument::{count, verb};
use xqdb::research::Standing;

sentences! {
    /// Column: whether a game is the first.
    head_standing {
        en: "Standing";
        zh_hans: "先后";
        zh_hant: "先後";
    }
    /// Column: only the mirror image stands in the game.
    head_mirrored {
        en: "Mirrored";
        zh_hans: "镜像";
        zh_hant: "鏡像";
    }
    /// Column: what is said against a date.
    head_doubt {
        en: "Against the date";
        zh_hans: "日期存疑";
        zh_hant: "日期存疑";
    }
    /// Standing of a game.
    standing_first {
        en: "first";
        zh_hans: "最早";
        zh_hant: "最早";
    }
    /// Standing of a game: dates do not tell.
    standing_may_be_first {
        en: "may be first";
        zh_hans: "或为最早";
        zh_hant: "或為最早";
    }
    /// Standing of a game.
    standing_runner_up {
        en: "next";
        zh_hans: "其次";
        zh_hant: "其次";
    }
    /// Standing of a game.
    standing_doubtful {
        en: "date in doubt";
        zh_hans: "日期可疑";
        zh_hant: "日期可疑";
    }
    /// Standing of a game: a manual, a study.
    standing_other_kind {
        en: "not a game";
        zh_hans: "并非对局";
        zh_hant: "並非對局";
    }
    /// Standing of a game.
    standing_undated {
        en: "no date";
        zh_hans: "无日期";
        zh_hant: "無日期";
    }
    /// What is said against a date.
    a_witness_says(date: &str) {
        en: "a witness says {date}";
        zh_hans: "一处记为 {date}";
        zh_hant: "一處記為 {date}";
    }
    /// Below: several games may be the first.
    first_may_be_several(games: u64) {
        en: "{} may be the first: their dates do not tell which", count(games, "game", "games");
        zh_hans: "{games} 局都可能最早：日期分不出先后";
        zh_hant: "{games} 局都可能最早：日期分不出先後";
    }
    /// Below: doubtful dates that would be as early.
    first_if_doubtful(games: u64) {
        en: "{} as early if a doubtful date is right", count(games, "game is", "games are");
        zh_hans: "另有 {games} 局日期可疑，若日期属实则同样早";
        zh_hant: "另有 {games} 局日期可疑，若日期屬實則同樣早";
    }
    /// Below: doubtful dates that are later.
    first_doubtful_later(games: u64) {
        en: "{} a later date that is doubtful", count(games, "game has", "games have");
        zh_hans: "另有 {games} 局日期可疑，所记日期较晚";
        zh_hant: "另有 {games} 局日期可疑，所記日期較晚";
    }
    /// Below: manuals and studies that are as early.
    first_other_kinds(records: u64) {
        en: "{} as early that {} no game between two players (manuals, studies, handicaps)", count(records, "record", "records"), verb(records, "is", "are");
        zh_hans: "另有 {records} 条同样早，但并非双方对弈（古谱、研究、让子）";
        zh_hant: "另有 {records} 條同樣早，但並非雙方對弈（古譜、研究、讓子）";
    }
    /// Below: games without a date.
    first_if_undated(games: u64) {
        en: "{} no date and may be earlier", count(games, "game has", "games have");
        zh_hans: "另有 {games} 局没有日期，可能更早";
        zh_hant: "另有 {games} 局沒有日期，可能更早";
    }
    /// Column: after how many plies a game left everything before it.
    head_novelty {
        en: "Novelty";
        zh_hans: "新着";
        zh_hant: "新著";
    }
    /// Column: how many earlier games came to where a game left them.
    head_left_games {
        en: "Left";
        zh_hans: "所离";
        zh_hant: "所離";
    }
    /// Column: the earliest of the games that a game left.
    head_left_first {
        en: "Earliest left";
        zh_hans: "所离最早";
        zh_hant: "所離最早";
    }
    /// Column: the latest of the games that a game left.
    head_left_last {
        en: "Latest left";
        zh_hans: "所离最晚";
        zh_hant: "所離最晚";
    }
    /// The game whose novelty is told.
    standing_novelty {
        en: "novelty";
        zh_hans: "新着";
        zh_hant: "新著";
    }
    /// A game that it left.
    standing_left {
        en: "left";
        zh_hans: "所离";
        zh_hant: "所離";
    }
    /// Below: where a game left everything before it.
    novelty_left(ply: u64, games: u64) {
        en: "new at ply {ply}; {} before it", count(games, "game came there", "games came there");
        zh_hans: "第 {ply} 步为新；此前到此的有 {games} 局";
        zh_hant: "第 {ply} 步為新；此前到此的有 {games} 局";
    }
    /// Below: no game before it began as it did.
    novelty_first {
        en: "no game with an earlier date begins in its first position";
        zh_hans: "没有更早的对局从其初始局面开始";
        zh_hant: "沒有更早的對局從其初始局面開始";
    }
    /// Below: a game never left what was before it.
    novelty_none(games: u64) {
        en: "nothing new: {} its last position before it", count(games, "game has", "games have");
        zh_hans: "没有新着：其最后局面此前已见于 {games} 局";
        zh_hant: "沒有新著：其最後局面此前已見於 {games} 局";
    }
    /// A game without a date.
    novelty_of_undated(key: &str) {
        en: "game {key} has no date, or is the copy of another: what it left cannot be told";
        zh_hans: "对局 {key} 没有日期，或是另一局的抄本：无从判断";
        zh_hant: "對局 {key} 沒有日期，或是另一局的抄本：無從判斷";
    }
    /// Below: games without a date.
    novelty_undated(games: u64) {
        en: "{} no date: what they left cannot be told", count(games, "game has", "games have");
        zh_hans: "{games} 局没有日期，无从判断";
        zh_hant: "{games} 局沒有日期，無從判斷";
    }
    /// Why `--move` is refused.
    one_move_wanted {
        en: "one move is wanted";
        zh_hans: "须为一步着法";
        zh_hant: "須為一步著法";
    }
}

impl Lang {
    /// At which ply a game left so many others, if it ever did. Ply 0 is where nobody was before.
    pub(crate) fn novelty(self, ply: Option<u32>, games: u64) -> String {
        match ply {
            Some(0) => self.novelty_first(),
            Some(ply) => self.novelty_left(ply.into(), games),
            None => self.novelty_none(games),
        }
    }

    /// What is said of a game.
    pub(crate) fn standing(self, standing: Standing) -> String {
        match standing {
            Standing::First => self.standing_first(),
            Standing::MayBeFirst => self.standing_may_be_first(),
            Standing::RunnerUp => self.standing_runner_up(),
            Standing::Doubtful => self.standing_doubtful(),
            Standing::OtherKind => self.standing_other_kind(),
            Standing::Undated => self.standing_undated(),
        }
    }
}

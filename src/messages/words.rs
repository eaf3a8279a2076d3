//! Single words of the library, in the language of the reader: kinds, results, states, fields.

use super::Lang;
use super::argument::Shown as _;
use xqdb::metadata::{GameResult, Kind, KindReason, Status};
use xqdb::xiangqi::Side;

sentences! {
    /// Kind of record: a game from the standard start.
    kind_game {
        en: "game";
        zh_hans: "对局";
        zh_hant: "對局";
    }
    /// Kind of record: a game in which one side gives pieces.
    kind_handicap {
        en: "handicap";
        zh_hans: "让子";
        zh_hant: "讓子";
    }
    /// Kind of record: a study of an opening.
    kind_opening {
        en: "opening";
        zh_hans: "布局";
        zh_hant: "佈局";
    }
    /// Kind of record: an endgame.
    kind_endgame {
        en: "endgame";
        zh_hans: "残局";
        zh_hant: "殘局";
    }
    /// Kind of record: a problem that somebody composed.
    kind_composed {
        en: "composed";
        zh_hans: "排局";
        zh_hant: "排局";
    }
    /// Kind of record: a position without moves.
    kind_position {
        en: "position";
        zh_hans: "局面";
        zh_hant: "局面";
    }
    /// Why a record is of its kind.
    kind_because_no_moves {
        en: "a position without moves";
        zh_hans: "只有局面，没有着法";
        zh_hant: "只有局面，沒有著法";
    }
    /// Why a record is of its kind.
    kind_because_file {
        en: "the file says so";
        zh_hans: "文件如此注明";
        zh_hant: "檔案如此註明";
    }
    /// Why a record is of its kind.
    kind_because_nothing_named {
        en: "neither players nor a result";
        zh_hans: "既无棋手也无结果";
        zh_hant: "既無棋手也無結果";
    }
    /// Why a record is of its kind.
    kind_because_manual {
        en: "no players, and headings of a manual";
        zh_hans: "没有棋手，标题出自棋书";
        zh_hant: "沒有棋手，標題出自棋書";
    }
    /// Why a record is of its kind.
    kind_because_variations {
        en: "no players and no headings, but variations";
        zh_hans: "没有棋手与标题，却有变着";
        zh_hant: "沒有棋手與標題，卻有變著";
    }
    /// Why a record is of its kind.
    kind_because_standard {
        en: "from the standard start";
        zh_hans: "自开局起";
        zh_hant: "自開局起";
    }
    /// Why a record is of its kind.
    kind_because_odds {
        en: "the standard start less some pieces";
        zh_hans: "开局缺子";
        zh_hant: "開局缺子";
    }
    /// Why a record is of its kind.
    kind_because_set_up_played {
        en: "set up, and both players are named";
        zh_hans: "摆局，双方均有姓名";
        zh_hant: "擺局，雙方均有姓名";
    }
    /// Why a record is of its kind.
    kind_because_set_up {
        en: "set up, and nobody is named";
        zh_hans: "摆局，未注明棋手";
        zh_hant: "擺局，未註明棋手";
    }
    /// Why a record is of its kind, although its tags say less.
    kind_because_derived {
        en: "a heading says who played and how it ended";
        zh_hans: "标题注明对局双方与结果";
        zh_hant: "標題註明對局雙方與結果";
    }
    /// Result.
    result_red {
        en: "1-0";
        zh_hans: "红胜";
        zh_hant: "紅勝";
    }
    /// Result.
    result_black {
        en: "0-1";
        zh_hans: "黑胜";
        zh_hant: "黑勝";
    }
    /// Result.
    result_draw {
        en: "1/2-1/2";
        zh_hans: "和棋";
        zh_hant: "和棋";
    }
    /// Result.
    result_unknown {
        en: "*";
        zh_hans: "不详";
        zh_hant: "不詳";
    }
    /// State of a record.
    status_ok {
        en: "ok";
        zh_hans: "完整";
        zh_hant: "完整";
    }
    /// State of a record: its main line was cut.
    status_partial {
        en: "partial";
        zh_hans: "断谱";
        zh_hant: "斷譜";
    }
    /// State of a record: no moves.
    status_empty {
        en: "empty";
        zh_hans: "无着法";
        zh_hant: "無著法";
    }
    /// State of a record: nothing of it could be played.
    status_rejected {
        en: "set aside";
        zh_hans: "搁置";
        zh_hant: "擱置";
    }
    /// What witnesses disagree on.
    field_red {
        en: "Red's name";
        zh_hans: "红方姓名";
        zh_hant: "紅方姓名";
    }
    /// What witnesses disagree on.
    field_black {
        en: "Black's name";
        zh_hans: "黑方姓名";
        zh_hant: "黑方姓名";
    }
    /// What witnesses disagree on.
    field_year {
        en: "the year";
        zh_hans: "年份";
        zh_hant: "年份";
    }
    /// What witnesses disagree on.
    field_result {
        en: "the result";
        zh_hans: "结果";
        zh_hant: "結果";
    }
    /// One side.
    side_red {
        en: "Red";
        zh_hans: "红方";
        zh_hant: "紅方";
    }
    /// One side.
    side_black {
        en: "Black";
        zh_hans: "黑方";
        zh_hant: "黑方";
    }
    /// In a table: it is so.
    yes {
        en: "yes";
        zh_hans: "是";
        zh_hant: "是";
    }
}

impl Lang {
    /// The kind of a game.
    pub(crate) fn kind(self, kind: Kind) -> String {
        match kind {
            Kind::Game => self.kind_game(),
            Kind::Handicap => self.kind_handicap(),
            Kind::Opening => self.kind_opening(),
            Kind::Endgame => self.kind_endgame(),
            Kind::Composed => self.kind_composed(),
            Kind::Position => self.kind_position(),
        }
    }

    /// A result.
    pub(crate) fn result(self, result: GameResult) -> String {
        match result {
            GameResult::RedWins => self.result_red(),
            GameResult::BlackWins => self.result_black(),
            GameResult::Draw => self.result_draw(),
            GameResult::Unknown => self.result_unknown(),
        }
    }

    /// The state of a record.
    pub(crate) fn status(self, status: Status) -> String {
        match status {
            Status::Ok => self.status_ok(),
            Status::Partial => self.status_partial(),
            Status::Empty => self.status_empty(),
            Status::Rejected => self.status_rejected(),
        }
    }

    /// A side.
    pub(crate) fn side(self, side: Side) -> String {
        match side {
            Side::Red => self.side_red(),
            Side::Black => self.side_black(),
        }
    }

    /// Why a record is of its kind.
    pub(crate) fn kind_reason(self, reason: KindReason) -> String {
        match reason {
            KindReason::NoMoves => self.kind_because_no_moves(),
            KindReason::File => self.kind_because_file(),
            KindReason::NothingNamed => self.kind_because_nothing_named(),
            KindReason::Manual => self.kind_because_manual(),
            KindReason::Variations => self.kind_because_variations(),
            KindReason::Standard => self.kind_because_standard(),
            KindReason::Odds => self.kind_because_odds(),
            KindReason::SetUpPlayed => self.kind_because_set_up_played(),
            KindReason::SetUp => self.kind_because_set_up(),
        }
    }

    /// What witnesses disagree on, by its name in the report.
    pub(crate) fn field(self, name: &str) -> String {
        match name {
            "red" => self.field_red(),
            "black" => self.field_black(),
            "year" => self.field_year(),
            "result" => self.field_result(),
            other => other.shown().into_owned(),
        }
    }
}

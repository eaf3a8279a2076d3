//! Why a question in the query language is refused.

use super::Lang;
use xqdb::query::{Expected, Problem, QueryError};

sentences! {
    /// Where it is wrong, 1-based, and what is wrong there.
    wrong_at_character(character: u64, what: &str) {
        en: "at character {character:#}: {what}";
        zh_hans: "第 {character:#} 个字符：{what}";
        zh_hant: "第 {character:#} 個字元：{what}";
    }
    /// After what is wrong: what could stand there.
    something_expected(what: &str) {
        en: "; expected {what}";
        zh_hans: "；此处应为{what}";
        zh_hant: "；此處應為{what}";
    }
    /// Between things of which one could stand there.
    or_else {
        en: " or ";
        zh_hans: "或";
        zh_hant: "或";
    }
    /// After what is wrong: a known word that looks alike.
    did_you_mean(word: &str) {
        en: "; did you mean `{word}`?";
        zh_hans: "；是否要写“{word}”？";
        zh_hant: "；是否要寫「{word}」？";
    }
    unknown_word(word: &str) {
        en: "unknown word `{word}`";
        zh_hans: "不认识“{word}”";
        zh_hant: "不認識「{word}」";
    }
    cannot_stand_here(word: &str) {
        en: "`{word}` cannot stand here";
        zh_hans: "“{word}”不能写在这里";
        zh_hant: "「{word}」不能寫在這裡";
    }
    query_ends_here {
        en: "the query ends here";
        zh_hans: "句子到此为止";
        zh_hant: "句子到此為止";
    }
    value_is_no(value: &str, what: &str) {
        en: "`{value}` is no {what}";
        zh_hans: "“{value}”不合要求（{what}）";
        zh_hant: "「{value}」不合要求（{what}）";
    }
    range_runs_backwards {
        en: "the range runs backwards";
        zh_hans: "范围前后颠倒";
        zh_hant: "範圍前後顛倒";
    }
    cannot_define(name: &str) {
        en: "`{name}` cannot be defined: a name has two characters or more and means nothing yet";
        zh_hans: "不能定义“{name}”：名称至少两个字，且尚无含义";
        zh_hant: "不能定義「{name}」：名稱至少兩個字，且尚無含義";
    }
    mark_never_closed {
        en: "the quotation mark is never closed";
        zh_hans: "引号没有闭合";
        zh_hant: "引號沒有閉合";
    }
    board_unreadable(why: &str) {
        en: "the board cannot be read: {why}";
        zh_hans: "读不懂这个盘面：{why}";
        zh_hant: "讀不懂這個盤面：{why}";
    }
    numbers_are_mixed {
        en: "one move has Chinese and Arabic numbers; 一二三 are Red's, 1 2 3 Black's";
        zh_hans: "同一着里混用了两种数字；一二三属红方，1 2 3 属黑方";
        zh_hant: "同一著裡混用了兩種數字；一二三屬紅方，1 2 3 屬黑方";
    }
    pieces_not_condition {
        en: "pieces are expected in the brackets, not a condition";
        zh_hans: "括号里应是棋子，而不是条件";
        zh_hant: "括號裡應是棋子，而不是條件";
    }
    number_too_long {
        en: "the number has more than six digits";
        zh_hans: "数字超过六位";
        zh_hant: "數字超過六位";
    }
    number_from_one {
        en: "the number must be 1 or more";
        zh_hans: "数字至少为 1";
        zh_hant: "數字至少為 1";
    }
    too_many_characters(most: u64) {
        en: "more than {most} characters";
        zh_hans: "超过 {most} 个字符";
        zh_hant: "超過 {most} 個字元";
    }
    too_many_levels(most: u64) {
        en: "more than {most} levels of brackets, prefixes and names";
        zh_hans: "括号、前缀与名称嵌套超过 {most} 层";
        zh_hant: "括號、前綴與名稱巢狀超過 {most} 層";
    }
    a_condition {
        en: "a condition";
        zh_hans: "条件";
        zh_hant: "條件";
    }
    some_pieces {
        en: "pieces such as R, n or cannon";
        zh_hans: "棋子，如 红车、黑马、炮";
        zh_hant: "棋子，如 紅車、黑馬、炮";
    }
    some_region {
        en: "a point such as e4, a range such as d0..f2, or a region";
        zh_hans: "位置，如 e4、d0..f2、九宫";
        zh_hant: "位置，如 e4、d0..f2、九宮";
    }
    a_point {
        en: "a point such as f2";
        zh_hans: "点，如 f2";
        zh_hant: "點，如 f2";
    }
    a_number {
        en: "a number";
        zh_hans: "数字";
        zh_hant: "數字";
    }
    a_count {
        en: "a number or a range such as 2..4";
        zh_hans: "数字或范围，如 2..4";
        zh_hant: "數字或範圍，如 2..4";
    }
    a_move {
        en: "a move such as C2=5, 炮二平五 or h2e2";
        zh_hans: "着法，如 炮二平五、C2=5、h2e2";
        zh_hant: "著法，如 炮二平五、C2=5、h2e2";
    }
    a_new_name {
        en: "a name of two characters or more";
        zh_hans: "两个字以上的名称";
        zh_hant: "兩個字以上的名稱";
    }
    an_army {
        en: "an army such as RP, 车兵, 士象全 or bare";
        zh_hans: "子力，如 车兵、士象全、光将";
        zh_hant: "子力，如 車兵、士象全、光將";
    }
    a_value {
        en: "a value";
        zh_hans: "内容";
        zh_hant: "內容";
    }
    after_colour {
        en: "a piece, a pattern, `:`, or `to move`";
        zh_hans: "棋子、棋形、“：”或“先”";
        zh_hant: "棋子、棋形、「：」或「先」";
    }
    a_comparison {
        en: "a comparison such as `>= 2`";
        zh_hans: "比较，如 >= 2";
        zh_hant: "比較，如 >= 2";
    }
    this_word(word: &str) {
        en: "`{word}`";
        zh_hans: "“{word}”";
        zh_hant: "「{word}」";
    }
    end_of_query {
        en: "the end of the query";
        zh_hans: "句末";
        zh_hant: "句末";
    }
}

impl Lang {
    /// The whole of what is wrong with a query, in one line.
    pub(crate) fn query_refused(self, error: &QueryError) -> String {
        let character = error.character() as u64;
        let mut text = self.wrong_at_character(character, &self.query_problem(&error.problem));
        if !error.expected.is_empty() {
            let expected: Vec<String> =
                error.expected.iter().map(|expected| self.query_expected(*expected)).collect();
            text += &self.something_expected(&expected.join(&self.or_else()));
        }
        if let Some(near) = &error.near {
            text += &self.did_you_mean(near);
        }
        text
    }

    fn query_problem(self, problem: &Problem) -> String {
        match problem {
            Problem::UnknownWord(word) => self.unknown_word(word),
            Problem::Unexpected(word) => self.cannot_stand_here(word),
            Problem::End => self.query_ends_here(),
            Problem::BadValue { value, what } => self.value_is_no(value, what),
            Problem::Backwards => self.range_runs_backwards(),
            Problem::BadName(name) => self.cannot_define(name),
            Problem::Unclosed => self.mark_never_closed(),
            Problem::BadBoard(why) => self.board_unreadable(why),
            Problem::MixedNumbers => self.numbers_are_mixed(),
            Problem::NotPieces => self.pieces_not_condition(),
            Problem::LongNumber => self.number_too_long(),
            Problem::Zero => self.number_from_one(),
            Problem::TooLong(most) => self.too_many_characters(*most as u64),
            Problem::TooDeep(most) => self.too_many_levels(u64::from(*most)),
            other => other.to_string(),
        }
    }

    fn query_expected(self, expected: Expected) -> String {
        match expected {
            Expected::Condition => self.a_condition(),
            Expected::Pieces => self.some_pieces(),
            Expected::Region => self.some_region(),
            Expected::Point => self.a_point(),
            Expected::Number => self.a_number(),
            Expected::Count => self.a_count(),
            Expected::Move => self.a_move(),
            Expected::Name => self.a_new_name(),
            Expected::Army => self.an_army(),
            Expected::Text => self.a_value(),
            Expected::Colon => self.this_word(":"),
            Expected::AfterColour => self.after_colour(),
            Expected::Comparison => self.a_comparison(),
            Expected::This(word) => self.this_word(word),
            Expected::EndOfQuery => self.end_of_query(),
            other => other.to_string(),
        }
    }
}

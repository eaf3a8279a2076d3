//! DHJHtmlXQ (打虎将, the board of 广东象棋网): `[DHJHtmlXQ_NUMBER]value[/DHJHtmlXQ_NUMBER]`, in
//! posts, text files and web pages.
//!
//! | number | field |
//! | --- | --- |
//! | 10, 11, 13, 14, 15, 16 | title, event, date, place, round, table |
//! | 17, 18; 21, 22 | Red, his team; Black, his team |
//! | 19, 20, 29; 23, 24, 30 | Red's level, rating, time; Black's |
//! | 28 | result |
//! | 31 | the board, 90 characters from Black's back rank, Red's left first: a letter of FEN, anything else is empty |
//! | 32 | who moves first: 0 red, 1 black |
//! | 33 | number of the first half-move |
//! | 34 | moves, four digits each: x y x y, x from Red's left, y from **Red's** back rank |
//! | 36, 37 | opening, variation |
//! | 40, 41, 42 | commentator, author, recorder |
//!
//! The comment after half-move N stands in `[game_comment_0_N]…[/comment_0_N]`. Sources differ on
//! 18 and 22: teams, or the names once more; a repeated name is left out.
//!
//! Sources: public scripts that read and write the format, and pages that use it. No file of this
//! kind was seen.

use super::{Dialect, read_records, value};
use crate::format::reason::Reason;
use crate::format::{Fit, Format, RawStart};
use crate::xiangqi::{Side, Square};
use std::borrow::Cow;

pub(in crate::format) const DHJ: Format = Format {
    name: "dhjhtmlxq",
    about: "DHJHtmlXQ text and the pages around it (打虎将, 广东象棋网)",
    extensions: &["ubb", "html", "htm", "txt"],
    sniff: |sample| Fit::Certain.when(sample.text.contains("[DHJHtmlXQ")),
    read: |input, sink| read_records(input, &DIALECT, sink),
    ..Format::TEXT
};

/// DHJHtmlXQ as a dialect of DhtmlXQ.
pub(in crate::format) const DIALECT: Dialect = Dialect {
    words: &[b"dhjhtmlxq", b"game_comment", b"comment"],
    name: |word, name| match (word.to_ascii_lowercase().ends_with("comment"), name) {
        (true, place) => {
            Cow::Owned(format!("comment{}", place.strip_prefix("0_").unwrap_or(place)))
        }
        (_, "31") => Cow::Borrowed("binit"),
        (_, "34") => Cow::Borrowed("movelist"),
        _ => Cow::Borrowed(name),
    },
    tags: DHJ.name,
    prefix: "DHJHtmlXQ_",
    silent: &["32", "33"],
    repeating: &[("18", "17"), ("22", "21")],
    square: Square::at,
    board,
    side: |fields| match value(fields, "32") {
        Some("1") => Some(Side::Black),
        _ => Some(Side::Red),
    },
};

fn board(board: &str, side: Option<Side>) -> RawStart<'static> {
    let squares: Vec<char> = board.chars().collect();
    if squares.len() != Square::COUNT {
        return Reason::BoardNot90.into();
    }
    let ranks: Vec<String> = squares
        .chunks(9)
        .map(|rank| rank.iter().map(|c| if c.is_ascii_alphabetic() { *c } else { '1' }).collect())
        .collect();
    let side = side.map_or('w', Side::fen_letter);
    RawStart::Fen(Cow::Owned(format!("{} {side}", ranks.join("/"))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing::{Kept, keep};

    /// `[DHJHtmlXQ_NUMBER]value[/DHJHtmlXQ_NUMBER]`
    fn field(number: u8, value: &str) -> String {
        format!("[DHJHtmlXQ_{number}]{value}[/DHJHtmlXQ_{number}]\n")
    }

    fn comment(place: &str, text: &str) -> String {
        format!("[game_comment_{place}]{text}[/comment_{place}]\n")
    }

    #[test]
    fn ranks_count_from_red() {
        let text = [
            "<p>[DHJHtmlXQ]\n".to_owned(),
            field(11, "五羊杯"),
            field(17, "吕钦"),
            field(18, "吕钦"),
            field(21, "胡荣华"),
            field(22, "上海"),
            field(28, "红胜"),
            field(31, "rnbakabnr**********c*****c*p*p*p*p*p******************P*P*P*P*P*C*****C**********RNBAKABNR"),
            field(32, "0"),
            field(33, "1"),
            field(34, "7242 7967"),
            field(12, "甲&amp;乙"),
            comment("0_0", "开始"),
            comment("0_2", "跳马||防守"),
            comment("0_3", "无"),
            comment("1_1", "另一路"),
            "[/DHJHtmlXQ]</p>[DHJHtmlXQ]".to_owned(),
            field(34, "2324"),
            field(34, "1022"),
        ]
        .concat();
        let found = keep(&DHJ, text.as_bytes()).records;
        let tags: Vec<_> = found.iter().map(|record| record.tags.join(" ")).collect();
        let first =
            "Event=五羊杯 Red=吕钦 Black=胡荣华 BlackTeam=上海 Result=红胜 DHJHtmlXQ_12=甲&乙";
        assert_eq!(tags, [first, "", ""]);
        let moves: Vec<_> = found.iter().map(Kept::moves).collect();
        assert_eq!(moves, ["-1:h2e2 0:h9g7", "-1:c3c4", "-1:b0c2"]);
        let comments = [(-1, "开始".to_owned()), (1, "跳马\n防守".to_owned())];
        assert_eq!(found[0].comments, comments);
        assert_eq!(found[0].warnings.len(), 2, "{:?}", found[0].warnings);
        assert!(found[0].start.starts_with("rnbakabnr/111111111/1c11111c1/"), "{}", found[0].start);
        assert!(found[0].start.ends_with("/RNBAKABNR w"));
        assert_eq!(found[1].start, "standard");
    }

    #[test]
    fn a_board_must_be_whole() {
        let board = "0".repeat(4) + "k" + &"0".repeat(80) + "K0000";
        let black = [field(31, &board), field(32, "1"), field(34, "4948")].concat();
        let found = keep(&DHJ, black.as_bytes()).records;
        assert_eq!(found[0].start.rsplit(' ').next(), Some("b"));
        let found = keep(&DHJ, field(31, "k*K").as_bytes()).records;
        assert_eq!(found[0].start, "unreadable: the board does not have 90 squares");
    }

    #[test]
    fn damage_ends_a_value() {
        let cut = keep(&DHJ, b"[DHJHtmlXQ_34]72427967[").records;
        assert_eq!(cut[0].moves(), "-1:h2e2 0:h9g7");
        let unclosed = keep(&DHJ, b"[DHJHtmlXQ_17]a[DHJHtmlXQ_34]7242[/DHJHtmlXQ]").records;
        assert_eq!(
            (unclosed[0].tags.join(""), unclosed[0].moves()),
            ("Red=a".into(), "-1:h2e2".into())
        );
    }
}

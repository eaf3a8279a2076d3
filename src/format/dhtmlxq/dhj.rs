//! DHJHtmlXQ (打虎将, the board of 广东象棋网): `[DHJHtmlXQ_NUMBER]value[/DHJHtmlXQ_NUMBER]`, in
//! posts, text files and web pages.
//!
//! | number | what |
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
//! The comment after half-move N stands in `[game_comment_0_N]…[/comment_0_N]`. What 18 and 22 hold
//! is told in two ways, teams and names once more: what repeats the name is left out.
//!
//! Sources of the facts: public scripts that read and write it, and pages that use it. No file of
//! this kind was seen.

use super::lines::push_line;
use super::marks::{Field, clean};
use super::read_records;
use crate::format::pgn::games::left_between;
use crate::format::pgn::movetext::Moves;
use crate::format::reason::Reason;
use crate::format::record::Tags;
use crate::format::text::Text;
use crate::format::{Fit, Format, RawRecord, RawStart, RawTree};
use crate::xiangqi::Square;
use std::borrow::Cow;
use std::ops::Range;

/// DHJHtmlXQ.
pub(in crate::format) const DHJ: Format = Format {
    name: "dhjhtmlxq",
    about: "DHJHtmlXQ text and the pages around it (打虎将, 广东象棋网)",
    extensions: &["ubb", "html", "htm", "txt"],
    sniff: |sample| Fit::certain_if(sample.text.contains(FIELD)),
    read: |input, sink| {
        let text = Text::of(input);
        let begins_record = |name: &str| matches!(name, "10" | "31" | "34");
        read_records(&text, Fields { text: text.as_str(), at: 0 }, begins_record, record, sink)
    },
    ..Format::TEXT
};

/// The beginning of the marks of fields, and of the marks of comments.
const FIELD: &str = "[DHJHtmlXQ";
const COMMENT: &str = "[game_comment_";

/// The beginning of the name of a comment in a [`Field`]; the names of other fields are numbers.
const IS_COMMENT: &str = "comment ";

/// PGN names of the numbers; others keep their own.
const NAMES: &[(&str, &str)] = &[
    ("10", "Title"),
    ("11", "Event"),
    ("13", "Date"),
    ("14", "Site"),
    ("15", "Round"),
    ("16", "Table"),
    ("17", "Red"),
    ("18", "RedTeam"),
    ("19", "RedLevel"),
    ("20", "RedElo"),
    ("21", "Black"),
    ("22", "BlackTeam"),
    ("23", "BlackLevel"),
    ("24", "BlackElo"),
    ("28", "Result"),
    ("29", "RedTime"),
    ("30", "BlackTime"),
    ("36", "Opening"),
    ("37", "Variation"),
    ("40", "Annotator"),
    ("41", "Author"),
    ("42", "Recorder"),
];

/// All fields and comments of a text; the outer mark has an empty name.
struct Fields<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Fields<'a> {
    type Item = Field<'a>;

    fn next(&mut self) -> Option<Field<'a>> {
        loop {
            let mark = self.at + memchr::memchr(b'[', &self.text.as_bytes()[self.at..])?;
            self.at = mark + 1;
            if let Some(field) = field(self.text, mark) {
                self.at = field.at + field.value.len();
                return Some(field);
            }
        }
    }
}

/// The field whose mark begins at `mark`. It ends at the next mark, whether that closes it or not.
fn field(text: &str, mark: usize) -> Option<Field<'_>> {
    let rest = &text[mark..];
    let is_comment = rest.starts_with(COMMENT);
    let name = rest.strip_prefix(if is_comment { COMMENT } else { FIELD })?;
    let length = name.find(['[', ']', '\n']).filter(|&at| name[at..].starts_with(']'))?;
    let (name, behind) = (&name[..length], &name[length + 1..]);
    let at = text.len() - behind.len();
    let end = memchr::memchr_iter(b'[', behind.as_bytes())
        .find(|&at| is_mark(&behind[at..], |mark, rest| rest.starts_with(mark)));
    let end = end.unwrap_or_else(|| match behind.rfind('[') {
        // The file breaks off inside the mark.
        Some(at) if is_mark(&behind[at..], |mark, rest| mark.starts_with(rest)) => at,
        _ => behind.len(),
    });
    let name = match name.strip_prefix('_').unwrap_or(name) {
        place if is_comment => Cow::Owned(format!("{IS_COMMENT}{place}")),
        number => Cow::Borrowed(number),
    };
    Some(Field { name, value: &behind[..end], mark, at, fault: None })
}

fn is_mark(rest: &str, fits: fn(&str, &str) -> bool) -> bool {
    ["[/", FIELD, COMMENT].into_iter().any(|mark| fits(mark, rest))
}

fn record<'a>(text: &'a Text<'_>, fields: &[Field<'a>], range: Range<usize>) -> RawRecord<'a> {
    let find = |wanted: &str| fields.iter().find(|field| field.name == wanted);
    let value = |wanted: &str| find(wanted).map_or("", |field| field.value.trim());
    let mut tags: Tags<'a> = Vec::new();
    for field in fields.iter().filter(|field| !field.name.starts_with(IS_COMMENT)) {
        let is_left_out = match &*field.name {
            "31" | "32" | "33" | "34" => true,
            "18" => value("18") == value("17"),
            "22" => value("22") == value("21"),
            _ => false,
        };
        let said = clean(field.value);
        if !is_left_out && !said.is_empty() {
            let name = NAMES.iter().find(|(number, _)| *number == field.name);
            let name = name.map_or_else(
                || Cow::Owned(format!("DHJHtmlXQ_{}", field.name)),
                |(_, pgn)| Cow::Borrowed(*pgn),
            );
            tags.push((name, said));
        }
    }
    let mut tree = RawTree::default();
    if let Some(moves) = find("34") {
        push_line(&mut tree, RawTree::ROOT, moves.value, moves.at, Square::at);
    }
    let places = fields.iter().map(|field| field.mark..field.at + field.value.len());
    let passed_over = left_between(text.as_str(), &range, places);
    let mut warnings = Vec::new();
    for field in fields {
        let Some(place) = field.name.strip_prefix(IS_COMMENT) else { continue };
        let comment = clean(field.value);
        let ply: Option<usize> = place.strip_prefix("0_").and_then(|ply| ply.parse().ok());
        let node = match ply {
            Some(0) => Some(RawTree::ROOT),
            Some(ply) if ply <= tree.nodes.len() => Some(ply as u32 - 1),
            _ => None,
        };
        match node {
            _ if comment.is_empty() => {}
            Some(node) => tree.comments.push((node, comment)),
            None => {
                let place = field.name.clone().into_owned();
                let reason = Reason::CommentWithoutMove { place, comment: comment.into_owned() };
                warnings.push(reason.into());
            }
        }
    }
    let moves = Moves { tree, warnings, passed_over, ..Moves::default() };
    moves.into_record(text, &range, tags, start(value("31"), value("32") == "1"))
}

fn start(board: &str, black_first: bool) -> RawStart<'static> {
    if board.is_empty() {
        return RawStart::Standard;
    }
    let squares: Vec<char> = board.chars().collect();
    if squares.len() != Square::COUNT {
        return Reason::BoardNot90.into();
    }
    let ranks: Vec<String> = squares
        .chunks(9)
        .map(|rank| rank.iter().map(|c| if c.is_ascii_alphabetic() { *c } else { '1' }).collect())
        .collect();
    let side = if black_first { 'b' } else { 'w' };
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

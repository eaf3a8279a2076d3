//! MXQ: a game saved by Movesky (弈天), a row of texts.
//!
//! | text | meaning |
//! |---|---|
//! | 1 to 3 | place, date, event, which reads `RED-胜-BLACK` |
//! | 4, 5 | ratings of red and black |
//! | 6 to 10 | not known |
//! | 11 | how the game ended |
//! | 12 | `Moves` |
//! | then | one text a move, `7C-4C` |
//! | then | `Ends`, comments, `CommentsEnd` |
//!
//! A text is a length byte and as many bytes, GBK or Big5. In a move the digit 0 to 8 is the file a
//! to i, the letter A to J the rank 0 to 9. Between the names stands 胜, 和 or 负 from Red's side;
//! programs that mixed up the encodings left 衊, ㎝ and 璽 there, which are 胜, 和 and 負 in Big5
//! read as GBK.
//!
//! Sources: public readers; one file of 68 moves.

use super::cursor::Cursor;
use super::fields::{Fields, LineBuilder, raw_move};
use super::{BytesFrom, Fit, Format, Input, RawMove, RawRecord, Sample, Sink};
use crate::text::detect_fields;
use crate::xiangqi::Square;
use std::ops::ControlFlow;

/// The row of the table of formats.
pub(super) const FORMAT: Format = Format {
    name: "mxq",
    about: "Movesky game (弈天)",
    extensions: &["mxq"],
    is_text: false,
    sniff,
    read,
    boundary: None,
};

const TAGS: [&str; 11] = [
    "Site",
    "Date",
    "Event",
    "RedElo",
    "BlackElo",
    "MxqField6",
    "MxqField7",
    "MxqField8",
    "MxqField9",
    "MxqField10",
    "Termination",
];

fn sniff(sample: &Sample<'_>) -> Fit {
    match texts(&mut Cursor::new(sample.head)) {
        Some(texts) if texts.len() == TAGS.len() => Fit::Certain,
        _ => Fit::No,
    }
}

/// The texts before `Moves`; `None` when that does not come in time.
fn texts<'a>(cursor: &mut Cursor<'a>) -> Option<Vec<&'a [u8]>> {
    let mut texts = Vec::new();
    while texts.len() <= TAGS.len() {
        match text(cursor)? {
            b"Moves" => return Some(texts),
            text => texts.push(text),
        }
    }
    None
}

fn text<'a>(cursor: &mut Cursor<'a>) -> Option<&'a [u8]> {
    let len = cursor.u8()?;
    cursor.take(len.into())
}

fn read(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let mut cursor = Cursor::new(input.bytes);
    let head = texts(&mut cursor);
    let texts = head.clone().unwrap_or_default();
    let mut line = LineBuilder::new();
    let mut comments: Vec<&[u8]> = Vec::new();
    let broken = match head {
        None => Some((cursor.offset(), "the texts before the moves")),
        Some(_) => moves(&mut cursor, &mut line, &mut comments).err(),
    };
    let encoding = input.encoding.unwrap_or_else(|| detect_fields(&texts));
    let mut fields = Fields::new(encoding);
    for (name, text) in TAGS.into_iter().zip(&texts) {
        fields.text(name, text, false);
    }
    let event = texts.get(2).and_then(|text| fields.comment(text)).unwrap_or_default();
    if let Some((red, result, black)) = players(&event) {
        fields.value("Red", red.to_owned());
        fields.value("Black", black.to_owned());
        fields.value("Result", result);
    }
    for text in comments {
        fields.text("Remark", text, false);
    }
    if let Some((at, what)) = broken {
        fields.broken(input.base + at as u64, what);
    }
    let (tags, warnings) = fields.finish();
    sink.record(RawRecord {
        tags,
        tree: line.tree,
        warnings,
        ..RawRecord::new(input.span(), encoding, &BytesFrom(input.base))
    })
}

fn moves<'a>(
    cursor: &mut Cursor<'a>,
    line: &mut LineBuilder,
    comments: &mut Vec<&'a [u8]>,
) -> Result<(), (usize, &'static str)> {
    loop {
        let at = cursor.offset();
        match text(cursor) {
            Some(b"Ends") => break,
            Some(mv) => _ = line.push(at + 1, squares(mv)),
            None => {
                line.miss(at);
                return Err((at, "moves"));
            }
        }
    }
    while cursor.left() > 0 {
        let at = cursor.offset();
        match text(cursor).ok_or((at, "comments"))? {
            b"CommentsEnd" => break,
            comment => comments.push(comment),
        }
    }
    Ok(())
}

fn squares(text: &[u8]) -> RawMove<'static> {
    let &[x, y, b'-', to_x, to_y] = text else {
        return RawMove::OffBoard(0xFF, 0xFF);
    };
    let square = |x: u8, y: u8| Square::at(x.wrapping_sub(b'0'), y.wrapping_sub(b'A'));
    raw_move(square(x, y), square(to_x, to_y), (x, y))
}

/// Splits `RED-胜-BLACK` and gives the result for Red.
fn players(event: &str) -> Option<(&str, &'static str, &str)> {
    const SIGNS: [(&str, &str); 8] = [
        ("-胜-", "1-0"),
        ("-勝-", "1-0"),
        ("-衊-", "1-0"),
        ("-和-", "1/2-1/2"),
        ("-㎝-", "1/2-1/2"),
        ("-负-", "0-1"),
        ("-負-", "0-1"),
        ("-璽-", "0-1"),
    ];
    SIGNS.iter().find_map(|(sign, result)| {
        let (red, black) = event.split_once(sign)?;
        Some((red, *result, black))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing::{attack, gbk, keep};

    fn game(event: &str) -> Vec<u8> {
        let head = [
            "弈天",
            "2016年12月",
            event,
            "1500",
            "1348",
            "25",
            "3",
            "60",
            "1",
            "2",
            "红方投子认负",
        ];
        let tail = ["Moves", "7C-4C", "7J-6H", "9C-4C", "Ends", "好棋", "CommentsEnd"];
        let texts = head.into_iter().chain(tail).map(gbk);
        texts.flat_map(|text| [vec![text.len() as u8], text].concat()).collect()
    }

    #[test]
    fn a_game_reads_back() {
        let found = keep(&FORMAT, &game("甲-1-负-乙")).records.remove(0);
        assert_eq!(found.moves(), "-1:h2e2 0:h9g7 1:39-43");
        for tag in ["Red=甲-1", "Black=乙", "Result=0-1", "Event=甲-1-负-乙", "Remark=好棋"]
        {
            assert!(found.tags.iter().any(|found| found == tag), "{tag}");
        }
    }

    #[test]
    fn the_sign_between_the_names_tells_the_result() {
        for (event, parts) in [
            ("a-胜-b", Some(("a", "1-0", "b"))),
            ("a-㎝-b", Some(("a", "1/2-1/2", "b"))),
            ("a-璽-b", Some(("a", "0-1", "b"))),
            ("a-b", None),
        ] {
            assert_eq!(players(event), parts, "{event}");
        }
    }

    #[test]
    fn damage_is_survived_and_told() {
        let mut bytes = game("甲-胜-乙");
        // Nothing is missed between `Ends` and the comments.
        attack(&FORMAT, &bytes, false);
        bytes.splice(..0, [200]);
        assert_eq!(keep(&FORMAT, &bytes).records[0].nodes.len(), 0);
    }
}

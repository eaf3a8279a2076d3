//! CWP: a game of CCBridge's forerunner in Taiwan, Big5 text in fixed lines.
//!
//! | line, from 0 | meaning |
//! |---|---|
//! | 0 | `CCWP` |
//! | 1, 2 | event, title |
//! | 3 to 5 | year, month, day |
//! | 7, 9 | red, black |
//! | 15, 16 | source, result |
//! | 21 | `0` for the standard start, else a layout |
//! | 22 | number of moves |
//! | 23 and on | moves: five characters of notation, from and to as two digits each, a comment |
//!
//! A square is `row * 9 + column`, counted from the top left.
//!
//! Source: the description of another reader. No file was at hand, so layouts other than the
//! standard start are set aside.

use super::fields::{Fields, LineBuilder, from_top, raw_move};
use super::{BytesFrom, Fit, Format, Input, RawMove, RawRecord, RawStart, Sample, Sink};
use crate::text::Encoding;
use std::ops::ControlFlow;

/// The row of the table of formats.
pub(super) const FORMAT: Format = Format {
    name: "cwp",
    about: "CCWP game, Big5 text (Taiwan)",
    extensions: &["cwp"],
    is_text: false,
    sniff,
    read,
    boundary: None,
};

const TEXTS: [(&str, usize); 6] =
    [("Event", 1), ("Title", 2), ("Red", 7), ("Black", 9), ("Source", 15), ("Result", 16)];
const MOVES: usize = 23;

fn sniff(sample: &Sample<'_>) -> Fit {
    match sample.head.strip_prefix(b"CCWP") {
        Some([b'\r' | b'\n', ..]) => Fit::Certain,
        _ => Fit::No,
    }
}

fn read(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let encoding = input.encoding.unwrap_or(Encoding::Big5);
    let mut fields = Fields::new(encoding);
    let lines = lines(input.bytes);
    let line = |number: usize| lines.get(number).map_or(&[][..], |(_, line)| *line);
    for (name, number) in TEXTS {
        fields.text(name, line(number), false);
    }
    let date = [3, 4, 5].map(|number| fields.comment(line(number)).unwrap_or_default());
    fields.value("Date", date.join(".").trim_end_matches('.').to_owned());

    let start = match line(21) {
        b"0" | b"" => RawStart::Standard,
        _ => RawStart::Unreadable("the layout of CWP set-ups is not known".to_owned()),
    };
    let count = std::str::from_utf8(line(22)).ok();
    let count = count.and_then(|count| count.trim().parse::<u32>().ok());
    let mut moves = LineBuilder::new();
    let mut comments = Vec::new();
    for number in 0..count.unwrap_or(u32::MAX) {
        let found = lines.get(MOVES + number as usize).and_then(|(at, line)| {
            let text = fields.decode(line);
            let (mv, comment) = entry(&text)?;
            Some((*at, mv, comment.trim().to_owned()))
        });
        let Some((at, mv, comment)) = found else {
            let at = lines.get(MOVES + number as usize).map_or(input.bytes.len(), |(at, _)| *at);
            fields.broken_moves(input.base + at as u64, number, count);
            moves.miss(at);
            break;
        };
        let node = moves.push(at, mv);
        if !comment.is_empty() {
            comments.push((node, comment.into()));
        }
    }
    let last = MOVES.saturating_add(moves.tree.nodes.len());
    let behind = lines.iter().skip(last).map(|(_, line)| line.trim_ascii().len());
    fields.surplus(behind.sum());
    let mut tree = moves.tree;
    tree.comments = comments;
    let (tags, warnings) = fields.finish();
    sink.record(RawRecord {
        tags,
        start,
        tree,
        warnings,
        ..RawRecord::new(input.span(), encoding, &BytesFrom(input.base))
    })
}

/// The lines with their offsets. A line feed is never part of a Big5 character.
fn lines(bytes: &[u8]) -> Vec<(usize, &[u8])> {
    let mut at = 0;
    let lines = bytes.split(|byte| *byte == b'\n').map(|line| {
        let start = at;
        at += line.len() + 1;
        (start, line.strip_suffix(b"\r").unwrap_or(line))
    });
    lines.collect()
}

/// The move and the comment of a line.
fn entry(line: &str) -> Option<(RawMove<'static>, &str)> {
    let (digits_at, _) = line.char_indices().nth(5)?;
    let digits = line.get(digits_at..digits_at + 4)?;
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let index = |text: &str| text.parse::<u8>().unwrap_or(u8::MAX);
    let (from, to) = (index(&digits[..2]), index(&digits[2..]));
    let square = |index: u8| from_top(index % 9, index / 9);
    Some((raw_move(square(from), square(to), (from, to)), &line[digits_at + 4..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing::{attack, keep};

    fn game(layout: &str) -> Vec<u8> {
        let mut lines = vec![""; MOVES];
        let texts = [
            (0, "CCWP"),
            (1, "名手賽"),
            (3, "1982"),
            (4, "5"),
            (7, "徐天利"),
            (9, "呂欽"),
            (21, layout),
            (22, "3"),
        ];
        for (number, text) in texts {
            lines[number] = text;
        }
        lines.extend(["炮二平五 7067", "馬８進７ 0724好棋", "炮二平五 9967"]);
        encoding_rs::BIG5.encode(&(lines.join("\r\n") + "\r\n")).0.into_owned()
    }

    #[test]
    fn a_game_reads_back() {
        let found = keep(&FORMAT, &game("0")).records.remove(0);
        assert_eq!(found.tags, ["Event=名手賽", "Red=徐天利", "Black=呂欽", "Date=1982.5"]);
        assert_eq!(found.moves(), "-1:h2e2 0:h9g7 1:63-43");
        assert_eq!(found.comments, [(1, "好棋".to_owned())]);
        assert!(keep(&FORMAT, &game("x")).records[0].start.starts_with("unreadable"));
    }

    #[test]
    fn damage_is_survived() {
        // The line end after the last move may go without a trace.
        attack(&FORMAT, &game("0"), false);
    }
}

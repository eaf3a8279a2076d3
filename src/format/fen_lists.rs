//! Lists of positions: FEN, one a line, or EPD with a comment after a semicolon or a bar. Each
//! position is a record without moves.
//!
//! Some EPD files are GBK left of the bar and Big5 right of it. The text behind the bar becomes the
//! tag `Note`, as far as it is readable.

use super::pgn::games;
use super::reason::Reason;
use super::text::{beginning, boundary, half_character, lines, tell_no_text, without_ends};
use super::{FileSample, Fit, Format, Input, Offsets, RawRecord, RawStart, Sink};
use crate::metadata::Kind;
use crate::text::{Encoding, decode, detect};
use crate::xiangqi::Position;
use std::borrow::Cow;
use std::ops::ControlFlow;

pub(super) const FORMAT: Format = Format {
    name: "fen",
    about: "Lists of positions in FEN or EPD",
    extensions: &["fen", "epd", "xfen", "txt"],
    sniff,
    read,
    boundary: Some(boundary),
    ..Format::BINARY
};

fn sniff(sample: &FileSample<'_>) -> Fit {
    let mut lines = sample.text.lines().filter(|line| !line.trim().is_empty()).take(20);
    let is_fen = |line| split(line).is_some_and(|(fen, _)| Position::from_fen(fen).is_ok());
    let is_named = sample.has_extension(&["fen", "epd", "xfen"]);
    let fit = if is_named { Fit::Certain } else { Fit::Likely };
    fit.when(lines.any(is_fen) && !sample.text.contains("[FEN"))
}

/// Splits a line into the FEN at its start, even a damaged one, and a note; None without a FEN.
fn split(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    if line.bytes().take(100).filter(|byte| *byte == b'/').count() < 8 {
        return begins_fen(line).then(|| {
            let end = line.find([';', '|', ',']).unwrap_or(line.len());
            (line[..end].trim_end(), note(&line[end..]))
        });
    }
    let end = line
        .char_indices()
        .find(|(_, c)| !(c.is_ascii_alphanumeric() || matches!(c, '/' | ' ' | '-')))
        .map_or(line.len(), |(at, _)| at);
    let fen = line[..end].trim_end();
    if Position::from_fen(fen).is_err() {
        // Letters that no FEN has may stand anywhere in a damaged one.
        let end = line.find([';', '|', ',']).unwrap_or(line.len());
        return is_nearly_fen(line).then(|| (line[..end].trim_end(), note(&line[end..])));
    }
    Some((fen, note(&line[end..])))
}

fn note(text: &str) -> &str {
    text.trim_matches([';', ' ', '|', ','])
}

/// Whether a line begins like a position that lacks rows. Such a line is set aside, not taken for a
/// heading. Only rows stand before its first blank: three at least, the first one whole and with
/// pieces.
fn begins_fen(line: &str) -> bool {
    let placement = line.split([' ', ';', '|', ',']).next().unwrap_or_default();
    let files = |row: &str| {
        row.chars().try_fold(0, |sum, c| match c {
            '1'..='9' => Some(sum + (c as u32 - '0' as u32)),
            _ => PIECES.contains(c).then_some(sum + 1),
        })
    };
    let rows: Vec<&str> = placement.split('/').collect();
    rows.len() > 2
        && rows.iter().all(|row| files(row).is_some())
        && files(rows[0]) == Some(9)
        && rows.concat().contains(|c| PIECES.contains(c))
}

/// Whether a line contains a position: four whole rows between slashes, or ten parts of any kind,
/// unless it looks like an address or markup.
pub(super) fn holds_position(line: &str) -> bool {
    let is_whole = |row: &str| {
        let files = row.chars().map(|c| match c {
            '1'..='9' => Some(c as u32 - '0' as u32),
            _ => PIECES.contains(c).then_some(1),
        });
        files.sum::<Option<u32>>() == Some(9)
    };
    let mut whole = 0;
    let mut slashes = line.match_indices('/').map(|(at, _)| at).peekable();
    while let (Some(from), Some(to)) = (slashes.next(), slashes.peek()) {
        whole = if is_whole(&line[from + 1..*to]) { whole + 1 } else { 0 };
        if whole == 4 {
            return true;
        }
    }
    line.matches('/').nth(8).is_some() && !line.contains(['<', ':'])
}

/// Letters of pieces in all dialects of FEN.
const PIECES: &str = "RNBAKCPHErnbakcphe";

/// Whether pieces and counts prevail up to the eighth slash. An unreadable position is set aside,
/// not taken for a heading.
fn is_nearly_fen(line: &str) -> bool {
    let eighth = line.match_indices('/').nth(7).map_or(line.len(), |(at, _)| at);
    let fits = |c: char| PIECES.contains(c) || matches!(c, '1'..='9' | '/');
    let (fitting, all) = line[..eighth]
        .chars()
        .fold((0, 0), |(fitting, all), c| (fitting + usize::from(fits(c)), all + 1));
    all - fitting <= all / 8
}

fn read(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let encodings = Encodings::of(input);
    if let Some(at) = half_character(input.bytes, encodings.left) {
        sink.damage(input.source(at as u32), Reason::HalfCharacter.to_string());
    }
    let input = &without_ends(input, encodings.left);
    tell_no_text(&Input { encoding: Some(encodings.left), ..*input }, sink);
    let mut at = 0;
    let mut heading: Option<String> = None;
    for line in lines(input.bytes) {
        let begin = at;
        at += line.len();
        let (left, right) = line.split_at(bar(line).unwrap_or(line.len()));
        let left = decode(left, encodings.left).text;
        let right = decode(right.strip_prefix(b"|").unwrap_or(right), encodings.right).text;
        let found = split(&left);
        let beside = [found.map_or(&*left, |(_, note)| note), &right];
        if let Some(text) = beside.into_iter().find(|text| is_of_games(text)) {
            sink.damage(input.source(begin as u32), Reason::Unclaimed(beginning(text)).to_string());
        }
        let Some((fen, note)) = found else {
            let title = left.trim().trim_start_matches('\u{feff}');
            if !title.is_empty() {
                heading = Some(title.trim_matches(['[', ']', '#', ';', ' ']).to_owned());
            }
            continue;
        };
        // A heading belongs to the position that follows it.
        let heading = heading.take().unwrap_or_default();
        let (title, heading) = match note {
            "" => (heading, String::new()),
            note => (note.to_owned(), heading),
        };
        let tags = [("Title", title), ("Heading", heading), ("Note", right.trim().to_owned())];
        sink.record(RawRecord {
            tags: tags
                .into_iter()
                .filter(|(_, value)| !value.is_empty())
                .map(|(name, value)| (Cow::Borrowed(name), Cow::Owned(value)))
                .collect(),
            start: RawStart::Fen(Cow::Borrowed(fen)),
            hint: Some(Kind::Position),
            ..RawRecord::new(
                input.source(begin as u32)..input.source(at as u32),
                encodings.left,
                input,
            )
        })?;
    }
    ControlFlow::Continue(())
}

/// Whether a title or note is a position, or a list of moves with or without a game's number before
/// it. Such a text belongs to no record.
fn is_of_games(text: &str) -> bool {
    let behind_number = text.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    holds_position(text) || games::moves_alone(text) > 0 || games::moves_alone(behind_number) > 1
}

/// Encodings of the two halves of a line.
struct Encodings {
    left: Encoding,
    right: Encoding,
}

impl Encodings {
    fn of(input: &Input<'_>) -> Encodings {
        let whole = input.encoding.unwrap_or_else(|| detect(input.bytes));
        let is_legacy = matches!(whole, Encoding::Gb18030 | Encoding::Big5);
        if input.encoding.is_some() || !is_legacy {
            return Encodings { left: whole, right: whole };
        }
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for line in lines(input.bytes) {
            let (before, after) = line.split_at(bar(line).unwrap_or(line.len()));
            left.extend_from_slice(before);
            left.push(b'\n');
            right.extend_from_slice(after);
            right.push(b'\n');
        }
        Encodings { left: detect(&left), right: detect(&right) }
    }
}

/// Offset of the first bar that is not the second byte of a character.
fn bar(line: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(&byte) = line.get(at) {
        match byte {
            b'|' => return Some(at),
            0x81.. => at += 2,
            _ => at += 1,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing::keep;

    #[test]
    fn bars_inside_characters_are_none() {
        assert_eq!(bar(b"\xb1|\xb1\xb1|x"), Some(4));
        assert_eq!(bar(b"no bar"), None);
    }

    #[test]
    fn a_damaged_position_is_set_aside_and_no_heading() {
        let list = "; rooks\n4k4/9/9/9/9/9?9/9/9/4K4 w ; one\n4k4/9/9/9/9/9/9/9/9/4K4 b\n\
            a/b/c/d/e/f/g/h/i/j\n4k4/9/9/9/9/9/9/9/9/4K4 w\n\
            rnbakabnr/9/1c5c1/p1p1\n9/9/1999\n4k4/9/9/9/9/9/9/9/9/4K4 w\n";
        let found = keep(&FORMAT, list.as_bytes()).records;
        let shown: Vec<_> =
            found.iter().map(|r| format!("{} | {}", r.start, r.tags.join(" "))).collect();
        assert_eq!(
            shown,
            [
                "4k4/9/9/9/9/9?9/9/9/4K4 w | Title=one Heading=rooks",
                "4k4/9/9/9/9/9/9/9/9/4K4 b | ",
                "4k4/9/9/9/9/9/9/9/9/4K4 w | Title=a/b/c/d/e/f/g/h/i/j",
                "rnbakabnr/9/1c5c1/p1p1 | ",
                "4k4/9/9/9/9/9/9/9/9/4K4 w | Title=9/9/1999",
            ]
        );
    }

    #[test]
    fn moves_with_the_number_of_a_game_are_no_heading() {
        for (line, is_told) in [
            ("7003;h2e2,b9c7,h0g2", true),
            ("7003 h2e2 b9c7", true),
            ("12 炮二平五 马8进7", true),
            ("第12局 车二进九", false),
            ("2003 rooks", false),
        ] {
            let list = format!("{line}\n4k4/9/9/9/9/9/9/9/9/4K4 w\n");
            assert_eq!(!keep(&FORMAT, list.as_bytes()).damage.is_empty(), is_told, "{line}");
        }
    }

    #[test]
    fn a_line_is_a_fen_and_a_note() {
        let fen = "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1";
        assert_eq!(split(&format!("{fen} ; 第001局")), Some((fen, "第001局")));
        assert_eq!(split("第001局"), None);
    }
}

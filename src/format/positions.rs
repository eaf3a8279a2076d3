//! Lists of positions: FEN, one a line, and EPD with a comment after a semicolon or a bar. Each is a record without
//! moves.
//!
//! EPD files exist whose lines are GBK left of the bar and Big5 right of it; the bar and what follows are kept in
//! the tag `Note` as far as they can be read.

use super::text::Text;
use super::{Fit, Format, Input, KindHint, RawRecord, RawStart, RawTree, Sample, Sink};
use crate::xiangqi::Position;
use std::borrow::Cow;
use std::ops::ControlFlow;

/// The row of the table of formats.
pub(super) const FORMAT: Format = Format {
    name: "fen",
    about: "Lists of positions in FEN or EPD",
    extensions: &["fen", "epd", "xfen", "txt"],
    is_text: true,
    sniff,
    read,
    boundary: Some(|bytes, from| {
        memchr::memchr(b'\n', bytes.get(from.max(1) - 1..)?).map(|at| from.max(1) + at)
    }),
};

fn sniff(sample: &Sample<'_>) -> Fit {
    let mut lines = sample.text.lines().filter(|line| !line.trim().is_empty()).take(20);
    if lines.any(|line| split(line).is_some()) && !sample.text.contains("[FEN") {
        if sample.has_extension(&["fen", "epd", "xfen"]) { Fit::Certain } else { Fit::Likely }
    } else {
        Fit::No
    }
}

/// The FEN at the beginning of a line and the note behind it.
fn split(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    if line.bytes().take(100).filter(|byte| *byte == b'/').count() < 9 {
        return None;
    }
    let end = line
        .char_indices()
        .find(|(_, c)| !(c.is_ascii_alphanumeric() || matches!(c, '/' | ' ' | '-')))
        .map_or(line.len(), |(at, _)| at);
    let fen = line[..end].trim_end();
    Position::from_fen(fen).ok()?;
    Some((fen, line[end..].trim_matches([';', ' ', '|', ','])))
}

fn read(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let text = Text::of(input);
    let mut at = 0;
    let mut heading: Option<&str> = None;
    for line in text.as_str().split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        let Some((fen, note)) = split(line) else {
            let title = line.trim().trim_start_matches('\u{feff}');
            if !title.is_empty() {
                heading = Some(title.trim_matches(['[', ']', '#', ';']));
            }
            continue;
        };
        let (title, rest) = note.split_once('|').unwrap_or((note, ""));
        let title =
            if title.trim().is_empty() { heading.take().unwrap_or_default() } else { title };
        let tags = [("Title", title), ("Note", rest)];
        sink.record(RawRecord {
            span: text.span(&range),
            encoding: text.encoding(),
            tags: tags
                .into_iter()
                .filter(|(_, value)| !value.trim().is_empty())
                .map(|(name, value)| (Cow::Borrowed(name), Cow::Borrowed(value.trim())))
                .collect(),
            start: RawStart::Fen(Cow::Borrowed(fen)),
            black_first: false,
            tree: RawTree::default(),
            terminator: None,
            hint: Some(KindHint::Position),
            warnings: Vec::new(),
            offsets: &text,
        })?;
    }
    ControlFlow::Continue(())
}

//! PGN as Chinese software writes it: many games a file, any encoding, Chinese, WXF or ICCS moves.
//!
//! A record begins at a line `[Name "` that does not go on a tag section, even inside an open comment, so that
//! damage in one game cannot swallow the next and a giant file can be cut anywhere. Text before the first tag
//! section, or a file without any, is read as games without tags.
//!
//! Sources of the facts: the PGN standard of 1994; the tag order of XQWizard; files of XQBase, CCGC, DPXQ exports,
//! WinBoard and Taiwanese collections.

pub(super) mod movetext;
mod segment;
mod tags;
#[cfg(test)]
mod tests;

use super::text::Text;
use super::{Fit, Format, Input, KindHint, RawRecord, RawStart, Sample, Sink, Warning};
use std::borrow::Cow;
use std::ops::ControlFlow;

/// The row of the table of formats.
pub(super) const FORMAT: Format = Format {
    name: "pgn",
    about: "Portable Game Notation in Chinese, WXF or ICCS",
    extensions: &["pgn", "pgns", "pgn_zh", "pgn_iccs", "fen"],
    is_text: true,
    sniff,
    read,
    boundary: Some(segment::boundary),
};

fn sniff(sample: &Sample<'_>) -> Fit {
    let text = sample.text;
    if segment::boundary(text.as_bytes(), 0).is_some() {
        return Fit::Likely;
    }
    if sample.has_extension(FORMAT.extensions) && movetext::looks_like_moves(text) {
        return Fit::Weak;
    }
    Fit::No
}

fn read(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let text = Text::of(input);
    let whole = text.as_str();
    for segment in segment::segments(whole) {
        let (tags, mut from) = tags::read(whole, segment.clone());
        let is_tagless = tags.is_empty();
        let mut tags = Some(tags);
        // A section of tags is one record; without tags, every result sign ends one.
        loop {
            let moves = movetext::read(whole, from..segment.end);
            let is_empty = moves.tree.nodes.is_empty();
            if is_tagless && is_empty && moves.terminator.is_none() {
                break;
            }
            let own_tags = tags.take().unwrap_or_default();
            let begin = if is_tagless { from } else { segment.start };
            from = moves.end;
            let end = if is_tagless { from } else { segment.end };
            sink.record(record(&text, own_tags, moves, begin..end))?;
            if !is_tagless || from >= segment.end {
                break;
            }
        }
    }
    ControlFlow::Continue(())
}

fn record<'a>(
    text: &'a Text<'_>,
    tags: Vec<tags::Tag<'a>>,
    moves: movetext::Moves<'a>,
    range: std::ops::Range<usize>,
) -> RawRecord<'a> {
    let fen = tags
        .iter()
        .find(|(name, value)| name.eq_ignore_ascii_case("FEN") && !value.trim().is_empty())
        .map(|(_, value)| value.clone());
    let mut warnings = moves.warnings;
    for (at, passed) in moves.passed_over {
        let offset = super::Offsets::source(text, at as u32);
        warnings.push(Warning::PassedOver { offset, text: shortened(passed) });
    }
    let bare = moves.tree.nodes.is_empty() && fen.is_some();
    RawRecord {
        span: text.span(&range),
        encoding: text.encoding(),
        tags: tags.into_iter().map(|(name, value)| (Cow::Borrowed(name), value)).collect(),
        start: fen.map_or(RawStart::Standard, RawStart::Fen),
        black_first: moves.black_first,
        tree: moves.tree,
        terminator: moves.terminator.map(Cow::Borrowed),
        hint: bare.then_some(KindHint::Position),
        warnings,
        offsets: text,
    }
}

fn shortened(text: &str) -> String {
    let mut short: String = text.trim().chars().take(40).collect();
    if short.len() < text.trim().len() {
        short.push('…');
    }
    short
}

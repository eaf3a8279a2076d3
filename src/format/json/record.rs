//! An object to a record.

use super::loose::{self, Moves};
use super::object::{Object, string};
use super::own;
use crate::format::text::Text;
use crate::format::usual;
use crate::format::{RawRecord, RawStart, Sink, Warning};
use crate::metadata::KindHint;
use std::borrow::Cow;
use std::ops::ControlFlow;

/// So many tags of one record are kept.
const MOST_TAGS: usize = 1000;

/// Whether the position and the moves of the object are some of Xiangqi.
pub(super) fn is_xiangqi(object: &Object<'_>) -> bool {
    let fen = object.start.and_then(string);
    let written = loose::written(object);
    let moves = Moves::read(object.text, &written);
    let is_ours = own::is_own(object) && object.get("record").or(object.get("key")).is_some();
    object.damage.is_none() && (is_ours || usual::is_xiangqi(fen.as_deref(), &moves.tree))
}

/// Gives the record that the object is.
pub(super) fn give(text: &Text<'_>, object: &Object<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let is_own = own::is_own(object);
    let mut tags = if is_own { own::tags(object) } else { loose::tags(object) };
    let nodes = if is_own { own::nodes(object) } else { Vec::new() };
    let written = if is_own { Vec::new() } else { loose::written(object) };
    let mut moves = Moves::read(object.text, &written);
    if is_own {
        moves.tree = own::tree(object, &nodes);
    }
    let mut warnings = std::mem::take(&mut moves.warnings);
    if tags.len() > MOST_TAGS {
        let text =
            format!("{} tags beyond the first {MOST_TAGS} are left out", tags.len() - MOST_TAGS);
        warnings.push(Warning::Other { text });
        tags.truncate(MOST_TAGS);
    }
    if let Some(reason) = own::cut(object).filter(|_| is_own).and_then(|failure| failure.reason) {
        warnings.push(Warning::Other { text: format!("it was read only in part: {reason}") });
    }
    let fen = object.start.and_then(string).filter(|fen| !fen.trim().is_empty());
    let is_no_text = object.start.is_some_and(|raw| string(raw).is_none() && raw.trim() != "null");
    let is_bare = fen.is_some() && moves.tree.nodes.is_empty();
    let start = match (&object.damage, own::rejected(object).filter(|_| is_own), fen) {
        (Some(why), ..) => RawStart::Unreadable(format!("the JSON is damaged: {why}")),
        (None, Some(start), _) => start,
        // Nobody knows from where the moves are to be played.
        (None, None, None) if is_no_text => RawStart::Unreadable("the FEN is no text".to_owned()),
        (None, None, Some(fen)) => RawStart::Fen(fen),
        (None, None, None) => RawStart::Standard,
    };
    let said = |name| object.get(name).filter(|_| is_own).and_then(string);
    let hint = said("kind").and_then(|kind| usual::hint(&kind));
    let result = said("result").filter(|result| result != "*");
    sink.record(RawRecord {
        span: text.span(&object.range),
        encoding: text.encoding(),
        tags,
        start,
        black_first: moves.black_first,
        tree: moves.tree,
        terminator: result.or(moves.terminator.map(Cow::Borrowed)),
        hint: hint.or(is_bare.then_some(KindHint::Position)),
        warnings: text.warnings(&object.range, warnings, &moves.passed_over),
        offsets: text,
    })
}

//! A record's repetition for people: the board, each move and what it does, the rulings.

use super::place::RecordPlace;
use crate::book::{Judged, letters_of, repetition};
use crate::commands::Context;
use crate::commands::render::board;
use xqdb::text::visible;
use xqdb::xiangqi::repetition::Cycle;

/// Everything about a record; nothing when nothing comes back in it.
pub(super) fn record(context: &Context, place: RecordPlace<'_>, judged: &Judged) -> String {
    if judged.study.cycles.is_empty() {
        return String::new();
    }
    let lang = context.lang;
    let member = place.member.map(|member| format!("!{member}")).unwrap_or_default();
    let path = format!("{}{member}#{}", place.path, place.record);
    let game = place.game.map(|key| format!("  {key}")).unwrap_or_default();
    let mut text = format!("{}{game}  {}\n", visible(&path), lang.result(judged.result));
    for cycle in &judged.study.cycles {
        text += &self::cycle(context, judged, cycle);
    }
    text.push('\n');
    text
}

fn cycle(context: &Context, judged: &Judged, cycle: &Cycle) -> String {
    let mut lines = repetition(context.lang, judged, cycle);
    if let Some(first) = judged.study.plies(cycle.stretch.third).first() {
        let letters = letters_of(context.lang);
        let board = board(&first.position_before(), letters, None, context.colour);
        lines.splice(1..1, board.lines().map(str::to_owned));
    }
    lines.iter().map(|line| format!("  {line}\n")).collect()
}

//! What may be wrong with a main line that ends early, in words. Nothing is changed by it.

use crate::messages::Lang;
use xqdb::notation::System;
use xqdb::replay::{Repair, Slip};
use xqdb::search::Diagnosis;
use xqdb::text::visible;
use xqdb::xiangqi::Move;

/// More moves that would do are not named.
const MOST_MOVES: usize = 3;

/// Characters of the tail that are shown.
const TAIL: usize = 240;

/// The lines below a failure.
pub(super) fn told(diagnosis: &Diagnosis, lang: Lang) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(tail) = &diagnosis.tail {
        let words: Vec<&str> = tail.split_whitespace().collect();
        let mut shown: String = words.join(" ").chars().take(TAIL).collect();
        if shown.len() < tail.len() {
            shown.push('…');
        }
        lines.push(lang.report_tail(&visible(&shown)));
    }
    if diagnosis.is_start_odd {
        lines.push(lang.report_odd_start());
    }
    for repair in &diagnosis.repairs {
        let what = slip(diagnosis, repair, lang);
        let (plays, lost) = (repair.plays.into(), diagnosis.lost.into());
        lines.push(match repair.is_whole {
            true => lang.report_repair_whole(&what, lost),
            false => lang.report_repair(&what, plays, lost),
        });
    }
    if diagnosis.repairs.is_empty() && diagnosis.lost > 1 && !diagnosis.is_start_odd {
        lines.push(lang.report_no_repair());
    }
    lines
}

fn slip(diagnosis: &Diagnosis, repair: &Repair, lang: Lang) -> String {
    let ply = u64::from(repair.ply);
    match &repair.slip {
        Slip::Misprint(moves) => lang.slip_misprint(ply, &spelled(diagnosis, repair, moves)),
        Slip::Exchanged(distance) => lang.slip_exchanged(ply, ply + u64::from(*distance)),
        Slip::Crossed => lang.slip_crossed(ply, ply + 1),
        Slip::Extra(1) => lang.slip_extra(ply),
        Slip::Extra(count) => lang.slip_extra_pair(ply, ply + u64::from(*count) - 1),
        Slip::Missing(side, moves) => {
            lang.slip_missing(ply, &lang.side(*side), &spelled(diagnosis, repair, moves))
        }
        Slip::MissingPair(moves) => lang.slip_missing_pair(ply, &spelled(diagnosis, repair, moves)),
        Slip::Turn(side) => lang.slip_turn(ply, &lang.side(*side)),
    }
}

/// Moves that stand before the ply of a repair, as they are written in Chinese.
fn spelled(diagnosis: &Diagnosis, repair: &Repair, moves: &[Move]) -> String {
    let before = (repair.ply as usize).saturating_sub(1).min(diagnosis.played.len());
    let position = diagnosis.start.after(&diagnosis.played[..before]);
    let chinese = System::named("chinese").unwrap_or(System::Auto);
    let spell = |mv: &Move| format!("{} ({mv})", chinese.write(*mv, &position));
    let mut text = moves.iter().take(MOST_MOVES).map(spell).collect::<Vec<_>>().join(", ");
    if moves.len() > MOST_MOVES {
        text += &format!(", … ({})", moves.len());
    }
    text
}

//! A reading of a damaged record in words: its edits, how far it can be played, and the evidence
//! for it.

use crate::messages::Lang;
use xqdb::notation::System;
use xqdb::replay::{Edit, Slip};
use xqdb::search::{BorneOut, Emended};
use xqdb::text::visible;
use xqdb::xiangqi::{Move, Position};

/// Lines about a reading: one for each edit, and one for the rest.
pub(crate) fn describe(
    lang: Lang,
    emended: &Emended,
    borne: &BorneOut,
    notation: &System,
) -> Vec<String> {
    let BorneOut { reading, games, kin } = borne;
    let mut lines = Vec::new();
    let mut shift = 0;
    for edit in &reading.edits {
        let at = (edit.ply as usize - 1).saturating_add_signed(shift);
        let position = emended.start.after(&reading.moves[..at.min(reading.moves.len())]);
        lines.push(self::edit(lang, emended, edit, &spelled(&position, &edit.reads, notation)));
        shift += edit.reads.len() as isize - edit.replaced as isize;
    }
    let plays = u64::from(reading.plays);
    let mut far = vec![match reading.is_whole {
        true => lang.plays_to_the_end(plays),
        false => lang.plays_so_far(plays),
    }];
    far.extend(reading.ending.map(|ending| lang.ending(ending)));
    if reading.exposed > 0 {
        far.push(lang.king_left_in_check(reading.exposed.into()));
    }
    if *games > 0 {
        far.push(lang.others_come_here(*games));
    }
    far.extend(kin.as_ref().map(|key| lang.kin_reads_so(key)));
    lines.push(far.join("; "));
    lines
}

/// Line about an edit: the fault, the text of the record, and the moves read in its place.
fn edit(lang: Lang, emended: &Emended, edit: &Edit, reads: &str) -> String {
    let ply = u64::from(edit.ply);
    let stands = visible(&emended.stands(edit).join(" ")).into_owned();
    let slipped = || slip(lang, edit.ply, &edit.slip, reads);
    match &edit.slip {
        Slip::Misprint(_) => lang.reads_for(ply, reads, &stands),
        Slip::Exchanged(_) | Slip::Crossed => format!("{}: {reads}", slipped()),
        Slip::Extra(_) => format!("{}: {stands}", slipped()),
        Slip::Missing(..) | Slip::MissingPair(_) | Slip::Turn(_) => slipped(),
    }
}

/// Describes a fault at a 1-based ply; `moves` are those that could stand there.
pub(crate) fn slip(lang: Lang, ply: u32, slip: &Slip, moves: &str) -> String {
    let ply = u64::from(ply);
    match slip {
        Slip::Misprint(_) => lang.slip_misprint(ply, moves),
        Slip::Exchanged(distance) => lang.slip_exchanged(ply, ply + u64::from(*distance)),
        Slip::Crossed => lang.slip_crossed(ply, ply + 1),
        Slip::Extra(1) => lang.slip_extra(ply),
        Slip::Extra(count) => lang.slip_extra_pair(ply, ply + u64::from(*count) - 1),
        Slip::Missing(side, _) => lang.slip_missing(ply, &lang.side(*side), moves),
        Slip::MissingPair(_) => lang.slip_missing_pair(ply, moves),
        Slip::Turn(side) => lang.slip_turn(ply, &lang.side(*side)),
    }
}

fn spelled(position: &Position, moves: &[Move], notation: &System) -> String {
    let mut position = position.clone();
    let spelled = moves.iter().map(|&mv| {
        let text = notation.write(mv, &position);
        position.play_unchecked(mv);
        text
    });
    spelled.collect::<Vec<_>>().join(" ")
}

//! Readings for a screen.

use crate::commands::Context;
use crate::commands::render::board;
use crate::messages::Lang;
use xqdb::diagram::Letters;
use xqdb::notation::System;
use xqdb::replay::{Edit, Slip};
use xqdb::search::{BorneOut, Emended};
use xqdb::text::{display_width, visible};
use xqdb::xiangqi::{Move, Position};

/// The best readings have boards.
const WITH_BOARDS: usize = 3;

/// Columns where the screen says nothing.
const WIDTH: usize = 80;

/// Blanks before what is told of a reading.
const INDENT: usize = 4;

/// Blanks before a board and between two: so two fit into eighty columns.
const GAP: usize = 2;

/// A record and its readings, the best first.
pub(super) fn text(context: &Context, emended: &Emended, notation: &System) -> String {
    let lang = context.lang;
    let place = lang.report_witness(&emended.place, emended.record.record);
    let game = emended.game.as_ref().map(|key| lang.report_game(key));
    let mut text = place;
    text.extend(game.map(|game| format!("  {game}")));
    text.push('\n');
    let failed = emended.played.len();
    text += &match emended.tokens.get(failed) {
        Some(token) => lang.stops_at(failed as u64 + 1, token),
        None => lang.leaves_king_in_check(),
    };
    text.push('\n');
    for (number, reading) in (1..).zip(&emended.readings) {
        text += &format!("\n{number:>2}  {}\n", told(lang, emended, reading, notation));
        if number <= WITH_BOARDS {
            text += &boards(context, emended, reading);
        }
    }
    text
}

/// What is read, how far it plays and what bears it out.
fn told(lang: Lang, emended: &Emended, borne: &BorneOut, notation: &System) -> String {
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
    lines.join(&format!("\n{:INDENT$}", ""))
}

/// One edit: what went wrong, what stands there and what is read.
fn edit(lang: Lang, emended: &Emended, edit: &Edit, reads: &str) -> String {
    let ply = u64::from(edit.ply);
    let stands = visible(&emended.stands(edit).join(" ")).into_owned();
    match &edit.slip {
        Slip::Misprint(_) => lang.reads_for(ply, reads, &stands),
        Slip::Exchanged(by) => {
            format!("{}: {reads}", lang.slip_exchanged(ply, ply + u64::from(*by)))
        }
        Slip::Crossed => format!("{}: {reads}", lang.slip_crossed(ply, ply + 1)),
        Slip::Extra(1) => format!("{}: {stands}", lang.slip_extra(ply)),
        Slip::Extra(count) => {
            format!("{}: {stands}", lang.slip_extra_pair(ply, ply + u64::from(*count) - 1))
        }
        Slip::Missing(side, _) => lang.slip_missing(ply, &lang.side(*side), reads),
        Slip::MissingPair(_) => lang.slip_missing_pair(ply, reads),
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

/// The board where the line stops, and that of the reading there or behind its last edit: side by
/// side where there is room.
fn boards(context: &Context, emended: &Emended, BorneOut { reading, .. }: &BorneOut) -> String {
    let lang = context.lang;
    let draw = |moves: &[Move]| {
        let position = emended.start.after(moves);
        let last = moves.last().copied();
        board(&position, Letters::Traditional, last, context.colour)
    };
    let added: isize = reading
        .edits
        .iter()
        .filter(|edit| edit.ply as usize <= emended.played.len())
        .map(|edit| edit.reads.len() as isize - edit.replaced as isize)
        .sum();
    let same = emended.played.len().saturating_add_signed(added).min(reading.moves.len());
    let same = same.max(reading.edited());
    let left = [lang.board_as_it_stands(), draw(&emended.played)].join("\n");
    let right = [lang.board_as_read(), draw(&reading.moves[..same])].join("\n");
    let width = |board: &str| board.lines().map(plain_width).max().unwrap_or(0);
    let room = context.width.unwrap_or(WIDTH);
    let lines: Vec<String> = match 2 * GAP + width(&left) + width(&right) <= room {
        true => beside(&left, &right, width(&left) + GAP),
        false => left.lines().chain([""]).chain(right.lines()).map(str::to_owned).collect(),
    };
    let lines = lines.iter().map(|line| format!("{:GAP$}{line}", "").trim_end().to_owned());
    lines.map(|line| line + "\n").collect()
}

/// Two texts of as many lines, the second from this column on.
fn beside(left: &str, right: &str, column: usize) -> Vec<String> {
    let pairs = left.lines().zip(right.lines());
    pairs
        .map(|(left, right)| {
            let missing = column.saturating_sub(plain_width(left));
            format!("{left}{:missing$}{right}", "")
        })
        .collect()
}

/// Columns that a line takes on the screen, whatever its colours.
fn plain_width(line: &str) -> usize {
    display_width(&line.replace("\x1b[31m", "").replace("\x1b[0m", ""))
}

//! Readings for a screen.

use crate::book;
use crate::commands::Context;
use crate::commands::render::board;
use xqdb::diagram::Letters;
use xqdb::notation::System;
use xqdb::search::{BorneOut, Emended};
use xqdb::text::display_width;
use xqdb::xiangqi::Move;

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
        let told = book::reading(lang, emended, reading, notation);
        text += &format!("\n{number:>2}  {}\n", told.join(&format!("\n{:INDENT$}", "")));
        if number <= WITH_BOARDS {
            text += &boards(context, emended, reading);
        }
    }
    text
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

//! `xqdb emend`: readings of a damaged record, how far each can be played, and the evidence for it.

use super::decisions::add;
use super::one_game::game_of_key;
use super::render::board;
use super::values::{itself, print_parts};
use super::{Context, Status, files, question};
use crate::book;
use crate::cli::EmendArgs;
use anyhow::{anyhow, bail};
use std::ops::ControlFlow;
use xqdb::answers::record_readings;
use xqdb::decision::Decision;
use xqdb::diagram::Letters;
use xqdb::duplicates::not_decided;
use xqdb::notation::System;
use xqdb::search::{Archive, BorneOut, Emended};
use xqdb::store::Testimony;
use xqdb::text::display_width;
use xqdb::xiangqi::Move;

/// Prints readings, or accepts one.
pub(crate) fn emend(context: &Context, args: &EmendArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let notation = context.system(&args.answer.notation)?;
    let archive = question::open(context)?;
    let records = records(context, &archive, &args.record)?;
    if records.is_empty() {
        context.tell_always(&lang.no_such_record(&args.record));
        return Ok(Status::NothingFound);
    }
    let mut damaged: Vec<Emended> = Vec::new();
    for record in &records {
        damaged.extend(archive.emended(record)?.filter(|found| !found.readings.is_empty()));
    }
    let Some(emended) = damaged.first() else {
        context.tell_always(&lang.nothing_to_emend());
        return Ok(Status::NothingFound);
    };
    if let Some(number) = args.accept {
        drop(archive);
        return accept(context, args, &damaged, number);
    }
    let layout = args.answer.layout();
    if layout.is_page() {
        context.print_all(&readings(context, emended, &notation))?;
    } else {
        let whole = emended.to_json();
        let parts = whole["readings"].as_array().map_or(&[][..], Vec::as_slice);
        print_parts(context, layout, record_readings(), &whole, (parts, itself))?;
    }
    context.tell(&lang.readings_found(emended.readings.len() as u64));
    Ok(Status::Success)
}

/// Stores decisions: read the first record, and every other with the same tokens, as its reading
/// `number` (1-based).
fn accept(
    context: &Context,
    args: &EmendArgs,
    damaged: &[Emended],
    number: usize,
) -> anyhow::Result<Status> {
    let lang = context.lang;
    let first = &damaged[0];
    let Some(reading) = number.checked_sub(1).and_then(|at| first.readings.get(at)) else {
        bail!(lang.no_such_reading(number as u64, first.readings.len() as u64));
    };
    let Some(wanted) = first.decisions(reading, damaged) else {
        bail!(lang.turn_cannot_be_decided())
    };
    let (_lock, mut database) = files::open(context)?;
    let when = args.when.clone().map_or_else(|| database.day(), Ok)?;
    let [reason, by] = [&args.reason, &args.by].map(|text| text.as_deref().unwrap_or_default());
    let said = |decision: Decision| Decision::of(decision.what, [reason, by, &when]);
    let wanted: Result<Vec<Decision>, _> = wanted.into_iter().map(said).collect();
    let wanted = wanted.map_err(|fault| anyhow!(lang.decision_fault(&fault)))?;
    let added = not_decided(&database, &wanted)?;
    add(&mut database, &added, lang)?;
    context.tell(&lang.decisions_applied(added.len() as u64));
    Ok(Status::Success)
}

/// Finds the records of a game by the beginning of its key, or the record at `PATH#N`.
fn records(context: &Context, archive: &Archive, wanted: &str) -> anyhow::Result<Vec<Testimony>> {
    let place = wanted.rsplit_once('#').and_then(|(path, number)| {
        number.trim().parse::<u64>().ok().map(|number| (path.trim(), number))
    });
    let Some((path, number)) = place else {
        return Ok(match game_of_key(archive, wanted, context.lang)? {
            Some(game) => archive.snapshot().testimonies(game)?,
            None => Vec::new(),
        });
    };
    let mut sources = Vec::new();
    archive.troubles(Some(path), &mut |trouble| {
        if trouble.record == number {
            sources.push((trouble.source, trouble.place));
        }
        ControlFlow::Continue(())
    })?;
    if let [(_, one), (_, other), ..] = &sources[..] {
        bail!(context.lang.several_records(wanted, &format!("{one}, {other}")));
    }
    let hashes = sources.iter().map(|&(source, _)| archive.snapshot().content_of(source));
    let records = hashes.map(|hash| Ok(Testimony { hash: hash?, record: number }));
    records.collect()
}

/// Number of readings, the best ones, that are shown with boards.
const WITH_BOARDS: usize = 3;

/// Width in columns if stdout is no screen.
const WIDTH: usize = 80;

/// Number of blanks before the lines about a reading.
const INDENT: usize = 4;

/// Number of blanks before a board and between two boards, which then fit into eighty columns.
const GAP: usize = 2;

/// Page for people: a record and its readings, the best first.
fn readings(context: &Context, emended: &Emended, notation: &System) -> String {
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
        let lines = book::reading(lang, emended, reading, notation);
        text += &format!("\n{number:>2}  {}\n", lines.join(&format!("\n{:INDENT$}", "")));
        if number <= WITH_BOARDS {
            text += &boards(context, emended, reading);
        }
    }
    text
}

/// Two boards: where the record stops, and the reading at that ply or after its last edit. They
/// stand side by side if the screen has room.
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

/// Puts two texts side by side, line by line; the second begins in this column.
fn beside(left: &str, right: &str, column: usize) -> Vec<String> {
    let pairs = left.lines().zip(right.lines());
    pairs
        .map(|(left, right)| {
            let missing = column.saturating_sub(plain_width(left));
            format!("{left}{:missing$}{right}", "")
        })
        .collect()
}

/// Width of a line in columns, without its colour codes.
fn plain_width(line: &str) -> usize {
    display_width(&line.replace("\x1b[31m", "").replace("\x1b[0m", ""))
}

//! Damage takes what it touches and nothing else.
//!
//! **Cuts.** Every fixture is cut at every byte. Records that lie wholly before the cut are read as
//! in the sound file. Of the record that is cut, a part is read: its tree is a part of the sound
//! tree, root included, and its comments are beginnings of the sound ones. No other record appears.
//! What cannot be asked for: a token whose last letters are cut off may still be a token, and a
//! start that stands behind the moves may be lost with them.
//!
//! **Other damage.** Bytes are changed, put in and taken out at random places, with fixed seeds. A
//! changed byte inside a move can be another move, which nothing can tell; so of the record it
//! stands in only that is asked which holds for any input (see `crate::common::reading`): no panic, no
//! endless loop, places inside the file, moves that are possible where they stand. In formats that
//! tell their records apart by marks in the text, and in libraries, a record is unchanged when it
//! ends before the one that is damaged, or begins behind the one after it (in PGN and in lists of
//! positions the one after that, see there): a mark that is lost or gained joins or splits
//! neighbours, no more.
//!
//! Both are about one reading of the bytes: format and encoding are those of the sound file.
//! `XQDB_ROUNDS` is the number of damages to each fixture; `XQDB_SEED` chooses others.

use crate::common::mutate::Random;
use crate::common::reading::{Read, Reader};
use crate::common::{fixtures, number};
use std::ops::Range;
use xqdb::replay::{Record, Tree};

/// Formats in which the next record is found whatever stands in the one before.
const SELF_SYNCHRONISING: [&str; 5] = ["pgn", "dhtmlxq", "fen", "uci-list", "wxf"];

/// What may be left of a character, or of the `||` of DhtmlXQ, at the end of a comment.
const HALVES: [char; 2] = [char::REPLACEMENT_CHARACTER, '|'];

/// All of a record but where it stands.
fn content(record: &Record) -> String {
    let game = &record.game;
    let start = game.start.as_ref().map(|start| start.to_fen());
    let nodes: Vec<_> = game.tree.nodes.iter().map(|node| (node.parent, node.mv)).collect();
    format!(
        "{:?} {start:?} {nodes:?} {:?} {:?} {:?} {:?}",
        record.tags, game.tree.comments, game.result, game.outcome, game.warnings
    )
}

/// Whether [`content`] of two records is equal. Long texts are compared without writing them.
fn are_equal(one: &Record, other: &Record) -> bool {
    let nodes = |record: &Record| {
        let nodes = record.game.tree.nodes.iter().map(|node| (node.parent, node.mv));
        nodes.collect::<Vec<_>>()
    };
    let rest = |Record { game, .. }: &Record| {
        let start = game.start.as_ref().map(|start| start.to_fen());
        format!("{start:?} {:?} {:?} {:?}", game.result, game.outcome, game.warnings)
    };
    one.tags == other.tags
        && one.game.tree.comments == other.game.tree.comments
        && nodes(one) == nodes(other)
        && rest(one) == rest(other)
}

/// The moves from the start to every node.
fn lines(tree: &Tree) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for node in &tree.nodes {
        let before = lines.get(node.parent as usize).map_or("", String::as_str);
        lines.push(format!("{before} {}", node.mv));
    }
    lines
}

/// What is wrong with the part of a record that a cut left.
fn invented(part: &Record, sound: &Record) -> Option<String> {
    let (known, found) = (lines(&sound.game.tree), lines(&part.game.tree));
    if let Some(line) = found.iter().find(|line| !known.contains(line)) {
        return Some(format!("the moves{line}"));
    }
    let place = |lines: &[String], node: u32| lines.get(node as usize).cloned().unwrap_or_default();
    for (node, text) in &part.game.tree.comments {
        let is_known = sound.game.tree.comments.iter().any(|(other, whole)| {
            place(&known, *other) == place(&found, *node)
                && whole.starts_with(text.trim_end_matches(HALVES))
        });
        if !is_known {
            return Some(format!("the comment {text}"));
        }
    }
    None
}

#[test]
fn a_cut_loses_nothing_before_it_and_invents_nothing() {
    let mut faults = Vec::new();
    let mut told = 0;
    for fixture in fixtures::all() {
        let bytes = fixture.bytes();
        let reader = Reader::of(&fixture, &bytes);
        let sound = reader.read(&bytes);
        let says_its_end = !reader.format.is_text;
        // Rows of all games stand mixed, and those of a game without some of its rows are refused.
        if reader.format.name == "sql" {
            continue;
        }
        for at in 0..bytes.len() {
            let cut = reader.read(&bytes[..at]);
            let untold = match says_its_end.then(|| is_told(&cut, &sound)).flatten() {
                Some(is_told) => {
                    told += usize::from(is_told);
                    (!is_told).then(|| "nothing says that the game is cut".to_owned())
                }
                None => None,
            };
            let found = fault_of_cut(&cut, &sound, at).into_iter().chain(untold);
            let place = |fault| format!("{} cut at {at}: {fault}", fixture.path.display());
            faults.extend(found.map(place));
        }
    }
    assert!(told > 100, "{told} cuts in main lines");
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults[..faults.len().min(40)].join("\n")
    );
}

/// Whether the record of a file of one game says that the end of its main line is missing; `None`
/// where it is not.
fn is_told(cut: &Read, sound: &Read) -> Option<bool> {
    let ([whole], Some(part)) = (&sound.records[..], cut.records.first()) else { return None };
    let (part, plies) = (&part.game, whole.game.tree.plies);
    let is_told =
        part.outcome.failure().is_some() || !part.warnings.is_empty() || !cut.damage.is_empty();
    (1..plies).contains(&part.tree.plies).then_some(is_told)
}

fn fault_of_cut(cut: &Read, sound: &Read, at: usize) -> Option<String> {
    if cut.records.len() > sound.records.len() {
        return Some("another record".to_owned());
    }
    for (number, whole) in sound.records.iter().enumerate() {
        let is_before = whole.span.end <= at as u64;
        match cut.records.get(number) {
            None if is_before => return Some(format!("record {number} is lost")),
            None => {}
            Some(part) if is_before => {
                // The beginning of what comes next still belongs to it, as an advert at the end of
                // a file does.
                let is_there =
                    part.span.start == whole.span.start && part.span.end >= whole.span.end;
                if !are_equal(part, whole) || !is_there {
                    return Some(format!("record {number} is {}", content(part)));
                }
            }
            Some(part) => {
                if let Some(what) = invented(part, whole) {
                    return Some(format!("record {number}: {what}"));
                }
            }
        }
    }
    None
}

#[test]
fn damage_spares_the_records_around_it() {
    damage(number("XQDB_ROUNDS", 600));
}

#[test]
#[ignore = "long: 20,000 damages to each fixture; XQDB_SEED and XQDB_ROUNDS choose others"]
fn much_damage_spares_the_records_around_it() {
    damage(number("XQDB_ROUNDS", 20_000));
}

fn damage(rounds: u64) {
    let seed = number("XQDB_SEED", 0x5EED);
    let mut random = Random::new(seed);
    for fixture in fixtures::all() {
        let bytes = fixture.bytes();
        let reader = Reader::of(&fixture, &bytes);
        let is_library = fixture.format == "cbl";
        if !is_library && !SELF_SYNCHRONISING.contains(&reader.format.name) {
            continue;
        }
        // Records in plenty, so that there are some before and behind.
        let bytes = if is_library { bytes } else { bytes.repeat(4) };
        let sound = reader.read(&bytes);
        let distance = match reader.format.name {
            "cbl" => 0,
            // The heading of a position stands outside of it; a section of tags without moves is
            // told from the next by a tag that comes again.
            "fen" | "pgn" => 2,
            _ => 1,
        };
        let first = if is_library { sound.records[0].span.start as usize } else { 0 };
        for round in 0..rounds {
            let at = first + random.below(bytes.len() - first);
            // The slots of a library have fixed places: there bytes are changed only.
            let (damaged, hit) = random.damage(&bytes, at, is_library);
            let found = reader.read(&damaged);
            let place =
                format!("{} seed {seed} round {round}, damage at {hit:?}", fixture.path.display());
            spared(&found, &sound, &hit, distance, &place);
        }
    }
}

/// Asserts that the records that are not near `hit` (bytes of the sound file) are found unchanged,
/// in order and at both ends.
fn spared(found: &Read, sound: &Read, hit: &Range<usize>, distance: usize, place: &str) {
    let before = sound.records.iter().take_while(|r| r.span.end <= hit.start as u64).count();
    let behind = sound.records.iter().rev().take_while(|r| r.span.start >= hit.end as u64).count();
    let (before, behind) = (before.saturating_sub(distance), behind.saturating_sub(distance));
    assert!(found.records.len() >= before + behind, "{place}: records are lost");
    for (a, b) in found.records.iter().zip(&sound.records).take(before) {
        assert!(are_equal(a, b), "{place}: {} was {}", content(a), content(b));
    }
    for (a, b) in found.records.iter().rev().zip(sound.records.iter().rev()).take(behind) {
        assert!(are_equal(a, b), "{place}: {} was {}", content(a), content(b));
    }
}

//! Nothing of a text file is lost: every byte belongs to a record, to known filler, or to the
//! report.
//!
//! A line with two moves is put into every fixture of a text format at every line. It must show: as
//! moves, in a comment or a tag, in a warning of its record, or as damage of the file. And the
//! bytes between records hold nothing that looks like a game, unless damage is reported there.

use crate::common::fixtures;
use crate::common::reading::{Read, Reader};

/// Formats whose text is free: anything can stand between what belongs to a record. In the others
/// (XML, JSON, tables) a line of moves is a syntax error or a cell.
const FREE: [&str; 8] =
    ["pgn", "dhtmlxq", "dhjhtmlxq", "wxf", "cn-text", "uci-list", "pgn-cc", "engine-log"];

const MOVES: &str = "77. 炮二平五 马8进7\n";

/// All that was found, without the places where it stands.
fn content(read: &Read) -> String {
    let records = read.records.iter().map(|record| {
        let game = &record.game;
        let nodes: Vec<_> = game.tree.nodes.iter().map(|node| (node.parent, node.mv)).collect();
        let told: Vec<String> = game.warnings.iter().map(ToString::to_string).collect();
        let outcome = game.outcome.failure().map(|failure| &failure.token);
        format!(
            "{:?} {nodes:?} {:?} {told:?} {outcome:?} {:?}",
            record.tags, game.tree.comments, game.damaged
        )
    });
    records.chain(read.damage.iter().cloned()).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_line_of_moves_never_vanishes() {
    let mut faults = Vec::new();
    for fixture in
        fixtures::all().into_iter().filter(|fixture| FREE.contains(&fixture.format.as_str()))
    {
        let bytes = fixture.bytes();
        let reader = Reader::of(&fixture, &bytes);
        let sound = content(&reader.read(&bytes));
        let (encoded, _, _) = match fixture.name().as_str() {
            name if name.contains("gbk") => encoding_rs::GBK.encode(MOVES),
            name if name.contains("big5") => encoding_rs::BIG5.encode(MOVES),
            _ if std::str::from_utf8(&bytes).is_err() => encoding_rs::GBK.encode(MOVES),
            _ => encoding_rs::UTF_8.encode(MOVES),
        };
        let ends =
            bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        for at in std::iter::once(0).chain(ends) {
            let with_line = [&bytes[..at], &encoded, &bytes[at..]].concat();
            if content(&reader.read(&with_line)) == sound {
                faults.push(format!("{} at {at}", fixture.path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{} lines vanish\n{}", faults.len(), faults.join("\n"));
}

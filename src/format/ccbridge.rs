//! CBR: one game of CCBridge 3 (象棋桥). CBL: its libraries, many such records behind one index.
//!
//! # CBR
//!
//! Numbers are little-endian, texts UTF-16LE up to a NUL unit; leftover memory follows the NUL.
//! Byte 19 is the edition: 2 and 3 have the layout below, 1 the older one in the right column (`-`:
//! no such field).
//!
//! | offset | size | meaning | edition 1 |
//! |---|---|---|---|
//! | 0 | 16 | `CCBridge Record` and NUL | 0 |
//! | 16 | 4 | 0, 0, 0, edition | 16 |
//! | 20 | 16 | GUID | 20 |
//! | 52 | 128 | script | - |
//! | 180 | 128 | title | 52 |
//! | 308 | 256 | source | - |
//! | 564 | 64 | source file | - |
//! | 628 | 64 | kind of event | - |
//! | 692 | 64 | event | 564 |
//! | 756 | 64 | round | 628 |
//! | 820 | 32 | group | 692 |
//! | 852 | 32 | table | 724 |
//! | 884 | 64 | date | 756 |
//! | 948 | 64 | place | 820 |
//! | 1012 | 64 | time rule | - |
//! | 1076 | 64 | red, then team (64), time (64), rating (32) | 948, team 1012 |
//! | 1300 | 64 | black, then team (64), time (64), rating (32) | 1172, team 1236 |
//! | 1524 | 64 | referee, recorder, commentator, his mail, creator, his mail: 64 each | remark 1396, creator 1524 |
//! | 1908 | 40 | created | - |
//! | 1972 | 40 | modified | - |
//! | 2040 | 4 | type: 1 game, 2 opening, 3 endgame, 4 composed | 1784 |
//! | 2044 | 32 | property | - |
//! | 2076 | 4 | result: 0 unknown, 1 red, 2 black, 3 draw, 4 several | 1820 |
//! | 2080 | 32 | how it ended | - |
//! | 2112 | 4 | first mover: 1 red, 2 black | 1856 |
//! | 2116 | 2 | number of the first round | 1860 |
//! | 2120 | 90 | board from Black's back rank, Red's left first | 1864 |
//! | 2210 | 4 | not used | 1954 |
//! | 2214 | | moves | 1958 |
//!
//! Pieces are `0x10` (red) or `0x20` (black) + 1 rook, 2 horse, 3 elephant, 4 advisor, 5 king, 6
//! cannon, 7 pawn.
//!
//! A move has four bytes: flags, a hint that readers ignore, from, to. Flags: 1 ends the line, 2
//! announces another move instead of this one after the line, 4 a comment (byte length as u32,
//! UTF-16LE). Squares count like the board; in edition 1 they are `x << 4 | y`. The first entry is
//! the start.
//!
//! Sources: public readers for the names; offsets, codes and flags checked on 421 records; edition
//! 1 on one sample of 15,352 moves, which its CBF twin confirms.
//!
//! # CBL
//!
//! | offset | size | meaning |
//! |---|---|---|
//! | 0 | 16 | `CCBridgeLibrary` and NUL |
//! | 56 | 4 | number of deleted entries |
//! | 60 | 4 | capacity of the index, in entries |
//! | 64 | 512 | name of the library |
//! | 66624 | 276 each | the index |
//! | 66624 + 276 * capacity | 4096 each | slots; a record takes as many in a row as it needs |
//!
//! An entry of the index:
//!
//! | offset | size | meaning |
//! |---|---|---|
//! | 0 | 4 | 0 free, 5 deleted, 7 in use |
//! | 4 | 4 | ordinal |
//! | 8 | 4 | number of slots |
//! | 12 | 4 | length of the record in bytes |
//! | 20 | 80 | GUID as text |
//! | 100 | 128 | title |
//!
//! The slots of all earlier entries, deleted ones included, give the place of a record. Free slots
//! hold leftover memory; they are not searched.
//!
//! Sources: public readers; the layout checked on 8 libraries, in which the slots add up to the end
//! of the file.

use super::binary::{
    BinaryEntry, Cursor, RawMoves, RecordDraft, by_rows, high_x, kind_hint, piece_of_kind, placed,
    raw_move,
};
use super::fields::fields_of;
use super::reason::Reason;
use super::{Fit, Format, Input, Sink};
use crate::text::{Encoding, decode_field};
use crate::xiangqi::{Piece, Side, Square};
use memchr::memmem;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::{ControlFlow, Range};

pub(super) const FORMAT: Format = Format {
    name: "cbr",
    about: "CCBridge game (象棋桥)",
    extensions: &["cbr"],
    sniff: |sample| Fit::Certain.when(sample.head.starts_with(RECORD_MAGIC)),
    read: |input, sink| read_record(input, None, sink),
    ..Format::BINARY
};

pub(super) const LIBRARY: Format = Format {
    name: "cbl",
    about: "CCBridge library (象棋桥)",
    extensions: &["cbl"],
    sniff: |sample| Fit::Certain.when(sample.head.starts_with(LIBRARY_MAGIC)),
    read: read_library,
    ..Format::BINARY
};

const RECORD_MAGIC: &[u8; 16] = b"CCBridge Record\0";
const LIBRARY_MAGIC: &[u8; 16] = b"CCBridgeLibrary\0";

/// Offsets of fields in one edition.
struct Layout {
    /// Name of the edition's texts in `fields.tsv`.
    texts: &'static str,
    kind: usize,
    result: usize,
    first_mover: usize,
    board: usize,
    packed_squares: bool,
}

impl Layout {
    /// Offset of the moves: behind the board and four unused bytes.
    fn moves(&self) -> usize {
        self.board + Square::COUNT + 4
    }
}

const EDITION_1: Layout = Layout {
    texts: "cbr1",
    kind: 1784,
    result: 1820,
    first_mover: 1856,
    board: 1864,
    packed_squares: true,
};

const EDITION_2: Layout = Layout {
    texts: "cbr2",
    kind: 2040,
    result: 2076,
    first_mover: 2112,
    board: 2120,
    packed_squares: false,
};

/// Reads the record that spans the whole input; `collection` is the name of its library, if any.
fn read_record(
    input: &Input<'_>,
    collection: Option<&str>,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let bytes = input.bytes;
    let layout = if bytes.get(19) == Some(&1) { &EDITION_1 } else { &EDITION_2 };
    let mut draft = RecordDraft::new(input, Encoding::Utf16Le);
    if let Some(edition @ (0 | 4..)) = bytes.get(19) {
        draft.warn(Reason::UnknownEdition(*edition));
    }
    draft.texts(bytes, fields_of(layout.texts));
    draft.value("Collection", collection.unwrap_or_default().to_owned());
    let number = |offset| Cursor::from(bytes, offset).u32_le();
    draft.result(layout.result, number(layout.result).unwrap_or(0));
    draft.record.hint = number(layout.kind).and_then(kind_hint);
    let board = bytes
        .get(layout.board..layout.board + Square::COUNT)
        .map(|codes| placed((0..).zip(codes).map(|(index, code)| (by_rows(index), piece(*code)))));
    let side = number(layout.first_mover).and_then(side);
    draft.start(board, side, Reason::FileEndsInBoard);
    let point = if layout.packed_squares { high_x } else { by_rows };
    let mut cursor = Cursor::from(bytes, layout.moves());
    draft.moves(RawMoves::dump(&mut cursor, 0, Encoding::Utf16Le, |cursor| {
        // Other flags never occur: such bytes are no move.
        let [flags @ 0..=7, _, from, to] = cursor.array()? else { return None };
        Some(BinaryEntry {
            mv: raw_move(point, from, to),
            child: flags & 1 == 0,
            sibling: flags & 2 != 0,
            comment: flags & 4 != 0,
        })
    }));
    draft.give(sink)
}

fn side(code: u32) -> Option<Side> {
    match code {
        1 => Some(Side::Red),
        2 => Some(Side::Black),
        _ => None,
    }
}

/// Piece of a board code; None for other codes, which leave the point empty.
fn piece(code: u8) -> Option<Piece> {
    let index = usize::from(code & 0x0F).checked_sub(1)?;
    piece_of_kind(b"RNBAKCP", index, side(u32::from(code >> 4))?)
}

const DELETED: usize = 56;
const INDEX: usize = 66_624;
const INDEX_ENTRY: usize = 276;
const SLOT: usize = 4096;

/// Index entry that is not free.
struct IndexEntry<'a> {
    /// 1-based number in the index.
    number: usize,
    is_deleted: bool,
    /// Offset at which its record should stand.
    at: usize,
    /// Length of its record in bytes; 0 if the slots are too small for the stated length.
    len: usize,
    id: &'a [u8],
}

fn read_library(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let bytes = input.bytes;
    let Some(capacity) = Cursor::from(bytes, 60).u32_le() else {
        sink.damage(input.base, Reason::LibraryEndsInHeader.to_string());
        return ControlFlow::Continue(());
    };
    let damage = &mut Vec::new();
    let entries = entries(bytes, capacity, damage);
    let mut places: Vec<(usize, usize)> = Vec::new();
    let mut lost = Vec::new();
    for entry in entries.iter().filter(|entry| !entry.is_deleted) {
        if id_at(bytes, entry.at).is_some_and(|id| is_of(&id, entry.id)) {
            places.push((entry.at, entry.len));
        } else {
            lost.push(entry);
        }
    }
    if !damage.is_empty() || !lost.is_empty() {
        find_elsewhere(bytes, &entries, &lost, &mut places, damage);
    }
    let name = bytes.get(64..576).map(|name| decode_field(name, Encoding::Utf16Le).text);
    sink.deleted(entries.iter().filter(|entry| entry.is_deleted).count() as u64);
    for (at, len) in places {
        let record = bytes.get(at..).unwrap_or_default();
        let record = &record[..len.min(record.len())];
        let base = input.base + at as u64;
        read_record(&Input { bytes: record, base, ..*input }, name.as_deref(), sink)?;
    }
    for (at, reason) in damage {
        sink.damage(input.base + *at.min(&mut bytes.len()) as u64, reason.to_string());
    }
    ControlFlow::Continue(())
}

/// Reads the index entries that are not free; reports contradictions as damage.
fn entries<'a>(
    bytes: &'a [u8],
    capacity: u32,
    damage: &mut Vec<(usize, Reason)>,
) -> Vec<IndexEntry<'a>> {
    let index = bytes.get(INDEX..).unwrap_or_default().chunks_exact(INDEX_ENTRY);
    if index.len() < capacity as usize {
        damage.push((bytes.len(), Reason::LibraryEndsInIndex(capacity)));
        return Vec::new();
    }
    let mut at = INDEX + INDEX_ENTRY * capacity as usize;
    let mut found = Vec::new();
    for (number, entry) in (1..).zip(index.take(capacity as usize)) {
        let [state, slots, len] =
            [0, 8, 12].map(|at| Cursor::from(entry, at).u32_le().unwrap_or(0) as usize);
        let room = slots.saturating_mul(SLOT);
        let is_deleted = state == 5;
        // Unknown flags count as records, lest one is skipped silently.
        let is_sound = match state {
            0 => slots == 0,
            5 => slots > 0,
            7 => (1..=room).contains(&len),
            _ => false,
        };
        if !is_sound {
            let place = INDEX + INDEX_ENTRY * (number - 1);
            damage.push((place, Reason::EntryContradicts(number)));
        }
        if state != 0 {
            let len = if (1..=room).contains(&len) { len } else { 0 };
            found.push(IndexEntry { number, is_deleted, at, len, id: &entry[ID_TEXT] });
        }
        at = at.saturating_add(room);
    }
    let announced = Cursor::from(bytes, DELETED).u32_le().unwrap_or(0);
    let deleted = found.iter().filter(|entry: &&IndexEntry<'_>| entry.is_deleted).count();
    if deleted != announced as usize {
        damage.push((DELETED, Reason::DeletedCounted { found: deleted, announced }));
    }
    if at != bytes.len() {
        let (due, end) = (at as u64, bytes.len() as u64);
        damage.push((bytes.len(), Reason::LibraryEnd { due, end }));
    }
    found
}

/// Bytes of an index entry that hold the record's GUID as UTF-16 text: `{0E5661AD-...}`.
const ID_TEXT: Range<usize> = 20..20 + 2 * 38;

/// GUID of the record at offset `at`, written as index entries write it.
fn id_at(bytes: &[u8], at: usize) -> Option<Vec<u8>> {
    let record = bytes.get(at..)?;
    let id = record.get(20..36).filter(|_| record.starts_with(RECORD_MAGIC))?;
    let order = [3, 2, 1, 0, 16, 5, 4, 16, 7, 6, 16, 8, 9, 16, 10, 11, 12, 13, 14, 15];
    let digits = order.iter().map(|&byte| id.get(byte).map_or("-".to_owned(), hex));
    let text = format!("{{{}}}", digits.collect::<String>());
    Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect())
}

fn hex(byte: &u8) -> String {
    format!("{byte:02X}")
}

/// Whether an entry names this GUID. Entries of other programs name none and match any.
fn is_of(id: &[u8], entry: &[u8]) -> bool {
    entry.iter().all(|byte| *byte == 0) || entry.eq_ignore_ascii_case(id)
}

/// Finds the records of an index that contradicts the file: each record whose GUID a used entry
/// names, wherever both stand. Reports entries without a record and records without an entry.
fn find_elsewhere(
    bytes: &[u8],
    entries: &[IndexEntry<'_>],
    lost: &[&IndexEntry<'_>],
    places: &mut Vec<(usize, usize)>,
    damage: &mut Vec<(usize, Reason)>,
) {
    let begins: Vec<usize> = memmem::find_iter(bytes, RECORD_MAGIC).collect();
    let head = &bytes[..begins.first().copied().unwrap_or(bytes.len())];
    // A shifted entry is recognised by its GUID; its flag stands before that.
    let ids = memmem::find_iter(head, b"{\0").filter_map(|at| {
        let id = head.get(at..at + ID_TEXT.len())?;
        let flag = at.checked_sub(ID_TEXT.start).and_then(|at| head.get(at..at + 4))?;
        Some((id, flag != [5, 0, 0, 0] && flag != [0; 4]))
    });
    let in_use: FxHashMap<&[u8], bool> = ids.collect();
    let deleted = entries.iter().filter(|entry| entry.is_deleted).map(|entry| entry.at);
    let mut found: FxHashMap<Vec<u8>, usize> =
        places.iter().filter_map(|(at, _)| Some((id_at(bytes, *at)?, *at))).collect();
    let known: FxHashSet<usize> = places.iter().map(|(at, _)| *at).chain(deleted).collect();
    let wanted: FxHashMap<&[u8], usize> = lost.iter().map(|entry| (entry.id, entry.len)).collect();
    for &at in begins.iter().filter(|at| !known.contains(at)) {
        let id = id_at(bytes, at).unwrap_or_default();
        if found.contains_key(&id) || !wanted.contains_key(&*id) {
            damage.push((at, Reason::RecordWithoutEntry));
        }
        if in_use.get(&*id) == Some(&true) && !found.contains_key(&id) {
            places.push((at, wanted.get(&*id).copied().unwrap_or(0)));
            found.insert(id, at);
        }
    }
    damage.extend(lost.iter().map(|entry| match found.get(entry.id) {
        Some(&at) => (at, Reason::RecordElsewhere(entry.number)),
        None => (entry.at, Reason::EntryLeadsNowhere(entry.number)),
    }));
    damage.sort_by_key(|(at, _)| *at);
    places.sort_unstable();
    // A record of unknown length reaches to the next record.
    for place in places.iter_mut().filter(|(_, len)| *len == 0) {
        let next = begins.get(begins.partition_point(|begin| *begin <= place.0));
        place.1 = next.unwrap_or(&bytes.len()) - place.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing::{Keep, keep, keep_one, patched};

    const FILE: &str = "cbl/library.cbl.gz";

    /// Library of the fixtures, five entries: a record of two slots, a deleted one, a record, a
    /// free entry, a record.
    fn library(patches: &[(usize, &[u8])]) -> Keep {
        keep(&LIBRARY, &patched(FILE, patches))
    }

    /// Offset of an entry in the index, and of the first slot of its record.
    fn places(entry: usize) -> (usize, usize) {
        (INDEX + INDEX_ENTRY * entry, INDEX + INDEX_ENTRY * 5 + SLOT * [0, 2, 3, 4, 4][entry])
    }

    #[test]
    fn a_record_without_moves_is_a_heading() {
        let mut bytes = patched("cbr/edition2.cbr", &[]);
        bytes.truncate(EDITION_2.moves());
        bytes.extend([1, 0, 0, 0]);
        let found = keep_one(&FORMAT, &bytes);
        assert_eq!((found.nodes.len(), found.warnings.len()), (0, 0));
    }

    #[test]
    fn records_deleted_and_free_entries() {
        let found = library(&[]);
        assert_eq!((found.records.len(), found.deleted, found.damage.len()), (3, 1, 0));
        // An entry with an unknown flag is a record.
        let found = library(&[(places(1).0, &[9])]);
        assert_eq!((found.records.len(), found.deleted, found.damage.len()), (4, 0, 2));
        // A game that one flipped bit deletes is not counted as deleted.
        let found = library(&[(places(2).0, &[5])]);
        assert_eq!((found.records.len(), found.deleted), (2, 2));
        assert_eq!(found.damage, ["2 entries of the index are deleted, 1 by the header"]);
    }

    #[test]
    fn records_of_every_edition() {
        let game = keep_one(&FORMAT, &patched("cbr/edition2.cbr", &[]));
        for (edition, warnings) in
            [(2, None), (3, None), (9, Some(Reason::UnknownEdition(9).to_string()))]
        {
            let found = keep_one(&FORMAT, &patched("cbr/edition2.cbr", &[(19, &[edition])]));
            assert_eq!((found.moves(), &found.tags), (game.moves(), &game.tags));
            assert_eq!(found.sentences(), Vec::from_iter(warnings));
        }
        let found = library(&[(places(2).1 + 19, &[9])]);
        let warnings: Vec<_> = found.records.iter().flat_map(|record| &record.warnings).collect();
        assert_eq!((found.records.len(), warnings.len()), (3, 1), "{warnings:?}");
    }

    #[test]
    fn an_entry_that_leads_nowhere_is_told() {
        let found = library(&[(places(0).1, b"x")]);
        assert_eq!(found.records.len(), 2);
        assert_eq!(found.damage, ["entry 1 of the index leads to no record"]);
    }

    #[test]
    fn records_are_found_where_the_index_and_the_file_disagree() {
        let sound = library(&[]).records;
        for capacity in [0, 4, u32::MAX] {
            let found = library(&[(60, &capacity.to_le_bytes())]);
            assert_eq!(found.records, sound, "{capacity}");
            assert!(!found.damage.is_empty());
        }
        // In the header, in the index, before the first record, between two records.
        for at in [1_000, places(1).0 + 2, places(0).1, places(2).1] {
            let mut bytes = patched(FILE, &[]);
            bytes.splice(at..at, [0; 4]);
            let found = keep(&LIBRARY, &bytes);
            assert_eq!(found.records, sound, "{at}: {:?}", found.damage);
            assert!(!found.damage.is_empty());
        }
    }
}

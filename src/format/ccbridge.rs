//! CBR: one game of CCBridge 3 (象棋桥); and CBL, its libraries: many such records behind one index.
//!
//! # CBR
//!
//! Numbers are little-endian, texts UTF-16LE up to a NUL unit; what follows the NUL is leftover
//! memory. The byte at offset 19 is the edition: 2 and 3 have the layout below, 1 the older one on
//! the right (`-`: not there).
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
//! A move is four bytes: flags, a hint to be ignored, from, to. Flags: 1 the line ends here, 2
//! another move instead of this one follows after this line, 4 a comment follows (byte length as
//! u32, UTF-16LE). Squares count like the board, in edition 1 they are `x << 4 | y`. The first
//! entry is the start.
//!
//! Sources: public readers for the names; offsets, codes and flags checked on 421 records. For
//! edition 1 there is one sample of 15,352 moves, which its CBF twin confirms.
//!
//! # CBL
//!
//! | offset | size | meaning |
//! |---|---|---|
//! | 0 | 16 | `CCBridgeLibrary` and NUL |
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
//! Where a record stands follows from the slots of all entries before it, deleted ones included.
//! Free slots hold leftover memory and are not searched.
//!
//! Sources: public readers; the layout checked on 8 libraries, where the sum of the slots meets the
//! end of every file.

use super::binary::{
    Cursor, Draft, Entry, Moves, TextField, by_rows, high_x, piece_of_kind, placed, raw_move,
    result_tag,
};
use super::reason::Reason;
use super::{Fit, Format, Input, Sink};
use crate::metadata::Kind;
use crate::text::{Encoding, decode_field};
use crate::xiangqi::{Piece, Side, Square};
use std::ops::ControlFlow;

/// CBR.
pub(super) const FORMAT: Format = Format {
    name: "cbr",
    about: "CCBridge game (象棋桥)",
    extensions: &["cbr"],
    sniff: |sample| Fit::certain_if(sample.head.starts_with(RECORD_MAGIC)),
    read: |input, sink| read_record(input, None, sink),
    ..Format::BINARY
};

/// CBL.
pub(super) const LIBRARY: Format = Format {
    name: "cbl",
    about: "CCBridge library (象棋桥)",
    extensions: &["cbl"],
    sniff: |sample| Fit::certain_if(sample.head.starts_with(LIBRARY_MAGIC)),
    read: read_library,
    ..Format::BINARY
};

const RECORD_MAGIC: &[u8; 16] = b"CCBridge Record\0";
const LIBRARY_MAGIC: &[u8; 16] = b"CCBridgeLibrary\0";

/// Where things stand in one edition.
struct Layout {
    texts: &'static [TextField],
    kind: usize,
    result: usize,
    first_mover: usize,
    board: usize,
    packed_squares: bool,
}

impl Layout {
    /// The moves follow the board and four bytes that say nothing.
    fn moves(&self) -> usize {
        self.board + Square::COUNT + 4
    }
}

const EDITION_1: Layout = Layout {
    texts: &[
        ("Title", 52, 128),
        ("Event", 564, 64),
        ("Round", 628, 64),
        ("Group", 692, 32),
        ("Table", 724, 32),
        ("Date", 756, 64),
        ("Site", 820, 64),
        ("Red", 948, 64),
        ("RedTeam", 1012, 64),
        ("Black", 1172, 64),
        ("BlackTeam", 1236, 64),
        ("Remark", 1396, 64),
        ("Author", 1524, 64),
    ],
    kind: 1784,
    result: 1820,
    first_mover: 1856,
    board: 1864,
    packed_squares: true,
};

const EDITION_2: Layout = Layout {
    texts: &[
        ("Script", 52, 128),
        ("Title", 180, 128),
        ("Source", 308, 256),
        ("SourceFile", 564, 64),
        ("EventType", 628, 64),
        ("Event", 692, 64),
        ("Round", 756, 64),
        ("Group", 820, 32),
        ("Table", 852, 32),
        ("Date", 884, 64),
        ("Site", 948, 64),
        ("TimeControl", 1012, 64),
        ("Red", 1076, 64),
        ("RedTeam", 1140, 64),
        ("RedTime", 1204, 64),
        ("RedElo", 1268, 32),
        ("Black", 1300, 64),
        ("BlackTeam", 1364, 64),
        ("BlackTime", 1428, 64),
        ("BlackElo", 1492, 32),
        ("Referee", 1524, 64),
        ("Recorder", 1588, 64),
        ("Annotator", 1652, 64),
        ("AnnotatorMail", 1716, 64),
        ("Author", 1780, 64),
        ("AuthorMail", 1844, 64),
        ("Created", 1908, 40),
        ("Modified", 1972, 40),
        ("RecordKind", 2044, 32),
        ("Termination", 2080, 32),
    ],
    kind: 2040,
    result: 2076,
    first_mover: 2112,
    board: 2120,
    packed_squares: false,
};

/// Reads the record that is the whole input. `collection` is the name of the library it belongs to.
fn read_record(
    input: &Input<'_>,
    collection: Option<&str>,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let bytes = input.bytes;
    let layout = if bytes.get(19) == Some(&1) { &EDITION_1 } else { &EDITION_2 };
    let mut draft = Draft::new(input, Encoding::Utf16Le);
    if let Some(edition @ (0 | 4..)) = bytes.get(19) {
        draft.warn(Reason::UnknownEdition(*edition));
    }
    draft.texts(bytes, layout.texts);
    draft.value("Collection", collection.unwrap_or_default().to_owned());
    let number = |offset| Cursor::from(bytes, offset).u32_le();
    draft.value("Result", result_tag(number(layout.result).unwrap_or(0)));
    draft.record.hint = number(layout.kind).and_then(kind_hint);
    let board = bytes
        .get(layout.board..layout.board + Square::COUNT)
        .map(|codes| placed((0..).zip(codes).map(|(index, code)| (by_rows(index), piece(*code)))));
    let side = number(layout.first_mover).and_then(side);
    draft.start(board, side, Reason::FileEndsInBoard);
    let point = if layout.packed_squares { high_x } else { by_rows };
    draft.moves(Moves::dump(&mut Cursor::from(bytes, layout.moves()), 0, |cursor| {
        // Other flags have never been seen: what has them is no move.
        let [flags @ 0..=7, _, from, to] = cursor.array()? else { return None };
        Some(Entry {
            mv: raw_move(point, from, to),
            child: flags & 1 == 0,
            sibling: flags & 2 != 0,
            comment: flags & 4 != 0,
        })
    }));
    draft.give(sink)
}

/// The kind that CCBridge means by these numbers, in all its formats.
pub(super) fn kind_hint(kind: u32) -> Option<Kind> {
    match kind {
        1 => Some(Kind::Game),
        2 => Some(Kind::Opening),
        3 => Some(Kind::Endgame),
        4 => Some(Kind::Composed),
        _ => None,
    }
}

fn side(code: u32) -> Option<Side> {
    match code {
        1 => Some(Side::Red),
        2 => Some(Side::Black),
        _ => None,
    }
}

/// The piece of a code on the board; other codes leave their point empty.
fn piece(code: u8) -> Option<Piece> {
    let index = usize::from(code & 0x0F).checked_sub(1)?;
    piece_of_kind(b"RNBAKCP", index, side(u32::from(code >> 4))?)
}

const INDEX: usize = 66_624;
const INDEX_ENTRY: usize = 276;
const SLOT: usize = 4096;

fn read_library(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let bytes = input.bytes;
    let end = input.span().end;
    let Some(capacity) = Cursor::from(bytes, 60).u32_le() else {
        sink.damage(input.base, Reason::LibraryEndsInHeader.to_string());
        return ControlFlow::Continue(());
    };
    let name = bytes.get(64..576).map(|name| decode_field(name, Encoding::Utf16Le).0);
    let index = bytes.get(INDEX..).unwrap_or_default().chunks_exact(INDEX_ENTRY);
    if index.len() < capacity as usize {
        sink.damage(end, Reason::LibraryEndsInIndex(capacity).to_string());
        return ControlFlow::Continue(());
    }
    let mut at = INDEX + INDEX_ENTRY * capacity as usize;
    for (number, entry) in (1..).zip(index.take(capacity as usize)) {
        let [state, slots, len] =
            [0, 8, 12].map(|at| Cursor::from(entry, at).u32_le().unwrap_or(0) as usize);
        let room = slots.saturating_mul(SLOT);
        match state {
            0 => {}
            5 => sink.deleted(1),
            // Other flags are taken for records, so that nothing is passed over in silence.
            _ => {
                let left = bytes.get(at..).unwrap_or_default();
                let len = if (1..=room).contains(&len) { len } else { room };
                let record = &left[..len.min(left.len())];
                let base = input.base + at as u64;
                if record.starts_with(RECORD_MAGIC) {
                    read_record(&Input { bytes: record, base, ..*input }, name.as_deref(), sink)?;
                } else {
                    sink.damage(base.min(end), Reason::EntryLeadsNowhere(number).to_string());
                }
            }
        }
        at = at.saturating_add(room);
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing::{keep, utf16};

    /// A mark of the move stream: flags, from, to (both as the board counts), comment.
    type Mark = (u8, u8, u8, &'static str);

    /// A game of two moves with a variation: h2e2 (h9g7, or b9c7 with a comment), or c3c4.
    const MOVES: [Mark; 5] =
        [(4, 0, 0, "开局"), (2, 70, 67, ""), (3, 7, 24, ""), (5, 1, 20, "正"), (1, 56, 47, "")];

    /// The standard start as CCBridge stores it.
    const BOARD: &str = concat!(
        "212223242524232221",
        "000000000000000000",
        "002600000000002600",
        "270027002700270027",
        "000000000000000000",
        "000000000000000000",
        "170017001700170017",
        "001600000000001600",
        "000000000000000000",
        "111213141514131211",
    );

    /// A record with the texts at these offsets.
    fn record(edition: u8, texts: &[(usize, &str)]) -> Vec<u8> {
        let layout = if edition == 1 { &EDITION_1 } else { &EDITION_2 };
        let mut bytes = vec![0; layout.moves()];
        bytes[..16].copy_from_slice(RECORD_MAGIC);
        bytes[19] = edition;
        for (offset, text) in texts {
            // What follows the NUL is leftover memory.
            let text = [utf16(text), vec![0, 0, 0x41, 0x42]].concat();
            bytes[*offset..*offset + text.len()].copy_from_slice(&text);
        }
        bytes[layout.kind] = 4;
        bytes[layout.result] = 2;
        bytes[layout.first_mover] = 2;
        for (i, pair) in BOARD.as_bytes().chunks(2).enumerate() {
            let code = std::str::from_utf8(pair).unwrap();
            bytes[layout.board + i] = u8::from_str_radix(code, 16).unwrap();
        }
        for (i, (flags, from, to, comment)) in MOVES.into_iter().enumerate() {
            let square = |index: u8| match edition {
                1 => ((index % 9) << 4) | (index / 9),
                _ => index,
            };
            let (from, to) = if i == 0 { (0, 0) } else { (square(from), square(to)) };
            bytes.extend([flags, 0, from, to]);
            if flags & 4 != 0 {
                let comment = utf16(comment);
                bytes.extend((comment.len() as u32).to_le_bytes());
                bytes.extend(comment);
            }
        }
        bytes
    }

    #[test]
    fn both_layouts_read_back() {
        for (edition, texts) in [
            (1, [(52, "陈涛 A"), (948, "胡荣华"), (1172, "B")]),
            (2, [(180, "陈涛 A"), (1076, "胡荣华"), (1300, "B")]),
            (3, [(180, "陈涛 A"), (1076, "胡荣华"), (1300, "B")]),
        ] {
            let found = keep(&FORMAT, &record(edition, &texts)).records.remove(0);
            assert_eq!(found.tags, ["Title=陈涛 A", "Red=胡荣华", "Black=B", "Result=0-1"]);
            let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b";
            assert_eq!(found.start, start, "edition {edition}");
            assert_eq!(found.moves(), "-1:h2e2 0:h9g7 0:b9c7 -1:c3c4", "edition {edition}");
            assert_eq!(found.comments, [(-1, "开局".to_owned()), (2, "正".to_owned())]);
            assert_eq!(found.warnings, []);
        }
    }

    #[test]
    fn a_record_without_moves_is_a_heading() {
        let mut bytes = record(2, &[(180, "第一章")]);
        bytes.truncate(EDITION_2.moves());
        bytes.extend([1, 0, 0, 0]);
        let found = keep(&FORMAT, &bytes).records.remove(0);
        assert_eq!((found.nodes.len(), found.warnings.len()), (0, 0));
    }

    /// Flag and record of every entry; no record leaves its entry free.
    fn library(capacity: u32, entries: &[(u32, Vec<u8>)]) -> Vec<u8> {
        let mut bytes = vec![0; INDEX + INDEX_ENTRY * capacity as usize];
        bytes[..16].copy_from_slice(LIBRARY_MAGIC);
        bytes[60..64].copy_from_slice(&capacity.to_le_bytes());
        let name = utf16("名局");
        bytes[64..64 + name.len()].copy_from_slice(&name);
        for (i, (flag, record)) in entries.iter().enumerate() {
            let slots = record.len().div_ceil(SLOT);
            let entry = INDEX + INDEX_ENTRY * i;
            for (offset, number) in [(0, *flag), (8, slots as u32), (12, record.len() as u32)] {
                bytes[entry + offset..entry + offset + 4].copy_from_slice(&number.to_le_bytes());
            }
            bytes.extend(record);
            // The rest of a slot is leftover memory.
            bytes.resize(bytes.len() + slots * SLOT - record.len(), 0xCC);
        }
        bytes
    }

    fn titled(title: &str) -> Vec<u8> {
        record(2, &[(180, title)])
    }

    #[test]
    fn records_deleted_and_free_entries() {
        let mut long = titled("长");
        long.truncate(2214);
        // A comment that makes the record three slots long.
        long.extend([5, 0, 0, 0]);
        long.extend(8000u32.to_le_bytes());
        long.extend(utf16(&"车".repeat(4000)));
        let entries =
            [(7, long), (5, titled("删")), (0, Vec::new()), (7, titled("后")), (9, titled("异"))];
        let found = keep(&LIBRARY, &library(7, &entries));
        let titles: Vec<&str> =
            found.records.iter().map(|record| record.tags[0].as_str()).collect();
        assert_eq!(titles, ["Title=长", "Title=后", "Title=异"]);
        assert!(found.records.iter().all(|record| record.tags[1] == "Collection=名局"));
        assert_eq!((found.deleted, found.damage), (1, Vec::new()));
    }

    #[test]
    fn records_of_every_edition() {
        let entries =
            [(7, record(1, &[(52, "旧")])), (7, record(3, &[(180, "新")])), (7, record(9, &[]))];
        let found = keep(&LIBRARY, &library(3, &entries));
        let moves: Vec<String> = found.records.iter().map(|record| record.moves()).collect();
        assert_eq!(moves, ["-1:h2e2 0:h9g7 0:b9c7 -1:c3c4"; 3]);
        assert_eq!(found.records[0].tags[0], "Title=旧");
        let warnings: Vec<_> = found.records.iter().flat_map(|record| &record.warnings).collect();
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert!(warnings[0].to_string().starts_with("edition 9 of the record is not known"));
    }

    #[test]
    fn an_entry_that_leads_nowhere_is_told() {
        let found = keep(&LIBRARY, &library(2, &[(7, vec![1; 20]), (7, titled("后"))]));
        assert_eq!(found.records.len(), 1);
        assert_eq!(found.damage, ["entry 1 of the index leads to no record"]);

        let mut bytes = library(1, &[(7, titled("甲"))]);
        bytes[60..64].copy_from_slice(&u32::MAX.to_le_bytes());
        let found = keep(&LIBRARY, &bytes);
        assert_eq!((found.records.len(), found.damage.len()), (0, 1));
    }
}

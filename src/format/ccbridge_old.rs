//! Libraries of CCBridge 1 and 2 (象棋桥), also named `.cbl`.
//!
//! | offset | size | meaning |
//! |---|---|---|
//! | 0 | 8 | `CCBridge` |
//! | 8 | 4 | version, 0x15 is 2.1 |
//! | 12 | 4 | compression: 0 none, 1 to 3 zlib |
//! | 16 | 4 | length of the content |
//! | 20 | | content |
//!
//! The inflated content: texts of the library (name, resource, other, creator, mail), created and
//! modified (19 bytes each), the number of games as u32, the remark, the games. A text is a u32
//! length and as many bytes of GBK. A game:
//!
//! | size | meaning |
//! |---|---|
//! | 4 | size of the game, this number included |
//! | 32 | squares of the pieces: `x + 1` high, `y + 1` low (y from the top), 0 none |
//! | 4 | type: 1 game, 2 opening, 3 endgame, 4 composed |
//! | text | event |
//! | 4 | number of the first round |
//! | text * 7 | title, resource, other, place, date, red, black |
//! | 4 | result: 1 red, 2 black, 3 draw, 4 unknown |
//! | text * 5 | annotator, mail, recorder, mail, remark |
//! | 1 | 1 when Red moves first |
//! | 19 * 2 | created, modified |
//! | 4 | number of moves |
//! | 6 * moves | u16 ply, from and to (`x << 4 \| y`), two bytes of text code |
//! | the rest | one comment a move, each ended by CR LF; `\|\|` is a line break |
//!
//! The moves are a pre-order dump: each follows the latest earlier move whose ply is one less.
//!
//! Sources: descriptions by readers of the format; checked field by field on 4,237 games in 40
//! libraries.

use super::binary::{
    Cursor, PlacedBoard, RawMoves, RecordDraft, SLOTS, from_top, high_x, kind_hint, piece_of_slot,
    placed, raw_move,
};
use super::reason::{FilePart, Reason};
use super::{BytesFrom, Fit, Format, Input, Offsets, RawTree, Sink};
use crate::text::{Encoding, detect_fields};
use crate::xiangqi::Side;
use std::borrow::Cow;
use std::io::Read;
use std::ops::{ControlFlow, Range};

pub(super) const FORMAT: Format = Format {
    name: "cbl-old",
    about: "CCBridge 1 and 2 library (象棋桥)",
    extensions: &["cbl"],
    // A version number whose three high bytes are 0; newer magics continue in letters.
    sniff: |sample| {
        Fit::Certain.when(matches!(sample.head.strip_prefix(MAGIC), Some([_, 0, 0, 0, ..])))
    },
    read,
    ..Format::BINARY
};

const MAGIC: &[u8; 8] = b"CCBridge";
const CONTENT: usize = 20;
/// Highest ratio of inflated to packed size; real libraries reach six.
const MAX_RATIO: usize = 24;
/// Inflated size in bytes that is always allowed, for small libraries.
const ALWAYS: usize = 1 << 20;
/// Longest name of a library in bytes: every record repeats it, and no real one is longer.
const LONGEST_NAME: usize = 512;
/// Bytes of a game without texts and moves: size, board, numbers, empty texts, dates.
const SHORTEST_GAME: usize = 4 + 32 + 4 + 4 + 4 + 7 * 4 + 4 + 5 * 4 + 1 + 2 * STAMP + 4;

fn read(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let base = input.base;
    let mut header = Cursor::from(input.bytes, 12);
    let (Some(compression), Some(declared)) = (header.u32_le(), header.u32_le()) else {
        sink.damage(base, Reason::LibraryEndsInHeader.to_string());
        return ControlFlow::Continue(());
    };
    let file = input.span();
    if compression == 0 {
        let content = header.rest();
        let found = content.len();
        if found != declared as usize {
            let reason = match found < declared as usize {
                true => Reason::ContentCut { found, declared },
                false => Reason::ContentSize { found, declared: declared as usize },
            };
            sink.damage(file.end, reason.to_string());
        }
        let place = Location { span: None, offsets: &BytesFrom(base + CONTENT as u64) };
        return read_content(content, input.encoding, &place, sink);
    }
    let (content, problem) = inflate(header.rest(), declared as usize);
    if let Some(problem) = problem {
        sink.damage(base + CONTENT as u64, problem.to_string());
    }
    let place = Location { span: Some(file), offsets: &Packed(base + CONTENT as u64) };
    read_content(&content, input.encoding, &place, sink)
}

/// Inflates `packed` as far as the stream is sound and the size plausible.
fn inflate(packed: &[u8], declared: usize) -> (Vec<u8>, Option<Reason>) {
    let most = packed.len().saturating_mul(MAX_RATIO).max(ALWAYS);
    let mut content = Vec::with_capacity(declared.min(packed.len().saturating_mul(4)));
    let mut decoder = flate2::read::ZlibDecoder::new(packed).take(most as u64);
    let problem = match decoder.read_to_end(&mut content) {
        Err(error) => Some(Reason::ContentDamaged(error.to_string())),
        Ok(found) if found != declared => Some(Reason::ContentSize { found, declared }),
        Ok(_) => {
            let behind = &packed[decoder.get_ref().total_in() as usize..];
            let has_more = behind.iter().any(|byte| *byte != 0);
            has_more.then_some(Reason::BytesBehindGames(behind.len()))
        }
    };
    (content, problem)
}

/// Place of records in the file.
struct Location<'a> {
    /// Span of every record if the content is compressed; otherwise None.
    span: Option<Range<u64>>,
    offsets: &'a dyn Offsets,
}

/// Maps every offset inside compressed content to the start of that content.
#[derive(Debug)]
struct Packed(u64);

impl Offsets for Packed {
    fn source(&self, _: u32) -> u64 {
        self.0
    }
}

fn read_content(
    content: &[u8],
    encoding: Option<Encoding>,
    place: &Location<'_>,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let mut cursor = Cursor::new(content);
    let Some((name, count)) = library(&mut cursor) else {
        sink.damage(place.offsets.source(0), Reason::ContentEndsInHeader.to_string());
        return ControlFlow::Continue(());
    };
    if name.len() > LONGEST_NAME {
        sink.damage(place.offsets.source(0), Reason::LibraryNameCut.to_string());
    }
    let name = &name[..name.len().min(LONGEST_NAME)];
    let encoding = encoding.unwrap_or_else(|| {
        let mut texts = vec![name];
        let mut cursor = cursor.clone();
        while let Some((_, game)) = next_game(&mut cursor) {
            texts.extend(Game::read(game, 0).texts.iter().map(|(_, text)| *text));
        }
        detect_fields(&texts)
    });
    for read in 0..count {
        let Some((at, game)) = next_game(&mut cursor) else {
            let at = place.offsets.source(cursor.offset() as u32);
            sink.damage(at, Reason::ContentEndsAfter { read, count }.to_string());
            return ControlFlow::Continue(());
        };
        let span = place.span.clone().unwrap_or_else(|| {
            let start = place.offsets.source(at as u32);
            start..start + game.len() as u64
        });
        let draft = RecordDraft::at(span, encoding, place.offsets);
        Game::read(game, at).give(draft, name, sink)?;
    }
    if cursor.left() > 0 {
        let at = place.offsets.source(cursor.offset() as u32);
        sink.damage(at, Reason::BytesBehindGames(cursor.left()).to_string());
    }
    ControlFlow::Continue(())
}

/// Reads the header of the content: the library's name and its number of games.
fn library<'a>(cursor: &mut Cursor<'a>) -> Option<(&'a [u8], u32)> {
    let name = cursor.long_text()?;
    for _resource_other_creator_mail in 0..4 {
        cursor.long_text()?;
    }
    cursor.skip(2 * STAMP)?;
    let count = cursor.u32_le()?;
    let _remark = cursor.long_text()?;
    Some((name, count))
}

/// Length of a date and time as text.
const STAMP: usize = 19;

/// Offset of the next game in the content, and its bytes, up to the end of the content.
fn next_game<'a>(cursor: &mut Cursor<'a>) -> Option<(usize, &'a [u8])> {
    let at = cursor.offset();
    let size = cursor.clone().u32_le()? as usize;
    // After a wrong size, the start of the next game is unknown.
    if size < SHORTEST_GAME {
        return None;
    }
    Some((at, cursor.take(size.min(cursor.left()))?))
}

/// A game, as far as its bytes reach.
#[derive(Default)]
struct Game<'a> {
    start: Option<PlacedBoard>,
    red_first: Option<u8>,
    kind: u32,
    result: u32,
    texts: Vec<(&'static str, &'a [u8])>,
    /// Offsets count from the start of the content.
    moves: RawMoves<'a>,
}

impl<'a> Game<'a> {
    /// Reads a game from its bytes, size included; `at` is its offset in the content.
    fn read(bytes: &'a [u8], at: usize) -> Game<'a> {
        let mut game = Game::default();
        let mut cursor = Cursor::from(bytes, 4);
        if game.fill(&mut cursor, at).is_none() {
            game.moves.broken = Some((at + cursor.offset(), FilePart::Game));
        }
        game
    }

    fn fill(&mut self, cursor: &mut Cursor<'a>, at: usize) -> Option<()> {
        self.start = Some(board(&cursor.array::<32>()?));
        self.kind = cursor.u32_le()?;
        self.texts(&["Event"], cursor)?;
        let _first_round = cursor.u32_le()?;
        self.texts(&["Title", "Source", "Other", "Site", "Date", "Red", "Black"], cursor)?;
        self.result = cursor.u32_le()?;
        self.texts(&["Annotator", "AnnotatorMail", "Author", "AuthorMail", "Remark"], cursor)?;
        self.red_first = Some(cursor.u8()?);
        for name in ["Created", "Modified"] {
            self.texts.push((name, cursor.take(STAMP)?));
        }
        let count = cursor.u32_le()?;
        self.moves(count, cursor, at)?;
        for node in 0..self.moves.nodes.len() as u32 {
            let len = memchr::memmem::find(cursor.rest(), b"\r\n")?;
            self.moves.comment(node, cursor.take(len)?);
            cursor.skip(2)?;
        }
        self.moves.surplus = cursor.left();
        Some(())
    }

    fn texts(&mut self, names: &[&'static str], cursor: &mut Cursor<'a>) -> Option<()> {
        for name in names {
            let text = cursor.long_text()?;
            self.texts.extend((!text.is_empty()).then_some((*name, text)));
        }
        Some(())
    }

    fn moves(&mut self, count: u32, cursor: &mut Cursor<'a>, at: usize) -> Option<()> {
        // The current line: the latest move of each ply.
        let mut line: Vec<u32> = Vec::new();
        for _ in 0..count {
            let mut entry = cursor.clone();
            let ply = usize::from(entry.u16_le()?);
            let [from, to, _, _] = entry.array()?;
            let before = ply.checked_sub(1).filter(|before| *before <= line.len())?;
            line.truncate(before);
            let parent = line.last().copied().unwrap_or(RawTree::ROOT);
            let mv = raw_move(high_x, from, to);
            line.push(self.moves.push_after(parent, at + cursor.offset(), mv));
            *cursor = entry;
        }
        Some(())
    }

    fn give(
        self,
        mut draft: RecordDraft<'_>,
        collection: &[u8],
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        for (name, text) in self.texts {
            let text = draft.comment(text).unwrap_or_default();
            draft.value(name, with_line_breaks(text));
        }
        draft.text("Collection", collection, false);
        draft.result(0, self.result);
        draft.record.hint = kind_hint(self.kind);
        let side = self.red_first.map(|flag| if flag == 0 { Side::Black } else { Side::Red });
        draft.start(self.start, side, Reason::GameEndsInBoard);
        draft.moves(self.moves);
        for (_, text) in &mut draft.record.tree.comments {
            *text = with_line_breaks(std::mem::take(text));
        }
        draft.give(sink)
    }
}

/// Replaces the file's sign for a line break by line breaks.
fn with_line_breaks<'a>(text: Cow<'a, str>) -> Cow<'a, str> {
    if text.contains("||") { text.replace("||", "\n").trim().to_owned().into() } else { text }
}

fn board(squares: &[u8; 32]) -> PlacedBoard {
    placed(squares.iter().enumerate().map(|(slot, byte)| {
        let (x, y) = ((byte >> 4).checked_sub(1), (byte & 0x0F).checked_sub(1));
        let square = x.zip(y).and_then(|(x, y)| from_top(x, y));
        (square, piece_of_slot(SLOTS, slot))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Warning;
    use crate::format::testing::{fixture, keep, patched};
    use std::io::Write as _;

    const PLAIN: &str = "cbl-old/plain.cbl";
    /// Offset of the first game.
    const GAME: usize = 102;

    fn packed(content: &[u8]) -> Vec<u8> {
        let head = [&b"CCBridge\x15\0\0\0\x01\0\0\0"[..], &(content.len() as u32).to_le_bytes()];
        let mut encoder =
            flate2::write::ZlibEncoder::new(head.concat(), flate2::Compression::default());
        encoder.write_all(content).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn every_compression_is_read() {
        let plain = fixture(PLAIN);
        let mut bytes = packed(&plain[CONTENT..]);
        for compression in [1, 3] {
            bytes[12] = compression;
            assert_eq!(keep(&FORMAT, &bytes).records, keep(&FORMAT, &plain).records);
        }
    }

    #[test]
    fn a_ply_without_the_one_before_ends_the_game() {
        let bytes = fixture(PLAIN);
        // The second move: ply 2, h9g7.
        let second = memchr::memmem::find(&bytes, b"\x02\0\x70\x62").expect("the second move");
        let found = keep(&FORMAT, &patched(PLAIN, &[(second, &[3])]));
        assert_eq!(found.records[0].moves(), "-1:h2e2");
        assert!(matches!(found.records[0].warnings[..], [Warning::Truncated { .. }]));
        assert_eq!(found.records[1].nodes.len(), 3, "the next game is found by the size");
    }

    #[test]
    fn a_false_length_is_not_believed() {
        let found = keep(&FORMAT, &patched("cbl-old/packed.cbl", &[(16, &[0xFF; 4])]));
        assert_eq!((found.records.len(), found.damage.len()), (2, 1));
        let bomb = packed(&vec![0; 64 << 20]);
        let (inflated, problem) = inflate(&bomb[CONTENT..], u32::MAX as usize);
        assert!(
            bomb.len() > 40_000 && inflated.len() <= bomb.len() * MAX_RATIO && problem.is_some()
        );
    }

    #[test]
    fn bytes_behind_the_packed_content_are_reported() {
        let packed = fixture("cbl-old/packed.cbl");
        for (behind, reports) in [(&b"\0\0"[..], 0), (b"\0x", 1)] {
            let found = keep(&FORMAT, &[&packed, behind].concat());
            assert_eq!((found.records.len(), found.damage.len()), (2, reports), "{behind:?}");
        }
    }

    #[test]
    fn the_name_of_a_library_is_not_multiplied() {
        // Every record repeats the name; without a limit, a file would yield n names of length n.
        let bytes = fixture(PLAIN);
        let name = 4 + u32::from_le_bytes([bytes[20], bytes[21], bytes[22], bytes[23]]) as usize;
        let long = "name ".repeat(2_000);
        let mut content = (long.len() as u32).to_le_bytes().to_vec();
        content.extend(long.as_bytes());
        content.extend(&bytes[CONTENT + name..]);
        // The count is one game too high.
        let count = content.len() - (bytes.len() - GAME) - 8;
        assert_eq!(content[count], 2);
        content[count] = 3;
        content.extend([5, 0, 0, 0, 0]);
        let found = keep(&FORMAT, &packed(&content));
        let damage = ["the name of the library is cut", "the content ends after 2 of 3 games"];
        assert_eq!(found.damage, damage, "what is shorter than any game is none");
        let longest = found.records.iter().flat_map(|record| &record.tags).map(String::len).max();
        assert!(found.records.len() == 2 && longest < Some(1000), "{longest:?}");
    }
}

//! The library of CCBridge 1 and 2 (象棋桥), also named `.cbl`.
//!
//! | offset | size | meaning |
//! |---|---|---|
//! | 0 | 8 | `CCBridge` |
//! | 8 | 4 | version, 0x15 is 2.1 |
//! | 12 | 4 | compression: 0 none, 1 to 3 zlib |
//! | 16 | 4 | length of the content |
//! | 20 | | content |
//!
//! The content, after inflating: texts of the library (name, resource, other, creator, mail),
//! created and modified (19 bytes each), a u32 number of games, the remark, the games. A text is a
//! u32 length and as many bytes of GBK. A game:
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
//! The moves are a pre-order dump: each hangs on the latest move before it whose ply is one less.
//!
//! Sources: descriptions by readers of the format; checked field by field on 4,237 games in 40
//! libraries.

use super::cursor::Cursor;
use super::fields::{Fields, Placing, from_top, raw_move, result_tag, slot_piece};
use super::{
    BytesFrom, Fit, Format, Input, Offsets, RawRecord, RawStart, RawTree, Sample, Sink, cbr,
};
use crate::text::{Encoding, detect_fields};
use crate::xiangqi::{Side, Square};
use std::borrow::Cow;
use std::io::Read;
use std::ops::{ControlFlow, Range};

/// The row of the table of formats.
pub(super) const FORMAT: Format = Format {
    name: "cbl-old",
    about: "CCBridge 1 and 2 library (象棋桥)",
    extensions: &["cbl"],
    is_text: false,
    sniff,
    read,
    boundary: None,
};

const MAGIC: &[u8; 8] = b"CCBridge";
const CONTENT: usize = 20;
/// Real libraries inflate to six times their size ...
const MAX_RATIO: usize = 24;
/// ... and small ones to this much at most.
const ALWAYS: usize = 1 << 20;
/// Every record has the name of its library, so it must not be longer than any real one.
const LONGEST_NAME: usize = 512;
/// What a game takes without texts and moves: its size, board, numbers, empty texts, dates.
const SHORTEST_GAME: usize = 4 + 32 + 4 + 4 + 4 + 7 * 4 + 4 + 5 * 4 + 1 + 2 * STAMP + 4;

fn sniff(sample: &Sample<'_>) -> Fit {
    match sample.head.strip_prefix(MAGIC) {
        // A version number with three high bytes of zero; the newer magics go on in letters.
        Some([_, 0, 0, 0, ..]) => Fit::Certain,
        _ => Fit::No,
    }
}

fn read(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let base = input.base;
    let mut header = Cursor::from(input.bytes, 12);
    let (Some(compression), Some(declared)) = (header.u32_le(), header.u32_le()) else {
        sink.damage(base, "the library ends inside its header".to_owned());
        return ControlFlow::Continue(());
    };
    let file = base..base + input.bytes.len() as u64;
    if compression == 0 {
        let content = header.rest();
        if content.len() < declared as usize {
            sink.damage(file.end, format!("the content has {} of {declared} bytes", content.len()));
        }
        let place = Location { span: None, offsets: &BytesFrom(base + CONTENT as u64) };
        return read_content(content, input.encoding, &place, sink);
    }
    let (content, problem) = inflate(header.rest(), declared as usize);
    if let Some(problem) = problem {
        sink.damage(base + CONTENT as u64, problem);
    }
    let place = Location { span: Some(file), offsets: &Packed(base + CONTENT as u64) };
    read_content(&content, input.encoding, &place, sink)
}

/// Inflates as far as the stream is sound and its size believable.
fn inflate(packed: &[u8], declared: usize) -> (Vec<u8>, Option<String>) {
    let most = packed.len().saturating_mul(MAX_RATIO).max(ALWAYS);
    let mut content = Vec::with_capacity(declared.min(packed.len().saturating_mul(4)));
    let mut decoder = flate2::read::ZlibDecoder::new(packed).take(most as u64);
    let problem = match decoder.read_to_end(&mut content) {
        Err(error) => Some(format!("the compressed content is damaged: {error}")),
        Ok(_) if content.len() != declared => {
            Some(format!("the content has {} instead of {declared} bytes", content.len()))
        }
        Ok(_) => None,
    };
    (content, problem)
}

/// Where records stand in the file.
struct Location<'a> {
    /// The same for all when the content is compressed.
    span: Option<Range<u64>>,
    offsets: &'a dyn Offsets,
}

/// Everything inside the compressed content stands where the content begins.
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
        sink.damage(place.offsets.source(0), "the content ends inside its header".to_owned());
        return ControlFlow::Continue(());
    };
    if name.len() > LONGEST_NAME {
        sink.damage(place.offsets.source(0), "the name of the library is cut".to_owned());
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
    for number in 0..count {
        let Some((at, game)) = next_game(&mut cursor) else {
            let at = place.offsets.source(cursor.offset() as u32);
            sink.damage(at, format!("the content ends after {number} of {count} games"));
            break;
        };
        let span = place.span.clone().unwrap_or_else(|| {
            let start = place.offsets.source(at as u32);
            start..start + game.len() as u64
        });
        let game = Game::read(game, at);
        sink.record(game.into_record(name, encoding, span, place.offsets))?;
    }
    ControlFlow::Continue(())
}

/// Reads what stands before the games: the name of the library and the number of games.
fn library<'a>(cursor: &mut Cursor<'a>) -> Option<(&'a [u8], u32)> {
    let name = text(cursor)?;
    for _resource_other_creator_mail in 0..4 {
        text(cursor)?;
    }
    cursor.skip(2 * STAMP)?;
    let count = cursor.u32_le()?;
    let _remark = text(cursor)?;
    Some((name, count))
}

/// A date and time as text.
const STAMP: usize = 19;

fn text<'a>(cursor: &mut Cursor<'a>) -> Option<&'a [u8]> {
    let len = cursor.u32_le()?;
    cursor.take(len as usize)
}

/// The next game's offset in the content and its bytes, as many as are left of them.
fn next_game<'a>(cursor: &mut Cursor<'a>) -> Option<(usize, &'a [u8])> {
    let at = cursor.offset();
    let size = cursor.clone().u32_le()? as usize;
    // Nothing tells where the next game begins when a size is wrong.
    if size < SHORTEST_GAME {
        return None;
    }
    Some((at, cursor.take(size.min(cursor.left()))?))
}

/// A game as far as its bytes go.
#[derive(Default)]
struct Game<'a> {
    start: Option<Placing>,
    red_first: Option<u8>,
    kind: u32,
    result: u32,
    texts: Vec<(&'static str, &'a [u8])>,
    tree: RawTree<'static>,
    comments: Vec<(u32, &'a [u8])>,
    /// Offset in the content where the game breaks off.
    broken: Option<usize>,
}

impl<'a> Game<'a> {
    /// Reads the bytes of a game, its size included, that stand at offset `at` of the content.
    fn read(bytes: &'a [u8], at: usize) -> Game<'a> {
        let mut game = Game::default();
        let mut cursor = Cursor::from(bytes, 4);
        if game.fill(&mut cursor, at).is_none() {
            game.broken = Some(at + cursor.offset());
        }
        game
    }

    fn fill(&mut self, cursor: &mut Cursor<'a>, at: usize) -> Option<()> {
        self.start = Some(board(&cursor.array::<32>()?));
        self.kind = cursor.u32_le()?;
        self.text("Event", cursor)?;
        let _first_round = cursor.u32_le()?;
        for name in ["Title", "Source", "Other", "Site", "Date", "Red", "Black"] {
            self.text(name, cursor)?;
        }
        self.result = cursor.u32_le()?;
        for name in ["Annotator", "AnnotatorMail", "Author", "AuthorMail", "Remark"] {
            self.text(name, cursor)?;
        }
        self.red_first = Some(cursor.u8()?);
        for name in ["Created", "Modified"] {
            self.texts.push((name, cursor.take(STAMP)?));
        }
        let count = cursor.u32_le()?;
        self.moves(count, cursor, at)?;
        self.comments(cursor)
    }

    fn text(&mut self, name: &'static str, cursor: &mut Cursor<'a>) -> Option<()> {
        let text = text(cursor)?;
        if !text.is_empty() {
            self.texts.push((name, text));
        }
        Some(())
    }

    fn moves(&mut self, count: u32, cursor: &mut Cursor<'a>, at: usize) -> Option<()> {
        // The current line: the latest move of every ply.
        let mut line: Vec<u32> = Vec::new();
        for _ in 0..count {
            let mut entry = cursor.clone();
            let ply = usize::from(entry.u16_le()?);
            let [from, to, _, _] = entry.array()?;
            let before = ply.checked_sub(1).filter(|before| *before <= line.len())?;
            line.truncate(before);
            let parent = line.last().copied().unwrap_or(RawTree::ROOT);
            let mv = raw_move(square(from), square(to), (from, to));
            line.push(self.tree.push(parent, (at + cursor.offset()) as u32, mv));
            *cursor = entry;
        }
        Some(())
    }

    fn comments(&mut self, cursor: &mut Cursor<'a>) -> Option<()> {
        for node in 0..self.tree.nodes.len() as u32 {
            let comment = cursor.take(memchr::memmem::find(cursor.rest(), b"\r\n")?)?;
            cursor.skip(2)?;
            if !comment.is_empty() {
                self.comments.push((node, comment));
            }
        }
        Some(())
    }

    fn into_record<'o>(
        self,
        collection: &[u8],
        encoding: Encoding,
        span: Range<u64>,
        offsets: &'o dyn Offsets,
    ) -> RawRecord<'o> {
        let mut fields = Fields::new(encoding);
        for (name, text) in self.texts {
            let text = fields.comment(text).unwrap_or_default();
            fields.value(name, broken_lines(text));
        }
        fields.text("Collection", collection, false);
        fields.value("Result", result_tag(self.result));
        let start = match self.start {
            Some(placing) => {
                fields.clashes(&placing);
                let side =
                    self.red_first.map(|flag| if flag == 0 { Side::Black } else { Side::Red });
                RawStart::Board(Box::new(placing.board), side)
            }
            None => RawStart::Unreadable("the game ends inside its board".to_owned()),
        };
        if let Some(at) = self.broken {
            fields.broken(offsets.source(at as u32), "a game");
        }
        let comments = fields.comments(&self.comments);
        let comments = comments.into_iter().map(|(node, text)| (node, broken_lines(text)));
        let comments = comments.collect();
        let (tags, warnings) = fields.finish();
        RawRecord {
            tags,
            start,
            tree: RawTree { nodes: self.tree.nodes, comments },
            hint: cbr::kind_hint(self.kind),
            warnings,
            ..RawRecord::new(span, encoding, offsets)
        }
    }
}

/// Puts line breaks where the file has its sign for them.
fn broken_lines(text: Cow<'static, str>) -> Cow<'static, str> {
    if text.contains("||") { text.replace("||", "\n").trim().to_owned().into() } else { text }
}

fn board(squares: &[u8; 32]) -> Placing {
    let mut placing = Placing::new();
    for (slot, byte) in squares.iter().enumerate() {
        let x = (byte >> 4).checked_sub(1);
        let y = (byte & 0x0F).checked_sub(1);
        if let Some(square) = x.zip(y).and_then(|(x, y)| from_top(x, y)) {
            placing.put(square, slot_piece(slot));
        }
    }
    placing
}

/// The point of a move's byte.
fn square(byte: u8) -> Option<Square> {
    from_top(byte >> 4, byte & 0x0F)
}

#[cfg(test)]
mod tests;

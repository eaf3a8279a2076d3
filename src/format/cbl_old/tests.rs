//! Libraries are written here by hand, plain and compressed.

use super::*;
use crate::format::Warning;
use crate::format::testing::{attack, gbk, keep};
use std::io::Write;

/// Writes the content of a library.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn number(&mut self, number: u32) -> &mut Bytes {
        self.0.extend(number.to_le_bytes());
        self
    }

    fn text(&mut self, text: &str) -> &mut Bytes {
        let text = gbk(text);
        self.number(text.len() as u32);
        self.0.extend(text);
        self
    }

    fn stamps(&mut self) -> &mut Bytes {
        self.0.extend(b"2001-2-18 12:30:16 2001-2-18 12:30:16 ");
        self
    }
}

/// The standard start, and a move as its file stores it.
const START: [u8; 32] = *b"\x1a\x2a\x3a\x4a\x5a\x6a\x7a\x8a\x9a\x28\x88\x17\x37\x57\x77\x97\
    \x11\x21\x31\x41\x51\x61\x71\x81\x91\x23\x83\x14\x34\x54\x74\x94";

/// Ply, from, to, comment.
type Entry = (u16, u8, u8, &'static str);

/// h2e2 (h9g7, or b9c7), or c3c4.
const MOVES: [Entry; 4] =
    [(1, 0x77, 0x47, ""), (2, 0x70, 0x62, ""), (2, 0x10, 0x22, "正||着"), (1, 0x26, 0x25, "")];

fn game(moves: &[Entry]) -> Vec<u8> {
    let mut body = Bytes::default();
    body.0.extend(START);
    body.number(1).text("锦标赛").number(1);
    for text in ["第一局", "", "", "广州", "1962年", "胡荣华", "杨官璘"] {
        body.text(text);
    }
    body.number(3);
    for text in ["", "", "录者", "", "||说明"] {
        body.text(text);
    }
    body.0.push(0);
    body.stamps().number(moves.len() as u32);
    for (ply, from, to, _) in moves {
        body.0.extend(ply.to_le_bytes());
        body.0.extend([*from, *to, 0x51, 0x24]);
    }
    for (.., comment) in moves {
        body.0.extend(gbk(comment));
        body.0.extend(b"\r\n");
    }
    let mut game = Bytes::default();
    game.number(body.0.len() as u32 + 4);
    game.0.extend(body.0);
    game.0
}

fn content(games: &[Vec<u8>]) -> Vec<u8> {
    let mut content = Bytes::default();
    content.text("名局").text("").text("").text("作者").text("");
    content.stamps().number(games.len() as u32).text("");
    content.0.extend(games.concat());
    content.0
}

fn file(content: &[u8], compression: u32) -> Vec<u8> {
    let mut bytes = b"CCBridge\x15\0\0\0".to_vec();
    bytes.extend(compression.to_le_bytes());
    bytes.extend((content.len() as u32).to_le_bytes());
    if compression == 0 {
        bytes.extend(content);
        return bytes;
    }
    let mut encoder = flate2::write::ZlibEncoder::new(bytes, flate2::Compression::default());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn games_read_back() {
    for compression in [0, 1, 3] {
        let found = keep(&FORMAT, &file(&content(&[game(&MOVES), game(&[])]), compression));
        assert_eq!((found.records.len(), found.damage.len()), (2, 0));
        let first = &found.records[0];
        assert_eq!(
            first.tags,
            [
                "Event=锦标赛",
                "Title=第一局",
                "Site=广州",
                "Date=1962年",
                "Red=胡荣华",
                "Black=杨官璘",
                "Author=录者",
                "Remark=说明",
                "Created=2001-2-18 12:30:16",
                "Modified=2001-2-18 12:30:16",
                "Collection=名局",
                "Result=1/2-1/2",
            ]
        );
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b";
        assert_eq!(first.start, start);
        assert_eq!(first.moves(), "-1:h2e2 0:h9g7 0:b9c7 -1:c3c4");
        assert_eq!(first.comments, [(2, "正\n着".to_owned())]);
    }
}

#[test]
fn a_ply_without_the_one_before_ends_the_game() {
    let games = [game(&[(1, 0x77, 0x47, ""), (3, 0x70, 0x62, "")]), game(&MOVES)];
    let found = keep(&FORMAT, &file(&content(&games), 0));
    assert_eq!(found.records[0].moves(), "-1:h2e2");
    assert!(matches!(found.records[0].warnings[..], [Warning::Truncated { .. }]));
    assert_eq!(found.records[1].nodes.len(), 4, "the next game is found by the size");
}

#[test]
fn a_false_length_is_not_believed() {
    let mut bytes = file(&content(&[game(&MOVES)]), 1);
    bytes[16..20].copy_from_slice(&u32::MAX.to_le_bytes());
    let found = keep(&FORMAT, &bytes);
    assert_eq!((found.records.len(), found.damage.len()), (1, 1));

    let bomb = file(&vec![0; 64 << 20], 1);
    let (inflated, problem) = inflate(&bomb[CONTENT..], u32::MAX as usize);
    assert!(bomb.len() > 40_000 && inflated.len() <= bomb.len() * MAX_RATIO && problem.is_some());
}

#[test]
fn the_name_of_a_library_is_not_multiplied() {
    // Every record has it, and without a limit a file would hold n names of length n.
    let mut content = Bytes::default();
    content.text(&"名".repeat(10_000)).text("").text("").text("").text("");
    content.stamps().number(3).text("");
    content.0.extend([game(&MOVES), game(&[])].concat());
    content.number(5).0.push(0);
    let found = keep(&FORMAT, &file(&content.0, 0));
    let told = ["the name of the library is cut", "the content ends after 2 of 3 games"];
    assert_eq!(found.damage, told, "what is shorter than any game is none");
    let longest = found.records.iter().flat_map(|record| &record.tags).map(String::len).max();
    assert!(found.records.len() == 2 && longest < Some(1000), "{longest:?}");
}

#[test]
fn damage_is_survived_and_told() {
    for compression in [0, 1] {
        attack(&FORMAT, &file(&content(&[game(&MOVES), game(&MOVES)]), compression), true);
    }
}

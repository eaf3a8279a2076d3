//! Tests of record ends in PGN, of encodings, and of damage and cuts anywhere in a file.

mod movetext;

use super::{FORMAT, games};
use crate::format::Input;
use crate::format::testing::{Keep, Kept, gbk, input, keep, keep_alone, utf16};
use crate::text::Encoding;
use proptest::prelude::*;

/// Tags, start, moves and comments, one line each, and damage outside records.
fn shown(text: &str) -> String {
    let kept = keep(&FORMAT, text.as_bytes());
    let damage: String = kept.damage.iter().map(|what| format!(" !{what}")).collect();
    kept.records.iter().map(show).collect::<Vec<_>>().join("\n") + &damage
}

fn show(record: &Kept) -> String {
    let mut line = record.tags.join(" ");
    if !line.is_empty() {
        line.push_str(" | ");
    }
    line.push_str(&record.moves());
    for (node, comment) in &record.comments {
        line.push_str(&format!(" {node}={{{comment}}}"));
    }
    for warning in &record.warnings {
        line.push_str(&format!(" !{warning}"));
    }
    line
}

/// Moves and comments only.
fn moves(text: &str) -> String {
    words_of(&keep(&FORMAT, text.as_bytes()).records)
}

/// Moves of a text in which every word is a move of a named system.
fn moves_of_a_named_system(text: &str) -> String {
    let input = input(text.as_bytes(), "a.pgn");
    let encoding = Some(Encoding::Utf8);
    words_of(&keep_alone(&FORMAT, &Input { encoding, any_word: true, ..input }).records)
}

fn words_of(records: &[Kept]) -> String {
    let words = |record: &Kept| {
        record.nodes.iter().map(|(_, mv)| mv.as_str()).collect::<Vec<_>>().join(" ")
    };
    records.iter().map(words).collect::<Vec<_>>().join(" / ")
}

fn read_all(bytes: &[u8], base: u64, encoding: Encoding) -> Keep {
    let encoding = Some(encoding);
    keep_alone(&FORMAT, &Input { base, encoding, ..input(bytes, "a.pgn") })
}

/// Records of a text.
fn records(text: &str) -> Vec<Kept> {
    read_all(text.as_bytes(), 0, Encoding::Utf8).records
}

#[test]
fn results_end_the_game() {
    for (text, result) in [
        ("1. h2e2 1-0", Some("1-0")),
        ("1. h2e2 1/2-1/2\n", Some("1/2-1/2")),
        ("1. h2e2 *\n====", Some("*")),
        ("1. 炮二平五 黑方认负", Some("黑方认负")),
        ("1. 炮二平五 黑方超时 红方胜", Some("黑方超时")),
        ("1. h2e2 (1. c3c4 1-0) 0-1", Some("0-1")),
        ("1. h2e2", None),
    ] {
        let found: Vec<_> = records(text).into_iter().map(|record| record.terminator).collect();
        assert_eq!(found, [result.map(str::to_owned)], "{text}");
    }
}

#[test]
fn a_line_of_many_games_comes_to_an_end() {
    // In quadratic time this would never end.
    let games = keep(&FORMAT, "1. h2e2 * ".repeat(60_000).as_bytes());
    assert_eq!(games.records.len(), 60_000);
    // The same with unclosed brackets.
    for game in
        ["1. h2e2 h9g7 (x *\n\n", "[Red \"a\"]\n\n1. 炮21( *\n\n", "1. h2e2 {a{b} h9g7 *\n\n"]
    {
        let games = keep(&FORMAT, game.repeat(500).as_bytes());
        assert_eq!(games.records.len(), 500, "{game}");
    }
}

#[test]
fn games_of_one_file() {
    // Tags, a heading without moves, an open comment, and a game without tags behind a result.
    insta::assert_snapshot!(shown(
        "[Event \"a\"]\n[Red \"b\"]\n\n[Event \"c\"]\n1. h2e2 {open\n\n[Event \"d\"]\n1. c3c4 \
         1-0\n====\nadvert\n\n1. g3g4 0-1\n[Event \"e\"]"
    ), @"
    Event=a Red=b | 
    Event=c | -1:h2e2 0={open} !a comment is not closed
    Event=d | -1:c3c4
    -1:g3g4
    Event=e | 
    ");
    assert_eq!(
        moves("text\n1. h2e2 h9g7 *\n\n1. c3c4 1-0 \n-----\n1. g3g4\n"),
        "h2e2 h9g7 / c3c4 / g3g4"
    );
    assert_eq!(moves("炮二平五 马8进7 红胜\n兵七进一 和"), "炮二平五 马8进7 / 兵七进一");
    assert_eq!(keep(&FORMAT, "只是文字\n".as_bytes()).records, []);
}

#[test]
fn sections_of_positions() {
    let text = "[FEN_INDEX \"1\"]\n[EVENT \"a\"]\n[FEN \"9/9/9/9/9/9/9/9/9/9 \
                w\"]\n\n[FEN_INDEX \"2\"]\n[EVENT \"b\"]\n[FEN \"4k4/9/9/9/9/9/9/9/9/4K4 w\"]\n";
    let kept = keep(&FORMAT, text.as_bytes());
    let starts: Vec<&str> = kept.records.iter().map(|record| record.start.as_str()).collect();
    assert_eq!(starts, ["9/9/9/9/9/9/9/9/9/9 w", "4k4/9/9/9/9/9/9/9/9/4K4 w"]);
}

#[test]
fn what_follows_a_result_or_a_ruler_is_not_lost() {
    for sign in ["1-0", "和", "平局", "1-1", "*", "===="] {
        let what = if sign == "====" { "a ruler" } else { "a result" };
        // The number due shows that the game goes on.
        assert_eq!(
            shown(&format!("[Red \"a\"]\n1. 炮二平五 马8进7\n{sign}\n2. 马二进三")),
            format!("Red=a | -1:炮二平五 0:马8进7 1:马二进三 !{what} stands between the moves")
        );
        // Another number does not: the rest is reported as damage.
        let left = shown(&format!("[Red \"a\"]\n1. 炮二平五 马8进7\n{sign}\n5. 马二进三"));
        assert!(left.ends_with("`") && left.contains("!no reader claims"), "{left}");
        // An advert is not reported.
        let advert =
            shown(&format!("[Red \"a\"]\n1. 炮二平五 马8进7\n{sign}\n欢迎访问 http://a.b/ 2003"));
        assert_eq!(advert, "Red=a | -1:炮二平五 0:马8进7");
    }
    assert_eq!(
        shown("[Event \"a\"]\n1. h2e2 h9g7 1-0 [Event \"b\"]\n[Red \"c\"]\n1. c3c4 *"),
        "Event=a | -1:h2e2 0:h9g7\nEvent=b Red=c | -1:c3c4"
    );
    // A second game without a number; one with a number and no result before it.
    assert_eq!(
        moves("[Red \"a\"]\n1. 炮二平五 马8进7 1-0\n\n炮八平五 马2进3"),
        "炮二平五 马8进7 / 炮八平五 马2进3"
    );
    assert_eq!(moves("[Red \"a\"]\n1. h2e2 h9g7\n\n1. b2e2 b9c7"), "h2e2 h9g7 / b2e2 b9c7");
    let passed = "passed over at byte 18: `% 1... h9g7`";
    assert_eq!(
        shown("[Red \"a\"]\n1. h2e2\n% 1... h9g7"),
        format!("Red=a | -1:h2e2 !{passed} !no reader claims what stands here: `% 1... h9g7`")
    );
}

#[test]
fn every_line_end_is_one() {
    let games = "[Event \"a\"]\n1. 炮二平五 {x} ; rest\n马8进7\n\n[Event \"b\"]\n[Red \"c\"]\n1. 兵七进一 \
                 *\n[Event \"d\"]\n*";
    let expected = shown(games);
    assert_eq!(keep(&FORMAT, games.as_bytes()).records.len(), 3);
    for end in ["\r", "\r\n", "\x0b", "\u{85}", "\u{2028}", "\u{2029}"] {
        assert_eq!(shown(&games.replace('\n', end)), expected, "{end:?}");
    }
    for end in ["\r", "\r\n", "\x0b"] {
        let kept = read_all(&gbk(&games.replace('\n', end)), 0, Encoding::Gb18030);
        assert_eq!(
            kept.records.iter().map(show).collect::<Vec<_>>().join("\n"),
            expected,
            "{end:?}"
        );
        let mut wide = b"\xff\xfe".to_vec();
        wide.extend(utf16(&games.replace('\n', "\u{2028}")));
        assert_eq!(read_all(&wide, 0, Encoding::Utf16Le).records.len(), 3);
    }
}

/// Programs join texts with all manner of signs.
#[test]
fn control_characters_between_games_lose_none() {
    for sign in ('\u{1}'..='\u{1f}').chain(['\u{7f}', '\u{85}', '\u{a0}', '\u{feff}', '\u{3000}']) {
        for ends in [["*", ""], ["1-0", ""], ["*", "\n"], ["1-0\n", ""], ["*\n", "\n"]] {
            let [before, behind] = ends;
            let text = format!(
                "[Event \"a\"]\n\n1. h2e2 h9g7 {before}{sign}{behind}[Event \"b\"]\n\n1. c3c4 *\n"
            );
            let shown = shown(&text);
            let both = "Event=a | -1:h2e2 0:h9g7\nEvent=b | -1:c3c4";
            assert!(shown == both || shown.contains('!'), "{sign:?} {ends:?}: {shown}");
        }
    }
}

#[test]
fn a_set_up_is_never_the_standard_start_in_silence() {
    let start = |tags: &str| {
        let found = keep(&FORMAT, format!("{tags}\n\n1. h2e2 h9g7 *\n").as_bytes()).records;
        let sentences = found[0].sentences().concat();
        (found[0].start.clone(), sentences)
    };
    let kings = "4k4/9/9/9/9/9/9/9/9/4K4 w";
    for name in ["FEN", "Fen", "StartFEN", "InitialFEN"] {
        assert_eq!(start(&format!("[{name} \"{kings}\"]")), (kings.to_owned(), String::new()));
    }
    let (at, sentences) = start("[SetUp \"1\"]");
    assert_eq!(at, "standard");
    assert!(sentences.contains("have no FEN"), "{sentences}");
    assert!(start("[SetUp \"0\"]").1.is_empty());
    assert!(start(&format!("[SetUp \"1\"]\n[FEN \"{kings}\"]")).1.is_empty());
}

#[test]
fn marks_of_diagrams_are_comments() {
    let text = "[Event \"a\"]\n\n（图1）1. 炮二平五 马8进7 （图2）\n2. 马二进三 (图3) 车9平8 图4\n\
                3. 车一平二 如图5 马2进3 [图6] 4. 兵七进一 【图七】 卒7进1 <图8> 车二进六 *\n";
    let comments = "-1={图1} 1={图2} 2={图3} 3={图4} 4={如图5} 5={图6} 6={图七} 7={图8}";
    let moves = "-1:炮二平五 0:马8进7 1:马二进三 2:车9平8 3:车一平二 4:马2进3 5:兵七进一 6:卒7进1 \
                 7:车二进六";
    assert_eq!(shown(text), format!("Event=a | {moves} {comments}"));
}

#[test]
fn bytes_that_make_no_sense_are_counted_where_they_stand() {
    let mut bytes = gbk("[Event \"甲\"]\n1. 炮二平五 *\n\n[Event \"乙");
    bytes.extend(b"\xff\"]\n1. ");
    bytes.extend(gbk("马二进三 *\n\n[Event \"丙\"]\n*\n"));
    let kept = read_all(&bytes, 0, Encoding::Gb18030);
    let sentences: Vec<String> = kept.records.iter().flat_map(Kept::sentences).collect();
    assert_eq!(kept.records.len(), 3);
    assert_eq!(sentences, ["1 malformed byte sequences for gb18030"]);
    assert_eq!(kept.records[1].nodes[0].1, "马二进三");
}

#[test]
fn a_move_that_lost_a_byte_outside_games_is_left_over() {
    for (text, is_told) in [
        ("<game red='b'>\n<move>ｈ\u{fffd}ｆ２</move>\n", true),
        ("H2\u{fffd}E2", true),
        ("炮\u{fffd}平5", true),
        ("第\u{fffd}届五羊杯 1992", false),
        ("\u{fffd}\u{fffd}", false),
    ] {
        assert_eq!(games::left_over(text, 0..text.len()).is_some(), is_told, "{text}");
    }
}

#[test]
fn a_record_in_another_encoding_than_its_file_is_read_in_its_own() {
    let utf8 = "[Event \"甲\"]\n1. 炮二平五 *\n\n";
    let other = gbk("[Event \"五羊杯\"]\n[Red \"胡荣华\"]\n1. 马二进三 马8进7 *\n\n");
    let bytes = [utf8.as_bytes(), &other, utf8.as_bytes()].concat();
    let kept = read_all(&bytes, 0, Encoding::Utf8);
    assert_eq!(kept.records[1].tags, ["Event=五羊杯", "Red=胡荣华"]);
    assert_eq!(kept.records[1].moves(), "-1:马二进三 0:马8进7");
    let sentences: Vec<String> = kept.records.iter().flat_map(Kept::sentences).collect();
    assert_eq!(sentences, ["the record is in gb18030, its file in utf-8"]);
    assert_eq!(kept.records[2].tags, ["Event=甲"]);
}

#[test]
fn utf_16_is_read_as_well() {
    let text = "[Event \"甲\"]\n1. 炮二平五 *\n\n[Event \"乙\"]\n1. 马二进三 *\n";
    let mut bytes = b"\xff\xfe".to_vec();
    bytes.extend(utf16(text));
    let kept = read_all(&bytes, 0, Encoding::Utf16Le);
    assert_eq!(kept.records.len(), 2);
    assert_eq!(kept.records[1].moves(), "-1:马二进三");
}

/// Two games with every kind of content.
const SOUND: &str = "[Game \"Chinese \
                     Chess\"]\r\n[Event \"甲级联赛 \\\"第1轮\\\"\"]\r\n[Red \"胡荣华\"]\r\n[Result \"1-0\"]\r\n{开局\r\n注解}\r\n  1. 炮二平五 马８进７\r\n  2. 马二进三 (2. 兵七进一 卒７进１) 车９平８\r\n 1-0\r\n====\r\n欢迎\r\n\r\n[Event \"b\"]\r\n[FEN \"4k4/9/9/9/9/9/9/9/9/4K4 b\"]\r\n1. ... e9e8 {x} *\r\n";

#[test]
fn damage_invents_nothing() {
    let bytes = gbk(SOUND);
    let whole = read_all(&bytes, 0, Encoding::Gb18030);
    assert_eq!(whole.records.len(), 2);
    for offset in 0..bytes.len() {
        let cut = read_all(&bytes[..offset], 0, Encoding::Gb18030);
        let Some((last, sound)) = cut.records.split_last() else { continue };
        assert_eq!(sound, &whole.records[..sound.len()], "cut at {offset}");
        // The last word is the one cut.
        let found = last.nodes.iter().filter(|(_, token)| !token.starts_with('<')).count();
        let complete = found.saturating_sub(1);
        let original = &whole.records[sound.len()].nodes;
        assert_eq!(original.get(..complete), last.nodes.get(..complete), "cut at {offset}");
        for bit in 0..8 {
            let mut bytes = bytes.clone();
            bytes[offset] ^= 1 << bit;
            for encoding in [Encoding::Gb18030, Encoding::Big5, Encoding::Utf8] {
                let found = read_all(&bytes, 0, encoding);
                // The second record is sound if the damage lies in the first one's moves or tags.
                if offset < gbk(SOUND).len() / 2 && encoding == Encoding::Gb18030 {
                    assert_eq!(found.records.last(), whole.records.last(), "{offset} {bit}");
                }
            }
        }
    }
}

/// Files of significant lines in any order, with damage.
fn file() -> impl Strategy<Value = (Encoding, Vec<u8>)> {
    let lines = [
        "[Event \"甲\"]",
        "[Event \"乙",
        "[Red \"丙]",
        "[Site '丁']",
        "[Red 胡]",
        "[Title \"",
        "续\"]",
        "",
        "",
        " ",
        "1. 炮二平五 马８进７",
        "2. 马二进三 {注",
        "解} 车９平８",
        "(1. h2e2",
        "h9g7)",
        "1-0",
        "*",
        "====",
        "[%clk]",
        "欢迎",
        "[Red \"a\"] 1. h2e2 1-0",
        "\u{feff}[Event \"b\"]",
        "[FEN \"9 w\"]",
    ];
    let text = proptest::collection::vec(proptest::sample::select(lines.to_vec()), 0..40);
    let ends = proptest::sample::select(&["\n", "\r\n"][..]);
    let damage = proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4);
    let encodings = [Encoding::Utf8, Encoding::Gb18030, Encoding::Big5];
    (proptest::sample::select(encodings.to_vec()), text, ends, damage).prop_map(
        |(encoding, text, end, damage)| {
            let text = text.join(end);
            let mut bytes = match encoding {
                Encoding::Gb18030 => encoding_rs::GB18030.encode(&text).0.into_owned(),
                Encoding::Big5 => encoding_rs::BIG5.encode(&text).0.into_owned(),
                _ => text.into_bytes(),
            };
            for (at, byte) in damage {
                if !bytes.is_empty() {
                    let at = at.index(bytes.len());
                    bytes[at] = byte;
                }
            }
            (encoding, bytes)
        },
    )
}

proptest! {
    // Cuts every file at each byte: `PROPTEST_CASES=2000` takes minutes.
    #![proptest_config(ProptestConfig::with_cases(80))]
    #[test]
    fn parts_of_a_file_give_the_records_of_the_whole((encoding, bytes) in file()) {
        let whole = read_all(&bytes, 0, encoding);
        let boundary = FORMAT.boundary.expect("pgn is cut");
        for from in 1..bytes.len() {
            let Some(at) = boundary(&bytes, from) else { continue };
            prop_assert!(at >= from);
            let mut parts = read_all(&bytes[..at], 0, encoding);
            let behind = read_all(&bytes[at..], at as u64, encoding);
            parts.records.extend(behind.records);
            parts.places.extend(behind.places);
            let parts = (&parts.records, &parts.places);
            prop_assert_eq!(parts, (&whole.records, &whole.places), "cut at {}", at);
        }
    }
}

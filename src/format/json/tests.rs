use super::*;
use crate::format::testing::{Keep, Kept, keep, read_shown};

fn fit(text: &str) -> (Fit, Fit) {
    let sample = FileSample { head: text.as_bytes(), text, name: "x", len: text.len() as u64 };
    ((FORMAT.sniff)(&sample), (LINES.sniff)(&sample))
}

fn shown(found: &Keep) -> Vec<String> {
    let show = |r: &Kept| format!("{} | {} | {}", r.tags.join(" "), r.start, r.moves());
    found.records.iter().map(show).collect()
}

const KINGS: &str = "4k4/9/9/9/9/9/9/9/9/4K4 w";

#[test]
fn only_games_of_xiangqi_are_taken() {
    let puzzle = format!(r#"{{"fen": "{KINGS}", "type": "x"}}"#);
    assert_eq!(fit(&puzzle), (Fit::No, Fit::Certain));
    assert_eq!(fit(&format!("[\n{puzzle},\n{puzzle}]")), (Fit::Certain, Fit::No));
    let cut = format!("{{\"puzzles\": [\n{puzzle},\n{{\"fen\": \"");
    assert_eq!(fit(&cut), (Fit::Certain, Fit::No), "the sample ends in the middle");
    for text in [
        r#"{"name": "package", "version": "1.0"}"#,
        r#"{"fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "moves": "e2e4"}"#,
        r#"{"moves": ["e4", "e5", "Nf3", "Nc6"]}"#,
        r#"{"position": "absolute", "start": "now"}"#,
        r#"{"moves": 7, "fen": null}"#,
        "[1, 2, 3]",
        "{",
        "",
    ] {
        assert_eq!(fit(text), (Fit::No, Fit::No), "{text}");
    }
}

#[test]
fn a_sequence_of_json_texts_is_read() {
    let puzzle = format!("\u{1e}{{\"fen\": \"{KINGS}\"}}\n");
    assert_eq!(fit(&puzzle.repeat(3)).1, Fit::Certain);
    assert_eq!(keep(&LINES, puzzle.repeat(3).as_bytes()).records.len(), 3);
}

#[test]
fn an_array_without_its_end_is_told() {
    let text = format!("[{{\"fen\": \"{KINGS}\"}},\n");
    assert_eq!(keep(&FORMAT, text.as_bytes()).damage, [Reason::FileLacksEnd.to_string()]);
    assert!(keep(&FORMAT, format!("{}]", text.replace(',', "")).as_bytes()).damage.is_empty());
}

#[test]
fn facts_under_usual_names() {
    let text = r#"{"title": "适情雅趣", "stars": 5, "puzzles": [
      {"fen": "4k4/9/9/9/9/9/9/9/9/4K4 w", "title": "\u4e00", "tags2": ["a"], "date": null},
      {"moves": ["h2e2", {"move": "h9g7", "comment": "forced"}, ["h0g2"]],
       "red": {"name": "胡荣华", "team": "上海"}, "black": "吕钦", "winner": "red"}], "more": {"001": {
      "moves": "1. 炮二平五 马8进7 (1... 炮8平5) 2. 马二进三 1-0", "white": "x"}}}"#;
    let found = keep(&FORMAT, text.as_bytes());
    assert_eq!(
        shown(&found),
        [
            "FEN=4k4/9/9/9/9/9/9/9/9/4K4 w Title=一 tags2=[\"a\"] Book=适情雅趣 stars=5 | \
             4k4/9/9/9/9/9/9/9/9/4K4 w | ",
            "Red=胡荣华 RedTeam=上海 Black=吕钦 Result=red Book=适情雅趣 stars=5 | standard | \
             -1:h2e2 0:h9g7 1:h0g2",
            "Red=x Book=适情雅趣 stars=5 Id=001 | standard | \
             -1:炮二平五 0:马8进7 0:炮8平5 1:马二进三",
        ]
    );
    assert_eq!(found.records[1].comments, [(1, "forced".to_owned())]);
    assert!(found.damage.is_empty(), "{:?}", found.damage);
}

#[test]
fn no_move_is_passed_over_in_an_array() {
    let found =
        keep(&FORMAT, r#"{"moves": ["炮二平五", "what is this", 7747, "h9g7", "*"]}"#.as_bytes());
    assert_eq!(found.records[0].moves(), "-1:炮二平五 0:what is this 1:7747 2:h9g7");
}

#[test]
fn a_game_with_a_damaged_move_is_a_game() {
    for moves in [
        r#"["h2e2", "h9g7", null, "h0g2"]"#,
        r#"["h2e2", 5, "h0g2", "i9h9"]"#,
        r#"[null, "h9g7", "h0g2"]"#,
        r#"["x2e2", "h9g7", "h0g2"]"#,
        r#"["炮二平五", "马8进", "马二进三"]"#,
        r#""h2e2 h9g7 h0?2 i9h9""#,
    ] {
        let text = format!("{{\"moves\": {moves}}}");
        assert_eq!(fit(&text).1, Fit::Certain, "{text}");
        assert_eq!(keep(&FORMAT, text.as_bytes()).records.len(), 1, "{text}");
    }
    // Chess is not Xiangqi, however damaged.
    for moves in [r#"["e2e4", "e7e5", null]"#, r#"["e4", 5]"#, r#""e2e4 g8f6 b1c3""#] {
        let text = format!("{{\"moves\": {moves}}}");
        assert_eq!(fit(&text).1, Fit::No, "{text}");
    }
}

#[test]
fn damage_is_set_aside_and_the_next_is_read() {
    let good = format!(r#"{{"fen": "{KINGS}"}}"#);
    let lines = format!("{good}\n{{\"fen\": \"{KINGS}\", \"title\": x}}\nrubbish\n{good}\n");
    for format in [&FORMAT, &LINES] {
        let found = keep(format, lines.as_bytes());
        assert_eq!(found.records.len(), 3, "{found:?}");
        assert!(found.records[1].start.contains("unreadable: the JSON is damaged: expected value"));
    }
    let cut = format!("{{\"puzzles\": [\n{good},\n{good},\n{{\"fen\": \"");
    let found = keep(&FORMAT, cut.as_bytes());
    assert_eq!(found.records.len(), 3, "{found:?}");
    assert!(found.records[2].start.contains("EOF"), "{found:?}");
    assert!(!found.damage.is_empty());
}

#[test]
fn what_we_write_ends_where_it_ended() {
    let text = r#"{"path":"a","record":1,"status":"partial","error":{"ply":2,"token":"马8进9x","reason":"why"},
        "start":null,"moves":["h2e2"],"result":"1-0","tags":{"Red":"x","Red":"y","Elo":""},"nodes":3,
        "comment":"begin","tree":[[-1,"h2e2","good"],[0,"h9g7",null],[1,"h0g2",null]],
        "damaged":[{"after":1,"ply":3,"token":"bad","reason":"r","byte_offset":1,"lost":1}]}"#
        .replace('\n', "");
    let found = keep(&LINES, text.as_bytes());
    let record = &found.records[0];
    assert_eq!(record.tags, ["Red=x", "Red=y", "Elo="]);
    assert_eq!(record.moves(), "-1:h2e2 0:马8进9x 0:h9g7 2:h0g2 2:bad");
    assert_eq!(record.comments, [(-1, "begin".to_owned()), (0, "good".to_owned())]);
}

#[test]
fn a_position_that_is_no_text_is_no_standard_start() {
    let moves = r#""moves":"h2e2 h9g7""#;
    for fen in ["5", "[\"x\"]", "{\"a\":1}", "true"] {
        let text = format!("[{{{moves}}},{{\"fen\":{fen},{moves}}}]");
        let found = keep(&FORMAT, text.as_bytes()).records;
        assert_eq!(found[0].start, "standard");
        assert_eq!(found[1].start, "unreadable: the FEN is no text", "{fen}");
    }
    for fen in ["null", "\"\""] {
        let text = format!("[{{\"fen\":{fen},{moves}}}]");
        assert_eq!(keep(&FORMAT, text.as_bytes()).records[0].start, "standard", "{fen}");
    }
    // A file of damaged positions only is still Xiangqi.
    assert_eq!(fit(&format!("[{{\"fen\":\"bad\",{moves}}}]")).0, Fit::Certain);
}

#[test]
fn rows_of_moves_become_games() {
    let rows = [
        "{\"game_id\":1,\"ply\":1,\"move\":\"\\u70ae二平五\"}",
        "{\"game_id\":2,\"ply\":1,\"move\":\"h2e2\"}",
        "{\"game_id\":1,\"ply\":3,\"move\":\"马二进三\"}",
        "{\"game_id\":1,\"ply\":2,\"move\":\"马8进7\"}",
        "{\"game_id\":2,\"ply\":2,\"move\":\"h9g7\"}",
        "{\"game_id\":2,\"ply\":3,\"move\":\"h0g2\"}",
    ];
    let moves = ["-1:炮二平五 0:马8进7 1:马二进三", "-1:h2e2 0:h9g7 1:h0g2"];
    let bare = [1, 2].map(|id| format!("game_id={id} | {}", moves[id - 1])).to_vec();
    assert_eq!(read_shown(&LINES, &rows.join("\n")), (bare.clone(), vec![]));
    assert_eq!(read_shown(&FORMAT, &format!("[{}]", rows.join(","))), (bare, vec![]));
    let games: String = (1..20).map(|id| format!("{{\"id\":{id},\"red\":\"p{id}\"}},")).collect();
    let both =
        format!("{{\"games\":[{}],\"moves\":[{}]}}", games.trim_end_matches(','), rows.join(","));
    let named = [1, 2].map(|id| format!("game_id={id} Red=p{id} | {}", moves[id - 1])).to_vec();
    assert_eq!(read_shown(&FORMAT, &both), (named, vec![]));
    assert_eq!(fit(&both).1, Fit::Certain);
    // Nameless games of one move, and rows that make no games.
    let short = rows.iter().filter(|row| row.contains("ply\":1")).copied();
    let short = short.chain(["{\"game_id\":3,\"ply\":1,\"move\":\"c3c4\"}"]);
    let (records, damage) = read_shown(&LINES, &short.collect::<Vec<_>>().join("\n"));
    assert!(records.is_empty() && damage.len() == 1, "{records:?} {damage:?}");
    let (records, damage) = read_shown(&LINES, &rows.join("\n").replace("\"ply\":1", "\"ply\":7"));
    assert!(records.is_empty() && damage[0].contains("game_id, ply, move"), "{damage:?}");
    // A damaged row is reported, and none of its moves is played.
    let cut = format!("{}\n{{\"game_id\":9,\"ply\":1,\"move\":\"h2", rows.join("\n"));
    let (records, damage) = read_shown(&LINES, &cut);
    assert_eq!((records.len(), damage.len()), (2, 1), "{records:?} {damage:?}");
    // Chess is not read.
    let chess = "{\"game_id\":1,\"ply\":1,\"move\":\"e2e4\"}\n{\"game_id\":1,\"ply\":2,\"move\":\"e7e5\"}\n\
        {\"game_id\":1,\"ply\":3,\"move\":\"g1f3\"}\n";
    assert_ne!(fit(chess).1, Fit::Certain);
}

#[test]
fn hostile_nesting_comes_to_an_end() {
    // In quadratic time this would never end.
    for text in [
        "{\"a\":".repeat(10_000),
        "[".repeat(100_000),
        "{\"a\":[\n".repeat(10_000),
        format!("{{{}\"fen\":null}}", "\"a\":0,".repeat(20_000)),
        "{\n".repeat(20_000),
    ] {
        let begin = &text[..9];
        let found = [&FORMAT, &LINES].map(|format| keep(format, text.as_bytes()).records.len());
        let lines = text.lines().count();
        assert!(found.iter().all(|&records| records <= lines), "{begin}: {found:?}");
        assert!(![fit(&text).0, fit(&text).1].contains(&Fit::Certain), "{begin}");
    }
}

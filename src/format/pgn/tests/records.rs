//! Where records begin and end.

use super::*;
use crate::format::testing::{gbk, utf16};

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
        let mut found = Vec::new();
        read(text.as_bytes(), 0, Encoding::Utf8, &mut |record| {
            found.push(record.terminator.as_deref().map(str::to_owned));
        });
        assert_eq!(found, [result.map(str::to_owned)], "{text}");
    }
}

#[test]
fn a_line_of_many_games_comes_to_an_end() {
    // In quadratic time this would not come to an end.
    let games = keep(&FORMAT, "1. h2e2 * ".repeat(200_000).as_bytes());
    assert_eq!(games.records.len(), 200_000);
    // Nor with brackets that never close.
    for game in
        ["1. h2e2 h9g7 (x *\n\n", "[Red \"a\"]\n\n1. 炮21( *\n\n", "1. h2e2 {a{b} h9g7 *\n\n"]
    {
        let games = keep(&FORMAT, game.repeat(500).as_bytes());
        assert_eq!(games.records.len(), 500, "{game}");
    }
}

#[test]
fn games_of_one_file() {
    // Tags, a heading without moves, an open comment, a game without tags after a result.
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
        let told = if sign == "====" { "a ruler" } else { "a result" };
        // The number that is due says that the game goes on.
        assert_eq!(
            shown(&format!("[Red \"a\"]\n1. 炮二平五 马8进7\n{sign}\n2. 马二进三")),
            format!("Red=a | -1:炮二平五 0:马8进7 1:马二进三 !{told} stands between the moves")
        );
        // Another number does not: what is left over is told.
        let left = shown(&format!("[Red \"a\"]\n1. 炮二平五 马8进7\n{sign}\n5. 马二进三"));
        assert!(left.ends_with("`") && left.contains("!passed over"), "{left}");
        // An advert is an advert.
        let advert =
            shown(&format!("[Red \"a\"]\n1. 炮二平五 马8进7\n{sign}\n欢迎访问 http://a.b/ 2003"));
        assert_eq!(advert, "Red=a | -1:炮二平五 0:马8进7");
    }
    assert_eq!(
        shown("[Event \"a\"]\n1. h2e2 h9g7 1-0 [Event \"b\"]\n[Red \"c\"]\n1. c3c4 *"),
        "Event=a | -1:h2e2 0:h9g7\nEvent=b Red=c | -1:c3c4"
    );
    // A second game without a number, one with a number and no result before it.
    assert_eq!(
        moves("[Red \"a\"]\n1. 炮二平五 马8进7 1-0\n\n炮八平五 马2进3"),
        "炮二平五 马8进7 / 炮八平五 马2进3"
    );
    assert_eq!(moves("[Red \"a\"]\n1. h2e2 h9g7\n\n1. b2e2 b9c7"), "h2e2 h9g7 / b2e2 b9c7");
    assert_eq!(
        shown("[Red \"a\"]\n1. h2e2\n% 1... h9g7"),
        "Red=a | -1:h2e2 !passed over at byte 18: `% 1... h9g7`"
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

/// Programs put all manner of signs between what they join.
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
        let told = found[0].warnings.iter().map(ToString::to_string).collect::<String>();
        (found[0].start.clone(), told)
    };
    let kings = "4k4/9/9/9/9/9/9/9/9/4K4 w";
    for name in ["FEN", "Fen", "StartFEN", "InitialFEN"] {
        assert_eq!(start(&format!("[{name} \"{kings}\"]")), (kings.to_owned(), String::new()));
    }
    let (at, told) = start("[SetUp \"1\"]");
    assert_eq!(at, "standard");
    assert!(told.contains("have no FEN"), "{told}");
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

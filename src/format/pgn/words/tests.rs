//! Tests that distinguish the kinds of words, and compare shortcuts with the full checks.

use super::*;
use proptest::prelude::*;

#[test]
fn words_end_where_moves_end() {
    let cases = [
        ("炮二平五 马8进7", "炮二平五"),
        ("炮二平五马8进7", "炮二平五"),
        ("炮二平五！！马8进7", "炮二平五！！"),
        ("前兵四平五后炮进1", "前兵四平五"),
        ("炮 二平五 马8进7", "炮 二平五"),
        ("炮　二　平　五　马", "炮　二　平　五"),
        ("炮 二\n平五", "炮"),
        ("马8进7(好)", "马8进7"),
        ("炮二平五，马", "炮二平五"),
        ("C2=5{x", "C2=5"),
        ("h2e2,h9g7", "h2e2"),
        ("Ｃ２＝５ Ｈ", "Ｃ２＝５"),
        ("炮■平五马", "炮■平五"),
        ("欢迎访问，", "欢迎访问"),
        ("，", "，"),
    ];
    for (text, expected) in cases {
        assert_eq!(&text[..word_len(text)], expected, "{text}");
    }
}

/// Checks that a move for the shortcut is a move for the full checks.
fn check_usual_move(text: &str) -> Result<(), TestCaseError> {
    if let Some(len) = usual_move_len(text) {
        let word = &text[..len];
        prop_assert_eq!((number_len(text), word_len(text)), (0, len));
        prop_assert_eq!((is_result(word), kind(word)), (false, WordKind::Move));
    }
    Ok(())
}

proptest! {
    #[test]
    fn usual_forms_are_what_a_closer_look_finds(
        text in "[0-9]{0,5}[.]?[ .a-iCwH0-9炮兵前一二5９平进退红和]{0,5}[ \\n!.，…马]?.?|[a-zA-Z0-9+=.:/-]{3,6} "
    ) {
        check_usual_move(&text)?;
        if let Some(len) = usual_number_len(text.as_bytes()) {
            prop_assert_eq!(number_len(&text), len);
            prop_assert!(!text[len..].starts_with(['.', '．', '…']));
        }
    }

    #[test]
    fn four_hanzi_are_what_a_closer_look_finds(
        text in "[炮砲兵卒前中后一二5９平进退上红和胜]{4}[ \\n!，马]?"
    ) {
        check_usual_move(&text)?;
    }
}

#[test]
fn every_usual_form_is_known() {
    for text in ["h2e2 h9g7", "C2=5\r\n", "H8+7", "炮二平五 马8进7", "前车退2", "三兵平四"]
    {
        assert_eq!(usual_move_len(text), Some(word_len(text)), "{text}");
    }
    for (text, len) in [("1. h2e2", 2), ("123.h2e2", 4), ("12.炮二平五", 3)] {
        assert_eq!(usual_number_len(text.as_bytes()), Some(len), "{text}");
    }
}

#[test]
fn numbers_are_told_from_moves() {
    let cases = [
        ("1. h2e2", 2),
        ("12.h2e2", 3),
        ("1．炮", 4),
        ("１、炮", 6),
        ("7 炮二平五", 1),
        ("1炮二平五", 1),
        ("12马8进7", 2),
        ("1前炮进三", 1),
        ("1卒平5", 0),
        ("1卒4平5", 0),
        ("11.2 ", 0),
        ("11=2", 0),
        ("7747", 0),
        ("12345.", 6),
        ("12345", 0),
        ("00000001.炮", 9),
        ("10.7747", 3),
        ("h2", 0),
    ];
    for (text, expected) in cases {
        assert_eq!(number_len(text), expected, "{text}");
    }
}

#[test]
fn words_are_told_from_moves() {
    for word in [
        "炮二平五",
        "前兵四平五",
        "C2=5",
        "Ｃ２＝５",
        "+C-1",
        "h2e2",
        "H2-E2",
        "g4",
        "Hdxe6",
        "7747",
        "11=2",
    ] {
        assert!(is_move_like(word), "{word}");
        assert_eq!(kind(word), WordKind::Move, "{word}");
    }
    for word in ["炮25", "马三■■", "炮二？五", "马\u{fffd}进", "Ｃ２", "h?e2", "x"] {
        assert_eq!(kind(word), WordKind::Move, "{word}");
    }
    for word in ["黑方超时", "弃马", "resigns", "Black", "绝杀"] {
        assert!(!is_move_like(word), "{word}");
        assert_eq!(kind(word), WordKind::Word, "{word}");
    }
    for word in ["推荐用象棋巫师观赏棋谱", "http://www.xqbase.com/"] {
        assert_eq!(kind(word), WordKind::Sentence, "{word}");
    }
    for word in [
        "1-0",
        "*",
        "½-½",
        "１－０",
        "红胜",
        "黑方认负",
        "紅先勝",
        "＊",
        "0.5-0.5",
        "2-0",
        "和",
        "後負",
        "双方議和",
        "红先黑胜",
        "先和",
        "平局",
    ] {
        assert!(is_result(word), "{word}");
    }
    for word in ["胜", "平", "d", "w", "-", "?", "12", "0-0", "先手", "后手兵"] {
        assert!(!is_result(word), "{word}");
    }
}

#[test]
fn games_begin_with_the_first_number() {
    for line in ["1. 炮二平五", " 1.  C2=5", "１．炮二平五", "1. ... 马8进7", "1.…… 马8进7"]
    {
        assert!(begins_game(line, true), "{line}");
    }
    assert!(begins_game("炮二平五", false) && !begins_game("炮二平五", true));
    for line in ["2. 炮二平五", "1. 欢迎", "1-0", "", "第1局"] {
        assert!(!begins_game(line, false), "{line}");
    }
}

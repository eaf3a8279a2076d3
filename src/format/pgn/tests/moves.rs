//! Numbers, moves, comments and variations.

use super::*;

#[test]
fn numbers_and_blanks_in_every_manner() {
    let game = "炮二平五 马8进7 马二进三 车9平8";
    for text in [
        "1. 炮二平五 马8进7 2. 马二进三 车9平8 *",
        "1.炮二平五 马8进7\r\n2.马二进三 车9平8\r\n",
        "1．炮二平五　马8进7\n2．马二进三　车9平8",
        "１、炮二平五，马8进7；\n２、马二进三，车9平8。",
        "1.炮二平五马8进72.马二进三车9平8",
        "(1) 炮二平五 马8进7 (2) 马二进三 车9平8",
        "（１）炮二平五 马8进7\n（２）马二进三 车9平8",
        "[1] 炮二平五 马8进7 [2] 马二进三 车9平8",
        "1) 炮二平五 马8进7 2) 马二进三 车9平8",
        "①炮二平五 马8进7\n②马二进三 车9平8",
        "⒈炮二平五 马8进7 ⒉马二进三 车9平8",
        "第1回合 炮二平五 马8进7 第2回合 马二进三 车9平8",
        "一、炮二平五 马8进7\n二、马二进三 车9平8",
        "炮二平五马8进7马二进三车9平8 1-0",
        "1 炮二平五 马8进7\n2 马二进三 车9平8",
        "1炮二平五马8进7 2马二进三车9平8",
        "1. 炮二平五\t1... 马8进7\t2. 马二进三 2... 车9平8",
        "1. 炮二平五\n  1. ……  马8进7\n2. 马二进三\n  2. ＿＿  车9平8",
        "1. 炮二平五 $1 马8进7 ! 2. 马二进三 ?! 车9平8 ½-½",
        "第一局\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8 红胜\n====\n欢迎访问 http://a.b/",
    ] {
        assert_eq!(moves(text), game, "{text}");
    }
    assert_eq!(moves("1. 炮 二 平 五 马　8进7 *"), "炮 二 平 五 马　8进7");
    assert_eq!(moves("1. h2e2,h9g7 2. H0-G2 *"), "h2e2 h9g7 H0-G2");
    assert_eq!(moves("1. －Ｐ＋１ +C=1 2. -C-1 ＋Ｃ．２"), "－Ｐ＋１ +C=1 -C-1 ＋Ｃ．２");
    assert_eq!(moves("1. C2.5 h8+7 2. 11=2 +C-1!?"), "C2.5 h8+7 11=2 +C-1!?");
}

#[test]
fn what_may_be_a_damaged_move_is_kept() {
    assert_eq!(moves("1. 炮二平五 马■进7 2. 炮二"), "炮二平五 马■进7 炮二");
    assert_eq!(moves("1. h2e2 h?g7 2. x"), "h2e2 h?g7 x");
    // And what cannot be one is told.
    insta::assert_snapshot!(
        shown("1. 炮二平五 黑方长考 红方胜\n欢迎访问象棋百科全书网"),
        @"-1:炮二平五 !passed over at byte 16: `黑方长考`"
    );
}

#[test]
fn fillers_say_that_black_begins() {
    for (text, expected) in [
        ("1. ... 炮8平5 2. 炮二平五", true),
        ("1... 炮8平5", true),
        ("1. …… 炮8平5", true),
        ("1. . ... 炮8平5", true),
        ("1．．．．炮8平5", true),
        ("1. ---- 炮8平5", true),
        ("1. {略} ...... 炮8平5", true),
        ("1. 炮二平五 {好} 1... 炮8平5", false),
        ("1. 炮二平五 …… 2. 炮8平5", false),
        ("1。炮二平五", false),
    ] {
        let mut found = Vec::new();
        read(text.as_bytes(), 0, Encoding::Utf8, &mut |record| found.push(record.black_first));
        assert_eq!(found, [expected], "{text}");
    }
}

#[test]
fn variations_and_remarks() {
    insta::assert_snapshot!(shown(
        "1. h2e2 {one} h9g7 (1... b9c7 {two} 2. h0g2 (2. c3c4) i9h9) (1... h7e7) 2. h0g2 (good) *"
    ), @"-1:h2e2 0:h9g7 0:b9c7 2:h0g2 2:c3c4 3:i9h9 0:h7e7 1:h0g2 0={one} 2={two} 7={good}");
    insta::assert_snapshot!(shown(
        "{before} 1. 炮二平五 （又如：炮八平五（可行）） 马8进7 （马2进3 马二进三） 2. 马二进三 ; rest\n 车9平8 ; 马八进七 (a"
    ), @"-1:炮二平五 0:马8进7 0:马2进3 2:马二进三 1:马二进三 4:车9平8 5:马八进七 6:a -1={before} 0={又如：炮八平五（可行）} \
         4={rest} !passed over at byte 150: `(`");
    insta::assert_snapshot!(shown(
        "1. h2e2 {a {b} c} h9g7 {d {e} 2. h0g2 {f} i9h9) {g"
    ), @"-1:h2e2 0:h9g7 1:h0g2 2:i9h9 0={a {b} c} 1={d {e} 2={f} 3={g} !a comment begins inside a \
         comment !a comment is not closed !passed over at byte 46: `)`");
}

#[test]
fn a_move_without_its_letter_is_no_other_and_no_gap() {
    assert_eq!(shown("1. h2e2 h9g7 2. --1 b9c7 *"), "-1:h2e2 0:h9g7 1:--1 2:b9c7");
    assert_eq!(shown("1. h2-e2 ;9-g7 2. h0-g2 *"), "-1:h2-e2 0:;9-g7 1:h0-g2");
    assert_eq!(shown("1. Che2 Hg7 2. }xg5 Hc7 *"), "-1:Che2 0:Hg7 1:}xg5 2:Hc7");
}

#[test]
fn a_sign_inside_the_number_of_a_square_is_damage() {
    for sign in [",", "。", "…", "}", "]", "|"] {
        let text = format!("1. Che2 Hg7 2. Rh1{sign}0 Hc7 *");
        assert_eq!(shown(&text), format!("-1:Che2 0:Hg7 1:Rh1{sign}0 2:Hc7"));
    }
    assert_eq!(shown("1. Che2 Hg7 2. Rh1;0+ Hc7 *"), "-1:Che2 0:Hg7 1:Rh1;0+ 2:Hc7");
    assert_eq!(moves("1. Rh1,Hg10 2. Rh2 *"), "Rh1 Hg10 Rh2");
}

#[test]
fn dashes_of_every_length_are_hyphens() {
    for dash in ["-", "–", "—", "−", "‐", "－"] {
        let text = "1. h2~e2 h9~g7 (1... b9~c7 2. h0~g2) 2. h0~g2 *";
        let expected = "-1:h2~e2 0:h9~g7 0:b9~c7 2:h0~g2 1:h0~g2";
        assert_eq!(shown(&text.replace('~', dash)), expected.replace('~', dash));
    }
}

#[test]
fn brackets_by_the_million_come_to_an_end() {
    // In quadratic time this would not come to an end.
    for unit in [
        "(",
        "{{}",
        "((a)",
        "; h2e2 ",
        "1.",
        "炮二平五",
        "h2e2 (h2e2 ",
        "[A \"",
        "[A \"\n",
        "[A \"\n\n",
        "-- ",
        ")",
        "\"]\n",
    ] {
        let text = unit.repeat(200_000);
        let mut count = 0;
        read(text.as_bytes(), 0, Encoding::Utf8, &mut |_| count += 1);
        read(format!("1. h2e2 {text}").as_bytes(), 0, Encoding::Utf8, &mut |_| count += 1);
        let _ = (FORMAT.boundary.expect("pgn is cut"))(text.as_bytes(), text.len() / 2);
    }
}

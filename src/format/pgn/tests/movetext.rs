//! Numbers, moves, comments and variations; missing moves; and moves with a character lost or
//! replaced.

use super::{moves, moves_of_a_named_system, records, shown};
use crate::format::pgn::FORMAT;

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
    // Seconds behind moves or before them are no moves that lost their piece.
    for text in [
        "1 炮25 35 马87 40\n2 马23 20 车98 15\n*",
        "1. 炮25 35 马87 40 2. 马23 20 车98 15 *",
        "1. 35 炮25 40 马87 2. 20 马23 15 车98 *",
    ] {
        let tagged = format!("[Red \"a\"]\n\n{text}");
        assert_eq!(moves(&tagged), "炮25 马87 马23 车98", "{text}");
    }
    let damaged = "[Red \"a\"]\n\n1. 炮25 马87 2. 23 车98 3. 车12 *";
    assert_eq!(moves(damaged), "炮25 马87 23 车98 车12");
    assert_eq!(moves("1. 炮 二 平 五 马　8进7 *"), "炮 二 平 五 马　8进7");
    assert_eq!(moves("1. h2e2,h9g7 2. H0-G2 *"), "h2e2 h9g7 H0-G2");
    assert_eq!(moves("1. －Ｐ＋１ +C=1 2. -C-1 ＋Ｃ．２"), "－Ｐ＋１ +C=1 -C-1 ＋Ｃ．２");
    assert_eq!(moves("1. C2.5 h8+7 2. 11=2 +C-1!?"), "C2.5 h8+7 11=2 +C-1!?");
}

#[test]
fn what_may_be_a_damaged_move_is_kept() {
    assert_eq!(moves("1. 炮二平五 马■进7 2. 炮二"), "炮二平五 马■进7 炮二");
    assert_eq!(moves("1. h2e2 h?g7 2. x"), "h2e2 h?g7 x");
    // A word that cannot be a move is reported.
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
        let found: Vec<bool> = records(text).iter().map(|record| record.black_first).collect();
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
    ), @"-1:h2e2 0:h9g7 1:h0g2 2:i9h9 3:<)> 0={a {b} c} 1={d {e} 2={f} 3={g} !a comment begins inside \
         a comment !a comment is not closed !passed over at byte 46: `)`");
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
    // In quadratic time this would never end.
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
        let text = unit.repeat(60_000);
        let _ = (records(&text), records(&format!("1. h2e2 {text}")));
        let _ = (FORMAT.boundary.expect("pgn is cut"))(text.as_bytes(), text.len() / 2);
    }
}

#[test]
fn a_gap_stands_before_the_move_that_comes_too_early() {
    for gap in ["......", "--", "?", "???", "{?}", "(缺)", "$9", "7", "！", "……", "—— "] {
        let expected = format!("-1:炮二平五 0:<{}> 1:马二进三 2:马8进7", gap.trim());
        let found = shown(&format!("1. 炮二平五 {gap} 2. 马二进三 马8进7"));
        assert!(found.starts_with(&expected), "{found}");
    }
    // Without a sign, the number shows the gap; later numbers confirm it.
    assert_eq!(
        shown("1. 炮二平五 2. 马二进三 马8进7 3. 车一平二"),
        "-1:炮二平五 0:<2.> 1:马二进三 2:马8进7 3:车一平二"
    );
    assert_eq!(
        shown("1. 炮二平五 马8进7 2. ... 3. 车一平二"),
        "-1:炮二平五 0:马8进7 1:<2.> 2:车一平二"
    );
    // Alternatives to the move behind the gap stand behind the gap as well.
    assert_eq!(
        shown("1. 炮二平五 2. 马二进三 (2. 车一进一) 马8进7 3. 车一平二"),
        "-1:炮二平五 0:<2.> 1:马二进三 1:车一进一 2:马8进7 4:车一平二"
    );
    // Before the first move, no number can contradict.
    for text in [
        "1. 464. 5041 2. 1713 7242",
        "1. 777、 1213 2. 0605 7282",
        "1. 2. 马二进三 马8进7",
        "1．90． 1216",
    ] {
        assert!(shown(text).starts_with("-1:<1"), "{}", shown(text));
    }
    assert_eq!(moves("[Red \"a\"]\n12. 1. 炮二平五 马8进7"), "炮二平五 马8进7");
    // Without numbers a sign suffices.
    assert_eq!(shown("炮二平五 ...... 马二进三"), "-1:炮二平五 0:<......> 1:马二进三");
}

#[test]
fn numbers_that_do_not_fit_are_told() {
    for (text, expected) in [
        ("1. a1a2 b1b2 2. c1c2 2. d1d2 3. e1e2", ""),
        ("1. a1a2 1... b1b2 2. c1c2 2... d1d2 3. e1e2", ""),
        ("1. a1a2 2. b1b2 3. c1c2 4. d1d2 5. e1e2", ""),
        ("11. a1a2 b1b2 12. c1c2 d1d2 13. e1e2", ""),
        ("1. ... a1a2 2. b1b2 c1c2 3. d1d2", ""),
        ("00001. a1a2 b1b2 00002. c1c2", ""),
        ("1. a1a2 (1. b1b2 b1b3 2. c1c2) b1b2 2. c1c2", ""),
        ("1. a1a2 b1b2 7. c1c2 d1d2 3. e1e2", " !move number 7 stands where 2 is due"),
        ("1. a1a2 b1b2 3. c1c2 d1d2 4. e1e2", " !move number 3 stands where 2 is due"),
        ("1. a1a2 b1b2 c1c2 2. d1d2 e1e2 3. f1f2", " !move number 2 stands where 2 is due"),
    ] {
        let found = shown(text);
        let warning = found.find(" !").map_or("", |at| &found[at..]);
        assert_eq!(warning, expected, "{text}");
        assert!(!found.contains('<'), "{found}");
    }
    // Black moves first; the number rises after that move.
    let text = "[FEN \"4k4/9/9/9/9/9/9/9/9/4K4 b\"]\n1. e9e8 2. e0e1 e8e9 3. e1e0";
    assert!(!shown(text).contains(['<', '!']));
}

#[test]
fn a_sign_behind_a_number_stands_for_its_first_half_move() {
    for sign in ["?", "？", "(?)", "{缺}", "???", "！", "$0", "……", "（此处缺一步）"]
    {
        let found = shown(&format!("1. 炮二平五 马8进7 2. {sign} 马2进3 3. 车一平二"));
        assert!(found.contains("1:<"), "{found}");
        // The numbers show that nothing is missing.
        let whole = moves(&format!("1. 炮二平五 马8进7 2. {sign} 马二进三 马2进3 3. 车一平二"));
        let expected = "炮二平五 马8进7 马二进三 马2进3 车一平二";
        assert!(whole == expected || sign == "……", "{sign}: {whole}");
    }
    // Without a number, a sign for a move is a gap; other text is reported.
    assert!(shown("1. 炮二平五 马8进7 2. ??? 马2进3").contains("1:<???>"));
    assert!(shown("1. 炮二平五 马8进7 2. ? 马2进3").contains("!passed over"));
    assert!(!shown("1. 炮二平五 马8进7 2. {好} 马二进三").contains('!'));
    // The first move of the game.
    let first = shown("[Red \"a\"]\n\n1. ??? 马8进7 2. 马二进三 车9平8");
    assert_eq!(first, "Red=a | -1:<???> 0:马8进7 1:马二进三 2:车9平8");
    assert_eq!(shown("[Red \"a\"]\n\n??? 马8进7"), "Red=a | -1:<???> 0:马8进7");
}

#[test]
fn two_dots_are_read_as_the_numbers_say() {
    let as_one = "!two dots behind the first number are read as one";
    let as_three = "!two dots behind the first number are read as three";
    for (text, black_first, expected) in [
        ("1.. 炮二平五 马8进7", false, as_one),
        ("1.. 炮二平五 马8进7 2. 马二进三", false, as_one),
        ("1.. 炮8平5 2. 炮二平五 马8进7 3. 马二进三", true, as_three),
        ("1.. 炮8平5 2. 炮二平五", true, as_three),
        ("1... 炮8平5 2. 炮二平五", true, ""),
        ("(1). 炮二平五 马8进7 (2). 马二进三", false, ""),
        ("1. 炮二平五 1.. 马8进7 2. 马二进三 2.. 车9平8", false, ""),
        ("[FEN \"4k4/9/9/9/9/9/9/9/9/4K4 b\"]\n1.. e9e8 2. e0e1 e8e9", false, ""),
    ] {
        let found = shown(text);
        assert_eq!(found.find('!').map_or("", |at| &found[at..]), expected, "{text}");
        assert!(!found.contains('<'), "{found}");
        let sides: Vec<bool> = records(text).iter().map(|record| record.black_first).collect();
        assert_eq!(sides, [black_first], "{text}");
    }
}

#[test]
fn a_move_that_lost_a_character_takes_none_from_the_number() {
    for (text, expected) in [
        ("1. 炮二平五 马8进 2. 马二进三", "炮二平五 马8进 马二进三"),
        ("1. 炮二平五 马8进7 2. 炮五进 4. 车一进一", "炮二平五 马8进7 炮五进 车一进一"),
        ("1 炮二平五 马8进 2 马二进三", "炮二平五 马8进 马二进三"),
        ("1.炮二平五马8进2.马二进三", "炮二平五 马8进 马二进三"),
        ("9. 炮二平五 马8进 10. 马二进三", "炮二平五 马8进 马二进三"),
        ("1. 炮 二 平 五 马 8 进 7", "炮 二 平 五 马 8 进 7"),
    ] {
        let text = &format!("[Red \"a\"]\n{text}");
        assert_eq!(moves(text), expected, "{text}");
    }
}

#[test]
fn a_damaged_first_move_is_no_heading() {
    for text in ["坏坏坏坏", "1. 坏坏坏坏 1-0", "1. 炮二平 1-0"] {
        let token = text.split(' ').find(|word| !word.starts_with('1')).unwrap_or_default();
        assert_eq!(moves(&format!("[Red \"a\"]\n{text}")), token);
    }
    // Wrongly decoded, a whole game may look like a sentence.
    let text = "[Red \"a\"]\n\n1. 脜脷露镁脝陆脦氓 脗铆8陆酶7 2. 脗铆露镁陆酶脠媒 1-0";
    assert_eq!(moves(text), "脜脷露镁脝陆脦氓");
    assert_eq!(moves("[Red \"a\"]\n\n1. 本局是一局很有名的对局 1-0"), "");
}

#[test]
fn a_bracket_in_place_of_a_stroke_is_a_part_of_the_move() {
    for sign in ["(", "（", "[", "【", "{", "｛"] {
        for word in ["炮21", "C21", "前炮5", "+R8", "112"] {
            let text = format!("[Event \"a\"]\n\n1. {word}{sign} 马87\u{332} 2. 马23\u{332} 1-0\n");
            assert!(moves(&text).starts_with(&format!("{word}{sign} ")), "{text}");
        }
        if sign == "【" {
            continue;
        }
        let closed = format!(
            "[Event \"a\"]\n\n1. 炮25{sign}好棋{} 马87 1-0\n",
            match sign {
                "(" => ")",
                "（" => "）",
                "[" => "]",
                "{" => "}",
                _ => "｝",
            }
        );
        assert!(moves(&closed).starts_with("炮25 "), "{closed}");
    }
    // A move with a direction is whole whatever follows it.
    assert_eq!(moves("[Event \"a\"]\n\n1. 炮二平五（好"), "炮二平五");
    assert_eq!(moves("[Event \"a\"]\n\n1. h2e2(good"), "h2e2");
}

#[test]
fn a_sign_in_place_of_the_letter_of_a_piece_is_a_part_of_the_move() {
    let signs = "!?.;,}]|\":！？。·．，、；“”：｝…";
    for sign in signs.chars() {
        for word in ["g5", "eg5", "xg5", "g10"] {
            let text = format!("[Event \"a\"]\n\n1. Che2 Hg7 2. {sign}{word} Rh9 1-0\n");
            let is_kept = moves(&text) == format!("Che2 Hg7 {sign}{word} Rh9");
            // A capture without its letter is no move.
            assert!(is_kept || word == "xg5", "{text}: {}", moves(&text));
            let found = moves_of_a_named_system(&text);
            let is_kept = found.contains(&format!(" {sign}{word} "));
            assert!(is_kept || word == "xg5", "{text}: {found}");
        }
    }
    for sign in [",", ";", "，", "；", "、"] {
        // Between two moves, the sign separates them.
        assert_eq!(moves(&format!("[Event \"a\"]\n\n1. Che2{sign}g5")), "Che2 g5", "{sign}");
    }
}

#[test]
fn a_sign_in_place_of_a_piece_hides_no_moves() {
    for sign in "!?.;,}]|\":！？。·．，、；“”：｝…".chars() {
        for word in ["5平7", "５平７", "五平七", "5=7", "5.7", "5+7"] {
            for behind in ["3. 车一平二 车9平8 1-0", "1-0"] {
                let text =
                    format!("[Event \"五羊杯\"]\n\n1. C2=5 H8+7 2. H2+3 {sign}{word} {behind}\n");
                let found = moves(&text);
                let rest = found.strip_prefix("C2=5 H8+7 H2+3 ").unwrap_or_default();
                // Dots show that Black moves.
                let is_kept = rest.starts_with(&format!("{sign}{word}"))
                    || sign == '…' && rest.starts_with(word);
                assert!(is_kept, "{text}: {found}");
            }
        }
    }
    // Comments.
    for comment in ["; 5平7 也可", ";5平7 也可", ";5.7 points"] {
        let text = format!("[Event \"五羊杯\"]\n\n1. C2=5 H8+7 {comment}\n2. H2+3 H2+3 1-0\n");
        assert_eq!(moves(&text), "C2=5 H8+7 H2+3 H2+3", "{text}");
    }
}

#[test]
fn a_bracket_that_closes_nothing_is_a_part_of_the_move() {
    for sign in ["]", "】", "}", "｝"] {
        for part in ["RB", "C2", "CF", "炮2"] {
            let text = format!("[Event \"五羊杯\"]\n\n1. C2=5 H8+7 2. {part}{sign}5 E7+9 1-0\n");
            assert_eq!(moves(&text), format!("C2=5 H8+7 {part}{sign}5 E7+9"), "{text}");
        }
    }
}

#[test]
fn a_bracket_that_nothing_closes_takes_no_moves() {
    for (text, expected) in [
        ("1. h2e2 h9g7 2. [h0g2 i9h9 3. i0h0", "h2e2 h9g7 [h0g2 i9h9 i0h0"),
        ("1. 炮二平五 [马8进7 2. 马二进三", "炮二平五 [马8进7 马二进三"),
        ("1. h2e2 [h9g7 is usual] h9g7", "h2e2 h9g7"),
        ("1. h2e2 [see below\n1... h9g7", "h2e2 h9g7"),
        ("1. h2e2 h9g7[ 2. h0g2 i9h9\n3. i0h0", "h2e2 h9g7 h0g2 i9h9 i0h0"),
    ] {
        let text = format!("[Event \"a\"]\n\n{text} 1-0\n");
        assert_eq!(moves(&text), expected, "{text}");
    }
    let found = moves_of_a_named_system("[Event \"a\"]\n\n1. ab cd 2. [ef gh 3. ik lm 1-0\n");
    assert_eq!(found, "ab cd [ef gh ik lm");
}

#[test]
fn a_brace_in_place_of_a_number_takes_no_end_of_a_move() {
    for (text, expected) in [
        ("1. 炮二平五 马｛进３", "炮二平五 马｛进３"),
        ("1. 炮二平五 马｛步进３", "炮二平五 马｛步进３"),
        ("1. 炮二平五 马{进３ 2. 马二进三", "炮二平五 马{进３ 马二进三"),
        ("1. C2=5 H{8+7", "C2=5 H{8+7"),
        // An unclosed comment is a comment.
        ("1. 炮二平五 马8进7 {进攻之势", "炮二平五 马8进7"),
    ] {
        assert_eq!(moves(&format!("[Event \"a\"]\n\n{text}")), expected, "{text}");
    }
}

#[test]
fn moves_in_a_comment_behind_a_semicolon_are_not_played() {
    for comment in ["; good; 马二进三 was better", ";comment h0g2 i9h9; x", "; 3分钟; 5分钟"]
    {
        let text = format!("[Red \"a\"]\n\n1. 炮二平五 马8进7{comment}\n2. 马二进三 车9平8 *");
        assert_eq!(moves(&text), "炮二平五 马8进7 马二进三 车9平8", "{comment}");
    }
    let listed = "[Red \"a\"]\n\n1. 炮二平五;马8进7 2. 马二进三 车9平8;see 车一平二\n*";
    assert_eq!(moves(listed), "炮二平五 马8进7 马二进三 车9平8");
}

#[test]
fn a_semicolon_in_place_of_a_brace_takes_no_moves() {
    for (text, expected) in [
        ("1. 炮二平五 ;亮车 {要着}} 马8进7\n2. 马二进三", "炮二平五 <;亮车>"),
        ("1. h2e2 ;usual} h9g7\n2. h0g2", "h2e2 <;usual>"),
        ("1. h2e2 ;usual {or} so\n1... h9g7", "h2e2 h9g7"),
    ] {
        let found = moves(&format!("[Event \"a\"]\n\n{text} 1-0\n"));
        assert!(found.starts_with(expected), "{text}: {found}");
    }
}

#[test]
fn what_is_left_of_a_retreat_is_no_draw() {
    for sign in ["。", "，", "!", ":"] {
        let text = format!("[Event \"a\"]\n\n1. C2-1 {sign}1-1 1-0\n");
        assert_eq!(moves(&text), format!("C2-1 {sign}1-1"));
    }
    assert_eq!(moves("[Event \"a\"]\n\n1. C2-1 1-1 1-0\n"), "C2-1 1-1");
    assert_eq!(moves("[Event \"a\"]\n\n1. C2-1 H8-7 1-1\n"), "C2-1 H8-7");
    let goes_on = "[Event \"a\"]\n\n1. C2-1 H8-7 2. 1-1 C2.4 1-0\n";
    assert_eq!(moves(goes_on), "C2-1 H8-7 1-1 C2.4");
}

#[test]
fn a_semicolon_inside_a_move_hides_no_others() {
    for (text, expected) in [
        ("1. 后炮;进二 炮8平3 2. 马二进一", "后炮;进二 炮8平3 马二进一"),
        ("1. 车;4进3 马8进7 2. 马二进一", "车;4进3 马8进7 马二进一"),
        ("1. CB;+2 H8+7 2. H2+3", "CB;+2 H8+7 H2+3"),
        ("1. 车[八进二 炮8平3 2. 马二进一", "车[八进二 炮8平3 马二进一"),
        ("1. 炮二平五;好棋 2. 马二进三 常见\n1... 马8进7", "炮二平五 马8进7"),
        ("1. Rg5;good, or 2. Rh9 Hg7\n1... Ra9", "Rg5 Ra9"),
    ] {
        assert_eq!(moves(&format!("[Event \"a\"]\n\n{text} 1-0\n")), expected, "{text}");
    }
}

#[test]
fn a_sign_without_a_meaning_in_place_of_a_stroke_is_a_part_of_the_move() {
    for sign in ["}", "｝", "]", "…"] {
        let text = format!("[Event \"a\"]\n\n1. 炮25\u{332} 车41{sign} 2. 马23\u{332} 1-0\n");
        assert_eq!(moves(&text), format!("炮25\u{332} 车41{sign} 马23\u{332}"));
    }
    assert_eq!(moves("[Event \"a\"]\n\n1. 炮二平五… 马8进7 1-0\n"), "炮二平五 马8进7");
}

#[test]
fn an_annotation_that_goes_on_like_a_move_is_one() {
    for (text, expected) in [
        ("1. C2.5 H8+7 2. $5.3 H2+3", "C2.5 H8+7 $5.3 H2+3"),
        ("1. Che2 $xc5 2. Ca7", "Che2 $xc5 Ca7"),
        ("1. 炮二平五$1马8进7 2. 马二进三$2. 车9平8$3$14", "炮二平五 马8进7 马二进三 车9平8"),
        ("1. C2.5 $1 H8+7 $146 {x}", "C2.5 H8+7"),
        ("1. C2.5 H8+7 2. $53 C7.6", "C2.5 H8+7 <$53> C7.6"),
    ] {
        assert_eq!(moves(&format!("[Event \"a\"]\n\n{text} 1-0\n")), expected, "{text}");
    }
}

#[test]
fn a_traverse_with_a_dot_behind_a_result_is_told() {
    let text = "[Event \"a\"]\n\n1. C2.5 H8-7 1/2-1/2 R9.8 1-0\n";
    let shown = shown(text);
    assert!(shown.contains("R9.8 1-0"), "{shown}");
}

#[test]
fn a_move_in_figures_that_begins_with_a_dollar_sign_is_told() {
    let shown = shown("[Event \"a\"]\n\n1. 7747 $062 1-0\n");
    assert!(shown.contains("$062"), "{shown}");
    let shown = self::shown("[Event \"a\"]\n\n1. 6676 $0221 1-0\n");
    assert!(shown.contains("$0221"), "{shown}");
    let shown = self::shown("[Event \"a\"]\n\n1. C25 $96 1-0\n");
    assert!(shown.contains("$96"), "{shown}");
}

#[test]
fn a_closing_bracket_in_place_of_a_letter_is_a_part_of_the_move() {
    for sign in [")", "）", "!", "！"] {
        for left in ["e4", "--1", "+.1"] {
            let text = format!("[Event \"a\"]\n\n1. C2-1 H8-7 2. {sign}{left} H2+3 1-0\n");
            assert_eq!(moves(&text), format!("C2-1 H8-7 {sign}{left} H2+3"));
        }
    }
    assert_eq!(moves("[Event \"a\"]\n\n1. C2-1 (1. C8-1 )H8-7 1-0\n"), "C2-1 C8-1 H8-7");
}

#[test]
fn a_sign_in_place_of_the_zero_of_a_rank_is_a_part_of_the_move() {
    for sign in ["。", "…", "}", "｝", "]", "】", "|", "\"", "“", "”"] {
        let words = [["h10g8", "a7a1"], ["Rh10", "Cxd1"], ["H10-G8", "A7-A1"]];
        for [whole, torn] in words.into_iter().chain([["C810-710", "P54-41"]]) {
            let text = format!("[Event \"a\"]\n\n1. {torn}{sign} {whole} 2. {whole} 1-0\n");
            let expected = format!("{torn}{sign} {whole} {whole}");
            assert_eq!(moves_of_a_named_system(&text), expected, "{text}");
            if torn != "P54-41" {
                assert_eq!(moves(&text), expected, "{text}");
            }
        }
    }
    // With ranks up to 9, the sign stands behind a whole move.
    for sign in ["。", "…", "}"] {
        let text = format!("[Event \"a\"]\n\n1. a7a1{sign} h9g7 2. a1a2 1-0\n");
        assert_eq!(moves(&text), "a7a1 h9g7 a1a2", "{text}");
    }
}

#[test]
fn a_number_behind_the_one_that_is_due_is_what_is_left_of_a_move() {
    let text = "[Event \"a\"]\n\n1. C2.5 H8+7 2. 1. C8.5 R9+1 3. H2+3 1-0\n";
    assert_eq!(moves(text), "C2.5 H8+7 1. C8.5 R9+1 H2+3");
    let text = "[Event \"a\"]\n\n1. C2.5 H8+7 2. 2. C8.5 R9+1 1-0\n";
    assert_eq!(moves(text), "C2.5 H8+7 C8.5 R9+1");
}

#[test]
fn a_list_has_numbers_from_its_beginning_or_none() {
    for (text, expected) in [
        ("6225 4817 4213 523. 1-0", "6225 4817 4213 523."),
        ("6225 4817 4213 5928。 1-0", "6225 4817 4213 5928。"),
        ("6225. 4817 4213 5928", "6225. 4817 4213 5928"),
        ("622. 4817 4213 5928", "622. 4817 4213 5928"),
        ("62. 4817 4213 5928", "<62.> 4817 4213 5928"),
        ("…6225 4817 4213", "…6225 4817 4213"),
        ("6225; 4817;4213", "6225 4817 4213"),
        ("6225 4817 2. 4213 5928", "6225 4817 4213 5928"),
        ("12. 6225 4817", "6225 4817"),
        ("12. 6225 4817 13. 4213 5928", "6225 4817 4213 5928"),
        ("6225 4817 ;213 5928", "6225 4817 ;213 5928"),
        ("6225 4817 ; said 4213", "6225 4817"),
    ] {
        let found = moves_of_a_named_system(&format!("[Event \"a\"]\n\n{text}\n"));
        assert_eq!(found, expected, "{text}");
    }
    for text in ["h2e2 h9g7 8. h0g2 i9h9", "h2e2 h9g7 8."] {
        let shown = shown(&format!("[Event \"a\"]\n\n{text}\n"));
        assert!(shown.contains('!'), "{shown}");
    }
}

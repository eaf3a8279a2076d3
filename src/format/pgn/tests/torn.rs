//! Moves that lost a character, or have one that is not theirs.

use super::{moves, moves_of_a_named_system, shown};

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
    // Decoded in a wrong way, all of a game can look like a sentence.
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
    // A move that says its direction is whole whatever follows it.
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
            // A capture that has lost its letter is no move as it stands.
            assert!(is_kept || word == "xg5", "{text}: {}", moves(&text));
            let found = moves_of_a_named_system(&text);
            let is_kept = found.contains(&format!(" {sign}{word} "));
            assert!(is_kept || word == "xg5", "{text}: {found}");
        }
    }
    for sign in [",", ";", "，", "；", "、"] {
        // Between two moves it parts them.
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
                // Dots say that Black moves.
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
    // Where ranks go to 9, the sign is behind a whole move.
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

//! Missing moves, and numbers that say so.

use super::*;

#[test]
fn a_gap_stands_before_the_move_that_comes_too_early() {
    for gap in ["......", "--", "?", "???", "{?}", "(缺)", "$9", "7", "！", "……", "—— "] {
        let expected = format!("-1:炮二平五 0:<{}> 1:马二进三 2:马8进7", gap.trim());
        let found = shown(&format!("1. 炮二平五 {gap} 2. 马二进三 马8进7"));
        assert!(found.starts_with(&expected), "{found}");
    }
    // Without any sign the number tells; the next ones bear it out.
    assert_eq!(
        shown("1. 炮二平五 2. 马二进三 马8进7 3. 车一平二"),
        "-1:炮二平五 0:<2.> 1:马二进三 2:马8进7 3:车一平二"
    );
    assert_eq!(
        shown("1. 炮二平五 马8进7 2. ... 3. 车一平二"),
        "-1:炮二平五 0:马8进7 1:<2.> 2:车一平二"
    );
    // What could be played instead of the move behind the gap stands behind it, too.
    assert_eq!(
        shown("1. 炮二平五 2. 马二进三 (2. 车一进一) 马8进7 3. 车一平二"),
        "-1:炮二平五 0:<2.> 1:马二进三 1:车一进一 2:马8进7 4:车一平二"
    );
    // Before the first move there is no number to contradict.
    for text in [
        "1. 464. 5041 2. 1713 7242",
        "1. 777、 1213 2. 0605 7282",
        "1. 2. 马二进三 马8进7",
        "1．90． 1216",
    ] {
        assert!(shown(text).starts_with("-1:<1"), "{}", shown(text));
    }
    assert_eq!(moves("[Red \"a\"]\n12. 1. 炮二平五 马8进7"), "炮二平五 马8进7");
    // Without numbers a sign is enough.
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
        let told = found.find(" !").map_or("", |at| &found[at..]);
        assert_eq!(told, expected, "{text}");
        assert!(!found.contains('<'), "{found}");
    }
    // Black moves first, and the number goes up after that move.
    let text = "[FEN \"4k4/9/9/9/9/9/9/9/9/4K4 b\"]\n1. e9e8 2. e0e1 e8e9 3. e1e0";
    assert!(!shown(text).contains(['<', '!']));
}

#[test]
fn a_sign_behind_a_number_stands_for_its_first_half_move() {
    for sign in ["?", "？", "(?)", "{缺}", "???", "！", "$0", "……", "（此处缺一步）"]
    {
        let found = shown(&format!("1. 炮二平五 马8进7 2. {sign} 马2进3 3. 车一平二"));
        assert!(found.contains("1:<"), "{found}");
        // The numbers say that nothing is missing.
        let whole = moves(&format!("1. 炮二平五 马8进7 2. {sign} 马二进三 马2进3 3. 车一平二"));
        let expected = "炮二平五 马8进7 马二进三 马2进3 车一平二";
        assert!(whole == expected || sign == "……", "{sign}: {whole}");
    }
    // No number says so; what stands for a move is a gap, what does not is told.
    assert!(shown("1. 炮二平五 马8进7 2. ??? 马2进3").contains("1:<???>"));
    assert!(shown("1. 炮二平五 马8进7 2. ? 马2进3").contains("!passed over"));
    assert!(!shown("1. 炮二平五 马8进7 2. {好} 马二进三").contains('!'));
    // The first move of all.
    let first = shown("[Red \"a\"]\n\n1. ??? 马8进7 2. 马二进三 车9平8");
    assert_eq!(first, "Red=a | -1:<???> 0:马8进7 1:马二进三 2:车9平8");
    assert_eq!(shown("[Red \"a\"]\n\n??? 马8进7"), "Red=a | -1:<???> 0:马8进7");
}

#[test]
fn two_dots_are_read_as_the_numbers_say() {
    let as_one = "!two dots behind the first number are read as one";
    let as_three = "!two dots behind the first number are read as three";
    for (text, black_first, told) in [
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
        assert_eq!(found.find('!').map_or("", |at| &found[at..]), told, "{text}");
        assert!(!found.contains('<'), "{found}");
        let mut sides = Vec::new();
        read(text.as_bytes(), 0, Encoding::Utf8, &mut |record| sides.push(record.black_first));
        assert_eq!(sides, [black_first], "{text}");
    }
}

//! Errors with their characters and words, and the meaning of spellings.

use crate::query::{Condition, Library, Query, QueryError};

fn refused(text: &str) -> QueryError {
    Query::read(text, Library::prelude()).expect_err(text)
}

fn read(text: &str) -> Condition {
    let read = Query::read(text, Library::prelude());
    read.unwrap_or_else(|error| panic!("{text}: {error}")).condition().clone()
}

#[test]
fn the_first_offence_is_named_by_its_character() {
    for (text, character) in [
        ("{N on e2}", 1),
        ("N in", 5),
        ("N on e2   ", 0),
        ("N on e2 or  ", 11),
        ("(N on e2", 9),
        ("N on e2)", 8),
        ("R attacks (never k)", 12),
        ("R attacks (k = 1)", 12),
        ("棋手 胡荣华", 4),
        ("black", 6),
        ("year:x", 6),
        ("eval", 5),
        ("eval:x", 6),
        ("eval >= ", 8),
        ("eval:2..1.5", 6),
        ("clock < 1234567", 9),
        ("eval = 0.1234", 8),
        ("year:2000..1980", 6),
        ("N >= 1..2", 7),
        ("move 马二进3", 6),
        ("红马在中陆", 4),
        ("board \"9/9", 7),
        ("board “9/9”", 7),
        ("N for 0", 7),
        ("then", 1),
        ("file(C)", 7),
        ("rank(. C k)", 6),
        ("e4", 1),
        ("N in start in palace", 15),
        ("def R = C; R", 5),
        ("def check = C; R", 5),
        ("def 车 = C; R", 5),
        ("def one = C; def one = R; one", 18),
        ("def one = C R", 14),
        ("one", 1),
        ("def one = one; one", 11),
        ("马后炮 然后 6 重炮", 10),
        ("material R", 11),
        ("material RX vs A", 10),
        ("material R6 vs A", 10),
        ("result:3-0", 8),
        ("date:1990..1980", 6),
        ("date:1980/01", 6),
        ("date:soon", 6),
        ("date:1960-13", 6),
        ("date:1960-02-31", 6),
        ("date:1960..1960-13", 6),
        ("kind:chess", 6),
        ("player:\"\"", 8),
        ("player:'胡", 8),
        ("player:", 8),
        ("player:, R", 8),
        ("C h2-e2", 3),
        ("red to", 7),
        ("red R", 5),
        ("mirror )", 8),
        ("times check > 3", 7),
        ("times(check)", 13),
        ("move P+1", 7),
        ("move C2=5|R", 11),
        ("move R from e2 from e3", 16),
        ("R = 1234567", 5),
        ("N on e2 palce", 9),
        ("N,,R", 3),
        ("for 3", 1),
        ("R|in palace", 3),
        ("红车攻(非 黑马)", 5),
    ] {
        if character > 0 {
            assert_eq!(refused(text).character(), character, "{text}");
        } else {
            read(text);
        }
    }
}

#[test]
fn a_refusal_says_what_was_expected_and_what_is_near() {
    let said = |text: &str| {
        let error = refused(text);
        let (line, carets) = error.marked(text);
        format!("{error}\n  {line}\n  {carets}")
    };
    insta::assert_snapshot!(said("C in palce attacks k"), @r"
    at character 6: unknown word `palce`; expected a point such as e4, a range such as d0..f2, or a region; did you mean `palace`?
      C in palce attacks k
           ^^^^^
    ");
    insta::assert_snapshot!(said("红炮在中陆"), @r"
    at character 4: unknown word `中陆`; expected a point such as e4, a range such as d0..f2, or a region; did you mean `中路`?
      红炮在中陆
            ^^^^
    ");
    insta::assert_snapshot!(said("R and\nC on z9 then"), @r"
    at character 12: unknown word `z9`; expected a point such as e4, a range such as d0..f2, or a region
      C on z9 then
           ^^
    ");
    insta::assert_snapshot!(said("R and "), @r"
    at character 6: the query ends here; expected a condition
      R and 
           ^
    ");
    insta::assert_snapshot!(said("重砲 然後 6 將死"), @r"
    at character 9: `將死` cannot stand here; expected `步内`
      重砲 然後 6 將死
                  ^^^^
    ");
}

#[test]
fn a_mark_stands_under_what_is_seen_of_the_text() {
    let text = "红\u{200b}车 palce";
    let marked = ("红<U+200B>车 palce".to_owned(), "  ^^^^^^^^".to_owned());
    assert_eq!(refused(text).marked(text), marked);
    let text = |repeats| ["R or ".repeat(repeats), " or R".repeat(repeats)].join("palce");
    let marked = (format!("...{}...", text(20)), format!("{}^^^^^", " ".repeat(103)));
    assert_eq!(refused(&text(50)).marked(&text(50)), marked);
    let word = "好".repeat(1000);
    assert!(refused(&word).to_string().len() < 1000);
    assert_eq!(refused(&word).marked(&word).1, "^".repeat(200));
}

#[test]
fn words_of_all_scripts_say_the_same() {
    for (one, other) in [
        ("R attacks n unprotected", "俥攻黑马无根"),
        ("R attacks n unprotected", "红車捉黑馬無根"),
        ("red rook|black king in e0..e4", "R|k on e4..e0"),
        ("C on e6, k on e9, round<=10", "红炮在e6，黑将在e9，回合≤10"),
        ("material RP vs AABB", "子力 车兵 对 士象全"),
        ("material RP vs AABB", "material PR vs B2A2"),
        ("material NP vs bare", "子力马兵对光将"),
        ("material R2NAB2 vs rcpab2", "子力 双车马单缺士 对 车炮卒单缺士"),
        ("move R takes n checking", "走红车吃黑马叫将"),
        ("红马后炮", "red horse-cannon"),
        ("trough-horse then within 6 mate", "臥槽馬 然后6步内 将死"),
        (
            "black screen-horses, never move takes rook, plies>=60",
            "黑屏风马，从未 走吃车，总步>=60",
        ),
        ("Ｃ ＝ ２", "C=2"),
        ("N H h n E e", "H N n h B b"),
        ("move Ｃ２＝５", "move C2=5"),
        ("R for 3 for 4", "R for 7"),
        ("red 兵", "P"),
        ("黑兵", "p"),
        ("红黑 走炮二平五", "swap move 炮二平五"),
        ("红先 红 先", "red to move and red first"),
        ("player:'胡 荣华'|\"吕 钦\"", "棋手：“胡 荣华”|「吕 钦」"),
        ("line(C,N..k)", "line(C N . . k)"),
        ("at end, at start", "终局 开始"),
    ] {
        assert_eq!(read(one), read(other), "{one} = {other}");
    }
}

#[test]
fn whole_games_are_told_from_moments() {
    for (text, is_whole) in [
        ("player:a or year>1990", true),
        ("never R, always k, times(check) > 3", true),
        ("ply:3", false),
        ("round<4 plies>30", false),
        ("not (ever mate)", true),
        ("swap mirror red:a", true),
        ("player:a then player:b", false),
        ("def one = never check; one or red one", true),
        ("(player:a) for 3", false),
    ] {
        assert_eq!(read(text).is_whole(), is_whole, "{text}");
    }
}

#[test]
fn text_depth_and_numbers_are_bounded() {
    let deep = |levels: usize| format!("{}R{}", "(".repeat(levels), ")".repeat(levels));
    read(&deep(100));
    assert_eq!(refused(&deep(101)).character(), 101);
    assert_eq!(refused(&"not ".repeat(101).to_string()).character(), 401);
    read(&format!("{}R", " ".repeat(9_999)));
    assert_eq!(refused(&format!("{}R", " ".repeat(10_000))).character(), 10_001);
    // Names that refer to names count, and a plan stays small however often a name is used.
    let doubling = |names: usize| {
        let mut text = "def n-a = R attacks n; ".to_owned();
        for name in 0..names {
            let (last, next) = (letters(name), letters(name + 1));
            text += &format!("def {next} = not ({last} then {last} or black {last}); ");
        }
        text + &letters(names)
    };
    let plan = Query::read(&doubling(32), Library::prelude()).unwrap().plan();
    assert!(plan.size() < 1_000, "{}", plan.size());
    assert!(Query::read(&doubling(60), Library::prelude()).is_err());
    // Long chains are not deep.
    for link in [" then R", " next not R", " attacks R", "|R", " or R", ", R", " for 1"] {
        let text = format!("R{}", link.repeat(9_990 / link.chars().count()));
        read(&text);
        Query::read(&text, Library::prelude()).unwrap().plan();
    }
}

fn letters(number: usize) -> String {
    let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
    format!(
        "n-{}{}",
        if number < 26 { String::new() } else { letter(number / 26).into() },
        letter(number)
    )
}

#[test]
fn mirrors_of_mirrors_take_no_time() {
    let turned = "mirror swap ".repeat(49);
    let query = Query::read(&format!("{turned} (R in a9 next c in b1)"), Library::prelude());
    assert!(query.unwrap().plan().size() < 40);
}

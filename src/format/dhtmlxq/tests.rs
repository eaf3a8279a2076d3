//! Fixtures of DhtmlXQ.

use super::{FORMAT, MOVELIST};
use crate::format::testing::{Kept, cut_everywhere, gbk, keep, keep_one};

/// `binit` of the standard start.
const STANDARD: &str = "8979695949392919097717866646260600102030405060708012720323436383";

fn records(text: &str) -> Vec<Kept> {
    keep(&FORMAT, text.as_bytes()).records
}

fn one(text: &str) -> Kept {
    keep_one(&FORMAT, text.as_bytes())
}

/// `[DhtmlXQ_NAME]value[/DhtmlXQ_NAME]`
fn field(name: &str, value: &str) -> String {
    format!("[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]")
}

#[test]
fn blocks_of_a_page() {
    let page = format!(
        "<html><div style=\"display:none\">[DhtmlXQ]{}{}{}[/DhtmlXQ]</div>\n<p>[DhtmlXQiFrame]\n{}\n{}\n[/DhtmlXQiFrame]{}{}",
        field("title", "甲&amp;乙"),
        field("result", "红胜"),
        field("movelist", "7747 7062"),
        field("event", ""),
        field("movelist", "2625"),
        field("movelist", "1927"),
        field("red", "胡荣华"),
    );
    let found = records(&page);
    let tags: Vec<_> = found.iter().map(|record| record.tags.join(" ")).collect();
    assert_eq!(tags, ["Title=甲&乙 Result=红胜", "", "Red=胡荣华"]);
    let moves: Vec<_> = found.iter().map(Kept::moves).collect();
    assert_eq!(moves, ["-1:h2e2 0:h9g7", "-1:c3c4", "-1:b0c2"]);
}

#[test]
fn lines_in_any_order() {
    let text = [
        field("move_2_3_3", "1927"),
        field("comment3_3", "third||line"),
        field("move_1_2_2", "6665"),
        field("comment0", "before"),
        field("comment1_1", "of the main line"),
        field("move_0_1_1", "2625"),
        field("movelist", "77477062"),
        field("comment2", "after h9g7"),
        field("move_0_2_4", "1022"),
        field("move_9_2_5", "1022"),
        field("comment9_9", "nowhere"),
        field("move_0_7_6", "1022"),
    ]
    .concat();
    let found = one(&text);
    assert_eq!(found.moves(), "-1:h2e2 0:h9g7 -1:c3c4 2:g3g4 3:b0c2 0:b9c7");
    let comments: Vec<_> = found.comments.iter().map(|(n, text)| (*n, text.as_str())).collect();
    let expected = [(4, "third\nline"), (-1, "before"), (2, "of the main line"), (1, "after h9g7")];
    assert_eq!(comments, expected);
    assert_eq!(found.sentences(), ["comment9_9 belongs to no move: nowhere"]);
    let damage = keep(&FORMAT, text.as_bytes()).damage;
    assert_eq!(
        damage,
        ["line 6 leaves line 0 where that has no move", "1 lines hang on lines that do not exist",]
    );
}

#[test]
fn starts_of_every_kind() {
    let standard = crate::xiangqi::START_PLACEMENT;
    let start = |fields: &[String]| one(&(fields.concat() + &field("movelist", ""))).start;
    assert_eq!(start(&[]), "standard");
    assert_eq!(start(&[field("binit", "")]), "standard");
    assert_eq!(start(&[field("binit", STANDARD)]), format!("{standard} ?"));
    let black = field("fen", &format!("{standard} b"));
    assert_eq!(start(&[field("binit", STANDARD), black.clone()]), format!("{standard} b"));
    assert_eq!(start(&[black]), format!("{standard} b"));
    let kings = format!("{}49{}40{}", "99".repeat(4), "99".repeat(15), "99".repeat(11));
    assert_eq!(start(&[field("binit", &kings)]), "4k4/9/9/9/9/9/9/9/9/4K4 ?");
    assert!(start(&[field("binit", "12")]).starts_with("unreadable"));
    assert!(start(&[field("binit", &"91".repeat(32))]).starts_with("unreadable"));
}

#[test]
fn marks_that_are_damaged_are_told() {
    let read = |text: &str| {
        let found = keep(&FORMAT, text.as_bytes());
        let record = &found.records[0];
        let said = [record.sentences(), found.damage].concat().join("; ");
        (record.start.clone(), record.moves(), said)
    };
    let moves = field("movelist", "77477062");
    let start = |text: &str| read(text).0;
    // A torn mark of position or moves must not give those of the standard start.
    let torn = format!("[DhtmlXQ_binit {STANDARD}[/DhtmlXQ_binit]{moves}");
    assert_eq!(start(&torn), "unreadable: the mark `binit` is not closed");
    let torn = format!("{}[DhtmlXQ_movelist77477062[/DhtmlXQ_movelist]", field("title", "a"));
    assert_eq!(start(&torn), "unreadable: the mark `movelist` is not closed");
    let other = field("bnit", STANDARD) + &moves;
    assert_eq!(
        start(&other),
        "unreadable: the mark `bnit` is not known, and a position stands there"
    );
    assert!(start(&(field("binit", &format!("{STANDARD}9")) + &moves)).starts_with("unreadable"));
    // Without these marks the game is still whole.
    let open = "[DhtmlXQ_Movelist]77477062[DHTMLXQ_move_0_x_2]1022[/DHTMLXQ_move_0_x_2]";
    let expected = "the mark `movelist` has no mark at its end; \
        the mark `move_0_x_2` is none of a variation: its moves are not read";
    let h2e2 = "-1:h2e2 0:h9g7".to_owned();
    assert_eq!(read(open), ("standard".to_owned(), h2e2.clone(), expected.to_owned()));
    let titled = format!("[DhtmlXQ_title 甲[/DhtmlXQ_title]{moves}");
    let expected = "the mark `title` is not closed; the mark `title` closes what no mark opens";
    assert_eq!(read(&titled), ("standard".to_owned(), h2e2, expected.to_owned()));
    let lost = field("title", "a") + &field("movelst", "77477062");
    assert_eq!(read(&lost).2, "the mark `movelst` is not known: the digits there are no moves");
    let behind = format!("{moves}79678081\n");
    assert_eq!(read(&behind).2, "no reader claims what stands here: `79678081`");
    // A sound mark closes a field that a damaged one opened.
    for mark in ["[DhtmlXQ_mov\u{fffd}ist]", "[DhtmXQ_movelist]", "[DhtmlXQmovelist]", "\u{fffd}"] {
        let text = format!("{}{mark}7747[/DhtmlXQ_movelist]", field("title", "a"));
        let said = read(&text).2;
        assert!(said.ends_with("the mark `movelist` closes what no mark opens"), "{text}: {said}");
    }
}

#[test]
fn moves_off_the_board_are_kept() {
    assert_eq!(
        one(&field("movelist", "7747 9x62 7062 77")).moves(),
        "-1:h2e2 0:a2-3e 1:h9g7 2:4d-ff"
    );
}

#[test]
fn the_old_version_names_the_move_before() {
    let found = one(&field("movelist", "7747C2X500007062m8J700012625B7Z10000"));
    assert_eq!(found.moves(), "-1:h2e2 0:h9g7 -1:c3c4");
}

#[test]
fn digits_alone() {
    let moves = |text: &str| keep(&MOVELIST, text.as_bytes()).records[0].moves();
    assert_eq!(moves("77477062\n"), "-1:h2e2 0:h9g7");
    assert_eq!(moves(" 72427967"), "-1:h2e2 0:h9g7");
}

#[test]
fn a_cut_at_a_boundary_changes_nothing() {
    let block = format!("某[DhtmlXQ] {}\n{}", field("red", "某某"), field("movelist", "7747"));
    let text = format!("head {block}[/DhtmlXQ]\n\n{block}\n[DhtmlXQ_broken\n {block} tail");
    for bytes in [text.clone().into_bytes(), gbk(&text)] {
        assert_eq!(keep(&FORMAT, &bytes).records.len(), 3);
        cut_everywhere(&FORMAT, &bytes);
    }
}

#[test]
fn lines_without_an_outer_mark_are_cut_where_a_field_comes_again() {
    let line = |name: &str| field(name, "77477062");
    let lone = [line("movelist") + "\n", "某[DhtmlXQ_x\n".to_owned()].concat().repeat(4);
    let paired = (field("title", "某") + &line("movelist") + "\n").repeat(4);
    for (text, count) in [(lone, 4), (paired, 4)] {
        assert_eq!(records(&text).len(), count);
        let cuts = cut_everywhere(&FORMAT, text.as_bytes());
        assert_eq!(cuts.is_empty(), text.starts_with("[DhtmlXQ_title"));
    }
}

#[test]
fn marks_by_the_million_come_to_an_end() {
    // In quadratic time this would never end.
    for unit in [
        "[DhtmlXQ_a]",
        "[DhtmlXQ",
        "[DhtmlXQ]",
        "[/DhtmlXQ_a]",
        "DhtmlXQ",
        "[DhtmlXQ_movelist]7747",
    ] {
        let _ = keep(&FORMAT, unit.repeat(30_000).as_bytes());
    }
    let mut lines = field("movelist", "77477062");
    for number in 1..8_000 {
        lines.push_str(&field(&format!("move_{}_2_{number}", number - 1), "1022"));
        lines.push_str(&field(&format!("move_{}_2_{}", 20_001 - number, 20_000 - number), "1022"));
    }
    let _ = keep(&FORMAT, lines.as_bytes());
    // Each line leaves the one before at its first move; comments name the last line.
    let mut chain = field("movelist", "7747");
    for number in 1..20_000 {
        chain.push_str(&field(&format!("move_{}_{}_{number}", number - 1, number + 1), "1022"));
    }
    for ply in 1..20_000 {
        chain.push_str(&field(&format!("comment19999_{ply}"), "x"));
    }
    let found = one(&chain);
    assert_eq!((found.nodes.len(), found.comments.len()), (20_000, 19_999));
    assert!(found.comments.iter().enumerate().all(|(ply, (node, _))| *node == ply as i64));
}

#[test]
fn a_text_of_nothing_but_an_open_mark_is_told() {
    for text in ["[DhtmlXQ]\n", "[DhtmlXQ]\n[DhtmlXQ_title]a"] {
        assert_eq!(keep(&FORMAT, text.as_bytes()).damage.len(), 1, "{text}");
    }
    assert!(keep(&FORMAT, b"The mark [DhtmlXQ] begins a game.\n").damage.is_empty());
}

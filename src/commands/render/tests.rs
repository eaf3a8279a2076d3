//! Tables and bars.

use super::*;

fn table(heads: &[(&str, Align)], rows: &[&[&str]]) -> Table {
    let heads = heads.iter().map(|(head, align)| ((*head).to_owned(), *align)).collect();
    let mut table = Table::new(heads);
    for row in rows {
        table.row(row.iter().map(|cell| (*cell).to_owned()).collect());
    }
    table
}

const HEADS: [(&str, Align); 3] =
    [("Red", Align::Left), ("n", Align::Right), ("Event", Align::Left)];

#[test]
fn columns_line_up() {
    let table = table(&HEADS[..2], &[&["胡荣华", "12"], &["Li", "3"]]);
    insta::assert_snapshot!(table.render(), @r"
    Red      n
    胡荣华  12
    Li       3
    ");
}

#[test]
fn rows_that_follow_are_set_as_those_before() {
    let mut table = table(&HEADS[..2], &[&["胡荣华", "12"]]);
    insta::assert_snapshot!(table.render_waiting(), @r"
    Red      n
    胡荣华  12
    ");
    table.row(vec!["Li".to_owned(), "3".to_owned()]);
    assert_eq!(table.waiting(), 1);
    insta::assert_snapshot!(table.render_waiting(), @"Li       3");
    table.row(vec!["上官婉儿".to_owned(), "1003".to_owned()]);
    insta::assert_snapshot!(table.render(), @"上官婉儿  1003");
}

#[test]
fn a_narrow_screen_cuts_the_widest_text_and_leaves_out_what_is_spare() {
    let rows: [&[&str]; 1] = [&["胡荣华", "12", "全国象棋个人赛第一轮"]];
    insta::assert_snapshot!(table(&HEADS, &rows).within(Some(24)).render(), @r"
    Red      n  Event
    胡荣华  12  全国象棋个…
    ");
    insta::assert_snapshot!(table(&HEADS, &rows).within(Some(14)).sparing(&[2]).render(), @r"
    Red      n
    胡荣华  12
    ");
}

#[test]
fn nothing_in_a_cell_reaches_the_terminal() {
    let rows: [&[&str]; 1] = [&["a\x1b[2J\u{202e}b\nc"]];
    insta::assert_snapshot!(table(&HEADS[..1], &rows).render(), @r"
    Red
    a␛[2J<U+202E>b␊c
    ");
}

#[test]
fn bars_are_full() {
    assert_eq!(bar(1, 1, 2, 8), "██▒▒░░░░");
    assert_eq!(bar(0, 0, 0, 3), "   ");
}

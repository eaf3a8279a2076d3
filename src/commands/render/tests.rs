//! Tables and bars.

use super::*;

#[test]
fn columns_line_up() {
    let mut table = Table::new(&[("Red", Align::Left), ("n", Align::Right)]);
    table.row(vec!["胡荣华".to_owned(), "12".to_owned()]);
    table.row(vec!["Li".to_owned(), "3".to_owned()]);
    insta::assert_snapshot!(table.render(), @r"
    Red      n
    胡荣华  12
    Li       3
    ");
}

#[test]
fn bars_are_full() {
    assert_eq!(bar(1, 1, 2, 8), "██▒▒░░░░");
    assert_eq!(bar(0, 0, 0, 3), "   ");
}

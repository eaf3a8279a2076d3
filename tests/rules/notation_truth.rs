//! Every spelling of the table beside the project, read and written.

use xqdb::notation::{Reading, by_name, read};
use xqdb::xiangqi::{Move, Position};

/// Column and the notation that writes it.
const COLUMNS: [(&str, &str); 6] = [
    ("iccs", "iccs"),
    ("chinese_simplified", "chinese"),
    ("chinese_traditional", "chinese-traditional"),
    ("wxf_2018", "wxf"),
    ("wxf_suffix", "wxf-suffix"),
    ("df_li", "li"),
];

#[test]
#[ignore = "reads the archives in ../shared; .ci/run runs it where they are"]
fn archives_the_table_of_spellings_is_read_and_written() {
    let table =
        std::fs::read_to_string(crate::common::shared("notation-truth.tsv")).expect("UTF-8");
    let mut lines = table.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let column = |name: &str| header.iter().position(|&found| found == name).expect("a column");

    let mut wrong = Vec::new();
    let mut counts = [0; 4];
    for line in lines {
        let cells: Vec<&str> = line.split('\t').collect();
        let cell = |name: &str| cells.get(column(name)).copied().unwrap_or_default();
        let position = Position::from_fen(cell("fen")).expect("a FEN");
        let mv: Move = cell("iccs").parse().expect("a move");
        let ambiguous: Vec<&str> =
            cell("ambiguous").split('|').filter(|text| !text.is_empty()).collect();
        let mut fail = |what: &str, text: &str, found: String| {
            wrong.push(format!("{what} {text} in {} ({mv}): {found}", cell("fen")));
        };

        for (name, notation) in COLUMNS {
            let expected = cell(name);
            let notation = by_name(notation).expect("a notation");
            let written = (notation.write)(mv, &position).unwrap_or_default();
            let own = (notation.read)(&written, &position);
            if own != Reading::One(mv) {
                fail(notation.name, &written, format!("reads back as {own:?}"));
            }
            if expected.is_empty() {
                continue;
            }
            counts[0] += 1;
            if written != expected {
                fail(name, expected, format!("written {written}"));
            }
            counts[1] += 1;
            let reading = read(expected, &position);
            if reading != Reading::One(mv) && !ambiguous.contains(&expected) {
                fail(name, expected, format!("{reading:?}"));
            }
        }
        for text in cell("accepted").split('|').filter(|text| !text.is_empty()) {
            counts[2] += 1;
            let reading = read(text, &position);
            if reading != Reading::One(mv) {
                fail("accepted", text, format!("{reading:?}"));
            }
        }
        for text in ambiguous {
            counts[3] += 1;
            match read(text, &position) {
                Reading::Several(moves) if moves.contains(&mv) && moves.len() > 1 => {}
                reading => fail("ambiguous", text, format!("{reading:?}")),
            }
        }
    }
    let [written, columns, accepted, ambiguous] = counts;
    println!("{written} written, {columns} read, {accepted} accepted, {ambiguous} ambiguous");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

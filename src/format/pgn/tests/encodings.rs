//! Encodings, and bytes that make no sense.

use super::read_all;
use crate::format::testing::{gbk, utf16};
use crate::text::Encoding;

#[test]
fn bytes_that_make_no_sense_are_counted_where_they_stand() {
    let mut bytes = gbk("[Event \"甲\"]\n1. 炮二平五 *\n\n[Event \"乙");
    bytes.extend(b"\xff\"]\n1. ");
    bytes.extend(gbk("马二进三 *\n\n[Event \"丙\"]\n*\n"));
    let kept = read_all(&bytes, 0, Encoding::Gb18030);
    let told: Vec<String> =
        kept.records.iter().flat_map(|record| &record.warnings).map(ToString::to_string).collect();
    assert_eq!(kept.records.len(), 3);
    assert_eq!(told, ["1 malformed byte sequences for gb18030"]);
    assert_eq!(kept.records[1].nodes[0].1, "马二进三");
}

#[test]
fn a_record_in_another_encoding_than_its_file_is_read_in_its_own() {
    let utf8 = "[Event \"甲\"]\n1. 炮二平五 *\n\n";
    let other = gbk("[Event \"五羊杯\"]\n[Red \"胡荣华\"]\n1. 马二进三 马8进7 *\n\n");
    let bytes = [utf8.as_bytes(), &other, utf8.as_bytes()].concat();
    let kept = read_all(&bytes, 0, Encoding::Utf8);
    assert_eq!(kept.records[1].tags, ["Event=五羊杯", "Red=胡荣华"]);
    assert_eq!(kept.records[1].moves(), "-1:马二进三 0:马8进7");
    let told: Vec<String> =
        kept.records.iter().flat_map(|record| &record.warnings).map(ToString::to_string).collect();
    assert_eq!(told, ["the record is in gb18030, its file in utf-8"]);
    assert_eq!(kept.records[2].tags, ["Event=甲"]);
}

#[test]
fn utf_16_is_read_as_well() {
    let text = "[Event \"甲\"]\n1. 炮二平五 *\n\n[Event \"乙\"]\n1. 马二进三 *\n";
    let mut bytes = b"\xff\xfe".to_vec();
    bytes.extend(utf16(text));
    let kept = read_all(&bytes, 0, Encoding::Utf16Le);
    assert_eq!(kept.records.len(), 2);
    assert_eq!(kept.records[1].moves(), "-1:马二进三");
}

//! A library is written here by hand around records of the CBR tests.

use super::*;
use crate::format::cbr::tests::record;
use crate::format::testing::{attack_at, keep, utf16};

/// Flag and record of every entry; no record leaves its entry free.
fn library(capacity: u32, entries: &[(u32, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = vec![0; INDEX + ENTRY * capacity as usize];
    bytes[..16].copy_from_slice(MAGIC);
    bytes[60..64].copy_from_slice(&capacity.to_le_bytes());
    let name = utf16("名局");
    bytes[64..64 + name.len()].copy_from_slice(&name);
    for (i, (flag, record)) in entries.iter().enumerate() {
        let slots = record.len().div_ceil(SLOT);
        let entry = INDEX + ENTRY * i;
        for (offset, number) in [(0, *flag), (8, slots as u32), (12, record.len() as u32)] {
            bytes[entry + offset..entry + offset + 4].copy_from_slice(&number.to_le_bytes());
        }
        bytes.extend(record);
        // The rest of a slot is leftover memory.
        bytes.resize(bytes.len() + slots * SLOT - record.len(), 0xCC);
    }
    bytes
}

fn titled(title: &str) -> Vec<u8> {
    record(2, &[(180, title)])
}

#[test]
fn records_deleted_and_free_entries() {
    let mut long = titled("长");
    long.truncate(2214);
    // A comment that makes the record three slots long.
    long.extend([5, 0, 0, 0]);
    long.extend(8000u32.to_le_bytes());
    long.extend(utf16(&"车".repeat(4000)));
    let entries =
        [(7, long), (5, titled("删")), (0, Vec::new()), (7, titled("后")), (9, titled("异"))];
    let found = keep(&FORMAT, &library(7, &entries));
    let titles: Vec<&str> = found.records.iter().map(|record| record.tags[0].as_str()).collect();
    assert_eq!(titles, ["Title=长", "Title=后", "Title=异"]);
    assert!(found.records.iter().all(|record| record.tags[1] == "Collection=名局"));
    assert_eq!((found.deleted, found.damage), (1, Vec::new()));
}

#[test]
fn records_of_every_edition() {
    let entries =
        [(7, record(1, &[(52, "旧")])), (7, record(3, &[(180, "新")])), (7, record(9, &[]))];
    let found = keep(&FORMAT, &library(3, &entries));
    let moves: Vec<String> = found.records.iter().map(|record| record.moves()).collect();
    assert_eq!(moves, ["-1:h2e2 0:h9g7 0:b9c7 -1:c3c4"; 3]);
    assert_eq!(found.records[0].tags[0], "Title=旧");
    let warnings: Vec<_> = found.records.iter().flat_map(|record| &record.warnings).collect();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].to_string().starts_with("edition 9 of the record is not known"));
}

#[test]
fn an_entry_that_leads_nowhere_is_told() {
    let found = keep(&FORMAT, &library(2, &[(7, vec![1; 20]), (7, titled("后"))]));
    assert_eq!(found.records.len(), 1);
    assert_eq!(found.damage, ["entry 1 of the index leads to no record"]);

    let mut bytes = library(1, &[(7, titled("甲"))]);
    bytes[60..64].copy_from_slice(&u32::MAX.to_le_bytes());
    let found = keep(&FORMAT, &bytes);
    assert_eq!((found.records.len(), found.damage.len()), (0, 1));
}

#[test]
fn damage_is_survived() {
    let bytes = library(2, &[(7, titled("甲")), (7, titled("乙"))]);
    let header = (0..100).chain(INDEX - 10..INDEX + 2 * ENTRY);
    attack_at(&FORMAT, &bytes, true, header, 8);
    attack_at(&FORMAT, &bytes, false, (INDEX + 2 * ENTRY..bytes.len()).step_by(7), 1);
}

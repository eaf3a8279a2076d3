//! A copy of a database lies in a folder of which nothing can be written, and any program with
//! SQLite opens it.

use crate::common::{RECORDS, desk, stdout};
use rusqlite::{Connection, OpenFlags};
use std::path::Path;

/// Whether the file says that a log belongs to it: bytes 18 and 19 are 1 without one, 2 with one.
fn has_log(db: &Path) -> bool {
    std::fs::read(db).unwrap()[18..20] != [1, 1]
}

/// Opens the file as a program does that may write nothing, and does not know that nobody writes.
fn count(db: &Path) -> rusqlite::Result<u64> {
    let conn = Connection::open_with_flags(db, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    conn.query_row("select count(*) from games", [], |row| row.get(0))
}

#[test]
fn a_backup_lies_in_a_folder_that_cannot_be_written() {
    let (folder, db) = desk();
    stdout(&db, &["import", RECORDS], 0);
    assert!(has_log(&db), "who writes next to readers needs one");
    let share = folder.path().join("share");
    std::fs::create_dir(&share).unwrap();
    let copy = share.join("games.db");
    stdout(&db, &["backup", copy.to_str().unwrap()], 0);
    assert!(!has_log(&copy));
    let set_read_only = |is_read_only: bool| {
        for path in [&copy, &share] {
            let mut permissions = path.metadata().unwrap().permissions();
            #[allow(clippy::permissions_set_readonly_false, reason = "so that it can be removed")]
            permissions.set_readonly(is_read_only);
            std::fs::set_permissions(path, permissions).unwrap();
        }
    };
    set_read_only(true);
    let (games, dump) = (count(&copy), stdout(&copy, &["dump"], 0));
    let left = std::fs::read_dir(&share).unwrap().count();
    set_read_only(false);
    assert!(games.unwrap() > 5);
    assert_eq!(dump, stdout(&db, &["dump"], 0));
    assert_eq!(left, 1, "nothing lies beside it");
}

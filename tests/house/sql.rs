//! SQL stands in `store` and nowhere else, and no other room knows which library runs it.

use std::path::Path;

/// What the statements of SQLite begin with.
const STATEMENTS: [&str; 14] = [
    "select ",
    "insert into ",
    "insert or ",
    "update ",
    "delete from ",
    "create table ",
    "create index ",
    "drop ",
    "alter table ",
    "pragma ",
    "begin;",
    "begin immediate",
    "commit;",
    "rollback;",
];

/// The lines of a file that hold code: everything behind `//` is left out.
fn code(text: &str) -> String {
    let code = |line: &str| line.split("//").next().unwrap().to_owned();
    text.lines().map(code).collect::<Vec<_>>().join("\n")
}

/// The statements of SQL in a file: what begins like one behind a quotation mark.
fn statements(code: &str) -> Vec<String> {
    let texts = code.split('"').skip(1).map(str::trim_start);
    let is_statement = |text: &&str| {
        let lower = text.get(..60.min(text.len())).unwrap_or(text).to_ascii_lowercase();
        let begins = STATEMENTS.iter().any(|statement| lower.starts_with(statement));
        // A sentence may begin with the same words.
        let needs = |word: &str, further: &str| {
            !lower.starts_with(word) || text.to_ascii_lowercase().contains(further)
        };
        begins && needs("select ", " from ") && needs("update ", " set ") && needs("drop ", "table")
    };
    texts.filter(is_statement).map(str::to_owned).collect()
}

#[test]
fn only_the_store_speaks_sql() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut faults, mut in_store) = (Vec::new(), 0);
    for entry in walkdir::WalkDir::new(&src).into_iter().map(Result::unwrap) {
        let path = entry.path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let file = path.strip_prefix(&src).unwrap();
        let code = code(&std::fs::read_to_string(path).unwrap());
        // The reader of dumps speaks of what others write.
        let found = if file == Path::new("format/sql.rs") { Vec::new() } else { statements(&code) };
        if file.starts_with("store") {
            in_store += found.len();
            continue;
        }
        if code.contains("rusqlite") {
            faults.push(format!("{}: rusqlite", file.display()));
        }
        faults.extend(found.iter().map(|text| format!("{}: {text}", file.display())));
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(in_store > 60, "statements are recognised: {in_store}");
}

/// No public signature of the room names the library.
#[test]
fn no_public_signature_names_rusqlite() {
    let store = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store");
    let mut faults = Vec::new();
    for entry in walkdir::WalkDir::new(&store).into_iter().map(Result::unwrap) {
        if entry.path().extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let code = code(&std::fs::read_to_string(entry.path()).unwrap());
        for (at, _) in code.match_indices("    pub fn ").chain(code.match_indices("\npub fn ")) {
            let signature = code[at..].split('{').next().unwrap();
            let words = ["rusqlite", "ToSql", "FromSql", "Params", "ValueRef", "CachedStatement"];
            if words.iter().any(|word| signature.contains(word)) {
                faults.push(format!("{}: {signature}", entry.path().display()));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn statements_are_told_from_sentences() {
    let code = r#"let a = "select id from game"; let b = "
        update game set id = 1"; let c = "select the games"; let d = "update failed";"#;
    assert_eq!(statements(code).len(), 2, "{:?}", statements(code));
}

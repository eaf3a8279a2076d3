//! Data flows one way: a room imports only from the rooms above it.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

use std::path::Path;

/// The rooms, uppermost first.
const ROOMS: &[&str] = &[
    "xiangqi", "notation", "text", "metadata", "format", "replay", "archive", "store", "import",
    "search", "export", "cli", "commands",
];

#[test]
fn no_room_imports_from_below() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut faults = Vec::new();
    for entry in walkdir::WalkDir::new(&src).into_iter().filter_map(Result::ok) {
        let path = entry.path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let below = path.strip_prefix(&src).unwrap();
        let first = below.components().next().unwrap().as_os_str().to_str().unwrap();
        let Some(own) = ROOMS.iter().position(|room| *room == first.trim_end_matches(".rs")) else {
            continue;
        };
        let text = std::fs::read_to_string(path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for part in line.replace("xqdb::", "crate::").split("crate::").skip(1) {
                let name: String =
                    part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if let Some(used) = ROOMS.iter().position(|room| *room == name)
                    && used > own
                {
                    faults.push(format!("{}: {}", below.display(), line.trim()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

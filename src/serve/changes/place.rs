//! Where an uploaded file goes: its name is only ever a part of a path below the upload folder.

use std::path::PathBuf;
use xqdb::system::file_name;

/// More bytes than this a name has on no file system.
const LONGEST: usize = 240;
/// So many digits tell names apart that are cut off.
const SIGN: usize = 8;
/// Deeper folders are no archive.
const DEEPEST: usize = 32;

/// The path that a name means below a folder; none where it means none, or one outside.
///
/// What a file system cannot have in a name becomes `_`; everything else stays, because names say
/// who played.
pub(super) fn below(name: &str) -> Option<PathBuf> {
    let parts = name.split(['/', '\\']).filter(|part| !matches!(*part, "" | "."));
    let parts: Vec<&str> = parts.collect();
    let is_outside = parts.iter().any(|part| part.trim() == "..");
    if parts.is_empty() || parts.len() > DEEPEST || is_outside {
        return None;
    }
    Some(parts.into_iter().map(part).collect())
}

/// A name that every file system takes. Names that are too long stay different.
fn part(name: &str) -> String {
    let kept = file_name(name);
    if kept.is_empty() {
        return "_".to_owned();
    }
    if kept.len() <= LONGEST {
        return kept;
    }
    let (stem, extension) = match kept.rfind('.') {
        Some(dot) if dot > 0 && kept.len() - dot < LONGEST / 4 => kept.split_at(dot),
        _ => (kept.as_str(), ""),
    };
    let sign = &blake3::hash(name.as_bytes()).to_hex()[..SIGN];
    let mut end = LONGEST - extension.len() - SIGN - 1;
    while !stem.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}~{sign}{extension}", &stem[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::{Component, Path};

    #[test]
    fn a_name_is_never_a_path_outside() {
        for (name, path) in [
            ("a.pgn", "a.pgn"),
            ("/etc/passwd", "etc/passwd"),
            ("C:\\games\\a.pgn", "C:/games/a.pgn"),
            ("./a//b/./c.pgn", "a/b/c.pgn"),
            ("胡荣华 先胜.pgn", "胡荣华 先胜.pgn"),
            ("<script>.pgn", "<script>.pgn"),
            ("a\u{0}b\nc.pgn", "a_b_c.pgn"),
            ("...", "..."),
        ] {
            // Elsewhere a name may have to be written otherwise.
            if xqdb::system::file_name(":\u{0}") == ":_" {
                assert_eq!(below(name).as_deref(), Some(Path::new(path)), "{name}");
            }
        }
        for name in ["", "/", ".", "..", "a/../../b", "..\\b", "a/ .. /b", &"a/".repeat(33)] {
            assert_eq!(below(name), None, "{name}");
        }
    }

    #[test]
    fn every_name_stays_below_and_keeps_its_extension() {
        for name in ["名".repeat(400) + ".pgn", "x".repeat(5000), ".".repeat(600)] {
            let path = below(&name).unwrap();
            assert!(path.components().all(|it| matches!(it, Component::Normal(_))), "{name}");
            assert!(path.as_os_str().len() <= LONGEST);
        }
        let long = below(&("名".repeat(400) + ".pgn")).unwrap();
        assert_eq!(long.extension().unwrap(), "pgn");
    }

    #[test]
    fn two_long_names_stay_two() {
        let [one, other] = ["甲", "乙"].map(|end| below(&format!("{}{end}.pgn", "名".repeat(400))));
        assert_ne!(one, other);
        let all = "x".repeat(LONGEST);
        assert_eq!(below(&all).unwrap(), PathBuf::from(all), "one that fits stays as it is");
    }
}

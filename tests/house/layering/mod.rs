//! The order of the house, held by its own code: data flows one way.
//!
//! Every path that a file names is read, those of its tests and its `pub use`, too. A name that a
//! folder's `mod.rs` hands on counts as one of the file that defines it.

mod source;
mod words;

use source::{Names, Source};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The rooms, uppermost first; a room uses only those above it.
const ROOMS: &[&str] = &[
    "xiangqi",
    "notation",
    "diagram",
    "opening",
    "text",
    "metadata",
    "decision",
    "format",
    "replay",
    "query",
    "export",
    "figure",
    "container",
    "system",
    "store",
    "import",
    "search",
    "engine_book",
    "names",
    "duplicates",
    "research",
    "collection",
    "answers",
    "columns",
    "messages",
    "book",
    "questions",
    "serve",
    "cli",
    "commands",
];

/// The rooms that know no system, no clock and no thread.
const PURE: &[&str] = &[
    "xiangqi", "notation", "diagram", "opening", "text", "metadata", "decision", "format",
    "replay", "query", "export", "figure",
];

/// The files of the library and of the program, read once.
pub(crate) fn sources() -> &'static [Source] {
    static SOURCES: LazyLock<Vec<Source>> =
        LazyLock::new(|| source::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "xqdb"));
    &SOURCES
}

/// The files of the Python package, for which the library is foreign.
fn python() -> Vec<Source> {
    source::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("python/src"), "xqdb_python")
}

/// Which file takes which names from which.
type Arrows = BTreeMap<PathBuf, BTreeMap<PathBuf, BTreeSet<String>>>;

fn arrows(sources: &[Source], with_tests: bool) -> Arrows {
    let by_module: BTreeMap<&Names, &Source> =
        sources.iter().map(|source| (&source.module, source)).collect();
    let mut arrows = Arrows::new();
    for source in sources {
        let by_tests = source.named_by_tests.iter().filter(|_| with_tests);
        for path in source.named.iter().chain(source.handed_on.values()).chain(by_tests) {
            let Some(target) = defined_in(path, &by_module) else { continue };
            // To name a module is nothing; what is named inside of it counts.
            if target.file != source.file && target.module != *path {
                let names = arrows.entry(source.file.clone()).or_default();
                names.entry(target.file.clone()).or_default().insert(path.join("::"));
            }
        }
    }
    arrows
}

/// The file that defines what a path names.
fn defined_in<'s>(path: &Names, by_module: &BTreeMap<&Names, &'s Source>) -> Option<&'s Source> {
    let mut path = path.clone();
    // A name may be handed on more than once.
    for _ in 0..8 {
        let depth =
            (0..=path.len()).rev().find(|&len| by_module.contains_key(&path[..len].to_vec()))?;
        let source = by_module[&path[..depth].to_vec()];
        let next = path.get(depth).and_then(|name| source.handed_on.get(name));
        match next {
            Some(elsewhere) => path = [elsewhere.as_slice(), &path[depth + 1..]].concat(),
            None => return Some(source),
        }
    }
    None
}

fn room(file: &Path) -> String {
    let first = file.iter().next().unwrap().to_str().unwrap();
    first.trim_end_matches(".rs").to_owned()
}

#[test]
fn no_room_uses_one_below_it() {
    let sources = sources();
    let place = |file: &Path| ROOMS.iter().position(|known| *known == room(file));
    let mut faults = Vec::new();
    for source in sources.iter().filter(|source| source.file != Path::new("lib.rs")) {
        if place(&source.file).is_none() {
            faults.push(format!("{}: the room has no place in ROOMS", source.file.display()));
        }
    }
    for (file, targets) in arrows(sources, true) {
        for (target, names) in targets {
            if let (Some(own), Some(used)) = (place(&file), place(&target))
                && used > own
            {
                faults.push(format!("{} uses {}: {names:?}", file.display(), target.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let mut all = Vec::new();
    for sources in [sources(), &python()] {
        let mut arrows = arrows(sources, false);
        // The front of a folder knows its files, and they know what stands in their front.
        for (file, targets) in &mut arrows {
            targets.retain(|target, _| !is_front(file, target) && !is_front(target, file));
        }
        all.extend(circles(&arrows));
    }
    assert!(all.is_empty(), "{} circles: {all:#?}", all.len());
}

#[test]
fn no_folders_use_each_other_in_a_circle() {
    let circles = circles(&between_folders(&arrows(sources(), false)));
    assert!(circles.is_empty(), "{} circles: {circles:#?}", circles.len());
}

/// The arrows between the files and folders of each folder: `store/a/x.rs` that uses `store/b/y.rs`
/// is an arrow from `store/a` to `store/b`.
fn between_folders(arrows: &Arrows) -> Arrows {
    let mut between = Arrows::new();
    for (file, targets) in arrows {
        for (target, names) in targets {
            let same = file.iter().zip(target).take_while(|(one, other)| one == other).count();
            let inside = |path: &Path| path.iter().take(same + 1).collect::<PathBuf>();
            let (from, to) = (inside(file), inside(target));
            if ![&from, &to].iter().any(|path| path.ends_with("mod.rs")) {
                between.entry(from).or_default().entry(to).or_default().extend(names.clone());
            }
        }
    }
    between
}

/// Whether `front` is the `mod.rs` of the folder in which `file` stands.
fn is_front(front: &Path, file: &Path) -> bool {
    front.ends_with("mod.rs") && file.starts_with(front.parent().unwrap())
}

/// Each circle as the arrows that make it.
fn circles(arrows: &Arrows) -> Vec<Vec<String>> {
    let reach = |from: &PathBuf| {
        let mut seen = BTreeSet::new();
        let mut open = vec![from];
        while let Some(file) = open.pop() {
            for target in arrows.get(file).into_iter().flat_map(BTreeMap::keys) {
                if seen.insert(target) {
                    open.push(target);
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&PathBuf, BTreeSet<&PathBuf>> =
        arrows.keys().map(|file| (file, reach(file))).collect();
    let mut done = BTreeSet::new();
    let mut circles = Vec::new();
    for (file, targets) in &reached {
        if !targets.contains(file) || !done.insert(*file) {
            continue;
        }
        let is_in = |other: &PathBuf| {
            targets.contains(other) && reached.get(other).is_some_and(|back| back.contains(file))
        };
        let mut circle = Vec::new();
        for member in reached.keys().filter(|other| is_in(other)) {
            done.insert(*member);
            for (target, names) in arrows[*member].iter().filter(|(target, _)| is_in(target)) {
                circle.push(format!("{} -> {}: {names:?}", member.display(), target.display()));
            }
        }
        circles.push(circle);
    }
    circles
}

#[test]
fn pure_rooms_use_no_system() {
    let forbidden = ["std::fs", "std::net", "std::thread", "std::time", "std::process", "std::env"];
    let mut faults = Vec::new();
    for source in sources() {
        let is_of_tests = source.file.ends_with("testing.rs");
        if is_of_tests || !PURE.contains(&room(&source.file).as_str()) {
            continue;
        }
        for name in source.std.iter().filter(|name| forbidden.contains(&name.as_str())) {
            faults.push(format!("{} uses {name}", source.file.display()));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn one_file_asks_which_system_it_runs_on() {
    let asks =
        ["cfg(unix", "cfg(windows", "cfg!(unix", "cfg!(windows", "target_os", "target_family"];
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut faults = Vec::new();
    for source in sources().iter().filter(|source| source.file != Path::new("system.rs")) {
        let text = std::fs::read_to_string(src.join(&source.file)).unwrap();
        let text = text.replace("not(", "");
        let found = asks.iter().chain(&["std::os::"]).filter(|ask| text.contains(**ask));
        faults.extend(found.map(|ask| format!("{}: {ask}", source.file.display())));
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The test reads what it must read.
#[test]
fn uses_of_every_form_are_read() {
    let source = source::source(
        "store/index/merge.rs".into(),
        "use super::super::names::{self, Names};
         use crate::{text::fold as folded, xiangqi};
         pub(crate) use super::bits::Bits;
         fn plays() -> xiangqi::Move { let x = folded(1); format!(\"{}\", crate::format::NAME) }
         #[cfg(test)]
         mod tests { use super::*; use super::super::block::Block; use std::fs; }",
        "xqdb",
    );
    let named = source.named.iter().chain(&source.named_by_tests);
    let named: Vec<String> = named.map(|path| path.join("::")).collect();
    for wanted in [
        "store::names",
        "store::names::Names",
        "text::fold",
        "xiangqi",
        "xiangqi::Move",
        "format::NAME",
        "store::index::block::Block",
    ] {
        assert!(named.iter().any(|name| name == wanted), "{wanted} is missing: {named:?}");
    }
    assert!(!named.iter().any(|name| name == "store::index::bits::Bits"), "only handed on");
    assert_eq!(source.handed_on["Bits"].join("::"), "store::index::bits::Bits");
    assert!(source.std.is_empty(), "tests may use the system");
}

/// Circles are found, and only they.
#[test]
fn circles_are_found() {
    let file = |name: &str, text: &str| source::source(name.into(), text, "xqdb");
    let sources = [
        file("a/mod.rs", "mod one; mod two; mod three; pub use one::One; pub use two::Two;"),
        file("a/one.rs", "use super::Two; pub struct One;"),
        file("a/two.rs", "pub struct Two; fn back(_: super::One) {}"),
        file("a/three.rs", "use super::{One, Two};"),
    ];
    let circles = circles(&arrows(&sources, false));
    assert_eq!(circles.len(), 1);
    assert!(circles[0].iter().all(|arrow| !arrow.contains("three")), "{circles:?}");
}

/// Folders are in a circle that no two of their files are in, also by names that are handed on.
#[test]
fn circles_of_folders_are_found() {
    let file = |name: &str, text: &str| source::source(name.into(), text, "xqdb");
    let sources = [
        file("a/one.rs", "pub use crate::b::two::Two;"),
        file("b/two.rs", "pub struct Two;"),
        file("b/three.rs", "use crate::a::four::Four;"),
        file("a/four.rs", "pub struct Four;"),
        file("c/five.rs", "use crate::a::four::Four;"),
    ];
    let arrows = arrows(&sources, false);
    assert!(circles(&arrows).is_empty());
    let circles = circles(&between_folders(&arrows));
    assert_eq!(circles.len(), 1);
    assert!(circles[0].iter().all(|arrow| !arrow.contains("c ->")), "{circles:?}");
}

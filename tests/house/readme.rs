//! The READMEs and the pages: both languages say the same, and what they say to type works.

use crate::common::records;
use std::collections::BTreeSet;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Output};
use xqdb::text::display_width;

/// A page of the project.
fn readme(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// The lines outside of fences.
fn unfenced(page: &str) -> impl Iterator<Item = &str> {
    page.split("```").step_by(2).flat_map(str::lines)
}

/// The lines to be typed, without what is said about them.
fn commands(readme: &str) -> Vec<String> {
    let lines = unfenced(readme).filter_map(|line| line.strip_prefix("    "));
    lines.map(|line| line.split("  # ").next().unwrap().trim_end().to_owned()).collect()
}

/// A table without its words: how many cells each row has, and those that are numbers.
fn numbers(readme: &str) -> Vec<Vec<String>> {
    let rows = readme.lines().filter(|line| line.starts_with('|'));
    let digits = |cell: &str| cell.chars().filter(char::is_ascii_digit).collect();
    // Chinese counts in other units: 亿, 万.
    let is_plain = |cell: &&str| !cell.contains("million") && !cell.contains(['亿', '万']);
    rows.map(|row| row.split('|').filter(is_plain).map(digits).collect()).collect()
}

#[test]
fn both_readmes_say_the_same() {
    let (english, chinese) = (readme("README.md"), readme("README.zh-CN.md"));
    assert_eq!(commands(&english), commands(&chinese));
    assert_eq!(numbers(&english), numbers(&chinese));
    let headings = |text: &str| text.lines().filter(|line| line.starts_with('#')).count();
    assert_eq!(headings(&english), headings(&chinese));
}

#[test]
fn prose_is_at_most_a_hundred_columns_wide() {
    let pages = ["README", "docs/tour", "docs/decisions"];
    for name in pages.iter().flat_map(|page| [format!("{page}.md"), format!("{page}.zh-CN.md")]) {
        for line in unfenced(&readme(&name)).filter(|line| !line.starts_with(['|', ' '])) {
            assert!(display_width(line) <= 100, "{name}: {line}");
        }
    }
}

/// The tests that a page names are there.
#[test]
fn every_test_that_is_named_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = String::new();
    for folder in ["src", "tests"] {
        for entry in walkdir::WalkDir::new(root.join(folder)) {
            let entry = entry.unwrap();
            if entry.path().extension().is_some_and(|extension| extension == "rs") {
                sources += &std::fs::read_to_string(entry.path()).unwrap();
            }
        }
    }
    let page = readme("docs/reliability.md");
    let table = page.split("and its test\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let names = table.split('`').skip(1).step_by(2).filter(|name| name.contains('_'));
    let mut count = 0;
    for name in names {
        assert!(sources.contains(&format!("fn {name}(")), "there is no test {name}");
        count += 1;
    }
    assert!(count > 50, "{count} names");
}

/// A folder with the tests' data, in which the program is called as a reader would call it.
#[cfg(unix)]
struct Shell {
    folder: tempfile::TempDir,
}

#[cfg(unix)]
impl Shell {
    fn new() -> Shell {
        let folder = tempfile::tempdir().unwrap();
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
        std::os::unix::fs::symlink(tests, folder.path().join("tests")).unwrap();
        Shell { folder }
    }

    fn run(&self, line: &str) -> Output {
        let program = Path::new(env!("CARGO_BIN_EXE_xqdb"));
        let path = std::env::var("PATH").unwrap();
        Command::new("sh")
            .args(["-c", line])
            .current_dir(self.folder.path())
            .env("HOME", self.folder.path())
            .env("PATH", format!("{}:{path}", program.parent().unwrap().display()))
            .env("XQDB_LANG", "en")
            .env_remove("XQDB_DB")
            .output()
            .unwrap()
    }

    /// The key of the first game that a search finds.
    fn key(&self, search: &str) -> Option<String> {
        let listed = self.run(&format!("{search} --limit 1 --format csv")).stdout;
        let listed = String::from_utf8(listed).unwrap();
        Some(listed.lines().nth(1)?.split(',').next()?.to_owned())
    }
}

#[cfg(unix)]
#[test]
fn the_commands_of_the_readme_work() {
    let shell = Shell::new();
    let at = |name: &str| shell.folder.path().join(name);
    // What the examples name is there: the project's records as ~/qipu, a library as old.cbl, a
    // published list.
    std::fs::write(at("list.tsv"), "1\t林一舟\n2\t陈雨亭\n").unwrap();
    std::os::unix::fs::symlink(records(), at("qipu")).unwrap();
    let mut library = Vec::new();
    let packed = std::fs::read(at("tests/data/formats/cbl/library.cbl.gz")).unwrap();
    flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut library).unwrap();
    std::fs::write(at("old.cbl"), library).unwrap();
    let mut ran = 0;
    let pages = ["README.md", "docs/commands.md"].map(readme);
    for command in pages.iter().flat_map(|page| commands(page)) {
        let key = shell.key("xqdb search").unwrap_or_default();
        let line = command.replace("cargo run -- ", "xqdb ").replace("KEY", &key).replace(
            "\"FEN\"",
            "\"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\"",
        );
        // A server runs until it is stopped; its own tests start it.
        if line.starts_with("cargo ") || line.starts_with("xqdb serve") {
            continue;
        }
        // A browser is not opened by a test.
        let line = if line.starts_with("xqdb open") { line + " --help" } else { line };
        let output = shell.run(&line);
        let told = String::from_utf8_lossy(&output.stderr);
        // Nothing may be found, but everything is understood.
        let status = output.status.code().unwrap();
        assert!(matches!(status, 0 | 1), "{line}: status {status}: {told}");
        assert!(!told.contains("xqdb: "), "{line}: {told}");
        ran += 1;
    }
    assert!(ran >= 14, "only {ran} commands ran");
}

/// Pages whose Chinese form has the same commands, questions and names of columns.
#[test]
fn both_forms_of_a_page_say_the_same() {
    for page in ["commands", "tour", "decisions", "install", "page", "parquet", "plain-sql"] {
        let (english, chinese) =
            (readme(&format!("docs/{page}.md")), readme(&format!("docs/{page}.zh-CN.md")));
        assert_eq!(code(&english), code(&chinese), "{page}");
        let headings = |text: &str| text.lines().filter(|line| line.starts_with('#')).count();
        assert_eq!(headings(&english), headings(&chinese), "{page}");
    }
}

/// The lines of code, and the first two cells of rows that name columns.
fn code(text: &str) -> Vec<String> {
    let mut is_fenced = false;
    let mut code = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
        } else if is_fenced || line.starts_with("    ") {
            code.push(line.split(" # ").next().unwrap().trim().to_owned());
        } else if line.starts_with("| `") {
            code.push(line.split('|').skip(1).take(2).map(str::trim).collect::<Vec<_>>().join(" "));
        }
    }
    code
}

/// The walk through the house on the front page of the library: its files are there, and few.
#[test]
fn the_walk_through_the_house_is_true() {
    let page = readme("src/lib.rs");
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for part in ["# From a file to a block", "# From a question to a row"] {
        let text = page.split(part).nth(1).unwrap().split("//! # ").next().unwrap();
        let words = text.split('`').skip(1).step_by(2);
        let files: BTreeSet<&str> = words.filter(|word| word.ends_with(".rs")).collect();
        let missing: Vec<_> = files.iter().filter(|file| !src.join(file).is_file()).collect();
        assert!(missing.is_empty(), "{part}: {missing:?}");
        assert!((20..=45).contains(&files.len()), "{part}: {} files", files.len());
    }
}

/// The list of pages names all of them.
#[test]
fn every_page_is_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let pages: BTreeSet<String> = std::fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".md") && !name.starts_with("README"))
        .collect();
    let list = readme("docs/README.md");
    let missing: Vec<_> =
        pages.iter().filter(|page| !list.contains(&format!("]({page})"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let chinese = readme("docs/README.zh-CN.md");
    let missing: Vec<_> = pages
        .iter()
        .filter(|page| page.contains(".zh-CN."))
        .filter(|page| !chinese.contains(&format!("]({page})")))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[cfg(unix)]
#[test]
fn the_tour_can_be_taken() {
    let ran = take("docs/tour.md");
    assert!(ran > 50, "only {ran} commands ran");
    let ran = take("docs/decisions.md");
    assert!(ran > 12, "only {ran} commands ran");
}

/// Runs every command of a page on a copy of the project's records: it ends with the status that
/// stands behind `#`, and finds as many games as stand there. How many there are.
#[cfg(unix)]
fn take(page: &str) -> usize {
    let shell = Shell::new();
    let tour = readme(page);
    let mut key = String::new();
    let mut ran = 0;
    for line in tour.lines().filter_map(|line| line.strip_prefix("    ")) {
        let (command, promise) = line.split_once("  # ").unwrap_or((line, ""));
        if command.contains("KEY") && key.is_empty() {
            key = shell.key("xqdb search --kind opening").unwrap();
        }
        let output = shell.run(&command.replace("KEY", &key));
        let told = String::from_utf8_lossy(&output.stderr);
        let status = promise.strip_prefix("status ").map_or(0, |status| status.parse().unwrap());
        assert_eq!(output.status.code(), Some(status), "{command}: {told}");
        if promise.ends_with("game") || promise.ends_with("games") {
            let found = told.lines().any(|line| {
                line.split([',', ';', ' ']).count() > 1
                    && line.starts_with(promise)
                    && !line[promise.len()..].starts_with(char::is_alphanumeric)
            });
            assert!(found, "{command}: not {promise}: {told}");
        }
        ran += 1;
    }
    ran
}

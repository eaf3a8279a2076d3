//! A desk with a database of the records, and what commands print there.

use crate::common::{damaged, records};
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::LazyLock;

/// A database of the records in a folder of its own.
pub(crate) struct Desk {
    pub(crate) folder: tempfile::TempDir,
}

impl Desk {
    pub(crate) fn empty() -> Desk {
        Desk { folder: tempfile::tempdir().unwrap() }
    }

    /// The records are imported once; each desk has a copy.
    pub(crate) fn with_records() -> Desk {
        static IMPORTED: LazyLock<Vec<u8>> = LazyLock::new(|| {
            let desk = Desk::empty();
            let (records, damaged) = (records(), damaged());
            let paths = [records.to_str().unwrap(), damaged.to_str().unwrap()];
            assert_eq!(desk.run("en", &["import", paths[0], paths[1]]).status.code(), Some(3));
            std::fs::read(desk.path("test.db")).unwrap()
        });
        let desk = Desk::empty();
        std::fs::write(desk.path("test.db"), &*IMPORTED).unwrap();
        desk
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn run(&self, lang: &str, args: &[&str]) -> Output {
        self.run_on(80, lang, args)
    }

    /// Runs a command on a screen of this number of columns.
    pub(crate) fn run_on(&self, columns: usize, lang: &str, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_xqdb"))
            .args(args)
            .current_dir(self.folder.path())
            .env("XQDB_DB", "test.db")
            .env("XQDB_LANG", lang)
            .env("COLUMNS", columns.to_string())
            .env("NO_COLOR", "1")
            .output()
            .expect("the program runs")
    }

    /// Status, stdout and stderr in one text, in each of the languages.
    pub(crate) fn screen(&self, langs: &[&str], args: &[&str]) -> String {
        let shown: Vec<String> = langs
            .iter()
            .map(|lang| {
                let output = self.run(lang, args);
                let text = |bytes: &[u8]| self.masked(&String::from_utf8_lossy(bytes));
                format!(
                    "[{lang}] xqdb {}\nstatus {}\n--- stdout\n{}--- stderr\n{}",
                    self.masked(&args.join(" ")),
                    output.status.code().unwrap_or(-1),
                    text(&output.stdout),
                    text(&output.stderr)
                )
            })
            .collect();
        shown.join("\n")
    }

    /// What differs from machine to machine, masked.
    pub(crate) fn masked(&self, text: &str) -> String {
        let records = records();
        let folder = self.folder.path().canonicalize().unwrap();
        text.replace(records.to_str().unwrap(), "RECORDS")
            .replace(damaged().parent().unwrap().to_str().unwrap(), "DAMAGED")
            .replace(folder.to_str().unwrap(), "FOLDER")
            .replace(self.folder.path().to_str().unwrap(), "FOLDER")
    }
}

/// A snapshot under a name of its own; times and sizes of files are masked.
pub(crate) fn snapshot(name: &str, screen: String) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.add_filter(r"in \d+\.\d s", "in N s");
    settings.add_filter(r"用[时時] \d+\.\d 秒", "用时 N 秒");
    settings.add_filter(r"\([\d,]+ a second\)", "(N a second)");
    settings.add_filter(r"（每秒 [\d,]+ ", "（每秒 N ");
    settings.add_filter(r"\d+(  (bytes in|字节（))", "N$1");
    settings.add_filter(r#""bytes":\d+"#, r#""bytes":N"#);
    settings.add_filter(r"[\d.]+ [KM]iB( copied| 到)", "N$1");
    settings.add_filter(r"(accessed |检索于 |檢索於 |urldate = \{)\d{4}-\d\d-\d\d", "${1}DAY");
    settings.add_filter(r"(fingerprint|指纹) [0-9a-f]{64}", "${1} HASH");
    settings.add_filter(r"xqdb-question-[0-9a-f]{12}", "xqdb-question-HASH");
    settings.add_filter(
        r"(fingerprint|指纹) [0-9a-f]{16}( then, |，现为 )[0-9a-f]{16}",
        "${1} HASH${2}HASH",
    );
    settings.bind(|| insta::assert_snapshot!(name, screen));
}

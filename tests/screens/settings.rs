//! Settings that last: where they come from, what counts for more, and what happens to a damaged
//! file.

use crate::desk::Desk;
use std::process::{Command, Output};

fn run(desk: &Desk, args: &[&str], variables: &[(&str, &str)]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xqdb"))
        .args(args)
        .current_dir(desk.folder.path())
        .env_remove("XQDB_DB")
        .env_remove("XQDB_LANG")
        .env("LANG", "C")
        .env_remove("LC_ALL")
        .env("XQDB_CONFIG", desk.path("mine/settings.json"))
        .envs(variables.iter().copied())
        .output()
        .unwrap()
}

fn text(desk: &Desk, args: &[&str], variables: &[(&str, &str)]) -> String {
    let output = run(desk, args, variables);
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_setting_counts_until_the_environment_or_an_option_says_otherwise() {
    let desk = Desk::with_records();
    let known = |variables: &[(&str, &str)]| text(&desk, &["config", "--format", "tsv"], variables);
    assert!(known(&[]).contains("lang\ten\tdefault\n"), "{}", known(&[]));
    for (name, value) in [("lang", "zh-Hant"), ("db", "test.db"), ("notation", "wxf")] {
        text(&desk, &["config", name, value], &[]);
    }
    let set = known(&[]);
    assert!(
        set.contains("lang\tzh-Hant\tfile\n") && set.contains("notation\twxf\tfile\n"),
        "{set}"
    );
    // A database is found from any folder.
    assert!(set.lines().any(|line| line.starts_with("db\t/") && line.ends_with("file")), "{set}");
    assert!(known(&[("XQDB_LANG", "en")]).contains("lang\ten\tenvironment\n"));
    let moves = text(&desk, &["explore"], &[]);
    assert!(moves.contains("C2=5") && moves.contains("著法"), "{moves}");
    let asked = text(&desk, &["explore", "--notation", "iccs", "--lang", "en"], &[]);
    assert!(asked.contains("h2e2") && asked.contains("Games"), "{asked}");
    // Files of games are written as they are asked for alone.
    let pgn = text(&desk, &["export", "--to", "pgn", "--red", "林一舟"], &[]);
    assert!(pgn.contains("炮二平五"), "{pgn}");
    text(&desk, &["config", "notation", "--unset"], &[]);
    text(&desk, &["config", "rules", "cxa"], &[]);
    let help = text(&desk, &["audit", "--help", "--lang", "en"], &[]);
    assert!(help.contains("[default: cxa]"), "{help}");
    // Traditional Chinese has traditional pieces.
    assert!(text(&desk, &["explore", "--moves", "炮二平五"], &[]).contains("馬8進7"));
}

#[test]
fn a_value_that_cannot_be_is_refused_and_a_damaged_file_is_named() {
    let desk = Desk::with_records();
    for wrong in [
        ["lang", "klingon"],
        ["notation", "klingon"],
        ["legend", "no such file"],
        ["rules", "mine"],
    ] {
        let output = run(&desk, &["config", wrong[0], wrong[1]], &[]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{wrong:?}: {said}");
    }
    assert!(!desk.path("mine/settings.json").exists());
    std::fs::create_dir(desk.path("mine")).unwrap();
    std::fs::write(desk.path("mine/settings.json"), "\n").unwrap();
    assert!(text(&desk, &["config", "--format", "tsv"], &[]).contains("lang\ten\tdefault\n"));
    let cannot_be = ["{\"rules\": \"mine\"}", "{\"notation\": \"x\"}", "{\"lang\": \"x\"}"];
    for damaged in ["{", "[]", "{\"lang\": 3}"].into_iter().chain(cannot_be) {
        std::fs::write(desk.path("mine/settings.json"), damaged).unwrap();
        let output = run(&desk, &["stats"], &[]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{damaged}: {said}");
        assert!(said.contains("settings.json"), "{said}");
    }
    // What cannot be is taken out by the command that set it.
    std::fs::write(desk.path("mine/settings.json"), cannot_be[0]).unwrap();
    text(&desk, &["config", "rules", "--unset"], &[]);
    text(&desk, &["config", "rules", "axf"], &[]);
}

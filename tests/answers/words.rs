//! Words without options: names, moves and years as a player writes them down.

use crate::common::{desk, records, stdout, xqdb};

#[test]
fn words_without_options_ask_what_the_options_ask() {
    let (_folder, db) = desk();
    stdout(&db, &["import", records().to_str().unwrap()], 0);
    for (words, options) in [
        ("search 林一舟", "search --player 林一舟"),
        ("search lin yizhou 1987", "search --player 林一舟 --since 1987 --until 1987"),
        ("search 林一舟 中炮对屏风马", "search --player 林一舟 --opening C00-C99"),
        ("search pingfengma", "search --opening 屏风马"),
        ("search 林一舟 红胜", "search --player 林一舟 --result 1-0"),
        ("search 林一舟 1987-05", "search --player 林一舟 --since 1987-05 --until 1987-05"),
        ("search red:林一舟 1987", "search --where red:林一舟 --since 1987 --until 1987"),
        ("search 林一舟 1980年代", "search --player 林一舟 --since 1980 --until 1989"),
        ("search 林一舟 1980s", "search --player 林一舟 --since 1980 --until 1989"),
        // Two players, and what came of their games.
        ("search 林一舟 vs 陈雨亭", "search --player 林一舟 --player 陈雨亭"),
        ("search 林一舟對陈雨亭", "search --player 林一舟 --player 陈雨亭"),
        ("search 林一舟 – 陈雨亭", "search --player 林一舟 --player 陈雨亭"),
        ("search 林一舟 和 陈雨亭", "search --player 林一舟 --player 陈雨亭 --result 1/2-1/2"),
        ("search 林一舟 1–0 陈雨亭", "search --red 林一舟 --black 陈雨亭 --result 1-0"),
        ("search 林一舟先胜陈雨亭", "search --red 林一舟 --black 陈雨亭 --result 1-0"),
        ("search 林一舟 先和", "search --red 林一舟 --result 1/2-1/2"),
        ("search 林一舟 执黑 胜", "search --black 林一舟 --result 0-1"),
        ("search 周许功 lost red", "search --red 周许功 --result 0-1"),
        (
            "search 林一舟 胜 陈雨亭",
            "search --player 林一舟 --player 陈雨亭 \
             --where (red:林一舟,result:1-0),or,(black:林一舟,result:0-1)",
        ),
        ("player 林一舟 vs 陈雨亭", "player 林一舟 --against 陈雨亭"),
        ("player 林一舟对陈雨亭", "player 林一舟 --against 陈雨亭"),
        ("search hollow-cannon --count", "search --where hollow-cannon --count"),
        ("explore 炮二平五 马8进7", "explore --moves h2e2,h9g7"),
        ("explore 林一舟 C2=5", "explore --player 林一舟 --moves h2e2"),
        ("first h2e2", "first --moves h2e2"),
        ("life 炮二平五", "life --moves 炮二平五"),
        ("player 林一舟 陈雨亭", "player 林一舟 --against 陈雨亭"),
        ("player lin yizhou", "player 林一舟"),
        ("player 林一舟 1987", "player 林一舟 --since 1987 --until 1987"),
        ("openings 林一舟 中炮对屏风马", "openings 中炮对屏风马 --player 林一舟"),
        ("openings 林一舟 1987", "openings --player 林一舟 --since 1987 --until 1987"),
        ("event 长风杯 1987", "event 长风杯@1987"),
        // What nobody is called may stand in titles and comments.
        ("search 先跳左马 --count", "search --text 先跳左马 --count"),
        // What is a part of a name, or of nobody, is read as the option reads it.
        ("search 林一", "search --player 林一"),
        ("search 林亦舟", "search --player 林亦舟"),
    ] {
        let [said, asked] = [words, options].map(|line| {
            let line = line.split(' ').map(|word| word.replace(',', " ")).collect::<Vec<_>>();
            let out = xqdb(&db, &line.iter().map(String::as_str).collect::<Vec<_>>());
            (out.status.code(), String::from_utf8(out.stdout).unwrap())
        });
        assert_eq!(said, asked, "{words}");
        assert_eq!(said.0, Some(i32::from(words == "search 林亦舟")), "{words}");
    }
}

#[test]
fn a_game_is_named_by_whatever_is_true_of_it_alone() {
    let (_folder, db) = desk();
    stdout(&db, &["import", records().to_str().unwrap()], 0);
    for command in ["show", "cite", "novelty", "links"] {
        let named = xqdb(&db, &[command, "林一舟", "陈雨亭", "1987-05-02"]);
        let keyed = xqdb(&db, &[command, "jg9d57asbwmv"]);
        assert_eq!((named.status, named.stdout), (keyed.status, keyed.stdout), "{command}");
    }
    let several = xqdb(&db, &["show", "林一舟", "陈雨亭", "1987"]);
    assert_eq!(several.status.code(), Some(2));
    let listed = String::from_utf8(several.stderr).unwrap();
    assert_eq!(listed.lines().filter(|line| line.contains("林一舟")).count(), 3, "{listed}");
    assert!(listed.contains("\n  jg9d57asbwmv  林一舟 1–0 陈雨亭, 1987"), "{listed}");
    for words in ["林亦舟", "zzzzzz", "林一舟 1801"] {
        let words: Vec<&str> = ["show"].into_iter().chain(words.split(' ')).collect();
        assert_eq!(xqdb(&db, &words).status.code(), Some(1), "{words:?}");
    }
}

#[test]
fn a_name_with_quotation_marks_wins_and_meets_others() {
    let (folder, db) = desk();
    let file = folder.path().join("quoted.pgn");
    let record = "[Red \"Li \\\"Max\\\" Wei\"]\n[Black \"林一舟\"]\n[Result \"1-0\"]\n\n\
         1. 炮二平五 马8进7 1-0\n";
    std::fs::write(&file, record).unwrap();
    stdout(&db, &["import", file.to_str().unwrap()], 0);
    for words in ["Li \"Max\" Wei|胜", "林一舟|vs|Li \"Max\" Wei", "林一舟|负|Li \"Max\" Wei"]
    {
        let words: Vec<&str> = words.split('|').collect();
        let asked = [&["search", "--count"][..], &words].concat();
        assert_eq!(stdout(&db, &asked, 0), "1\n", "{words:?}");
    }
}

#[test]
fn words_that_mean_nothing_here_are_refused_with_a_reason() {
    let (_folder, db) = desk();
    stdout(&db, &["import", records().to_str().unwrap()], 0);
    let near = xqdb(&db, &["search", "长风怀"]);
    assert_eq!(near.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&near.stderr).contains("长风杯"), "{near:?}");
    let twice = xqdb(&db, &["search", "1987", "--since", "1980"]);
    assert_eq!(twice.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&twice.stderr).contains("--since"), "{twice:?}");
    let rows = stdout(&db, &["search", "林一舟", "--format", "jsonl"], 0);
    let game: serde_json::Value = serde_json::from_str(rows.lines().next().unwrap()).unwrap();
    let key = game["key"].as_str().unwrap();
    for words in [
        "player 林一舟 h2e2",
        "player 林一舟 陈雨亭 周许功",
        "player 林一舟 陈雨亭 --prepare red",
        "openings 林一舟 h2e2",
        "openings qqqq",
    ] {
        let refused = xqdb(&db, &words.split(' ').collect::<Vec<_>>());
        assert_eq!(refused.status.code(), Some(2), "{words}: {refused:?}");
    }
    for (words, reason) in [
        (key, "xqdb show"),
        ("炮二平四平", "炮二平四"),
        ("炮二平", "炮二平五"),
        ("车一平", "当作着法"),
        ("red:", "--where"),
    ] {
        let refused = xqdb(&db, &["search", words, "--lang", "zh-Hans"]);
        assert_eq!(refused.status.code(), Some(2), "{words}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains(reason), "{refused:?}");
    }
}

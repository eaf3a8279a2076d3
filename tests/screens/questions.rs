//! Forty questions as a player, a coach and a historian put them (`tests/data/questions.tsv`): one
//! short command answers each, on 80 columns.

use crate::common::archives;
use crate::desk::Desk;
use std::process::Output;
use std::time::Instant;
use xqdb::text::display_width;

/// A question of the file.
struct Question {
    lang: &'static str,
    asked: &'static str,
    command: &'static str,
}

fn questions() -> Vec<Question> {
    let lines = include_str!("../data/questions.tsv").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    let question = |line: &'static str| {
        let [lang, _, asked, command] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("four fields: {line}")
        };
        Question { lang, asked, command }
    };
    lines.map(question).collect()
}

/// Words of a command, in which quotes hold blanks together.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('"').enumerate();
    let words = parts.flat_map(|(at, part)| match at % 2 {
        1 => vec![part.to_owned()],
        _ => part.split_whitespace().map(str::to_owned).collect(),
    });
    words.collect()
}

fn answer(desk: &Desk, question: &Question, key: &str) -> Output {
    let words = words(question.command);
    let words = words.iter().map(|word| if word == "KEY" { key } else { word });
    desk.run(question.lang, &words.collect::<Vec<&str>>())
}

/// The key of a game.
fn a_key(desk: &Desk) -> String {
    let args =
        ["search", "--min-plies", "20", "--limit", "1", "--columns", "key", "--format", "tsv"];
    let text = String::from_utf8(desk.run("en", &args).stdout).unwrap();
    text.lines().nth(1).unwrap().to_owned()
}

/// The longest line that was printed, in columns, and the line. A citation and a line with a path
/// stay whole, to be copied.
fn widest(command: &str, output: &Output) -> (usize, String) {
    if command.starts_with("cite") {
        return Default::default();
    }
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let lines = text.lines().filter(|line| !line.contains('/'));
    let lines = lines.map(|line| (display_width(line), line.to_owned()));
    lines.max().unwrap_or_default()
}

#[test]
fn forty_questions_are_one_short_command_each() {
    let questions = questions();
    assert_eq!(questions.len(), 40);
    for lang in ["en", "zh-Hans", "zh-Hant"] {
        assert!(questions.iter().filter(|it| it.lang == lang).count() >= 8, "{lang}");
    }
    let desk = Desk::with_records();
    let key = a_key(&desk);
    for question in &questions {
        let Question { asked, command, .. } = question;
        assert!("xqdb ".len() + command.chars().count() <= 60, "{command}");
        let output = answer(&desk, question, &key);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{asked} {command}: {said}");
        let (columns, line) = widest(command, &output);
        assert!(columns <= 80, "{asked} {command}: {columns} columns: {line}");
    }
}

#[test]
#[ignore = "reads the archives in ../shared; .ci/run runs it where they are"]
fn archives_answer_forty_questions() {
    let desk = Desk::empty();
    std::fs::copy(archives(), desk.path("test.db")).unwrap();
    let key = a_key(&desk);
    let mut times = Vec::new();
    for question in questions() {
        let Question { asked, command, .. } = question;
        let begun = Instant::now();
        let output = answer(&desk, &question, &key);
        times.push((begun.elapsed(), command));
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{asked} {command}: {said}");
        assert!(!output.stdout.is_empty(), "{asked} {command}");
        let (columns, line) = widest(command, &output);
        assert!(columns <= 80, "{asked} {command}: {columns} columns: {line}");
        // One sentence stands below a table; the next one, if any, says where the rest of a tree
        // is.
        let sentences = said.trim_end().lines().count();
        let has_more = said.contains("--limit N");
        assert!(sentences <= 3 + usize::from(has_more), "{asked} {command}: {said}");
    }
    times.sort();
    for (time, command) in times.iter().rev().take(10) {
        println!("{:>5} ms  xqdb {command}", time.as_millis());
    }
}

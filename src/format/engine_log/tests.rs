use super::*;
use crate::format::testing::{Keep, gbk, input, keep, keep_all};
use crate::format::{FORMATS, identify};

fn read_log(log: &str) -> Keep {
    // No byte is lost.
    keep(&FORMAT, log.as_bytes());
    keep_all(&FORMAT, &input(log.as_bytes(), "a.log"))
}

fn moves(found: &Keep) -> Vec<String> {
    let line = |nodes: &[(i64, String)]| -> Vec<String> {
        nodes.iter().map(|(_, mv)| mv.clone()).collect()
    };
    found.records.iter().map(|record| line(&record.nodes).join(" ")).collect()
}

fn format_of(text: &str) -> Option<&'static str> {
    let len = text.len() as u64;
    let sample = FileSample { head: text.as_bytes(), text, name: "a.log", len };
    identify(&sample).map(|format| format.name)
}

/// Positions of a game in steps of `step` plies, each with the right answer.
fn played(line: &str, first: usize, step: usize) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let position = |plies: usize| {
        let moves = words[..plies].join(" ");
        let best = words[plies];
        format!("position startpos moves {moves}\ngo movetime 10\nbestmove {best}\n")
    };
    (first..words.len()).step_by(step).map(position).collect()
}

const LINE: &str = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 b0c2 c9e7";

#[test]
fn positions_that_grow_are_one_game() {
    for (first, step) in [(1, 1), (0, 1), (1, 2), (0, 2), (2, 2)] {
        let found = read_log(&played(LINE, first, step));
        let last = (first..10).step_by(step).next_back().unwrap() + 1;
        let whole: Vec<&str> = LINE.split(' ').take(last).collect();
        assert_eq!(moves(&found), [whole.join(" ")], "{first} {step}");
        assert_eq!(found.records[0].tags, ["Event=engine log"]);
    }
}

#[test]
fn a_match_has_names_results_scores_and_clocks() {
    let log = "\
1 >Eye(0): uci
2 <Eye(0): id name Eye 1.0
3 <Eye(0): uciok
4 >Fish(1): uci
5 <Fish(1): id name Fish 2
Started game 1 of 2 (Eye vs Fish)
6 >Eye(0): ucinewgame
6 >Eye(0): position startpos
6 >Fish(1): ucinewgame
6 >Fish(1): position startpos
7 >Eye(0): go wtime 60000 btime 60000
8 <Eye(0): info depth 8 seldepth 9 score cp 35 nodes 5 time 7 pv h2e2 h9g7
8 <Eye(0): info depth 9 multipv 2 score cp 20 pv b2e2
9 <Eye(0): bestmove h2e2 ponder h9g7
9 >Fish(1): position startpos moves h2e2
9 >Fish(1): go wtime 59500 btime 60000
9 <Fish(1): info depth 7 score mate -4 time 9 pv h9g7
9 <Fish(1): bestmove h9g7
9 >Eye(0): position startpos moves h2e2 h9g7
9 >Eye(0): go wtime 59500 btime 59000
9 <Eye(0): bestmove h0g2
9 >Fish(1): position startpos moves h2e2 h9g7 h0g2
9 >Fish(1): go wtime 59000 btime 59000
9 <Fish(1): bestmove i9h9
Finished game 1 (Eye vs Fish): 1-0 {Black resigns}
";
    let second = log[log.find("Started").unwrap()..].replace("h2e2", "b2e2");
    let second = second.replace("(1)", "(2)").replace("(0)", "(1)").replace("(2)", "(0)");
    let found = read_log(&format!("{log}{second}"));
    assert_eq!(found.damage, Vec::<String>::new());
    assert_eq!(moves(&found), ["h2e2 h9g7 h0g2 i9h9", "b2e2 h9g7 h0g2 i9h9"]);
    let [first, second] = &found.records[..] else { panic!() };
    assert_eq!(first.tags, ["Event=engine log", "Red=Eye 1.0", "Black=Fish 2"]);
    assert_eq!(first.terminator.as_deref(), Some("1-0"));
    let comments: Vec<(i64, &str)> =
        first.comments.iter().map(|(node, text)| (*node, text.as_str())).collect();
    assert_eq!(
        comments,
        [
            (0, "depth 8 seldepth 9 score cp 35 nodes 5 time 7"),
            (0, "[%clk 0:00:59.500]"),
            (1, "depth 7 score mate -4 time 9"),
            (1, "[%clk 0:00:59]"),
            (2, "[%clk 0:00:59]"),
        ]
    );
    assert_eq!(second.comments.len(), 5);
}

#[test]
fn games_at_once_stay_apart() {
    let log = played(LINE, 1, 1);
    let other = played("c3c4 g6g5 b0c2 b9c7 c2d4 h9g7", 1, 1);
    let tagged = |log: &str, name: &str| -> Vec<String> {
        log.lines().map(|line| format!("{name}: {line}\n")).collect()
    };
    let (one, two) = (tagged(&log, "a"), tagged(&other, "b"));
    let woven: String = (0..one.len())
        .flat_map(|at| [one.get(at), two.get(at)])
        .flatten()
        .map(String::as_str)
        .collect();
    let mut found = moves(&read_log(&woven));
    found.sort();
    assert_eq!(found, ["c3c4 g6g5 b0c2 b9c7 c2d4 h9g7", LINE]);
}

#[test]
fn looking_at_positions_is_no_game() {
    let line: Vec<&str> = LINE.split(' ').collect();
    let position = |plies: usize| format!("position startpos moves {}\n", line[..plies].join(" "));
    // Steps through a game: without a limit, or with other answers.
    let steps = |search: &str| -> String {
        (1..10).map(|plies| position(plies) + search + "bestmove a3a4\n").collect()
    };
    // Jumps between positions.
    let jumps: String = [9, 3, 8, 1, 5, 2].iter().map(|plies| position(*plies)).collect();
    let other = "position startpos moves b2e2\ngo depth 3\nbestmove b9c7\n";
    for log in [
        steps("go infinite\nstop\n"),
        steps("go movetime 9\n"),
        jumps + other,
        "position startpos moves h2e2\ngo\nbestmove h9g7\n".to_owned(),
    ] {
        let found = read_log(&log);
        assert!(found.records.is_empty(), "{log}: {found:?}");
        assert_eq!(found.damage.len(), 1, "{log}: {found:?}");
        assert!(found.damage[0].contains("make no game"), "{found:?}");
    }
    // A step back shows nothing new.
    let found = read_log(&(played(LINE, 1, 1) + &position(4)));
    assert_eq!((moves(&found), found.damage), (vec![LINE.to_owned()], Vec::new()));
}

#[test]
fn another_or_a_shorter_position_begins_a_game() {
    let other = "b2e2 h9g7 b0c2 i9h9 a0b0 b9c7";
    let shorter = "h2e2 h9g7 h0g2 b9c7 i0h0 i9h9";
    let log = [LINE, other, shorter].map(|line| played(line, 0, 1)).concat();
    assert_eq!(moves(&read_log(&log)), [LINE, other, shorter]);
    let log = format!("{}ucinewgame\n{}", played(LINE, 0, 2), played(LINE, 1, 2));
    assert_eq!(moves(&read_log(&log)).len(), 2);
}

#[test]
fn a_guess_is_no_move() {
    let line: Vec<&str> = LINE.split(' ').collect();
    let sent = |moves: &[&str]| format!("position startpos moves {}\n", moves.join(" "));
    let mut log = String::new();
    for at in (1..9).step_by(2) {
        let guess = [&line[..at + 1], &[if at == 5 { line[at + 1] } else { "a3a4" }]].concat();
        log += &format!("{}go movetime 9\nbestmove {}\n", sent(&line[..at]), line[at]);
        log += &format!("{}go ponder movetime 9\n", sent(&guess));
        log += if at == 5 { "ponderhit\nstop\n" } else { "stop\nbestmove i9i8\n" };
    }
    let found = read_log(&log);
    assert_eq!(moves(&found), [line[..8].join(" ")], "{log}");
}

#[test]
fn a_game_goes_on_behind_a_capture() {
    // UCCI: the position behind the last capture, and the moves since then.
    let log = "\
position startpos
go time 60000 increment 0 opptime 50000
info depth 5 score 12 pv h2e2
bestmove h2e2
position startpos moves h2e2 h9g7
go time 60000 increment 0 opptime 40000
bestmove e2e6
position fen rnbakab1r/9/1c4nc1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 1 moves a9a8
go time 60000 increment 0 opptime 30000
bestmove h0g2
position fen rnbakab1r/9/1c4nc1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 1 moves a9a8 h0g2 g7e6
go time 60000 increment 0 opptime 20000
bestmove g2f4
";
    let found = read_log(log);
    assert_eq!(moves(&found), ["h2e2 h9g7 e2e6 a9a8 h0g2 g7e6 g2f4"]);
    let clocks: Vec<&str> = found.records[0].comments.iter().map(|it| it.1.as_str()).collect();
    assert_eq!(clocks[..2], ["depth 5 score 12", "[%clk 0:00:40]"]);
    // Positions alone: between two of them lies the other side's move.
    let mut position = crate::xiangqi::Position::start();
    let mut log = String::new();
    for (at, word) in LINE.split(' ').enumerate() {
        if at % 2 == 0 {
            log += &format!("position fen {}\ngo depth 3\nbestmove {word}\n", position.to_fen());
        }
        position.play_unchecked(word.parse().unwrap());
    }
    let found = read_log(&log);
    assert_eq!(moves(&found), [&LINE[..LINE.len() - 5]]);
    // Two engines.
    let mut position = crate::xiangqi::Position::start();
    let mut log = String::new();
    for (at, word) in LINE.split(' ').enumerate() {
        let (who, fen) = (["a", "b"][at % 2], position.to_fen());
        log +=
            &format!(">{who}: position fen {fen}\n>{who}: go depth 3\n<{who}: bestmove {word}\n");
        position.play_unchecked(word.parse().unwrap());
    }
    assert_eq!(moves(&read_log(&log)), [LINE]);
}

#[test]
fn damage_costs_the_line_in_which_it_is() {
    let log = played(LINE, 1, 1);
    let sixth = log.match_indices("position").nth(5).unwrap().0;
    for (from, to) in
        [("position", "positoin"), ("startpos", "startpso"), ("moves h2e2", "moves h2e")]
    {
        let damaged = format!("{}{}", &log[..sixth], log[sixth..].replacen(from, to, 1));
        let found = read_log(&damaged);
        assert_eq!(moves(&found), [LINE], "{to}");
        assert_eq!(found.damage.len(), 2, "{to}: {found:?}");
    }
    // The last move of the log.
    for (from, to) in [(" c9e7", "2c9e7"), ("c9e7", "c9e"), ("c9e7", "c?e7"), ("c9e7", "")] {
        let end = log.rfind(from).unwrap();
        let found = read_log(&format!("{}{to}\n", &log[..end]));
        assert_eq!(moves(&found), [&LINE[..LINE.len() - 5]], "{to}");
        assert_eq!(found.damage.len(), 1, "{to}: {found:?}");
    }
    // A move without a question.
    let found = read_log(&format!("bestmove h2e2\n{log}"));
    assert_eq!((moves(&found).len(), found.damage.len()), (1, 1));
}

#[test]
fn logs_are_told_from_other_texts() {
    let log = played(LINE, 1, 1);
    assert_eq!(format_of(&log), Some("engine-log"));
    assert_eq!(
        format_of(&log.replace("h2e2", "h3e3").replace("h9g7", "h10g8")),
        Some("engine-log")
    );
    let chess =
        "position startpos moves e2e4\ngo\nbestmove e7e5\nposition startpos moves e2e4 e7e5\n";
    assert_ne!(format_of(chess), Some("engine-log"));
    let shogi = "position startpos moves 7g7f\ngo\nbestmove 3c3d\nusinewgame\n";
    assert_ne!(format_of(shogi), Some("engine-log"));
    let janggi = format!("setoption name UCI_Variant value janggi\n{log}");
    assert_ne!(format_of(&janggi), Some("engine-log"));
    let pgn = format!("[Event \"a\"]\n\n1. h2e2 h9g7 *\n\n{log}");
    assert_eq!(format_of(&pgn), Some("pgn"));
    let page = "You send `position startpos moves h2e2` and the engine answers.\n";
    assert_ne!(format_of(page), Some("engine-log"));
    assert!(FORMATS.iter().any(|format| format.name == FORMAT.name));
}

#[test]
fn any_encoding_will_do() {
    let log: String = played(LINE, 1, 1).lines().map(|line| format!("发送：{line}\r\n")).collect();
    assert_eq!(moves(&keep(&FORMAT, &gbk(&log))), [LINE]);
}

#[test]
fn the_end_of_a_position_on_a_line_of_its_own_is_reported() {
    let log = |end: &str| played(LINE, 1, 1).replace(" b0c2\ngo", end);
    assert_eq!(read_log(&log(" b0c2\ngo")).damage, [""; 0]);
    let damage = read_log(&log(" \n0c2\ngo")).damage;
    assert_eq!(damage, ["no reader claims what stands here: `0c2`"]);
}

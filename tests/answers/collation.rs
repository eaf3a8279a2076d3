//! The edition that `collate` writes: every text can be taken out of it again, whole.

use crate::common::{desk, stdout, xqdb};
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use xqdb::xiangqi::{Move, Position};

/// Moves that nobody has played.
fn walk(seed: usize, plies: usize) -> Vec<String> {
    let mut position = Position::start();
    let mut moves = Vec::new();
    for ply in 0..plies {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[(seed + ply * ply * 7) % legal.len()];
        position.play_unchecked(mv);
        moves.push(mv.to_string());
    }
    moves
}

/// Ends where it cannot go on.
fn playable(moves: &[String]) -> Vec<String> {
    let mut position = Position::start();
    let mut played = Vec::new();
    for mv in moves {
        let Ok(parsed) = mv.parse::<Move>() else { break };
        if !position.is_legal(parsed) {
            break;
        }
        position.play_unchecked(parsed);
        played.push(mv.clone());
    }
    played
}

fn mirrored(moves: &[String]) -> Vec<String> {
    moves.iter().map(|mv| mv.parse::<Move>().unwrap().mirror().to_string()).collect()
}

fn pgn(names: (&str, &str), start: Option<&str>, moves: &[String]) -> String {
    let start = start.map(|fen| format!("[FEN \"{fen}\"]\n")).unwrap_or_default();
    let (red, black) = names;
    format!("[Red \"{red}\"]\n[Black \"{black}\"]\n{start}\n{} *\n\n", moves.join(" "))
}

fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    element.attributes().find_map(|attribute| {
        let attribute = attribute.unwrap();
        (attribute.key.as_ref() == name).then(|| attribute.value.to_string())
    })
}

/// What each text reads, by its siglum.
fn texts_of(tei: &str) -> BTreeMap<String, Vec<String>> {
    let mut reader = Reader::from_str(tei);
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (mut lists, mut ids): (Vec<String>, BTreeSet<String>) = Default::default();
    let mut within: Option<BTreeSet<String>> = None;
    let mut named = BTreeSet::new();
    let mut is_moves = false;
    loop {
        let event = reader.read_event().unwrap();
        match event {
            Event::Eof => return texts,
            Event::Start(element) | Event::Empty(element) => match element.name().as_ref() {
                "listWit" | "witness" => {
                    let Some(id) = attribute(&element, "xml:id") else { continue };
                    assert!(id.starts_with(|c: char| c.is_ascii_uppercase()), "{id}");
                    assert!(ids.insert(id.clone()), "{id} twice");
                    if lists.is_empty() {
                        texts.insert(id.clone(), Vec::new());
                    }
                    if element.name().as_ref() == "listWit" {
                        lists.push(id);
                    }
                }
                "ab" => is_moves = true,
                "app" => named.clear(),
                "lem" | "rdg" => {
                    let wit = attribute(&element, "wit").unwrap();
                    let sigla: BTreeSet<String> =
                        wit.split(' ').map(|siglum| siglum[1..].to_owned()).collect();
                    for siglum in &sigla {
                        assert!(ids.contains(siglum), "{siglum}");
                        assert!(named.insert(siglum.clone()) || !is_moves, "{siglum} twice");
                    }
                    within = Some(sigla);
                }
                "w" => {
                    let mv = attribute(&element, "norm").unwrap();
                    for (siglum, text) in &mut texts {
                        if within.as_ref().is_none_or(|sigla| sigla.contains(siglum)) {
                            text.push(mv.clone());
                        }
                    }
                }
                _ => {}
            },
            Event::End(element) => match element.name().as_ref() {
                "listWit" => drop(lists.pop()),
                "lem" | "rdg" => within = None,
                "app" if is_moves => assert_eq!(named.len(), texts.len(), "{named:?}"),
                _ => {}
            },
            _ => {}
        }
    }
}

/// The keys of all games, and each text as the edition says it should be.
fn edited(db: &Path) -> (Vec<String>, String) {
    let listed = stdout(
        db,
        &["search", "--kind", "all", "--unit", "lines", "--limit", "0", "--format", "jsonl"],
        0,
    );
    let key = |line: &str| {
        serde_json::from_str::<Value>(line).unwrap()["key"].as_str().unwrap().to_owned()
    };
    let keys: Vec<String> = listed.lines().map(key).collect();
    let tei = [&["collate", "--format", "tei"][..]].concat();
    let asked: Vec<&str> = tei.into_iter().chain(keys.iter().map(String::as_str)).collect();
    let tei = stdout(db, &asked, 0);
    (keys, tei)
}

/// Takes every text out of the edition and holds it against the game.
fn hold(db: &Path) -> (String, usize) {
    let (mut keys, tei) = edited(db);
    let texts = texts_of(&tei);
    let asked = [&["collate", "--json"][..]].concat();
    let asked: Vec<&str> = asked.into_iter().chain(keys.iter().map(String::as_str)).collect();
    let told: Value = serde_json::from_str(&stdout(db, &asked, 0)).unwrap();
    for text in told["texts"].as_array().unwrap() {
        let shown = stdout(db, &["show", text["key"].as_str().unwrap(), "--json"], 0);
        let shown: Value = serde_json::from_str(&shown).unwrap();
        let moves = shown["moves"].as_array().unwrap().iter();
        let moves: Vec<String> = moves.map(|mv| mv.as_str().unwrap().to_owned()).collect();
        let moves = if text["mirrored"] == true { mirrored(&moves) } else { moves };
        assert_eq!(texts[text["siglum"].as_str().unwrap()], moves);
    }
    keys.reverse();
    let turned: Vec<&str> =
        ["collate", "--format", "tei"].into_iter().chain(keys.iter().map(String::as_str)).collect();
    assert_eq!(stdout(db, &turned, 0), tei, "whatever the order in which they are named");
    (tei, texts.len())
}

#[test]
fn every_text_can_be_taken_out_of_the_edition() {
    let (folder, db) = desk();
    let line = walk(3, 60);
    let mut dropped = line.clone();
    dropped.drain(20..22);
    let mut slip = line.clone();
    slip.swap(30, 32);
    let mut position = Position::start();
    for mv in &line[..12] {
        position.play_unchecked(mv.parse().unwrap());
    }
    let names = ("<b>甲</b> & \u{202e}\"乙", "丙]]>");
    let text = [
        pgn(names, None, &line),
        pgn(("甲", "丙"), None, &line),
        pgn(names, None, &line[..40]),
        pgn(names, None, &mirrored(&line[..50])),
        pgn(names, None, &playable(&dropped)),
        pgn(names, None, &playable(&slip)),
        pgn(names, Some(&position.to_fen()), &line[12..30]),
    ];
    std::fs::write(folder.path().join("<a>&.pgn"), text.concat()).unwrap();
    let path = folder.path().join("<a>&.pgn");
    assert_eq!(xqdb(&db, &["import", path.to_str().unwrap()]).status.code(), Some(0));
    let (tei, texts) = hold(&db);
    assert!(texts >= 5, "{texts}");
    assert!(tei.contains("<witEnd wit=") && tei.contains("<witStart wit="), "{tei}");
    assert!(tei.contains("rend=\"mirror\""));
    assert!(tei.contains("&lt;a&gt;&amp;.pgn") && !tei.contains('\u{202e}'));
    let (keys, _) = edited(&db);
    let page = [&["collate", "--format", "html"][..]].concat();
    let page: Vec<&str> = page.into_iter().chain(keys.iter().map(String::as_str)).collect();
    let page = stdout(&db, &page, 0);
    assert!(page.contains("<svg") && page.contains("&lt;b&gt;甲"), "{page}");
    assert!(!page.contains("<b>甲") && !page.contains('\u{202e}'));
}

#[test]
fn forty_long_texts_are_whole() {
    let (folder, db) = desk();
    let line = walk(5, 300);
    let mut text = String::new();
    for number in 0..40 {
        let mut moves = line.clone();
        moves.swap(100 + 3 * number, 102 + 3 * number);
        let moves = playable(&moves);
        text += &pgn(("甲", "乙"), None, &moves);
        text += &pgn(("甲", "乙"), None, &line[..80 + 5 * number]);
    }
    let path = folder.path().join("a.pgn");
    std::fs::write(&path, text).unwrap();
    xqdb(&db, &["import", path.to_str().unwrap()]);
    let (_, texts) = hold(&db);
    assert!(texts >= 40, "{texts}");
}

#[test]
fn texts_that_are_too_many_are_said_to_be_left_out() {
    let (folder, db) = desk();
    let line = walk(5, 90);
    let text: String = (0..70).map(|plies| pgn(("甲", "乙"), None, &line[..20 + plies])).collect();
    let path = folder.path().join("a.pgn");
    std::fs::write(&path, text).unwrap();
    xqdb(&db, &["import", path.to_str().unwrap()]);
    let (keys, tei) = edited(&db);
    assert_eq!((keys.len(), texts_of(&tei).len()), (70, 64));
    let asked: Vec<&str> =
        ["collate", "-q"].into_iter().chain(keys.iter().map(String::as_str)).collect();
    let told = xqdb(&db, &asked).stderr;
    assert_eq!(String::from_utf8(told).unwrap().trim(), "6 more texts are not laid beside them");
}

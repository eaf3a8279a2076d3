//! The box for everything: one thing decides what a typed text means, and the page suggests by it.

use super::browser::Browser;
use super::http::{Server, target};
use super::page::is_at_peace_but_for_refusals;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The archive of the tour, whose events have editions, beside the project's own records.
fn served() -> Server {
    let data = |part: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(part);
    Server::of_paths(&[&data("records"), &data("tour")])
}

/// The sorts of the groups that a text has, and the first suggestion of the first group.
fn suggested(server: &Server, text: &str) -> (Vec<String>, Value) {
    let answer = server.json("suggest", &[("text", text), ("lang", "zh-Hans")]);
    let groups = answer["groups"].as_array().unwrap();
    let sorts = groups.iter().map(|group| group["sort"].as_str().unwrap().to_owned());
    let first = groups.first().map(|group| group["suggestions"][0].clone());
    assert_eq!(answer["told"].is_null(), first.is_some(), "{answer}");
    (sorts.collect(), first.unwrap_or_default())
}

#[test]
fn whatever_has_a_name_is_suggested_with_its_games() {
    let server = served();
    // A player, as written in either script, as read, and by first letters.
    for text in ["林一舟", "林一", "lin yizhou", "yizhou lin", "LINYI", "lyz"] {
        let (sorts, first) = suggested(&server, text);
        assert_eq!((sorts[0].as_str(), &first["text"]), ("player", &json!("林一舟")), "{text}");
        let listed = server.json("players", &[("player", "林一舟"), ("limit", "1")]);
        assert_eq!(first["games"], listed["players"][0]["games"], "one number for one thing");
        assert_eq!(server.json("read", &[("text", text)])["is"], "player");
        assert_eq!(server.json("read", &[("text", text)])["who"], "林一舟");
    }
    // A name with a slip, which nobody has.
    assert_eq!(suggested(&server, "林亦舟").1["text"], "林一舟");
    for (text, sort, name) in [
        ("长风怀", "event", "长风杯"),
        ("长风怀@1987", "event", "长风杯 1987"),
        ("松风普", "book", "松风谱"),
    ] {
        let (sorts, first) = suggested(&server, text);
        assert_eq!((sorts, &first["text"]), (vec![sort.to_owned()], &json!(name)), "{text}");
    }
    // Codes and families of openings, in every language, with the games of the filter.
    for (text, address) in [
        ("C00", "opening=C00"),
        ("顺炮", "opening=D00%E2%80%93D29"),
        ("順炮", "opening=D00%E2%80%93D29"),
        ("shunpao", "opening=D00%E2%80%93D29"),
        ("Same-Direction Cannons", "opening=D00%E2%80%93D29"),
    ] {
        let (sorts, first) = suggested(&server, text);
        if sorts.first().is_some_and(|sort| sort == "opening") {
            assert_eq!(first["address"], format!("/?{address}"), "{text}");
        }
    }
    let openings = server.json("openings", &[]);
    for row in openings["openings"].as_array().unwrap() {
        let Some(code) = row["code"].as_str() else { continue };
        let (sorts, first) = suggested(&server, code);
        assert!(sorts.contains(&"opening".to_owned()), "{code}: {sorts:?}");
        assert_eq!(first["games"], row["games"], "{code}");
    }
    // Series, editions by year, and years.
    let events = server.json("events", &[("limit", "100")]);
    let edition =
        events["events"].as_array().unwrap().iter().find(|row| row["edition"].is_string());
    let edition = edition.expect("an edition");
    let name = edition["edition"].as_str().unwrap();
    let (series, number) = name.split_once('@').unwrap();
    for text in [
        name.to_owned(),
        format!("{series}{number}"),
        format!("{series} {number}"),
        format!("{number}年{series}"),
        format!("第{number}届{series}"),
    ] {
        let (sorts, first) = suggested(&server, &text);
        assert_eq!((sorts[0].as_str(), &first["games"]), ("event", &edition["games"]), "{text}");
    }
    let (sorts, first) = suggested(&server, name.split('@').next().unwrap());
    assert_eq!(sorts[0], "event");
    assert!(first["games"].as_u64() >= edition["games"].as_u64(), "{first}");
    let years = server.json("years", &[("kind", "game")]);
    let year = &years["years"][0];
    let (sorts, first) = suggested(&server, &year["year"].to_string());
    assert_eq!(sorts[0], "year");
    assert!(first["address"].as_str().unwrap().starts_with("/?since="), "{first}");
    for (text, first, last) in [
        ("1980-1990", "1980", "1990"),
        ("1980..1990", "1980", "1990"),
        ("1987-05", "1987-05", "1987-05"),
    ] {
        let suggested = suggested(&server, text);
        let asked = [("since", first), ("until", last)];
        assert_eq!(
            (suggested.0[0].as_str(), &suggested.1["games"]),
            ("year", &server.json("explore", &asked)["games"]),
            "{text}"
        );
        assert_eq!(server.json("read", &[("text", text)])["until"], last, "{text}");
    }
    // All openings that are called so, of which none is the whole family.
    let (_, first) = suggested(&server, "仙人指路");
    assert_eq!(first["games"], server.json("explore", &[("opening", "仙人指路")])["games"]);
    // Two armies.
    let ending = server.json("read", &[("text", "车炮对车")]);
    assert_eq!((&ending["is"], &ending["material"]), (&json!("ending"), &json!("车炮对车")));
    // Patterns, and questions.
    for (text, sort) in
        [("空头炮", "pattern"), ("hollow", "pattern"), ("red crossed-rook", "query")]
    {
        assert_eq!(suggested(&server, text).0[0], sort, "{text}");
    }
    // A game is called by the persons who played it, whatever its record calls them.
    let games = server.json("games", &[("player", "林一舟"), ("limit", "100")]);
    for game in games["games"].as_array().unwrap() {
        let key = game["key"].as_str().unwrap();
        let called = server.json("called", &[("key", key), ("lang", "zh-Hans")]);
        let text = called["games"][key].as_str().unwrap_or_else(|| panic!("{called}"));
        assert!(text.contains("林一舟") && !text.contains("LIN"), "{text}");
        assert_eq!(suggested(&server, key).1["text"], text);
    }
    // A field of a filter wants one sort.
    let answer = server.json("suggest", &[("text", "林"), ("sort", "player")]);
    assert_eq!(answer["groups"].as_array().unwrap().len(), 1, "{answer}");
}

#[test]
fn names_side_by_side_are_the_games_of_all_of_them() {
    let server = served();
    for (text, fields) in [
        ("林一舟 1987", &[("player", "林一舟"), ("since", "1987"), ("until", "1987")][..]),
        ("lin yizhou 炮二平五 马8进7", &[("player", "林一舟"), ("moves", "h2e2 h9g7")]),
        ("炮二平五 长风杯", &[("moves", "h2e2"), ("event", "长风杯")]),
        ("林一舟 陈雨亭 1987", &[("player", "林一舟"), ("where", "player:\"陈雨亭\"")]),
        ("red:林一舟 中炮对屏风马 1-0", &[("where", "red:林一舟"), ("result", "1-0")]),
        ("林一舟 红胜 空头炮", &[("result", "1-0"), ("where", "空头炮")]),
        ("林一舟 红 中炮对屏风马", &[("red", "林一舟"), ("opening", "中炮对屏风马")]),
        ("執黑 林一舟 1987", &[("black", "林一舟"), ("since", "1987")]),
        ("lin yizhou 1987 as black", &[("black", "林一舟"), ("since", "1987")]),
        ("林一舟 红 陈雨亭 黑 1987", &[("red", "林一舟"), ("black", "陈雨亭"), ("since", "1987")]),
        ("黑 林一舟 陈雨亭", &[("black", "林一舟"), ("player", "陈雨亭")]),
        ("林一舟 1980-1990", &[("player", "林一舟"), ("since", "1980"), ("until", "1990")]),
    ] {
        let read = server.json("read", &[("text", text)]);
        assert_eq!(read["is"], "games", "{text}: {read}");
        for (name, value) in fields {
            assert_eq!(read[name], *value, "{text}: {read}");
        }
    }
    let first = suggested(&server, "林一舟 1987").1;
    let fields = [("player", "林一舟"), ("since", "1987"), ("until", "1987")];
    assert_eq!(first["text"], "林一舟 · 1987");
    assert_eq!(first["games"], server.json("explore", &fields)["games"]);
    let both = server.json("read", &[("text", "林一舟 陈雨亭")]);
    assert_eq!((&both["who"], &both["against"]), (&json!("林一舟"), &json!("陈雨亭")));
    // Of two players one has Red.
    assert!(!suggested(&server, "林一舟 红 陈雨亭 红").0.contains(&"games".to_owned()));
    // A word that nothing is called makes no part of it.
    assert!(!suggested(&server, "林一舟 qqqq").0.contains(&"games".to_owned()));
}

#[test]
fn a_side_behind_a_player_is_no_part_of_his_name() {
    let folder = tempfile::tempdir().unwrap();
    let game = |red: &str| {
        format!("[Red \"{red}\"]\n[Black \"乙\"]\n[Event \"红杯\"]\n\n1. 炮二平五 *\n\n")
    };
    let games = folder.path().join("spelled.pgn");
    let names = ["林一舟", "林一舟", "林一舟红", "林一舟 红", "John Black"];
    fs::write(&games, names.map(game).concat()).unwrap();
    let server = Server::of_paths(&[&games]);
    for text in ["林一舟 红", "红 林一舟", "林一舟 红 炮二平五", "炮二平五 林一舟 红"]
    {
        let read = server.json("read", &[("text", text)]);
        assert_eq!(
            (&read["is"], &read["red"]),
            (&json!("games"), &json!("林一舟")),
            "{text}: {read}"
        );
    }
    // A name with a word for a side stays whole where nobody has the rest of it.
    for (text, name) in [("John Black", "who"), ("John Black 炮二平五", "player")] {
        let read = server.json("read", &[("text", text)]);
        assert_eq!(read[name], "John Black", "{text}: {read}");
    }
    // Without a space it is a name, and an event keeps its first word.
    assert_eq!(server.json("read", &[("text", "林一舟红")])["is"], "player");
    assert_eq!(server.json("read", &[("text", "红杯 林一舟")])["event"], "红杯");
}

#[test]
fn positions_moves_and_pasted_records_are_read() {
    let server = served();
    let read = |text: &str| server.json("read", &[("text", text)]);
    let both = "h2e2 h9g7";
    for text in [
        "炮二平五马8进7",
        "炮二平五 马8进7",
        "h2e2h9g7",
        "C2.5H8+7",
        "position startpos moves h2e2 h9g7",
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2 h9g7",
        "[Event \"x\"]\n[Red \"a\"]\n\n1. 炮二平五 马8进7 *\n",
        "[DhtmlXQ]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n[/DhtmlXQ]",
    ] {
        let answer = read(text);
        assert_eq!((&answer["is"], &answer["moves"]), (&json!("moves"), &json!(both)), "{text}");
        assert_eq!(answer["address"], "/?moves=h2e2%20h9g7", "{text}");
    }
    // Moves go on from the position that is seen.
    let on = server.json("read", &[("text", "马二进三"), ("moves", both)]);
    assert_eq!(on["moves"], "h2e2 h9g7 h0g2");
    // The games of moves are those of the explorer.
    let played = server.json("explore", &[("moves", both), ("place", "true")]);
    assert_eq!(suggested(&server, both).1["games"], played["games"]);
    assert_eq!(played["place"], server.json("position", &[("moves", both)]), "one request a step");
    // Facing kings are answered with a warning.
    let facing = "4k4/9/9/9/9/9/9/9/9/4K4 w";
    assert!(suggested(&server, facing).1["note"].as_str().unwrap().contains("将帅对面"));
    assert!(server.json("position", &[("fen", facing)])["impossible"].is_string());
    assert!(server.json("position", &[])["impossible"].is_null());
    let address = "/?view=people&who=a";
    assert_eq!(read(address)["address"], address);
    assert_eq!(read(&address[1..])["address"], address);
    assert_eq!(read(&format!("http://127.0.0.1:1{address}#token=0"))["address"], address);
}

#[test]
fn a_text_that_means_nothing_is_told_what_it_was_taken_for() {
    let server = served();
    let told = |text: &str| {
        let answer = server.json("suggest", &[("text", text), ("lang", "en")]);
        let refused = server.get(&target("read", &[("text", text), ("lang", "en")]));
        assert_eq!(refused.status, 400, "{text}");
        answer["told"].as_str().unwrap_or_else(|| panic!("{text}: {answer}")).to_owned()
    };
    assert!(told("Qwertzuiop").contains("taken for a name"));
    assert!(told("炮二进九").contains("taken for moves"));
    assert!(told("炮二平").contains("taken for moves"));
    assert!(told("red hollow-canon").contains("hollow-canon"));
    assert!(told("red hollow-canon").contains("taken for a question"));
    // Figures alone are no slip of a name that has others.
    assert!(told("99999").contains("taken for a name"));
    assert!(told(" ").contains("nothing is written"));
    for hostile in
        ["[", "[[[[\n", &"[Event \"\n".repeat(200), "/?", "position fen", &"龘".repeat(900)]
    {
        told(hostile);
    }
}

#[test]
fn the_box_suggests_by_keys_and_goes_where_enter_means() {
    let Some(mut browser) = Browser::start() else { return };
    let server = served();
    for (width, lang) in [(1440, "en"), (390, "zh-Hans")] {
        browser.look(width, "light");
        browser.open(&format!("http://{}/?lang={lang}&view=events", server.address));
        // `/` goes to the box from everywhere.
        browser.key("/");
        browser.wait("document.activeElement.name === 'typed'");
        assert_eq!(browser.eval("document.activeElement.value"), "");
        browser.call("Input.insertText", json!({ "text": "lin yi" }));
        browser.wait("document.querySelector('.box [role=option]')");
        let input = "document.querySelector('input[name=typed]')";
        assert_eq!(browser.eval(&format!("{input}.getAttribute('aria-expanded')")), "true");
        browser.key("ArrowDown");
        browser.wait(&format!("document.getElementById({input}.getAttribute('aria-activedescendant'))?.ariaSelected === 'true'"));
        browser.picture(&format!("box-{width}-{lang}"));
        browser.key("Enter");
        browser.wait("location.search.includes('view=people')");
        browser.wait("document.querySelector('.person h1')");
        browser.settle();
        // Without a choice Enter means the first; Escape closes the list.
        browser.write("input[name=typed]", "炮二平五马8进7");
        browser.wait("location.search.includes('moves=h2e2+h9g7')");
        browser.settle();
        browser.wait("document.querySelectorAll('.line li').length === 2");
        browser.eval(&format!("{input}.focus()"));
        browser.call("Input.insertText", json!({ "text": "lin" }));
        browser.wait("document.querySelector('.box [role=option]')");
        browser.key("Escape");
        browser.wait("document.querySelector('.box .offered').hidden");
        browser.eval(&format!("{input}.value = ''"));
        // What means nothing is told in the list.
        browser.call("Input.insertText", json!({ "text": "Qwertzuiop" }));
        browser.wait("document.querySelector('.box .told')");
        // After Enter, too, and nothing of the page moves for it.
        let top = "document.querySelector('#main').getBoundingClientRect().y";
        let before = browser.eval(top);
        browser.key("Enter");
        browser.wait("document.querySelector('.box .wrong').textContent.includes('Qwertzuiop')");
        assert_eq!(browser.eval(top), before);
    }
    // A pasted record of several lines.
    browser.eval(
        "(() => { const data = new DataTransfer(); data.setData('text', \
         '[Event \"x\"]\\n\\n1. 兵七进一 卒7进1 *\\n'); document.querySelector('input[name=typed]') \
         .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, cancelable: true })); })()",
    );
    browser.wait("location.search.includes('moves=c3c4+g6g5')");
    browser.settle();
    // A field of the filters suggests players.
    browser.look(1440, "light");
    browser.open(&format!("http://{}/?lang=en", server.address));
    browser.eval("document.querySelector('.filters input[name=player]').focus()");
    browser.call("Input.insertText", json!({ "text": "linyi" }));
    browser.wait("document.querySelector('.filters [role=option]')");
    browser.key("ArrowDown");
    browser.key("Enter");
    browser.wait("location.search.includes('player=%E6%9E%97')");
    browser.settle();
    // What is wrong with one field moves no other.
    browser.open(&format!("http://{}/?lang=en&since=62", server.address));
    browser.wait("document.querySelector('.filters [data-field=since] .wrong')");
    let tops = "new Set([...document.querySelectorAll('.filters > label input, .filters > .writing input')].map((it) => it.getBoundingClientRect().y)).size";
    assert_eq!(browser.eval(tops), 1);
    // A hint fits its box.
    for (width, lang) in [(390, "en"), (1280, "en"), (390, "zh-Hans"), (1280, "zh-Hant")] {
        browser.look(width, "light");
        browser.open(&format!("http://{}/?lang={lang}", server.address));
        let room = "(() => { const it = document.querySelector('input[name=typed]'); \
                    const pen = document.createElement('canvas').getContext('2d'); \
                    pen.font = getComputedStyle(it).font; \
                    return it.clientWidth - 20 - pen.measureText(it.placeholder).width; })()";
        assert!(browser.eval(room).as_f64() > Some(0.0), "{lang} at {width}");
    }
    is_at_peace_but_for_refusals(&browser, &server);
}

//! Pictures of the page for the documents, made of the project's own records.

use super::browser::Browser;
use super::http::Server;
use std::path::{Path, PathBuf};

/// All of them together are no larger, in bytes.
const MOST: u64 = 300_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures")
}

/// A view, and what has to be there before it is taken: opened by a click, seen.
type View = (&'static str, &'static str, Option<&'static str>, &'static str);

const VIEWS: [View; 9] = [
    ("explore", "view=explore", None, "a.row"),
    ("ask", "view=ask&where=red+crossed-rook", None, "a.row"),
    (
        "draw",
        "view=draw&draw=//////%3F%3F%3F%3FP%3F%3F%3F%3F///&areas=R@d7..f9;!n@e4..e5",
        None,
        "a.row",
    ),
    ("player", "view=people&who=林一舟", None, ".person"),
    ("openings", "view=openings", None, "tbody tr"),
    ("books", "view=books", None, "tbody tr"),
    ("report", "view=report&path=misprint", Some(".troubles summary"), ".readings img"),
    ("import", "view=import", None, ".drop"),
    ("game", "", Some(".beneath summary"), ".beside mark"),
];

/// Every picture that the documents name is there, and all of them together are light.
#[test]
fn documents_have_their_pictures() {
    let mut bytes = 0;
    for (name, ..) in VIEWS {
        let path = folder().join(format!("{name}.png"));
        let picture = std::fs::read(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n", "{name}");
        bytes += picture.len() as u64;
    }
    assert!(bytes < MOST, "{bytes}");
    let page = std::fs::read_to_string(folder().join("../page.md")).unwrap();
    let chinese = std::fs::read_to_string(folder().join("../page.zh-CN.md")).unwrap();
    for (name, ..) in VIEWS {
        let named = format!("(pictures/{name}.png)");
        assert!(page.contains(&named) && chinese.contains(&named), "{name}");
    }
}

/// A game that lies beside another.
fn with_kin(server: &Server) -> String {
    let found = server.json("games", &[("since", "1990-01-02"), ("until", "1990-01-02")]);
    found["games"][0]["key"].as_str().expect("one of two texts").to_owned()
}

#[test]
#[ignore = "writes docs/pictures anew"]
fn pictures_are_taken() {
    let mut browser = Browser::start().expect("a browser");
    let data = |part: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(part);
    let more = tempfile::tempdir().unwrap();
    super::work::two_texts(more.path());
    let server = Server::of_paths(&[&data("records"), &data("tour"), more.path()]);
    let base = format!("http://{}/?lang=en", server.address);
    browser.open(&format!("{base}#token={}", server.token()));
    std::fs::create_dir_all(folder()).unwrap();
    for (name, view, opened, seen) in VIEWS {
        let view = match view {
            "" => format!("view=game&key={}&ply=20", with_kin(&server)),
            view => view.to_owned(),
        };
        // What lies below the board is to be seen, too.
        let (width, height) = if name == "game" { (1280, 1240) } else { (1080, 640) };
        browser.window(width, height, "light");
        browser.open(&format!("{base}&{view}"));
        if let Some(opened) = opened {
            browser.wait(&format!("document.querySelector('{opened}')"));
            browser.eval(&format!("document.querySelector('{opened}').click()"));
        }
        browser.wait(&format!("document.querySelector('{seen}')"));
        browser.rest();
        let picture = super::palette::reduced(&browser.shot());
        std::fs::write(folder().join(format!("{name}.png")), picture).unwrap();
    }
}

//! Files of the page, which are part of the program, also packed for browsers that take gzip.

use super::bundle::{Modules, joined};
use super::packing::packed;
use data_encoding::BASE64;
use flate2::Compression;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::borrow::Cow;
use std::sync::LazyLock;

/// File of the page.
pub(super) struct Asset {
    path: &'static str,
    /// Value of `Content-Type`.
    pub(super) kind: &'static str,
    pub(super) bytes: Cow<'static, [u8]>,
    /// Bytes of the file as gzip.
    pub(super) packed: Option<Vec<u8>>,
}

macro_rules! modules {
    ($($name:literal)*) => {
        [$(($name, include_str!(concat!("assets/", $name, ".js")))),*]
    };
}

/// Names and texts of the page's modules.
const MODULES: &[(&str, &str)] = &modules! {
    "api" "ask" "board" "box" "chart" "collation" "decide" "dom" "draw" "drawn" "explore" "filters"
    "game" "games" "importing" "lists" "main" "past" "people" "player" "records" "report" "saved"
    "scores" "sentence" "shelf" "site" "start" "state" "study" "table" "telling" "texts" "walk"
};

/// Two scripts made of the modules: the one that asks the first questions, which is part of the
/// HTML, and the other modules.
static SCRIPTS: LazyLock<[String; 2]> =
    LazyLock::new(|| joined(&Modules::from_iter(MODULES.iter().copied()), "start", "main"));

/// Hash of the script in the HTML, by which the policy allows it and no other.
pub(super) static START: LazyLock<String> =
    LazyLock::new(|| format!("'sha256-{}'", BASE64.encode(&Sha256::digest(SCRIPTS[0].as_bytes()))));

/// Place of the scripts in the page: before the style sheet, for which a script would wait.
const PLACE: &str = "<script type=\"module\" src=\"main.js\"></script>";

/// All files of the page.
static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let [start, rest] = &*SCRIPTS;
    let scripts = format!("<script>{start}</script>\n<script src=\"page.js\" defer></script>");
    let page = include_str!("assets/index.html").replace(PLACE, &scripts);
    let svg = "image/svg+xml";
    vec![
        asset_of("/", "text/html; charset=utf-8", page.into_bytes().into()),
        asset_of("/page.js", "text/javascript; charset=utf-8", rest.as_bytes().into()),
        asset_of(
            "/style.css",
            "text/css; charset=utf-8",
            include_bytes!("assets/style.css")[..].into(),
        ),
        asset_of("/icon.svg", svg, include_bytes!("assets/icon.svg")[..].into()),
    ]
});

fn asset_of(path: &'static str, kind: &'static str, bytes: Cow<'static, [u8]>) -> Asset {
    Asset { path, kind, packed: packed(&bytes, Compression::best()).ok(), bytes }
}

/// Files of the page in a site, by name. The HTML says that it is part of a site with these
/// `features`.
pub(super) fn site(features: &Value) -> impl Iterator<Item = (&'static str, Cow<'static, [u8]>)> {
    let features = features.to_string().replace('&', "&amp;").replace('"', "&quot;");
    let head = format!("<meta name=\"xqdb-site\" content=\"{features}\">\n<title>");
    ASSETS.iter().map(move |asset| match asset.path {
        "/" => {
            let page = String::from_utf8_lossy(&asset.bytes).replacen("<title>", &head, 1);
            ("index.html", page.into_bytes().into())
        }
        path => (path.trim_start_matches('/'), asset.bytes.clone()),
    })
}

/// File of the page at a path.
pub(super) fn asset(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;

    #[test]
    fn the_first_load_is_small() {
        let sizes = ASSETS.iter().map(|asset| (asset.path, asset.packed.as_ref().unwrap().len()));
        let sizes: Vec<_> = sizes.collect();
        let all: usize = sizes.iter().map(|(_, size)| size).sum();
        assert!(all < 70_000, "{all} bytes, packed: {sizes:?}");
    }

    #[test]
    fn packed_files_are_the_files() {
        for asset in ASSETS.iter() {
            let packed = asset.packed.as_ref().unwrap();
            let mut bytes = Vec::new();
            flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut bytes).unwrap();
            assert_eq!(bytes, &asset.bytes[..], "{}", asset.path);
        }
    }

    /// The joining of modules relies on these rules.
    #[test]
    fn modules_are_written_as_they_are_joined() {
        let named: Vec<_> = SCRIPTS.iter().flat_map(|script| script.lines()).collect();
        for (name, text) in MODULES {
            assert!(named.contains(&format!("const ${name} = (() => {{").as_str()), "{name}");
            for line in text.lines() {
                assert!(!line.starts_with("export {") && !line.starts_with("export let"), "{line}");
                assert!(line.matches('`').count() % 2 == 0, "a text over several lines: {line}");
            }
        }
        // No module is used before it is defined.
        let mut made = Vec::new();
        for line in named {
            let import = line.strip_prefix("const {").and_then(|line| line.split_once("} = $"));
            if let Some((_, from)) = import {
                assert!(made.contains(&from.trim_end_matches(';')), "{line}");
            }
            made.extend(line.strip_prefix("const $").and_then(|line| line.split(' ').next()));
        }
        assert!(!SCRIPTS[0].contains("</script"));
        assert!(!include_str!("assets/index.html").replace(PLACE, "").contains("<script"));
    }

    #[test]
    fn nothing_comes_from_elsewhere() {
        for asset in ASSETS.iter() {
            let text = std::str::from_utf8(&asset.bytes).unwrap();
            let own = text.replace("http://www.w3.org/", "");
            assert!(!own.contains("http://") && !own.contains("https://"), "{}", asset.path);
            assert!(!own.contains("innerHTML"), "{}: texts are no markup", asset.path);
        }
    }
}

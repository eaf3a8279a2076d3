//! The page: files that are part of the program, packed once for browsers that unpack them.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;
use std::sync::LazyLock;

/// A file.
pub(super) struct Asset {
    path: &'static str,
    /// The kind, for `Content-Type`.
    pub(super) kind: &'static str,
    pub(super) bytes: &'static [u8],
}

const MODULE: &str = "text/javascript; charset=utf-8";

macro_rules! assets {
    ($($path:literal, $kind:expr, $file:literal;)*) => {
        &[$(Asset { path: $path, kind: $kind, bytes: include_bytes!(concat!("assets/", $file)) }),*]
    };
}

/// All of them.
const ASSETS: &[Asset] = assets! {
    "/", "text/html; charset=utf-8", "index.html";
    "/style.css", "text/css; charset=utf-8", "style.css";
    "/icon.svg", "image/svg+xml", "icon.svg";
    "/api.js", MODULE, "api.js";
    "/ask.js", MODULE, "ask.js";
    "/board.js", MODULE, "board.js";
    "/box.js", MODULE, "box.js";
    "/chart.js", MODULE, "chart.js";
    "/collation.js", MODULE, "collation.js";
    "/decide.js", MODULE, "decide.js";
    "/dom.js", MODULE, "dom.js";
    "/draw.js", MODULE, "draw.js";
    "/drawn.js", MODULE, "drawn.js";
    "/explore.js", MODULE, "explore.js";
    "/filters.js", MODULE, "filters.js";
    "/game.js", MODULE, "game.js";
    "/games.js", MODULE, "games.js";
    "/importing.js", MODULE, "importing.js";
    "/lists.js", MODULE, "lists.js";
    "/main.js", MODULE, "main.js";
    "/past.js", MODULE, "past.js";
    "/people.js", MODULE, "people.js";
    "/player.js", MODULE, "player.js";
    "/records.js", MODULE, "records.js";
    "/report.js", MODULE, "report.js";
    "/saved.js", MODULE, "saved.js";
    "/shelf.js", MODULE, "shelf.js";
    "/sentence.js", MODULE, "sentence.js";
    "/state.js", MODULE, "state.js";
    "/study.js", MODULE, "study.js";
    "/table.js", MODULE, "table.js";
    "/telling.js", MODULE, "telling.js";
    "/texts.js", MODULE, "texts.js";
    "/walk.js", MODULE, "walk.js";
};

/// Each of them as gzip.
static PACKED: LazyLock<Vec<Option<Vec<u8>>>> =
    LazyLock::new(|| ASSETS.iter().map(|asset| packed(asset.bytes).ok()).collect());

fn packed(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bytes)?;
    packer.finish()
}

/// The file at a path.
pub(super) fn asset(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}

impl Asset {
    /// The file as gzip.
    pub(super) fn packed(&self) -> Option<&'static [u8]> {
        let at = ASSETS.iter().position(|asset| asset.path == self.path)?;
        PACKED.get(at)?.as_deref()
    }
}

/// Whether whoever sends `Accept-Encoding` takes gzip.
pub(super) fn takes_gzip(accepted: &str) -> bool {
    accepted.split(',').any(|one| {
        let mut parts = one.split(';').map(str::trim);
        let is_gzip = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        is_gzip && !parts.any(|part| matches!(part, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;

    #[test]
    fn the_first_load_is_small() {
        let all: usize = ASSETS.iter().filter_map(Asset::packed).map(<[u8]>::len).sum();
        assert!(all < 100_000, "{all} bytes, packed");
    }

    #[test]
    fn packed_files_are_the_files() {
        for asset in ASSETS {
            let packed = asset.packed().unwrap();
            let mut bytes = Vec::new();
            flate2::read::GzDecoder::new(packed).read_to_end(&mut bytes).unwrap();
            assert_eq!(bytes, asset.bytes, "{}", asset.path);
        }
        assert!(takes_gzip("gzip") && takes_gzip("br, GZIP;q=0.5, *"));
        assert!(!takes_gzip("") && !takes_gzip("br, gzip;q=0") && !takes_gzip("xgzip"));
    }

    #[test]
    fn nothing_comes_from_elsewhere() {
        for asset in ASSETS {
            let text = std::str::from_utf8(asset.bytes).unwrap();
            let own = text.replace("http://www.w3.org/", "");
            assert!(!own.contains("http://") && !own.contains("https://"), "{}", asset.path);
            assert!(!own.contains("innerHTML"), "{}: texts are no markup", asset.path);
        }
    }
}

//! The page: files that are part of the program.

/// A file.
pub(super) struct Asset {
    path: &'static str,
    /// What it is.
    pub(super) kind: &'static str,
    /// What it holds.
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
    "/records.js", MODULE, "records.js";
    "/report.js", MODULE, "report.js";
    "/saved.js", MODULE, "saved.js";
    "/sentence.js", MODULE, "sentence.js";
    "/state.js", MODULE, "state.js";
    "/study.js", MODULE, "study.js";
    "/telling.js", MODULE, "telling.js";
    "/texts.js", MODULE, "texts.js";
};

/// The file at a path.
pub(super) fn asset(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_load_is_small() {
        let all: usize = ASSETS.iter().map(|asset| asset.bytes.len()).sum();
        assert!(all < 200_000, "{all} bytes");
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

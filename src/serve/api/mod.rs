//! What can be asked: one table, [`ROUTES`], and one function for each row.
//!
//! A function here reads parameters, asks the rooms above and puts their answer into JSON. Names of
//! fields are those of the JSON Lines record and of the command line's own JSON.

mod cite;
mod decided;
mod endings;
mod explore;
mod first;
mod game;
mod games;
mod lichess;
mod life;
mod lists;
mod novelty;
pub(super) mod parameters;
mod patterns;
mod picture;
mod position;
mod ratings;
mod read;
mod records;
mod repertoire;
mod repetition;
mod report;
mod stats;
mod texts;
mod words;

pub(super) use parameters::{Parameter, Shape};

use super::answer::{Answer, CSV, JSON, JSONL, PGN, SVG};
use super::asking::Asking;
use super::refusal::Refusal;
use parameters as of;

/// One thing that can be asked.
pub(super) struct Route {
    /// Its path.
    pub(super) path: &'static str,
    /// What it is.
    pub(super) about: &'static str,
    /// What it answers, in a few words.
    pub(super) gives: &'static str,
    /// The kind of its answer.
    pub(super) kind: &'static str,
    groups: &'static [&'static [Parameter]],
    /// Answers.
    pub(super) answer: fn(&Asking<'_>) -> Result<Answer, Refusal>,
}

impl Route {
    /// All parameters.
    pub(super) fn parameters(&self) -> impl Iterator<Item = &'static Parameter> {
        self.groups.iter().copied().flatten()
    }

    /// What a path says where this one has a name in braces.
    pub(super) fn rest<'p>(&self, path: &'p str) -> &'p str {
        let fixed = self.path.split('{').next().unwrap_or_default();
        path.strip_prefix(fixed).unwrap_or_default()
    }
}

/// Everything that can be asked.
pub(super) const ROUTES: &[Route] = &[
    Route {
        path: "/api/v1/explore",
        about: "Every move played in a position, with its score",
        gives: "The object of `xqdb explore --format json`, with `matched`: names found by pinyin",
        kind: JSON,
        groups: &[of::POSITION, of::FILTER, of::EXPLORE, of::NOTATION, of::LANGUAGE],
        answer: explore::explore,
    },
    Route {
        path: "/api/v1/explore/years",
        about: "When every move of a position was played",
        gives: "`moves`: each with `years`, the games of every year in which it was played",
        kind: JSON,
        groups: &[of::POSITION, of::FILTER, of::LANGUAGE],
        answer: explore::years,
    },
    Route {
        path: "/api/v1/years",
        about: "Games by year",
        gives: "`years`: a row for each year; `undated`: how many games have no year",
        kind: JSON,
        groups: &[of::POSITION, of::FILTER, of::SEARCH, of::LANGUAGE],
        answer: lists::years,
    },
    Route {
        path: "/api/v1/life",
        about: "How often the games that fit were played from year to year, and with what success",
        gives: "`periods`: the rows of `xqdb life --format json`; `undated`, `all`",
        kind: JSON,
        groups: &[of::POSITION, of::FILTER, of::SEARCH, of::PER, of::LANGUAGE],
        answer: life::life,
    },
    Route {
        path: "/api/v1/life.svg",
        about: "The same as a chart",
        gives: "A picture that needs no other file",
        kind: SVG,
        groups: &[of::POSITION, of::FILTER, of::SEARCH, of::PER, of::LANGUAGE],
        answer: life::picture,
    },
    Route {
        path: "/api/v1/first",
        about: "Who first came to the position, or played a move there, and what would change that",
        gives: "`games`: the rows of `xqdb first --format json`, told; `counts` by standing",
        kind: JSON,
        groups: &[of::POSITION, of::FILTER, of::FIRST, of::LANGUAGE],
        answer: first::first,
    },
    Route {
        path: "/api/v1/endings",
        about: "Games that come to some material, with what success",
        gives: "`red`, `black`, `all`: scores of the army named first; `games`, some of them",
        kind: JSON,
        groups: &[of::ENDINGS, of::FILTER, of::PLACES, of::LANGUAGE],
        answer: endings::endings,
    },
    Route {
        path: "/api/v1/repertoire",
        about: "The tree of what a player plays with a side, beside everybody or another player",
        gives: "`rows`: those of `xqdb repertoire --format json`, each with its `periods`",
        kind: JSON,
        groups: &[of::REPERTOIRE, of::FILTER, of::NOTATION, of::LANGUAGE],
        answer: repertoire::repertoire,
    },
    Route {
        path: "/api/v1/ratings",
        about: "How strong players were, from results alone",
        gives: "`players`: the rows of `xqdb ratings --format json`; one player with `years`",
        kind: JSON,
        groups: &[of::RATINGS, of::FILTER, of::LANGUAGE],
        answer: ratings::ratings,
    },
    Route {
        path: "/api/v1/novelty/{key}",
        about: "Where a game left everything that was played before it",
        gives: "`ply`, `move`, and in `games` those that it left, with what they played instead",
        kind: JSON,
        groups: &[of::PLACES, of::NOTATION, of::LANGUAGE],
        answer: novelty::novelty,
    },
    Route {
        path: "/api/v1/repetition/{key}",
        about: "What comes back in a game, and what the rule books say",
        gives: "`cycles`: plies, classes, rulings, and `told`: each move and what it does",
        kind: JSON,
        groups: &[of::LANGUAGE],
        answer: repetition::repetition,
    },
    Route {
        path: "/api/v1/games",
        about: "Games that fit, some of them listed",
        gives: "`count`, in `games` the objects of `xqdb search --format jsonl`, and `matched`",
        kind: JSON,
        groups: &[of::POSITION, of::FILTER, of::SEARCH, of::PLACES, of::NOTATION, of::LANGUAGE],
        answer: games::games,
    },
    Route {
        path: "/api/v1/games.jsonl",
        about: "All games that fit, a line each",
        gives: "The lines of `xqdb search --format jsonl`",
        kind: JSONL,
        groups: &[of::POSITION, of::FILTER, of::SEARCH, of::LANGUAGE],
        answer: games::jsonl,
    },
    Route {
        path: "/api/v1/games.csv",
        about: "All games that fit, a row each",
        gives: "The rows of `xqdb search --format csv --safe-csv`",
        kind: CSV,
        groups: &[of::POSITION, of::FILTER, of::SEARCH, of::LANGUAGE],
        answer: games::csv,
    },
    Route {
        path: "/api/v1/games.pgn",
        about: "All games that fit, as PGN",
        gives: "The games of `xqdb search --format pgn`",
        kind: PGN,
        groups: &[of::POSITION, of::FILTER, of::SEARCH, of::NOTATION, of::LANGUAGE],
        answer: games::pgn,
    },
    Route {
        path: "/api/v1/game/{key}",
        about: "One game; with .pgn, .xqf, .jsonl, .svg or .html behind its key in that form",
        gives: "The object of `xqdb show --format json`, with `tree`, `san`, `notes` and `damaged`",
        kind: JSON,
        groups: &[of::GAME, of::PICTURE, of::NOTATION, of::LANGUAGE],
        answer: game::game,
    },
    Route {
        path: "/api/v1/collation/{key}",
        about: "The records of a game and of its kin side by side; with .html or .tei behind its key as a page or as a critical edition in TEI P5",
        gives: "The object of `xqdb collate --format json`, with the moves of the first text as `san` and `conflicts`, as in the report",
        kind: JSON,
        groups: &[of::BESIDE, of::PLACED, of::NOTATION, of::LANGUAGE],
        answer: records::collation,
    },
    Route {
        path: "/api/v1/raw",
        about: "The bytes of records that could not be read to their ends: of one, or those of a game",
        gives: "`records`: `text` in pieces, `hex`, `damage`: where it is, how long, why",
        kind: JSON,
        groups: &[of::RECORD, of::PLACED, of::LANGUAGE],
        answer: records::raw,
    },
    Route {
        path: "/api/v1/readings",
        about: "What else damaged records may say: those of a game, or one and those that stand as it does",
        gives: "`records`: the objects of `xqdb emend --format json`, with what is to be decided",
        kind: JSON,
        groups: &[of::RECORD, of::PLACED, of::NOTATION, of::LANGUAGE],
        answer: records::readings,
    },
    Route {
        path: "/api/v1/cite",
        about: "The games that fit, as a paper cites them",
        gives: "The object of `xqdb cite --format json`, with `text` and `bibtex`",
        kind: JSON,
        groups: &[of::POSITION, of::FILTER, of::CONTAINS, of::LANGUAGE],
        answer: cite::question,
    },
    Route {
        path: "/api/v1/cite/{key}",
        about: "A game, as a paper cites it",
        gives: "The object of `xqdb cite KEY --format json`, with `text` and `bibtex`",
        kind: JSON,
        groups: &[of::LANGUAGE],
        answer: cite::game,
    },
    Route {
        path: "/api/v1/words",
        about: "The words of the query language, and the names of its patterns",
        gives: "`words`: text, sort and, of a pattern, what it means",
        kind: JSON,
        groups: &[of::LANGUAGE],
        answer: words::words,
    },
    Route {
        path: "/api/v1/query",
        about: "A query as it is understood; it is not asked",
        gives: "`normal`, its one normal spelling, and the `patterns` in it; or `error`, as in a refusal",
        kind: JSON,
        groups: &[of::TYPED, of::LANGUAGE],
        answer: words::query,
    },
    Route {
        path: "/api/v1/position",
        about: "A position: its pieces, the moves that led there, the moves that may be played",
        gives: "`fen`, `side`, `pieces`, `line`, `legal`, `check`, `ending`, `opening`",
        kind: JSON,
        groups: &[of::PLACE, of::NOTATION, of::LANGUAGE],
        answer: position::position,
    },
    Route {
        path: "/api/v1/position.svg",
        about: "A picture of a position",
        gives: "A picture that needs no other file",
        kind: SVG,
        groups: &[of::PLACE, of::PICTURE, of::LANGUAGE],
        answer: picture::picture,
    },
    Route {
        path: "/api/v1/read",
        about: "What a typed text is: moves, a FEN, the key of a game or a query",
        gives: "`is`, and `fen` and `moves`, or `key`, or `where`",
        kind: JSON,
        groups: &[of::PLACE, of::TYPED, of::LANGUAGE],
        answer: read::read,
    },
    Route {
        path: "/api/v1/explain",
        about: "How a query is answered",
        gives: "The object of `xqdb search --where … --explain --format jsonl`",
        kind: JSON,
        groups: &[of::POSITION, of::FILTER, of::LANGUAGE],
        answer: read::explain,
    },
    Route {
        path: "/api/v1/patterns",
        about: "The named patterns of the query language",
        gives: "`patterns`: names, meaning, definition, and an example as FEN and moves",
        kind: JSON,
        groups: &[of::LANGUAGE],
        answer: patterns::patterns,
    },
    Route {
        path: "/api/v1/players",
        about: "Players of the games that fit",
        gives: "`players`: name, spellings, games and scores",
        kind: JSON,
        groups: &[of::POSITION, of::FILTER, of::SEARCH, of::PLACES, of::NAMED, of::LANGUAGE],
        answer: lists::players,
    },
    Route {
        path: "/api/v1/events",
        about: "Events of the games that fit",
        gives: "`events`: name, games and score",
        kind: JSON,
        groups: &[of::POSITION, of::FILTER, of::SEARCH, of::PLACES, of::NAMED, of::LANGUAGE],
        answer: lists::events,
    },
    Route {
        path: "/api/v1/openings",
        about: "Openings of the games that fit, by code",
        gives: "`openings`: the rows of `xqdb openings --format json`",
        kind: JSON,
        groups: &[of::POSITION, of::FILTER, of::SEARCH, of::LANGUAGE],
        answer: lists::openings,
    },
    Route {
        path: "/api/v1/books",
        about: "Chapters of books, and how many of the games that fit stand in each",
        gives: "`chapters`: path, games and score",
        kind: JSON,
        groups: &[of::POSITION, of::FILTER, of::SEARCH, of::LANGUAGE],
        answer: lists::books,
    },
    Route {
        path: "/api/v1/report",
        about: "Records with something to tell: set aside, broken off, repaired",
        gives: "`records`: the objects of `xqdb report --format jsonl`; `more`: whether others follow",
        kind: JSON,
        groups: &[of::REPORT, of::PLACES, of::LANGUAGE],
        answer: report::report,
    },
    Route {
        path: "/api/v1/stats",
        about: "What the archive holds",
        gives: "The object of `xqdb stats --format json`, with `name` and `generation`",
        kind: JSON,
        groups: &[of::STATED, of::LANGUAGE],
        answer: stats::stats,
    },
    Route {
        path: "/api/v1/lichess",
        about: "The explorer in the parameters and fields of lichess's opening explorer",
        gives: "`white`, `draws`, `black`, `moves`, `topGames`, `recentGames`, `opening`",
        kind: JSON,
        groups: &[of::LICHESS, of::LANGUAGE],
        answer: lichess::lichess,
    },
    Route {
        path: "/api/v1/texts",
        about: "The words of the page in a language",
        gives: "`lang`, and `texts` by name",
        kind: JSON,
        groups: &[of::LANGUAGE],
        answer: texts::texts,
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use xqdb::search::Params;

    #[test]
    fn every_path_and_every_parameter_is_told_once() {
        let mut paths = BTreeSet::new();
        for route in ROUTES {
            assert!(paths.insert(route.path), "{}", route.path);
            let mut names = BTreeSet::new();
            for parameter in route.parameters() {
                assert!(names.insert(parameter.name), "{}: {}", route.path, parameter.name);
            }
        }
    }

    #[test]
    fn conditions_are_called_as_everywhere() {
        let names = |group: &[Parameter]| group.iter().map(|of| of.name).collect::<Vec<_>>();
        assert_eq!(names(of::POSITION), Params::POSITION);
        assert_eq!(names(of::FILTER), Params::FILTER);
        assert_eq!(names(of::SEARCH), Params::LIST);
    }
}

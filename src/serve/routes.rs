//! Everything that can be asked and changed: one table. The server and the OpenAPI document are made
//! from it.

use super::api::{explore, game, games, position, records, report, research};
use super::asking::Asking;
use super::changes::{self, Changes, Order};
use super::parameters::{self as of, Parameter};
use super::refusal::Refusal;
use super::reply::{CSV, EVENTS, JSON, JSONL, PGN, Reply, SVG};

/// One thing that can be asked or changed.
pub(super) struct Route {
    /// Method of HTTP, in small letters.
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    pub(super) about: &'static str,
    /// A few words on the answer.
    pub(super) gives: &'static str,
    /// Status of the answer.
    pub(super) status: u16,
    /// Kind of the answer.
    pub(super) kind: &'static str,
    /// Kind of the body that is sent, and a few words on it.
    pub(super) takes: Option<(&'static str, &'static str)>,
    groups: &'static [&'static [Parameter]],
    /// Forms that a path with `{key}` has behind a dot; without a dot it is JSON.
    forms: &'static [&'static str],
    /// The token is needed.
    pub(super) is_guarded: bool,
    pub(super) work: Work,
}

/// Answers a question to the archive.
pub(super) type Answer = fn(&Asking<'_>) -> Result<Reply, Refusal>;

/// Who answers, and on which thread.
#[derive(Copy, Clone)]
pub(super) enum Work {
    /// A worker of the pool, with the archive.
    Ask(Answer),
    /// A thread that may wait for disks, once the body is there.
    Change(fn(&Changes, &Order) -> Result<Reply, Refusal>),
    /// Whoever takes the body of an upload while it comes.
    Upload,
}

impl Route {
    /// All parameters.
    pub(super) fn parameters(&self) -> impl Iterator<Item = &'static Parameter> {
        self.groups.iter().copied().flatten().chain(of::LANGUAGE)
    }

    /// The key in a path and its form, where this one has `{key}`; else the form of this one.
    pub(super) fn key_and_form<'p>(&self, path: &'p str) -> (&'p str, &'p str) {
        match self.path.split_once('{') {
            Some((fixed, _)) => {
                let rest = path.strip_prefix(fixed).unwrap_or_default();
                let formed = rest.split_once('.').filter(|_| !self.forms.is_empty());
                formed.unwrap_or((rest, ""))
            }
            None => ("", self.path.rsplit_once('.').map_or("", |(_, form)| form)),
        }
    }
}

/// A question to the archive.
const ASK: Route = Route {
    method: "get",
    path: "",
    about: "",
    gives: "",
    status: 200,
    kind: JSON,
    takes: None,
    groups: &[],
    forms: &[],
    is_guarded: false,
    work: Work::Upload,
};

/// A change, for those who bring the token.
const CHANGE: Route = Route { method: "post", is_guarded: true, ..ASK };

const DECISIONS: &str = "`decisions`: for each `action`, `target`, `value`, `reason` and, if \
     wanted, `by`, `when`, as a line of the file of decisions has them";

/// Everything that can be asked and changed.
pub(super) const ROUTES: &[Route] = &[
    Route {
        path: "/api/v1/explore",
        about: "Every move played in a position, with its score",
        gives: "The object of `xqdb explore --format json`, with `matched`: names found by pinyin",
        groups: &[of::POSITION, of::FILTER, of::EXPLORE, of::NOTATION],
        work: Work::Ask(explore::explore),
        ..ASK
    },
    Route {
        path: "/api/v1/explore/years",
        about: "When every move of a position was played",
        gives: "`moves`: each with `years`, the games of every year in which it was played",
        groups: &[of::POSITION, of::FILTER],
        work: Work::Ask(explore::years),
        ..ASK
    },
    Route {
        path: "/api/v1/years",
        about: "Games by year",
        gives: "`years`: a row for each year; `undated`: how many games have no year",
        groups: &[of::POSITION, of::FILTER, of::SEARCH],
        work: Work::Ask(games::years),
        ..ASK
    },
    Route {
        path: "/api/v1/life",
        about: "How often the games that fit were played from year to year, and with what success",
        gives: "`periods`: the rows of `xqdb life --format json`; `undated`, `all`",
        groups: &[of::POSITION, of::FILTER, of::SEARCH, of::PER],
        work: Work::Ask(research::life),
        ..ASK
    },
    Route {
        path: "/api/v1/life.svg",
        about: "The same as a chart",
        gives: "A picture that needs no other file",
        kind: SVG,
        groups: &[of::POSITION, of::FILTER, of::SEARCH, of::PER],
        work: Work::Ask(research::life),
        ..ASK
    },
    Route {
        path: "/api/v1/first",
        about: "Who first came to the position, or played a move there, and what would change that",
        gives: "`games`: the rows of `xqdb first --format json`, told; `counts` by standing",
        groups: &[of::POSITION, of::FILTER, of::FIRST],
        work: Work::Ask(research::first),
        ..ASK
    },
    Route {
        path: "/api/v1/endings",
        about: "Games that come to some material, with what success",
        gives: "`red`, `black`, `all`: scores of the army named first; `games`, some of them",
        groups: &[of::ENDINGS, of::FILTER, of::PLACES],
        work: Work::Ask(research::endings),
        ..ASK
    },
    Route {
        path: "/api/v1/repertoire",
        about: "The tree of what a player plays with a side, beside everybody or another player",
        gives: "`rows`: those of `xqdb repertoire --format json`, each with its `periods`",
        groups: &[of::REPERTOIRE, of::FILTER, of::NOTATION],
        work: Work::Ask(research::repertoire),
        ..ASK
    },
    Route {
        path: "/api/v1/ratings",
        about: "How strong players were, from results alone",
        gives: "`players`: the rows of `xqdb ratings --format json`; one player with `years`",
        groups: &[of::RATINGS, of::FILTER],
        work: Work::Ask(research::ratings),
        ..ASK
    },
    Route {
        path: "/api/v1/novelty/{key}",
        about: "Where a game left everything that was played before it",
        gives: "`ply`, `move`, and in `games` those that it left, with what they played instead",
        groups: &[of::PLACES, of::NOTATION],
        work: Work::Ask(game::novelty),
        ..ASK
    },
    Route {
        path: "/api/v1/repetition/{key}",
        about: "What comes back in a game, and what the rule books say",
        gives: "`cycles`: plies, classes, rulings, and `told`: each move and what it does",
        work: Work::Ask(game::repetition),
        ..ASK
    },
    Route {
        path: "/api/v1/games",
        about: "Games that fit, some of them listed",
        gives: "`count`, in `games` the objects of `xqdb search --format jsonl`, and `matched`",
        groups: &[of::POSITION, of::FILTER, of::SEARCH, of::PLACES, of::NOTATION],
        work: Work::Ask(games::games),
        ..ASK
    },
    Route {
        path: "/api/v1/games.jsonl",
        about: "All games that fit, a line each",
        gives: "The lines of `xqdb search --format jsonl`",
        kind: JSONL,
        groups: &[of::POSITION, of::FILTER, of::SEARCH],
        work: Work::Ask(games::file),
        ..ASK
    },
    Route {
        path: "/api/v1/games.csv",
        about: "All games that fit, a row each",
        gives: "The rows of `xqdb search --format csv --safe-csv`",
        kind: CSV,
        groups: &[of::POSITION, of::FILTER, of::SEARCH],
        work: Work::Ask(games::file),
        ..ASK
    },
    Route {
        path: "/api/v1/games.pgn",
        about: "All games that fit, as PGN",
        gives: "The games of `xqdb search --format pgn`",
        kind: PGN,
        groups: &[of::POSITION, of::FILTER, of::SEARCH, of::NOTATION],
        work: Work::Ask(games::file),
        ..ASK
    },
    Route {
        path: "/api/v1/game/{key}",
        about: "One game; with .pgn, .xqf, .jsonl, .svg or .html behind its key in that form",
        gives: "The object of `xqdb show --format json`, with `tree`, `san`, `notes` and `damaged`",
        groups: &[of::GAME, of::PICTURE, of::NOTATION],
        forms: &["pgn", "xqf", "jsonl", "svg", "html"],
        work: Work::Ask(game::game),
        ..ASK
    },
    Route {
        path: "/api/v1/collation/{key}",
        about: "The records of a game and of its kin side by side; with .html or .tei behind its key as a page or as a critical edition in TEI P5",
        gives: "The object of `xqdb collate --format json`, with the moves of the first text as `san` and `conflicts`, as in the report",
        groups: &[of::BESIDE, of::PLACED, of::NOTATION],
        forms: &["html", "tei"],
        work: Work::Ask(records::collation),
        ..ASK
    },
    Route {
        path: "/api/v1/raw",
        about: "The bytes of records that could not be read to their ends: of one, or those of a game",
        gives: "`records`: `text` in pieces, `hex`, `damage`: where it is, how long, why",
        groups: &[of::RECORD, of::PLACED],
        work: Work::Ask(records::raw),
        ..ASK
    },
    Route {
        path: "/api/v1/readings",
        about: "What else damaged records may say: those of a game, or one and those that stand as it does",
        gives: "`records`: the objects of `xqdb emend --format json`, with what is to be decided",
        groups: &[of::RECORD, of::PLACED, of::NOTATION],
        work: Work::Ask(records::readings),
        ..ASK
    },
    Route {
        path: "/api/v1/cite",
        about: "The games that fit, as a paper cites them",
        gives: "The object of `xqdb cite --format json`, with `text` and `bibtex`",
        groups: &[of::POSITION, of::FILTER, of::CONTAINS],
        work: Work::Ask(games::cite),
        ..ASK
    },
    Route {
        path: "/api/v1/cite/{key}",
        about: "A game, as a paper cites it",
        gives: "The object of `xqdb cite KEY --format json`, with `text` and `bibtex`",
        work: Work::Ask(game::cite),
        ..ASK
    },
    Route {
        path: "/api/v1/words",
        about: "The words of the query language, and the names of its patterns",
        gives: "`words`: text, sort and, of a pattern, what it means",
        work: Work::Ask(position::words),
        ..ASK
    },
    Route {
        path: "/api/v1/query",
        about: "A query as it is understood; it is not asked",
        gives: "`normal`, its one normal spelling, and the `patterns` in it; or `error`, as in a refusal",
        groups: &[of::TYPED],
        work: Work::Ask(position::query),
        ..ASK
    },
    Route {
        path: "/api/v1/position",
        about: "A position: its pieces, the moves that led there, the moves that may be played",
        gives: "`fen`, `side`, `pieces`, `line`, `legal`, `check`, `ending`, `opening`",
        groups: &[of::PLACE, of::NOTATION],
        work: Work::Ask(position::position),
        ..ASK
    },
    Route {
        path: "/api/v1/position.svg",
        about: "A picture of a position",
        gives: "A picture that needs no other file",
        kind: SVG,
        groups: &[of::PLACE, of::PICTURE],
        work: Work::Ask(position::picture),
        ..ASK
    },
    Route {
        path: "/api/v1/read",
        about: "What a typed text is: moves, a FEN, the key of a game or a query",
        gives: "`is`, and `fen` and `moves`, or `key`, or `where`",
        groups: &[of::PLACE, of::TYPED],
        work: Work::Ask(position::read),
        ..ASK
    },
    Route {
        path: "/api/v1/explain",
        about: "How a query is answered",
        gives: "The object of `xqdb search --where … --explain --format jsonl`",
        groups: &[of::POSITION, of::FILTER],
        work: Work::Ask(games::explain),
        ..ASK
    },
    Route {
        path: "/api/v1/patterns",
        about: "The named patterns of the query language",
        gives: "`patterns`: names, meaning, definition, and an example as FEN and moves",
        work: Work::Ask(position::patterns),
        ..ASK
    },
    Route {
        path: "/api/v1/players",
        about: "Players of the games that fit",
        gives: "`players`: name, spellings, games and scores",
        groups: &[of::POSITION, of::FILTER, of::SEARCH, of::PLACES, of::NAMED],
        work: Work::Ask(games::players),
        ..ASK
    },
    Route {
        path: "/api/v1/events",
        about: "Events of the games that fit",
        gives: "`events`: name, games and score",
        groups: &[of::POSITION, of::FILTER, of::SEARCH, of::PLACES, of::NAMED],
        work: Work::Ask(games::events),
        ..ASK
    },
    Route {
        path: "/api/v1/openings",
        about: "Openings of the games that fit, by code",
        gives: "`openings`: the rows of `xqdb openings --format json`",
        groups: &[of::POSITION, of::FILTER, of::SEARCH],
        work: Work::Ask(games::openings),
        ..ASK
    },
    Route {
        path: "/api/v1/books",
        about: "Chapters of books, and how many of the games that fit stand in each",
        gives: "`chapters`: path, games and score",
        groups: &[of::POSITION, of::FILTER, of::SEARCH],
        work: Work::Ask(games::books),
        ..ASK
    },
    Route {
        path: "/api/v1/report",
        about: "Records with something to tell: set aside, broken off, repaired",
        gives: "`records`: the objects of `xqdb report --format jsonl`; `more`: whether others follow",
        groups: &[of::REPORT, of::PLACES],
        work: Work::Ask(report::report),
        ..ASK
    },
    Route {
        path: "/api/v1/stats",
        about: "What the archive holds",
        gives: "The object of `xqdb stats --format json`, with `name` and `generation`",
        groups: &[of::STATED],
        work: Work::Ask(games::stats),
        ..ASK
    },
    Route {
        path: "/api/v1/lichess",
        about: "The explorer in the parameters and fields of lichess's opening explorer",
        gives: "`white`, `draws`, `black`, `moves`, `topGames`, `recentGames`, `opening`",
        groups: &[of::LICHESS],
        work: Work::Ask(explore::lichess),
        ..ASK
    },
    Route {
        path: "/api/v1/texts",
        about: "The words of the page in a language",
        gives: "`lang`, and `texts` by name",
        work: Work::Ask(position::texts),
        ..ASK
    },
    Route {
        method: "get",
        path: "/api/v1/session",
        about: "What whoever asks may do",
        gives: "`may_change`, `may_name_folders`, `upload_limit` in bytes",
        is_guarded: false,
        work: Work::Change(changes::rights),
        ..CHANGE
    },
    Route {
        path: "/api/v1/session",
        about: "Has a browser keep the token in a cookie that scripts cannot read",
        gives: "Nothing",
        status: 204,
        work: Work::Change(changes::session),
        ..CHANGE
    },
    Route {
        path: "/api/v1/uploads",
        about: "Takes a file of an upload, or begins an upload with it",
        gives: "`upload`, the name of the upload; `name` and `bytes` of the file",
        status: 201,
        takes: Some(("application/octet-stream", "The bytes of the file")),
        groups: &[of::UPLOAD],
        work: Work::Upload,
        ..CHANGE
    },
    Route {
        method: "delete",
        path: "/api/v1/uploads",
        about: "Gives an upload up that is not imported",
        gives: "Nothing",
        status: 204,
        groups: &[of::GIVEN_UP],
        work: Work::Change(changes::give_up),
        ..CHANGE
    },
    Route {
        path: "/api/v1/import",
        about: "Begins to import an upload, or a folder of the machine",
        gives: "How far it is, as `GET` tells it",
        status: 202,
        groups: &[of::IMPORT],
        work: Work::Change(changes::import),
        ..CHANGE
    },
    Route {
        method: "get",
        path: "/api/v1/import",
        about: "How far the last import is",
        gives: "`stage` (idle, waiting, reading, closing, done, failed), `files`, `records`, \
                `bytes`, `total`, at the end `report` or `error`",
        work: Work::Change(changes::import_state),
        ..CHANGE
    },
    Route {
        method: "get",
        path: "/api/v1/import/events",
        about: "The same whenever it changes, as server-sent events until it is over",
        gives: "Events named `state`",
        kind: EVENTS,
        work: Work::Change(changes::import_events),
        ..CHANGE
    },
    Route {
        path: "/api/v1/import/stop",
        about: "Has the import end early; what is committed stays",
        gives: "How far it is",
        status: 202,
        work: Work::Change(changes::import_stop),
        ..CHANGE
    },
    Route {
        path: "/api/v1/decide",
        about: "Adds decisions, all of them or none: the same as `xqdb decide`",
        gives: "`added`, the new ones, and how many of them are `waiting` for what they are about",
        takes: Some((JSON, DECISIONS)),
        work: Work::Change(changes::decide),
        ..CHANGE
    },
    Route {
        path: "/api/v1/undo",
        about: "Takes decisions back: the same as `xqdb undo`",
        gives: "`taken_back`",
        takes: Some((JSON, DECISIONS)),
        work: Work::Change(changes::undo),
        ..CHANGE
    },
    Route {
        method: "get",
        path: "/api/v1/saved",
        about: "Filters, questions, boards and positions that are kept under a name",
        gives: "`saved`: `kind`, `name`, `state`",
        is_guarded: false,
        work: Work::Change(changes::all_saved),
        ..CHANGE
    },
    Route {
        path: "/api/v1/saved",
        about: "Keeps one in the place of what had its name",
        gives: "All of them",
        takes: Some((JSON, "`kind` (filter, question, board, position), `name`, `state`")),
        work: Work::Change(changes::save),
        ..CHANGE
    },
    Route {
        method: "delete",
        path: "/api/v1/saved",
        about: "Forgets one",
        gives: "All that are left",
        groups: &[of::SAVED],
        work: Work::Change(changes::forget),
        ..CHANGE
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
            assert!(paths.insert((route.path, route.method)), "{}", route.path);
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

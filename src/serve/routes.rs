//! All questions and changes: the table `routes.tsv`, and the functions that answer. The server and
//! the OpenAPI document are made from it.

use super::api::{explore, game, games, position, records, report, research};
use super::asking::Asking;
use super::changes::{self, Changes, Order};
use super::refusal::Refusal;
use super::reply::{self, Reply};
use std::sync::LazyLock;
use xqdb::search::parameters::{Parameter, group, of_groups, read};

/// Parameters that only the API has.
static OWN: LazyLock<Vec<Parameter>> = LazyLock::new(|| read(include_str!("parameters.tsv")));

/// Parameters of groups, whose names are separated by blanks.
pub(super) fn parameters(groups: &'static str) -> impl Iterator<Item = &'static Parameter> {
    groups.split(' ').flat_map(|name| group(name).chain(of_groups(&OWN, name)))
}

/// One question or change.
pub(super) struct Route {
    /// Method of HTTP, in small letters.
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    /// Whether requests need the token.
    pub(super) is_guarded: bool,
    groups: &'static str,
    /// Kind of the request's body, and a few words on it.
    pub(super) takes: Option<(&'static str, &'static str)>,
    /// Status of the answer.
    pub(super) status: u16,
    /// Kind of the answer.
    pub(super) kind: &'static str,
    /// Forms after a dot of a path with `{key}`; without a dot the answer is JSON.
    forms: Vec<&'static str>,
    pub(super) about: &'static str,
    /// A few words on the answer.
    pub(super) gives: &'static str,
    /// Fields of the answer as JSON, in the form that the head of the table explains; empty if not
    /// described.
    pub(super) shape: &'static str,
    pub(super) work: Work,
}

/// Function that answers a question to the archive.
pub(super) type Handler = fn(&Asking<'_>) -> Result<Reply, Refusal>;

/// Function that answers, and its thread.
#[derive(Copy, Clone)]
pub(super) enum Work {
    /// On a worker of the pool, with the archive.
    Ask(Handler),
    /// On a thread that may wait for disks, after the body has come.
    Change(fn(&Changes, &Order) -> Result<Reply, Refusal>),
    /// Takes the body of an upload while it comes.
    Upload,
}

impl Route {
    fn read(line: &'static str) -> Route {
        let mut cells = line.split('\t');
        let mut cell = || cells.next().unwrap_or_default();
        let (method, path, who, groups, body) = (cell(), cell(), cell(), cell(), cell());
        let (status, forms) = (cell(), cell());
        let mut forms = forms.split(' ').collect::<Vec<_>>();
        Route {
            method,
            path,
            is_guarded: who == "token",
            groups,
            takes: body.split_once(": ").map(|(form, about)| (reply::kind(form), about)),
            status: status.parse().unwrap_or(200),
            kind: reply::kind(forms.remove(0)),
            forms,
            about: cell(),
            gives: cell(),
            shape: cell(),
            work: work(method, path.trim_start_matches("/api/v1/")),
        }
    }

    /// All parameters of the route.
    pub(super) fn parameters(&self) -> impl Iterator<Item = &'static Parameter> {
        parameters(self.groups).chain(parameters("language"))
    }

    /// Key and form in a path, if the route has `{key}`; else an empty key and the form of the
    /// route.
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

/// All questions and changes.
pub(super) static ROUTES: LazyLock<Vec<Route>> = LazyLock::new(|| {
    let lines = include_str!("routes.tsv").lines();
    lines.filter(|line| !line.starts_with('#')).map(Route::read).collect()
});

fn work(method: &str, path: &str) -> Work {
    use Work::{Ask, Change};
    match (method, path) {
        ("get", "explore") => Ask(explore::explore),
        ("get", "explore/years") => Ask(explore::years),
        ("get", "years") => Ask(games::years),
        ("get", "life") => Ask(research::life),
        ("get", "life.svg") => Ask(research::life),
        ("get", "first") => Ask(research::first),
        ("get", "endings") => Ask(research::endings),
        ("get", "critical") => Ask(research::critical),
        ("get", "player") => Ask(research::player),
        ("get", "prepare") => Ask(research::prepare),
        ("get", "repertoire") => Ask(research::repertoire),
        ("get", "ratings") => Ask(research::ratings),
        ("get", "tournament") => Ask(research::tournament),
        ("get", "novelty/{key}") => Ask(game::novelty),
        ("get", "departures/{key}") => Ask(game::departures),
        ("get", "repetition/{key}") => Ask(game::repetition),
        ("get", "games") => Ask(games::games),
        ("get", "games.jsonl") => Ask(games::file),
        ("get", "games.csv") => Ask(games::file),
        ("get", "games.pgn") => Ask(games::file),
        ("get", "game/{key}") => Ask(game::game),
        ("get", "collation/{key}") => Ask(records::collation),
        ("get", "raw") => Ask(records::raw),
        ("get", "readings") => Ask(records::readings),
        ("get", "cite") => Ask(games::cite),
        ("get", "cite/{key}") => Ask(game::cite),
        ("get", "words") => Ask(position::words),
        ("get", "query") => Ask(position::query),
        ("get", "position") => Ask(position::position),
        ("get", "position.svg") => Ask(position::picture),
        ("get", "read") => Ask(position::read),
        ("get", "suggest") => Ask(position::suggest),
        ("get", "explain") => Ask(games::explain),
        ("get", "patterns") => Ask(position::patterns),
        ("get", "players") => Ask(games::players),
        ("get", "called") => Ask(games::called),
        ("get", "events") => Ask(games::events),
        ("get", "series") => Ask(games::series),
        ("get", "editions") => Ask(games::editions),
        ("get", "openings") => Ask(games::openings),
        ("get", "books") => Ask(games::books),
        ("get", "report") => Ask(report::report),
        ("get", "stats") => Ask(games::stats),
        ("get", "lichess") => Ask(explore::lichess),
        ("get", "texts") => Ask(position::texts),
        ("get", "session") => Change(changes::rights),
        ("post", "session") => Change(changes::session),
        ("delete", "uploads") => Change(changes::give_up),
        ("post", "import") => Change(changes::import),
        ("get", "import") => Change(changes::import_state),
        ("get", "import/events") => Change(changes::import_events),
        ("post", "import/stop") => Change(changes::import_stop),
        ("post", "decide") => Change(changes::decide),
        ("post", "undo") => Change(changes::undo),
        ("get", "saved") => Change(changes::all_saved),
        ("post", "saved") => Change(changes::save),
        ("delete", "saved") => Change(changes::forget),
        _ => Work::Upload,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_path_and_every_parameter_is_told_once() {
        let mut paths = BTreeSet::new();
        for route in ROUTES.iter() {
            assert!(paths.insert((route.path, route.method)), "{}", route.path);
            let is_upload = (route.method, route.path) == ("post", "/api/v1/uploads");
            assert_eq!(matches!(route.work, Work::Upload), is_upload, "{}", route.path);
            for group in route.groups.split(' ').filter(|group| !group.is_empty()) {
                assert!(parameters(group).next().is_some(), "{}: {group}", route.path);
            }
            let mut names = BTreeSet::new();
            for parameter in route.parameters() {
                assert!(names.insert(parameter.name), "{}: {}", route.path, parameter.name);
            }
        }
    }
}

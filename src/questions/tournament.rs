//! The table of a tournament with remarks, for the command line and the page.

use crate::book::{document, escaped};
use crate::messages::Lang;
use crate::questions::{event_in_script, in_script};
use std::fmt::Write as _;
use xqdb::answers::Datum;
use xqdb::metadata::PackedDate;
use xqdb::research::{
    DifferenceCause, PlayingSystem, StandingDifference, Tournament, TournamentGame,
    TournamentPlayer, cross_cell,
};
use xqdb::search::Archive;
use xqdb::store::Result;

/// A copy of the tournament for people, with names in the script of the language; in data names do
/// not depend on the language.
pub(crate) fn for_people(lang: Lang, archive: &Archive, of: &Tournament) -> Result<Tournament> {
    let mut tournament = of.clone();
    tournament.name = event_in_script(lang, archive, &tournament.name)?;
    for player in &mut tournament.players {
        player.name = in_script(lang, archive, &player.name)?;
        player.team = player.team.take().map(|team| lang.title_in_script(&team));
    }
    Ok(tournament)
}

/// A column of the table of a tournament.
#[derive(Clone)]
pub(crate) struct TableColumn {
    /// Head in CSV.
    pub(crate) name: String,
    /// Head for people.
    pub(crate) head: String,
    /// Whether the cells are numbers.
    pub(crate) is_number: bool,
}

impl TableColumn {
    /// The value of a cell of this column.
    pub(crate) fn datum(&self, cell: &str) -> Datum {
        match (cell.parse(), cell.parse()) {
            _ if !self.is_number => Datum::Text(cell.to_owned()),
            (Ok(count), _) => Datum::Count(count),
            (_, Ok(number)) => Datum::Decimal(number),
            _ => Datum::Null,
        }
    }
}

/// Columns of a table, and the cells of each row.
pub(crate) type TournamentTable = (Vec<TableColumn>, Vec<Vec<String>>);

/// Largest number of players with a cross table, which would not fit a page otherwise.
const MOST: usize = 24;

/// The table of a tournament, with one row per player.
pub(crate) fn table(lang: Lang, of: &Tournament) -> TournamentTable {
    let mut columns = Vec::new();
    let mut rows: Vec<Vec<String>> = vec![Vec::new(); of.players.len()];
    let mut add = |name: &str, head: String, is_number: bool, cell: &dyn Fn(usize) -> String| {
        columns.push(TableColumn { name: name.to_owned(), head, is_number });
        rows.iter_mut().enumerate().for_each(|(at, row)| row.push(cell(at)));
    };
    let player = |at: usize| &of.players[at];
    let count = |number: u32| number.to_string();
    if of.groups.len() > 1 {
        add("group", lang.head_group(), true, &|at| (player(at).group + 1).to_string());
    }
    add("place", lang.head_place(), true, &|at| player(at).place.map(count).unwrap_or_default());
    add("player", lang.head_player(), false, &|at| player(at).name.clone());
    if of.players.iter().any(|player| player.team.is_some()) {
        add("team", lang.head_team(), false, &|at| player(at).team.clone().unwrap_or_default());
    }
    let is_crossed = of.players.len() <= MOST;
    if is_crossed {
        for other in 0..of.players.len() {
            let number = (other + 1).to_string();
            add(&number, number.clone(), true, &|at| match at == other {
                true => "·".to_owned(),
                false => cross_cell(of, at, other),
            });
        }
    } else {
        for &round in of.rounds().keys() {
            let head = lang.head_of_round(u64::from(round));
            add(&format!("round {round}"), head, true, &|at| of_round(of, at, round));
        }
    }
    let scores: [(&str, String); 4] = [
        ("won", lang.head_won()),
        ("draws", lang.head_draws()),
        ("lost", lang.head_lost()),
        ("unknown", "?".to_owned()),
    ];
    add("games", lang.head_games(), true, &|at| count(player(at).games()));
    for (place, (name, head)) in scores.into_iter().enumerate() {
        add(name, head, true, &|at| count(player(at).score[place]));
    }
    add("points", lang.head_points(), true, &|at| count(player(at).points));
    add("tie_break", lang.head_tie_break(), true, &|at| tie_break(of, player(at)));
    if of.players.iter().any(|player| player.missing > 0) {
        add("missing", lang.head_missing(), true, &|at| count(player(at).missing));
    }
    (columns, rows)
}

/// Opponents in a round, by place in the table, with results: `12+`, `3=`, `5-`.
fn of_round(of: &Tournament, at: usize, round: u32) -> String {
    let games = of.games.iter();
    let games = games.filter(|game| game.round == Some(round) && game.players.contains(&at));
    let cell = |game: &TournamentGame| {
        let side = usize::from(game.players[1] == at);
        let sign = match game.points().map(|points| points[side]) {
            Some(2) => "+",
            Some(1) => "=",
            Some(_) => "-",
            None => "?",
        };
        format!("{}{sign}", game.players[1 - side] + 1)
    };
    games.map(cell).collect::<Vec<String>>().join(" ")
}

/// Tie-break points; those of an all-play-all tournament are stored doubled.
fn tie_break(of: &Tournament, player: &TournamentPlayer) -> String {
    match of.groups[player.group].system {
        PlayingSystem::AllPlayAll { .. } => format!("{:.1}", f64::from(player.tie_break) / 2.0),
        _ => player.tie_break.to_string(),
    }
}

/// First and last day as text.
pub(crate) fn days(days: Option<(PackedDate, PackedDate)>) -> String {
    let day = |date: PackedDate| date.date().map(|date| date.to_string()).unwrap_or_default();
    match days {
        None => String::new(),
        Some((first, last)) if first == last => day(first),
        Some((first, last)) => format!("{}–{}", day(first), day(last)),
    }
}

/// Head of a tournament, one line each: its system, games and dates, and the differences from a
/// published table.
pub(crate) fn head(lang: Lang, of: &Tournament, differences: &[StandingDifference]) -> Vec<String> {
    let differences = differences.iter().map(|difference| describe(lang, difference));
    std::iter::once(summary(lang, of)).chain(differences).collect()
}

/// Remarks on a tournament, one line each: groups, rounds, missing games, contradictions, and
/// players who cannot have played.
pub(crate) fn remarks(lang: Lang, of: &Tournament) -> Vec<String> {
    let mut lines = Vec::new();
    for (nth, group) in of.groups.iter().enumerate().filter(|_| of.groups.len() > 1) {
        let name = lang.tournament_group(nth as u64 + 1);
        let counts = (group.players as u64, u64::from(group.games), group.missing);
        let due = group.expected.zip(group.found_percent());
        lines.push(counted(lang, &name, group.system, counts, due));
    }
    if let Some(alone) = of.alone {
        lines.push(lang.tournament_alone(&of.players[alone].name));
    }
    for (round, (games, played)) in of.rounds() {
        lines.push(lang.tournament_round(u64::from(round), u64::from(games), &days(played)));
    }
    let name = |at: usize| of.players[at].name.as_str();
    for missing in &of.missing {
        let [one, other] = missing.players.map(name);
        lines.push(lang.tournament_missing(one, other, u64::from(missing.games)));
    }
    for again in of.met_again() {
        let [one, other] = again.players.map(name);
        lines.push(lang.tournament_met_again(one, other, u64::from(again.games)));
    }
    if of.unnamed > 0 {
        lines.push(lang.tournament_unnamed(of.unnamed));
    }
    if of.others > 0 {
        lines.push(lang.tournament_others(of.others));
    }
    for game in of.games.iter().filter(|game| !game.disputed.is_empty()) {
        let others: Vec<String> = game.disputed.iter().map(|&it| lang.result(it)).collect();
        let [red, black] = game.players.map(name);
        let own = lang.result(game.result);
        lines.push(lang.tournament_disputed(&game.key, red, black, &own, &others.join(", ")));
    }
    for it in &of.contradicted {
        let (player, place) = (name(it.player), u64::from(it.place));
        lines.push(match it.score.filter(|_| !it.games.is_empty()) {
            None => lang.tournament_place_contradicted(player, place, &it.said_in),
            Some(score) => {
                let score = score.map(|games| games.to_string()).join("-");
                let games = it.games.join(", ");
                lang.tournament_score_contradicted(player, place, &score, &it.said_in, &games)
            }
        });
    }
    for player in &of.players {
        if player.is_guest {
            lines.push(lang.tournament_guest(&player.name, u64::from(player.games())));
        }
        if let Some((first, last)) = player.other_years {
            let (first, last) = (first.to_string(), last.to_string());
            lines.push(lang.tournament_far(&player.name, &first, &last));
        }
        if let Some(years) = player.lived {
            let [born, died] = years.map(|year| year.map_or("?".to_owned(), |it| it.to_string()));
            lines.push(lang.tournament_not_alive(&player.name, &born, &died));
        }
    }
    lines
}

fn summary(lang: Lang, of: &Tournament) -> String {
    let counts = (of.players.len() as u64, of.games.len() as u64, of.missing_games());
    let due = of.expected().zip(of.found_percent());
    let line = counted(lang, &of.name, of.system(), counts, due);
    match days(of.dates) {
        played if played.is_empty() => line,
        played => format!("{line} · {played}"),
    }
}

/// Summary of a tournament or group: system, players, games, missing games, and the number and
/// share of the expected games that are found.
fn counted(
    lang: Lang,
    name: &str,
    system: PlayingSystem,
    (players, games, missing): (u64, u64, u32),
    due: Option<(u32, f64)>,
) -> String {
    let system = lang.word("system", system.as_str(), &[]);
    let mut line = lang.tournament_summary(name, &system, players, games);
    if let Some((expected, percent)) = due {
        let found = expected.saturating_sub(missing).into();
        line += &lang.tournament_found(expected.into(), found, &format!("{percent:.0}"));
    }
    line
}

/// A difference from a published table, with its cause.
fn describe(lang: Lang, it: &StandingDifference) -> String {
    let stands = |place: Option<u32>, points: Option<f64>| {
        let place = place.map_or("–".to_owned(), |place| place.to_string());
        let points = points.map_or("–".to_owned(), |points| points.to_string());
        lang.tournament_standing(&place, &points)
    };
    let published = stands(it.published.0, it.published.1);
    let found = it.found.map_or("–".to_owned(), |(place, points)| stands(place, Some(points)));
    let keys = it.cause.games().join(", ");
    let cause = match &it.cause {
        DifferenceCause::Missing(games) => lang.tournament_cause_missing(u64::from(*games)),
        DifferenceCause::Disputed(_) => lang.tournament_cause_disputed(&keys),
        DifferenceCause::Reversed(_) => lang.tournament_cause_reversed(&keys),
        DifferenceCause::NoGames => lang.tournament_cause_no_games(),
        DifferenceCause::NotPublished => lang.tournament_cause_not_published(),
        DifferenceCause::Others => lang.tournament_cause_others(),
        DifferenceCause::Unexplained => lang.tournament_cause_unexplained(),
    };
    lang.tournament_difference(&it.name, &published, &found, &cause)
}

const STYLE: &str = include_str!("tournament.css");

/// The table and the remarks as an HTML page.
pub(crate) fn html(
    lang: Lang,
    name: &str,
    (columns, rows): &TournamentTable,
    remarks: &[String],
) -> String {
    let mut out = String::from("<table>\n<tr>");
    let class = |column: &TableColumn| if column.is_number { " class=\"number\"" } else { "" };
    for column in columns {
        let _ = write!(out, "<th{}>{}", class(column), escaped(&column.head));
    }
    for row in rows {
        out.push_str("\n<tr>");
        for (column, cell) in columns.iter().zip(row) {
            let _ = write!(out, "<td{}>{}", class(column), escaped(cell));
        }
    }
    out.push_str("\n</table>\n<ul>\n");
    for line in remarks {
        let _ = writeln!(out, "<li>{}", escaped(line));
    }
    out.push_str("</ul>\n");
    document(lang, name, STYLE, &out)
}

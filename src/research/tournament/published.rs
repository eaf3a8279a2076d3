//! Compares a published table of a tournament with the table computed from games, and explains
//! every difference. Pure.

use super::{Tournament, TournamentGame, points};
use crate::metadata::name_key;
use crate::text::{fold, latin_key};

/// A row of a published table.
#[derive(Debug, Clone, PartialEq)]
pub struct Published {
    /// Place, if the table has it.
    pub place: Option<u32>,
    /// Name of the player.
    pub name: String,
    /// Points, if the table has them.
    pub points: Option<f64>,
}

/// A fault of a published table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say it")]
pub enum PublishedError {
    #[error("line {line}: a name is missing")]
    Name { line: usize },
    #[error("line {line}: `{text}` is no number")]
    Number { line: usize, text: String },
    #[error("no line names a player")]
    Empty,
}

/// Heads of the columns of a published table; without heads the columns have this order.
const HEADS: [&[&str]; 3] = [
    &["place", "rank", "no", "#", "名次", "排名", "位次"],
    &["name", "player", "姓名", "棋手", "选手"],
    &["points", "score", "pts", "rating", "elo", "积分", "得分", "总分", "分数", "等级分"],
];

/// Reads a published table or list: place, name, and points or rating, separated by tabs or commas.
/// A first line of heads may give another order.
///
/// # Errors
/// Fault of the first line that cannot be understood.
pub fn read_published(text: &str) -> Result<Vec<Published>, PublishedError> {
    let mut columns = [Some(0), Some(1), Some(2)];
    let mut rows = Vec::new();
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
    for (line, cells) in lines.filter(|(_, row)| !row.trim().is_empty() && !row.starts_with('#')) {
        let cells: Vec<&str> =
            cells.split(['\t', ',', '，']).map(|cell| cell.trim().trim_matches('"')).collect();
        let is_head = |heads: &[&str], cell: &str| heads.contains(&fold(cell).trim());
        let heads = HEADS.map(|heads| cells.iter().position(|cell| is_head(heads, cell)));
        if rows.is_empty() && heads[1].is_some() {
            columns = heads;
            continue;
        }
        let cell = |column: Option<usize>| {
            column.and_then(|at| cells.get(at)).copied().filter(|cell| !cell.is_empty())
        };
        let number = |text: &str| -> Result<f64, PublishedError> {
            let wrong = || PublishedError::Number { line, text: text.to_owned() };
            let (whole, half) = text.strip_suffix('½').map_or((text, 0.0), |whole| (whole, 0.5));
            let whole = if whole.is_empty() && half > 0.0 { "0" } else { whole };
            let number: f64 = whole.parse().map_err(|_| wrong())?;
            Some(number + half).filter(|number| (0.0..=1e6).contains(number)).ok_or_else(wrong)
        };
        let name = cell(columns[1]).ok_or(PublishedError::Name { line })?.to_owned();
        let place = cell(columns[0]).map(number).transpose()?.map(|place| place as u32);
        rows.push(Published { place, name, points: cell(columns[2]).map(number).transpose()? });
    }
    if rows.is_empty() { Err(PublishedError::Empty) } else { Ok(rows) }
}

/// Cause of a difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DifferenceCause {
    /// No game of the player is found.
    NoGames,
    /// The published table omits the player.
    NotPublished,
    /// This number of the player's games is missing or has no result, enough for the points.
    Missing(u32),
    /// Records of these games (keys) state another result that gives the points.
    Disputed(Vec<String>),
    /// The result of this game (key) is reversed: the opponent has the points that the player
    /// lacks.
    Reversed(String),
    /// The points agree; the place differs because of other players.
    Others,
    /// Unexplained by the games: a result or the table is wrong.
    Unexplained,
}

impl DifferenceCause {
    /// Name of the cause in data.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            DifferenceCause::NoGames => "no-games",
            DifferenceCause::NotPublished => "not-published",
            DifferenceCause::Missing(_) => "missing",
            DifferenceCause::Disputed(_) => "disputed",
            DifferenceCause::Reversed(_) => "reversed",
            DifferenceCause::Others => "others",
            DifferenceCause::Unexplained => "unexplained",
        }
    }

    /// Keys of the games that explain the difference.
    #[must_use]
    pub fn games(&self) -> Vec<String> {
        match self {
            DifferenceCause::Disputed(keys) => keys.clone(),
            DifferenceCause::Reversed(key) => vec![key.clone()],
            _ => Vec::new(),
        }
    }
}

/// A difference between a published table and the games.
#[derive(Debug, Clone, PartialEq)]
pub struct StandingDifference {
    /// Name of the player in the table; in the archive, if the table omits the player.
    pub name: String,
    /// Published place and points.
    pub published: (Option<u32>, Option<f64>),
    /// Computed place and points.
    pub found: Option<(Option<u32>, f64)>,
    /// Cause of the difference.
    pub cause: DifferenceCause,
}

/// Compares a published table with a tournament. `same` gives the place in the standings of a
/// player known by another name.
#[must_use]
pub fn compare(
    tournament: &Tournament,
    rows: &[Published],
    same: impl Fn(&str) -> Option<usize>,
) -> Vec<StandingDifference> {
    let find = |name: &str| {
        let (key, sound) = (name_key(name), latin_key(name));
        let players = || tournament.players.iter();
        let by_name = || players().position(|player| name_key(&player.name) == key);
        let by_sound = || players().position(|player| latin_key(&player.name) == sound);
        same(name).or_else(by_name).or_else(by_sound)
    };
    let found: Vec<Option<usize>> = rows.iter().map(|row| find(&row.name)).collect();
    let scale = scale(tournament, rows, &found);
    let lacks: Vec<Option<i64>> = (0..tournament.players.len())
        .map(|at| {
            let row = found.iter().position(|found| *found == Some(at))?;
            let published = (rows[row].points? * scale).round() as i64;
            Some(published - i64::from(tournament.players[at].points))
        })
        .collect();
    let mut differences = Vec::new();
    for (row, at) in rows.iter().zip(&found) {
        let published = (row.place, row.points);
        let name = row.name.clone();
        let Some(at) = *at else {
            let (found, cause) = (None, DifferenceCause::NoGames);
            differences.push(StandingDifference { name, published, found, cause });
            continue;
        };
        let player = &tournament.players[at];
        let is_place_other = row.place.zip(player.place).is_some_and(|(one, other)| one != other);
        let cause = match lacks[at] {
            Some(0) | None if !is_place_other => continue,
            Some(0) | None => DifferenceCause::Others,
            Some(lack) => explain(tournament, &lacks, at, lack),
        };
        let found = Some((player.place, f64::from(player.points) / scale));
        differences.push(StandingDifference { name, published, found, cause });
    }
    for (at, player) in tournament.players.iter().enumerate() {
        if !found.contains(&Some(at)) {
            differences.push(StandingDifference {
                name: player.name.clone(),
                published: (None, None),
                found: Some((player.place, f64::from(player.points) / scale)),
                cause: DifferenceCause::NotPublished,
            });
        }
    }
    differences
}

/// Computed points per published point: 1 if a win is published as 2 points, 2 if as 1.
fn scale(tournament: &Tournament, rows: &[Published], found: &[Option<usize>]) -> f64 {
    let all: Vec<(f64, f64)> = rows
        .iter()
        .zip(found)
        .filter_map(|(row, at)| {
            let player = &tournament.players[(*at)?];
            Some((row.points?, f64::from(player.points)))
        })
        .collect();
    let off = |scale: f64| -> f64 {
        all.iter().map(|(published, found)| (published * scale - found).abs()).sum()
    };
    if off(2.0) < off(1.0) { 2.0 } else { 1.0 }
}

fn explain(
    tournament: &Tournament,
    lacks: &[Option<i64>],
    at: usize,
    lack: i64,
) -> DifferenceCause {
    let player = &tournament.players[at];
    let of_player = || tournament.games.iter().filter(|game| game.players.contains(&at));
    let side = |game: &TournamentGame| usize::from(game.players[1] == at);
    let other_results = |game: &TournamentGame| -> bool {
        let has = game.points().map_or(0, |points| points[side(game)]);
        let others = game.disputed.iter().filter_map(|result| points(*result));
        others.map(|other| i64::from(other[side(game)]) - i64::from(has)).any(|more| more == lack)
    };
    let disputed: Vec<String> =
        of_player().filter(|game| other_results(game)).map(|game| game.key.clone()).collect();
    if !disputed.is_empty() {
        return DifferenceCause::Disputed(disputed);
    }
    let open = player.missing + player.score[3];
    if lack > 0 && lack <= 2 * i64::from(open) {
        return DifferenceCause::Missing(open);
    }
    let turned = of_player().find(|game| {
        let opponent = game.players[1 - side(game)];
        let [own, other] = match game.points() {
            Some(points) if side(game) == 0 => points,
            Some([red, black]) => [black, red],
            None => return false,
        };
        own != other && i64::from(other) - i64::from(own) == lack && lacks[opponent] == Some(-lack)
    });
    turned.map_or(DifferenceCause::Unexplained, |game| DifferenceCause::Reversed(game.key.clone()))
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::tournament;
    use super::*;
    use crate::metadata::GameResult::{BlackWins, Draw, RedWins};

    fn of_four() -> Tournament {
        let games = [
            (0, 1, RedWins),
            (0, 2, RedWins),
            (0, 3, RedWins),
            (1, 2, RedWins),
            (1, 3, Draw),
            (2, 3, BlackWins),
        ];
        tournament(&["胡荣华", "杨官璘", "王嘉良", "何顺安"], &games)
    }

    #[test]
    fn a_published_table_is_read() {
        let rows = read_published("姓名\t积分\n胡榮華\t6\n楊官璘\t2½\n").unwrap();
        let read: Vec<_> = rows.iter().map(|row| (&*row.name, row.place, row.points)).collect();
        assert_eq!(read, [("胡榮華", None, Some(6.0)), ("楊官璘", None, Some(2.5))]);
        assert_eq!(read_published("1,胡荣华,6").unwrap()[0].place, Some(1));
        let fault = |text: &str| read_published(text).unwrap_err().to_string();
        assert_eq!(fault("1,胡荣华,six"), "line 1: `six` is no number");
        assert_eq!(fault("\n1"), "line 2: a name is missing");
        assert_eq!(fault("# nothing"), "no line names a player");
    }

    #[test]
    fn differences_are_explained() {
        let causes = |text: &str, tournament: &Tournament| -> Vec<(String, DifferenceCause)> {
            let differences = compare(tournament, &read_published(text).unwrap(), |_| None);
            differences.into_iter().map(|it| (it.name, it.cause)).collect()
        };
        let plain = of_four();
        // Points counted otherwise, and names in another script.
        let equal = "1,胡榮華,3\n2,何顺安,1.5\n2,楊官璘,1.5\n4,王嘉良,0\n";
        assert_eq!(causes(equal, &plain), []);
        let causes_found = causes(&equal.replace("2,楊", "3,楊"), &plain);
        assert_eq!(causes_found, [("楊官璘".to_owned(), DifferenceCause::Others)]);
        let other = "1,胡荣华,4\n2,杨官璘,5\n2,何顺安,3\n,柳大华,3\n";
        assert_eq!(
            causes(other, &plain),
            [
                ("胡荣华".to_owned(), DifferenceCause::Reversed("game0".to_owned())),
                ("杨官璘".to_owned(), DifferenceCause::Reversed("game0".to_owned())),
                ("柳大华".to_owned(), DifferenceCause::NoGames),
                ("王嘉良".to_owned(), DifferenceCause::NotPublished),
            ]
        );
        let mut disputed = of_four();
        disputed.games.iter_mut().find(|game| game.key == "game3").unwrap().disputed = vec![Draw];
        let causes_found = causes("1,胡荣华,6\n2,杨官璘,2\n2,何顺安,3\n4,王嘉良,1", &disputed);
        let key = DifferenceCause::Disputed(vec!["game3".to_owned()]);
        assert!(causes_found.contains(&("杨官璘".to_owned(), key.clone())), "{causes_found:?}");
        assert!(causes_found.contains(&("王嘉良".to_owned(), key)), "{causes_found:?}");
        assert!(
            causes("1,胡荣华,5", &plain)
                .contains(&("胡荣华".to_owned(), DifferenceCause::Unexplained))
        );
    }
}

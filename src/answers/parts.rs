//! Fields that several answers share: scores, shares with their intervals, participants, years and
//! first games.

use super::field::FieldKind::{Count, Key, Percent, Text, Year};
pub(super) use super::field::lift;
use super::field::{Field, answer};
use crate::search::{Lead, Participants, Sample, Score, Share};

/// Width of a bar in columns.
const BAR: usize = 12;

/// Function that takes a part from a row.
type Of<R, T> = fn(&R) -> T;

/// First and last year; `None` if no year is known.
pub type Years = Option<(u16, u16)>;

/// Party whose wins a score counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoreView {
    /// Red, then Black.
    Sides,
    /// A player or an army, then the opponents.
    Own,
    /// The other players with whom a player is compared.
    Others,
}

impl ScoreView {
    /// Names of wins, draws, losses, and games without a result.
    const fn names(self) -> [&'static str; 4] {
        match self {
            ScoreView::Sides => ["red", "draws", "black", "unknown"],
            ScoreView::Own => ["won", "draws", "lost", "unknown"],
            ScoreView::Others => ["otherWon", "otherDraws", "otherLost", "otherUnknown"],
        }
    }

    /// Names of a share and of both ends of its interval.
    const fn share(self) -> [&'static str; 3] {
        match self {
            ScoreView::Sides | ScoreView::Own => ["percent", "low", "high"],
            ScoreView::Others => ["otherPercent", "otherLow", "otherHigh"],
        }
    }
}

/// Fields of a score: wins, draws, losses, and games without a result.
pub(super) fn score<R: 'static>(view: ScoreView, of: Of<R, Score>) -> Vec<Field<R>> {
    let [won, drawn, lost, unknown] = view.names();
    let heads = if view == ScoreView::Sides { ["red_wins", "black_wins"] } else { ["won", "lost"] };
    let sentences = match view {
        ScoreView::Sides => ["Games that Red won.", "Games that Black won."],
        ScoreView::Own => ["Games that were won.", "Games that were lost."],
        ScoreView::Others => ["Games that the others won.", "Games that the others lost."],
    };
    answer! { R;
        won, Count, sentences[0], |it| of(it).red => head(heads[0]);
        drawn, Count, "Draws.", |it| of(it).draw => head("draws");
        lost, Count, sentences[1], |it| of(it).black => head(heads[1]);
        unknown, Count, "Games without a known result.", |it| of(it).unknown => head("unknown");
    }
}

/// Field of the games that are in no score.
pub(super) fn others<R: 'static>(of: Of<R, Score>) -> Vec<Field<R>> {
    answer! { R;
        "others", Count,
            "Manuals, studies, compositions and handicaps among the games: they are in no score.",
            |it| of(it).others => hidden(), head("in_no_score");
    }
}

/// Fields of a share of the points and its interval; a screen shows both ends in one column.
pub(super) fn share<R: 'static>(view: ScoreView, of: Of<R, Score>) -> Vec<Field<R>> {
    let sentences = match view {
        ScoreView::Sides => [
            "Red's share of the points; a draw is half a win, unknown results are left out.",
            "Lower end of the 95 % interval of the share (Wilson).",
            "Upper end of the 95 % interval of the share (Wilson).",
        ],
        ScoreView::Own | ScoreView::Others => [
            "Share of the points that were scored; a draw is half a win, unknown results are left out.",
            "Lower end of the 95 % interval of the share (Wilson).",
            "Upper end of the 95 % interval of the share (Wilson).",
        ],
    };
    part(view.share(), sentences, move |row| Share::of(&of(row)))
}

/// Gives fields the names that they have in CSV.
pub(super) fn snake_in_csv<R>(fields: Vec<Field<R>>) -> Vec<Field<R>> {
    let name = |field: Field<R>| match field.about.name {
        "firstYear" => field.csv("first_year"),
        "lastYear" => field.csv("last_year"),
        "earliestGame" => field.csv("earliest_game"),
        "undatedGame" => field.csv("undated_game"),
        _ => field,
    };
    fields.into_iter().map(name).collect()
}

/// Lets numbers in CSV leave out a decimal of 0.
pub(super) fn short_in_csv<R>(fields: Vec<Field<R>>) -> Vec<Field<R>> {
    fields.into_iter().map(Field::short_in_csv).collect()
}

/// Fields of how often a move was chosen, with the interval of that share.
pub(super) fn chosen<R: 'static>(
    names: [&'static str; 3],
    of: Of<R, Option<Share>>,
) -> Vec<Field<R>> {
    let sentences = [
        "Share of the games with the choice in which the move was chosen.",
        "Lower end of the 95 % interval of that share (Wilson).",
        "Upper end of the 95 % interval of that share (Wilson).",
    ];
    let mut fields = part(names, sentences, of);
    fields[0].about.head = "share_chosen";
    fields
}

/// Sentence about a share in rows by period.
pub(super) const OF_THE_PERIOD: &str = "Share of all games of the period, of the kinds and ways of \
    playing that count, whatever else is asked for.";

/// Fields of the share of games in all games, with its interval; the sentence `whole` says which
/// all games are.
pub(super) fn share_of_games<R: 'static>(
    whole: &'static str,
    of: fn(&R) -> Option<Share>,
) -> Vec<Field<R>> {
    let sentences = [
        whole,
        "Lower end of the 95 % interval of that share (Wilson).",
        "Upper end of the 95 % interval of that share (Wilson).",
    ];
    let mut fields = part(["share", "shareLow", "shareHigh"], sentences, of);
    fields[0].about.head = "share_of_games";
    fields.extend(answer! { R;
        screen "share_between", Percent,
            |it| of(it).map(interval_text).unwrap_or_default() => head("between");
    });
    fields
}

fn part<R: 'static>(
    [percent, low, high]: [&'static str; 3],
    sentences: [&'static str; 3],
    of: impl Fn(&R) -> Option<Share> + Copy + Send + Sync + 'static,
) -> Vec<Field<R>> {
    answer! { R;
        percent, Percent, sentences[0], |it| of(it).map(|share| share.percent) => nullable(),
            head("score"), shown_as(move |row| of(row).map(percent_text).unwrap_or_default());
        low, Percent, sentences[1], |it| of(it).map(|share| share.low)
            => nullable(), hidden(), head("low");
        high, Percent, sentences[2], |it| of(it).map(|share| share.high)
            => nullable(), hidden(), head("high");
    }
}

/// Share as text: `31.3%`.
#[must_use]
pub fn percent_text(share: Share) -> String {
    format!("{:.1}%", super::to_tenths(share.percent))
}

/// Interval of a share as text: `14.2–55.6`.
#[must_use]
pub fn interval_text(share: Share) -> String {
    format!("{:.1}–{:.1}", super::to_tenths(share.low), super::to_tenths(share.high))
}

/// Interval of a share as short text: `14–56`, rounded once.
///
/// ```
/// use xqdb::answers::{between_text, interval_text, percent_text};
/// use xqdb::search::{Score, Share};
/// let share = Share::of(&Score { red: 1, draw: 8, black: 7, ..Score::default() }).unwrap();
/// assert_eq!(percent_text(share), "31.3%");
/// assert_eq!([interval_text(share), between_text(share)], ["14.2–55.6", "14–56"]);
/// ```
#[must_use]
pub fn between_text(share: Share) -> String {
    format!("{:.0}–{:.0}", share.low.round(), share.high.round())
}

/// Column of a screen with the interval of a score, in whole numbers.
pub(super) fn between<R: 'static>(of: Of<R, Score>) -> Vec<Field<R>> {
    answer! { R;
        screen "between", Percent,
            |it| Share::of(&of(it)).map(between_text).unwrap_or_default();
    }
}

/// Column of a screen with a score as a bar.
pub(super) fn bar<R: 'static>(of: Of<R, Score>) -> Vec<Field<R>> {
    let bar = |Score { red, draw, black, .. }: Score| score_bar([red, draw, black], BAR);
    answer! { R;
        screen "bar", Text, |it| bar(of(it));
    }
}

/// Bar of Red's wins, draws and Black's wins: `███▒▒░░`. Blank without known results.
///
/// ```
/// assert_eq!(xqdb::answers::score_bar([1, 1, 2], 8), "██▒▒░░░░");
/// assert_eq!(xqdb::answers::score_bar([0, 0, 0], 3), "   ");
/// ```
#[must_use]
pub fn score_bar([red, draw, black]: [u64; 3], width: usize) -> String {
    let all = red + draw + black;
    if all == 0 {
        return " ".repeat(width);
    }
    let part = |count: u64| (count as f64 * width as f64 / all as f64).round() as usize;
    let first = part(red).min(width);
    let second = part(red + draw).clamp(first, width);
    "█".repeat(first) + &"▒".repeat(second - first) + &"░".repeat(width - second)
}

/// Names of the fields of participants.
pub(super) const PARTICIPANTS: [&str; 6] =
    ["players", "events", "player", "playerGames", "event", "eventGames"];
/// Names of the fields of a player's opponents.
pub(super) const OPPONENTS: [&str; 6] =
    ["opponents", "events", "opponent", "opponentGames", "event", "eventGames"];
/// Names of the fields of the other players with whom a player is compared.
pub(super) const OTHER_PARTICIPANTS: [&str; 6] = [
    "otherPlayers",
    "otherEvents",
    "otherPlayer",
    "otherPlayerGames",
    "otherEvent",
    "otherEventGames",
];

/// Fields of the players and events of games, and of who has the most games; a screen shows both
/// numbers in one column.
pub(super) fn participants<R: 'static>(
    names: [&'static str; 6],
    of: fn(&R) -> &Participants,
) -> Vec<Field<R>> {
    let name = |lead: &Option<Lead>| lead.as_ref().map_or(String::new(), |lead| lead.name.clone());
    let games = |lead: &Option<Lead>| lead.as_ref().map_or(0, |lead| lead.games);
    let [players, events, player, player_games, event, event_games] = names;
    answer! { R;
        players, Count, "Players of the games; spellings of one name are one player.",
            |it| of(it).players => unit("players"), head("players"), hidden();
        events, Count, "Events of the games; spellings of one name are one event.",
            |it| of(it).events => unit("events"), head("events"), hidden();
        player, Text, "The player of the most games; empty where none is named.",
            |it| name(&of(it).leading_player) => head("leading_player"), hidden();
        player_games, Count, "Games of that player.",
            |it| games(&of(it).leading_player) => head("games"), hidden();
        event, Text, "The event of the most games; empty where none is named.",
            |it| name(&of(it).leading_event) => head("leading_event"), hidden();
        event_games, Count, "Games of that event.",
            |it| games(&of(it).leading_event) => head("games"), hidden();
    }
}

/// Column of a screen with the numbers of players and events: `5/4`.
pub(super) fn players_and_events<R: 'static>(of: fn(&R) -> &Participants) -> Vec<Field<R>> {
    answer! { R;
        screen "players_and_events", Count,
            |it| format!("{}/{}", of(it).players, of(it).events);
    }
}

/// Number of games, with a star if one player or event has more than a third of those in the score.
#[must_use]
pub fn starred(count: u64, behind: &Participants, score: &Score) -> String {
    format!("{count}{}", if has_lead(behind, score) { '*' } else { ' ' })
}

/// Whether one player or one event has more than a third of the games of a score.
#[must_use]
pub fn has_lead(behind: &Participants, score: &Score) -> bool {
    let (player, event) = behind.dominant(score.games());
    player.or(event).is_some()
}

/// Fields of the first and the last year; a screen shows both in one column.
pub(super) fn years<R: 'static>(of: Of<R, Years>) -> Vec<Field<R>> {
    answer! { R;
        "firstYear", Year, "The first known year.", |it| of(it).map(|years| years.0)
            => nullable(), hidden(), head("from_year");
        "lastYear", Year, "The last known year.", |it| of(it).map(|years| years.1)
            => nullable(), hidden(), head("to_year");
    }
}

/// Column of a screen with the first and the last year: `1987-1991`.
pub(super) fn years_column<R: 'static>(of: Of<R, Years>) -> Vec<Field<R>> {
    answer! { R;
        screen "years", Text, |it| years_text(of(it));
    }
}

/// First and last year as text: `1987-1991`, or `1987` if they are equal.
#[must_use]
pub fn years_text(years: Years) -> String {
    match years {
        None => String::new(),
        Some((first, last)) if first == last => first.to_string(),
        Some((first, last)) => format!("{first}-{last}"),
    }
}

/// Keys of the first games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FirstKeys {
    /// Earliest dated game.
    pub earliest: Option<String>,
    /// First game by key, if no game has a date.
    pub undated: Option<String>,
}

/// Fields of the first games; a screen shows the key of one of them.
pub(super) fn first_games<R: 'static>(of: fn(&R) -> &FirstKeys) -> Vec<Field<R>> {
    answer! { R;
        "earliestGame", Key, "Key of the earliest dated game.", |it| of(it).earliest.clone()
            => head("earliest"), nullable(), hidden();
        "undatedGame", Key, "Where no game is dated: key of the first of them by key.",
            |it| of(it).undated.clone() => head("earliest"), nullable(), hidden();
    }
}

/// Column of a screen with the key of the earliest game, or of the first undated one.
pub(super) fn first_game_column<R: 'static>(of: fn(&R) -> &FirstKeys) -> Vec<Field<R>> {
    let key = |it: &FirstKeys| it.earliest.clone().or(it.undated.clone()).unwrap_or_default();
    answer! { R;
        screen "earliest", Key, |it| key(of(it));
    }
}

/// Fields of a sample: its games between two players, their score and participants.
pub(super) fn sample(view: ScoreView) -> Vec<Field<Sample>> {
    answer! { Sample;
        "games", Count, "Games between two players.", |it| it.score.games();
        + score(view, |it| it.score);
        + share(view, |it| it.score);
        + participants(PARTICIPANTS, |it| &it.behind);
        + others(|it| it.score);
    }
}

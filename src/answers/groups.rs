//! Fields of games grouped by opening, chapter, year, player, event or result, and of the page's
//! lists of players, events and years.

use super::field::FieldKind::{Count, List, Numbers, Object, Text, Year};
use super::field::{Answer, Field, answer, to_tenths};
use super::parts::{
    FirstKeys, OF_THE_PERIOD, OPPONENTS, PARTICIPANTS, ScoreView, Years, bar, between,
    first_game_column, first_games, lift, others, participants, players_and_events, sample, score,
    share, share_of_games, short_in_csv, snake_in_csv, starred, years, years_column,
};
use crate::opening::{Family, Opening};
use crate::search::{
    Archive, ChapterCount, GroupBy, GroupRow, NameTally, OpeningRow, Sample, Score, Share,
};
use crate::store::Result;
use serde_json::{Value, json};

/// Games of an opening, with the values of all fields.
#[derive(Debug, Clone)]
pub struct OpeningGames {
    /// Counts of the opening.
    pub row: OpeningRow,
    /// The opening; `None` for games without one, and for a code that the table does not name.
    pub opening: Option<Opening>,
    /// Keys of the first games.
    pub first: FirstKeys,
}

impl OpeningGames {
    /// Looks up the opening and the keys of a row.
    pub fn new(archive: &Archive, row: OpeningRow) -> Result<OpeningGames> {
        let key = |id: u32| archive.snapshot().game_key(id);
        let (earliest, undated) =
            (row.earliest.map(key).transpose()?, row.undated.map(key).transpose()?);
        let opening = row.code.and_then(|code| archive.openings().opening(code)).cloned();
        Ok(OpeningGames { row, opening, first: FirstKeys { earliest, undated } })
    }

    fn named(&self, name: fn(&Opening) -> &String) -> Option<String> {
        self.opening.as_ref().map(name).cloned()
    }
}

/// Fields of the games of an opening.
#[must_use]
pub fn openings() -> Answer<OpeningGames> {
    answer! { OpeningGames, "opening", "The games of an opening, with their score.";
        "code", Text, "The code of the opening; null for games that have none.",
            |it| it.row.code.map(|code| code.to_string()) => nullable();
        screen "opening", Text, |_| String::new();
        "name", Text, "The name in simplified characters.",
            |it| it.named(|opening| &opening.name) => nullable(), hidden();
        "traditional", Text, "The name in traditional characters.",
            |it| it.named(|opening| &opening.traditional) => nullable(), hidden();
        "english", Text, "The name in English.",
            |it| it.named(|opening| &opening.english) => nullable(), hidden();
        "games", Count, "Games of the opening.",
            |it| it.row.score.all()
                => shown_as(|it| starred(it.row.score.all(), &it.row.behind, &it.row.score));
        + share_of_games("Share of all games that fit, of whatever opening, in percent.",
            |it: &OpeningGames| Share::of_part(it.row.score.all(), it.row.of));
        + score(ScoreView::Sides, |it| it.row.score);
        + others(|it| it.row.score);
        + snake_in_csv(years(|it: &OpeningGames| it.row.years));
        + snake_in_csv(first_games(|it: &OpeningGames| &it.first));
        + first_game_column(|it| &it.first);
        + participants(PARTICIPANTS, |it| &it.row.behind);
        + short_in_csv(share(ScoreView::Sides, |it: &OpeningGames| it.row.score));
        + between(|it| it.row.score);
        + players_and_events(|it| &it.row.behind);
        + bar(|it| it.row.score);
        "family", Text, "The family of the opening, by its codes; null where there is none.",
            |it| it.row.code.and_then(Family::of).map(Family::codes) => nullable(), hidden();
        screen "named", Text, |_| String::new();
    }
    .csv_begins(
        "code name traditional english games red draws black unknown percent low high firstYear \
         lastYear earliestGame undatedGame players events player playerGames event eventGames \
         others",
    )
}

/// Fields of the games of a year, a player, an event and so on.
#[must_use]
pub fn groups(by: GroupBy) -> Answer<GroupRow> {
    let (name, field, about) = match by {
        GroupBy::Year => ("by-year", "year", "The games of a year, with their score."),
        GroupBy::Decade => ("by-decade", "decade", "The games of ten years, with their score."),
        GroupBy::Player => {
            ("by-player", "player", "The games of a player, with the player's score.")
        }
        GroupBy::Event => ("by-event", "event", "The games of an event, with their score."),
        GroupBy::Result => ("by-result", "result", "The games with a result."),
    };
    let view = if by == GroupBy::Player { ScoreView::Own } else { ScoreView::Sides };
    let names = if by == GroupBy::Player { OPPONENTS } else { PARTICIPANTS };
    let mut behind = participants(names, |it: &GroupRow| &it.behind);
    let mut rest = behind.split_off(1);
    let mut together = players_and_events(|it: &GroupRow| &it.behind);
    match by {
        GroupBy::Player => together[0].about.head = "opponents_and_events",
        GroupBy::Event => {
            // An event has one event: only its players are shown.
            rest.retain(|field| ["player", "playerGames"].contains(&field.about.name));
            together[0] = Field::on_screen("players_and_events", Count, |it: &GroupRow| {
                it.behind.players.to_string()
            })
            .head("players");
        }
        GroupBy::Year | GroupBy::Decade | GroupBy::Result => {}
    }
    let percent = |row: &GroupRow| {
        Share::of(&row.score).map(|share| format!("{:.1}", to_tenths(share.percent)))
    };
    let of_period = match by {
        GroupBy::Year | GroupBy::Decade => of_period(),
        GroupBy::Player | GroupBy::Event | GroupBy::Result => Vec::new(),
    };
    let mut interval = share(view, |it: &GroupRow| it.score).split_off(1);
    interval.extend(between(|it: &GroupRow| it.score));
    answer! { GroupRow, name, about;
        field, Text, "What the games are counted by; empty for games without any.",
            |it| it.name.clone().unwrap_or_default()
                => shown_as(|it| it.name.clone().unwrap_or_else(|| "-".to_owned()));
        "games", Count, "The games.",
            |it| it.score.all() => shown_as(|it| starred(it.score.all(), &it.behind, &it.score));
        + of_period;
        + score(view, |it| it.score);
        "score", Text, "Share of the points as a text with one decimal; empty without known results.",
            |it| percent(it).unwrap_or_default() => unit("%"), aligned_right(),
                shown_as(move |it| percent(it).map(|text| text + "%").unwrap_or_default());
        + interval;
        + behind;
        + together;
        + years(|it: &GroupRow| it.years);
        + years_column(|it| it.years);
        + rest;
        + others(|it| it.score);
    }
}

/// Fields of the games of a chapter. Most chapters hold manuals and studies, which are in no score.
#[must_use]
pub fn chapters() -> Answer<ChapterCount> {
    answer! { ChapterCount, "chapter", "The games of a chapter of a book.";
        "chapter", Text, "Path of the chapter; empty for games in no chapter.",
            |it| it.path.clone().unwrap_or_default();
        + of_chapter();
    }
}

/// Fields of the games of a chapter, for the page.
#[must_use]
pub fn book_chapters() -> Answer<ChapterCount> {
    answer! { ChapterCount, "book-chapter", "The games of a chapter of a book.";
        + of_chapter();
        "path", Text, "Path of the chapter; null for games in no chapter.",
            |it| it.path.clone() => nullable();
        "score", Object("score"), "How the games ended.", |it| score_json(it.sample.score);
    }
}

fn of_chapter() -> Vec<Field<ChapterCount>> {
    let mut fields = lift(sample(ScoreView::Sides), |it: &ChapterCount| &it.sample);
    let games = "The games of the chapter, of whatever kind.";
    fields[0] = Field::new("games", Count, games, ChapterCount::games).shown_as(|it| {
        let Sample { score, behind, .. } = &it.sample;
        match score.games() {
            0 => format!("{} ", it.games()),
            _ => starred(it.games(), behind, score),
        }
    });
    fields.extend(lift(between(|it: &Sample| it.score), |it: &ChapterCount| &it.sample));
    fields.extend(players_and_events(|it: &ChapterCount| &it.sample.behind));
    fields
}

fn of_period() -> Vec<Field<GroupRow>> {
    share_of_games(OF_THE_PERIOD, |it| Share::of_part(it.score.all(), it.of?.all()))
}

/// Fields of the games of a known year, for the page.
#[must_use]
pub fn year_tallies() -> Answer<GroupRow> {
    let year = |it: &GroupRow| it.name.as_ref().and_then(|year| year.parse::<u16>().ok());
    answer! { GroupRow, "year", "The games of a year, with their score.";
        + score(ScoreView::Sides, |it: &GroupRow| it.score);
        + others(|it| it.score);
        "year", Year, "The year.", |it| year(it).unwrap_or_default();
        "games", Count, "The games of the year.", |it| it.score.all();
        + participants(PARTICIPANTS, |it| &it.behind);
        + share(ScoreView::Sides, |it| it.score);
        + of_period();
    }
}

/// Fields of a player, for the page.
#[must_use]
pub fn player_tallies() -> Answer<NameTally> {
    answer! { NameTally, "player", "The games of a player, under all spellings of the name.";
        + named(|it: &NameTally| (&it.name, &it.names));
        "pinyin", Text, "The name in Latin letters.", |it| it.pinyin.clone();
        "games", Count, "The games of the player.", |it| it.games;
        "asRed", Object("side-score"), "The games with Red; the share is the player's.",
            |it| side_json(it.red, it.red);
        "asBlack", Object("side-score"), "The games with Black; the share is the player's.",
            |it| side_json(it.black, it.black.turned());
        + both_years(|it: &NameTally| it.years);
        + score(ScoreView::Own, NameTally::score);
        + others(NameTally::score);
        + participants(OPPONENTS, |it| &it.behind);
        + share(ScoreView::Own, NameTally::score);
    }
}

/// Fields of an event, for the page.
#[must_use]
pub fn event_tallies() -> Answer<NameTally> {
    let mut players = participants(PARTICIPANTS, |it: &NameTally| &it.behind);
    players.retain(|field| ["players", "player", "playerGames"].contains(&field.about.name));
    answer! { NameTally, "event", "The games of an event, under all spellings of its name.";
        + score(ScoreView::Sides, NameTally::score);
        + others(NameTally::score);
        + named(|it: &NameTally| (&it.name, &it.names));
        "edition", Text, "The series and the edition as `event` takes them; null where it is none.",
            |it| it.edition.as_ref().map(|edition| edition.name.clone()) => nullable();
        "games", Count, "The games of the event.", |it| it.games;
        + both_years(|it: &NameTally| it.years);
        "score", Object("score"), "How the games ended.", |it| score_json(it.score());
        + players;
        + share(ScoreView::Sides, NameTally::score);
    }
}

/// Spellings with their numbers of games.
type Spellings = Vec<(String, u64)>;

fn named<R: 'static>(of: fn(&R) -> (&String, &Spellings)) -> Vec<Field<R>> {
    answer! { R;
        "name", Text, "The commonest spelling.", |it| of(it).0.clone();
        "names", List, "Every spelling as found, the commonest first.",
            |it| of(it).1.iter().map(|(name, _)| name.clone()).collect::<Vec<String>>();
    }
}

fn both_years<R: 'static>(of: fn(&R) -> Years) -> Vec<Field<R>> {
    answer! { R;
        "years", Numbers, "First and last known year; null where none is known.",
            |it| json!(of(it)) => nullable();
    }
}

/// Fields of how games ended.
pub(super) fn scores() -> Answer<Score> {
    answer! { Score, "score", "How games ended.";
        + score(ScoreView::Sides, |score| *score);
        + others(|score| *score);
    }
}

/// Score as a JSON object.
pub(super) fn score_json(score: Score) -> Value {
    Value::Object(scores().object(&score))
}

/// Fields of how games with one side ended, and the player's share of the points.
pub(super) fn side_scores() -> Answer<(Score, Score)> {
    answer! { (Score, Score), "side-score", "How the games with a side ended.";
        + score(ScoreView::Sides, |(score, _)| *score);
        + others(|(score, _)| *score);
        + share(ScoreView::Own, |(_, own)| *own);
    }
}

fn side_json(score: Score, own: Score) -> Value {
    Value::Object(side_scores().object(&(score, own)))
}

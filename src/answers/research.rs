//! Fields of timelines, first games, critical moves, novelties, endings, repertoires and ratings.

use super::field::FieldKind::{Count, Decimal, Flag, Key, List, Move, Objects, Signed, Text, Year};
use super::field::{Answer, Field, answer, to_tenths};
use super::games::played;
use super::parts::{
    OF_THE_PERIOD, OTHER_PARTICIPANTS, ScoreView, Years, between_text, chosen, interval_text, lift,
    participants, percent_text, players_and_events, sample, score, share, share_of_games, starred,
    years, years_text,
};
use crate::notation::System;
use crate::research::{
    Choice, ChosenIn, CriticalMove, DEVIATIONS, EndingReached, FirstGame, ListedPlayer,
    NoveltyFound, Period, PlayerStrengths, Strength,
};
use crate::search::{GameRow, Participants, Sample, Score, Share};
use crate::xiangqi::Side;
use serde_json::Value;

/// Line of a table: games counted together.
#[derive(Debug, Clone)]
pub struct SampleLine {
    /// Word for what the games share: a period or a side.
    pub name: String,
    /// The games themselves.
    pub sample: Sample,
    /// Score of all games of the period.
    pub of: Option<Score>,
}

/// Fields of a timeline: the games of a period.
#[must_use]
pub fn timeline() -> Answer<SampleLine> {
    let sentence = "A year, the first and the last year of a decade, `all`, or empty for games without a year.";
    let period =
        Field::new("period", Text, sentence, |it: &SampleLine| it.name.clone()).head("years");
    let share = share_of_games(OF_THE_PERIOD, |it: &SampleLine| {
        Share::of_part(it.sample.score.games(), it.of?.games())
    });
    let about = "The games of a period, with their score.";
    sample_lines(("life", about), period, share, ScoreView::Sides)
}

/// Fields of an ending: the games in which one side has the first army.
#[must_use]
pub fn endings() -> Answer<SampleLine> {
    let sentence = "The side that has the first army, or `all`.";
    let side =
        Field::new("side", Text, sentence, |it: &SampleLine| it.name.clone()).head("first_army");
    sample_lines(("ending-score", "How the first army scored."), side, Vec::new(), ScoreView::Own)
}

/// Fields of a line; a screen also shows a bar, intervals, and who has more than a third of the
/// games.
fn sample_lines(
    (name, about): (&'static str, &'static str),
    first: Field<SampleLine>,
    share: Vec<Field<SampleLine>>,
    view: ScoreView,
) -> Answer<SampleLine> {
    let mut fields = lift(sample(view), |it: &SampleLine| &it.sample);
    let mut scored = fields.split_off(1);
    let rest = scored.split_off(7);
    let mut answer = answer! { SampleLine, name, about;
        + vec![first];
        + fields;
        + share;
        screen "chart", Text, |_| String::new();
        + scored;
        screen "interval", super::FieldKind::Percent,
            |it| it.sample.share().map(interval_text).unwrap_or_default();
        + rest;
        screen "leads", Text, |_| String::new() => head("more_than_a_third");
    };
    answer.change("players", Field::by_value);
    answer.change("events", Field::by_value);
    answer
}

/// Sample as a JSON object.
#[must_use]
pub fn sample_json(view: ScoreView, of: &Sample) -> Value {
    Value::Object(samples(view).object(of))
}

/// Fields of a sample.
#[must_use]
pub fn samples(view: ScoreView) -> Answer<Sample> {
    match view {
        ScoreView::Sides => answer! { Sample, "sample", "Games with their score.";
            + sample(view);
        },
        _ => answer! { Sample, "own-sample", "Games with the score of one party.";
            + sample(view);
        },
    }
}

/// Fields of the games of a period, for the page.
#[must_use]
pub fn periods() -> Answer<Period> {
    answer! { Period, "period", "The games of a period, with their score.";
        + lift(sample(ScoreView::Sides), |it: &Period| &it.sample);
        + share_of_games(OF_THE_PERIOD, |it: &Period| {
            Share::of_part(it.sample.score.games(), it.of.games())
        });
        "first", Year, "The first year.", |it| it.first => head("from_year");
        "last", Year, "The last year.", |it| it.last => head("to_year");
    }
}

/// Candidate for the first game with a move or a position.
#[derive(Debug, Clone)]
pub struct FirstFound {
    /// Standing, ply, dates and doubts.
    pub found: FirstGame,
    /// The game itself.
    pub game: GameRow,
}

/// Fields of a candidate for the first game.
#[must_use]
pub fn first_played() -> Answer<FirstFound> {
    let date = "Its date; null where none is known.";
    let mut fields = played(|it: &FirstFound| &it.game);
    fields[0] = Field::new("date", super::FieldKind::Date, date, |it: &FirstFound| {
        it.found.date.date().map(|date| date.to_string())
    })
    .nullable();
    let result = fields.split_off(3);
    answer! { FirstFound, "first-game", "A game that may be the first with a move or a position.";
        "standing", Text, "`first`, `may-be-first`, `runner-up`, `doubtful-date`, `other-kind` or `no-date`.",
            |it| it.found.standing.as_str();
        + fields;
        "event", Text, "The event.", |it| it.game.event.clone() => nullable();
        "kind", Text, "The kind of the game.", |it| it.game.kind.as_str();
        + result;
        "ply", Count, "Ply of the position or of the move; null in a variation.",
            |it| it.found.ply => unit("ply"), nullable();
        "mirrored", Flag, "The game has the mirror image only.", |it| it.found.is_mirrored;
        "doubt", List, "Other dates that witnesses give, and what is said against the date.",
            |it| it.found.other_dates.iter().chain(&it.found.doubts).cloned().collect::<Vec<_>>();
        "key", Key, "The key of the game.", |it| it.game.key.clone();
    }
}

/// Move after which the score of its side is lower, with its game.
#[derive(Debug, Clone)]
pub struct CriticalFound {
    /// The move, with the scores before and after it.
    pub critical: CriticalMove,
    /// The game of the move.
    pub game: GameRow,
    /// Move in the notation of the answer.
    pub san: Option<String>,
}

/// Fields of a move after which the score of its side is lower.
#[must_use]
pub fn critical_moves() -> Answer<CriticalFound> {
    answer! { CriticalFound, "critical-move", "A move after which the score of its side is lower.";
        "key", Key, "The key of the game.", |it| it.game.key.clone();
        + played(|it| &it.game);
        "event", Text, "The event.", |it| it.game.event.clone() => nullable();
        "ply", Count, "Which ply it is, from 1.", |it| it.critical.ply => unit("ply");
        "side", Text, "The side that made it: `red` or `black`.",
            |it| if it.critical.side == Side::Red { "red" } else { "black" };
        "move", Move, "The move.", |it| it.san.clone() => nullable();
        "before", Signed, "The score before it, from Red's side; a mate in n moves is 30000 - n.",
            |it| it.critical.before => unit("centipawns"), head("score_before");
        "after", Signed, "The score after it, likewise.",
            |it| it.critical.after => unit("centipawns"), head("score_after");
        "fall", Count, "By how much it falls for the side; scores of more than ten pawns count as ten.",
            |it| it.critical.fall => unit("centipawns");
    }
}

/// Game that comes to given material.
#[derive(Debug, Clone)]
pub struct EndingFound {
    /// Ply and duration of the material.
    pub ending: EndingReached,
    /// The game itself.
    pub game: GameRow,
}

/// Fields of a game that comes to given material.
#[must_use]
pub fn ending_games() -> Answer<EndingFound> {
    answer! { EndingFound, "ending-game", "A game that comes to the material.";
        "key", Key, "The key of the game.", |it| it.game.key.clone();
        + played(|it| &it.game);
        "kind", Text, "The kind of the game.", |it| it.game.kind.as_str();
        "side", Text, "The side that has the first army: `red` or `black`.",
            |it| it.ending.side.as_str() => head("first_army");
        "ply", Count, "Plies before the material stood.", |it| it.ending.ply => unit("plies");
        "captures", Count, "Pieces taken before.", |it| it.ending.captures => unit("pieces");
        "lastTaken", Text, "The piece taken last, as a letter of FEN; null where none was taken.",
            |it| it.ending.last_taken.map(|piece| piece.fen_letter().to_string())
                => head("last_taken"), nullable();
        "length", Count, "Plies for which the material stood.",
            |it| it.ending.length => unit("plies"), head("ending_length");
        "plies", Count, "Plies of the game.", |it| it.ending.plies => unit("plies");
    }
}

/// Fields of a game with its novelty.
#[must_use]
pub fn novelties() -> Answer<NoveltyFound> {
    answer! { NoveltyFound, "novelty", "A game with the ply at which it left all earlier games.";
        "key", Key, "The key of the game.", |it| it.game.key.clone();
        + played(|it| &it.game);
        "plies", Count, "Plies of the game.", |it| it.game.plies => unit("plies");
        "novelty", Count, "Ply of the new move; null where all was played before.",
            |it| it.leaver.ply => unit("ply"), nullable();
        "move", Move, "The new move.", |it| it.san.clone() => nullable();
        "left", Count, "Earlier games that came to the position before it.",
            |it| it.leaver.left.games => head("left_games");
        "leftFirst", Key, "Key of the earliest of those games.",
            |it| it.left[0].clone() => head("left_first"), nullable();
        "leftLast", Key, "Key of the latest of those games.",
            |it| it.left[1].clone() => head("left_last"), nullable();
    }
}

/// Game with a novelty, or one of the games that it left.
#[derive(Debug, Clone)]
pub struct NoveltyGame {
    /// `novelty` for the game with the novelty, `left` for an earlier game.
    pub standing: &'static str,
    /// The game itself.
    pub game: GameRow,
    /// Ply at which the game played `san`.
    pub ply: Option<u32>,
    /// Move that the game played there, in the notation of the answer.
    pub san: Option<String>,
}

/// Fields of a game with a novelty, or of one that it left.
#[must_use]
pub fn novelty_games() -> Answer<NoveltyGame> {
    answer! { NoveltyGame, "novelty-game", "A game with a new move, or one that it left.";
        "standing", Text, "`novelty` or `left`.", |it| it.standing;
        + played(|it| &it.game);
        "ply", Count, "The ply played there; null where the game ends.",
            |it| it.ply => unit("ply"), nullable();
        "move", Move, "The move played there; null where the game ends.",
            |it| it.san.clone() => nullable();
        "key", Key, "The key of the game.", |it| it.game.key.clone();
    }
}

/// Move of a repertoire.
#[derive(Debug, Clone)]
pub struct RepertoireMove {
    /// Side of the player.
    pub side: Side,
    /// Moves up to this one, in the notation of the answer.
    pub line: Vec<String>,
    /// The move, and the games of the player and of others in which it was played.
    pub choice: Choice,
}

impl RepertoireMove {
    /// Adds the moves before each choice; `choices` are in pre-order.
    #[must_use]
    pub fn all(side: Side, choices: Vec<Choice>, notation: &System) -> Vec<RepertoireMove> {
        let mut line: Vec<String> = Vec::new();
        let walk = |choice: Choice| {
            line.truncate(choice.ply as usize - 1);
            line.push(notation.write(choice.mv, &choice.position));
            RepertoireMove { side, line: line.clone(), choice }
        };
        choices.into_iter().map(walk).collect()
    }
}

/// Move of a repertoire in one period.
#[derive(Debug, Clone)]
pub struct RepertoirePeriod {
    /// The move itself.
    pub of: RepertoireMove,
    /// The player's games of the period, and those with the move.
    pub chosen: ChosenIn,
}

const CHOSEN: [&str; 3] = ["chosen", "chosenLow", "chosenHigh"];

/// Fields that place a move in a repertoire.
fn place<R: 'static>(of: fn(&R) -> &RepertoireMove) -> Vec<Field<R>> {
    answer! { R;
        "side", Text, "The player's side: `red` or `black`.", |it| of(it).side.as_str();
        "line", List, "The moves up to this one.", |it| of(it).line.clone();
        "ply", Count, "The ply, 1 for the first move of a game.",
            |it| of(it).choice.ply => unit("ply");
        "move", Move, "The move.", |it| of(it).line.last().cloned().unwrap_or_default();
        "uci", Move, "The move as two squares.", |it| of(it).choice.mv.to_string();
    }
}

fn chances<R: 'static>(name: &'static str, of: fn(&R) -> u64) -> Vec<Field<R>> {
    answer! { R;
        name, Count, "Games in which there was the choice.", |it| of(it);
    }
}

/// Fields of a move of a repertoire, beside those of another player or of everybody.
#[must_use]
pub fn repertoire() -> Answer<RepertoireMove> {
    answer! { RepertoireMove, "repertoire-move", "A move of a player, beside what the others play.";
        + place(|it| it);
        "own", Flag, "The player's own choice, not the opponent's.", |it| it.choice.is_his;
        + chances("chances", |it| it.choice.his.chances);
        + chosen(CHOSEN, |it| it.choice.his.share());
        + lift(sample(ScoreView::Own), |it: &RepertoireMove| &it.choice.his.sample);
        + years(|it| it.choice.his.years);
        "otherGames", Count, "Games in which the others played the move.",
            |it| it.choice.others.sample.score.games();
        + chances("otherChances", |it| it.choice.others.chances);
        + chosen(["otherChosen", "otherChosenLow", "otherChosenHigh"], |it| it.choice.others.share());
        + score(ScoreView::Others, |it| it.choice.others.sample.score);
        + share(ScoreView::Others, |it| it.choice.others.sample.score);
        + participants(OTHER_PARTICIPANTS, |it| &it.choice.others.sample.behind);
    }
}

/// Fields of a move of a repertoire in a period.
#[must_use]
pub fn repertoire_periods() -> Answer<RepertoirePeriod> {
    answer! { RepertoirePeriod, "repertoire-change", "A move of a player's repertoire in a period.";
        + place(|it: &RepertoirePeriod| &it.of);
        + in_period(|it| &it.chosen);
    }
}

fn in_period<R: 'static>(of: fn(&R) -> &ChosenIn) -> Vec<Field<R>> {
    let fields = answer! { ChosenIn;
        "period", Year, "The first year of the period.", |it| it.first;
        + chances("chances", |it: &ChosenIn| it.chances);
        + chosen(CHOSEN, |it: &ChosenIn| it.share());
        + lift(sample(ScoreView::Own), |it: &ChosenIn| &it.sample);
    };
    lift(fields, of)
}

/// Fields of a period of a move, for the page.
pub(super) fn chosen_periods() -> Answer<ChosenIn> {
    answer! { ChosenIn, "repertoire-period", "A period of a move.";
        + in_period(|it| it);
    }
}

/// Fields of a move of a repertoire with its periods, for the page.
#[must_use]
pub fn repertoire_with_periods() -> Answer<RepertoireMove> {
    let periods = chosen_periods();
    answer! { RepertoireMove, "page-repertoire-move", "A move of a player, beside what the others play.";
        + repertoire().fields.split_off(1);
        "periods", Objects("repertoire-period"),
            "The periods in which there was the choice, the earliest first.",
            |it| periods.objects(&it.choice.his.periods);
    }
}

/// Row of the table of a repertoire: the choice of the player, or below it the choice of others.
#[derive(Debug, Clone)]
pub struct ChoiceRow {
    /// Move, or who made the choice.
    pub name: String,
    /// Score of the games.
    pub score: Score,
    /// Players and events of the games.
    pub behind: Participants,
    /// Share of the games in which the move was chosen.
    pub chosen: Option<Share>,
    /// First and last year.
    pub years: Years,
}

/// Columns of a repertoire on a screen. A narrow table has intervals without decimals, no years,
/// and stars instead of names.
#[must_use]
pub fn choice_rows(is_wide: bool) -> Answer<ChoiceRow> {
    use super::FieldKind::Percent;
    let percent = |share: Option<Share>| share.map_or_else(|| "-".to_owned(), percent_text);
    let ends = move |share: Option<Share>| {
        share.map(if is_wide { interval_text } else { between_text }).unwrap_or_default()
    };
    let head = if is_wide { "interval" } else { "between" };
    let games = move |it: &ChoiceRow| match is_wide {
        true => it.score.games().to_string(),
        false => starred(it.score.games(), &it.behind, &it.score),
    };
    let count = |name, value: fn(&Participants) -> u64| {
        Field::on_screen(name, Count, move |it: &ChoiceRow| value(&it.behind).to_string())
    };
    let people = match is_wide {
        true => vec![
            count("players", |behind| behind.players),
            count("events", |behind| behind.events),
            Field::on_screen("years", Text, |it: &ChoiceRow| years_text(it.years)),
            Field::on_screen("leads", Text, |_: &ChoiceRow| String::new())
                .head("more_than_a_third"),
        ],
        false => players_and_events(|it: &ChoiceRow| &it.behind),
    };
    answer! { ChoiceRow, "choice", "The table of a repertoire.";
        screen "name", Text, |it| it.name.clone();
        screen "games", Count, |it| games(it);
        screen "share_chosen", Percent, |it| percent(it.chosen);
        screen "chosen_between", Percent, |it| ends(it.chosen) => head(head);
        + score(ScoreView::Own, |it| it.score);
        screen "score", Percent, |it| percent(it.score.share());
        screen "between", Percent, |it| ends(it.score.share()) => head(head);
        + people;
    }
}

/// Player with strength and rank.
#[derive(Debug, Clone)]
pub struct RatedPlayer {
    /// 1-based place in the player's group.
    pub rank: u64,
    /// The player, who has at least one year.
    pub player: PlayerStrengths,
    /// Last year, or the year of the question, and its strength.
    pub last: (u16, Strength),
    /// Year of the greatest strength, and that strength.
    pub peak: (u16, Strength),
}

impl RatedPlayer {
    /// Adds the year of the greatest strength to a ranked player.
    #[must_use]
    pub fn new((rank, player, last): (u64, &PlayerStrengths, (u16, Strength))) -> RatedPlayer {
        let peak = player.peak().unwrap_or(last);
        RatedPlayer { rank, player: player.clone(), last, peak }
    }
}

/// Strength of a player in a year.
#[derive(Debug, Clone)]
pub struct RatedYear {
    /// Name of the player.
    pub name: String,
    /// The year.
    pub year: u16,
    /// Last strength of the year.
    pub strength: Strength,
    /// Number of the player's group.
    pub group: u32,
}

/// Fields of a strength and its deviation. A screen shows whole numbers, and half of the 95 %
/// interval.
fn strength<R: 'static>(of: fn(&R) -> Strength) -> Vec<Field<R>> {
    answer! { R;
        "elo", Decimal, "The strength in points of Elo.",
            |it| of(it).elo => unit("points"), shown_as(move |it| format!("{:.0}", of(it).elo));
        "deviation", Decimal, "The standard deviation of the strength.",
            |it| of(it).deviation => unit("points"),
                shown_as(move |it| format!("{:.0}", of(it).deviation * DEVIATIONS));
    }
}

/// Fields of a player with strength and rank.
#[must_use]
pub fn ratings() -> Answer<RatedPlayer> {
    answer! { RatedPlayer, "rating",
            "A player with the strength of the last year, or of the year that is asked for.";
        "rank", Count, "The place in the player's group.", |it| it.rank => unit("place");
        "name", Text, "The player.", |it| it.player.name.clone() => head("rated");
        + strength(|it: &RatedPlayer| it.last.1);
        "peak", Decimal, "The greatest strength of a year.",
            |it| it.peak.1.elo => unit("points"), shown_as(|it| format!("{:.0}", it.peak.1.elo));
        "peak_year", Year, "The year of the greatest strength.", |it| it.peak.0;
        "games", Count, "Games that count.", |it| it.player.games;
        "first_year", Year, "The first year with a game.", |it| it.player.years.first().unwrap_or(&it.last).0
                => head("from_year");
        "last_year", Year, "The last year with a game.",
            |it| it.player.years.last().unwrap_or(&it.last).0 => head("to_year");
        "group", Count, "Only players of one group can be compared; the largest group is 1.",
            |it| it.player.group => unit("group"), head("rated_group");
    }
}

/// Fields of a published list beside computed strengths.
#[must_use]
pub fn listed_players() -> Answer<ListedPlayer> {
    answer! { ListedPlayer, "rating-comparison",
            "A player of a published list, or one whom it lacks, beside the strength by games.";
        "name", Text, "The name, as the list has it; as the games have it where it has none.",
            |it| it.name.clone() => head("rated");
        "publishedPlace", Count, "The place that the list states.",
            |it| it.published.0 => nullable(), unit("place"), head("published");
        "publishedRating", Decimal, "The rating that the list states.",
            |it| it.published.1 => nullable(), head("published_rating");
        "listed", Count, "The place by the list among those who are in it and ranked by games.",
            |it| it.listed => nullable(), unit("place"), head("place_listed");
        "place", Count, "The place by games among those.",
            |it| it.place => nullable(), unit("place"), head("place_by_games");
        "rank", Count, "The place by games among all.",
            |it| it.rank => nullable(), unit("place");
        "elo", Decimal, "The strength in points of Elo that decides it.",
            |it| it.strength.map(|(_, strength)| strength.elo) => nullable(), unit("points"),
                shown_as(|it| it.strength.map(|it| format!("{:.0}", it.1.elo)).unwrap_or_default());
        "deviation", Decimal, "The standard deviation of the strength.",
            |it| it.strength.map(|(_, strength)| strength.deviation) => nullable(), unit("points"),
                shown_as(|it| it.strength.map(|it| format!("{:.0}", it.1.deviation * DEVIATIONS))
                    .unwrap_or_default());
        "year", Year, "The year of the strength.",
            |it| it.strength.map(|(year, _)| year) => nullable(), head("rated_year");
        "games", Count, "Games that count.", |it| it.games;
        "cause", Text, "What explains the difference: `agrees`, `within-intervals`, `stronger`, \
            `weaker`, `no-games`, `not-of-year`, `inactive`, `few-games`, `apart` or `not-listed`.",
            |it| it.cause.as_str() => head("explained_by");
    }
}

/// Fields of a player with strength and rank, for the page; with all years for a single player.
#[must_use]
pub fn ratings_with_years() -> Answer<RatedPlayer> {
    let years = rating_years();
    answer! { RatedPlayer, "page-rating", "A player with the strength of the last year.";
        + ratings().fields;
        "years", Objects("rating-year"), "The strength in each year, of a single player.",
            |it| years.objects(&it.player.years) => optional();
    }
}

/// Fields of a strength in one year, for the page.
pub(super) fn rating_years() -> Answer<(u16, Strength)> {
    answer! { (u16, Strength), "rating-year", "The strength of a year.";
        + strength(|(_, strength)| *strength);
        "year", Year, "The year.", |(year, _)| *year;
    }
}

/// Fields of the strength of a player in a year.
#[must_use]
pub fn careers() -> Answer<RatedYear> {
    answer! { RatedYear, "career", "A player's strength in a year.";
        "name", Text, "The player.", |it| it.name.clone() => head("rated");
        "year", Year, "The year.", |it| it.year => head("rated_year");
        + strength(|it| it.strength);
        "group", Count, "Only players of one group can be compared; the largest group is 1.",
            |it| it.group => unit("group"), head("rated_group");
    }
}

/// Strength and both ends of its interval, rounded to one decimal.
#[must_use]
pub fn strength_interval(strength: Strength) -> [f64; 3] {
    [strength.elo, strength.low(), strength.high()].map(to_tenths)
}

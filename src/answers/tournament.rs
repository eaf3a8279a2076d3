//! Fields of tournaments: standings, games, and missing games.

use super::field::FieldKind::{
    Count, Date, Decimal, Flag, Key, List, Objects, Percent, Text, Year,
};
use super::field::{Answer, Field, answer};
use crate::metadata::PackedDate;
use crate::research::{
    ContradictedStanding, MissingGame, PlayingSystem, StandingDifference, Tournament,
    TournamentGame, TournamentGroup, TournamentPlayer,
};
use serde_json::{Map, Value, json};

/// Part of a tournament, with the names of its two players.
type Part<T> = (T, [String; 2]);

fn day(date: PackedDate) -> Option<String> {
    date.date().map(|date| date.to_string())
}

/// Fields of the standing of a player.
#[must_use]
pub fn standings() -> Answer<TournamentPlayer> {
    answer! { TournamentPlayer, "standing", "The standing of a player in a tournament.";
        "group", Count, "The group, by its place in `groups`.", |it| it.group + 1;
        "place", Count, "The place in the group; equal scores share it. Null where there is no \
            order.", |it| it.place => unit("place"), nullable();
        "player", Text, "The name.", |it| it.name.clone();
        "team", Text, "The team that most records name.", |it| it.team.clone() => nullable();
        "games", Count, "Games of the player.", |it| it.games();
        "won", Count, "Games that were won.", |it| it.score[0];
        "draws", Count, "Draws.", |it| it.score[1];
        "lost", Count, "Games that were lost.", |it| it.score[2];
        "unknown", Count, "Games without a known result.", |it| it.score[3];
        "points", Count, "Points: a win counts 2, a draw 1.", |it| it.points => unit("points");
        "tieBreak", Count, "Where all play all, twice the points of the beaten and once those of \
            drawn opponents; else the points of all opponents.", |it| it.tie_break => unit("points");
        "missing", Count, "Games of the player that are known to be missing.", |it| it.missing;
        "guest", Flag, "The player has few games and is perhaps of another event.", |it| it.is_guest;
        "otherYears", List, "First and last year of all other games, where they are decades away.",
            |it| years(it.other_years.map(|(first, last)| [Some(first), Some(last)]));
        "lived", List, "Years of birth and death, where the player did not live then.",
            |it| years(it.lived);
    }
}

fn years(years: Option<[Option<u16>; 2]>) -> Vec<String> {
    let text = |year: Option<u16>| year.map(|year| year.to_string()).unwrap_or_default();
    years.map(|years| years.map(text).to_vec()).unwrap_or_default()
}

/// Fields of a game.
#[must_use]
pub fn tournament_games() -> Answer<Part<TournamentGame>> {
    answer! { Part<TournamentGame>, "tournament-game", "A game of a tournament.";
        "key", Key, "The key of the game.", |it| it.0.key.clone();
        "red", Text, "The player of Red.", |it| it.1[0].clone();
        "black", Text, "The player of Black.", |it| it.1[1].clone();
        "result", Text, "`1-0`, `0-1`, `1/2-1/2` or `*`.", |it| it.0.result.as_str();
        "round", Count, "The round.", |it| it.0.round => unit("round"), nullable();
        "date", Date, "The day, as far as it is known.", |it| day(it.0.date) => nullable();
        "disputed", List, "Other results that records and copies state.", |it| {
            it.0.disputed.iter().map(|result| result.as_str().to_owned()).collect::<Vec<String>>()
        };
        "playOff", Flag, "The game is of a play-off, or one more than all play: in no score.",
            |it| it.0.is_play_off;
    }
}

fn legs(system: PlayingSystem) -> Option<u32> {
    match system {
        PlayingSystem::AllPlayAll { legs } => Some(legs),
        _ => None,
    }
}

/// Fields of a group.
#[must_use]
pub fn tournament_groups() -> Answer<TournamentGroup> {
    answer! { TournamentGroup, "tournament-group", "A group of a tournament.";
        "system", Text, "How it was played, as in the tournament.", |it| it.system.as_str();
        "legs", Count, "Games of every two players, where all play all.",
            |it| legs(it.system) => nullable();
        "players", Count, "Its players.", |it| it.players;
        "games", Count, "Its games, without a play-off.", |it| it.games;
        "expected", Count, "Games that it must have had, where the system tells it.",
            |it| it.expected => nullable();
        "missing", Count, "Games that are known to be missing.", |it| it.missing;
    }
}

/// Fields of the missing games of two players.
#[must_use]
pub fn missing_games() -> Answer<Part<MissingGame>> {
    answer! { Part<MissingGame>, "missing-game", "Games of two players that are missing, or too many.";
        "a", Text, "The one player.", |it| it.1[0].clone();
        "b", Text, "The other player.", |it| it.1[1].clone();
        "games", Count, "Number of these games.", |it| it.0.games;
    }
}

/// Number of a round, number of its games, its first and last day.
type Round = (u32, u32, Option<(PackedDate, PackedDate)>);

/// Fields of a round.
#[must_use]
pub fn tournament_rounds() -> Answer<Round> {
    answer! { Round, "tournament-round", "A round of a tournament.";
        "round", Count, "The round.", |it| it.0 => unit("round");
        "games", Count, "Its games.", |it| it.1;
        "from", Date, "The first day.", |it| it.2.and_then(|days| day(days.0)) => nullable();
        "to", Date, "The last day.", |it| it.2.and_then(|days| day(days.1)) => nullable();
    }
}

/// Fields of a place or score that games contradict.
#[must_use]
pub fn contradicted_standings() -> Answer<(ContradictedStanding, String)> {
    answer! { (ContradictedStanding, String), "contradicted-standing",
        "A place or a score that a record states, and that games contradict.";
        "player", Text, "The player.", |it| it.1.clone();
        "place", Count, "The place that is stated.", |it| it.0.place => unit("place");
        "score", List, "Games won, drawn and lost, as they are stated.", |it| {
            let score = it.0.score.iter().flatten();
            score.map(u32::to_string).collect::<Vec<String>>()
        };
        "saidIn", Key, "The game whose record says so.", |it| it.0.said_in.clone();
        "games", List, "Games that contradict the score; none where the table contradicts the place.",
            |it| it.0.games.clone();
    }
}

/// Fields of a difference between a published table and the games.
#[must_use]
pub fn standing_differences() -> Answer<StandingDifference> {
    answer! { StandingDifference, "standing-difference",
        "A difference between a published table and the games.";
        "player", Text, "The player.", |it| it.name.clone();
        "publishedPlace", Count, "The published place.", |it| it.published.0
            => unit("place"), nullable();
        "publishedPoints", Decimal, "The published points.", |it| it.published.1
            => unit("points"), nullable();
        "place", Count, "The place that the games give.", |it| it.found.and_then(|found| found.0)
            => unit("place"), nullable();
        "points", Decimal, "The points that the games give, counted as the table does.",
            |it| it.found.map(|found| found.1) => unit("points"), nullable();
        "cause", Text, "`no-games`, `not-published`, `missing`, `disputed`, `reversed`, `others` or \
            `unexplained`.", |it| it.cause.as_str();
        "games", List, "Keys of the games that explain it.", |it| it.cause.games();
    }
}

/// Tournament, and the differences of a published table.
type TournamentText = (Tournament, Vec<StandingDifference>);

/// Fields of a tournament.
#[must_use]
pub fn tournaments() -> Answer<TournamentText> {
    answer! { TournamentText, "tournament", "A tournament as its games show it.";
        "name", Text, "The series and the edition.", |it| it.0.name.clone();
        "year", Year, "The year.", |it| it.0.year => nullable();
        "system", Text, "`all-play-all`, `swiss`, `knock-out`, `team-matches`, `match` or `unknown`.",
            |it| it.0.system().as_str();
        "legs", Count, "Games of every two players, where all play all.",
            |it| legs(it.0.system()) => nullable();
        "groups", Objects("tournament-group"), "Its groups, that of the most games first.",
            |it| tournament_groups().objects(&it.0.groups);
        "alone", Text, "The player whose games alone are there: how the others played cannot be seen.",
            |it| it.0.alone.map(|at| it.0.players[at].name.clone()) => nullable();
        "from", Date, "The first day.", |it| it.0.dates.and_then(|days| day(days.0)) => nullable();
        "to", Date, "The last day.", |it| it.0.dates.and_then(|days| day(days.1)) => nullable();
        "expected", Count, "Games that it must have had, where the system tells it.",
            |it| it.0.expected() => nullable();
        "found", Percent, "Share of these that is there.", |it| it.0.found_percent() => nullable();
        "unnamed", Count, "Games in which a player is not named; they are in no table.",
            |it| it.0.unnamed;
        "others", Count, "Manuals, studies, compositions and handicaps; they are in no table.",
            |it| it.0.others;
        "rounds", Objects("tournament-round"), "The rounds.", |it| {
            let rounds = it.0.rounds().into_iter();
            let rounds: Vec<Round> = rounds.map(|(round, of)| (round, of.0, of.1)).collect();
            tournament_rounds().objects(&rounds)
        };
        "standings", Objects("standing"), "The players in their order.",
            |it| standings().objects(&it.0.players);
        "games", Objects("tournament-game"), "The games, by round and day.", |it| {
            let named = it.0.games.iter().map(|game| (game.clone(), names(&it.0, game.players)));
            tournament_games().objects(&named.collect::<Vec<_>>())
        };
        "missing", Objects("missing-game"), "Games that are known to be missing.", |it| {
            let named = it.0.missing.iter().map(|one| (*one, names(&it.0, one.players)));
            missing_games().objects(&named.collect::<Vec<_>>())
        };
        "again", Objects("missing-game"), "Games that two players have beyond those that all play.", |it| {
            let named = it.0.met_again().into_iter().map(|one| (one, names(&it.0, one.players)));
            missing_games().objects(&named.collect::<Vec<_>>())
        };
        "contradicted", Objects("contradicted-standing"),
            "Places and scores that records state, and that games contradict.", |it| {
            let named = it.0.contradicted.iter();
            let named = named.map(|one| (one.clone(), it.0.players[one.player].name.clone()));
            contradicted_standings().objects(&named.collect::<Vec<_>>())
        };
        "differences", Objects("standing-difference"), "How a published table differs.",
            |it| standing_differences().objects(&it.1);
    }
}

fn names(of: &Tournament, players: [usize; 2]) -> [String; 2] {
    players.map(|at| of.players[at].name.clone())
}

/// Tournament as a JSON object.
#[must_use]
pub fn tournament_json(of: &Tournament, differences: &[StandingDifference]) -> Value {
    let object: Map<String, Value> = tournaments().object(&(of.clone(), differences.to_vec()));
    json!(object)
}

/// Fields of a tournament in a list, with its missing games.
#[must_use]
pub fn tournament_rows() -> Answer<Tournament> {
    answer! { Tournament, "tournament-row", "A tournament, and what is missing of it.";
        "name", Text, "The series and the edition.", |it| it.name.clone();
        "year", Year, "The year.", |it| it.year => nullable();
        "system", Text, "How it was played, as in the tournament.", |it| it.system().as_str()
            => head("played_as");
        "groups", Count, "Its groups.", |it| it.groups.len() => hidden();
        "players", Count, "Its players.", |it| it.players.len() => unit("players");
        "games", Count, "Its games between two players who are named.", |it| it.games.len();
        "expected", Count, "Games that it must have had, where the systems tell it.",
            |it| it.expected() => nullable();
        "found", Percent, "Share of these that is there.", |it| it.found_percent() => nullable();
        "missing", List, "The pairs of players of whom games are missing.", |it| {
            let pairs = it.missing.iter().map(|missing| names(it, missing.players).join("–"));
            pairs.collect::<Vec<String>>()
        };
        "disputed", Count, "Games of which records state several results.",
            |it| it.games.iter().filter(|game| !game.disputed.is_empty()).count();
        "alone", Text, "The player whose games alone are there.",
            |it| it.alone.map(|at| it.players[at].name.clone()) => nullable();
    }
}

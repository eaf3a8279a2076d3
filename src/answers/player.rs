//! Fields of the page about a player, or about two players against each other.

use super::field::FieldKind::{Count, Json, Key, List, Move, Objects, Percent, Text, Year};
use super::field::{Answer, Field, answer};
use super::games::played;
use super::names::noted_json;
use super::parts::{
    ScoreView, between, between_text, lift, percent_text, score, share, years, years_column,
};
use super::research::{RepertoireMove, novelties, rating_years, repertoire};
use crate::names::{Notable, NotableKind};
use crate::research::{OwnNovelty, PlacedEdition, PlayerGame, PlayerGames, PlayerPage, Worth};
use crate::search::{Score, Share};

/// Fields of games of a player that share a property.
#[must_use]
pub fn player_games() -> Answer<PlayerGames> {
    answer! { PlayerGames, "player-games", "Games of a player that have something in common.";
        "side", Text, "The player's side, `red` or `black`; null for both.",
            |it| it.side.map(|side| side.as_str()) => nullable(), hidden();
        "codes", Text, "The first and the last code of the family of openings; null where games are \
            counted by something else.",
            |it| it.family.map(|family| family.codes()) => nullable(), hidden();
        "name", Text, "The family of openings in simplified characters, the opponent or the year; \
            empty where only the side counts.",
            |it| it.family.map_or_else(|| it.name.clone(), |family| family.name.to_owned());
        "games", Count, "The games between two players.", |it| it.sample.score.games();
        + score(ScoreView::Own, |it: &PlayerGames| it.sample.score);
        + share(ScoreView::Own, |it: &PlayerGames| it.sample.score);
        + between(|it| it.sample.score);
        + years(|it| it.sample.years);
        + years_column(|it| it.sample.years);
    }
}

/// Fields of a player's place in an event.
#[must_use]
pub fn placed_editions() -> Answer<PlacedEdition> {
    answer! { PlacedEdition, "placed-edition", "An event in which a player has a place.";
        "place", Count, "The place, 1-based.", |it| it.place => unit("place");
        "of", Count, "Number of players.", |it| it.players => unit("players"), head("players");
        "name", Text, "The series and the edition as `event` takes them.",
            |it| it.name.clone() => head("event");
        "year", Year, "The year.", |it| it.year => nullable();
        "games", Count, "The player's games.", |it| it.score.games();
        + score(ScoreView::Own, |it: &PlacedEdition| it.score);
        "found", Percent, "Share of the games of the event that is there.", |it| it.found;
    }
}

/// Fields of a new move of a player.
#[must_use]
pub fn own_novelties() -> Answer<OwnNovelty> {
    answer! { OwnNovelty, "own-novelty", "A new move of a player's own.";
        "followers", Count, "Number of other games that have the move.", |it| it.followers;
        + lift(novelties().fields, |it: &OwnNovelty| &it.found);
    }
}

/// Fields of a game of a player.
#[must_use]
pub fn games_of_player() -> Answer<PlayerGame> {
    answer! { PlayerGame, "player-game", "A game of a player.";
        "worth", Text, "The reason why it is worth a look: `strong-opponent`, `long-win` or \
            `short-win`; null where all games are listed.",
            |it| it.worth.map(Worth::as_str) => nullable();
        + played(|it: &PlayerGame| &it.game);
        "event", Text, "The event as stated; null where none is.",
            |it| it.game.event.clone() => nullable();
        "plies", Count, "Plies of the game.", |it| it.game.plies => unit("plies");
        "key", Key, "The key of the game.", |it| it.game.key.clone();
    }
}

/// Fields of the page about a player.
#[must_use]
pub fn player_page() -> Answer<PlayerPage> {
    answer! { PlayerPage, "player-page",
            "All that is known of a player, or of two against each other.";
        "name", Text, "The person.", |it| it.name.clone();
        "others", List, "Other persons in whose names the text is that was asked for.",
            |it| it.others.clone();
        "against", Text, "The opponent who is asked for; null for all.",
            |it| it.against.clone() => nullable();
        "listed", Json, "What the list of notable names says of the person; null where it is not \
            there, and of two players.",
            |it| {
                let listed = Notable::of_project(NotableKind::Players);
                let row = listed.find(&it.name).filter(|_| it.against.is_none());
                row.map(|row| noted_json(row, NotableKind::Players))
            };
        "programs", Count, "Games of programs, which are left out.", |it| it.programs;
        "sides", Objects("player-games"), "All games, those with Red, those with Black.",
            |it| player_games().objects(&it.sides);
        "openings", Objects("player-games"), "Families of openings, those with Red first.",
            |it| player_games().objects(&it.openings);
        "opponents", Objects("player-games"), "Opponents, those of the most games first.",
            |it| player_games().objects(&it.opponents);
        "years", Objects("player-games"), "Years, the earliest first.",
            |it| player_games().objects(&it.years);
        "strength", Objects("rating-year"), "The strength in each year.",
            |it| rating_years().objects(&it.strength);
        "events", Objects("placed-edition"), "Events with the player's place, the best first.",
            |it| placed_editions().objects(&it.editions);
        "novelties", Objects("own-novelty"), "New moves, those of the most followers first.",
            |it| own_novelties().objects(&it.novelties);
        "games", Objects("player-game"), "Wins that are worth a look, or all games of two players.",
            |it| games_of_player().objects(&it.games);
    }
}

/// Reply that scored best against a move in the whole archive.
#[derive(Debug, Clone)]
pub struct BestReply {
    /// Reply in the notation of the answer.
    pub san: String,
    /// Score of the games with the reply, from the side that replies.
    pub score: Score,
}

/// Move of a player for which an opponent prepares.
#[derive(Debug, Clone)]
pub struct PreparedMove {
    /// The move, how often the player chose it, and its score.
    pub of: RepertoireMove,
    /// Shares of the games with the move, in the last five years and before.
    pub trend: [Option<Share>; 2],
    /// Best reply to a move of the player; `None` if too few games have one.
    pub reply: Option<BestReply>,
}

impl PreparedMove {
    fn reply_share(&self) -> Option<Share> {
        self.reply.as_ref()?.score.share()
    }
}

/// Fields of a move of a player for which an opponent prepares.
#[must_use]
pub fn prepared_moves() -> Answer<PreparedMove> {
    let trend = |it: &PreparedMove| match it.trend {
        [Some(recent), Some(before)] => format!("{:.0}→{:.0}%", before.percent, recent.percent),
        _ => String::new(),
    };
    let of_repertoire = repertoire().fields.into_iter();
    let own = of_repertoire.filter(|field| !field.about.name.starts_with("other"));
    answer! { PreparedMove, "prepared-move", "A move of a player, and what scored best against it.";
        + lift(own.collect(), |it: &PreparedMove| &it.of);
        screen "chosen_between", Percent,
            |it| it.of.choice.his.share().map(between_text).unwrap_or_default() => head("between");
        "recent", Percent, "Share of the games of the player's last five years with the choice in \
            which the move was chosen; null where there was none.",
            |it| it.trend[0].map(|share| share.percent)
                => nullable(), shown_as(trend), head("trend");
        "before", Percent, "That share in all years before.",
            |it| it.trend[1].map(|share| share.percent) => nullable(), hidden();
        "reply", Move, "The reply that scored best in the whole archive: of those of at least five \
            games with a result the one whose interval has the highest lower end; null where there \
            is none, and for moves of the opponents.",
            |it| it.reply.as_ref().map(|reply| reply.san.clone()) => nullable(), head("best_reply");
        "replyGames", Count, "Games with the reply.",
            |it| it.reply.as_ref().map(|reply| reply.score.games()) => nullable(), head("games");
        "replyPercent", Percent, "Share of the points that the reply scored.",
            |it| it.reply_share().map(|share| share.percent)
                => nullable(), head("score"),
                shown_as(|it| it.reply_share().map(percent_text).unwrap_or_default());
        "replyLow", Percent, "Lower end of the 95 % interval of that share (Wilson).",
            |it| it.reply_share().map(|share| share.low) => nullable(), hidden(), head("low");
        "replyHigh", Percent, "Upper end of the 95 % interval of that share (Wilson).",
            |it| it.reply_share().map(|share| share.high) => nullable(), hidden(), head("high");
    }
}

//! Each answer described once: its fields, what each holds, counts and means, and how its value is
//! taken from a row.
//!
//! Tables on a screen, CSV, JSON, JSON Lines, charts, the API with its OpenAPI document, Arrow
//! tables, and Python are made from these descriptions: a column added to an
//! [`Answer`] is in all of them. This room has fields and their rows; others count (`search`,
//! `research`), know languages (`messages`) and write bytes.
//!
//! | file | subject |
//! | --- | --- |
//! | `field` | descriptions of fields and answers |
//! | `parts` | fields that several answers share |
//! | `explore` | the explorer |
//! | `engine_book` | an opening book of an engine, and its disputes with an archive |
//! | `groups` | games by opening, chapter, year, player, event, result |
//! | `games` | fields that lists of games share |
//! | `research` | timelines, first games, novelties, endings, repertoires, ratings |
//! | `player` | a player, and two players against each other |
//! | `findings` | findings of audits and reports, differences between databases, links |
//! | `names` | names of players and events |
//! | `catalogue` | formats, notations, patterns, and the contents of an archive |
//! | `listed` | a game of a list and a game by itself, with everything written about it |
//! | `reports` | damaged records and resolved names, as JSON |
//! | `list` | descriptions of all answers, their schemas, and the page about them |
//! | `datasette` | settings with which Datasette shows a database |
//! | `functions` | functions for questions in SQL |

mod catalogue;
mod datasette;
mod engine_book;
mod explore;
mod field;
mod findings;
mod functions;
mod games;
mod groups;
mod list;
mod listed;
mod names;
mod parts;
mod player;
mod reports;
mod research;
mod tournament;

pub use catalogue::{
    FormatClaim, KnownFormat, PatternFound, format_claims, formats, holdings, notations, patterns,
};
pub use datasette::datasette_settings;
pub use engine_book::{DisputeFound, EngineBookFound, booked_moves, disputes, engine_books};
pub use explore::{
    ExploredMove, ExploredPosition, explored_json, explored_moves_with, explored_positions,
};
pub use field::{
    Answer, Datum, Description, Field, FieldInfo, FieldKind, Shown, SortKey, Take, UnknownColumn,
    to_tenths,
};
pub use findings::{
    apparatus_readings, audit_cycles, audit_findings, cycle_rows, database_faults, differences,
    finding_rows, game_links, held_numbers, made_decisions, record_readings, report_findings,
    settings,
};
pub use functions::add_functions;
pub use games::{ListedGame, listed_games};
pub use groups::{
    OpeningGames, book_chapters, chapters, event_tallies, groups, openings, player_tallies,
    year_tallies,
};
pub use list::{ANSWERS, page, schema, schema_of};
pub use listed::{
    Drawn, Listed, Sightings, Snippet, Titled, main_line_evaluations, move_evaluations, shown,
    with_entry,
};
pub use names::{
    KnownName, KnownSeries, KnownWording, NamePair, Suggestion, editions, name_pairs, names,
    noted_json, series, spellings, suggestions, wordings,
};
pub use parts::{
    FirstKeys, ScoreView, Years, between_text, has_lead, interval_text, percent_text, score_bar,
    starred, years_text,
};
pub use player::{
    BestReply, PreparedMove, games_of_player, own_novelties, placed_editions, player_games,
    player_page, prepared_moves,
};
pub use research::{
    ChoiceRow, CriticalFound, EndingFound, FirstFound, NoveltyGame, RatedPlayer, RatedYear,
    RepertoireMove, RepertoirePeriod, SampleLine, careers, choice_rows, critical_moves,
    ending_games, endings, first_played, listed_players, novelties, novelty_games, periods,
    ratings, ratings_with_years, repertoire, repertoire_periods, repertoire_with_periods,
    sample_json, samples, strength_interval, timeline,
};
pub use tournament::{
    contradicted_standings, missing_games, standing_differences, standings, tournament_games,
    tournament_groups, tournament_json, tournament_rounds, tournament_rows, tournaments,
};

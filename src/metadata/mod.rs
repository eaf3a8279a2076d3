//! Metadata of records: players, teams, dates, results, kinds.
//!
//! This room turns the words of tags, headings and file names into types: [`LaxDate`],
//! [`GameResult`], [`Status`], [`Kind`], [`PersonName`], [`FileName`], and [`Metadata`] for all
//! tags of a record. Below this room a result, a status or a kind is always such a type; it becomes
//! text only in JSON, SQL or a table.
//!
//! The words of the record are kept beside the reading. Nothing is guessed: uncertain values stay
//! unknown.
//!
//! Decoding bytes and folding characters belongs to `text`, reading files to `format`, everything
//! that needs a board to `replay`, deciding which records are one game to `store`.
//!
//! ```
//! use xqdb::metadata::{GameResult, Metadata, parse_result};
//! let tags = [("Red", "上海 胡荣华"), ("Black", "?"), ("Date", "一九五六年十月二日")];
//! let said = Metadata::from_tags(tags.into_iter());
//! assert_eq!(said.red.as_deref(), Some("胡荣华"));
//! assert_eq!(said.red_team.as_deref(), Some("上海"));
//! assert_eq!(said.black, None);
//! assert_eq!(said.date.map(|date| date.to_string()).as_deref(), Some("1956-10-02"));
//! assert_eq!(parse_result("红先胜"), Some(GameResult::RedWins));
//! ```

mod ballot;
mod claims;
mod date;
mod dating;
mod derived;
mod evaluation;
mod file_name;
mod heading;
mod infer;
mod kind;
mod kind_rule;
mod named;
mod names;
mod nobody;
mod parse_date;
mod place;
mod played;
mod read_date;
mod read_place;
mod result;
mod standings;
mod tags;
mod teams;
mod time_field;
mod title;
#[cfg(feature = "store")]
mod wording;
mod words;
mod years;

pub use ballot::{Ballot, WitnessSays, named_otherwise};
pub use date::{DateSpan, LaxDate, PackedDate};
pub use dating::{DateClaim, DateReason, Dated};
pub use derived::{Derived, RecordFindings, against, clearly_differ};
pub use evaluation::{EngineScore, EvaluationView, MoveEvaluation};
pub use file_name::{FileName, Pairing, read_file_name};
pub use heading::{Heading, read_heading};
pub use kind::{Kind, KindReason, Status};
pub use kind_rule::LineSigns;
pub(crate) use named::named;
#[cfg(feature = "store")]
pub(crate) use names::is_near_with;
pub use names::{PersonName, SlipLimits, is_near_name, name_key, names_agree, split_team};
#[cfg(feature = "store")]
pub(crate) use nobody::tells_result;
pub use nobody::{
    begins_name, begins_with_team, is_team_alone, names_nobody, team_at_end, two_names,
};
pub use parse_date::{asked_date, calendar_doubt, parse_date};
pub use place::{PlaceSays, ValueSource};
pub use played::Played;
pub use read_date::{DatePlace, read_date};
pub use read_place::place_says;
pub use result::{GameResult, is_result_sign, parse_result};
pub use standings::{StatedStanding, stated_standings};
pub use tags::{FieldSet, Inferred, Metadata, UniqueTags, is_said};
pub use teams::{TeamPlace, team_place};
pub use title::{
    BETWEEN_CHAPTERS, chapter_below, chapter_key, chapter_of, chapter_of_folders, file_of,
    readable_address, title_of, title_of_file,
};
#[cfg(feature = "store")]
pub use wording::{EditionYears, EventWording};
#[cfg(feature = "store")]
pub(crate) use wording::{
    WordingText, names_series, qualifier, series_as_written, series_key, whole_series_key,
};
pub use years::{SaidYears, said_years};

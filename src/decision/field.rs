//! What can be set of a game.

use super::fault::Fault;
use super::subject::Key;
use crate::metadata::{GameResult, Kind, LaxDate, asked_date, parse_result, split_team};

/// A field of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the fields of a game, by their names")]
pub enum Field {
    Red,
    Black,
    Event,
    Site,
    Round,
    Date,
    Result,
    Kind,
}

impl Field {
    /// All of them.
    pub const ALL: [Field; 8] = [
        Field::Red,
        Field::Black,
        Field::Event,
        Field::Site,
        Field::Round,
        Field::Date,
        Field::Result,
        Field::Kind,
    ];

    /// Its name in files and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Field::Red => "red",
            Field::Black => "black",
            Field::Event => "event",
            Field::Site => "site",
            Field::Round => "round",
            Field::Date => "date",
            Field::Result => "result",
            Field::Kind => "kind",
        }
    }

    /// The tag of records that has it.
    pub const fn tag(self) -> &'static str {
        match self {
            Field::Red => "Red",
            Field::Black => "Black",
            Field::Event => "Event",
            Field::Site => "Site",
            Field::Round => "Round",
            Field::Date => "Date",
            Field::Result => "Result",
            Field::Kind => "Kind",
        }
    }

    /// Reads `game:KEY.FIELD`.
    pub(super) fn read_target(text: &str) -> Result<(Key, Field), Fault> {
        let unknown = || Fault::Subject(1, text.to_owned());
        let (key, name) =
            text.strip_prefix("game:").and_then(|rest| rest.split_once('.')).ok_or_else(unknown)?;
        let field = Field::ALL.into_iter().find(|field| field.name() == name.trim());
        let field = field.ok_or_else(|| Fault::Field(name.to_owned()))?;
        Ok((Key::new(key.trim()).ok_or_else(unknown)?, field))
    }
}

/// A field with the value that it is to have.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Setting {
    /// Red, Black, event, site or round.
    Text(Field, String),
    /// When it was played.
    Date(LaxDate),
    /// How it ended; `*` is unknown.
    Result(GameResult),
    /// What sort of record it is.
    Kind(Kind),
}

impl Setting {
    pub(super) fn read(field: Field, value: &str) -> Result<Setting, Fault> {
        let read = match field {
            _ if value.is_empty() => None,
            // A team is nobody.
            Field::Red | Field::Black if split_team(value).name.is_empty() => None,
            Field::Date => asked_date(value).map(Setting::Date),
            Field::Result => parse_result(value).map(Setting::Result),
            Field::Kind => Kind::from_name(value).map(Setting::Kind),
            _ => Some(Setting::Text(field, value.to_owned())),
        };
        read.ok_or_else(|| Fault::Value(field.name(), value.to_owned()))
    }

    /// Which field.
    pub const fn field(&self) -> Field {
        match self {
            Setting::Text(field, _) => *field,
            Setting::Date(_) => Field::Date,
            Setting::Result(_) => Field::Result,
            Setting::Kind(_) => Field::Kind,
        }
    }

    /// The value as it stands in a file.
    pub fn value(&self) -> String {
        match self {
            Setting::Text(_, text) => text.clone(),
            Setting::Date(date) => date.to_string(),
            Setting::Result(result) => result.to_string(),
            Setting::Kind(kind) => kind.as_str().to_owned(),
        }
    }
}

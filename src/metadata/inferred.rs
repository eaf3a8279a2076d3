//! What headings and the name of its file add to the metadata of a record, typed.

use super::{GameResult, LaxDate};

/// What is not stated in the tags of a record themselves. A game has it from all its witnesses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inferred {
    /// Red by a heading, where nobody states it.
    pub red: Option<String>,
    /// Black by a heading, where nobody states it.
    pub black: Option<String>,
    /// The date by a heading, where nobody states any.
    pub date: Option<LaxDate>,
    /// The result by a heading, where nobody states one.
    pub result: GameResult,
    /// The date that is stated is contradicted by a heading or by the calendar.
    pub doubts_date: bool,
    /// The fields of the metadata that only the name of the file has.
    pub from_file: Fields,
}

/// A set of the fields that headings and names of files tell of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Fields(u8);

impl Fields {
    /// No fields.
    pub const NONE: Fields = Fields(0);
    /// The tag `Red`.
    pub const RED: Fields = Fields(1);
    /// The tag `Black`.
    pub const BLACK: Fields = Fields(2);
    /// The tag `Date`.
    pub const DATE: Fields = Fields(4);
    /// The tag `Result`.
    pub const RESULT: Fields = Fields(8);

    /// The field of a tag, if it is one of these.
    #[must_use]
    pub fn of_tag(name: &str) -> Fields {
        match name {
            "Red" => Fields::RED,
            "Black" => Fields::BLACK,
            "Date" => Fields::DATE,
            "Result" => Fields::RESULT,
            _ => Fields::NONE,
        }
    }

    /// The fields of these numbers, as [`Fields::bits`] gives them.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Fields {
        Fields(bits & 15)
    }

    /// A number for the set, below 16.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether a field is among them.
    #[must_use]
    pub const fn has(self, field: Fields) -> bool {
        self.0 & field.0 != 0
    }

    /// These fields and others.
    #[must_use]
    pub const fn and(self, other: Fields) -> Fields {
        Fields(self.0 | other.0)
    }

    /// These fields without others.
    #[must_use]
    pub const fn without(self, other: Fields) -> Fields {
        Fields(self.0 & !other.0)
    }
}

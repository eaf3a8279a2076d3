//! Descriptions of answers: fields with name, kind, unit, head and sentence, and functions that
//! take their values from rows.

use serde_json::{Map, Value, json};
use std::cmp::Reverse;
use std::fmt;

/// Makes an [`Answer`] from one row for each field: name, kind, sentence, value, and after `=>`
/// setters. `screen` stands before a column of the screen alone, and `+` before fields made
/// elsewhere. Without name and sentence of the answer, it makes the list of fields.
macro_rules! answer {
    ($row:ty, $name:expr, $about:expr; $($fields:tt)*) => {
        Answer::new($name, $about, answer!($row; $($fields)*))
    };
    ($row:ty; $($fields:tt)*) => {{
        let mut fields: Vec<Field<$row>> = Vec::new();
        answer!(@ $row, fields, $($fields)*);
        fields
    }};
    (@ $row:ty, $all:ident,) => {};
    (@ $row:ty, $all:ident, + $part:expr; $($rest:tt)*) => {
        let part: Vec<Field<$row>> = $part;
        $all.extend(part);
        answer!(@ $row, $all, $($rest)*);
    };
    (@ $row:ty, $all:ident, screen $name:expr, $kind:expr, |$it:pat_param| $text:expr
        $(=> $($change:ident($($argument:expr),*)),+)?; $($rest:tt)*) => {
        let field = Field::on_screen($name, $kind, move |$it: &$row| $text);
        $all.push(field$($(.$change($($argument),*))+)?);
        answer!(@ $row, $all, $($rest)*);
    };
    (@ $row:ty, $all:ident, $name:expr, $kind:expr, $sentence:expr, |$it:pat_param| $value:expr
        $(=> $($change:ident($($argument:expr),*)),+)?; $($rest:tt)*) => {
        let field = Field::new($name, $kind, $sentence, move |$it: &$row| $value);
        $all.push(field$($(.$change($($argument),*))+)?);
        answer!(@ $row, $all, $($rest)*);
    };
}
pub(super) use answer;

/// Kind of a field's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// A text.
    Text,
    /// The key of a game.
    Key,
    /// A move.
    Move,
    /// Date in ISO 8601, which may lack month and day.
    Date,
    /// A year.
    Year,
    /// Whole number of things, which the unit names.
    Count,
    /// Whole number that may be negative.
    Signed,
    /// Number with one decimal.
    Decimal,
    /// Share from 0 to 100 with one decimal.
    Percent,
    /// Yes or no.
    Flag,
    /// List of texts.
    List,
    /// List of whole numbers.
    Numbers,
    /// Object with the fields of the answer of this name.
    Object(&'static str),
    /// List of objects with the fields of the answer of this name.
    Objects(&'static str),
    /// Object with names that are data, and a whole number for each.
    CountsByName,
    /// Any JSON, which the field's sentence explains.
    Json,
}

impl FieldKind {
    /// Unit of numbers of this kind if the field names none.
    const fn unit(self) -> &'static str {
        match self {
            FieldKind::Count | FieldKind::CountsByName => "games",
            FieldKind::Percent => "%",
            FieldKind::Year => "year",
            _ => "",
        }
    }

    /// Whether values of this kind are numbers.
    #[must_use]
    pub const fn is_number(self) -> bool {
        use FieldKind::{Count, Decimal, Percent, Signed, Year};
        matches!(self, Count | Signed | Decimal | Percent | Year)
    }
}

/// Value of a field in a row.
#[derive(Debug, Clone, PartialEq)]
pub enum Datum {
    /// Unknown or missing.
    Null,
    /// A text.
    Text(String),
    /// A whole number.
    Count(u64),
    /// Whole number that may be negative.
    Signed(i64),
    /// Number that is written with one decimal.
    Decimal(f64),
    /// Yes or no.
    Flag(bool),
    /// List of texts.
    List(Vec<String>),
    /// Any other value.
    Json(Value),
}

impl Datum {
    /// The value as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        match self {
            Datum::Null => Value::Null,
            Datum::Text(text) => json!(text),
            Datum::Count(count) => json!(count),
            Datum::Signed(number) => json!(number),
            Datum::Decimal(number) => json!(to_tenths(*number)),
            Datum::Flag(flag) => json!(flag),
            Datum::List(texts) => json!(texts),
            Datum::Json(value) => value.clone(),
        }
    }

    /// The value as text: empty for null, blanks between the texts of a list.
    #[must_use]
    pub fn to_text(&self) -> String {
        match self {
            Datum::Null | Datum::Json(Value::Null) => String::new(),
            Datum::Text(text) => text.clone(),
            Datum::List(texts) => texts.join(" "),
            Datum::Json(value) => value.to_string(),
            other => other.to_json().to_string(),
        }
    }
}

/// Rounds a number to one decimal.
#[must_use]
pub fn to_tenths(number: f64) -> f64 {
    (10.0 * number).round() / 10.0
}

macro_rules! made_of {
    ($($from:ty => |$value:ident| $datum:expr;)*) => {$(
        impl From<$from> for Datum {
            fn from($value: $from) -> Datum {
                $datum
            }
        }
    )*};
}

made_of! {
    u64 => |count| Datum::Count(count);
    u32 => |count| Datum::Count(count.into());
    u16 => |count| Datum::Count(count.into());
    usize => |count| Datum::Count(count as u64);
    i32 => |number| Datum::Signed(number.into());
    i64 => |number| Datum::Signed(number);
    f64 => |number| Datum::Decimal(number);
    bool => |flag| Datum::Flag(flag);
    &str => |text| Datum::Text(text.to_owned());
    String => |text| Datum::Text(text);
    Vec<String> => |texts| Datum::List(texts);
    Value => |value| Datum::Json(value);
}

impl<T: Into<Datum>> From<Option<T>> for Datum {
    fn from(value: Option<T>) -> Datum {
        value.map_or(Datum::Null, Into::into)
    }
}

/// Function that takes a value from a row.
pub struct Take<R, T>(Box<dyn Fn(&R) -> T + Send + Sync>);

impl<R, T> Take<R, T> {
    fn by(take: impl Fn(&R) -> T + Send + Sync + 'static) -> Take<R, T> {
        Take(Box::new(take))
    }

    fn of(&self, row: &R) -> T {
        (self.0)(row)
    }
}

impl<R, T> fmt::Debug for Take<R, T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Take")
    }
}

/// Turns fields of a part of a row into fields of the row.
pub(super) fn lift<R: 'static, P: 'static>(
    fields: Vec<Field<P>>,
    part: fn(&R) -> &P,
) -> Vec<Field<R>> {
    let lifted = |Field { about, shown, value }: Field<P>| Field {
        about,
        shown: match shown {
            Shown::Value => Shown::Value,
            Shown::Hidden => Shown::Hidden,
            Shown::As(shown) => Shown::As(Take::by(move |row| shown.of(part(row)))),
        },
        value: Take::by(move |row| value.of(part(row))),
    };
    fields.into_iter().map(lifted).collect()
}

/// Text that a screen shows for a field.
#[derive(Debug)]
pub enum Shown<R> {
    /// The value of the field.
    Value,
    /// No text: another column shows the field, or only programs need it.
    Hidden,
    /// The text that the function makes from a row.
    As(Take<R, String>),
}

/// One field of an answer.
#[derive(Debug)]
pub struct Field<R> {
    /// Name, kind, unit and meaning of the field.
    pub about: FieldInfo,
    /// Text that a screen shows for the field.
    pub shown: Shown<R>,
    value: Take<R, Datum>,
}

/// Properties of a field that need no row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldInfo {
    /// Name in JSON, the API and Python.
    pub name: &'static str,
    /// Name in CSV.
    pub csv: &'static str,
    /// Name of the sentence `head-…` that heads the field's column.
    pub head: &'static str,
    /// Kind of the field's values.
    pub kind: FieldKind,
    /// Things that a number counts or measures; empty for other values.
    pub unit: &'static str,
    /// Whether the value may be null.
    pub is_nullable: bool,
    /// Whether objects may lack the field.
    pub is_optional: bool,
    /// Whether objects have the field.
    pub in_json: bool,
    /// Whether lines of CSV have the field.
    pub in_csv: bool,
    /// Whether numbers in CSV leave out a decimal of 0.
    is_short_in_csv: bool,
    /// Whether the field's column is aligned to the right.
    pub is_set_right: bool,
    /// Meaning of the field, in one sentence.
    pub sentence: &'static str,
}

impl<R> Field<R> {
    /// Makes a field that every form of the answer has.
    pub fn new<T: Into<Datum>>(
        name: &'static str,
        kind: FieldKind,
        sentence: &'static str,
        value: impl Fn(&R) -> T + Send + Sync + 'static,
    ) -> Field<R> {
        let about = FieldInfo {
            name,
            csv: name,
            head: name,
            kind,
            unit: kind.unit(),
            is_nullable: false,
            is_optional: false,
            in_json: true,
            in_csv: true,
            is_short_in_csv: false,
            is_set_right: kind.is_number(),
            sentence,
        };
        Field { about, shown: Shown::Value, value: Take::by(move |row| value(row).into()) }
    }

    /// Makes a column of the screen alone, which joins other fields.
    pub fn on_screen(
        name: &'static str,
        kind: FieldKind,
        shown: impl Fn(&R) -> String + Send + Sync + 'static,
    ) -> Field<R> {
        let mut field = Field::new(name, kind, "", |_| Datum::Null);
        (field.about.in_json, field.about.in_csv) = (false, false);
        field.shown_as(shown)
    }

    /// Value of the field in a row.
    pub fn value(&self, row: &R) -> Datum {
        self.value.of(row)
    }

    /// Cell for a screen; empty if the field is hidden.
    pub fn text(&self, row: &R) -> String {
        match &self.shown {
            Shown::Value => self.value(row).to_text(),
            Shown::Hidden => String::new(),
            Shown::As(shown) => shown.of(row),
        }
    }

    /// Cell for CSV. For a missing value and for a list it is the text of the screen.
    pub fn csv_text(&self, row: &R) -> String {
        match (self.value(row), &self.shown) {
            (Datum::Null | Datum::List(_), Shown::As(shown)) => shown.of(row),
            (Datum::Decimal(number), _) if self.about.is_short_in_csv => {
                to_tenths(number).to_string()
            }
            (value, _) => value.to_text(),
        }
    }

    /// Sets the text that a screen shows.
    #[must_use]
    pub fn shown_as(self, shown: impl Fn(&R) -> String + Send + Sync + 'static) -> Field<R> {
        Field { shown: Shown::As(Take::by(shown)), ..self }
    }

    /// Lets a screen show the value.
    #[must_use]
    pub fn by_value(self) -> Field<R> {
        Field { shown: Shown::Value, ..self }
    }

    /// Hides the field on a screen.
    #[must_use]
    pub fn hidden(self) -> Field<R> {
        Field { shown: Shown::Hidden, ..self }
    }
}

/// Makes methods that set one property of a field, and may hide the field on a screen.
macro_rules! setters {
    ($($(#[$doc:meta])* $name:ident($($given:ident: $type:ty)?)
        sets $property:ident to $value:expr $(, $then:ident)?;)*) => {
        impl<R> Field<R> {$(
            $(#[$doc])*
            #[must_use]
            pub fn $name(mut self $(, $given: $type)?) -> Field<R> {
                self.about.$property = $value;
                self$(.$then())?
            }
        )*}
    };
}

setters! {
    /// Sets the name in CSV.
    csv(name: &'static str) sets csv to name;
    /// Heads the column with another sentence.
    head(name: &'static str) sets head to name;
    /// Sets the things that a number counts.
    unit(unit: &'static str) sets unit to unit;
    /// Allows null.
    nullable() sets is_nullable to true;
    /// Allows objects without the field.
    optional() sets is_optional to true;
    /// Puts the field into objects.
    in_json() sets in_json to true;
    /// Leaves the field out of objects, since their place already says the value.
    only_csv() sets in_json to false, hidden;
    /// Leaves the field out of lines of CSV.
    only_json() sets in_csv to false, hidden;
    /// Aligns the column to the right.
    aligned_right() sets is_set_right to true;
    /// Writes `97` for `97.0` in CSV.
    short_in_csv() sets is_short_in_csv to true;
}

/// Fields of a row, of an object or of a whole answer.
#[derive(Debug)]
pub struct Answer<R> {
    /// Name of the answer for programs.
    pub name: &'static str,
    /// Meaning of the answer, in one sentence.
    pub about: &'static str,
    /// Fields in the order of objects.
    pub fields: Vec<Field<R>>,
    /// Names of the fields that come first in CSV, separated by blanks.
    csv: &'static str,
    /// Fields that were not chosen; rows can still be sorted by them.
    others: Vec<Field<R>>,
}

impl<R> Answer<R> {
    /// Makes an answer of these fields.
    pub fn new(name: &'static str, about: &'static str, fields: Vec<Field<R>>) -> Answer<R> {
        Answer { name, about, fields, csv: "", others: Vec::new() }
    }

    /// Puts these fields first in CSV; their names are separated by blanks.
    #[must_use]
    pub fn csv_begins(self, names: &'static str) -> Answer<R> {
        Answer { csv: names, ..self }
    }

    /// Keeps only the fields of these names, in JSON or CSV, in this order. Columns of the screen
    /// can be chosen if `on_screen`.
    pub fn choose(self, names: &[String], on_screen: bool) -> Result<Answer<R>, UnknownColumn> {
        let Answer { name, about, mut fields, .. } = self;
        fields.retain(|field| on_screen || field.about.in_json || field.about.in_csv);
        let known = fields.iter().map(|field| field.about.name).collect();
        let mut fields: Vec<Option<Field<R>>> = fields.into_iter().map(Some).collect();
        let mut chosen = Vec::with_capacity(names.len());
        for name in names {
            let has_name = |field: &FieldInfo| [field.name, field.csv].contains(&name.trim());
            let field = fields
                .iter_mut()
                .find(|field| field.as_ref().is_some_and(|field| has_name(&field.about)));
            let Some(mut field) = field.and_then(Option::take) else {
                if chosen.iter().any(|field: &Field<R>| has_name(&field.about)) {
                    continue;
                }
                return Err(UnknownColumn { name: name.clone(), known });
            };
            if matches!(field.shown, Shown::Hidden) {
                field = field.by_value();
            }
            if field.about.in_json || field.about.in_csv {
                (field.about.in_json, field.about.in_csv) = (true, true);
            }
            chosen.push(field);
        }
        let others = fields.into_iter().flatten().collect();
        Ok(Answer { others, ..Answer::new(name, about, chosen) })
    }

    /// Removes these fields.
    #[must_use]
    pub fn without(mut self, names: &[&str]) -> Answer<R> {
        self.fields.retain(|field| !names.contains(&field.about.name));
        self
    }

    /// Field of this name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Field<R>> {
        self.fields.iter().find(|field| field.about.name == name)
    }

    /// Sorts rows by the field of a name in JSON or CSV, chosen or not: numbers and flags in
    /// descending order, texts in ascending order, and reversed after `-`. Rows without a value
    /// come last, and rows that tie keep their order.
    pub fn sort(&self, rows: &mut [&R], by: &str) -> Result<(), UnknownColumn> {
        let (name, is_reversed) = match by.strip_prefix('-') {
            Some(name) => (name, true),
            None => (by, false),
        };
        let fields = || self.fields.iter().chain(&self.others);
        let fields = || fields().filter(|field| field.about.in_json || field.about.in_csv);
        let Some(field) =
            fields().find(|field| [field.about.name, field.about.csv].contains(&name))
        else {
            let known = fields().map(|field| field.about.name).collect();
            return Err(UnknownColumn { name: name.to_owned(), known });
        };
        rows.sort_by_cached_key(|row| SortKey::of(field.value(row), is_reversed));
        Ok(())
    }

    /// Changes the field of this name.
    pub fn change(&mut self, name: &str, change: impl FnOnce(Field<R>) -> Field<R>) {
        if let Some(place) = self.fields.iter().position(|field| field.about.name == name) {
            let field = self.fields.remove(place);
            self.fields.insert(place, change(field));
        }
    }

    /// Row as a JSON object.
    pub fn object(&self, row: &R) -> Map<String, Value> {
        let fields = self.fields.iter().filter(|field| field.about.in_json);
        fields.map(|field| (field.about.name.to_owned(), field.value(row).to_json())).collect()
    }

    /// Rows as a list of JSON objects.
    pub fn objects<'r>(&self, rows: impl IntoIterator<Item = &'r R>) -> Value
    where
        R: 'r,
    {
        rows.into_iter().map(|row| Value::Object(self.object(row))).collect()
    }

    /// Fields of CSV in their order.
    pub fn csv_fields(&self) -> impl Iterator<Item = &Field<R>> {
        let names = || self.csv.split_whitespace();
        let first = names().filter_map(|name| self.field(name));
        let is_first = move |field: &&Field<R>| names().any(|name| name == field.about.name);
        let rest = self.fields.iter().filter(move |field| !is_first(field));
        first.chain(rest).filter(|field| field.about.in_csv)
    }

    /// Names of the fields in CSV.
    pub fn csv_head(&self) -> Vec<&'static str> {
        self.csv_fields().map(|field| field.about.csv).collect()
    }

    /// Fields of these names, which are separated by blanks.
    pub fn named<'a>(&'a self, names: &'a str) -> impl Iterator<Item = &'a Field<R>> {
        names.split_whitespace().filter_map(|name| self.field(name))
    }

    /// Row as the cells of a line of CSV.
    pub fn csv_cells(&self, row: &R) -> Vec<String> {
        self.csv_fields().map(|field| field.csv_text(row)).collect()
    }

    /// Description of the answer, without functions on rows.
    pub fn description(&self) -> Description {
        let is_written = |field: &&Field<R>| field.about.in_json || field.about.in_csv;
        let fields = self.fields.iter().filter(is_written).map(|field| field.about).collect();
        Description { name: self.name, about: self.about, fields }
    }
}

/// Key that sorts the values of a field.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SortKey {
    /// Number in millionths, negated for descending order.
    Number(i64),
    /// Text in ascending order.
    Text(String),
    /// Text in descending order.
    Reversed(Reverse<String>),
    /// No value: after all others.
    Nothing,
}

impl SortKey {
    /// Key of a value, for the order of [`Answer::sort`].
    #[must_use]
    pub fn of(value: Datum, is_reversed: bool) -> SortKey {
        let number = match &value {
            Datum::Count(count) => Some(*count as f64),
            Datum::Signed(number) => Some(*number as f64),
            Datum::Decimal(number) => Some(*number),
            Datum::Flag(flag) => Some(f64::from(*flag)),
            _ => None,
        };
        match (number, value.to_text()) {
            (Some(number), _) => {
                let sign = if is_reversed { 1.0 } else { -1.0 };
                SortKey::Number((sign * number * 1e6) as i64)
            }
            (None, text) if text.is_empty() => SortKey::Nothing,
            (None, text) if is_reversed => SortKey::Reversed(Reverse(text)),
            (None, text) => SortKey::Text(text),
        }
    }
}

/// A named column that the answer lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownColumn {
    /// Name that was given.
    pub name: String,
    /// Names of all columns.
    pub known: Vec<&'static str>,
}

/// Description of an answer, without functions on rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description {
    /// Name of the answer for programs.
    pub name: &'static str,
    /// Meaning of the answer, in one sentence.
    pub about: &'static str,
    /// Fields in the order of objects.
    pub fields: Vec<FieldInfo>,
}

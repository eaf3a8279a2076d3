//! Charts in the style of a printed book, from numbers and labels.
//!
//! A [`Figure`] is a table and what of it is drawn: along years ([`ChartShape::Years`]) or a row
//! each ([`ChartShape::Rows`]), in one or more panels. [`Figure::to_svg`] draws it,
//! [`Figure::to_vega_lite`] describes the same chart for other programs, which read the table as
//! CSV. The picture stands alone: no script, no file, no other font than one that has the
//! characters. It fits its place from a phone to a page, and says where a share lies by an
//! interval.
//!
//! ```
//! use serde_json::json;
//! use xqdb::figure::{Chart, ChartShape, Column, Figure, Panel, PanelMark, Scale, Table};
//!
//! let column = |field, head: &str| Column { field, head: head.to_owned() };
//! let figure = Figure {
//!     title: "Games".to_owned(),
//!     notes: vec!["xqdb life --per decade".to_owned()],
//!     empty: "no games".to_owned(),
//!     table: Table {
//!         names: 2,
//!         columns: vec![column("first", "From"), column("last", "To"), column("games", "Games")],
//!         rows: vec![vec![json!(1950), json!(1959), json!(12)]],
//!     },
//!     chart: Chart {
//!         shape: ChartShape::Years {
//!             first: "first",
//!             last: "last",
//!             series: None,
//!             head: "Year".into(),
//!         },
//!         panels: vec![Panel {
//!             field: "games",
//!             head: "Games".to_owned(),
//!             interval: None,
//!             mark: PanelMark::Bar,
//!             scale: Scale::FromZero,
//!         }],
//!     },
//! };
//! assert!(figure.to_svg().starts_with("<svg"));
//! ```
//!
//! What does not belong here: counting, words of any language, and files.
//!
//! | file | subject |
//! | --- | --- |
//! | `pen` | elements of SVG, and how wide texts are |
//! | `panel` | one scale, the marks on it and its ticks |
//! | `years` | charts along years |
//! | `rows` | charts of a row each |
//! | `vega` | the same for Vega-Lite |

mod panel;
mod pen;
mod rows;
mod svg;
mod vega;
mod years;

use serde_json::Value;

pub use rows::MOST_ROWS;
pub use years::MOST_SERIES;

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name for programs.
    pub field: &'static str,
    /// Its name for people.
    pub head: String,
}

/// Rows of texts and numbers; what is unknown is null.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    /// Number of the first columns that together name a row.
    pub names: usize,
    /// The columns.
    pub columns: Vec<Column>,
    /// A value for each column.
    pub rows: Vec<Vec<Value>>,
}

impl Table {
    /// The number in a column, if there is one.
    pub(super) fn number(&self, row: &[Value], field: &str) -> Option<f64> {
        row.get(self.place(field)?)?.as_f64().filter(|number| number.is_finite())
    }

    /// The text of a column, or its number in digits.
    pub(super) fn text(&self, row: &[Value], field: &str) -> String {
        match self.place(field).and_then(|place| row.get(place)) {
            Some(Value::String(text)) => text.clone(),
            None | Some(Value::Null) => String::new(),
            Some(other) => other.to_string(),
        }
    }

    fn place(&self, field: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.field == field)
    }

    /// A row as the cells of a line of CSV; what is unknown is empty.
    pub fn cells(row: &[Value]) -> Vec<String> {
        let cell = |value: &Value| match value {
            Value::String(text) => text.clone(),
            Value::Null => String::new(),
            other => other.to_string(),
        };
        row.iter().map(cell).collect()
    }
}

/// A chart with its numbers and its caption.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Above the chart.
    pub title: String,
    /// Below the chart, a paragraph each.
    pub notes: Vec<String>,
    /// The text of a chart without numbers.
    pub empty: String,
    /// The numbers.
    pub table: Table,
    /// The columns that are drawn.
    pub chart: Chart,
}

/// The drawn part of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// Where a row of the table stands.
    pub shape: ChartShape,
    /// The columns with a scale; along years one panel stands below the other, otherwise beside it.
    pub panels: Vec<Panel>,
}

/// Where the rows of a table stand. Columns are named by their fields.
#[derive(Debug, Clone, PartialEq)]
pub enum ChartShape {
    /// Along years, the earlier to the left. Rows without a year are not drawn.
    Years {
        /// The first year of a row.
        first: &'static str,
        /// The last year of a row.
        last: &'static str,
        /// The column by which one line differs from another; rows of a line stand together, by
        /// year.
        series: Option<&'static str>,
        /// The text at the axis.
        head: String,
    },
    /// One below the other.
    Rows {
        /// The column whose text stands before a row.
        label: &'static str,
        /// How far a row stands in, if rows are a tree.
        depth: Option<&'static str>,
    },
}

/// One number of every row, drawn on a scale.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// The column.
    pub field: &'static str,
    /// The text at the scale, with its unit.
    pub head: String,
    /// The columns of both ends of the interval.
    pub interval: Option<[&'static str; 2]>,
    /// How it is drawn.
    pub mark: PanelMark,
    /// The kind of the scale's numbers.
    pub scale: Scale,
}

/// How a number is drawn.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub enum PanelMark {
    /// A bar from zero.
    Bar,
    /// A point, with its interval as a line.
    Point,
    /// A line through the points of a series, with its intervals as a band. In rows: a point.
    Line,
}

/// Kinds of numbers on a scale.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub enum Scale {
    /// From zero to the largest.
    FromZero,
    /// From 0 to 100.
    Percent,
    /// From 0 to 100 with a line in the middle: what both sides share.
    Shared,
    /// From the smallest to the largest.
    Close,
}

impl Figure {
    /// The picture. It is as wide as whoever shows it allows.
    pub fn to_svg(&self) -> String {
        svg::draw(self)
    }

    /// The specification for Vega-Lite of the same chart; the data are read from the CSV file of
    /// this name.
    pub fn to_vega_lite(&self, csv: &str) -> serde_json::Value {
        vega::specification(self, csv)
    }
}

//! Charts in the style of a printed book, from numbers and labels.
//!
//! A [`Figure`] holds a table, and says which columns of the table are drawn: as points along years
//! ([`ChartShape::Years`]) or with one row of the picture per row of the table
//! ([`ChartShape::Rows`]), in one or more panels. [`Figure::to_svg`] draws the chart;
//! [`Figure::to_vega_lite`] describes the chart for other programs, which read the table as CSV.
//! The picture needs no script, no file and no particular font, and fits a phone as well as a page.
//! A share is drawn with its interval.
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
//! Counting, words of any language, and files do not belong here.
//!
//! | file | subject |
//! | --- | --- |
//! | `pen` | elements of SVG, and widths of texts |
//! | `panel` | one scale, the marks on it and its ticks |
//! | `years` | charts along years |
//! | `rows` | charts with one row of the picture per row of the table |
//! | `vega` | charts as specifications for Vega-Lite |

mod panel;
mod pen;
mod rows;
mod svg;
mod vega;
mod years;

use serde_json::Value;

pub use rows::MOST_ROWS;
pub use years::MOST_SERIES;

/// A column of a [`Table`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Name of the column in CSV, JSON and [`Panel::field`].
    pub field: &'static str,
    /// Head of the column for readers.
    pub head: String,
}

/// Rows of texts and numbers; an unknown value is null.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    /// Number of the first columns that together name a row.
    pub names: usize,
    /// Columns, in their order.
    pub columns: Vec<Column>,
    /// One value per column.
    pub rows: Vec<Vec<Value>>,
}

impl Table {
    /// The number of a row in the column `field`; `None` where it is no finite number.
    pub(super) fn number(&self, row: &[Value], field: &str) -> Option<f64> {
        row.get(self.place(field)?)?.as_f64().filter(|number| number.is_finite())
    }

    /// The text of a row in the column `field`, or its number in digits; empty if unknown.
    pub(super) fn text(&self, row: &[Value], field: &str) -> String {
        self.place(field).and_then(|place| row.get(place)).map_or_else(String::new, cell)
    }

    fn place(&self, field: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.field == field)
    }

    /// The values of a row as cells of a line of CSV; an unknown value is empty.
    pub fn cells(row: &[Value]) -> Vec<String> {
        row.iter().map(cell).collect()
    }
}

fn cell(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// A chart with its table, title and notes.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Text above the chart.
    pub title: String,
    /// Paragraphs below the chart.
    pub notes: Vec<String>,
    /// Text shown instead of marks when the table has no numbers.
    pub empty: String,
    /// Numbers behind the chart.
    pub table: Table,
    /// Columns of the table that are drawn, and how.
    pub chart: Chart,
}

/// Shape of a chart and its panels.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// Place of each row of the table in the picture.
    pub shape: ChartShape,
    /// One panel per drawn column: stacked in a chart along years, side by side in a chart of rows.
    pub panels: Vec<Panel>,
}

/// Where the rows of a table stand in the picture; columns are named by [`Column::field`].
#[derive(Debug, Clone, PartialEq)]
pub enum ChartShape {
    /// A chart along years, earliest at the left. Rows without a year are not drawn.
    Years {
        /// Column with the first year of a row.
        first: &'static str,
        /// Column with the last year of a row.
        last: &'static str,
        /// Column with the name of a row's series; rows of a series follow each other, by year.
        series: Option<&'static str>,
        /// Text at the axis of years.
        head: String,
    },
    /// A chart of rows, one below the other.
    Rows {
        /// Column with the text in front of a row.
        label: &'static str,
        /// Column with the depth of a row, from 0, if the rows are a tree.
        depth: Option<&'static str>,
    },
}

/// One column of numbers, drawn on a scale.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// Column with the numbers.
    pub field: &'static str,
    /// Text at the scale, with the unit.
    pub head: String,
    /// Columns with the lower and the upper end of each number's interval.
    pub interval: Option<[&'static str; 2]>,
    /// Mark that stands for a number.
    pub mark: PanelMark,
    /// Range of the scale.
    pub scale: Scale,
}

/// Marks that can stand for a number.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub enum PanelMark {
    /// A bar from zero.
    Bar,
    /// A point, with its interval as a line.
    Point,
    /// A line through the points of a series, intervals as a band. In a chart of rows: a point.
    Line,
}

/// Ranges of a scale.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub enum Scale {
    /// From zero to the largest number.
    FromZero,
    /// From 0 to 100.
    Percent,
    /// From 0 to 100, with a line at 50, where two sides have equal shares.
    Shared,
    /// From the smallest number to the largest.
    Close,
}

impl Figure {
    /// Draws the chart as SVG; its width is that of the page around it, up to 44 rem.
    pub fn to_svg(&self) -> String {
        svg::draw(self)
    }

    /// Specification of the chart for Vega-Lite, which reads the table from the CSV file `csv`.
    pub fn to_vega_lite(&self, csv: &str) -> serde_json::Value {
        vega::specification(self, csv)
    }
}

//! Answers as charts: columns, heads and values are those of their descriptions.

use crate::messages::Lang;
use serde_json::Value;
use xqdb::answers::{Answer, Field};
use xqdb::figure::{Chart, ChartShape, Column, Figure, Panel, PanelMark, Scale, Table};

/// An answer that can be drawn.
pub(crate) struct Drawing {
    pub(crate) title: String,
    pub(crate) table: Table,
    pub(crate) chart: Chart,
    /// The games behind the numbers.
    pub(crate) games: Vec<u32>,
    /// All games are of one player, whose name was asked for.
    pub(crate) is_of_one: bool,
    /// The meaning of the intervals.
    pub(crate) interval: Interval,
    /// Remarks.
    pub(crate) notes: Vec<String>,
}

/// How intervals are worked out.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub(crate) enum Interval {
    /// Of shares, by Wilson's score method.
    Wilson,
    /// Of strengths: a number of deviations to both sides.
    WholeHistory,
}

impl Drawing {
    /// A drawing of shares, without notes.
    pub(crate) fn new(title: String, table: Table, chart: Chart, games: Vec<u32>) -> Drawing {
        let (is_of_one, interval, notes) = (false, Interval::Wilson, Vec::new());
        Drawing { title, table, chart, games, is_of_one, interval, notes }
    }

    /// The figure with these notes below it.
    pub(crate) fn figure(&self, notes: Vec<String>, lang: Lang) -> Figure {
        Figure {
            title: self.title.clone(),
            notes,
            empty: lang.figure_is_empty(),
            table: self.table.clone(),
            chart: self.chart.clone(),
        }
    }
}

/// A chart along years of the columns `first` and `last`.
pub(crate) fn along_years(lang: Lang, series: Option<&'static str>, panels: Vec<Panel>) -> Chart {
    let shape = ChartShape::Years { first: "first", last: "last", series, head: lang.axis_year() };
    Chart { shape, panels }
}

/// A chart of games and Red's score, a row each.
pub(crate) fn rows_of_games(lang: Lang, label: &'static str, depth: Option<&'static str>) -> Chart {
    let panels = vec![games_panel(lang), score_panel(lang.axis_red_score())];
    Chart { shape: ChartShape::Rows { label, depth }, panels }
}

/// How many games.
pub(crate) fn games_panel(lang: Lang) -> Panel {
    Panel {
        field: "games",
        head: lang.axis_games(),
        interval: None,
        mark: PanelMark::Bar,
        scale: Scale::FromZero,
    }
}

/// The score with its interval.
pub(crate) fn score_panel(head: String) -> Panel {
    Panel {
        field: "percent",
        head,
        interval: Some(["low", "high"]),
        mark: PanelMark::Point,
        scale: Scale::Shared,
    }
}

/// A column.
pub(crate) fn column(field: &'static str, head: String) -> Column {
    Column { field, head }
}

/// The head of a column by the name that a description gives it; nothing where it has none.
pub(crate) fn head(lang: Lang, name: &str) -> String {
    let sign = match name {
        "unknown" => "?",
        "uci" => "UCI",
        "elo" => "Elo",
        "deviation" => "±",
        "rank" => "#",
        _ => lang.head(name).unwrap_or_default(),
    };
    sign.to_owned()
}

/// The columns of a chart: fields of an answer by their names, divided by blanks.
pub(crate) fn columns<R>(lang: Lang, answer: &Answer<R>, names: &str) -> Vec<Column> {
    let column =
        |field: &Field<R>| Column { field: field.about.name, head: head(lang, field.about.head) };
    answer.named(names).map(column).collect()
}

/// The values of a row in such columns.
pub(crate) fn cells<R>(answer: &Answer<R>, names: &str, row: &R) -> Vec<Value> {
    answer.named(names).map(|field| field.value(row).to_json()).collect()
}

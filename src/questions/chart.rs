//! Answers as charts: columns, heads and values come from the descriptions of answers.

use crate::messages::Lang;
use serde_json::Value;
use xqdb::answers::{Answer, Field};
use xqdb::figure::{Chart, ChartShape, Column, Figure, Panel, PanelMark, Scale, Table};

/// A chart of an answer, with the games behind it.
pub(crate) struct Drawing {
    pub(crate) title: String,
    pub(crate) table: Table,
    pub(crate) chart: Chart,
    /// Ids of the games that the numbers count.
    pub(crate) games: Vec<u32>,
    /// Whether all games are games of one requested player.
    pub(crate) is_of_one: bool,
    /// Kind of the intervals.
    pub(crate) interval: Interval,
    /// Remarks below the chart.
    pub(crate) notes: Vec<String>,
}

/// Methods that give intervals.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub(crate) enum Interval {
    /// Wilson's score interval of a share.
    Wilson,
    /// A number of standard deviations around a strength.
    WholeHistory,
}

impl Drawing {
    /// A drawing of shares, without remarks.
    pub(crate) fn new(title: String, table: Table, chart: Chart, games: Vec<u32>) -> Drawing {
        let (is_of_one, interval, notes) = (false, Interval::Wilson, Vec::new());
        Drawing { title, table, chart, games, is_of_one, interval, notes }
    }

    /// The figure of the drawing, with `notes` below it.
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

/// A chart along years; columns `first` and `last` have the years.
pub(crate) fn along_years(lang: Lang, series: Option<&'static str>, panels: Vec<Panel>) -> Chart {
    let shape = ChartShape::Years { first: "first", last: "last", series, head: lang.axis_year() };
    Chart { shape, panels }
}

/// A chart of rows with panels for games and Red's score.
pub(crate) fn rows_of_games(lang: Lang, label: &'static str, depth: Option<&'static str>) -> Chart {
    let panels = vec![games_panel(lang), score_panel(lang.axis_red_score())];
    Chart { shape: ChartShape::Rows { label, depth }, panels }
}

/// Panel of the number of games.
pub(crate) fn games_panel(lang: Lang) -> Panel {
    Panel {
        field: "games",
        head: lang.axis_games(),
        interval: None,
        mark: PanelMark::Bar,
        scale: Scale::FromZero,
    }
}

/// Panel of the score with its interval.
pub(crate) fn score_panel(head: String) -> Panel {
    Panel {
        field: "percent",
        head,
        interval: Some(["low", "high"]),
        mark: PanelMark::Point,
        scale: Scale::Shared,
    }
}

pub(crate) fn column(field: &'static str, head: String) -> Column {
    Column { field, head }
}

/// Head of a column by the name in its description; empty if unknown.
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

/// The columns of fields of an answer; `names` are the fields' names, separated by blanks.
pub(crate) fn columns<R>(lang: Lang, answer: &Answer<R>, names: &str) -> Vec<Column> {
    let column =
        |field: &Field<R>| Column { field: field.about.name, head: head(lang, field.about.head) };
    answer.named(names).map(column).collect()
}

/// The values of a row in these fields.
pub(crate) fn cells<R>(answer: &Answer<R>, names: &str, row: &R) -> Vec<Value> {
    answer.named(names).map(|field| field.value(row).to_json()).collect()
}

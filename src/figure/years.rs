//! Charts along years: stacked panels over one axis of years.

use super::panel::{Ruler, ticks};
use super::pen::{Anchor, LETTERS, Pen, WIDTH, cut, width};

use super::{ChartShape, Figure, Panel, PanelMark, Scale, Table};
use serde_json::Value;
use std::fmt::Write as _;

/// Largest number of series that are drawn; more could not be distinguished.
pub const MOST_SERIES: usize = 8;

/// Height of a panel.
const PANEL: f64 = 130.0;
/// Height between two panels, including the head of the lower panel.
const GAP: f64 = 34.0;
/// Largest width of a bar.
const WIDEST: f64 = 26.0;
/// Largest number of series whose intervals are bands; with more, intervals are thin lines.
const MOST_BANDS: usize = 4;
/// Largest distance between marks of two series for one period.
const APART: f64 = 3.5;
/// Smallest number of periods for which the axis has room.
const FEWEST: f64 = 6.0;
/// Size of the letters at ticks.
const TICK: f64 = 11.0;

/// Colours of series, distinguishable in black-and-white print.
const COLOURS: [&str; 4] = ["#111", "#b3261e", "#1f5f99", "#4d7326"];
/// Dashes that distinguish two series of one colour.
const DASHES: [&str; 2] = ["none", "5 3"];

/// CSS of the series: colour and dashes by the number of a series.
pub(super) fn styles() -> String {
    let mut style = String::new();
    for number in 0..MOST_SERIES {
        let (colour, dash) = (COLOURS[number % 4], DASHES[number / 4 % 2]);
        let _ = write!(
            style,
            ".s{number}{{stroke:{colour};stroke-dasharray:{dash}}}.f{number}{{fill:{colour}}}"
        );
    }
    style
}

/// A series: its rows, each with its first and last year.
struct Series<'f> {
    name: String,
    rows: Vec<((f64, f64), &'f Vec<Value>)>,
}

/// Draws the chart below `top`; returns the place of its lower end.
pub(super) fn draw(figure: &Figure, top: f64, pen: &mut Pen) -> f64 {
    let ChartShape::Years { first, last, series, head } = &figure.chart.shape else { return top };
    let table = &figure.table;
    let all = all_series(table, [first, last], *series);
    let (years, span) = years(&all);
    let ranges: Vec<(f64, f64)> = figure
        .chart
        .panels
        .iter()
        .map(|panel| panel.range(table, all.iter().flat_map(|s| s.rows.iter().map(|row| row.1))))
        .collect();
    let labels = figure.chart.panels.iter().zip(&ranges).flat_map(|(panel, range)| {
        let ticks = panel.ticks(*range, 5);
        ticks.into_iter().map(|(_, label)| width(&label, TICK)).collect::<Vec<_>>()
    });
    let left = labels.fold(16.0, f64::max) + 8.0;
    // A margin, so that the marks of the first and the last period are not on the edges.
    let edge = (years.1 - years.0) * 0.012;
    let across = Ruler { range: (years.0 - edge, years.1 + edge), ends: (left, WIDTH - 6.0) };
    // The label of a year stands below its middle, that of a longer period at its beginning.
    let middle = if span > 1.0 { 0.0 } else { 0.5 };
    let room = across.ends.1 - across.ends.0;
    let most = (room / (width("2000", TICK) + 18.0)) as usize;
    let years: Vec<f64> = ticks((years.0, years.1 - 1.0), most, span);
    let mut y = if series.is_some() { legend(&all, top, pen) } else { top };
    let count = figure.chart.panels.len();
    for (number, (panel, range)) in figure.chart.panels.iter().zip(&ranges).enumerate() {
        y += GAP;
        let down = Ruler { range: *range, ends: (y + PANEL, y) };
        pen.text("head", Anchor::Start, (0.0, y - 12.0), &cut(&panel.head, LETTERS, WIDTH));
        frame(panel, (across, down), pen);
        let has_bands = all.len() <= MOST_BANDS;
        for (place, series) in all.iter().enumerate().take(MOST_SERIES) {
            let look = Look { place, of: all.len().min(MOST_SERIES), has_bands };
            marks((panel, table), series, look, (across, down), pen);
        }
        if number == 0 && all.iter().all(|series| series.rows.is_empty()) {
            let middle = (f64::midpoint(across.ends.0, across.ends.1), y + PANEL / 2.0);
            pen.text("head", Anchor::Middle, middle, &cut(&figure.empty, LETTERS, room));
        }
        y += PANEL;
        for &year in &years {
            let x = across.at(year + middle);
            pen.line("axis", (x, y), (x, y + 4.0));
            if number + 1 == count {
                pen.text("tick", Anchor::Middle, (x, y + 4.0 + TICK), &format!("{year:.0}"));
            }
        }
    }
    y += 2.0 * TICK + 12.0;
    let middle = f64::midpoint(across.ends.0, across.ends.1);
    pen.text("head", Anchor::Middle, (middle, y), &cut(head, LETTERS, room));
    y + 4.0
}

/// The rows with years, grouped by series; without a column of series, all rows are one series.
fn all_series<'f>(
    table: &'f Table,
    [first, last]: [&str; 2],
    series: Option<&str>,
) -> Vec<Series<'f>> {
    let mut all: Vec<Series<'_>> = Vec::new();
    for row in &table.rows {
        let name = series.map(|field| table.text(row, field)).unwrap_or_default();
        if all.last().is_none_or(|known| known.name != name) {
            all.push(Series { name, rows: Vec::new() });
        }
        let years = table.number(row, first).zip(table.number(row, last));
        if let (Some(series), Some((first, last))) = (all.last_mut(), years)
            && first <= last
        {
            series.rows.push(((first, last), row));
        }
    }
    all
}

/// Years of the axis (the end excluded), and the number of years of a period.
fn years(all: &[Series<'_>]) -> ((f64, f64), f64) {
    let mut rows = all.iter().flat_map(|series| series.rows.iter().map(|row| row.0));
    let Some(one) = rows.next() else { return ((1900.0, 2000.0), 10.0) };
    let span = one.1 - one.0 + 1.0;
    let (first, last) = rows.fold(one, |all, row| (all.0.min(row.0), all.1.max(row.1)));
    let missing = (FEWEST - (last + 1.0 - first) / span).max(0.0);
    let before = (missing / 2.0).floor() * span;
    ((first - before, last + 1.0 + missing * span - before), span)
}

/// Draws the names of the series; returns the place of the lower end.
fn legend(all: &[Series<'_>], top: f64, pen: &mut Pen) -> f64 {
    /// Length of the line that stands before a name.
    const SAMPLE: f64 = 24.0;
    let (mut x, mut y) = (0.0, top + LETTERS);
    for (place, series) in all.iter().enumerate().take(MOST_SERIES) {
        let name = cut(&series.name, LETTERS, WIDTH - SAMPLE - 6.0);
        let needed = SAMPLE + 6.0 + width(&name, LETTERS);
        if x > 0.0 && x + needed > WIDTH {
            (x, y) = (0.0, y + LETTERS * 1.5);
        }
        pen.line(&format!("series s{place}"), (x, y - 4.0), (x + SAMPLE, y - 4.0));
        pen.text("head", Anchor::Start, (x + SAMPLE + 6.0, y), &name);
        x += needed + 16.0;
    }
    y
}

/// Draws the axes of a panel and its grid.
fn frame(panel: &Panel, (across, down): (Ruler, Ruler), pen: &mut Pen) {
    let (left, right) = across.ends;
    for (tick, label) in panel.ticks(down.range, 5) {
        let y = down.at(tick);
        let is_half = panel.scale == Scale::Shared && tick == 50.0;
        let class = if is_half { "half" } else { "grid" };
        pen.line(class, (left, y), (right, y));
        pen.text("tick", Anchor::End, (left - 5.0, y + 4.0), &label);
    }
    pen.line("axis", (left, down.ends.0), (right, down.ends.0));
    pen.line("axis", (left, down.ends.0), (left, down.ends.1));
}

/// Signs that distinguish one series from the others.
#[derive(Clone, Copy)]
struct Look {
    /// Number of the series, from 0.
    place: usize,
    /// Number of series.
    of: usize,
    /// Whether intervals are drawn as a band.
    has_bands: bool,
}

impl Look {
    /// Offset of a series from the middle of its period, which keeps intervals drawn as lines
    /// apart; `period` is the width of a period.
    fn aside(self, period: f64) -> f64 {
        let apart = (period * 0.6 / self.of as f64).min(APART);
        if self.has_bands {
            0.0
        } else {
            (self.place as f64 - (self.of as f64 - 1.0) / 2.0) * apart
        }
    }
}

/// Draws a series in a panel.
fn marks(
    (panel, table): (&Panel, &Table),
    series: &Series<'_>,
    look: Look,
    (across, down): (Ruler, Ruler),
    pen: &mut Pen,
) {
    let Look { place, has_bands, .. } = look;
    let found: Vec<_> = series
        .rows
        .iter()
        .filter_map(|&((first, last), row)| {
            let ends = (across.at(first), across.at(last + 1.0));
            let years =
                if first == last { format!("{first}") } else { format!("{first}–{last}") };
            Some((ends, years, panel.of(table, row)?))
        })
        .collect();
    let middle = |(left, right): (f64, f64)| f64::midpoint(left, right) + look.aside(right - left);
    if panel.mark == PanelMark::Line {
        let band = |end: fn((f64, f64)) -> f64| {
            let ends = found.iter().filter_map(move |(x, _, m)| Some((*x, m.interval.map(end)?)));
            ends.map(|(x, end)| (middle(x), down.at(end))).collect::<Vec<_>>()
        };
        let mut around = band(|interval| interval.1);
        around.extend(band(|interval| interval.0).into_iter().rev());
        if has_bands && around.len() > 3 {
            pen.path(&format!("band f{place}"), &around, "Z");
        }
        let line: Vec<_> = found.iter().map(|(x, _, m)| (middle(*x), down.at(m.value))).collect();
        pen.path(&format!("series s{place}"), &line, "");
    }
    for (x, years, measured) in found {
        let y = down.at(measured.value);
        pen.titled(&measured.text(&years), |pen| match panel.mark {
            PanelMark::Bar => {
                let wide = ((x.1 - x.0) * 0.8).clamp(0.8, WIDEST);
                let high = (down.ends.0 - y).max(0.5);
                pen.rectangle("bar", (middle(x) - wide / 2.0, down.ends.0 - high), (wide, high));
            }
            PanelMark::Point => {
                if let Some((low, high)) = measured.interval {
                    pen.line("range", (middle(x), down.at(low)), (middle(x), down.at(high)));
                }
                let radius = ((x.1 - x.0) * 0.35).clamp(0.9, 2.6);
                pen.dot("point", (middle(x), y), radius);
            }
            PanelMark::Line => {
                if let Some((low, high)) = measured.interval.filter(|_| !has_bands) {
                    let class = format!("whisker s{place}");
                    pen.line(&class, (middle(x), down.at(low)), (middle(x), down.at(high)));
                }
                pen.dot(&format!("f{place}"), (middle(x), y), 1.8);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::figure::{Chart, ChartShape, Column, Figure, Panel, PanelMark, Scale, Table};
    use serde_json::json;
    use std::collections::BTreeSet;

    /// A figure of the decade 1950–1959 with `count` series.
    fn choices(count: usize) -> Figure {
        let column = |field| Column { field, head: field.to_owned() };
        let row = |name: usize| {
            vec![json!(name), json!(1950), json!(1959), json!(40), json!(20), json!(60)]
        };
        Figure {
            title: "Moves".to_owned(),
            notes: Vec::new(),
            empty: String::new(),
            table: Table {
                names: 1,
                columns: ["line", "first", "last", "chosen", "low", "high"].map(column).into(),
                rows: (0..count).map(row).collect(),
            },
            chart: Chart {
                shape: ChartShape::Years {
                    first: "first",
                    last: "last",
                    series: Some("line"),
                    head: "Year".to_owned(),
                },
                panels: vec![Panel {
                    field: "chosen",
                    head: "Chosen".to_owned(),
                    interval: Some(["low", "high"]),
                    mark: PanelMark::Line,
                    scale: Scale::Percent,
                }],
            },
        }
    }

    #[test]
    fn intervals_of_many_lines_stand_beside_each_other() {
        for count in [5, 8] {
            let svg = choices(count).to_svg();
            let whiskers = svg.split("class=\"whisker").skip(1);
            let places = whiskers.map(|rest| rest.split("x1=\"").nth(1).unwrap());
            let places: BTreeSet<&str> = places.map(|x| x.split('"').next().unwrap()).collect();
            assert_eq!(places.len(), count, "{svg}");
        }
        assert!(!choices(4).to_svg().contains("class=\"whisker"), "few lines have bands");
    }
}

//! Charts of rows: labels at the left, panels side by side.

use super::panel::Ruler;
use super::pen::{Anchor, LETTERS, Pen, WIDTH, cut, lines, width};
use super::{ChartShape, Figure, Panel, PanelMark, Scale};
use serde_json::Value;

/// Largest number of rows that are drawn, so that a chart fits one page.
pub const MOST_ROWS: usize = 60;

/// Height of a row.
const ROW: f64 = 18.0;
/// Indentation per level of depth.
const INDENT: f64 = 12.0;
/// Depth from which rows are indented no further.
const DEEPEST: f64 = 10.0;
/// Largest width of a label.
const WIDEST: f64 = 200.0;
/// Width between two panels.
const GAP: f64 = 22.0;
const TICK: f64 = 11.0;

/// Draws the chart below `top`; returns the place of its lower end.
pub(super) fn draw(figure: &Figure, top: f64, pen: &mut Pen) -> f64 {
    let ChartShape::Rows { label, depth } = &figure.chart.shape else { return top };
    let table = &figure.table;
    let rows: Vec<&Vec<Value>> = table.rows.iter().take(MOST_ROWS).collect();
    let indent = |row: &[Value]| {
        let depth = depth.and_then(|field| table.number(row, field)).unwrap_or(0.0);
        depth.clamp(0.0, DEEPEST) * INDENT
    };
    let needed = |row: &&Vec<Value>| indent(row) + width(&table.text(row, label), LETTERS);
    let left = rows.iter().map(needed).fold(40.0, f64::max).min(WIDEST) + 10.0;
    let count = figure.chart.panels.len().max(1) as f64;
    let wide = (WIDTH - left - GAP * (count - 1.0) - 8.0) / count;
    let high = rows.len().max(2) as f64 * ROW;
    // Heads of panels may need two lines.
    let heads: Vec<Vec<String>> =
        figure.chart.panels.iter().map(|panel| lines(&panel.head, LETTERS, wide, 2)).collect();
    let above = heads.iter().map(Vec::len).max().unwrap_or(0) as f64 * LETTERS * 1.25 + 8.0;
    let y = top + above;
    for (place, row) in rows.iter().enumerate() {
        let x = indent(row);
        let base = y + (place as f64 + 0.5) * ROW + 4.0;
        let text = cut(&table.text(row, label), LETTERS, left - 10.0 - x);
        pen.text("head", Anchor::Start, (x, base), &text);
    }
    for (place, (panel, head)) in figure.chart.panels.iter().zip(&heads).enumerate() {
        let begin = left + place as f64 * (wide + GAP);
        // A bar without an interval has its number at its right.
        let behind =
            if panel.mark == PanelMark::Bar && panel.interval.is_none() { 34.0 } else { 0.0 };
        let range = panel.range(table, rows.iter().copied());
        let across = Ruler { range, ends: (begin, begin + wide - behind) };
        for (line, text) in head.iter().enumerate() {
            let base = y - above + (line as f64 + 1.0) * LETTERS * 1.25;
            pen.text("head", Anchor::Start, (begin, base), text);
        }
        frame(panel, across, (y, y + high), pen);
        for (place, row) in rows.iter().enumerate() {
            let middle = y + (place as f64 + 0.5) * ROW;
            mark(panel, figure, row, (across, middle), pen);
        }
    }
    if rows.is_empty() {
        let middle = (f64::midpoint(left, WIDTH), y + high / 2.0 + 4.0);
        pen.text("head", Anchor::Middle, middle, &cut(&figure.empty, LETTERS, WIDTH - left));
    }
    y + high + TICK + 14.0
}

/// Draws the axes of a panel and its grid.
fn frame(panel: &Panel, across: Ruler, (top, bottom): (f64, f64), pen: &mut Pen) {
    let (left, right) = across.ends;
    let labels = panel.ticks(across.range, 4);
    let widest = labels.iter().map(|(_, label)| width(label, TICK) + 8.0).fold(1.0, f64::max);
    let most = ((right - left) / widest).max(1.0) as usize;
    for (tick, label) in panel.ticks(across.range, most.min(5)) {
        let x = across.at(tick);
        let is_half = panel.scale == Scale::Shared && tick == 50.0;
        pen.line(if is_half { "half" } else { "grid" }, (x, top), (x, bottom));
        pen.line("axis", (x, bottom), (x, bottom + 4.0));
        pen.text("tick", Anchor::Middle, (x, bottom + 4.0 + TICK), &label);
    }
    pen.line("axis", (left, bottom), (right, bottom));
    if panel.mark == PanelMark::Bar {
        pen.line("axis", (left, top), (left, bottom));
    }
}

/// Draws the number of a row in a panel.
fn mark(panel: &Panel, figure: &Figure, row: &[Value], at: (Ruler, f64), pen: &mut Pen) {
    let (across, middle) = at;
    let Some(measured) = panel.of(&figure.table, row) else { return };
    let x = across.at(measured.value);
    let name = match &figure.chart.shape {
        ChartShape::Rows { label, .. } => figure.table.text(row, label),
        ChartShape::Years { .. } => String::new(),
    };
    pen.titled(&measured.text(&name), |pen| {
        match panel.mark {
            PanelMark::Bar => {
                let size = ((x - across.ends.0).max(0.5), ROW * 0.56);
                pen.rectangle("bar", (across.ends.0, middle - size.1 / 2.0), size);
                if measured.interval.is_none() {
                    let number = figure.table.text(row, panel.field);
                    pen.text("tick", Anchor::Start, (x + 4.0, middle + 4.0), &number);
                }
            }
            PanelMark::Point | PanelMark::Line => pen.dot("point", (x, middle), 2.6),
        }
        if let Some((low, high)) = measured.interval {
            pen.line("range", (across.at(low), middle), (across.at(high), middle));
        }
    });
}

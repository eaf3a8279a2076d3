//! The whole picture: title, chart and notes, one below the other.

use super::pen::{Anchor, Pen, WIDTH, lines};
use super::{ChartShape, Figure, rows, years};
use crate::diagram::escaped;

const TITLE: f64 = 15.0;
const NOTES: f64 = 11.0;

/// Largest number of lines of a title or a note that are drawn.
const MOST_LINES: usize = 6;

/// Style of the picture: fonts for Latin letters and hanzi, and strokes that also print well.
const STYLE: &str = "\
svg{background:#fff;color:#111;max-width:44rem}\
text{font:12px 'Noto Serif','Times New Roman','Noto Serif CJK SC','Noto Serif CJK TC',\
'Source Han Serif SC','Songti SC','Songti TC',SimSun,PMingLiU,serif;fill:currentColor}\
.title{font-size:15px;font-weight:bold}\
.note{font-size:11px}\
.tick{font-size:11px}\
.axis{stroke:#111;stroke-width:.8}\
.grid{stroke:#ccc;stroke-width:.5}\
.half{stroke:#777;stroke-width:.7;stroke-dasharray:3 3}\
.bar{fill:#a9a9a9}\
.range{stroke:#111;stroke-width:.9}\
.point{fill:#111}\
.series{fill:none;stroke-width:1.4}\
.whisker{stroke-width:.8;stroke-opacity:.4}\
.band{stroke:none;fill-opacity:.13}";

pub(super) fn draw(figure: &Figure) -> String {
    let mut pen = Pen::default();
    let mut y = 4.0;
    for line in lines(&figure.title, TITLE, WIDTH - 4.0, MOST_LINES) {
        y += TITLE * 1.3;
        pen.text("title", Anchor::Start, (0.0, y - 4.0), &line);
    }
    y += 8.0;
    y = match &figure.chart.shape {
        ChartShape::Years { .. } => years::draw(figure, y, &mut pen),
        ChartShape::Rows { .. } => rows::draw(figure, y, &mut pen),
    };
    y += 6.0;
    for note in &figure.notes {
        for line in lines(note, NOTES, WIDTH - 4.0, MOST_LINES) {
            y += NOTES * 1.4;
            pen.text("note", Anchor::Start, (0.0, y), &line);
        }
        y += 3.0;
    }
    let height = (y + 6.0).ceil();
    let title = escaped(&figure.title);
    let series = years::styles();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-8 0 {} {height}\" width=\"100%\" \
         role=\"img\" aria-label=\"{title}\"><title>{title}</title>\
         <style>{STYLE}{series}</style>{}</svg>\n",
        WIDTH + 16.0,
        pen.drawn(),
    )
}

#[cfg(test)]
mod tests {
    use crate::figure::{
        Chart, ChartShape, Column, Figure, MOST_ROWS, Panel, PanelMark, Scale, Table,
    };
    use serde_json::{Value, json};

    /// A figure of rows of six values: name, first year, last year, number, low, high.
    fn figure(rows: Vec<Vec<Value>>, is_along_years: bool) -> Figure {
        let column = |field| Column { field, head: field.to_owned() };
        let shape = match is_along_years {
            true => ChartShape::Years {
                first: "first",
                last: "last",
                series: Some("name"),
                head: "Year".to_owned(),
            },
            false => ChartShape::Rows { label: "name", depth: Some("first") },
        };
        let panel = |mark, scale| Panel {
            field: "number",
            head: "Number, %".to_owned(),
            interval: Some(["low", "high"]),
            mark,
            scale,
        };
        Figure {
            title: "A <title> & \"more\" \u{202e}\u{1b}[31m".to_owned(),
            notes: vec!["a note".repeat(400)],
            empty: "nothing".to_owned(),
            table: Table {
                names: 2,
                columns: ["name", "first", "last", "number", "low", "high"].map(column).into(),
                rows,
            },
            chart: Chart {
                shape,
                panels: vec![
                    panel(PanelMark::Bar, Scale::FromZero),
                    panel(PanelMark::Point, Scale::Shared),
                    panel(PanelMark::Line, Scale::Close),
                ],
            },
        }
    }

    /// All coordinates in a picture.
    fn places(svg: &str) -> Vec<f64> {
        let parts = [" x=\"", " y=\"", " x1=\"", " x2=\"", " y1=\"", " y2=\"", " cx=\"", " cy=\""];
        let texts = parts.iter().flat_map(|part| svg.split(part).skip(1));
        texts.map(|text| text.split('"').next().unwrap().parse().unwrap()).collect()
    }

    #[test]
    fn whatever_is_drawn_stays_on_the_sheet() {
        let name = "很长的名字<script>&\u{7}".repeat(30);
        let huge = json!(1e300);
        let tables = [
            vec![],
            vec![vec![json!("a"), json!(1950), json!(1950), json!(1), json!(0), json!(2)]],
            vec![vec![json!(name), json!(1787), json!(1796), json!(3), Value::Null, json!(5)]],
            vec![vec![json!("a"), json!(9999), json!(0), json!(-5), json!(7), json!(-7)]],
            vec![vec![json!("a"), Value::Null, json!("x"), huge.clone(), json!(-1e300), huge]],
            vec![vec![], vec![json!([1]), json!({}), json!(1)]],
            (0..500)
                .map(|n| vec![json!(n % 40), json!(n), json!(n), json!(n), json!(0), json!(n * n)])
                .collect(),
        ];
        for rows in tables {
            for is_along_years in [true, false] {
                let svg = figure(rows.clone(), is_along_years).to_svg();
                let height: f64 = svg
                    .split("viewBox=\"-8 0 496 ")
                    .nth(1)
                    .unwrap()
                    .split('"')
                    .next()
                    .unwrap()
                    .parse()
                    .unwrap();
                for place in places(&svg) {
                    assert!((-8.0..=height.max(488.0)).contains(&place), "{place} in {svg:.3000}");
                }
                assert!(!svg.contains("<script") && !svg.contains('\u{7}'), "{svg:.3000}");
                assert!(svg.len() < 600_000);
            }
        }
    }

    #[test]
    fn no_more_rows_are_drawn_than_fit_a_page() {
        let row = |n: usize| vec![json!(format!("r{n}")), json!(0), json!(0), json!(n)];
        let svg = figure((0..200).map(row).collect(), false).to_svg();
        assert!(svg.contains(&format!(">r{}<", MOST_ROWS - 1)));
        assert!(!svg.contains(&format!(">r{MOST_ROWS}<")));
    }
}

//! Specifications of charts for Vega-Lite.

use super::{Chart, ChartShape, Figure, Panel, PanelMark, Scale};
use serde_json::{Value, json};

/// Version of Vega-Lite.
const SCHEMA: &str = "https://vega.github.io/schema/vega-lite/v5.json";

/// Specification of a chart whose table is in the CSV file `csv` beside the specification.
pub(super) fn specification(figure: &Figure, csv: &str) -> Value {
    let Chart { shape, panels } = &figure.chart;
    let views: Vec<Value> = panels
        .iter()
        .enumerate()
        .map(|(place, panel)| view(figure, panel, place + 1 == panels.len(), place == 0))
        .collect();
    // Says that these columns are numbers, so that empty cells are read as unknown.
    let parse: serde_json::Map<String, Value> =
        fields(figure).into_iter().map(|field| (field.to_owned(), json!("number"))).collect();
    let arranged = match shape {
        ChartShape::Years { .. } => "vconcat",
        ChartShape::Rows { .. } => "hconcat",
    };
    let mut specification = json!({
        "$schema": SCHEMA,
        "title": figure.title,
        "description": figure.notes.join(" "),
        "data": { "url": csv, "format": { "type": "csv", "parse": parse } },
        "background": "white",
        "config": { "view": { "stroke": null }, "axis": { "grid": false } },
    });
    specification[arranged] = views.into();
    specification
}

/// The columns of numbers that the chart uses.
fn fields(figure: &Figure) -> Vec<&'static str> {
    let mut fields: Vec<&'static str> = Vec::new();
    if let ChartShape::Years { first, last, .. } = figure.chart.shape {
        fields.extend([first, last]);
    }
    for panel in &figure.chart.panels {
        fields.push(panel.field);
        fields.extend(panel.interval.into_iter().flatten());
    }
    fields
}

/// The specification of a panel: its marks and its intervals.
fn view(figure: &Figure, panel: &Panel, is_last: bool, is_first: bool) -> Value {
    let scale = match panel.scale {
        Scale::FromZero => json!({ "zero": true }),
        Scale::Percent | Scale::Shared => json!({ "domain": [0, 100] }),
        Scale::Close => json!({ "zero": false }),
    };
    let number = |field: &str| json!({ "field": field, "type": "quantitative", "scale": scale, "title": panel.head });
    let (across, along, end) = match &figure.chart.shape {
        ChartShape::Years { first, head, .. } => {
            let title = if is_last { json!(head) } else { Value::Null };
            let axis = json!({ "format": "d", "title": title });
            let scale = json!({ "zero": false });
            let years =
                json!({ "field": first, "type": "quantitative", "axis": axis, "scale": scale });
            (("x", years), "y", "y2")
        }
        ChartShape::Rows { .. } => {
            let names: Vec<&str> = names(figure);
            let axis =
                if is_first { json!({ "title": null, "labelLimit": 300 }) } else { Value::Null };
            let rows =
                json!({ "field": names.first(), "type": "nominal", "sort": null, "axis": axis });
            (("y", rows), "x", "x2")
        }
    };
    let series = match &figure.chart.shape {
        ChartShape::Years { series: Some(series), .. } => {
            Some(json!({ "field": series, "type": "nominal", "title": null, "sort": null }))
        }
        _ => None,
    };
    let layer = |mark: Value, ends: &[(&str, Value)]| {
        let mut encoding = json!({});
        encoding[across.0] = across.1.clone();
        if let Some(series) = &series {
            encoding["color"] = series.clone();
        }
        for (channel, value) in ends {
            encoding[*channel] = value.clone();
        }
        json!({ "mark": mark, "encoding": encoding })
    };
    let mut layers = Vec::new();
    let interval = panel.interval.map(|[low, high]| {
        let kind = if panel.mark == PanelMark::Line && series.is_some() {
            json!({ "type": "area", "opacity": 0.15 })
        } else {
            json!({ "type": "rule" })
        };
        layer(kind, &[(along, number(low)), (end, json!({ "field": high }))])
    });
    let mark = match (panel.mark, &series) {
        (PanelMark::Bar, _) => json!({ "type": "bar", "color": "#a9a9a9" }),
        (PanelMark::Line, Some(_)) => json!({ "type": "line", "point": true }),
        _ => json!({ "type": "point", "filled": true, "color": "#111" }),
    };
    layers.push(layer(mark, &[(along, number(panel.field))]));
    layers.extend(interval);
    if panel.scale == Scale::Shared {
        let mut half = json!({ "mark": { "type": "rule", "strokeDash": [3, 3], "color": "#777" } });
        half["encoding"][along] = json!({ "datum": 50 });
        layers.push(half);
    }
    json!({ "layer": layers, "width": if across.0 == "x" { 420 } else { 200 } })
}

/// The columns that name a row.
fn names(figure: &Figure) -> Vec<&'static str> {
    let columns = figure.table.columns.iter().take(figure.table.names);
    columns.map(|column| column.field).collect()
}

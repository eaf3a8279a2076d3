//! Captions of figures, and pages with a figure and its caption.

use super::record::FigureRecord;
use crate::book::{document, escaped, quoted};
use crate::messages::Lang;
use crate::questions::chart::{Drawing, Interval};
use std::fmt::Write as _;
use xqdb::figure::{ChartShape, MOST_ROWS, MOST_SERIES, Table};
use xqdb::search::Lead;

/// Makes the caption of a figure.
pub(super) struct Caption<'a> {
    pub(super) lang: Lang,
    pub(super) record: &'a FigureRecord,
    pub(super) drawing: &'a Drawing,
}

impl Caption<'_> {
    /// Paragraphs below the picture.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = vec![self.question()];
        notes.extend(self.counts());
        notes.extend(self.drawing.notes.iter().cloned());
        notes.extend(self.cut());
        notes.push(self.made());
        notes
    }

    /// Command that asks the question again.
    pub(super) fn question(&self) -> String {
        let as_stated = self.record.as_stated.then_some("--as-stated".to_owned());
        let program = std::iter::once("xqdb".to_owned()).chain(as_stated);
        quoted(program.chain(self.record.question.iter().cloned()))
    }

    /// Numbers of games, players and events, the method of the intervals, and warnings.
    pub(super) fn counts(&self) -> Vec<String> {
        let lang = self.lang;
        let counted = &self.record.counted;
        let mut counts = lang.figure_counts(counted.games, counted.players, counted.events);
        let are_drawn = self.drawing.table.columns.iter().any(|column| column.field == "others");
        if counted.others > 0 && !are_drawn {
            counts += &lang.games_of_other_kinds(counted.others);
        }
        let in_no_score =
            (counted.others > 0 && are_drawn).then(|| lang.games_in_no_score(counted.others));
        // Notes explain the intervals of strengths.
        let interval = match self.drawing.interval {
            Interval::Wilson => Some(lang.figure_wilson()),
            Interval::WholeHistory => None,
        };
        let leads = counted.more_than_a_third.iter();
        let leads = leads.map(|Lead { name, games }| lang.one_has_more_than_a_third(name, *games));
        std::iter::once(counts).chain(in_no_score).chain(interval).chain(leads).collect()
    }

    /// Remark that only part of the table is drawn, if so.
    fn cut(&self) -> Option<String> {
        let Drawing { table, chart, .. } = self.drawing;
        let (all, most) = match chart.shape {
            ChartShape::Rows { .. } => (table.rows.len(), MOST_ROWS),
            ChartShape::Years { series: None, .. } => return None,
            ChartShape::Years { series: Some(series), .. } => {
                let place = table.columns.iter().position(|column| column.field == series)?;
                let names = table.rows.iter().filter_map(|row| row.get(place));
                let mut names: Vec<_> = names.collect();
                names.dedup();
                (names.len(), MOST_SERIES)
            }
        };
        (all > most).then(|| self.lang.figure_is_cut(most as u64, all as u64))
    }

    /// Version of the program, day, and archive of the figure.
    pub(super) fn made(&self) -> String {
        let FigureRecord { program, date, archive, .. } = self.record;
        self.lang.figure_made(program, date, &archive.name, &archive.fingerprint)
    }
}

const STYLE: &str = include_str!("page.css");

/// Page with a figure. `record` names the file from which the figure can be made again.
pub(super) fn page(caption: &Caption<'_>, svg: &str, table: &Table, record: &str) -> String {
    let lang = caption.lang;
    let mut out = format!("<figure>\n{svg}</figure>\n");
    let _ = writeln!(out, "<h2>{}</h2>", escaped(&lang.figure_rests_on()));
    let _ = writeln!(out, "<p><code>{}</code></p>", escaped(&caption.question()));
    let again = quoted(["xqdb", "reproduce", record].map(str::to_owned));
    for line in caption
        .counts()
        .into_iter()
        .chain(caption.drawing.notes.iter().cloned())
        .chain([caption.made(), lang.figure_again(&again)])
    {
        let _ = writeln!(out, "<p>{}</p>", escaped(&line));
    }
    let _ = writeln!(out, "<h2>{}</h2>\n<div><table>\n<tr>", escaped(&lang.figure_numbers()));
    let is_text: Vec<bool> = (0..table.columns.len())
        .map(|place| table.rows.iter().any(|row| row.get(place).is_some_and(|v| v.is_string())))
        .collect();
    let class = |place: usize| match is_text.get(place) {
        Some(true) => " class=\"text\"",
        _ => "",
    };
    for (place, column) in table.columns.iter().enumerate() {
        let _ = write!(out, "<th{}>{}", class(place), escaped(&column.head));
    }
    out.push('\n');
    for row in &table.rows {
        out.push_str("<tr>");
        for (place, cell) in Table::cells(row).iter().enumerate() {
            let _ = write!(out, "<td{}>{}", class(place), escaped(cell));
        }
        out.push('\n');
    }
    out += "</table></div>\n";
    document(lang, &caption.drawing.title, STYLE, &out)
}

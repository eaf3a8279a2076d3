//! Prints the rows of an answer as a table, CSV, TSV, JSON or JSON Lines, all made from the
//! description of the answer.

use super::Context;
use super::render::{Align, TextTable, wrapped};
use crate::book::{marked, marked_result};
use crate::cli::{Form, RowLayout};
use crate::messages::Lang;
use crate::questions::chart::head;
use crate::questions::{event_in_script, in_script, players_named};
use anyhow::anyhow;
use serde_json::{Map, Value};
use xqdb::answers::{Answer, Datum, Field, Shown, UnknownColumn};
use xqdb::export::{csv, jsonl};
use xqdb::search::{Archive, GameRow};

/// The answer with the columns of a layout; with all columns if the layout names none.
pub(super) fn chosen<R>(
    lang: Lang,
    answer: Answer<R>,
    RowLayout { form, columns, .. }: RowLayout<'_>,
) -> anyhow::Result<Answer<R>> {
    if columns.is_empty() {
        return Ok(answer);
    }
    answer
        .choose(columns, form == Form::Table)
        .map_err(|UnknownColumn { name, known }| no_column(lang, "--columns", &name, &known))
}

/// Sorts rows by the column of a layout, if it names one.
pub(super) fn sorted<R>(
    lang: Lang,
    answer: &Answer<R>,
    layout: RowLayout<'_>,
    rows: &mut [&R],
) -> anyhow::Result<()> {
    let Some(by) = layout.sort else { return Ok(()) };
    answer
        .sort(rows, by)
        .map_err(|UnknownColumn { name, known }| no_column(lang, "--sort", &name, &known))
}

/// Error of an option that names an unknown column.
pub(super) fn no_column(lang: Lang, option: &str, name: &str, known: &[&str]) -> anyhow::Error {
    anyhow!(lang.argument_wrong(option, &lang.none_of(name, &known.join(", "))))
}

/// Cells as a line of CSV or TSV.
pub(super) fn cells_line(context: &Context, form: Form, cells: &[impl AsRef<str>]) -> String {
    match form {
        Form::Tsv => csv::tab_line(cells),
        _ => context.csv_line(cells),
    }
}

/// Makes the text of a field for a screen.
type Show<'a, R> = Box<dyn Fn(&R) -> anyhow::Result<String> + 'a>;

/// Prints the rows of an answer.
pub(super) struct Printed<'a, R> {
    context: &'a Context,
    layout: RowLayout<'a>,
    answer: Answer<R>,
    shows: Vec<(&'static str, Show<'a, R>)>,
    /// Fields that CSV shows as the screen does if they have no value or a list.
    said_in_csv: Vec<&'static str>,
    dashed: &'static [&'static str],
    heads: Vec<(&'static str, String)>,
    order: &'static [&'static str],
    kept: &'static [&'static str],
    spare: &'static [&'static str],
    roomy: &'static [(&'static str, usize)],
    /// Whether tables leave out columns without any text.
    has_no_empty: bool,
    /// Columns with names of players, and the archive of these players.
    persons: Option<(&'a Archive, &'static [&'static str])>,
}

impl<'a, R> Printed<'a, R> {
    /// Prints `answer` in `layout`.
    pub(super) fn new(
        context: &'a Context,
        answer: Answer<R>,
        layout: RowLayout<'a>,
    ) -> anyhow::Result<Printed<'a, R>> {
        Ok(Printed {
            context,
            layout,
            answer: chosen(context.lang, answer, layout)?,
            shows: Vec::new(),
            said_in_csv: Vec::new(),
            dashed: &[],
            heads: Vec::new(),
            order: &[],
            kept: &[],
            spare: &[],
            roomy: &[],
            has_no_empty: false,
            persons: None,
        })
    }

    /// Sets the text that a screen shows for a field.
    pub(super) fn show(
        mut self,
        name: &'static str,
        show: impl Fn(&R) -> anyhow::Result<String> + 'a,
    ) -> Self {
        self.answer.change(name, Field::by_value);
        self.shows.push((name, Box::new(show)));
        self
    }

    /// Like [`Printed::show`], and for CSV, too, where the field has no value or a list.
    pub(super) fn say(
        mut self,
        name: &'static str,
        show: impl Fn(&R) -> anyhow::Result<String> + 'a,
    ) -> Self {
        self.said_in_csv.push(name);
        self.show(name, show)
    }

    /// Shows `-` where these fields have no value, in CSV, too.
    pub(super) fn dash(self, dashed: &'static [&'static str]) -> Self {
        Printed { dashed, ..self }
    }

    /// Hides these columns on a screen, unless the user chose columns.
    pub(super) fn hide(mut self, names: &[&str]) -> Self {
        if !self.is_chosen() {
            names.iter().for_each(|name| self.answer.change(name, Field::hidden));
        }
        self
    }

    /// Replaces the head of a column.
    pub(super) fn head(mut self, name: &'static str, head: String) -> Self {
        self.heads.push((name, head));
        self
    }

    /// Puts these columns first, in this order.
    pub(super) fn order(self, order: &'static [&'static str]) -> Self {
        Printed { order, ..self }
    }

    /// Never cuts these columns.
    pub(super) fn keeping(self, kept: &'static [&'static str]) -> Self {
        Printed { kept, ..self }
    }

    /// Leaves these columns out, in this order, on a narrow screen.
    pub(super) fn sparing(self, spare: &'static [&'static str]) -> Self {
        Printed { spare, ..self }
    }

    /// Leaves spare columns out before it cuts the texts of these columns to less than these widths.
    pub(super) fn with_room(self, roomy: &'static [(&'static str, usize)]) -> Self {
        Printed { roomy, ..self }
    }

    /// Leaves columns without any text out of tables.
    pub(super) fn without_empty(self) -> Self {
        Printed { has_no_empty: true, ..self }
    }

    /// Shows the names of players in these columns in the script of the language.
    pub(super) fn persons(self, archive: &'a Archive, names: &'static [&'static str]) -> Self {
        Printed { persons: Some((archive, names)), ..self }
    }

    /// Index of a field among the columns of a screen.
    pub(super) fn place(&self, name: &str) -> usize {
        self.columns().iter().position(|field| field.about.name == name).unwrap_or(usize::MAX)
    }

    /// Prints rows; prints nothing for a table without rows.
    pub(super) fn print(&self, rows: &[R]) -> anyhow::Result<()> {
        self.context.print_all(&self.text(rows)?)
    }

    /// Prints rows. A table is printed even without rows, and `note` below it in lines as wide as
    /// the screen.
    pub(super) fn print_with(&self, rows: &[R], note: &str) -> anyhow::Result<()> {
        match self.layout.form {
            Form::Table => {
                let table = self.table_of_all(&self.arranged(rows)?)?;
                self.context.print_all(&(table.render() + &wrapped(note, self.context.width)))
            }
            _ => self.print(rows),
        }
    }

    /// Rows as text; empty for a table without rows.
    pub(super) fn text(&self, rows: &[R]) -> anyhow::Result<String> {
        let rows = self.arranged(rows)?;
        Ok(match self.layout.form {
            Form::Table if rows.is_empty() => String::new(),
            Form::Table => self.table_of_all(&rows)?.render(),
            Form::Json => format!("{}\n", self.answer.objects(rows)),
            Form::Jsonl | Form::Csv | Form::Tsv => {
                let rows = rows.into_iter().map(|row| self.line(row));
                std::iter::once(Ok(self.head_line())).chain(rows).collect::<anyhow::Result<_>>()?
            }
        })
    }

    /// Line of column names for CSV and TSV; empty for other forms.
    pub(super) fn head_line(&self) -> String {
        match self.layout.form {
            Form::Csv | Form::Tsv => {
                cells_line(self.context, self.layout.form, &self.answer.csv_head())
            }
            _ => String::new(),
        }
    }

    /// A row as an object.
    pub(super) fn object(&self, row: &R) -> Map<String, Value> {
        self.answer.object(row)
    }

    /// A row as a line of JSON, CSV or TSV.
    pub(super) fn line(&self, row: &R) -> anyhow::Result<String> {
        if self.layout.form == Form::Jsonl {
            return Ok(String::from_utf8_lossy(&jsonl::line(&self.object(row))).into_owned());
        }
        let cell = |field: &Field<R>| match (field.value(row), self.show_of(field)) {
            (Datum::Null | Datum::List(_), Some(show))
                if self.said_in_csv.contains(&field.about.name) =>
            {
                show(row)
            }
            (Datum::Null, _) if self.is_dashed(field) => Ok("-".to_owned()),
            _ => Ok(field.csv_text(row)),
        };
        let cells = self.answer.csv_fields().map(cell).collect::<anyhow::Result<Vec<String>>>()?;
        Ok(cells_line(self.context, self.layout.form, &cells))
    }

    fn is_dashed(&self, field: &Field<R>) -> bool {
        self.dashed.contains(&field.about.name)
    }

    fn show_of(&self, field: &Field<R>) -> Option<&Show<'a, R>> {
        self.shows.iter().rfind(|(name, _)| *name == field.about.name).map(|(_, show)| show)
    }

    /// Table with heads and without rows.
    pub(super) fn table(&self) -> TextTable {
        self.table_with(&self.columns())
    }

    fn is_chosen(&self) -> bool {
        !self.layout.columns.is_empty()
    }

    /// Rows in the order of the layout, up to its limit.
    fn arranged<'r>(&self, rows: &'r [R]) -> anyhow::Result<Vec<&'r R>> {
        let mut rows: Vec<&R> = rows.iter().collect();
        sorted(self.context.lang, &self.answer, self.layout, &mut rows)?;
        rows.truncate(self.layout.most());
        Ok(rows)
    }

    /// Table of these rows.
    pub(super) fn table_of(&self, rows: &[R]) -> anyhow::Result<TextTable> {
        self.table_of_all(&rows.iter().collect::<Vec<&R>>())
    }

    fn table_of_all(&self, rows: &[&R]) -> anyhow::Result<TextTable> {
        let mut columns = self.columns();
        let mut cells =
            rows.iter().map(|row| self.row(&columns, row)).collect::<Result<Vec<_>, _>>()?;
        if self.has_no_empty && !self.is_chosen() {
            let is_shown = |place: usize| cells.iter().any(|row| !row[place].is_empty());
            let shown: Vec<bool> = (0..columns.len()).map(is_shown).collect();
            for row in &mut cells {
                let mut shown = shown.iter();
                row.retain(|_| shown.next() == Some(&true));
            }
            let mut shown = shown.iter();
            columns.retain(|_| shown.next() == Some(&true));
        }
        let mut table = self.table_with(&columns);
        cells.into_iter().for_each(|row| table.row(row));
        Ok(table)
    }

    /// Cells of a row of the table.
    pub(super) fn cells(&self, row: &R) -> anyhow::Result<Vec<String>> {
        self.row(&self.columns(), row)
    }

    /// Row of another answer as cells under the columns of this one; the first cell is `first`.
    pub(super) fn total<T>(&self, first: &str, answer: &Answer<T>, row: &T) -> Vec<String> {
        let cell = |(place, field): (usize, &Field<R>)| match place {
            0 => first.to_owned(),
            _ => answer.field(field.about.name).map(|field| field.text(row)).unwrap_or_default(),
        };
        self.columns().into_iter().enumerate().map(cell).collect()
    }

    fn table_with(&self, columns: &[&Field<R>]) -> TextTable {
        let place = |name: &&str| columns.iter().position(|field| field.about.name == *name);
        let heads = columns.iter().map(|field| {
            let align = if field.about.is_set_right { Align::Right } else { Align::Left };
            let other = self.heads.iter().find(|(name, _)| *name == field.about.name);
            // The head of a column that is not made for screens is its name.
            let head = || match head(self.context.lang, field.about.head) {
                head if head.is_empty() && self.is_chosen() => field.about.name.to_owned(),
                head => head,
            };
            (other.map_or_else(head, |(_, head)| head.clone()), align)
        });
        let kept: Vec<usize> = self.kept.iter().filter_map(place).collect();
        let spare = self.spare.iter().filter(|_| !self.is_chosen());
        let spare: Vec<usize> = spare.filter_map(place).collect();
        let roomy = self.roomy.iter().filter_map(|(name, width)| Some((place(name)?, *width)));
        let roomy: Vec<(usize, usize)> = roomy.collect();
        let table = TextTable::new(heads.collect()).within(self.context.width);
        table.keeping(&kept).sparing(&spare).with_room(&roomy)
    }

    /// Fields that a screen shows, in their order.
    fn columns(&self) -> Vec<&Field<R>> {
        let order = if self.is_chosen() { &[] } else { self.order };
        let first = order.iter().filter_map(|name| self.answer.field(name));
        let fields = self.answer.fields.iter();
        let rest = fields.filter(|field| !order.contains(&field.about.name));
        first.chain(rest).filter(|field| !matches!(field.shown, Shown::Hidden)).collect()
    }

    fn row(&self, columns: &[&Field<R>], row: &R) -> anyhow::Result<Vec<String>> {
        let cell = |field: &&Field<R>| {
            let text = match self.show_of(field) {
                Some(show) => show(row)?,
                None if self.is_dashed(field) && field.value(row) == Datum::Null => "-".to_owned(),
                None => field.text(row),
            };
            match self.persons {
                Some((archive, names)) if names.contains(&field.about.name) => {
                    Ok(in_script(self.context.lang, archive, &text)?)
                }
                _ => Ok(text),
            }
        };
        columns.iter().map(cell).collect()
    }
}

/// `yes` or an empty text.
pub(super) fn tick(is_so: bool, lang: Lang) -> String {
    if is_so { lang.yes() } else { String::new() }
}

/// Shows date, players and result of a game, marked where they are derived or doubted, and its event
/// in the script of the language; never cuts keys, dates and standings, and leaves out empty columns.
pub(super) fn played<'a, R: 'a>(
    context: &'a Context,
    archive: &'a Archive,
    printed: Printed<'a, R>,
    game: fn(&R) -> &GameRow,
) -> Printed<'a, R> {
    let printed = printed.without_empty().keeping(&["key", "date", "standing"]);
    let printed = printed.show("event", move |row| match &game(row).event {
        Some(event) => Ok(event_in_script(context.lang, archive, event)?),
        None => Ok(String::new()),
    });
    marked_players(context, archive, printed, game)
}

/// Shows date and result of a game, marked where they are derived or doubted, and the players under
/// the names of their persons.
pub(super) fn marked_players<'a, R: 'a>(
    context: &'a Context,
    archive: &'a Archive,
    printed: Printed<'a, R>,
    game: fn(&R) -> &GameRow,
) -> Printed<'a, R> {
    let player = |name: &'static str, at: usize| {
        move |row: &R| {
            let game = game(row);
            let named = players_named(context.lang, archive, game)?;
            Ok(marked(game, name, named[at].as_deref()).text)
        }
    };
    printed
        .persons(archive, &["red", "black"])
        .say("date", move |row| Ok(marked(game(row), "Date", game(row).date.as_deref()).text))
        .say("red", player("Red", 0))
        .say("black", player("Black", 1))
        .show("result", move |row| Ok(marked_result(game(row), context.lang).text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::chart;
    use xqdb::answers::{FieldKind, page, schema_of, year_tallies};
    use xqdb::search::GroupRow;

    #[test]
    fn a_field_that_is_added_is_everywhere() {
        let context = Context {
            db: std::path::PathBuf::new(),
            #[cfg(feature = "serve")]
            is_db_named: false,
            lang: Lang::En,
            quiet: true,
            verbose: false,
            colour: false,
            width: None,
            is_stdout_closed: false,
            legend: None,
            as_stated: false,
            safe_csv: false,
            words: Vec::new(),
            below: std::sync::Arc::default(),
        };
        let answer = || {
            let mut answer = year_tallies();
            let probe = Field::new("probe", FieldKind::Text, "A probe.", |_| "a probe");
            answer.fields.push(probe.head("title"));
            answer
        };
        let description = answer().description();
        assert_eq!(schema_of(&description)["properties"]["probe"]["description"], "A probe.");
        assert!(page(&[description]).contains("| `probe` | text |  | A probe. |"));
        let columns = chart::columns(Lang::En, &answer(), "year probe");
        assert_eq!(columns[1].head, Lang::En.head_title());
        let row = GroupRow { name: Some("1982".to_owned()), ..GroupRow::default() };
        assert_eq!(
            chart::cells(&answer(), "year probe", &row),
            [1982.into(), Value::from("a probe")]
        );
        let text = |form| {
            let layout = RowLayout { form, ..RowLayout::SCREEN };
            let printed = Printed::new(&context, answer(), layout).unwrap();
            printed.text(std::slice::from_ref(&row)).unwrap()
        };
        let table = text(Form::Table);
        let (head, cells) = table.split_once('\n').unwrap();
        assert!(head.ends_with(&Lang::En.head_title()) && cells.ends_with("a probe\n"), "{table}");
        assert!(text(Form::Json).ends_with(",\"probe\":\"a probe\"}]\n"));
        assert!(text(Form::Jsonl).ends_with(",\"probe\":\"a probe\"}\n"));
        assert!(text(Form::Tsv).ends_with("\ta probe\n"));
        let csv = text(Form::Csv);
        assert!(csv.contains(",probe\n") && csv.ends_with(",a probe\n"), "{csv}");
    }
}

//! `xqdb event`: a tournament with standings, cross table and missing games.

use super::printed::{cells_line, no_column};
use super::render::{Align, TextTable, wrapped};
use super::{Context, Status, question};
use crate::cli::{EventArgs, EventFormat, Form, RowLayout};
use crate::messages::Lang;
use crate::questions::some_of;
use crate::questions::tournament::{TournamentTable, for_people, head, html, remarks, table};
use anyhow::anyhow;
use serde_json::Value;
use xqdb::answers::{SortKey, tournament_json};
use xqdb::research::{
    FoundTournament, StandingDifference, Tournament, ask_tournament, read_published,
};
use xqdb::search::{NameClass, near_events};

/// Columns that a narrow screen leaves out, in this order; the cross table is kept.
const SPARE: [&str; 7] = ["team", "unknown", "lost", "draws", "won", "games", "tie_break"];

/// Shows a tournament.
pub(crate) fn event(context: &Context, args: &EventArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let published = match &args.standings {
        None => Vec::new(),
        Some(path) => read_published(&question::read_text(path, lang)?).map_err(|error| {
            anyhow!(lang.argument_wrong("--standings", &lang.stored(&error.to_string())))
        })?,
    };
    let archive = question::open(context)?;
    let event = args.event.join(" ");
    match ask_tournament(&archive, &event, &published)? {
        FoundTournament::One(tournament, differences) => {
            let is_for_people =
                matches!(args.answer.format(), EventFormat::Table | EventFormat::Html);
            let tournament = match is_for_people {
                true => for_people(lang, &archive, &tournament)?,
                false => *tournament,
            };
            print(context, args, &tournament, &differences)?;
            Ok(Status::Success)
        }
        FoundTournament::Several(names) if names.is_empty() => {
            let near = near_events(&archive, &event)?.names;
            question::ask_back(context, &archive, (NameClass::Event, &event), &near)?;
            Ok(Status::NothingFound)
        }
        FoundTournament::Several(names) => {
            Err(anyhow!(lang.several_editions(&event, &some_of(&names))))
        }
    }
}

fn print(
    context: &Context,
    args: &EventArgs,
    tournament: &Tournament,
    differences: &[StandingDifference],
) -> anyhow::Result<()> {
    let lang = context.lang;
    let layout = args.answer.layout();
    let is_whole = layout.is_everything();
    if is_whole && args.answer.format() == EventFormat::Json {
        return context.print_all(&format!("{}\n", tournament_json(tournament, differences)));
    }
    let cells = arranged(lang, table(lang, tournament), layout)?;
    let (head, remarks) = match is_whole {
        true => (head(lang, tournament, differences), remarks(lang, tournament)),
        false => Default::default(),
    };
    let text = match args.answer.format() {
        EventFormat::Html => html(lang, &tournament.name, &cells, &[head, remarks].concat()),
        EventFormat::Json => format!("{}\n", Value::Array(objects(&cells))),
        EventFormat::Jsonl => objects(&cells).iter().map(|row| format!("{row}\n")).collect(),
        EventFormat::Csv | EventFormat::Tsv => lines(context, layout.form, &cells),
        EventFormat::Table => {
            let (columns, rows) = cells;
            let align = |is_number| if is_number { Align::Right } else { Align::Left };
            let place = |name: &&str| columns.iter().position(|column| column.name == **name);
            let spare = SPARE.iter().filter(|_| is_whole).filter_map(place).collect::<Vec<usize>>();
            let heads = columns.into_iter().map(|it| (it.head, align(it.is_number))).collect();
            let mut table = TextTable::new(heads).within(context.width).sparing(&spare);
            rows.into_iter().for_each(|row| table.row(row));
            let lines = |remarks: &[String], [before, after]: [&str; 2]| {
                let lines = remarks.iter().map(|remark| wrapped(remark, context.width) + "\n");
                let lines: String = lines.collect();
                if lines.is_empty() { lines } else { format!("{before}{lines}{after}") }
            };
            if !remarks.is_empty() {
                context.tell_more_below(lang.tournament_remarks(remarks.len() as u64));
            }
            let below = if context.verbose { &*remarks } else { &[] };
            lines(&head, ["", "\n"]) + &table.render() + &lines(below, ["\n", ""])
        }
    };
    context.print_all(&text)
}

/// Sorts the table, cuts it to the limit, and picks columns, as the options say.
fn arranged(
    lang: Lang,
    (columns, mut rows): TournamentTable,
    layout: RowLayout<'_>,
) -> anyhow::Result<TournamentTable> {
    let place = |option: &str, name: &str| {
        columns.iter().position(|column| column.name == name).ok_or_else(|| {
            let known = columns.iter().map(|column| &*column.name).collect::<Vec<&str>>();
            no_column(lang, option, name, &known)
        })
    };
    if let Some(by) = layout.sort {
        let name = by.strip_prefix('-');
        let at = place("--sort", name.unwrap_or(by))?;
        let key = |row: &Vec<String>| SortKey::of(columns[at].datum(&row[at]), name.is_some());
        rows.sort_by_cached_key(key);
    }
    rows.truncate(layout.most());
    if layout.columns.is_empty() {
        return Ok((columns, rows));
    }
    let places = layout.columns.iter().map(|name| place("--columns", name));
    let places = places.collect::<anyhow::Result<Vec<usize>>>()?;
    let rows = rows.iter().map(|row| places.iter().map(|&at| row[at].clone()).collect()).collect();
    Ok((places.iter().map(|&at| columns[at].clone()).collect(), rows))
}

/// Table as lines of cells, below a line of column names.
fn lines(context: &Context, form: Form, (columns, rows): &TournamentTable) -> String {
    let head: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let lines = rows.iter().map(|row| cells_line(context, form, row));
    std::iter::once(cells_line(context, form, &head)).chain(lines).collect()
}

/// Rows of a table as JSON objects: numeric cells become numbers, empty ones null.
fn objects((columns, rows): &TournamentTable) -> Vec<Value> {
    let object = |row: &Vec<String>| {
        let cells = columns.iter().zip(row);
        cells.map(|(column, cell)| (column.name.clone(), column.datum(cell).to_json())).collect()
    };
    rows.iter().map(object).map(Value::Object).collect()
}

//! `xqdb event`: a tournament with standings, cross table and what is missing.

use super::render::{Align, Table, wrapped};
use super::{Context, Status, question};
use crate::cli::{EventArgs, EventFormat};
use crate::questions::tournament::{FoundTournament, ask, for_people, html, remarks, table};
use anyhow::anyhow;
use xqdb::answers::tournament_json;
use xqdb::research::{StandingDifference, Tournament, read_published};

/// The columns that a narrow screen leaves out, in this order; the cross table stays.
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
    match ask(&archive, &args.event, &published)? {
        FoundTournament::One(tournament, differences) => {
            let is_data = matches!(args.answer.format(), EventFormat::Json | EventFormat::Csv);
            let told = match is_data {
                true => *tournament,
                false => for_people(lang, &archive, &tournament)?,
            };
            print(context, args, &told, &differences)?;
            Ok(Status::Success)
        }
        FoundTournament::Several(names) if names.is_empty() => {
            context.tell_always(&lang.no_such_event(&args.event));
            Ok(Status::NothingFound)
        }
        FoundTournament::Several(names) => {
            Err(anyhow!(lang.several_editions(&args.event, &names.join(", "))))
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
    let text = match args.answer.format() {
        EventFormat::Json => format!("{}\n", tournament_json(tournament, differences)),
        EventFormat::Html => html(lang, tournament, differences),
        EventFormat::Csv => {
            let (columns, rows) = table(lang, tournament);
            let head: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
            let lines = rows.iter().map(|row| context.csv_line(row));
            std::iter::once(context.csv_line(&head)).chain(lines).collect()
        }
        EventFormat::Table => {
            let (columns, rows) = table(lang, tournament);
            let align = |is_number| if is_number { Align::Right } else { Align::Left };
            let place = |name: &&str| columns.iter().position(|column| column.name == **name);
            let spare: Vec<usize> = SPARE.iter().filter_map(place).collect();
            let heads = columns.into_iter().map(|it| (it.head, align(it.is_number))).collect();
            let mut table = Table::new(heads).within(context.width).sparing(&spare);
            rows.into_iter().for_each(|row| table.row(row));
            let remarks = remarks(lang, tournament, differences);
            let remarks = wrapped(&remarks.join("\n"), context.width);
            format!("{}\n{remarks}\n", table.render())
        }
    };
    context.print_all(&text)
}

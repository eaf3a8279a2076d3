//! Games by the codes of their openings, each with its score, as they are printed.

use super::Context;
use super::explore::named;
use super::render::{Align, Table, bar};
use super::samples::{all_of, behind_csv, parts, players_and_events};
use super::sheet::Form;
use serde_json::Value;
use xqdb::export::jsonl;
use xqdb::opening::Opening;
use xqdb::search::{Archive, Behind, OpeningRow, Score, Share, by_opening};

/// Columns of a bar.
const BAR: usize = 12;
/// Screens from this width on have room for the first game.
const WIDE: usize = 100;
/// The column of its key.
const EARLIEST: usize = 12;

/// Prints the openings of games.
pub(super) fn print(
    context: &Context,
    archive: &Archive,
    games: &[u32],
    form: Form,
) -> anyhow::Result<()> {
    let rows = by_opening(archive, games)?;
    let values =
        || rows.iter().map(|row| Ok(row.to_json(archive)?)).collect::<anyhow::Result<Vec<_>>>();
    context.print_all(&match form {
        Form::Table if rows.is_empty() => String::new(),
        Form::Table => table(context, archive, &rows)?,
        Form::Json => format!("{}\n", Value::Array(values()?)),
        Form::Jsonl => values()?.iter().map(|value| text(&jsonl::line(value))).collect(),
        Form::Csv => as_csv(context, archive, &rows)?,
    })?;
    if form == Form::Table && !rows.is_empty() {
        context.tell(&context.lang.scores_lie());
        context.tell(&context.lang.players_and_events());
    }
    Ok(())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn table(context: &Context, archive: &Archive, rows: &[OpeningRow]) -> anyhow::Result<String> {
    let lang = context.lang;
    let mut heads = vec![
        (lang.head_code(), Align::Left),
        (lang.head_opening(), Align::Left),
        (lang.head_games(), Align::Right),
        (lang.head_red_wins(), Align::Right),
        (lang.head_draws(), Align::Right),
        (lang.head_black_wins(), Align::Right),
        ("?".to_owned(), Align::Right),
        (lang.head_score(), Align::Right),
        (lang.head_between(), Align::Right),
        (lang.head_players_and_events(), Align::Right),
    ];
    // The name of an opening does not give way to a bar and its first game.
    if context.width.is_none_or(|width| width >= WIDE) {
        heads.push((String::new(), Align::Left));
        heads.push((lang.head_first_year(), Align::Right));
        heads.push((lang.head_earliest(), Align::Left));
        heads.push((String::new(), Align::Left));
    }
    let is_wide = heads.len() > EARLIEST;
    let spare: &[usize] = if is_wide { &[10, 11, 6, 12, 9, 8] } else { &[6, 9, 8] };
    let mut table = Table::new(heads).within(context.width).keeping(&[0, 10, 12]).sparing(spare);
    for row in rows {
        let opening = opening(archive, row);
        let name = opening.map(|opening| lang.opening_name(opening).to_owned());
        let Score { red, draw, black, unknown, .. } = row.score;
        let game = row.earliest.or(row.undated);
        let mut cells = vec![
            code(row).unwrap_or_else(|| "-".to_owned()),
            name.unwrap_or_else(|| lang.no_opening()),
            all_of(&row.behind, &row.score),
            red.to_string(),
            draw.to_string(),
            black.to_string(),
            unknown.to_string(),
            row.score.share().map(Share::told).unwrap_or_default(),
            row.score.share().map(Share::between).unwrap_or_default(),
            players_and_events(&row.behind),
        ];
        if is_wide {
            cells.push(bar(red, draw, black, BAR));
            cells.push(row.years.map(|(first, _)| first.to_string()).unwrap_or_default());
            cells.push(key(archive, game)?);
            let players = game.map(|id| named(context, archive, id)).transpose()?;
            cells.push(players.unwrap_or_default());
        }
        table.row(cells);
    }
    Ok(table.render())
}

fn as_csv(context: &Context, archive: &Archive, rows: &[OpeningRow]) -> anyhow::Result<String> {
    let mut head = vec![
        "code",
        "name",
        "traditional",
        "english",
        "games",
        "red",
        "draws",
        "black",
        "unknown",
        "percent",
        "low",
        "high",
        "first_year",
        "last_year",
        "earliest_game",
        "undated_game",
    ];
    head.extend(Behind::FIELDS);
    head.push("others");
    let mut text = context.csv_line(&head);
    for row in rows {
        let opening = opening(archive, row);
        let name = |name: fn(&Opening) -> &String| opening.map(name).cloned().unwrap_or_default();
        let [percent, low, high] = parts(row.score.share());
        let year = |year: Option<u16>| year.map(|year| year.to_string()).unwrap_or_default();
        let mut cells = vec![
            code(row).unwrap_or_default(),
            name(|opening| &opening.name),
            name(|opening| &opening.traditional),
            name(|opening| &opening.english),
            row.score.all().to_string(),
            row.score.red.to_string(),
            row.score.draw.to_string(),
            row.score.black.to_string(),
            row.score.unknown.to_string(),
            percent,
            low,
            high,
            year(row.years.map(|(first, _)| first)),
            year(row.years.map(|(_, last)| last)),
            key(archive, row.earliest)?,
            key(archive, row.undated)?,
        ];
        cells.extend(behind_csv(&row.behind));
        cells.push(row.score.others.to_string());
        text += &context.csv_line(&cells);
    }
    Ok(text)
}

fn opening<'a>(archive: &'a Archive, row: &OpeningRow) -> Option<&'a Opening> {
    archive.openings().opening(row.code?)
}

fn code(row: &OpeningRow) -> Option<String> {
    row.code.map(|code| code.to_string())
}

/// The key of a game, if there is one.
fn key(archive: &Archive, game: Option<u32>) -> anyhow::Result<String> {
    Ok(game.map(|id| archive.snapshot().game_key(id)).transpose()?.unwrap_or_default())
}

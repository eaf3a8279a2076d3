//! `--by chapter` of `search` and `explore`: the chapters of books, how many games stand in each,
//! and how those of them scored that are games between two players.

use super::Context;
use super::render::Align;
use super::samples::{cells as sample_cells, fields, has_lead, players_and_events};
use super::sheet::{Cell, Column, Form, Sheet};
use xqdb::search::{Archive, ChapterCount, Sample, Score, Share, by_chapter};

/// Prints the chapters of games.
pub(super) fn print(
    context: &Context,
    archive: &Archive,
    games: &[u32],
    form: Form,
) -> anyhow::Result<()> {
    let rows = by_chapter(archive, games)?;
    let sheet = match form {
        Form::Table => for_people(&rows, context),
        _ => for_programs(&rows),
    };
    context.print_all(&sheet.of_games(form, context, &["low", "unknown"]))?;
    let has_scores = rows.iter().any(|row| row.sample.score.games() > 0);
    if form == Form::Table && has_scores {
        context.tell(&context.lang.scores_of_games_alone());
        context.tell(&context.lang.players_and_events());
    }
    Ok(())
}

fn for_people(rows: &[ChapterCount], context: &Context) -> Sheet {
    let lang = context.lang;
    let number = |field, head| Column::new(field, head, Align::Right);
    let columns = vec![
        Column::new("chapter", lang.head_chapter(), Align::Left),
        number("games", lang.head_games()),
        number("red", lang.head_red_wins()),
        number("draws", lang.head_draws()),
        number("black", lang.head_black_wins()),
        number("unknown", "?".to_owned()),
        number("percent", lang.head_score()),
        number("low", lang.head_between()),
        number("players", lang.head_players_and_events()),
    ];
    let row = |row: &ChapterCount| {
        let Sample { score, behind, .. } = &row.sample;
        let Score { red, draw, black, unknown, .. } = *score;
        let is_played = score.games() > 0;
        let mark = if is_played && has_lead(behind, score) { '*' } else { ' ' };
        let told = |text: String| if is_played { text } else { String::new() };
        let share = row.sample.share();
        let mut cells = vec![
            row.path.clone().unwrap_or_else(|| lang.no_chapter()),
            format!("{}{mark}", row.games()),
        ];
        cells.extend([red, draw, black, unknown].map(|count| told(count.to_string())));
        cells.push(share.map(Share::told).unwrap_or_default());
        cells.push(share.map(Share::between).unwrap_or_default());
        cells.push(told(players_and_events(behind)));
        cells.iter().map(|cell| Cell::text(cell)).collect()
    };
    Sheet { columns, rows: rows.iter().map(row).collect() }
}

fn for_programs(rows: &[ChapterCount]) -> Sheet {
    let names = fields(["red", "draws", "black"]);
    let columns = std::iter::once("chapter").chain(names);
    let columns = columns.map(|field| Column::new(field, String::new(), Align::Left)).collect();
    let row = |row: &ChapterCount| {
        let mut cells = vec![Cell::text(row.path.as_deref().unwrap_or_default())];
        cells.extend(sample_cells(&row.sample));
        // All that stand in the chapter, of whatever kind.
        cells[1] = Cell::number(row.games());
        cells
    };
    Sheet { columns, rows: rows.iter().map(row).collect() }
}

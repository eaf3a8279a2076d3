//! `--by` of `search` and `explore`: how the games of each year, player, opening ... scored.

use super::render::Align;
use super::samples::{all_of, behind_cells, players_and_events, tell_sample};
use super::sheet::{Cell, Column, Form, Sheet};
use super::{Context, Status, chapters, opening_rows, question};
use crate::cli::By;
use xqdb::metadata::GameResult;
use xqdb::search::{Archive, Found, GroupBy, GroupRow, Query, Score, Share, by_group, sample};

/// Tells how many games stand behind the rows, which are not among them, and whose they are.
pub(super) fn tell(
    context: &Context,
    archive: &Archive,
    (query, found): (&Query, &Found),
    is_default_kind: bool,
) -> anyhow::Result<Status> {
    let lang = context.lang;
    let mut line = lang.games_found(found.count);
    if is_default_kind {
        line += &lang.games_of_default_kind();
    }
    if found.copies > 0 {
        line += &lang.games_copied(found.copies);
    }
    if found.undated > 0 {
        line += &lang.games_undated(found.undated);
    }
    context.tell(&line);
    tell_sample(context, &sample(archive, &found.games)?);
    question::tell_names(context, &query.matcher);
    Ok(Status::found(found.count > 0))
}

/// Prints games by something.
pub(super) fn print(
    context: &Context,
    archive: &Archive,
    games: &[u32],
    by: By,
    form: Form,
) -> anyhow::Result<()> {
    let group = match by {
        By::Opening => return opening_rows::print(context, archive, games, form),
        By::Chapter => return chapters::print(context, archive, games, form),
        By::Year => GroupBy::Year,
        By::Decade => GroupBy::Decade,
        By::Player => GroupBy::Player,
        By::Event => GroupBy::Event,
        By::Result => GroupBy::Result,
    };
    let rows = by_group(archive, games, group)?;
    let rows = rows.into_iter().map(|row| cells(row, group, context)).collect();
    let sheet = Sheet { columns: columns(group, context), rows };
    let spare = ["years", "low", who(group), "unknown"];
    context.print_all(&sheet.of_games(form, context, &spare))?;
    if form == Form::Table && !sheet.rows.is_empty() {
        context.tell(&context.lang.scores_lie());
        context.tell(&match group {
            GroupBy::Player => context.lang.opponents_and_events(),
            GroupBy::Event => context.lang.starred(),
            _ => context.lang.players_and_events(),
        });
    }
    Ok(())
}

fn columns(group: GroupBy, context: &Context) -> Vec<Column> {
    let lang = context.lang;
    let (field, head) = match group {
        GroupBy::Year => ("year", lang.head_year()),
        GroupBy::Decade => ("decade", lang.head_decade()),
        GroupBy::Player => ("player", lang.head_player()),
        GroupBy::Event => ("event", lang.head_event()),
        GroupBy::Result => ("result", lang.head_result()),
    };
    let [won, lost] = match group {
        GroupBy::Player => [("won", lang.head_won()), ("lost", lang.head_lost())],
        _ => [("red", lang.head_red_wins()), ("black", lang.head_black_wins())],
    };
    let mut columns = vec![
        Column::new(field, head, Align::Left),
        Column::new("games", lang.head_games(), Align::Right),
        Column::new(won.0, won.1, Align::Right),
        Column::new("draws", lang.head_draws(), Align::Right),
        Column::new(lost.0, lost.1, Align::Right),
        Column::new("unknown", "?".to_owned(), Align::Right),
        Column::new("score", lang.head_score(), Align::Right),
        // People see both ends together.
        Column::new("low", lang.head_between(), Align::Right),
        Column::new("high", String::new(), Align::Right),
        Column::new("years", lang.head_years(), Align::Left),
    ];
    // People see players and events together.
    let who_head = match group {
        GroupBy::Player => lang.head_opponents_and_events(),
        GroupBy::Event => lang.head_players(),
        _ => lang.head_players_and_events(),
    };
    columns.insert(columns.len() - 1, Column::new(who(group), who_head, Align::Right));
    let fields: &[&'static str] = match group {
        GroupBy::Player => &["events", "opponent", "opponentGames", "event", "eventGames"],
        GroupBy::Event => &["player", "playerGames"],
        _ => &["events", "player", "playerGames", "event", "eventGames"],
    };
    let unseen = |&field| Column::new(field, String::new(), Align::Left);
    columns.extend(fields.iter().chain(&["others"]).map(unseen));
    columns
}

/// Whose number is told.
fn who(group: GroupBy) -> &'static str {
    if group == GroupBy::Player { "opponents" } else { "players" }
}

fn cells(row: GroupRow, group: GroupBy, context: &Context) -> Vec<Cell> {
    let GroupRow { name, score, behind, years } = row;
    let Score { red, draw, black, unknown, others } = score;
    let name = match name {
        None => Cell::told("", "-".to_owned()),
        Some(name) if group == GroupBy::Result => {
            let result = GameResult::from_name(&name).unwrap_or_default();
            Cell::told(&name, context.lang.result(result))
        }
        Some(name) => Cell::text(&name),
    };
    let games = Cell::number(score.all()).shown_as(all_of(&behind, &score));
    let numbers = [red, draw, black, unknown].map(Cell::number);
    let shown = score.share().map(Share::told).unwrap_or_default();
    let percent = shown.trim_end_matches('%').to_owned();
    let years = match years {
        None => String::new(),
        Some((first, last)) if first == last => first.to_string(),
        Some((first, last)) => format!("{first}-{last}"),
    };
    let both = score.share().map(Share::between).unwrap_or_default();
    let [_, low, high] = Cell::share(score.share());
    let (low, high) = (low.shown_as(both), high.shown_as(String::new()));
    let score = Cell::told(&percent, shown);
    let is_event = group == GroupBy::Event;
    let together = if is_event { behind.players.to_string() } else { players_and_events(&behind) };
    let [players, events, player, player_games, event, event_games] = behind_cells(&behind);
    let mut cells = vec![name, games];
    cells.extend(numbers);
    cells.extend([score, low, high, players.shown_as(together), Cell::text(&years)]);
    let unseen = match is_event {
        true => vec![player, player_games],
        false => vec![events, player, player_games, event, event_games],
    };
    let unseen = unseen.into_iter().chain([Cell::number(others)]);
    cells.extend(unseen.map(|cell| cell.shown_as(String::new())));
    cells
}

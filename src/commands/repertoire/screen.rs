//! A repertoire on a screen and as a chart: the tree of moves, and the choices in each period.

use super::{Answer, indented};
use crate::cli::{RepertoireArgs, RowLayout};
use crate::commands::Context;
use crate::commands::printed::Printed;
use crate::commands::render::{Align, TextTable as Grid};
use crate::commands::samples::leads;
use crate::messages::Lang;
use crate::questions::chart::{Drawing, along_years, cells, column, columns, score_panel};
use crate::questions::in_script;
use crate::questions::repertoire::Half;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use xqdb::answers::{
    ChoiceRow, RepertoireMove, RepertoirePeriod, between_text, choice_rows, has_lead, repertoire,
    repertoire_periods,
};
use xqdb::figure::{Chart, ChartShape, Panel, PanelMark, Scale, Table};
use xqdb::research::{Chosen, ChosenIn, Span};
use xqdb::search::Archive;

/// Prints a table for each side: below each move of the player stands that of others. A narrow
/// table leaves out decimals of intervals, years and names.
pub(super) fn print_tree(
    (context, archive): (&Context, &Archive),
    args: &RepertoireArgs,
    halves: &[Half],
) -> anyhow::Result<()> {
    let lang = context.lang;
    let (mut is_narrow, mut text) = (false, String::new());
    for half in halves.iter().filter(|half| !half.moves.is_empty()) {
        let rows = rows(lang, args, half);
        let head = in_script(lang, archive, &half.name)?;
        let head = lang.player_with(&head, &lang.side(half.side));
        let wide = Printed::new(context, choice_rows(true), RowLayout::SCREEN)?
            .keeping(&["name"])
            .head("name", head.clone())
            .show("leads", |it| leads(context, archive, &it.behind, it.score.games()));
        let wide = wide.table_of(&rows)?;
        if wide.shows_all() {
            text += &wide.render();
            continue;
        }
        is_narrow = true;
        let [won, drawn, lost] = lang.heads_won_drawn_lost();
        let narrow = Printed::new(context, choice_rows(false), RowLayout::SCREEN)?
            .keeping(&["name"])
            .sparing(&[
                "chosen_between",
                "draws",
                "won",
                "lost",
                "unknown",
                "players_and_events",
                "between",
            ])
            .head("name", head)
            .head("won", won)
            .head("draws", drawn)
            .head("lost", lost);
        text += &narrow.table_of(&rows)?.render();
    }
    context.print_all(&text)?;
    if !text.is_empty() {
        context.tell_more(&match is_narrow {
            true => lang.players_are_opponents_narrow(),
            false => lang.players_are_opponents(),
        });
    }
    Ok(())
}

fn rows(lang: Lang, args: &RepertoireArgs, half: &Half) -> Vec<ChoiceRow> {
    let beside = args.compare.clone().unwrap_or_else(|| lang.everybody());
    let rows = half.moves.iter().flat_map(|RepertoireMove { line, choice, .. }| {
        let row = |name: String, games: &Chosen| ChoiceRow {
            name,
            score: games.sample.score,
            behind: games.sample.behind.clone(),
            chosen: games.share(),
            years: games.years,
        };
        let others = "  ".repeat(line.len()) + " " + &beside;
        [row(indented(line), &choice.his), row(others, &choice.others)]
    });
    rows.collect()
}

/// Prints a column for each period: how often each move was chosen, the interval of that share, and
/// the number of games. A star marks games of which one opponent or event has more than a third.
pub(super) fn print_changes(context: &Context, halves: &[Half], span: Span) -> anyhow::Result<()> {
    let lang = context.lang;
    let mut text = String::new();
    for half in halves.iter().filter(|half| !half.moves.is_empty()) {
        let periods = half.moves.iter().flat_map(|it| &it.choice.his.periods);
        let periods: BTreeSet<u16> = periods.map(|period| period.first).collect();
        let mut heads =
            vec![(lang.side(half.side), Align::Left), (lang.head_games(), Align::Right)];
        heads.extend(periods.iter().map(|&first| (span.name(first), Align::Right)));
        // The latest periods matter most to somebody who will meet the player.
        let oldest: Vec<usize> = (2..heads.len()).collect();
        let mut table = Grid::new(heads).within(context.width).keeping(&[0]).sparing(&oldest);
        for RepertoireMove { line, choice, .. } in &half.moves {
            let mut row = vec![indented(line), choice.his.sample.score.games().to_string()];
            row.extend(periods.iter().map(|&first| {
                let period = choice.his.periods.iter().find(|period| period.first == first);
                period.and_then(chosen_in).unwrap_or_else(|| "-".to_owned())
            }));
            table.row(row);
        }
        text += &table.render();
    }
    context.print_all(&text)
}

/// Cell of a period: `67% 21–94 (2/3)*`.
fn chosen_in(period: &ChosenIn) -> Option<String> {
    let share = period.share()?;
    let score = &period.sample.score;
    let mark = if has_lead(&period.sample.behind, score) { "*" } else { "" };
    let (percent, games) = (share.percent.round(), score.games());
    Some(format!("{percent:.0}% {} ({games}/{}){mark}", between_text(share), period.chances))
}

/// Chart of the tree with shares and scores, or of the first choices through the years.
pub(super) fn drawing(lang: Lang, args: &RepertoireArgs, answer: &Answer) -> Drawing {
    let Answer { halves, span } = answer;
    let games = halves.iter().flat_map(|half| half.games.iter().copied()).collect();
    let chosen = Panel {
        field: "chosen",
        head: lang.axis_chosen(),
        interval: Some(["chosenLow", "chosenHigh"]),
        mark: if span.is_some() { PanelMark::Line } else { PanelMark::Bar },
        scale: Scale::Percent,
    };
    let (title, table, chart) = match *span {
        None => (
            lang.figure_of_repertoire(&args.who),
            tree(lang, halves),
            Chart {
                shape: ChartShape::Rows { label: "label", depth: Some("depth") },
                panels: vec![chosen, score_panel(lang.axis_his_score())],
            },
        ),
        Some(span) => (
            lang.figure_of_changes(&args.who),
            changes(lang, halves, span),
            along_years(lang, Some("line"), vec![chosen]),
        ),
    };
    Drawing { is_of_one: true, ..Drawing::new(title, table, chart, games) }
}

/// Fields for how often a move was chosen.
const CHOSEN: &str = "games chances chosen chosenLow chosenHigh";

/// Fields for the score, and who played.
const SCORE: &str = "won draws lost unknown percent low high players events";

/// Table with a row for each side, and below it one for each move.
fn tree(lang: Lang, halves: &[Half]) -> Table {
    let answer = repertoire();
    let mut heads = vec![
        column("side", lang.head_side()),
        column("line", lang.head_line()),
        column("depth", lang.head_depth()),
        column("label", lang.head_move()),
    ];
    heads.extend(columns(lang, &answer, CHOSEN));
    heads.extend(columns(lang, &answer, SCORE));
    for column in heads.iter_mut().filter(|column| column.field == "players") {
        (column.field, column.head) = ("opponents", lang.head_opponents());
    }
    let mut rows: Vec<Vec<Value>> = Vec::new();
    for half in halves.iter().filter(|half| !half.moves.is_empty()) {
        let mut head = vec![json!(half.side.as_str()), json!(""), json!(0)];
        head.extend([json!(lang.side(half.side)), json!(half.games.len())]);
        head.resize(heads.len(), Value::Null);
        rows.push(head);
        rows.extend(half.moves.iter().map(|it| {
            let label = indented(&it.line);
            let line = json!(it.line.join(" "));
            let mut row = vec![
                json!(half.side.as_str()),
                line,
                json!(it.choice.ply),
                json!(label.trim_start()),
            ];
            row.extend(cells(&answer, CHOSEN, it));
            row.extend(cells(&answer, SCORE, it));
            row
        }));
    }
    Table { names: 2, columns: heads, rows }
}

/// Table with a row for each first choice of the player in each period, the commonest first.
fn changes(lang: Lang, halves: &[Half], span: Span) -> Table {
    let answer = repertoire_periods();
    let mut heads = vec![
        column("line", lang.head_line()),
        column("first", lang.head_from_year()),
        column("last", lang.head_to_year()),
    ];
    heads.extend(columns(lang, &answer, CHOSEN));
    // With Black, the player's first choice is the reply.
    let own = halves.iter().flat_map(|half| &half.moves);
    let mut own: Vec<&RepertoireMove> =
        own.filter(|it| it.choice.is_his && it.choice.ply <= 2).collect();
    own.sort_by_key(|it| Reverse(it.choice.his.sample.score.games()));
    let rows = own.into_iter().flat_map(|it| {
        let name = format!("{}: {}", lang.side(it.side), it.line.join(" "));
        let answer = &answer;
        it.choice.his.periods.iter().map(move |chosen| {
            let period = RepertoirePeriod { of: it.clone(), chosen: chosen.clone() };
            let last = chosen.first + (span.years() - 1);
            let mut row = vec![json!(name), json!(chosen.first), json!(last)];
            row.extend(cells(answer, CHOSEN, &period));
            row
        })
    });
    Table { names: 2, columns: heads, rows: rows.collect() }
}

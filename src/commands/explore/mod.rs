//! `xqdb explore`: every move played in a position, with its score.

mod tree;

use super::engine_book::{open_books, score_in_book};
use super::printed::Printed;
use super::progress::Scanning;
use super::question::{SaidQuestion, others_left_out, tell_names};
use super::render::wrapped;
use super::samples::{first_named, known_as, tell_leads, tell_others};
use super::{Context, Status, figure, grouped};
use crate::cli::{ExploreArgs, Form, RowLayout};
use crate::messages::Lang;
use crate::questions::chart::{Drawing, cells, column, columns, rows_of_games};
use crate::questions::in_script;
use anyhow::Context as _;
use serde_json::{Value, json};
use std::io::{BufWriter, Write};
use tree::{Step, TreeQuestion};
use xqdb::answers::{
    ExploredMove, ExploredPosition, Field, explored_moves_with, explored_positions, percent_text,
};
use xqdb::engine_book::{Booked, Books};
use xqdb::figure::Table;
use xqdb::notation::System;
use xqdb::opening::OpeningTable as Openings;
use xqdb::search::{
    Archive, Explored, Lead, Look, Order, Params, Purpose, Score, SearchQuery, TypedLine,
    Unwatched, load, search, search_unsorted,
};
use xqdb::store::Fact;
use xqdb::xiangqi::Position;

/// Number of rows that a table lays out together, so that the first of very many appear at once.
const TOGETHER: usize = 100;

/// The columns of the chart, beside those that name a move.
const CHART: &str = "uci games red draws black unknown percent low high players events player playerGames event \
     eventGames firstYear lastYear others";

/// Question with its parsed arguments, and the open archive.
struct Ready {
    notation: System,
    line: TypedLine,
    archive: Archive,
    /// Query for the games that come to the position.
    query: SearchQuery,
    /// Opening books of engines.
    books: Books,
}

/// Prints the moves played in a position.
pub(crate) fn explore(context: &Context, args: &ExploreArgs) -> anyhow::Result<Status> {
    figure::prepare(context, &args.figure)?;
    let lang = context.lang;
    let scanning = Scanning::new(context);
    let ready = ready(context, args, &scanning)?;
    let is_default_kind = !args.asked.0.has("kind");
    let layout = args.answer.layout();
    if let Some(by) = args.by {
        let Ready { archive, query, .. } = &ready;
        let found = search_unsorted(archive, query, &Unwatched)?;
        let layout = layout.limited(args.limit);
        grouped::print(context, archive, (query, &found.games), by, layout)?;
        return grouped::tell(context, archive, (query, &found), is_default_kind);
    }
    let asking = asking(args, &ready, &scanning);
    let (from, booked) = asking.from(&ready.line.position)?;
    let explored = &from.explored;
    let moves = moves(context, &ready, layout)?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    let is_nothing = explored.rows.is_empty() && explored.score.all() == 0;
    if layout.is_page() && ready.line.is_said && !is_nothing {
        let line = in_one_line(context, &ready, explored)?;
        context.print(&mut out, format!("{line}\n").as_bytes())?;
    }
    let is_whole = match layout.form {
        Form::Table if is_nothing => Ok(true),
        Form::Table => print_table(context, &moves, &asking, (&from, &booked), &mut out),
        Form::Csv | Form::Tsv | Form::Jsonl => {
            print_lines(context, &moves, &asking, (&from, &booked), &mut out)
        }
        Form::Json => tree::print_json(context, &moves, &asking, (&from, &booked), &mut out),
    }?;
    out.flush()?;
    if layout.is_table() {
        let games = explored.score.all();
        let others = others_left_out(lang, &ready.archive, &ready.query, games)?;
        context.tell_games(&(notes(explored, lang) + &others), is_default_kind, explored.programs);
        if !is_nothing {
            context.tell_more(&lang.scores_lie());
            context.tell_more(&lang.players_and_events());
            tell_others(context, &explored.score);
            tell_leads(context, &ready.archive, &explored.behind, explored.score.games())?;
        }
    }
    tell_names(context, &ready.archive, &ready.query.matcher)?;
    if !is_whole {
        context.tell_below(lang.rows_left_out(args.limit as u64));
    }
    let drawing =
        || drawing(lang, &asking, (&from, &booked), search(&ready.archive, &ready.query)?.games);
    figure::write(context, (&args.figure, &args.asked.0), &ready.archive, drawing)?;
    Ok(Status::found(!is_nothing))
}

/// Archive and chart of the answer.
pub(super) fn drawn(context: &Context, args: &ExploreArgs) -> anyhow::Result<(Archive, Drawing)> {
    let scanning = Scanning::new(context);
    let ready = ready(context, args, &scanning)?;
    let asking = asking(args, &ready, &scanning);
    let (from, booked) = asking.from(&ready.line.position)?;
    let games = search(&ready.archive, &ready.query)?.games;
    let drawing = drawing(context.lang, &asking, (&from, &booked), games)?;
    Ok((ready.archive, drawing))
}

fn ready(context: &Context, args: &ExploreArgs, scanning: &Scanning<'_>) -> anyhow::Result<Ready> {
    let notation = context.system(&args.notation)?;
    let question = SaidQuestion::new(context, &args.notation, &[&args.asked.0])?;
    let books = open_books(context, &args.engine_book)?;
    let line = question.read(Params::line)?;
    // Rows name openings, so the rules of openings are loaded while the facts are read.
    if line.start.is_start() {
        std::thread::spawn(|| Openings::ecco().prepare());
    }
    let mut filter = question.read(|params| params.filter(Purpose::Statistics))?;
    let mirroring = question.read(Params::mirroring)?;
    filter.through = counted(args, &line).map(|all| (all, mirroring));
    let archive = question.open()?;
    let matcher = filter.resolve_watched(&archive, scanning)?;
    scanning.finish();
    let query = question.read(|params| params.query_of(matcher, 0..usize::MAX))?;
    let query = SearchQuery { position: Some(line.position.clone()), ..query };
    Ok(Ready { notation, line, archive, query, books })
}

fn asking<'a>(
    args: &ExploreArgs,
    ready: &'a Ready,
    scanning: &'a Scanning<'a>,
) -> TreeQuestion<'a> {
    let SearchQuery { mirroring, variations, matcher, .. } = &ready.query;
    TreeQuestion {
        archive: &ready.archive,
        scanning,
        matcher,
        look: Look { mirroring: *mirroring, variations: *variations, latest: args.latest },
        line: ready.line.start.is_start().then(|| ready.line.moves.clone()),
        notation: &ready.notation,
        depth: args.depth,
        most: if args.limit == 0 { usize::MAX } else { args.limit },
        least: args.min_games,
        sort: args.sort,
        books: &ready.books,
    }
}

/// Positions one of which a counted game must reach, if they are few: the given position, and at
/// depth 1 those after each of its moves.
fn counted(args: &ExploreArgs, asked: &TypedLine) -> Option<Vec<Position>> {
    let here = std::iter::once(asked.position.clone());
    match asked.is_said {
        true if args.by.is_some() => Some(here.collect()),
        true if args.depth == 1 => {
            let after = asked.position.pseudo_legal_moves().into_iter().map(|mv| {
                let mut after = asked.position.clone();
                after.play_unchecked(mv);
                after
            });
            Some(here.chain(after).collect())
        }
        _ => None,
    }
}

/// Line about the first game with the position, its most frequent player, and its latest results.
fn in_one_line(context: &Context, ready: &Ready, explored: &Explored) -> anyhow::Result<String> {
    /// Largest number of dated games that are called the latest.
    const LATEST: usize = 100;
    let (lang, archive) = (context.lang, &ready.archive);
    let dated = |order, most| -> anyhow::Result<Vec<(u32, &Fact)>> {
        let query = SearchQuery { order, places: 0..most, ..ready.query.clone() };
        let games = search(archive, &query)?.games.into_iter();
        let games = games.filter_map(|id| Some((id, archive.facts().get(id)?)));
        Ok(games.filter(|(_, fact)| !fact.date.is_unknown()).collect())
    };
    let mut parts = Vec::new();
    if let Some((first, _)) = dated(Order::Date, 1)?.first() {
        let game = known_as(context, archive, load(archive, *first)?)?;
        parts.push(lang.explored_first(&game));
    }
    if let Some(Lead { name, games }) = &explored.behind.leading_player {
        parts.push(lang.explored_most(&in_script(lang, archive, name)?, *games));
    }
    let latest = dated(Order::Newest, LATEST)?;
    let mut score = Score::default();
    latest.iter().for_each(|(_, fact)| score.add(fact));
    let since = latest.iter().filter_map(|(_, fact)| fact.year()).min();
    if let (Some(share), Some(since)) = (score.share(), since) {
        let (games, share) = (latest.len() as u64, percent_text(share));
        parts.push(lang.explored_lately(games, &since.to_string(), &share));
    }
    Ok(wrapped(&parts.join(&lang.between_clauses()), context.width))
}

/// Line with numbers of games that the table does not show.
fn notes(explored: &Explored, lang: Lang) -> String {
    let games = explored.score.all();
    let mut line = lang.games_come_here(games);
    line += &lang.counts([
        (explored.mirrored, Lang::games_mirrored),
        (explored.copies, Lang::games_copied),
        (explored.ended, Lang::games_end_here),
        (explored.undated, Lang::games_undated),
    ]);
    let rows: u64 = explored.rows.iter().map(|row| row.score.all()).sum();
    if rows + explored.ended > games {
        line += &lang.rows_sum_to_more();
    }
    line
}

/// Columns of the moves. In a table, moves after a move are indented below it, and a move shows how
/// many games played it mirrored. On a narrow screen the interval of a score gives way last, and
/// the key of a game never.
fn moves<'a>(
    context: &'a Context,
    ready: &'a Ready,
    layout: RowLayout<'a>,
) -> anyhow::Result<Printed<'a, ExploredMove>> {
    let (lang, archive) = (context.lang, &ready.archive);
    let mut answer = explored_moves_with(&ready.books);
    if layout.form == Form::Jsonl {
        // A line stands alone and needs the position that encloses it elsewhere.
        for name in ["depth", "fen"] {
            answer.change(name, Field::in_json);
        }
    }
    let printed = Printed::new(context, answer, layout)?
        .order(&["san", "opening", "games", "bookScore", "book_results", "reached"])
        .keeping(&["san", "opening", "bar", "years", "earliest"])
        .sparing(&[
            "recentGames",
            "bookRemark",
            "bar",
            "named",
            "reached",
            "opening",
            "years",
            "earliest",
            "players_and_events",
            "book_results",
            "between",
        ])
        .show("bookScore", move |it: &ExploredMove| {
            let said = it.books.iter().map(|it| score_in_book(lang, &it.said));
            Ok(said.collect::<Vec<_>>().join(" · "))
        })
        .show("san", move |it| {
            let name = "  ".repeat(it.depth - 1) + &it.san;
            let mirrored = it.row.mirrored;
            Ok(if mirrored > 0 { lang.row_mirrored(&name, mirrored) } else { name })
        })
        .show("named", move |it| first_named(context, archive, it.row.earliest.or(it.row.undated)));
    Ok(printed)
}

/// Prints the tree as a table with a row for each move, and one below for all games; `false` if
/// rows were left out.
fn print_table(
    context: &Context,
    moves: &Printed<'_, ExploredMove>,
    asking: &TreeQuestion<'_>,
    (from, booked): (&ExploredPosition, &Booked),
    out: &mut impl Write,
) -> anyhow::Result<bool> {
    let mut table = moves.table();
    let is_whole = asking.walk((from, booked), &mut |step| {
        if let Step::Row(row) = step {
            table.row(moves.cells(row)?);
        }
        if table.waiting() >= TOGETHER {
            context.print(out, table.render_waiting().as_bytes())?;
            out.flush().with_context(|| context.lang.cannot_write_output())?;
        }
        Ok(())
    })?;
    table.row(moves.total("Σ", &explored_positions(), from));
    context.print(out, table.render().as_bytes())?;
    Ok(is_whole)
}

/// Prints the tree with a line for each move.
fn print_lines(
    context: &Context,
    moves: &Printed<'_, ExploredMove>,
    asking: &TreeQuestion<'_>,
    (from, booked): (&ExploredPosition, &Booked),
    out: &mut impl Write,
) -> anyhow::Result<bool> {
    context.print(out, moves.head_line().as_bytes())?;
    asking.walk((from, booked), &mut |step| match step {
        Step::Row(row) => context.print(out, moves.line(row)?.as_bytes()),
        _ => Ok(()),
    })
}

/// Chart with a row for each move: games and Red's score.
fn drawing(
    lang: Lang,
    asking: &TreeQuestion<'_>,
    (from, booked): (&ExploredPosition, &Booked),
    games: Vec<u32>,
) -> anyhow::Result<Drawing> {
    let answer = explored_moves_with(asking.books);
    let mut heads = vec![
        column("line", lang.head_line()),
        column("depth", lang.head_depth()),
        column("move", lang.head_move()),
    ];
    heads.extend(columns(lang, &answer, CHART));
    let mut rows: Vec<Vec<Value>> = Vec::new();
    let mut line: Vec<String> = Vec::new();
    asking.walk((from, booked), &mut |step| {
        let Step::Row(row) = step else { return Ok(()) };
        line.truncate(row.depth - 1);
        line.push(row.san.clone());
        let mut values = vec![json!(line.join(" ")), json!(row.depth - 1), json!(row.san)];
        values.extend(cells(&answer, CHART, row));
        rows.push(values);
        Ok(())
    })?;
    let table = Table { names: 1, columns: heads, rows };
    let chart = rows_of_games(lang, "move", Some("depth"));
    Ok(Drawing::new(lang.figure_of_moves(), table, chart, games))
}

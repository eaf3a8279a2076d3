//! `xqdb openings`: games by their openings, as a tree of letters, families and codes, each with
//! its score. `search` and `explore` print the codes with `--by opening`.

use super::progress::Scanning;
use super::question::SaidQuestion;
use super::render::{board, wrapped};
use super::{Context, Status, figure, grouped};
use crate::cli::OpeningsArgs;
use crate::messages::Lang;
use crate::questions::chart::{Drawing, cells, column, columns, rows_of_games};
use anyhow::anyhow;
use serde_json::json;
use xqdb::answers::{self, OpeningGames};
use xqdb::figure::Table;
use xqdb::search::{
    Archive, Found, IdSet, OpeningList, Params, Purpose, SearchQuery, SettledOpening, Unwatched,
    is_opening, search_unsorted, settled,
};
use xqdb::xiangqi::Position;

/// The columns of the chart, beside code and name.
const CHART: &str = "games red draws black unknown percent low high players events player playerGames event \
     eventGames others";

/// Lists openings.
pub(crate) fn openings(context: &Context, args: &OpeningsArgs) -> anyhow::Result<Status> {
    figure::prepare(context, &args.figure)?;
    let (archive, query, (found, within)) = find(context, args)?;
    let layout = args.answer.layout();
    let rows = list((args, &within), layout.is_table()).of(&archive, &found.games)?;
    let is_nothing = rows.iter().all(|row| row.score.all() == 0);
    if !layout.is_table() || !is_nothing {
        grouped::print_openings(context, &archive, rows, layout)?;
    }
    if args.diagram && layout.is_page() {
        for name in &within {
            draw_board(context, &archive, (args, &found.games), name)?;
        }
    }
    let drawing = || drawing(context.lang, &archive, (args, &within, &found.games));
    figure::write(context, (&args.figure, &args.filter.0), &archive, drawing)?;
    let status = grouped::tell(context, &archive, (&query, &found), !args.filter.0.has("kind"))?;
    Ok(if is_nothing { Status::NothingFound } else { status })
}

/// Archive and chart of the answer.
pub(super) fn drawn(context: &Context, args: &OpeningsArgs) -> anyhow::Result<(Archive, Drawing)> {
    let (archive, _, (found, within)) = find(context, args)?;
    let drawing = drawing(context.lang, &archive, (args, &within, &found.games))?;
    Ok((archive, drawing))
}

/// Openings to list, and their order.
fn list<'a>((args, within): (&OpeningsArgs, &'a [String]), is_tree: bool) -> OpeningList<'a> {
    let (order, is_reversed) = args.sort;
    OpeningList { within, order, is_reversed, most: args.limit, is_tree }
}

/// Prints the board that shows an opening, below the moves that lead to it.
fn draw_board(
    context: &Context,
    archive: &Archive,
    (args, games): (&OpeningsArgs, &[u32]),
    name: &str,
) -> anyhow::Result<()> {
    let Some(SettledOpening { moves, position }) = settled(archive, games, name)? else {
        return Ok(());
    };
    let notation = context.system(&args.notation)?;
    let line = notation.write_line(&moves, &mut Position::start());
    let board = board(&position, args.letters.into(), moves.last().copied(), context.colour);
    let head = wrapped(&format!("{name}  {}", line.join(" ")), context.width);
    context.print_all(&format!("\n{head}\n{board}\n"))
}

/// Finds the games and the wanted openings. Other words name players, events and years, and become
/// conditions.
fn find(
    context: &Context,
    args: &OpeningsArgs,
) -> anyhow::Result<(Archive, SearchQuery, (Found, Vec<String>))> {
    let mut question = SaidQuestion::new(context, "", &[&args.filter.0])?;
    let mut within = args.within.clone();
    let archive = question.open()?;
    let unknown = within.iter().find(|name| !is_opening(&archive, name)).cloned();
    question.keep(archive);
    if let Some(unknown) = unknown {
        within = match question.take(&args.within, "opening")? {
            Some(openings) => openings,
            // A name that is nearly that of a player leads to a question, as in other commands.
            None if question.is_nearly_a_player(&unknown)? => Vec::new(),
            None => return Err(anyhow!(context.lang.no_such_opening(&unknown))),
        };
    }
    let scanning = Scanning::new(context);
    let (archive, matcher) = question.matched(Purpose::Statistics, &scanning)?;
    scanning.finish();
    let query = question.read(|params: &Params| params.query_of(matcher, 0..usize::MAX))?;
    let found = search_unsorted(&archive, &query, &Unwatched)?;
    Ok((archive, query, (found, within)))
}

fn drawing(
    lang: Lang,
    archive: &Archive,
    (args, within, games): (&OpeningsArgs, &[String], &[u32]),
) -> anyhow::Result<Drawing> {
    let answer = answers::openings();
    let mut heads = vec![column("code", lang.head_code()), column("opening", lang.head_opening())];
    heads.extend(columns(lang, &answer, CHART));
    let mut rows = Vec::new();
    let mut drawn = IdSet::default();
    for row in list((args, within), false).of(archive, games)? {
        drawn.insert(row.code.map_or(0, |code| code.number().into()));
        let row = OpeningGames::new(archive, row)?;
        let code = row.row.code.map(|code| code.to_string());
        let label = match (&code, &row.opening) {
            (None, _) => lang.no_opening(),
            (Some(code), None) => code.clone(),
            (Some(code), Some(opening)) => format!("{code} {}", lang.opening_name(opening)),
        };
        let mut values = vec![json!(code), json!(label)];
        values.extend(cells(&answer, CHART, &row));
        rows.push(values);
    }
    let table = Table { names: 1, columns: heads, rows };
    let chart = rows_of_games(lang, "opening", None);
    let code = |game: u32| archive.facts().get(game).map(|fact| u32::from(fact.opening));
    let is_drawn = |game: &u32| code(*game).is_some_and(|code| drawn.contains(code));
    let games = games.iter().copied().filter(is_drawn).collect();
    Ok(Drawing::new(lang.figure_of_openings(), table, chart, games))
}

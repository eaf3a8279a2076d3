//! `xqdb explore`: every move played in a position, with its score.

mod json;
mod table;
mod walk;

use super::scanning::Scanning;
use super::{Context, Status, grouped, line, question};
use crate::cli::{AnswerFormat, ExploreArgs};
use crate::messages::Lang;
use std::io::{BufWriter, Write};
use walk::Asking;
use xqdb::metadata::Kind;
use xqdb::opening::Table;
use xqdb::search::{Explored, Look, Query, search};
use xqdb::xiangqi::Position;

/// Explores a position.
///
/// # Errors
/// When an argument cannot be understood or the database cannot be read.
pub(crate) fn explore(context: &Context, args: &ExploreArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let notation = context.system(&args.notation)?;
    let asked = line::position(&args.position, &notation, lang)?;
    // Rows name their openings. The rules are read while the facts are.
    if asked.start.is_start() {
        std::thread::spawn(|| Table::ecco().prepare());
    }
    let mut filter = question::filter(context, &args.filter, &[Kind::Game])?;
    filter.through =
        counted(args, &asked).map(|all| (all, question::mirroring(args.position.mirror)));
    let archive = question::open_with(context, args.filter.openings.as_deref())?;
    let scanning = Scanning::new(context);
    let matcher = filter.resolve_watched(&archive, &scanning)?;
    scanning.finish();
    if let Some(by) = args.by {
        let query = Query {
            position: Some(asked.position),
            mirroring: question::mirroring(args.position.mirror),
            variations: args.filter.variations,
            ..Query::new(matcher)
        };
        let found = search(&archive, &query)?;
        grouped::print(context, &archive, &found.games, by, args.answer.format().into())?;
        return Ok(grouped::tell(context, &query, &found, args.filter.kind.is_empty()));
    }
    let asking = Asking {
        archive: &archive,
        scanning: &scanning,
        matcher: &matcher,
        look: Look {
            mirroring: question::mirroring(args.position.mirror),
            variations: args.filter.variations,
            latest: args.latest,
        },
        line: asked.start.is_start().then_some(asked.moves),
        notation: &notation,
        depth: args.depth,
        most: args.rows,
        least: args.min_games,
        sort: args.sort,
    };
    let explored = asking.at(&asked.position)?;
    let format = args.answer.format();
    let mut out = BufWriter::new(std::io::stdout().lock());
    let is_nothing = explored.score.games() == 0;
    let is_whole = match format {
        AnswerFormat::Table if is_nothing => Ok(true),
        AnswerFormat::Table => table::print(context, &asking, &asked.position, &explored, &mut out),
        AnswerFormat::Csv => {
            table::print_csv(context, &asking, &asked.position, &explored, &mut out)
        }
        AnswerFormat::Json => json::print(context, &asking, &asked.position, &explored, &mut out),
    }?;
    out.flush()?;
    if format == AnswerFormat::Table {
        context.tell(&notes(&explored, args.filter.kind.is_empty(), lang));
    }
    question::tell_names(context, &matcher);
    if !is_whole {
        context.tell(&lang.rows_left_out(args.rows as u64));
    }
    Ok(Status::found(!is_nothing))
}

/// The positions of which games are counted, if these are few: the one that is said, and where its
/// moves lead, by whatever way a game comes there.
fn counted(args: &ExploreArgs, asked: &line::Asked) -> Option<Vec<Position>> {
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

/// What the table does not say.
fn notes(explored: &Explored, is_default_kind: bool, lang: Lang) -> String {
    let games = explored.score.games();
    let mut line = lang.games_come_here(games);
    if is_default_kind {
        line += &lang.games_of_default_kind();
    }
    if explored.mirrored > 0 {
        line += &lang.games_mirrored(explored.mirrored);
    }
    if explored.copies > 0 {
        line += &lang.games_copied(explored.copies);
    }
    if explored.ended > 0 {
        line += &lang.games_end_here(explored.ended);
    }
    if explored.undated > 0 {
        line += &lang.games_undated(explored.undated);
    }
    let rows: u64 = explored.rows.iter().map(|row| row.score.games()).sum();
    if rows + explored.ended > games {
        line += &lang.rows_sum_to_more();
    }
    line
}

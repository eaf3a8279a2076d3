//! `xqdb explore`: every move played in a position, with its score.

mod drawn;
mod json;
mod table;
mod walk;

pub(super) use table::named;

use super::figure::{self, Drawing};
use super::samples::{tell_leads, tell_others};
use super::scanning::Scanning;
use super::{Context, Status, grouped, line, question};
use crate::cli::{AnswerFormat, ExploreArgs};
use crate::messages::Lang;
use std::io::{BufWriter, Write};
use walk::Asking;
use xqdb::metadata::Kind;
use xqdb::notation::System;
use xqdb::opening::Table;
use xqdb::search::{Archive, Explored, Look, Matcher, Query, search};
use xqdb::xiangqi::Position;

/// What is asked, and of which games.
struct Ready {
    notation: System,
    asked: line::Asked,
    archive: Archive,
    matcher: Matcher,
}

/// Explores a position.
///
/// # Errors
/// When an argument cannot be understood or the database cannot be read.
pub(crate) fn explore(context: &Context, args: &ExploreArgs) -> anyhow::Result<Status> {
    figure::prepare(context, &args.figure)?;
    let lang = context.lang;
    let scanning = Scanning::new(context);
    let ready = ready(context, args, &scanning)?;
    if let Some(by) = args.by {
        let Ready { archive, .. } = &ready;
        let query = query(args, &ready);
        let found = search(archive, &query)?;
        grouped::print(context, archive, &found.games, by, args.answer.format().into())?;
        return grouped::tell(context, archive, (&query, &found), args.filter.kind.is_empty());
    }
    let asking = asking(args, &ready, &scanning);
    let position = &ready.asked.position;
    let explored = asking.at(position)?;
    let format = args.answer.format();
    let mut out = BufWriter::new(std::io::stdout().lock());
    let is_nothing = explored.score.all() == 0;
    let is_whole = match format {
        AnswerFormat::Table if is_nothing => Ok(true),
        AnswerFormat::Table => table::print(context, &asking, position, &explored, &mut out),
        AnswerFormat::Csv => table::print_csv(context, &asking, position, &explored, &mut out),
        AnswerFormat::Json => json::print(context, &asking, position, &explored, &mut out),
    }?;
    out.flush()?;
    if format == AnswerFormat::Table {
        context.tell(&notes(&explored, args.filter.kind.is_empty(), lang));
        if !is_nothing {
            context.tell(&lang.scores_lie());
            context.tell(&lang.players_and_events());
            tell_others(context, &explored.score);
            tell_leads(context, &explored.behind, explored.score.games());
        }
    }
    question::tell_names(context, &ready.matcher);
    if !is_whole {
        context.tell(&lang.rows_left_out(args.rows as u64));
    }
    let drawing = || {
        let games = search(&ready.archive, &query(args, &ready))?.games;
        drawn::drawing(lang, &asking, (position, &explored), games)
    };
    figure::write(context, (&args.figure, &args.filter), &ready.archive, drawing)?;
    Ok(Status::found(!is_nothing))
}

/// The same as a chart.
///
/// # Errors
/// As [`explore`].
pub(super) fn drawn(context: &Context, args: &ExploreArgs) -> anyhow::Result<(Archive, Drawing)> {
    let scanning = Scanning::new(context);
    let ready = ready(context, args, &scanning)?;
    let asking = asking(args, &ready, &scanning);
    let position = &ready.asked.position;
    let explored = asking.at(position)?;
    let games = search(&ready.archive, &query(args, &ready))?.games;
    let drawing = drawn::drawing(context.lang, &asking, (position, &explored), games)?;
    Ok((ready.archive, drawing))
}

fn ready(context: &Context, args: &ExploreArgs, scanning: &Scanning<'_>) -> anyhow::Result<Ready> {
    let notation = context.system(&args.answer.notation)?;
    let asked = line::position(&args.position, &notation, context.lang)?;
    // Rows name their openings. The rules are read while the facts are.
    if asked.start.is_start() {
        std::thread::spawn(|| Table::ecco().prepare());
    }
    let mut filter = question::filter(context, &args.filter, &[Kind::Game])?;
    filter.through =
        counted(args, &asked).map(|all| (all, question::mirroring(args.position.mirror)));
    let archive = question::open_with(context, args.filter.openings.as_deref())?;
    let matcher = filter.resolve_watched(&archive, scanning)?;
    scanning.finish();
    Ok(Ready { notation, asked, archive, matcher })
}

/// The games that come to the position.
fn query(args: &ExploreArgs, ready: &Ready) -> Query {
    Query {
        position: Some(ready.asked.position.clone()),
        mirroring: question::mirroring(args.position.mirror),
        variations: args.filter.variations,
        ..Query::new(ready.matcher.clone())
    }
}

fn asking<'a>(args: &ExploreArgs, ready: &'a Ready, scanning: &'a Scanning<'a>) -> Asking<'a> {
    Asking {
        archive: &ready.archive,
        scanning,
        matcher: &ready.matcher,
        look: Look {
            mirroring: question::mirroring(args.position.mirror),
            variations: args.filter.variations,
            latest: args.latest,
        },
        line: ready.asked.start.is_start().then(|| ready.asked.moves.clone()),
        notation: &ready.notation,
        depth: args.depth,
        most: args.rows,
        least: args.min_games,
        sort: args.sort,
    }
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
    let games = explored.score.all();
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
    let rows: u64 = explored.rows.iter().map(|row| row.score.all()).sum();
    if rows + explored.ended > games {
        line += &lang.rows_sum_to_more();
    }
    line
}

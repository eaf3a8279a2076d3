//! `xqdb engine-book`: the contents and faults of an engine's opening book, and where the book and
//! the archive disagree.

use super::printed::Printed;
use super::progress::Scanning;
use super::question::{SaidQuestion, tell_names};
use super::render::wrapped;
use super::{Context, Status};
use crate::cli::{EngineBookArgs, Form};
use crate::messages::{CountSentence, Lang};
use anyhow::Context as _;
use serde_json::Value;
use std::path::{Path, PathBuf};
use xqdb::answers::{DisputeFound, EngineBookFound, disputes, engine_books};
use xqdb::engine_book::{
    BookError, BookMove, BookSurvey, Books, DisputeWalk, Disputes, EngineBook,
};
use xqdb::search::{Look, Mirroring, Purpose};

/// Describes a book, and compares it with the database if that exists.
pub(crate) fn engine_book(context: &Context, args: &EngineBookArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let notation = context.system(&args.answer.notation)?;
    let book = open_book(context, &args.path)?;
    let scanning = Scanning::new(context);
    let survey = BookSurvey::of(&book, &scanning).with_context(|| lang.cannot_read(&args.path))?;
    let compared = match context.db.exists() {
        true => Some(compare(context, args, &book, &scanning)?),
        false => None,
    };
    scanning.finish();
    let is_sound = survey.is_sound();
    let found = EngineBookFound { compared: compared.as_ref().map(|it| it.compared), survey };
    let layout = args.answer.layout();
    let printed = Printed::new(context, disputes(), layout)?
        .keeping(&["move", "bookMove"])
        .sparing(&["bookPercent", "percent", "bookGames"])
        .show("moveScore", move |it: &DisputeFound| {
            Ok(match &it.dispute.said_of_played {
                None => "-".to_owned(),
                Some(said) => score_in_book(lang, said),
            })
        });
    let rows = compared.iter().flat_map(|it| it.rows.iter().take(layout.needed()).cloned());
    let rows: Vec<DisputeFound> = rows.map(|it| DisputeFound::new(it, &notation)).collect();
    match layout.form {
        Form::Json => {
            let mut value = engine_books().object(&found);
            let rows: Value = serde_json::from_str(&printed.text(&rows)?)?;
            value.insert("disputes".to_owned(), rows);
            context.print_all(&format!("{}\n", Value::Object(value)))?;
        }
        Form::Table => {
            let about = wrapped(&describe(context, &found), context.width);
            let table = printed.text(&rows)?;
            let blank = if table.is_empty() { "" } else { "\n" };
            context.print_all(&format!("{about}\n{blank}{table}"))?;
            tell(context, &found, compared.as_ref(), rows.len());
        }
        _ => printed.print(&rows)?,
    }
    Ok(if is_sound { Status::Success } else { Status::SetAside })
}

/// Opens the books that the user named.
pub(super) fn open_books(context: &Context, paths: &[PathBuf]) -> anyhow::Result<Books> {
    let books = paths.iter().map(|path| open_book(context, path));
    Ok(Books::new(books.collect::<anyhow::Result<_>>()?))
}

fn open_book(context: &Context, path: &Path) -> anyhow::Result<EngineBook> {
    let opened = EngineBook::open(path).map_err(|error| match error {
        // The cause has a message in every language.
        BookError::Unreadable(error) => anyhow::Error::new(error),
        other => other.into(),
    });
    opened.with_context(|| context.lang.cannot_read(path))
}

/// Score of a move in a book, marked if the book forbids the move.
pub(super) fn score_in_book(lang: Lang, said: &BookMove) -> String {
    let score = said.score.map(|score| score.to_string()).unwrap_or_default();
    match said.is_allowed {
        true => score,
        false => lang.forbidden_by_book(&score).trim().to_owned(),
    }
}

fn compare(
    context: &Context,
    args: &EngineBookArgs,
    book: &EngineBook,
    scanning: &Scanning<'_>,
) -> anyhow::Result<Disputes> {
    let question = SaidQuestion::new(context, &args.answer.notation, &[&args.filter.0])?;
    let (archive, matcher) = question.matched(Purpose::Statistics, scanning)?;
    let look = Look { mirroring: Mirroring::Any, variations: false, latest: 0 };
    let walk = DisputeWalk { look, least: args.min_games.max(1), plies: args.plies };
    let found = Disputes::of(&archive, book, (&matcher, &walk), scanning)?;
    tell_names(context, &archive, &matcher)?;
    Ok(found)
}

/// Sentences on the kind of the book and the numbers of its positions and moves.
fn describe(context: &Context, found: &EngineBookFound) -> String {
    let lang = context.lang;
    let it = &found.survey;
    let marked = lang.counts([
        (it.forbidden, Lang::engine_book_forbids),
        (it.remarks, Lang::engine_book_remarks),
    ]);
    lang.engine_book_holds(it.kind.name(), it.positions, it.moves)
        + &marked
        + &lang.engine_book_reaches(it.reached)
}

/// Prints the faults of a book, and how many positions were compared.
fn tell(context: &Context, found: &EngineBookFound, compared: Option<&Disputes>, rows: usize) {
    let lang = context.lang;
    let it = &found.survey;
    let faults: [(u64, CountSentence); 3] = [
        (it.no_key, Lang::engine_book_no_key),
        (it.no_move, Lang::engine_book_no_move),
        (it.impossible, Lang::engine_book_impossible),
    ];
    for (number, sentence) in faults.into_iter().filter(|(number, _)| *number > 0) {
        context.tell_always(&sentence(lang, number));
    }
    for what in &it.damage {
        context.tell_always(&lang.error_line(&lang.stored(what)));
    }
    if it.turned > 0 {
        context.tell_below(lang.engine_book_turned(it.turned));
    }
    match compared {
        None => context.tell_below(lang.engine_book_alone(&context.db)),
        Some(disputes) => {
            let all = disputes.rows.len() as u64;
            let mut line = lang.engine_book_disputes(all, disputes.compared);
            if all > rows as u64 {
                line += &lang.games_listed(1, rows as u64);
            }
            context.tell_below(line);
            if disputes.is_cut {
                context.tell_below(lang.engine_book_cut(Disputes::FARTHEST));
            }
        }
    }
}

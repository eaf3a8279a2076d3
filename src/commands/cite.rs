//! `xqdb cite`: the citation of a game, or of the answer to a question, for books and papers.

use super::files::file_name;
use super::one_game::game_called;
use super::progress::Scanning;
use super::question::{SaidQuestion, open, tell_names};
use super::{Context, Status};
use crate::book::Citation;
use crate::cli::{CiteArgs, CiteFormat};
use anyhow::bail;
use xqdb::search::search;

/// Prints a citation. The user must name either a game or a question.
pub(crate) fn cite(context: &Context, args: &CiteArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let is_asked = !args.asked.0.is_empty();
    let (citation, is_found) = match (&args.words[..], is_asked) {
        ([], true) => of_question(context, args)?,
        ([], false) => bail!(lang.cite_nothing()),
        (_, true) => bail!(lang.cite_both()),
        (words, false) => {
            let archive = open(context)?;
            let Some(id) = game_called(context, &archive, &words.join(" "))? else {
                return Ok(Status::NothingFound);
            };
            (Citation::of_game(lang, (&archive, &file_name(&context.db)), id)?, true)
        }
    };
    context.print_all(&match args.answer.format() {
        CiteFormat::Table => citation.text(lang),
        CiteFormat::Bibtex => citation.bibtex(lang),
        CiteFormat::Json => citation.to_json().to_string() + "\n",
    })?;
    Ok(Status::found(is_found))
}

/// Citation of the answer to a question, and whether the answer has any game.
fn of_question(context: &Context, args: &CiteArgs) -> anyhow::Result<(Citation, bool)> {
    let question = SaidQuestion::new(context, &args.answer.notation, &[&args.asked.0])?;
    let scanning = Scanning::new(context);
    let (archive, query) = question.query(0..usize::MAX, Some(&scanning))?;
    scanning.finish();
    let found = search(&archive, &query)?;
    tell_names(context, &archive, &query.matcher)?;
    // `xqdb search` with these words finds the cited games.
    let program = ["xqdb", "search"].map(str::to_owned).into_iter();
    let as_stated = context.as_stated.then(|| "--as-stated".to_owned());
    let words = program.chain(as_stated).chain(context.words.iter().skip(1).cloned());
    let name = file_name(&context.db);
    let citation = Citation::of_question(context.lang, (&archive, &name), found.count, words)?;
    Ok((citation, found.count > 0))
}

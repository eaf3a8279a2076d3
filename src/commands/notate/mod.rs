//! `xqdb notate`: moves from any notation into any other, without a database.

mod batch;
mod explain;
mod line;
mod list;

use super::line::start;
use super::{Context, Status};
use crate::cli::NotateArgs;
use anyhow::{Context as _, bail};
use line::Translation;
use std::io::Read;
use xqdb::notation::{tokens, understand};

/// More than this is no line of moves.
const LONGEST: u64 = 1 << 20;

/// Translates a line, answers a batch, or lists the notations.
///
/// # Errors
/// When an argument is wrong or the output cannot be written.
pub(crate) fn notate(context: &Context, args: &NotateArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    if args.list {
        context.print_all(&list::list(args.answer.format(), context))?;
        return Ok(Status::Success);
    }
    let from = context.system(&args.from)?;
    let to = args.to.iter().map(|name| context.system(name)).collect::<Result<Vec<_>, _>>()?;
    if args.batch {
        return batch::answer(context, &from, &to);
    }
    let start = start(args.fen.as_deref(), lang)?;
    let text = match args.moves[..] {
        [] => from_stdin().with_context(|| lang.cannot_read_stdin())?,
        _ => args.moves.join("\n"),
    };
    let tokens = tokens(&text);
    if tokens.is_empty() {
        bail!(lang.no_moves_given());
    }
    let found = understand(&from, &tokens, &start);
    let line = Translation { tokens: &tokens, start: &start, to: &to, lang };
    context.print_all(&match args.explain {
        true => explain::explain(&line, &found, args.letters.into(), context.colour),
        false => {
            let lines = found.candidates[0].solution.lines();
            lines.iter().map(|moves| line.translate(moves)).collect::<String>()
        }
    })?;
    match line.trouble(&found) {
        None => Ok(Status::Success),
        Some(trouble) => {
            context.tell_always(&trouble);
            Ok(Status::SetAside)
        }
    }
}

fn from_stdin() -> std::io::Result<String> {
    let mut text = String::new();
    std::io::stdin().lock().take(LONGEST).read_to_string(&mut text)?;
    Ok(text)
}

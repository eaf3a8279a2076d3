//! Conditions on games that words without an option mean on the command line.

use super::Context;
use crate::messages::Lang;
use crate::questions::typed::{TypedFault, TypedMeaning, TypedParts, Typist, Understood};
use anyhow::anyhow;
use xqdb::query::QueryError;

/// Parameters that words without an option mean. If the words are no whole names, all of them
/// become the value of the option for such names.
pub(super) fn conditions(
    context: &Context,
    typist: &Typist<'_>,
    text: &str,
) -> anyhow::Result<Vec<(&'static str, String)>> {
    let lang = context.lang;
    if let Some(TypedParts { names, fields }) = typist.parts(text)? {
        context.tell_more(&lang.words_mean(text, &names.join(" · ")));
        return Ok(fields);
    }
    let Understood { groups, is_whole, unread } = typist.understand(text)?;
    let option = match (groups.first(), unread) {
        (_, Some(fault @ TypedFault::Name(_))) => {
            context.tell_always(&fault.message(lang));
            "player"
        }
        (_, Some(TypedFault::Query(error))) => return Err(refused("--where", text, &error, lang)),
        (_, Some(fault)) => return Err(anyhow!(fault.message(lang))),
        (Some((sort @ ("player" | "event" | "opening"), _)), None) if !is_whole => sort,
        (Some(("book", _)), None) if !is_whole => "chapter",
        (first, None) => {
            if first.is_some_and(|(sort, _)| *sort == "text") {
                context.tell_below(lang.taken_for_text(text));
            }
            let meaning = first.and_then(|(_, all)| all.first());
            let said = meaning.into_iter().flat_map(TypedMeaning::parameters);
            let said: Vec<_> = said.map(|(name, value)| (name, value.to_owned())).collect();
            let is_game = said.iter().any(|(name, _)| matches!(*name, "key" | "material"));
            if said.is_empty() || is_game {
                return Err(anyhow!(lang.words_are_no_condition(text)));
            }
            return Ok(said);
        }
    };
    Ok(vec![(option, text.to_owned())])
}

/// Error of a query, with its line and marks below the place.
pub(super) fn refused(argument: &str, text: &str, error: &QueryError, lang: Lang) -> anyhow::Error {
    let (line, carets) = error.marked(text);
    let why = lang.query_refused(error);
    anyhow!("{}\n  {line}\n  {carets}", lang.argument_wrong(argument, &why))
}

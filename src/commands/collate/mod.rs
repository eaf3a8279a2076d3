//! `xqdb collate`: the records of a game and of its kin side by side, with what each reads where
//! they differ.

mod table;

use super::show::game_of_key;
use super::{Context, Status, question};
use crate::book::collation;
use crate::cli::{CollateArgs, CollationFormat};
use std::collections::BTreeMap;
use xqdb::people::{Gathered, with_kin};

/// Lays games side by side.
///
/// # Errors
/// When the database cannot be read, or a key fits several games.
pub(crate) fn collate(context: &Context, args: &CollateArgs) -> anyhow::Result<Status> {
    let notation = context.system(&args.answer.notation)?;
    let archive = question::open(context)?;
    let mut asked = BTreeMap::new();
    for key in &args.keys {
        let Some(game) = game_of_key(&archive, key, context.lang)? else {
            context.tell_always(&context.lang.no_such_key(key));
            return Ok(Status::NothingFound);
        };
        asked.insert(archive.snapshot().game_key(game)?, game);
    }
    let mut games: Vec<u32> = asked.into_values().collect();
    // One game by itself is laid beside its kin.
    if args.group || games.len() == 1 {
        games = with_kin(&archive, &games)?;
    }
    let gathered = Gathered::of(&archive, &games)?;
    let text = match args.answer.format() {
        CollationFormat::Table => table::text(context, &gathered, &notation, args.boards),
        CollationFormat::Html => collation::html(context.lang, &gathered, &notation),
        CollationFormat::Json => format!("{}\n", gathered.to_json(&notation)),
        CollationFormat::Tei => collation::tei(&gathered, &notation),
    };
    context.print_all(&text)?;
    let (texts, entries) = (gathered.collation.texts.len(), gathered.collation.entries.len());
    context.tell(&context.lang.texts_collated(texts as u64, entries as u64));
    if gathered.left_out > 0 {
        context.tell_always(&context.lang.texts_left_out(gathered.left_out as u64));
    }
    Ok(Status::Success)
}

//! `xqdb show`: one game as a page of a book: its facts, its moves with comments and variations,
//! boards, and where it stands. The room `book` gathers and lays out, `text.rs` draws for a screen.

mod text;

use super::search::pgn_of;
use super::{Context, Status, question};
use crate::book::{self, Marks, Page};
use crate::cli::{PageFormat, ShowArgs};
use crate::messages::Lang;
use anyhow::bail;
use xqdb::query::Query;
use xqdb::search::{Archive, Asked, load, shown};

/// More keys than these are not listed.
const KEYS: usize = 20;

/// Shows a game.
///
/// # Errors
/// When the database cannot be read or the key fits several games.
pub(crate) fn show(context: &Context, args: &ShowArgs) -> anyhow::Result<Status> {
    let notation = context.system(&args.notation)?;
    let archive = question::open(context)?;
    let Some(id) = game_of_key(&archive, &args.key, context.lang)? else {
        context.tell_always(&context.lang.no_such_key(&args.key));
        return Ok(Status::NothingFound);
    };
    let game = load(&archive, id)?;
    let marks = question::asked(&args.asked, context.lang)?
        .map(|query| marks(&archive, &query, id))
        .transpose()?;
    let witnesses = archive.witnesses(id)?;
    let letters = args.letters.into();
    let page = |marks| Page {
        lang: context.lang,
        as_stated: context.as_stated,
        archive: &archive,
        game: &game,
        witnesses: witnesses.clone(),
        notation: &notation,
        marks,
        plies: args.ply.clone(),
    };
    let text = match args.answer.format() {
        PageFormat::Table => text::text(context, &page(marks), letters)?,
        PageFormat::Html => book::html(&page(marks), letters)?,
        PageFormat::Svg => {
            let asked = args.ply.last().copied().or_else(|| marks.as_ref()?.first());
            let ply = asked.map_or(game.moves.len(), |ply| ply as usize);
            let page = page(marks);
            book::svg(&page, &page.board(ply), letters) + "\n"
        }
        PageFormat::Json => {
            let mut value = shown(&archive, &game, context.as_stated)?;
            if let Some(marks) = &marks {
                value["where"] = serde_json::to_value(&marks.0)?;
            }
            format!("{value}\n")
        }
        PageFormat::Pgn => pgn_of(&archive, game.id, &notation)?,
    };
    context.print_all(&text)?;
    Ok(Status::Success)
}

fn marks(archive: &Archive, query: &Query, id: u32) -> anyhow::Result<Marks> {
    let asked = Asked::new(archive, query, true, |game, _| game == id)?;
    Ok(Marks(asked.moments(archive, id)?))
}

/// The game whose key begins so.
pub(super) fn game_of_key(archive: &Archive, key: &str, lang: Lang) -> anyhow::Result<Option<u32>> {
    let ids = archive.games_by_key(key)?;
    if let [] | [_] = ids[..] {
        return Ok(ids.first().copied());
    }
    let mut keys = Vec::new();
    for &id in ids.iter().take(KEYS) {
        keys.push(load(archive, id)?.key);
    }
    bail!(lang.several_keys(key, &keys.join(" ")))
}

//! `xqdb show`: one game as a page of a book: its facts, its moves with comments and variations,
//! boards, and where it stands. `moves.rs` lays out, `page.rs` gathers, `text.rs` and `html.rs` draw.

mod html;
mod moves;
mod page;
mod text;

use super::search::pgn_of;
use super::titled::Titled;
use super::{Context, Status, question};
use crate::cli::{PageFormat, ShowArgs};
use crate::messages::Lang;
use anyhow::bail;
use page::Page;
use serde_json::Value;
use xqdb::opening::Codes;
use xqdb::query::Query;
use xqdb::search::{Archive, Asked, Moments, load};

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
        context,
        archive: &archive,
        game: &game,
        witnesses: witnesses.clone(),
        notation: &notation,
        marks,
        plies: args.ply.clone(),
    };
    let text = match args.answer.format() {
        PageFormat::Table => text::text(&page(marks), letters)?,
        PageFormat::Html => html::html(&page(marks), letters)?,
        PageFormat::Svg => {
            let asked = args.ply.last().copied().or_else(|| marks.as_ref()?.first());
            let ply = asked.map_or(game.moves.len(), |ply| ply as usize);
            let page = page(marks);
            html::svg(&page, &page.board(ply), letters) + "\n"
        }
        PageFormat::Json => {
            let mut value = serde_json::to_value(&game)?;
            let titled = serde_json::to_value(Titled::of(&game.headings, context))?;
            if let (Value::Object(value), Value::Object(titled)) = (&mut value, titled) {
                value.extend(titled);
            }
            value["ecco"] = serde_json::to_value(Codes::of(&game.start_position(), &game.moves))?;
            value["witnesses"] = serde_json::to_value(&witnesses)?;
            if let Some(marks) = &marks {
                value["where"] = serde_json::to_value(&marks.0)?;
            }
            format!("{value}\n")
        }
        PageFormat::Pgn => pgn_of(&game, &notation),
    };
    context.print_all(&text)?;
    Ok(Status::Success)
}

/// Where a game fits a question, if anywhere; variations count.
#[derive(Clone)]
struct Marks(Option<Moments>);

impl Marks {
    /// The moments of the main line, ascending.
    fn plies(&self) -> &[u32] {
        let moments = self.0.as_ref().filter(|moments| !moments.variation);
        moments.and_then(|moments| moments.plies.as_deref()).unwrap_or_default()
    }

    fn first(&self) -> Option<u32> {
        self.plies().first().copied()
    }

    fn told(&self, lang: Lang) -> String {
        let Some(moments) = &self.0 else { return lang.nowhere() };
        let Some(plies) = &moments.plies else { return lang.whole_game_fits() };
        let plies: Vec<String> = plies.iter().map(u32::to_string).collect();
        match moments.variation {
            true => lang.ply_in_variation(&plies.join(", ")),
            false => lang.marked_plies(&plies.join(", ")),
        }
    }
}

fn marks(archive: &Archive, query: &Query, id: u32) -> anyhow::Result<Marks> {
    let asked = Asked::new(archive, query, true, |game, _| game == id)?;
    Ok(Marks(asked.moments(archive, id)?))
}

/// The game whose key begins so.
fn game_of_key(archive: &Archive, key: &str, lang: Lang) -> anyhow::Result<Option<u32>> {
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

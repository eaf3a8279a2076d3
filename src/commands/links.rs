//! `xqdb links`: nearly equal games, how they differ, and whether they are one game.

use super::one_game::game_called;
use super::printed::tick;
use super::render::TextTable;
use super::values::{ValueList, itself};
use super::{Context, Status, files, question};
use crate::cli::LinksArgs;
use crate::questions::players_named;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use xqdb::answers::game_links;
use xqdb::duplicates::{Linked, Relation, link_all, refresh};
use xqdb::search::Archive;
use xqdb::store::{LinkRow, PlaceRow, RecordParts, RecordSet};

/// Lists links, or makes them anew.
pub(crate) fn links(context: &Context, args: &LinksArgs) -> anyhow::Result<Status> {
    if args.rebuild {
        let (_lock, mut database) = files::open(context)?;
        let linked = link_all(&mut database)?;
        refresh(&mut database)?;
        database.reclaim();
        let Linked { links, same, copies } = linked;
        context.tell(&context.lang.linked(links as u64, same as u64, copies as u64));
        return Ok(Status::Success);
    }
    let archive = question::open(context)?;
    let game = match &args.words[..] {
        [] => None,
        words => match game_called(context, &archive, &words.join(" "))? {
            Some(id) => Some(id),
            None => return Ok(Status::NothingFound),
        },
    };
    let mut found = match game {
        Some(game) => archive.links_of(game)?,
        None => archive.links()?,
    };
    found.retain(|link| {
        let relation = Relation::from_name(&link.relation);
        (!args.same || link.same)
            && (args.relation.is_empty() || relation.is_some_and(|it| args.relation.contains(&it)))
    });
    let layout = args.answer.layout();
    let is_page = layout.is_table() && layout.limited(0).is_everything();
    let printed = match is_page {
        false => {
            let mut values = ValueList::new(context, layout, game_links(), itself)?;
            let with_equal = args.same && args.relation.is_empty();
            let printed = pairs(&archive, (&found, game), with_equal, &mut values)?;
            values.end()?;
            printed
        }
        true => {
            let listed = &found[..found.len().min(layout.most())];
            context.print_all(&table(context, &archive, listed)?.render())?;
            listed.len()
        }
    };
    let same = found.iter().filter(|link| link.same).count();
    context.tell_below(context.lang.links_found(found.len() as u64, same as u64));
    Ok(Status::found(printed > 0))
}

fn table(context: &Context, archive: &Archive, links: &[LinkRow]) -> anyhow::Result<TextTable> {
    let lang = context.lang;
    let table = context.table("key game key game relation >parts_at one_game");
    let table = table.keeping(&[0, 2, 4]).sparing(&[5, 3]);
    let mut table = table.with_room(&[(1, 12), (3, 12)]);
    for link in links {
        let (a, b) = (archive.row(link.a)?, archive.row(link.b)?);
        let players = |game| -> anyhow::Result<String> {
            let names = players_named(lang, archive, game)?;
            Ok(names.map(|name| name.unwrap_or_else(|| "?".to_owned())).join(" – "))
        };
        table.row(vec![
            a.key.clone(),
            players(&a)?,
            b.key.clone(),
            players(&b)?,
            lang.relation_named(&link.relation),
            link.parts_at.map(|ply| ply.to_string()).unwrap_or_default(),
            tick(link.same, lang),
        ]);
    }
    Ok(table)
}

/// Record at one of its places, and the players that the record names.
#[derive(Clone, Serialize)]
struct PlacedRecord {
    #[serde(skip)]
    game: u32,
    path: String,
    member: Option<String>,
    /// 1-based number of the record in the source.
    record: u64,
    #[serde(skip)]
    players: [Option<String>; 2],
}

/// Prints pairs of records, and returns their number. One record stands for all of its game; with
/// `with_equal`, the records of each game are pairs, too.
fn pairs(
    archive: &Archive,
    (links, only): (&[LinkRow], Option<u32>),
    with_equal: bool,
    values: &mut ValueList<'_>,
) -> anyhow::Result<usize> {
    let linked: FxHashSet<u32> = links.iter().flat_map(|link| [link.a, link.b]).collect();
    let mut places: FxHashMap<u32, PlacedRecord> = FxHashMap::default();
    let mut first: Option<PlacedRecord> = None;
    let mut printed = 0;
    let mut of_source: FxHashMap<i64, Vec<PlaceRow>> = FxHashMap::default();
    let mut behind = None;
    while let Some(place) = archive.snapshot().next_place(behind.as_ref())? {
        of_source.entry(place.source).or_default().push(place.clone());
        behind = Some(place);
    }
    let mut each = |place: PlacedRecord| -> anyhow::Result<()> {
        if let Some(first) = first.as_ref().filter(|first| first.game == place.game) {
            if with_equal && only.is_none_or(|only| only == place.game) {
                printed += 1;
                values.value(&equal(first, &place))?;
            }
            return Ok(());
        }
        if linked.contains(&place.game) {
            places.insert(place.game, place.clone());
        }
        first = Some(place);
        Ok(())
    };
    let columns = RecordParts::TAGS;
    archive.snapshot().records(RecordSet::WITNESSES, columns, &mut |row| -> anyhow::Result<_> {
        let (Some(game), said) = (row.game, row.stated()?) else {
            return Ok(ControlFlow::Continue(()));
        };
        for PlaceRow { path, member, .. } in of_source.get(&row.source).into_iter().flatten() {
            let member = Some(member.clone()).filter(|member| !member.is_empty());
            let players = [said.red.clone(), said.black.clone()];
            each(PlacedRecord { game, path: path.clone(), member, record: row.ordinal, players })?;
        }
        Ok(ControlFlow::Continue(()))
    })?;
    for link in links {
        if let (Some(a), Some(b)) = (places.get(&link.a), places.get(&link.b)) {
            printed += 1;
            values.value(&near(archive, link, a, b)?)?;
        }
    }
    Ok(printed)
}

/// Pair of records of one game, as JSON.
fn equal(a: &PlacedRecord, b: &PlacedRecord) -> Value {
    let relation = if a.players == b.players { "same" } else { Relation::Names.as_str() };
    json!({
        "a": a,
        "b": b,
        "relation": relation,
        "score": 1.0,
        "parts_at": null,
        "evidence": {"line": "equal"},
        "same": true,
    })
}

fn near(
    archive: &Archive,
    link: &LinkRow,
    a: &PlacedRecord,
    b: &PlacedRecord,
) -> anyhow::Result<Value> {
    let keys = [archive.snapshot().game_key(link.a)?, archive.snapshot().game_key(link.b)?];
    Ok(json!({
        "a": a,
        "b": b,
        "relation": link.relation,
        "score": link.score,
        "parts_at": link.parts_at,
        "evidence": serde_json::from_str::<Value>(&link.evidence)?,
        "same": link.same,
        "games": keys,
    }))
}

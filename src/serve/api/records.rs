//! Records as they stand: their bytes with the damage marked, possible readings, the records of one
//! game side by side, and decisions about them.

use super::super::asking::Asking;
use super::super::refusal::Refusal;
use super::super::reply::{HTML, Reply, TEI};
use super::game::{file_name, find};
use crate::book;
use crate::messages::Lang;
use serde_json::{Value, json};
use xqdb::decision::Decision;
use xqdb::duplicates::{GatheredTexts, with_duplicates};
use xqdb::notation::System;
use xqdb::replay::Failure;
use xqdb::search::{Conflict, Emended};
use xqdb::store::Testimony;
use xqdb::text::{Encoding, decode, hex};
use xqdb::xiangqi::Move;

/// Largest number of bytes of an answer, half of them before the damage.
const MOST: usize = 16 << 10;
/// Largest number of bytes of a move in a text.
const LONGEST_TOKEN: usize = 256;

/// Record that the parameters `content` and `record` name.
fn named(asking: &Asking<'_>) -> Result<Testimony, Refusal> {
    let content = asking.params.one("content").unwrap_or_default();
    let hash = blake3::Hash::from_hex(content).map_err(|_| {
        let content = content.to_owned();
        Refusal::parameter("content", move |lang| lang.no_content(&content))
    })?;
    Ok(Testimony { hash: *hash.as_bytes(), record: asking.params.number("record")? as u64 })
}

fn missing() -> Refusal {
    Refusal::new(404, "record", Lang::no_bytes_kept)
}

/// Answers with the bytes of records that could not be read to their ends.
pub(in crate::serve) fn raw(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let Some(key) = asking.params.one("game") else {
        let found = bytes_of(asking, &named(asking)?)?.ok_or_else(missing)?;
        return Ok(Reply::Json(json!({ "records": [found] })));
    };
    let game = find(asking, key)?;
    let mut records = Vec::new();
    for record in asking.archive.snapshot().testimonies(game.id)? {
        asking.go_on()?;
        records.extend(bytes_of(asking, &record)?);
    }
    Ok(Reply::Json(json!({ "records": records })))
}

/// Bytes of a record as JSON; `None` if they are not kept.
fn bytes_of(asking: &Asking<'_>, record: &Testimony) -> Result<Option<Value>, Refusal> {
    let snapshot = asking.archive.snapshot();
    let Some((source, _)) = snapshot.record_of(record)? else { return Ok(None) };
    let stored = snapshot.raw_record(source, record.record)?;
    let Some(stored) = stored else { return Ok(None) };
    let place = snapshot.places(source)?.into_iter().next().unwrap_or_default();
    let format = stored.format.as_deref().and_then(xqdb::format::by_name);
    let encoding = stored.encoding.as_deref().and_then(Encoding::from_label);
    let encoding = encoding.filter(|_| format.is_some_and(|format| format.is_text));
    let failures = asking.archive.failures(source, record.record)?;
    let damage: Vec<Value> = failures
        .iter()
        .filter_map(|failure| {
            let at = usize::try_from(failure.byte_offset.checked_sub(stored.start)?).ok()?;
            let rest = stored.bytes.get(at..).filter(|rest| !rest.is_empty())?;
            Some(json!({
                "at": at,
                "length": length(rest, failure, encoding),
                "ply": failure.ply,
                "token": failure.token,
                "reason": asking.lang.stored(&failure.reason),
            }))
        })
        .collect();
    let first = damage.first().and_then(|it| it["at"].as_u64()).unwrap_or(0) as usize;
    let from = part(&stored.bytes, first.saturating_sub(MOST / 2), encoding);
    let until = part(&stored.bytes, from + MOST, encoding);
    let bytes = &stored.bytes[from..until];
    Ok(Some(json!({
        "path": if asking.params.flag("places")? { &*place } else { file_name(&place) },
        "content": hex(&record.hash),
        "record": record.record,
        "format": stored.format,
        "encoding": stored.encoding,
        "byte_offset": stored.start,
        "length": stored.bytes.len(),
        "from": from,
        "damage": damage,
        "text": encoding.map(|encoding| pieces(bytes, from, &damage, encoding)),
        "hex": hex(bytes),
    })))
}

/// Number of bytes of the token that failed: those of its letters in a text, else 1.
fn length(rest: &[u8], failure: &Failure, encoding: Option<Encoding>) -> usize {
    let Some(encoding) = encoding.filter(|_| !failure.token.is_empty()) else { return 1 };
    let fits = |len: &usize| {
        let text = decode(&rest[..*len], encoding).text;
        text.starts_with(&failure.token)
    };
    (1..=rest.len().min(LONGEST_TOKEN)).find(fits).unwrap_or(1)
}

/// Start of the line that holds byte `at` of a text, so that no letter is torn; `at` itself if the
/// line is long or the file is no text.
fn part(bytes: &[u8], at: usize, encoding: Option<Encoding>) -> usize {
    if at == 0 || at >= bytes.len() || encoding.is_none() {
        return at.min(bytes.len());
    }
    let line = bytes[..at].iter().rposition(|byte| *byte == b'\n').map(|line| line + 1);
    line.filter(|line| at - line < MOST / 4).unwrap_or(at)
}

/// Splits a text at the damage: pieces before it, in it and behind it.
fn pieces(bytes: &[u8], from: usize, damage: &[Value], encoding: Encoding) -> Value {
    let mut pieces: Vec<Value> = Vec::new();
    let mut done = 0;
    let mut push = |part: &[u8], is_damaged: bool| {
        if !part.is_empty() {
            let text = decode(part, encoding).text;
            pieces.push(json!({ "text": text, "damaged": is_damaged }));
        }
    };
    let mut places: Vec<(usize, usize)> = damage
        .iter()
        .filter_map(|it| {
            let at = (it["at"].as_u64()? as usize).checked_sub(from)?;
            Some((at, at + it["length"].as_u64()? as usize))
        })
        .collect();
    places.sort_unstable();
    for (start, end) in places {
        let (start, end) = (start.max(done).min(bytes.len()), end.min(bytes.len()));
        if start < end {
            push(&bytes[done..start], false);
            push(&bytes[start..end], true);
            done = end;
        }
    }
    push(&bytes[done..], false);
    Value::Array(pieces)
}

/// Answers with readings of a damaged record, or of all damaged records of a game.
pub(in crate::serve) fn readings(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let notation = asking.params.notation()?;
    let with_places = asking.params.flag("places")?;
    let wanted = match asking.params.one("game") {
        Some(key) => {
            let game = find(asking, key)?;
            asking.archive.snapshot().testimonies(game.id)?
        }
        None => {
            let record = named(asking)?;
            let known = asking.archive.snapshot().record_of(&record)?;
            match known {
                None => return Err(missing()),
                Some((_, None)) => vec![record],
                // Other records of the game may have the text of this one, and are then read with
                // it.
                Some((_, Some(game))) => {
                    let mut all = asking.archive.snapshot().testimonies(game)?;
                    all.retain(|other| *other != record);
                    all.insert(0, record);
                    all
                }
            }
        }
    };
    let mut damaged: Vec<Emended> = Vec::new();
    for record in &wanted {
        asking.go_on()?;
        damaged.extend(asking.archive.emended(record)?);
    }
    let records = damaged.iter().map(|emended| {
        let mut value = emended.to_json();
        if !with_places {
            value["path"] = json!(file_name(&emended.place));
        }
        let readings = value["readings"].as_array_mut().into_iter().flatten();
        for (row, reading) in readings.zip(&emended.readings) {
            let decisions = emended.decisions(reading, &damaged);
            row["told"] = json!(book::reading(asking.lang, emended, reading, &notation));
            row["fen"] =
                json!(emended.start.after(shown(&reading.reading.moves, emended)).to_fen());
            row["decisions"] =
                json!(decisions.map(|all| all.iter().map(sent_form).collect::<Vec<_>>()));
        }
        value
    });
    Ok(Reply::Json(json!({ "records": records.collect::<Vec<_>>() })))
}

/// Moves of a reading, up to one ply behind the place where the record breaks off.
fn shown<'m>(moves: &'m [Move], emended: &Emended) -> &'m [Move] {
    &moves[..moves.len().min(emended.played.len() + 1)]
}

/// Answers with the texts of a game and its duplicates, side by side.
pub(in crate::serve) fn collation(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let notation = asking.params.notation()?;
    let game = find(asking, asking.key)?;
    let mut games = vec![game.id];
    for key in &asking.params.all("with") {
        let other = find(asking, key)?.id;
        if !games.contains(&other) {
            games.push(other);
        }
    }
    // A single game is compared with its duplicate group.
    if games.len() == 1 {
        games = with_duplicates(asking.archive, &games)?;
    }
    asking.go_on()?;
    let mut gathered = GatheredTexts::of(asking.archive, &games)?;
    if !asking.params.flag("places")? {
        let places = gathered.witnesses.iter_mut().flatten().flat_map(|it| &mut it.places);
        places.for_each(|place| *place = file_name(place).to_owned());
    }
    match asking.form {
        "" => beside(asking, &gathered, &notation),
        "html" => {
            let page = book::collation::html(asking.lang, &gathered, &notation);
            Ok(Reply::shown(HTML, page))
        }
        "tei" => Ok(Reply::Document {
            kind: TEI,
            bytes: book::collation::tei(&gathered, &notation).into_bytes(),
            name: Some(format!("{}.xml", game.key)),
        }),
        _ => Err(Refusal::nothing_there()),
    }
}

/// Texts side by side as JSON, with conflicts between witnesses.
fn beside(
    asking: &Asking<'_>,
    gathered: &GatheredTexts,
    notation: &System,
) -> Result<Reply, Refusal> {
    let mut value = gathered.to_json(notation);
    if let Some(lead) = gathered.games.first() {
        value["san"] = json!(gathered.spelled((0, 0), &lead.moves, notation));
    }
    let mut conflicts = Vec::new();
    for game in &gathered.games {
        for conflict in asking.archive.conflicts_of(game.id, &game.key)? {
            conflicts.push(decided_between(asking, &conflict)?);
        }
    }
    value["conflicts"] = json!(conflicts);
    Ok(Reply::Json(value))
}

/// Decision in the form in which the page sends it.
fn sent_form(decision: &Decision) -> Value {
    let [action, target, value, ..] = decision.fields();
    json!({ "action": action, "target": target, "value": value })
}

/// Decisions of which `is_of_it` is true, as JSON.
pub(super) fn decided(asking: &Asking<'_>, is_of_it: impl Fn(&Decision) -> bool) -> Vec<Value> {
    let decisions = asking.archive.decided().decisions().iter();
    decisions.filter(|decision| is_of_it(decision)).map(sent_form).collect()
}

/// Field on which the witnesses of a game disagree, as JSON with the decisions between its values.
pub(super) fn decided_between(asking: &Asking<'_>, conflict: &Conflict) -> Result<Value, Refusal> {
    let with_places = asking.params.flag("places")?;
    let field = if conflict.field == "year" { "date" } else { conflict.field };
    let target = format!("game:{}.{field}", conflict.game);
    let values = conflict.values.iter().map(|(value, place)| {
        let decision = Decision::new(["set", &target, value, "", "", ""]).ok();
        json!({
            "value": value,
            "path": if with_places { place } else { file_name(place) },
            "decision": decision.as_ref().map(sent_form),
        })
    });
    Ok(json!({
        "game": conflict.game,
        "field": conflict.field,
        "values": values.collect::<Vec<_>>(),
        "decided": decided(asking, |decision| decision.fields()[1] == target),
    }))
}

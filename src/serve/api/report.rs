//! Records that are damaged, doubtful or contradict each other.

use super::super::asking::Asking;
use super::super::refusal::Refusal;
use super::super::reply::Reply;
use super::game::file_name;
use super::records::{decided, decided_between};
use serde_json::{Value, json};
use std::ops::ControlFlow;
use xqdb::decision::{DecidedStatement, Decision};
use xqdb::research::{LongCareer, TwoPlaces};
use xqdb::store::DoubtedRecord;
use xqdb::text::hex;

/// Answers with a part of the report.
pub(in crate::serve) fn report(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    type Part = fn(&Asking<'_>) -> Result<Reply, Refusal>;
    let parts: [Part; 5] = [records, unread, doubts, conflicts, impossible];
    asking.params.choice("part", parts)?(asking)
}

/// Answers with the part of the list `all` that the question asks for.
fn some<T>(
    asking: &Asking<'_>,
    all: Vec<T>,
    to_json: impl Fn(T) -> Result<Value, Refusal>,
) -> Result<Reply, Refusal> {
    let places = asking.places()?;
    let has_more = all.len() > places.end;
    let shown = all.into_iter().skip(places.start).take(places.len()).map(to_json);
    let records = shown.collect::<Result<Vec<Value>, Refusal>>()?;
    Ok(Reply::Json(json!({ "records": records, "more": has_more, "offset": places.start })))
}

/// Path to show for `place`; `None` if the question asks for other paths.
fn place<'p>(asking: &Asking<'_>, place: &'p str) -> Result<Option<&'p str>, Refusal> {
    let is_wanted = asking.params.one("path").is_none_or(|path| place.contains(path));
    let name = if asking.params.flag("places")? { place } else { file_name(place) };
    Ok(is_wanted.then_some(name))
}

/// Answers with files that were not read, or not to their ends.
fn unread(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let all = asking.archive.snapshot().unread()?;
    let mut wanted = Vec::new();
    for unread in all {
        if let Some(name) = place(asking, &unread.place())? {
            wanted.push((name.to_owned(), unread.reason));
        }
    }
    some(asking, wanted, |(name, reason)| {
        Ok(json!({ "path": name, "unread": asking.lang.stored(&reason) }))
    })
}

/// Answers with records that have values which headings or the calendar contradict.
fn doubts(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let snapshot = asking.archive.snapshot();
    let mut wanted = Vec::new();
    for doubted in snapshot.doubted_records()? {
        let places = snapshot.places(doubted.source)?;
        for found in places.iter().take(1) {
            if let Some(name) = place(asking, found)? {
                wanted.push((name.to_owned(), found.clone(), doubted.clone()));
            }
        }
    }
    some(asking, wanted, |(name, place, doubted)| {
        let tags = tags_of(asking, &doubted, &place)?;
        let doubts = doubted
            .doubts
            .iter()
            .map(|it| json!({ "field": it.field, "value": tags.get(&it.field), "says": it.says, "told": asking.lang.doubt(&it.says) }));
        let fields = doubted.game.as_ref().map(|game| format!("game:{game}."));
        let is_of_game =
            |it: &Decision| fields.as_ref().is_some_and(|of| it.fields()[1].starts_with(of));
        Ok(json!({
            "path": name,
            "record": doubted.ordinal,
            "game": doubted.game,
            "doubts": doubts.collect::<Vec<_>>(),
            "decided": decided(asking, is_of_game),
        }))
    })
}

/// Tags of a record; null if it has no game.
fn tags_of(asking: &Asking<'_>, doubted: &DoubtedRecord, place: &str) -> Result<Value, Refusal> {
    let Some(key) = &doubted.game else { return Ok(Value::Null) };
    for game in asking.archive.games_by_key(key)? {
        for witness in asking.archive.witnesses(game)? {
            let is_at_place = witness.places.iter().any(|other| other == place);
            if is_at_place && witness.record == doubted.ordinal {
                return Ok(json!(witness.tags));
            }
        }
    }
    Ok(Value::Null)
}

/// Answers with games whose witnesses disagree, and the decisions between their values.
fn conflicts(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let all = asking.archive.conflicts(asking.patience)?;
    some(asking, all, |conflict| decided_between(asking, &conflict))
}

/// Answers with careers and meetings of players that cannot be.
fn impossible(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let found = xqdb::research::impossible(asking.archive)?;
    let mut all: Vec<(&str, String, String, Vec<u32>)> = Vec::new();
    for TwoPlaces { player, date, games } in found.two_places {
        let day = date.date().map(|date| date.to_string()).unwrap_or_default();
        all.push(("two-places", player, day, games));
    }
    for LongCareer { player, years: (first, last), games } in found.long_careers {
        all.push(("long-career", player, format!("{first}–{last}"), vec![games.0, games.1]));
    }
    some(asking, all, |(code, player, when, games)| {
        let keys = games.iter().map(|&id| asking.archive.snapshot().game_key(id));
        let keys = keys.collect::<Result<Vec<_>, _>>()?;
        Ok(json!({ "code": code, "player": player, "when": when, "games": keys }))
    })
}

/// Answers with records that break off, are damaged or were set aside.
fn records(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let places = asking.places()?;
    let (with_warnings, with_places) =
        (asking.params.flag("warnings")?, asking.params.flag("places")?);
    let lang = asking.lang;
    let mut stopped = Ok(());
    let mut records: Vec<Value> = Vec::new();
    let mut passed = 0;
    let mut has_more = false;
    let outcome = asking.archive.troubles(asking.params.one("path"), &mut |trouble| {
        stopped = asking.go_on();
        if stopped.is_err() {
            return ControlFlow::Break(());
        }
        if trouble.error.is_none() && trouble.damaged.is_empty() && !with_warnings {
            return ControlFlow::Continue(());
        }
        passed += 1;
        if passed > places.end {
            has_more = true;
            return ControlFlow::Break(());
        }
        if passed > places.start {
            let mut value = trouble.to_json();
            if !with_places {
                value["path"] = json!(file_name(&trouble.place));
            }
            let content = asking.archive.snapshot().content_of(trouble.source);
            match content {
                Ok(content) => {
                    value["content"] = json!(hex(&content));
                    value["decided"] = json!(decided(asking, |decision| {
                        matches!(&decision.what, DecidedStatement::Read(place, _)
                            if (place.content, place.record) == (content, trouble.record))
                    }));
                }
                Err(error) => {
                    stopped = Err(error.into());
                    return ControlFlow::Break(());
                }
            }
            let reason = trouble.error.as_ref().map(|error| lang.stored(&error.reason));
            value["told"] = json!({
                "status": lang.status(trouble.status),
                "reason": reason,
                "warnings": trouble.warnings.iter().map(|it| lang.warning(it)).collect::<Vec<_>>(),
            });
            records.push(value);
        }
        ControlFlow::Continue(())
    });
    outcome?;
    stopped?;
    Ok(Reply::Json(json!({ "records": records, "more": has_more, "offset": places.start })))
}

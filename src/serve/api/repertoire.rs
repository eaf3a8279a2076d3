//! What a player plays.

use super::super::answer::Answer;
use super::super::asking::Asking;
use super::super::refusal::Refusal;
use serde_json::{Value, json};
use xqdb::metadata::Kind;
use xqdb::notation::System;
use xqdb::research::{Choice, ChosenIn, Scope, Span, repertoire as find};
use xqdb::search::{Behind, Query, Share, search_watched};
use xqdb::xiangqi::Side;

/// Deeper trees are for the command line.
const DEEPEST: usize = 40;

/// The tree of the moves of a player with a side, beside everybody or another player.
pub(super) fn repertoire(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let (archive, params) = (asking.archive, asking.params);
    let notation = asking.notation()?;
    let who = params.one("who").unwrap_or_default();
    if who.is_empty() {
        return Err(params.wrong("who", &asking.lang().nothing_typed()));
    }
    let side = params.choice("side", &[("red", Side::Red), ("black", Side::Black)])?;
    let span = params
        .choice("per", &[("", None), ("year", Some(Span::Year)), ("decade", Some(Span::Decade))])?;
    let scope = Scope {
        side,
        depth: params.number("depth", 4, DEEPEST)? as u32,
        least: params.number("min_games", 2, u32::MAX as usize)?.max(1) as u64,
        span,
    };
    let failed = |error| asking.failed(error);
    let filter = asking.filter(&[Kind::Game])?;
    let of = |name: &str| {
        let mut filter = filter.clone();
        let slot = if side == Side::Red { &mut filter.red } else { &mut filter.black };
        *slot = Some(name.to_owned());
        let matcher = filter.resolve_watched(archive, asking.patience).map_err(failed)?;
        let matched = matcher.matched_json();
        let found = search_watched(archive, &Query::new(matcher), asking.patience);
        Ok((found.map_err(failed)?.games, matched))
    };
    let (games, matched) = of(who)?;
    let others = params.one("versus").map(of).transpose()?;
    let field = match others {
        Some(_) => None,
        None => Some(filter.clone().resolve_watched(archive, asking.patience).map_err(failed)?),
    };
    let beside = (others.as_ref().map(|(games, _)| &**games), field.as_ref());
    let choices = find(archive, &games, &scope, beside).map_err(failed)?;
    let mut line: Vec<String> = Vec::new();
    let rows = choices.iter().map(|choice| {
        line.truncate(choice.ply as usize - 1);
        line.push(notation.write(choice.mv, &choice.position));
        row(choice, &line, &notation)
    });
    Ok(Answer::Json(json!({
        "side": side.as_str(),
        "games": games.len(),
        "rows": rows.collect::<Vec<Value>>(),
        "matched": matched,
    })))
}

/// A share and its interval, under these names.
fn put(value: &mut Value, names: [&str; 3], share: Option<Share>) {
    let share = share.map(Share::rounded);
    value[names[0]] = json!(share.map(|share| share.percent));
    value[names[1]] = json!(share.map(|share| share.low));
    value[names[2]] = json!(share.map(|share| share.high));
}

const CHOSEN: [&str; 3] = ["chosen", "chosenLow", "chosenHigh"];
const WON: [&str; 3] = ["won", "draws", "lost"];

fn row(choice: &Choice, line: &[String], notation: &System) -> Value {
    let his = &choice.his;
    let mut row = his.sample.to_json(WON);
    row["line"] = json!(line);
    row["ply"] = json!(choice.ply);
    row["move"] = json!(notation.write(choice.mv, &choice.position));
    row["uci"] = json!(choice.mv.to_string());
    row["own"] = json!(choice.is_his);
    row["chances"] = json!(his.chances);
    put(&mut row, CHOSEN, his.share());
    row["firstYear"] = json!(his.years.map(|(first, _)| first));
    row["lastYear"] = json!(his.years.map(|(_, last)| last));
    let other = choice.beside_him();
    row["otherGames"] = json!(other.score.games());
    row["otherWon"] = json!(other.score.red);
    row["otherDraws"] = json!(other.score.draw);
    row["otherLost"] = json!(other.score.black);
    row["otherUnknown"] = json!(other.score.unknown);
    row["otherChances"] = json!(other.chances);
    put(&mut row, ["otherChosen", "otherChosenLow", "otherChosenHigh"], other.share());
    put(&mut row, ["otherPercent", "otherLow", "otherHigh"], Share::of(&other.score));
    let beside = Behind::FIELDS_BESIDE.into_iter().zip(other.behind.values());
    beside.for_each(|(name, value)| row[name] = value);
    let periods = his.periods.iter().map(|ChosenIn { first, sample, chances }| {
        let mut period = sample.to_json(WON);
        period["period"] = json!(first);
        period["chances"] = json!(chances);
        put(&mut period, CHOSEN, Share::of_part(sample.score.games(), *chances));
        period
    });
    row["periods"] = periods.collect();
    row
}

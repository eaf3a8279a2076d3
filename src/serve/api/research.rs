//! Numbers that can be cited: timelines, first games, endings, players, repertoires, ratings,
//! tournaments.

use super::super::asking::Asking;
use super::super::refusal::Refusal;
use super::super::reply::{Reply, SVG};
use crate::messages::Lang;
use crate::questions::endings::{self, EndingsAnswer};
use crate::questions::first::{self, FirstAnswer};
use crate::questions::repertoire::{self, WantedRepertoire};
use crate::questions::tournament;
use crate::questions::{asked_back, some_of};
use crate::questions::{critical, ratings, timeline};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use xqdb::answers::{
    EndingFound, FirstFound, RatedPlayer, SampleLine, ScoreView, critical_moves, ending_games,
    first_played, periods, player_page, prepared_moves, ratings as rating_rows, ratings_with_years,
    repertoire_with_periods, sample_json, timeline as life_lines, tournament_json,
};
use xqdb::research::{
    Armies, Assumptions, FoundTournament, PlayerStrengths, RankedField, Span, Standing, Timeline,
    WantedPlayer, ask_player, ask_strengths, ask_timeline, ask_tournament, read_published,
};
use xqdb::search::{NameClass, Sample, Score, load, near_events};
use xqdb::text::fold;
use xqdb::xiangqi::Side;

/// Answers with the games in each period, as numbers or as a chart.
pub(in crate::serve) fn life(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let answer = ask_timeline(asking.archive, asking.params, asking.patience)?;
    if asking.form == "svg" {
        let drawing = timeline::drawing(&answer, asking.lang);
        let figure = drawing.figure(drawing.notes.clone(), asking.lang);
        return Ok(Reply::shown(SVG, figure.to_svg()));
    }
    let Timeline { periods: all, undated, all: together, beside, growth } = &answer.timeline;
    let line = |name: &str, sample: &Sample, of: Score| {
        let line = SampleLine { name: name.to_owned(), sample: sample.clone(), of: Some(of) };
        life_lines().object(&line)
    };
    Ok(Reply::Json(json!({
        "periods": periods().objects(all),
        "undated": line("", undated, beside.undated()),
        "all": line("all", together, beside.together()),
        "programs": answer.programs,
        "growthOnly": growth.is_some_and(|growth| growth.is_of_the_archive_alone()),
    })))
}

/// Answers with the games that may be the first, and with the numbers that put them in doubt.
pub(in crate::serve) fn first(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let most = asking.params.number("limit")?;
    let FirstAnswer { matcher, found, games } =
        first::ask(asking.archive, asking.params, most, asking.patience)?;
    let games: Vec<Value> = games.iter().map(|game| first_game(asking.lang, game)).collect();
    let counts = Standing::ALL.map(|standing| (standing.as_str(), found.count_of(standing)));
    Ok(Reply::Json(json!({
        "games": games,
        "counts": BTreeMap::from(counts),
        "count": found.count,
        "copies": found.copies,
        "programs": found.programs,
        "doubtfulLater": found.doubtful_later,
        "matched": matcher.matched_json(),
    })))
}

fn first_game(lang: Lang, first: &FirstFound) -> Value {
    let mut row = first_played().object(first);
    let doubts = first::doubts(&first.found, lang);
    let standing = lang.standing(first.found.standing);
    row.insert("told".to_owned(), json!({ "standing": standing, "doubt": doubts }));
    Value::Object(row)
}

/// Answers with the scores of the army that is named first, and with some of the games.
pub(in crate::serve) fn endings(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let archive = asking.archive;
    let armies = match Armies::read(asking.params.one("material").unwrap_or_default()) {
        Ok(Some(armies)) => armies,
        Ok(None) => return Err(Refusal::parameter("material", Lang::two_armies_wanted)),
        Err(error) => {
            return Err(Refusal::parameter("material", move |lang| lang.query_refused(&error)));
        }
    };
    let places = asking.places()?;
    let EndingsAnswer { armies, found, with_any_guards, programs, .. } =
        endings::ask(archive, asking.params, armies, asking.patience)?;
    let answer = ending_games();
    let listed = found.games.iter().skip(places.start).take(places.len()).map(|ending| {
        asking.go_on()?;
        let game = load(archive, ending.game)?;
        Ok(answer.object(&EndingFound { ending: *ending, game }))
    });
    Ok(Reply::Json(json!({
        "equal": armies.are_equal(),
        "red": sample_json(ScoreView::Own, &found.red),
        "black": sample_json(ScoreView::Own, &found.black),
        "all": sample_json(ScoreView::Own, &found.all),
        "count": found.games.len(),
        "withAnyGuards": with_any_guards.as_ref().unwrap_or(&found).games.len(),
        "programs": programs,
        "offset": places.start,
        "games": listed.collect::<Result<Vec<_>, Refusal>>()?,
    })))
}

/// Answers with moves that lowered the score of their side, by the scores in comments.
pub(in crate::serve) fn critical(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let (archive, places) = (asking.archive, asking.places()?);
    let notation = asking.params.notation()?;
    let answer = critical::ask(archive, asking.params, asking.patience)?;
    let rows = critical::rows(archive, &answer.moves, places.clone(), &notation)?;
    Ok(Reply::Json(json!({
        "count": answer.moves.len(),
        "inGames": answer.games,
        "offset": places.start,
        "moves": critical_moves().objects(&rows),
        "matched": answer.matcher.matched_json(),
    })))
}

/// Answers with the page of a player, or of two players against each other.
pub(in crate::serve) fn player(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let params = asking.params;
    let against = params.one("against");
    let wanted = WantedPlayer {
        who: who(asking)?,
        against,
        limit: params.number("limit")?,
        has_novelties: true,
        has_editions: true,
        has_strengths: true,
    };
    let (page, matcher) = ask_player(asking.archive, params, &wanted, asking.patience)?;
    let mut page = player_page().object(&page);
    page.insert("matched".to_owned(), json!(matcher.matched_json()));
    Ok(Reply::Json(Value::Object(page)))
}

/// Answers with the moves of a player with a side, and the replies that scored best against them.
pub(in crate::serve) fn prepare(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let params = asking.params;
    let side = params.choice("side", [Side::Red, Side::Black])?;
    let tree = (params.number("depth")? as u32, params.number("min_games")? as u64);
    let whose = (who(asking)?, side);
    let (moves, half) = repertoire::prepare(asking.archive, params, whose, tree, asking.patience)?;
    let half = half.as_ref();
    Ok(Reply::Json(json!({
        "side": side.as_str(),
        "games": half.map_or(0, |half| half.games.len()),
        "programs": half.map_or(0, |half| half.programs),
        "rows": prepared_moves().objects(&moves),
        "matched": half.map(|half| half.matcher.matched_json()),
    })))
}

/// Player of the question.
fn who<'a>(asking: &'a Asking<'_>) -> Result<&'a str, Refusal> {
    let who = asking.params.one("who").filter(|who| !who.is_empty());
    who.ok_or_else(|| Refusal::parameter("who", Lang::nothing_typed))
}

/// Answers with the moves that a player with a side chooses, beside those of all or of another
/// player.
pub(in crate::serve) fn repertoire(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let params = asking.params;
    let side = params.choice("side", [Side::Red, Side::Black])?;
    let wanted = WantedRepertoire {
        who: who(asking)?,
        versus: params.one("versus"),
        sides: &[side],
        span: params.choice("per", [Some(Span::Year), Some(Span::Decade), None])?,
        depth: params.number("depth")? as u32,
        least: params.number("min_games")? as u64,
    };
    let halves = repertoire::ask(asking.archive, params, &wanted, asking.patience)?;
    let half = halves.first();
    Ok(Reply::Json(json!({
        "side": side.as_str(),
        "games": half.map_or(0, |half| half.games.len()),
        "programs": half.map_or(0, |half| half.programs),
        "rows": repertoire_with_periods().objects(half.into_iter().flat_map(|half| &half.moves)),
        "matched": half.map(|half| half.matcher.matched_json()),
    })))
}

/// Answers with the players of the largest group whose members met, the strongest first; or with
/// the years of one player.
pub(in crate::serve) fn ratings(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let (least, most) = (asking.params.number("min_games")?, asking.params.number("limit")?);
    let assumed = Assumptions::default();
    let rated = ask_strengths(asking.archive, asking.params, &assumed, asking.patience)?;
    let found = &rated.strengths;
    let who = asking.params.one("who").map(fold);
    let year = asking.params.number("year")?;
    let year = u16::try_from(year).ok().filter(|year| *year > 0);
    let (least, all) = (u32::try_from(least).unwrap_or(u32::MAX), asking.params.flag("all")?);
    let field = match &who {
        Some(_) => RankedField::default(),
        None => RankedField::of(|it| asking.params.one(it).is_some(), least, year, all),
    };
    let ranked = found.ranked(field);
    let is_wanted = |player: &PlayerStrengths| match &who {
        Some(key) => player.key == *key,
        None => player.group == 1,
    };
    let answer = if who.is_some() { ratings_with_years() } else { rating_rows() };
    let listed = ranked.into_iter().filter(|(_, player, _)| is_wanted(player));
    let rows: Vec<RatedPlayer> = listed.take(most).map(RatedPlayer::new).collect();
    Ok(Reply::Json(json!({
        "players": answer.objects(&rows),
        "games": found.games,
        "programs": rated.programs,
        "advantage": found.advantage,
        "apart": ratings::apart(found),
        "precise": found.is_precise,
        "told": ratings::remarks(asking.lang, &rated, field, false),
    })))
}

/// Answers with a tournament.
pub(in crate::serve) fn tournament(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let asked = asking.params.one("edition").unwrap_or_default().to_owned();
    let published = asking.params.one("standings").map(read_published).transpose();
    let published = published.map_err(|error| {
        Refusal::parameter("standings", move |lang| lang.stored(&error.to_string()))
    })?;
    let published = published.unwrap_or_default();
    let (found, differences) = match ask_tournament(asking.archive, &asked, &published)? {
        FoundTournament::One(found, differences) => (found, differences),
        FoundTournament::Several(names) if names.is_empty() => {
            let near = near_events(asking.archive, &asked)?.names;
            let of = (NameClass::Event, asked.as_str());
            let back = asked_back(asking.lang, asking.archive, of, &near)?;
            return Err(Refusal::new(404, "edition", move |_| back.clone()));
        }
        FoundTournament::Several(names) => {
            let names = some_of(&names);
            let why = move |lang: Lang| lang.several_editions(&asked, &names);
            return Err(Refusal::parameter("edition", why));
        }
    };
    let shown = tournament::for_people(asking.lang, asking.archive, &found)?;
    let (columns, rows) = tournament::table(asking.lang, &shown);
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let heads: Vec<&str> = columns.iter().map(|column| column.head.as_str()).collect();
    let numbers: Vec<bool> = columns.iter().map(|column| column.is_number).collect();
    let mut value = tournament_json(&found, &differences);
    value["table"] = json!({ "names": names, "heads": heads, "numbers": numbers, "rows": rows });
    let mut told = tournament::head(asking.lang, &shown, &differences);
    told.extend(tournament::remarks(asking.lang, &shown));
    value["told"] = json!(told);
    Ok(Reply::Json(value))
}

//! Numbers that can be cited: games over the years, who was first, endings, repertoires, ratings.

use super::super::asking::Asking;
use super::super::parameters::{
    CHOSEN_PER, DEPTH, FIRST_LIMIT, MOMENT, MOVE_GAMES, RATED, RATED_GAMES, SIDE, SPAN,
};
use super::super::refusal::Refusal;
use super::super::reply::{Reply, SVG};
use crate::messages::Lang;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use xqdb::answers::{
    EndingFound, FirstFound, RatedPlayer, RepertoireMove, View, ending_games_derived, first_played,
    periods, ratings as rating_rows, ratings_with_years, repertoire_with_periods, sample_json,
};
use xqdb::figure::{Chart, Column, Figure, Mark, Panel, Scale, Shape, Table};
use xqdb::metadata::Kind;
use xqdb::notation::{System, typed_moves};
use xqdb::research::{
    Armies, Assumptions, FirstGame, PlayerStrengths, Scope, Sought, Span, Standing, Timeline, When,
    endings as find_endings, first as find_first, repertoire as find_choices, strengths, timeline,
};
use xqdb::search::{ParamError, Share, load};
use xqdb::text::fold;
use xqdb::xiangqi::{Move, Position, Side};

/// The games from year to year, as numbers or as a chart.
pub(in crate::serve) fn life(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let span = asking.choice(&SPAN, [Span::Year, Span::Decade])?;
    let life = timeline(asking.archive, &asking.games()?, span)?;
    if asking.form == "svg" {
        return Ok(Reply::shown(SVG, chart(&life, asking.lang).to_svg()));
    }
    Ok(Reply::Json(json!({
        "periods": periods().objects(&life.periods),
        "undated": sample_json(View::Sides, &life.undated),
        "all": sample_json(View::Sides, &life.all),
    })))
}

/// Games above, Red's score with its interval below.
fn chart(life: &Timeline, lang: Lang) -> Figure {
    let column = |field, head| Column { field, head };
    let columns = vec![
        column("first", lang.head_from_year()),
        column("last", lang.head_to_year()),
        column("games", lang.head_games()),
        column("percent", lang.head_score()),
        column("low", lang.head_low()),
        column("high", lang.head_high()),
    ];
    let rows = life.periods.iter().map(|period| {
        let share = Share::of(&period.sample.score);
        vec![
            json!(period.first),
            json!(period.last),
            json!(period.sample.score.games()),
            json!(share.map(|share| share.percent)),
            json!(share.map(|share| share.low)),
            json!(share.map(|share| share.high)),
        ]
    });
    let panel = |field, head, interval, mark, scale| Panel { field, head, interval, mark, scale };
    let undated = life.undated.score.games();
    Figure {
        title: lang.figure_of_life(),
        notes: (undated > 0).then(|| lang.figure_without_year(undated)).into_iter().collect(),
        empty: lang.figure_is_empty(),
        table: Table { names: 2, columns, rows: rows.collect() },
        chart: Chart {
            shape: Shape::Years {
                first: "first",
                last: "last",
                series: None,
                head: lang.axis_year(),
            },
            panels: vec![
                panel("games", lang.axis_games(), None, Mark::Bar, Scale::FromZero),
                panel(
                    "percent",
                    lang.axis_red_score(),
                    Some(["low", "high"]),
                    Mark::Point,
                    Scale::Shared,
                ),
            ],
        },
    }
}

/// The games that may be the first, and what would change the answer.
pub(in crate::serve) fn first(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let asked = asking.params.line()?;
    let mv = asking.params.one("move").map(|text| one_move(text, &asked.position)).transpose()?;
    let mirroring = asking.params.mirroring()?;
    let position = (asked.is_said || mv.is_some()).then_some(asked.position);
    let mut filter = asking.params.filter(&[])?;
    let kinds = if filter.kinds.is_empty() { vec![Kind::Game] } else { filter.kinds.clone() };
    let variations = filter.variations;
    filter.through = position.clone().map(|position| (vec![position], mirroring));
    let matcher = filter.resolve_watched(asking.archive, asking.patience)?;
    let sought = Sought { position, mv, mirroring, variations, kinds };
    let found = find_first(asking.archive, &matcher, &sought, asking.number(&FIRST_LIMIT)?)?;
    let games = found.games.iter().map(|game| first_game(asking, game));
    let counts = Standing::ALL.map(|standing| (standing.as_str(), found.count_of(standing)));
    Ok(Reply::Json(json!({
        "games": games.collect::<Result<Vec<Value>, Refusal>>()?,
        "counts": BTreeMap::from(counts),
        "count": found.count,
        "copies": found.copies,
        "doubtfulLater": found.doubtful_later,
        "matched": matcher.matched_json(),
    })))
}

fn one_move(text: &str, position: &Position) -> Result<Move, Refusal> {
    let moves = typed_moves(text, &System::Auto, position)
        .map_err(|error| ParamError::new("move", error.into()))?;
    match moves[..] {
        [mv] => Ok(mv),
        _ => Err(Refusal::parameter("move", Lang::one_move_wanted)),
    }
}

fn first_game(asking: &Asking<'_>, found: &FirstGame) -> Result<Value, Refusal> {
    let lang = asking.lang;
    let game = load(asking.archive, found.game)?;
    let derived = game.derived.values_json();
    let told = found.other_dates.iter().map(|date| lang.a_witness_says(date));
    let told: Vec<String> = told.chain(found.doubts.iter().map(|it| lang.doubt(it))).collect();
    let mut row = first_played().object(&FirstFound { found: found.clone(), game });
    row.insert("derived".to_owned(), json!(derived));
    let standing = lang.standing(found.standing);
    row.insert("told".to_owned(), json!({ "standing": standing, "doubt": told }));
    Ok(Value::Object(row))
}

/// The scores of the army that is named first, and some of the games.
pub(in crate::serve) fn endings(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let archive = asking.archive;
    let armies = match Armies::read(asking.params.one("material").unwrap_or_default()) {
        Ok(Some(armies)) => armies,
        Ok(None) => return Err(Refusal::parameter("material", Lang::two_armies_wanted)),
        Err(error) => {
            return Err(Refusal::parameter("material", move |lang| lang.query_refused(&error)));
        }
    };
    let when = asking.choice(&MOMENT, [When::Any, When::End])?;
    let places = asking.places()?;
    let games = asking.games_of(asking.matcher(&[])?)?;
    let found = find_endings(archive, &games, &armies, when, asking.patience)?;
    let answer = ending_games_derived();
    let listed = found.games.iter().skip(places.start).take(places.len()).map(|ending| {
        asking.go_on()?;
        let game = load(archive, ending.game)?;
        Ok(answer.object(&EndingFound { ending: *ending, game }))
    });
    Ok(Reply::Json(json!({
        "equal": armies.are_equal(),
        "red": sample_json(View::Own, &found.red),
        "black": sample_json(View::Own, &found.black),
        "all": sample_json(View::Own, &found.all),
        "count": found.games.len(),
        "offset": places.start,
        "games": listed.collect::<Result<Vec<_>, Refusal>>()?,
    })))
}

/// The tree of the moves of a player with a side, beside everybody or another player.
pub(in crate::serve) fn repertoire(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let (archive, params) = (asking.archive, asking.params);
    let notation = params.notation()?;
    let who = params.one("who").unwrap_or_default();
    if who.is_empty() {
        return Err(Refusal::parameter("who", Lang::nothing_typed));
    }
    let side = asking.choice(&SIDE, [Side::Red, Side::Black])?;
    let scope = Scope {
        side,
        span: asking.choice(&CHOSEN_PER, [None, Some(Span::Year), Some(Span::Decade)])?,
        depth: asking.number(&DEPTH)? as u32,
        least: asking.number(&MOVE_GAMES)?.max(1) as u64,
    };
    let filter = params.filter(&[Kind::Game])?;
    let of = |name: &str| {
        let mut filter = filter.clone();
        let slot = if side == Side::Red { &mut filter.red } else { &mut filter.black };
        *slot = Some(name.to_owned());
        let matcher = filter.resolve_watched(archive, asking.patience)?;
        let matched = matcher.matched_json();
        Ok::<_, Refusal>((asking.games_of(matcher)?, matched))
    };
    let (games, matched) = of(who)?;
    let others = params.one("versus").map(of).transpose()?;
    let field = match others {
        Some(_) => None,
        None => Some(filter.clone().resolve_watched(archive, asking.patience)?),
    };
    let others = others.as_ref().map(|(games, _)| &**games);
    let choices = find_choices(archive, &games, &scope, others, field.as_ref())?;
    let rows = RepertoireMove::all(side, choices, &notation);
    Ok(Reply::Json(json!({
        "side": side.as_str(),
        "games": games.len(),
        "rows": repertoire_with_periods().objects(&rows),
        "matched": matched,
    })))
}

/// The players of the largest group whose members met, the strongest first; or one with his years.
pub(in crate::serve) fn ratings(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let lang = asking.lang;
    let (least, most) = (asking.number(&RATED_GAMES)?, asking.number(&RATED)?);
    let games = asking.games_of(asking.matcher(&[Kind::Game])?)?;
    let found = strengths(asking.archive, &games, &Assumptions::default(), asking.patience)?;
    let who = asking.params.one("who").map(fold);
    let is_wanted = |player: &PlayerStrengths| match &who {
        Some(key) => player.key == *key,
        None => player.group == 1 && player.games as usize >= least,
    };
    let listed = found.players.iter().filter(|player| is_wanted(player));
    let answer = if who.is_some() { ratings_with_years() } else { rating_rows() };
    let rows = listed.zip(1..).take(most);
    let rows = rows.filter_map(|(player, rank)| RatedPlayer::new(player, rank));
    let rows: Vec<RatedPlayer> = rows.collect();
    let mut lines = vec![lang.ratings_rest_on(found.games, &format!("{:.0}", found.advantage))];
    let left_out = found.left_out;
    if left_out.all() > 0 {
        let (unfinished, undated) = (left_out.unfinished, left_out.undated);
        lines.push(lang.ratings_left_out(unfinished, undated, left_out.unnamed));
    }
    if left_out.others > 0 {
        lines.push(lang.ratings_of_other_kinds(left_out.others));
    }
    if !found.is_precise {
        lines.push(lang.ratings_imprecise());
    }
    Ok(Reply::Json(json!({
        "players": answer.objects(&rows),
        "games": found.games,
        "advantage": found.advantage,
        "apart": found.players.iter().filter(|player| player.group > 1).count(),
        "precise": found.is_precise,
        "told": lines,
    })))
}

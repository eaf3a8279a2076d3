//! How strong everybody was.

use super::super::answer::Answer;
use super::super::asking::Asking;
use super::super::refusal::Refusal;
use serde_json::{Value, json};
use xqdb::metadata::Kind;
use xqdb::research::{Assumptions, Player, Strength, strengths};
use xqdb::search::{Query, search_watched};
use xqdb::text::fold;

/// The players of the largest group whose members met, the strongest first; or one with his years.
pub(super) fn ratings(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let (archive, params, lang) = (asking.archive, asking.params, asking.lang());
    let least = params.number("min_games", 10, u32::MAX as usize)?;
    let most = params.number("limit", 50, 1000)?;
    let failed = |error| asking.failed(error);
    let filter = asking.filter(&[Kind::Game])?;
    let matcher = filter.resolve_watched(archive, asking.patience).map_err(failed)?;
    let games = search_watched(archive, &Query::new(matcher), asking.patience);
    let games = games.map_err(failed)?.games;
    let found = strengths(archive, &games, &Assumptions::default(), asking.patience);
    let found = found.map_err(failed)?;
    let who = params.one("who").map(fold);
    let is_wanted = |player: &Player| match &who {
        Some(key) => player.key == *key,
        None => player.group == 1 && player.games as usize >= least,
    };
    let listed = found.players.iter().filter(|player| is_wanted(player));
    let rows = listed.zip(1..).take(most).filter_map(|(player, rank)| {
        let mut row = row(player, rank)?;
        if who.is_some() {
            let years = player.years.iter().map(|(year, strength)| {
                let mut of_year = told(*strength);
                of_year["year"] = json!(year);
                of_year
            });
            row["years"] = years.collect();
        }
        Some(row)
    });
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
    Ok(Answer::Json(json!({
        "players": rows.collect::<Vec<Value>>(),
        "games": found.games,
        "advantage": found.advantage,
        "apart": found.players.iter().filter(|player| player.group > 1).count(),
        "precise": found.is_precise,
        "told": lines,
    })))
}

fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

fn told(Strength { elo, deviation, .. }: Strength) -> Value {
    json!({ "elo": rounded(elo), "deviation": rounded(deviation) })
}

fn row(player: &Player, rank: u64) -> Option<Value> {
    let (last_year, last) = player.last()?;
    let (peak_year, peak) = player.peak()?;
    let mut row = told(last);
    row["rank"] = json!(rank);
    row["name"] = json!(player.name);
    row["peak"] = json!(rounded(peak.elo));
    row["peak_year"] = json!(peak_year);
    row["games"] = json!(player.games);
    row["first_year"] = json!(player.years.first().map_or(last_year, |(year, _)| *year));
    row["last_year"] = json!(last_year);
    row["group"] = json!(player.group);
    Some(row)
}

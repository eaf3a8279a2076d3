//! Strengths of players, computed from results alone.

use crate::messages::Lang;
use xqdb::research::{RankedField, RatedGames, Strengths};

/// Number of players outside the largest group of players connected by games.
pub(crate) fn apart(strengths: &Strengths) -> u64 {
    strengths.players.iter().filter(|player| player.group > 1).count() as u64
}

/// Remarks about the games behind the strengths and those left out. `are_apart_left_out` says that
/// the list has only the largest group, which adds a remark.
pub(crate) fn remarks(
    lang: Lang,
    rated: &RatedGames,
    field: RankedField,
    are_apart_left_out: bool,
) -> Vec<String> {
    let strengths = &rated.strengths;
    let advantage = format!("{:.0}", strengths.advantage);
    let rest_on = lang.ratings_rest_on(strengths.games, &advantage);
    let mut lines = vec![rest_on + &lang.programs_left_out(rated.programs)];
    let inactive = strengths.inactive(field);
    if inactive > 0 {
        lines[0] +=
            &lang.ratings_inactive(inactive, &strengths.active_since(field.least).to_string());
    }
    let left_out = strengths.left_out;
    if left_out.all() > 0 {
        let (unfinished, undated) = (left_out.unfinished, left_out.undated);
        lines.push(lang.ratings_left_out(unfinished, undated, left_out.unnamed));
    }
    if left_out.others > 0 {
        lines.push(lang.ratings_of_other_kinds(left_out.others));
    }
    let apart = apart(strengths);
    if apart > 0 && are_apart_left_out {
        lines.push(lang.ratings_apart(apart));
    }
    if !strengths.is_precise {
        lines.push(lang.ratings_imprecise());
    }
    lines
}

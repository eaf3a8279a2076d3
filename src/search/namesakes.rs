//! Namesakes that people told apart: in which games each of them sits.
//!
//! Somebody whom a decision names as `player:王斌@上海` has the games of 王斌 in which 王斌 stands for
//! 上海, and those of events of which it is decided that he played there. Where a record names a
//! team that another namesake has, the team tells more than the event does.

use crate::decision::{Decision, Field, Setting, Subject, What};
use crate::store::{Connection, Facts, Result};
use crate::text::fold;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// A side of a game on which a namesake sits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Seat {
    /// The name that stands there instead.
    pub(super) setting: Setting,
    /// Places of the decisions about him.
    pub(super) places: Vec<usize>,
}

/// Somebody who has namesakes.
#[derive(Debug, Default)]
struct Namesake<'d> {
    places: Vec<usize>,
    /// Events in which he plays.
    events: Vec<&'d Subject>,
}

/// The namesakes of one name by their teams.
type Namesakes<'d> = BTreeMap<&'d str, Namesake<'d>>;

/// The seats of everybody who is told apart from his namesakes, by the ids of the games.
pub(super) fn seats(
    conn: &Connection,
    facts: &Facts,
    decisions: &[Decision],
) -> Result<FxHashMap<u32, Vec<Seat>>> {
    let named = named(decisions);
    let mut seats: FxHashMap<u32, Vec<Seat>> = FxHashMap::default();
    if named.is_empty() {
        return Ok(seats);
    }
    let mut names: FxHashMap<u32, &str> = FxHashMap::default();
    conn.players(&mut |row| {
        if let Some((&name, _)) = named.get_key_value(row.key()?) {
            names.insert(row.id()?, name);
        }
        Ok(())
    })?;
    let decided: FxHashSet<&Subject> =
        named.values().flat_map(|of| of.values()).flat_map(|one| one.events.clone()).collect();
    let mut events: FxHashMap<u32, Subject> = FxHashMap::default();
    if !decided.is_empty() {
        conn.event_keys(&mut |id, _, key| {
            let event = Subject::Event(key.to_owned());
            if decided.contains(&event) {
                events.insert(id, event);
            }
        })?;
    }
    for (id, fact) in facts.alive() {
        let sides = [(Field::Red, fact.red), (Field::Black, fact.black)];
        let known = sides.map(|(_, player)| names.get(&player));
        if known == [None, None] {
            continue;
        }
        let game = conn.game(id)?;
        let teams = [game.red_team, game.black_team];
        for (((field, _), name), team) in sides.into_iter().zip(known).zip(teams) {
            let Some(&name) = name else { continue };
            let team = team.map(|team| fold(team.trim()));
            let found = who(&named[name], team.as_deref(), events.get(&fact.event));
            seats.entry(id).or_default().extend(found.map(|(team, namesake)| Seat {
                setting: Setting::Text(field, format!("{name}@{team}")),
                places: namesake.places.clone(),
            }));
        }
    }
    seats.retain(|_, seats| !seats.is_empty());
    Ok(seats)
}

/// Everybody whom decisions tell apart from namesakes, by name and team.
fn named(decisions: &[Decision]) -> BTreeMap<&str, Namesakes<'_>> {
    let mut named: BTreeMap<&str, Namesakes<'_>> = BTreeMap::new();
    for (place, decision) in decisions.iter().enumerate() {
        let subjects = decision.what.subjects().into_iter();
        for (name, team) in subjects.filter_map(Subject::namesake) {
            let namesake = named.entry(name).or_default().entry(team).or_default();
            namesake.places.push(place);
            if let What::Namesake { event, .. } = &decision.what {
                namesake.events.push(event);
            }
        }
    }
    named
}

/// Which of the namesakes sits there: the one of that team, or else the one who plays in that
/// event.
fn who<'n, 'd>(
    namesakes: &'n Namesakes<'d>,
    team: Option<&str>,
    event: Option<&Subject>,
) -> Option<(&'d str, &'n Namesake<'d>)> {
    let by_team = team.and_then(|team| namesakes.get_key_value(team));
    let plays =
        |namesake: &Namesake<'_>| event.is_some_and(|event| namesake.events.contains(&event));
    let found = by_team.or_else(|| namesakes.iter().find(|(_, namesake)| plays(namesake)));
    found.map(|(&team, namesake)| (team, namesake))
}

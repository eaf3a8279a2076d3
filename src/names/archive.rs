//! The people and events of an archive, as its records name them and people decided: which names
//! are one, and who played a game, where and when.

use super::events::{Events, NamedEvent};
use super::notable::{Notable, NotableKind};
use super::persons::{Persons, PlayersOfRecord};
use crate::metadata::Metadata;
use crate::search::Archive;
use crate::store::{RecordParts, RecordSet, Result, texts_of};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Reads the players of an archive.
pub fn persons(archive: &Archive) -> Result<Persons> {
    persons_with(archive, Notable::of_project(NotableKind::Players))
}

/// Like [`persons`], with a list of notable players of the user's own.
pub fn persons_with(archive: &Archive, notable: &Arc<Notable>) -> Result<Persons> {
    let mut persons = Persons::new(archive.decided().alike(), notable);
    let players = |said: Metadata| {
        let year = said.date.map(|date| date.year);
        let (players, teams) = ([said.red, said.black], [said.red_team, said.black_team]);
        Some(PlayersOfRecord { players, teams, year })
    };
    each_game(archive, players, &mut |heads| persons.add(heads))?;
    persons.finish();
    Ok(persons)
}

/// Reads the events of an archive.
pub fn events(archive: &Archive) -> Result<Events> {
    events_with(archive, Notable::of_project(NotableKind::Events))
}

/// Like [`events`], with a list of main events of the user's own.
pub fn events_with(archive: &Archive, notable: &Arc<Notable>) -> Result<Events> {
    let mut events = Events::new(archive.decided().alike(), notable);
    let event = |said: Metadata| Some((said.event?, said.date.map(|date| date.year)));
    each_game(archive, event, &mut |names: &[NamedEvent]| events.add(names))?;
    events.finish();
    Ok(events)
}

/// The texts that stand in an Event tag, each once, in order, with the edition of the series that
/// each names by itself; empty where it names none.
pub fn wordings(archive: &Archive, notable: &Notable) -> Result<Vec<(String, String)>> {
    let mut texts: BTreeSet<String> = BTreeSet::new();
    archive.snapshot().records(RecordSet::ALL, RecordParts::TAGS, &mut |record| -> Result<_> {
        let tags = record.tags()?;
        let events = texts_of(&tags).filter(|(name, _)| *name == "Event");
        let events = events.filter(|(_, text)| !text.trim().is_empty());
        texts.extend(events.map(|(_, text)| text.to_owned()));
        Ok(ControlFlow::Continue(()))
    })?;
    let texts: Vec<String> = texts.into_iter().collect();
    let id = |text: String| (notable.wording(&text).id().unwrap_or_default(), text);
    Ok(texts.into_par_iter().map(id).collect())
}

/// Hands what the records of a game say to `add`, game by game: what each states, with what somebody
/// set of the game in the place of that.
fn each_game<T>(
    archive: &Archive,
    of_record: impl Fn(Metadata) -> Option<T>,
    add: &mut dyn FnMut(&[T]),
) -> Result<()> {
    let (set, columns) = (RecordSet::Witnesses, RecordParts::TAGS);
    let (mut said, mut last) = (Vec::new(), 0);
    archive.snapshot().records(set, columns, &mut |record| -> Result<_> {
        if let Some(game) = record.game {
            let mut stated = record.stated()?;
            archive.decided().lay_over_stated(game, &mut stated);
            if game != last {
                add(&said);
                said.clear();
                last = game;
            }
            said.extend(of_record(stated));
        }
        Ok(ControlFlow::Continue(()))
    })?;
    add(&said);
    Ok(())
}

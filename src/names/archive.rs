//! The people and events of an archive, as its records name them and people decided: which names
//! are one, and who played a game, where and when.

use super::events::{Events, NamedEvent};
use super::notable::{Notable, NotableKind};
use super::persons::{Persons, PlayersOfRecord};
use crate::search::Archive;
use crate::store::{RecordHead, Result};
use std::sync::Arc;

/// Reads the players of an archive.
pub fn persons(archive: &Archive) -> Result<Persons> {
    persons_with(archive, Notable::of_project(NotableKind::Players))
}

/// Like [`persons`], with a list of notable players of the user's own.
pub fn persons_with(archive: &Archive, notable: &Arc<Notable>) -> Result<Persons> {
    let mut persons = Persons::new(archive.decided().alike(), notable);
    let mut heads: Vec<PlayersOfRecord> = Vec::new();
    let mut last = 0;
    each_head(archive, &mut |head| {
        if head.game != last {
            persons.add(&heads);
            heads.clear();
            last = head.game;
        }
        heads.push(PlayersOfRecord { players: head.players, teams: head.teams, year: head.year });
    })?;
    persons.add(&heads);
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
    let mut names: Vec<NamedEvent> = Vec::new();
    let mut last = 0;
    each_head(archive, &mut |head| {
        if head.game != last {
            events.add(&names);
            names.clear();
            last = head.game;
        }
        names.extend(head.event.map(|event| (event, head.year)));
    })?;
    events.add(&names);
    events.finish();
    Ok(events)
}

/// Visits the headers of every record; a value that somebody set of its game stands in the place of
/// the record's own.
fn each_head(archive: &Archive, visit: &mut dyn FnMut(RecordHead)) -> Result<()> {
    archive.snapshot().record_heads(&mut |mut head| {
        archive.decided().tell_head(&mut head);
        visit(head);
        Ok(())
    })
}

//! The people and events of an archive, as its records name them and people decided
//! which names are one.

use super::events::{Events, Named};
use super::persons::{Head, Persons};
use crate::decision::Alike;
use crate::store::{Connection, Result};

/// Reads the players of an archive.
///
/// # Errors
/// When the database cannot be read.
pub fn persons(conn: &Connection, alike: &Alike) -> Result<Persons> {
    let mut persons = Persons::new(alike);
    let mut heads: Vec<Head> = Vec::new();
    let mut last = 0;
    conn.record_heads(&mut |head| {
        if head.game != last {
            persons.add(&heads);
            heads.clear();
            last = head.game;
        }
        heads.push(Head { players: head.players, year: head.year });
        Ok(())
    })?;
    persons.add(&heads);
    persons.finish();
    Ok(persons)
}

/// Reads the events of an archive.
///
/// # Errors
/// When the database cannot be read.
pub fn events(conn: &Connection, alike: &Alike) -> Result<Events> {
    let mut events = Events::new(alike);
    let mut names: Vec<Named> = Vec::new();
    let mut last = 0;
    conn.record_heads(&mut |head| {
        if head.game != last {
            events.add(&names);
            names.clear();
            last = head.game;
        }
        names.extend(head.event.map(|event| (event, head.year)));
        Ok(())
    })?;
    events.add(&names);
    events.finish();
    Ok(events)
}

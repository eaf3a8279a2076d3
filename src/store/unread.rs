//! What could not be read is kept until it is read, so that nobody forgets it.

use super::error::Result;
use super::sql::Connection;
use super::tables::{Unread, delete_unread, insert_unread};
use super::transaction::Transaction;
use rustc_hash::FxHashSet;

/// The places of all that could not be read, so that most files need not be asked for.
#[derive(Default)]
pub(super) struct UnreadPlaces(FxHashSet<(String, String)>);

impl UnreadPlaces {
    /// The places that the database knows.
    pub(super) fn load(conn: &Connection) -> Result<UnreadPlaces> {
        let places = conn.unread()?.into_iter().map(|unread| (unread.path, unread.member));
        Ok(UnreadPlaces(places.collect()))
    }

    /// What lies at a place could not be read, or not to its end.
    pub(super) fn add(&mut self, tx: &Transaction<'_>, unread: Unread) -> Result<()> {
        insert_unread(tx, &unread)?;
        self.0.insert((unread.path, unread.member));
        Ok(())
    }

    /// Whether everything was read.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether anything is known of a place.
    pub(super) fn has(&self, path: &str, member: &str) -> bool {
        !self.0.is_empty() && self.0.contains(&(path.to_owned(), member.to_owned()))
    }

    /// Forgets the places of which `is_gone` says so.
    pub(super) fn remove(
        &mut self,
        tx: &Transaction<'_>,
        is_gone: impl Fn(&str, &str) -> bool,
    ) -> Result<()> {
        let is_gone = |place: &&(String, String)| is_gone(&place.0, &place.1);
        let gone: Vec<(String, String)> = self.0.iter().filter(is_gone).cloned().collect();
        for (path, member) in gone {
            delete_unread(tx, &path, &member)?;
            self.0.remove(&(path, member));
        }
        Ok(())
    }
}

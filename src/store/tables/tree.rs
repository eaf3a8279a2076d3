//! The tables `tree` and `comment_text`: trees of variations and comments, and the words of the
//! comments.

use crate::replay::Tree;
use crate::store::error::{Error, Result};
use crate::store::sql::Connection;
use crate::store::transaction::Transaction;
use crate::store::tree::{StoredTree, unpack, words_of};
use rusqlite::params;

/// The distinct trees of the records of a game.
pub(in crate::store) const OF_GAME: &str = "
    select distinct tree.data from record join tree on tree.id = record.tree
    where record.game = ?1 order by tree.hash";

impl Connection {
    /// A tree of variations and comments.
    ///
    /// # Errors
    /// When the database cannot be read, or the tree is missing or damaged.
    pub fn tree(&self, id: i64) -> Result<Tree> {
        let sql = "select data from tree where id = ?1";
        match self.select(sql)?.optional([id], |row| row.get::<Vec<u8>>(0))? {
            Some(data) => unpack(&data),
            None => Err(Error::Damaged(format!("tree {id} is missing"))),
        }
    }

    /// Hands the distinct trees of the records of a game to `visit`.
    ///
    /// # Errors
    /// When the database cannot be read or a tree is damaged, and what `visit` fails with.
    pub fn trees_of(&self, game: u32, visit: &mut dyn FnMut(&Tree) -> Result<()>) -> Result<()> {
        self.select(OF_GAME)?.each([game], |row| visit(&unpack(row.blob(0)?)?))
    }

    /// Whether any record has a tree.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn has_trees(&self) -> Result<bool> {
        Ok(self.value("select exists (select 1 from tree)")?)
    }

    /// The ids of all trees.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn tree_ids<C: FromIterator<u32>>(&self) -> Result<C> {
        Ok(self.select("select id from tree")?.all([], |row| row.get(0))?)
    }
}

/// The id of a tree; makes its row when it is new.
pub(in crate::store) fn insert_tree(tx: &Transaction<'_>, tree: &StoredTree) -> Result<i64> {
    let sql = "select id from tree where hash = ?1";
    if let Some(id) = tx.select(sql)?.optional([tree.hash], |row| row.get(0))? {
        return Ok(id);
    }
    let id = tx
        .write("insert into tree (hash, data) values (?1, ?2)")?
        .insert(params![tree.hash, tree.data])?;
    insert_words(tx, id, &tree.words)?;
    Ok(id)
}

/// The words by which the comments of a tree are found.
fn insert_words(tx: &Transaction<'_>, tree: i64, words: &str) -> Result<()> {
    if !words.is_empty() {
        let sql = "insert into comment_text (rowid, words) values (?1, ?2)";
        tx.write(sql)?.execute(params![tree, words])?;
    }
    Ok(())
}

/// Makes the rows of all words anew.
pub(in crate::store) fn add_words(tx: &Transaction<'_>) -> Result<()> {
    tx.select("select id, data from tree order by id")?.each([], |row| -> Result<()> {
        insert_words(tx, row.get(0)?, &words_of(&unpack(row.blob(1)?)?))
    })
}

/// Deletes trees that no record carries any more, and their words.
pub(in crate::store) fn delete_unused_trees(tx: &Transaction<'_>) -> Result<()> {
    const UNUSED: &str =
        "select id from tree where id not in (select tree from record where tree is not null)";
    // The table of words does not keep its texts, and has to be told what it loses.
    let sql = format!("select id, data from tree where id in ({UNUSED})");
    tx.select(&sql)?.each([], |row| -> Result<()> {
        let words = words_of(&unpack(row.blob(1)?)?);
        if !words.is_empty() {
            let sql = "insert into comment_text (comment_text, rowid, words)
                       values ('delete', ?1, ?2)";
            tx.write(sql)?.execute(params![row.get::<i64>(0)?, words])?;
        }
        Ok(())
    })?;
    tx.write(&format!("delete from tree where id in ({UNUSED})"))?.execute([])?;
    Ok(())
}

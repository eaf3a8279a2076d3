//! The tables `tree`, `comment` and `comment_text`: trees of variations and comments, the comments
//! as text, and their words.

use crate::replay::Tree;
use crate::store::error::{Error, Result};
use crate::store::prepared::tree::{StoredTree, hash_of, pack, unpack, words_of};
use crate::store::sql::{Connection, SqlRow};
use crate::store::transaction::Transaction;
use rusqlite::params;
use twox_hash::XxHash3_64;

/// Statement for the distinct trees of the records of a game.
pub(crate) const OF_GAME: &str = "
    select tree.data, (select told from comment where comment.tree = tree.id), tree.hash from tree
    where tree.id in (select record.tree from record where record.game = ?1) order by tree.hash";

impl Connection {
    /// Tree of variations and comments.
    ///
    /// # Errors
    /// The database cannot be read, or the tree is missing or damaged.
    pub fn tree(&self, id: i64) -> Result<Tree> {
        self.tree_by_id(id, tree)
    }

    /// As [`Connection::tree`]; also compares the tree with its stored hash.
    ///
    /// # Errors
    /// As [`Connection::tree`], and if the hash differs.
    pub fn checked_tree(&self, id: i64) -> Result<Tree> {
        self.tree_by_id(id, |row| {
            let tree = tree(row)?;
            match hash_of(&tree) == row.blob(2)? {
                true => Ok(tree),
                false => Err(Error::Damaged(format!("tree {id} is not what was stored"))),
            }
        })
    }

    fn tree_by_id(&self, id: i64, read: impl FnOnce(&SqlRow<'_>) -> Result<Tree>) -> Result<Tree> {
        let sql = "select data, (select told from comment where comment.tree = tree.id), hash
                   from tree where id = ?1";
        let found = self.select(sql)?.optional([id], read)?;
        found.ok_or_else(|| Error::Damaged(format!("tree {id} is missing")))
    }

    /// Passes the distinct trees of the records of a game to `visit`.
    ///
    /// # Errors
    /// The database cannot be read, a tree is damaged, or `visit` fails.
    pub fn trees_of(&self, game: u32, visit: &mut dyn FnMut(&Tree) -> Result<()>) -> Result<()> {
        self.each(OF_GAME, [game], |row| visit(&tree(row)?))
    }

    /// Whether any record has a tree.
    pub fn has_trees(&self) -> Result<bool> {
        self.value("select exists (select 1 from tree)")
    }

    /// Ids of all trees.
    pub fn tree_ids<C: FromIterator<u32>>(&self) -> Result<C> {
        self.column("select id from tree", [])
    }

    /// Compares the stored words of comments with those of the comments themselves; describes the
    /// fault if they differ, `None` otherwise. The words of some trees at a time are indexed again
    /// in memory.
    pub fn check_words(&self) -> Result<Option<String>> {
        let again = rusqlite::Connection::open_in_memory()?;
        again.execute_batch(
            "create virtual table comment_text using fts5
                 (words, content = '', tokenize = 'unicode61')",
        )?;
        let (mut wanted, mut waiting) = (0u64, 0);
        // FTS5 arranges all waiting words at the end of a transaction, so many trees share one.
        again.execute_batch("begin")?;
        let sql =
            "select data, (select told from comment where comment.tree = tree.id), id from tree";
        self.each(sql, [], |row| {
            let words = words_of(&tree(row)?);
            if !words.is_empty() {
                let sql = "insert into comment_text (rowid, words) values (?1, ?2)";
                again.prepare_cached(sql)?.execute(params![row.get::<i64>(2)?, words])?;
                waiting += 1;
            }
            if waiting == COMPARED {
                again.execute_batch("commit")?;
                wanted = wanted.wrapping_add(sum_of_words(&again)?);
                again.execute_batch("begin")?;
                again.execute(FORGET_WORDS, [])?;
                waiting = 0;
            }
            Ok(())
        })?;
        again.execute_batch("commit")?;
        wanted = wanted.wrapping_add(sum_of_words(&again)?);
        let is_whole = sum_of_words(self.raw())? == wanted && leads_to_words(self.raw())?;
        Ok((!is_whole).then(|| WORDS.to_owned()))
    }
}

/// Number of trees whose words are compared at a time.
const COMPARED: usize = 4096;
/// Fault of the table of words.
const WORDS: &str = "the words by which comments are found are not those of the comments: \
                     `xqdb verify --repair` makes the table anew";

/// Statement that empties the table of words.
const FORGET_WORDS: &str = "insert into comment_text (comment_text) values ('delete-all')";

/// Sum of the hashes of all words with their places.
fn sum_of_words(conn: &rusqlite::Connection) -> Result<u64> {
    // A connection for reading forbids temporary tables, too.
    let only_asks: bool = conn.pragma_query_value(None, "query_only", |row| row.get(0))?;
    conn.pragma_update(None, "query_only", false)?;
    conn.execute_batch(
        "create virtual table if not exists temp.placed_word
             using fts5vocab (main, comment_text, instance)",
    )?;
    conn.pragma_update(None, "query_only", only_asks)?;
    let mut statement = conn.prepare_cached("select term, doc, offset from placed_word")?;
    let mut rows = statement.query([])?;
    let (mut sum, mut bytes) = (0u64, Vec::new());
    while let Some(row) = rows.next()? {
        bytes.clear();
        bytes.extend(row.get::<_, i64>(1)?.to_le_bytes());
        bytes.extend(row.get::<_, i64>(2)?.to_le_bytes());
        bytes.extend(row.get_ref(0)?.as_bytes().unwrap_or_default());
        sum = sum.wrapping_add(XxHash3_64::oneshot(&bytes));
    }
    Ok(sum)
}

/// Whether `comment_text_idx` leads to every page of words. FTS5 finds a word by the last row of a
/// segment whose text is not behind the word; the row has twice the number of the page, plus 1 if
/// a list of documents goes on behind the page. An id of `comment_text_data` has the segment above
/// bit 36, that of such a list bit 36 itself, the page in bits 0 to 30. Source: SQLite's
/// `fts5_index.c`.
fn leads_to_words(conn: &rusqlite::Connection) -> Result<bool> {
    let sql = "select segid, term, pgno from comment_text_idx order by segid, term";
    let mut statement = conn.prepare(sql)?;
    let mut leads = statement.query([])?;
    let sql = "select id >> 37, (id & 0x7fffffff) << 1 | exists
                   (select 1 from comment_text_data as list where list.id = page.id | (1 << 36)), block
               from comment_text_data as page
               where id >= 1 << 37 and id >> 31 & 63 = 0 order by id";
    let mut statement = conn.prepare(sql)?;
    let mut pages = statement.query([])?;
    let (mut segment, mut before) = (0, None);
    while let Some(page) = pages.next()? {
        let place: [i64; 2] = [page.get(0)?, page.get(1)?];
        if place[0] != segment {
            (segment, before) = (place[0], None);
        }
        let Some(words) = first_and_last(page.get_ref(2)?.as_bytes().unwrap_or_default()) else {
            return Ok(false);
        };
        let Some((first, last)) = words else { continue };
        let Some(lead) = leads.next()? else { return Ok(false) };
        let number = |column| lead.get_ref(column).ok().and_then(|value| value.as_i64().ok());
        let text = lead.get_ref(1)?.as_bytes().unwrap_or_default();
        let is_between =
            text <= &first[..] && before.is_none_or(|before: Vec<u8>| &before[..] < text);
        if !is_between || [number(0), number(2)] != place.map(Some) {
            return Ok(false);
        }
        before = Some(last);
    }
    Ok(leads.next()?.is_none())
}

/// First and last word of a page of FTS5; `Some(None)` if no word begins there, `None` if the page
/// is damaged. Behind the size in bytes 2 and 3 stand the distances between words. The first word
/// is whole, the others share a number of bytes with the one before.
fn first_and_last(page: &[u8]) -> Option<Option<(Vec<u8>, Vec<u8>)>> {
    let varint = |bytes: &mut &[u8]| {
        let mut value = 0usize;
        loop {
            let (byte, rest) = bytes.split_first()?;
            *bytes = rest;
            value = value << 7 | usize::from(byte & 0x7f);
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
    };
    let size = u16::from_be_bytes([*page.get(2)?, *page.get(3)?]);
    let mut distances = page.get(usize::from(size)..)?;
    let (mut at, mut first, mut word) = (0usize, None, Vec::new());
    while !distances.is_empty() {
        at = at.checked_add(varint(&mut distances)?)?;
        let mut bytes = page.get(at..)?;
        let shared = if first.is_some() { varint(&mut bytes)? } else { 0 };
        let len = varint(&mut bytes)?;
        word.truncate(shared);
        word.extend(bytes.get(..len)?);
        first.get_or_insert_with(|| word.clone());
    }
    Some(first.map(|first| (first, word)))
}

/// Tree of a row that begins with its data and its comments.
fn tree(row: &SqlRow<'_>) -> Result<Tree> {
    unpack(row.blob(0)?, row.text_or_null(1)?)
}

/// Returns the id of a tree, and whether it is new: then its row is inserted here, and its words by
/// [`insert_words`].
pub(crate) fn insert_tree(tx: &Transaction<'_>, tree: &StoredTree) -> Result<(i64, bool)> {
    if let Some(id) = tx.find("select id from tree where hash = ?1", [tree.hash])? {
        return Ok((id, false));
    }
    let id = tx
        .write("insert into tree (hash, data) values (?1, ?2)")?
        .insert(params![tree.hash, tree.data])?;
    insert_comments(tx, id, tree)?;
    Ok((id, true))
}

fn insert_comments(tx: &Transaction<'_>, id: i64, tree: &StoredTree) -> Result<()> {
    if let Some(comments) = &tree.comments {
        let sql = "insert or replace into comment (tree, told) values (?1, ?2)";
        tx.write(sql)?.execute(params![id, comments])?;
    }
    Ok(())
}

/// Moves the comments out of the trees of an older file.
pub(crate) fn move_comments(tx: &Transaction<'_>) -> Result<()> {
    let ids: Vec<i64> = tx.column("select id from tree order by id", [])?;
    for id in ids {
        let sql = "select data from tree where id = ?1";
        let data: Vec<u8> = tx.select(sql)?.one([id], |row| row.get(0))?;
        // A tree that cannot be read stays unchanged; `verify` reports it.
        let packed = unpack(&data, None).ok().and_then(|tree| pack(&tree));
        if let Some(packed) = packed.filter(|packed| packed.comments.is_some()) {
            insert_comments(tx, id, &packed)?;
            tx.write("update tree set data = ?2 where id = ?1")?
                .execute(params![id, packed.data])?;
        }
    }
    Ok(())
}

/// Inserts the words of the comments of trees, by the ids of the trees. SQLite writes waiting words
/// whenever a statement begins that may change several rows and fail: so each tree has its own
/// statement here, with no other statement between them.
pub(crate) fn insert_words(tx: &Transaction<'_>, words: &[(i64, &str)]) -> Result<()> {
    let mut insert = tx.write("insert into comment_text (rowid, words) values (?1, ?2)")?;
    words.iter().try_for_each(|row| insert.execute(*row).map(drop))
}

/// Remakes the rows of all words.
pub(crate) fn add_words(tx: &Transaction<'_>) -> Result<()> {
    tx.run(FORGET_WORDS)?;
    let sql = "select data, (select told from comment where comment.tree = tree.id), id
               from tree order by id";
    tx.each(sql, [], |row| match &*words_of(&tree(row)?) {
        "" => Ok(()),
        words => insert_words(tx, &[(row.get(2)?, words)]),
    })
}

/// Deletes the trees that no record has any more, and their words.
pub(crate) fn delete_unused_trees(tx: &Transaction<'_>) -> Result<()> {
    const UNUSED: &str =
        "select id from tree where id not in (select tree from record where tree is not null)";
    // The table of words does not store its texts, and needs those that are deleted.
    let sql = format!(
        "select data, (select told from comment where comment.tree = tree.id), id from tree
         where id in ({UNUSED})"
    );
    tx.each(&sql, [], |row| {
        let words = words_of(&tree(row)?);
        if !words.is_empty() {
            let sql = "insert into comment_text (comment_text, rowid, words)
                       values ('delete', ?1, ?2)";
            tx.write(sql)?.execute(params![row.get::<i64>(2)?, words])?;
        }
        Ok(())
    })?;
    tx.write(&format!("delete from comment where tree in ({UNUSED})"))?.execute([])?;
    tx.write(&format!("delete from tree where id in ({UNUSED})"))?.execute([])?;
    Ok(())
}

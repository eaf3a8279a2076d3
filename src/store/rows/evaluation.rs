//! The table `evaluation`: evaluations that programs wrote into the comments of a record, as JSON.
//! All rows follow from the comments.

use crate::replay::NodeEvaluation;
use crate::store::checksum::{RowOrigin, Summed};
use crate::store::error::Result;
use crate::store::prepared::evaluation::{read, said_in};
use crate::store::prepared::tree::unpack;
use crate::store::rows::insert_into;
use crate::store::rows::line::start_position;
use crate::store::sql::Connection;
use crate::store::transaction::Transaction;
use crate::xiangqi::Side;

/// The migration that begins to store evaluations.
pub(crate) const EVALUATIONS: u32 = 31;

pub(crate) const EVALUATION: Summed = Summed::watched("evaluation", &["record"], &["said"])
    .made_of(RowOrigin::Comments)
    .since(EVALUATIONS);

/// Records with comments on a game: id, start, tree, comments.
const COMMENTED: &str = "
    select record.id, game.start, tree.data, comment.told
    from record
    join game on game.id = record.game
    join comment on comment.tree = record.tree
    join tree on tree.id = record.tree
    order by record.id";

/// Evaluations by the witnesses of a game, each distinct text once.
pub(crate) const OF_GAME: &str = "
    select distinct evaluation.said from record
    join evaluation on evaluation.record = record.id where record.game = ?1";

impl Connection {
    /// The evaluations of a game, by node: those of the witness with the most scores on the main
    /// line, then the most clocks, then the greatest depth. Empty without any.
    ///
    /// # Errors
    /// The database cannot be read or the rows are damaged.
    pub fn evaluations(&self, game: u32) -> Result<Vec<NodeEvaluation>> {
        let texts: Vec<String> = self.column(OF_GAME, [game])?;
        let mut best = Vec::new();
        let mut best_rank = None;
        for text in texts {
            let said = read(&text)?;
            let main = said.iter().filter(|it| !it.is_variation);
            let scores = main.clone().filter(|it| it.eval.is_some()).count();
            let clocks = main.clone().filter(|it| it.clock.is_some()).count();
            let depth: u32 = main.filter_map(|it| it.depth).map(u32::from).sum();
            let rank = Some((scores, clocks, depth, text));
            if rank > best_rank {
                (best, best_rank) = (said, rank);
            }
        }
        Ok(best)
    }

    /// The games with evaluations or clocks by a witness, each once.
    pub fn evaluated_games<C: FromIterator<u32>>(&self) -> Result<C> {
        let sql = "select distinct record.game from evaluation
                   join record on record.id = evaluation.record where record.game is not null";
        self.column(sql, [])
    }

    /// Compares the stored evaluations with those read from the comments again; describes the fault
    /// if they differ, `None` otherwise.
    pub fn check_evaluations(&self) -> Result<Option<String>> {
        let mut stored = self.select("select said from evaluation where record = ?1")?;
        let (mut wanted, mut wrong) = (0i64, 0);
        self.each_commented(|record, said| {
            let found = stored.optional([record], |row| row.get::<String>(0))?;
            wanted += i64::from(said.is_some());
            wrong += i64::from(found != said);
            Ok(())
        })?;
        let count: i64 = self.value("select count(*) from evaluation")?;
        Ok((wrong > 0 || wanted != count).then(|| {
            "the evaluations are not those of the comments: `xqdb verify --repair` makes the table \
             anew"
                .to_owned()
        }))
    }

    /// Reads the comments of every record again. A tree that cannot be read has no evaluations;
    /// `verify` reports the tree.
    fn each_commented(
        &self,
        mut visit: impl FnMut(i64, Option<String>) -> Result<()>,
    ) -> Result<()> {
        self.each(COMMENTED, [], |row| {
            let tree = unpack(row.blob(2)?, row.text_or_null(3)?).unwrap_or_default();
            let first = match row.text_or_null(1)? {
                None => Side::Red,
                start => start_position(start).map_or(Side::Red, |start| start.side()),
            };
            visit(row.get(0)?, said_in(&tree, first))
        })
    }
}

/// Inserts the evaluations of records.
pub(crate) fn insert_evaluations(tx: &Transaction<'_>, rows: &[(i64, &str)]) -> Result<()> {
    insert_into(tx, &EVALUATION, rows, |(record, said), values| {
        values.put(record)?.put(said)?;
        Ok(())
    })
}

/// Deletes the evaluations of the records of a source.
pub(crate) fn delete_evaluations(tx: &Transaction<'_>, source: i64) -> Result<()> {
    let sql = "delete from evaluation where record in (select id from record where source = ?1)";
    tx.write(sql)?.execute([source])?;
    Ok(())
}

/// Remakes the rows of all stored records.
pub(crate) fn add_evaluations(tx: &Transaction<'_>) -> Result<()> {
    tx.run("delete from evaluation")?;
    let mut rows = Vec::new();
    tx.each_commented(|record, said| {
        rows.extend(said.map(|said| (record, said)));
        Ok(())
    })?;
    let rows: Vec<(i64, &str)> = rows.iter().map(|(record, said)| (*record, &**said)).collect();
    insert_evaluations(tx, &rows)
}

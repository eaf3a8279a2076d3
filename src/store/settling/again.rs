//! Prepares a stored record for another database. The code that decides about records of files
//! decides there about it, too.

use crate::replay::Tree;
use crate::store::error::{Error, Result};
use crate::store::prepared::evaluation::said_in;
use crate::store::prepared::identity::MainLine;
use crate::store::prepared::tree::{pack, unpack};
use crate::store::prepared::{Postings, Prepared, Stated, identified, postings};
use crate::store::rows::line::{moves_of, start_position};
use crate::store::rows::record::RecordRow;
use crate::xiangqi::Position;

impl Prepared {
    /// Prepares a stored record again.
    ///
    /// # Errors
    /// A stored value is impossible, such as a move that cannot be played.
    pub fn again(kept: RecordRow) -> Result<Prepared> {
        let (heading, metadata) = (Stated::of(kept.tags()?.iter()), kept.metadata()?);
        let (derived, stored) = (kept.derivation()?, kept.stored_tags().clone());
        let RecordRow { span, status, error, damaged, warnings, raw, start, moves, .. } = kept;
        let line = moves.map(|moves| MainLine::from_parts(start, moves));
        let tree =
            kept.tree_data.map(|data| unpack(&data, kept.comments.as_deref())).transpose()?;
        let postings = match &line {
            Some(line) => played(line, tree.as_ref())?,
            None => Postings::default(),
        };
        let tree = tree.as_ref();
        let packed = tree.and_then(pack);
        let evaluations = match (&line, tree) {
            (Some(line), Some(tree)) if packed.is_some() => {
                let start = start_position(line.start.as_deref())?;
                said_in(tree, start.side())
            }
            _ => None,
        };
        let (identity, key) = identified(line.as_ref(), &metadata);
        Ok(Prepared {
            span,
            status,
            tags: stored,
            key,
            heading,
            derived,
            identity,
            metadata,
            line,
            postings,
            tree: packed,
            evaluations,
            error,
            damaged,
            warnings,
            raw,
        })
    }
}

/// Postings of a stored line and of the variations of a record on it.
fn played(line: &MainLine, tree: Option<&Tree>) -> Result<Postings> {
    let start = start_position(line.start.as_deref())?;
    let alone = Tree::line(moves_of(&line.moves)?);
    let tree = tree.unwrap_or(&alone);
    match tree.main_line().eq(alone.main_line()) && can_be_played(tree, &start) {
        true => Ok(postings(Some(&start), tree)),
        false => Err(Error::Damaged("the moves of a record cannot be played".to_owned())),
    }
}

fn can_be_played(tree: &Tree, start: &Position) -> bool {
    let mut is_possible = true;
    tree.visit(start, |at| {
        is_possible &= at.mv.is_none_or(|mv| at.position.is_pseudo_legal(mv));
    });
    is_possible
}

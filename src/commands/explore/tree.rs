//! The tree of moves below a position: walked in the order of printing, and as JSON.

use crate::cli::RowSort;
use crate::commands::context::Context;
use crate::commands::printed::Printed;
use crate::commands::progress::Scanning;
use serde_json::{Map, Value, json};
use std::cmp::Reverse;
use std::io::Write;
use xqdb::answers::{ExploredMove, ExploredPosition, explored_positions};
use xqdb::engine_book::{Booked, Books};
use xqdb::notation::System;
use xqdb::search::{Archive, Explored, Look, Matcher, Row, Watch};
use xqdb::xiangqi::{Move, Position};

/// Question that is asked in every position of the tree.
pub(super) struct TreeQuestion<'a> {
    pub(super) archive: &'a Archive,
    /// Lets the user stop between two moves.
    pub(super) scanning: &'a Scanning<'a>,
    pub(super) matcher: &'a Matcher,
    pub(super) look: Look,
    /// Moves from the standard start to the first position, if known.
    pub(super) line: Option<Vec<Move>>,
    pub(super) notation: &'a System,
    /// Depth of the tree in plies.
    pub(super) depth: u32,
    /// Largest number of rows.
    pub(super) most: usize,
    /// Smallest number of games of a row.
    pub(super) least: u64,
    pub(super) sort: RowSort,
    /// Opening books of engines, whose moves are shown, too.
    pub(super) books: &'a Books,
}

/// The next step through the tree.
pub(super) enum Step<'a> {
    /// Move in the current position.
    Row(&'a ExploredMove),
    /// Position after the last move; its moves follow.
    Down(&'a ExploredPosition),
    /// End of the moves of a position.
    Up,
}

impl TreeQuestion<'_> {
    /// Explores a position, and filters and sorts its rows.
    fn at(&self, position: &Position) -> anyhow::Result<(Explored, Booked)> {
        let question = (self.matcher, &self.look);
        let (mut explored, booked) = self.books.explore(self.archive, position, question)?;
        let rows = &mut explored.rows;
        // Moves of opening books keep their rows.
        rows.retain(|row| row.score.all() >= self.least || !booked.of(row.mv).is_empty());
        // The sort is stable: rows that tie stay in the order of their games.
        match self.sort {
            RowSort::Games => {}
            RowSort::Score => rows.sort_by(|a, b| {
                let score = |row: &Row| row.score.percent().unwrap_or(-1.0);
                score(b).total_cmp(&score(a))
            }),
            RowSort::Reached => rows.sort_by_key(|row| Reverse(row.reached)),
            RowSort::First => {
                rows.sort_by_key(|row| row.years.map_or(u16::MAX, |(first, _)| first));
            }
            RowSort::Last => rows.sort_by_key(|row| Reverse(row.years.map(|(_, last)| last))),
            RowSort::Move => rows.sort_by_key(|row| row.mv.to_string()),
        }
        Ok((explored, booked))
    }

    /// Explores a position, which is returned with the answer.
    pub(super) fn from(&self, position: &Position) -> anyhow::Result<(ExploredPosition, Booked)> {
        let (explored, booked) = self.at(position)?;
        Ok((ExploredPosition { position: position.clone(), explored }, booked))
    }

    /// Visits every move below a position, parents first; `false` if there are more rows than
    /// wanted. The way back up is a list and no recursion, since a line may be as long as a game.
    pub(super) fn walk(
        &self,
        (from, booked): (&ExploredPosition, &Booked),
        visit: &mut dyn FnMut(Step<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<bool> {
        let rows = from.explored.rows.clone().into_iter();
        let mut levels = vec![(from.position.clone(), rows, booked.clone())];
        let mut line = self.line.clone();
        let mut visited = 0;
        let mut is_whole = true;
        loop {
            let depth = levels.len();
            let Some((position, rows, booked)) = levels.last_mut() else { break };
            let row = if is_whole { rows.next() } else { None };
            let Some(row) = row else {
                levels.pop();
                if !levels.is_empty() {
                    line.as_mut().and_then(Vec::pop);
                    visit(Step::Up)?;
                }
                continue;
            };
            if visited == self.most {
                is_whole = false;
                continue;
            }
            visited += 1;
            self.scanning.go_on()?;
            let mut after = position.clone();
            let opening = line.as_ref().and_then(|line| {
                self.archive.openings().code(line.iter().copied().chain([row.mv]))
            });
            let named = (self.notation.write(row.mv, &after), opening);
            let said = (&row, &*booked);
            visit(Step::Row(&ExploredMove::new(self.archive, said, (&after, depth), named)?))?;
            if levels.len() < self.depth as usize {
                after.play_unchecked(row.mv);
                let (below, booked) = self.from(&after)?;
                visit(Step::Down(&below))?;
                levels.push((after, below.explored.rows.into_iter(), booked));
                if let Some(line) = &mut line {
                    line.push(row.mv);
                }
            }
        }
        Ok(is_whole)
    }
}

/// Prints the tree as one line of JSON: a position is an object with its `moves`, and a move has
/// the position after it as `after` where the tree goes deeper. `truncated` is true if rows were
/// left out.
pub(super) fn print_json(
    context: &Context,
    moves: &Printed<'_, ExploredMove>,
    asking: &TreeQuestion<'_>,
    (from, booked): (&ExploredPosition, &Booked),
    out: &mut impl Write,
) -> anyhow::Result<bool> {
    let positions = explored_positions();
    let opened = |mut position: Map<String, Value>| {
        position.insert("moves".to_owned(), json!([]));
        Value::Object(position)
    };
    let mut whole = positions.object(from);
    whole.insert("matched".to_owned(), asking.matcher.matched_json());
    // Positions on the way to the last move, whose moves are not complete.
    let mut open = vec![opened(whole)];
    let is_whole = asking.walk((from, booked), &mut |step| {
        let done = if matches!(step, Step::Up) { open.pop() } else { None };
        let rows = open.last_mut().and_then(|position| position["moves"].as_array_mut());
        match step {
            Step::Row(row) => {
                rows.into_iter().for_each(|rows| rows.push(Value::Object(moves.object(row))));
            }
            Step::Down(position) => open.push(opened(positions.object(position))),
            Step::Up => {
                if let (Some(row), Some(done)) = (rows.and_then(|rows| rows.last_mut()), done) {
                    row["after"] = done;
                }
            }
        }
        Ok(())
    })?;
    if !is_whole {
        open[0]["truncated"] = json!(true);
    }
    context.print(out, format!("{}\n", open[0]).as_bytes())?;
    Ok(is_whole)
}

//! The tree of moves below a position: walked in the order in which it is printed, and printed as
//! JSON while it is walked, as it can be as deep as a game is long.

use crate::cli::RowSort;
use crate::commands::context::Context;
use crate::commands::progress::Scanning;
use serde_json::{Map, Value};
use std::cmp::Reverse;
use std::io::Write;
use xqdb::answers::{ExploredMove, ExploredPosition, explored_moves, explored_positions};
use xqdb::notation::System;
use xqdb::search::{Archive, Explored, Look, Matcher, Row, explore};
use xqdb::xiangqi::{Move, Position};

/// How questions are asked all the way down the tree.
pub(super) struct Asking<'a> {
    pub(super) archive: &'a Archive,
    /// Whoever asks may leave between two moves.
    pub(super) scanning: &'a Scanning<'a>,
    pub(super) matcher: &'a Matcher,
    pub(super) look: Look,
    /// How the position that is asked for is reached from the standard start, if it is said.
    pub(super) line: Option<Vec<Move>>,
    pub(super) notation: &'a System,
    /// How many plies are looked into.
    pub(super) depth: u32,
    /// The most rows.
    pub(super) most: usize,
    /// Moves of fewer games have no row.
    pub(super) least: u64,
    pub(super) sort: RowSort,
}

/// What comes next in the tree.
pub(super) enum Step<'a> {
    /// A move.
    Row(&'a ExploredMove),
    /// The moves after the last one begin: the position in which they are made.
    Down(&'a ExploredPosition),
    /// The moves of a position have all been visited.
    Up,
}

impl Asking<'_> {
    /// What is known of a position.
    fn at(&self, position: &Position) -> anyhow::Result<Explored> {
        let mut explored = explore(self.archive, position, self.matcher, &self.look)?;
        let rows = &mut explored.rows;
        rows.retain(|row| row.score.all() >= self.least);
        // The sort is stable: equal rows stay in the order of their games.
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
        Ok(explored)
    }

    /// A position, and what is known of it.
    pub(super) fn from(&self, position: &Position) -> anyhow::Result<ExploredPosition> {
        Ok(ExploredPosition { position: position.clone(), explored: self.at(position)? })
    }

    /// Visits every move below a position, parents first. A line may be as long as a game, so the
    /// way back up is kept in a list. `false` when there are more rows than were wanted.
    pub(super) fn walk(
        &self,
        from: &ExploredPosition,
        visit: &mut dyn FnMut(Step<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<bool> {
        let rows = from.explored.rows.clone().into_iter();
        let mut levels = vec![(from.position.clone(), rows)];
        let mut line = self.line.clone();
        let mut visited = 0;
        let mut is_whole = true;
        while let Some((position, rows)) = levels.last_mut() {
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
            let depth = levels.len();
            visit(Step::Row(&ExploredMove::new(self.archive, &row, (&after, depth), named)?))?;
            if levels.len() < self.depth as usize {
                after.play_unchecked(row.mv);
                let below = self.from(&after)?;
                visit(Step::Down(&below))?;
                levels.push((after, below.explored.rows.into_iter()));
                if let Some(line) = &mut line {
                    line.push(row.mv);
                }
            }
        }
        Ok(is_whole)
    }
}

/// Prints the tree on one line: an object a position, with its moves; a move has the position after
/// it as `after` where the tree goes deeper. `truncated` is there, and true, when there are more
/// rows than were wanted.
pub(super) fn print_json(
    context: &Context,
    asking: &Asking<'_>,
    from: &ExploredPosition,
    out: &mut impl Write,
) -> anyhow::Result<bool> {
    let (positions, moves) = (explored_positions(), explored_moves());
    let mut writer = JsonWriter { context, out, is_first: true, is_open: false };
    let mut head = positions.object(from);
    head.insert("matched".to_owned(), asking.matcher.matched_json());
    writer.print(&opened(head))?;
    let is_whole = asking.walk(from, &mut |step| match step {
        Step::Row(row) => writer.row(moves.object(row)),
        Step::Down(position) => writer.down(positions.object(position)),
        Step::Up => writer.up(),
    })?;
    writer.close_row()?;
    writer.print(if is_whole { "]}\n" } else { "],\"truncated\":true}\n" })?;
    Ok(is_whole)
}

struct JsonWriter<'a, W> {
    context: &'a Context,
    out: &'a mut W,
    /// The next row is the first of its position.
    is_first: bool,
    /// The brace of the last row is still open.
    is_open: bool,
}

impl<W: Write> JsonWriter<'_, W> {
    fn print(&mut self, text: &str) -> anyhow::Result<()> {
        self.context.print(self.out, text.as_bytes())
    }

    fn row(&mut self, row: Map<String, Value>) -> anyhow::Result<()> {
        self.close_row()?;
        if !std::mem::replace(&mut self.is_first, false) {
            self.print(",")?;
        }
        let text = Value::Object(row).to_string();
        self.is_open = true;
        self.print(text.strip_suffix('}').unwrap_or(&text))
    }

    fn down(&mut self, position: Map<String, Value>) -> anyhow::Result<()> {
        self.print(",\"after\":")?;
        self.print(&opened(position))?;
        (self.is_first, self.is_open) = (true, false);
        Ok(())
    }

    fn up(&mut self) -> anyhow::Result<()> {
        self.close_row()?;
        (self.is_first, self.is_open) = (false, true);
        self.print("]}")
    }

    fn close_row(&mut self) -> anyhow::Result<()> {
        match std::mem::replace(&mut self.is_open, false) {
            true => self.print("}"),
            false => Ok(()),
        }
    }
}

/// An object without its last brace, and the beginning of its moves.
fn opened(object: Map<String, Value>) -> String {
    let text = Value::Object(object).to_string();
    format!("{},\"moves\":[", text.strip_suffix('}').unwrap_or(&text))
}

//! The tree of moves below a position, in the order in which it is printed.

use crate::cli::RowSort;
use crate::commands::scanning::Scanning;
use std::cmp::Reverse;
use xqdb::notation::System;
use xqdb::opening::Code;
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
    /// A move, so many plies below the position that was asked for, and where it was made; with the
    /// code of the opening that the moves up to it are, if they begin at the standard start.
    Row { row: &'a Row, depth: usize, position: &'a Position, opening: Option<Code> },
    /// The moves after the last one begin: the position they are made in, and what is known of it.
    Down(&'a Position, &'a Explored),
    /// The moves of a position are all told.
    Up,
}

impl Asking<'_> {
    /// What is known of a position.
    pub(super) fn at(&self, position: &Position) -> anyhow::Result<Explored> {
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

    /// A move in the notation of the answer.
    pub(super) fn name(&self, mv: Move, position: &Position) -> String {
        self.notation.write(mv, position)
    }

    /// The key of a game.
    pub(super) fn key(&self, id: u32) -> anyhow::Result<String> {
        Ok(self.archive.snapshot().game_key(id)?)
    }

    /// The keys of games.
    pub(super) fn keys(&self, ids: &[u32]) -> anyhow::Result<Vec<String>> {
        ids.iter().map(|&id| self.key(id)).collect()
    }

    /// Visits every move below a position, parents first. A line may be as long as a game, so the
    /// way back up is kept in a list. `false` when there are more rows than were wanted.
    pub(super) fn walk(
        &self,
        position: &Position,
        explored: &Explored,
        visit: &mut dyn FnMut(Step<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<bool> {
        let mut levels = vec![(position.clone(), explored.rows.clone().into_iter())];
        let mut line = self.line.clone();
        let mut told = 0;
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
            if told == self.most {
                is_whole = false;
                continue;
            }
            told += 1;
            self.scanning.go_on()?;
            let mut after = position.clone();
            let opening = line.as_ref().and_then(|line| {
                self.archive.openings().code(line.iter().copied().chain([row.mv]))
            });
            visit(Step::Row { row: &row, depth: levels.len() - 1, position: &after, opening })?;
            if levels.len() < self.depth as usize {
                after.play_unchecked(row.mv);
                let below = self.at(&after)?;
                visit(Step::Down(&after, &below))?;
                levels.push((after, below.rows.into_iter()));
                if let Some(line) = &mut line {
                    line.push(row.mv);
                }
            }
        }
        Ok(is_whole)
    }
}

//! The table `openings`: the explorer's rows of positions that many games reach.

use crate::answers::{
    Answer, Datum, ExploredMove, FieldInfo, FieldKind, FirstKeys, explored_moves_with,
    explored_positions,
};
use crate::columns::error::ColumnsResult;
use crate::columns::positions::{Line, LineSource, LineStop, POSITIONS};
use crate::columns::table::{ArrowColumn, ArrowTable, Cell, GrowingBatch};
use crate::engine_book::Books;
use crate::notation::System;
use crate::search::{Archive, Explored, Filter, Look, Matcher, Mirroring, Purpose, explore_here};
use crate::xiangqi::{Orientation, Position};
use arrow_array::RecordBatch;
use arrow_schema::DataType;
use std::borrow::Cow;

/// Fields of explored moves that become columns.
const FIELDS: &str = "fen uci san games red draws black unknown mirrored firstYear lastYear";

/// The position whose rows are being counted.
struct LastKey {
    key: u64,
    rows: u64,
    /// Number of a game that reaches the position, and the ply.
    at: (u32, u32),
}

/// Finds the positions with at least `least` rows; positions are added in the order of their keys.
pub(super) struct Common {
    least: u64,
    last: Option<LastKey>,
    found: Vec<(u32, u32)>,
}

impl Common {
    pub(super) fn new(least: u64) -> Common {
        Common { least, last: None, found: Vec::new() }
    }

    /// Adds a position of the game with this number.
    pub(super) fn add(&mut self, game: usize, stop: &LineStop) {
        if stop.is_variation {
            return;
        }
        match &mut self.last {
            Some(last) if last.key == stop.key.key => last.rows += 1,
            _ => {
                self.settle();
                let (key, at) = (stop.key.key, (game as u32, stop.ply));
                self.last = Some(LastKey { key, rows: 1, at });
            }
        }
    }

    fn settle(&mut self) {
        if let Some(last) = self.last.take()
            && last.rows >= self.least
        {
            self.found.push(last.at);
        }
    }

    /// Number of a game and a ply for each position found, in the order of the keys.
    pub(super) fn finish(mut self) -> Vec<(u32, u32)> {
        self.settle();
        self.found
    }
}

/// Explores positions and makes their rows of the table.
pub(super) struct OpeningRows {
    matcher: Matcher,
    least: u64,
    answer: Answer<ExploredMove>,
    notation: System,
}

/// The column of a field; its name is the field's name in CSV.
fn column(field: &FieldInfo) -> ArrowColumn {
    let data_type = match field.kind {
        FieldKind::Count => DataType::Int64,
        FieldKind::Year => DataType::Int16,
        _ => DataType::Utf8,
    };
    let (name, is_optional) = (field.csv, field.is_nullable);
    ArrowColumn { name, data_type, is_optional, about: field.sentence }
}

/// The cell for the value of a field.
fn cell(value: Datum, kind: FieldKind) -> Cell<'static> {
    match (value, kind) {
        (Datum::Count(year), FieldKind::Year) => i16::try_from(year).ok().into(),
        (Datum::Count(count), _) => (count as i64).into(),
        (Datum::Null, _) => Cell::Null,
        (value, _) => value.to_text().into(),
    }
}

impl OpeningRows {
    pub(super) fn table() -> ArrowTable {
        let answer = explored_moves_with(&Books::new(Vec::new()));
        let key = POSITIONS.columns.iter().filter(|column| column.name == "key").cloned();
        let positions = explored_positions();
        let come = positions
            .named("games")
            .map(|field| ArrowColumn { name: "position_games", ..column(&field.about) });
        let moves = answer.named(FIELDS).map(|field| column(&field.about));
        ArrowTable {
            name: "openings",
            about: "One row for every move played in a position to which many games come, as the \
                    explorer of xqdb counts: certain copies once, without games of programs. \
                    Sorted by `key`, then the commonest move first.",
            columns: Cow::Owned(key.chain(come).chain(moves).collect()),
        }
    }

    pub(super) fn new(archive: &Archive, least: u64) -> ColumnsResult<OpeningRows> {
        let matcher = Filter::of(Purpose::Statistics).resolve(archive)?;
        let answer = explored_moves_with(&Books::new(Vec::new()));
        let notation = System::named("chinese").unwrap_or(System::Auto);
        Ok(OpeningRows { matcher, least, answer, notation })
    }

    /// The rows of positions, each given as the number of a game and a ply; `ids` has the `game.id`
    /// by number.
    pub(super) fn batch(
        &self,
        archive: &Archive,
        table: &ArrowTable,
        ids: &[u32],
        common: &[(u32, u32)],
    ) -> ColumnsResult<RecordBatch> {
        let look = Look { mirroring: Mirroring::Any, variations: false, latest: 0 };
        let source = LineSource::of(archive)?;
        let mut batch = GrowingBatch::of(table);
        for &(game, ply) in common {
            let id = ids[game as usize];
            let mut here = None;
            for line in Line::all(archive.snapshot(), source, &[id])? {
                line.visit(|at| {
                    if at.ply == ply {
                        here = Some(at.position.clone());
                    }
                });
            }
            let Some(position) = here.map(as_keyed) else { continue };
            let explored = explore_here(archive, &position, &self.matcher, &look)?;
            if explored.score.all() >= self.least {
                self.push(&mut batch, position, &explored);
            }
        }
        batch.finish()
    }

    fn push(&self, batch: &mut GrowingBatch, position: Position, explored: &Explored) {
        let (key, games) = (position.key().key as i64, explored.score.all() as i64);
        for row in &explored.rows {
            let explored = ExploredMove {
                row: row.clone(),
                depth: 1,
                san: self.notation.write(row.mv, &position),
                position: position.clone(),
                opening: None,
                first: FirstKeys { earliest: None, undated: None },
                recent: Vec::new(),
                books: Vec::new(),
            };
            let fields = self.answer.named(FIELDS);
            let cells = fields.map(|field| cell(field.value(&explored), field.about.kind));
            batch.push([Cell::Int64(key), Cell::Int64(games)].into_iter().chain(cells));
        }
    }
}

/// The position or its mirror image, whichever the key is computed from.
fn as_keyed(position: Position) -> Position {
    match position.key().orientation {
        Orientation::Mirrored => position.mirror(),
        _ => position,
    }
}

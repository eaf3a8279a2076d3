//! Objects that are one move each: `{"game_id": 1, "ply": 1, "move": "h2e2"}`. Objects beside them,
//! in their file or another, describe the games.

use super::values::{Object, Stop, walk, words};
use crate::format::Sink;
use crate::format::move_rows::{
    GameRows, LOOKED_AT, MoveColumns, MoveRows, TableCell, is_first_move,
};
use crate::format::reason::Reason;
use crate::format::text::Text;
use crate::text::{decode, detect};
use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

/// Whether the first records of a text are one move each, one of them a first move of Xiangqi.
pub(super) fn are_of_xiangqi(text: &str) -> bool {
    stretches(text).into_iter().any(|range| {
        let Some((names, rows)) = first_rows(&text[range]) else { return false };
        let columns = MoveColumns::among(&names, rows.iter().cloned());
        let mut moves = columns.iter().flat_map(|it| rows.iter().filter_map(|row| row.get(it.mv)));
        moves.any(|mv| is_first_move(mv))
    })
}

/// Ranges of a text with rows: the arrays of an object that has one of them as its moves; otherwise
/// the whole text.
fn stretches(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let _ = walk(text, 0..text.len(), &mut |stop| {
        if let Stop::Object(object) = stop
            && object.moves.is_some_and(|raw| raw.starts_with('['))
        {
            let arrays = object.members.iter().filter(|(_, raw)| raw.starts_with('['));
            found =
                arrays.map(|(_, raw)| object.place(raw)..object.place(raw) + raw.len()).collect();
        }
        ControlFlow::Break(())
    });
    let is_game =
        |range: &Range<usize>| columns(&text[range.clone()]).is_some_and(|it| it.1.has_games());
    if !found.iter().any(is_game) {
        found = std::iter::once(0..text.len()).collect();
    }
    found
}

/// Names of the first record's members, and the values of the first records.
type FirstRows<'t> = (Vec<String>, Vec<Vec<Cow<'t, str>>>);

fn first_rows(text: &str) -> Option<FirstRows<'_>> {
    let mut names: Vec<String> = Vec::new();
    let mut rows: Vec<Vec<Cow<'_, str>>> = Vec::new();
    let _ = walk(text, 0..text.len(), &mut |found| {
        if let Stop::Object(object) = found
            && object.damage.is_none()
        {
            if rows.is_empty() {
                names = object.members.iter().map(|(name, _)| name.to_string()).collect();
            }
            rows.push(cells(&object, &names).into_iter().map(|cell| cell.text).collect());
        }
        if rows.len() < LOOKED_AT { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    (!rows.is_empty()).then_some((names, rows))
}

/// Names and columns of the rows, if the first records of a text are one move each.
fn columns(text: &str) -> Option<(Vec<String>, MoveColumns)> {
    let (names, rows) = first_rows(text)?;
    let columns = MoveColumns::among(&names, rows.into_iter())?;
    Some((names, columns))
}

/// Rows of a text, one move each.
pub(super) struct MovesInRows {
    stretches: Vec<Range<usize>>,
    names: Vec<String>,
    columns: MoveColumns,
}

impl MovesInRows {
    /// Finds the rows of a text; None unless its first records are one move each.
    pub(super) fn of(text: &str) -> Option<MovesInRows> {
        let stretches = stretches(text);
        let (names, columns) = stretches.iter().find_map(|it| columns(&text[it.clone()]))?;
        Some(MovesInRows { stretches, names, columns })
    }

    /// Reads the rows, and descriptions of games beside them in the text and in the file `games`.
    pub(super) fn read(
        self,
        text: &Text<'_>,
        games: Option<&[u8]>,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        let MovesInRows { stretches, names, columns } = self;
        let whole = text.as_str();
        let mut rows = MoveRows::new(&names, columns, whole);
        let mut beside = GameRows::default();
        for range in stretches {
            walk(whole, range, &mut |found| {
                match found {
                    Stop::Object(Object { range, damage: Some(why), .. }) => {
                        let at = text.span(&range).start;
                        sink.damage(at, Reason::JsonDamaged(why).to_string());
                    }
                    Stop::Object(object) => rows.add(object.range.clone(), &cells(&object, &names)),
                    Stop::Other(at, Reason::ObjectWithoutGame) => {
                        let other = Object::at(whole, at..whole.len(), Default::default());
                        add_game(&mut beside, &other);
                    }
                    Stop::Other(at, reason) => {
                        sink.damage(text.span(&(at..at)).start, reason.to_string());
                    }
                }
                ControlFlow::Continue(())
            })?;
        }
        if let Some(games) = games {
            let games = decode(games, detect(games)).text;
            let _ = walk(&games, 0..games.len(), &mut |found| {
                match found {
                    Stop::Object(object) => add_game(&mut beside, &object),
                    Stop::Other(at, Reason::ObjectWithoutGame) => {
                        let other = Object::at(&games, at..games.len(), Default::default());
                        add_game(&mut beside, &other);
                    }
                    Stop::Other(..) => {}
                }
                ControlFlow::Continue(())
            });
        }
        rows.give(text, &beside, sink)
    }
}

/// Adds an object that describes a game.
fn add_game(games: &mut GameRows, object: &Object<'_>) {
    let own: Vec<String> = object.members.iter().map(|(name, _)| name.to_string()).collect();
    games.add(&own, &cells(object, &own));
}

/// Values of the named members; empty for missing ones.
fn cells<'a>(object: &Object<'a>, names: &[String]) -> Vec<TableCell<'a>> {
    let cell = |name: &String| {
        let raw = object.get(name)?;
        let at = object.place(raw) + usize::from(raw.starts_with('"'));
        Some(TableCell { at, text: words(raw)? })
    };
    names.iter().map(|name| cell(name).unwrap_or_default()).collect()
}

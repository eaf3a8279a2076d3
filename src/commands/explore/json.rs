//! The explorer's rows as JSON: an object a position, with its moves; a move has the position
//! after it as `after` where the tree goes deeper. `truncated` is there, and true, when there are
//! more rows than were wanted.
//!
//! Written while the tree is walked: it can be as deep as a game is long.

use super::walk::{Asking, Step};
use crate::commands::context::Context;
use serde_json::Value;
use std::io::Write;
use xqdb::opening::Code;
use xqdb::search::{Explored, Row};
use xqdb::xiangqi::Position;

/// Prints the tree on one line.
pub(super) fn print(
    context: &Context,
    asking: &Asking<'_>,
    position: &Position,
    explored: &Explored,
    out: &mut impl Write,
) -> anyhow::Result<bool> {
    let mut writer = JsonWriter { context, out, is_first: true, is_open: false };
    let mut head = explored.to_json(position);
    head["matched"] = asking.matcher.matched_json();
    writer.print(&opened(&head, "moves", '['))?;
    let is_whole = asking.walk(position, explored, &mut |step| match step {
        Step::Row { row, position, opening, .. } => {
            writer.row(&object(asking, row, position, opening)?)
        }
        Step::Down(position, explored) => writer.down(&explored.to_json(position)),
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

    fn row(&mut self, value: &Value) -> anyhow::Result<()> {
        self.close_row()?;
        if !std::mem::replace(&mut self.is_first, false) {
            self.print(",")?;
        }
        let text = value.to_string();
        self.is_open = true;
        self.print(text.strip_suffix('}').unwrap_or(&text))
    }

    fn down(&mut self, value: &Value) -> anyhow::Result<()> {
        self.print(",\"after\":")?;
        self.print(&opened(value, "moves", '['))?;
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

/// An object without its last brace, and the beginning of one more field.
fn opened(value: &Value, field: &str, bracket: char) -> String {
    let text = value.to_string();
    format!("{},\"{field}\":{bracket}", text.strip_suffix('}').unwrap_or(&text))
}

fn object(
    asking: &Asking<'_>,
    row: &Row,
    position: &Position,
    opening: Option<Code>,
) -> anyhow::Result<Value> {
    Ok(row.told(asking.archive, &asking.name(row.mv, position), opening)?)
}

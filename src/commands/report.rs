//! `xqdb report`: what was set aside, damaged, repaired or interpreted, and witnesses that disagree.

use super::render::{Letters, board};
use super::{Context, Status, print, question};
use crate::cli::{ReportArgs, ReportFormat};
use serde_json::{Value, json};
use std::io::Write;
use std::ops::ControlFlow;
use xqdb::notation::near_readings;
use xqdb::replay::Failure;
use xqdb::search::Trouble;
use xqdb::xiangqi::Position;

/// How many there are of each.
#[derive(Default)]
struct Counts {
    set_aside: u64,
    partial: u64,
    damaged: u64,
    warned: u64,
}

/// Prints the report.
///
/// # Errors
/// When the database cannot be read.
pub(crate) fn report(context: &Context, args: &ReportArgs) -> anyhow::Result<Status> {
    let archive = question::open(context)?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut counts = Counts::default();
    let mut outcome = Ok(());
    archive.troubles(args.path.as_deref(), &mut |trouble| {
        counts.add(&trouble);
        let text = match args.format {
            ReportFormat::Text => as_text(&trouble, args.warnings, context.colour),
            ReportFormat::Jsonl => format!("{}\n", as_json(&trouble)),
        };
        outcome = print(&mut out, text.as_bytes());
        if outcome.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    outcome?;
    let damage = archive.source_damage()?;
    for (place, offset, what) in &damage {
        let line = match args.format {
            ReportFormat::Text => format!("{place}\n  byte {offset}: {what}\n"),
            ReportFormat::Jsonl => {
                format!("{}\n", json!({ "path": place, "byte_offset": offset, "damage": what }))
            }
        };
        print(&mut out, line.as_bytes())?;
    }
    let conflicts = if args.path.is_none() { archive.conflicts()? } else { Vec::new() };
    if args.format == ReportFormat::Jsonl || args.conflicts {
        for conflict in &conflicts {
            let line = match args.format {
                ReportFormat::Jsonl => format!("{}\n", json!({ "conflict": conflict })),
                ReportFormat::Text => {
                    let values: Vec<String> = conflict
                        .values
                        .iter()
                        .map(|(value, place)| format!("    {value}  ({place})\n"))
                        .collect();
                    format!(
                        "{}: witnesses disagree on {}\n{}",
                        conflict.game,
                        conflict.field,
                        values.concat()
                    )
                }
            };
            print(&mut out, line.as_bytes())?;
        }
    }
    out.flush()?;
    if !context.quiet {
        let mut err = std::io::stderr().lock();
        writeln!(
            err,
            "{} records set aside, {} with a main line that ends early,",
            counts.set_aside, counts.partial
        )?;
        writeln!(
            err,
            "{} with damaged variations, {} with warnings (--warnings lists them),",
            counts.damaged, counts.warned
        )?;
        writeln!(err, "{} files with damage outside records", damage.len())?;
        if args.path.is_none() {
            writeln!(
                err,
                "{} disagreements between witnesses of one game (--conflicts lists them)",
                conflicts.len()
            )?;
        }
    }
    let is_clean = counts.set_aside + counts.partial + counts.damaged + counts.warned == 0;
    Ok(if is_clean && damage.is_empty() { Status::NothingFound } else { Status::Success })
}

impl Counts {
    fn add(&mut self, trouble: &Trouble) {
        if let Some(error) = &trouble.error {
            match trouble.game {
                Some(_) if error.ply > 0 => self.partial += 1,
                _ => self.set_aside += 1,
            }
        }
        self.damaged += u64::from(!trouble.damaged.is_empty());
        self.warned += u64::from(!trouble.warnings.is_empty());
    }
}

fn as_text(trouble: &Trouble, warnings: bool, colour: bool) -> String {
    let mut text = String::new();
    if let Some(failure) = &trouble.error {
        text += &failure_text(failure, true, colour);
    }
    for damage in &trouble.damaged {
        text += "  in a variation:\n";
        text += &failure_text(&damage.failure, false, colour);
        text += &format!("    {} moves of the file are left out\n", damage.lost);
    }
    if warnings {
        for warning in &trouble.warnings {
            text += &format!("  {warning}\n");
        }
    }
    if text.is_empty() {
        return text;
    }
    let game = trouble.game.as_ref().map(|key| format!(", game {key}")).unwrap_or_default();
    format!("{} record {} ({}{game})\n{text}", trouble.place, trouble.record, trouble.status)
}

fn failure_text(failure: &Failure, draw: bool, colour: bool) -> String {
    let Failure { ply, token, reason, byte_offset, fen, .. } = failure;
    let mut text = format!("  byte {byte_offset}, ply {ply}, `{token}`: {reason}\n");
    let Some(fen) = fen else { return text };
    let near = near(token, fen);
    if !near.is_empty() {
        let near: Vec<String> = near.iter().map(|(mv, spelt)| format!("{spelt} ({mv})")).collect();
        text += &format!("    near it: {}\n", near.join(", "));
    }
    text += &format!("    {fen}\n");
    if draw && let Ok(position) = Position::from_fen(fen) {
        for line in board(&position, Letters::Chinese, None, colour).lines() {
            text += &format!("    {line}\n");
        }
    }
    text
}

/// The legal moves whose spelling is nearest to the token.
fn near(token: &str, fen: &str) -> Vec<(String, String)> {
    let Ok(position) = Position::from_fen(fen) else { return Vec::new() };
    near_readings(token, &position).into_iter().map(|(mv, text)| (mv.to_string(), text)).collect()
}

fn failure_json(failure: &Failure) -> Value {
    let mut value = json!(failure);
    if let Some(fen) = &failure.fen {
        value["near"] = json!(near(&failure.token, fen));
    }
    value
}

fn as_json(trouble: &Trouble) -> Value {
    let damaged: Vec<Value> = trouble
        .damaged
        .iter()
        .map(|damage| {
            let mut value = failure_json(&damage.failure);
            value["after"] = json!(damage.after);
            value["lost"] = json!(damage.lost);
            value
        })
        .collect();
    json!({
        "path": trouble.place,
        "record": trouble.record,
        "byte_offset": trouble.byte_offset,
        "status": trouble.status,
        "game": trouble.game,
        "error": trouble.error.as_ref().map(failure_json),
        "damaged": damaged,
        "warnings": trouble.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

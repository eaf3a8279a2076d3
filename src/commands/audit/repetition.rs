//! `xqdb audit --repetition`: positions that recur in records, and how the rule books rule on them.

use super::{each_record, end};
use crate::book::{self, Judged, letters_of};
use crate::cli::AuditArgs;
use crate::commands::render::board;
use crate::commands::units::Coverage;
use crate::commands::values::ValueList;
use crate::commands::{Context, Status, question};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use xqdb::answers::{audit_cycles, cycle_rows};
use xqdb::store::{PlaceRow, RecordParts, RecordRow, RecordSet};
use xqdb::text::visible;
use xqdb::xiangqi::Position;
use xqdb::xiangqi::Side;
use xqdb::xiangqi::repetition::{
    Actor, Attack, AttackVerdict, Cycle, Ply, Reach, RuleBook, judge_attack,
};

/// Number of records of the database that are judged in parallel.
const BATCH: usize = 4096;

/// Place of a record.
#[derive(Copy, Clone)]
struct RecordPlace<'a> {
    path: &'a str,
    member: Option<&'a str>,
    /// 1-based number of the record in the file.
    record: u64,
    /// Key of the record's game in the database.
    game: Option<&'a str>,
}

/// Judges every record of the files that the user named, or of the database.
pub(super) fn audit(context: &Context, args: &AuditArgs) -> anyhow::Result<Status> {
    let layout = args.answer.layout().limited(args.limit.unwrap_or(0));
    let values = ValueList::new(context, layout, audit_cycles(), cycle_rows)?;
    let mut output = Output { values, rules: args.rules, records: 0, found: 0, differing: 0 };
    let coverage = if args.paths.is_empty() {
        of_database(context, args, &mut output)?;
        Coverage::default()
    } else {
        of_files(context, args, &mut output)?
    };
    let Output { mut values, records, found, differing, .. } = output;
    let summary = context.lang.audit_summary(records, found, differing, args.rules.name);
    end(&mut values, &coverage, found > 0, &summary)
}

/// Judges records of files, without a database.
fn of_files(
    context: &Context,
    args: &AuditArgs,
    output: &mut Output<'_>,
) -> anyhow::Result<Coverage> {
    each_record(
        context,
        args,
        |_, record| Judged::of_record(record, args.rules),
        |unit, number, judged| {
            let (path, member) = (&*unit.path, unit.member.as_deref());
            output.write(RecordPlace { path, member, record: number, game: None }, judged)
        },
    )
}

fn of_database(context: &Context, args: &AuditArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    let archive = question::open(context)?;
    let threads = args.reading.threads.unwrap_or(0);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let mut batch = Vec::with_capacity(BATCH);
    let (snapshot, mut behind) = (archive.snapshot(), None);
    while let Some(place) = snapshot.next_place(behind.as_ref())? {
        let set = RecordSet::Source { source: place.source, after: 0 };
        let columns = RecordParts::KEY.and(RecordParts::LINE);
        snapshot.records(set, columns, &mut |record| -> anyhow::Result<_> {
            batch.push((place.clone(), record));
            if batch.len() >= BATCH {
                write_batch(&pool, &mut batch, output)?;
            }
            Ok(ControlFlow::Continue(()))
        })?;
        behind = Some(place);
    }
    write_batch(&pool, &mut batch, output)
}

/// Judges the records of `batch` in parallel, prints them in their order, and empties `batch`.
fn write_batch(
    pool: &rayon::ThreadPool,
    batch: &mut Vec<(PlaceRow, RecordRow)>,
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    let rules = output.rules;
    let judge = |(_, record): &(PlaceRow, RecordRow)| -> xqdb::store::Result<Judged> {
        let (start, moves) = match record.line() {
            Some(line) => (line.start_position()?, line.played()?),
            None => (Position::start(), Vec::new()),
        };
        Ok(Judged::new(&start, moves, record.result, rules))
    };
    let judged: Vec<Judged> =
        pool.install(|| batch.par_iter().map(judge).collect::<xqdb::store::Result<_>>())?;
    for ((place, record), judged) in batch.drain(..).zip(judged) {
        let place = RecordPlace {
            path: &place.path,
            member: Some(place.member.as_str()).filter(|member| !member.is_empty()),
            record: record.ordinal,
            game: record.key.as_deref(),
        };
        output.write(place, &judged)?;
    }
    Ok(())
}

/// Prints records, and counts them.
struct Output<'c> {
    values: ValueList<'c>,
    /// The rule book with whose rulings results are compared.
    rules: &'static RuleBook,
    /// Number of records so far.
    records: u64,
    /// Number of records in which positions recur.
    found: u64,
    /// Number of records whose result differs from the ruling of `rules`.
    differing: u64,
}

impl Output<'_> {
    fn write(&mut self, place: RecordPlace<'_>, judged: &Judged) -> anyhow::Result<()> {
        let cycles = &judged.study.cycles;
        let differs = cycles.iter().any(|cycle| judged.result_differs(cycle));
        self.records += 1;
        self.found += u64::from(!cycles.is_empty());
        self.differing += u64::from(differs);
        let context = self.values.context;
        self.values.print(|| record_json(place, judged), || record_text(context, place, judged))
    }
}

/// Record as a line of JSON: its place, its result, and each stretch of repetition.
fn record_json(place: RecordPlace<'_>, judged: &Judged) -> Value {
    let cycles: Vec<Value> =
        judged.study.cycles.iter().map(|cycle| cycle_json(judged, cycle)).collect();
    json!({
        "path": place.path,
        "member": place.member,
        "record": place.record,
        "game": place.game,
        "result": judged.result.as_str(),
        "plies": judged.moves.len(),
        "cycles": cycles,
    })
}

fn cycle_json(judged: &Judged, cycle: &Cycle) -> Value {
    let stretch = &cycle.stretch;
    let window = judged.study.plies(stretch.third);
    let start = window.first().map(|ply| ply.position_before().to_fen());
    let disputes: Vec<_> = cycle.disputes.iter().map(|&dispute| book::dispute(dispute)).collect();
    let chased = |side: Side| cycle.chased[side].iter().map(actor).collect::<Vec<_>>();
    let mut value = book::stretch(cycle);
    value["chased"] = json!({ "red": chased(Side::Red), "black": chased(Side::Black) });
    value["ruling"] = book::by_book(cycle, |judgement| judgement.ruling).into();
    value["tendency"] = book::by_book(cycle, |judgement| judgement.tendency).into();
    value["disputed"] = disputes.into();
    value["ends_game"] = (stretch.until == judged.moves.len()).into();
    value["result_differs"] = judged.result_differs(cycle).into();
    value["start"] = start.into();
    value["moves"] = window.iter().map(ply).collect::<Vec<_>>().into();
    value
}

fn ply(ply: &Ply) -> Value {
    let attacks = ply.attacks.iter().filter_map(attack);
    json!({
        "ply": ply.number,
        "move": ply.mv.to_string(),
        "piece": ply.actor.piece.fen_letter().to_string(),
        "check": ply.is_check,
        "attacks": attacks.collect::<Vec<_>>(),
    })
}

/// Attack as JSON, if it is a chase, or would be one if it were a threat or new.
fn attack(attack: &Attack) -> Option<Value> {
    let verdict = judge_attack(attack);
    let is_new = matches!(attack.reach, Reach::Gained { .. });
    let (counts, (why, by), how) = match verdict {
        AttackVerdict::Chase { threat, novelty } => {
            ("chase", book::threat(threat), Some(book::novelty(novelty).0))
        }
        AttackVerdict::Old(threat) => ("old", book::threat(threat), None),
        AttackVerdict::NoThreat(harmless) if is_new => {
            let (why, by) = book::harmless(harmless);
            ("no-threat", (why, [by, String::new()]), None)
        }
        AttackVerdict::Ended(_) | AttackVerdict::NoThreat(_) => return None,
    };
    Some(json!({
        "attacker": actor(&attack.attacker),
        "victim": actor(&attack.victim),
        "counts": counts,
        "why": why,
        "by": by.iter().filter(|square| !square.is_empty()).collect::<Vec<_>>(),
        "how": how,
    }))
}

/// Piece and its square: `C@h2`.
fn actor(actor: &Actor) -> String {
    format!("{}@{}", actor.piece.fen_letter(), actor.square)
}

/// Record for people: board, effect of each move, rulings. Empty if no position recurs.
fn record_text(context: &Context, place: RecordPlace<'_>, judged: &Judged) -> String {
    if judged.study.cycles.is_empty() {
        return String::new();
    }
    let lang = context.lang;
    let member = place.member.map(|member| format!("!{member}")).unwrap_or_default();
    let path = format!("{}{member}#{}", place.path, place.record);
    let game = place.game.map(|key| format!("  {key}")).unwrap_or_default();
    let mut text = format!("{}{game}  {}\n", visible(&path), lang.result(judged.result));
    for cycle in &judged.study.cycles {
        text += &cycle_text(context, judged, cycle);
    }
    text.push('\n');
    text
}

fn cycle_text(context: &Context, judged: &Judged, cycle: &Cycle) -> String {
    let mut lines = book::repetition(context.lang, judged, cycle);
    if let Some(first) = judged.study.plies(cycle.stretch.third).first() {
        let letters = letters_of(context.lang);
        let board = board(&first.position_before(), letters, None, context.colour);
        lines.splice(1..1, board.lines().map(str::to_owned));
    }
    lines.iter().map(|line| format!("  {line}\n")).collect()
}

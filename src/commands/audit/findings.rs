//! `xqdb audit` without `--repetition`: faults in single records, between witnesses, and of
//! careers.

use super::{each_record, end};
use crate::cli::AuditArgs;
use crate::commands::render::{counted, wrapped};
use crate::commands::samples::known_as;
use crate::commands::sums::{FindingSums, USUAL};
use crate::commands::units::Coverage;
use crate::commands::values::ValueList;
use crate::commands::{Context, Status, question};
use crate::messages::Lang;
use crate::questions::{event_in_script, in_script};
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use xqdb::answers::{audit_findings, finding_rows};
use xqdb::format::Warning;
use xqdb::research::{AuditFinding, Impossible, LongCareer, TwoPlaces, impossible};
use xqdb::search::{Archive, Conflict, IdSet, PlacesOfGames, Unwatched, load};
use xqdb::text::{truncate, visible};

/// Prints the findings in the files that the user named, or in the database.
pub(super) fn audit(context: &Context, args: &AuditArgs) -> anyhow::Result<Status> {
    // On a page, `--limit` limits the examples of each kind, not the rows.
    let layout = match args.answer.layout() {
        page if page.is_page() => page,
        rows => rows.limited(args.limit.unwrap_or(0)),
    };
    let most = match args.limit {
        _ if args.all => None,
        Some(0) => None,
        limit => Some(limit.unwrap_or(USUAL)).filter(|_| layout.is_page()),
    };
    let values = ValueList::new(context, layout, audit_findings(), finding_rows)?;
    let place = args.file.clone();
    let sums = BTreeMap::new();
    let mut findings = Findings { values, records: 0, others: 0, most, place, sums };
    let coverage = if args.paths.is_empty() {
        of_database(context, &mut findings)?;
        Coverage::default()
    } else {
        of_files(context, args, &mut findings)?
    };
    findings.sum_up()?;
    let Findings { mut values, records, others, .. } = findings;
    let summary = context.lang.audit_found(records, others);
    end(&mut values, &coverage, records + others > 0, &summary)
}

/// Finds faults in files, without a database.
fn of_files(
    context: &Context,
    args: &AuditArgs,
    findings: &mut Findings<'_>,
) -> anyhow::Result<Coverage> {
    each_record(
        context,
        args,
        |unit, record| {
            if !context.as_stated {
                unit.derive(&args.paths, record);
            }
            AuditFinding::of_record(record)
        },
        |unit, number, found| findings.record((&unit.shown_path(), number), None, found),
    )
}

/// Findings in a record of the database.
#[derive(Default)]
struct Found {
    place: String,
    game: Option<String>,
    findings: Vec<AuditFinding>,
}

fn of_database(context: &Context, findings: &mut Findings<'_>) -> anyhow::Result<()> {
    let archive = question::open(context)?;
    // Keyed by source and ordinal.
    let mut records: BTreeMap<(i64, u64), Found> = BTreeMap::new();
    archive.troubles(None, &mut |trouble| {
        let findings = AuditFinding::of_trouble(&trouble);
        if !findings.is_empty() {
            let (place, game) = (trouble.place, trouble.game);
            records.insert((trouble.source, trouble.record), Found { place, game, findings });
        }
        ControlFlow::Continue(())
    })?;
    for record in archive.snapshot().doubted_records()? {
        let about_date = record.doubts.into_iter().filter(|doubt| doubt.field == "Date");
        let doubts: Vec<AuditFinding> =
            about_date.map(|doubt| AuditFinding::DateInDoubt { says: doubt.says }).collect();
        if doubts.is_empty() {
            continue;
        }
        let found = records.entry((record.source, record.ordinal)).or_default();
        if found.place.is_empty() {
            let places = archive.snapshot().places(record.source)?;
            found.place = places.into_iter().next().unwrap_or_default();
            found.game = record.game;
        }
        found.findings.extend(doubts);
    }
    for ((_, number), Found { place, game, findings: found }) in &records {
        findings.record((place, *number), game.as_deref(), found)?;
    }
    for conflict in archive.conflicts(&Unwatched)? {
        findings.conflict(&archive, &conflict)?;
    }
    // Impossible careers belong to players, not to a file.
    match findings.place {
        Some(_) => Ok(()),
        None => findings.impossible(&archive, &impossible(&archive)?),
    }
}

/// Cause of a finding, in words, and its files.
type FoundIn = (Option<String>, BTreeSet<String>);

/// Prints findings, and counts them.
struct Findings<'c> {
    values: ValueList<'c>,
    /// Number of records with findings.
    records: u64,
    /// Number of findings between records, or about players.
    others: u64,
    /// Number of examples of each kind below its sum; `None` prints every finding instead of sums.
    most: Option<usize>,
    /// Text that the path of a file must contain.
    place: Option<String>,
    /// Sums by the code of the finding.
    sums: BTreeMap<String, FindingSums>,
}

impl Findings<'_> {
    /// Prints or counts the findings in a record; ignores a record without findings.
    fn record(
        &mut self,
        (place, number): (&str, u64),
        game: Option<&str>,
        findings: &[AuditFinding],
    ) -> anyhow::Result<()> {
        if findings.is_empty() || !self.wants(place) {
            return Ok(());
        }
        self.records += 1;
        let lang = self.values.context.lang;
        if self.most.is_some() {
            for finding in findings {
                let code = json!(finding)["code"].as_str().unwrap_or_default().to_owned();
                let one = std::slice::from_ref(finding);
                let text = || record_text(lang, (place, number), game, one);
                self.add(&code, (None, BTreeSet::from([place.to_owned()])), text);
            }
            return Ok(());
        }
        self.values.print(
            || json!({ "path": place, "record": number, "game": game, "findings": findings }),
            || record_text(lang, (place, number), game, findings),
        )
    }

    /// Whether the user wants the findings in `file`.
    fn wants(&self, file: &str) -> bool {
        self.place.as_ref().is_none_or(|place| file.contains(place))
    }

    /// Counts a finding by its cause and files, and keeps it as an example.
    fn add(&mut self, code: &str, (cause, files): FoundIn, page: impl FnOnce() -> String) {
        let sums = self.sums.entry(code.to_owned()).or_default();
        sums.count += 1;
        cause.into_iter().for_each(|cause| sums.add_cause(cause));
        files.iter().for_each(|file| sums.add_file(file));
        sums.keep(self.most.unwrap_or(usize::MAX), page);
    }

    /// Prints or counts a finding between records: as a value with its code, or as a text for people.
    fn other(
        &mut self,
        code: &str,
        value: impl FnOnce() -> anyhow::Result<Value>,
        text: impl FnOnce() -> anyhow::Result<String>,
        found_in: impl FnOnce() -> anyhow::Result<FoundIn>,
    ) -> anyhow::Result<()> {
        self.others += 1;
        let Some(most) = self.most else {
            return match self.values.is_page() {
                true => self.values.write(text()?.as_bytes()),
                false => self.values.value(&value()?),
            };
        };
        let has_room = self.sums.get(code).is_none_or(|sums| sums.examples.len() < most);
        let page = if has_room { text()? } else { String::new() };
        self.add(code, found_in()?, || page);
        Ok(())
    }

    /// Prints the sums, the commonest kind first, then each kind with its files and examples.
    fn sum_up(&mut self) -> anyhow::Result<()> {
        let context = self.values.context;
        let mut sums: Vec<(String, FindingSums)> =
            std::mem::take(&mut self.sums).into_iter().collect();
        sums.sort_by_key(|(_, sums)| Reverse(sums.count));
        let kind = |code: &str| context.lang.word("audit", code, &[]);
        let rows = sums.iter().map(|(code, sums)| (sums.count, kind(code)));
        let mut text = counted(rows).trim_start_matches('\n').to_owned();
        for (code, sums) in &sums {
            let step = match code.as_str() {
                "illegal-move" | "unreadable" => context.lang.report_emend(),
                _ => context.lang.audit_decide(),
            };
            text += &sums.page(context, &context.lang.about_record(&kind(code), &step));
        }
        self.values.write(text.as_bytes())
    }

    /// Prints or counts a field in which witnesses of a game disagree.
    fn conflict(&mut self, archive: &Archive, conflict: &Conflict) -> anyhow::Result<()> {
        if !conflict.values.iter().any(|(_, place)| self.wants(place)) {
            return Ok(());
        }
        let context = self.values.context;
        let lang = context.lang;
        let values = conflict.values.iter();
        let values = values.map(|(value, place)| json!({ "value": value, "place": place }));
        let code = "witnesses-disagree";
        let value = || {
            Ok(json!({
                "code": code,
                "game": conflict.game,
                "field": conflict.field,
                "values": values.collect::<Vec<Value>>(),
            }))
        };
        let files = conflict.values.iter().map(|(_, place)| place.clone()).collect();
        let found_in = || Ok((Some(lang.field(conflict.field)), files));
        self.other(code, value, || conflict_text(context, archive, conflict), found_in)
    }

    /// Prints or counts careers and meetings of players that cannot be.
    fn impossible(&mut self, archive: &Archive, found: &Impossible) -> anyhow::Result<()> {
        let context = self.values.context;
        let lang = context.lang;
        let keys = |games: &[u32]| -> anyhow::Result<Vec<String>> {
            Ok(games.iter().map(|&id| archive.snapshot().game_key(id)).collect::<Result<_, _>>()?)
        };
        // Only sums have files.
        let games_of = |found: &Impossible| -> IdSet {
            let of_days = found.two_places.iter().flat_map(|it| it.games.iter().copied());
            of_days
                .chain(found.long_careers.iter().flat_map(|it| [it.games.0, it.games.1]))
                .collect()
        };
        let places = match self.most {
            Some(_) => PlacesOfGames::of(archive, &games_of(found))?,
            None => PlacesOfGames::default(),
        };
        let found_in = |player: &str, games: &[u32]| -> anyhow::Result<FoundIn> {
            let files = games.iter().flat_map(|&game| places.of_game(game)).map(str::to_owned);
            Ok((Some(player.to_owned()), files.collect()))
        };
        for TwoPlaces { player, date, games } in &found.two_places {
            let shown = in_script(lang, archive, player)?;
            let date = date.date().map(|date| date.to_string()).unwrap_or_default();
            let code = "two-places";
            self.other(
                code,
                || {
                    let games = keys(games)?;
                    Ok(json!({ "code": code, "player": player, "date": date, "games": games }))
                },
                || games_text(context, archive, lang.audit_two_places(&shown, &date), games),
                || found_in(&shown, games),
            )?;
        }
        for LongCareer { player, years: (first, last), games } in &found.long_careers {
            let shown = in_script(lang, archive, player)?;
            let games = [games.0, games.1];
            let code = "long-career";
            let value = || {
                Ok(json!({
                    "code": code,
                    "player": player,
                    "first": first,
                    "last": last,
                    "games": keys(&games)?,
                }))
            };
            let years = format!("{first}–{last}");
            let head = lang.audit_long_career(&shown, &years);
            let text = || games_text(context, archive, head, &games);
            self.other(code, value, text, || found_in(&shown, &games))?;
        }
        Ok(())
    }
}

/// Record with its findings, for people.
fn record_text(
    lang: Lang,
    (place, number): (&str, u64),
    game: Option<&str>,
    findings: &[AuditFinding],
) -> String {
    let game = game.map(|key| format!("  {key}")).unwrap_or_default();
    let mut text = format!("{}#{number}{game}\n", visible(place));
    for finding in findings {
        text += &format!("  {}\n", finding_text(lang, finding));
    }
    text
}

/// Game whose witnesses disagree, for people.
fn conflict_text(
    context: &Context,
    archive: &Archive,
    conflict: &Conflict,
) -> anyhow::Result<String> {
    let lang = context.lang;
    let game = known_as(context, archive, load(archive, conflict.id)?)?;
    let head = lang.report_conflict(&game, &lang.field(conflict.field));
    let mut text = wrapped(&visible(&head), context.width) + "\n";
    for (value, place) in &conflict.values {
        text += &format!("  {}  {}\n", visible(value), visible(place));
    }
    Ok(text)
}

/// Games of a player that cannot all be, for people: each on its own line, before its event, which
/// a narrow screen cuts.
fn games_text(
    context: &Context,
    archive: &Archive,
    head: String,
    games: &[u32],
) -> anyhow::Result<String> {
    let mut text = wrapped(&visible(&head), context.width) + "\n";
    for &id in games {
        let game = load(archive, id)?;
        let event = game.event.as_deref().unwrap_or_default();
        let event = event_in_script(context.lang, archive, event)?;
        let line = format!("  {}  {event}", known_as(context, archive, game)?);
        let line = visible(line.trim_end());
        text += &truncate(&line, context.width.unwrap_or(usize::MAX));
        text.push('\n');
    }
    Ok(text)
}

fn finding_text(lang: Lang, finding: &AuditFinding) -> String {
    match finding {
        AuditFinding::ResultAgainstBoard { recorded, board } => {
            lang.audit_against_board(recorded.as_str(), board.as_str())
        }
        AuditFinding::ResultAgainstTerminator { recorded, terminator } => {
            lang.audit_against_terminator(recorded.as_str(), terminator.as_str())
        }
        AuditFinding::SelfCheck { ply } => lang.warning(&Warning::KingExposed { ply: *ply }),
        AuditFinding::KingTaken { ply } => lang.warning(&Warning::KingTaken { ply: *ply }),
        AuditFinding::IllegalMove { ply, token, reason } => {
            lang.audit_illegal((*ply).into(), token, &lang.stored(reason))
        }
        AuditFinding::Unreadable { token, reason } => {
            lang.audit_unreadable(token, &lang.stored(reason))
        }
        AuditFinding::DateInDoubt { says } => lang.audit_date(&lang.doubt(says)),
    }
}

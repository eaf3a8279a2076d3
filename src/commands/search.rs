//! `xqdb search`: games by position, moves, players, events, dates; with `--explain`, how a
//! question is answered.

use super::printed::{Printed, marked_players};
use super::progress::Scanning;
use super::question::{SaidQuestion, tell_names};
use super::render::{Align, TextTable};
use super::samples::tell_sample;
use super::{Context, Status, grouped};
use crate::book::{marked, marked_result};
use crate::cli::{Form, JsonFormat as _, ListForm, RowLayout, Said, SearchArgs};
use crate::messages::Lang;
use crate::questions::event_in_script;
use anyhow::bail;
use clap::ValueEnum as _;
use serde_json::{Value, json};
use std::io::Write;
use xqdb::answers::{Listed, ListedGame, listed_games, with_entry};
use xqdb::export::pgn;
use xqdb::notation::System;
use xqdb::query::Means;
use xqdb::research::Past;
use xqdb::search::{
    Archive, Explained, FIRST_BLOCK, Found, GameRow, Params, SearchQuery, Sighting, Stage, Watch,
    sample, search_in_blocks, search_unsorted, search_watched as find,
};
use xqdb::store;

/// Number of rows that a table lays out together, so that the first appear while others are sought.
const TOGETHER: usize = 20;

/// Finds and prints games.
pub(crate) fn search(context: &Context, args: &SearchArgs) -> anyhow::Result<Status> {
    let notation = context.system(&args.notation)?;
    let limit = match (args.count, args.limit) {
        (true, _) => 0,
        (false, 0) => usize::MAX,
        _ if args.by.is_some() => usize::MAX,
        (false, limit) => limit,
    };
    let places = args.offset..args.offset.saturating_add(limit);
    let question = SaidQuestion::new(context, &args.notation, &[&args.selection.0])?;
    let scanning = Scanning::new(context);
    if args.explain {
        return explain(context, args, &question, &scanning);
    }
    // Without further conditions, `--where` is answered block by block.
    let is_listed = !args.count && args.by.is_none();
    let is_streamed = is_listed && !is_more_asked(args) && question.one("where").is_some();
    let at_once = (!is_streamed).then_some(&scanning);
    let (archive, query) = question.query(places, at_once)?;
    let found = match is_listed {
        true => {
            let list = List::new(context, &archive, &query, (args, &notation), &scanning)?;
            list.print(is_streamed)?
        }
        // Groups of all games need no order.
        false if args.by.is_some() && args.offset == 0 => {
            search_unsorted(&archive, &query, &scanning)?
        }
        false => find(&archive, &query, &scanning)?,
    };
    scanning.finish();
    let has_kind = args.selection.0.has("kind");
    if let Some(by) = args.by {
        let Some(form) = args.answer.format().of_rows() else {
            let forms = Form::value_variants().iter().filter_map(Form::to_possible_value);
            let forms: Vec<String> = forms.map(|form| form.get_name().to_owned()).collect();
            let why = context.lang.none_of("pgn", &forms.join(", "));
            bail!(context.lang.argument_wrong("--format", &why))
        };
        let layout = RowLayout { form, columns: &args.columns, ..RowLayout::SCREEN };
        let layout = layout.limited(args.limit);
        grouped::print(context, &archive, (&query, &found.games), by, layout)?;
        context.tell_below(summary(&archive, &found, (0, has_kind), context.lang));
        tell_sample(context, &archive, &sample(&archive, &found.games)?)?;
    } else if args.count {
        context.print_all(&format!("{}\n", found.count))?;
    } else {
        context.tell_below(summary(&archive, &found, (args.offset as u64, has_kind), context.lang));
        if found.others > 0 && !has_kind {
            context.tell_more(&context.lang.games_in_no_score(found.others));
        }
    }
    tell_names(context, &archive, &query.matcher)?;
    Ok(Status::found(found.count > 0))
}

/// Whether the user asks for a line from the start, or for a partial board.
fn is_more_asked(args: &SearchArgs) -> bool {
    args.selection.0.has("contains") || args.selection.0.has("in_order")
}

/// Sentence on the number of games, and which of them are listed. It mentions records of other
/// kinds unless the user named a kind.
fn summary(
    archive: &Archive,
    found: &Found,
    (offset, has_kind): (u64, bool),
    lang: Lang,
) -> String {
    let snapshot = archive.snapshot();
    let shown = found.games.len() as u64;
    let mut line = match found.is_cut {
        true => lang.games_found_so_far(found.count),
        false => lang.games_found(found.count),
    };
    if found.others > 0 && !has_kind {
        line += &lang.games_of_every_kind();
    }
    if shown == 0 && found.count > 0 {
        line += &lang.games_passed_over(offset);
    } else if shown < found.count {
        line += &lang.games_listed(offset + 1, offset + shown);
    }
    line += &lang.counts([
        (found.mirrored, Lang::games_mirrored),
        (found.copies, Lang::games_copied),
        (found.undated, Lang::games_undated),
    ]);
    if found.undated > 0 {
        let more = found.undated > found.some_undated.len() as u64;
        let keys = found.some_undated.iter().filter_map(|&id| snapshot.game_key(id).ok());
        let keys = keys.collect::<Vec<_>>().join(" ") + if more { " …" } else { "" };
        line += &lang.games_undated_keys(&keys);
    }
    line
}

/// Prints a list of games.
struct List<'a> {
    context: &'a Context,
    archive: &'a Archive,
    query: &'a SearchQuery,
    args: &'a SearchArgs,
    notation: &'a System,
    scanning: &'a Scanning<'a>,
    /// All earlier games, if the list shows novelties.
    past: Option<Past<'a>>,
    printed: Printed<'a, ListedGame>,
}

/// First ply at which a game fits, with remarks: in a variation, mirrored.
fn place(listed: &Listed, lang: Lang) -> String {
    let Some(ply) = listed.ply() else { return "-".to_owned() };
    match (&listed.moments, &listed.contains) {
        (Some(moments), _) if moments.variation => lang.ply_in_variation(&ply.to_string()),
        (None, Some(places)) => {
            let places = places.all().iter().map(|place| place_text(place, lang));
            places.collect::<Vec<_>>().join(" ")
        }
        _ => ply.to_string(),
    }
}

impl<'a> List<'a> {
    fn new(
        context: &'a Context,
        archive: &'a Archive,
        query: &'a SearchQuery,
        (args, notation): (&'a SearchArgs, &'a System),
        scanning: &'a Scanning<'a>,
    ) -> anyhow::Result<List<'a>> {
        let past = args.novelty.then(|| Past::of(archive)).transpose()?;
        let has_words = !query.matcher.words().is_empty();
        let has_moment = query.matcher.asked().is_some_and(|asked| !asked.is_whole());
        let has_place = has_words || !query.contains.is_empty() || has_moment;
        let columns = [(has_place, "ply"), (has_words, "says"), (past.is_some(), "novelty")];
        let columns: Vec<&str> =
            columns.into_iter().filter(|(is_told, _)| *is_told).map(|(_, name)| name).collect();
        let form = args.answer.format().of_rows().unwrap_or(Form::Jsonl);
        let layout = RowLayout { form, columns: &args.columns, ..RowLayout::SCREEN };
        let printed = printed((context, archive), &columns, has_words, layout)?;
        Ok(List { context, archive, query, args, notation, scanning, past, printed })
    }

    /// Finds the games and prints them; a stream prints the first while others are still scanned.
    fn print(&self, is_stream: bool) -> anyhow::Result<Found> {
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        let form = self.args.answer.format();
        let is_table = form == ListForm::Table;
        let (mut table, mut has_marks) = (self.printed.table(), false);
        // The lines of an array are those of JSON Lines, with commas between them.
        let mut opening = if form == ListForm::Json { "[" } else { "" };
        let head = self.printed.head_line();
        if form != ListForm::Pgn {
            self.context.print(&mut out, head.as_bytes())?;
        }
        let mut print = |ids: &[u32]| {
            if is_table {
                has_marks |= self.add_rows(ids, &mut table)?;
                if table.waiting() <= TOGETHER {
                    return Ok(());
                }
            }
            self.scanning.aside(|| {
                let printed = match is_table {
                    true => self.context.print(&mut out, table.render_waiting().as_bytes()),
                    false => self.rows(ids, &mut out, &mut opening),
                };
                // After a stop, too, all rows are printed before the bar comes back.
                out.flush()?;
                printed
            })
        };
        let (archive, query, scanning) = (self.archive, self.query, self.scanning);
        let found = match is_stream {
            true => search_in_blocks(archive, query, FIRST_BLOCK, scanning, |ids| {
                ids.chunks(TOGETHER).try_for_each(&mut print)
            })?,
            false => {
                let found = find(archive, query, scanning)?;
                scanning.finish();
                print(&found.games)?;
                found
            }
        };
        scanning.finish();
        if is_table && !found.games.is_empty() {
            self.context.print(&mut out, table.render().as_bytes())?;
        }
        if form == ListForm::Json {
            let end = if found.games.is_empty() { "[]\n" } else { "]\n" };
            self.context.print(&mut out, end.as_bytes())?;
        }
        out.flush()?;
        if has_marks {
            self.context.tell_more(&self.context.lang.marks_explained());
        }
        Ok(found)
    }

    /// Prints games in a form other than a table; `opening` stands before the next object of an
    /// array.
    fn rows(
        &self,
        ids: &[u32],
        out: &mut impl Write,
        opening: &mut &'static str,
    ) -> anyhow::Result<()> {
        ids.iter().try_for_each(|&id| {
            let text = match self.args.answer.format() {
                ListForm::Table => return Ok(()),
                ListForm::Pgn => {
                    self.scanning.go_on()?;
                    pgn_of(self.archive, id, self.notation)?
                }
                ListForm::Csv | ListForm::Tsv => self.printed.line(&self.row(id)?)?,
                ListForm::Jsonl => format!("{}\n", self.object(id)?),
                ListForm::Json => {
                    format!("{}{}", std::mem::replace(opening, ",\n"), self.object(id)?)
                }
            };
            self.context.print(out, text.as_bytes())
        })
    }

    /// Game as JSON: everything known of it, or the chosen columns.
    fn object(&self, id: u32) -> anyhow::Result<Value> {
        let row = self.row(id)?;
        if !self.args.columns.is_empty() {
            return Ok(Value::Object(self.printed.object(&row)));
        }
        let novelty = row.novelty;
        let mut all = json!(row.listed.with_codes(self.archive));
        if self.past.is_some() {
            all["novelty"] = json!(novelty);
        }
        Ok(all)
    }

    /// Adds a row for each game; returns whether they show any derived or doubted value.
    fn add_rows(&self, ids: &[u32], table: &mut TextTable) -> anyhow::Result<bool> {
        let mut has_marks = false;
        for &id in ids {
            let row = self.row(id)?;
            table.row(self.printed.cells(&row)?);
            has_marks |= is_marked(&row.listed.game, self.context.lang);
        }
        Ok(has_marks)
    }

    /// Row of a game, with its novelty if the list shows novelties.
    fn row(&self, id: u32) -> anyhow::Result<ListedGame> {
        self.scanning.go_on()?;
        let mut row = ListedGame::new(self.archive, id, self.query, self.context.as_stated)?;
        if let Some(past) = self.past {
            let novelty = past.novelty(self.archive.snapshot(), id)?;
            row.novelty = novelty.and_then(|novelty| novelty.ply);
        }
        Ok(row)
    }
}

/// Whether a list shows a derived or doubted value of a game.
fn is_marked(game: &GameRow, lang: Lang) -> bool {
    let fields = [("Date", &game.date), ("Red", &game.red), ("Black", &game.black)];
    fields.iter().any(|(field, stated)| marked(game, field, stated.as_deref()).is_marked)
        || marked_result(game, lang).is_marked
}

/// Columns of a list of games. A narrow screen leaves out the kind, then the title, and so on, until
/// an event can be read; with a search for words, the place of these words is worth more than facts
/// about the game.
fn printed<'a>(
    (context, archive): (&'a Context, &'a Archive),
    columns: &[&str],
    has_words: bool,
    layout: RowLayout<'a>,
) -> anyhow::Result<Printed<'a, ListedGame>> {
    let lang = context.lang;
    let said = |text: Option<String>| Ok(text.unwrap_or_else(|| "-".to_owned()));
    let printed = Printed::new(context, listed_games(columns), layout)?
        .order(&[
            "key", "date", "red", "black", "result", "plies", "kind", "opening", "title", "event",
        ])
        .show("key", |it| Ok(it.listed.game.key.clone()))
        .show("plies", |it| Ok(it.listed.game.plies.to_string()))
        .show("kind", move |it| Ok(lang.kind(it.kind)))
        .show("opening", move |it| said(it.opening.map(|code| code.to_string())))
        .show("title", move |it| said(it.title.as_deref().map(|it| lang.title_in_script(it))))
        .show("event", move |it| {
            let event = it.listed.game.event.as_deref();
            said(event.map(|event| event_in_script(lang, archive, event)).transpose()?)
        })
        .show("ply", move |it| Ok(place(&it.listed, lang)))
        .show("novelty", move |it| said(it.novelty.map(|ply| ply.to_string())));
    let printed = marked_players(context, archive, printed, |it| &it.listed.game);
    Ok(match has_words {
        true => printed
            .keeping(&["key", "date", "result", "ply"])
            .sparing(&["kind", "opening", "plies", "event", "title", "result"])
            .with_room(&[("title", 12), ("says", 18)]),
        false => printed
            .keeping(&["key", "date", "result", "kind", "opening"])
            .sparing(&["kind", "title", "plies", "opening", "event", "result"])
            .with_room(&[("event", 14)]),
    })
}

/// Ply of a sighting, with remarks: in a variation, mirrored.
fn place_text(place: &Sighting, lang: Lang) -> String {
    let mut text = place.ply.to_string();
    if place.variation {
        text = lang.ply_in_variation(&text);
    }
    if place.mirrored {
        text = lang.ply_mirrored(&text);
    }
    text
}

/// A game as PGN, with variations and comments.
pub(super) fn pgn_of(archive: &Archive, id: u32, notation: &System) -> store::Result<String> {
    with_entry(archive, id, |entry, _| pgn::text(entry, notation))
}

/// Answers a question, and prints how it was answered.
fn explain(
    context: &Context,
    args: &SearchArgs,
    question: &SaidQuestion<'_>,
    scanning: &Scanning<'_>,
) -> anyhow::Result<Status> {
    let filter = question.read(Params::scope)?;
    let archive = question.open()?;
    let Some(mut explained) = filter.explain(&archive, scanning)? else {
        // The command line takes `--explain` with `--where` only.
        return Ok(Status::Error);
    };
    if is_more_asked(args) {
        last_of_all(&args.selection.0, question, scanning, &mut explained)?;
    }
    scanning.finish();
    context.print_all(&match args.answer.format() {
        ListForm::Json | ListForm::Jsonl => format!("{}\n", serde_json::to_string(&explained)?),
        _ => page(context, &explained),
    })?;
    Ok(Status::found(explained.found > 0))
}

/// Adds the condition that is tested last, on games that meet all others: a line from the start or
/// a partial board. The plan expects all these games to meet it.
fn last_of_all(
    said: &Said,
    question: &SaidQuestion<'_>,
    scanning: &Scanning<'_>,
    explained: &mut Explained,
) -> anyhow::Result<()> {
    let (archive, query) = question.query(0..0, Some(scanning))?;
    let is_shown = |name: &str| name == "contains" || name == "moves" && said.has("in_order");
    let condition = said.values.iter().filter(|(name, _)| is_shown(name));
    let condition: Vec<&str> = condition.map(|(_, value)| value.as_str()).collect();
    let found = find(&archive, &query, scanning)?.count;
    explained.stages.push(Stage {
        by: Means::Numbers,
        condition: condition.join(", "),
        is_needed: false,
        estimated: explained.found,
        actual: found,
    });
    explained.found = found;
    Ok(())
}

/// Page for people: the question, its patterns, and a row for each stage.
fn page(context: &Context, explained: &Explained) -> String {
    let lang = context.lang;
    let mut text = format!("{}\n", explained.query);
    for (name, body) in &explained.patterns {
        text += &format!("  {name} = {body}\n");
    }
    text += &format!("\n{}\n", lang.explain_games(explained.games));
    let mut table = TextTable::new(vec![
        (lang.head_answered_by(), Align::Left),
        (lang.head_condition(), Align::Left),
        (lang.head_estimated(), Align::Right),
        (lang.head_left(), Align::Right),
    ]);
    for stage in &explained.stages {
        let condition = match stage.is_needed {
            true => lang.explain_needed(&stage.condition),
            false => stage.condition.clone(),
        };
        table.row(vec![
            lang.way(stage.by),
            condition,
            stage.estimated.to_string(),
            stage.actual.to_string(),
        ]);
    }
    text += &table.within(context.width).keeping(&[0, 2, 3]).render();
    text += &format!("\n{}\n", lang.explain_end(explained.scanned, explained.found));
    text
}

//! `xqdb search`: games by position, moves, players, events, dates; and with `--explain` how a question is
//! answered.

use super::printed::Form;
use super::progress::Scanning;
use super::render::{Align, Table};
use super::samples::tell_sample;
use super::{Context, Status, grouped, line, question};
use crate::book::{marked, marked_result};
use crate::cli::{ListFormat, SearchArgs};
use crate::messages::Lang;
use anyhow::bail;
use serde_json::json;
use std::io::Write;
use xqdb::answers::{Listed, with_entry};
use xqdb::export::{csv, jsonl, pgn};
use xqdb::notation::System;
use xqdb::query::Means;
use xqdb::replay::Tree;
use xqdb::research::Past;
use xqdb::search::{
    Archive, Explained, FIRST_BLOCK, Found, Query, Sighting, Stage, sample, search_in_blocks,
    search_watched as find, title, words_of,
};
use xqdb::store;

/// Number of rows that a table sets together: the first stand there while others are looked for.
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
    let scanning = Scanning::new(context);
    if args.explain {
        return explain(context, args, &notation, &scanning);
    }
    // A question alone can be answered block by block.
    let selection = &args.selection;
    let is_listed = !args.count && args.by.is_none();
    let is_more_asked = !selection.contains.is_empty() || selection.in_order;
    let is_streamed = is_listed && !is_more_asked && selection.filter.asked.question.is_some();
    let at_once = (!is_streamed).then_some(&scanning);
    let (archive, query) = question::query(context, selection, &notation, places, at_once)?;
    let list = List {
        context,
        archive: &archive,
        query: &query,
        notation: &notation,
        args,
        scanning: &scanning,
        words: selection.filter.text.as_deref().map(words_of).unwrap_or_default(),
        past: args.novelty.then(|| Past::of(&archive)).transpose()?,
    };
    if is_streamed {
        return list.stream();
    }
    let found = find(&archive, &query, &scanning)?;
    scanning.finish();
    if args.count {
        context.print_all(&format!("{}\n", found.count))?;
    } else if let Some(by) = args.by {
        let form = match args.answer.format() {
            ListFormat::Table => Form::Table,
            ListFormat::Jsonl => Form::Jsonl,
            ListFormat::Csv => Form::Csv,
            ListFormat::Pgn => {
                let why = context.lang.none_of("pgn", &["table", "jsonl", "csv"].join(", "));
                bail!(context.lang.argument_wrong("--format", &why))
            }
        };
        grouped::print(context, &archive, &found.games, by, form)?;
        context.tell(&summary(&archive, &found, 0, context.lang));
        tell_sample(context, &sample(&archive, &found.games)?);
    } else {
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        list.print(&found.games, &mut out)?;
        out.flush()?;
        context.tell(&summary(&archive, &found, args.offset as u64, context.lang));
    }
    question::tell_names(context, &query.matcher);
    Ok(Status::found(found.count > 0))
}

/// How many games there are, and which of them are listed.
fn summary(archive: &Archive, found: &Found, offset: u64, lang: Lang) -> String {
    let snapshot = archive.snapshot();
    let shown = found.games.len() as u64;
    let mut line = match found.is_cut {
        true => lang.games_found_so_far(found.count),
        false => lang.games_found(found.count),
    };
    if shown == 0 && found.count > 0 {
        line += &lang.games_passed_over(offset);
    } else if shown < found.count {
        line += &lang.games_listed(offset + 1, offset + shown);
    }
    if found.mirrored > 0 {
        line += &lang.games_mirrored(found.mirrored);
    }
    if found.copies > 0 {
        line += &lang.games_copied(found.copies);
    }
    if found.undated > 0 {
        line += &lang.games_undated(found.undated);
        let more = found.undated > found.some_undated.len() as u64;
        let keys = found.some_undated.iter().filter_map(|&id| snapshot.game_key(id).ok());
        let keys = keys.collect::<Vec<_>>().join(" ") + if more { " …" } else { "" };
        line += &lang.games_undated_keys(&keys);
    }
    line
}

/// How games are listed.
struct List<'a> {
    context: &'a Context,
    archive: &'a Archive,
    query: &'a Query,
    notation: &'a System,
    args: &'a SearchArgs,
    scanning: &'a Scanning<'a>,
    /// The words of `--text`.
    words: Vec<String>,
    /// Where novelties are told.
    past: Option<Past<'a>>,
}

/// The first ply at which a game fits, and what is special about it.
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

impl List<'_> {
    /// Whether games are listed with a ply.
    fn has_place(&self) -> bool {
        !self.query.contains.is_empty()
            || self.query.matcher.asked().is_some()
            || !self.words.is_empty()
    }

    /// Finds the games and prints them while others are still scanned.
    fn stream(&self) -> anyhow::Result<Status> {
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        let is_table = self.args.answer.format() == ListFormat::Table;
        let (mut table, mut has_marks) = (self.table(), false);
        self.head(&mut out)?;
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
                    false => self.rows(ids, &mut out),
                };
                // When they are stopped, the last of them stand before the bar comes back, too.
                out.flush()?;
                printed
            })
        };
        let found =
            search_in_blocks(self.archive, self.query, FIRST_BLOCK, self.scanning, |ids| {
                ids.chunks(TOGETHER).try_for_each(&mut print)
            })?;
        self.scanning.finish();
        if is_table && !found.games.is_empty() {
            self.context.print(&mut out, table.render().as_bytes())?;
        }
        out.flush()?;
        if has_marks {
            self.context.tell(&self.context.lang.marks_explained());
        }
        self.context.tell(&summary(
            self.archive,
            &found,
            self.args.offset as u64,
            self.context.lang,
        ));
        question::tell_names(self.context, &self.query.matcher);
        Ok(Status::found(found.count > 0))
    }

    fn print(&self, ids: &[u32], out: &mut impl Write) -> anyhow::Result<()> {
        self.head(out)?;
        self.rows(ids, out)
    }

    /// What stands above the rows of CSV.
    fn head(&self, out: &mut impl Write) -> anyhow::Result<()> {
        if self.args.answer.format() != ListFormat::Csv {
            return Ok(());
        }
        let ply = self.has_place().then_some("ply");
        let novelty = self.past.map(|_| "novelty");
        let head: Vec<&str> = csv::columns().chain(ply).chain(novelty).collect();
        self.context.print(out, self.context.csv_line(&head).as_bytes())
    }

    fn rows(&self, ids: &[u32], out: &mut impl Write) -> anyhow::Result<()> {
        match self.args.answer.format() {
            ListFormat::Table if ids.is_empty() => Ok(()),
            ListFormat::Table => {
                let mut table = self.table();
                let has_marks = self.add_rows(ids, &mut table)?;
                self.context.print(out, table.render().as_bytes())?;
                if has_marks {
                    out.flush()?;
                    self.context.tell(&self.context.lang.marks_explained());
                }
                Ok(())
            }
            ListFormat::Jsonl => ids.iter().try_for_each(|&id| {
                let listed = self.listed(id)?;
                if self.past.is_none() {
                    return self.context.print(out, &jsonl::line(&listed));
                }
                let mut value = json!(listed);
                value["novelty"] = json!(self.novelty(id)?);
                self.context.print(out, &jsonl::line(&value))
            }),
            ListFormat::Csv => self.csv(ids, out),
            ListFormat::Pgn => ids.iter().try_for_each(|&id| {
                self.scanning.go_on()?;
                let pgn = pgn_of(self.archive, id, self.notation)?;
                self.context.print(out, pgn.as_bytes())
            }),
        }
    }

    /// Adds a row a game; whether anything in them is derived or doubted.
    fn add_rows(&self, ids: &[u32], table: &mut Table) -> anyhow::Result<bool> {
        let mut has_marks = false;
        for &id in ids {
            let (mut cells, is_marked) = self.cells(&self.listed(id)?);
            cells.extend(self.novelty_cell(id, "-")?);
            table.row(cells);
            has_marks |= is_marked;
        }
        Ok(has_marks)
    }

    fn listed(&self, id: u32) -> anyhow::Result<Listed> {
        self.scanning.go_on()?;
        let listed = Listed::new(self.archive, id, self.query, self.context.as_stated)?;
        // A table shows the stored code only; finding the code by position takes as long as an
        // answer.
        Ok(match self.args.answer.format() {
            ListFormat::Jsonl => listed.with_codes(self.archive),
            _ => listed,
        })
    }

    /// After how many plies a game left everything before it, where novelties are told; none for a
    /// game that has nothing new, or no date.
    fn novelty(&self, id: u32) -> anyhow::Result<Option<u32>> {
        let Some(past) = self.past else { return Ok(None) };
        Ok(past.novelty(self.archive.snapshot(), id)?.and_then(|novelty| novelty.ply))
    }

    /// The novelty of a game as a cell; `None` where there is no such column.
    fn novelty_cell(&self, id: u32, none: &str) -> anyhow::Result<Option<String>> {
        let ply = self.past.map(|_| self.novelty(id)).transpose()?;
        Ok(ply.map(|ply| ply.map_or_else(|| none.to_owned(), |ply| ply.to_string())))
    }

    /// The columns of a list of games. On a narrow screen the kind is left out, then the title, and
    /// so on.
    fn table(&self) -> Table {
        let lang = self.context.lang;
        let mut columns = vec![
            (lang.head_key(), Align::Left),
            (lang.head_date(), Align::Left),
            (lang.head_red(), Align::Left),
            (lang.head_black(), Align::Left),
            (lang.head_result(), Align::Left),
            (lang.head_plies(), Align::Right),
            (lang.head_kind(), Align::Left),
            (lang.head_opening(), Align::Left),
            (lang.head_title(), Align::Left),
            (lang.head_event(), Align::Left),
        ];
        if self.has_place() {
            columns.push((lang.head_ply(), Align::Right));
        }
        let novelty = self.past.map(|_| (lang.head_novelty(), Align::Right));
        if !self.words.is_empty() {
            columns.push((lang.head_says(), Align::Left));
            columns.extend(novelty);
            // What is said is worth more than what is known of the game.
            let table = Table::new(columns).within(self.context.width);
            return table.keeping(&[0, 1, 4, 10]).sparing(&[6, 7, 5, 9, 8, 4]);
        }
        columns.extend(novelty);
        let table = Table::new(columns).within(self.context.width);
        table.keeping(&[0, 1, 4, 6, 7]).sparing(&[6, 8, 5, 7, 9, 4])
    }

    /// The cells of a game, and whether anything in them is derived or doubted.
    fn cells(&self, listed: &Listed) -> (Vec<String>, bool) {
        let game = &listed.game;
        let lang = self.context.lang;
        let opening = self.archive.opening(game.id).map(|opening| opening.code.to_string());
        let said = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
        let [date, red, black] = [("Date", &game.date), ("Red", &game.red), ("Black", &game.black)]
            .map(|(field, stated)| marked(game, field, stated.as_deref()));
        let result = marked_result(game, self.context.lang);
        let kind = self
            .archive
            .facts()
            .get(game.id)
            .copied()
            .and_then(|fact| fact.kind())
            .unwrap_or(game.kind);
        let is_marked = [&date, &red, &black, &result].iter().any(|cell| cell.is_marked);
        let mut cells = vec![
            game.key.clone(),
            date.text,
            red.text,
            black.text,
            result.text,
            game.plies.to_string(),
            lang.kind(kind),
            said(&opening),
            title(&game.headings, self.context.as_stated).unwrap_or("-").to_owned(),
            said(&game.event),
        ];
        cells.extend(self.has_place().then(|| place(listed, lang)));
        if !self.words.is_empty() {
            let says = listed.says.iter().map(|snippet| snippet.text.as_str());
            cells.push(says.collect::<Vec<_>>().join(" | "));
        }
        (cells, is_marked)
    }

    /// A line a game. The date is the one that games are compared by, not as it was found.
    fn csv(&self, ids: &[u32], out: &mut impl Write) -> anyhow::Result<()> {
        for &id in ids {
            let listed = self.listed(id)?;
            let game = &listed.game;
            let tree = Tree::line(game.moves.iter().copied());
            let start = game.start.as_ref().map(|_| game.start_position());
            let mut cells = csv::cells(&game.entry(start.as_ref(), &tree));
            cells[csv::DATE] = game.date.clone().unwrap_or_default();
            let ply = || listed.ply().map_or(String::new(), |ply| ply.to_string());
            cells.extend(self.has_place().then(ply));
            cells.extend(self.novelty_cell(id, "")?);
            self.context.print(out, self.context.csv_line(&cells).as_bytes())?;
        }
        Ok(())
    }
}

/// The ply, and what is special about it.
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

/// Answers the question and prints how.
fn explain(
    context: &Context,
    args: &SearchArgs,
    notation: &System,
    scanning: &Scanning<'_>,
) -> anyhow::Result<Status> {
    let selection = &args.selection;
    let asked = line::position(&selection.position, notation, context.lang)?;
    let filter = question::scope(context, selection, &asked)?;
    let archive = question::open_with(context, selection.filter.openings.as_deref())?;
    let Some(mut explained) = filter.explain(&archive, scanning)? else {
        // The command line does not take one without the other.
        return Ok(Status::Error);
    };
    if selection.in_order || !selection.contains.is_empty() {
        last_of_all(context, args, notation, scanning, &mut explained)?;
    }
    scanning.finish();
    context.print_all(&match args.answer.format() {
        ListFormat::Jsonl => format!("{}\n", serde_json::to_string(&explained)?),
        _ => page(context, &explained),
    })?;
    Ok(Status::found(explained.found > 0))
}

/// What is looked for in the games that the question leaves: a line from the start, a partial
/// board. No more is expected of it than that it leaves them all.
fn last_of_all(
    context: &Context,
    args: &SearchArgs,
    notation: &System,
    scanning: &Scanning<'_>,
    explained: &mut Explained,
) -> anyhow::Result<()> {
    let selection = &args.selection;
    let (archive, query) = question::query(context, selection, notation, 0..0, Some(scanning))?;
    let line = selection.position.moves.as_deref().filter(|_| selection.in_order);
    let boards = selection.contains.iter().map(String::as_str);
    let condition: Vec<&str> = line.into_iter().chain(boards).collect();
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

/// The question, the patterns in it, and a row a stage.
fn page(context: &Context, explained: &Explained) -> String {
    let lang = context.lang;
    let mut text = format!("{}\n", explained.query);
    for (name, body) in &explained.patterns {
        text += &format!("  {name} = {body}\n");
    }
    text += &format!("\n{}\n", lang.explain_games(explained.games));
    let mut table = Table::new(vec![
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

//! Short commands: forget, optimize, stats, formats, completions, man.

use super::render::{Align, Table};
use super::{Context, Status, print, question, remember, write_lock};
use crate::cli::{Cli, ForgetArgs};
use anyhow::Context as _;
use clap::CommandFactory as _;
use rusqlite::Connection;
use std::io::Write;
use xqdb::export::EXPORTS;
use xqdb::format::FORMATS;
use xqdb::import::absolute;
use xqdb::store::{self, Facts, Forgotten, WriteLock, Writer, index};

/// `xqdb forget`: takes imports back, whatever became of the files.
///
/// # Errors
/// When the database cannot be written.
pub(crate) fn forget(context: &Context, args: &ForgetArgs) -> anyhow::Result<Status> {
    let (_lock, mut conn) = open_for_writing(context)?;
    let mut writer = Writer::new(&conn, 64 << 20)?;
    let mut all = Forgotten::default();
    for path in &args.paths {
        let forgotten = writer.forget(&absolute(path))?;
        all.locations += forgotten.locations;
        all.sources += forgotten.sources;
        all.records += forgotten.records;
    }
    writer.drop_unused_trees()?;
    writer.finish()?;
    remember(&mut conn);
    if !context.quiet {
        let Forgotten { locations, sources, records } = all;
        writeln!(
            std::io::stderr(),
            "{locations} places forgotten; {sources} contents lay nowhere else, with {records} records"
        )?;
    }
    Ok(if all.locations == 0 { Status::NothingFound } else { Status::Success })
}

/// `xqdb optimize`: merges the segments of the position index into one.
///
/// # Errors
/// When the database cannot be written.
pub(crate) fn optimize(context: &Context) -> anyhow::Result<Status> {
    let (_lock, mut conn) = open_for_writing(context)?;
    let facts = Facts::load(&conn)?;
    let before = index::segments(&conn)?.len();
    let tx = conn.transaction()?;
    index::optimize(&tx, &|game| !facts.is_alive(game))?;
    tx.commit()?;
    remember(&mut conn);
    store::reclaim(&conn);
    if !context.quiet {
        let after = index::segments(&conn)?.len();
        writeln!(std::io::stderr(), "{before} segments are now {after}")?;
    }
    Ok(Status::Success)
}

fn open_for_writing(context: &Context) -> anyhow::Result<(Option<WriteLock>, Connection)> {
    let db = context.db.display();
    if !context.db.exists() {
        anyhow::bail!(
            "there is no database `{db}`; make one with `xqdb import PATH`, or name one with --db"
        );
    }
    let lock = write_lock(context, || false)?;
    let conn =
        store::open(&context.db).with_context(|| format!("cannot open the database `{db}`"))?;
    Ok((lock, conn))
}

/// `xqdb stats`: what the database holds.
///
/// # Errors
/// When the database cannot be read.
pub(crate) fn stats(context: &Context) -> anyhow::Result<Status> {
    let archive = question::open(context)?;
    let count = |sql: &str| archive.conn.query_row(sql, [], |row| row.get::<_, u64>(0));
    let mut table = Table::new(&[("", Align::Right), ("", Align::Left)]);
    let mut row = |count: u64, what: &str| table.row(vec![count.to_string(), what.to_owned()]);
    row(count("select count(*) from location")?, "files and archive members");
    row(count("select count(*) from source")?, "distinct contents");
    row(count("select count(*) from record")?, "records");
    row(archive.facts.alive().count() as u64, "games and positions");
    row(count("select count(*) from player")?, "spellings of players' names");
    row(count("select count(*) from event")?, "events");
    row(count("select count(*) from tree")?, "trees of variations and comments");
    row(archive.index.posting_count(), "postings in the position index");
    row(index::segments(&archive.conn)?.len() as u64, "segments of the position index");
    let pages = "select page_count * page_size from pragma_page_count, pragma_page_size";
    row(count(pages)?, "bytes");
    let mut text = table.render().trim_start_matches('\n').to_owned();
    text.push('\n');
    let mut by = |head: &str, sql: &str| -> anyhow::Result<()> {
        let mut table = Table::new(&[(head, Align::Left), ("", Align::Right)]);
        let mut statement = archive.conn.prepare(sql)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let name: Option<String> = row.get(0)?;
            let count: u64 = row.get(1)?;
            table.row(vec![name.unwrap_or_else(|| "(none)".to_owned()), count.to_string()]);
        }
        text.push_str(&table.render());
        text.push('\n');
        Ok(())
    };
    by("Kind", "select kind, count(*) from game group by kind order by 2 desc, 1")?;
    by("Result", "select result, count(*) from game group by result order by 2 desc, 1")?;
    by(
        "Format",
        "select source.format, count(*) from record join source on source.id = record.source
         group by source.format order by 2 desc, 1",
    )?;
    by("Encoding", "select encoding, count(*) from source group by encoding order by 2 desc, 1")?;
    by("Status", "select status, count(*) from record group by status order by 2 desc, 1")?;
    print(&mut std::io::stdout().lock(), text.trim_end().as_bytes())?;
    print(&mut std::io::stdout().lock(), b"\n")?;
    Ok(Status::Success)
}

/// `xqdb formats`: what is read and what is written.
///
/// # Errors
/// When the output cannot be written.
pub(crate) fn formats() -> anyhow::Result<Status> {
    let mut table = Table::new(&[
        ("Format", Align::Left),
        ("Read", Align::Left),
        ("Written", Align::Left),
        ("Extensions", Align::Left),
        ("What it is", Align::Left),
    ])
    .wide();
    for format in FORMATS {
        let is_written = xqdb::export::by_name(format.name).is_some();
        table.row(vec![
            format.name.to_owned(),
            "yes".to_owned(),
            if is_written { "yes" } else { "" }.to_owned(),
            format.extensions.join(" "),
            format.about.to_owned(),
        ]);
    }
    for format in EXPORTS.iter().filter(|format| xqdb::format::by_name(format.name).is_none()) {
        table.row(vec![
            format.name.to_owned(),
            String::new(),
            "yes".to_owned(),
            format.extension.to_owned(),
            format.about.to_owned(),
        ]);
    }
    print(&mut std::io::stdout().lock(), table.render().as_bytes())?;
    let archives = xqdb::archive::names().collect::<Vec<_>>().join(", ");
    let more = format!("\nRead inside {archives} as well.\n");
    print(&mut std::io::stdout().lock(), more.as_bytes())?;
    Ok(Status::Success)
}

/// `xqdb completions`: a completion script.
///
/// # Errors
/// When the output cannot be written.
pub(crate) fn completions(shell: clap_complete::Shell) -> anyhow::Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "xqdb", &mut script);
    print(&mut std::io::stdout().lock(), &script)?;
    Ok(Status::Success)
}

/// `xqdb man`: the manual page, every command in it.
///
/// # Errors
/// When the output cannot be written.
pub(crate) fn man() -> anyhow::Result<Status> {
    let mut page = Vec::new();
    let command = Cli::command();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        let name: &'static str = Box::leak(format!("xqdb {}", sub.get_name()).into_boxed_str());
        let man = clap_mangen::Man::new(sub.clone().name(name).bin_name(name));
        man.render_name_section(&mut page)?;
        man.render_synopsis_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    print(&mut std::io::stdout().lock(), &page)?;
    Ok(Status::Success)
}

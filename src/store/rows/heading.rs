//! The tables `title`, `chapter` and `heading`: titles and chapters that records state.
//!
//! The name of a file may also be a title, and its folders a chapter. These are read from
//! `location`, together with the stated ones.

use crate::metadata::{chapter_below, file_of, readable_address, title_of_file};
use crate::store::error::Result;
use crate::store::prepared::Stated;
use crate::store::rows::insert_rows;
use crate::store::rows::name::{CHAPTERS, NameIds, TITLES};
use crate::store::rows::record::{RecordParts, RecordSet};
use crate::store::sql::{Connection, SqlRow};
use crate::store::transaction::Transaction;
use crate::text::fold;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::ops::ControlFlow;

/// Title and chapters of a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Headings {
    /// The title that most records of the game state, of equally many the longest; `None` without
    /// one.
    pub title: Option<String>,
    /// Name of the first file with the game; `None` if it is no title.
    pub file: Option<String>,
    /// Every chapter of the game, each once, in order.
    pub chapters: Vec<String>,
}

/// Records of a source in one chapter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChapterRow {
    /// `source.id`
    pub source: u32,
    /// `chapter.id` that the records state, 0 for records that state none; `None` for all records
    /// of the source.
    pub stated: Option<u32>,
    /// Folders, then the stated chapter, or else the name of the file if it has several records.
    pub path: String,
}

const TITLE: &str = "
    select title.name from record
    join heading on heading.record = record.id join title on title.id = heading.title
    where record.game = ?1
    group by title.id order by count(*) desc, length(title.name) desc, title.name";
const GAME_TITLES: &str = "
    select record.game, title.name from record
    join heading on heading.record = record.id join title on title.id = heading.title
    where record.game is not null
    group by record.game, title.id
    order by record.game, count(*) desc, length(title.name) desc, title.name";
const PLACES: &str = "
    select location.path, location.member, location.chapter, source.records, chapter.name
    from record
    join source on source.id = record.source
    join location on location.source = record.source
    left join heading on heading.record = record.id
    left join chapter on chapter.id = heading.chapter
    where record.game = ?1
    order by location.path, location.member, record.ordinal";
const LOCATIONS: &str = "
    select source.id, location.path, location.member, location.chapter, source.records
    from location join source on source.id = location.source
    where source.records > 0 order by source.id";
const STATED: &str = "
    select distinct record.source, chapter.id, chapter.name
    from heading join record on record.id = heading.record
    join chapter on chapter.id = heading.chapter
    order by record.source, chapter.id";
const TITLED: &str = "
    select distinct record.game from heading join record on record.id = heading.record
    where record.game is not null
          and heading.title in (select id from title where instr(key, ?1) > 0)";

impl Connection {
    /// Title of a game that most of its records state; `None` without one.
    pub fn title(&self, game: u32) -> Result<Option<String>> {
        self.find(TITLE, [game])
    }

    /// Every title that records of a game state, then, if `with_files`, the names of its files that
    /// are titles.
    pub fn all_titles(&self, game: u32, with_files: bool) -> Result<Vec<String>> {
        let mut titles: Vec<String> = self.column(TITLE, [game])?;
        if with_files {
            self.each(PLACES, [game], |row| {
                titles.extend(Place::of(row, 0)?.title().map(Cow::into_owned));
                Ok(())
            })?;
        }
        Ok(titles)
    }

    /// Reads the title and the chapters of a game.
    pub fn headings(&self, game: u32) -> Result<Headings> {
        let mut headings = Headings { title: self.title(game)?, ..Headings::default() };
        self.each(PLACES, [game], |row| {
            let place = Place::of(row, 0)?;
            if headings.file.is_none() {
                headings.file = place.title().map(Cow::into_owned);
            }
            let chapter = place.chapter(row.text_or_null(4)?);
            headings.chapters.extend(chapter.filter(|path| !headings.chapters.contains(path)));
            Ok(())
        })?;
        headings.chapters.sort_unstable();
        Ok(headings)
    }

    /// Passes every game with a title to `visit`, once, with the title: that of its records, or
    /// else, if `with_files`, the name of the first file with the game.
    pub fn titles(&self, with_files: bool, visit: &mut dyn FnMut(u32, &str)) -> Result<()> {
        let mut stated = FxHashSet::default();
        self.each(GAME_TITLES, [], |row| {
            let game = row.get(0)?;
            if stated.insert(game) {
                visit(game, row.text(1)?);
            }
            Ok(())
        })?;
        if with_files {
            self.titles_by_files(|game, title| {
                if !stated.contains(&game) {
                    visit(game, title);
                }
            })?;
        }
        Ok(())
    }

    fn titles_by_files(&self, mut visit: impl FnMut(u32, &str)) -> Result<()> {
        // By source: the index of its first file whose name is a title.
        let (mut titles, mut first): (Vec<String>, FxHashMap<u32, usize>) = Default::default();
        let sql = "select source, path, member from location order by path, member";
        self.each(sql, [], |row| {
            if let Some(title) = title_of_place(row.text(1)?, row.text(2)?) {
                first.entry(row.get(0)?).or_insert(titles.len());
                titles.push(title.into_owned());
            }
            Ok(())
        })?;
        let mut games: FxHashMap<u32, usize> = FxHashMap::default();
        let sql = "select game, source from record where game is not null";
        self.each(sql, [], |row| {
            if let Some(&title) = first.get(&row.get(1)?) {
                let known = games.entry(row.get(0)?).or_insert(title);
                *known = title.min(*known);
            }
            Ok(())
        })?;
        games.into_iter().for_each(|(game, title)| visit(game, &titles[title]));
        Ok(())
    }

    /// Games with a record whose title contains `part`, which is folded.
    pub fn games_titled<C: FromIterator<u32>>(&self, part: &str) -> Result<C> {
        self.column(TITLED, [part])
    }

    /// Sources in a file whose name contains `part`, which is folded.
    pub fn sources_named(&self, part: &str) -> Result<Vec<u32>> {
        let mut named = Vec::new();
        let sql = "select source, path, member from location order by source";
        self.each(sql, [], |row| {
            let title = title_of_place(row.text(1)?, row.text(2)?);
            if title.is_some_and(|title| fold(&title).contains(part)) {
                named.push(row.get(0)?);
            }
            Ok(())
        })?;
        named.dedup();
        Ok(named)
    }

    /// All chapters.
    pub fn chapters(&self) -> Result<Vec<ChapterRow>> {
        let stated: Vec<(u32, u32, String)> = self.rows(STATED, [])?;
        let mut chapters = Vec::new();
        self.each(LOCATIONS, [], |row| {
            let source: u32 = row.get(0)?;
            let place = Place::of(row, 1)?;
            let first = stated.partition_point(|(other, ..)| *other < source);
            let here = stated[first..].iter().take_while(|(other, ..)| *other == source);
            let has_some = here.clone().next().is_some();
            for (_, id, name) in here {
                let path = place.chapter(Some(name)).unwrap_or_default();
                chapters.push(ChapterRow { source, stated: Some(*id), path });
            }
            let rest = place.chapter(None);
            let stated = has_some.then_some(0);
            chapters.extend(rest.map(|path| ChapterRow { source, stated, path }));
            Ok(())
        })?;
        Ok(chapters)
    }

    /// Games with records in a chapter, once for each record.
    pub fn games_in(&self, chapter: &ChapterRow) -> Result<Vec<u32>> {
        let Some(stated) = chapter.stated else { return self.games_of(chapter.source) };
        let sql = "select record.game from record left join heading on heading.record = record.id
                   where record.source = ?1 and record.game is not null
                         and ifnull(heading.chapter, 0) = ?2";
        self.column(sql, [chapter.source, stated])
    }

    /// Games with records in a source, once for each record.
    pub fn games_of(&self, source: u32) -> Result<Vec<u32>> {
        self.column("select game from record where source = ?1 and game is not null", [source])
    }
}

/// Columns of a location from which titles and chapters follow.
struct Place<'r> {
    path: &'r str,
    member: &'r str,
    folders: Option<&'r str>,
    /// Number of records at the place.
    records: u64,
}

impl<'r> Place<'r> {
    /// Reads the four columns from `first` on.
    fn of(row: &SqlRow<'r>, first: usize) -> Result<Place<'r>> {
        Ok(Place {
            path: row.text(first)?,
            member: row.text(first + 1)?,
            folders: row.text_or_null(first + 2)?,
            records: row.get(first + 3)?,
        })
    }

    /// Title by the name of the file; `None` if the name is no title.
    fn title(&self) -> Option<Cow<'r, str>> {
        title_of_place(self.path, self.member)
    }

    /// Chapter of a record here that states this one. A file of several records is itself a
    /// chapter, unless its records state one.
    fn chapter(&self, stated: Option<&str>) -> Option<String> {
        let file = self.title().filter(|_| self.records > 1);
        chapter_below(self.folders, stated.or(file.as_deref()))
    }
}

/// Title by the name of a file, or of a member of an archive, which may be the address of a page.
fn title_of_place<'r>(path: &'r str, member: &'r str) -> Option<Cow<'r, str>> {
    if member.is_empty() {
        return file_of(path).and_then(title_of_file).map(Cow::Borrowed);
    }
    match readable_address(member) {
        Cow::Borrowed(member) => file_of(member).and_then(title_of_file).map(Cow::Borrowed),
        Cow::Owned(member) => {
            let title = file_of(&member).and_then(title_of_file)?;
            Some(Cow::Owned(title.to_owned()))
        }
    }
}

/// A row of `heading`.
pub(crate) struct NewHeading {
    pub(crate) record: i64,
    pub(crate) title: Option<u32>,
    pub(crate) chapter: Option<u32>,
}

/// Inserts stated titles and chapters.
pub(crate) fn insert_headings(tx: &Transaction<'_>, rows: &[NewHeading]) -> Result<()> {
    insert_rows(tx, "heading (record, title, chapter)", rows, |row, values| {
        values.put(row.record)?.put(row.title)?.put(row.chapter)?;
        Ok(())
    })
}

/// Deletes the stated titles and chapters of the records of a source.
pub(crate) fn delete_headings(tx: &Transaction<'_>, source: i64) -> Result<()> {
    let sql = "delete from heading where record in (select id from record where source = ?1)";
    tx.write(sql)?.execute([source])?;
    Ok(())
}

/// Number of rows inserted together when an older file is updated.
const TOGETHER: usize = 4096;

/// Row of a record; `None` if it states neither title nor chapter.
pub(crate) fn heading_row(
    tx: &Transaction<'_>,
    names: &mut NameIds,
    record: i64,
    Stated { title, chapter }: &Stated,
) -> Result<Option<NewHeading>> {
    let title = names.id_of_some(tx, TITLES, title.as_deref())?;
    let chapter = names.id_of_some(tx, CHAPTERS, chapter.as_deref())?;
    let is_stated = title.is_some() || chapter.is_some();
    Ok(is_stated.then_some(NewHeading { record, title, chapter }))
}

/// Remakes the rows of all stored records.
pub(crate) fn add_headings(tx: &Transaction<'_>) -> Result<()> {
    let (mut names, mut rows) = (NameIds::default(), Vec::new());
    tx.records(RecordSet::ALL, RecordParts::TAGS, &mut |record| -> Result<_> {
        let stated = Stated::of(record.tags()?.iter());
        rows.extend(heading_row(tx, &mut names, record.id, &stated)?);
        if rows.len() >= TOGETHER {
            insert_headings(tx, &rows)?;
            rows.clear();
        }
        Ok(ControlFlow::Continue(()))
    })?;
    insert_headings(tx, &rows)
}

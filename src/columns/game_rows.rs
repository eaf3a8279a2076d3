//! Rows of the table `games` of an archive.
//!
//! The database is read in the order of its pages. Its rows are kept in memory until columns take
//! them in the wanted order. Names, persons and editions are looked up in memory, too.

use super::error::ColumnsResult;
use super::games::{GAMES, GameCells};
use super::kept_games::KeptGames;
use super::table::GrowingBatch;
use crate::metadata::{FieldSet, Kind};
use crate::search::{Archive, IdSet, NamesOf, SomeNames, in_order, is_online_site};
use crate::store::{
    Connection, Error, Evidence, Fact, GameFindings, GameLine, GameRow, NameTable, Result,
    StoredGame,
};
use arrow_array::RecordBatch;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// Number of games that are kept together before they are taken in the wanted order.
pub const GAMES_TOGETHER: usize = 1 << 19;
/// Number of games that a thread reads at once.
const PART: usize = 1 << 13;
/// Number of rows whose cells are made before columns take them; more do not fit into the cache of a
/// core.
const CELLS_TOGETHER: usize = 128;
/// Columns of [`GAMES`] that need more than rows and facts.
const BESIDE_ROWS: [&str; 5] = ["derived", "doubt", "date_from", "date_to", "date_because"];

/// Makes the rows of [`GAMES`] for the games with these `game.id`s on all cores, and calls `take`
/// with batches of `rows` rows, in the order of the ids.
///
/// # Errors
/// Those of `take`, those of reading the database, and an error when a game is named twice.
pub fn game_batches(
    archive: &Archive,
    ids: &[u32],
    rows: usize,
    take: impl FnMut(RecordBatch) -> ColumnsResult<()>,
) -> ColumnsResult<()> {
    let all: Vec<usize> = (0..GAMES.columns.len()).collect();
    some_of_games(archive, ids, (rows, &all), take)
}

/// As [`game_batches`], with the columns at these places alone, in this order.
///
/// # Errors
/// Those of [`game_batches`].
///
/// # Panics
/// When a place is that of no column of [`GAMES`].
pub fn some_of_games(
    archive: &Archive,
    ids: &[u32],
    (rows, columns): (usize, &[usize]),
    mut take: impl FnMut(RecordBatch) -> ColumnsResult<()>,
) -> ColumnsResult<()> {
    let (reader, rows) = (GameReader::new(archive, ids, columns)?, rows.max(1));
    for ids in ids.chunks(GAMES_TOGETHER) {
        let mut by_id: Vec<(u32, usize)> = ids.iter().copied().zip(0..).collect();
        by_id.sort_unstable();
        let (ids, places): (Vec<u32>, Vec<usize>) = by_id.into_iter().unzip();
        let parts: Vec<&[u32]> = ids.chunks(PART).collect();
        let mut kept = Vec::with_capacity(parts.len());
        let keep = |archive: &Archive, part: usize| keep(archive, parts[part]);
        in_order(archive, parts.len(), keep, |part| {
            kept.push(part);
            ColumnsResult::Ok(())
        })?;
        // Part and row of the game at each place.
        let mut lies_at = vec![(0, 0); places.len()];
        for (at, place) in places.into_iter().enumerate() {
            lies_at[place] = (at / PART, at % PART);
        }
        let batches: Vec<&[(usize, usize)]> = lies_at.chunks(rows).collect();
        let make = |archive: &Archive, batch: usize| reader.batch(archive, &kept, batches[batch]);
        in_order(archive, batches.len(), make, &mut take)?;
    }
    Ok(())
}

/// The rows of games with ascending ids.
fn keep(archive: &Archive, ids: &[u32]) -> ColumnsResult<KeptGames> {
    let mut kept = KeptGames::default();
    archive.snapshot().stored_games(ids, &mut |game| {
        kept.push(&game);
        Ok(())
    })?;
    if kept.len() != ids.len() {
        return Err(Error::Damaged("a game that has facts has no row".to_owned()).into());
    }
    Ok(kept)
}

/// Makes rows of [`GAMES`] from rows of games.
struct GameReader<'a> {
    columns: &'a [usize],
    players: StatedNames,
    events: StatedNames,
    persons: SomeNames<'a>,
    /// Whether a column needs more than rows and facts.
    needs_others: bool,
    /// The games about which other tables say something; `None` for few games, which are asked for
    /// sooner than all of these.
    others: Option<IdSet>,
}

impl<'a> GameReader<'a> {
    /// A reader for games that are all among `ids`.
    fn new(archive: &'a Archive, ids: &[u32], columns: &'a [usize]) -> Result<GameReader<'a>> {
        let stated = |sort: NamesOf| StatedNames::of(archive.snapshot(), sort.table(), ids.len());
        let needs_others = columns.iter().any(|&at| BESIDE_ROWS.contains(&GAMES.columns[at].name));
        let is_many = needs_others && ids.len() > PART;
        Ok(GameReader {
            columns,
            players: stated(NamesOf::Players)?,
            events: stated(NamesOf::Events)?,
            persons: archive.names_of_games(ids)?,
            needs_others,
            others: is_many.then(|| archive.snapshot().games_with_beside_rows()).transpose()?,
        })
    }

    /// The rows of [`GAMES`] for the kept rows at these places: the part, and the row in it.
    fn batch(
        &self,
        archive: &Archive,
        kept: &[KeptGames],
        places: &[(usize, usize)],
    ) -> ColumnsResult<RecordBatch> {
        let mut batch = GrowingBatch::only(&GAMES, self.columns.to_vec());
        let mut online: FxHashMap<String, bool> = FxHashMap::default();
        let ids = || places.iter().map(|&(part, row)| kept[part].id(row));
        let mut asked: Vec<u32> = ids().filter(|&id| self.has_others(id)).collect();
        asked.sort_unstable();
        let beside = match asked[..] {
            [] => FxHashMap::default(),
            _ => archive.beside_rows(&asked)?,
        };
        let differs = |id: &u32| {
            archive.decided().concerns(*id)
                || archive.lay() == Evidence::Stated
                    && archive.facts().from_file(*id) != FieldSet::NONE
        };
        for places in places.chunks(CELLS_TOGETHER) {
            let games: Vec<_> = places.iter().map(|&(part, row)| kept[part].get(row)).collect();
            let ids = games.iter().map(|game| game.line.id);
            let differing = ids.filter(differs).map(|id| Ok((id, archive.game(id)?)));
            let differing: FxHashMap<u32, GameRow> = differing.collect::<Result<_>>()?;
            let cells = games.iter().map(|game| match differing.get(&game.line.id) {
                Some(row) => self.of_row(archive, game.line, row),
                None => self.of_stored(archive, game, (beside.get(&game.line.id), &mut online)),
            });
            GameCells::push_all(&cells.collect::<Result<Vec<_>>>()?, &mut batch);
        }
        batch.finish()
    }

    /// Whether other tables may say something about a game that a column wants.
    fn has_others(&self, id: u32) -> bool {
        match &self.others {
            Some(others) => others.contains(id),
            None => self.needs_others,
        }
    }

    /// The cells of a game as its row has it; `online` knows which sites are places of online play.
    fn of_stored<'g>(
        &'g self,
        archive: &'g Archive,
        game: &StoredGame<'g>,
        (beside, online): (Option<&GameFindings>, &mut FxHashMap<String, bool>),
    ) -> Result<GameCells<'g>> {
        let id = game.line.id;
        let is_online = game.site.is_some_and(|site| match online.get(site) {
            Some(&is_online) => is_online,
            None => *online.entry(site.to_owned()).or_insert_with(|| is_online_site(site)),
        });
        let (dated, derived) = match self.needs_others {
            true => {
                let stated = archive.facts().stated_date(id);
                let has = |field: &str| has(game, field);
                archive.derived(id, (stated, &has), beside)?
            }
            false => Default::default(),
        };
        let conn = archive.snapshot();
        let fact = archive.facts().get(id).copied().unwrap_or(Fact::GONE);
        Ok(GameCells {
            red: self.players.text(conn, game.red)?,
            black: self.players.text(conn, game.black)?,
            red_team: game.red_team,
            black_team: game.black_team,
            event: self.events.text(conn, game.event)?,
            site: game.site,
            round: game.round,
            date: game.date.map(Cow::Borrowed),
            derived: Cow::Owned(derived),
            termination: game.termination,
            opening_found: game.opening,
            dated,
            played: Some(archive.played_names()?.of(&fact, is_online)),
            ..self.of_facts(archive, game.line)?
        })
    }

    /// The cells of a game that differs from its stored row.
    fn of_row<'g>(
        &'g self,
        archive: &'g Archive,
        line: GameLine<'g>,
        game: &'g GameRow,
    ) -> Result<GameCells<'g>> {
        Ok(GameCells {
            red: game.red.as_deref().map(Cow::Borrowed),
            black: game.black.as_deref().map(Cow::Borrowed),
            red_team: game.red_team.as_deref(),
            black_team: game.black_team.as_deref(),
            event: game.event.as_deref().map(Cow::Borrowed),
            site: game.site.as_deref(),
            round: game.round.as_deref(),
            date: game.date.as_deref().map(Cow::Borrowed),
            derived: Cow::Borrowed(&game.derived),
            termination: game.termination.as_deref(),
            opening_found: game.opening.as_deref(),
            moves: game.moves.iter().flat_map(|mv| mv.bytes()).collect(),
            dated: game.dated,
            played: Some(archive.played(game.id)?),
            ..self.of_facts(archive, line)?
        })
    }

    /// The cells that facts give, which have kind, year and result as questions compare them, and
    /// those of the line.
    fn of_facts<'g>(&'g self, archive: &'g Archive, line: GameLine<'g>) -> Result<GameCells<'g>> {
        let fact = archive.facts().get(line.id).copied().unwrap_or(Fact::GONE);
        let (editions, first) = (archive.editions()?, archive.duplicates()?.first(line.id));
        let is_copy = first != line.id;
        Ok(GameCells {
            kind: fact.kind().unwrap_or(Kind::Game),
            counts_as: is_copy.then(|| archive.snapshot().game_key(first)).transpose()?,
            persons: [fact.red, fact.black].map(|id| self.persons.called(id)),
            series: editions.series_of(fact.event).map(|series| editions.series(series)),
            edition: editions.of(&fact),
            year: fact.year(),
            result: fact.result(),
            opening: fact.opening(),
            start: line.start,
            moves: Cow::Borrowed(line.moves),
            ..GameCells::of_key(line.key)
        })
    }
}

/// Whether the row of a game has a field.
fn has(game: &StoredGame<'_>, field: &str) -> bool {
    match field {
        "Red" => game.red > 0,
        "Black" => game.black > 0,
        "Date" => game.date_found.is_some(),
        "Result" => game.result.is_known(),
        _ => game.round.is_some(),
    }
}

/// Texts of players or events as records state them, by id: all of them, or looked up one by one.
struct StatedNames {
    table: &'static NameTable,
    all: Option<Vec<Box<str>>>,
}

impl StatedNames {
    /// The names that `count` games have; all of the table if they are not many more.
    fn of(conn: &Connection, table: &'static NameTable, count: usize) -> Result<StatedNames> {
        let last = table.last(conn)? as usize;
        if last > count.saturating_mul(4) {
            return Ok(StatedNames { table, all: None });
        }
        let mut all = vec![Box::default(); last + 1];
        table.each(conn, &mut |row| {
            let (id, name) = (row.id()? as usize, row.name()?);
            all.get_mut(id).into_iter().for_each(|text| *text = name.into());
            Ok(())
        })?;
        Ok(StatedNames { table, all: Some(all) })
    }

    /// The text of a name; `None` for no name.
    fn text(&self, conn: &Connection, id: u32) -> Result<Option<Cow<'_, str>>> {
        Ok(match &self.all {
            _ if id == 0 => None,
            Some(all) => all.get(id as usize).map(|text| Cow::Borrowed(&**text)),
            None => self.table.text(conn, id)?.map(Cow::Owned),
        })
    }
}

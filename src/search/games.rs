//! Lists of games: found, put in order, read.

use super::position::{Mirroring, hits};
use super::{Archive, Matcher};
use crate::store::{Fact, Result};
use crate::xiangqi::{Move, Position};
use rusqlite::OptionalExtension;
use rustc_hash::FxHashSet;

/// Orders of games; equal ones by key.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub enum Order {
    /// Oldest first, undated last.
    Date,
    /// Newest first, undated last.
    Newest,
    /// By key alone.
    Key,
    /// Longest first.
    Plies,
}

/// What games are wanted.
pub struct Query {
    /// They come to this position.
    pub position: Option<Position>,
    /// They begin with these moves from this start, literally.
    pub line: Option<(Position, Vec<Move>)>,
    /// Whether mirror images count, for position and line.
    pub mirroring: Mirroring,
    /// Look into variations, too.
    pub variations: bool,
    /// Conditions on the games.
    pub matcher: Matcher,
    /// Their order.
    pub order: Order,
}

/// The games found, in order, by id.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// `game.id`
    pub games: Vec<u32>,
    /// How many of them have the mirror image only.
    pub mirrored: u64,
    /// How many would fit but have no date, when a date was asked for.
    pub undated: u64,
}

/// Finds games.
///
/// # Errors
/// When the database cannot be read.
pub fn search(archive: &Archive, query: &Query) -> Result<Found> {
    let mut found = Found::default();
    let mut games: Vec<(u32, Fact)> = Vec::new();
    let mut take = |id: u32, is_mirrored: bool| {
        let Some(&fact) = archive.facts.get(id) else { return };
        if query.matcher.fits(id, &fact) {
            games.push((id, fact));
            found.mirrored += u64::from(is_mirrored);
        } else if query.matcher.lacks_date(&fact) && query.matcher.fits_undated(id, &fact) {
            found.undated += 1;
        }
    };
    match &query.position {
        None => archive.facts.alive().for_each(|(id, _)| take(id, false)),
        Some(position) => {
            let hits = hits(archive, position, query.mirroring, query.variations)?;
            for game in hits.chunk_by(|a, b| a.game == b.game) {
                let id = game[0].game;
                if begins_with(archive, id, query)? {
                    take(id, game.iter().all(|hit| hit.is_mirrored));
                }
            }
        }
    }
    sort(archive, &mut games, query.order)?;
    found.games = games.into_iter().map(|(id, _)| id).collect();
    Ok(found)
}

/// Whether a game literally begins with the line that is asked for, if one is.
fn begins_with(archive: &Archive, id: u32, query: &Query) -> Result<bool> {
    let Some((start, line)) = &query.line else { return Ok(true) };
    let stored: Option<(Option<String>, Vec<u8>)> = archive
        .conn
        .prepare_cached("select start, moves from game where id = ?1")?
        .query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((fen, moves)) = stored else { return Ok(false) };
    let fits = |start: &Position, mirror: bool| {
        let begins = match &fen {
            None => start.is_start(),
            Some(fen) => start.to_fen() == *fen,
        };
        let wanted = line.iter().map(|mv| if mirror { mv.mirror() } else { *mv });
        begins
            && moves.len() >= 2 * line.len()
            && moves.chunks_exact(2).zip(wanted).all(|(stored, mv)| stored == mv.bytes())
    };
    Ok(fits(start, false) || (query.mirroring == Mirroring::Any && fits(&start.mirror(), true)))
}

/// Sorts by facts; what they leave equal, by the whole key.
fn sort(archive: &Archive, games: &mut [(u32, Fact)], order: Order) -> Result<()> {
    let rank = |fact: &Fact| match order {
        Order::Date if fact.date == 0 => u32::MAX,
        Order::Date => fact.date,
        Order::Newest if fact.date == 0 => u32::MAX,
        Order::Newest => u32::MAX - 1 - fact.date,
        Order::Key => 0,
        Order::Plies => u32::from(u16::MAX - fact.plies),
    };
    games.sort_unstable_by_key(|(id, fact)| (rank(fact), fact.key, *id));
    for equal in games.chunk_by_mut(|(_, a), (_, b)| rank(a) == rank(b) && a.key == b.key) {
        if equal.len() > 1 {
            let mut keyed = Vec::with_capacity(equal.len());
            for game in equal.iter() {
                keyed.push((key_of(archive, game.0)?, *game));
            }
            keyed.sort_by(|a, b| a.0.cmp(&b.0));
            for (slot, (_, game)) in equal.iter_mut().zip(keyed) {
                *slot = game;
            }
        }
    }
    Ok(())
}

fn key_of(archive: &Archive, id: u32) -> Result<String> {
    let mut statement = archive.conn.prepare_cached("select key from game where id = ?1")?;
    Ok(statement.query_row([id], |row| row.get(0))?)
}

/// A game as lists show it.
#[derive(Debug, Clone, serde::Serialize)]
#[allow(missing_docs, reason = "the columns of `game`, see the schema")]
pub struct GameRow {
    #[serde(skip)]
    pub id: u32,
    pub key: String,
    pub kind: String,
    pub red: Option<String>,
    pub black: Option<String>,
    pub red_team: Option<String>,
    pub black_team: Option<String>,
    pub event: Option<String>,
    pub site: Option<String>,
    pub round: Option<String>,
    pub date: Option<String>,
    pub date_found: Option<String>,
    pub result: String,
    pub termination: Option<String>,
    pub opening: Option<String>,
    pub start: Option<String>,
    pub plies: u32,
    #[serde(serialize_with = "moves_as_text")]
    pub moves: Vec<Move>,
}

fn moves_as_text<S: serde::Serializer>(
    moves: &[Move],
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    serializer.collect_seq(moves.iter().map(Move::to_string))
}

impl GameRow {
    /// The position the game begins from.
    pub fn start_position(&self) -> Position {
        self.start
            .as_deref()
            .and_then(|fen| Position::from_fen(fen).ok())
            .unwrap_or_else(Position::start)
    }
}

const COLUMNS: &str = "game.id, game.key, game.kind, red.name, black.name, game.red_team, game.black_team, event.name,
    game.site, game.round, game.date, game.date_found, game.result, game.termination, game.opening, game.start,
    game.plies, game.moves
    from game
    left join player as red on red.id = game.red
    left join player as black on black.id = game.black
    left join event on event.id = game.event";

/// Reads one game.
///
/// # Errors
/// When the database cannot be read.
pub fn load(archive: &Archive, id: u32) -> Result<GameRow> {
    let sql = format!("select {COLUMNS} where game.id = ?1");
    let mut statement = archive.conn.prepare_cached(&sql)?;
    Ok(statement.query_row([id], row_of)?)
}

impl Archive {
    /// The ids of the games whose key begins with `prefix`, by key; at most 21.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn games_by_key(&self, prefix: &str) -> Result<Vec<u32>> {
        let prefix = prefix.to_ascii_lowercase();
        let mut statement = self.conn.prepare_cached(
            "select id from game where key between ?1 and ?2 order by key, id limit 21",
        )?;
        let rows = statement.query_map([&prefix, &format!("{prefix}~")], |row| row.get(0))?;
        let ids = rows.collect::<rusqlite::Result<Vec<u32>>>()?;
        let mut seen = FxHashSet::default();
        Ok(ids.into_iter().filter(|id| seen.insert(*id)).collect())
    }
}

fn row_of(row: &rusqlite::Row<'_>) -> rusqlite::Result<GameRow> {
    let moves: Vec<u8> = row.get(17)?;
    Ok(GameRow {
        id: row.get(0)?,
        key: row.get(1)?,
        kind: row.get(2)?,
        red: row.get(3)?,
        black: row.get(4)?,
        red_team: row.get(5)?,
        black_team: row.get(6)?,
        event: row.get(7)?,
        site: row.get(8)?,
        round: row.get(9)?,
        date: row.get(10)?,
        date_found: row.get(11)?,
        result: row.get(12)?,
        termination: row.get(13)?,
        opening: row.get(14)?,
        start: row.get(15)?,
        plies: row.get(16)?,
        moves: moves
            .chunks_exact(2)
            .filter_map(|pair| Move::from_bytes([pair[0], pair[1]]))
            .collect(),
    })
}

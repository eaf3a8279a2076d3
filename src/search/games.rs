//! Lists of games: found, put in order, read.

use super::order::First;
use super::position::{Mirroring, View, postings};
use super::{Archive, IdSet, Matcher, Order, Pattern, Sieve, Sifted, common, contains};
use crate::export::{Entry, Origin};
use crate::metadata::{GameResult, Kind};
use crate::replay::Tree;
use crate::store::{Result, keys_with};
use crate::xiangqi::{Move, Position};
use rusqlite::OptionalExtension;
use std::ops::Range;

/// What games are wanted.
#[derive(Debug, Clone)]
pub struct Query {
    /// They come to this position.
    pub position: Option<Position>,
    /// They begin with these moves from this start, literally.
    pub line: Option<(Position, Vec<Move>)>,
    /// They show this anywhere.
    pub contains: Option<Pattern>,
    /// Whether mirror images count, for each of these by itself.
    pub mirroring: Mirroring,
    /// Look into variations, too.
    pub variations: bool,
    /// Conditions on the games.
    pub matcher: Matcher,
    /// Their order.
    pub order: Order,
    /// Which of them to name: places in the order, 0-based. All are counted.
    pub places: Range<usize>,
}

impl Query {
    /// All games that fit, the oldest first.
    pub fn new(matcher: Matcher) -> Query {
        Query {
            position: None,
            line: None,
            contains: None,
            mirroring: Mirroring::Any,
            variations: false,
            matcher,
            order: Order::Date,
            places: 0..usize::MAX,
        }
    }
}

/// The games found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// How many there are.
    pub count: u64,
    /// Those at the places that were asked for, in order: `game.id`.
    pub games: Vec<u32>,
    /// How many of all have the mirror image only.
    pub mirrored: u64,
    /// How many would fit but have no date, when a date was asked for.
    pub undated: u64,
}

/// Finds games.
///
/// # Errors
/// When the database cannot be read.
pub fn search(archive: &Archive, query: &Query) -> Result<Found> {
    if let Some(found) = common::found(archive, query)? {
        return Ok(found);
    }
    let mut found = Found::default();
    let mut first = First::new(query.order, query.places.end);
    let sieve = Sieve::new(&archive.facts, &query.matcher);
    let mut take = |id: u32, is_mirrored: bool, sifted: Sifted| match sifted {
        Sifted::Fits => {
            found.count += 1;
            found.mirrored += u64::from(is_mirrored);
            if let Some(fact) = archive.facts.get(id) {
                first.push(id, fact);
            }
        }
        Sifted::Undated => found.undated += 1,
        Sifted::Falls => {}
    };
    if query.line.is_none() && query.contains.is_none() {
        candidates(archive, query, &sieve, &mut take)?;
    } else {
        // These need a look at the games themselves, so everything else is tested first.
        let mut games = Vec::new();
        candidates(archive, query, &sieve, &mut |id, is_mirrored, sifted| {
            if sifted != Sifted::Falls {
                games.push((id, is_mirrored));
            }
        })?;
        if let Some(line) = &query.line {
            let mut begins = Vec::new();
            for game in games {
                if begins_with(archive, game.0, line, query.mirroring)? {
                    begins.push(game);
                }
            }
            games = begins;
        }
        if let Some(pattern) = &query.contains {
            let wanted: IdSet = games.iter().map(|&(id, _)| id).collect();
            let showing = contains::games_showing(
                archive,
                pattern,
                query.mirroring,
                query.variations,
                &wanted,
            )?;
            // Both are in the order of ids, and those that show it are some of the others.
            let mut mirrored = games.into_iter();
            games = showing
                .into_iter()
                .map(|(id, shows_mirror)| {
                    let is_mirrored = mirrored.find(|game| game.0 == id).is_some_and(|game| game.1);
                    (id, is_mirrored || shows_mirror)
                })
                .collect();
        }
        games.into_iter().for_each(|(id, is_mirrored)| take(id, is_mirrored, sieve.sift(id)));
    }
    found.games = first.at(&archive.conn, query.places.clone())?;
    Ok(found)
}

/// Hands every game that comes to the position, if one is asked for, to `take`, by id; with whether it has the mirror
/// image only.
fn candidates(
    archive: &Archive,
    query: &Query,
    sieve: &Sieve<'_>,
    take: &mut dyn FnMut(u32, bool, Sifted),
) -> Result<()> {
    let Some(position) = &query.position else {
        let last = archive.facts.last_id();
        sieve.expect(last as usize);
        (1..=last).for_each(|id| take(id, false, sieve.sift(id)));
        return Ok(());
    };
    let view = View { asked: position.key(), mirroring: query.mirroring };
    let postings = postings(archive, view.asked.key, query.variations)?;
    view.for_each_game(&postings, sieve, |id, game, sifted| take(id, game.is_mirrored(), sifted));
    Ok(())
}

/// Whether a game literally begins with this line from this start.
fn begins_with(
    archive: &Archive,
    id: u32,
    (start, line): &(Position, Vec<Move>),
    mirroring: Mirroring,
) -> Result<bool> {
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
    Ok(fits(start, false) || (mirroring == Mirroring::Any && fits(&start.mirror(), true)))
}

/// A game as lists show it.
#[derive(Debug, Clone, serde::Serialize)]
#[allow(missing_docs, reason = "the columns of `game`, see the schema")]
pub struct GameRow {
    #[serde(skip)]
    pub id: u32,
    pub key: String,
    pub kind: Kind,
    pub red: Option<String>,
    pub black: Option<String>,
    pub red_team: Option<String>,
    pub black_team: Option<String>,
    pub event: Option<String>,
    pub site: Option<String>,
    pub round: Option<String>,
    pub date: Option<String>,
    pub date_found: Option<String>,
    pub result: GameResult,
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
    /// The game as writers take it, with its chosen metadata. `start` and `tree` are its own, or those of a witness
    /// with variations.
    pub fn entry<'a>(&'a self, start: Option<&'a Position>, tree: &'a Tree) -> Entry<'a> {
        let date = if self.date_found.is_some() { &self.date_found } else { &self.date };
        let tags = [
            ("Event", &self.event),
            ("Site", &self.site),
            ("Date", date),
            ("Round", &self.round),
            ("RedTeam", &self.red_team),
            ("Red", &self.red),
            ("BlackTeam", &self.black_team),
            ("Black", &self.black),
            ("Opening", &self.opening),
            ("Termination", &self.termination),
        ];
        Entry {
            tags: tags
                .iter()
                .filter_map(|(name, value)| Some((*name, value.as_deref()?)))
                .collect(),
            start,
            tree,
            result: self.result,
            hint: Some(self.kind.hint()),
            origin: Origin::Game { key: &self.key, kind: self.kind },
        }
    }

    /// The position the game begins from.
    pub fn start_position(&self) -> Position {
        self.start
            .as_deref()
            .and_then(|fen| Position::from_fen(fen).ok())
            .unwrap_or_else(Position::start)
    }
}

/// So many games are told for the beginning of a key.
const MOST_BY_KEY: usize = 21;

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
        let Some(keys) = keys_with(&prefix) else { return Ok(Vec::new()) };
        let mut statement = self.conn.prepare_cached("select key from game where id = ?1")?;
        let mut games: Vec<(String, u32)> = Vec::new();
        // The facts know the first half of a key: games that have it in common are put in order by their rows.
        for alike in self.facts.with_keys(keys).chunk_by(|a, b| a.0 == b.0) {
            if games.len() >= MOST_BY_KEY {
                break;
            }
            for &(_, id) in alike {
                let key: String = statement.query_row([id], |row| row.get(0))?;
                if key.starts_with(&prefix) {
                    games.push((key, id));
                }
            }
        }
        games.sort_unstable();
        games.truncate(MOST_BY_KEY);
        Ok(games.into_iter().map(|(_, id)| id).collect())
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

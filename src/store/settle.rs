//! Which game does each record witness? Decided a line at a time, for all records on that line at once, those
//! stored before included; so the answer depends on the set of witnesses and on nothing else.
//!
//! A game keeps its id as long as it only gains witnesses. One that loses a witness or is divided gets a new id and
//! new postings, and the old id is marked gone: postings are never searched for and deleted.

use super::facts::Fact;
use super::identity::cluster;
use super::lines::GamesByLine;
use super::prepared::postings;
use super::rows::insert_rows;
use super::tags::tags_of;
use super::writer::Writer;
use super::{Cluster, Error, Identity, Line, Prepared, Result, unpack};
use crate::metadata::{Kind, Metadata, PackedDate};
use crate::replay::Tree;
use crate::xiangqi::{Move, Position};
use rusqlite::{Connection, OptionalExtension, params};
use rustc_hash::{FxHashMap, FxHashSet};

/// Lines of a source that is forgotten are settled so many at a time.
const LINES: usize = 10_000;

/// Where a record of the batch belongs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Settled {
    pub(super) game: u32,
    /// The record is the first witness of a new game, whose main line has to be posted with it.
    pub(super) is_new: bool,
}

/// A stored game on the line that is being settled.
struct Stored {
    id: u32,
    key: String,
    /// It lost a witness whose variations are in the index.
    is_spoiled: bool,
}

/// A stored record on the line that is being settled.
struct Standing {
    record: i64,
    game: u32,
    tree: Option<i64>,
    metadata: Metadata,
}

impl Writer<'_> {
    /// Finds or makes the game of every record of the batch. The rows of the new games that are returned are yet to be inserted.
    pub(super) fn settle_batch<'r>(
        &mut self,
        records: &[&'r Prepared],
    ) -> Result<(Vec<Option<Settled>>, Vec<NewGame<'r>>)> {
        let mut settled = vec![None; records.len()];
        let mut order: Vec<(u32, usize, &'r Line)> = records
            .iter()
            .enumerate()
            .filter_map(|(index, record)| Some((index, record.line.as_ref()?)))
            .map(|(index, line)| (line.prefix_bits(), index, line))
            .collect();
        order.sort_unstable_by(|a, b| {
            a.0.cmp(&b.0).then_with(|| order_of(a.2, b.2)).then(a.1.cmp(&b.1))
        });
        let stored = self.lines.games(order.iter().map(|&(prefix, ..)| prefix));
        // Nearly every record of a large archive is the only one on its line.
        let mut alone = Vec::with_capacity(order.len());
        for group in order.chunk_by(|a, b| a.0 == b.0 && a.2 == b.2) {
            let line = group[0].2;
            let stored = self.games_on(line, &stored)?;
            if let ([], &[(_, index, _)]) = (&stored[..], group) {
                alone.push(index);
                continue;
            }
            let fresh: Vec<&Prepared> = group.iter().map(|&(_, index, _)| records[index]).collect();
            for (&(_, index, _), found) in group.iter().zip(self.settle(line, stored, &fresh)?) {
                settled[index] = Some(found);
            }
        }
        // In the order of the records, so that rows go where the last ones went.
        alone.sort_unstable();
        let mut new = Vec::with_capacity(alone.len());
        for index in alone {
            let Prepared { line: Some(line), key, metadata, .. } = records[index] else { continue };
            let game = self.new_game(line, key, metadata)?;
            settled[index] = Some(Settled { game: game.id, is_new: true });
            new.push(game);
        }
        Ok((settled, new))
    }

    /// Deletes the records of a source and settles the lines they stood on. Returns how many there were.
    pub(super) fn forget_records(&mut self, source: i64) -> Result<u64> {
        let lost: Vec<(u32, bool)> = self
            .conn
            .prepare_cached(
                "select game, max(tree is not null) from record where source = ?1 and game is not null group by game",
            )?
            .query_map([source], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?;
        let records =
            self.conn.prepare_cached("delete from record where source = ?1")?.execute([source])?;
        let spoiled: FxHashMap<u32, bool> = lost.iter().copied().collect();
        let mut done: FxHashSet<Line> = FxHashSet::default();
        for lost in lost.chunks(LINES) {
            let mut lines = Vec::with_capacity(lost.len());
            for &(game, _) in lost {
                lines.extend(self.line_of(game)?);
            }
            let games = self.lines.games(lines.iter().map(Line::prefix_bits));
            for line in lines {
                if done.contains(&line) {
                    continue;
                }
                let mut stored = self.games_on(&line, &games)?;
                for game in &mut stored {
                    game.is_spoiled = spoiled.get(&game.id).copied().unwrap_or(false);
                }
                self.settle(&line, stored, &[])?;
                done.insert(line);
            }
        }
        Ok(records as u64)
    }

    fn line_of(&self, game: u32) -> Result<Option<Line>> {
        Ok(self
            .conn
            .prepare_cached("select start, moves from game where id = ?1")?
            .query_row([game], |row| Ok(Line::from_parts(row.get(0)?, row.get(1)?)))
            .optional()?)
    }

    /// The stored games on a line, by id. `games` has those that can be.
    fn games_on(&self, line: &Line, games: &GamesByLine) -> Result<Vec<Stored>> {
        let Some(games) = games.get(&line.prefix_bits()) else { return Ok(Vec::new()) };
        let mut statement = self
            .conn
            .prepare_cached("select key from game where id = ?1 and moves = ?2 and start is ?3")?;
        let mut stored = Vec::with_capacity(games.len());
        for &id in games {
            let key = statement
                .query_row(params![id, line.moves, line.start], |row| row.get(0))
                .optional()?;
            stored.extend(key.map(|key| Stored { id, key, is_spoiled: false }));
        }
        Ok(stored)
    }

    fn settle(
        &mut self,
        line: &Line,
        stored: Vec<Stored>,
        fresh: &[&Prepared],
    ) -> Result<Vec<Settled>> {
        let mut standing = Vec::new();
        for game in &stored {
            self.witnesses(game.id, &mut standing)?;
        }
        let identities: Vec<Identity> = standing
            .iter()
            .map(|record| Identity::of(&record.metadata))
            .chain(fresh.iter().map(|record| record.identity.clone()))
            .collect();
        let mut settled = vec![Settled { game: 0, is_new: false }; fresh.len()];
        let mut kept: FxHashSet<u32> = FxHashSet::default();
        for Cluster { members, signature } in cluster(line, &identities) {
            let (old, new) = members.split_at(members.partition_point(|&m| m < standing.len()));
            let metadata: Vec<&Metadata> = members
                .iter()
                .map(|&m| match standing.get(m) {
                    Some(record) => &record.metadata,
                    None => &fresh[m - standing.len()].metadata,
                })
                .collect();
            let best = Metadata::best_of(&metadata);
            let key = line.key(&signature);
            let heir = heir(&stored, &standing, old, &key, &kept);
            let game = match heir {
                Some(game) => {
                    self.update_game(game, line, &key, &best)?;
                    game
                }
                None => {
                    let game = self.new_game(line, &key, &best)?;
                    insert_games(self.conn, std::slice::from_ref(&game))?;
                    game.id
                }
            };
            kept.insert(game);
            for &member in old {
                let record = &standing[member];
                if record.game != game {
                    self.conn
                        .prepare_cached("update record set game = ?2 where id = ?1")?
                        .execute(params![record.record, game])?;
                    self.post_variations(game, line, record.tree)?;
                }
            }
            if heir.is_none() && !old.is_empty() {
                self.postings.post(game, &postings(start_of(line)?.as_ref(), &bare(line)?).main);
            }
            for (rank, &member) in new.iter().enumerate() {
                let is_new = heir.is_none() && old.is_empty() && rank == 0;
                settled[member - standing.len()] = Settled { game, is_new };
            }
        }
        for game in stored.iter().filter(|game| !kept.contains(&game.id)) {
            self.conn.prepare_cached("delete from game where id = ?1")?.execute([game.id])?;
            self.facts.set(self.conn, game.id, Fact::GONE)?;
        }
        Ok(settled)
    }

    fn witnesses(&self, game: u32, standing: &mut Vec<Standing>) -> Result<()> {
        let mut statement = self.conn.prepare_cached(
            "select record.id, tree, tags, result, kind, names from record left join tag_shape on tag_shape.id = shape
             where game = ?1 order by record.id",
        )?;
        let mut rows = statement.query([game])?;
        while let Some(row) = rows.next()? {
            let tags: String = row.get(2)?;
            let shape: Option<String> = row.get(5)?;
            let mut metadata = metadata_of(&tags_of(shape.as_deref(), &tags)?);
            metadata.result = row.get(3)?;
            metadata.kind = Some(row.get(4)?);
            standing.push(Standing { record: row.get(0)?, game, tree: row.get(1)?, metadata });
        }
        Ok(())
    }

    fn post_variations(&mut self, game: u32, line: &Line, tree: Option<i64>) -> Result<()> {
        let Some(tree) = tree else { return Ok(()) };
        let data: Vec<u8> = self
            .conn
            .prepare_cached("select data from tree where id = ?1")?
            .query_row([tree], |row| row.get(0))?;
        self.postings.post(game, &postings(start_of(line)?.as_ref(), &unpack(&data)?).variations);
        Ok(())
    }

    fn fact(&mut self, line: &Line, data: &Metadata) -> Result<Fact> {
        let base = Fact {
            date: PackedDate::new(data.date),
            red: self.names.player(self.conn, data.red.as_deref())?,
            black: self.names.player(self.conn, data.black.as_deref())?,
            event: self.names.event(self.conn, data.event.as_deref())?,
            key: line.prefix_bits(),
            plies: u16::try_from(line.plies()).unwrap_or(u16::MAX),
            ..Fact::GONE
        };
        Ok(base.with(data.result, data.kind.unwrap_or(Kind::Game)))
    }

    /// Gives a new game its id and facts; the row is yet to be inserted.
    fn new_game<'r>(
        &mut self,
        line: &'r Line,
        key: &'r str,
        data: &'r Metadata,
    ) -> Result<NewGame<'r>> {
        let fact = self.fact(line, data)?;
        let id = self.facts.push(self.conn, fact)?;
        self.lines.push(fact.key);
        Ok(NewGame { id, line, key, data, fact })
    }

    fn update_game(&mut self, id: u32, line: &Line, key: &str, data: &Metadata) -> Result<()> {
        let fact = self.fact(line, data)?;
        self.facts.set(self.conn, id, fact)?;
        self.conn.prepare_cached("delete from game where id = ?1")?.execute([id])?;
        insert_games(self.conn, &[NewGame { id, line, key, data, fact }])
    }
}

/// A game whose row is to be inserted.
pub(super) struct NewGame<'r> {
    id: u32,
    line: &'r Line,
    key: &'r str,
    data: &'r Metadata,
    fact: Fact,
}

/// Inserts the rows of games.
pub(super) fn insert_games(conn: &Connection, games: &[NewGame<'_>]) -> Result<()> {
    let columns = "game (id, key, kind, red, black, red_team, black_team, event, site, round, date, date_found, result,
                   termination, opening, start, plies, moves)";
    let name = |id: u32| (id > 0).then_some(id);
    insert_rows(conn, columns, games, |game, values| {
        let NewGame { id, line, key, data, fact } = game;
        values
            .put(id)?
            .put(key)?
            .put(fact.kind())?
            .put(name(fact.red))?
            .put(name(fact.black))?
            .put(&data.red_team)?
            .put(&data.black_team)?
            .put(name(fact.event))?
            .put(&data.site)?
            .put(&data.round)?
            .put(data.date.map(|date| date.to_string()))?
            .put(&data.date_found)?
            .put(data.result)?
            .put(&data.termination)?
            .put(&data.opening)?
            .put(&line.start)?
            .put(line.plies())?
            .put(&line.moves)?;
        Ok(())
    })?;
    Ok(())
}

/// An order of lines with equal prefixes that keeps equal lines together.
fn order_of(a: &Line, b: &Line) -> std::cmp::Ordering {
    a.moves.cmp(&b.moves).then_with(|| a.start.cmp(&b.start))
}

/// The stored game that goes on as this cluster: one whose witnesses are all in it, best the one that has its key.
fn heir(
    stored: &[Stored],
    standing: &[Standing],
    old: &[usize],
    key: &str,
    kept: &FxHashSet<u32>,
) -> Option<u32> {
    let has_all = |game: u32| {
        let mut any = false;
        standing.iter().enumerate().filter(|(_, record)| record.game == game).all(|(index, _)| {
            any = true;
            old.binary_search(&index).is_ok()
        }) && any
    };
    let fit = |game: &&Stored| !game.is_spoiled && !kept.contains(&game.id) && has_all(game.id);
    let mut candidates = stored.iter().filter(fit);
    let first = candidates.next()?;
    if first.key == key {
        return Some(first.id);
    }
    Some(candidates.find(|game| game.key == key).unwrap_or(first).id)
}

fn metadata_of(tags: &serde_json::Map<String, serde_json::Value>) -> Metadata {
    Metadata::from_tags(
        tags.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_str()?))),
    )
}

/// The position a stored line begins from; `None` is the standard start.
fn start_of(line: &Line) -> Result<Option<Position>> {
    line.start
        .as_deref()
        .map(|fen| {
            Position::from_fen(fen).map_err(|error| Error::Damaged(format!("{fen}: {error}")))
        })
        .transpose()
}

/// A line as a tree without variations.
fn bare(line: &Line) -> Result<Tree> {
    let moves: Option<Vec<Move>> =
        line.moves.chunks_exact(2).map(|pair| Move::from_bytes([pair[0], pair[1]])).collect();
    let moves =
        moves.ok_or_else(|| Error::Damaged("a game with squares off the board".to_owned()))?;
    Ok(Tree::line(moves))
}

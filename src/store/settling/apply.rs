//! Applies decisions to rows, facts and postings of games.

use crate::metadata::{Kind, Metadata, PackedDate, WitnessSays};
use crate::opening::Code;
use crate::replay::Tree;
use crate::store::error::Result;
use crate::store::facts::Fact;
use crate::store::facts::overlay::Overlay;
use crate::store::facts::writer::FactsWriter;
use crate::store::index::{GamePostings, Gatherer};
use crate::store::prepared::identity::{MIDDLE_LINE, MainLine, spelled};
use crate::store::prepared::{Postings, Prepared, postings};
use crate::store::rows::game::{NewGame, delete_game, insert_games};
use crate::store::rows::heading::delete_headings;
use crate::store::rows::line::{moves_of, start_position};
use crate::store::rows::name::NameIds;
use crate::store::rows::person::insert_named_otherwise;
use crate::store::rows::record::{delete_records, set_game};
use crate::store::rows::statistics::next_generation;
use crate::store::settling::known::{Lines, Recall, Stored};
use crate::store::settling::{Change, GameLoss, LineClaim, SettledGame, StoredOnLine, settle};
use crate::store::transaction::Transaction;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Number of lines that are settled together when a source is deleted.
const LINES: usize = 10_000;

/// The game that a record of the batch witnesses.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Witnessed {
    pub(crate) game: u32,
    /// Whether the record is the first witness of a new game; the main line is then posted with it.
    pub(crate) is_new: bool,
}

/// The game that each record of a batch witnesses, `None` without one; and the games whose rows are
/// not yet inserted.
pub(crate) type SettledBatch<'r> = (Vec<Option<Witnessed>>, Vec<NewGame<'r>>);

/// All games of the database, with the values that writing needs.
pub(crate) struct KnownGames {
    facts: FactsWriter,
    lines: Lines,
    names: NameIds,
    postings: Gatherer,
    recall: Recall,
    /// Number of rows that the connection had changed when the generation was last raised.
    changes: u64,
}

impl KnownGames {
    /// Loads the lines of all games. About `segment_bytes` of postings are gathered before they
    /// become a segment; about as many bytes of games with many witnesses are kept.
    pub(crate) fn load(tx: &Transaction<'_>, segment_bytes: usize) -> Result<KnownGames> {
        let lines = Lines::load(tx)?;
        Ok(KnownGames {
            facts: FactsWriter::new(lines.count()),
            lines,
            names: NameIds::default(),
            postings: Gatherer::new(segment_bytes),
            recall: Recall::new(segment_bytes),
            changes: tx.raw().total_changes(),
        })
    }

    /// Rough size in memory, in bytes.
    pub(crate) fn memory(&self) -> usize {
        self.postings.weight() + self.lines.memory() + self.recall.memory()
    }

    /// Postings that wait to be written.
    pub(crate) fn postings(&mut self) -> &mut Gatherer {
        &mut self.postings
    }

    /// Writes the segment of the postings that other threads encode, and merges segments if there
    /// are then more than `most_segments`.
    pub(crate) fn write_segment(
        &mut self,
        tx: &Transaction<'_>,
        most_segments: usize,
    ) -> Result<()> {
        self.postings.write(tx, most_segments, &|game| self.lines.lacks(game))
    }

    /// Writes the changed facts, and makes remembered answers stale if any row of the database
    /// changed.
    pub(crate) fn flush(&mut self, tx: &Transaction<'_>) -> Result<()> {
        self.facts.flush(tx)?;
        if tx.raw().total_changes() > self.changes {
            next_generation(tx)?;
            self.changes = tx.raw().total_changes();
        }
        Ok(())
    }

    /// Finds or makes the game of every record of the batch.
    pub(crate) fn settle_batch<'r>(
        &mut self,
        tx: &Transaction<'_>,
        records: &[&'r Prepared],
    ) -> Result<SettledBatch<'r>> {
        let mut settled = vec![None; records.len()];
        let mut order: Vec<(u32, usize, &'r MainLine)> = records
            .iter()
            .enumerate()
            .filter_map(|(index, record)| Some((index, record.line.as_ref()?)))
            .map(|(index, line)| (line.prefix_bits(), index, line))
            .collect();
        order.sort_unstable_by(|a, b| {
            a.0.cmp(&b.0).then_with(|| order_of(a.2, b.2)).then(a.1.cmp(&b.1))
        });
        let known = self.lines.games(order.iter().map(|&(prefix, ..)| prefix));
        // Nearly every record of a large archive is the only one on its line.
        let mut alone = Vec::with_capacity(order.len());
        for group in order.chunk_by(|a, b| a.0 == b.0 && a.2 == b.2) {
            let (prefix, index, line) = group[0];
            let games = known.get(&prefix).map_or(&[][..], Vec::as_slice);
            if let ([_], []) = (group, games) {
                alone.push(index);
                continue;
            }
            let fresh: Vec<&Prepared> = group.iter().map(|&(_, index, _)| records[index]).collect();
            for part in divide(tx, line, stored_on(tx, line, games)?, &fresh)? {
                if let ([], [place]) = (&part.stored[..], &part.fresh[..]) {
                    alone.push(group[*place].1);
                    continue;
                }
                let fresh: Vec<&Prepared> = part.fresh.iter().map(|&at| fresh[at]).collect();
                let found = self.line(tx, line, part.stored, &fresh)?;
                for (place, found) in part.fresh.into_iter().zip(found) {
                    settled[group[place].1] = Some(found);
                }
            }
        }
        // In the order of the records, so that new rows follow the last ones.
        alone.sort_unstable();
        let mut new = Vec::with_capacity(alone.len());
        for index in alone {
            let Prepared { line: Some(line), key, metadata, .. } = records[index] else {
                continue;
            };
            let game = self.new_game(tx, line, key, metadata)?;
            settled[index] = Some(Witnessed { game: game.id, is_new: true });
            new.push(game);
        }
        Ok((settled, new))
    }

    /// Deletes the records of a source and settles their lines. Returns the number of records.
    pub(crate) fn forget_records(&mut self, tx: &Transaction<'_>, source: i64) -> Result<u64> {
        let lost = tx.games_of_source(source)?;
        delete_headings(tx, source)?;
        let records = delete_records(tx, source)?;
        let loss = |has_tree| if has_tree { GameLoss::Variations } else { GameLoss::Witnesses };
        let losses: FxHashMap<u32, GameLoss> =
            lost.iter().map(|&(game, has_tree)| (game, loss(has_tree))).collect();
        losses.keys().for_each(|&game| self.recall.forget(game));
        let games: Vec<u32> = lost.into_iter().map(|(game, _)| game).collect();
        self.settle_again(tx, &games, &losses)?;
        Ok(records)
    }

    /// Settles the lines of these games without a new record, because another rule decided them or
    /// they lost records.
    pub(crate) fn settle_again(
        &mut self,
        tx: &Transaction<'_>,
        games: &[u32],
        losses: &FxHashMap<u32, GameLoss>,
    ) -> Result<()> {
        let mut seen: FxHashSet<MainLine> = FxHashSet::default();
        for games in games.chunks(LINES) {
            // In the order of the games, so that new games get equal ids each time.
            let mut lines = Vec::with_capacity(games.len());
            for &game in games {
                lines.extend(tx.line_of(game)?.filter(|line| seen.insert(line.clone())));
            }
            let known = self.lines.games(lines.iter().map(MainLine::prefix_bits));
            for line in lines {
                let games = known.get(&line.prefix_bits()).map_or(&[][..], Vec::as_slice);
                let mut stored = stored_on(tx, &line, games)?;
                for game in &mut stored {
                    game.loss = losses.get(&game.id).copied().unwrap_or(GameLoss::Nothing);
                }
                self.line(tx, &line, stored, &[])?;
            }
        }
        Ok(())
    }

    /// Decides about one line and applies the changes; returns the game that each `fresh` record
    /// witnesses.
    fn line(
        &mut self,
        tx: &Transaction<'_>,
        line: &MainLine,
        stored: Vec<StoredOnLine>,
        fresh: &[&Prepared],
    ) -> Result<Vec<Witnessed>> {
        self.recall.make_room();
        let mut standing: Vec<Stored> = Vec::new();
        for game in &stored {
            standing.extend(self.recall.witnesses(tx, line, game.id)?);
        }
        let mut settled = vec![Witnessed { game: 0, is_new: false }; fresh.len()];
        let old = standing.iter().filter_map(|stored| self.recall.claim(stored));
        let new = fresh.iter().map(|record| LineClaim {
            game: None,
            identity: record.identity.clone(),
            said: WitnessSays::ByOne(&record.metadata),
        });
        for change in settle(line, &stored, &old.chain(new).collect::<Vec<_>>()) {
            let (id, game, is_made) = match change {
                Change::Make(game) => (self.make(tx, line, &game)?, game, true),
                Change::Update(id, game) => {
                    self.update(tx, id, line, &game)?;
                    (id, game, false)
                }
                Change::Remove(id) => {
                    delete_game(tx, id)?;
                    self.facts.set(tx, id, Fact::GONE, Overlay::NOTHING)?;
                    self.recall.forget(id);
                    self.lines.forget(id);
                    continue;
                }
            };
            let of_old = game.witnesses.partition_point(|&at| at < standing.len());
            let (old, new) = game.witnesses.split_at(of_old);
            for stored in old.iter().map(|&at| &standing[at]).filter(|stored| stored.game != id) {
                self.give(tx, line, stored, id)?;
            }
            if is_made && !old.is_empty() {
                let tree = Tree::line(moves_of(&line.moves)?);
                let start = start_position(line.start.as_deref())?;
                self.postings.post(id, &postings(Some(&start), &tree).main);
            }
            for (rank, &at) in new.iter().enumerate() {
                let is_new = is_made && old.is_empty() && rank == 0;
                settled[at - standing.len()] = Witnessed { game: id, is_new };
                self.recall.add(id, fresh[at - standing.len()]);
            }
        }
        Ok(settled)
    }

    /// Makes stored records witness another game.
    fn give(
        &mut self,
        tx: &Transaction<'_>,
        line: &MainLine,
        stored: &Stored,
        game: u32,
    ) -> Result<()> {
        self.recall.forget(stored.game);
        self.recall.forget(game);
        let counted = match &stored.record {
            Some(_) => Vec::new(),
            None => tx.stored_witnesses(stored.game)?,
        };
        let counted = counted.iter().filter(|(_, said)| line.identity(said) == stored.identity);
        for (record, _) in stored.record.iter().chain(counted) {
            set_game(tx, record.id, game)?;
            self.post_variations(tx, game, line, record.tree)?;
        }
        Ok(())
    }

    fn post_variations(
        &mut self,
        tx: &Transaction<'_>,
        game: u32,
        line: &MainLine,
        tree: Option<u32>,
    ) -> Result<()> {
        let Some(tree) = tree else { return Ok(()) };
        let start = start_position(line.start.as_deref())?;
        self.postings.post(game, &postings(Some(&start), &tx.tree(tree.into())?).variations);
        Ok(())
    }

    fn make(&mut self, tx: &Transaction<'_>, line: &MainLine, game: &SettledGame) -> Result<u32> {
        let row = self.new_game(tx, line, &game.key, &game.metadata)?;
        insert_games(tx, std::slice::from_ref(&row))?;
        insert_named_otherwise(tx, row.id, &game.named_otherwise)?;
        Ok(row.id)
    }

    fn update(
        &mut self,
        tx: &Transaction<'_>,
        id: u32,
        line: &MainLine,
        game: &SettledGame,
    ) -> Result<()> {
        let SettledGame { key, metadata: data, .. } = game;
        let fact = self.fact(tx, line, data)?;
        let overlay = self.names.overlay(tx, data)?;
        self.facts.set(tx, id, fact, overlay)?;
        delete_game(tx, id)?;
        insert_games(tx, &[NewGame { id, line, key, data, fact }])?;
        insert_named_otherwise(tx, id, &game.named_otherwise)
    }

    /// Gives a new game its id and facts; the caller inserts the row.
    fn new_game<'r>(
        &mut self,
        tx: &Transaction<'_>,
        line: &'r MainLine,
        key: &'r str,
        data: &'r Metadata,
    ) -> Result<NewGame<'r>> {
        let fact = self.fact(tx, line, data)?;
        let overlay = self.names.overlay(tx, data)?;
        let id = self.facts.push(tx, fact, overlay)?;
        self.lines.push(fact.key);
        Ok(NewGame { id, line, key, data, fact })
    }

    fn fact(&mut self, tx: &Transaction<'_>, line: &MainLine, data: &Metadata) -> Result<Fact> {
        let base = Fact {
            date: PackedDate::new(data.date),
            red: self.names.player(tx, data.red.as_deref())?,
            black: self.names.player(tx, data.black.as_deref())?,
            event: self.names.event(tx, data.event.as_deref())?,
            key: line.prefix_bits(),
            plies: u16::try_from(line.plies()).unwrap_or(u16::MAX),
            opening: line.opening().map_or(0, Code::number),
            ..Fact::GONE
        };
        Ok(base.with(data.result, data.kind.unwrap_or(Kind::Game)))
    }
}

/// New records of a line that may concern each other, and the stored games that they may concern.
#[derive(Default)]
struct Part {
    stored: Vec<StoredOnLine>,
    /// Indexes among the new records, ascending.
    fresh: Vec<usize>,
}

/// Divides the new records of a line and its games. On a short line two records are separate unless
/// their players' names have one spelling in Latin letters (see `cluster`), and all records of a
/// game have one spelling, so thousands of games with one short line and other names need not be
/// read for a new record.
fn divide(
    tx: &Transaction<'_>,
    line: &MainLine,
    stored: Vec<StoredOnLine>,
    fresh: &[&Prepared],
) -> Result<Vec<Part>> {
    let all = 0..fresh.len();
    if line.plies() >= MIDDLE_LINE {
        return Ok(vec![Part { stored, fresh: all.collect() }]);
    }
    let mut parts: BTreeMap<[String; 2], Part> = BTreeMap::new();
    for place in all {
        parts.entry(fresh[place].identity.spelled()).or_default().fresh.push(place);
    }
    for game in stored {
        let names = tx.player_keys(game.id)?.map(|name| spelled(&name));
        if let Some(part) = parts.get_mut(&names) {
            part.stored.push(game);
        }
    }
    Ok(parts.into_values().collect())
}

/// The games among these that are on a line, by id.
fn stored_on(tx: &Transaction<'_>, line: &MainLine, games: &[u32]) -> Result<Vec<StoredOnLine>> {
    let mut stored = Vec::with_capacity(games.len());
    for &id in games {
        let key = tx.key_on(line, id)?;
        stored.extend(key.map(|key| StoredOnLine { id, key, loss: GameLoss::Nothing }));
    }
    Ok(stored)
}

/// Order of lines with equal prefixes that puts equal lines together.
fn order_of(a: &MainLine, b: &MainLine) -> std::cmp::Ordering {
    a.moves.cmp(&b.moves).then_with(|| a.start.cmp(&b.start))
}

/// The postings of a batch, each with its game.
pub(crate) fn postings_of(
    postings: Vec<Postings>,
    settled: &[Option<Witnessed>],
) -> Vec<GamePostings> {
    let mut of_games = Vec::with_capacity(settled.len());
    for (Postings { main, variations }, settled) in postings.into_iter().zip(settled) {
        let Some(settled) = settled else { continue };
        if settled.is_new {
            of_games.push((settled.game, main));
        }
        if !variations.is_empty() {
            of_games.push((settled.game, variations));
        }
    }
    of_games
}

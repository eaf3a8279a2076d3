//! From what was decided to rows, facts and postings of games.

use crate::metadata::{Kind, Metadata, PackedDate, WitnessSays};
use crate::opening::Code;
use crate::replay::Tree;
use crate::store::error::Result;
use crate::store::facts::overlay::{Overlay, OverlayWriter};
use crate::store::facts::{Fact, FactsWriter};
use crate::store::index::{GamePostings, Gatherer};
use crate::store::prepared::identity::{Identity, MIDDLE_LINE, MainLine};
use crate::store::prepared::{Postings, Prepared, postings};
use crate::store::rows::game::{NewGame, delete_game, insert_games};
use crate::store::rows::heading::delete_headings;
use crate::store::rows::line::{moves_of, start_position};
use crate::store::rows::name::NameIds;
use crate::store::rows::record::{delete_records, set_game};
use crate::store::rows::statistics::next_generation;
use crate::store::settling::known::{self, CROWD, Crowd, Lines, Part, Recall, Stored};
use crate::store::settling::{Change, Claim, Loss, SettledGame, Standing, settle};
use crate::store::transaction::Transaction;
use rustc_hash::{FxHashMap, FxHashSet};

/// Lines of a source that is forgotten are settled so many at a time.
const LINES: usize = 10_000;

/// Reading the records of a game takes as long as looking at the facts and names of so many.
const FEW: usize = 32;

/// Which game a record of the batch witnesses.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Witnessed {
    pub(crate) game: u32,
    /// The record is the first witness of a new game, whose main line has to be posted with it.
    pub(crate) is_new: bool,
}

/// Which game each record of a batch witnesses, if any; and the games whose rows are yet to be
/// inserted.
pub(crate) type SettledBatch<'r> = (Vec<Option<Witnessed>>, Vec<NewGame<'r>>);

/// All games of the database, as far as writing needs them.
pub(crate) struct Games {
    facts: FactsWriter,
    overlay: OverlayWriter,
    lines: Lines,
    names: NameIds,
    postings: Gatherer,
    crowd: Crowd,
    recall: Recall,
}

impl Games {
    /// Postings of about `segment_bytes` are gathered before a segment is made of them. As much is
    /// remembered of games with many witnesses.
    pub(crate) fn load(tx: &Transaction<'_>, segment_bytes: usize) -> Result<Games> {
        Ok(Games {
            facts: FactsWriter::open(tx)?,
            overlay: OverlayWriter::default(),
            lines: Lines::load(tx)?,
            names: NameIds::default(),
            postings: Gatherer::new(segment_bytes),
            crowd: Crowd::default(),
            recall: Recall::new(segment_bytes),
        })
    }

    /// Roughly how many bytes everything here occupies in memory.
    pub(crate) fn memory(&self) -> usize {
        self.postings.weight() + self.lines.memory() + self.crowd.memory() + self.recall.memory()
    }

    /// The postings that wait to be written.
    pub(crate) fn postings(&mut self) -> &mut Gatherer {
        &mut self.postings
    }

    /// Writes the facts that changed. What was remembered about games is stale from now on.
    pub(crate) fn flush(&mut self, tx: &Transaction<'_>) -> Result<()> {
        self.facts.flush(tx)?;
        self.overlay.flush(tx)?;
        next_generation(tx)
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
            if games.is_empty() && group.len() == 1 {
                alone.push((index, false));
                continue;
            }
            let is_crowded = line.plies() < MIDDLE_LINE && games.len() + group.len() > CROWD;
            let fresh: Vec<&Prepared> = group.iter().map(|&(_, index, _)| records[index]).collect();
            let parts = if is_crowded {
                self.divide(tx, line, games, &fresh)?
            } else {
                vec![Part { fresh: (0..fresh.len()).collect(), games: games.to_vec() }]
            };
            for Part { games, fresh: places } in parts {
                let stored = stored_on(tx, line, &games)?;
                let index = |&place: &usize| group[place].1;
                if let ([], [place]) = (&stored[..], &places[..]) {
                    alone.push((index(place), is_crowded));
                    continue;
                }
                let fresh: Vec<&Prepared> = places.iter().map(|&place| fresh[place]).collect();
                let found = self.line(tx, line, stored, (&fresh, is_crowded))?;
                for (index, found) in places.iter().map(index).zip(found) {
                    settled[index] = Some(found);
                }
            }
        }
        // In the order of the records, so that rows go where the last ones went.
        alone.sort_unstable();
        let mut new = Vec::with_capacity(alone.len());
        for (index, is_crowded) in alone {
            let Prepared { line: Some(line), key, metadata, identity, .. } = records[index] else {
                continue;
            };
            let game = self.new_game(tx, line, key, metadata)?;
            if is_crowded {
                self.crowd.set(game.id, self.crowd.names([identity]));
            }
            settled[index] = Some(Witnessed { game: game.id, is_new: true });
            new.push(game);
        }
        Ok((settled, new))
    }

    /// Deletes the records of a source and settles the lines they stood on. Returns how many there
    /// were.
    pub(crate) fn forget_records(&mut self, tx: &Transaction<'_>, source: i64) -> Result<u64> {
        let lost = tx.games_of_source(source)?;
        delete_headings(tx, source)?;
        let records = delete_records(tx, source)?;
        let losses: FxHashMap<u32, Loss> = lost
            .iter()
            .map(|lost| {
                let loss = if lost.has_tree { Loss::Variations } else { Loss::Witnesses };
                (lost.game, loss)
            })
            .collect();
        losses.keys().for_each(|&game| self.recall.forget(game));
        let mut done: FxHashSet<MainLine> = FxHashSet::default();
        for lost in lost.chunks(LINES) {
            let mut lines = Vec::with_capacity(lost.len());
            for lost in lost {
                lines.extend(tx.line_of(lost.game)?);
            }
            let known = self.lines.games(lines.iter().map(MainLine::prefix_bits));
            for line in lines {
                if done.contains(&line) {
                    continue;
                }
                let games = known.get(&line.prefix_bits()).map_or(&[][..], Vec::as_slice);
                let mut stored = stored_on(tx, &line, games)?;
                for game in &mut stored {
                    game.loss = losses.get(&game.id).copied().unwrap_or(Loss::Nothing);
                }
                self.line(tx, &line, stored, (&[], false))?;
                done.insert(line);
            }
        }
        Ok(records)
    }

    /// Settles lines by themselves, without a new record: those of the given games, which another
    /// rule decided.
    pub(crate) fn settle_again(&mut self, tx: &Transaction<'_>, games: &[u32]) -> Result<()> {
        for games in games.chunks(LINES) {
            // In the order of the games, so that new ones get the same ids each time.
            let mut seen: FxHashSet<MainLine> = FxHashSet::default();
            let mut lines = Vec::with_capacity(games.len());
            for &game in games {
                lines.extend(tx.line_of(game)?.filter(|line| seen.insert(line.clone())));
            }
            let prefixes: Vec<u32> = lines.iter().map(MainLine::prefix_bits).collect();
            let known = self.lines.games(prefixes.into_iter());
            for line in lines {
                let games = known.get(&line.prefix_bits()).map_or(&[][..], Vec::as_slice);
                let stored = stored_on(tx, &line, games)?;
                self.line(tx, &line, stored, (&[], false))?;
            }
        }
        Ok(())
    }

    /// Divides the new records of a crowded line, each part with the games that it may concern.
    fn divide(
        &mut self,
        tx: &Transaction<'_>,
        line: &MainLine,
        games: &[u32],
        fresh: &[&Prepared],
    ) -> Result<Vec<Part>> {
        self.crowd.make_room(games.len());
        let unknown: Vec<u32> =
            games.iter().copied().filter(|game| !self.crowd.knows(*game)).collect();
        if unknown.len() * FEW > self.lines.count() {
            self.facts.flush(tx)?;
            self.crowd.spell(tx, &unknown)?;
        }
        let new: Vec<&Identity> = fresh.iter().map(|record| &record.identity).collect();
        for game in self.crowd.unread(games, &new) {
            let mut identities: Vec<Identity> = Vec::new();
            if tx.key_on(line, game)?.is_some() {
                let records = tx.stored_witnesses(game)?;
                identities.extend(records.iter().map(|record| known::identity(line, record)));
            }
            self.crowd.set(game, self.crowd.names(&identities));
        }
        Ok(self.crowd.divide(games, &new))
    }

    /// Decides about one line and does what was decided; which game each of the `fresh` witnesses.
    /// The names of its games are remembered if it is crowded.
    fn line(
        &mut self,
        tx: &Transaction<'_>,
        line: &MainLine,
        stored: Vec<Standing>,
        (fresh, is_crowded): (&[&Prepared], bool),
    ) -> Result<Vec<Witnessed>> {
        self.recall.make_room();
        let mut standing: Vec<Stored> = Vec::new();
        for game in &stored {
            standing.extend(self.recall.witnesses(tx, line, game.id)?);
        }
        let mut settled = vec![Witnessed { game: 0, is_new: false }; fresh.len()];
        for change in decide(line, &stored, (&standing, &self.recall), fresh) {
            let (id, game, is_made) = match change {
                Change::Make(game) => (self.make(tx, line, &game)?, game, true),
                Change::Update(id, game) => {
                    self.update(tx, id, line, &game)?;
                    (id, game, false)
                }
                Change::Remove(id) => {
                    delete_game(tx, id)?;
                    self.facts.set(tx, id, Fact::GONE)?;
                    self.overlay.set(tx, id, Overlay::NOTHING)?;
                    self.recall.forget(id);
                    self.crowd.set(id, None);
                    self.lines.forget(id);
                    continue;
                }
            };
            let of_old = game.witnesses.partition_point(|&at| at < standing.len());
            let (old, new) = game.witnesses.split_at(of_old);
            let identities = old.iter().map(|&at| &standing[at].identity);
            let identities =
                identities.chain(new.iter().map(|&at| &fresh[at - standing.len()].identity));
            let names = if is_crowded { self.crowd.names(identities) } else { None };
            self.crowd.set(id, names);
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

    /// Lets stored records witness another game.
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
        let counted = counted.iter().filter(|row| known::identity(line, row) == stored.identity);
        for record in stored.record.iter().chain(counted) {
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
        tree: Option<i64>,
    ) -> Result<()> {
        let Some(tree) = tree else { return Ok(()) };
        let start = start_position(line.start.as_deref())?;
        self.postings.post(game, &postings(Some(&start), &tx.tree(tree)?).variations);
        Ok(())
    }

    fn make(&mut self, tx: &Transaction<'_>, line: &MainLine, game: &SettledGame) -> Result<u32> {
        let row = self.new_game(tx, line, &game.key, &game.metadata)?;
        insert_games(tx, std::slice::from_ref(&row))?;
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
        self.facts.set(tx, id, fact)?;
        let overlay = self.names.overlay(tx, data)?;
        self.overlay.set(tx, id, overlay)?;
        delete_game(tx, id)?;
        insert_games(tx, &[NewGame { id, line, key, data, fact }])
    }

    /// Gives a new game its id and facts; the row is yet to be inserted.
    fn new_game<'r>(
        &mut self,
        tx: &Transaction<'_>,
        line: &'r MainLine,
        key: &'r str,
        data: &'r Metadata,
    ) -> Result<NewGame<'r>> {
        let fact = self.fact(tx, line, data)?;
        let id = self.facts.push(tx, fact)?;
        let overlay = self.names.overlay(tx, data)?;
        self.overlay.add(tx, id, overlay)?;
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

/// What becomes of the games of a line, whose stored records are `standing`.
fn decide(
    line: &MainLine,
    stored: &[Standing],
    (standing, recall): (&[Stored], &Recall),
    fresh: &[&Prepared],
) -> Vec<Change> {
    let old = standing.iter().filter_map(|Stored { game, identity, record }| {
        let said = match record {
            Some(record) => WitnessSays::ByOne(&record.metadata),
            None => WitnessSays::ByMany(recall.ballot(*game, identity)?),
        };
        Some(Claim { game: Some(*game), identity: identity.clone(), said })
    });
    let new = fresh.iter().map(|record| Claim {
        game: None,
        identity: record.identity.clone(),
        said: WitnessSays::ByOne(&record.metadata),
    });
    settle(line, stored, &old.chain(new).collect::<Vec<_>>())
}

/// Those of these games that stand on a line, by id.
fn stored_on(tx: &Transaction<'_>, line: &MainLine, games: &[u32]) -> Result<Vec<Standing>> {
    let mut stored = Vec::with_capacity(games.len());
    for &id in games {
        let key = tx.key_on(line, id)?;
        stored.extend(key.map(|key| Standing { id, key, loss: Loss::Nothing }));
    }
    Ok(stored)
}

/// An order of lines with equal prefixes that keeps equal lines together.
fn order_of(a: &MainLine, b: &MainLine) -> std::cmp::Ordering {
    a.moves.cmp(&b.moves).then_with(|| a.start.cmp(&b.start))
}

/// What is to be posted of a batch, with the games it belongs to.
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

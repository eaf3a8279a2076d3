//! Makes a book from an archive: all moves in the first plies of the games, with the results of
//! these games.
//!
//! Games are replayed, and each move is an entry of 16 bytes. The sorted entries of a position are
//! counted as the explorer counts: a game once for each move, one of several copies, and a move
//! with its mirror move if the position is its own mirror image. If memory cannot hold all entries,
//! games are replayed for each part of the keys. Meanwhile another thread writes the positions that
//! were counted.
//!
//! Either a position or its mirror image is written: the one with the smaller key, or in `.xqb` the
//! one with the packed board. Readers look for both.

use super::keys::{ByteOrder, NumberKeys, PackedBoard};
use crate::search::{Archive, Matcher, OnePerGroup, Score, Sieve, Watch, in_parallel};
use crate::store::{
    BookKey, BookLayout, BookRow, BookTable, BookWriter, Error, Facts, KeyFate, Result,
};
use crate::xiangqi::{Move, Position, Side, mix};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::mpsc::sync_channel;

/// Largest number of entries in memory, 384 MiB.
const MOST_ENTRIES: u64 = 24 << 20;
/// Number of positions that are written together.
const BLOCK: usize = 1 << 16;
/// Number of positions of a block that one core packs at a time.
const PART: usize = 1 << 11;

/// Moves that go into a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookRecipe {
    /// Layout of the file.
    pub layout: BookLayout,
    /// Smallest number of games of a move.
    pub least: u64,
    /// Largest number of plies of each game, at most 16000.
    pub plies: u16,
    /// Smallest score of a move; `None` allows all.
    pub least_score: Option<i64>,
}

/// Numbers of a book that was made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MadeBook {
    /// Number of games, including copies.
    pub games: u64,
    /// Number of positions written.
    pub positions: u64,
    /// Number of moves written.
    pub moves: u64,
    /// Number of positions whose key SQLite stores as a whole number.
    pub whole: u64,
    /// Number of positions left out because SQLite cannot store their key.
    pub lost: u64,
    /// Sum of the hashes of all rows, in any order.
    sum: u64,
}

/// Score of a move in a book that xqdb makes: 1000 times the difference of wins and losses of the
/// side to move, divided by the number of known results plus ten added draws, which keep the scores
/// of few games small. From -1000 to 1000.
///
/// ```
/// use xqdb::{engine_book::made_score, search::Score};
/// let score = Score { red: 20, draw: 10, black: 0, unknown: 5, others: 0 };
/// assert_eq!(made_score(&score), 500);
/// assert_eq!(made_score(&Score { black: 1, ..Score::default() }), -91);
/// ```
#[must_use]
pub fn made_score(of_mover: &Score) -> i64 {
    let known = of_mover.games() - of_mover.unknown + 10;
    (1000.0 * (of_mover.red as f64 - of_mover.black as f64) / known as f64).round() as i64
}

/// Move of a game, or the end of its line.
#[derive(Debug, Clone, Copy)]
struct MadeEntry {
    /// Smaller one of the keys of the position and of its mirror image.
    key: u64,
    game: u32,
    /// Move on the board with that key; see [`Move::code`]. [`END`] at the end of a line.
    mv: u16,
    /// 0-based ply, with the flags [`SYMMETRIC`] and [`BLACK`].
    place: u16,
}

/// Code of the end of a game's line.
const END: u16 = u16::MAX;
/// Flag: the position is its own mirror image.
const SYMMETRIC: u16 = 1 << 15;
/// Flag: Black is to move.
const BLACK: u16 = 1 << 14;
/// Bits of the ply.
const PLY: u16 = BLACK - 1;

/// Position with the moves to write.
struct MadePosition {
    key: u64,
    /// Id of a game that comes to the position, and the ply there.
    at: (u32, u16),
    moves: Vec<(Move, Score)>,
}

/// Makes a book of these games (ids in ascending order) at a path without a file, and reads it
/// back. `matcher` decides how often a game counts, and whether one of several copies does. A book
/// that reads back otherwise is an error; [`Error::Stopped`] if `watch` ends the work.
pub fn make_book(
    archive: &Archive,
    (games, matcher): (&[u32], &Matcher),
    (recipe, path): (&BookRecipe, &Path),
    watch: &dyn Watch,
) -> Result<MadeBook> {
    let sieve = Sieve::new(archive, matcher)?;
    let mut made = MadeBook { games: games.len() as u64, ..MadeBook::default() };
    let facts = games.iter().filter_map(|&id| archive.facts().get(id));
    let plies: u64 = facts.map(|fact| u64::from(fact.plies.min(recipe.plies)) + 1).sum();
    let parts = plies.div_ceil(MOST_ENTRIES).max(1);
    watch.expect(parts * made.games);
    let chunk = |id: u32| id.saturating_sub(1) as usize / Facts::CHUNK;
    let games: Vec<&[u32]> = games.chunk_by(|&a, &b| chunk(a) == chunk(b)).collect();
    let mut writer = BookWriter::create(path, recipe.layout)?;
    let (send, blocks) = sync_channel::<Vec<Keyed>>(1);
    let (counted, written) = std::thread::scope(|scope| {
        let (made, writer) = (&mut made, &mut writer);
        let write = move || blocks.iter().try_for_each(|block| made.write(writer, recipe, block));
        let written = scope.spawn(write);
        let count = || -> Result<()> {
            for part in 0..parts {
                let entries = entries(archive, (&games, recipe), (part, parts), watch)?;
                let mut positions = entries.chunk_by(|a, b| a.key == b.key).peekable();
                while positions.peek().is_some() {
                    let counted = positions.by_ref().filter_map(|of_key| match watch.go_on() {
                        Ok(()) => counted(archive, &sieve, of_key, recipe).map(Ok),
                        Err(stopped) => Some(Err(stopped)),
                    });
                    let block = counted.take(BLOCK).collect::<Result<_>>()?;
                    if send.send(keyed(archive, recipe, block)?).is_err() {
                        // The thread that writes has failed, and says why.
                        return Ok(());
                    }
                }
            }
            Ok(())
        };
        let counted = count();
        drop(send);
        (counted, written.join())
    });
    counted?;
    written.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
    writer.finish()?;
    made.check(path)?;
    Ok(made)
}

/// Entries of one part of the keys, sorted by key and game.
fn entries(
    archive: &Archive,
    (games, recipe): (&[&[u32]], &BookRecipe),
    (part, parts): (u64, u64),
    watch: &dyn Watch,
) -> Result<Vec<MadeEntry>> {
    let (kin, lines) = (archive.duplicates()?, archive.effective());
    let found = in_parallel(archive, games.len(), |conn, chunk| {
        let mut found = Vec::new();
        let ids = games[chunk];
        watch.go_on()?;
        lines.lines_of(conn, ids, &mut |line| {
            let mut position = line.start_position()?;
            let mut keys = NumberKeys::of(&position);
            let mut add = |position: &Position, keys: NumberKeys, ply: u16, mv: Option<Move>| {
                let key = keys.own.min(keys.mirrored);
                if mix(key) % parts == part {
                    let is_turned = keys.mirrored < keys.own;
                    let mv = mv.map(|mv| if is_turned { mv.mirror() } else { mv });
                    let symmetric = if keys.own == keys.mirrored { SYMMETRIC } else { 0 };
                    let black = if position.side() == Side::Black { BLACK } else { 0 };
                    let (mv, place) = (mv.map_or(END, Move::code), ply | symmetric | black);
                    found.push(MadeEntry { key, game: line.id, mv, place });
                }
            };
            let moves = line.played()?;
            let plies = moves.len().min(usize::from(recipe.plies.min(PLY)));
            for (ply, &mv) in moves[..plies].iter().enumerate() {
                add(&position, keys, ply as u16, Some(mv));
                keys = keys.after(&position, mv);
                position.play_unchecked(mv);
            }
            // The copy that stands for its group may end where another one goes on.
            if plies == moves.len() && kin.contains(line.id) {
                add(&position, keys, plies as u16, None);
            }
            Ok(())
        })?;
        watch.advance(ids.len() as u64);
        Ok(found)
    })?;
    let mut all = Vec::with_capacity(found.iter().map(Vec::len).sum());
    found.into_iter().for_each(|part| all.extend(part));
    all.par_sort_unstable_by_key(|entry: &MadeEntry| (entry.key, entry.game, entry.mv));
    Ok(all)
}

/// Counts the moves of a position; `None` if no move has enough games and score.
fn counted(
    archive: &Archive,
    sieve: &Sieve<'_>,
    entries: &[MadeEntry],
    recipe: &BookRecipe,
) -> Option<MadePosition> {
    let first = entries.first()?;
    // If each entry counts once, no move has enough games.
    if (entries.len() as u64) < recipe.least && sieve.weight(first.game) == 1 {
        return None;
    }
    let is_symmetric = first.place & SYMMETRIC != 0;
    let side = if first.place & BLACK != 0 { Side::Black } else { Side::Red };
    // Score of each move by its code, and how often its mirror move was played.
    let mut rows: BTreeMap<u16, (Score, u64)> = BTreeMap::new();
    let mut count = |game: u32, entries: &[MadeEntry]| {
        let Some(fact) = archive.facts().get(game) else { return };
        let (weight, mut last) = (sieve.weight(game), Vec::new());
        for entry in entries {
            let Some(mv) = Move::from_code(entry.mv) else { continue };
            let row = if is_symmetric { mv.code().min(mv.mirror().code()) } else { entry.mv };
            if !last.contains(&row) {
                last.push(row);
                let (score, as_other) = rows.entry(row).or_default();
                score.add_many(fact, weight);
                *as_other += if row == entry.mv { 0 } else { weight };
            }
        }
    };
    let mut once = OnePerGroup::new(sieve.duplicates());
    for of_game in entries.chunk_by(|a, b| a.game == b.game) {
        if let Some(of_game) = once.hold(of_game[0].game, of_game) {
            count(of_game[0].game, of_game);
        }
    }
    once.release(&mut count);
    let kept = rows.into_iter().filter_map(|(row, (score, as_other))| {
        let mv = Move::from_code(row)?;
        let mv = if 2 * as_other > score.all() { mv.mirror() } else { mv };
        let of_mover = score.seen_by(side);
        let is_good = recipe.least_score.is_none_or(|least| made_score(&of_mover) >= least);
        (score.all() >= recipe.least && is_good).then_some((mv, of_mover))
    });
    let mut moves: Vec<(Move, Score)> = kept.collect();
    moves.sort_by_key(|(mv, score)| (std::cmp::Reverse(made_score(score)), *mv));
    let position = MadePosition { key: first.key, at: (first.game, first.place & PLY), moves };
    (!position.moves.is_empty()).then_some(position)
}

impl MadeBook {
    /// Writes positions.
    fn write(
        &mut self,
        writer: &mut BookWriter,
        recipe: &BookRecipe,
        mut block: Vec<Keyed>,
    ) -> Result<()> {
        block.retain(|(key, _)| {
            let fate = key.fate(recipe.layout);
            self.whole += u64::from(fate == KeyFate::Whole);
            self.lost += u64::from(fate == KeyFate::Lost);
            fate != KeyFate::Lost
        });
        self.positions += block.len() as u64;
        let rows = block.iter().flat_map(|(key, moves)| moves.iter().map(move |it| (key, it)));
        writer.add(rows.map(|(key, (code, score))| {
            let row = BookRow {
                mv: Some(*code),
                score: Some(made_score(score)),
                results: [Some(score.red), Some(score.draw), Some(score.black)],
                is_allowed: true,
                remark: String::new(),
            };
            self.moves += 1;
            self.sum = self.sum.wrapping_add(row_hash(key, &row));
            (key, row)
        }))
    }

    /// Reads the book back, and compares the number and sum of its rows.
    fn check(&self, path: &Path) -> Result<()> {
        let unlike = || Error::Damaged("the book is not as it was written".to_owned());
        let table = BookTable::open(path)?.ok_or_else(unlike)?;
        let (mut moves, mut sum) = (0, 0_u64);
        let _ = table.each(|key, row| {
            moves += 1;
            sum = sum.wrapping_add(key.map_or(0, |key| row_hash(&key, &row)));
            Ok(ControlFlow::Continue(()))
        })?;
        if (moves, sum) == (self.moves, self.sum) { Ok(()) } else { Err(unlike()) }
    }
}

/// Hash of a row.
fn row_hash(key: &BookKey, row: &BookRow) -> u64 {
    let BookRow { mv, score, results, is_allowed, .. } = row;
    let key = match key {
        BookKey::Number(number) => *number,
        BookKey::Board(bytes) => {
            bytes.iter().fold(0, |hash, byte| mix(hash ^ u64::from(*byte)).wrapping_add(1))
        }
    };
    let numbers = [
        u64::from(mv.unwrap_or_default()),
        score.unwrap_or_default() as u64,
        results[0].unwrap_or_default(),
        results[1].unwrap_or_default(),
        results[2].unwrap_or_default(),
        u64::from(*is_allowed),
    ];
    numbers.into_iter().fold(mix(key), |hash, number| mix(hash.wrapping_mul(3) ^ number))
}

/// Key of a position in the book, and its moves by their codes.
type Keyed = (BookKey, Vec<(u16, Score)>);

/// Positions with keys and codes for the book, in the order of keys.
fn keyed(
    archive: &Archive,
    recipe: &BookRecipe,
    mut block: Vec<MadePosition>,
) -> Result<Vec<Keyed>> {
    if recipe.layout != BookLayout::Xqb {
        let codes = |moves: Vec<(Move, Score)>| {
            moves.into_iter().map(|(mv, score)| (ByteOrder::FromHigh.code(mv), score)).collect()
        };
        return Ok(block
            .into_iter()
            .map(|it| (BookKey::Number(it.key), codes(it.moves)))
            .collect());
    }
    // The board of a position is found by replaying a game that comes to it.
    block.sort_by_key(|it| it.at);
    let parts: Vec<&[MadePosition]> = block.chunks(PART).collect();
    let lines = archive.effective();
    let found = in_parallel(archive, parts.len(), |conn, number| {
        let mut found: Vec<Keyed> = Vec::new();
        for of_game in parts[number].chunk_by(|a, b| a.at.0 == b.at.0) {
            lines.game_line(conn, of_game[0].at.0, &mut |line| {
                let (mut position, moves) = (line.start_position()?, line.played()?);
                let mut moves = moves.into_iter().enumerate().peekable();
                for it in of_game {
                    while let Some((_, mv)) = moves.next_if(|(ply, _)| *ply < it.at.1.into()) {
                        position.play_unchecked(mv);
                    }
                    found.push(packed(it, &position));
                }
                Ok(())
            })?;
        }
        Ok(found)
    })?;
    let mut all: Vec<Keyed> = found.into_iter().flatten().collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(all)
}

/// Position with its packed board, and its moves as codes on that board.
fn packed(it: &MadePosition, position: &Position) -> Keyed {
    let keys = NumberKeys::of(position);
    let board = PackedBoard::of(position);
    let is_turned = keys.mirrored < keys.own;
    let back = |mv: Move| if is_turned { mv.mirror() } else { mv };
    let moves = it.moves.iter().map(|&(mv, score)| (board.code(back(mv)), score)).collect();
    (BookKey::Board(board.bytes), moves)
}

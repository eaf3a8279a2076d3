//! Finds, judges and stores the links of an archive.
//!
//! [`link_all`] compares the features of all games. [`link_new`] looks up the positions of new
//! games in the position index. The index has no runs of moves: only [`link_all`] finds a copy that
//! shares no position with its game after the first sixteen plies.
//!
//! Lines are read with the decisions of people; a decision about the reading of a record causes its
//! game to be linked again.

use super::account::{Account, Claims, DateLikeness};
use super::features::{FoundFeatures, FoundPairs, Pair, RARE, features, positions};
use super::groups::{Bond, kin, same};
use super::judge::{LinkEvidence, LinkStrength, LinkVerdict, Relation, judge};
use crate::metadata::{GameResult, Kind};
use crate::search::{Archive, Decided, Shared, in_parallel};
use crate::store::{Connection, Database, Error, Evidence, Fact, Facts, LinkRow, Result};
use crate::xiangqi::mix;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// Numbers of links.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Linked {
    /// Number of links.
    pub links: usize,
    /// Number of links between games that are one.
    pub same: usize,
    /// Number of games that statistics do not count, as certain copies of others.
    pub copies: usize,
}

/// Share of new games, as a divisor, from which all games are linked again.
const MANY: usize = 8;
/// Largest number of features in memory; beyond it, an equal share of each game's features is used.
const MOST_FEATURES: usize = 40_000_000;
/// Divisor of the smallest share of features that is used, in as many passes as it takes: copies
/// have dozens of features in common, so that nearly all are found.
const LEAST_SHARE: u32 = 16;
/// Largest number of positions of new games that are looked up; beyond it, an equal share is.
const MOST_POSITIONS: usize = 4_000_000;
/// Number of parts in which the positions of new games are looked up in parallel.
const TASKS: usize = 16;
/// Number of pairs that a thread judges at a time.
const TOGETHER: usize = 2_000;
/// Smallest number of shared features at which two whole games are compared.
const FEW_SHARED: u32 = 2;

/// Links all games anew. On an error the links stay as they were.
pub fn link_all(database: &mut Database) -> Result<Linked> {
    let shared = &mut Shared::default();
    let archive = Archive::as_read(database.snapshot()?, Evidence::Derived, shared)?;
    link_anew(database, archive, shared)
}

/// Compares all games, and replaces the stored links.
fn link_anew(database: &mut Database, archive: Archive, shared: &mut Shared) -> Result<Linked> {
    let pairs = all_pairs(&archive, MOST_FEATURES)?;
    let links = judged(&archive, &pairs)?;
    write(database, (archive, shared), Vec::new(), links)
}

/// Links the games that came or changed since the last linking. On an error the links stay as they
/// were.
pub fn link_new(database: &mut Database, shared: &mut Shared) -> Result<Linked> {
    let archive = Archive::as_read(database.snapshot()?, Evidence::Derived, shared)?;
    let linked = archive.snapshot().linked_to()?;
    let last = archive.facts().last_id();
    let mut new = archive.snapshot().unlinked()?;
    if new.is_empty() && linked == last {
        return summary(&archive.snapshot().links()?, &archive.snapshot().kin()?);
    }
    new.extend(linked + 1..=last);
    new.sort_unstable();
    new.dedup();
    new.retain(|&id| archive.facts().is_alive(id));
    if new.len() * MANY > last as usize {
        return link_anew(database, archive, shared);
    }
    let pairs = pairs_of(&archive, &new)?;
    let links = judged(&archive, &pairs)?;
    let known = archive.snapshot().links()?;
    write(database, (archive, shared), known, links)
}

/// All pairs of games that share rare features, of which `most` are in memory at a time.
fn all_pairs(archive: &Archive, most: usize) -> Result<Vec<Pair>> {
    let plies: usize = archive.facts().alive().map(|(_, fact)| usize::from(fact.plies)).sum();
    let share = share(plies * 2, most);
    let passes = (share / LEAST_SHARE).max(1);
    let mut found = FoundPairs::default();
    for pass in 0..passes {
        found.add(features_of_all(archive, share, pass)?);
    }
    Ok(worth_judging(archive, found.pairs(), share / passes))
}

/// The features of all games that leave the remainder `rest` when divided by `share`, a power of
/// two.
fn features_of_all(archive: &Archive, share: u32, rest: u32) -> Result<Vec<FoundFeatures>> {
    let (facts, chunks) = (archive.facts(), archive.facts().chunk_count());
    let lines = archive.effective();
    let mask = u64::from(share - 1);
    in_parallel(archive, chunks, |conn, chunk| {
        let ids = Facts::ids_of_chunk(chunk);
        let plies = ids.clone().filter_map(|id| facts.get(id)).map(|fact| usize::from(fact.plies));
        let mut found = FoundFeatures::with_room(plies.sum::<usize>() * 2 / share as usize);
        lines.game_lines(conn, ids, &mut |game| {
            let moves = game.played()?;
            let start = game.start.map(|_| game.start_position()).transpose()?;
            let kind = facts.get(game.id).and_then(Fact::kind);
            let Some(kind) = kind else { return Ok(()) };
            let account = Account::new(start.as_ref(), &moves, Claims::default()).of_kind(kind);
            let kept = features(&account).filter(|feature| feature & mask == u64::from(rest));
            kept.for_each(|feature| found.add(feature, game.id));
            Ok(())
        })?;
        Ok(found)
    })
}

/// Divisor, a power of two, by which at most `most` features remain.
fn share(features: usize, most: usize) -> u32 {
    (features / most + 1).next_power_of_two() as u32
}

/// Pairs of a new game and any other game that share rare positions.
fn pairs_of(archive: &Archive, new: &[u32]) -> Result<Vec<Pair>> {
    let plies = new.iter().filter_map(|&id| archive.facts().get(id));
    let share = share(plies.map(|fact| usize::from(fact.plies)).sum(), MOST_POSITIONS);
    let mut keys: Vec<u64> = Vec::new();
    for &id in new {
        let account = account(archive.decided(), archive.facts(), archive.snapshot(), id)?;
        keys.extend(positions(&account).filter(|&key| mix(key).is_multiple_of(share.into())));
    }
    keys.sort_unstable();
    keys.dedup();
    let (lines, facts) = (archive.effective(), archive.facts());
    facts.take_apart();
    let tasks: Vec<&[u64]> = keys.chunks(keys.len().div_ceil(TASKS).max(1)).collect();
    let met = in_parallel(archive, tasks.len(), |conn, task| {
        // Lists stop growing at `RARE` games.
        let mut met: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
        lines.lookup_many(conn, tasks[task], |posting| {
            let games = met.entry(posting.key).or_default();
            if games.len() <= RARE
                && !posting.payload.is_variation()
                && facts.is_alive(posting.game)
                && !games.contains(&posting.game)
            {
                games.push(posting.game);
            }
        })?;
        Ok(met.into_values().filter(|games| (2..=RARE).contains(&games.len())).collect::<Vec<_>>())
    })?;
    let mut shared: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    for mut games in met.into_iter().flatten() {
        games.sort_unstable();
        for (at, &a) in games.iter().enumerate() {
            let is_new = new.binary_search(&a).is_ok();
            for &b in &games[at + 1..] {
                if is_new || new.binary_search(&b).is_ok() {
                    *shared.entry((a, b)).or_default() += 1;
                }
            }
        }
    }
    let mut pairs: Vec<Pair> = shared.into_iter().map(|((a, b), shared)| (a, b, shared)).collect();
    pairs.sort_unstable();
    // Doubled, as if runs of moves had been compared, too.
    pairs.iter_mut().for_each(|(_, _, shared)| *shared *= 2);
    Ok(worth_judging(archive, pairs, share))
}

/// Drops pairs of whole games that share few features for their length: only theory.
fn worth_judging(archive: &Archive, mut pairs: Vec<Pair>, share: u32) -> Vec<Pair> {
    pairs.retain(|&(a, b, shared)| {
        let (Some(a), Some(b)) = (archive.facts().get(a), archive.facts().get(b)) else {
            return false;
        };
        let is_piece = |kind| matches!(kind, Some(Kind::Endgame | Kind::Composed | Kind::Position));
        let shorter = u32::from(a.plies.min(b.plies));
        let wanted = FEW_SHARED + shorter.saturating_sub(30) / 6;
        is_piece(a.kind()) || is_piece(b.kind()) || shared * share >= wanted
    });
    pairs
}

/// Account of a game with people's readings and the game's claims.
fn account(decided: &Decided, facts: &Facts, conn: &Connection, id: u32) -> Result<Account> {
    let mut game = conn.game(id)?;
    decided.tell(&mut game);
    let start = game.start.as_ref().map(|_| game.start_position());
    // Titles distinguish composed positions.
    let title = if start.is_some() { conn.title(id)? } else { None };
    // The game's own date: one inferred from other games may change with them, links must not.
    let date = facts.own_date(id).date();
    let claims = Claims::new(
        (game.red.as_deref(), game.black.as_deref()),
        date,
        game.result,
        (game.event.as_deref(), title.as_deref()),
    );
    Ok(Account::new(start.as_ref(), &game.moves, claims).of_kind(game.kind))
}

/// Judges pairs of games; returns their links by the ids of the games.
fn judged(archive: &Archive, pairs: &[Pair]) -> Result<Vec<LinkRow>> {
    let (decided, facts) = (archive.decided(), archive.facts());
    let chunks: Vec<&[Pair]> = pairs.chunks(TOGETHER).collect();
    let links = in_parallel(archive, chunks.len(), |conn, chunk| {
        let mut links = Vec::new();
        let mut known: FxHashMap<u32, Account> = FxHashMap::default();
        for of_one in chunks[chunk].chunk_by(|a, b| a.0 == b.0) {
            for id in of_one.iter().flat_map(|&(a, b, _)| [a, b]) {
                if let Entry::Vacant(place) = known.entry(id) {
                    place.insert(account(decided, facts, conn, id)?);
                }
            }
            for &(a, b, _) in of_one {
                if let Some(verdict) = judge(&known[&a], &known[&b]) {
                    links.push(row((a, b), &verdict));
                }
            }
            if known.len() > TOGETHER {
                known.clear();
            }
        }
        Ok(links)
    })?;
    Ok(links.into_iter().flatten().collect())
}

fn row((a, b): (u32, u32), verdict: &LinkVerdict) -> LinkRow {
    LinkRow {
        a,
        b,
        relation: verdict.relation.as_str().to_owned(),
        standing: verdict.standing.as_str().to_owned(),
        same: false,
        score: verdict.score,
        parts_at: verdict.parts_at.and_then(|ply| u32::try_from(ply).ok()),
        evidence: serde_json::to_string(&verdict.evidence).expect("plain data always serialises"),
    }
}

/// Stores new links beside the `known` ones, and the groups that follow from all links.
fn write(
    database: &mut Database,
    (archive, shared): (Archive, &mut Shared),
    mut known: Vec<LinkRow>,
    mut new: Vec<LinkRow>,
) -> Result<Linked> {
    let is_anew = known.is_empty();
    let before = known.len();
    known.append(&mut new);
    let mut links = known;
    let bonds = links.iter().map(bond).collect::<Result<Vec<Bond>>>()?;
    let held = same(&bonds);
    let rank = |id: u32| {
        let fact = archive.facts().get(id)?;
        let is_whole = matches!(fact.kind(), Some(Kind::Game | Kind::Handicap | Kind::Opening));
        // Prefers a result, a date, the longer line.
        let has_result = fact.result() != GameResult::Unknown;
        is_whole.then_some((
            fact.kind() == Some(Kind::Game),
            has_result,
            !archive.facts().own_date(id).is_unknown(),
            fact.plies,
            std::cmp::Reverse(fact.key),
        ))
    };
    let groups = kin(&bonds, &held, rank, |id| archive.snapshot().game_key(id))?;
    let last = archive.facts().last_id();
    // Ends the read transaction before writing.
    archive.leave_to(shared);
    let tx = database.transaction()?;
    if is_anew {
        tx.delete_links()?;
    }
    for (at, (link, held)) in links.iter_mut().zip(held).enumerate() {
        if at < before && link.same != held {
            tx.set_same((link.a, link.b), held)?;
        }
        link.same = held;
    }
    tx.insert_links(&links[before..])?;
    tx.replace_kin(&groups)?;
    tx.note_linked(last)?;
    tx.commit()?;
    summary(&links, &groups)
}

fn summary(links: &[LinkRow], groups: &[(u32, u32)]) -> Result<Linked> {
    Ok(Linked {
        links: links.len(),
        same: links.iter().filter(|link| link.same).count(),
        copies: groups.iter().filter(|(game, first)| game != first).count(),
    })
}

/// The bond of a stored link.
fn bond(link: &LinkRow) -> Result<Bond> {
    let damaged = || Error::Damaged(format!("the link of games {} and {}", link.a, link.b));
    let evidence: LinkEvidence = serde_json::from_str(&link.evidence).map_err(|_| damaged())?;
    let dates = evidence.likeness.dates;
    Ok(Bond {
        games: (link.a, link.b),
        relation: Relation::from_name(&link.relation).ok_or_else(damaged)?,
        standing: LinkStrength::from_name(&link.standing).ok_or_else(damaged)?,
        compared: evidence.compared,
        part: evidence.part,
        is_certain: evidence.is_long() || dates == DateLikeness::SameDay,
    })
}

#[cfg(test)]
mod tests {
    use super::super::alignment::tests::walk;
    use super::*;
    use crate::import::{Import, NamedInput, Options, import};
    use crate::search::{Filter, Look, Mirroring, SearchQuery, explore, search};
    use crate::store::CountUnit;
    use crate::xiangqi::Position;
    use std::path::{Path, PathBuf};
    use std::sync::atomic::AtomicBool;

    fn pgn(red: &str, moves: &str) -> String {
        format!("[Red \"{red}\"]\n[Black \"吕钦\"]\n[Date \"1982.12.05\"]\n\n{moves} *\n\n")
    }

    fn take_in(database: &mut Database, path: &Path) {
        let settings = Import::within(64 << 20, Options::default());
        let inputs = vec![NamedInput::Path(path.to_owned())];
        let never = AtomicBool::new(false);
        import(database, inputs, &settings, &never, &mut |_| ()).unwrap();
    }

    /// Links the new games of a database that nobody else has read.
    fn link(database: &mut Database) -> Linked {
        link_new(database, &mut Shared::default()).unwrap()
    }

    /// Keys of the games, relation and `same` of all links, sorted.
    fn links(database: &Database) -> Vec<(String, String, bool)> {
        let rows = database.links().unwrap();
        let mut links: Vec<_> = rows
            .into_iter()
            .map(|link| {
                let mut keys = [link.a, link.b].map(|game| database.game_key(game).unwrap());
                keys.sort();
                (keys.join(" "), link.relation, link.same)
            })
            .collect();
        links.sort();
        links
    }

    /// Number of games and of copies, counted by a search and by the explorer.
    fn counted(database: &Database, unit: CountUnit) -> [(u64, u64); 2] {
        counted_as(database, unit, Evidence::Derived)
    }

    fn counted_as(database: &Database, unit: CountUnit, lay: Evidence) -> [(u64, u64); 2] {
        let archive = Archive::of(database.snapshot().unwrap(), lay).unwrap();
        let matcher = || Filter { unit, ..Filter::default() }.resolve(&archive).unwrap();
        let found = search(&archive, &SearchQuery::new(matcher())).unwrap();
        let look = Look { mirroring: Mirroring::Any, variations: false, latest: 1 };
        let explored = explore(&archive, &Position::start(), &matcher(), &look).unwrap();
        let rows: u64 = explored.rows.iter().map(|row| row.score.games()).sum();
        assert_eq!(rows, explored.score.games());
        [(found.count, found.copies), (explored.score.games(), explored.copies)]
    }

    fn written(folder: &tempfile::TempDir, name: &str, text: &str) -> PathBuf {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    /// Thirty unrelated games.
    fn thirty_games() -> String {
        (10..40).map(|seed| pgn(&format!("甲{seed}"), &walk(seed, 60))).collect()
    }

    #[test]
    fn copies_are_found_if_few_features_fit_into_memory() {
        let folder = tempfile::tempdir().unwrap();
        let line = walk(3, 80);
        let copies = pgn("胡荣华", &line) + &pgn("胡荣华", &line[..5 * 60]);
        let path = written(&folder, "a.pgn", &(thirty_games() + &copies));
        let mut database = Database::open(&folder.path().join("a.db")).unwrap();
        take_in(&mut database, &path);
        let archive = Archive::of(database.snapshot().unwrap(), Evidence::Derived).unwrap();
        let plies: usize = archive.facts().alive().map(|(_, fact)| usize::from(fact.plies)).sum();
        let found = |passes: usize| {
            let share = passes * LEAST_SHARE as usize;
            let all = all_pairs(&archive, plies * 2 / (share - 1)).unwrap();
            let [(31, 32, shared)] = all[..] else { panic!("one pair: {all:?}") };
            shared
        };
        let shared = [1, 2, 4, 8].map(found);
        // The copies share some ninety features.
        assert!(shared.iter().all(|shared| (3..=12).contains(shared)), "{shared:?}");
    }

    #[test]
    fn links_follow_what_comes_and_goes() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| written(&folder, name, text);
        let (line, many) = (walk(3, 80), thirty_games());
        let first = file("first.pgn", &(many + &pgn("胡荣华", &line)));
        let cut = file("cut.pgn", &pgn("胡荣华", &line[..5 * 50]));

        let mut database = Database::open(&folder.path().join("a.db")).unwrap();
        take_in(&mut database, &first);
        assert_eq!(link(&mut database), Linked::default());
        take_in(&mut database, &cut);
        // Only the new game is compared.
        let linked = Linked { links: 1, same: 1, copies: 1 };
        assert_eq!(link(&mut database), linked);
        assert_eq!(link(&mut database), linked, "nothing is new");
        let found = links(&database);
        assert_eq!((found[0].1.as_str(), found[0].2), ("prefix", true));
        assert_eq!(link_all(&mut database).unwrap(), linked);
        assert_eq!(links(&database), found, "all at once gives the same");
        let [(_, stands), (_, other)] = database.kin().unwrap()[..] else { panic!("a pair") };
        assert_eq!((stands, other), (31, 31), "the longer of the two stands for both");
        assert_eq!(counted(&database, CountUnit::Games), [(31, 1), (31, 1)]);
        assert_eq!(counted(&database, CountUnit::Lines), [(32, 0), (32, 0)]);
        assert_eq!(counted(&database, CountUnit::Witnesses), [(32, 0), (32, 0)]);

        let mut writer = crate::store::Writer::new(&mut database, 1 << 20).unwrap();
        writer.forget(&crate::import::absolute(&cut)).unwrap();
        writer.finish_and_tidy().unwrap();
        assert_eq!(links(&database), []);
        assert_eq!(link(&mut database), Linked::default());
    }

    #[test]
    fn links_follow_how_records_are_read() {
        use crate::duplicates::{add_decisions, take_back};
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| written(&folder, name, text);
        let (line, many) = (walk(3, 80), thirty_games());
        let sound = file("sound.pgn", &(many + &pgn("胡荣华", &line)));
        // The ninth move is misprinted as an impossible one.
        let meant = &line[8 * 5..8 * 5 + 4];
        let torn = format!("{}a0i9{}", &line[..8 * 5], &line[8 * 5 + 4..]);
        for (name, plies) in [("equal.pgn", 80), ("near.pgn", 60)] {
            let text = pgn("胡荣华", &torn[..5 * plies]);
            let hash = blake3::hash(text.as_bytes()).to_hex();
            let torn = file(name, &text);
            let decision = format!("read\trecord:{hash}/1 ply 9\t{meant}");
            let decisions = crate::decision::read(&decision).unwrap();

            let mut database =
                Database::open(&folder.path().join(name).with_extension("db")).unwrap();
            take_in(&mut database, &sound);
            link(&mut database);
            take_in(&mut database, &torn);
            link(&mut database);
            let before = links(&database);
            assert_eq!(before, [], "eight plies are no copy");
            assert_eq!(counted(&database, CountUnit::Games), [(32, 0), (32, 0)]);

            add_decisions(&mut database, &decisions).unwrap();
            let found = links(&database);
            assert!(found.len() == 1 && found[0].2, "{name}: {found:?}");
            assert_eq!(counted(&database, CountUnit::Games), [(31, 1), (31, 1)], "{name}");
            let as_stated = counted_as(&database, CountUnit::Games, Evidence::Stated);
            assert_eq!(as_stated, [(32, 0), (32, 0)], "{name}: as printed they are two");
            let stated = Archive::of(database.snapshot().unwrap(), Evidence::Stated).unwrap();
            assert_eq!(stated.links().unwrap(), [], "{name}");
            assert_eq!(stated.links_of(31).unwrap(), [], "{name}");
            link_all(&mut database).unwrap();
            assert_eq!(links(&database), found, "{name}: all at once gives the same");

            // Another record of the printed game, without a decision: the game stands as printed.
            let other = file("other.pgn", &(text.clone() + "\n"));
            take_in(&mut database, &other);
            link(&mut database);
            assert_eq!(links(&database), [], "{name}");
            let mut writer = crate::store::Writer::new(&mut database, 1 << 20).unwrap();
            writer.forget(&crate::import::absolute(&other)).unwrap();
            writer.finish_and_tidy().unwrap();
            link(&mut database);
            assert_eq!(links(&database), found, "{name}");

            let wanted = [decisions[0].what.clone()];
            take_back(&mut database, &wanted).unwrap();
            assert_eq!(links(&database), before, "{name}: undone");
            assert_eq!(counted(&database, CountUnit::Games), [(32, 0), (32, 0)]);
        }
    }
}

//! Compares the whole index with an ordered set, and reads damaged bytes.

use crate::store::database::Database;
use crate::store::error::Error;
use crate::store::index::block::Block;
use crate::store::index::encode::{BLOCK_BYTES, encode};
use crate::store::index::merge::MOST_TINY;
use crate::store::index::*;
use crate::store::sql::Connection;
use crate::xiangqi::PositionKey;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

fn database() -> Database {
    with_tables(Database::in_memory())
}

fn with_tables(mut database: Database) -> Database {
    let tx = database.transaction().unwrap();
    tx.run(include_str!("../../../migrations/002_index.sql")).unwrap();
    tx.commit().unwrap();
    database
}

/// Highest key of 56 bits.
const GREATEST_KEY: u64 = (1 << PositionKey::BITS) - 1;

fn mix(seed: u64) -> u64 {
    let mut x = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (x ^ (x >> 31)) & GREATEST_KEY
}

/// Games from `first` on that share an opening of 20 positions and differ for 40 more.
fn games(first: u32, count: u32) -> Vec<Posting> {
    let mut postings = Vec::new();
    for game in first..first + count {
        for ply in 0..60 {
            let key = if ply < 20 { mix(ply) } else { mix(u64::from(game) << 8 | ply) };
            let payload =
                Payload::new((mix(key ^ u64::from(game)) % 8100) as u16, key & 1 == 0, false);
            postings.push(Posting { key, game, payload });
        }
    }
    sort(&mut postings);
    postings
}

fn write(conn: &mut Database, postings: &[Posting]) -> SegmentInfo {
    let tx = conn.transaction().unwrap();
    let info = write_segment(&tx, &Blocks::encode(postings)).unwrap();
    tx.commit().unwrap();
    info
}

/// All postings of the index, segment after segment.
fn everything(conn: &Connection) -> Vec<Posting> {
    let mut all = Vec::new();
    let reader = Reader::open(conn).unwrap();
    let flow = reader.scan_all(conn, |_, posting| {
        all.push(posting);
        ControlFlow::Continue(())
    });
    assert!(flow.unwrap().is_continue());
    assert_eq!(all.len() as u64, reader.posting_count());
    all
}

fn found(conn: &Connection, key: u64) -> BTreeSet<Posting> {
    let mut found = BTreeSet::new();
    let reader = Reader::open(conn).unwrap();
    reader
        .lookup(conn, key, |game, payload| {
            found.insert(Posting { key, game, payload });
        })
        .unwrap();
    found
}

fn block_rows(conn: &Connection) -> i64 {
    conn.value("select count(*) from index_block").unwrap()
}

#[test]
fn an_empty_index_and_empty_segments() {
    let mut conn = database();
    assert!(found(&conn, 7).is_empty());
    assert_eq!(optimize(&conn.transaction().unwrap(), &|_| false).unwrap(), None);
    let info = write(&mut conn, &[]);
    assert_eq!((info.block_count, info.posting_count), (0, 0));
    assert!(everything(&conn).is_empty() && found(&conn, 7).is_empty());
}

#[test]
fn one_posting() {
    for posting in [
        Posting { key: 0, game: 0, payload: Payload(0) },
        Posting { key: GREATEST_KEY, game: u32::MAX, payload: Payload(u16::MAX) },
    ] {
        let mut conn = database();
        write(&mut conn, &[posting]);
        assert_eq!(found(&conn, posting.key), BTreeSet::from([posting]));
        assert!(found(&conn, posting.key ^ 1).is_empty());
        assert!(found(&conn, posting.key ^ GREATEST_KEY).is_empty());
        assert_eq!(everything(&conn), [posting]);
    }
}

#[test]
fn a_position_of_many_games_spans_blocks() {
    let mut conn = database();
    let key = 5 << 40;
    let mut postings: Vec<Posting> = (0..100_000)
        .map(|game| Posting {
            key,
            game: game * 3,
            payload: Payload::new((mix(game.into()) % 30) as u16, false, false),
        })
        .collect();
    postings.extend([key - 1, key + 1].map(|key| Posting { key, game: 9, payload: Payload(9) }));
    sort(&mut postings);
    let info = write(&mut conn, &postings);
    assert!(info.block_count > 10);
    for key in [key - 1, key, key + 1] {
        assert!(found(&conn, key).iter().eq(postings.iter().filter(|posting| posting.key == key)));
    }
    let mut many = Vec::new();
    let reader = Reader::open(&conn).unwrap();
    reader
        .lookup_many(&conn, &[key - 1, key, key + 1, key + 2], |posting| many.push(posting))
        .unwrap();
    assert_eq!(many, postings);
}

#[test]
fn blocks_are_full() {
    let blocks = encode(&games(0, 2_000));
    let full = &blocks[..blocks.len() - 1];
    let total: usize = full.iter().map(|block| block.data.len()).sum();
    assert!(total / full.len() > BLOCK_BYTES - 24, "{} bytes on the average", total / full.len());
    // One more posting can change a parameter, so a block in which a long run ends may stay
    // shorter.
    for block in full {
        let len = block.data.len();
        assert!((BLOCK_BYTES - 240..=BLOCK_BYTES).contains(&len), "{len} bytes");
    }
}

#[test]
fn merging_in_rounds_gives_what_writing_at_once_gives() {
    // Enough blocks for several rounds and parts; two segments hold the second half of the games.
    let mut conn = database();
    let parts = [games(0, 20_000), games(10_000, 20_000), games(30_000, 500)];
    for part in &parts {
        write(&mut conn, part);
    }
    let mut expected = parts.concat();
    let read = expected.len() as u64;
    sort(&mut expected);
    let distinct = expected.len() as u64;
    expected.retain(|posting| posting.game % 7 != 0);
    let tx = conn.transaction().unwrap();
    let report = optimize(&tx, &|game| game % 7 == 0).unwrap().unwrap();
    tx.commit().unwrap();
    assert_eq!((report.segments_read, report.postings_read), (3, read));
    assert_eq!(
        (report.duplicates, report.dead),
        (read - distinct, distinct - expected.len() as u64)
    );
    assert_eq!(report.segment.posting_count, expected.len() as u64);
    assert!(everything(&conn) == expected);
    assert_eq!(block_rows(&conn), i64::from(report.segment.block_count));
}

/// The postings as lists of games, in batches of `size` games.
fn batches(postings: &[Posting], size: u32, backwards: bool) -> Vec<PostingBatch> {
    let mut lists: BTreeMap<u32, Vec<(u64, Payload)>> = BTreeMap::new();
    for posting in postings {
        lists.entry(posting.game).or_default().push((posting.key, posting.payload));
    }
    let mut games: Vec<(u32, Vec<(u64, Payload)>)> = lists.into_iter().collect();
    if backwards {
        games.reverse();
    }
    games.chunks(size as usize).map(|games| PostingBatch::new(games, Vec::new())).collect()
}

#[test]
fn batches_of_any_size_and_order_make_the_same_segment() {
    // Several parts, and enough games for a common position to fill its own bin.
    let mut postings = games(0, 6_000);
    let expected = postings.clone();
    postings.extend_from_within(..1000);
    let mut segments = Vec::new();
    for (size, backwards) in [(6_000, false), (1_000, true), (777, false)] {
        let mut conn = database();
        let encoding = Draft::start(batches(&postings, size, backwards));
        assert_eq!(encoding.posting_count(), postings.len());
        let tx = conn.transaction().unwrap();
        let (info, memory) = encoding.write(&tx).unwrap();
        tx.commit().unwrap();
        assert_eq!(info.posting_count as usize, expected.len());
        assert!(everything(&conn) == expected);
        segments.push(blobs(&conn));
        // The memory of batches of any length can be used again.
        for batch in memory {
            let again = PostingBatch::new(
                &[(7, vec![(9, Payload(1)), (8, Payload(2))])],
                batch.into_memory(),
            );
            let mut conn = database();
            let tx = conn.transaction().unwrap();
            Draft::start(vec![again]).write(&tx).unwrap();
            tx.commit().unwrap();
            let expected = [(8, 2), (9, 1)].map(|(key, payload)| Posting {
                key,
                game: 7,
                payload: Payload(payload),
            });
            assert_eq!(everything(&conn), expected);
        }
    }
    assert!(segments.windows(2).all(|pair| pair[0] == pair[1]));
}

fn blobs(conn: &Connection) -> Vec<Vec<u8>> {
    let mut statement = conn.select("select data from index_block order by id").unwrap();
    statement.all([], |row| row.get(0)).unwrap()
}

#[test]
fn an_interrupted_merge_loses_nothing() {
    let mut conn = database();
    let parts = [games(0, 300), games(300, 300)];
    for part in &parts {
        write(&mut conn, part);
    }
    optimize(&conn.transaction().unwrap(), &|_| false).unwrap();
    assert_eq!(everything(&conn), parts.concat());
}

#[test]
fn compacting_keeps_segments_few_and_the_file_small() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("index.db");
    let mut conn = with_tables(Database::connect(&file).unwrap());
    let pages = |conn: &Connection| -> i64 {
        conn.value("select page_count from pragma_page_count").unwrap()
    };
    let mut most = 0;
    for batch in 0..40 {
        let tx = conn.transaction().unwrap();
        write_segment(&tx, &Blocks::encode(&games(batch * 200, 200))).unwrap();
        compact(&tx, MOST_SEGMENTS, &|_| false).unwrap();
        tx.commit().unwrap();
        most = most.max(pages(&conn));
        assert!(segments(&conn).unwrap().len() <= MOST_SEGMENTS + MOST_TINY);
    }
    let expected = games(0, 8_000);
    let mut all = everything(&conn);
    sort(&mut all);
    assert!(all == expected);
    for _ in 0..5 {
        let tx = conn.transaction().unwrap();
        optimize(&tx, &|_| false).unwrap();
        tx.commit().unwrap();
    }
    assert!(everything(&conn) == expected);
    let used = block_rows(&conn);
    assert!(pages(&conn) < used * 5 / 4 + most / 4, "{} pages for {used} blocks", pages(&conn));
}

#[test]
fn ids_grow_even_when_everything_is_dead() {
    let mut conn = database();
    let first = write(&mut conn, &games(0, 50));
    let mut reader = Reader::open(&conn).unwrap();
    assert!(!reader.refresh(&conn).unwrap());
    let tx = conn.transaction().unwrap();
    let report = optimize(&tx, &|_| true).unwrap().unwrap();
    tx.commit().unwrap();
    assert_eq!((report.segment.posting_count, block_rows(&conn)), (0, 0));
    let key = games(0, 1)[0].key;
    assert!(matches!(reader.lookup(&conn, key, |_, _| ()), Err(Error::MissingBlock { .. })));
    assert!(reader.refresh(&conn).unwrap());
    assert!(found(&conn, key).is_empty());
    let second = write(&mut conn, &games(0, 50));
    assert!(second.id > first.id && second.first_block > first.first_block);
}

#[test]
fn scanning_stops_when_told_and_sees_damage() {
    let mut conn = database();
    let info = write(&mut conn, &games(0, 500));
    let reader = Reader::open(&conn).unwrap();
    let mut seen = 0;
    let flow = reader.scan_all(&conn, |_, _| {
        seen += 1;
        if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(flow.unwrap().is_break() && seen == 3);
    let cases = [
        ("delete from index_block where id = ?1", "index block 3 is missing"),
        (
            "update index_block set data = zeroblob(9) where id = ?1",
            "index block 3 is damaged: unknown block layout 0",
        ),
        (
            "update index_block set data = substr(data, 1, 999) where id = ?1",
            "index block 3 is damaged: the block is cut off",
        ),
        (
            "update index_block set data = (select data from index_block where id = 2) where id = \
            ?1",
            "index segment 1 is damaged: a fence is not its block's",
        ),
        (
            "update index_segment set posting_count = posting_count + 1 where first_block <= ?1",
            "index segment 1 is damaged: its number of postings is wrong",
        ),
    ];
    for (damage, message) in cases {
        let tx = conn.transaction().unwrap();
        tx.write(damage).unwrap().execute([info.first_block + 2]).unwrap();
        let error =
            Reader::open(&tx).unwrap().scan_all(&tx, |_, _| ControlFlow::Continue(())).unwrap_err();
        assert_eq!(error.to_string(), message);
        assert!(optimize(&tx, &|_| false).is_err() || message.contains("fence"));
    }
}

#[test]
fn longer_keys_of_the_first_layout_are_read() {
    let mut postings = games(0, 9);
    for posting in &mut postings {
        posting.key = posting.key << 8 | posting.key & 0xff;
    }
    for mut block in encode(&postings) {
        block.data[0] = 1;
        let parsed = Block::parse(&block.data).unwrap();
        assert_eq!(parsed.first_key(), block.first_key >> 8);
        let mut keys = Vec::new();
        parsed.for_each(|posting| keys.push(posting.key)).unwrap();
        assert!(keys.iter().zip(&postings).all(|(key, posting)| *key == posting.key >> 8));
        let mut count = 0;
        parsed.find(keys[7], |_| true, |_, _| count += 1).unwrap();
        assert!(count > 0);
        postings.drain(..keys.len());
    }
}

/// Keys and games that repeat often, with the extremes among them.
fn any_posting() -> impl Strategy<Value = Posting> {
    let key = prop_oneof![
        Just(0),
        Just(GREATEST_KEY),
        0..9u64,
        (0..40u64).prop_map(mix),
        any::<u64>().prop_map(mix)
    ];
    let game = prop_oneof![0..60u32, any::<u32>(), Just(u32::MAX)];
    let payload =
        prop_oneof![(0..30u16).prop_map(|to| to * 270), any::<u16>(), Just(Payload::NO_MOVE)];
    (key, game, payload).prop_map(|(key, game, payload)| Posting {
        key,
        game,
        payload: Payload(payload),
    })
}

fn any_segment() -> impl Strategy<Value = Vec<Posting>> {
    prop::collection::vec(any_posting(), 0..1500).prop_map(|mut postings| {
        sort(&mut postings);
        postings
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_index_is_an_ordered_set(
        parts in prop::collection::vec(any_segment(), 1..6),
        order in prop::collection::vec(any::<[prop::sample::Index; 2]>(), 0..4),
        in_the_end in any::<bool>(),
    ) {
        let is_dead = |game: u32| game % 5 == 3;
        let mut conn = database();
        for part in &parts {
            write(&mut conn, part);
        }
        let tx = conn.transaction().unwrap();
        for pair in order {
            let ids: Vec<i64> = segments(&tx).unwrap().iter().map(|segment| segment.id).collect();
            merge(&tx, &pair.map(|at| *at.get(&ids)), &is_dead).unwrap();
        }
        if in_the_end {
            optimize(&tx, &is_dead).unwrap();
        }
        tx.commit().unwrap();

        // Until all is merged, some dead games are still there and readers skip them.
        let mut kept = everything(&conn);
        prop_assert!(!in_the_end || kept.iter().all(|posting| !is_dead(posting.game)));
        kept.retain(|posting| !is_dead(posting.game));
        let given: BTreeSet<Posting> = parts.iter().flatten().copied().collect();
        let alive = given.iter().filter(|posting| !is_dead(posting.game)).copied();
        let alive: BTreeSet<Posting> = alive.collect();
        prop_assert_eq!(&kept.into_iter().collect::<BTreeSet<_>>(), &alive);

        let keys = given.iter().flat_map(|posting| [posting.key, posting.key ^ 1]);
        let keys: BTreeSet<u64> = keys.collect();
        let mut one_by_one = BTreeSet::new();
        for &key in &keys {
            one_by_one.extend(found(&conn, key));
        }
        let keys: Vec<u64> = keys.into_iter().collect();
        let mut many = BTreeSet::new();
        let reader = Reader::open(&conn).unwrap();
        reader.lookup_many(&conn, &keys, |posting| many.extend([posting])).unwrap();
        prop_assert_eq!(&one_by_one, &many);
        many.retain(|posting| !is_dead(posting.game));
        prop_assert_eq!(&many, &alive);
    }

    #[test]
    fn dealing_and_sorting_is_sorting(parts in prop::collection::vec(any_segment(), 0..4), size in 1u32..50) {
        let mut expected = parts.concat();
        let batches = parts.iter().flat_map(|part| batches(part, size, true)).collect();
        let mut conn = database();
        let tx = conn.transaction().unwrap();
        Draft::start(batches).write(&tx).unwrap();
        tx.commit().unwrap();
        sort(&mut expected);
        prop_assert_eq!(everything(&conn), expected);
    }

    #[test]
    fn blocks_come_back(postings in any_segment()) {
        let mut decoded = Vec::new();
        for block in encode(&postings) {
            prop_assert!(block.data.len() <= BLOCK_BYTES);
            let parsed = Block::parse(&block.data).unwrap();
            prop_assert_eq!(parsed.len(), block.posting_count as usize);
            prop_assert_eq!(parsed.first_key(), block.first_key);
            let before = decoded.len();
            parsed.for_each(|posting| decoded.push(posting)).unwrap();
            // Of one key, the postings of every second game.
            let Posting { key, .. } = decoded[before + (decoded.len() - before) / 2];
            let is_wanted = |game: u32| game.is_multiple_of(2);
            let (mut found, mut wanted) = (Vec::new(), decoded[before..].to_vec());
            let visit = |game, payload| found.push(Posting { key, game, payload });
            parsed.find(key, is_wanted, visit).unwrap();
            wanted.retain(|posting| posting.key == key && is_wanted(posting.game));
            prop_assert_eq!(found, wanted);
        }
        prop_assert_eq!(decoded, postings);
    }

    #[test]
    fn damaged_blocks_never_panic(
        postings in any_segment(),
        cut in any::<prop::sample::Index>(),
        flips in prop::collection::vec((any::<prop::sample::Index>(), 0..8u8), 1..6),
        early in any::<bool>(),
        key in any::<u64>(),
    ) {
        let Some(block) = encode(&postings).into_iter().next() else { return Ok(()) };
        let mut bytes = block.data;
        let whole = bytes.len();
        for (at, bit) in flips {
            // A flip in the header does most; every second time all flips are there.
            let within = if early { whole.min(40) } else { whole };
            bytes[at.index(within)] ^= 1 << bit;
        }
        for bytes in [&bytes[..], &bytes[..cut.index(whole)]] {
            is_read_or_refused(bytes, &[key, u64::MAX])?;
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(mut bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        if let Some(layout) = bytes.first_mut() {
            *layout = 1;
        }
        is_read_or_refused(&bytes, &[u64::MAX])?;
    }
}

/// Reads bytes that may be no block: there are no more postings than the header gives, and exactly
/// as many without an error; a key has no more postings than the block.
fn is_read_or_refused(bytes: &[u8], keys: &[u64]) -> Result<(), TestCaseError> {
    let Ok(parsed) = Block::parse(bytes) else { return Ok(()) };
    let mut count = 0;
    let is_complete = parsed.for_each(|_| count += 1).is_ok();
    prop_assert!(count <= parsed.len() && (!is_complete || count == parsed.len()));
    for &key in keys.iter().chain([&parsed.first_key()]) {
        let mut found = 0;
        _ = parsed.find(key, |_| true, |_, _| found += 1);
        prop_assert!(found <= parsed.len());
    }
    Ok(())
}

-- The position index: which game comes to which position, and what it plays there.
-- The bytes inside are described in src/store/index/block.rs; both tables are written by that code only.

-- One row per sorted run. Rows are written once and only ever deleted as a whole: a merge writes a new segment and deletes
-- the ones it read in the same transaction. A merge that drops everything leaves a segment of no blocks, so that ids of
-- segments and blocks always grow and a reader can tell by the ids alone that the index changed.
create table index_segment (
    id            integer primary key,
    first_block   integer not null check (first_block > 0),
    block_count   integer not null check (block_count >= 0),
    posting_count integer not null check (posting_count >= block_count),
    -- The upper 32 bits of every block's first key, little-endian, in block order: a lookup searches them in memory and
    -- reads only the block it needs. The last column, because it is long: the counts are read without touching it.
    fences        blob    not null check (length(fences) = 4 * block_count)
) strict;

-- The blocks of a segment are the rows first_block .. first_block + block_count - 1, in key order. A blob is kept just
-- under what fits beside its row header on one page, so that a rare position costs one page and no overflow chain.
create table index_block (
    id   integer primary key,
    data blob not null
) strict;

-- Sums over the rows of other tables, by which `verify` notices a byte that changed by itself; src/store/checksum.rs tells how
-- they are made. Programs that change those tables in other ways make `verify` complain.
create table checksum (
    -- Of the table.
    name text    not null,
    -- The rows with ids from part * 8192 + 1 to (part + 1) * 8192.
    part integer not null,
    -- The hashes of these rows, added up.
    sum  integer not null,
    primary key (name, part)
) strict, without rowid;

-- Sources that lost their last location during an import that has not ended: another file may still turn out to have the
-- same content. The import forgets them at its end, or the next one does.
create table homeless (
    source integer primary key references source
) strict;

-- Games that are nearly equal. Derived from the games by src/people; everything in these tables can be deleted and made anew
-- by `xqdb links --rebuild`.
drop table if exists link;
drop table if exists unlinked;
drop table if exists kin;

-- A row for two games, the one with the smaller id first. It goes when one of them changes or is gone.
create table link (
    a        integer not null references game,
    b        integer not null references game,
    -- prefix, misprint, cycle, order, dropped, ending, mixed, mirror, fragment, diagram, study or names.
    relation text    not null,
    -- alike, sole or same: what the two by themselves tell.
    standing text    not null,
    -- 1 when they are held to be one game, all other links considered.
    same     integer not null,
    -- From 0 to 1.
    score    real    not null,
    -- The ply, 1-based in `a`, with which they part; null where all moves are equal.
    parts_at integer,
    -- JSON object: what speaks for and against it.
    evidence text    not null,
    primary key (a, b)
) strict, without rowid;
create index link_by_b on link (b);

-- Games that changed since they were linked. Those that are new have ids above meta.linked.
create table unlinked (
    game integer primary key
) strict;
insert or replace into meta values ('linked', 0);

-- Groups of certain copies of whole games: each game, and the one of its group that stands for it. Other games have no row.
create table kin (
    game  integer primary key references game,
    first integer not null references game
) strict;
create index kin_by_first on kin (first);

-- What was imported and what it says. The index over positions follows in 002.

-- Small facts of the file itself: 'generation' grows with every change to a game, so caches know they are stale.
create table meta (
    name  text primary key,
    value any not null
) strict, without rowid;
insert into meta values ('generation', 0);

-- One row per content read: a file, or a member of an archive. Byte copies at several paths share one row.
create table source (
    id          integer primary key,
    -- BLAKE3 of the content, 32 bytes.
    hash        blob    not null unique,
    size        integer not null,
    -- Name in the table of formats; null when no format fits.
    format      text,
    encoding    text,
    -- What the user forced, e.g. 'encoding=big5'; empty by default. With `reader` it decides whether reading the same
    -- content again could give anything else.
    options     text    not null,
    reader      integer not null,
    records     integer not null default 0,
    deleted     integer not null default 0,
    -- How far a large file has been read and committed, in bytes; equals `size` when complete.
    done_to     integer not null default 0,
    complete    integer not null default 0,
    -- JSON list of [byte offset, what]: damage that belongs to no record.
    damage      text,
    imported_at text    not null
) strict;

-- Where the content was found. `path` is absolute; bytes that are not UTF-8 are written \xNN.
create table location (
    id     integer primary key,
    source integer not null references source,
    path   text    not null,
    member text    not null default ''
) strict;
-- A path holds one content at a time; the import and `forget` look paths up.
create unique index location_by_path on location (path, member);
-- Which paths does a source have? Asked for every game that is shown.
create index location_by_source on location (source);

-- A tree of moves and comments beyond a bare main line, stored once however many records carry it.
create table tree (
    id   integer primary key,
    -- First 16 bytes of the BLAKE3 of `data` before compression.
    hash blob not null unique,
    -- zstd; the layout is described in src/store/tree.rs.
    data blob not null
) strict;

-- Names as found, with the keys they are searched by.
create table player (
    id     integer primary key,
    name   text not null unique,
    -- Folded: simplified, half width, lower case, without the team.
    key    text not null,
    pinyin text not null
) strict;
create table event (
    id   integer primary key,
    name text not null unique,
    key  text not null
) strict;

-- One row per distinct game.
create table game (
    id          integer primary key,
    -- Public id, 12 characters: the first six name start and main line, the last six the game on that line.
    key         text    not null,
    kind        text    not null,
    red         integer references player,
    black       integer references player,
    red_team    text,
    black_team  text,
    event       integer references event,
    site        text,
    round       text,
    -- ISO, as much as is known: 1956, 1956-10, 1956-10-02. The text as found stands beside it.
    date        text,
    date_found  text,
    result      text    not null,
    termination text,
    opening     text,
    -- FEN; null is the standard start with Red to move.
    start       text,
    plies       integer not null,
    -- Two bytes a ply: from-square and to-square, each rank * 9 + file.
    moves       blob    not null
) strict;
-- Public ids are looked up, and records with the same line are found by the first half of the key.
create index game_by_key on game (key);

-- One row per record found in a source.
create table record (
    id         integer primary key,
    source     integer not null references source,
    -- 1-based within the source.
    ordinal    integer not null,
    start_byte integer not null,
    end_byte   integer not null,
    -- ok, partial, empty or rejected.
    status     text    not null,
    -- The game it witnesses; null for headings and for what was set aside.
    game       integer references game,
    -- JSON object: every tag as found.
    tags       text    not null,
    result     text    not null,
    kind       text    not null,
    tree       integer references tree,
    -- JSON, as described in src/replay/game.rs; null when there is nothing to tell.
    error      text,
    damaged    text,
    warnings   text,
    -- The bytes of the record, zstd, unless it is entirely clean.
    raw        blob
) strict;
create unique index record_by_source on record (source, ordinal);
-- The witnesses of a game.
create index record_by_game on record (game) where game is not null;

-- What filters and statistics need of every game, 8,192 games a row, by columns; see src/store/facts.rs.
create table facts (
    chunk integer primary key,
    data  blob not null
) strict;

-- The same database in words, for people who query it by hand.
create view games as
    select game.id, game.key, game.kind, red.name as red, black.name as black, event.name as event,
           game.site, game.round, game.date, game.result, game.opening, game.start, game.plies
    from game
    left join player as red on red.id = game.red
    left join player as black on black.id = game.black
    left join event on event.id = game.event;

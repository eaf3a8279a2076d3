-- References name the column that they mean: some programs (Datasette) understand no others. Tables that others added stay as they are.
pragma writable_schema = on;
update sqlite_schema
set sql = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(sql,
        ' references source', ' references source (id)'),
        ' references player', ' references player (id)'),
        ' references event', ' references event (id)'),
        ' references game', ' references game (id)'),
        ' references record', ' references record (id)'),
        ' references tree', ' references tree (id)'),
        ' references tag_shape', ' references tag_shape (id)'),
        ' references title', ' references title (id)'),
        ' references chapter', ' references chapter (id)'),
        ' references series', ' references series (id)'),
        ' references edition', ' references edition (id)'),
        ' references namesake', ' references namesake (name)'),
        ' (id) (id)', ' (id)'),
        ' (name) (name)', ' (name)')
where type = 'table' and name in (
    'location', 'game', 'record', 'homeless', 'heading', 'derived', 'doubt', 'link', 'kin', 'comment', 'passed_over', 'named_otherwise',
    'wording', 'edition', 'held', 'held_game', 'kin_undecided', 'seat', 'evaluation');
pragma writable_schema = reset;

-- How each game counts: what questions of the program compare, for whoever asks in SQL. Derived at the end of an import and of a
-- decision from the tables that are there; everything in `person`, `counted` and `counted_part` can be deleted together and is made anew.

-- Who plays, under whatever name.
create table if not exists person (
    -- The lowest `player.id` of the person's names.
    id   integer primary key,
    -- The folded name that stands for the person; of a namesake with the place of the team: 王斌@武汉.
    key  text not null unique,
    -- How the person is called.
    name text not null
) strict;

-- A game that came since the last import ended has no row. Copies stand in `kin`.
create table if not exists counted (
    game         integer primary key references game (id),
    kind         text not null,
    red          integer references person (id),
    black        integer references person (id),
    series       integer references series (id),
    edition      integer references edition (id),
    -- The first and the last date at which it may have been played, as far as they are known: 1956-10-02, 1956-10 or 1956.
    date_from    text,
    date_to      text,
    -- Why: stated, event, copy, decision and others.
    date_because text,
    -- The year in which all of that lies.
    year         integer,
    result       text not null,
    -- The ECCO code by moves.
    opening      text,
    -- board, online, program or unknown.
    played       text not null,
    -- The moves, as in `game`, where people decided to read its records otherwise.
    moves        blob
) strict;

-- A hash of all that the rows of 8,192 neighbouring games in `counted` say. Where it is as it was, the rows are not written.
create table if not exists counted_part (
    part integer primary key,
    hash integer not null
) strict;

-- The numbers from 0 to 1023, to count plies by.
create table if not exists number (
    n integer primary key
) strict;
insert or ignore into number with recursive up (n) as (select 0 union all select n + 1 from up where n < 1023) select n from up;

-- Everything that follows from games is derived again, and this with it.
delete from meta where name = 'settled_generation';

-- The same database in words. Each column is described before its name; `xqdb sql --datasette` reads these lines, too.
-- A move is written as it is stored, from one square to another: a square is rank * 9 + file, a byte, and its name stands at that place
-- of the text with all ninety.
drop view if exists plies;
create view plies (
    -- One row for every ply of every main line.

    -- The key of the game.
    game,
    -- 1 for the first move of the main line.
    ply,
    -- Who moves: w is Red, b is Black.
    side,
    -- The move: h2e2.
    move,
    -- The id of the game, to join with.
    id
) as
    select game.key, 1024 * high.n + low.n + 1, iif((low.n + ifnull(game.start like '% b%', 0)) % 2 = 0, 'w', 'b'),
           substr('a0b0c0d0e0f0g0h0i0a1b1c1d1e1f1g1h1i1a2b2c2d2e2f2g2h2i2a3b3c3d3e3f3g3h3i3a4b4c4d4e4f4g4h4i4a5b5c5d5e5f5g5h5i5a6b6c6d6e6f6g6h6i6a7b7c7d7e7f7g7h7i7a8b8c8d8e8f8g8h8i8a9b9c9d9e9f9g9h9i9',
                   2 * ifnull(unicode(substr(ifnull(counted.moves, game.moves), 2 * (1024 * high.n + low.n) + 1, 1)), 0) + 1, 2)
           || substr('a0b0c0d0e0f0g0h0i0a1b1c1d1e1f1g1h1i1a2b2c2d2e2f2g2h2i2a3b3c3d3e3f3g3h3i3a4b4c4d4e4f4g4h4i4a5b5c5d5e5f5g5h5i5a6b6c6d6e6f6g6h6i6a7b7c7d7e7f7g7h7i7a8b8c8d8e8f8g8h8i8a9b9c9d9e9f9g9h9i9',
                   2 * ifnull(unicode(substr(ifnull(counted.moves, game.moves), 2 * (1024 * high.n + low.n) + 2, 1)), 0) + 1, 2),
           game.id
    from game
    left join counted on counted.game = game.id
    cross join number as high cross join number as low
    where high.n <= (length(ifnull(counted.moves, game.moves)) / 2 - 1) / 1024 and low.n < min(1024, length(ifnull(counted.moves, game.moves)) / 2 - 1024 * high.n);

drop view if exists games;
create view games (
    -- One row for every distinct line of moves, under what counts in statistics. count(distinct counts_as) with kind = 'game' is the
    -- number of games, as the program counts.

    -- A number within this file.
    id,
    -- The public id of the game, 12 characters, the same in every file.
    key,
    -- game, handicap, opening, endgame, composed or position. Statistics count `game`.
    kind,
    -- The key of the game that stands for this one and its certain copies; the own key where there is no copy.
    counts_as,
    -- The name of Red as records state it.
    red,
    -- The name of Black as records state it.
    black,
    -- How the person is called who has Red, under whatever name; null where it is nobody.
    red_person,
    -- How the person is called who has Black, likewise.
    black_person,
    -- The folded name that stands for this person in every file, as `person` in the view persons.
    red_person_id,
    -- The folded name that stands for this person, likewise.
    black_person_id,
    -- Tournament, book or collection, as stated.
    event,
    -- The series that the event belongs to.
    series,
    -- Series and edition: 五羊杯全国象棋冠军邀请赛@24.
    edition_id,
    -- The year of the edition.
    edition_year,
    -- The place, as stated.
    site,
    -- The round, as stated.
    round,
    -- The date as stated, as far as it is known: 1956-10-02, 1956-10 or 1956.
    date,
    -- The first date at which the game may have been played.
    date_from,
    -- The last date at which the game may have been played.
    date_to,
    -- Why these dates: stated, event, copy, decision and others.
    date_because,
    -- The year that counts; null where none is known or the date is doubted.
    year,
    -- The result that counts: 1-0, 0-1, 1/2-1/2, or * where none is known.
    result,
    -- The ECCO code by the moves: C55.
    opening,
    -- The opening as records name it.
    opening_found,
    -- How it was played: board, online, program or unknown.
    played,
    -- The position it begins from, as FEN; null is the standard start.
    start,
    -- The length of the main line in plies.
    plies,
    -- The title that most records have.
    title,
    -- The first move: h2e2. Files a to i from Red's left, ranks 0 to 9 from Red's side.
    first_move,
    -- The first ten plies, with blanks between them.
    opening_moves,
    -- All moves of the main line, with blanks between them. It takes some fifty times as long as first_move.
    moves
) as
    select game.id, game.key, ifnull(counted.kind, game.kind),
           ifnull((select stands.key from kin join game as stands on stands.id = kin.first where kin.game = game.id), game.key),
           (select name from player where id = game.red), (select name from player where id = game.black),
           (select name from person where id = counted.red), (select name from person where id = counted.black),
           (select key from person where id = counted.red), (select key from person where id = counted.black),
           (select name from event where id = game.event), (select name from series where id = counted.series),
           (select name from edition where id = counted.edition), (select year from edition where id = counted.edition),
           game.site, game.round, game.date,
           iif(counted.game is null, game.date, counted.date_from), iif(counted.game is null, game.date, counted.date_to),
           iif(counted.game is null, iif(game.date is null, null, 'stated'), counted.date_because),
           iif(counted.game is null, cast(substr(game.date, 1, 4) as integer), counted.year),
           ifnull(counted.result, game.result), counted.opening, game.opening, ifnull(counted.played, 'unknown'),
           game.start, length(ifnull(counted.moves, game.moves)) / 2,
           (select title.name from record
            join heading on heading.record = record.id join title on title.id = heading.title
            where record.game = game.id
            group by title.id order by count(*) desc, length(title.name) desc, title.name limit 1
           ),
           iif(game.plies > 0, substr('a0b0c0d0e0f0g0h0i0a1b1c1d1e1f1g1h1i1a2b2c2d2e2f2g2h2i2a3b3c3d3e3f3g3h3i3a4b4c4d4e4f4g4h4i4a5b5c5d5e5f5g5h5i5a6b6c6d6e6f6g6h6i6a7b7c7d7e7f7g7h7i7a8b8c8d8e8f8g8h8i8a9b9c9d9e9f9g9h9i9',
                   2 * ifnull(unicode(substr(ifnull(counted.moves, game.moves), 1, 1)), 0) + 1, 2)
            || substr('a0b0c0d0e0f0g0h0i0a1b1c1d1e1f1g1h1i1a2b2c2d2e2f2g2h2i2a3b3c3d3e3f3g3h3i3a4b4c4d4e4f4g4h4i4a5b5c5d5e5f5g5h5i5a6b6c6d6e6f6g6h6i6a7b7c7d7e7f7g7h7i7a8b8c8d8e8f8g8h8i8a9b9c9d9e9f9g9h9i9',
                   2 * ifnull(unicode(substr(ifnull(counted.moves, game.moves), 2, 1)), 0) + 1, 2), null),
           (select group_concat(move, ' ') from plies where plies.id = game.id and ply <= 10),
           (select group_concat(move, ' ') from plies where plies.id = game.id)
    from game
    left join counted on counted.game = game.id;

drop view if exists dates;
create view dates (
    -- When each game was played, and why.

    -- The key of the game.
    game,
    -- The first date at which the game may have been played.
    date_from,
    -- The last date at which the game may have been played.
    date_to,
    -- Why: stated, event, copy, decision and others.
    because,
    -- The id of the game, to join with.
    id
) as
    select game.key, iif(counted.game is null, game.date, counted.date_from), iif(counted.game is null, game.date, counted.date_to),
           iif(counted.game is null, iif(game.date is null, null, 'stated'), counted.date_because), game.id
    from game left join counted on counted.game = game.id;

drop view if exists players;
create view players (
    -- Every spelling of a name, and how many lines of moves state it.

    -- A number within this file.
    id,
    -- The name as found.
    name,
    -- The name folded: simplified, half width, lower case, without the team.
    key,
    -- The name in Latin letters.
    pinyin,
    -- The number of lines of moves in which records state the name for Red; copies count each.
    red,
    -- The number of lines of moves in which records state the name for Black, likewise.
    black
) as
    select player.id, player.name, player.key, player.pinyin,
           ifnull(of_red.games, 0), ifnull(of_black.games, 0)
    from player
    left join (select red as id, count(*) as games from game group by red) as of_red
        on of_red.id = player.id
    left join (select black as id, count(*) as games from game group by black) as of_black
        on of_black.id = player.id;

drop view if exists persons;
create view persons (
    -- Every spelling of a name, and the person whom it means.

    -- `player.id`
    player_id,
    -- The name as found.
    name,
    -- The name folded.
    key,
    -- The folded name that stands for the person in every file.
    person,
    -- How the person is called.
    person_name
) as
    select player.id, player.name, player.key, coalesce(joined.head, player.key), coalesce(person.name, player.name)
    from player
    left join joined on joined.sort = 'player' and joined.key = player.key
    left join person on person.key = coalesce(joined.head, player.key)
    where player.key <> '';

drop view if exists editions;
create view editions (
    -- The editions of series of events.

    -- Series and edition: 五羊杯全国象棋冠军邀请赛@24.
    edition_id,
    -- The name of the series.
    series,
    -- The number of the edition.
    edition,
    -- The year in which it was held.
    edition_year,
    -- 1 where women play.
    is_of_women,
    -- A number within this file.
    id
) as
    select edition.name, series.name, edition.edition, edition.year, edition.is_of_women, edition.id
    from edition join series on series.id = edition.series;

drop view if exists witnesses;
create view witnesses (
    -- Every record at every place where its file lies, with the game that it witnesses.

    -- The key of the game that the record witnesses.
    game,
    -- `record.id`
    record,
    -- The file.
    path,
    -- The name inside an archive; empty for a plain file.
    member,
    -- The place in the file, 1 for its first record.
    ordinal,
    -- Where the record begins in the file, in bytes.
    start_byte,
    -- The format of the file.
    format,
    -- The encoding of the file.
    encoding,
    -- ok, partial, empty or rejected.
    status,
    -- The result as this record states it.
    result,
    -- The ply that could not be read, 1 for the first.
    error_ply,
    -- The text that stands there.
    error_token,
    -- Why it could not be read.
    error_reason,
    -- The id of the game, to join with.
    id,
    -- The first date at which the game may have been played.
    date_from,
    -- The last date at which the game may have been played.
    date_to
) as
    select game.key, record.id, location.path, location.member, record.ordinal,
           record.start_byte, source.format, source.encoding, record.status, record.result,
           json_extract(record.error, '$.ply'), json_extract(record.error, '$.token'),
           json_extract(record.error, '$.reason'), record.game,
           iif(counted.game is null, game.date, counted.date_from), iif(counted.game is null, game.date, counted.date_to)
    from record
    join source on source.id = record.source
    join location on location.source = source.id
    left join game on game.id = record.game
    left join counted on counted.game = record.game;

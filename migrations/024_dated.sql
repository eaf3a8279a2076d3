-- When games were played, where that is not simply the date that is stated: by all their witnesses, and by the other games of their
-- players, by days on which records were typed, and by copies. Derived at the end of an import; a game without a row has its stated
-- date, or none. In the place of `misdated`.
create table if not exists dated (
    game integer primary key,
    -- As facts pack a time; 0 where none is known.
    packed integer not null,
    -- '1999-08-20', '1999-08' or '1999'; null where it is not known.
    date_from text,
    date_to text,
    -- 'event', 'witnesses', 'copy'; see `DateReason`.
    because text not null,
    -- 1 where other games say so: what its own witnesses say stands in the overlay of the facts, too.
    by_others integer not null,
    -- 'all other games of its players are of 1964-2008', where that contradicts what is stated.
    says text
) strict;
create index if not exists dated_by_others on dated (game) where by_others = 1;
create table if not exists misdated (game integer primary key, says text not null) strict;
insert or ignore into dated (game, packed, because, by_others, says)
    select game, 0, 'doubted', 1, says from misdated;

-- As in 019, with these.
drop view if exists doubts;
create view doubts as
    select game.key as game, doubt.record, doubt.field, doubt.says, record.game as id
    from doubt join record on record.id = doubt.record join game on game.id = record.game
    union all
    select game.key, null, 'Date', dated.says, dated.game
    from dated join game on game.id = dated.game where dated.by_others = 1 and dated.says is not null;
drop table if exists misdated;

-- When each game was played.
drop view if exists dates;
create view dates as
    select game.key as game, iif(dated.game is null, game.date, dated.date_from) as date_from,
           iif(dated.game is null, game.date, dated.date_to) as date_to,
           coalesce(dated.because, iif(game.date is null, null, 'stated')) as because, game.id as id
    from game left join dated on dated.game = game.id;

-- As in 019, with the time of the game.
drop view if exists witnesses;
create view witnesses as
    select game.key as game, record.id as record, location.path, location.member, record.ordinal,
           record.start_byte, source.format, source.encoding, record.status, record.result,
           json_extract(record.error, '$.ply') as error_ply,
           json_extract(record.error, '$.token') as error_token,
           json_extract(record.error, '$.reason') as error_reason,
           record.game as id,
           iif(dated.game is null, game.date, dated.date_from) as date_from,
           iif(dated.game is null, game.date, dated.date_to) as date_to
    from record
    join source on source.id = record.source
    join location on location.source = source.id
    left join game on game.id = record.game
    left join dated on dated.game = record.game;

-- What is remembered of common positions was counted by other dates.
update meta set value = value + 1 where name = 'generation';

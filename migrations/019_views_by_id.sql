-- Views of derived values, doubts, witnesses and comments have the id of the game, too: joined by it, or asked for one game, they go
-- from the game to its records by an index. By the key alone, which stands in no index, every game is looked at.
drop view if exists derived_values;
create view derived_values as
    select game.key as game, derived.record, derived.field, derived.value, derived.source,
           record.game as id
    from derived join record on record.id = derived.record join game on game.id = record.game;

-- As in 016, with the id.
drop view if exists doubts;
create view doubts as
    select game.key as game, doubt.record, doubt.field, doubt.says, record.game as id
    from doubt join record on record.id = doubt.record join game on game.id = record.game
    union all
    select game.key, null, 'Date', misdated.says, misdated.game
    from misdated join game on game.id = misdated.game;

-- As in 011, with the id.
drop view if exists witnesses;
create view witnesses as
    select game.key as game, record.id as record, location.path, location.member, record.ordinal,
           record.start_byte, source.format, source.encoding, record.status, record.result,
           json_extract(record.error, '$.ply') as error_ply,
           json_extract(record.error, '$.token') as error_token,
           json_extract(record.error, '$.reason') as error_reason,
           record.game as id
    from record
    join source on source.id = record.source
    join location on location.source = source.id
    left join game on game.id = record.game;

-- As in 017, with the id.
drop view if exists comments;
create view comments as
    select game.key as game, record.id as record, json_extract(comment.value, '$[1]') as ply,
           json_extract(comment.value, '$[2]') as variation, json_extract(comment.value, '$[3]') as text,
           record.game as id
    from record
    join comment as told on told.tree = record.tree
    join json_each(told.told) as comment
    left join game on game.id = record.game;

-- Why a content that no format fits holds no games: it is a picture, a program, a text that speaks of none. Contents that were read
-- before have no row until they are read again.
create table if not exists passed_over (
    source integer primary key references source,
    reason text not null
) strict;

-- What is remembered of common positions names no game where none is dated.
update meta set value = value + 1 where name = 'generation';

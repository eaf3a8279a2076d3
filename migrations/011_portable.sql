-- The file can be read with what people have: SQLite 3.37 and later. Older programs know neither the option
-- `contentless_delete` (3.43) nor the operator `->>` (3.38).

-- As in 003. A row is deleted by handing in its words again; src/store/tables/tree.rs does so, and fills the table anew.
drop table comment_text;
create virtual table comment_text using fts5 (words, content = '', tokenize = 'unicode61');

-- As in 005.
drop view record_tags;
create view record_tags as
    select record.id as record, tag.key as name, tag.value as value
    from record, json_each(record.tags) as tag
    where record.shape is null
    union all
    select record.id,
           iif(entry.type = 'array', json_extract(entry.value, '$[0]'), entry.value),
           iif(entry.type = 'array', json_extract(entry.value, '$[1]'),
               json_extract(record.tags, '$[' || (
                   select count(*) from json_each(tag_shape.names) as before
                   where before.key < entry.key and before.type <> 'array') || ']'))
    from record join tag_shape on tag_shape.id = record.shape, json_each(tag_shape.names) as entry;

-- As in 010, with the moves as text: `h2e2 h9g7`.
drop view games;
create view games as
    select game.id, game.key, game.kind, red.name as red, black.name as black, event.name as event,
           game.site, game.round, game.date, game.result, game.opening, game.start, game.plies,
           -- The commonest of its records, then the longest.
           (select title.name from record
            join heading on heading.record = record.id join title on title.id = heading.title
            where record.game = game.id
            group by title.id order by count(*) desc, length(title.name) desc, title.name limit 1
           ) as title,
           (with recursive
                text (hex) as (select hex(game.moves)),
                square (place) as (
                    select 0 where game.plies > 0
                    union all select place + 1 from square where place + 1 < 2 * game.plies
                ),
                -- A byte is rank * 9 + file.
                byte (place, value) as (
                    select place,
                           16 * instr('123456789ABCDEF', substr(hex, 2 * place + 1, 1))
                           + instr('123456789ABCDEF', substr(hex, 2 * place + 2, 1))
                    from square, text
                )
            select group_concat(
                       iif(place > 0 and place % 2 = 0, ' ', '')
                       || substr('abcdefghi', value % 9 + 1, 1) || (value / 9), '')
            from (select place, value from byte order by place)
           ) as moves
    from game
    left join player as red on red.id = game.red
    left join player as black on black.id = game.black
    left join event on event.id = game.event;

-- Every spelling of a name, and how many games it has of each side.
create view players as
    select player.id, player.name, player.key, player.pinyin,
           ifnull(of_red.games, 0) as red, ifnull(of_black.games, 0) as black
    from player
    left join (select red as id, count(*) as games from game group by red) as of_red
        on of_red.id = player.id
    left join (select black as id, count(*) as games from game group by black) as of_black
        on of_black.id = player.id;

-- Every record at every place where its source lies, with the game that it witnesses.
create view witnesses as
    select game.key as game, record.id as record, location.path, location.member, record.ordinal,
           record.start_byte, source.format, source.encoding, record.status, record.result,
           json_extract(record.error, '$.ply') as error_ply,
           json_extract(record.error, '$.token') as error_token,
           json_extract(record.error, '$.reason') as error_reason
    from record
    join source on source.id = record.source
    join location on location.source = source.id
    left join game on game.id = record.game;

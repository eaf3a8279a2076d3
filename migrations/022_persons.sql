-- Names of players by the records of a game, folded, where these name different ones. Written with the game.
create table if not exists named_otherwise (
    game  integer not null references game,
    red   text    not null,
    black text    not null,
    primary key (game, red, black)
) strict, without rowid;

-- Names that are one person's or one event's, as all games and the decisions tell. Derived at the end of an import and of a decision;
-- everything here can be deleted and is made anew. A name that is one with no other has no row.
create table if not exists joined (
    -- player or event.
    sort    text not null,
    -- The folded name.
    key     text not null,
    -- The folded name that stands for the person or event: never a misprint, and in hanzi where one of the names is.
    head    text not null,
    -- JSON object: the name with which it was found to be one, and what speaks for it.
    because text not null,
    primary key (sort, key)
) strict, without rowid;

-- The commonest spelling of a folded name of players that has several. Derived with `joined`.
create table if not exists called (
    key  text primary key,
    name text not null
) strict, without rowid;

-- Every spelling of a player's name, the folded name of the person, and how the person is called.
drop view if exists persons;
create view persons as
    select player.id as player_id, player.name, player.key, coalesce(joined.head, player.key) as person,
           coalesce(called.name,
                    (select min(own.name) from player as own where own.key = coalesce(joined.head, player.key)),
                    player.name) as person_name
    from player
    left join joined on joined.sort = 'player' and joined.key = player.key
    left join called on called.key = coalesce(joined.head, player.key)
    where player.key <> '';

-- What is remembered of common positions counted spellings for people.
update meta set value = value + 1 where name = 'generation';

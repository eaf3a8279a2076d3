-- The years of persons, for whoever asks in SQL: without games whose player a witness or a copy names otherwise, as the program shows them.
-- Derived with the other columns.
pragma defer_foreign_keys = on;
drop view if exists persons;
create table person_before as select id, key, name from person;
drop table person;

-- Who plays, under whatever name.
create table person (
    -- The lowest `player.id` of the person's names.
    id         integer primary key,
    -- The folded name that stands for the person; of a namesake with the place of the team: 王斌@武汉.
    key        text not null unique,
    -- How the person is called.
    name       text not null,
    -- The first year in which a game shows the person.
    first_year integer,
    -- The last year, likewise.
    last_year  integer
) strict;
insert into person (id, key, name) select id, key, name from person_before;
drop table person_before;

-- Everything that follows from games is derived again, and these columns with it.
delete from meta where name = 'settled_generation';

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
    person_name,
    -- The first year in which a game shows the person, under whatever name; games with doubted dates, and games that a record gives to
    -- others, show none.
    first_year,
    -- The last year, likewise.
    last_year
) as
    select player.id, player.name, player.key, coalesce(joined.head, player.key), coalesce(person.name, player.name),
           person.first_year, person.last_year
    from player
    left join joined on joined.sort = 'player' and joined.key = player.key
    left join person on person.key = coalesce(joined.head, player.key)
    where player.key <> '';

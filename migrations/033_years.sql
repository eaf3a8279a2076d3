-- The years of persons, for whoever asks in SQL: without games whose player a witness or a copy names otherwise, as the program shows them.
-- Derived with the other columns.
alter table person add column first_year integer;
alter table person add column last_year integer;

-- Everything that follows from games is derived again, and these columns with it.
delete from meta where name = 'settled_generation';

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

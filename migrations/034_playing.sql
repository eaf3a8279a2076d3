-- Names that games had once, before a better record came or their file was forgotten, are no persons: who is there follows from the
-- records, not from the order of imports.
drop view if exists persons;

-- Who belongs to whom is derived again, and persons with it.
delete from meta where name = 'settled_generation';

create view persons (
    -- Every spelling of a name, and the person whom it means; empty for nobody. A name whose person has no game any more has no row.

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
    where player.key <> '' and (person.id is not null or joined.head = '');

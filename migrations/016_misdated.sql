-- Games whose date cannot be right, as the other games of their players or the day of the import show. Derived from all games at the
-- end of an import; questions take such a date for none.
create table if not exists misdated (
    game integer primary key,
    -- 'all other games of its players are of 1964-2008'
    says text not null
) strict;

-- As in 013, with these; they are of no record by itself.
drop view if exists doubts;
create view doubts as
    select game.key as game, doubt.record, doubt.field, doubt.says
    from doubt join record on record.id = doubt.record join game on game.id = record.game
    union all
    select game.key, null, 'Date', misdated.says from misdated join game on game.id = misdated.game;

-- What is remembered of common positions was counted without.
update meta set value = value + 1 where name = 'generation';

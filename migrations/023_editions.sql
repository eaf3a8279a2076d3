-- An event is a series and an edition of it: 五羊杯 is held every year, its 24th edition in 2004. All four tables are derived from the
-- wordings of events, the dates of games and what people decided; they are made anew when these change, and can be deleted.

-- What the wording of an event says by itself.
create table if not exists wording (
    event       integer primary key references event,
    -- Empty where the wording names no tournament.
    series      text not null,
    edition     integer,
    year        integer,
    -- 1 where women play.
    is_of_women integer not null
) strict;

create table if not exists series (
    id        integer primary key,
    name      text not null unique,
    -- Other names, a line each.
    spellings text not null
) strict;

create table if not exists edition (
    id          integer primary key,
    -- 五羊杯全国象棋冠军邀请赛@24; @2004 where the number of the edition is not known; with w behind it, that of women.
    name        text not null unique,
    series      integer not null references series,
    edition     integer,
    year        integer,
    is_of_women integer not null,
    -- The first wording of those that name it; its own name where none does.
    wording     text not null
) strict;

-- Which series an event is, and which edition; of a wording that does not say it, the date of each game tells the edition.
create table if not exists held (
    event       integer primary key references event,
    series      integer not null references series,
    edition     integer references edition,
    is_of_women integer not null
) strict;

-- The edition of each game whose date tells it.
create table if not exists held_game (
    game    integer primary key references game,
    edition integer not null references edition
) strict;

drop view if exists editions;
create view editions as
    select edition.name as edition_id, series.name as series, edition.edition, edition.year as edition_year, edition.is_of_women,
           edition.id
    from edition join series on series.id = edition.series;

-- Every game of a series, with its edition where one is known.
drop view if exists held_games;
create view held_games as
    select game.key as game, series.name as series, edition.name as edition_id, edition.edition, edition.year as edition_year, game.id
    from game
    join held on held.event = game.event
    join series on series.id = held.series
    left join held_game on held_game.game = game.id
    left join edition on edition.id = ifnull(held.edition, held_game.edition);

-- The version of the rules by which wordings were read.
insert or ignore into meta (name, value) values ('wordings', 0);

-- What is remembered of common positions counts wordings.
update meta set value = value + 1 where name = 'generation';

-- What headings and names of files say of a record and its tags do not, and where they contradict them. `record`, `game` and
-- `facts` hold what is stated; what is derived is laid over it when a question is answered.
create table derived (
    record integer not null references record,
    -- As in the tags: Red, Black, Date, Result, Round.
    field  text    not null,
    value  text    not null,
    -- event, title or file. What a file's name says stands among the tags of the record, too.
    source text    not null,
    primary key (record, field)
) strict, without rowid;
create table doubt (
    record integer not null references record,
    field  text    not null,
    -- 'event says 1982'
    says   text    not null,
    primary key (record, field)
) strict, without rowid;

-- What is derived of the games of a chunk of `facts`, as far as questions compare it; see src/store/overlay.rs. A chunk of which
-- nothing is derived has no row.
create table overlay (
    chunk integer primary key,
    data  blob not null
) strict;

-- What is derived and doubted of games, in words.
create view derived_values as
    select game.key as game, derived.record, derived.field, derived.value, derived.source
    from derived join record on record.id = derived.record join game on game.id = record.game;
create view doubts as
    select game.key as game, doubt.record, doubt.field, doubt.says
    from doubt join record on record.id = doubt.record join game on game.id = record.game;

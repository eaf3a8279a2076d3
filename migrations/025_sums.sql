-- What happened to decisions, a row each time one was made or taken back: `xqdb verify --repair` makes a damaged `decision` of it.
create table if not exists journal (
    id         integer primary key,
    -- decide or undo.
    verb       text not null,
    -- As in `decision`.
    action     text not null,
    target     text not null,
    value      text not null,
    reason     text not null,
    decided_by text not null,
    decided_on text not null,
    noted_at   text not null
) strict;

-- The rows of all tables by which an answer can change are summed up in `checksum`, too; src/store/migrations.rs makes the sums
-- of the rows that are there, and begins the journal.

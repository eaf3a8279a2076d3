-- What could not be read, or not to its end: an encrypted member, a wrong checksum, a failing disk.
-- A row goes when what lies at its place is read, or is forgotten.

create table unread (
    -- As in `location`.
    path     text not null,
    member   text not null default '',
    reason   text not null,
    noted_at text not null,
    primary key (path, member)
) strict, without rowid;

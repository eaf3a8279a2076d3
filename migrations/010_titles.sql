-- Titles, and the chapters of books, to be searched. What is stated stands in the tags of the records, too: `title`, `chapter`
-- and `heading` can be made anew from them.
create table title (
    id   integer primary key,
    -- As the first record has it.
    name text not null unique,
    -- Folded: simplified, half width, lower case.
    key  text not null
) strict;
create table chapter (
    id   integer primary key,
    -- Book and chapter, with ' / ' between them.
    name text not null unique
) strict;
-- What a record states of the two. Without either it has no row.
create table heading (
    record  integer primary key references record,
    title   integer references title,
    chapter integer references chapter
) strict;
create index heading_by_title on heading (title) where title is not null;
create index heading_by_chapter on heading (chapter) where chapter is not null;

-- The folders between what was named on the command line and the file, with ' / ' between them. Null where there are none, and
-- where an earlier version imported: the next import of the same folder fills it.
alter table location add column chapter text;

drop view games;
create view games as
    select game.id, game.key, game.kind, red.name as red, black.name as black, event.name as event,
           game.site, game.round, game.date, game.result, game.opening, game.start, game.plies,
           -- The commonest of its records, then the longest.
           (select title.name from record
            join heading on heading.record = record.id join title on title.id = heading.title
            where record.game = game.id
            group by title.id order by count(*) desc, length(title.name) desc, title.name limit 1
           ) as title
    from game
    left join player as red on red.id = game.red
    left join player as black on black.id = game.black
    left join event on event.id = game.event;

-- Players who have the name of somebody else, as all games tell: 王斌 of 武汉 beside 王斌 of 江苏. Both tables are derived at the end of an
-- import; everything here can be deleted and is made anew.
create table if not exists namesake (
    -- As a decision names him: the folded name, @, and the place of his team.
    name    text primary key,
    -- JSON object: what speaks for it.
    because text not null
) strict, without rowid;

-- The games of namesakes, and on which side they sit.
create table if not exists seat (
    game integer not null references game,
    -- red or black.
    side text not null,
    name text not null references namesake,
    primary key (game, side)
) strict, without rowid;

-- The version of the rules by which namesakes were found.
insert or ignore into meta (name, value) values ('namesakes', 0);
update meta set value = value + 1 where name = 'generation';

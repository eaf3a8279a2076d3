-- Which games have an online site, so that neither a question nor an import reads the sites of all games again.
create table if not exists online_part (
    -- Games with ids from part * 8192 + 1 to (part + 1) * 8192.
    part  integer primary key,
    -- What the games are read from: the sum over their rows, and the words by which a site is online.
    read  integer not null,
    -- A bit for each game, the lowest bit of the first byte for the first; trailing bytes of 0 are left out.
    games blob    not null
) strict;

-- Answers about the positions that very many games come to, such as the start. A cache: its rows are believed only while
-- meta.common_generation equals meta.generation, which every change to a game increases. Otherwise the answers are worked
-- out anew, and written here again at the end of the next import. Everything in it can be deleted.
create table common_position (
    -- The key of the position index, its 64 bits as a signed number.
    key      integer not null,
    -- 1 when the position asked for is the mirror image of the canonical one of its pair.
    mirrored integer not null,
    -- 1 when mirror images do not count.
    exact    integer not null,
    -- JSON: how many games come here and the first of them in every order; see src/search/common.rs.
    found    text    not null,
    -- JSON: the opening explorer's rows, for games of kind 'game'.
    explored text    not null,
    primary key (key, mirrored, exact)
) strict;
insert into meta values ('common_generation', -1);

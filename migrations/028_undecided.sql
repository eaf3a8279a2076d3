-- `kin` has the groups of copies as people decided. What is found of the games about which they decided otherwise stands here, so that a
-- decision can be taken back. Derived at the end of an import and of a decision.
create table if not exists kin_undecided (
    game  integer primary key references game,
    -- The game that stands for its group; null where it is in none.
    first integer references game
) strict;

-- The comments of a tree, so that any program can read them. They stood in tree.data before; src/store/tree.rs reads both.
create table if not exists comment (
    tree integer primary key references tree,
    -- JSON: of each comment its node (-1 is the start), the plies before it, whether it stands in a variation (1 or 0), and its text.
    told text not null
) strict;

-- Every comment of every record, with the game that the record witnesses.
drop view if exists comments;
create view comments as
    select game.key as game, record.id as record, json_extract(comment.value, '$[1]') as ply,
           json_extract(comment.value, '$[2]') as variation, json_extract(comment.value, '$[3]') as text
    from record
    join comment as told on told.tree = record.tree
    join json_each(told.told) as comment
    left join game on game.id = record.game;

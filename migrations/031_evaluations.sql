-- Evaluations and clocks that programs wrote into the comments of a record; src/metadata/evaluation.rs lists the forms. Made of the
-- comments, which stay as they are: `xqdb verify --repair` makes the table anew.
create table if not exists evaluation (
    record integer primary key references record,
    -- JSON: of each comment with numbers its node (-1 is the start), the plies before it, whether it stands in a variation (1 or 0), the
    -- score from Red's side in centipawns (a mate in n moves is 30000 - n, against Red negative), the depth in plies, the seconds that
    -- the move took, the seconds that the mover has left, and from which side the source counts: red or mover. Null is not said.
    said   text    not null
) strict;

-- Every evaluation of every record, with the game that the record witnesses.
drop view if exists evaluations;
create view evaluations as
    select game.key as game, evaluation.record, json_extract(one.value, '$[1]') as ply,
           json_extract(one.value, '$[2]') as variation, json_extract(one.value, '$[3]') as eval,
           json_extract(one.value, '$[4]') as depth, json_extract(one.value, '$[5]') as spent,
           json_extract(one.value, '$[6]') as clock, json_extract(one.value, '$[7]') as counted_for
    from evaluation
    join record on record.id = evaluation.record
    join json_each(evaluation.said) as one
    left join game on game.id = record.game;

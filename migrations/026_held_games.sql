-- As in 023, with a row for a game and its copies together: every edition that one of them names has the game once, as everywhere
-- else. The row is of the game that stands for them, if it is of the edition, or else of the first that is.
drop view if exists held_games;
create view held_games as
    select game.key as game, series.name as series, edition.name as edition_id, edition.edition, edition.year as edition_year, game.id
    from game
    join held on held.event = game.event
    join series on series.id = held.series
    left join held_game on held_game.game = game.id
    left join edition on edition.id = ifnull(held.edition, held_game.edition)
    left join kin on kin.game = game.id
    where kin.game is null or kin.game = kin.first or not exists (
        select 1
        from kin as other
        join game as copy on copy.id = other.game
        join held as of_copy on of_copy.event = copy.event
        left join held_game as game_of_copy on game_of_copy.game = copy.id
        where other.first = kin.first and other.game <> kin.game
          and (other.game = other.first or other.game < kin.game)
          and ifnull(of_copy.edition, game_of_copy.edition) is edition.id
          and (edition.id is not null or copy.event = game.event)
    );

-- The first games of common positions by date stand in the order of their first days now, times from one day to another among them. They
-- are computed again with the next change, or by `optimize`.
update meta set value = -1 where name = 'common_generation';
delete from meta where name = 'common_games';

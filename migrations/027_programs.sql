-- Answers about common positions count games of programs apart now. They are computed again with the next change, or by `optimize`.
update meta set value = -1 where name = 'common_generation';
delete from meta where name = 'common_games';

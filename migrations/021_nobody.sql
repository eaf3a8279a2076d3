-- A team alone is no player's name: what is remembered of common positions counted it for one.
update meta set value = value + 1
where name = 'generation'
  and (exists (select 1 from player where key = '') or exists (select 1 from event where key = ''));

-- Names that are alike after folding are found together.
create index if not exists player_key on player (key);
create index if not exists event_key on event (key);

-- What is remembered of common positions says nothing of players and events: it is worked out anew.
update meta set value = value + 1 where name = 'generation';

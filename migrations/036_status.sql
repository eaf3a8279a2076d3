-- Records that are not sound are few: they are counted without a look at all others.
create index if not exists record_by_status on record (status, game) where status <> 'ok';

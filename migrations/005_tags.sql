-- The tags of records without their names. Nearly all records of an archive have the same few lists of names; a list is
-- stored once, and a record has only its values.
create table tag_shape (
    id    integer primary key,
    -- JSON array, an entry a tag in file order: the name; or [name, value] where the value hardly ever varies.
    names text not null unique
) strict;
-- With a shape, `record.tags` is a JSON array: the values of those entries that are a bare name. Without one, as records of
-- earlier versions are, it is a JSON object.
alter table record add column shape integer references tag_shape;

-- One row per tag of every record, for people who query by hand.
create view record_tags as
    select record.id as record, tag.key as name, tag.value as value
    from record, json_each(record.tags) as tag
    where record.shape is null
    union all
    select record.id,
           iif(entry.type = 'array', entry.value ->> 0, entry.value),
           iif(entry.type = 'array', entry.value ->> 1,
               record.tags ->> (select count(*) from json_each(tag_shape.names) as before
                                where before.key < entry.key and before.type <> 'array'))
    from record join tag_shape on tag_shape.id = record.shape, json_each(tag_shape.names) as entry;

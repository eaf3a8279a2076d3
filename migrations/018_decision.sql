-- What people decided about the archive, a row a decision, as `xqdb decisions export` writes them. Nothing that was imported changes by
-- it: decisions are laid over the other tables when a question is answered.
create table if not exists decision (
    -- same, differ or set.
    action     text not null,
    -- player:NAME, event:NAME, game:KEY or game:KEY.FIELD; names are folded.
    target     text not null,
    -- What the target is the same as, differs from, or is set to.
    value      text not null,
    reason     text not null,
    -- Empty where nobody says.
    decided_by text not null,
    decided_on text not null,
    primary key (action, target, value, reason, decided_by, decided_on)
) strict, without rowid;

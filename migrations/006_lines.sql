-- Games are found by their key with the facts, which have its first half. This index was a third of the pages that an
-- import wrote: keys are spread evenly, and every new game changed a page of its own.
drop index game_by_key;

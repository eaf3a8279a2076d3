"""Answers questions of the explorer with DuckDB over the file that is named: a line of JSON for each on standard input."""

import json
import sys

import duckdb

QUESTION = """
with here as (
    select distinct game, result,
           case when own_mirror then least(move, translate(move, 'abcdefghi', 'ihgfedcba'))
                when mirrored <> $mirrored then translate(move, 'abcdefghi', 'ihgfedcba')
                else move end as played
    from positions
    where key = $key and not variation and kind = 'game'
)
select played, count(*) filter (result = '1-0'), count(*) filter (result = '1/2-1/2'),
       count(*) filter (result = '0-1'), count(*) filter (result = '*')
from here where played is not null group by played order by played
"""


def main():
    database = duckdb.connect()
    database.execute(f"create view positions as select * from read_parquet('{sys.argv[1]}')")
    for line in sys.stdin:
        rows = database.execute(QUESTION, json.loads(line)).fetchall()
        print(json.dumps(rows), flush=True)


main()

"""Asks fifteen questions about all games by plain SQL, by DuckDB and by Polars over Parquet.

Usage: fifteen_questions.py DATABASE FOLDER. Prints a line of JSON for each question: its name, and its rows by each door.
"""

import json
import sqlite3
import sys

import duckdb
import polars as pl

BASE = "select * from games where kind = 'game' and key = counts_as"
QUESTIONS = {
    "games": "select count(*) from base",
    "results": "select result, count(*) from base where played <> 'program' group by 1",
    "average length": "select round(avg(plies), 6) from base",
    "games of decades": "select year // 10 * 10, count(*) from base where year is not null group by 1",
    "central cannon against screen horses by decade": """
        select year // 10 * 10, count(*), sum(case result when '1-0' then 1 else 0 end)
        from base where opening >= 'C' and opening < 'D' and year is not null group by 1""",
    "players": """
        select person, count(*) from (
            select red_person as person from base union all select black_person from base)
        where person is not null group by 1""",
    "head to head": """
        select red_person, black_person, result, count(*) from base
        where red_person is not null and black_person is not null group by 1, 2, 3""",
    "first moves": "select first_move, count(*) from base group by 1",
    "first ten plies": "select opening_moves, count(*) from base where plies >= 10 group by 1",
    "letters of openings": "select substr(opening, 1, 1), count(*) from base group by 1",
    "editions": "select edition_id, count(*) from base group by 1",
    "draws of decades": """
        select year // 10 * 10, sum(case result when '1/2-1/2' then 1 else 0 end)
        from base where year is not null and played <> 'program' group by 1""",
    "longest": "select max(plies) from base",
    # A game with copies that were played otherwise counts for each, as in `xqdb search --played`.
    "how they were played": "select played, count(distinct counts_as) from games where kind = 'game' group by 1",
    "length by result": "select result, round(avg(plies), 6) from base group by 1",
}


def squares(moves, plies):
    names = [f"{file}{rank}" for rank in range(10) for file in "abcdefghi"]
    pairs = zip(moves[0 : 2 * plies : 2], moves[1 : 2 * plies : 2])
    return " ".join(names[a] + names[b] for a, b in pairs) or None


def main(database, folder):
    plain = sqlite3.connect(database)
    duck = duckdb.connect()
    table = pl.read_parquet(f"{folder}/games.parquet")
    table = table.with_columns(
        first_move=pl.Series([squares(moves, 1) for moves in table["moves"]], dtype=pl.String),
        opening_moves=pl.Series([squares(moves, 10) for moves in table["moves"]], dtype=pl.String),
    )
    polars = pl.SQLContext(games=table, eager=True)
    duck.register("games", table.to_arrow())
    for name, question in QUESTIONS.items():
        sql = f"with base as ({BASE}) {question}"
        doors = {
            "plain SQL": plain.execute(sql.replace("//", "/")).fetchall(),
            "DuckDB": duck.execute(sql).fetchall(),
            "Polars": polars.execute(sql).rows(),
        }
        answers = {door: sorted(map(list, rows), key=json.dumps) for door, rows in doors.items()}
        print(json.dumps([name, sql.replace("//", "/"), answers], ensure_ascii=False))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Questions of the package against those of SQL, and fifteen analytic ones at its doors."""

from __future__ import annotations

import datetime
import json
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest

import xiangqidb as xq
from xiangqidb import _native

PEERS = Path(__file__).parents[2] / "tests" / "peers"


def test_rows_have_the_fields_that_are_described(db: xq.Database) -> None:
    answers = {
        "opening": (db.openings(), xq.Database.openings),
        "period": (db.life(per="decade"), xq.Database.life),
        "rating": (db.ratings(min_games=1, all=True), xq.Database.ratings),
    }
    for answer, (rows, method) in answers.items():
        named = [name for name, _ in _native.described(answer)]
        assert len(rows) > 0 and list(rows[0]) == named, answer
        assert pyarrow.table(rows).column_names == named
        assert list(pandas.DataFrame(rows).columns) == named
        assert len(polars.DataFrame(rows)) == len(rows) == len(list(rows))
        assert method.__doc__ is not None and all(f"``{name}``" in method.__doc__ for name in named)
        assert f"<th>{named[0]}</th>" in rows._repr_html_()


def test_answers_count_as_the_explorer_does(db: xq.Database) -> None:
    games = db.explore().games
    assert sum(row["games"] for row in db.openings()) == games
    assert sum(row["games"] for row in db.life()) == sum(game.date is not None for game in db.games())
    assert [row["games"] for row in db.life(player="胡荣华", since=1970)] == [1]
    assert len(db.openings(player="nobody at all")) == 0
    stats = db.stats()
    assert stats["records"] == len(polars.DataFrame(db.records()))
    with pytest.raises(xq.Error):
        db.life(per="century")  # type: ignore[arg-type]


def test_an_event_is_a_tournament(db: xq.Database) -> None:
    event = db.event("测试赛@1")
    assert {row["player"] for row in event.standings} >= {"胡荣华", "杨官璘", "柳大华"}
    assert "胡荣华" in event._repr_html_()
    with pytest.raises(KeyError):
        db.event("没有的赛事")


def test_a_player_is_described_with_opponents(db: xq.Database) -> None:
    player = db.player("胡荣华")
    described = [name for name, _ in _native.described("player-page")]
    assert list(player) == described
    assert player.name == "胡荣华" and [row["games"] for row in player.sides] == [2, 1, 1]
    assert {row["name"] for row in player.opponents} == {"杨官璘", "柳大华"}
    assert len(db.player("胡荣华", limit=1).opponents) == 1
    assert [row["games"] for row in db.player("胡荣华", since=1970).sides] == [1, 1]
    both = db.player("胡荣华", against="柳大华")
    assert both.against == "柳大华" and [game["result"] for game in both.games] == ["0-1"]
    assert db.player("吕钦", notation="iccs").name == "吕钦"
    assert "柳大华" in player._repr_html_() and "2 games" in repr(player)
    assert xq.Player.__doc__ is not None and all(f"``{name}``" in xq.Player.__doc__ for name in described)
    with pytest.raises(KeyError):
        db.player("没有的人")
    with pytest.raises(xq.Error):
        db.player("胡荣华", notation="no such")
    with pytest.raises(OverflowError):
        db.player("胡荣华", limit=-1)


def test_sql_gives_rows_of_python_and_a_table(db: xq.Database) -> None:
    rows = db.sql("select key, plies, moves from game order by key; select 1 where 0")
    rows = db.sql("select id, key, length(moves) / 2.0 as half, moves, null as none from game order by key")
    assert [row["key"] for row in rows] == [game.key for game in db.games()]
    table = pyarrow.table(rows)
    kinds = [str(kind) for kind in table.schema.types]
    assert kinds == ["int64", "string", "double", "binary", "int64"]
    assert table["moves"].to_pylist() == [row["moves"] for row in rows]
    assert db.sql("select xq_moves(id, 'uci') as moves from game order by key")[0]["moves"] == " ".join(db.games()[0].moves)
    assert len(db.sql("select 1 where 0")) == 0
    for refused in ("delete from game", "select no_column from game", "select"):
        with pytest.raises(xq.Error):
            db.sql(refused)


def test_some_columns_of_some_games(db: xq.Database) -> None:
    whole = pyarrow.table(db.games())
    for names in (["key"], ["moves", "result"], whole.column_names):
        assert pyarrow.table(db.games(columns=names)).equals(whole.select(names)), names
        assert pyarrow.table(db.games(columns=names, limit=2)).equals(whole.select(names).slice(0, 2))
    assert len(db.search(limit=1)) == 1 and len(db.search(limit=0)) == 0
    with pytest.raises(xq.Error, match="no column `colour`"):
        db.search(columns=["colour"])
    frame = pandas.DataFrame(db.search())
    assert set(frame.columns) == {name for game in db.search() for name in game}
    assert len(frame) == len(db.search())


def test_boards_are_those_of_the_positions(db: xq.Database) -> None:
    for variations in (False, True):
        rows = pyarrow.table(db.positions(columns=["key", "fen", "board"], variations=variations)).to_pylist()
        assert len(rows) == len(pyarrow.table(db.positions(variations=variations)))
        for row in rows:
            position = xq.Position(row["fen"])
            assert position.key == row["key"]
            letters = ["." if number == 0 else " KABNRCP"[abs(number)] for number in row["board"]]
            letters = [letter if number > 0 else letter.lower() for letter, number in zip(letters, row["board"])]
            squares = [file + str(rank) for rank in range(10) for file in "abcdefghi"]
            found = {square: letter for square, letter in zip(squares, letters) if letter != "."}
            assert found == position.piece_map()
    assert "<td>" in (db.positions(columns=["fen", "ply"])._repr_html_() or "")


@pytest.mark.skipif(not PEERS.exists(), reason="the questions lie in a clone")
def test_fifteen_questions_have_one_answer_by_python_and_spark(
    db: xq.Database, spark_or_none: Any, tmp_path: Path
) -> None:
    sys.path.insert(0, str(PEERS))
    import fifteen_questions as asked

    def normal(rows: Any) -> list[str]:
        cell = lambda value: value.isoformat() if isinstance(value, datetime.date) else value
        return sorted(json.dumps([cell(value) for value in row], ensure_ascii=False) for row in rows)

    plain = sqlite3.connect(db.path)
    table = pyarrow.table(db.games())
    for name, plies in (("first_move", 1), ("opening_moves", 10)):
        moves = [asked.squares(line, plies) for line in table["moves"].to_pylist()]
        table = table.append_column(name, pyarrow.array(moves, pyarrow.string()))
    if spark_or_none is not None:
        path = tmp_path / "games.parquet"
        pyarrow.parquet.write_table(table, path)
        spark_or_none.read.parquet(str(path)).createOrReplaceTempView("games")
    some = 0
    for name, question in asked.QUESTIONS.items():
        sql = f"with base as ({asked.BASE}) {question}"
        rows = normal(plain.execute(sql.replace("//", "/")))
        assert normal(row.values() for row in db.sql(sql.replace("//", "/"))) == rows, name
        if spark_or_none is not None:
            found = spark_or_none.sql(sql.replace("//", "div")).collect()
            assert normal(found) == rows, name
        some += bool(rows)
    assert some > 12, "most questions find something"

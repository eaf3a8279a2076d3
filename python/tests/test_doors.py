"""One question at every door: the program, its SQL function, Python, DuckDB over Parquet and Spark
count the same, in positions and with filters drawn at random.

`XQDB_PROGRAM` names the program; without it and without one that `cargo` has built, the doors that
need it are left out. `XQDB_ROUNDS` is the number of questions, 40 by default, of which Spark is
asked 10: with 200 it is the long form. `XQDB_SEED` draws others.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional

import duckdb
import pytest

import xqdb
import xqdb.spark

ROUNDS = int(os.environ.get("XQDB_ROUNDS", "40"))
OF_SPARK = int(os.environ.get("XQDB_ROUNDS", "10"))
SEED = int(os.environ.get("XQDB_SEED", "1"))
PLAYERS = ("林一舟", "陈雨亭", "周许功", "何知秋", "沈望川")
RESULTS = ("1-0", "1/2-1/2", "0-1", "*")
MIRROR = str.maketrans("abcdefghi", "ihgfedcba")

Row = tuple[str, int, int, int, int]
"""A move, its games, and of these won by Red, drawn, and won by Black."""


def program() -> Optional[str]:
    project = Path(__file__).resolve().parents[2]
    target = Path(os.environ.get("CARGO_TARGET_DIR", project / "target"))
    found = os.environ.get("XQDB_PROGRAM", str(target / "debug" / "xqdb"))
    return found if Path(found).exists() else None


@dataclass
class Asked:
    """A question: a position, and who, when and how it ended, as far as that is asked."""

    position: xqdb.Position
    player: Optional[str]
    since: Optional[int]
    result: Optional[str]

    def filters(self) -> dict[str, Any]:
        said = {"player": self.player, "since": self.since and str(self.since)}
        said["result"] = self.result
        return {name: value for name, value in said.items() if value is not None}

    def query(self) -> str:
        """The same in the language for games, as a text of SQL; null where nothing is asked."""
        headers = {"player": self.player, "result": self.result}
        headers["year"] = self.since and f"{self.since}.."
        query = " ".join(f"{name}:{value}" for name, value in headers.items() if value)
        return f"'{query}'" if query else "null"

    def where(self) -> Optional[str]:
        """The same as a condition on the table of games; none where nothing is asked."""
        parts = []
        if self.player is not None:
            parts.append(f"'{self.player}' in (red, black)")
        if self.since is not None:
            parts.append(f"year >= {self.since}")
        if self.result is not None:
            parts.append(f"result = '{self.result}'")
        return " and ".join(parts) or None


def walk(dice: random.Random, plies: int) -> tuple[list[str], list[xqdb.Position]]:
    """A line that often goes where others go, or where their mirror images go."""
    position, moves, positions = xqdb.Position(), [], [xqdb.Position()]
    is_mirrored = dice.random() < 0.5
    for _ in range(plies):
        legal = sorted(
            position.legal_moves,
            key=lambda move: move.translate(MIRROR) if is_mirrored else move,
        )
        moves.append(legal[min(int(dice.expovariate(0.7)), len(legal) - 1)])
        position.push(moves[-1])
        positions.append(xqdb.Position(position.fen()))
    return moves, positions


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> tuple[xqdb.Database, list[Asked]]:
    dice = random.Random(SEED)
    folder = tmp_path_factory.mktemp("doors")
    text, positions = [], []
    for number in range(300):
        moves, line = walk(dice, dice.randint(3, 9))
        positions += line
        played = " ".join(moves)
        red, black = dice.sample(PLAYERS, 2)
        year, result = dice.randint(1950, 1999), dice.choice(RESULTS)
        text.append(
            f'[Event "第{number}局"]\n[Red "{red}"]\n[Black "{black}"]\n'
            f'[Date "{year}.01.02"]\n[Result "{result}"]\n\n{played} {result}\n\n'
        )
    (folder / "games.pgn").write_text("".join(text), encoding="utf-8")
    db = xqdb.open(folder / "games.db", create=True)
    db.import_paths(folder / "games.pgn")
    questions = [
        Asked(
            dice.choice(positions),
            dice.choice((None, *PLAYERS)),
            dice.choice((None, 1960, 1980)),
            dice.choice((None, None, *RESULTS[:3])),
        )
        for _ in range(ROUNDS)
    ]
    return db, questions


def row(move: dict[str, Any], position: xqdb.Position) -> Row:
    uci = move["uci"]
    if position.mirror() == position:
        # There a move and its mirror image are one.
        uci = min(uci, uci.translate(MIRROR))
    return uci, move["games"], move["red"], move["draws"], move["black"]


def of_python(db: xqdb.Database, question: Asked) -> list[Row]:
    explored = db.explore(fen=question.position, unit="lines", kind="game", **question.filters())
    return sorted(row(move, question.position) for move in explored)


def test_duckdb_over_parquet_counts_as_python_does(
    asked: tuple[xqdb.Database, list[Asked]], tmp_path: Path
) -> None:
    db, questions = asked
    db.export(to="parquet", path=tmp_path / "tables")
    tables = duckdb.connect()
    for name in ("games", "positions"):
        path = tmp_path / "tables" / f"{name}.parquet"
        tables.execute(f"create view {name} as from '{path}'")
    ask = """
        with here as (
            select distinct game, positions.result,
                   case when own_mirror then least(move, translate(move, 'abcdefghi', 'ihgfedcba'))
                        when mirrored <> $mirrored then translate(move, 'abcdefghi', 'ihgfedcba')
                        else move end as played
            from positions join games on games.key = game
            where positions.key = $key and not variation and positions.kind = 'game'
                  and ($player is null or $player in (games.red, games.black))
                  and ($since is null or games.year >= $since)
                  and ($result is null or games.result = $result)
        )
        select played, count(*), count(*) filter (result = '1-0'),
               count(*) filter (result = '1/2-1/2'), count(*) filter (result = '0-1')
        from here where played is not null group by played order by played"""
    some = 0
    for question in questions:
        said = {"key": question.position.key, "mirrored": question.position.is_mirrored}
        said |= {"player": question.player, "since": question.since, "result": question.result}
        found = tables.execute(ask, said).fetchall()
        assert sorted(found) == of_python(db, question), question
        some += len(found) > 0
    assert some > len(questions) // 4, "most questions find something"


def test_spark_counts_as_python_does(
    spark: Any, asked: tuple[xqdb.Database, list[Asked]], tmp_path: Path
) -> None:
    db, questions = asked
    tables = str(tmp_path / "tables")
    xqdb.spark.write(spark, os.fspath(Path(db.path).with_name("games.pgn")), tables)
    some = 0
    for question in questions[:OF_SPARK]:
        fen = question.position.fen()
        found = xqdb.spark.explore(spark, tables, fen, question.where()).collect()
        assert sorted(tuple(row)[:5] for row in found) == of_python(db, question), question
        some += len(found) > 0
    assert some > OF_SPARK // 4, "most questions find something"


def test_the_program_counts_as_python_does(asked: tuple[xqdb.Database, list[Asked]]) -> None:
    xqdb_program = program()
    if xqdb_program is None:
        pytest.skip("there is no program: XQDB_PROGRAM names one")
    db, questions = asked

    def run(*args: str) -> str:
        command = [xqdb_program, "--db", os.fspath(db.path), "--quiet", *args]
        return subprocess.run(command, capture_output=True, encoding="utf-8").stdout

    script = "".join(
        f"select xq_explore('{question.position.fen()}', {question.query()});\n"
        for question in questions
    )
    lines = run("sql", "--format", "jsonl", script).splitlines()
    assert len(lines) == len(questions)
    for question, line in zip(questions, lines):
        expected = of_python(db, question)
        fen = question.position.fen()
        filters = [
            part for name, value in question.filters().items() for part in (f"--{name}", value)
        ]
        said = run("explore", "--fen", fen, "--unit", "lines", "--kind", "game", *filters,
                   "--format", "json")
        moves = json.loads(said)["moves"] if said else []
        assert sorted(row(move, question.position) for move in moves) == expected, question
        (in_sql,) = json.loads(line).values()
        moves = json.loads(in_sql)
        assert sorted(row(move, question.position) for move in moves) == expected, question

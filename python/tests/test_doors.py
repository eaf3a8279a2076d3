"""One question at every door: the program, its SQL function, Python, DuckDB over Parquet and Spark
count the same, in positions and with filters drawn at random.

`XQDB_PROGRAM` names the program; without it and without one that `cargo` has built, the doors that
need it are left out. 200 questions are asked, of Spark the first 40: with `XQDB_ROUNDS=200`, or any
other number, every door is asked so many. `XQDB_SEED` draws others.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional

import duckdb
import pytest

import xiangqidb as xq
import xiangqidb.spark

ROUNDS = int(os.environ.get("XQDB_ROUNDS", "200"))
OF_SPARK = int(os.environ.get("XQDB_ROUNDS", "40"))
SEED = int(os.environ.get("XQDB_SEED", "1"))
PLAYERS = ("林一舟", "陈雨亭", "周许功", "何知秋", "沈望川")
EVENTS = ("长风杯", "流云赛", "秋水邀请赛")
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
    """A question: a position, and who with which colour, where, when and how it ended, as far as
    that is asked."""

    position: xq.Position
    player: Optional[str] = None
    red: Optional[str] = None
    black: Optional[str] = None
    event: Optional[str] = None
    since: Optional[int] = None
    until: Optional[int] = None
    result: Optional[str] = None

    def filters(self) -> dict[str, str]:
        names = ("player", "red", "black", "event", "since", "until", "result")
        said = {name: getattr(self, name) for name in names}
        return {name: str(value) for name, value in said.items() if value is not None}

    def query(self) -> str:
        """The same in the language for games, as a text of SQL; null where nothing is asked."""
        headers = self.filters()
        years = headers.pop("since", ""), headers.pop("until", "")
        if any(years):
            headers["year"] = "..".join(years)
        query = " ".join(f"{name}:{value}" for name, value in headers.items())
        return f"'{query}'" if query else "null"

    def where(self) -> Optional[str]:
        """The same as a condition on the table of games; none where nothing is asked."""
        parts = []
        if self.player is not None:
            parts.append(f"'{self.player}' in (red, black)")
        for name in ("red", "black", "event", "result"):
            if (value := getattr(self, name)) is not None:
                parts.append(f"{name} = '{value}'")
        if self.since is not None:
            parts.append(f"year >= {self.since}")
        if self.until is not None:
            parts.append(f"year <= {self.until}")
        return " and ".join(parts) or None


def draw(dice: random.Random, positions: list[xq.Position]) -> Asked:
    """A question: often with one filter or two, sometimes with many or none."""
    asked = Asked(dice.choice(positions))
    who = dice.choice((None, None, "player", "red", "black"))
    if who is not None:
        setattr(asked, who, dice.choice(PLAYERS))
    asked.event = dice.choice((None, None, *EVENTS))
    asked.since = dice.choice((None, None, 1960, 1975))
    asked.until = dice.choice((None, None, 1980, 1990))
    asked.result = dice.choice((None, None, None, *RESULTS[:3]))
    return asked


def walk(dice: random.Random, plies: int) -> tuple[list[str], list[xq.Position]]:
    """A line that often goes where others go, or where their mirror images go."""
    position, moves, positions = xq.Position(), [], [xq.Position()]
    is_mirrored = dice.random() < 0.5
    for _ in range(plies):
        legal = sorted(
            position.legal_moves,
            key=lambda move: move.translate(MIRROR) if is_mirrored else move,
        )
        moves.append(legal[min(int(dice.expovariate(0.7)), len(legal) - 1)])
        position.push(moves[-1])
        positions.append(xq.Position(position.fen()))
    return moves, positions


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> tuple[xq.Database, list[Asked]]:
    dice = random.Random(SEED)
    folder = tmp_path_factory.mktemp("doors")
    text, positions = [], []
    for number in range(300):
        moves, line = walk(dice, dice.randint(3, 9))
        positions += line
        played = " ".join(moves)
        red, black = dice.sample(PLAYERS, 2)
        year, event, result = dice.randint(1950, 1999), dice.choice(EVENTS), dice.choice(RESULTS)
        text.append(
            f'[Event "{event}"]\n[Round "{number}"]\n[Red "{red}"]\n[Black "{black}"]\n'
            f'[Date "{year}.01.02"]\n[Result "{result}"]\n\n{played} {result}\n\n'
        )
    (folder / "games.pgn").write_text("".join(text), encoding="utf-8")
    db = xq.open(folder / "games.db", create=True)
    db.import_paths(folder / "games.pgn")
    return db, [draw(dice, positions) for _ in range(ROUNDS)]


def row(move: dict[str, Any], position: xq.Position) -> Row:
    uci = move["uci"]
    if position.mirror() == position:
        # There a move and its mirror image are one.
        uci = min(uci, uci.translate(MIRROR))
    return uci, move["games"], move["red"], move["draws"], move["black"]


def of_python(db: xq.Database, question: Asked) -> list[Row]:
    explored = db.explore(fen=question.position, unit="lines", kind="game", **question.filters())
    return sorted(row(move, question.position) for move in explored)


def test_duckdb_over_parquet_counts_as_python_does(
    asked: tuple[xq.Database, list[Asked]], tmp_path: Path
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
                  and ($red is null or games.red = $red)
                  and ($black is null or games.black = $black)
                  and ($event is null or games.event = $event)
                  and ($since is null or games.year >= $since)
                  and ($until is null or games.year <= $until)
                  and ($result is null or games.result = $result)
        )
        select played, count(*), count(*) filter (result = '1-0'),
               count(*) filter (result = '1/2-1/2'), count(*) filter (result = '0-1')
        from here where played is not null group by played order by played"""
    some = 0
    for question in questions:
        position = question.position
        said = dict(vars(question), key=position.key, mirrored=position.is_mirrored)
        del said["position"]
        found = tables.execute(ask, said).fetchall()
        assert sorted(found) == of_python(db, question), question
        some += len(found) > 0
    assert some > len(questions) // 4, "most questions find something"


def test_spark_counts_as_python_does(
    spark: Any, asked: tuple[xq.Database, list[Asked]], tmp_path: Path
) -> None:
    db, questions = asked
    tables = str(tmp_path / "tables")
    xq.spark.write(spark, os.fspath(Path(db.path).with_name("games.pgn")), tables)
    some = 0

    def ask(question: Asked) -> list[Row]:
        fen = question.position.fen()
        found = xq.spark.explore(spark, tables, fen, question.where()).collect()
        return sorted(tuple(row)[:5] for row in found)

    questions = questions[:OF_SPARK]
    # Several at a time: while one is planned, others are computed.
    with ThreadPoolExecutor(4) as asking:
        for question, found in zip(questions, asking.map(ask, questions)):
            assert found == of_python(db, question), question
            some += len(found) > 0
    assert some > len(questions) // 4, "most questions find something"


def test_the_program_counts_as_python_does(asked: tuple[xq.Database, list[Asked]]) -> None:
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


PEOPLE = (("胡荣华", "胡榮華", "HU RongHua"), ("吕钦", "呂欽", "LV Qin"), ("柳大华",), ("佚名",))
"""Spellings of people, and a word that is nobody."""
WORDINGS = ("1990年第10届五羊杯", "第十屆“五羊杯”冠軍邀請賽", "1991年全国象棋个人锦标赛")


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> xq.Database:
    """The archive that `XQDB_ARCHIVE` names, or else records under several spellings, some of them
    twice."""
    folder = tmp_path_factory.mktemp("numbers")
    source = os.environ.get("XQDB_ARCHIVE")
    if source is None:
        source = os.fspath(folder / "games.pgn")
        dice, text = random.Random(SEED), []
        for _ in range(60):
            moves, _ = walk(dice, 24)
            players, event = dice.sample(PEOPLE, 2), dice.choice(WORDINGS)
            for _ in range(dice.randint(1, 2)):
                red, black = (dice.choice(spellings) for spellings in players)
                text.append(
                    f'[Event "{event}"]\n[Red "{red}"]\n[Black "{black}"]\n[Date "{event[:4]}"]\n'
                    f'[Result "1-0"]\n\n{" ".join(moves)} 1-0\n\n'
                )
        Path(source).write_text("".join(text), encoding="utf-8")
    db = xq.open(folder / "games.db", create=True)
    db.import_paths(source)
    return db


def test_people_and_editions_have_one_number(archive: xq.Database, tmp_path: Path) -> None:
    archive.export(to="parquet", path=tmp_path / "tables")
    tables = duckdb.connect()
    tables.execute(f"create view games as from '{tmp_path / 'tables' / 'games.parquet'}'")
    whole = {"person": "player", "edition_id": "event"}
    for column, asked in whole.items():
        ask = f"""
            with told as (
                select counts_as, unnest([red_person, black_person]) as person, edition_id
                from games
            )
            select {column}, count(distinct counts_as) as games from told
            where {column} is not null group by {column} order by games desc, {column}"""
        found = tables.execute(ask).fetchall()
        assert found, column
        for name, games in found:
            if len(name) > 1:
                assert len(archive.search(**{asked: name})) == games, name
        xqdb_program = program()
        if xqdb_program is not None:
            for name, games in found[:10]:
                command = [xqdb_program, "--db", os.fspath(archive.path), "search", "--count"]
                counted = subprocess.run([*command, f"--{asked}", name], capture_output=True)
                assert int(counted.stdout) == games, name

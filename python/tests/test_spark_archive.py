"""A whole archive through Spark, beside one database of it and what `xqdb dump` prints: games, keys,
witnesses and positions are equal, row for row, in 1, 4 and 16 partitions, and when a worker is killed
on the way.

`XQDB_ARCHIVE` names the folder; without it nothing is tested. `XQDB_PROGRAM` names the program; without
it the dump is left out.
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

import xiangqidb as xq
import xiangqidb.spark
from xiangqidb.spark import ONLY_IN_A_DATABASE

ARCHIVE = os.environ.get("XQDB_ARCHIVE")
PROGRAM = os.environ.get("XQDB_PROGRAM")

pytestmark = pytest.mark.skipif(ARCHIVE is None, reason="XQDB_ARCHIVE names no folder")

# The year of a game that a database doubts because of other games.
YEAR = "replace (case when {} in (from misdated) then null else year end as year)"
COLUMNS = {
    "games": f"* exclude ({', '.join(ONLY_IN_A_DATABASE)}) " + YEAR.format("key"),
    "positions": "* exclude (variation, eval, clock) " + YEAR.format("game"),
    "records": "*",
}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the database `all.db` and its tables."""
    assert ARCHIVE is not None
    folder = tmp_path_factory.mktemp("archive")
    db = xq.open(folder / "all.db", create=True)
    db.import_paths(Path(ARCHIVE).resolve())
    db.export(to="parquet", path=folder / "tables")
    return folder


def written(spark: Any, out: Path, partitions: int) -> Path:
    assert ARCHIVE is not None
    xq.spark.write(spark, str(Path(ARCHIVE).resolve()), str(out), partitions)
    return out


def compare(database: Path, out: Path) -> None:
    tables = duckdb.connect()
    tables.execute("create table misdated (key text)")
    with sqlite3.connect(database / "all.db") as db:
        sql = "select key from game where id in (select game from dated where by_others)"
        if misdated := db.execute(sql).fetchall():
            tables.executemany("insert into misdated values (?)", misdated)
    for name, columns in COLUMNS.items():
        here = f"from '{database}/tables/{name}.parquet'"
        here += " where not variation" if name == "positions" else ""
        pattern = f"{out}/{name}/{'part=*/' if name == 'positions' else ''}*.parquet"
        there = f"from read_parquet('{pattern}', hive_partitioning=false)"
        for one, other in ((here, there), (there, here)):
            sql = f"select {columns} {one} except all select {columns} {other}"
            lacking = tables.execute(f"select * from ({sql}) limit 3").fetchall()
            assert not lacking, (name, "only in the database" if one == here else "only on Spark")
        (count,) = tables.execute(f"select count(*) {here}").fetchone() or (0,)
        assert count > 0, name
    if PROGRAM is not None:
        compare_dump(database, out)


def compare_dump(database: Path, out: Path) -> None:
    games, witnesses = dumped(database / "all.db")
    tables = duckdb.connect()
    names = ("key", "red", "black", "red_team", "black_team", "event", "site", "round", "date")
    names += ("termination", "start", "plies")
    sql = f"select {', '.join(names)}, moves from '{out}/games/*.parquet'"
    told = {row[0]: row for row in tables.execute(sql).fetchall()}
    assert told.keys() == games.keys()
    for key, game in games.items():
        assert told[key][:-1] == tuple(game[name] for name in names), key
        assert told[key][-1] == moves(game["moves"]), key
    sql = f"""select content, record, byte_offset, status, game, result, kind
              from '{out}/records/*.parquet'"""
    assert set(tables.execute(sql).fetchall()) == witnesses


def dumped(db: Path) -> tuple[dict[str, Any], set[tuple[Any, ...]]]:
    """The games by key, and the records by the hashes of their files."""
    assert PROGRAM is not None
    games, witnesses, content = {}, set(), None
    command = [PROGRAM, "--db", os.fspath(db), "dump"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as dump:
        assert dump.stdout is not None
        for line in dump.stdout:
            told = json.loads(line)
            if game := told.get("game"):
                games[game["key"]] = game
            elif source := told.get("source"):
                content = source["hash"]
            elif record := told.get("record"):
                fields = ("ordinal", "start_byte", "status", "game", "result", "kind")
                witnesses.add((content, *(record[field] for field in fields)))
    assert dump.returncode == 0
    return games, witnesses


def moves(texts: list[str]) -> bytes:
    def square(text: str) -> int:
        return int(text[1]) * 9 + ord(text[0]) - ord("a")

    return bytes(square(text[at : at + 2]) for text in texts for at in (0, 2))


@pytest.mark.parametrize("partitions", (1, 4, 16))
def test_an_archive_is_the_same_in_so_many_partitions(
    spark: Any, database: Path, tmp_path: Path, partitions: int
) -> None:
    compare(database, written(spark, tmp_path / "tables", partitions))


def test_an_archive_is_the_same_when_a_worker_is_killed(
    spark: Any, database: Path, tmp_path: Path
) -> None:
    killed: list[int] = []
    watcher = threading.Thread(target=kill_one, args=(spark, killed), daemon=True)
    watcher.start()
    compare(database, written(spark, tmp_path / "tables", 16))
    watcher.join(timeout=10)
    assert len(killed) == 1


def kill_one(spark: Any, killed: list[int]) -> None:
    """Kills a worker as soon as records were read by some tasks and others are under way."""
    tracker = spark.sparkContext.statusTracker()
    while not killed:
        for stage in map(tracker.getStageInfo, tracker.getActiveStageIds()):
            if stage and stage.numTasks == 16 and 3 <= stage.numCompletedTasks < 14:
                process = next(executors())
                os.kill(process, signal.SIGKILL)
                killed.append(process)
                return
        time.sleep(0.01)


def executors() -> Iterator[int]:
    """The processes of the workers below this one."""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            command = (entry / "cmdline").read_bytes()
            if b"CoarseGrainedExecutorBackend" in command and is_below(int(entry.name)):
                yield int(entry.name)
        except OSError:
            # It ended meanwhile.
            continue


def is_below(process: int) -> bool:
    while process > 1:
        if process == os.getpid():
            return True
        stat = Path(f"/proc/{process}/stat").read_text()
        process = int(stat.rsplit(")", 1)[1].split()[1])
    return False

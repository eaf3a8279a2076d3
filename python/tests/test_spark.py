"""The same through Spark as in one database: two workers, and one that is killed. Without Java or
PySpark nothing is tested."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow
import pytest

import xqdb

pyspark = pytest.importorskip("pyspark")
if shutil.which("java") is None:
    pytest.skip("there is no Java", allow_module_level=True)

import xqdb.spark
from pyspark.sql import SparkSession


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_HOME"] = os.path.dirname(pyspark.__file__)
    builder = SparkSession.builder.master("local-cluster[2,1,1024]")
    builder = builder.config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", 4)
    builder = builder.config("spark.executorEnv.PYTHONPATH", os.pathsep.join(sys.path))
    session = builder.config("spark.driver.host", "127.0.0.1").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture()
def archive(folder: Path) -> Path:
    """The records beside a copy of theirs, under other names, and in an archive."""
    text = (folder / "games.pgn").read_bytes()
    shutil.copy(folder / "games.pgn", folder / "copy.pgn")
    other = text.decode("gbk").replace("胡荣华", "胡榮華").replace("1974.05.06", "1975")
    with zipfile.ZipFile(folder / "more.zip", "w") as more:
        more.writestr("other.pgn", other)
    return folder


def rows(frame: Any, without: tuple[str, ...] = ()) -> list[tuple[Any, ...]]:
    """The rows of a table, or of one of Spark, in an order of their own."""
    if hasattr(frame, "collect"):
        found = [row.asDict() for row in frame.collect()]
    else:
        found = pyarrow.table(frame).to_pylist()
    for row in found:
        for name in without:
            del row[name]
    return sorted((tuple(row.values()) for row in found), key=repr)


def test_any_number_of_partitions_gives_the_database(
    spark: SparkSession, archive: Path, tmp_path: Path
) -> None:
    db = xqdb.open(tmp_path / "all.db", create=True)
    db.import_paths(archive)
    # What is derived of games in words, and which games are nearly equal, only a database says.
    only_there = ("derived", "doubt", "counts_as")
    games = rows(db.games(), only_there)
    positions = rows(db.positions())
    records = rows(db.records(), ("path",))
    for partitions in (1, 4):
        found = (str(archive), partitions)
        assert rows(xqdb.spark.games(spark, *found), only_there) == games
        assert rows(xqdb.spark.positions(spark, *found)) == positions
        assert rows(xqdb.spark.records(spark, *found), ("path",)) == records


def test_an_executor_that_is_killed_changes_nothing(
    spark: SparkSession, archive: Path, tmp_path: Path
) -> None:
    expected = rows(xqdb.spark.games(spark, str(archive)))
    marker = tmp_path / "killed"

    def kill_once(batches: Any) -> Any:
        try:
            marker.touch(exist_ok=False)
        except FileExistsError:
            yield from batches
            return
        process = os.getpid()
        while "java" not in Path(f"/proc/{process}/comm").read_text():
            process = int(Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[1])
        os.kill(process, signal.SIGKILL)

    raw = xqdb.spark._raw(spark, str(archive), 4)
    raw = raw.mapInArrow(kill_once, raw.schema)
    assert rows(xqdb.spark._settled(raw, "games")) == expected
    assert marker.exists()


def test_what_is_written_answers_as_the_explorer_does(
    spark: SparkSession, archive: Path, tmp_path: Path
) -> None:
    db = xqdb.open(tmp_path / "all.db", create=True)
    db.import_paths(archive)
    out = tmp_path / "tables"
    xqdb.spark.write(spark, str(archive), str(out))
    assert list((out / "positions").glob("part=*"))
    for moves in ("", "炮二平五", "炮八平五 马2进3"):
        position = xqdb.Position(moves=moves)
        found = xqdb.spark.explore(spark, str(out), position.fen()).collect()
        names = ("games", "red", "draws", "black", "unknown")
        told = []
        for row in db.explore(moves=moves, unit="lines"):
            move = row["uci"]
            if position.mirror() == position:
                # There a move and its mirror image are one.
                move = min(move, move.translate(str.maketrans("abcdefghi", "ihgfedcba")))
            told.append((move, *(row[name] for name in names)))
        assert told and sorted(tuple(row) for row in found) == sorted(told)

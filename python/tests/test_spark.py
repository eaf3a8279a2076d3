"""The same through Spark as in one database: two workers, and one that is killed. Without Java or
PySpark nothing is tested."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

import xiangqidb as xq
import xiangqidb.spark
from xiangqidb.spark import ONLY_IN_A_DATABASE

# Its heading contradicts two fields: the result is looked at first, and told behind the date.
DOUBTED = """\
[Event "1982年全国赛 胡荣华先胜柳大华"]
[Red "胡荣华"]
[Black "柳大华"]
[Date "1992.01.02"]
[Result "0-1"]

1. 炮二平五 马8进7 0-1

"""

# A move that real records have: it leaves the kings face to face.
FACING = """\
[Red "甲"]
[Black "乙"]
[FEN "4k4/9/9/9/9/9/9/9/4R4/4K4 w"]

1. 车五平四 将5进1 *
"""


# Says nothing of its year, which the folder tells.
UNDATED = """\
[Red "胡荣华"]
[Black "李来群"]

1. 兵三进一 炮2平3 *

"""

# States another year than the folder.
OTHERWISE = """\
[Red "胡荣华"]
[Black "李来群"]
[Date "1992.01.02"]

1. 兵七进一 炮8平7 *
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: Any, lay_out: Callable[[Path], Path]) -> Path:
    """The records beside a copy of theirs, under other names, and a text large enough to be cut:
    as a file, and twice in an archive."""
    folder = lay_out(tmp_path_factory.mktemp("archive"))
    text = (folder / "games.pgn").read_bytes()
    shutil.copy(folder / "games.pgn", folder / "copy.pgn")
    (folder / "doubted.pgn").write_text(DOUBTED, encoding="utf-8")
    (folder / "facing.pgn").write_text(FACING, encoding="utf-8")
    year = folder / "1982年全国赛"
    year.mkdir()
    (year / "told.pgn").write_text(UNDATED + OTHERWISE, encoding="utf-8")
    other = text.decode("gbk").replace("胡荣华", "胡榮華").replace("1974.05.06", "1975")
    large = "".join(
        f'[Red "{number}"]\n[Black "吕钦"]\n\n{{{"长" * 20_000}}} 1. 炮二平五 马8进7 *\n\n'
        for number in range(20)
    )
    (folder / "large.pgn").write_text(large, encoding="utf-8")
    with zipfile.ZipFile(folder / "more.zip", "w") as more:
        more.writestr("other.pgn", other)
        more.writestr("large.pgn", large)
        more.writestr("larger.pgn", large)
        more.writestr("1985年全国赛/told.pgn", UNDATED)
    return folder.resolve()


@pytest.fixture(scope="module")
def db(archive: Path, tmp_path_factory: Any) -> xq.Database:
    db = xq.open(tmp_path_factory.mktemp("database") / "all.db", create=True)
    db.import_paths(archive)
    return db


@pytest.fixture(scope="module")
def written(spark: Any, archive: Path, tmp_path_factory: Any) -> Path:
    """The tables, by four tasks."""
    out = tmp_path_factory.mktemp("written") / "tables 表 100%"
    xq.spark.write(spark, str(archive), str(out), 4)
    return out


def rows(frame: Any, without: tuple[str, ...] = ()) -> list[tuple[Any, ...]]:
    """The rows of a table, or of one of Spark, in an order of their own."""
    if hasattr(frame, "collect"):
        found = [row.asDict() for row in frame.collect()]
    else:
        found = pyarrow.table(frame).to_pylist()
    for row in found:
        for name in without:
            del row[name]
    return sorted((tuple(map(plain, row.values())) for row in found), key=repr)


def plain(cell: Any) -> Any:
    return bytes(cell) if isinstance(cell, bytearray) else cell


def table_of(out: Path, table: str) -> pyarrow.Table:
    return pyarrow.parquet.read_table(out / table, partitioning=None)


def test_four_partitions_give_the_database(db: xq.Database, written: Path) -> None:
    games = table_of(written, "games")
    assert rows(games, ONLY_IN_A_DATABASE) == rows(db.games(), ONLY_IN_A_DATABASE)
    for row in games.to_pylist():
        assert row["counts_as"] == row["key"]
        assert all(row[name] is None for name in ONLY_IN_A_DATABASE if name != "counts_as")
    positions = table_of(written, "positions")
    assert rows(positions) == rows(db.positions())
    for part in (written / "positions").glob("part=*"):
        table = pyarrow.parquet.read_table(part, partitioning=None)
        order = list(zip(*(table[name].to_pylist() for name in ("key", "game", "ply"))))
        assert order == sorted(order)
        assert {str(key >> 48) for key, *_ in order} == {part.name.removeprefix("part=")}
    records = rows(db.records())
    assert max(row[2] for row in records) == 20, "the large text is numbered through"
    assert rows(table_of(written, "records")) == records


def test_games_of_spark_are_counted_by_the_names_of_a_database(
    db: xq.Database, written: Path
) -> None:
    """Spark knows no persons and no editions: a database names them, by the keys of games."""
    games = table_of(written, "games").select(["key", "red", "black"]).to_pylist()
    named = {row["key"]: row for row in pyarrow.table(db.games()).to_pylist()}
    persons: dict[str, set[str]] = {}
    editions: dict[str, set[str]] = {}
    for key in (game["key"] for game in games):
        for side in ("red_person", "black_person"):
            if person := named[key][side]:
                persons.setdefault(person, set()).add(named[key]["counts_as"])
        if edition := named[key]["edition_id"]:
            editions.setdefault(edition, set()).add(named[key]["counts_as"])
    assert "胡荣华" in persons and editions
    for person, counted in persons.items():
        # A number, as the large texts have it for a name, is part of others.
        if not person.isdigit():
            assert len(counted) == len(db.search(player=person)), person
    for edition, counted in editions.items():
        assert len(counted) == len(db.search(event=edition)), edition
    # And by the texts that stand in the fields, every line of moves by itself.
    with contextlib.closing(sqlite3.connect(db.path)) as stored:
        sql = """select count(*) from game left join player as red on red.id = game.red
                 left join player as black on black.id = game.black
                 where red.name = ?1 or black.name = ?1"""
        for text in {game[side] for game in games for side in ("red", "black")} - {None}:
            (count,) = stored.execute(sql, (text,)).fetchone()
            assert count == sum(text in (game["red"], game["black"]) for game in games), text


def test_no_environment_need_be_activated(archive: Path, tmp_path: Path) -> None:
    pyspark = pytest.importorskip("pyspark")
    if shutil.which("java") is None:
        pytest.skip("there is no Java")
    other = tmp_path / "bin" / "python3"
    other.parent.mkdir()
    other.write_text("#!/bin/sh\nexit 1\n")
    other.chmod(0o755)
    env = {name: value for name, value in os.environ.items() if name != "PYSPARK_PYTHON"}
    env["PATH"] = f"{other.parent}{os.pathsep}{env['PATH']}"
    env["SPARK_HOME"] = os.path.dirname(pyspark.__file__)
    script = (
        "import sys, xiangqidb.spark\n"
        "from pyspark.sql import SparkSession\n"
        "builder = SparkSession.builder.master('local[1]').config('spark.ui.enabled', 'false')\n"
        "spark = builder.config('spark.driver.host', '127.0.0.1').getOrCreate()\n"
        "print(xiangqidb.spark.records(spark, sys.argv[1], 1).count())\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, archive], env=env, capture_output=True, text=True, timeout=300
    )
    assert int(ran.stdout.strip() or 0) > 0, ran.stdout + ran.stderr


def test_one_partition_gives_the_database(spark: Any, archive: Path, db: xq.Database) -> None:
    assert rows(xq.spark.positions(spark, str(archive), 1)) == rows(db.positions())
    assert rows(xq.spark.records(spark, str(archive), 1)) == rows(db.records())


def test_what_folders_say_is_heard(spark: Any, archive: Path, db: xq.Database) -> None:
    games = xq.spark.games(spark, str(archive), 2).select("key", "year").collect()
    years = {row["key"]: row["year"] for row in games}
    assert years == {game["key"]: game["year"] for game in pyarrow.table(db.games()).to_pylist()}
    told = xq.spark.records(spark, str(archive), 2).where("path like '%/told.pgn'").collect()
    undated, otherwise = sorted(told, key=lambda row: row["record"])
    assert (years[undated["game"]], years[otherwise["game"]]) == (1982, 1982)
    assert "1982" in otherwise["doubt"]
    # Named by itself, a file lies in no folder that says something.
    alone = xq.spark.records(spark, str(archive / "1982年全国赛" / "told.pgn"), 1).collect()
    assert {row["doubt"] for row in alone} == {None}
    assert {row["content"] for row in alone}.isdisjoint(row["content"] for row in told)


def test_links_are_followed_as_by_an_import(
    spark: Any, tmp_path: Path, lay_out: Callable[[Path], Path]
) -> None:
    own, elsewhere = tmp_path / "own", tmp_path / "elsewhere"
    for folder in (own, elsewhere):
        folder.mkdir()
    lay_out(elsewhere)
    (own / "doubted.pgn").write_text(DOUBTED, encoding="utf-8")
    (own / "again.pgn").symlink_to(own / "doubted.pgn")
    (own / "linked").symlink_to(elsewhere)
    (elsewhere / "round").symlink_to(elsewhere)
    (elsewhere / "棋谱" / "up").symlink_to(elsewhere)
    db = xq.open(tmp_path / "all.db", create=True)
    db.import_paths(own)
    expected = rows(db.records())
    assert len(expected) == 5
    assert rows(xq.spark.records(spark, str(own), 2)) == expected
    assert rows(xq.spark.games(spark, str(own), 2), ONLY_IN_A_DATABASE) == rows(db.games(), ONLY_IN_A_DATABASE)


def test_an_executor_that_is_killed_changes_nothing(
    spark: Any,
    archive: Path,
    db: xq.Database,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
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

    raw = xq.spark._raw(spark, str(archive), 4)
    raw = raw.mapInArrow(kill_once, raw.schema)
    monkeypatch.setattr(xq.spark, "_raw", lambda *_: raw)
    out = tmp_path / "tables"
    xq.spark.write(spark, str(archive), str(out), 4)
    assert marker.exists()
    assert rows(table_of(out, "games"), ONLY_IN_A_DATABASE) == rows(db.games(), ONLY_IN_A_DATABASE)
    assert rows(table_of(out, "records")) == rows(db.records())
    assert rows(table_of(out, "positions")) == rows(db.positions())
    assert {path.name for path in out.iterdir()} == {"games", "positions", "records"}


def test_no_files_give_tables_without_rows(spark: Any, tmp_path: Path) -> None:
    nothing, out = tmp_path / "nothing", tmp_path / "tables"
    nothing.mkdir()
    xq.spark.write(spark, str(nothing), str(out), 2)
    assert xq.spark.explore(spark, str(out)).collect() == []
    assert spark.read.parquet(str(out / "games")).columns == table_of(out, "games").column_names
    with pytest.raises(FileExistsError, match="games"):
        xq.spark.write(spark, str(nothing), str(out), 2)


def test_files_that_cannot_be_read_are_named(
    spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lay_out: Callable[[Path], Path]
) -> None:
    folder = lay_out(tmp_path)
    (folder / "cut.7z").write_bytes(b"7z\xbc\xaf\x27\x1c")
    monkeypatch.chdir(tmp_path)
    with pytest.warns(UserWarning, match=r"could not be read: .*cut\.7z: "):
        xq.spark.write(spark, folder.name, str(tmp_path / "tables"), 2)
    paths = set(table_of(tmp_path / "tables", "records")["path"].to_pylist())
    assert paths == {str(folder / name) for name in ("games.pgn", "broken.pgn")}


def test_of_work_that_fails_nothing_stays(
    spark: Any, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Any) -> Any:
        raise ValueError("the disk is full")

    monkeypatch.setattr(xq.spark, "_parts_into", lambda _: fail)
    with pytest.raises(Exception, match="the disk is full"):
        xq.spark.write(spark, str(archive), str(tmp_path / "tables"), 2)
    assert list((tmp_path / "tables").iterdir()) == []


def test_what_is_written_answers_as_the_explorer_does(
    spark: Any, db: xq.Database, written: Path, tmp_path: Path
) -> None:
    assert list((written / "positions").glob("part=*"))
    with pytest.raises(Exception, match="PATH_NOT_FOUND"):
        xq.spark.explore(spark, str(tmp_path / "nothing"))
    unseen = xq.Position(moves="兵一进一 卒1进1 兵三进一 卒3进1 兵五进一")
    assert xq.spark.explore(spark, str(written), unseen.fen()).collect() == []
    for moves in ("", "炮二平五", "炮八平五 马2进3"):
        position = xq.Position(moves=moves)
        found = xq.spark.explore(spark, str(written), position.fen()).collect()
        names = ("games", "red", "draws", "black", "unknown")
        told = []
        for row in db.explore(moves=moves, unit="lines"):
            move = row["uci"]
            if position.mirror() == position:
                # There a move and its mirror image are one.
                move = min(move, move.translate(str.maketrans("abcdefghi", "ihgfedcba")))
            told.append((move, *(row[name] for name in names)))
        assert told and sorted(tuple(row) for row in found) == sorted(told)

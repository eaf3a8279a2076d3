"""A few records of our own, and a database of them; and Spark, where it is there."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import xiangqidb as xq

GAMES = """\
[Event "第一届测试赛"]
[Date "1962.03.04"]
[Red "胡荣华"]
[Black "杨官璘"]
[Result "1-0"]

1. 炮二平五 马8进7 2. 马二进三 车9平8 1-0

[Event "第一届测试赛"]
[Date "1974.05.06"]
[Red "柳大华"]
[Black "胡荣华"]
[Result "0-1"]

1. 炮八平五 马2进3 2. 马八进七 卒7进1 0-1

[Event "友谊赛"]
[Date "1990"]
[Red "吕钦"]
[Black "赵国荣"]
[Result "1/2-1/2"]

1. 相三进五 {稳健} 炮8平4 1/2-1/2
"""

BROKEN = """\
[Red "甲"]
[Black "乙"]

1. 炮二平五 马8进7 2. 马二进九 车9平8 *
"""


@pytest.fixture(scope="session")
def lay_out() -> Callable[[Path], Path]:
    def lay_out(where: Path) -> Path:
        folder = where / "棋谱"
        folder.mkdir()
        (folder / "games.pgn").write_bytes(GAMES.encode("gbk"))
        (folder / "broken.pgn").write_text(BROKEN, encoding="utf-8")
        return folder

    return lay_out


@pytest.fixture()
def folder(tmp_path: Path, lay_out: Callable[[Path], Path]) -> Path:
    return lay_out(tmp_path)


@pytest.fixture()
def db(folder: Path, tmp_path: Path) -> xq.Database:
    db = xq.open(tmp_path / "games.db", create=True)
    db.import_paths(folder)
    return db


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    """Two workers of one core each, for all tests. Without Java or PySpark these are left out."""
    pyspark = pytest.importorskip("pyspark")
    if shutil.which("java") is None:
        pytest.skip("there is no Java")
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_HOME"] = os.path.dirname(pyspark.__file__)
    builder = SparkSession.builder.master("local-cluster[2,1,1024]")
    for name, value in (
        ("spark.ui.enabled", "false"),
        ("spark.sql.shuffle.partitions", "4"),
        ("spark.executorEnv.PYTHONPATH", os.pathsep.join(sys.path)),
        ("spark.driver.host", "127.0.0.1"),
        # The tests are over before code that is compiled well has paid.
        ("spark.driver.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"),
        ("spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"),
        ("spark.sql.codegen.wholeStage", "false"),
    ):
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def spark_or_none(request: pytest.FixtureRequest) -> Any:
    """Spark, or nothing where it cannot run."""
    try:
        return request.getfixturevalue("spark")
    except pytest.skip.Exception:
        return None

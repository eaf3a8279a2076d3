"""A few records of our own, and a database of them."""

from pathlib import Path

import pytest

import xqdb

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


@pytest.fixture()
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "棋谱"
    folder.mkdir()
    (folder / "games.pgn").write_bytes(GAMES.encode("gbk"))
    (folder / "broken.pgn").write_text(BROKEN, encoding="utf-8")
    return folder


@pytest.fixture()
def db(folder: Path, tmp_path: Path) -> xqdb.Database:
    db = xqdb.open(tmp_path / "games.db", create=True)
    db.import_paths(folder)
    return db

"""The types of filters are those of the table that the program, its API and the library read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TABLE = Path(__file__).parents[2] / "src" / "search" / "parameters.tsv"
TYPES = Path(__file__).parents[1] / "package" / "xiangqidb" / "_filters.py"

HEAD = '''"""Filters of questions, by name. Made of ``src/search/parameters.tsv`` by ``tests/test_filters.py``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypedDict, Union

from ._native import Position
'''

CLASSES = {
    "Filters": ("Filters of games.", "", ["filter", "unit"], ["as_stated", "where"]),
    "ExploreFilters": (
        "How :meth:`Database.explore` looks at a position.",
        "Filters",
        ["mirror", "notation", "latest"],
        [],
    ),
    "LifeFilters": ("Filters and periods of :meth:`Database.life`.", "Filters", ["position", "per"], ["where"]),
    "PlayerFilters": ("Filters and notation of :meth:`Database.player`.", "Filters", ["notation"], []),
    "SearchFilters": (
        "Filters and order of :meth:`Database.search`.",
        "Filters",
        ["position", "search"],
        ["where"],
    ),
}


def type_of(name: str, values: str) -> str:
    if name == "fen":
        return "Union[str, Position]"
    if name in ("since", "until"):
        return "Union[str, int]"
    values, _, usual = values.partition("=")
    if values == "text":
        return "str"
    if values == "texts":
        return "Union[str, Iterable[str]]"
    if values == "flag":
        return "bool"
    if ".." in values:
        return "int"
    words = values.split("|")
    words += [usual] if usual and usual not in words else []
    return f"Literal[{', '.join(repr(word).replace(chr(39), chr(34)) for word in words)}]"


def made() -> str:
    rows = [line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    text = HEAD
    for cls, (about, base, wanted, left_out) in CLASSES.items():
        text += f'\n\nclass {cls}({base or "TypedDict"}, total=False):\n    """{about}"""\n'
        known = list(left_out)
        for groups, name, _, values, means in rows:
            is_wanted = name in wanted or any(group in wanted for group in groups.split())
            if is_wanted and name not in known:
                known.append(name)
                text += f'\n    {name}: {type_of(name, values)}\n    """{means}."""\n'
    return text


@pytest.mark.skipif(not TABLE.exists(), reason="the table lies in a clone")
def test_filters_are_those_of_the_library() -> None:
    if os.environ.get("XQDB_FILTERS") == "write":
        TYPES.write_text(made(), encoding="utf-8")
    assert TYPES.read_text(encoding="utf-8") == made()


def test_a_filter_that_is_none_fails_under_mypy(tmp_path: Path) -> None:
    (tmp_path / "asks.py").write_text(
        "import xiangqidb as xq\n"
        "\n"
        "with xq.open('games.db') as db:\n"
        "    games = db.search('eval >= 2', player=['胡荣华', '吕钦'], since=1960, result='1-0', mirror='exact')\n"
        "    rows = db.explore(moves='炮二平五', until='1990-05', min_plies=20, latest=3)\n"
        "    db.positions(kind='game', columns=['key'])\n"
        "    db.search(sinec=1960)\n"
        "    db.explore(since=[1960])\n"
        "    db.search(sort='oldest')\n",
        encoding="utf-8",
    )
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "asks.py"], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    lines = [int(line.split(":")[1]) for line in ran.stdout.splitlines() if ": error:" in line]
    assert sorted(set(lines)) == [7, 8, 9], ran.stdout + ran.stderr

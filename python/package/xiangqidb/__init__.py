"""Xiangqi (Chinese chess) archives in Python.

Read any record of any file, without a database::

    import xiangqidb as xq

    for record in xq.read("games.pgn"):
        print(record.tags.get("Red"), record.moves[:4])

Import a folder, and ask what was played::

    with xq.open("games.db", create=True) as db:
        db.import_paths(["~/qipu"])
        for move in db.explore(moves="炮二平五 马8进7", since=1960):
            print(move["san"], move["games"], move["red"], move["draws"], move["black"])

Everything is answered by the library that the program `xqdb` asks, too. Arguments have the names of
its options, with `_` for `-`.
"""

from importlib.metadata import version as _version

from ._answers import Rows, Table
from ._database import (
    Database,
    Event,
    Explored,
    Exported,
    Game,
    Games,
    ImportReport,
    Player,
    Progress,
    open,
)
from ._errors import Error
from ._native import Position, replay, settle
from ._records import Reader, Record, Unread, read

# As users write it, so they see it in a traceback.
Error.__module__ = "xiangqidb"

__version__ = _version("xiangqidb")
"""The version of the package, which is that of the library inside."""

RED = True
"""The side that moves first."""
BLACK = False
"""The other side."""

__all__ = [
    "BLACK",
    "RED",
    "Database",
    "Error",
    "Event",
    "Explored",
    "Exported",
    "Game",
    "Games",
    "ImportReport",
    "Player",
    "Position",
    "Progress",
    "Reader",
    "Record",
    "Rows",
    "Table",
    "Unread",
    "__version__",
    "open",
    "read",
    "replay",
    "settle",
]

"""Positions of an archive as arrays in files, for machine learning.

    python learning.py games.db arrays/

writes four arrays for each of ``train``, ``validation`` and ``test``, a row for every position in which somebody moved:

* ``boards``: 90 signed bytes, a0 first, then b0 and so on to i9: 1 king, 2 guard, 3 elephant, 4 horse, 5 rook, 6 cannon,
  7 pawn; Red's pieces are positive, Black's negative, 0 is empty;
* ``turns``: 1 where Red is to move, -1 where Black is;
* ``moves``: the move that was played, ``from * 90 + to``;
* ``results``: 1 where Red won, 0 for a draw, -1 where Black won.

``numpy.load(path, mmap_mode="r")`` opens an array without reading it. ``legal_moves`` gives the mask of a position.

A game counts once, of certain copies the one that stands for all. All games of an event are in one part: what was played
in the test is not known from the training. Only games between two players with a known result are taken.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Optional

import numpy as np
import pyarrow as pa

import xiangqidb as xq

PIECES = " KABNRCP"
PARTS = {"train": 80, "validation": 10, "test": 10}
RESULTS = {"1-0": 1, "1/2-1/2": 0, "0-1": -1}
COLUMNS = ["key", "counts_as", "kind", "edition_id", "event", "result", "start", "moves"]


def board_of(fen: Optional[str]) -> tuple[np.ndarray[Any, Any], int]:
    """The board of a FEN, of the start without one, and the side to move."""
    position = xq.Position(fen)
    board = np.zeros(90, np.int8)
    for square, letter in position.piece_map().items():
        place = int(square[1]) * 9 + ord(square[0]) - ord("a")
        board[place] = PIECES.index(letter.upper()) * (1 if letter.isupper() else -1)
    return board, 1 if position.turn is xq.RED else -1


def part_of(group: str) -> str:
    """The part of a group of games: always the same one, by the hash of its name."""
    percent = int.from_bytes(hashlib.sha256(group.encode()).digest()[:8], "big") % 100
    for part, share in PARTS.items():
        if percent < share:
            return part
        percent -= share
    raise AssertionError("the shares are not 100")


def legal_moves(position: xq.Position) -> np.ndarray[Any, Any]:
    """A mask of 90 × 90: true where a piece may go from one point to another."""
    mask = np.zeros(8100, bool)
    for move in position.legal_moves:
        start, end = (int(at[1]) * 9 + ord(at[0]) - ord("a") for at in (move[:2], move[2:]))
        mask[start * 90 + end] = True
    return mask


def games_of(db: xq.Database) -> Iterator[dict[str, Any]]:
    """The games that are learnt from, batch by batch."""
    for batch in pa.RecordBatchReader.from_stream(db.games()):
        for game in batch.select(COLUMNS).to_pylist():
            if game["kind"] == "game" and game["result"] in RESULTS and game["counts_as"] == game["key"]:
                yield game


def write(db: xq.Database, folder: Path) -> dict[str, int]:
    """Writes the arrays; how many rows each part has."""
    rows = dict.fromkeys(PARTS, 0)
    for game in games_of(db):
        rows[part_of(group_of(game))] += len(game["moves"]) // 2
    folder.mkdir(parents=True, exist_ok=True)

    def array(part: str, name: str, kind: type, *shape: int) -> Any:
        path = folder / f"{part}-{name}.npy"
        # A file without rows cannot be mapped.
        shape = (max(rows[part], 1), *shape)
        return np.lib.format.open_memmap(path, "w+", np.dtype(kind), shape)

    arrays = {
        part: (
            array(part, "boards", np.int8, 90),
            array(part, "turns", np.int8),
            array(part, "moves", np.uint16),
            array(part, "results", np.int8),
        )
        for part in PARTS
    }
    filled = dict.fromkeys(PARTS, 0)
    start = board_of(None)
    for game in games_of(db):
        part = part_of(group_of(game))
        boards, turns, moves, results = arrays[part]
        first, plies = filled[part], len(game["moves"]) // 2
        line = np.frombuffer(game["moves"], np.uint8).reshape(-1, 2)
        board, side = start if game["start"] is None else board_of(game["start"])
        board = board.copy()
        for ply, (origin, target) in enumerate(line):
            boards[first + ply] = board
            board[target] = board[origin]
            board[origin] = 0
        turns[first : first + plies] = np.where(np.arange(plies) % 2 == 0, side, -side)
        moves[first : first + plies] = line[:, 0].astype(np.uint16) * 90 + line[:, 1]
        results[first : first + plies] = RESULTS[game["result"]]
        filled[part] += plies
    return rows


def group_of(game: dict[str, Any]) -> str:
    """What games of one part have in common: the edition, or else the event, or else the game."""
    return str(game["edition_id"] or game["event"] or game["key"])


if __name__ == "__main__":
    with xq.open(sys.argv[1]) as opened:
        print(write(opened, Path(sys.argv[2])))

"""Positions of an archive as arrays in files, for machine learning.

    python learning.py games.db arrays/

writes four arrays for each of ``train``, ``validation`` and ``test``, a row for every position in which somebody moved:

* ``boards``: the column ``board`` of ``db.positions()``, 90 signed bytes, a0 first, then b0 and so on to i9: 1 king,
  2 advisor, 3 elephant, 4 horse, 5 rook, 6 cannon, 7 pawn; Red's pieces are positive, Black's negative, 0 is empty;
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
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

import xiangqidb as xq

PARTS = {"train": 80, "validation": 10, "test": 10}
RESULTS = {"1-0": 1, "1/2-1/2": 0, "0-1": -1}
COLUMNS = ["key", "counts_as", "kind", "edition_id", "event", "result", "start", "moves"]


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


def group_of(game: dict[str, Any]) -> str:
    """What games of one part have in common: the edition, or else the event, or else the game."""
    return str(game["edition_id"] or game["event"] or game["key"])


class Lines:
    """All games of a database in their order, column by column."""

    def __init__(self, db: xq.Database) -> None:
        games = pa.table(db.games(columns=COLUMNS))
        self.keys = games["key"].to_pylist()
        self.plies = pc.divide(pc.binary_length(games["moves"]), 2).to_numpy().astype(np.int64)
        known = pc.is_in(games["result"], pa.array(list(RESULTS)))
        counts = pc.and_(pc.equal(games["kind"], "game"), pc.equal(games["key"], games["counts_as"]))
        self.is_learnt = pc.and_(known, counts).to_numpy()
        """Whether a game is learnt from."""
        groups = pc.coalesce(games["edition_id"], games["event"], games["key"]).combine_chunks().dictionary_encode()
        parts = np.array([list(PARTS).index(part_of(group)) for group in groups.dictionary.to_pylist()], np.int8)
        self.part = parts[groups.indices.to_numpy()] if len(parts) else np.zeros(0, np.int8)
        """The place of a game's part in ``PARTS``."""
        self.result = np.zeros(len(self.keys), np.int8)
        for name, number in RESULTS.items():
            self.result[pc.equal(games["result"], name).to_numpy()] = number
        black = pc.fill_null(pc.match_substring(games["start"], " b"), False).to_numpy()
        self.first = np.where(black, -1, 1).astype(np.int8)
        """The side that moves first."""
        self.moves = [chunk for chunk in games["moves"].chunks]

    def all_moves(self) -> np.ndarray[Any, Any]:
        """The moves of all games, one after the other."""
        joined = [np.frombuffer(b"".join(chunk.to_pylist()), np.uint8) for chunk in self.moves]
        pairs = np.concatenate([np.zeros(0, np.uint8), *joined]).reshape(-1, 2).astype(np.uint16)
        return pairs[:, 0] * np.uint16(90) + pairs[:, 1]


def write(db: xq.Database, folder: Path) -> dict[str, int]:
    """Writes the arrays; how many rows each part has."""
    lines = Lines(db)
    rows = {}
    folder.mkdir(parents=True, exist_ok=True)
    moves = lines.all_moves()
    of_move = np.repeat(np.where(lines.is_learnt, lines.part, -1), lines.plies)
    # Red and Black take turns in a game, whose first ply may be an even or an odd one of all plies.
    begins = np.cumsum(lines.plies) - lines.plies
    turns = np.repeat(np.where(begins % 2 == 0, lines.first, -lines.first), lines.plies)
    turns[1::2] *= -1
    results = np.repeat(lines.result, lines.plies)
    for number, part in enumerate(PARTS):
        here = of_move == number
        rows[part] = int(here.sum())
        np.save(folder / f"{part}-turns.npy", turns[here])
        np.save(folder / f"{part}-moves.npy", moves[here])
        np.save(folder / f"{part}-results.npy", results[here])
    # A game has a position more than moves, the one after the last.
    wanted = np.full(int(lines.plies.sum()) + len(lines.keys), -1, np.int8)
    last = np.cumsum(lines.plies + 1) - 1
    before = np.ones(len(wanted), bool)
    before[last] = False
    wanted[before] = of_move
    place = 0
    with ExitStack() as files:
        boards = [files.enter_context(open(folder / f"{part}-boards.npy", "wb")) for part in PARTS]
        for part, file in zip(PARTS, boards):
            # Written, not mapped: a page of a mapped file costs more time than its bytes. A file without rows cannot be mapped.
            shape = (max(rows[part], 1), 90)
            np.lib.format.write_array_header_1_0(file, {"descr": "|i1", "fortran_order": False, "shape": shape})
            file.write(bytes(90) if rows[part] == 0 else b"")
        for batch in pa.RecordBatchReader.from_stream(db.positions(columns=["board"])):
            # Boards as pieces of 90 bytes, which are chosen sooner than rows of numbers.
            points = batch.column(0).flatten().to_numpy().view("V90")
            parts = wanted[place : place + len(points)]
            place += len(points)
            for number, file in enumerate(boards):
                file.write(points[parts == number].view(np.int8).data)
    return rows


if __name__ == "__main__":
    with xq.open(sys.argv[1]) as opened:
        print(write(opened, Path(sys.argv[2])))
